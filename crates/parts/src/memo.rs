//! What a search needs beside the rules: a place to remember what was found out, and somebody who
//! says when to end. One thread has the table for itself ([`SingleThreadMemo`]); several share it
//! (`team`).

use base::budget::{Budget, StopReason};

use crate::cells::CellSet;
use crate::table::PartTable;
use crate::value_bounds::ValueBounds;

/// Progress is told each time that the options of this many parts have been listed.
pub(crate) const REPORTED: u64 = 4096;

/// What a search needs beside the rules.
pub(crate) trait SearchMemo<const W: usize> {
    /// What is known of a part.
    fn get(&self, part: &CellSet<W>) -> ValueBounds;

    /// Remembers what is known of a part that is not empty.
    fn store(&mut self, part: &CellSet<W>, known: ValueBounds);

    /// Values below this are remembered as excluded.
    fn excludes(&self) -> u16;

    /// Begins to find out about a part, the `count`th of this search.
    ///
    /// # Errors
    /// If the search must end. Then there is no `end` of this part.
    fn begin(
        &mut self,
        part: &CellSet<W>,
        asked: Option<u16>,
        count: u64,
        budget: &Budget<'_>,
    ) -> Result<(), StopReason>;

    /// Ends with a part that was begun last. Returns what others found out about it, if the search
    /// was ended for that.
    fn end(&mut self, part: &CellSet<W>, failed: bool) -> Option<ValueBounds>;

    /// Whether somebody else is finding out about a part right now.
    fn busy(&self, part: &CellSet<W>) -> bool;
}

/// A table that one thread has for itself.
#[derive(Debug)]
pub(crate) struct SingleThreadMemo<const W: usize> {
    pub table: PartTable<W>,
    /// The search ends when the options of this many parts have been listed.
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
