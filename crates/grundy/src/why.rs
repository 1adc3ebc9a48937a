//! The reasons why a position is won or lost and has its value, as data. If values decide, the
//! reasons are the nim-sum and the reasons for the values of the components. The reason for the
//! value of a component is the theorem that applies to it, or the definition: the least value that
//! no option has. If values do not decide, the reason is the theorem that decides the complete
//! position, or the list of answers to its moves. If a heap has too many options to list, a theorem
//! provides one option for each smaller value, if possible.

use std::collections::{BTreeMap, HashSet};

use base::budget::Budget;
use base::text::Text;
use engines::reference::may_rise;
use rules::ast::PlayConvention;
use rules::game::Outcome;
use rules::ir::Int;
use rules::play::{Component, MoveStep, SumPosition, ended_at_once, moves as sum_moves};
use rules::world::World;
use theory::columns::nim_sum;
use theory::theorem::ClosedForm;
use theory::value::Grundy;

use crate::answer::{Answer, StepAnswer, WinningMove};
use crate::attempt::AppliedTheorem;
use crate::error::{RulesResult, SolveError};
use crate::option_list::{left_by_step, options_of};
use crate::partizan_why::SideReason;
use crate::plan::Decision;
use crate::position_text;
use crate::question::{Position, QuestionInput};
use crate::remoteness::RemotenessCache;
use crate::session::Session;
use crate::solve_options::SolveOptions;
use crate::solver::Solver;
use crate::sum_value::fitting_sum;
use crate::value_method::ValueMethod;
use crate::winning_moves::{self, step_answer};

/// Maximum number of budget polls, a thousand steps each, for listing the options of one component,
/// and for answering the moves of a lost position.
const MAX_OPTION_POLLS: u32 = 40;

/// Maximum number of budget polls for listing the winning moves.
const MAX_WINNING_MOVE_POLLS: u32 = 1_000;

/// Maximum number of values, below the value of a component, for each of which a theorem is queried
/// for an option.
const MAX_QUERIED_VALUES: u64 = 64;

/// Maximum number of components that are explained individually.
const EXPLAINED: usize = 8;

/// Maximum number of moves of a lost position for which an answer is shown.
const ANSWERED: usize = 8;

/// The reasons for the outcome of a position.
#[derive(Clone, Debug)]
pub struct WhyAnswer {
    /// The outcome, values and status, and the winning moves if the position does not have too many
    /// to list.
    pub answer: Answer,
    /// Whether play is over in the position.
    pub over: bool,
    /// The nim-sum by which values decide, if values decide.
    pub balance: Option<Balance>,
    /// The reason for each different component, if values decide or the position has a single
    /// component. If the position has many components, only the first components have reasons.
    pub parts: Vec<ComponentReason>,
    /// The number of different components that are not explained.
    pub more_parts: usize,
    /// The sum theorem that decides the complete position.
    pub whole: Option<AppliedTheorem>,
    /// The moves of the position and their answers, if neither values nor a theorem give the
    /// reason.
    pub turns: Option<MoveOutcomes>,
    /// A winning move; if the nim-sum decides, the winning move is derived from the nim-sum.
    pub example: Option<WinningMove>,
    /// The number of moves to the end under optimal play, if positions may repeat and the position
    /// is not a draw.
    pub remoteness: Option<u32>,
    /// The reasons for each player who may begin, if the players have different moves.
    pub sides: Vec<SideReason>,
}

/// A sum of nimbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Balance {
    /// Each component with its value.
    pub parts: Vec<(Component, u64)>,
    /// The nim-sum.
    pub total: u64,
    /// A component whose value has the highest one bit of the nim-sum, counted from 1, and the
    /// value to which a winning move reduces this component; `None` if the nim-sum is 0.
    pub reduce: Option<(usize, u64)>,
    /// Whether a component may end play at once, so that some moves lose whatever the nim-sum is.
    pub can_end: bool,
}

impl Balance {
    /// Returns the largest power of two in the nim-sum; 0 if the nim-sum is 0.
    pub fn deciding_bit(&self) -> u64 {
        self.total.checked_ilog2().map_or(0, |bit| 1 << bit)
    }
}

impl Balance {
    /// Formats each value in decimal and binary on its own line, then the nim-sum of the values
    /// with the deciding digit.
    pub fn columns(&self, world: &World) -> Text {
        let named = self
            .parts
            .iter()
            .map(|(one, value)| (Text::same(position_text::component(world, one)), *value));
        nim_sum(&named.collect::<Vec<_>>())
    }
}

/// The reason why one component has its value or outcome.
#[derive(Clone, Debug)]
pub struct ComponentReason {
    /// The component.
    pub component: Component,
    /// The value of the component; `None` if only the outcome is known.
    pub value: Option<Grundy>,
    /// The theorem that determines the value or outcome.
    pub theorem: Option<AppliedTheorem>,
    /// The reason for the value by the definition, if no theorem explains the value.
    pub mex: Option<MexStep>,
}

/// The options of a component by their values. The value of the component is the least value that
/// no option has.
#[derive(Clone, Debug)]
pub struct MexStep {
    /// The number of options; `None` if the component has too many options to list.
    pub options: Option<usize>,
    /// The values of the options, in order; if the options were not listed, only values below the
    /// value of the component.
    pub values: Vec<OptionsByValue>,
}

/// The options of one value.
#[derive(Clone, Debug)]
pub struct OptionsByValue {
    /// The value.
    pub value: Grundy,
    /// The number of options with this value; `None` if the options were not listed.
    pub count: Option<usize>,
    /// One of the options with this value.
    pub example: StepAnswer,
}

/// The moves of a complete position, and the outcomes after them.
#[derive(Clone, Debug)]
pub struct MoveOutcomes {
    /// The number of moves.
    pub moves: usize,
    /// The number of moves that leave a P-position.
    pub to_lost: usize,
    /// The number of moves that leave a draw.
    pub to_drawn: usize,
    /// For a lost position, the first moves, each with a winning answer; `None` if the move ends
    /// play.
    pub answers: Vec<(WinningMove, Option<WinningMove>)>,
}

impl Session {
    /// Returns why a position is won, lost or drawn.
    ///
    /// # Errors
    /// Returns the errors of [`Session::solve`].
    pub fn why<'q>(
        &mut self,
        question: impl Into<QuestionInput<'q>>,
        budget: &Budget<'_>,
    ) -> Result<WhyAnswer, SolveError> {
        let (position, conventions) = self.position_under_any_play(question, budget)?;
        if conventions.play == PlayConvention::Partizan {
            return self.partizan_why(&position, conventions, budget);
        }
        let mut why = self.ask(conventions, budget, |session, solver, budget| {
            session.reasons(&position, solver, budget)
        })?;
        if conventions.loopy && why.answer.outcome != Outcome::D {
            let mut distant = RemotenessCache::new(&self.settings);
            let sum = position.sum(&self.world);
            // If numbers may rise without bound during play, a position may have an outcome
            // although it reaches infinitely many positions.
            let may_rise = may_rise(&self.world, sum.0.iter().map(|one| one.game));
            let looks = if may_rise {
                MAX_WINNING_MOVE_POLLS
            } else {
                u32::MAX
            };
            why.remoteness = match budget.limited(looks, |budget| {
                distant.find_remoteness(&self.world, &sum, conventions, budget)
            }) {
                (Err(SolveError::Stopped(_)), true) => None,
                (Err(SolveError::Refused(_) | SolveError::Rules(_)), _) if may_rise => None,
                (found, _) => Some(found?.1),
            };
        }
        Ok(why)
    }

    /// Returns the reasons under `play score`: the moves with their points, in the answer.
    fn reasons_by_points(
        &self,
        position: &Position,
        solver: &mut Solver,
        budget: &Budget<'_>,
    ) -> Result<WhyAnswer, SolveError> {
        let asked = SolveOptions {
            moves: true,
            winner_only: false,
            to_move: None,
        };
        let answer = self.answer(position, asked, solver, budget)?;
        let example = answer
            .moves
            .as_ref()
            .and_then(|moves| moves.first().cloned());
        Ok(WhyAnswer {
            answer,
            over: false,
            balance: None,
            parts: Vec::new(),
            more_parts: 0,
            whole: None,
            turns: None,
            example,
            remoteness: None,
            sides: Vec::new(),
        })
    }

    /// Returns the reasons of a position, including the answer with its status.
    pub(crate) fn reasons(
        &self,
        position: &Position,
        solver: &mut Solver,
        budget: &Budget<'_>,
    ) -> Result<WhyAnswer, SolveError> {
        let (world, components) = (&self.world, &position.components);
        if solver.conventions.play == PlayConvention::Score {
            return self.reasons_by_points(position, solver, budget);
        }
        let mut answer = self.answer(position, SolveOptions::VALUE, solver, budget)?;
        match budget.limited(MAX_WINNING_MOVE_POLLS, |budget| {
            winning_moves::moves(world, components, answer.outcome, solver, budget)
        }) {
            // The position has too many winning moves to list.
            (Err(SolveError::Stopped(_)), true) => {}
            // The outcome of a move is not decided.
            (Err(SolveError::Unsupported(_)), _) if answer.outcome != Outcome::P => {}
            (found, _) => {
                let found = found?;
                (answer.moves, answer.more_moves) = (Some(found.list), found.more);
            }
        }
        let over = ended_at_once(world, &SumPosition(components.clone()), budget)
            .explain_fault(world)?
            .is_some();
        let can_end = components.iter().any(|c| world.rules(c.game).can_end());
        let mut balance = balance(&answer, can_end);
        let moves = answer.moves.as_deref().unwrap_or_default();
        let mut example = moves.first();
        if let Some(Balance {
            parts,
            total,
            reduce,
            ..
        }) = &mut balance
            && let Some(top) = total.checked_ilog2()
            && let Some(winning) = moves
                .iter()
                .find(|m| parts[m.steps[0].component - 1].1 >> top & 1 == 1)
        {
            let component = winning.steps[0].component;
            *reduce = Some((component, parts[component - 1].1 ^ *total));
            example = Some(winning);
        }
        let example = example.cloned();
        let mut why = WhyAnswer {
            answer,
            over,
            balance,
            parts: Vec::new(),
            more_parts: 0,
            whole: None,
            turns: None,
            example,
            remoteness: None,
            sides: Vec::new(),
        };
        if over {
            return Ok(why);
        }
        if solver.values_decide() {
            let lone = components.len() == 1;
            let mut met = HashSet::new();
            for (index, component) in components
                .iter()
                .enumerate()
                .filter(|(_, component)| met.insert(*component))
            {
                if why.parts.len() == EXPLAINED {
                    why.more_parts += 1;
                    continue;
                }
                let value = why.answer.components.get(index).and_then(|part| part.value);
                let part = self.part(component, index, value, lone, solver, budget)?;
                why.parts.push(part);
            }
        } else {
            let decision = solver.decision(components, false, budget)?;
            if let Decision::SingleComponent((name, form)) = &decision {
                let slots = &components[0].slots;
                why.parts.push(ComponentReason {
                    component: components[0].clone(),
                    value: None,
                    theorem: Some(self.at_work(name, form.as_ref(), slots, budget)?),
                    mex: None,
                });
            }
            why.whole = solver.applied_sum_theorem(&decision, components, budget)?;
        }
        let told = why.whole.is_some()
            || why
                .parts
                .iter()
                .any(|part| part.theorem.is_some() || part.mex.is_some());
        if !told {
            why.turns = match budget.limited(MAX_OPTION_POLLS, |budget| {
                self.turns(components, why.answer.outcome, solver, budget)
            }) {
                (Err(SolveError::Stopped(_)), true) | (Err(SolveError::Unsupported(_)), _) => None,
                (turns, _) => Some(turns?),
            };
        }
        Ok(why)
    }

    /// Returns the application of a theorem to a position.
    fn at_work(
        &self,
        name: &'static str,
        form: &dyn ClosedForm,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<AppliedTheorem, SolveError> {
        let said = self
            .settings
            .theorem_text(name)
            .expect("it was planned from this list");
        Ok(AppliedTheorem {
            name,
            said,
            works: form.explanation(slots, budget)?,
        })
    }

    /// Returns the moves of a complete position, and the answers to the moves if the position is
    /// lost.
    fn turns(
        &self,
        components: &[Component],
        outcome: Outcome,
        solver: &mut Solver,
        budget: &Budget<'_>,
    ) -> Result<MoveOutcomes, SolveError> {
        let (world, sum) = (&self.world, SumPosition(components.to_vec()));
        let made = sum_moves(world, &sum, solver.conventions, budget).explain_fault(world)?;
        let mut turns = MoveOutcomes {
            moves: made.len(),
            to_lost: 0,
            to_drawn: 0,
            answers: Vec::new(),
        };
        for one in made {
            let left = solver.outcome(&one.leaves, budget)?;
            turns.to_lost += usize::from(left == Outcome::P);
            turns.to_drawn += usize::from(left == Outcome::D);
            if outcome == Outcome::P && turns.answers.len() < ANSWERED {
                let answers =
                    winning_moves::moves(world, &one.leaves.0, left, solver, budget)?.list;
                let made = winning_moves::to_winning_move(world, &sum, one, budget)?;
                turns.answers.push((made, answers.into_iter().next()));
            }
        }
        Ok(turns)
    }

    /// Returns the reason why a component has its value. For a single component, a theorem on
    /// outcomes may give the reason.
    fn part(
        &self,
        component: &Component,
        index: usize,
        value: Option<Grundy>,
        lone: bool,
        solver: &mut Solver,
        budget: &Budget<'_>,
    ) -> Result<ComponentReason, SolveError> {
        let plan = solver.plan_of(component.game);
        let on_values = plan.and_then(|plan| match &plan.method {
            Some(ValueMethod::Theorem(name, form)) => Some((*name, form.clone())),
            _ => None,
        });
        let on_outcomes = plan.and_then(|plan| plan.outcomes.clone()).filter(|_| lone);
        let mut part = ComponentReason {
            component: component.clone(),
            value,
            theorem: None,
            mex: None,
        };
        if let Some((name, form)) = &on_values {
            part.theorem = Some(self.at_work(name, form.as_ref(), &component.slots, budget)?);
        } else if let Some((name, form)) = on_outcomes {
            // If a theorem on outcomes is used, this theorem does not determine the value.
            let theorem = Some(self.at_work(name, form.as_ref(), &component.slots, budget)?);
            return Ok(ComponentReason {
                value: None,
                theorem,
                ..part
            });
        }
        let works = part
            .theorem
            .as_ref()
            .is_some_and(|theorem| theorem.works.is_some());
        if let (Some(value), false) = (value, works) {
            let form = on_values.as_ref().map(|(_, form)| form.as_ref());
            part.mex = mex(&self.world, component, index, value, form, solver, budget)?;
        }
        Ok(part)
    }
}

/// Returns the nim-sum of an answer with the values of its components, if these values are nimbers.
fn balance(answer: &Answer, can_end: bool) -> Option<Balance> {
    let total = answer.value?.as_nimber()?;
    let part =
        |c: &crate::answer::ComponentAnswer| Some((c.component.clone(), c.value?.as_nimber()?));
    let parts = answer
        .components
        .iter()
        .map(part)
        .collect::<Option<Vec<_>>>()?;
    Some(Balance {
        parts,
        total,
        reduce: None,
        can_end,
    })
}

/// Returns the options of a component by their values; `None` if the options cannot be listed and
/// no theorem provides an option.
fn mex(
    world: &World,
    component: &Component,
    index: usize,
    value: Grundy,
    form: Option<&dyn ClosedForm>,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<Option<MexStep>, SolveError> {
    match budget.limited(MAX_OPTION_POLLS, |budget| {
        mex_by_listing(world, component, index, solver, budget)
    }) {
        (Err(SolveError::Stopped(_)), true) => {}
        (found, _) => return found.map(Some),
    }
    let Some((form, value)) = form.zip(value.as_nimber()) else {
        return Ok(None);
    };
    match budget.limited(MAX_OPTION_POLLS, |budget| {
        mex_by_theorem(world, component, index, form, value, budget)
    }) {
        (Err(SolveError::Stopped(_)), true) => Ok(None),
        (found, _) => found,
    }
}

/// Returns an option for each value below the value of a component, as far as a theorem provides
/// such options.
fn mex_by_theorem(
    world: &World,
    component: &Component,
    index: usize,
    form: &dyn ClosedForm,
    value: u64,
    budget: &Budget<'_>,
) -> Result<Option<MexStep>, SolveError> {
    let mut values = Vec::new();
    for below in (0..value.min(MAX_QUERIED_VALUES)).filter_map(Grundy::nimber) {
        let Some(moves) = form.moves_to(&component.slots, below, budget)? else {
            return Ok(None);
        };
        let Some((rule, choices)) = moves.first() else {
            continue;
        };
        if let Some(left) = left_by_step(world, component, *rule, choices, budget)? {
            let step = MoveStep::new(index, *rule, &choices[..]);
            values.push(OptionsByValue {
                value: below,
                count: None,
                example: step_answer(component, step, left),
            });
        }
    }
    Ok(Some(MexStep {
        options: None,
        values,
    }))
}

/// Lists every option with its value.
fn mex_by_listing(
    world: &World,
    component: &Component,
    index: usize,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<MexStep, SolveError> {
    let options = options_of(world, component, budget)?;
    // Nimbers are listed in increasing order, followed by loony values and values that end play.
    let key = |value: Grundy| {
        value
            .as_nimber()
            .map_or_else(|| (1, value.to_string()), |_| (0, String::new()))
    };
    let mut found: BTreeMap<((u8, String), u64), OptionsByValue> = BTreeMap::new();
    for option in options.iter() {
        budget.steps(8)?;
        let left = option.to_components();
        let mut values = Vec::with_capacity(left.len());
        for part in &SumPosition::canonical(left.clone(), world).0 {
            values.push(solver.value(part, budget)?);
        }
        let value = fitting_sum(values)?;
        let group = found.entry((key(value), value.as_nimber().unwrap_or(0)));
        let step = MoveStep::new(index, option.rule, option.choices);
        let first = || OptionsByValue {
            value,
            count: Some(0),
            example: step_answer(component, step, left),
        };
        let group = group.or_insert_with(first);
        group.count = group.count.map(|count| count + 1);
    }
    Ok(MexStep {
        options: Some(options.len()),
        values: found.into_values().collect(),
    })
}
