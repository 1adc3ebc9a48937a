//! Every position that play can reach from a given position, with the moves between these
//! positions, for game graphs and statistics. A component without moves, such as an empty row in
//! Kayles, does not create a new position, unless the component ends play. The complete list of
//! positions is stored in memory, so memory limits its length.

use std::collections::HashMap;

use base::budget::{Budget, StopReason};
use indexmap::IndexSet;
use rules::ast::EndCondition;
use rules::game::{Conventions, GameId, OptionArena};
use rules::play::{Component, SumPosition, TurnState, resolve_turn};
use rules::world::World;
use rustc_hash::FxBuildHasher;
use structures::digraph::DirectedGraph;

use crate::error::SolveError;

/// The positions that play can reach from a given position, with the moves between these positions.
pub(crate) struct ReachGraph {
    /// The positions; the first position is the given position.
    pub positions: IndexSet<SumPosition, FxBuildHasher>,
    /// The moves; the options of a position are listed without duplicates, in increasing order.
    pub moves: DirectedGraph,
}

/// The maximum lengths of play.
pub(crate) struct Heights {
    /// For each position, the number of moves of the longest play to the end. If play can cycle,
    /// moves back to a position on the current path do not count.
    pub of: Vec<u32>,
    /// Whether play can cycle.
    pub loopy: bool,
}

impl ReachGraph {
    /// Lists at most `limit` positions breadth first.
    pub fn list(
        world: &World,
        start: SumPosition,
        conventions: Conventions,
        limit: u64,
        budget: &Budget<'_>,
    ) -> Result<ReachGraph, SolveError> {
        let fault = |fault| SolveError::of_fault(world, &fault);
        let too_many = |_| SolveError::Stopped(StopReason::Positions(1 << 32));
        let number = |count: usize| u32::try_from(count).map_err(too_many);
        let mut held = bytes(&start);
        let mut rest = FinishedComponentFilter {
            world,
            asked: count(&start),
            finished: HashMap::new(),
        };
        let mut positions = IndexSet::<_, FxBuildHasher>::from_iter([start]);
        let (mut ends, mut targets) = (Vec::new(), Vec::new());
        let mut options: Vec<u32> = Vec::new();
        while let Some(position) = positions.get_index(ends.len()) {
            budget.tick()?;
            let list = match resolve_turn(world, position, conventions, budget).map_err(fault)? {
                TurnState::Over(_) => Vec::new(),
                TurnState::Open(moves) => moves,
            };
            options.clear();
            for option in list {
                let left = if conventions.until == EndCondition::All {
                    rest.without(option.leaves, budget)?
                } else {
                    option.leaves
                };
                let cost = bytes(&left);
                let (place, new) = positions.insert_full(left);
                if place as u64 >= limit {
                    return Err(SolveError::Stopped(StopReason::Positions(limit)));
                }
                held += if new { cost } else { 0 };
                options.push(number(place)?);
            }
            // Two moves with equal resulting positions are one arc.
            options.sort_unstable();
            options.dedup();
            held += 4 * options.len() as u64;
            budget.allow_memory(held)?;
            targets.extend_from_slice(&options);
            ends.push(number(targets.len())?);
            if ends.len().is_multiple_of(1 << 12) {
                budget.report(ends.len() as u64, None);
            }
        }
        let moves = DirectedGraph::from_rows(ends, targets);
        Ok(ReachGraph { positions, moves })
    }

    /// Computes the longest play from each position: depth first from the start, each position
    /// after its options. The cost is O(V + E).
    pub fn heights(&self, budget: &Budget<'_>) -> Result<Heights, SolveError> {
        const NEW: u32 = u32::MAX;
        const OPEN: u32 = u32::MAX - 1;
        let mut of = vec![NEW; self.positions.len()];
        let mut loopy = false;
        // Each position on the path from the start, with its next option and the height found so
        // far.
        let mut way: Vec<(usize, usize, u32)> = vec![(0, 0, 0)];
        of[0] = OPEN;
        while let Some((position, next, height)) = way.last_mut() {
            budget.tick()?;
            match self
                .moves
                .heads(*position as u32)
                .get(*next)
                .map(|&option| option as usize)
            {
                Some(option) => match of[option] {
                    NEW => {
                        of[option] = OPEN;
                        way.push((option, 0, 0));
                    }
                    OPEN => {
                        loopy = true;
                        *next += 1;
                    }
                    done => {
                        *height = (*height).max(done + 1);
                        *next += 1;
                    }
                },
                None => {
                    of[*position] = *height;
                    way.pop();
                }
            }
        }
        Ok(Heights { of, loopy })
    }
}

/// Returns the number of components of each game in a position.
fn count(sum: &SumPosition) -> HashMap<GameId, usize> {
    let mut counts = HashMap::new();
    for component in &sum.0 {
        *counts.entry(component.game).or_default() += 1;
    }
    counts
}

/// Removes components without moves from positions, as long as a position has more components of a
/// game than the start position. Three piles remain three piles, but if a row splits into many
/// rows, the empty rows are removed. Removing components without moves does not change the moves of
/// a position.
struct FinishedComponentFilter<'w> {
    world: &'w World,
    asked: HashMap<GameId, usize>,
    /// Whether a component has no moves and does not end play.
    finished: HashMap<Component, bool>,
}

impl FinishedComponentFilter<'_> {
    fn without(
        &mut self,
        mut sum: SumPosition,
        budget: &Budget<'_>,
    ) -> Result<SumPosition, SolveError> {
        let mut counts = count(&sum);
        for place in (0..sum.0.len()).rev() {
            let game = sum.0[place].game;
            if counts[&game] > self.asked.get(&game).copied().unwrap_or(0)
                && self.finished(&sum.0[place], budget)?
            {
                sum.0.remove(place);
                counts.entry(game).and_modify(|count| *count -= 1);
            }
        }
        Ok(sum)
    }

    fn finished(&mut self, component: &Component, budget: &Budget<'_>) -> Result<bool, SolveError> {
        if let Some(&finished) = self.finished.get(component) {
            return Ok(finished);
        }
        let fault = |fault| SolveError::of_fault(self.world, &fault);
        let (game, slots) = (component.game, &component.slots);
        let mut options = OptionArena::new();
        let goes_on = self
            .world
            .ending(game, slots, budget)
            .map_err(fault)?
            .is_none();
        if goes_on {
            self.world
                .options(game, slots, &mut options, budget)
                .map_err(fault)?;
        }
        let finished = goes_on && options.is_empty();
        self.finished.insert(component.clone(), finished);
        Ok(finished)
    }
}

/// Returns the approximate number of bytes of a listed position.
fn bytes(sum: &SumPosition) -> u64 {
    let parts: usize = sum
        .0
        .iter()
        .map(|c| size_of::<Component>() + size_of_val(&*c.slots) + 16)
        .sum();
    (size_of::<SumPosition>() + 48 + parts) as u64
}
