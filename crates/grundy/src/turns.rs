//! Rejects questions in which several components would each have their own turn. A slot that stores
//! whose turn it is ([`facts::turn`]) models a two-sided game as long as the position has one
//! component. In a sum, and after a split, a move in one component does not pass the turn in the
//! others. If a question with several turns were answered, the answer would be about a different
//! game. This module tests every question when the conventions of the question are chosen. If every
//! move is made in all components, all turns pass together, and no question is rejected.

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use facts::{Certainty, splits, turn};
use rules::ast::PlayConvention;
use rules::compound::{CompoundKind, groups};
use rules::game::{GameId, SumKind};
use rules::play::Component;
use rules::world::World;

use crate::answer::{SumOrigin, Warning};
use crate::error::SolveError;
use crate::position_text;

/// The subject of a question.
#[derive(Clone, Copy)]
pub(crate) enum QuestionScope<'a> {
    /// One position.
    Position(&'a [Component]),
    /// Positions of these games; each position has several components if `is_sum` is set.
    Games {
        /// The games.
        games: &'a [GameId],
        /// Whether each position is a sum.
        is_sum: bool,
    },
}

/// A turn that several components would each have.
pub(crate) struct KeptTurn {
    /// The game, with its arguments.
    pub game: String,
    /// The name of the slot.
    pub slot: String,
    /// The reason why a position has several components.
    pub several: SumOrigin,
    /// The certainty that the slot stores whose turn it is.
    pub certainty: Certainty,
}

impl KeptTurn {
    /// The warning about a slot that may be a turn.
    pub fn warning(self) -> Warning {
        Warning::OwnTurn {
            game: self.game,
            slot: self.slot,
            several: self.several,
        }
    }

    /// The reason why the question is refused.
    pub fn refusal(&self) -> Text {
        let (slot, game) = (&self.slot, &self.game);
        let Text { en, zh } = self.several.text();
        text!(
            "`{slot}` of {game} stores whose turn it is, and {en}. Each component would have its own `{slot}`, so a move in one would not pass the turn in the others, and the answer would be about another game. Query a single component, or replace `{slot}` by `move left` and `move right`, which give each player moves of their own in every sum",
            "{game} 的 `{slot}` 表示轮到谁走，而{zh}。每个部分会各有自己的 `{slot}`，在一个部分中走子不会改变其他部分的 `{slot}`，答案将是关于另一个游戏的。请只问一个部分，或以 `move left`、`move right` 代替 `{slot}`，使每一方在任何和中都有自己的着法"
        )
    }
}

impl SumOrigin {
    /// Returns the reason why a position has several components, as part of a sentence.
    pub(crate) fn text(self) -> Text {
        match self {
            SumOrigin::Asked => text!("the position is a sum", "所问的局面是和"),
            SumOrigin::Split => text!(
                "a move may leave several components",
                "一着可能留下几个部分"
            ),
        }
    }
}

/// Returns an error if several components would each have their own turn.
///
/// # Errors
/// Returns [`SolveError::Usage`] with the slot, the reason and a remedy, or [`SolveError::Stopped`]
/// if the budget runs out.
pub(crate) fn refuse(
    world: &World,
    asked: QuestionScope<'_>,
    sum: SumKind,
    budget: &Budget<'_>,
) -> Result<(), SolveError> {
    let shown = find_kept_turns(world, asked, sum, budget)?
        .into_iter()
        .find(|kept| kept.certainty == Certainty::Shown);
    shown.map_or(Ok(()), |kept| Err(SolveError::Usage(kept.refusal())))
}

/// Finds the turns that several components of a question would each have, at most one turn for each
/// game. The cost is the cost of [`facts::turn`] for each reachable game; a single component that
/// never splits costs nothing.
///
/// # Errors
/// Returns [`StopReason`] if the budget runs out.
pub(crate) fn find_kept_turns(
    world: &World,
    asked: QuestionScope<'_>,
    sum: SumKind,
    budget: &Budget<'_>,
) -> Result<Vec<KeptTurn>, StopReason> {
    let mut parts: Vec<(Component, bool)> = Vec::new();
    let mut games: Vec<(GameId, bool)> = Vec::new();
    let mut split_together = sum == SumKind::Every;
    match asked {
        QuestionScope::Position(components) => {
            if let [only] = components {
                split_together |= is_every(world, only.game);
            }
            gather(
                world,
                components,
                components.len() > 1 && sum != SumKind::Every,
                &mut parts,
            );
            for (part, several) in &parts {
                match games.iter_mut().find(|(game, _)| *game == part.game) {
                    Some((_, before)) => *before |= several,
                    None => games.push((part.game, *several)),
                }
            }
        }
        QuestionScope::Games {
            games: asked,
            is_sum,
        } => games.extend(
            asked
                .iter()
                .map(|game| (*game, is_sum && sum != SumKind::Every)),
        ),
    }
    let reached = || world.reachable_games(games.iter().map(|(game, _)| *game));
    let split = !split_together
        && reached()
            .into_iter()
            .any(|game| world.rules(game).game().is_some_and(splits));
    if !split && !games.iter().any(|(_, several)| *several) {
        return Ok(Vec::new());
    }
    let near: Vec<&Component> = parts.iter().map(|(part, _)| part).collect();
    let asked_several = games.iter().any(|(_, several)| *several);
    let kept = |game: GameId| {
        let own = |part: &&Component| part.game == game;
        let is_asked = games
            .iter()
            .any(|(asked, several)| *asked == game && *several);
        if !is_asked && !split && !asked_several {
            return None;
        }
        let turn = turn(world, game, &near, budget)?;
        // If the value of the slot belongs to the class of neither player, the position belongs to
        // neither player.
        let mut asked = near.iter().copied().filter(|part| own(part)).peekable();
        if asked.peek().is_some() && !asked.any(|part| turn.has(&part.slots)) {
            return None;
        }
        let slot = world.rules(game).slots()[turn.slot].name.clone();
        let several = if asked_several {
            SumOrigin::Asked
        } else {
            SumOrigin::Split
        };
        // If the players have different moves, the whole position has a turn, so a slot that
        // alternates need not store it.
        let certainty = match world.rules(game).conventions().play {
            PlayConvention::Partizan => Certainty::Observed,
            _ => turn.certainty,
        };
        Some(KeptTurn {
            game: position_text::game(world, game),
            slot,
            several,
            certainty,
        })
    };
    let reached = reached();
    let has_slots = reached.iter().any(|game| {
        world
            .rules(*game)
            .game()
            .is_some_and(|ir| ir.slots.len() > 1)
    });
    let found = reached.into_iter().filter_map(kept).collect();
    if has_slots {
        budget.ask()?;
    }
    Ok(found)
}

fn is_every(world: &World, game: GameId) -> bool {
    let compound = world.rules(game).compound();
    compound.is_some_and(|compound| matches!(compound.kind, CompoundKind::Sum(SumKind::Every, _)))
}

/// Adds the components of a sum, including the components of compounds. Each component is added
/// with a flag that states whether the sum has other components.
fn gather(
    world: &World,
    components: &[Component],
    several: bool,
    parts: &mut Vec<(Component, bool)>,
) {
    for component in components {
        let inner = world
            .rules(component.game)
            .compound()
            .and_then(|_| groups(&component.slots));
        match inner {
            Some(inner) => {
                let inner: Vec<Component> = inner.into_iter().flat_map(|sum| sum.0).collect();
                gather(
                    world,
                    &inner,
                    several || inner.len() > 1 && !is_every(world, component.game),
                    parts,
                );
            }
            None => parts.push((component.clone(), several)),
        }
    }
}
