//! The outcome and the value of a position without a proof, warnings and remoteness, for programs
//! that query many positions in succession. If earlier queries found a theorem or filled a table
//! for every game of a position, the value is looked up without planning.

use base::budget::Budget;
use engines::table_engines::MAX_ALWAYS_FILLED;
use rules::game::{GameId, Outcome};
use rules::ir::{Int, Slot};
use rules::play::Component;
use theory::loopy::Loopy;
use theory::value::Grundy;

use crate::answer::Answer;
use crate::error::SolveError;
use crate::game_cache::ValueSource;
use crate::law_theorem;
use crate::measure::Measurement;
use crate::question::{Position, QuestionInput};
use crate::session::Session;
use crate::solve_options::SolveOptions;
use crate::solver::Solver;
use crate::value_method::{SAVED_TABLE, ValueMethod};

/// The outcome and the value of a position. At most one of the three value fields contains a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionValue {
    /// The outcome.
    pub outcome: Outcome,
    /// The Grundy value, if values decide.
    pub value: Option<Grundy>,
    /// The value of a loopy position.
    pub loopy: Option<Loopy>,
    /// The values of a sum theorem, if a sum theorem decides the position.
    pub measured: Option<Measurement>,
}

impl From<Answer> for PositionValue {
    fn from(answer: Answer) -> PositionValue {
        PositionValue {
            outcome: answer.outcome,
            value: answer.value,
            loopy: answer.loopy,
            measured: answer.measured,
        }
    }
}

impl Session {
    /// Returns the outcome and the value that [`Session::solve`] returns, without the proof, the
    /// warnings and the remoteness. The cost is one table access per component if earlier queries
    /// filled tables, and otherwise the cost of `solve` without the proof.
    ///
    /// # Errors
    /// Returns the errors of [`Session::solve`].
    pub fn value<'q>(
        &mut self,
        question: impl Into<QuestionInput<'q>>,
        budget: &Budget<'_>,
    ) -> Result<PositionValue, SolveError> {
        let (position, conventions) = self.position(question, budget)?;
        self.ask(conventions, budget, |session, solver, budget| {
            if let Some(valued) = solver.look_up(&position.components, budget)? {
                return Ok(valued);
            }
            let valued = session
                .answer_without_proof(&position, SolveOptions::VALUE, solver, budget)?
                .into();
            solver.record_value_sources(&position.components);
            Ok(valued)
        })
    }
}

impl Session {
    /// Returns the answer of [`Session::solve`] without the proof, the warnings and the remoteness.
    pub(crate) fn unproved_answer(
        &mut self,
        position: &Position,
        asked: SolveOptions,
        budget: &Budget<'_>,
    ) -> Result<Answer, SolveError> {
        let (position, conventions) = self.position(QuestionInput::Known(position), budget)?;
        self.ask(conventions, budget, |session, solver, budget| {
            session.answer_without_proof(&position, asked, solver, budget)
        })
    }

    /// Returns the outcome of a position, without a proof, warnings and values. The cost is one
    /// table access per component if earlier queries filled tables.
    ///
    /// # Errors
    /// Returns the errors of [`Session::solve`].
    pub fn outcome<'q>(
        &mut self,
        question: impl Into<QuestionInput<'q>>,
        budget: &Budget<'_>,
    ) -> Result<Outcome, SolveError> {
        let (position, conventions) = self.position(question, budget)?;
        self.ask(conventions, budget, |session, solver, budget| {
            if let Some(valued) = solver.look_up(&position.components, budget)? {
                return Ok(valued.outcome);
            }
            let answer =
                session.answer_without_proof(&position, SolveOptions::WINNER, solver, budget)?;
            solver.record_value_sources(&position.components);
            Ok(answer.outcome)
        })
    }
}

impl Solver {
    /// Returns the value of a position if the values of all its components can be looked up.
    fn look_up(
        &mut self,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Option<PositionValue>, SolveError> {
        let mut values = Vec::with_capacity(components.len());
        for component in components {
            match self.look_up_component(component, budget)? {
                Some(value) => values.push(value),
                None => return Ok(None),
            }
        }
        let outcome = Grundy::winner(values.iter().copied());
        Ok(Some(PositionValue {
            outcome,
            value: Grundy::sum(values),
            loopy: None,
            measured: None,
        }))
    }

    fn look_up_component(
        &mut self,
        Component { game, slots }: &Component,
        budget: &Budget<'_>,
    ) -> Result<Option<Grundy>, SolveError> {
        budget.tick()?;
        let is_small = is_always_filled(self.world().rules(*game).slots(), slots);
        let Some(known) = self.memory().known.get(game) else {
            return Ok(None);
        };
        match &known.value_source {
            None => Ok(None),
            // The plan for a large position may let a theorem compute the outcome without a value.
            Some(ValueSource::SmallInTable) if !is_small => Ok(None),
            Some(ValueSource::Table | ValueSource::SmallInTable) => {
                Ok(known.table.as_ref().and_then(|table| table.value(slots)))
            }
            Some(ValueSource::Theorem(form)) => {
                let form = form.clone();
                if form.beyond_reach(slots, budget)?.is_some() {
                    return Ok(None);
                }
                form.grundy(slots, budget).map_err(SolveError::Stopped)
            }
        }
    }

    /// Records the sources in which values of the games of these components can be looked up. The
    /// caller must have solved the components immediately before this call.
    fn record_value_sources(&mut self, components: &[Component]) {
        if !self.values_decide() {
            return;
        }
        for game in components.iter().map(|component| component.game) {
            if let Some(source) = self.value_source(game) {
                self.memory().known.entry(game).or_default().value_source = Some(source);
            }
        }
    }

    /// Returns the source in which values of a game can be looked up. Returns `None` if the game's
    /// positions may end play, or may contain games that are declared later. Also returns `None` if
    /// the values of the game come from a file, or if the method depends on the position's size.
    fn value_source(&self, game: GameId) -> Option<ValueSource> {
        let rules = self.world().rules(game);
        let plan = self.plan_of(game)?;
        if rules.can_end()
            || rules.compound().is_some()
            || self.settings().tables.iter().any(|t| t.game == game)
        {
            return None;
        }
        match plan.method.as_ref()? {
            ValueMethod::Theorem(name, form)
                if plan.outcomes.is_none()
                    && *name != law_theorem::NAME
                    && form.rests_on().is_none() =>
            {
                Some(ValueSource::Theorem(form.clone()))
            }
            method @ ValueMethod::Engine(name, _) if *name != SAVED_TABLE && method.is_table() => {
                match plan.outcomes {
                    None => Some(ValueSource::Table),
                    Some(_) => Some(ValueSource::SmallInTable),
                }
            }
            _ => None,
        }
    }
}

/// Returns whether the box of the positions up to these numbers is so small that a table of it is
/// always filled.
fn is_always_filled(slots: &[Slot], tops: &[Int]) -> bool {
    let side = |(slot, &top): (&Slot, &Int)| (i128::from(top) - i128::from(slot.low) + 1).max(1);
    slots
        .iter()
        .zip(tops)
        .map(side)
        .fold(1, i128::saturating_mul)
        <= MAX_ALWAYS_FILLED as i128
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns how many of the given queries, made in order in one session, need a plan. Asserts
    /// that no query makes a certificate.
    fn planned(questions: impl Iterator<Item = String>) -> usize {
        let (mut session, budget, mut planned) = (Session::new(), Budget::generous(), 0);
        for question in questions {
            let (position, conventions) = session.position(&question, &budget).unwrap();
            let looked_up = session
                .ask(conventions, &budget, |_, solver, budget| {
                    solver.look_up(&position.components, budget)
                })
                .unwrap();
            planned += usize::from(looked_up.is_none());
            session.value(&position, &budget).unwrap();
            let proved = session
                .ask(conventions, &budget, |_, solver, _| {
                    Ok(solver.memory().verified.bytes())
                })
                .unwrap();
            assert_eq!(proved, 0, "a certificate was made for {question}");
        }
        planned
    }

    /// This test guards the speed of repeated queries: nearly all values must be looked up.
    #[test]
    fn values_of_many_positions_are_looked_up() {
        let mut rng = fastrand::Rng::with_seed(58);
        for (name, questions, most) in [
            (
                "sums",
                (0..2_000)
                    .map(|at| format!("kayles[{}] + nim[{}]", at % 100 + 1, at / 100))
                    .collect::<Vec<_>>(),
                20,
            ),
            (
                "rising rows",
                (0..2_000).map(|at| format!("kayles[{at}]")).collect(),
                40,
            ),
            (
                "rows in any order",
                (0..2_000)
                    .map(|_| format!("kayles[{}]", rng.u32(..2_000)))
                    .collect(),
                20,
            ),
            (
                "pairs",
                (0..2_000)
                    .map(|_| format!("wythoff[{}, {}]", rng.u32(..64), rng.u32(..64)))
                    .collect(),
                20,
            ),
        ] {
            let planned = planned(questions.into_iter());
            println!("{name}: {planned} planned");
            assert!(
                planned <= most,
                "{name}: {planned} questions were planned, at most {most} are expected"
            );
        }
    }
}
