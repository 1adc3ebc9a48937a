//! Scores by memoised search from the queried position, which may be a sum. Every reachable
//! position is evaluated once. The search has its own stack, so that a long play does not overflow
//! the stack of the thread. The score of a position is the maximum, over its options, of the points
//! of the move minus the score of the option. A move may leave the same option as another move and
//! give other points, so an option is a position with points.

use base::budget::{Budget, StopReason};
use base::diagnostic::Span;
use base::text;
use indexmap::IndexSet;
use rules::arithmetic::ArithmeticError;
use rules::ast::EndCondition;
use rules::game::{Conventions, EvalError, GameId, OptionArena, RulesError, SumKind};
use rules::ir::Int;
use rules::play::{Component, MoveStep, SumPosition, moves};
use rules::world::World;
use rustc_hash::FxBuildHasher;

use crate::error::EngineError;
use crate::score::{Score, ScoreOracle};
use crate::stats::EngineStats;

/// Scores of sums by search.
pub struct ScoreSearch {
    conventions: Conventions,
    components: IndexSet<Component, FxBuildHasher>,
    /// Whether a component has no move and no payoff, so that it does not change the score of a
    /// sum; `None` if unknown.
    inert: Vec<Option<bool>>,
    sums: IndexSet<Box<[u32]>, FxBuildHasher>,
    slot_bytes: u64,
    key_bytes: u64,
    states: Vec<ScoreState>,
    finished: u64,
    listed: u64,
    frames: Vec<ScoreFrame>,
    /// The options of all frames.
    options: Vec<ScoredOption>,
    // Temporary lists that are reused.
    arena: OptionArena,
    expanded: OptionArena,
    key: Vec<u32>,
    found: Vec<ScoredOption>,
}

/// The state of a sum.
#[derive(Clone, Copy)]
enum ScoreState {
    New,
    Open,
    Known(Score),
}

/// A sum whose options are being evaluated.
struct ScoreFrame {
    node: u32,
    /// The index of the first option of the frame. The options of a frame end before the first
    /// option of the next frame.
    first: usize,
    /// The next option to evaluate.
    next: usize,
}

/// An option with the points that the mover gets.
#[derive(Clone, Copy)]
struct ScoredOption {
    points: Int,
    node: u32,
    /// The component of the sum and the rule of the first step, for error messages.
    component: u32,
    rule: u32,
}

/// Approximate number of bytes of an entry of an index set in addition to its key.
const ENTRY: u64 = 32;

impl ScoreSearch {
    /// Creates a search with an empty cache.
    pub fn new(conventions: Conventions) -> ScoreSearch {
        ScoreSearch {
            conventions,
            components: IndexSet::default(),
            inert: Vec::new(),
            sums: IndexSet::default(),
            slot_bytes: 0,
            key_bytes: 0,
            states: Vec::new(),
            finished: 0,
            listed: 0,
            frames: Vec::new(),
            options: Vec::new(),
            arena: OptionArena::new(),
            expanded: OptionArena::new(),
            key: Vec::new(),
            found: Vec::new(),
        }
    }

    fn own_bytes(&self) -> u64 {
        let listed = self.states.capacity() * size_of::<ScoreState>()
            + self.frames.capacity() * size_of::<ScoreFrame>()
            + (self.options.capacity() + self.found.capacity()) * size_of::<ScoredOption>()
            + self.inert.capacity();
        let components = self.components.len() as u64 * (size_of::<Component>() as u64 + ENTRY);
        let sums = self.sums.len() as u64 * (size_of::<Box<[u32]>>() as u64 + ENTRY);
        listed as u64 + components + self.slot_bytes + sums + self.key_bytes
    }

    fn intern_component(
        &mut self,
        game: GameId,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<u32, RulesError> {
        let component = Component::new(game, slots);
        if let Some(id) = self.components.get_index_of(&component) {
            return Ok(id as u32);
        }
        let id = next_id(self.components.len())?;
        if self.components.len() == self.components.capacity() {
            let each = size_of::<Component>() as u64 + ENTRY;
            budget.allow_growth(self.own_bytes(), self.components.len() as u64 * each)?;
        }
        budget.make_room(&mut self.inert, 1, 0)?;
        self.inert.push(None);
        self.slot_bytes += size_of_val(slots) as u64;
        self.components.insert(component);
        Ok(id)
    }

    /// Returns the node of the sum whose components are listed in `key`, and clears the list. In a
    /// sum of several components, those that do not change the score are omitted.
    fn intern_key(&mut self, world: &World, budget: &Budget<'_>) -> Result<u32, RulesError> {
        let mut key = std::mem::take(&mut self.key);
        if key.len() > 1
            && self.conventions.until == EndCondition::All
            && !self.conventions.entailing
        {
            let mut kept = 0;
            for i in 0..key.len() {
                if !self.is_inert(world, key[i], budget)? {
                    key[kept] = key[i];
                    kept += 1;
                }
            }
            // A sum of inert components only is over, like each of them.
            key.truncate(kept.max(1));
        }
        key.sort_unstable();
        let node = match self.sums.get_index_of(&key[..]) {
            Some(node) => node as u32,
            None => {
                let node = next_id(self.sums.len())?;
                if self.sums.len() == self.sums.capacity() {
                    let each = size_of::<Box<[u32]>>() as u64 + ENTRY;
                    budget.allow_growth(self.own_bytes(), self.sums.len() as u64 * each)?;
                }
                self.key_bytes += size_of_val(&key[..]) as u64;
                self.sums.insert(key[..].into());
                node
            }
        };
        key.clear();
        self.key = key;
        Ok(node)
    }

    /// Returns whether a component has no move and no payoff.
    fn is_inert(
        &mut self,
        world: &World,
        id: u32,
        budget: &Budget<'_>,
    ) -> Result<bool, RulesError> {
        if let Some(known) = self.inert[id as usize] {
            return Ok(known);
        }
        let Component { game, slots } = &self.components[id as usize];
        let inert = !world.rules(*game).has_payoff() && {
            world.options(*game, slots, &mut self.arena, budget)?;
            self.arena.is_empty()
        };
        self.inert[id as usize] = Some(inert);
        Ok(inert)
    }

    fn position(&self, node: u32) -> SumPosition {
        let parts = self.sums[node as usize].iter();
        SumPosition(
            parts
                .map(|&id| self.components[id as usize].clone())
                .collect(),
        )
    }

    /// Lists the options of a node into `found`.
    fn expand(&mut self, world: &World, node: u32, budget: &Budget<'_>) -> Result<(), RulesError> {
        self.found.clear();
        let Conventions {
            sum,
            until,
            entailing,
            ..
        } = self.conventions;
        if (sum, until, entailing) != (SumKind::One, EndCondition::All, false) {
            let position = self.position(node);
            for made in moves(world, &position, self.conventions, budget)? {
                for component in &made.leaves.0 {
                    let id = self.intern_component(component.game, &component.slots, budget)?;
                    self.key.push(id);
                }
                let first: Option<&MoveStep> = made.steps.first();
                let (component, rule) =
                    first.map_or((0, 0), |step| (step.component as u32, step.rule as u32));
                let node = self.intern_key(world, budget)?;
                budget.make_room(&mut self.found, 1, 0)?;
                self.found.push(ScoredOption {
                    points: made.gain,
                    node,
                    component,
                    rule,
                });
            }
            return Ok(());
        }
        let parts = self.sums[node as usize].len();
        let mut arena = std::mem::take(&mut self.expanded);
        for place in 0..parts {
            let id = self.sums[node as usize][place];
            // Equal components have equal options.
            if place > 0 && self.sums[node as usize][place - 1] == id {
                continue;
            }
            let Component { game, slots } = &self.components[id as usize];
            world.options(*game, slots, &mut arena, budget)?;
            for option in arena.iter() {
                budget.steps(parts)?;
                let sum = &self.sums[node as usize];
                self.key.extend_from_slice(&sum[..place]);
                self.key.extend_from_slice(&sum[place + 1..]);
                for (game, slots) in option.components() {
                    let id = self.intern_component(game, slots, budget)?;
                    self.key.push(id);
                }
                let node = self.intern_key(world, budget)?;
                budget.make_room(&mut self.found, 1, 0)?;
                self.found.push(ScoredOption {
                    points: option.gain,
                    node,
                    component: place as u32,
                    rule: option.rule as u32,
                });
            }
        }
        self.expanded = arena;
        Ok(())
    }

    /// Opens a new node, or evaluates it if it has no options.
    fn enter(&mut self, world: &World, node: u32, budget: &Budget<'_>) -> Result<(), EngineError> {
        self.expand(world, node, budget)?;
        self.listed += self.found.len() as u64;
        let own = self.own_bytes();
        budget.allow_memory(own)?;
        budget.make_room(&mut self.frames, 1, own)?;
        budget.make_room(&mut self.options, self.found.len(), own)?;
        let new = self.sums.len().saturating_sub(self.states.len());
        budget.make_room(&mut self.states, new, own)?;
        self.states.resize(self.sums.len(), ScoreState::New);
        if self.found.is_empty() {
            let score = self.ended(world, node, budget)?;
            self.finish(node, score, budget);
            return Ok(());
        }
        let first = self.options.len();
        self.options.extend_from_slice(&self.found);
        self.states[node as usize] = ScoreState::Open;
        self.frames.push(ScoreFrame {
            node,
            first,
            next: first,
        });
        Ok(())
    }

    fn finish(&mut self, node: u32, score: Score, budget: &Budget<'_>) {
        self.states[node as usize] = ScoreState::Known(score);
        self.finished += 1;
        if self.finished.is_multiple_of(1 << 12) {
            budget.report(self.finished, None);
        }
    }

    /// Returns the score of a sum without moves: the payoffs of its components.
    fn ended(&self, world: &World, node: u32, budget: &Budget<'_>) -> Result<Score, EngineError> {
        let mut difference: Int = 0;
        let mut has_payoff = false;
        for &id in &self.sums[node as usize] {
            let Component { game, slots } = &self.components[id as usize];
            has_payoff |= world.rules(*game).has_payoff();
            let payoff = world.payoff(*game, slots, budget)?;
            difference = difference
                .checked_add(payoff)
                .ok_or_else(|| overflow(*game, slots, Span::default()))?;
        }
        Ok(Score {
            difference,
            // A payoff is a difference, so the players' shares are unknown.
            total: (!has_payoff).then_some(0),
        })
    }

    /// Returns the score of a node whose options are known.
    fn best(&self, world: &World, node: u32, first: usize) -> Result<Score, EngineError> {
        let mut best: Option<Int> = None;
        let mut total: Option<Option<Int>> = None;
        for option in &self.options[first..] {
            let ScoreState::Known(score) = self.states[option.node as usize] else {
                unreachable!("every option was evaluated")
            };
            let worth = option.points.checked_sub(score.difference).ok_or_else(|| {
                let id = self.sums[node as usize][option.component as usize];
                let Component { game, slots } = &self.components[id as usize];
                overflow(*game, slots, rule_span(world, *game, option.rule as usize))
            })?;
            best = best.max(Some(worth));
            let of_option = score
                .total
                .and_then(|total| total.checked_add(option.points));
            total = Some(match total {
                None => of_option,
                Some(known) => known.filter(|_| known == of_option),
            });
        }
        Ok(Score {
            difference: best.expect("a node on the stack has an option"),
            total: total.flatten(),
        })
    }

    fn run(&mut self, world: &World, root: u32, budget: &Budget<'_>) -> Result<(), EngineError> {
        if matches!(self.states.get(root as usize), Some(ScoreState::Known(_))) {
            return Ok(());
        }
        self.enter(world, root, budget)?;
        'frames: while let Some(frame) = self.frames.last_mut() {
            let (node, first) = (frame.node, frame.first);
            while let Some(option) = self.options.get(frame.next) {
                budget.tick()?;
                match self.states[option.node as usize] {
                    ScoreState::Known(_) => frame.next += 1,
                    ScoreState::New => {
                        let option = option.node;
                        self.enter(world, option, budget)?;
                        continue 'frames;
                    }
                    ScoreState::Open => return Err(EngineError::Endless(self.cycle(option.node))),
                }
            }
            let score = self.best(world, node, first)?;
            self.frames.pop();
            self.options.truncate(first);
            self.finish(node, score, budget);
        }
        Ok(())
    }

    /// Returns the path from an open node back to itself.
    fn cycle(&self, node: u32) -> Vec<SumPosition> {
        let on_stack = self
            .frames
            .iter()
            .map(|frame| frame.node)
            .skip_while(|&open| open != node);
        on_stack
            .chain([node])
            .map(|node| self.position(node))
            .collect()
    }
}

impl ScoreOracle for ScoreSearch {
    fn score(
        &mut self,
        world: &World,
        sum: &SumPosition,
        budget: &Budget<'_>,
    ) -> Result<Score, EngineError> {
        for component in &sum.0 {
            decline_endings(world, component.game)?;
        }
        self.key.clear();
        for component in &sum.0 {
            let id = self.intern_component(component.game, &component.slots, budget)?;
            self.key.push(id);
        }
        let root = self.intern_key(world, budget)?;
        let done = self.run(world, root, budget);
        for frame in self.frames.drain(..) {
            self.states[frame.node as usize] = ScoreState::New;
        }
        self.options.clear();
        done?;
        match self.states[root as usize] {
            ScoreState::Known(score) => Ok(score),
            _ => unreachable!("the root was entered and is no longer on the stack"),
        }
    }

    fn stats(&self) -> EngineStats {
        EngineStats {
            positions: self.finished,
            options: self.listed,
        }
    }

    fn bytes(&self) -> u64 {
        self.own_bytes()
    }
}

/// Declines games whose positions have no score: a goal or a trap decides the winner without
/// points, and play of a loopy game may never end.
pub(crate) fn decline_endings(world: &World, game: GameId) -> Result<(), EngineError> {
    for game in world.reachable_games([game]) {
        let rules = world.rules(game);
        if rules.can_end() || rules.conventions().loopy || rules.compound().is_some() {
            let title = rules.title();
            return Err(EngineError::Declined(text!(
                "{title} has no points: games with `goal`, `trap`, `loopy` or `tie` and compounds cannot be played for points",
                "{title} 不能按得分进行：含有 `goal`、`trap`、`loopy` 或 `tie` 的游戏以及复合局面没有得分"
            )));
        }
    }
    Ok(())
}

/// Returns the location of a move rule.
fn rule_span(world: &World, game: GameId, rule: usize) -> Span {
    let rules = world.rules(game).game();
    rules
        .and_then(|game| game.moves.get(rule))
        .map_or_else(Span::default, |rule| rule.span.0)
}

fn overflow(game: GameId, slots: &[Int], span: Span) -> EngineError {
    EngineError::Fault(RulesError::Rule {
        cause: EvalError::Arithmetic(ArithmeticError::Overflow),
        game: Some(game),
        span,
        at: slots.to_vec(),
    })
}

/// Returns the id of the next component or sum.
fn next_id(len: usize) -> Result<u32, StopReason> {
    u32::try_from(len).map_err(|_| StopReason::Positions(1 << 32))
}
