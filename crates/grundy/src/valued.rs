//! Who wins a position and what it is worth, without a proof, warnings or the length of play: for programs that ask about many
//! positions one by one. Where earlier questions found a theorem or filled a table for every game of a position, its value is looked
//! up and nothing is planned.

use base::budget::Budget;
use engines::tables::ALWAYS_FILLED;
use rules::ir::{Int, Slot};
use rules::play::Component;
use rules::rules::{GameId, Outcome};
use theory::loopy::Loopy;
use theory::value::Grundy;

use crate::answer::Answer;
use crate::error::Error;
use crate::lawful;
use crate::measure::Measured;
use crate::plan::{LookUp, Method, SAVED_TABLE};
use crate::question::About;
use crate::session::{Asked, Session};
use crate::solver::Solver;

/// Who wins a position, and what it is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Valued {
    /// Who wins.
    pub outcome: Outcome,
    /// Its Grundy value, where that decides.
    pub value: Option<Grundy>,
    /// Its value where play may go round.
    pub loopy: Option<Loopy>,
    /// What else decides.
    pub measured: Option<Measured>,
}

impl From<Answer> for Valued {
    fn from(answer: Answer) -> Valued {
        Valued { outcome: answer.outcome, value: answer.value, loopy: answer.loopy, measured: answer.measured }
    }
}

impl Session {
    /// Who wins and what the position is worth, as [`Session::solve`] says it, without its proof, its warnings and the length of play.
    /// Costs a look into a table where earlier questions filled one, and otherwise what `solve` costs without them.
    ///
    /// # Errors
    /// As for [`Session::solve`].
    pub fn value<'q>(&mut self, question: impl Into<About<'q>>, budget: &Budget<'_>) -> Result<Valued, Error> {
        let (position, conventions) = self.position(question, budget)?;
        self.ask(conventions, budget, |session, solver, budget| {
            if let Some(valued) = solver.look_up(&position.components, budget)? {
                return Ok(valued);
            }
            let valued = session.run(&position, Asked { moves: false, winner_only: false }, solver, budget)?.into();
            solver.note_look_ups(&position.components);
            Ok(valued)
        })
    }
}

impl Solver {
    /// The value of a position whose components all can be looked up.
    fn look_up(&mut self, components: &[Component], budget: &Budget<'_>) -> Result<Option<Valued>, Error> {
        let mut values = Vec::with_capacity(components.len());
        for component in components {
            match self.look_up_component(component, budget)? {
                Some(value) => values.push(value),
                None => return Ok(None),
            }
        }
        let outcome = Grundy::winner(values.iter().copied());
        Ok(Some(Valued { outcome, value: Grundy::sum(values), loopy: None, measured: None }))
    }

    fn look_up_component(&mut self, Component { game, slots }: &Component, budget: &Budget<'_>) -> Result<Option<Grundy>, Error> {
        budget.tick().map_err(Error::Stopped)?;
        let is_small = is_always_filled(self.world().rules(*game).slots(), slots);
        let Some(known) = self.memory().known.get(game) else { return Ok(None) };
        match &known.look_up {
            None => Ok(None),
            // For a large position the plan may leave the value to nobody, and the outcome to a theorem.
            Some(LookUp::SmallInTable) if !is_small => Ok(None),
            Some(LookUp::Table | LookUp::SmallInTable) => Ok(known.table.as_ref().and_then(|table| table.value(slots))),
            Some(LookUp::Theorem(form)) => {
                let form = form.clone();
                if form.beyond_reach(slots, budget).map_err(Error::Stopped)?.is_some() {
                    return Ok(None);
                }
                form.grundy(slots, budget).map_err(Error::Stopped)
            }
        }
    }

    /// Notes for the games of these components, which were answered just now, where their values can be looked up.
    fn note_look_ups(&mut self, components: &[Component]) {
        if !self.by_values() {
            return;
        }
        for game in components.iter().map(|component| component.game) {
            if let Some(look_up) = self.look_up_of(game) {
                self.memory().known.entry(game).or_default().look_up = Some(look_up);
            }
        }
    }

    /// Where the values of a game can be looked up: not if its positions may end play or hold games that are made later, if what is
    /// looked up rests on a file, or if the method depends on how large a position is.
    fn look_up_of(&self, game: GameId) -> Option<LookUp> {
        let rules = self.world().rules(game);
        let plan = self.plan_of(game)?;
        if rules.can_end() || rules.compound().is_some() || self.settings().tables.iter().any(|t| t.game == game) {
            return None;
        }
        match plan.method.as_ref()? {
            Method::Theorem(name, form) if plan.outcomes.is_none() && *name != lawful::NAME && form.rests_on().is_none() => {
                Some(LookUp::Theorem(form.clone()))
            }
            method @ Method::Engine(name, _) if *name != SAVED_TABLE && method.is_table() => match plan.outcomes {
                None => Some(LookUp::Table),
                Some(_) => Some(LookUp::SmallInTable),
            },
            _ => None,
        }
    }
}

/// Whether the box of a position is so small that a table of it is filled whatever play reaches.
fn is_always_filled(slots: &[Slot], tops: &[Int]) -> bool {
    let side = |(slot, &top): (&Slot, &Int)| (i128::from(top) - i128::from(slot.low) + 1).max(1);
    slots.iter().zip(tops).map(side).fold(1, i128::saturating_mul) <= ALWAYS_FILLED as i128
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many of these questions, asked one after the other, could not be looked up.
    fn planned(questions: impl Iterator<Item = String>) -> usize {
        let (mut session, budget, mut planned) = (Session::new(), Budget::generous(), 0);
        for question in questions {
            let (position, conventions) = session.position(&question, &budget).unwrap();
            let looked_up = session.ask(conventions, &budget, |_, solver, budget| solver.look_up(&position.components, budget)).unwrap();
            planned += usize::from(looked_up.is_none());
            session.value(&position, &budget).unwrap();
            let proved = session.ask(conventions, &budget, |_, solver, _| Ok(solver.memory().verified.bytes())).unwrap();
            assert_eq!(proved, 0, "a certificate was made for {question}");
        }
        planned
    }

    /// The guard of what a program that asks for many values notices: nearly all are looked up.
    #[test]
    fn values_of_many_positions_are_looked_up() {
        let mut rng = fastrand::Rng::with_seed(58);
        for (name, questions, most) in [
            ("sums", (0..2_000).map(|at| format!("kayles[{}] + nim[{}]", at % 100 + 1, at / 100)).collect::<Vec<_>>(), 20),
            ("rising rows", (0..2_000).map(|at| format!("kayles[{at}]")).collect(), 40),
            ("rows in any order", (0..2_000).map(|_| format!("kayles[{}]", rng.u32(..2_000))).collect(), 20),
            ("pairs", (0..2_000).map(|_| format!("wythoff[{}, {}]", rng.u32(..64), rng.u32(..64))).collect(), 20),
        ] {
            let planned = planned(questions.into_iter());
            println!("{name}: {planned} planned");
            assert!(planned <= most, "{name}: {planned} questions were planned, at most {most} are expected");
        }
    }
}
