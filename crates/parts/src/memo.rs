//! The parts of a search that depend on the number of threads: a cache, and a signal to stop. A
//! single thread owns the table ([`SingleThreadMemo`]); several threads share it (`team`).

use base::budget::{Budget, StopReason};

use crate::cells::CellSet;
use crate::table::PartTable;
use crate::value_bounds::ValueBounds;

/// Number of parts whose options are listed between two reports of progress.
pub(crate) const REPORTED: u64 = 4096;

/// The cache and the stop signal of a search.
pub(crate) trait SearchMemo<const W: usize> {
    /// Returns the bounds of a part.
    fn get(&self, part: &CellSet<W>) -> ValueBounds;

    /// Stores the bounds of a nonempty part.
    fn store(&mut self, part: &CellSet<W>, known: ValueBounds);

    /// Returns the limit below which excluded values are stored.
    fn excludes(&self) -> u16;

    /// Starts the search of a part, which is part number `count` of the complete search.
    ///
    /// # Errors
    /// Returns an error if the search must stop. After an error, `end` is not called for the part.
    fn begin(
        &mut self,
        part: &CellSet<W>,
        asked: Option<u16>,
        count: u64,
        budget: &Budget<'_>,
    ) -> Result<(), StopReason>;

    /// Ends the search of the part that was started last. If another thread's result for the part
    /// stopped this search, returns that result.
    fn end(&mut self, part: &CellSet<W>, failed: bool) -> Option<ValueBounds>;

    /// Returns whether another thread is searching a part now.
    fn busy(&self, part: &CellSet<W>) -> bool;
}

/// A table of a single thread.
#[derive(Debug)]
pub(crate) struct SingleThreadMemo<const W: usize> {
    pub table: PartTable<W>,
    /// The number of parts with listed options after which the search stops.
    pub until: u64,
}

impl<const W: usize> SearchMemo<W> for SingleThreadMemo<W> {
    #[inline]
    fn get(&self, part: &CellSet<W>) -> ValueBounds {
        self.table.get(part)
    }

    #[inline]
    fn store(&mut self, part: &CellSet<W>, known: ValueBounds) {
        self.table.store(part, known);
    }

    #[inline]
    fn excludes(&self) -> u16 {
        self.table.excludes()
    }

    #[inline]
    fn begin(
        &mut self,
        _: &CellSet<W>,
        _: Option<u16>,
        count: u64,
        budget: &Budget<'_>,
    ) -> Result<(), StopReason> {
        budget.tick()?;
        if count.is_multiple_of(REPORTED) {
            budget.report(count, None);
        }
        if count == self.until {
            Err(StopReason::Cancelled)
        } else {
            Ok(())
        }
    }

    #[inline]
    fn end(&mut self, _: &CellSet<W>, _: bool) -> Option<ValueBounds> {
        None
    }

    #[inline]
    fn busy(&self, _: &CellSet<W>) -> bool {
        false
    }
}
