//! Whole positions: sums of components, how a move is made in them under each convention, and when
//! play is over. This is the meaning of a sum; theories that value components one by one are
//! compared to it. Under `until one` a position with a component that has no move has no moves at
//! all, and so the end is the same as ever: who cannot move has lost, or in misère play won.

use crate::ast::{EndCondition, PlayConvention};
use crate::component::GameId;
use crate::conventions::{Conventions, Outcome, PlayEnding, SumKind};
use crate::error::{EvalError, RulesError};
use crate::ir::Int;
use crate::options::OptionArena;
use crate::world::World;
use base::budget::Budget;
use base::diagnostic::Span;

pub use crate::component::Component;

/// A whole position: its components in order, equal coins cancelled. Ended components stay; they do
/// no harm.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SumPosition(pub Vec<Component>);

impl SumPosition {
    /// The canonical form: sorted, two equal coins cancel.
    pub fn canonical(mut components: Vec<Component>, world: &World) -> SumPosition {
        components.sort_unstable();
        let mut kept: Vec<Component> = Vec::with_capacity(components.len());
        for component in components {
            if kept.last() == Some(&component) && world.rules(component.game).coins() {
                kept.pop();
            } else {
                kept.push(component);
            }
        }
        SumPosition(kept)
    }

    /// `kayles[4] + nim[3]`, or `0` for the empty sum.
    pub fn show(&self, world: &World) -> String {
        if self.0.is_empty() {
            return "0".to_owned();
        }
        let parts: Vec<String> = self
            .0
            .iter()
            .map(|c| world.show(c.game, &c.slots))
            .collect();
        parts.join(" + ")
    }
}

/// A part of a move: which component, by which rule, with which choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveStep {
    /// The place of the component in the sum.
    pub component: usize,
    /// The rule of its game.
    pub rule: usize,
    /// What was chosen.
    pub choices: Box<[Int]>,
}

impl MoveStep {
    /// The step in the component at a place by a rule with these choices.
    pub fn new(component: usize, rule: usize, choices: impl Into<Box<[Int]>>) -> MoveStep {
        let choices = choices.into();
        MoveStep {
            component,
            rule,
            choices,
        }
    }
}

/// A move in a sum: the steps taken at once, and the position that it leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SumMove {
    /// The steps: one in the disjunctive sum.
    pub steps: Vec<MoveStep>,
    /// What it leaves.
    pub leaves: SumPosition,
}

/// What the player to move finds in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TurnState {
    /// Play is over, with this outcome.
    Over(Outcome),
    /// The legal moves, at least one.
    Open(Vec<SumMove>),
}

/// Decides whether play is over in a position, and lists the moves if it is not. This is the only
/// definition of the end of play; the first line that applies decides (`docs/language.md`, *What
/// ends play*):
///
/// 1. a component is a goal: the player who just moved has won, P;
/// 2. a component is a trap: the player who just moved has lost, N;
/// 3. there is no move ([`moves`]): the player to move has lost, or won in misère play.
///
/// Misère play, the kind of sum, `until`, `loopy`, urgent components and `pass` do not change the
/// first two lines. Equal coins cancel when a position is made ([`SumPosition::canonical`]), so
/// before any line; equal components of other games stay.
///
/// # Errors
/// If the moves of a component cannot be listed, an urgent component has no move, or the budget is
/// used up.
pub fn resolve_turn(
    world: &World,
    sum: &SumPosition,
    conventions: Conventions,
    budget: &Budget<'_>,
) -> Result<TurnState, RulesError> {
    if let Some(outcome) = ended_at_once(world, sum, budget)? {
        return Ok(TurnState::Over(outcome));
    }
    let list = moves(world, sum, conventions, budget)?;
    Ok(if list.is_empty() {
        TurnState::Over(outcome_without_moves(conventions.play))
    } else {
        TurnState::Open(list)
    })
}

/// Returns the outcome of a position in which a goal or a trap ends play; `None` if play goes on or
/// there is no move.
///
/// # Errors
/// If a condition of a game has no value, or the budget is used up.
pub fn ended_at_once(
    world: &World,
    sum: &SumPosition,
    budget: &Budget<'_>,
) -> Result<Option<Outcome>, RulesError> {
    let mut first = None;
    for component in &sum.0 {
        first = PlayEnding::combine(
            first,
            world.ending(component.game, &component.slots, budget)?,
        );
        if first == Some(PlayEnding::Goal) {
            break;
        }
    }
    Ok(first.map(PlayEnding::outcome))
}

/// The outcome of a position without moves.
pub fn outcome_without_moves(play: PlayConvention) -> Outcome {
    match play {
        PlayConvention::Misere => Outcome::N,
        // The position of a compound whose rules say how play ends.
        PlayConvention::Normal | PlayConvention::Stop | PlayConvention::Button => Outcome::P,
    }
}

/// A step in one component, and what it leaves there.
type ComponentMove = (MoveStep, Vec<Component>);

/// Every move in a sum under its conventions, in the order of the components and rules.
///
/// # Errors
/// If the moves of a component cannot be listed, or the budget is used up.
pub fn moves(
    world: &World,
    sum: &SumPosition,
    conventions: Conventions,
    budget: &Budget<'_>,
) -> Result<Vec<SumMove>, RulesError> {
    let mut options = OptionArena::new();
    let mut bytes = 0;
    let mut steps: Vec<Vec<ComponentMove>> = Vec::new();
    for (index, component) in sum.0.iter().enumerate() {
        world.options(component.game, &component.slots, &mut options, budget)?;
        let mut of_component: Vec<ComponentMove> = Vec::with_capacity(options.len());
        for option in options.iter() {
            let step = MoveStep::new(index, option.rule, option.choices);
            let left = option.to_components();
            bytes += bytes_of(std::slice::from_ref(&step), &left);
            budget.allow_memory(bytes)?;
            of_component.push((step, left));
        }
        if !of_component.is_empty() {
            steps.push(of_component);
        } else if conventions.until == EndCondition::One {
            return Ok(Vec::new());
        }
    }
    let urgent = urgent(world, &sum.0, budget)?;
    if !urgent.is_empty() {
        steps.retain(|of_component| urgent.contains(&of_component[0].0.component));
        if let Some(&place) = urgent.iter().find(|&&place| {
            steps
                .iter()
                .all(|of_component| of_component[0].0.component != place)
        }) {
            return Err(stuck(&sum.0[place]));
        }
    }
    let (least, most) = match conventions.sum {
        SumKind::One => (1, 1),
        SumKind::Every => (steps.len(), steps.len()),
        SumKind::Any => (1, steps.len()),
        SumKind::Upto(k) => (1, k as usize),
    };
    let mut moves = Vec::new();
    each_selection(&steps, least, most, &mut |taken| {
        // Every move copies the components that it does not touch.
        budget.steps(sum.0.len() + 1)?;
        let mut touched = taken.iter().map(|(step, _)| step.component).peekable();
        let untouched = sum
            .0
            .iter()
            .enumerate()
            .filter(|(index, _)| touched.next_if_eq(index).is_none());
        let mut left: Vec<Component> = untouched.map(|(_, component)| component.clone()).collect();
        left.extend(
            taken
                .iter()
                .flat_map(|(_, components)| components.iter().cloned()),
        );
        let emptied = conventions.until == EndCondition::One
            && taken.iter().any(|(step, components)| {
                is_emptied(world, sum.0[step.component].game, components)
            });
        let left = left_over(world, conventions.until, left, emptied, budget)?;
        let made = SumMove {
            steps: taken.iter().map(|(step, _)| step.clone()).collect(),
            leaves: SumPosition::canonical(left, world),
        };
        bytes += bytes_of(&made.steps, &made.leaves.0);
        budget.allow_memory(bytes)?;
        moves.push(made);
        Ok(())
    })?;
    Ok(moves)
}

/// The places of the urgent components: if there are any, a move is made in them and nowhere else.
///
/// # Errors
/// If a condition of a game has no value, or the budget is used up.
pub fn urgent(
    world: &World,
    components: &[Component],
    budget: &Budget<'_>,
) -> Result<Vec<usize>, RulesError> {
    let mut places = Vec::new();
    for (place, Component { game, slots }) in components.iter().enumerate() {
        if world.rules(*game).conventions().entailing && world.urgent(*game, slots, budget)? {
            places.push(place);
        }
    }
    Ok(places)
}

/// What is wrong with an urgent component that has no move.
pub fn stuck(component: &Component) -> RulesError {
    RulesError::Rule {
        cause: EvalError::Stuck,
        game: Some(component.game),
        span: Span::default(),
        at: component.slots.to_vec(),
    }
}

/// Whether a step left nothing of a component of this game. The component `pass` is not part of the
/// position that the players see: it is no remainder of another component, and taking it empties
/// nothing.
pub fn is_emptied(world: &World, game: GameId, left: &[Component]) -> bool {
    !world.is_passing(game)
        && left
            .iter()
            .all(|component| world.is_passing(component.game))
}

/// The components that a move leaves: all of them, unless play is over with one and `emptied`, that
/// the move has left nothing of one. Then nobody can move any more, and only those are left that
/// end play by themselves.
///
/// # Errors
/// If a condition of a game has no value, or the budget is used up.
pub fn left_over(
    world: &World,
    until: EndCondition,
    components: Vec<Component>,
    emptied: bool,
    budget: &Budget<'_>,
) -> Result<Vec<Component>, RulesError> {
    if until == EndCondition::All || !emptied {
        return Ok(components);
    }
    let mut kept = Vec::new();
    for component in components {
        if world
            .ending(component.game, &component.slots, budget)?
            .is_some()
        {
            kept.push(component);
        }
    }
    Ok(kept)
}

/// Visits every way to take one step, or none, in each component, with `least..=most` steps in all;
/// no list of steps is empty. In the order of a walk that tries all steps of a component before
/// leaving it alone. Sums may have many thousand components, so the walk keeps its place in a list
/// and not on the stack.
fn each_selection<'s>(
    steps: &'s [Vec<ComponentMove>],
    least: usize,
    most: usize,
    visit: &mut dyn FnMut(&[&'s ComponentMove]) -> Result<(), RulesError>,
) -> Result<(), RulesError> {
    // For each component that is decided, the number of the step taken; one past the last for none.
    let mut picks: Vec<usize> = Vec::new();
    let mut taken: Vec<&ComponentMove> = Vec::new();
    loop {
        while taken.len() < most && picks.len() < steps.len() {
            taken.push(&steps[picks.len()][0]);
            picks.push(0);
        }
        if !taken.is_empty() {
            visit(&taken)?;
        }
        loop {
            let undecided = steps.len() - picks.len();
            let Some(pick) = picks.last_mut() else {
                return Ok(());
            };
            let here = &steps[steps.len() - undecided - 1];
            if *pick < here.len() {
                taken.pop();
                *pick += 1;
                if let Some(step) = here.get(*pick) {
                    taken.push(step);
                    break;
                }
                if taken.len() + undecided >= least {
                    break;
                }
            }
            picks.pop();
        }
    }
}

/// Bytes that steps and components take, with what the allocator adds.
fn bytes_of(steps: &[MoveStep], components: &[Component]) -> u64 {
    const EACH: usize = 16;
    let of_steps: usize = steps
        .iter()
        .map(|step| size_of::<MoveStep>() + EACH + 8 * step.choices.len())
        .sum();
    let of_components: usize = components
        .iter()
        .map(|part| size_of::<Component>() + EACH + 8 * part.slots.len())
        .sum();
    (size_of::<SumMove>() + of_steps + of_components) as u64
}
