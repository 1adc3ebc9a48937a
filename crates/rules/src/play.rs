//! Whole positions: sums of components, how a move is made in them under each convention, and when play is over. This is the
//! meaning of a sum; theories that value components one by one are compared to it.

use crate::ast::Play;
use crate::budget::Budget;
use crate::ir::Int;
use crate::rules::{Conventions, Ending, Fault, GameId, Options, Outcome, SumKind};
use crate::world::World;

/// A component of a position: the game and its numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Component {
    /// The game.
    pub game: GameId,
    /// The numbers, canonical.
    pub slots: Box<[Int]>,
}

/// A whole position: its components in order, equal coins cancelled. Ended components stay; they do no harm.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sum(pub Vec<Component>);

impl Sum {
    /// The canonical form: sorted, two equal coins cancel.
    pub fn canonical(mut components: Vec<Component>, world: &World) -> Sum {
        components.sort_unstable();
        let mut kept: Vec<Component> = Vec::with_capacity(components.len());
        for component in components {
            if kept.last() == Some(&component) && world.rules(component.game).coins() {
                kept.pop();
            } else {
                kept.push(component);
            }
        }
        Sum(kept)
    }

    /// `kayles[4] + nim[3]`, or `0` for the empty sum.
    pub fn show(&self, world: &World) -> String {
        if self.0.is_empty() {
            return "0".to_owned();
        }
        let parts: Vec<String> = self.0.iter().map(|c| world.show(c.game, &c.slots)).collect();
        parts.join(" + ")
    }
}

/// A part of a move: which component, by which rule, with which choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The place of the component in the sum.
    pub component: usize,
    /// The rule of its game.
    pub rule: usize,
    /// What was chosen.
    pub choices: Box<[Int]>,
}

/// A move in a sum: the steps taken at once, and the position that it leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SumMove {
    /// The steps: one in the disjunctive sum.
    pub steps: Vec<Step>,
    /// What it leaves.
    pub leaves: Sum,
}

/// Who wins when the components say that play is over at once: who made a goal has won, who made a trap has lost. A goal counts
/// before a trap. `None` if play goes on.
pub fn ended_at_once(world: &World, sum: &Sum) -> Result<Option<Outcome>, Fault> {
    let mut trapped = false;
    for component in &sum.0 {
        match world.ending(component.game, &component.slots)? {
            Some(Ending::Goal) => return Ok(Some(Outcome::P)),
            Some(Ending::Trap) => trapped = true,
            None => {}
        }
    }
    Ok(trapped.then_some(Outcome::N))
}

/// The outcome of a position without moves.
pub fn outcome_without_moves(play: Play) -> Outcome {
    match play {
        Play::Normal => Outcome::P,
        Play::Misere => Outcome::N,
    }
}

/// Every move in a sum under its convention, in the order of the components and rules.
pub fn moves(world: &World, sum: &Sum, kind: SumKind, budget: &Budget<'_>) -> Result<Vec<SumMove>, Fault> {
    let mut options = Options::new();
    // For each component, what a step in it may leave.
    let mut steps: Vec<Vec<(Step, Vec<Component>)>> = Vec::with_capacity(sum.0.len());
    for (index, component) in sum.0.iter().enumerate() {
        world.options(component.game, &component.slots, &mut options, budget)?;
        let of_component = options.iter().map(|option| {
            let step = Step { component: index, rule: option.rule, choices: option.choices.into() };
            let left = option.components().map(|(game, slots)| Component { game, slots: slots.into() });
            (step, left.collect())
        });
        steps.push(of_component.collect());
    }
    let movable = steps.iter().filter(|s| !s.is_empty()).count();
    let (least, most) = match kind {
        SumKind::One => (1, 1),
        SumKind::Every => (movable.max(1), movable),
        SumKind::Any => (1, movable),
        SumKind::Upto(k) => (1, (k as usize).min(movable)),
    };
    let mut moves = Vec::new();
    let mut taken = Vec::new();
    combine(world, sum, &steps, 0, (least, most), &mut taken, &mut moves, budget)?;
    Ok(moves)
}

/// Chooses a step, or none, in each component from `index` on, with `least..=most` steps in all.
#[allow(clippy::too_many_arguments)]
fn combine<'s>(
    world: &World,
    sum: &Sum,
    steps: &'s [Vec<(Step, Vec<Component>)>],
    index: usize,
    (least, most): (usize, usize),
    taken: &mut Vec<&'s (Step, Vec<Component>)>,
    moves: &mut Vec<SumMove>,
    budget: &Budget<'_>,
) -> Result<(), Fault> {
    budget.tick()?;
    if taken.len() + steps[index..].iter().filter(|s| !s.is_empty()).count() < least {
        return Ok(());
    }
    if taken.len() == most || index == steps.len() {
        if taken.len() < least || most == 0 {
            return Ok(());
        }
        let untouched = (0..sum.0.len()).filter(|i| taken.iter().all(|(step, _)| step.component != *i));
        let mut left: Vec<Component> = untouched.map(|i| sum.0[i].clone()).collect();
        left.extend(taken.iter().flat_map(|(_, components)| components.iter().cloned()));
        moves.push(SumMove { steps: taken.iter().map(|(step, _)| step.clone()).collect(), leaves: Sum::canonical(left, world) });
        return Ok(());
    }
    for step in &steps[index] {
        taken.push(step);
        combine(world, sum, steps, index + 1, (least, most), taken, moves, budget)?;
        taken.pop();
    }
    combine(world, sum, steps, index + 1, (least, most), taken, moves, budget)
}

/// The convention that all components share; `None` when they differ.
pub fn shared_conventions(world: &World, sum: &Sum) -> Option<Conventions> {
    let mut all = sum.0.iter().map(|c| world.rules(c.game).conventions());
    let first = all.next().unwrap_or_default();
    let mut shared = first;
    for other in all {
        if (other.play, other.sum) != (first.play, first.sum) {
            return None;
        }
        shared.loopy |= other.loopy;
    }
    Some(shared)
}
