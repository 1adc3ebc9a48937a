//! All winning moves. They come out of the legal moves only: those of large positions are proposed by a theorem's closed form, and
//! each is then made by the rules before it is listed.

use rules::budget::Budget;
use rules::ir::Int;
use rules::play::{Component, Sum, SumMove, ended_at_once, moves as sum_moves};
use rules::rules::{OptionRef, Options, Outcome};
use rules::world::World;
use theory::value::Grundy;

use crate::answer::{StepAnswer, WinningMove};
use crate::error::Error;
use crate::plan::Method;
use crate::solver::Solver;

/// Every winning move of a position with this outcome, in the order of its components.
pub(crate) fn moves<'w>(
    world: &'w World,
    components: &[Component],
    outcome: Outcome,
    solver: &mut Solver<'w>,
    budget: &Budget<'_>,
) -> Result<Vec<WinningMove>, Error> {
    let fault = |f| Error::of_fault(world, &f);
    let whole = Sum(components.to_vec());
    if outcome != Outcome::N || ended_at_once(world, &whole).map_err(fault)?.is_some() {
        return Ok(Vec::new());
    }
    if !solver.by_values() {
        return of_whole(world, &whole, solver, budget);
    }
    if let [component] = components
        && let Some(list) = of_outcome_theorem(world, component, solver, budget)?
    {
        return Ok(list);
    }
    let mut values = Vec::with_capacity(components.len());
    for component in components {
        values.push(solver.value(component, budget)?);
    }
    let mut list = Vec::new();
    let mut options = Options::new();
    for (index, component) in components.iter().enumerate() {
        let rest = Grundy::sum((0..values.len()).filter(|&i| i != index).map(|i| values[i]));
        if let Some(moves) = of_value_theorem(world, components, index, rest, solver, budget)? {
            list.extend(moves);
            continue;
        }
        world.options(component.game, &component.slots, &mut options, budget).map_err(fault)?;
        for option in options.iter() {
            let parts: Vec<Component> = option.components().map(|(game, slots)| Component { game, slots: slots.into() }).collect();
            // Equal coins cancel before anything else is looked at.
            let mut all = vec![rest];
            for part in &Sum::canonical(parts, world).0 {
                all.push(solver.value(part, budget)?);
            }
            if Grundy::sum(all).outcome() == Outcome::P {
                list.push(winning_move(world, components, index, &option));
            }
        }
    }
    Ok(list)
}

/// Winning moves under conventions where a whole position must be looked at.
fn of_whole<'w>(world: &'w World, sum: &Sum, solver: &mut Solver<'w>, budget: &Budget<'_>) -> Result<Vec<WinningMove>, Error> {
    let mut list = Vec::new();
    for SumMove { steps, leaves } in sum_moves(world, sum, solver.conventions.sum, budget).map_err(|f| Error::of_fault(world, &f))? {
        if solver.outcome(&leaves, budget)? != Outcome::P {
            continue;
        }
        let mut shown = Vec::new();
        for step in steps {
            let component = &sum.0[step.component];
            let mut options = Options::new();
            let made = world.option(component.game, &component.slots, (step.rule, &step.choices), &mut options, budget);
            made.map_err(|f| Error::of_fault(world, &f))?;
            let left = options.iter().next().map(|o| show_left(world, &o)).unwrap_or_default();
            shown.push(step_answer(world, component, step.component, step.rule, &step.choices, left));
        }
        list.push(WinningMove { steps: shown, leaves: leaves.show(world) });
    }
    Ok(list)
}

/// The moves that a theorem on values proposes in one component, if its game has one.
fn of_value_theorem(
    world: &World,
    components: &[Component],
    index: usize,
    rest: Grundy,
    solver: &Solver<'_>,
    budget: &Budget<'_>,
) -> Result<Option<Vec<WinningMove>>, Error> {
    let component = &components[index];
    let Some(Method::Theorem(_, form)) = solver.plan_of(component.game).and_then(|p| p.method.as_ref()) else {
        return Ok(None);
    };
    // With a loony or ended component beside it no move in this one can win.
    if rest.as_nimber().is_none() {
        return Ok(Some(Vec::new()));
    }
    let proposed = form.moves_to(&component.slots, rest, budget).map_err(Error::Stopped)?;
    proposed.map(|proposed| made(world, components, index, &proposed, budget)).transpose()
}

/// The moves to P-positions that a theorem on outcomes proposes for a component alone, where its game has no theorem on values.
fn of_outcome_theorem(
    world: &World,
    component: &Component,
    solver: &Solver<'_>,
    budget: &Budget<'_>,
) -> Result<Option<Vec<WinningMove>>, Error> {
    let Some((_, form)) = solver.plan_of(component.game).and_then(|p| p.outcomes.as_ref()) else { return Ok(None) };
    let proposed = form.moves_to(&component.slots, Grundy::ZERO, budget).map_err(Error::Stopped)?;
    proposed.map(|proposed| made(world, std::slice::from_ref(component), 0, &proposed, budget)).transpose()
}

/// Makes proposed moves by the rules; one that is not legal is a bug.
fn made(
    world: &World,
    components: &[Component],
    index: usize,
    proposed: &[(usize, Vec<Int>)],
    budget: &Budget<'_>,
) -> Result<Vec<WinningMove>, Error> {
    let component = &components[index];
    let mut options = Options::new();
    let mut list = Vec::new();
    for (rule, choices) in proposed {
        let made = world.option(component.game, &component.slots, (*rule, choices), &mut options, budget);
        made.map_err(|f| Error::of_fault(world, &f))?;
        let position = world.show(component.game, &component.slots);
        let option = options.iter().next().ok_or_else(|| {
            Error::Bug(rules::text!("a theorem proposed a move in {position} that is not legal", "定理给出了 {position} 中不合法的着法"))
        })?;
        list.push(winning_move(world, components, index, &option));
    }
    Ok(list)
}

fn winning_move(world: &World, components: &[Component], index: usize, option: &OptionRef<'_>) -> WinningMove {
    let component = &components[index];
    let left = show_left(world, option);
    let step = step_answer(world, component, index, option.rule, option.choices, left);
    let mut after: Vec<Component> = components.to_vec();
    let parts = option.components().map(|(game, slots)| Component { game, slots: slots.into() });
    after.splice(index..=index, parts);
    let coins = after.iter().any(|c| world.rules(c.game).coins());
    let after = if coins { Sum::canonical(after, world) } else { Sum(after) };
    WinningMove { steps: vec![step], leaves: after.show(world) }
}

fn show_left(world: &World, option: &OptionRef<'_>) -> String {
    Sum(option.components().map(|(game, slots)| Component { game, slots: slots.into() }).collect()).show(world)
}

/// A step as a person reads it.
pub(crate) fn step_answer(world: &World, component: &Component, index: usize, rule: usize, choices: &[Int], leaves: String) -> StepAnswer {
    StepAnswer {
        component: index + 1,
        from: world.show(component.game, &component.slots),
        rule,
        words: world.rules(component.game).describe(&component.slots, rule, choices),
        choices: choices.to_vec(),
        leaves,
    }
}
