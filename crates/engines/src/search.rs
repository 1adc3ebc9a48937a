//! Memoized depth-first search from the queried position. The search visits only positions that the
//! answer needs, each position once. One core computes the values of any [`Algebra`] on any space
//! of nodes. The nodes are either single components, whose options are sums ([`ComponentSearch`]),
//! or complete sums, whose options are sums again ([`SumSearch`]). The search has its own stack, so
//! that a play of a million moves does not overflow the stack of the thread. If a position occurs
//! again while it is on this stack, play can cycle. The search needs no bound on the positions and
//! supports every game that ends. The search is slower than a table and does not support loopy
//! games. Stopping at the first option that decides a position is folklore. Lemoine and Viennot,
//! *Nimbers are inevitable* (2012), show that the order of the options matters.
//!
//! ```
//! use base::budget::Budget;
//! use engines::oracle::GrundyOracle;
//! use engines::search::{ComponentSearch, OptionOrder};
//! use rules::world::World;
//!
//! let mut world = World::empty();
//! world
//!     .load(
//!         "row.game",
//!         "game Row { state n in 0.. move i in 0..n-2 : [i] + [n - 2 - i] }",
//!     )
//!     .unwrap();
//! let row = world.instantiate("row", vec![]).unwrap();
//! let mut search = ComponentSearch::new(OptionOrder::default());
//! let value = search
//!     .grundy(&world, row, &[8], &Budget::generous())
//!     .unwrap();
//! assert_eq!(value.as_nimber(), Some(1));
//! ```

mod space;

use base::budget::Budget;
use base::text;
use fastrand::Rng;
use rules::ast::PlayConvention;
use rules::game::{Conventions, GameId, Outcome, RulesError};
use rules::ir::Int;
use rules::play::{Component, SumPosition};
use rules::world::World;
use theory::algebra::{Algebra, GrundyAlgebra, OutcomeAlgebra};
use theory::value::Grundy;

use crate::engine::{Engine, OracleAttempt, OutcomeTask, ValueTask};
use crate::error::{EngineError, TaskError};
pub use crate::option_order::OptionOrder;
use crate::oracle::{GrundyOracle, OutcomeOracle};
use crate::score::ScoreOracle;
use crate::score_search::ScoreSearch;
use crate::stats::EngineStats;
use space::{ComponentSpace, NodeOptions, NodeSpace, SumSpace};

/// Computes the values of single components under any theory, by folding its algebra over
/// positions.
pub struct ComponentFold<A: Algebra> {
    core: NodeSearch<A, ComponentSpace>,
}

impl<A: Algebra> ComponentFold<A> {
    /// Creates a fold with an empty cache.
    pub fn with_algebra(algebra: A, order: OptionOrder) -> ComponentFold<A> {
        ComponentFold {
            core: NodeSearch::new(algebra, ComponentSpace::default(), order),
        }
    }

    /// Returns the value of a component in canonical form. Computed values remain cached, even if
    /// the budget runs out.
    ///
    /// # Errors
    /// Returns [`EngineError`] if the game is `loopy`, the rules cannot be evaluated, play can
    /// cycle or the budget runs out.
    pub fn value(
        &mut self,
        world: &World,
        game: GameId,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<A::Value, EngineError> {
        decline_loopy(world, game)?;
        let node = self.core.space.intern(world, game, slots, budget)?;
        self.core.value(world, node, budget)
    }

    /// Returns the cached value of a component; `None` if the value was not computed yet.
    pub fn lookup(&self, game: GameId, slots: &[Int]) -> Option<A::Value> {
        match self.core.state(self.core.space.find(game, slots)?) {
            NodeState::Known(value) => Some(value),
            _ => None,
        }
    }

    /// Returns the algebra of the theory.
    pub fn algebra(&self) -> A {
        self.core.algebra
    }

    /// Returns the counters of valued positions and listed options.
    pub fn stats(&self) -> EngineStats {
        self.core.stats()
    }

    /// Returns the approximate number of bytes cached for later queries.
    pub fn bytes(&self) -> u64 {
        self.core.bytes()
    }

    /// Returns whether the search reached a game whose equal components cancel in pairs.
    pub fn met_coins(&self) -> bool {
        self.core.space.met_coins()
    }
}

/// Grundy values and winners of single components under normal play, by search.
pub struct ComponentSearch {
    values: ComponentFold<GrundyAlgebra>,
    /// The winners of components whose moves leave at most one component; `None` before the first
    /// query.
    winners: Option<ComponentFold<OutcomeAlgebra>>,
}

impl ComponentSearch {
    /// Creates a search with an empty cache.
    pub fn new(order: OptionOrder) -> ComponentSearch {
        ComponentSearch {
            values: ComponentFold::with_algebra(GrundyAlgebra, order),
            winners: None,
        }
    }
}

impl GrundyOracle for ComponentSearch {
    /// The search lists each position once. If an option reaches a goal, no other option is
    /// examined. `loopy` games are declined.
    fn grundy(
        &mut self,
        world: &World,
        game: GameId,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Grundy, EngineError> {
        self.values.value(world, game, slots, budget)
    }

    /// The search stops at the first winning move. It is used if every move leaves at most one
    /// component; otherwise values decide with fewer positions than complete sums.
    fn loses(
        &mut self,
        world: &World,
        game: GameId,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Option<bool>, EngineError> {
        let rules = world.rules(game);
        if !rules
            .game()
            .is_some_and(|rules| facts::stays_one(rules, game))
        {
            return Ok(None);
        }
        if let Some(value) = self.values.lookup(game, slots) {
            return Ok(Some(Grundy::winner([value]) == Outcome::P));
        }
        let order = self.values.core.order;
        let winners = self.winners.get_or_insert_with(|| {
            let algebra = OutcomeAlgebra(PlayConvention::Normal);
            let mut winners = ComponentFold::with_algebra(algebra, order);
            winners.core.fewest_replies_first = order == OptionOrder::Heuristic;
            winners
        });
        let outcome = winners.value(world, game, slots, budget)?;
        Ok(Some(outcome == Outcome::P))
    }

    fn stats(&self) -> EngineStats {
        let winners = self.winners.as_ref().map(ComponentFold::stats);
        self.values.stats().plus(winners.unwrap_or_default())
    }

    fn bytes(&self) -> u64 {
        self.values.bytes() + self.winners.as_ref().map_or(0, ComponentFold::bytes)
    }

    fn evidence(&self, limit: usize) -> Option<Vec<(Component, Grundy)>> {
        self.values.core.evidence(limit, ComponentSpace::component)
    }
}

/// Outcomes of complete sums by search, under any convention without cycles. Some sums are stored
/// in a short form, which has the same outcome and reduces the number of positions. The short form
/// of a sum omits components without moves. A sum in which play is over is reduced to the component
/// that ended play. [`SumSearch::reduced`] returns the short form; the evidence uses it.
pub struct SumSearch {
    core: NodeSearch<OutcomeAlgebra, SumSpace>,
}

impl SumSearch {
    /// Creates a search with an empty cache.
    pub fn new(conventions: Conventions, order: OptionOrder) -> SumSearch {
        SumSearch {
            core: NodeSearch::new(
                OutcomeAlgebra(conventions.play),
                SumSpace::new(conventions),
                order,
            ),
        }
    }

    /// Returns the short form of a sum in canonical form, as the evidence contains it.
    ///
    /// # Errors
    /// Returns [`RulesError`] if the rules cannot be evaluated or the budget runs out.
    pub fn reduced(
        &mut self,
        world: &World,
        sum: &SumPosition,
        budget: &Budget<'_>,
    ) -> Result<SumPosition, RulesError> {
        let space = &mut self.core.space;
        let node = space.intern(world, sum, budget)?;
        Ok(space.position(node))
    }
}

impl OutcomeOracle for SumSearch {
    /// The search of a sum stops at the first option that is P. `loopy` games are declined.
    fn outcome(
        &mut self,
        world: &World,
        sum: &SumPosition,
        budget: &Budget<'_>,
    ) -> Result<Outcome, EngineError> {
        for component in &sum.0 {
            decline_loopy(world, component.game)?;
        }
        let node = self.core.space.intern(world, sum, budget)?;
        self.core.value(world, node, budget)
    }

    fn stats(&self) -> EngineStats {
        self.core.stats()
    }

    fn bytes(&self) -> u64 {
        self.core.bytes()
    }

    fn evidence(&self, limit: usize) -> Option<Vec<(SumPosition, Outcome)>> {
        self.core.evidence(limit, SumSpace::position)
    }
}

/// The search engine: values by a search of components, outcomes by a search of complete sums.
pub struct SearchEngine;

impl SearchEngine {
    /// The name of the engine.
    pub const NAME: &'static str = "search";
}

impl Engine for SearchEngine {
    fn name(&self) -> &'static str {
        SearchEngine::NAME
    }

    fn about(&self) -> &'static str {
        "memoised search from the given position, which stops at the first winning move if only the winner is requested"
    }

    fn values(&self, task: &ValueTask<'_>) -> OracleAttempt<dyn GrundyOracle> {
        let why = text!(
            "from the given position, component by component",
            "从给定的局面出发，逐个部分求解"
        );
        Ok((why, Box::new(ComponentSearch::new(task.means.order))))
    }

    fn outcomes(
        &self,
        OutcomeTask {
            conventions, means, ..
        }: &OutcomeTask<'_>,
    ) -> OracleAttempt<dyn OutcomeOracle> {
        if conventions.loopy {
            return Err(TaskError::Declined(text!(
                "play can cycle forever",
                "对局可能无限循环"
            )));
        }
        let why = text!(
            "complete positions, up to the first winning move",
            "搜索整个局面，找到必胜着即停"
        );
        Ok((why, Box::new(SumSearch::new(*conventions, means.order))))
    }

    fn scores(&self, whole: &OutcomeTask<'_>) -> OracleAttempt<dyn ScoreOracle> {
        if whole.conventions.loopy {
            return Err(TaskError::Declined(text!(
                "play can cycle forever",
                "对局可能无限循环"
            )));
        }
        let why = text!(
            "every reachable position, with the points of its moves",
            "搜索全部可达局面，计入各着的得分"
        );
        Ok((why, Box::new(ScoreSearch::new(whole.conventions))))
    }

    fn serves_every_game(&self) -> bool {
        true
    }
}

fn decline_loopy(world: &World, game: GameId) -> Result<(), EngineError> {
    if world.rules(game).conventions().loopy {
        let why = text!(
            "search requires that play ends; this game is `loopy`",
            "搜索要求对局必定结束；该游戏声明了 `loopy`"
        );
        return Err(EngineError::Declined(why));
    }
    Ok(())
}

/// The state of a node.
#[derive(Clone, Copy)]
enum NodeState<V> {
    New,
    Open,
    Known(V),
}

/// A node whose options are being tried.
struct SearchFrame {
    node: u32,
    /// The index of the frame's first option in the arena. The options of a frame end before the
    /// first option of the next frame.
    first: usize,
    /// The option that is being valued.
    next: usize,
}

enum SearchStep<V> {
    Into(u32),
    Known(V),
}

/// The core of a search: computes the values of `algebra` for the nodes of `space`, depth first,
/// with its own stack.
struct NodeSearch<A: Algebra, S> {
    algebra: A,
    space: S,
    order: OptionOrder,
    rng: Rng,
    states: Vec<NodeState<A::Value>>,
    finished: Vec<u32>,
    listed_options: u64,
    frames: Vec<SearchFrame>,
    /// The options of all frames.
    arena: NodeOptions,
    /// Whether the heuristic order tries options with the fewest replies first. The number of
    /// replies costs a list of options for each option, so this order is only useful if few
    /// options decide a node.
    fewest_replies_first: bool,
    /// The number of options of each node; `u32::MAX` if it was not counted.
    replies: Vec<u32>,
    // Temporary lists that are reused.
    listed: NodeOptions,
    keys: Vec<(bool, (usize, u64), usize)>,
    part_values: Vec<A::Value>,
    option_values: Vec<A::Value>,
}

impl<A: Algebra, S: NodeSpace> NodeSearch<A, S> {
    fn new(algebra: A, space: S, order: OptionOrder) -> NodeSearch<A, S> {
        let seed = if let OptionOrder::Random(seed) = order {
            seed
        } else {
            0
        };
        NodeSearch {
            algebra,
            space,
            order,
            rng: Rng::with_seed(seed),
            states: Vec::new(),
            finished: Vec::new(),
            listed_options: 0,
            frames: Vec::new(),
            arena: NodeOptions::default(),
            fewest_replies_first: false,
            replies: Vec::new(),
            listed: NodeOptions::default(),
            keys: Vec::new(),
            part_values: Vec::new(),
            option_values: Vec::new(),
        }
    }

    fn stats(&self) -> EngineStats {
        EngineStats {
            positions: self.finished.len() as u64,
            options: self.listed_options,
        }
    }

    fn evidence<T>(&self, limit: usize, show: impl Fn(&S, u32) -> T) -> Option<Vec<(T, A::Value)>> {
        if self.finished.len() > limit {
            return None;
        }
        let row = |&node: &u32| match self.state(node) {
            NodeState::Known(value) => (show(&self.space, node), value),
            _ => unreachable!("a finished node has a value"),
        };
        Some(self.finished.iter().map(row).collect())
    }

    /// Returns the value of a node. Computed values remain cached, even if the search is stopped.
    fn value(
        &mut self,
        world: &World,
        root: u32,
        budget: &Budget<'_>,
    ) -> Result<A::Value, EngineError> {
        let found = self.run(world, root, budget);
        for frame in self.frames.drain(..) {
            self.states[frame.node as usize] = NodeState::New;
        }
        self.arena.truncate(0);
        found
    }

    fn run(
        &mut self,
        world: &World,
        root: u32,
        budget: &Budget<'_>,
    ) -> Result<A::Value, EngineError> {
        if let NodeState::Known(value) = self.state(root) {
            return Ok(value);
        }
        self.enter(world, root, budget)?;
        while let Some(frame) = self.frames.last() {
            let (node, first) = (frame.node, frame.first);
            match self.advance(budget)? {
                SearchStep::Into(option) => self.enter(world, option, budget)?,
                SearchStep::Known(value) => {
                    self.frames.pop();
                    self.arena.truncate(first);
                    self.finish(node, value, budget);
                }
            }
        }
        match self.state(root) {
            NodeState::Known(value) => Ok(value),
            _ => unreachable!("the root was entered and is no longer on the stack"),
        }
    }

    fn state(&self, node: u32) -> NodeState<A::Value> {
        self.states
            .get(node as usize)
            .copied()
            .unwrap_or(NodeState::New)
    }

    /// Reserves memory for one more node on the stack with the listed options, and for the state of
    /// every node.
    fn make_room(&mut self, budget: &Budget<'_>) -> Result<(), EngineError> {
        let own = self.bytes();
        budget.allow_memory(own)?;
        budget.make_room(&mut self.frames, 1, own)?;
        // Every node on the stack will be added to `finished`.
        budget.make_room(&mut self.finished, self.frames.len() + 1, own)?;
        let new = self.space.len().saturating_sub(self.states.len());
        budget.make_room(&mut self.states, new, own)?;
        budget.make_room(&mut self.keys, self.listed.ends.len(), own)?;
        budget.make_room(&mut self.arena.ends, self.listed.ends.len(), own)?;
        budget.make_room(&mut self.arena.parts, self.listed.parts.len(), own)?;
        self.states.resize(self.space.len(), NodeState::New);
        Ok(())
    }

    fn finish(&mut self, node: u32, value: A::Value, budget: &Budget<'_>) {
        self.states[node as usize] = NodeState::Known(value);
        self.finished.push(node);
        if self.finished.len().is_multiple_of(1 << 12) {
            budget.report(self.finished.len() as u64, None);
        }
    }

    /// Opens a new node: lists its options, the most promising first.
    fn enter(&mut self, world: &World, node: u32, budget: &Budget<'_>) -> Result<(), EngineError> {
        self.listed.truncate(0);
        if let Some(ending) = self.space.ending(node) {
            self.make_room(budget)?;
            self.finish(node, self.algebra.ending_value(ending), budget);
            return Ok(());
        }
        self.space.expand(world, node, &mut self.listed, budget)?;
        self.listed_options += self.listed.ends.len() as u64;
        self.keys.clear();
        self.make_room(budget)?;
        let first = self.arena.ends.len();
        if self.fewest_replies_first {
            self.count_replies(world, budget)?;
        }
        self.arrange();
        self.states[node as usize] = NodeState::Open;
        self.frames.push(SearchFrame {
            node,
            first,
            next: first,
        });
        Ok(())
    }

    /// Counts the replies to the listed options, unless a known option decides the node.
    fn count_replies(&mut self, world: &World, budget: &Budget<'_>) -> Result<(), EngineError> {
        let own = self.bytes();
        let new = self.space.len().saturating_sub(self.replies.len());
        budget.make_room(&mut self.replies, new, own)?;
        self.replies.resize(self.space.len(), u32::MAX);
        let decides = |&part: &u32| match self.states[part as usize] {
            NodeState::Known(value) => self.algebra.decided_by(value).is_some(),
            _ => false,
        };
        if self.listed.parts.iter().any(decides) {
            return Ok(());
        }
        for &part in &self.listed.parts {
            let replies = &mut self.replies[part as usize];
            if *replies != u32::MAX || !matches!(self.states[part as usize], NodeState::New) {
                continue;
            }
            budget.tick()?;
            *replies = match self.space.ending(part) {
                Some(_) => 0,
                None => self.space.count_options(world, part, budget)?,
            };
            self.listed_options += u64::from(*replies);
        }
        Ok(())
    }

    /// Moves the listed options into the arena, in the configured order.
    fn arrange(&mut self) {
        let listed = &self.listed;
        self.keys.clear();
        for i in 0..listed.ends.len() {
            let key = match self.order {
                OptionOrder::Heuristic => {
                    let parts = listed.get(i);
                    let known = parts
                        .iter()
                        .all(|&p| matches!(self.states[p as usize], NodeState::Known(_)));
                    let size = match parts {
                        [part] if self.fewest_replies_first => {
                            (self.replies[*part as usize] as usize, 0)
                        }
                        parts => self.space.size(parts),
                    };
                    (!known, size, i)
                }
                OptionOrder::Written | OptionOrder::Random(_) => (false, (0, 0), i),
            };
            self.keys.push(key);
        }
        match self.order {
            OptionOrder::Written => {}
            OptionOrder::Heuristic => self.keys.sort_unstable(),
            OptionOrder::Random(_) => self.rng.shuffle(&mut self.keys),
        }
        for &(_, _, i) in &self.keys {
            self.arena.push(self.listed.get(i));
        }
    }

    /// Continues with the topmost frame until its node has a value, or the value of another node is
    /// needed.
    fn advance(&mut self, budget: &Budget<'_>) -> Result<SearchStep<A::Value>, EngineError> {
        let end = self.arena.ends.len();
        let frame = self.frames.last_mut().expect("there is a frame");
        while frame.next < end {
            budget.tick()?;
            self.part_values.clear();
            for &part in self.arena.get(frame.next) {
                match self.states[part as usize] {
                    NodeState::Known(value) => self.part_values.push(value),
                    NodeState::New => return Ok(SearchStep::Into(part)),
                    NodeState::Open => return Err(EngineError::Endless(self.cycle(part))),
                }
            }
            if let Some(value) = self.algebra.decided_by(self.algebra.sum(&self.part_values)) {
                return Ok(SearchStep::Known(value));
            }
            frame.next += 1;
        }
        let first = frame.first;
        self.option_values.clear();
        for option in first..end {
            self.part_values.clear();
            for &part in self.arena.get(option) {
                let NodeState::Known(value) = self.states[part as usize] else {
                    unreachable!("every option was valued")
                };
                self.part_values.push(value);
            }
            self.option_values.push(self.algebra.sum(&self.part_values));
        }
        Ok(SearchStep::Known(
            self.algebra.of_options(&self.option_values),
        ))
    }

    /// Returns the path from an open node back to itself.
    fn cycle(&self, node: u32) -> Vec<SumPosition> {
        let on_stack = self
            .frames
            .iter()
            .map(|f| f.node)
            .skip_while(|&n| n != node);
        on_stack
            .chain([node])
            .map(|n| self.space.position(n))
            .collect()
    }

    fn bytes(&self) -> u64 {
        let held = self.states.capacity() * size_of::<NodeState<A::Value>>()
            + self.finished.capacity() * size_of::<u32>()
            + self.frames.capacity() * size_of::<SearchFrame>()
            + self.replies.capacity() * size_of::<u32>()
            + self.arena.bytes()
            + self.listed.bytes()
            + self.keys.capacity() * size_of::<(bool, (usize, u64), usize)>();
        held as u64 + self.space.bytes()
    }
}
