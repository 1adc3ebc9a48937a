//! Why a position is won or lost and has its value, as data. Where values decide: each component
//! with the theorem at work on it, or with the step of the definition, the least value that no
//! option has; then the nim-sum. Where they do not: the theorem that decides the position as a
//! whole, or the answers to its moves. A heap may have more options than anybody can list; then a
//! theorem tells one option for each value below, if it tells any.

use std::collections::{BTreeMap, HashSet};

use base::budget::Budget;
use base::text::Text;
use engines::reference::may_rise;
use rules::ir::Int;
use rules::play::{Component, Sum, ended_at_once, moves as sum_moves};
use rules::rules::{Options, Outcome};
use rules::world::World;
use theory::columns::nim_sum;
use theory::theorem::ClosedForm;
use theory::value::Grundy;

use crate::answer::{Answer, StepAnswer, WinningMove};
use crate::error::Error;
use crate::plan::{AtWork, Method};
use crate::question::{About, Position};
use crate::remoteness::Distant;
use crate::session::{Asked, Session};
use crate::solver::{Solver, fitting_sum};
use crate::winning::{self, step_answer};
use crate::words;

/// How many looks at the clock, a thousand steps each, listing the options of one component may
/// take, and answering the moves of a lost position.
const LOOKS: u32 = 40;

/// How many of them listing the winning moves may take.
const LISTED: u32 = 1_000;

/// The most values below the value of a component for which a theorem is asked for an option.
const ASKED: u64 = 64;

/// The most components that are explained one by one.
const EXPLAINED: usize = 8;

/// The most moves of a lost position that are answered.
const ANSWERED: usize = 8;

/// The reasons of a position.
#[derive(Clone, Debug)]
pub struct Why {
    /// Who wins, values, status, and the winning moves, if they are not too many to be listed.
    pub answer: Answer,
    /// Whether play is over in the position.
    pub over: bool,
    /// How the values decide, where they do.
    pub balance: Option<Balance>,
    /// Each different component, where values decide or one stands alone; of many the first.
    pub parts: Vec<Part>,
    /// How many different components there are besides.
    pub more_parts: usize,
    /// The sum theorem that decides the position as a whole.
    pub whole: Option<AtWork>,
    /// The moves of the position and their answers, where neither values nor a theorem say why.
    pub turns: Option<Turns>,
    /// A winning move, that of the balance if there is one.
    pub example: Option<WinningMove>,
    /// How many moves the best play of both sides takes, where positions may repeat and somebody
    /// wins.
    pub remoteness: Option<u32>,
}

/// A sum of nimbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Balance {
    /// Each component with its value.
    pub parts: Vec<(Component, u64)>,
    /// The nim-sum.
    pub total: u64,
    /// A component that has the highest one bit of the nim-sum, from 1 on, and the value to bring
    /// it to; `None` if the nim-sum is 0.
    pub reduce: Option<(usize, u64)>,
    /// Whether a component may end play at once, so that some moves lose whatever the balance.
    pub can_end: bool,
}

impl Balance {
    /// The greatest power of two in the nim-sum; 0 if that is 0.
    pub fn deciding_bit(&self) -> u64 {
        self.total.checked_ilog2().map_or(0, |bit| 1 << bit)
    }
}

impl Balance {
    /// The values in decimal and binary below each other, then their nim-sum with the digit that
    /// decides. Lines.
    pub fn columns(&self, world: &World) -> Text {
        let named = self
            .parts
            .iter()
            .map(|(one, value)| (Text::same(words::component(world, one)), *value));
        nim_sum(&named.collect::<Vec<_>>())
    }
}

/// Why one component has its value, or who wins it.
#[derive(Clone, Debug)]
pub struct Part {
    /// The component.
    pub component: Component,
    /// Its value; `None` if only the winner is known.
    pub value: Option<Grundy>,
    /// The theorem that says so.
    pub theorem: Option<AtWork>,
    /// The step of the definition, where no theorem tells how it works.
    pub mex: Option<Mex>,
}

/// The options of a component by their values: its value is the least that none has.
#[derive(Clone, Debug)]
pub struct Mex {
    /// How many options there are; `None` if they are too many to be listed.
    pub options: Option<usize>,
    /// The values that options have, in order; where the options were not listed, only values
    /// below that of the component.
    pub values: Vec<OfValue>,
}

/// The options of one value.
#[derive(Clone, Debug)]
pub struct OfValue {
    /// The value.
    pub value: Grundy,
    /// How many options have it; `None` if they were not listed.
    pub count: Option<usize>,
    /// One of them.
    pub example: StepAnswer,
}

/// The moves of a position as a whole, and who wins after them.
#[derive(Clone, Debug)]
pub struct Turns {
    /// How many moves there are.
    pub moves: usize,
    /// How many of them leave a P-position.
    pub to_lost: usize,
    /// How many of them leave a draw.
    pub to_drawn: usize,
    /// Of a lost position the first moves, each with an answer that wins; `None` if it ends play.
    pub answers: Vec<(WinningMove, Option<WinningMove>)>,
}

impl Session {
    /// Why a position is won, lost or drawn.
    ///
    /// # Errors
    /// As for [`Session::solve`].
    pub fn why<'q>(
        &mut self,
        question: impl Into<About<'q>>,
        budget: &Budget<'_>,
    ) -> Result<Why, Error> {
        let (position, conventions) = self.position(question, budget)?;
        let mut why = self.ask(conventions, budget, |session, solver, budget| {
            session.reasons(&position, solver, budget)
        })?;
        if conventions.loopy && why.answer.outcome != Outcome::D {
            let mut distant = Distant::new(&self.settings);
            let sum = position.sum(&self.world);
            // Where play may rise without end it may have an outcome and no end to what it reaches.
            let may_rise = may_rise(&self.world, sum.0.iter().map(|one| one.game));
            let looks = if may_rise { LISTED } else { u32::MAX };
            why.remoteness = match budget.limited(looks, |budget| {
                distant.of(&self.world, &sum, conventions, budget)
            }) {
                (Err(Error::Stopped(_)), true) => None,
                (Err(Error::Refused(_) | Error::Rules(_)), _) if may_rise => None,
                (found, _) => Some(found?.1),
            };
        }
        Ok(why)
    }

    /// The reasons of a position, the answer with its status among them.
    pub(crate) fn reasons(
        &self,
        position: &Position,
        solver: &mut Solver,
        budget: &Budget<'_>,
    ) -> Result<Why, Error> {
        let (world, components) = (&self.world, &position.components);
        let mut answer = self.answer(
            position,
            Asked {
                moves: false,
                winner_only: false,
            },
            solver,
            budget,
        )?;
        match budget.limited(LISTED, |budget| {
            winning::moves(world, components, answer.outcome, solver, budget)
        }) {
            // There are too many to be listed.
            (Err(Error::Stopped(_)), true) => {}
            // The outcome of a move is not decided.
            (Err(Error::Unsupported(_)), _) if answer.outcome != Outcome::P => {}
            (found, _) => {
                let found = found?;
                (answer.moves, answer.more_moves) = (Some(found.list), found.more);
            }
        }
        let over = ended_at_once(world, &Sum(components.clone()), budget)
            .map_err(|f| Error::of_fault(world, &f))?
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
        let (mut parts, mut more_parts, mut whole, mut turns) = (Vec::new(), 0, None, None);
        if over {
            return Ok(Why {
                answer,
                over,
                balance,
                parts,
                more_parts,
                whole,
                turns,
                example,
                remoteness: None,
            });
        }
        if solver.by_values() {
            let lone = components.len() == 1;
            let mut met = HashSet::new();
            for (index, component) in components
                .iter()
                .enumerate()
                .filter(|(_, component)| met.insert(*component))
            {
                if parts.len() == EXPLAINED {
                    more_parts += 1;
                    continue;
                }
                let value = answer.components.get(index).and_then(|part| part.value);
                parts.push(self.part((component, index, value), lone, solver, budget)?);
            }
        } else if let Some((name, form)) = solver.alone(components, budget)? {
            let theorem = Some(self.at_work(name, form.as_ref(), &components[0].slots, budget)?);
            parts.push(Part {
                component: components[0].clone(),
                value: None,
                theorem,
                mex: None,
            });
        } else {
            whole = solver.at_work(components, budget)?;
        }
        let told = whole.is_some()
            || parts
                .iter()
                .any(|part| part.theorem.is_some() || part.mex.is_some());
        if !told {
            turns = match budget.limited(LOOKS, |budget| {
                self.turns(components, answer.outcome, solver, budget)
            }) {
                (Err(Error::Stopped(_)), true) | (Err(Error::Unsupported(_)), _) => None,
                (turns, _) => Some(turns?),
            };
        }
        Ok(Why {
            answer,
            over,
            balance,
            parts,
            more_parts,
            whole,
            turns,
            example,
            remoteness: None,
        })
    }

    /// A theorem at work on a position.
    fn at_work(
        &self,
        name: &'static str,
        form: &dyn ClosedForm,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<AtWork, Error> {
        let said = self
            .settings
            .said(name)
            .expect("it was planned from this list");
        Ok(AtWork {
            name,
            said,
            works: form.works(slots, budget).map_err(Error::Stopped)?,
        })
    }

    /// The moves of a whole position, and answers where it is lost.
    fn turns(
        &self,
        components: &[Component],
        outcome: Outcome,
        solver: &mut Solver,
        budget: &Budget<'_>,
    ) -> Result<Turns, Error> {
        let (world, sum) = (&self.world, Sum(components.to_vec()));
        let made = sum_moves(world, &sum, solver.conventions, budget)
            .map_err(|f| Error::of_fault(world, &f))?;
        let mut turns = Turns {
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
                let answers = winning::moves(world, &one.leaves.0, left, solver, budget)?.list;
                let made =
                    winning::stepped(world, solver.conventions.until, &sum, one.steps, budget)?;
                turns.answers.push((made, answers.into_iter().next()));
            }
        }
        Ok(turns)
    }

    /// Why a component has its value. A theorem on outcomes says it of a component that stands
    /// alone.
    fn part(
        &self,
        (component, index, value): (&Component, usize, Option<Grundy>),
        lone: bool,
        solver: &mut Solver,
        budget: &Budget<'_>,
    ) -> Result<Part, Error> {
        let plan = solver.plan_of(component.game);
        let on_values = plan.and_then(|plan| match &plan.method {
            Some(Method::Theorem(name, form)) => Some((*name, form.clone())),
            _ => None,
        });
        let on_outcomes = plan.and_then(|plan| plan.outcomes.clone()).filter(|_| lone);
        let mut part = Part {
            component: component.clone(),
            value,
            theorem: None,
            mex: None,
        };
        if let Some((name, form)) = &on_values {
            part.theorem = Some(self.at_work(name, form.as_ref(), &component.slots, budget)?);
        } else if let Some((name, form)) = on_outcomes {
            // The value, if there is one, is no work of this theorem.
            let theorem = Some(self.at_work(name, form.as_ref(), &component.slots, budget)?);
            return Ok(Part {
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
            part.mex = mex(&self.world, (component, index, value), form, solver, budget)?;
        }
        Ok(part)
    }
}

/// The balance of an answer by nimbers.
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

/// The options of a component by their values; `None` if neither the options can be listed nor a
/// theorem tells some.
fn mex(
    world: &World,
    (component, index, value): (&Component, usize, Grundy),
    form: Option<&dyn ClosedForm>,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<Option<Mex>, Error> {
    match budget.limited(LOOKS, |budget| {
        listed(world, component, index, solver, budget)
    }) {
        (Err(Error::Stopped(_)), true) => {}
        (found, _) => return found.map(Some),
    }
    let Some((form, value)) = form.zip(value.as_nimber()) else {
        return Ok(None);
    };
    match budget.limited(LOOKS, |budget| {
        told(world, component, index, (form, value), budget)
    }) {
        (Err(Error::Stopped(_)), true) => Ok(None),
        (found, _) => found,
    }
}

/// An option for each value below that of a component, as far as a theorem tells one.
fn told(
    world: &World,
    component: &Component,
    index: usize,
    (form, value): (&dyn ClosedForm, u64),
    budget: &Budget<'_>,
) -> Result<Option<Mex>, Error> {
    let (mut values, mut options) = (Vec::new(), Options::new());
    for below in (0..value.min(ASKED)).filter_map(Grundy::nimber) {
        let Some(moves) = form
            .moves_to(&component.slots, below, budget)
            .map_err(Error::Stopped)?
        else {
            return Ok(None);
        };
        let Some((rule, choices)) = moves.first() else {
            continue;
        };
        let made = world.option(
            component.game,
            &component.slots,
            (*rule, choices),
            &mut options,
            budget,
        );
        made.map_err(|f| Error::of_fault(world, &f))?;
        if let Some(option) = options.iter().next() {
            let example = step_answer(
                component,
                index,
                (*rule, choices),
                winning::left_by(&option),
            );
            values.push(OfValue {
                value: below,
                count: None,
                example,
            });
        }
    }
    Ok(Some(Mex {
        options: None,
        values,
    }))
}

/// Every option with its value.
fn listed(
    world: &World,
    component: &Component,
    index: usize,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<Mex, Error> {
    let mut options = Options::new();
    world
        .options(component.game, &component.slots, &mut options, budget)
        .map_err(|f| Error::of_fault(world, &f))?;
    // Nimbers in their order, then what ends play and what is loony.
    let key = |value: Grundy| {
        value
            .as_nimber()
            .map_or_else(|| (1, value.to_string()), |_| (0, String::new()))
    };
    let mut found: BTreeMap<((u8, String), u64), OfValue> = BTreeMap::new();
    for option in options.iter() {
        budget.steps(8).map_err(Error::Stopped)?;
        let left = winning::left_by(&option);
        let mut values = Vec::with_capacity(left.len());
        for part in &Sum::canonical(left.clone(), world).0 {
            values.push(solver.value(part, budget)?);
        }
        let value = fitting_sum(values)?;
        let group = found.entry((key(value), value.as_nimber().unwrap_or(0)));
        let first = || OfValue {
            value,
            count: Some(0),
            example: step_answer(component, index, (option.rule, option.choices), left),
        };
        let group = group.or_insert_with(first);
        group.count = group.count.map(|count| count + 1);
    }
    Ok(Mex {
        options: Some(options.len()),
        values: found.into_values().collect(),
    })
}
