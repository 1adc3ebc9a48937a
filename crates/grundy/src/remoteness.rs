//! The distance of every position from its end under optimal play, where the winner hurries and the
//! loser delays (remoteness; Smith 1966, Winning Ways chapter 12). If positions may repeat, a
//! winning player needs the distance, because each of their moves must come closer to the end.
//! Draws have no remoteness. All positions that play can reach are stored in memory, in O(V + E)
//! space. For many positions of one game, a table built tier by tier is used instead
//! ([`engines::tier_engine`]).

use std::collections::HashMap;

use base::budget::{Budget, StopReason};
use base::text;
use engines::engine::Engine;
use engines::engine::OptionalMachine;
use engines::error::TaskError;
use engines::oracle::{EngineError, OutcomeOracle};
use engines::reference::{ReferenceEngine, ReferenceOutcomes, may_rise};
use engines::tier_engine::{LazyDistances, MAX_REFERENCE_POSITIONS, TierEngine};
use facts::GameFacts;
use indexmap::IndexSet;
use rules::arithmetic::ArithmeticError;
use rules::game::{Conventions, EvalError, GameId, Outcome, RulesError};
use rules::play::{SumPosition, TurnState, resolve_turn};
use rules::world::World;
use rustc_hash::FxBuildHasher;
use structures::digraph::DirectedGraph;
use theory::retrograde::OutcomeTable;

use crate::error::SolveError;
use crate::settings::SessionSettings;

/// Number of positions in the first batch if the numbers of positions may rise without bound during
/// play.
const FIRST_LISTED: usize = if cfg!(test) { 8 } else { 1 << 12 };

/// Outcomes and remotenesses of all positions that play can reach from a root position.
pub(crate) enum RemotenessMap {
    Listed(ListedRemoteness),
    Table(LazyDistances),
}

/// A list of positions.
pub(crate) struct ListedRemoteness {
    positions: IndexSet<SumPosition, FxBuildHasher>,
    depths: Vec<u32>,
    /// All positions that play reaches in at most this number of moves are listed; `None` if all
    /// reachable positions are listed.
    horizon: Option<u32>,
    outcomes: OutcomeTable,
    options: u64,
    bytes: u64,
}

impl ListedRemoteness {
    /// Returns the outcome and remoteness of a position; `None` if positions beyond the horizon can
    /// change them.
    fn lookup(&self, sum: &SumPosition) -> Option<(Outcome, u32)> {
        let place = self.positions.get_index_of(sum)?;
        let moves = self.outcomes.remoteness(place as u32);
        let last = moves.map(|moves| self.depths[place].saturating_add(moves));
        let is_shown = |horizon| last.is_some_and(|last| last <= horizon);
        self.horizon
            .is_none_or(is_shown)
            .then(|| (self.outcomes.outcome(place as u32), moves.unwrap_or(0)))
    }
}

impl RemotenessMap {
    /// Analyzes every position that can be reached from `root`. If `tabled` is given, a table may
    /// be built, with machine code if `tabled` contains a machine.
    pub(crate) fn from(
        world: &World,
        root: &SumPosition,
        conventions: Conventions,
        tabled: Option<&OptionalMachine>,
        budget: &Budget<'_>,
    ) -> Result<RemotenessMap, EngineError> {
        let mut graph = RemotenessGraph::from_root(root);
        while let Some(position) = graph.next() {
            if let Some(code) = tabled
                && graph.ends.len() == MAX_REFERENCE_POSITIONS
                && let Some(table) = table(world, root, conventions, code, budget)?
            {
                return Ok(RemotenessMap::Table(table));
            }
            let turn = resolve_turn(world, &position, conventions, budget)?;
            graph.add(turn, budget)?;
        }
        Ok(RemotenessMap::Listed(graph.settled(None, budget)?))
    }

    /// Analyzes positions below a root that is not a draw, if numbers may rise without bound during
    /// play from the root. Larger and larger sets of positions are listed, breadth first, until
    /// they determine the remoteness of the root. The result contains only positions whose
    /// remoteness is determined.
    #[cold]
    fn rising(
        world: &World,
        root: &SumPosition,
        conventions: Conventions,
        budget: &Budget<'_>,
    ) -> Result<RemotenessMap, EngineError> {
        let mut most = FIRST_LISTED;
        loop {
            let mut graph = RemotenessGraph::from_root(root);
            // All positions that play reaches in at most this number of moves from the root are
            // listed.
            let mut horizon = u32::MAX;
            while let Some(position) = graph.next() {
                let place = graph.ends.len();
                let turn = if place < most {
                    resolve_turn(world, &position, conventions, budget)
                } else {
                    Ok(TurnState::Open(Vec::new()))
                };
                let turn = match turn {
                    Err(RulesError::Rule {
                        cause: EvalError::Arithmetic(ArithmeticError::Overflow),
                        ..
                    }) => None,
                    turn => Some(turn?),
                };
                if turn.is_none() || place >= most {
                    horizon = horizon.min(graph.depths[place]);
                }
                graph.add(turn.unwrap_or_else(|| TurnState::Open(Vec::new())), budget)?;
            }
            let is_whole = graph.ends.len() <= most;
            let listed = graph.settled(Some(horizon), budget)?;
            if listed.lookup(root).is_some() {
                return Ok(RemotenessMap::Listed(listed));
            }
            if is_whole {
                return Err(EngineError::Declined(text!(
                    "the numbers of the position can exceed 64 bits",
                    "局面中的数可能超出 64 位"
                )));
            }
            most = most.saturating_mul(4);
        }
    }

    /// Returns the number of positions examined, and the number of their options; the number of
    /// options is 0 if options were not counted.
    pub(crate) fn counts(&self) -> (u64, u64) {
        match self {
            RemotenessMap::Listed(listed) => (listed.positions.len() as u64, listed.options),
            RemotenessMap::Table(table) => (table.entries(), 0),
        }
    }

    /// Returns the approximate number of bytes in memory.
    pub(crate) fn bytes(&self) -> u64 {
        match self {
            RemotenessMap::Listed(listed) => listed.bytes,
            RemotenessMap::Table(table) => table.bytes(),
        }
    }

    /// Returns the name of the engine that computed the outcomes.
    pub(crate) fn method(&self) -> &'static str {
        match self {
            RemotenessMap::Listed(_) => ReferenceEngine.name(),
            RemotenessMap::Table(_) => TierEngine.name(),
        }
    }

    /// Returns the outcome of a position and the number of moves to the end under optimal play,
    /// which is 0 for a draw.
    pub(crate) fn lookup(&self, sum: &SumPosition) -> Option<(Outcome, u32)> {
        match (self, &sum.0[..]) {
            (RemotenessMap::Listed(listed), _) => listed.lookup(sum),
            (RemotenessMap::Table(table), [one]) if table.holds(one.game, &one.slots) => table
                .lookup(&one.slots)
                .and_then(|(outcome, moves)| Some((outcome, u32::try_from(moves).ok()?))),
            (RemotenessMap::Table(_), _) => None,
        }
    }
}

/// Positions that play reaches, breadth first.
struct RemotenessGraph {
    positions: IndexSet<SumPosition, FxBuildHasher>,
    depths: Vec<u32>,
    /// For each position examined, the index in `options` after its last option.
    ends: Vec<u32>,
    options: Vec<u32>,
    /// The positions in which play is over.
    over: Vec<(u32, Outcome)>,
    bytes: u64,
}

impl RemotenessGraph {
    fn from_root(root: &SumPosition) -> RemotenessGraph {
        RemotenessGraph {
            positions: IndexSet::from_iter([root.clone()]),
            depths: vec![0],
            ends: Vec::new(),
            options: Vec::new(),
            over: Vec::new(),
            bytes: bytes_of(root),
        }
    }

    /// Returns the next position to examine.
    fn next(&self) -> Option<SumPosition> {
        self.positions.get_index(self.ends.len()).cloned()
    }

    /// Adds the options or the outcome of the next position.
    fn add(&mut self, turn: TurnState, budget: &Budget<'_>) -> Result<(), StopReason> {
        let depth = self.depths[self.ends.len()] + 1;
        match turn {
            TurnState::Over(outcome) => self.over.push((self.ends.len() as u32, outcome)),
            TurnState::Open(moves) => {
                for option in moves {
                    let bytes = bytes_of(&option.leaves);
                    let (place, is_new) = self.positions.insert_full(option.leaves);
                    if is_new {
                        self.bytes += bytes;
                        self.depths.push(depth);
                    }
                    self.options.push(place as u32);
                    self.bytes += size_of::<usize>() as u64 * 2;
                }
                budget.allow_memory(self.bytes)?;
            }
        }
        let end = u32::try_from(self.options.len());
        self.ends
            .push(end.map_err(|_| StopReason::Positions(1 << 32))?);
        budget.report(self.ends.len() as u64, None);
        Ok(())
    }

    /// Computes the outcomes and remotenesses of the positions.
    fn settled(
        self,
        horizon: Option<u32>,
        budget: &Budget<'_>,
    ) -> Result<ListedRemoteness, StopReason> {
        let options = self.options.len() as u64;
        let graph = DirectedGraph::from_rows(self.ends, self.options);
        Ok(ListedRemoteness {
            positions: self.positions,
            depths: self.depths,
            horizon,
            outcomes: graph.outcomes(&graph.transpose(budget)?, self.over, None, budget)?,
            options,
            bytes: self.bytes,
        })
    }
}

/// Cached remotenesses, for consecutive questions.
#[derive(Default)]
pub(crate) struct RemotenessCache {
    /// The machine that runs the generated code of tables; `None` if no table may be built.
    tabled: Option<OptionalMachine>,
    pub found: Option<RemotenessMap>,
    /// Outcomes of positions from which numbers may rise without bound during play.
    rising: Option<ReferenceOutcomes>,
    /// For each game, whether its numbers may rise in play that is not known to end.
    rises: HashMap<GameId, bool>,
}

impl RemotenessCache {
    /// Creates an empty cache.
    pub(crate) fn new(settings: &SessionSettings) -> RemotenessCache {
        let tabled =
            (!settings.without.contains(TierEngine.name())).then(|| settings.means().code());
        RemotenessCache {
            tabled,
            ..RemotenessCache::default()
        }
    }

    /// Returns the cached outcome and remoteness of a position.
    pub(crate) fn cached(&self, sum: &SumPosition) -> Option<(Outcome, u32)> {
        self.found.as_ref().and_then(|table| table.lookup(sum))
    }

    /// Returns the outcome and remoteness of a position.
    ///
    /// # Errors
    /// Returns [`SolveError`] if the rules cannot be evaluated or the budget runs out.
    pub(crate) fn find_remoteness(
        &mut self,
        world: &World,
        sum: &SumPosition,
        conventions: Conventions,
        budget: &Budget<'_>,
    ) -> Result<(Outcome, u32), SolveError> {
        if let Some(found) = self.cached(sum) {
            return Ok(found);
        }
        let of_engine = |error| SolveError::of_engine(world, error);
        let made = if self.rises(world, sum, conventions, budget)? {
            let outcomes = self
                .rising
                .get_or_insert_with(|| ReferenceOutcomes::new(conventions));
            if outcomes.outcome(world, sum, budget).map_err(of_engine)? == Outcome::D {
                return Ok((Outcome::D, 0));
            }
            RemotenessMap::rising(world, sum, conventions, budget)
        } else {
            RemotenessMap::from(world, sum, conventions, self.tabled.as_ref(), budget)
        };
        let made = made.map_err(of_engine)?;
        let found = made.lookup(sum).expect("the root is in its table");
        self.found = Some(made);
        Ok(found)
    }

    /// Returns whether numbers may rise in play that is not known to end.
    fn rises(
        &mut self,
        world: &World,
        sum: &SumPosition,
        conventions: Conventions,
        budget: &Budget<'_>,
    ) -> Result<bool, StopReason> {
        if !conventions.loopy || !may_rise(world, sum.0.iter().map(|component| component.game)) {
            return Ok(false);
        }
        for game in sum.0.iter().map(|component| component.game) {
            let rises = match (self.rises.get(&game), world.rules(game).game()) {
                (Some(&rises), _) => rises,
                (None, Some(ir)) => rises(world, game, Some(&facts::facts(ir, game, budget)?)),
                (None, None) => false,
            };
            self.rises.insert(game, rises);
            if rises {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Returns whether a number of a game may rise in play that is not known to end. Other games to
/// which moves of this game lead are not examined.
pub(crate) fn rises(world: &World, game: GameId, facts: Option<&GameFacts>) -> bool {
    let Some(facts) = facts.filter(|facts| !facts.ends) else {
        return false;
    };
    let mut slots = world.rules(game).slots().iter().zip(&facts.never_grows);
    slots.any(|(slot, never_grows)| slot.high.is_none() && !never_grows)
}

/// Builds a table of the positions that play reaches; `None` if a table is not worth building.
#[cold]
fn table(
    world: &World,
    root: &SumPosition,
    conventions: Conventions,
    code: &OptionalMachine,
    budget: &Budget<'_>,
) -> Result<Option<LazyDistances>, EngineError> {
    let [one] = &root.0[..] else { return Ok(None) };
    let Some(game) = world.rules(one.game).game().filter(|_| conventions.loopy) else {
        return Ok(None);
    };
    let facts = facts::facts(game, one.game, budget)?;
    let around = LazyDistances::around(world, one, conventions, &facts, code, budget);
    let Some(mut table) = TaskError::unless_declined(around)? else {
        return Ok(None);
    };
    match table.fill(world, &one.slots, budget) {
        // Positions that a table does not support are examined individually.
        Err(EngineError::Declined(_)) => Ok(None),
        made => made.map(|()| Some(table)),
    }
}

/// Returns the approximate number of bytes of a position while the graph is analyzed; the estimate
/// is deliberately too large.
fn bytes_of(sum: &SumPosition) -> u64 {
    let parts: usize = sum
        .0
        .iter()
        .map(|c| size_of_val(c) + 16 + size_of_val(&*c.slots))
        .sum();
    (2 * (size_of::<SumPosition>() + 16 + parts) + 128) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::play::Component;
    use structures::digraph;

    #[test]
    fn the_winner_hurries_and_the_loser_delays() {
        let mut world = World::empty();
        let game = world
            .read(
                &digraph::KIND,
                "7 9  1 0  2 1  3 0  3 2  4 3  5 6  6 5  6 4  6 3",
            )
            .unwrap();
        let at = |n| {
            SumPosition(vec![Component {
                game,
                slots: [n].into(),
            }])
        };
        let table = RemotenessMap::from(
            &world,
            &at(5),
            world.rules(game).conventions(),
            Some(&None),
            &Budget::generous(),
        )
        .unwrap();
        let found: Vec<_> = [0, 1, 2, 3, 4, 5, 6]
            .map(|n| table.lookup(&at(n)).unwrap())
            .into();
        use rules::ast::OutcomeLetter::{N, P};
        assert_eq!(
            found,
            [(P, 0), (N, 1), (P, 2), (N, 1), (P, 2), (P, 4), (N, 3)]
        );
    }

    /// The listed positions have equal remotenesses in the game with an upper bound for numbers and
    /// in the game without a bound.
    #[test]
    fn parts_show_the_remoteness_of_the_whole() {
        let (budget, mut decided) = (Budget::generous(), [0; 2]);
        let mut rng = fastrand::Rng::with_seed(12);
        for _ in 0..300 {
            let (up, down, halt) = (rng.i64(1..4), rng.i64(1..5), rng.i64(0..6));
            let of = |high: &str, at: i64| {
                let rules = format!(
                    "game Walk {{ state n in 0..{high} loopy move when n < 60 and n > {halt} : [n + {up}] \
                     move k in {{{down}, {}}} when n > {halt} : [n - k] move when n % 7 == 3 and n < 60 : [2 * n] }}",
                    down + 2
                );
                let mut world = World::empty();
                world.load("walk.game", &rules).unwrap();
                let game = world.instantiate("walk", vec![]).unwrap();
                let sum = SumPosition(vec![Component {
                    game,
                    slots: [at].into(),
                }]);
                let conventions = world.rules(game).conventions();
                let mut distant = RemotenessCache::default();
                distant.rises.insert(game, high.is_empty());
                distant
                    .find_remoteness(&world, &sum, conventions, &budget)
                    .unwrap()
            };
            let at = rng.i64(0..30);
            let (part, whole) = (of("", at), of("130", at));
            assert_eq!(part, whole, "{up} {down} {halt} at {at}");
            decided[0] += usize::from(whole.0 != Outcome::D && whole.1 > 0);
            decided[1] += usize::from(whole.0 != Outcome::D && whole.1 > 2);
        }
        assert!(decided[0] > 60 && decided[1] > 10, "{decided:?}");
    }
}
