//! Fills tables that are saved to files.

use base::budget::Budget;
use base::text;
use base::text::{Lang, Text};
use engines::engine::AccessPattern;
use engines::oracle::{EngineStats, GrundyOracle};
use rules::play::Component;

use super::Session;
use crate::attempt::{Attempt, AttemptKind, AttemptVerdict};
use crate::error::SolveError;
use crate::game_cache::GameCache;
use crate::plan::{PlannedRange, conventions, for_values};
use crate::question::{PositionRanges, QuestionInput};
use crate::saved_table;
use crate::solver::Solver;
use crate::value_method::ValueMethod;

/// A callback that receives the header of a file of a saved table, and the entries after it.
pub type Writer<'w> = &'w mut dyn FnMut(&[u8], &[u8]) -> Result<(), SolveError>;

impl Session {
    /// Fills the table around these ranges and passes the header and the entries of its file to
    /// `write`.
    ///
    /// # Errors
    /// Returns an error if a theorem or a search answers instead of a table. The user must switch
    /// off the theorems and searches that answer before a table can be filled.
    pub fn save<'q>(
        &mut self,
        question: impl Into<QuestionInput<'q, PositionRanges>>,
        budget: &Budget<'_>,
        write: Writer<'_>,
    ) -> Result<EngineStats, SolveError> {
        let (asked, question) = self.ranges(question)?;
        let (asked, question) = (asked.single_part(&question)?, &*question);
        saved_table::declared(&self.world, asked.game)?;
        let conventions = conventions(&self.world, &[asked.game], false, &self.settings, budget)?;
        self.ask(conventions, budget, |session, solver, budget| {
            let greatest = session.greatest(question, &asked, budget)?.pop();
            let Some(greatest) = greatest.filter(|_| solver.values_decide()) else {
                return Err(SolveError::Unsupported(text!(
                    "only tables of Grundy values can be saved",
                    "只能保存 SG 值的表"
                )));
            };
            solver.plan(
                std::slice::from_ref(&greatest),
                AccessPattern::Table,
                budget,
            )?;
            let planned = solver
                .plan_of(asked.game)
                .and_then(|plan| plan.method.as_ref());
            let filled = if planned.is_some_and(ValueMethod::is_table) {
                solver.table_of(&greatest, budget)?
            } else {
                None
            };
            let Some(dense) = filled else {
                return Err(session.no_table(&greatest, solver, budget)?);
            };
            write(
                &saved_table::head(&session.world, asked.game, &dense)?,
                dense.table().bytes(),
            )?;
            Ok(GrundyOracle::stats(dense.as_ref()))
        })
    }

    /// Returns the error that a game has no table up to these numbers. Either theorems answer
    /// without a table (the error lists all these theorems), or the table engines do not support
    /// the game.
    fn no_table(
        &self,
        greatest: &Component,
        solver: &Solver,
        budget: &Budget<'_>,
    ) -> Result<SolveError, SolveError> {
        let (mut settings, mut known, mut theorems) =
            (self.settings.clone(), GameCache::default(), Vec::new());
        let mut further = None;
        loop {
            let plan = further
                .as_ref()
                .or(solver.plan_of(greatest.game))
                .expect("it was planned for the table");
            match &plan.method {
                Some(ValueMethod::Theorem(name, _)) => {
                    theorems.push(*name);
                    settings.without.insert((*name).to_owned());
                }
                Some(method) if method.is_table() && !theorems.is_empty() => {
                    let names = theorems.join(", ");
                    let switches = theorems
                        .iter()
                        .map(|name| format!("--without {name}"))
                        .collect::<Vec<_>>()
                        .join(" ");
                    return Ok(SolveError::Unsupported(text!(
                        "no table is needed for this query (it is answered by {names}); to build one, add {switches}",
                        "此处无需表即可回答（{names}）；若要填表，请加 {switches}"
                    )));
                }
                _ => return Ok(SolveError::Unsupported(no_table_of(&plan.attempts))),
            }
            let range = PlannedRange {
                greatest: greatest.slots.to_vec(),
                access: AccessPattern::Table,
            };
            let planned = for_values(
                &self.world,
                greatest.game,
                &solver.conventions,
                range,
                &settings,
                &mut known,
                budget,
            )?;
            further = Some(planned);
        }
    }
}

/// Returns the error that no table can be filled, with the reasons of the table engines.
fn no_table_of(attempts: &[Attempt]) -> Text {
    let mut reasons: Vec<(Vec<&str>, Text)> = Vec::new();
    for attempt in attempts
        .iter()
        .filter(|attempt| attempt.kind == AttemptKind::Engine)
    {
        let reason = match attempt.verdict() {
            AttemptVerdict::Accepted | AttemptVerdict::NotNeeded => break,
            AttemptVerdict::SwitchedOff => AttemptVerdict::SwitchedOff.text(),
            AttemptVerdict::Declined => attempt.result.reason(),
        };
        match reasons.iter_mut().find(|(_, known)| *known == reason) {
            Some((names, _)) => names.push(attempt.name),
            None => reasons.push((vec![attempt.name], reason)),
        }
    }
    let said = |lang| {
        reasons
            .iter()
            .map(|(names, reason)| format!("{}: {}", names.join(", "), reason.get(lang)))
            .collect::<Vec<_>>()
            .join("; ")
    };
    let (en, zh) = (said(Lang::En), said(Lang::Zh));
    text!(
        "cannot build a table of this game ({en})",
        "无法为该游戏填表（{zh}）"
    )
}
