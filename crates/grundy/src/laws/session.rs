//! Laws of games for sessions.

use base::budget::Budget;
use base::text;
use dashu_int::IBig;
use rules::ast::GameDecl;
use rules::game::{GameId, Rules};
use rules::printer::print_game;
use rules::world::World;

use super::cached_search::CachedLawSearch;
use super::emission::emit_law;
use super::error::solve_error;
use super::passes::{PASSES, QUICK_PASSES};
use super::query::LawQuery;
use super::report::LawReport;
use super::search::LawSearch;
use crate::error::SolveError;
use crate::for_all::for_all;
use crate::law_answer;
use crate::law_theorem;
use crate::plan::conventions;
use crate::question;
use crate::session::Session;
use crate::solver::Solver;

impl Session {
    /// Returns the game in which a parameter is an additional slot that no move changes, with the
    /// claims of the game. A statement about the returned game holds for every value of the
    /// parameter.
    ///
    /// # Errors
    /// Returns [`SolveError::Refused`] if the text does not name a game, and [`SolveError::Usage`]
    /// if the parameter cannot become a slot. Returns [`SolveError::Unsupported`] if the game is
    /// not written in the rule language.
    pub fn for_every(&mut self, name: &str, parameter: &str) -> Result<GameDecl, SolveError> {
        let game = question::game(self.world_mut(), name)?;
        let declared = self.world.declaration_of(game);
        let declared = declared.ok_or_else(|| {
            SolveError::Unsupported(text!(
                "the game is not written in the rule language",
                "该游戏不是用规则语言写的"
            ))
        })?;
        for_all(declared.decl(), parameter).map_err(SolveError::Usage)
    }

    /// Searches for the law of a game, given without a position: `kayles`, `bash(5)`.
    ///
    /// # Errors
    /// Returns [`SolveError::Refused`] if the text does not name a game, and
    /// [`SolveError::Unsupported`] if the method does not support its rules. Returns
    /// [`SolveError::Stopped`] if the budget runs out before a form was tried.
    pub fn law(
        &mut self,
        name: &str,
        sought: &LawQuery,
        budget: &Budget<'_>,
    ) -> Result<LawReport, SolveError> {
        if let Some(parameter) = &sought.for_all {
            let decl = self.for_every(name, parameter)?;
            let (name, text) = (&decl.name.text, print_game(&decl));
            let mut every = match self.for_every.take().filter(|(known, _)| *known == text) {
                Some((_, session)) => session,
                None => {
                    let mut session = self.fork();
                    session.load_rules(name, &text)?;
                    Box::new(session)
                }
            };
            every.settings = self.settings.clone();
            let told = every.law_as_written(name, sought, budget);
            self.for_every = Some((text, every));
            return told;
        }
        self.law_as_written(name, sought, budget)
    }

    /// Searches for the law of a game whose parameters have values or are slots.
    fn law_as_written(
        &mut self,
        name: &str,
        sought: &LawQuery,
        budget: &Budget<'_>,
    ) -> Result<LawReport, SolveError> {
        let game = question::game(self.world_mut(), name)?;
        let conventions = conventions(&self.world, &[game], false, &self.settings, budget)?;
        let plain = LawQuery {
            at: None,
            emit: None,
            ..sought.clone()
        };
        let same = |last: &CachedLawSearch| {
            (last.game, last.conventions) == (game, conventions)
                && last.sought == plain
                && last.settings.same_methods(&self.settings)
        };
        let known = self
            .last_law
            .as_deref()
            .filter(|last| same(last))
            .map(|last| last.report.clone());
        let at = sought
            .at
            .as_deref()
            .map(|at| canonical_position(at, self.world.rules(game)))
            .transpose();
        // Cells are computed without laws.
        let mut beside = self.fork();
        beside.settings.without.insert(law_theorem::NAME.to_owned());
        let told = beside.ask(conventions, budget, |session, solver, budget| {
            let world = &*session.world;
            let at = at.as_ref().map_err(Clone::clone)?;
            let report = match &known {
                Some(known) => known.clone(),
                None => LawSearch {
                    world,
                    game,
                    conventions,
                    solver,
                    sought,
                    passes: if sought.soon { &QUICK_PASSES } else { &PASSES },
                }
                .run(budget)?,
            };
            let mut told = report.clone();
            add_answers(
                world,
                game,
                &mut told,
                at.as_deref(),
                sought,
                solver,
                budget,
            )?;
            Ok((report, told))
        });
        let (report, told) = told?;
        if report.stopped.is_none() {
            self.last_law = Some(Box::new(CachedLawSearch {
                game,
                conventions,
                settings: self.settings.clone(),
                sought: plain,
                report,
            }));
        }
        Ok(told)
    }
}

/// Evaluates a position by the law that was found, and emits the law as code.
fn add_answers(
    world: &World,
    game: GameId,
    report: &mut LawReport,
    at: Option<&[IBig]>,
    sought: &LawQuery,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<(), SolveError> {
    let told = match (report.law(), report.method(), at) {
        (Some((found, _)), _, Some(position)) => {
            let theory = law_theorem::theory_of(world, game, found.law.numerals.clone(), budget)
                .map_err(solve_error)?;
            Some(law_answer::by_law(
                world, game, &theory, &found.law, position, budget,
            ))
        }
        (None, Some(shown), Some(position)) => Some(law_answer::by_method(
            world,
            game,
            &shown.told,
            position,
            budget,
        )),
        _ => None,
    };
    let code = sought
        .emit
        .map(|language| emit_law(world, game, report, language, solver, sought.cells, budget));
    let code = code.transpose()?.flatten();
    report.at = told.transpose()?;
    report.emitted = code;
    Ok(())
}

/// Returns the numbers of the requested position in the order of the slots.
fn canonical_position(at: &[IBig], rules: &dyn Rules) -> Result<Vec<IBig>, SolveError> {
    let names: Vec<&str> = rules
        .slots()
        .iter()
        .map(|slot| slot.name.as_str())
        .collect();
    let (given, title, slots) = (at.len(), rules.title(), names.join(", "));
    if given != names.len() {
        return Err(SolveError::Usage(text!(
            "at: {title} expects the numbers [{slots}], found {given} numbers",
            "at：{title} 需要 [{slots}]，却给出了 {given} 个数"
        )));
    }
    let mut numbers = at.to_vec();
    if let Some(ir) = rules.game() {
        numbers[ir.unordered.clone()].sort_by(|a, b| b.cmp(a));
    }
    Ok(numbers)
}
