//! Tables of suspense: how many turns each position lasts, where every component is moved in, when who wins it delays and who loses it
//! hurries; and of what is left of it when a share of the position's numbers is taken away, in which patterns show. By a closed
//! form where a theorem knows one, else folded over the positions below.

use std::ops::ControlFlow;
use std::sync::Arc;

use base::budget::Budget;
use base::text;
use rules::ir::Int;

use crate::answer::{Cells, Measure, Table};
use crate::error::Error;
use crate::plan::conventions;
use crate::question::{self, Ranges};
use crate::session::Session;
use crate::status::Status;
use crate::sums::Suspenses;
use crate::table::{CELL_STEPS, CELLS_A_REPORT, each_row};

impl Session {
    /// A table of suspense over ranges, under the convention of play (normal or misère) of the game.
    ///
    /// # Errors
    /// Where a position has no suspense: play may go round, or end at once.
    pub fn suspense_table(&mut self, question: &str, measure: Measure, budget: &Budget<'_>) -> Result<Table, Error> {
        let part = question::lone(self.world_mut(), question)?;
        let game = part.game;
        let asked = Ranges { parts: vec![part] };
        let size = asked.cells(size_of::<Option<i64>>(), budget)?;
        let conventions = conventions(&self.world, &[game], &self.settings)?;
        let mut suspenses = Suspenses::new(Arc::new(self.settings.clone()), conventions.play);
        for greatest in self.greatest(question, &asked.parts[0], budget)? {
            suspenses.expect(&self.world, &greatest, budget)?;
        }
        let mut list = Vec::new();
        list.reserve_exact(size as usize);
        each_row(&asked.rows(), &mut |numbers| {
            budget.steps(CELL_STEPS).map_err(Error::Stopped)?;
            list.push(match question::complete(&self.world, game, Some(numbers), budget)? {
                Ok(cell) => {
                    let number = measured(suspenses.of(&self.world, &cell, budget)?, measure, numbers);
                    let position = self.world.show(game, &cell.slots);
                    let too_large =
                        || Error::Unsupported(text!("the number of {position} does not fit into 64 bits", "{position} 的数超出 64 位"));
                    Some(number.ok_or_else(too_large)?)
                }
                Err(_) => None,
            });
            if (list.len() as u64).is_multiple_of(CELLS_A_REPORT) {
                budget.report(list.len() as u64, Some(size as u64));
            }
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(Table {
            slots: asked.named(&self.world),
            asked,
            cells: Cells::Numbers(measure, list),
            method: suspenses.method(),
            status: Status::Computed,
            // Every component is moved in, so that all turns pass together.
            warnings: Vec::new(),
            stats: suspenses.stats(),
        })
    }
}

/// The number of a cell; `None` if it does not fit.
fn measured(suspense: u64, measure: Measure, numbers: &[Int]) -> Option<i64> {
    let suspense = i128::from(suspense);
    let left = match measure {
        Measure::Suspense => suspense,
        Measure::Residue(by) => {
            let shares = numbers.iter().map(|n| i128::from(*n).checked_div_euclid(i128::from(by))).sum::<Option<i128>>()?;
            suspense.checked_sub(shares)?
        }
    };
    i64::try_from(left).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_no_number() {
        assert_eq!(measured(7, Measure::Suspense, &[1]), Some(7));
        assert_eq!(measured(7, Measure::Residue(2), &[3, -3]), Some(8));
        assert_eq!(measured(u64::MAX, Measure::Suspense, &[]), None);
        assert_eq!(measured(0, Measure::Residue(1), &[i64::MIN]), None);
        assert_eq!(measured(0, Measure::Residue(0), &[1]), None);
    }
}
