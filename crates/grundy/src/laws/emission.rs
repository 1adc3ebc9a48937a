//! A law as code or text.

use std::collections::HashSet;

use base::budget::Budget;
use base::text;
use dashu_int::{IBig, UBig};
use laws::emit::{EmitLanguage, EmittedLaw};
use laws::{CellSource, CellValue, LawOutput};
use rules::game::GameId;
use rules::ir::Int;
use rules::world::World;

use super::cells::SolverCells;
use super::error::solve_error;
use super::report::LawReport;
use crate::error::SolveError;
use crate::solver::Solver;

/// Returns a law as code or text; `None` if no law was found, or if code is not supported for this
/// kind of law. Values of small positions are compared with values that are computed without the
/// law.
pub(super) fn emit_law(
    world: &World,
    game: GameId,
    report: &LawReport,
    language: EmitLanguage,
    solver: &mut Solver,
    most: u64,
    budget: &Budget<'_>,
) -> Result<Option<EmittedLaw>, SolveError> {
    let (mut emitted, values) = match report.method().map(|shown| &shown.told) {
        Some(laws::ValueFunction::Maximum(maximum)) => (
            laws::emit::emit_maximum_nim(world, game, maximum, language, budget)
                .map_err(solve_error)?,
            true,
        ),
        _ => {
            let Some(law) = report
                .complete_law(world, game, budget)
                .map_err(solve_error)?
            else {
                return Ok(None);
            };
            let subject = laws::emit::EmitSubject::new(
                world,
                game,
                report.conventions.play,
                &law,
                report.name.clone(),
                budget,
            )
            .map_err(solve_error)?;
            (
                subject.emit(language, budget).map_err(solve_error)?,
                law.kind != LawOutput::Outcomes,
            )
        }
    };
    let mut cells = SolverCells::new(solver, world, game, values, most);
    let small = laws::emit::small_rows(world, game)
        .into_iter()
        .map(|row| row.into_iter().map(IBig::from).collect::<Vec<IBig>>());
    let small: HashSet<Vec<IBig>> = small.collect();
    let mut known = 0;
    for probe in emitted
        .probes
        .iter()
        .filter(|probe| small.contains(&probe.slots))
    {
        let slots: Option<Vec<Int>> = probe
            .slots
            .iter()
            .map(|slot| slot.try_into().ok())
            .collect();
        let Some(mut slots) = slots else { continue };
        world.rules(game).canonicalise(&mut slots);
        let seen = cells.value_at(&slots, budget)?;
        if let Some(error) = cells.fault.take() {
            return Err(error);
        }
        let told = match seen {
            // The position is too large to be computed without the law.
            None => continue,
            Some(CellValue::NoPosition) => None,
            Some(CellValue::Value(value)) => Some(UBig::from(value)),
            Some(CellValue::P(lost)) => Some(UBig::from(u8::from(!lost))),
        };
        if told != probe.told {
            let title = world.rules(game).title();
            return Err(SolveError::Bug(text!(
                "the law of {title} is wrong at {slots:?}",
                "{title} 的规律在 {slots:?} 处有误"
            )));
        }
        known += 1;
    }
    emitted.known = known;
    Ok(Some(emitted))
}
