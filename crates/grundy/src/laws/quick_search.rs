//! A short search for a law, for as long as a person would wait.

use base::budget::Budget;
use laws::LawError;
use rules::game::GameId;
use rules::world::World;

use super::forms::LawForm;
use super::passes::QUICK_PASSES;
use super::query::LawQuery;
use super::search::LawSearch;
use crate::error::SolveError;
use crate::law_theorem::{CheckedLaw, LawCatalogEntry};
use crate::solver::Solver;

/// Makes a short search for a law, for values or for any output. The cataloged form and the forms
/// that need no search are tried first.
pub(crate) fn find_quickly(
    world: &World,
    game: GameId,
    values: bool,
    known: Option<LawCatalogEntry>,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<Option<CheckedLaw>, SolveError> {
    let conventions = solver.conventions;
    let passes = if values {
        &QUICK_PASSES[..]
    } else {
        &QUICK_PASSES[..1]
    };
    // Outcomes are computed faster if values were computed before, so a cataloged form for outcomes
    // is not tried first.
    let first = match known.filter(|known| known.form.tells_values()) {
        Some(LawCatalogEntry { form, is_own: true }) => vec![form, LawForm::Theorem],
        Some(LawCatalogEntry {
            form,
            is_own: false,
        }) => vec![LawForm::Theorem, form],
        None => vec![LawForm::Theorem],
    };
    let sought = LawQuery {
        values,
        first,
        soon: true,
        names: false,
        ..LawQuery::default()
    };
    let report = LawSearch {
        world,
        game,
        conventions,
        solver,
        sought: &sought,
        passes,
    }
    .run(budget)?;
    let Some(Ok(certificate)) = &report.certificate else {
        return Ok(None);
    };
    let lines = certificate.lines().count();
    let Some((found, _)) = report.law() else {
        let Some(shown) = report.method() else {
            return Ok(None);
        };
        return CheckedLaw::of_values(world, game, shown.told.clone(), lines, budget)
            .map(Some)
            .map_err(SolveError::Stopped);
    };
    match CheckedLaw::new(
        world,
        game,
        conventions.play,
        found.law.clone(),
        lines,
        budget,
    ) {
        Ok(lawful) => Ok(Some(lawful)),
        Err(LawError::Stopped(stop)) => Err(SolveError::Stopped(stop)),
        Err(LawError::Outside(_)) => Ok(None),
    }
}
