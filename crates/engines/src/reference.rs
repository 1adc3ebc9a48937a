//! The slow and obvious oracles, the naive twins of every other engine. [`ReferenceOutcomes`] lists every position that play can
//! reach and works backwards from the ends (retrograde analysis, O(V + E)); it takes every convention, and it is the engine for
//! `loopy` games, where play without end is a draw. [`ReferenceGrundy`] lists every component that play can reach and takes
//! the least number that no option has, straight from the definition. Both hold the whole graph in memory, which is their limit.
//!
//! ```
//! use engines::oracle::OutcomeOracle;
//! use engines::reference::ReferenceOutcomes;
//! use base::budget::Budget;
//! use rules::play::{Component, Sum};
//! use rules::rules::Outcome;
//! use rules::world::World;
//!
//! let mut world = World::empty();
//! world.load("ring.game", "game Ring { state n in 0..2 loopy move : [(n + 1) % 3] }").unwrap();
//! let ring = world.instantiate("ring", vec![]).unwrap();
//! let mut reference = ReferenceOutcomes::new(world.rules(ring).conventions());
//! let sum = Sum(vec![Component { game: ring, slots: [0].into() }]);
//! assert_eq!(reference.outcome(&world, &sum, &Budget::generous()), Ok(Outcome::D));
//! ```

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::hash::Hash;

use base::budget::{Budget, Stop};
use base::text;
use indexmap::{IndexMap, IndexSet};
use rules::ir::Int;
use rules::play::{Component, Sum, TurnState, ended_at_once, resolve_turn};
use rules::rules::{Conventions, Fault, GameId, Options, Outcome};
use rules::world::World;
use rustc_hash::FxBuildHasher;
use theory::value::Grundy;

use crate::engine::{Attempted, Engine, Task, Whole};
use crate::oracle::{EngineError, GrundyOracle, OutcomeOracle, Stats};

/// Outcomes of whole sums under every convention, by retrograde analysis of all positions that play can reach.
pub struct ReferenceOutcomes {
    conventions: Conventions,
    known: IndexMap<Sum, Outcome, FxBuildHasher>,
    known_bytes: u64,
    options: u64,
}

impl ReferenceOutcomes {
    /// An oracle that has seen nothing yet. Unless the conventions say `loopy`, a cycle is an error.
    pub fn new(conventions: Conventions) -> ReferenceOutcomes {
        ReferenceOutcomes { conventions, known: IndexMap::default(), known_bytes: 0, options: 0 }
    }

    /// Returns the outcome of a position that needs no analysis, because it is cached or play is over; its moves otherwise.
    fn turn(&self, world: &World, sum: &Sum, budget: &Budget<'_>) -> Result<TurnState, Fault> {
        match self.known.get(sum) {
            Some(&outcome) => Ok(TurnState::Over(outcome)),
            None => resolve_turn(world, sum, self.conventions, budget),
        }
    }

    /// The outcomes of all positions of a graph, given those of the positions where it ends.
    fn analyse(&self, graph: &Graph<Sum>, decided: Vec<Option<Outcome>>, budget: &Budget<'_>) -> Result<Vec<Outcome>, Stop> {
        let mut outcomes = decided;
        let mut queue: VecDeque<u32> = VecDeque::new();
        let mut undecided_options: Vec<u32> = Vec::with_capacity(graph.nodes.len());
        for (node, outcome) in outcomes.iter().enumerate() {
            undecided_options.push(graph.options.of(node as u32).len() as u32);
            if outcome.is_some() {
                queue.push_back(node as u32);
            }
        }
        let origins = graph.options.reversed();
        while let Some(node) = queue.pop_front() {
            for &origin in origins.of(node) {
                budget.tick()?;
                if outcomes[origin as usize].is_some() {
                    continue;
                }
                let outcome = match outcomes[node as usize] {
                    Some(Outcome::P) => Outcome::N,
                    Some(Outcome::N) => {
                        undecided_options[origin as usize] -= 1;
                        if undecided_options[origin as usize] > 0 {
                            continue;
                        }
                        Outcome::P
                    }
                    // A draw known from before decides nothing: a win may turn up, and a loss cannot.
                    _ => continue,
                };
                outcomes[origin as usize] = Some(outcome);
                queue.push_back(origin);
            }
        }
        Ok(outcomes.into_iter().map(|outcome| outcome.unwrap_or(Outcome::D)).collect())
    }
}

impl OutcomeOracle for ReferenceOutcomes {
    /// O(V + E) for V positions with E moves in all, besides listing them.
    fn outcome(&mut self, world: &World, sum: &Sum, budget: &Budget<'_>) -> Result<Outcome, EngineError> {
        if let Some(&outcome) = self.known.get(sum) {
            return Ok(outcome);
        }
        let mut decided = Vec::new();
        let known_bytes = self.known_bytes;
        let graph = Graph::list(sum.clone(), sum_bytes, known_bytes, budget, |sum, out| {
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
            Ok(order) => order,
            Err(_) if self.conventions.loopy => (0..graph.nodes.len() as u32).collect(),
            Err(cycle) => return Err(EngineError::Endless(cycle.into_iter().map(|node| graph.nodes[node as usize].clone()).collect())),
        };
        self.options += graph.options.targets.len() as u64;
        let outcomes = self.analyse(&graph, decided, budget)?;
        let mut nodes: Vec<Sum> = graph.nodes.into_iter().collect();
        for node in order {
            budget.tick()?;
            if self.known.len() == self.known.capacity() {
                budget.allow_growth(self.known_bytes, self.known.len() as u64 * INDEX_ENTRY * 2)?;
            }
            let position = std::mem::take(&mut nodes[node as usize]);
            let bytes = sum_bytes(&position);
            if self.known.insert(position, outcomes[node as usize]).is_none() {
                self.known_bytes += bytes;
            }
        }
        Ok(outcomes[0])
    }

    fn stats(&self) -> Stats {
        Stats { positions: self.known.len() as u64, options: self.options }
    }

    fn bytes(&self) -> u64 {
        self.known_bytes
    }

    fn evidence(&self, limit: usize) -> Option<Vec<(Sum, Outcome)>> {
        if self.conventions.loopy || self.known.len() > limit {
            return None;
        }
        Some(self.known.iter().map(|(sum, &outcome)| (sum.clone(), outcome)).collect())
    }
}

/// Grundy values of single components under normal play, by the definition.
#[derive(Default)]
pub struct ReferenceGrundy {
    known: HashMap<Component, Grundy, FxBuildHasher>,
    known_bytes: u64,
    /// Positions in the order in which they were valued.
    order: Vec<Component>,
    options: u64,
}

impl ReferenceGrundy {
    /// An oracle that has seen nothing yet.
    pub fn new() -> ReferenceGrundy {
        ReferenceGrundy::default()
    }

    /// The options of a component as sums; no options where play is over.
    fn options(&self, world: &World, component: &Component, budget: &Budget<'_>) -> Result<Vec<Sum>, Fault> {
        if world.ending(component.game, &component.slots, budget)?.is_some() {
            return Ok(Vec::new());
        }
        let mut options = Options::new();
        world.options(component.game, &component.slots, &mut options, budget)?;
        let parts = options.iter().map(|o| o.components().map(|(game, slots)| Component { game, slots: slots.into() }).collect());
        Ok(parts.map(|parts| Sum::canonical(parts, world)).collect())
    }

    /// The value of a component whose options are valued. An option that wins at once makes it loony; options that lose at once,
    /// by a trap or by leaving a loony component, are never chosen; of all others' values it is the least that does not occur.
    fn valued(&self, world: &World, component: &Component, budget: &Budget<'_>) -> Result<Grundy, EngineError> {
        if let Some(ending) = world.ending(component.game, &component.slots, budget)? {
            return Ok(Grundy::ended(ending));
        }
        let mut taken = BTreeSet::new();
        for option in self.options(world, component, budget)? {
            match ended_at_once(world, &option, budget)? {
                Some(Outcome::P) => return Ok(Grundy::LOONY),
                Some(_) => continue,
                None => {}
            }
            let nimbers: Option<Vec<u64>> = option.0.iter().map(|part| self.known[part].as_nimber()).collect();
            if let Some(nimbers) = nimbers {
                taken.insert(nimbers.iter().fold(0, |sum, nimber| sum ^ nimber));
            }
        }
        let least = (0..).find(|nimber| !taken.contains(nimber)).expect("the options are finitely many");
        Grundy::nimber(least).ok_or(EngineError::Fault(Stop::Positions(Grundy::GREATEST).into()))
    }
}

impl GrundyOracle for ReferenceGrundy {
    /// Lists every option twice: once to find the components, once to value them. Takes `loopy` games only from positions where
    /// play ends all the same.
    fn grundy(&mut self, world: &World, game: GameId, slots: &[Int], budget: &Budget<'_>) -> Result<Grundy, EngineError> {
        let root = Component { game, slots: slots.into() };
        if let Some(&value) = self.known.get(&root) {
            return Ok(value);
        }
        let graph = Graph::list(root.clone(), component_bytes, self.known_bytes, budget, |component, out| {
            if self.known.contains_key(component) {
                return Ok(());
            }
            for option in self.options(world, component, budget)? {
                // Where an option ends play, nothing is made of its components.
                if ended_at_once(world, &option, budget)?.is_none() {
                    out.extend(option.0);
                }
            }
            Ok(())
        })?;
        let order = graph
            .bottom_up(budget)?
            .map_err(|cycle| EngineError::Endless(cycle.into_iter().map(|node| Sum(vec![graph.nodes[node as usize].clone()])).collect()))?;
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

    fn stats(&self) -> Stats {
        Stats { positions: self.known.len() as u64, options: self.options }
    }

    fn bytes(&self) -> u64 {
        self.known_bytes
    }

    fn evidence(&self, limit: usize) -> Option<Vec<(Component, Grundy)>> {
        (self.order.len() <= limit).then(|| self.order.iter().map(|component| (component.clone(), self.known[component])).collect())
    }
}

/// The engine of this module: both reference oracles.
pub struct Definition;

impl Engine for Definition {
    fn name(&self) -> &'static str {
        "reference"
    }

    fn about(&self) -> &'static str {
        "every reachable position by the definition: slow, obvious, and the only one for loopy play"
    }

    fn values(&self, _: &Task<'_>) -> Attempted<dyn GrundyOracle> {
        Ok(Ok((text!("by the definition", "按定义"), Box::new(ReferenceGrundy::new()))))
    }

    fn outcomes(&self, whole: &Whole<'_>) -> Attempted<dyn OutcomeOracle> {
        let why = text!("every reachable position, by the definition", "按定义处理全部可达局面");
        Ok(Ok((why, Box::new(ReferenceOutcomes::new(whole.conventions)))))
    }

    fn serves_every_game(&self) -> bool {
        true
    }
}

/// Bytes that an entry of an index set takes beside what its key holds elsewhere, about: the key's own, its hash, and its place.
const INDEX_ENTRY: u64 = 48;

/// Bytes that a component takes as a key, about.
fn component_bytes(component: &Component) -> u64 {
    (size_of::<Component>() + size_of_val(&*component.slots) + 48) as u64
}

/// Bytes that a sum takes as a key, about.
fn sum_bytes(sum: &Sum) -> u64 {
    (size_of::<Sum>() + 48) as u64 + sum.0.iter().map(component_bytes).sum::<u64>()
}

/// Arcs between nodes, those of each node together.
struct Arcs {
    ends: Vec<usize>,
    targets: Vec<u32>,
}

impl Arcs {
    fn of(&self, node: u32) -> &[u32] {
        let start = if node == 0 { 0 } else { self.ends[node as usize - 1] };
        &self.targets[start..self.ends[node as usize]]
    }

    /// These arcs, each the other way round. O(V + E).
    fn reversed(&self) -> Arcs {
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
            for &target in self.of(node) {
                let place: &mut usize = &mut ends[target as usize];
                targets[*place] = node;
                *place += 1;
            }
        }
        Arcs { ends, targets }
    }
}

/// Whether play reaches more than so many positions from one, itself among them.
pub(crate) fn reaches(world: &World, sum: &Sum, conventions: Conventions, most: usize, budget: &Budget<'_>) -> Result<bool, EngineError> {
    let mut seen = 0;
    let listed = Graph::list(sum.clone(), sum_bytes, 0, budget, |sum, out| {
        seen += 1;
        if seen > most {
            return Err(EngineError::Declined(text!("too many positions", "局面过多")));
        }
        if let TurnState::Open(moves) = resolve_turn(world, sum, conventions, budget)? {
            out.extend(moves.into_iter().map(|step| step.leaves));
        }
        Ok(())
    });
    match listed {
        Err(EngineError::Declined(_)) => Ok(true),
        listed => listed.map(|_| false),
    }
}

/// Every node that can be reached from the first.
struct Graph<N> {
    nodes: IndexSet<N, FxBuildHasher>,
    options: Arcs,
}

impl<N: Clone + Eq + Hash> Graph<N> {
    /// Lists the graph breadth first; `expand` writes what a node leads to, and is called once for each in the order of the
    /// nodes. `held` bytes of the budget are in use already.
    fn list(
        root: N,
        bytes: fn(&N) -> u64,
        held: u64,
        budget: &Budget<'_>,
        mut expand: impl FnMut(&N, &mut Vec<N>) -> Result<(), EngineError>,
    ) -> Result<Graph<N>, EngineError> {
        let mut held = held + bytes(&root);
        let mut nodes: IndexSet<N, FxBuildHasher> = IndexSet::from_iter([root]);
        let mut options = Arcs { ends: Vec::new(), targets: Vec::new() };
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
                // Each arc is kept both ways, with a few words for its node.
                held += 8 + if new { cost + 48 } else { 0 };
                options.targets.push(u32::try_from(place).map_err(|_| Stop::Positions(1 << 32))?);
            }
            options.ends.push(options.targets.len());
            budget.allow_memory(held)?;
            if options.ends.len().is_multiple_of(1 << 12) {
                budget.report(options.ends.len() as u64, None);
            }
        }
        Ok(Graph { nodes, options })
    }

    /// The nodes in an order in which each stands after all that it leads to, or else a cycle. O(V + E).
    fn bottom_up(&self, budget: &Budget<'_>) -> Result<Result<Vec<u32>, Vec<u32>>, Stop> {
        let origins = self.options.reversed();
        let nodes = self.nodes.len() as u32;
        let mut left: Vec<usize> = (0..nodes).map(|node| self.options.of(node).len()).collect();
        let mut order: Vec<u32> = (0..nodes).filter(|&node| left[node as usize] == 0).collect();
        let mut next = 0;
        while let Some(&node) = order.get(next) {
            next += 1;
            for &origin in origins.of(node) {
                budget.tick()?;
                left[origin as usize] -= 1;
                if left[origin as usize] == 0 {
                    order.push(origin);
                }
            }
        }
        Ok(if order.len() == nodes as usize { Ok(order) } else { Err(self.cycle(&left)) })
    }

    /// A cycle among the nodes that have options left: from each of them one of those options leads on.
    fn cycle(&self, left: &[usize]) -> Vec<u32> {
        let mut node = left.iter().position(|&count| count > 0).expect("a node is left over") as u32;
        let mut way = IndexSet::<u32, FxBuildHasher>::default();
        while way.insert(node) {
            node = *self.options.of(node).iter().find(|&&option| left[option as usize] > 0).expect("an option is left over");
        }
        let start = way.get_index_of(&node).expect("the node was met before");
        way.into_iter().skip(start).chain([node]).collect()
    }
}
