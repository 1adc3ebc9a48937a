//! Sums with urgent components, by values ([`theory::entailing`]): components that nothing urgent
//! can come of are worth their Grundy values, found as under plain normal play; others are folded
//! over all positions that come of them, into a table for each game. No position may
//! leave two urgent components at once.

use std::collections::HashMap;
use std::sync::Arc;

use base::budget::Budget;
use base::text;
use base::text::Text;
use engines::oracle::EngineStats;
use rules::game::{GameId, OptionArena, OptionRef, Outcome, PlayEnding};
use rules::ir::Int;
use rules::play::{Component, MoveStep, SumPosition, ended_at_once, stuck};
use rules::world::World;
use rustc_hash::FxBuildHasher;
use theory::entailing::{EntailingValue, PartialSum, WinningValues};

use super::plain_values::PlainValues;
use super::sum_method::{SumMethod, SumTheoremError, WinningSteps};
use crate::error::SolveError;
use crate::settings::SessionSettings;

/// How many components are shown one by one.
const MAX_SHOWN_COMPONENTS: usize = 12;

/// Bytes that a value takes beside the numbers of its component, about.
const ENTRY: u64 = 200;

/// Maximum number of options that are stored while the positions that come of them are valued.
/// Beyond it they are listed twice.
const MAX_STORED: usize = 1 << 20;

/// The values of components in sums with urgent ones.
pub(super) struct EntailingSumMethod {
    /// What can come of a game, or why its components have no values.
    games: Kinds,
    /// What components are worth of which something urgent, a goal or a trap can come: a table for
    /// each game.
    values: Tables,
    /// Values of all others.
    plain: PlainValues,
    stats: EngineStats,
    held: u64,
}

/// What can come of each game, or why its components have no values.
type Kinds = HashMap<GameId, Result<EntailingKind, Text>, FxBuildHasher>;

/// The values of components by game.
type Tables = HashMap<GameId, HashMap<Box<[Int]>, EntailingValue, FxBuildHasher>, FxBuildHasher>;

/// What can come of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EntailingKind {
    /// Nothing urgent, and nothing that ends play.
    Plain,
    /// Something urgent, or that ends play.
    Entails {
        /// Whether something ends play.
        can_end: bool,
    },
}

impl EntailingSumMethod {
    /// Nothing is valued yet.
    pub fn new(settings: Arc<SessionSettings>) -> EntailingSumMethod {
        EntailingSumMethod {
            games: HashMap::default(),
            values: HashMap::default(),
            plain: PlainValues::new(settings),
            stats: EngineStats::default(),
            held: 0,
        }
    }

    /// What each component is worth, or why that cannot be told.
    fn worths(
        &mut self,
        world: &Arc<World>,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Result<Vec<EntailingValue>, Text>, SolveError> {
        let mut plain = Vec::new();
        for component in components {
            match self.entails(world, component.game) {
                Err(why) => return Ok(Err(why)),
                Ok(EntailingKind::Plain) => plain.push(component.clone()),
                Ok(EntailingKind::Entails { can_end: true })
                    if ending(world, component, budget)?.is_some() => {}
                Ok(EntailingKind::Entails { .. }) => {
                    if let Err(why) = self.fold(world, component, budget)? {
                        return Ok(Err(why));
                    }
                }
            }
        }
        self.plain.see_to(world, &plain, budget)?;
        let mut worths = Vec::with_capacity(components.len());
        for component in components {
            let can_end =
                self.entails(world, component.game) == Ok(EntailingKind::Entails { can_end: true });
            match if can_end {
                ending(world, component, budget)?
            } else {
                None
            } {
                Some(outcome) => worths.push(Ok(EntailingValue::over(outcome))),
                None => worths.push(self.worth(component)),
            }
        }
        Ok(worths.into_iter().collect())
    }

    /// The value of a component that was valued, or why it has none.
    fn worth(&self, component: &Component) -> Result<EntailingValue, Text> {
        match self.cached(component.game, &component.slots) {
            Some(value) => Ok(value.clone()),
            None => self
                .plain
                .value(component)
                .map(|nimber| EntailingValue::Free(Some(nimber))),
        }
    }

    /// The value of a component of which something urgent can come, if it is in the table.
    fn cached(&self, game: GameId, slots: &[Int]) -> Option<&EntailingValue> {
        valued(&self.values, game, slots)
    }

    /// What can come of a game, or why its components have no values.
    fn entails(&mut self, world: &World, game: GameId) -> Result<EntailingKind, Text> {
        kind(&mut self.games, world, game)
    }

    /// Values a component and all that comes of it, from the end of play upwards.
    fn fold(
        &mut self,
        world: &Arc<World>,
        root: &Component,
        budget: &Budget<'_>,
    ) -> Result<Result<(), Text>, SolveError> {
        // Positions that wait for others, with their options unless those are too many.
        let mut open: HashMap<Component, Option<OptionArena>, FxBuildHasher> = HashMap::default();
        let (mut rest, mut stored, mut won) = (vec![root.clone()], 0, WinningValues::default());
        while let Some(top) = rest.last() {
            budget.tick()?;
            if self.cached(top.game, &top.slots).is_some() {
                rest.pop();
                continue;
            }
            let (top, waited) = (
                top.clone(),
                open.remove(rest.last().expect("it was just there")),
            );
            let first = waited.is_none();
            let options = match waited.flatten() {
                Some(options) => {
                    stored -= options.len();
                    options
                }
                None => {
                    let mut options = OptionArena::new();
                    world
                        .options(top.game, &top.slots, &mut options, budget)
                        .map_err(|f| SolveError::of_fault(world, &f))?;
                    self.stats.options += options.len() as u64;
                    options
                }
            };
            won.clear();
            // Most options leave components that are in the table. Those have not ended.
            let (mut later, mut plain, mut is_over, mut is_two) =
                (Vec::new(), Vec::new(), false, false);
            for option in options.iter() {
                let (mut sum, missing) = (PartialSum::NOTHING, later.len() + plain.len());
                for (game, slots) in option.components() {
                    if let Some(value) = valued(&self.values, game, slots) {
                        is_two |= !sum.add(value);
                        continue;
                    }
                    let part = Component {
                        game,
                        slots: slots.into(),
                    };
                    match kind(&mut self.games, world, game) {
                        Err(why) => return Ok(Err(why)),
                        Ok(EntailingKind::Plain) => plain.push(part),
                        Ok(EntailingKind::Entails { can_end: true })
                            if ending(world, &part, budget)?.is_some() =>
                        {
                            is_over = true
                        }
                        Ok(EntailingKind::Entails { .. }) => later.push(part),
                    }
                }
                if later.len() + plain.len() == missing && !is_over {
                    won.add_sum(sum);
                }
            }
            if is_over {
                // What stands beside a component that ends play needs no value.
                (later, plain) = self.beside_no_end(world, &options, budget)?;
            }
            if !later.is_empty() {
                // The least are valued first: the others mostly rest on them.
                later.sort_unstable_by(|a, b| b.cmp(a));
                later.dedup();
                // What is met again while it waits for its options comes of itself.
                if !first
                    || later
                        .iter()
                        .any(|part| *part == top || open.contains_key(part))
                {
                    return Ok(Err(text!("play may go round", "对局可能无限循环")));
                }
                let bytes = later
                    .iter()
                    .map(|part| ENTRY + size_of_val(&*part.slots) as u64)
                    .sum::<u64>();
                budget.allow_growth(self.held + rest.len() as u64 * ENTRY, bytes)?;
                let is_stored = stored + options.len() <= MAX_STORED;
                stored += if is_stored { options.len() } else { 0 };
                open.insert(top, is_stored.then_some(options));
                rest.extend(later);
                continue;
            }
            if is_two && !is_over {
                return Ok(Err(two_urgent()));
            }
            self.plain.see_to(world, &plain, budget)?;
            let urgent = world
                .urgent(top.game, &top.slots, budget)
                .map_err(|f| SolveError::of_fault(world, &f))?;
            if urgent && options.is_empty() {
                return Err(SolveError::of_fault(world, &stuck(&top)));
            }
            if is_over || !plain.is_empty() {
                won.clear();
                for option in options.iter() {
                    match self.total(&read_option(world, &option, budget)?) {
                        Ok(value) => won.add(&value),
                        Err(why) => return Ok(Err(why)),
                    }
                }
            }
            let value = won.value(urgent);
            self.stats.positions += 1;
            self.held += ENTRY + size_of_val(&*top.slots) as u64 + value.bytes();
            budget.allow_growth(0, value.bytes())?;
            self.values
                .entry(top.game)
                .or_default()
                .insert(top.slots, value);
            budget.report(self.stats.positions, None);
        }
        Ok(Ok(()))
    }

    /// The components without a value that options leave which do not end play: of which something
    /// urgent can come, and others.
    fn beside_no_end(
        &mut self,
        world: &World,
        options: &OptionArena,
        budget: &Budget<'_>,
    ) -> Result<(Vec<Component>, Vec<Component>), SolveError> {
        let (mut later, mut plain) = (Vec::new(), Vec::new());
        for option in options.iter() {
            for part in read_option(world, &option, budget)?.parts {
                match self.entails(world, part.game) {
                    Ok(EntailingKind::Plain) => plain.push(part),
                    _ if self.cached(part.game, &part.slots).is_none() => later.push(part),
                    _ => {}
                }
            }
        }
        Ok((later, plain))
    }

    /// The value of what a move leaves, whose parts were valued, or why it has none.
    fn total(&self, left: &EntailingOption) -> Result<EntailingValue, Text> {
        if let Some(outcome) = left.over {
            return Ok(EntailingValue::over(outcome));
        }
        let worths = left
            .parts
            .iter()
            .map(|part| self.worth(part))
            .collect::<Result<Vec<_>, Text>>()?;
        EntailingValue::sum(&worths).ok_or_else(two_urgent)
    }

    /// The value of all components but one.
    fn without(worths: &[EntailingValue], index: usize) -> Option<EntailingValue> {
        EntailingValue::sum(
            worths
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != index)
                .map(|(_, worth)| worth),
        )
    }
}

/// What a move leaves.
struct EntailingOption {
    /// Who wins, if play is over with it.
    over: Option<Outcome>,
    /// The components; none if play is over.
    parts: Vec<Component>,
}

/// What can come of a game, or why its components have no values.
fn kind(known: &mut Kinds, world: &World, game: GameId) -> Result<EntailingKind, Text> {
    let kind = |game| {
        let reached = world.reachable_games([game]);
        let any = |what: fn(&World, GameId) -> bool| reached.iter().any(|&game| what(world, game));
        let can_end = any(|world, game| world.rules(game).can_end());
        match any(|world, game| world.rules(game).coins()) {
            true => Err(super::sources::cancelling()),
            false if can_end || any(|world, game| world.rules(game).conventions().entailing) => {
                Ok(EntailingKind::Entails { can_end })
            }
            false => Ok(EntailingKind::Plain),
        }
    };
    known.entry(game).or_insert_with(|| kind(game)).clone()
}

/// The value of a component of which something urgent can come, if it is in its table.
fn valued<'t>(tables: &'t Tables, game: GameId, slots: &[Int]) -> Option<&'t EntailingValue> {
    tables.get(&game)?.get(slots)
}

/// Who wins if a component that was made ends play.
fn ending(
    world: &World,
    component: &Component,
    budget: &Budget<'_>,
) -> Result<Option<Outcome>, SolveError> {
    let ending = world
        .ending(component.game, &component.slots, budget)
        .map_err(|f| SolveError::of_fault(world, &f))?;
    Ok(ending.map(PlayEnding::outcome))
}

fn read_option(
    world: &World,
    option: &OptionRef<'_>,
    budget: &Budget<'_>,
) -> Result<EntailingOption, SolveError> {
    let parts = SumPosition(
        option
            .components()
            .map(|(game, slots)| Component {
                game,
                slots: slots.into(),
            })
            .collect(),
    );
    let over = ended_at_once(world, &parts, budget).map_err(|f| SolveError::of_fault(world, &f))?;
    Ok(EntailingOption {
        over,
        parts: if over.is_some() { Vec::new() } else { parts.0 },
    })
}

fn two_urgent() -> Text {
    text!(
        "two components can be urgent at once",
        "可能同时有两个紧急的部分"
    )
}

impl SumMethod for EntailingSumMethod {
    fn outcome(
        &mut self,
        world: &Arc<World>,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Result<(Outcome, Text), SumTheoremError>, SolveError> {
        let total = self
            .worths(world, components, budget)?
            .and_then(|worths| EntailingValue::sum(&worths).ok_or_else(two_urgent));
        Ok(match total {
            Ok(total) => Ok((
                total.outcome(),
                text!(
                    "the values of the components add up to {total}",
                    "各部分的值之和为 {total}"
                ),
            )),
            Err(why) => Err(SumTheoremError::Because(why)),
        })
    }

    fn winning(
        &mut self,
        world: &Arc<World>,
        components: &[Component],
        limit: usize,
        budget: &Budget<'_>,
    ) -> Result<WinningSteps, SolveError> {
        let Ok(worths) = self.worths(world, components, budget)? else {
            return Err(SolveError::Bug(text!(
                "a component of a position that was decided has no value",
                "已判定的局面中有部分没有值"
            )));
        };
        let urgent = worths
            .iter()
            .position(|worth| matches!(worth, EntailingValue::Urgent(_)));
        let mut steps = WinningSteps {
            list: Vec::new(),
            complete: true,
            count: None,
        };
        for (index, component) in components
            .iter()
            .enumerate()
            .filter(|(index, _)| urgent.is_none_or(|urgent| urgent == *index))
        {
            let Some(EntailingValue::Free(rest)) = EntailingSumMethod::without(&worths, index)
            else {
                continue;
            };
            if self.games[&component.game] == Ok(EntailingKind::Plain) {
                // No move of it leaves infinity.
                let Some(rest) = rest else { continue };
                let (list, complete) =
                    self.plain.moves_to(world, index, component, rest, budget)?;
                steps.list.extend(list.into_iter().map(|step| vec![step]));
                steps.complete &= complete;
                continue;
            }
            let mut options = OptionArena::new();
            world
                .options(component.game, &component.slots, &mut options, budget)
                .map_err(|f| SolveError::of_fault(world, &f))?;
            for option in options.iter() {
                let left = read_option(world, &option, budget)?;
                if self
                    .total(&left)
                    .is_ok_and(|left| left.lost_beside().contains(rest))
                {
                    steps.list.push(vec![MoveStep {
                        component: index,
                        rule: option.rule,
                        choices: option.choices.into(),
                    }]);
                }
            }
        }
        steps.count = steps.complete.then_some(steps.list.len() as u128);
        steps.complete &= steps.list.len() <= limit;
        steps.list.truncate(limit);
        Ok(steps)
    }

    /// What each component is worth, then the whole.
    fn explanation(
        &mut self,
        world: &Arc<World>,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Option<Text>, SolveError> {
        let Ok(worths) = self.worths(world, components, budget)? else {
            return Ok(None);
        };
        let told = components.iter().zip(&worths).take(MAX_SHOWN_COMPONENTS).map(|(component, worth)| {
            let position = world.show(component.game, &component.slots);
            match worth {
                EntailingValue::Free(Some(nimber)) => text!("{position}: {nimber}", "{position}：{nimber}"),
                EntailingValue::Free(None) => {
                    // Beside an urgent component, and where play may go round, it need not be won.
                    text!(
                        "{position}: ∞, won beside every sum that must end and in which nothing is urgent",
                        "{position}：∞，与任何必定结束且没有紧急部分的和相加时，先手都必胜"
                    )
                }
                EntailingValue::Urgent(_) => {
                    text!(
                        "{position}: urgent, lost beside sums that must end and are worth {worth}",
                        "{position}：紧急，与必定结束且值为 {worth} 的和相加时先手必败"
                    )
                }
            }
        });
        let more = (components.len() > MAX_SHOWN_COMPONENTS).then(|| Text::same("…"));
        let total =
            EntailingValue::sum(&worths).map(|total| text!("together {total}", "合计 {total}"));
        let lines: Vec<Text> = told.chain(more).chain(total).collect();
        Ok(Some(Text::lines(&lines)))
    }

    fn entailed(
        &mut self,
        world: &Arc<World>,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Option<Vec<EntailingValue>>, SolveError> {
        Ok(self.worths(world, components, budget)?.ok())
    }

    fn failed_condition(
        &mut self,
        _: &World,
        _: &Component,
        _: &Budget<'_>,
    ) -> Result<Text, SolveError> {
        Ok(two_urgent())
    }

    fn stats(&self) -> EngineStats {
        self.stats.plus(self.plain.stats)
    }

    fn bytes(&self) -> u64 {
        self.held + self.plain.bytes()
    }

    fn begin(&mut self) {}
}
