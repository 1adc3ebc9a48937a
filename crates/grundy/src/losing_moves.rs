//! All losing moves: the moves after which the opponent wins. Moves that keep a draw are not
//! included. Losing moves are found by testing legal moves individually, and no more moves are
//! tested than a user can read. Nearly all moves of a won position with few winning moves are
//! losing.

use base::budget::Budget;
use rules::ast::EndCondition;
use rules::game::{OptionRef, Outcome, SumKind};
use rules::play::{Component, SumPosition, ended_at_once, moves as sum_moves};
use rules::world::World;
use theory::value::Grundy;

use crate::answer::UnlistedMoves;
use crate::error::{RulesResult, SolveError};
use crate::option_list::options_up_to;
use crate::solver::Solver;
use crate::winning_moves::{ListedWinningMoves, to_winning_move, winning_move};

/// Maximum number of moves of one list.
const MAX_LISTED_MOVES: usize = 2_000;

/// Returns the losing moves of a position, in the order of its components. The games of the
/// position must have plans.
pub(crate) fn moves(
    world: &World,
    components: &[Component],
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<ListedWinningMoves, SolveError> {
    let whole = SumPosition(components.to_vec());
    if ended_at_once(world, &whole, budget)
        .explain_fault(world)?
        .is_some()
    {
        return Ok(ListedWinningMoves::default());
    }
    let conventions = solver.conventions;
    if conventions.sum == SumKind::One
        && conventions.until == EndCondition::All
        && !conventions.entailing
    {
        return of_one_step(world, components, solver, budget);
    }
    let (mut list, mut count) = (Vec::new(), 0);
    for made in sum_moves(world, &whole, solver.conventions, budget).explain_fault(world)? {
        if solver.outcome(&made.leaves, budget)? != Outcome::N {
            continue;
        }
        count += 1;
        if list.len() < MAX_LISTED_MOVES {
            list.push(to_winning_move(world, &whole, made, budget)?);
        }
    }
    let more = (count > list.len()).then_some(UnlistedMoves::InAll(count as u128));
    Ok(ListedWinningMoves { list, more })
}

/// Returns the losing moves if a move plays in one component.
fn of_one_step(
    world: &World,
    components: &[Component],
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<ListedWinningMoves, SolveError> {
    let (mut list, mut count, mut complete) = (Vec::new(), 0, true);
    let most = (2 * MAX_LISTED_MOVES / components.len().max(1)).max(10);
    for index in 0..components.len() {
        let (options, whole) = options_up_to(world, &components[index], most, budget)?;
        complete &= whole;
        for option in options.iter().take(if whole { usize::MAX } else { most }) {
            budget.tick()?;
            if !is_losing(world, components, index, &option, solver, budget)? {
                continue;
            }
            count += 1;
            if list.len() < MAX_LISTED_MOVES {
                list.push(winning_move(world, components, index, &option));
            }
        }
    }
    let more = match complete {
        true => (count > list.len()).then_some(UnlistedMoves::InAll(count as u128)),
        false => Some(UnlistedMoves::Perhaps),
    };
    Ok(ListedWinningMoves { list, more })
}

/// Returns whether the opponent wins after this move in the component `index`.
fn is_losing(
    world: &World,
    components: &[Component],
    index: usize,
    option: &OptionRef<'_>,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<bool, SolveError> {
    let mut parts = option.components();
    if let [alone] = components
        && let Some((_, form)) = solver
            .plan_of(alone.game)
            .and_then(|plan| plan.outcomes.as_ref())
        && let (Some((game, slots)), None) = (parts.next(), parts.next())
        && game == alone.game
    {
        return Ok(form.outcome(slots, budget)? == Outcome::N);
    }
    let mut after: Vec<Component> = components.to_vec();
    after.splice(index..=index, option.to_components());
    let after = SumPosition::canonical(after, world);
    if !solver.values_decide() {
        return Ok(solver.outcome(&after, budget)? == Outcome::N);
    }
    let mut all = Vec::with_capacity(after.0.len());
    for component in &after.0 {
        all.push(solver.value(component, budget)?);
    }
    Ok(Grundy::winner(all) == Outcome::N)
}
