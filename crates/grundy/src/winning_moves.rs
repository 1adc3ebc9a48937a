//! All winning moves. They come out of the legal moves only: those of large positions are proposed
//! by a theorem's closed form, and each is then made by the rules before it is listed.

use std::cmp::Ordering;

use base::budget::Budget;
use base::text;
use rules::ast::EndCondition;
use rules::game::{OptionArena, OptionRef, Outcome, SumKind};
use rules::ir::Int;
use rules::play::{
    Component, MoveStep, SumMove, SumPosition, ended_at_once, is_emptied, left_over,
    moves as sum_moves,
};
use rules::world::World;
use theory::theorem::ClosedForm;
use theory::value::Grundy;

use crate::answer::{StepAnswer, UnlistedMoves, WinningMove};
use crate::error::SolveError;
use crate::option_list::options_up_to;
use crate::position_text;
use crate::solver::Solver;
use crate::sums::{WinningSteps, is_lost};
use crate::value_method::ValueMethod;

/// The most winning moves of one list made by a sum theorem; fewer where there are many components,
/// for each move shows them all.
const MAX_LISTED_MOVES: usize = 2_000;

/// The most components that all moves of such a list show together.
const MAX_SHOWN_COMPONENTS: usize = 200_000;

/// The most numbers of positions that the moves proposed for one component leave together: a graph
/// may have very many.
const WRITTEN: usize = 200_000;

/// How many looks at the clock, a thousand steps each, listing all moves may take where a theorem
/// has some at hand.
const MAX_POLLS: u32 = 200;

/// How many looks it may take where a theorem tells the values of the options.
const VALUED_LOOKS: u32 = 2_000;

/// How many options of one component are looked at, at first, where a theorem tells their values.
const FIRST_OPTIONS: usize = 1 << 20;

/// Winning moves.
pub(crate) struct ListedWinningMoves {
    /// The moves, in the order of the components.
    pub list: Vec<WinningMove>,
    /// Where these are not all: what is known of the others.
    pub more: Option<UnlistedMoves>,
}

/// Every winning move of a position with this outcome, in the order of its components. A sum
/// theorem lists no more than a person can read.
pub(crate) fn moves(
    world: &World,
    components: &[Component],
    outcome: Outcome,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<ListedWinningMoves, SolveError> {
    let whole = SumPosition(components.to_vec());
    let over = ended_at_once(world, &whole, budget)
        .map_err(|f| SolveError::of_fault(world, &f))?
        .is_some();
    let limit = (MAX_SHOWN_COMPONENTS / components.len().max(1)).clamp(1, MAX_LISTED_MOVES);
    if outcome == Outcome::N
        && !over
        && let Some(WinningSteps {
            mut list,
            complete,
            count,
        }) = by_sum_theorem(components, limit, solver, budget)?
    {
        list.sort_by(|a, b| in_order(a, b));
        let list: Vec<WinningMove> = list
            .into_iter()
            .map(|steps| stepped(world, solver.conventions.until, &whole, steps, budget))
            .collect::<Result<_, _>>()?;
        let more = (!complete).then_some(match count {
            Some(u128::MAX) => UnlistedMoves::Countless,
            Some(count) => UnlistedMoves::InAll(count),
            None => UnlistedMoves::Some,
        });
        return Ok(ListedWinningMoves { list, more });
    }
    let WinningMoveList { list, left_out } = all(world, components, outcome, solver, budget)?;
    let more = match left_out {
        Some(0) => None,
        Some(more) => Some(UnlistedMoves::InAll((list.len() + more) as u128)),
        None => Some(UnlistedMoves::Perhaps),
    };
    Ok(ListedWinningMoves { list, more })
}

/// Winning moves, and how many were left out; `None` if that is not known.
struct WinningMoveList {
    list: Vec<WinningMove>,
    left_out: Option<usize>,
}

impl WinningMoveList {
    fn complete(list: Vec<WinningMove>) -> WinningMoveList {
        WinningMoveList {
            list,
            left_out: Some(0),
        }
    }
}

/// At most `limit` winning moves of an N-position, if a sum theorem decides it.
pub(crate) fn by_sum_theorem(
    components: &[Component],
    limit: usize,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<Option<WinningSteps>, SolveError> {
    let decision = solver.decision(components, false, budget)?;
    solver.theorem_moves(&decision, components, limit, budget)
}

/// A winning move by a sum theorem, if one accepts the position.
pub(crate) fn one_by_theorem(
    world: &World,
    components: &[Component],
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<Option<WinningMove>, SolveError> {
    let found = by_sum_theorem(components, 1, solver, budget)?
        .and_then(|steps| steps.list.into_iter().next());
    found
        .map(|steps| {
            stepped(
                world,
                solver.conventions.until,
                &SumPosition(components.to_vec()),
                steps,
                budget,
            )
        })
        .transpose()
}

/// The order in which all moves of a sum are listed: every step of a component before none.
fn in_order(a: &[MoveStep], b: &[MoveStep]) -> Ordering {
    let key = |step: &MoveStep| (step.component, step.rule, step.choices.clone());
    let differing = a
        .iter()
        .zip(b)
        .map(|(a, b)| key(a).cmp(&key(b)))
        .find(|order| order.is_ne());
    differing.unwrap_or_else(|| b.len().cmp(&a.len()))
}

/// Steps made by the rules; one that is not legal is a bug.
pub(crate) fn stepped(
    world: &World,
    until: EndCondition,
    sum: &SumPosition,
    steps: Vec<MoveStep>,
    budget: &Budget<'_>,
) -> Result<WinningMove, SolveError> {
    budget.steps(sum.0.len())?;
    let mut options = OptionArena::new();
    let mut shown = Vec::with_capacity(steps.len());
    let mut left = Vec::with_capacity(sum.0.len());
    let mut untouched = sum.0.iter().enumerate().peekable();
    for step in &steps {
        while let Some((_, component)) = untouched.next_if(|(index, _)| *index < step.component) {
            left.push(component.clone());
        }
        let component = &sum.0[step.component];
        untouched.next();
        let made = world.option(
            component.game,
            &component.slots,
            (step.rule, &step.choices),
            &mut options,
            budget,
        );
        made.map_err(|f| SolveError::of_fault(world, &f))?;
        let option = options
            .iter()
            .next()
            .ok_or_else(|| not_legal(world, component))?;
        let parts = left_by(&option);
        left.extend(parts.iter().cloned());
        shown.push(step_answer(
            component,
            step.component,
            step.rule,
            &step.choices,
            parts,
        ));
    }
    left.extend(untouched.map(|(_, component)| component.clone()));
    let emptied = until == EndCondition::One
        && steps
            .iter()
            .zip(&shown)
            .any(|(step, shown)| is_emptied(world, sum.0[step.component].game, &shown.leaves));
    let left = left_over(world, until, left, emptied, budget)
        .map_err(|f| SolveError::of_fault(world, &f))?;
    Ok(WinningMove {
        steps: shown,
        leaves: SumPosition::canonical(left, world).0,
    })
}

fn not_legal(world: &World, component: &Component) -> SolveError {
    let position = position_text::component(world, component);
    SolveError::Bug(text!(
        "a theorem proposed a move in {position} that is not legal",
        "定理给出了 {position} 中不合法的着法"
    ))
}

/// Every winning move where no sum theorem says which, as many as can be written.
fn all(
    world: &World,
    components: &[Component],
    outcome: Outcome,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<WinningMoveList, SolveError> {
    let fault = |f| SolveError::of_fault(world, &f);
    let whole = SumPosition(components.to_vec());
    if outcome != Outcome::N
        || ended_at_once(world, &whole, budget)
            .map_err(fault)?
            .is_some()
    {
        return Ok(WinningMoveList::complete(Vec::new()));
    }
    if let [component] = components
        && let Some(list) = of_outcome_theorem(world, component, solver, budget)?
    {
        return Ok(list);
    }
    if !solver.values_decide() {
        return Ok(WinningMoveList::complete(of_whole(
            world,
            &whole,
            Outcome::P,
            solver,
            budget,
        )?));
    }
    let mut values = Vec::with_capacity(components.len());
    for component in components {
        values.push(solver.value(component, budget)?);
    }
    let (mut list, mut left_out) = (Vec::new(), Some(0));
    let mut unlisted = Vec::new();
    for index in 0..components.len() {
        let others = || values[..index].iter().chain(&values[index + 1..]).copied();
        // What the others are worth, or where that does not fit each of them.
        let rest = Grundy::sum(others());
        let beside = rest.map_or_else(|| others().collect(), |rest| vec![rest]);
        let by_theorem = match rest {
            Some(rest) => of_value_theorem(world, components, index, rest, solver, budget)?,
            None => None,
        };
        let moves = match by_theorem {
            Some(moves) => moves,
            None if solver
                .plan_of(components[index].game)
                .is_some_and(|plan| matches!(plan.method, Some(ValueMethod::Theorem(..)))) =>
            {
                // A position of a theorem may have very many options; moves of other components may
                // be at hand.
                match budget.limited(VALUED_LOOKS, |budget| {
                    by_values(
                        world,
                        components,
                        index,
                        &beside,
                        FIRST_OPTIONS,
                        solver,
                        budget,
                    )
                }) {
                    (Err(SolveError::Stopped(_)), true) => {
                        unlisted.push((index, beside));
                        continue;
                    }
                    (moves, _) => match moves? {
                        some if some.list.is_empty() && some.left_out.is_none() => {
                            unlisted.push((index, beside));
                            continue;
                        }
                        moves => moves,
                    },
                }
            }
            None => by_values(
                world,
                components,
                index,
                &beside,
                usize::MAX,
                solver,
                budget,
            )?,
        };
        list.extend(moves.list);
        left_out = left_out.zip(moves.left_out).map(|(a, b)| a + b);
    }
    if !list.is_empty() && !unlisted.is_empty() {
        left_out = None;
        unlisted.clear();
    }
    // A move must be somewhere: it is looked for ever farther, in all of them alike.
    let mut most = FIRST_OPTIONS;
    while !unlisted.is_empty() && list.is_empty() {
        most = most.saturating_mul(4);
        let mut farther = Vec::new();
        for (index, beside) in unlisted {
            let moves = by_values(world, components, index, &beside, most, solver, budget)?;
            list.extend(moves.list);
            if moves.left_out.is_none() {
                farther.push((index, beside));
            }
        }
        unlisted = farther;
    }
    if !unlisted.is_empty() {
        left_out = None;
    }
    Ok(WinningMoveList { list, left_out })
}

/// The moves in the component `index` that leave it as much as those beside it together are worth:
/// of its moves by the rules, all or the first ones, about `most`.
fn by_values(
    world: &World,
    components: &[Component],
    index: usize,
    beside: &[Grundy],
    most: usize,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<WinningMoveList, SolveError> {
    let mut list = Vec::new();
    let (options, whole) = options_up_to(world, &components[index], most, budget)?;
    for option in options.iter() {
        // Equal coins cancel before anything else is looked at.
        let mut all = beside.to_vec();
        for part in &SumPosition::canonical(left_by(&option), world).0 {
            all.push(solver.value(part, budget)?);
        }
        if Grundy::winner(all) == Outcome::P {
            list.push(winning_move(world, components, index, &option));
        }
    }
    Ok(WinningMoveList {
        list,
        left_out: whole.then_some(0),
    })
}

/// The moves of one component under plain normal play to options of this value, and whether these
/// are all; its game was planned.
pub(crate) fn to_value(
    world: &World,
    component: &Component,
    value: Grundy,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<(Vec<WinningMove>, bool), SolveError> {
    let one = std::slice::from_ref(component);
    Ok(
        match of_value_theorem(world, one, 0, value, solver, budget)? {
            Some(WinningMoveList { list, left_out }) => (list, left_out == Some(0)),
            None => (
                by_values(world, one, 0, &[value], usize::MAX, solver, budget)?.list,
                true,
            ),
        },
    )
}

/// As [`to_value`], but every one, where a theorem lists only some.
pub(crate) fn every_to_value(
    world: &World,
    component: &Component,
    value: Grundy,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<Vec<WinningMove>, SolveError> {
    match to_value(world, component, value, solver, budget)? {
        (list, true) => Ok(list),
        (_, false) => Ok(by_values(
            world,
            std::slice::from_ref(component),
            0,
            &[value],
            usize::MAX,
            solver,
            budget,
        )?
        .list),
    }
}

/// The moves of a drawn position that leave a draw, in the order of its components: as many as a
/// person can read, and as a few seconds find where a component has very many.
pub(crate) fn drawing(
    world: &World,
    components: &[Component],
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<ListedWinningMoves, SolveError> {
    let limit = (MAX_SHOWN_COMPONENTS / components.len().max(1)).clamp(1, MAX_LISTED_MOVES);
    let mut found = ListedWinningMoves {
        list: Vec::new(),
        more: None,
    };
    let places = if solver.conventions.sum == SumKind::One {
        0..components.len()
    } else {
        0..1
    };
    for index in places {
        let (listed, cut) = budget.limited(VALUED_LOOKS, |budget| {
            if solver.conventions.sum != SumKind::One {
                found.list = of_whole(
                    world,
                    &SumPosition(components.to_vec()),
                    Outcome::D,
                    solver,
                    budget,
                )?;
                return Ok(());
            }
            let component = &components[index];
            let mut options = OptionArena::new();
            world
                .options(component.game, &component.slots, &mut options, budget)
                .map_err(|f| SolveError::of_fault(world, &f))?;
            for option in options.iter() {
                let made = winning_move(world, components, index, &option);
                if solver.outcome(&SumPosition::canonical(made.leaves.clone(), world), budget)?
                    == Outcome::D
                {
                    found.list.push(made);
                }
                if found.list.len() > limit {
                    break;
                }
            }
            Ok(())
        });
        match listed {
            Err(SolveError::Stopped(_)) if cut => found.more = Some(UnlistedMoves::Perhaps),
            listed => listed?,
        }
        if found.list.len() > limit {
            found.list.truncate(limit);
            found.more = Some(UnlistedMoves::Some);
            break;
        }
    }
    Ok(found)
}

/// Moves that leave this outcome, under conventions where a whole position must be looked at.
fn of_whole(
    world: &World,
    sum: &SumPosition,
    wanted: Outcome,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<Vec<WinningMove>, SolveError> {
    let mut list = Vec::new();
    for SumMove { steps, leaves } in sum_moves(world, sum, solver.conventions, budget)
        .map_err(|f| SolveError::of_fault(world, &f))?
    {
        if solver.outcome(&leaves, budget)? != wanted {
            continue;
        }
        list.push(to_winning_move(
            world,
            sum,
            SumMove { steps, leaves },
            budget,
        )?);
    }
    Ok(list)
}

/// A move with what each of its steps leaves.
pub(crate) fn to_winning_move(
    world: &World,
    sum: &SumPosition,
    SumMove { steps, leaves }: SumMove,
    budget: &Budget<'_>,
) -> Result<WinningMove, SolveError> {
    let mut shown = Vec::with_capacity(steps.len());
    let mut options = OptionArena::new();
    for step in steps {
        let component = &sum.0[step.component];
        let made = world.option(
            component.game,
            &component.slots,
            (step.rule, &step.choices),
            &mut options,
            budget,
        );
        made.map_err(|f| SolveError::of_fault(world, &f))?;
        let option = options
            .iter()
            .next()
            .ok_or_else(|| not_legal(world, component))?;
        shown.push(step_answer(
            component,
            step.component,
            step.rule,
            &step.choices,
            left_by(&option),
        ));
    }
    Ok(WinningMove {
        steps: shown,
        leaves: leaves.0,
    })
}

/// The moves that a theorem on values proposes in one component, if its game has one.
fn of_value_theorem(
    world: &World,
    components: &[Component],
    index: usize,
    rest: Grundy,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<Option<WinningMoveList>, SolveError> {
    let component = &components[index];
    let Some(ValueMethod::Theorem(_, form)) = solver
        .plan_of(component.game)
        .and_then(|p| p.method.as_ref())
    else {
        return Ok(None);
    };
    // With a loony or ended component beside it no move in this one can win.
    if rest.as_nimber().is_none() {
        return Ok(Some(WinningMoveList::complete(Vec::new())));
    }
    let proposed = match form.listed_moves(&component.slots, rest, budget)? {
        // There may be very many moves to look at; a law walks to those that win.
        None => solver.law_moves(component, rest, budget)?,
        proposed => proposed,
    };
    let Some((proposed, all)) = proposed else {
        return Ok(None);
    };
    let list = make_moves(world, components, index, &proposed, budget)?;
    Ok(Some(if all {
        list
    } else {
        WinningMoveList {
            left_out: None,
            ..list
        }
    }))
}

/// The moves to P-positions that a theorem on outcomes proposes for a component alone, where its
/// game has no theorem on values.
fn of_outcome_theorem(
    world: &World,
    component: &Component,
    solver: &Solver,
    budget: &Budget<'_>,
) -> Result<Option<WinningMoveList>, SolveError> {
    let Some(plan) = solver.plan_of(component.game) else {
        return Ok(None);
    };
    let Some((_, form)) = &plan.outcomes else {
        return Ok(None);
    };
    let listed = form.listed_moves(&component.slots, Grundy::ZERO, budget)?;
    let (proposed, all) = listed
        .map_or((None, form.lists_all(&component.slots)), |(moves, all)| {
            (Some(moves), all)
        });
    let one = std::slice::from_ref(component);
    if !all {
        match budget.limited(MAX_POLLS, |budget| {
            by_the_rules(world, one, form.as_ref(), budget)
        }) {
            (Ok(Some(list)), _) => return Ok(Some(WinningMoveList::complete(list))),
            // Values tell all of them.
            (Ok(None), _) if plan.method.as_ref().is_some_and(ValueMethod::is_cheap) => {
                return Ok(None);
            }
            (Ok(None), _) | (Err(SolveError::Stopped(_)), true) => {
                let some = proposed
                    .map(|proposed| make_moves(world, one, 0, &proposed, budget))
                    .transpose()?;
                return Ok(some.map(|some| WinningMoveList {
                    left_out: None,
                    ..some
                }));
            }
            (Err(error), _) => return Err(error),
        }
    }
    proposed
        .map(|proposed| make_moves(world, one, 0, &proposed, budget))
        .transpose()
}

/// Every legal move of a component alone that a theorem on outcomes calls winning; `None` if a move
/// leaves several components, of which it does not speak together. No move may leave one of another
/// game.
fn by_the_rules(
    world: &World,
    one: &[Component],
    form: &dyn ClosedForm,
    budget: &Budget<'_>,
) -> Result<Option<Vec<WinningMove>>, SolveError> {
    let (mut list, mut options) = (Vec::new(), OptionArena::new());
    world
        .options(one[0].game, &one[0].slots, &mut options, budget)
        .map_err(|f| SolveError::of_fault(world, &f))?;
    for option in options.iter() {
        budget.tick()?;
        if option.components().count() > 1 {
            return Ok(None);
        }
        let known = option.components().all(|(game, _)| game == one[0].game);
        if known && is_lost(&option, form, budget)? {
            list.push(winning_move(world, one, 0, &option));
        }
    }
    Ok(Some(list))
}

/// Makes proposed moves by the rules, as many as can be written; one that is not legal is a bug.
fn make_moves(
    world: &World,
    components: &[Component],
    index: usize,
    proposed: &[(usize, Vec<Int>)],
    budget: &Budget<'_>,
) -> Result<WinningMoveList, SolveError> {
    let component = &components[index];
    let mut options = OptionArena::new();
    let mut list = Vec::new();
    let most = (WRITTEN / component.slots.len().max(1)).max(10);
    for (rule, choices) in proposed.iter().take(most) {
        budget.steps(component.slots.len())?;
        let made = world.option(
            component.game,
            &component.slots,
            (*rule, choices),
            &mut options,
            budget,
        );
        made.map_err(|f| SolveError::of_fault(world, &f))?;
        let option = options
            .iter()
            .next()
            .ok_or_else(|| not_legal(world, component))?;
        list.push(winning_move(world, components, index, &option));
    }
    Ok(WinningMoveList {
        list,
        left_out: Some(proposed.len().saturating_sub(most)),
    })
}

/// A move in the component `index`.
pub(crate) fn winning_move(
    world: &World,
    components: &[Component],
    index: usize,
    option: &OptionRef<'_>,
) -> WinningMove {
    let component = &components[index];
    let left = left_by(option);
    let mut after: Vec<Component> = components.to_vec();
    after.splice(index..=index, left.iter().cloned());
    let coins = after.iter().any(|c| world.rules(c.game).coins());
    let leaves = if coins {
        SumPosition::canonical(after, world).0
    } else {
        after
    };
    WinningMove {
        steps: vec![step_answer(
            component,
            index,
            option.rule,
            option.choices,
            left,
        )],
        leaves,
    }
}

/// What an option leaves of its component.
pub(crate) fn left_by(option: &OptionRef<'_>) -> Vec<Component> {
    option
        .components()
        .map(|(game, slots)| Component {
            game,
            slots: slots.into(),
        })
        .collect()
}

/// A step of a move in the component with this index.
pub(crate) fn step_answer(
    from: &Component,
    index: usize,
    rule: usize,
    choices: &[Int],
    leaves: Vec<Component>,
) -> StepAnswer {
    StepAnswer {
        component: index + 1,
        from: from.clone(),
        rule,
        choices: choices.into(),
        leaves,
    }
}
