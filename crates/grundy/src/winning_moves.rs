//! All winning moves. Each move is checked by the rules before it is listed, so each listed move is
//! legal. In large positions, a theorem's closed form proposes the moves.

use std::cmp::Ordering;

use base::budget::Budget;
use base::text;
use rules::ast::{EndCondition, PlayConvention};
use rules::game::{OptionRef, Outcome, SumKind};
use rules::play::{
    Component, MoveStep, SumMove, SumPosition, ended_at_once, is_emptied, left_over,
    moves as sum_moves,
};
use rules::world::World;
use theory::theorem::{ChosenMove, ClosedForm};
use theory::value::Grundy;

use crate::answer::{StepAnswer, UnlistedMoves, WinningMove};
use crate::error::{RulesResult, SolveError};
use crate::option_list::{left_by_step, options_of, options_up_to};
use crate::solver::Solver;
use crate::sums::{WinningSteps, is_lost};
use crate::value_method::ValueMethod;
use crate::{position_text, scores};

/// Maximum number of winning moves that a sum theorem lists. The list is shorter if the position
/// has many components, because each move shows all components.
const MAX_LISTED_MOVES: usize = 2_000;

/// Maximum total number of components that all moves listed by a sum theorem show.
const MAX_SHOWN_COMPONENTS: usize = 200_000;

/// Maximum total number of slots of the positions left by the moves proposed for one component; a
/// graph may have very many slots.
const WRITTEN: usize = 200_000;

/// Maximum number of budget polls, a thousand steps each, for listing all moves if a theorem
/// already provides some moves.
const MAX_POLLS: u32 = 200;

/// Maximum number of budget polls if a theorem provides the values of the options.
const VALUED_LOOKS: u32 = 2_000;

/// Initial limit on the number of options examined in one component if a theorem provides the
/// values of the options.
const FIRST_OPTIONS: usize = 1 << 20;

/// Winning moves.
#[derive(Default)]
pub(crate) struct ListedWinningMoves {
    /// The moves, in the order of the components.
    pub list: Vec<WinningMove>,
    /// Information about further winning moves; `None` if every winning move is listed.
    pub more: Option<UnlistedMoves>,
}

/// Returns every winning move of a position with this outcome, in the order of its components. A
/// sum theorem lists only as many moves as a user can read.
pub(crate) fn moves(
    world: &World,
    components: &[Component],
    outcome: Outcome,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<ListedWinningMoves, SolveError> {
    let whole = SumPosition(components.to_vec());
    if solver.conventions.play == PlayConvention::Score {
        return scores::best_moves(world, &whole, solver, budget);
    }
    let over = ended_at_once(world, &whole, budget).explain_fault(world)?;
    if outcome != Outcome::N || over.is_some() {
        return Ok(ListedWinningMoves::default());
    }
    if let Some(WinningSteps {
        mut list,
        complete,
        count,
    }) = by_sum_theorem(components, max_listed(components), solver, budget)?
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
    let mut search = MoveSearch {
        world,
        components,
        solver,
        budget,
    };
    let WinningMoveList { list, left_out } = search.all()?;
    let more = match left_out {
        Some(0) => None,
        Some(more) => Some(UnlistedMoves::InAll((list.len() + more) as u128)),
        None => Some(UnlistedMoves::Perhaps),
    };
    Ok(ListedWinningMoves { list, more })
}

/// Returns the maximum number of moves of a position that a user can read.
pub(crate) fn max_listed(components: &[Component]) -> usize {
    (MAX_SHOWN_COMPONENTS / components.len().max(1)).clamp(1, MAX_LISTED_MOVES)
}

/// Winning moves, and the number of omitted winning moves; `None` if the number of omitted moves is
/// unknown.
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

/// Returns at most `limit` winning moves of an N-position, if a sum theorem decides the position.
pub(crate) fn by_sum_theorem(
    components: &[Component],
    limit: usize,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<Option<WinningSteps>, SolveError> {
    let decision = solver.decision(components, false, budget)?;
    solver.theorem_moves(&decision, components, limit, budget)
}

/// Returns a winning move by a sum theorem, if a theorem accepts the position.
pub(crate) fn one_by_theorem(
    world: &World,
    components: &[Component],
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<Option<WinningMove>, SolveError> {
    let found = by_sum_theorem(components, 1, solver, budget)?
        .and_then(|steps| steps.list.into_iter().next());
    let sum = SumPosition(components.to_vec());
    found
        .map(|steps| stepped(world, solver.conventions.until, &sum, steps, budget))
        .transpose()
}

/// Compares two moves of a sum for the order in which they are listed: if one move has no further
/// step, this move comes after the other move.
fn in_order(a: &[MoveStep], b: &[MoveStep]) -> Ordering {
    let key = |step: &MoveStep| (step.component, step.rule, step.choices.clone());
    let differing = a
        .iter()
        .zip(b)
        .map(|(a, b)| key(a).cmp(&key(b)))
        .find(|order| order.is_ne());
    differing.unwrap_or_else(|| b.len().cmp(&a.len()))
}

/// Makes steps by the rules. A step that is not legal is a bug.
fn stepped(
    world: &World,
    until: EndCondition,
    sum: &SumPosition,
    steps: Vec<MoveStep>,
    budget: &Budget<'_>,
) -> Result<WinningMove, SolveError> {
    budget.steps(sum.0.len())?;
    let steps = make_steps(world, &sum.0, steps, budget)?;
    let left = replace_moved(&sum.0, &steps);
    let emptied = until == EndCondition::One
        && steps
            .iter()
            .any(|step| is_emptied(world, step.from.game, &step.leaves));
    let left = left_over(world, until, left, emptied, budget).explain_fault(world)?;
    Ok(WinningMove {
        steps,
        leaves: SumPosition::canonical(left, world).0,
    })
}

/// Makes steps by the rules, in the order of their components. A step that is not legal is a bug.
fn make_steps(
    world: &World,
    components: &[Component],
    steps: Vec<MoveStep>,
    budget: &Budget<'_>,
) -> Result<Vec<StepAnswer>, SolveError> {
    let make = |step: MoveStep| {
        let component = &components[step.component];
        let left = left_by_step(world, component, step.rule, &step.choices, budget)?;
        let left = left.ok_or_else(|| {
            let position = position_text::component(world, component);
            SolveError::Bug(text!(
                "a theorem proposed an illegal move in {position}",
                "定理给出了 {position} 中不合法的着法"
            ))
        })?;
        Ok(step_answer(component, step, left))
    };
    steps.into_iter().map(make).collect()
}

/// The search for winning moves of a position.
struct MoveSearch<'s> {
    world: &'s World,
    components: &'s [Component],
    solver: &'s mut Solver,
    budget: &'s Budget<'s>,
}

impl MoveSearch<'_> {
    /// Returns the winning moves of an N-position: every winning move, or as many as can be listed.
    /// Requires that play is not over, and that no sum theorem provides winning moves for the
    /// position.
    fn all(&mut self) -> Result<WinningMoveList, SolveError> {
        let components = self.components;
        if let [component] = components
            && let Some(list) = self.of_outcome_theorem(component)?
        {
            return Ok(list);
        }
        if !self.solver.values_decide() {
            return self.leaving(Outcome::P).map(WinningMoveList::complete);
        }
        let mut values = Vec::with_capacity(components.len());
        for component in components {
            values.push(self.solver.value(component, self.budget)?);
        }
        let (mut list, mut left_out) = (Vec::new(), Some(0));
        let mut unlisted = Vec::new();
        for index in 0..components.len() {
            let others = || values[..index].iter().chain(&values[index + 1..]).copied();
            // The value of the sum of all components except component `index`, or the values of
            // these components if their sum does not fit.
            let rest = Grundy::sum(others());
            let beside = rest.map_or_else(|| others().collect(), |rest| vec![rest]);
            let by_theorem = match rest {
                Some(rest) => self.of_value_theorem(index, rest)?,
                None => None,
            };
            let moves = match by_theorem {
                Some(moves) => moves,
                None if self
                    .solver
                    .plan_of(components[index].game)
                    .is_some_and(|plan| matches!(plan.method, Some(ValueMethod::Theorem(..)))) =>
                {
                    // The search in a component with a theorem is limited: the component may have
                    // very many options, while other components may offer winning moves.
                    let limited = self.budget.limited(VALUED_LOOKS, |budget| {
                        let mut search = MoveSearch {
                            solver: &mut *self.solver,
                            budget,
                            ..*self
                        };
                        search.by_values(index, &beside, FIRST_OPTIONS)
                    });
                    let moves = match limited {
                        (Err(SolveError::Stopped(_)), true) => None,
                        (moves, _) => Some(moves?),
                    };
                    match moves {
                        Some(moves) if !moves.list.is_empty() || moves.left_out.is_some() => moves,
                        _ => {
                            unlisted.push((index, beside));
                            continue;
                        }
                    }
                }
                None => self.by_values(index, &beside, usize::MAX)?,
            };
            list.extend(moves.list);
            left_out = left_out.zip(moves.left_out).map(|(a, b)| a + b);
        }
        if !list.is_empty() && !unlisted.is_empty() {
            left_out = None;
            unlisted.clear();
        }
        // A winning move exists, so the limit is increased equally for all remaining components
        // until a winning move is found.
        let mut most = FIRST_OPTIONS;
        while !unlisted.is_empty() && list.is_empty() {
            most = most.saturating_mul(4);
            let mut farther = Vec::new();
            for (index, beside) in unlisted {
                let moves = self.by_values(index, &beside, most)?;
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

    /// Returns the moves in the component `index` after which the component has the same value as
    /// the sum of the other components. About the first `most` moves by the rules are examined.
    fn by_values(
        &mut self,
        index: usize,
        beside: &[Grundy],
        most: usize,
    ) -> Result<WinningMoveList, SolveError> {
        let mut list = Vec::new();
        let (options, whole) =
            options_up_to(self.world, &self.components[index], most, self.budget)?;
        for option in options.iter() {
            // Equal coins cancel before values are computed.
            let mut all = beside.to_vec();
            for part in &SumPosition::canonical(option.to_components(), self.world).0 {
                all.push(self.solver.value(part, self.budget)?);
            }
            if Grundy::winner(all) == Outcome::P {
                list.push(winning_move(self.world, self.components, index, &option));
            }
        }
        Ok(WinningMoveList {
            list,
            left_out: whole.then_some(0),
        })
    }

    /// Returns moves to positions with the given outcome, under conventions for which complete
    /// positions must be examined.
    fn leaving(&mut self, wanted: Outcome) -> Result<Vec<WinningMove>, SolveError> {
        let sum = SumPosition(self.components.to_vec());
        let mut list = Vec::new();
        for made in sum_moves(self.world, &sum, self.solver.conventions, self.budget)
            .explain_fault(self.world)?
        {
            if self.solver.outcome(&made.leaves, self.budget)? == wanted {
                list.push(to_winning_move(self.world, &sum, made, self.budget)?);
            }
        }
        Ok(list)
    }

    /// Returns the moves that a theorem on values proposes in one component, if its game has such a
    /// theorem.
    fn of_value_theorem(
        &mut self,
        index: usize,
        rest: Grundy,
    ) -> Result<Option<WinningMoveList>, SolveError> {
        let component = &self.components[index];
        let plan = self.solver.plan_of(component.game);
        let Some(ValueMethod::Theorem(_, form)) = plan.and_then(|plan| plan.method.as_ref()) else {
            return Ok(None);
        };
        // If another component is loony or has ended, no move in this component can win.
        if rest.as_nimber().is_none() {
            return Ok(Some(WinningMoveList::complete(Vec::new())));
        }
        let proposed = match form.listed_moves(&component.slots, rest, self.budget)? {
            // The component may have very many moves to examine. A law finds the winning moves
            // directly.
            None => self.solver.law_moves(component, rest, self.budget)?,
            proposed => proposed,
        };
        let Some((proposed, all)) = proposed else {
            return Ok(None);
        };
        let WinningMoveList { list, left_out } = self.make_moves(index, proposed)?;
        Ok(Some(WinningMoveList {
            list,
            left_out: left_out.filter(|_| all),
        }))
    }

    /// Returns the moves to P-positions that a theorem on outcomes proposes for a single component
    /// whose game has no theorem on values.
    fn of_outcome_theorem(
        &self,
        component: &Component,
    ) -> Result<Option<WinningMoveList>, SolveError> {
        let Some(plan) = self.solver.plan_of(component.game) else {
            return Ok(None);
        };
        let Some((_, form)) = &plan.outcomes else {
            return Ok(None);
        };
        let listed = form.listed_moves(&component.slots, Grundy::ZERO, self.budget)?;
        let (proposed, all) = listed
            .map_or((None, form.lists_all(&component.slots)), |(moves, all)| {
                (Some(moves), all)
            });
        if !all {
            match self.budget.limited(MAX_POLLS, |budget| {
                by_the_rules(self.world, self.components, form.as_ref(), budget)
            }) {
                (Ok(Some(list)), _) => return Ok(Some(WinningMoveList::complete(list))),
                // All winning moves follow from values.
                (Ok(None), _) if plan.method.as_ref().is_some_and(ValueMethod::is_cheap) => {
                    return Ok(None);
                }
                (Ok(None), _) | (Err(SolveError::Stopped(_)), true) => {}
                (Err(error), _) => return Err(error),
            }
        }
        let Some(proposed) = proposed else {
            return Ok(None);
        };
        let WinningMoveList { list, left_out } = self.make_moves(0, proposed)?;
        Ok(Some(WinningMoveList {
            list,
            left_out: left_out.filter(|_| all),
        }))
    }

    /// Makes proposed moves by the rules, as many as can be listed. A proposed move that is not
    /// legal is a bug.
    fn make_moves(
        &self,
        index: usize,
        mut proposed: Vec<ChosenMove>,
    ) -> Result<WinningMoveList, SolveError> {
        let slots = self.components[index].slots.len();
        let most = (WRITTEN / slots.max(1)).max(10);
        let left_out = Some(proposed.len().saturating_sub(most));
        proposed.truncate(most);
        let make = |(rule, choices): ChosenMove| {
            self.budget.steps(slots)?;
            let step = MoveStep::new(index, rule, choices);
            let steps = make_steps(self.world, self.components, vec![step], self.budget)?;
            Ok(with_leaves(self.world, self.components, steps))
        };
        let list = proposed.into_iter().map(make);
        Ok(WinningMoveList {
            list: list.collect::<Result<_, SolveError>>()?,
            left_out,
        })
    }
}

/// Returns the moves of one component under plain normal play to options of this value, and whether
/// every move to this value is included. The game must have been planned.
pub(crate) fn to_value(
    world: &World,
    component: &Component,
    value: Grundy,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<(Vec<WinningMove>, bool), SolveError> {
    let mut search = MoveSearch {
        world,
        components: std::slice::from_ref(component),
        solver,
        budget,
    };
    if let Some(found) = search.of_value_theorem(0, value)? {
        return Ok((found.list, found.left_out == Some(0)));
    }
    Ok((search.by_values(0, &[value], usize::MAX)?.list, true))
}

/// Returns the same moves as [`to_value`], but returns all moves even if a theorem lists only some
/// moves.
pub(crate) fn every_to_value(
    world: &World,
    component: &Component,
    value: Grundy,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<Vec<WinningMove>, SolveError> {
    let (list, complete) = to_value(world, component, value, solver, budget)?;
    if complete {
        return Ok(list);
    }
    let mut search = MoveSearch {
        world,
        components: std::slice::from_ref(component),
        solver,
        budget,
    };
    Ok(search.by_values(0, &[value], usize::MAX)?.list)
}

/// Returns the moves of a drawn position that leave a draw, in the order of its components. Only as
/// many moves are listed as a user can read. If a component has very many moves, only a few seconds
/// are spent.
pub(crate) fn drawing(
    world: &World,
    components: &[Component],
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<ListedWinningMoves, SolveError> {
    let limit = max_listed(components);
    let mut found = ListedWinningMoves::default();
    let places = if solver.conventions.sum == SumKind::One {
        0..components.len()
    } else {
        0..1
    };
    for index in places {
        let (listed, cut) = budget.limited(VALUED_LOOKS, |budget| {
            if solver.conventions.sum != SumKind::One {
                let mut search = MoveSearch {
                    world,
                    components,
                    solver: &mut *solver,
                    budget,
                };
                found.list = search.leaving(Outcome::D)?;
                return Ok(());
            }
            for option in options_of(world, &components[index], budget)?.iter() {
                let made = winning_move(world, components, index, &option);
                let leaves = SumPosition::canonical(made.leaves.clone(), world);
                if solver.outcome(&leaves, budget)? == Outcome::D {
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

/// Returns a move with the result of each of its steps.
pub(crate) fn to_winning_move(
    world: &World,
    sum: &SumPosition,
    made: SumMove,
    budget: &Budget<'_>,
) -> Result<WinningMove, SolveError> {
    Ok(WinningMove {
        steps: make_steps(world, &sum.0, made.steps, budget)?,
        leaves: made.leaves.0,
    })
}

/// Returns every legal move of a single component that is winning according to a theorem on
/// outcomes. Returns `None` if a move leaves several components, because the theorem does not cover
/// sums. A move into another game is not included.
fn by_the_rules(
    world: &World,
    one: &[Component],
    form: &dyn ClosedForm,
    budget: &Budget<'_>,
) -> Result<Option<Vec<WinningMove>>, SolveError> {
    let mut list = Vec::new();
    for option in options_of(world, &one[0], budget)?.iter() {
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

/// Returns the move in the component `index` that leads to the given option.
pub(crate) fn winning_move(
    world: &World,
    components: &[Component],
    index: usize,
    option: &OptionRef<'_>,
) -> WinningMove {
    let step = MoveStep::new(index, option.rule, option.choices);
    let step = step_answer(&components[index], step, option.to_components());
    with_leaves(world, components, vec![step])
}

/// Returns a move of one step, with the components that it leaves.
fn with_leaves(world: &World, components: &[Component], steps: Vec<StepAnswer>) -> WinningMove {
    let mut leaves = replace_moved(components, &steps);
    if leaves.iter().any(|c| world.rules(c.game).coins()) {
        leaves = SumPosition::canonical(leaves, world).0;
    }
    WinningMove { steps, leaves }
}

/// Returns the components of a sum. The components in which steps are made are replaced by their
/// results.
fn replace_moved(components: &[Component], steps: &[StepAnswer]) -> Vec<Component> {
    let mut left = Vec::with_capacity(components.len());
    let mut steps = steps.iter().peekable();
    for (index, component) in components.iter().enumerate() {
        match steps.next_if(|step| step.component == index + 1) {
            Some(step) => left.extend(step.leaves.iter().cloned()),
            None => left.push(component.clone()),
        }
    }
    left
}

/// Returns a step of a move, with its result.
pub(crate) fn step_answer(from: &Component, step: MoveStep, leaves: Vec<Component>) -> StepAnswer {
    StepAnswer {
        component: step.component + 1,
        from: from.clone(),
        rule: step.rule,
        choices: step.choices,
        leaves,
    }
}
