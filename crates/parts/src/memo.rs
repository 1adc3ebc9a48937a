//! What a search needs beside the rules: a place to remember what was found out, and somebody who
//! says when to end. One thread has the table for itself ([`Alone`]); several share it (`team`).

use base::budget::{Budget, Stop};

use crate::cells::Cells;
use crate::known::Known;
use crate::table::Table;

/// Progress is told each time that the options of this many parts have been listed.
pub(crate) const REPORTED: u64 = 4096;

/// What a search needs beside the rules.
pub(crate) trait Memo<const W: usize> {
    /// What is known of a part.
    fn get(&self, part: &Cells<W>) -> Known;

    /// Remembers what is known of a part that is not empty.
    fn put(&mut self, part: &Cells<W>, known: Known);

    /// Values below this are remembered as excluded.
    fn excludes(&self) -> u16;

    /// Begins to find out about a part, the `count`th of this search.
    ///
    /// # Errors
    /// If the search must end. Then there is no `end` of this part.
    fn begin(
        &mut self,
        part: &Cells<W>,
        asked: Option<u16>,
        count: u64,
        budget: &Budget<'_>,
    ) -> Result<(), Stop>;

    /// Ends with a part that was begun last. Returns what others found out about it, if the search
    /// was ended for that.
    fn end(&mut self, part: &Cells<W>, failed: bool) -> Option<Known>;

    /// Whether somebody else is finding out about a part right now.
    fn busy(&self, part: &Cells<W>) -> bool;
}

/// A table that one thread has for itself.
#[derive(Debug)]
pub(crate) struct Alone<const W: usize> {
    pub table: Table<W>,
    /// The search ends when the options of this many parts have been listed.
    pub until: u64,
}

impl<const W: usize> Memo<W> for Alone<W> {
    #[inline]
    fn get(&self, part: &Cells<W>) -> Known {
        self.table.get(part)
    }

    #[inline]
    fn put(&mut self, part: &Cells<W>, known: Known) {
        self.table.put(part, known);
    }

    #[inline]
    fn excludes(&self) -> u16 {
        self.table.excludes()
    }

    #[inline]
    fn begin(
        &mut self,
        _: &Cells<W>,
        _: Option<u16>,
        count: u64,
        budget: &Budget<'_>,
    ) -> Result<(), Stop> {
        budget.tick()?;
        if count.is_multiple_of(REPORTED) {
            budget.report(count, None);
        }
        if count == self.until {
            Err(Stop::Cancelled)
        } else {
            Ok(())
        }
    }

    #[inline]
    fn end(&mut self, _: &Cells<W>, _: bool) -> Option<Known> {
        None
    }

    #[inline]
    fn busy(&self, _: &Cells<W>) -> bool {
        false
    }
}
