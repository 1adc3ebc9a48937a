//! Complete positions: sums of components, their moves under each convention, and the end of play.
//! This module defines the meaning of a sum. Theories that evaluate each component separately are
//! compared with the definition of a sum in this module. Under `until one`, a position has no moves
//! if one of its components has no move. So play under `until one` ends by the usual rule: a player
//! who cannot move has lost or, in misère play, won.

use crate::arithmetic::ArithmeticError;
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

/// A complete position: its components in order, with equal coins cancelled. Components without
/// moves remain in the list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SumPosition(pub Vec<Component>);

impl SumPosition {
    /// Returns the canonical form: sorted, with pairs of equal coins cancelled.
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

    /// Formats a sum as in `kayles[4] + nim[3]`, or `0` for the empty sum.
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

/// A part of a move: a component, a rule and its choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveStep {
    /// The index of the component in the sum.
    pub component: usize,
    /// The rule of its game.
    pub rule: usize,
    /// The values of the choices.
    pub choices: Box<[Int]>,
}

impl MoveStep {
    /// Creates the step in the component with an index by a rule with these choices.
    pub fn new(component: usize, rule: usize, choices: impl Into<Box<[Int]>>) -> MoveStep {
        let choices = choices.into();
        MoveStep {
            component,
            rule,
            choices,
        }
    }
}

/// A move in a sum: the steps made simultaneously, and the resulting position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SumMove {
    /// The steps of the move. A move in a disjunctive sum has one step.
    pub steps: Vec<MoveStep>,
    /// The resulting position.
    pub leaves: SumPosition,
    /// The points that the mover gets.
    pub gain: Int,
}

/// The situation of the player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TurnState {
    /// Play is over, with this outcome.
    Over(Outcome),
    /// Play continues, with at least one legal move.
    Open(Vec<SumMove>),
}

/// Decides whether play is over in a position, and lists the moves if play continues. This function
/// is the only definition of the end of play. The first rule that applies decides
/// (`docs/language.md`, *What ends play*):
///
/// 1. a component is a goal: the player who just moved has won, and the outcome is P;
/// 2. a component is a trap: the player who just moved has lost, and the outcome is N;
/// 3. there is no move ([`moves`]): the player to move has lost, or won in misère play.
///
/// Misère play, the kind of sum, `until`, `loopy`, urgent components and `pass` do not change the
/// rules about goals and traps. Equal coins cancel when a position is created
/// ([`SumPosition::canonical`]), before any rule applies; equal components of other games remain.
///
/// # Errors
/// Returns an error if the moves of a component cannot be listed, if an urgent component has no
/// move, or if the budget runs out.
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

/// Returns the outcome of a position in which a goal or a trap ends play; `None` for any other
/// position.
///
/// # Errors
/// Returns an error if a condition of a game has no value, or the budget runs out.
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

/// Returns the outcome of a position without moves.
pub fn outcome_without_moves(play: PlayConvention) -> Outcome {
    match play {
        PlayConvention::Misere => Outcome::N,
        // The rules of the compound decide how play under `stop` and `button` ends.
        PlayConvention::Normal
        | PlayConvention::Stop
        | PlayConvention::Button
        | PlayConvention::Partizan => Outcome::P,
        // Without points, the players are equal.
        PlayConvention::Score => Outcome::D,
    }
}

/// A step in one component, the points that the mover gets, and the components that replace this
/// component.
type ComponentMove = (MoveStep, Int, Vec<Component>);

/// Returns every move in a sum under its conventions, in the order of the components and rules.
///
/// # Errors
/// Returns an error if the moves of a component cannot be listed, or the budget runs out.
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
            of_component.push((step, option.gain, left));
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
        // Every move copies the components that it does not change.
        budget.steps(sum.0.len() + 1)?;
        let mut touched = taken.iter().map(|(step, ..)| step.component).peekable();
        let untouched = sum
            .0
            .iter()
            .enumerate()
            .filter(|(index, _)| touched.next_if_eq(index).is_none());
        let mut left: Vec<Component> = untouched.map(|(_, component)| component.clone()).collect();
        left.extend(
            taken
                .iter()
                .flat_map(|(.., components)| components.iter().cloned()),
        );
        let emptied = conventions.until == EndCondition::One
            && taken.iter().any(|(step, _, components)| {
                is_emptied(world, sum.0[step.component].game, components)
            });
        let left = left_over(world, conventions.until, left, emptied, budget)?;
        let made = SumMove {
            steps: taken.iter().map(|(step, ..)| step.clone()).collect(),
            gain: total_gain(taken, &sum.0)?,
            leaves: SumPosition::canonical(left, world),
        };
        bytes += bytes_of(&made.steps, &made.leaves.0);
        budget.allow_memory(bytes)?;
        moves.push(made);
        Ok(())
    })?;
    Ok(moves)
}

/// Returns the indices of the urgent components. If a position has urgent components, moves are
/// made only in urgent components.
///
/// # Errors
/// Returns an error if a condition of a game has no value, or the budget runs out.
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

/// Returns the error for an urgent component that has no move.
pub fn stuck(component: &Component) -> RulesError {
    RulesError::Rule {
        cause: EvalError::Stuck,
        game: Some(component.game),
        span: Span::default(),
        at: component.slots.to_vec(),
    }
}

/// Returns whether a step replaced a component of this game by no component. The component `pass`
/// is not part of the position that the players see. The component `pass` does not count as a
/// remainder of another component, and its removal does not count as emptying a component.
pub fn is_emptied(world: &World, game: GameId, left: &[Component]) -> bool {
    !world.is_passing(game)
        && left
            .iter()
            .all(|component| world.is_passing(component.game))
}

/// Returns the components that a move leaves. All components remain, unless the sum ends with its
/// first ended component and the move has emptied a component (`emptied`). In a sum that has ended,
/// no move is possible, and only the components that end play on their own remain.
///
/// # Errors
/// Returns an error if a condition of a game has no value, or the budget runs out.
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

/// Returns the points of all steps of a move.
fn total_gain(taken: &[&ComponentMove], components: &[Component]) -> Result<Int, RulesError> {
    let mut total: Int = 0;
    for (step, gain, _) in taken {
        total = total.checked_add(*gain).ok_or_else(|| {
            let component = &components[step.component];
            RulesError::Rule {
                cause: EvalError::Arithmetic(ArithmeticError::Overflow),
                game: Some(component.game),
                span: Span::default(),
                at: component.slots.to_vec(),
            }
        })?;
    }
    Ok(total)
}

/// Visits every combination of at most one step in each component, with `least..=most` steps in
/// total, but at least one step. For each component, the combinations that contain a step in this
/// component come first. Sums may have many thousand components, so the traversal uses a list
/// instead of recursion.
fn each_selection<'s>(
    steps: &'s [Vec<ComponentMove>],
    least: usize,
    most: usize,
    visit: &mut dyn FnMut(&[&'s ComponentMove]) -> Result<(), RulesError>,
) -> Result<(), RulesError> {
    // The index of the chosen step for each decided component; an index equal to the number of
    // steps stands for no step.
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

/// Returns the number of bytes of steps and components, including the overhead of the allocator.
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
