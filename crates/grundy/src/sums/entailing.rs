//! Sums with urgent components, by values ([`theory::entailing`]). Components that cannot reach an
//! urgent component have their Grundy values, computed as under plain normal play. For components
//! that can reach an urgent component, the values of all reachable positions are computed into a
//! table for each game (a fold). No position may leave two urgent components at once.

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
use super::sum_method::{SumAnswer, SumMethod, SumQuery, WinningSteps};
use crate::error::{RulesResult, SolveError};
use crate::option_list::options_of;
use crate::settings::SessionSettings;

/// Approximate number of bytes of a value in addition to the numbers of its component.
const ENTRY: u64 = 200;

/// Maximum number of options that are stored for positions that wait for the values of their
/// options. Options beyond this maximum are listed twice.
const MAX_STORED: usize = 1 << 20;

/// The values of components in sums with urgent components.
pub(super) struct EntailingSumMethod {
    /// The kind of each game, or the reason why its components have no values.
    games: Kinds,
    /// The values of components that can reach an urgent component, a goal or a trap, in a table
    /// for each game.
    values: Tables,
    /// Values of the components that can reach no urgent component, goal or trap.
    plain: PlainValues,
    stats: EngineStats,
    held: u64,
}

/// The kind of each game, or the reason why its components have no values.
type Kinds = HashMap<GameId, Result<EntailingKind, Text>, FxBuildHasher>;

/// The values of components by game.
type Tables = HashMap<GameId, HashMap<Box<[Int]>, EntailingValue, FxBuildHasher>, FxBuildHasher>;

/// The kind of a game by the components that its components can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EntailingKind {
    /// A component of the game reaches no component that is urgent or ends play.
    Plain,
    /// A component of the game can reach a component that is urgent or ends play.
    Entails {
        /// Whether a component can end play.
        can_end: bool,
    },
}

impl EntailingSumMethod {
    /// Creates the method with an empty cache.
    pub fn new(settings: Arc<SessionSettings>) -> EntailingSumMethod {
        EntailingSumMethod {
            games: HashMap::default(),
            values: HashMap::default(),
            plain: PlainValues::new(settings),
            stats: EngineStats::default(),
            held: 0,
        }
    }

    /// Returns the value of each component.
    fn worths(&mut self, sum: &SumQuery<'_>) -> SumAnswer<Vec<EntailingValue>> {
        let SumQuery { world, budget, .. } = *sum;
        let mut plain = Vec::new();
        for component in sum.components {
            match self.entails(world, component.game)? {
                EntailingKind::Plain => plain.push(component.clone()),
                EntailingKind::Entails { can_end: true }
                    if ending(world, component, budget)?.is_some() => {}
                EntailingKind::Entails { .. } => self.fold(world, component, budget)?,
            }
        }
        self.plain.see_to(world, &plain, budget)?;
        let mut worths = Vec::with_capacity(sum.components.len());
        for component in sum.components {
            let can_end =
                self.entails(world, component.game) == Ok(EntailingKind::Entails { can_end: true });
            let over = if can_end {
                ending(world, component, budget)?
            } else {
                None
            };
            worths.push(match over {
                Some(outcome) => EntailingValue::over(outcome),
                None => self.worth(component)?,
            });
        }
        Ok(worths)
    }

    /// Returns the value of a component whose value was computed, or the reason why the component
    /// has no value.
    fn worth(&self, component: &Component) -> Result<EntailingValue, Text> {
        match self.cached(component.game, &component.slots) {
            Some(value) => Ok(value.clone()),
            None => self
                .plain
                .value(component)
                .map(|nimber| EntailingValue::Free(Some(nimber))),
        }
    }

    /// Returns the value of a component that can reach an urgent component, if the value is in the
    /// table.
    fn cached(&self, game: GameId, slots: &[Int]) -> Option<&EntailingValue> {
        valued(&self.values, game, slots)
    }

    /// Returns the kind of a game, or the reason why its components have no values.
    fn entails(&mut self, world: &World, game: GameId) -> Result<EntailingKind, Text> {
        kind(&mut self.games, world, game)
    }

    /// Computes the values of a component and of all components that it reaches, from the end of
    /// play upwards.
    fn fold(&mut self, world: &Arc<World>, root: &Component, budget: &Budget<'_>) -> SumAnswer<()> {
        // Positions that wait for the values of other positions, with their options unless a
        // position has too many options.
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
                    let options = options_of(world, &top, budget)?;
                    self.stats.options += options.len() as u64;
                    options
                }
            };
            won.clear();
            // Most options leave components that are in the table. Components in the table have not
            // ended play.
            let (mut later, mut plain, mut is_over, mut is_two) =
                (Vec::new(), Vec::new(), false, false);
            for option in options.iter() {
                let (mut sum, missing) = (PartialSum::NOTHING, later.len() + plain.len());
                for (game, slots) in option.components() {
                    if let Some(value) = valued(&self.values, game, slots) {
                        is_two |= !sum.add(value);
                        continue;
                    }
                    let part = Component::new(game, slots);
                    match kind(&mut self.games, world, game)? {
                        EntailingKind::Plain => plain.push(part),
                        EntailingKind::Entails { can_end: true }
                            if ending(world, &part, budget)?.is_some() =>
                        {
                            is_over = true
                        }
                        EntailingKind::Entails { .. } => later.push(part),
                    }
                }
                if later.len() + plain.len() == missing && !is_over {
                    won.add_sum(sum);
                }
            }
            if is_over {
                // Components next to a component that ends play need no value.
                (later, plain) = self.beside_no_end(world, &options, budget)?;
            }
            if !later.is_empty() {
                // The smallest components are evaluated first, because the other components mostly
                // depend on them.
                later.sort_unstable_by(|a, b| b.cmp(a));
                later.dedup();
                // If play reaches a position that waits for the values of its options, this
                // position can reach itself.
                if !first
                    || later
                        .iter()
                        .any(|part| *part == top || open.contains_key(part))
                {
                    return Err(text!("play can cycle", "对局可能循环").into());
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
                return Err(two_urgent().into());
            }
            self.plain.see_to(world, &plain, budget)?;
            let urgent = world
                .urgent(top.game, &top.slots, budget)
                .explain_fault(world)?;
            if urgent && options.is_empty() {
                return Err(SolveError::of_fault(world, &stuck(&top)).into());
            }
            if is_over || !plain.is_empty() {
                won.clear();
                for option in options.iter() {
                    won.add(&self.total(&read_option(world, &option, budget)?)?);
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
        Ok(())
    }

    /// Returns the components without a value in options that do not end play. The first list
    /// contains the components that can reach an urgent component; the second list contains all
    /// other components.
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

    /// Returns the value of the position after a move, whose parts have known values, or the reason
    /// why the position has no value.
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

    /// Returns the value of the sum of all components but one.
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

/// The result of a move.
struct EntailingOption {
    /// The outcome, if play is over.
    over: Option<Outcome>,
    /// The components after the move; the list is empty if play is over.
    parts: Vec<Component>,
}

/// Returns the kind of a game, or the reason why its components have no values.
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

/// Returns the value of a component that can reach an urgent component, if the value is in the
/// table of its game.
fn valued<'t>(tables: &'t Tables, game: GameId, slots: &[Int]) -> Option<&'t EntailingValue> {
    tables.get(&game)?.get(slots)
}

/// Returns the outcome if a component left by a move ends play.
fn ending(
    world: &World,
    component: &Component,
    budget: &Budget<'_>,
) -> Result<Option<Outcome>, SolveError> {
    let ending = world
        .ending(component.game, &component.slots, budget)
        .explain_fault(world)?;
    Ok(ending.map(PlayEnding::outcome))
}

fn read_option(
    world: &World,
    option: &OptionRef<'_>,
    budget: &Budget<'_>,
) -> Result<EntailingOption, SolveError> {
    let parts = SumPosition(option.to_components());
    let over = ended_at_once(world, &parts, budget).explain_fault(world)?;
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
    fn outcome(&mut self, sum: &SumQuery<'_>) -> SumAnswer<(Outcome, Text)> {
        let total = EntailingValue::sum(&self.worths(sum)?).ok_or_else(two_urgent)?;
        let found = text!(
            "the sum of the components has the value {total}",
            "各部分之和的值为 {total}"
        );
        Ok((total.outcome(), found))
    }

    fn winning(&mut self, sum: &SumQuery<'_>, limit: usize) -> SumAnswer<WinningSteps> {
        let worths = self.worths(sum)?;
        let urgent = worths
            .iter()
            .position(|worth| matches!(worth, EntailingValue::Urgent(_)));
        let (mut steps, mut complete) = (Vec::new(), true);
        for (index, component) in sum
            .components
            .iter()
            .enumerate()
            .filter(|(index, _)| urgent.is_none_or(|urgent| urgent == *index))
        {
            let Some(EntailingValue::Free(rest)) = EntailingSumMethod::without(&worths, index)
            else {
                continue;
            };
            if self.games[&component.game] == Ok(EntailingKind::Plain) {
                // A move in a plain component never leaves the value infinity, so its result never
                // has the value of an infinite `rest`.
                let Some(rest) = rest else { continue };
                let (list, all) = self.plain.moves_to(sum, index, rest)?;
                steps.extend(list);
                complete &= all;
                continue;
            }
            for option in options_of(sum.world, component, sum.budget)?.iter() {
                let left = read_option(sum.world, &option, sum.budget)?;
                if self
                    .total(&left)
                    .is_ok_and(|left| left.lost_beside().contains(rest))
                {
                    steps.push(MoveStep::new(index, option.rule, option.choices));
                }
            }
        }
        Ok(WinningSteps::of_single_steps(
            steps.into_iter(),
            complete,
            limit,
        ))
    }

    fn explanation(&mut self, sum: &SumQuery<'_>) -> SumAnswer<Text> {
        let worths = self.worths(sum)?;
        let described = worths.iter().map(|worth| match worth {
            EntailingValue::Free(Some(nimber)) => Text::same(nimber.to_string()),
            // In a sum with an urgent component, or in a loopy sum, an infinite component need not
            // be a win.
            EntailingValue::Free(None) => text!(
                "∞: if play in the other components must end and none of them is urgent, the player to move wins",
                "∞；与任何必定结束且没有紧急部分的和相加时，先手必胜"
            ),
            EntailingValue::Urgent(_) => text!(
                "urgent: if play in the other components must end and the value of their sum is in {worth}, the player to move loses",
                "紧急；与必定结束且值属于 {worth} 的和相加时，先手必败"
            ),
        });
        let total = EntailingValue::sum(&worths);
        let whole = total.map(|total| text!("total: {total}", "合计：{total}"));
        Ok(sum.explanation(described, whole))
    }

    fn entailing_values(&mut self, sum: &SumQuery<'_>) -> SumAnswer<Option<Vec<EntailingValue>>> {
        self.worths(sum).map(Some)
    }

    fn stats(&self) -> EngineStats {
        self.stats.plus(self.plain.stats)
    }

    fn bytes(&self) -> u64 {
        self.held + self.plain.bytes()
    }
}
