//! Names of laws in known terms, and conjectures that fit a table if no law was found.

use base::budget::{Budget, StopReason};
use laws::names::{Conjecture, ConjectureTable, LawName, SampleCell, conjecture, constants};
use laws::{CellSource, CellValue, Law, LawOutput};
use rules::game::GameId;
use rules::ir::Int;
use rules::world::World;

use super::cells::SolverCells;
use super::passes::PASSES;
use super::query::LawQuery;
use crate::error::SolveError;
use crate::solver::Solver;

/// The size of a table for a conjecture, by the number of slots. The first number of each pair is
/// the size for searching a conjecture; the second number is the size for testing this conjecture.
const REACH: [[Int; 2]; 5] = [[1, 2], [256, 512], [16, 26], [7, 10], [5, 6]];

/// Maximum number of budget polls for building a table for a conjecture.
const TABLE: u32 = 60_000;

/// Returns a conjecture that fits a table of the game; `None` if too few cells can be computed.
pub(super) fn find_conjecture(
    world: &World,
    game: GameId,
    sought: &LawQuery,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<Option<Conjecture>, SolveError> {
    let slots = world.rules(game).slots();
    let Some(&[near, far]) = REACH.get(slots.len()) else {
        return Ok(None);
    };
    let lows: Vec<Int> = slots.iter().map(|slot| slot.low).collect();
    let values = solver.values_decide() && !sought.outcomes;
    let (used, further) = budget
        .limited(TABLE, |budget| {
            let (mut used, mut further) = (Vec::new(), Vec::new());
            let mut cells = SolverCells::new(
                solver,
                world,
                game,
                values,
                sought.cells.min(PASSES[0].cells),
            );
            let mut rows = vec![Vec::new()];
            for &low in &lows {
                let longer = |row: &Vec<Int>| {
                    (0..far)
                        .map(|n| [&row[..], &[low.saturating_add(n)]].concat())
                        .collect::<Vec<_>>()
                };
                rows = rows.iter().flat_map(longer).collect();
            }
            let reach = |row: &Vec<Int>| {
                row.iter()
                    .zip(&lows)
                    .map(|(n, low)| n - low)
                    .max()
                    .unwrap_or(0)
            };
            rows.sort_by_key(|row| (reach(row), row.iter().sum::<Int>()));
            for row in rows {
                // The table ends at the first cell that cannot be computed.
                let Ok(Some(seen)) = cells.value_at(&row, budget) else {
                    break;
                };
                let told = match seen {
                    CellValue::NoPosition => continue,
                    CellValue::Value(value) => Int::try_from(value).unwrap_or(Int::MAX),
                    CellValue::P(lost) => lost.into(),
                };
                if reach(&row) < near {
                    &mut used
                } else {
                    &mut further
                }
                .push(SampleCell { slots: row, told });
            }
            (used, further)
        })
        .0;
    budget.ask()?;
    if used.is_empty() {
        return Ok(None);
    }
    let names: Vec<String> = slots.iter().map(|slot| slot.name.clone()).collect();
    let constants = constants(world.rules(game).game(), &[]);
    let kind = if values {
        LawOutput::Values
    } else {
        LawOutput::Outcomes
    };
    let table = ConjectureTable {
        slots: &names,
        lows: &lows,
        kind,
        used: &used,
        further: &further,
        constants,
    };
    conjecture(&table, budget)
        .map(Some)
        .map_err(SolveError::Stopped)
}

/// Returns the name of a law; `None` if no name is found within the limit. The law does not depend
/// on its name.
pub(super) fn find_name(
    world: &World,
    game: GameId,
    law: &Law,
    budget: &Budget<'_>,
) -> Result<Option<LawName>, SolveError> {
    match laws::names::name(world, game, law, budget) {
        Ok(name) => Ok(name),
        Err(stop @ StopReason::Cancelled) => Err(SolveError::Stopped(stop)),
        Err(_) => Ok(None),
    }
}
