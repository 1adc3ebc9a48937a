//! The slow and simple oracles, which are the reference implementations for all other engines.
//! [`ReferenceOutcomes`] lists every position that play can reach and works backwards from the ends
//! (retrograde analysis, O(V + E)). [`ReferenceOutcomes`] supports every convention and is the
//! engine for `loopy` games, in which infinite play is a draw. [`ReferenceGrundy`] lists every
//! component that play can reach, and computes values directly from the definition: the least
//! number that no option has. The two reference oracles store the complete graph, so memory limits
//! the games that they can solve.
//!
//! ```
//! use base::budget::Budget;
//! use engines::oracle::OutcomeOracle;
//! use engines::reference::ReferenceOutcomes;
//! use rules::game::Outcome;
//! use rules::play::{Component, SumPosition};
//! use rules::world::World;
//!
//! let mut world = World::empty();
//! world
//!     .load(
//!         "ring.game",
//!         "game Ring { state n in 0..2 loopy move : [(n + 1) % 3] }",
//!     )
//!     .unwrap();
//! let ring = world.instantiate("ring", vec![]).unwrap();
//! let mut reference = ReferenceOutcomes::new(world.rules(ring).conventions());
//! let sum = SumPosition(vec![Component {
//!     game: ring,
//!     slots: [0].into(),
//! }]);
//! assert_eq!(
//!     reference.outcome(&world, &sum, &Budget::generous()),
//!     Ok(Outcome::D)
//! );
//! ```

mod retrograde;

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use indexmap::{IndexMap, IndexSet};
use rules::arithmetic::ArithmeticError;
use rules::game::{Conventions, EvalError, GameId, OptionArena, Outcome, RulesError};
use rules::ir::Int;
use rules::play::{Component, SumPosition, TurnState, ended_at_once, resolve_turn};
use rules::world::World;
use rustc_hash::FxBuildHasher;
use theory::value::Grundy;

use crate::engine::{Engine, OracleAttempt, OutcomeTask, ValueTask};
use crate::error::EngineError;
use crate::oracle::{GrundyOracle, OutcomeOracle};
use crate::stats::EngineStats;

/// Outcomes of complete sums under every convention, by retrograde analysis of all positions that
/// play can reach.
pub struct ReferenceOutcomes {
    conventions: Conventions,
    known: IndexMap<SumPosition, Outcome, FxBuildHasher>,
    known_bytes: u64,
    options: u64,
}

impl ReferenceOutcomes {
    /// Creates an oracle with an empty cache. Unless the conventions are `loopy`, a cycle is an
    /// error.
    pub fn new(conventions: Conventions) -> ReferenceOutcomes {
        ReferenceOutcomes {
            conventions,
            known: IndexMap::default(),
            known_bytes: 0,
            options: 0,
        }
    }

    /// Returns the outcome of a position if the outcome is cached or play is over, and otherwise
    /// the moves from the position.
    fn turn(
        &self,
        world: &World,
        sum: &SumPosition,
        budget: &Budget<'_>,
    ) -> Result<TurnState, RulesError> {
        match self.known.get(sum) {
            Some(&outcome) => Ok(TurnState::Over(outcome)),
            None => resolve_turn(world, sum, self.conventions, budget),
        }
    }

    /// Returns the outcome of a position from which numbers may grow without bound, or whose graph
    /// is too large to list completely. Larger and larger parts of the graph are listed, breadth
    /// first, until the part proves the outcome. Positions at which a number exceeds 64 bits remain
    /// open.
    #[cold]
    #[inline(never)]
    fn rising(
        &mut self,
        world: &World,
        sum: &SumPosition,
        budget: &Budget<'_>,
    ) -> Result<Outcome, EngineError> {
        let mut most = FIRST_BATCH_POSITIONS;
        loop {
            let (mut decided, mut open, mut passed) = (Vec::new(), Vec::new(), None);
            let graph = ReachableGraph::list(
                sum.clone(),
                sum_bytes,
                self.known_bytes,
                budget,
                |sum, out| {
                    let turn = if decided.len() < most {
                        self.turn(world, sum, budget)
                    } else {
                        Ok(TurnState::Open(Vec::new()))
                    };
                    open.push(decided.len() >= most);
                    decided.push(match turn {
                        Ok(TurnState::Over(outcome)) => Some(outcome),
                        Ok(TurnState::Open(moves)) => {
                            out.extend(moves.into_iter().map(|step| step.leaves));
                            None
                        }
                        Err(
                            fault @ RulesError::Rule {
                                cause: EvalError::Arithmetic(ArithmeticError::Overflow),
                                ..
                            },
                        ) => {
                            passed.get_or_insert(fault);
                            *open.last_mut().expect("it was pushed just now") = true;
                            None
                        }
                        Err(fault) => return Err(fault.into()),
                    });
                    Ok(())
                },
            )?;
            self.options += graph.options.targets.len() as u64;
            let is_whole = graph.nodes.len() <= most;
            let outcomes = retrograde::settled(&graph.options, decided, &open, budget)?;
            if let Some(found) = outcomes[0] {
                for (position, outcome) in graph.nodes.into_iter().zip(outcomes) {
                    if let Some(outcome) = outcome {
                        self.store(position, outcome, budget)?;
                    }
                }
                return Ok(found);
            }
            if let (true, Some(_)) = (is_whole, passed) {
                return Err(EngineError::Declined(unproved(
                    world,
                    sum,
                    graph.nodes.len(),
                )));
            }
            most = most.saturating_mul(BATCH_GROWTH_FACTOR);
        }
    }

    /// Caches an outcome for later queries.
    fn store(
        &mut self,
        position: SumPosition,
        outcome: Outcome,
        budget: &Budget<'_>,
    ) -> Result<(), StopReason> {
        budget.tick()?;
        if self.known.len() == self.known.capacity() {
            budget.allow_growth(self.known_bytes, self.known.len() as u64 * INDEX_ENTRY * 2)?;
        }
        let bytes = sum_bytes(&position);
        if self.known.insert(position, outcome).is_none() {
            self.known_bytes += bytes;
        }
        Ok(())
    }
}

/// Number of positions in the first batch if numbers may grow without bound.
const FIRST_BATCH_POSITIONS: usize = if cfg!(test) { 4 } else { 1 << 12 };

/// Factor by which a batch is enlarged if it does not prove the outcome.
const BATCH_GROWTH_FACTOR: usize = if cfg!(test) { 2 } else { 8 };

/// Returns whether play reaches a game with a slot that has no upper bound in the rules, so that
/// its numbers may grow without bound.
pub fn may_rise(world: &World, games: impl IntoIterator<Item = GameId>) -> bool {
    world.reachable_games(games).into_iter().any(|game| {
        world
            .rules(game)
            .slots()
            .iter()
            .any(|slot| slot.high.is_none())
    })
}

/// Returns the reason why the outcome of a position is unknown: play from this position may reach
/// numbers that exceed 64 bits.
fn unproved(world: &World, sum: &SumPosition, listed: usize) -> Text {
    let position = sum.show(world);
    text!(
        "numbers in play from {position} exceed 64 bits: {listed} positions that can be reached prove neither a win nor a draw; to make the game finite, set a range in the rules, such as `state n in 0..1000`",
        "从 {position} 出发的对局中的数会超过 64 位：其下可达的 {listed} 个局面既不能证明胜负，也不能证明平局；\
         在规则中给出范围（如 `state n in 0..1000`）可使游戏有限"
    )
}

impl OutcomeOracle for ReferenceOutcomes {
    /// Takes O(V + E) time for V positions with E moves in total, in addition to listing the
    /// positions and moves.
    fn outcome(
        &mut self,
        world: &World,
        sum: &SumPosition,
        budget: &Budget<'_>,
    ) -> Result<Outcome, EngineError> {
        if let Some(&outcome) = self.known.get(sum) {
            return Ok(outcome);
        }
        if self.conventions.loopy && may_rise(world, sum.0.iter().map(|component| component.game)) {
            return self.rising(world, sum, budget);
        }
        let mut decided = Vec::new();
        let known_bytes = self.known_bytes;
        let graph =
            ReachableGraph::list(sum.clone(), sum_bytes, known_bytes, budget, |sum, out| {
                decided.push(match self.turn(world, sum, budget)? {
                    TurnState::Over(outcome) => Some(outcome),
                    TurnState::Open(moves) => {
                        out.extend(moves.into_iter().map(|step| step.leaves));
                        None
                    }
                });
                Ok(())
            })?;
        let order = match graph.bottom_up(budget)? {
            BottomUpOrder::Order(order) => order,
            BottomUpOrder::Cycle(_) if self.conventions.loopy => {
                (0..graph.nodes.len() as u32).collect()
            }
            BottomUpOrder::Cycle(cycle) => {
                return Err(EngineError::Endless(
                    cycle
                        .into_iter()
                        .map(|node| graph.nodes[node as usize].clone())
                        .collect(),
                ));
            }
        };
        self.options += graph.options.targets.len() as u64;
        let outcomes = retrograde::settled(&graph.options, decided, &[], budget)?;
        let mut nodes: Vec<SumPosition> = graph.nodes.into_iter().collect();
        let outcome = |node: u32| outcomes[node as usize].expect("every position was listed");
        for node in order {
            self.store(
                std::mem::take(&mut nodes[node as usize]),
                outcome(node),
                budget,
            )?;
        }
        Ok(outcome(0))
    }

    fn stats(&self) -> EngineStats {
        EngineStats {
            positions: self.known.len() as u64,
            options: self.options,
        }
    }

    fn bytes(&self) -> u64 {
        self.known_bytes
    }

    fn evidence(&self, limit: usize) -> Option<Vec<(SumPosition, Outcome)>> {
        if self.conventions.loopy || self.known.len() > limit {
            return None;
        }
        Some(
            self.known
                .iter()
                .map(|(sum, &outcome)| (sum.clone(), outcome))
                .collect(),
        )
    }
}

/// Grundy values of single components under normal play, by the definition.
#[derive(Default)]
pub struct ReferenceGrundy {
    known: HashMap<Component, Grundy, FxBuildHasher>,
    known_bytes: u64,
    /// The positions in the order in which they were valued.
    order: Vec<Component>,
    options: u64,
}

impl ReferenceGrundy {
    /// Creates an oracle with an empty cache.
    pub fn new() -> ReferenceGrundy {
        ReferenceGrundy::default()
    }

    /// Returns the options of a component as sums; an empty list if play is over.
    fn options(
        &self,
        world: &World,
        component: &Component,
        budget: &Budget<'_>,
    ) -> Result<Vec<SumPosition>, RulesError> {
        if world
            .ending(component.game, &component.slots, budget)?
            .is_some()
        {
            return Ok(Vec::new());
        }
        let mut options = OptionArena::new();
        world.options(component.game, &component.slots, &mut options, budget)?;
        let parts = options.iter().map(|o| {
            o.components()
                .map(|(game, slots)| Component {
                    game,
                    slots: slots.into(),
                })
                .collect()
        });
        Ok(parts
            .map(|parts| SumPosition::canonical(parts, world))
            .collect())
    }

    /// Returns the value of a component whose options are valued. An option that wins at once makes
    /// the component loony. Options that lose at once, by a trap or by leaving a loony component,
    /// are never chosen. If no option wins at once, the value is the mex of the values of the
    /// options that do not lose at once.
    fn valued(
        &self,
        world: &World,
        component: &Component,
        budget: &Budget<'_>,
    ) -> Result<Grundy, EngineError> {
        if let Some(ending) = world.ending(component.game, &component.slots, budget)? {
            return Ok(Grundy::from_ending(ending));
        }
        let mut taken = BTreeSet::new();
        for option in self.options(world, component, budget)? {
            match ended_at_once(world, &option, budget)? {
                Some(Outcome::P) => return Ok(Grundy::LOONY),
                Some(_) => continue,
                None => {}
            }
            let nimbers: Option<Vec<u64>> = option
                .0
                .iter()
                .map(|part| self.known[part].as_nimber())
                .collect();
            if let Some(nimbers) = nimbers {
                taken.insert(nimbers.iter().fold(0, |sum, nimber| sum ^ nimber));
            }
        }
        let least = (0..)
            .find(|nimber| !taken.contains(nimber))
            .expect("the options are finitely many");
        Grundy::nimber(least).ok_or(EngineError::Fault(
            StopReason::Positions(Grundy::MAX_NIMBER).into(),
        ))
    }
}

impl GrundyOracle for ReferenceGrundy {
    /// Lists every option twice: once to find the components, and once to compute their values.
    /// Supports positions of `loopy` games only if play from the position always ends.
    fn grundy(
        &mut self,
        world: &World,
        game: GameId,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Grundy, EngineError> {
        let root = Component {
            game,
            slots: slots.into(),
        };
        if let Some(&value) = self.known.get(&root) {
            return Ok(value);
        }
        let graph = ReachableGraph::list(
            root.clone(),
            component_bytes,
            self.known_bytes,
            budget,
            |component, out| {
                if self.known.contains_key(component) {
                    return Ok(());
                }
                for option in self.options(world, component, budget)? {
                    // If an option ends play, its components need not be valued.
                    if ended_at_once(world, &option, budget)?.is_none() {
                        out.extend(option.0);
                    }
                }
                Ok(())
            },
        )?;
        let order = match graph.bottom_up(budget)? {
            BottomUpOrder::Order(order) => order,
            BottomUpOrder::Cycle(cycle) => {
                return Err(EngineError::Endless(
                    cycle
                        .into_iter()
                        .map(|node| SumPosition(vec![graph.nodes[node as usize].clone()]))
                        .collect(),
                ));
            }
        };
        self.options += graph.options.targets.len() as u64;
        let whole = order.len() as u64;
        for (done, node) in order.into_iter().enumerate() {
            if done.is_multiple_of(1 << 12) {
                budget.report(done as u64, Some(whole));
            }
            let component = &graph.nodes[node as usize];
            if !self.known.contains_key(component) {
                let value = self.valued(world, component, budget)?;
                self.known.insert(component.clone(), value);
                self.known_bytes += component_bytes(component);
                self.order.push(component.clone());
            }
        }
        Ok(self.known[&root])
    }

    fn stats(&self) -> EngineStats {
        EngineStats {
            positions: self.known.len() as u64,
            options: self.options,
        }
    }

    fn bytes(&self) -> u64 {
        self.known_bytes
    }

    fn evidence(&self, limit: usize) -> Option<Vec<(Component, Grundy)>> {
        (self.order.len() <= limit).then(|| {
            self.order
                .iter()
                .map(|component| (component.clone(), self.known[component]))
                .collect()
        })
    }
}

/// The engine that provides both reference oracles.
pub struct ReferenceEngine;

impl Engine for ReferenceEngine {
    fn name(&self) -> &'static str {
        "reference"
    }

    fn about(&self) -> &'static str {
        "every reachable position by the definition: slow and simple, and the only engine for loopy play"
    }

    fn values(&self, _: &ValueTask<'_>) -> OracleAttempt<dyn GrundyOracle> {
        Ok((
            text!("by the definition", "按定义"),
            Box::new(ReferenceGrundy::new()),
        ))
    }

    fn outcomes(&self, whole: &OutcomeTask<'_>) -> OracleAttempt<dyn OutcomeOracle> {
        let why = text!(
            "every reachable position, by the definition",
            "按定义处理全部可达局面"
        );
        Ok((why, Box::new(ReferenceOutcomes::new(whole.conventions))))
    }

    fn serves_every_game(&self) -> bool {
        true
    }
}

/// Approximate number of bytes of an entry of an index set (key, hash and index), in addition to
/// the heap data of its key.
const INDEX_ENTRY: u64 = 48;

/// Returns the approximate number of bytes of a component as a key.
fn component_bytes(component: &Component) -> u64 {
    (size_of::<Component>() + size_of_val(&*component.slots) + 48) as u64
}

/// Returns the approximate number of bytes of a sum as a key.
fn sum_bytes(sum: &SumPosition) -> u64 {
    (size_of::<SumPosition>() + 48) as u64 + sum.0.iter().map(component_bytes).sum::<u64>()
}

/// Arcs between nodes, grouped by their start node.
struct NodeArcs {
    ends: Vec<usize>,
    targets: Vec<u32>,
}

impl NodeArcs {
    fn targets(&self, node: u32) -> &[u32] {
        let start = if node == 0 {
            0
        } else {
            self.ends[node as usize - 1]
        };
        &self.targets[start..self.ends[node as usize]]
    }

    /// Returns these arcs reversed. O(V + E).
    fn reversed(&self) -> NodeArcs {
        let nodes = self.ends.len();
        let mut ends = vec![0; nodes];
        for &target in &self.targets {
            ends[target as usize] += 1;
        }
        let mut total = 0;
        for end in &mut ends {
            let count = *end;
            *end = total;
            total += count;
        }
        let mut targets = vec![0; self.targets.len()];
        for node in 0..nodes as u32 {
            for &target in self.targets(node) {
                let place: &mut usize = &mut ends[target as usize];
                targets[*place] = node;
                *place += 1;
            }
        }
        NodeArcs { ends, targets }
    }
}

/// Returns whether play reaches more than `most` positions from a position, including that
/// position.
pub(crate) fn reaches(
    world: &World,
    sum: &SumPosition,
    conventions: Conventions,
    most: usize,
    budget: &Budget<'_>,
) -> Result<bool, EngineError> {
    let mut seen = 0;
    let listed = ReachableGraph::list(sum.clone(), sum_bytes, 0, budget, |sum, out| {
        seen += 1;
        if seen > most {
            return Err(EngineError::Declined(text!(
                "too many positions",
                "局面过多"
            )));
        }
        if let TurnState::Open(moves) = resolve_turn(world, sum, conventions, budget)? {
            out.extend(moves.into_iter().map(|step| step.leaves));
        }
        Ok(())
    });
    match listed {
        Err(EngineError::Declined(_)) => Ok(true),
        // A number exceeds 64 bits, so the number of reachable positions is unknown.
        Err(EngineError::Fault(RulesError::Rule {
            cause: EvalError::Arithmetic(ArithmeticError::Overflow),
            ..
        })) => Ok(false),
        listed => listed.map(|_| false),
    }
}

/// All nodes that can be reached from the first node.
struct ReachableGraph<N> {
    nodes: IndexSet<N, FxBuildHasher>,
    options: NodeArcs,
}

/// The result of sorting the nodes bottom-up.
enum BottomUpOrder {
    /// All nodes, each after all its successors.
    Order(Vec<u32>),
    /// A cycle.
    Cycle(Vec<u32>),
}

impl<N: Clone + Eq + Hash> ReachableGraph<N> {
    /// Lists the graph breadth first. `expand` writes the successors of a node; it is called once
    /// per node, in the order of the nodes. `held` bytes of the budget are already in use.
    fn list(
        root: N,
        bytes: fn(&N) -> u64,
        held: u64,
        budget: &Budget<'_>,
        mut expand: impl FnMut(&N, &mut Vec<N>) -> Result<(), EngineError>,
    ) -> Result<ReachableGraph<N>, EngineError> {
        let mut held = held + bytes(&root);
        let mut nodes: IndexSet<N, FxBuildHasher> = IndexSet::from_iter([root]);
        let mut options = NodeArcs {
            ends: Vec::new(),
            targets: Vec::new(),
        };
        let mut out = Vec::new();
        while let Some(node) = nodes.get_index(options.ends.len()) {
            expand(node, &mut out)?;
            for option in out.drain(..) {
                budget.tick()?;
                if nodes.len() == nodes.capacity() {
                    budget.allow_growth(held, nodes.len() as u64 * INDEX_ENTRY * 2)?;
                }
                budget.make_room(&mut options.targets, 1, held)?;
                let cost = bytes(&option);
                let (place, new) = nodes.insert_full(option);
                // Each arc is stored in both directions, with a few words for its node.
                held += 8 + if new { cost + 48 } else { 0 };
                options
                    .targets
                    .push(u32::try_from(place).map_err(|_| StopReason::Positions(1 << 32))?);
            }
            options.ends.push(options.targets.len());
            budget.allow_memory(held)?;
            if options.ends.len().is_multiple_of(1 << 12) {
                budget.report(options.ends.len() as u64, None);
            }
        }
        Ok(ReachableGraph { nodes, options })
    }

    /// Sorts the nodes so that each node comes after all its successors. O(V + E).
    fn bottom_up(&self, budget: &Budget<'_>) -> Result<BottomUpOrder, StopReason> {
        let origins = self.options.reversed();
        let nodes = self.nodes.len() as u32;
        let mut left: Vec<usize> = (0..nodes)
            .map(|node| self.options.targets(node).len())
            .collect();
        let mut order: Vec<u32> = (0..nodes)
            .filter(|&node| left[node as usize] == 0)
            .collect();
        let mut next = 0;
        while let Some(&node) = order.get(next) {
            next += 1;
            for &origin in origins.targets(node) {
                budget.tick()?;
                left[origin as usize] -= 1;
                if left[origin as usize] == 0 {
                    order.push(origin);
                }
            }
        }
        Ok(if order.len() == nodes as usize {
            BottomUpOrder::Order(order)
        } else {
            BottomUpOrder::Cycle(self.cycle(&left))
        })
    }

    /// Returns a cycle among the nodes with a positive number in `left`. Each node with a positive
    /// number in `left` has an option with a positive number.
    fn cycle(&self, left: &[usize]) -> Vec<u32> {
        let mut node = left
            .iter()
            .position(|&count| count > 0)
            .expect("a node is left over") as u32;
        let mut way = IndexSet::<u32, FxBuildHasher>::default();
        while way.insert(node) {
            node = *self
                .options
                .targets(node)
                .iter()
                .find(|&&option| left[option as usize] > 0)
                .expect("an option is left over");
        }
        let start = way.get_index_of(&node).expect("the node was met before");
        way.into_iter().skip(start).chain([node]).collect()
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;

    fn outcome(rules: &str, at: Int) -> (Result<Outcome, EngineError>, EngineStats) {
        let mut world = World::empty();
        world.load("walk.game", rules).unwrap();
        let game = world.instantiate("walk", vec![]).unwrap();
        let mut reference = ReferenceOutcomes::new(world.rules(game).conventions());
        let sum = SumPosition(vec![Component {
            game,
            slots: [at].into(),
        }]);
        (
            reference.outcome(&world, &sum, &Budget::generous()),
            OutcomeOracle::stats(&reference),
        )
    }

    /// If numbers have no upper bound in the rules, larger and larger parts of the graph are listed
    /// until a part proves the outcome of the complete graph.
    #[test]
    fn parts_prove_what_the_whole_says() {
        let mut rng = Rng::with_seed(5);
        let (mut met, mut sooner) = ([0; 3], 0);
        for _ in 0..600 {
            let (last, up, down, halt) =
                (rng.i64(20..90), rng.i64(1..4), rng.i64(1..5), rng.i64(0..6));
            let play = if rng.bool() { "misere" } else { "normal" };
            let rules = |high: &str| {
                format!(
                    "game Walk {{ state n in 0..{high} loopy play {play} \
                     move when n <= {last} and n > {halt} : [n + {up}] move k in {{{down}, {}}} when n > {halt} : [n - k] \
                     move when n % 7 == 3 and n <= {last} : [2 * n] }}",
                    down + 2
                )
            };
            let at = rng.i64(0..last);
            let ((part, by_part), (whole, by_whole)) = (
                outcome(&rules(""), at),
                outcome(&rules(&(2 * last + 9).to_string()), at),
            );
            assert_eq!(part, whole, "{} at {at}", rules(""));
            met[whole.unwrap() as usize] += 1;
            sooner += usize::from(by_part.positions < by_whole.positions);
        }
        assert!(
            met.iter().all(|&count| count > 15) && sooner > 100,
            "{met:?} {sooner}"
        );
    }

    /// Tests positions from which numbers exceed 64 bits. The outcome is found if it does not
    /// depend on the large numbers. If the outcome depends on the large numbers, the query is
    /// declined with the reason.
    #[test]
    fn numbers_beyond_64_bits_are_open() {
        let steps = "move when n > 0 and n % 3 > 0 : [2 * n] move when n % 5 > 0 : [n - n % 5]";
        let rules = format!("game Walk {{ state n in 0.. loopy {steps} }}");
        assert_eq!(
            (1..5)
                .map(|at| outcome(&rules, at).0.unwrap().letter())
                .collect::<String>(),
            "NNNN"
        );
        let (found, _) = outcome("game Walk { state n in 1.. loopy move : [2 * n] }", 3);
        assert!(
            matches!(&found, Err(EngineError::Declined(why)) if why.en.contains("exceed 64 bits: 62 positions")),
            "{found:?}"
        );
    }
}
