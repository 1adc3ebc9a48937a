//! Tables of games in which the players have different moves: values in canonical form, means,
//! temperatures or outcomes.

use base::budget::Budget;
use base::text;
use engines::partizan_search::NAME;
use rules::game::Conventions;
use rules::play::{Component, SumPosition};

use crate::answer::{CellKind, TableAnswer, TableCells};
use crate::error::SolveError;
use crate::measure::{Measure, MeasuredValue};
use crate::partizan_answer::PartizanCache;
use crate::question::PositionRanges;
use crate::session::Session;
use crate::status::AnswerStatus;

/// Maximum number of bytes of the name of a value in a cell.
const MAX_CELL_BYTES: usize = 1 << 12;

impl Session {
    /// Computes a table over ranges of games in which the players have different moves.
    ///
    /// # Errors
    /// Returns an error if an expression should be subtracted, a value cannot be computed, or the
    /// budget runs out.
    pub(crate) fn partizan_table(
        &mut self,
        asked: &PositionRanges,
        question: &str,
        wanted: &CellKind,
        conventions: Conventions,
        budget: &Budget<'_>,
    ) -> Result<TableAnswer, SolveError> {
        let measure = wanted.measure.unwrap_or(Measure::Canonical);
        measure.among(&conventions)?;
        if wanted.minus.is_some() {
            return Err(SolveError::Usage(text!(
                "if the players have different moves, no expression can be subtracted; omit --minus",
                "双方着法不同时不能减去式子：请去掉 --minus"
            )));
        }
        let size = asked.cells(size_of::<Option<MeasuredValue>>(), budget)?;
        let greatest = self.greatest_of_parts(question, asked, budget)?;
        let is_current = |cache: &PartizanCache| cache.is_for(&self.settings);
        let known = self.partizan.take().filter(|cache| is_current(cache));
        let mut cache = known.unwrap_or_else(|| Box::new(PartizanCache::new(&self.settings)));
        let before = cache.stats();
        let cells = self.filled(asked, &greatest, size, budget, &mut |cell, _| {
            self.partizan_cell(&mut cache, cell, measure, budget)
        });
        let stats = cache.stats().minus(before);
        self.partizan = Some(cache);
        Ok(TableAnswer {
            asked: asked.clone(),
            slots: asked.named_ranges(&self.world),
            cells: TableCells::Worths(
                CellKind {
                    measure: Some(measure),
                    minus: None,
                },
                cells?,
            ),
            method: NAME.to_owned(),
            status: AnswerStatus::Computed,
            warnings: self.table_warnings(asked, asked.lone().is_none(), conventions.sum, budget),
            stats,
        })
    }

    fn partizan_cell(
        &self,
        cache: &mut PartizanCache,
        components: Vec<Component>,
        measure: Measure,
        budget: &Budget<'_>,
    ) -> Result<MeasuredValue, SolveError> {
        let sum = SumPosition::canonical(components, &self.world);
        let text = match measure {
            Measure::OutcomeClass => {
                let winners = cache.winners(&self.world, &sum, budget)?;
                winners.letters()
            }
            Measure::Mean => cache.mean(&self.world, &sum, budget)?.to_string(),
            Measure::Temperature => cache.temperature(&self.world, &sum, budget)?.to_string(),
            _ => {
                let name = cache.name(&self.world, &sum, MAX_CELL_BYTES, budget)?;
                name.unwrap_or_else(|| "…".to_owned())
            }
        };
        Ok(match text.parse() {
            Ok(number) => MeasuredValue::Number(number),
            Err(_) => MeasuredValue::Form(text),
        })
    }
}
