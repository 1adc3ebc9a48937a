//! Computes values by queries (Lemoine and Viennot 2012) of the form "is the value of this part
//! n?". A query has the answer yes if no option has the value n, and for each k < n some option has
//! the value k. An option is a sum of parts. All parts of an option except the largest are valued,
//! and the largest part is queried for a single value. All results are cached, with one entry for
//! each part: its value, or values that are excluded for it. All options are looked up before any
//! option is searched.

use base::budget::{Budget, StopReason};

use crate::cells::CellSet;
use crate::memo::SearchMemo;
use crate::options::{OptionPart, PendingOption, PreparedGame, SearchScratch};
use crate::value_bounds::ValueBounds;

/// A set of Grundy values.
pub(crate) type ValueSet = CellSet<5>;

/// Number of excluded values of a part after which the next query computes its value, because each
/// query lists the options again. In Chomp, most parts are queried more often than this limit, so
/// the limit saves half of the option lists (9×9). In games other than Chomp, few parts are queried
/// more often than this limit. With a limit of less than 6 excluded values, Cram and Node Kayles
/// take longer.
const MAX_EXCLUDED_VALUES: u32 = 6;

/// The result of a query about several options.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OptionAnswer {
    Yes,
    No,
    /// Some options have not been queried yet.
    Later,
}

/// The search of one game.
#[derive(Debug)]
pub(crate) struct PartSearch<'a, const W: usize, M> {
    pub ground: &'a PreparedGame<W>,
    pub memo: M,
    pub notes: SearchScratch<W>,
}

impl<const W: usize, M: SearchMemo<W>> PartSearch<'_, W, M> {
    /// Returns the value of a position. For a query about a single value, returns 1 if the position
    /// has that value, and 0 otherwise.
    pub fn answer(
        &mut self,
        position: CellSet<W>,
        asked: Option<u16>,
        budget: &Budget<'_>,
    ) -> Result<u16, StopReason> {
        self.begin(position);
        if let Some(asked) = asked {
            return self.ask(0, asked, budget).map(u16::from);
        }
        while self.notes.choices[0].count > 0 {
            self.value_smallest(0, budget)?;
        }
        Ok(self.notes.choices[0].sum)
    }

    /// Stores the parts of a position in the form of a single option.
    pub fn begin(&mut self, position: CellSet<W>) {
        self.notes.choices.clear();
        self.notes.pieces.clear();
        let sum = self.reduce(position, None);
        let count = self.notes.pieces.len() as u16;
        self.notes.choices.push(PendingOption {
            sum,
            start: 0,
            count,
            cost: 0,
            known: ValueBounds::NOTHING,
        });
        self.refresh(0);
    }

    /// Searches a part until the query is decided or, without a query, until the value is known.
    /// Returns the bounds on the value, and the answer to the query.
    fn work(
        &mut self,
        part: &CellSet<W>,
        known: ValueBounds,
        asked: Option<u16>,
        budget: &Budget<'_>,
    ) -> Result<(ValueBounds, bool), StopReason> {
        self.notes.expanded += 1;
        self.memo.begin(part, asked, self.notes.expanded, budget)?;
        let (choice, piece) = (self.notes.choices.len(), self.notes.pieces.len());
        let mut out = self.expand(part, asked);
        (0..31)
            .filter(|value| known.excluded() >> value & 1 != 0)
            .for_each(|value| out.insert(value));
        let settled = self.settle(choice, &mut out, asked, budget);
        self.notes.choices.truncate(choice);
        self.notes.pieces.truncate(piece);
        let known = match self.memo.end(part, settled.is_err()) {
            Some(known) => known,
            None => {
                // Excluded values are stored even if the search is stopped, so that a later search
                // can use them.
                let excluded = ValueBounds::excluding(out.words()[0] as u32);
                let known = settled.as_ref().map_or(excluded, |value| {
                    value.map_or(excluded, ValueBounds::value_is)
                });
                if known != ValueBounds::NOTHING {
                    self.memo.store(part, known);
                }
                settled?;
                known
            }
        };
        Ok((known, asked.is_some() && known.value() == asked))
    }

    /// Returns the value of a part, or `None` if it is not the queried value. The unknown options
    /// of the part start at index `from`. `out` contains the excluded values: the values of the
    /// part's known options.
    fn settle(
        &mut self,
        from: usize,
        out: &mut ValueSet,
        asked: Option<u16>,
        budget: &Budget<'_>,
    ) -> Result<Option<u16>, StopReason> {
        if let Some(asked) = asked {
            let missing = (0..asked)
                .filter(|&value| !out.contains(usize::from(value)))
                .count();
            if out.contains(usize::from(asked))
                || missing > self.notes.choices.len() - from
                || self.has(from, asked, true, budget)?
            {
                out.insert(usize::from(asked));
                return Ok(None);
            }
        }
        let mut value = 0;
        while asked != Some(value)
            && (out.contains(usize::from(value))
                || self.has(from, value, value == 0 && asked.is_none(), budget)?)
        {
            out.insert(usize::from(value));
            value += 1;
        }
        Ok(Some(value))
    }

    /// Returns whether one of the unknown options has the given value. `fresh` is whether the
    /// unknown options have just been looked up.
    fn has(
        &mut self,
        from: usize,
        value: u16,
        fresh: bool,
        budget: &Budget<'_>,
    ) -> Result<bool, StopReason> {
        for place in from..self.notes.choices.len() {
            if !fresh {
                self.refresh(place);
            }
            if self.notes.choices[place].is(value) == Some(true) {
                return Ok(true);
            }
        }
        let mut passed = self.ask_all(from, value, false, budget)?;
        if passed == OptionAnswer::Later {
            passed = self.ask_all(from, value, true, budget)?;
        }
        Ok(passed == OptionAnswer::Yes)
    }

    /// Queries the unknown options for the given value until an option has this value. Options that
    /// other threads are searching are included only if `all` is set.
    #[inline]
    fn ask_all(
        &mut self,
        from: usize,
        value: u16,
        all: bool,
        budget: &Budget<'_>,
    ) -> Result<OptionAnswer, StopReason> {
        let mut asked = OptionAnswer::No;
        for place in from..self.notes.choices.len() {
            let choice = self.notes.choices[place];
            if choice.is(value).is_none() {
                if !all
                    && choice.count == 1
                    && self
                        .memo
                        .busy(&self.notes.pieces[choice.start as usize].cells)
                {
                    asked = OptionAnswer::Later;
                } else if self.ask(place, value, budget)? {
                    return Ok(OptionAnswer::Yes);
                }
            }
        }
        Ok(asked)
    }

    /// Returns whether an option has the given value.
    fn ask(&mut self, place: usize, value: u16, budget: &Budget<'_>) -> Result<bool, StopReason> {
        self.notes.asked += 1;
        self.refresh(place);
        while self.notes.choices[place].count > 1 {
            self.value_smallest(place, budget)?;
        }
        let choice = self.notes.choices[place];
        if let Some(is) = choice.is(value) {
            return Ok(is);
        }
        let part = self.notes.pieces[choice.start as usize].cells;
        let asked = choice.sum ^ value;
        if usize::from(asked) > self.ground.law.bound(part.len()) {
            return Ok(false);
        }
        // If the answer "no" could not be cached, or if several values are already excluded, the
        // value of the part is computed.
        let question = (asked < self.memo.excludes()
            && choice.known.excluded().count_ones() < MAX_EXCLUDED_VALUES)
            .then_some(asked);
        let (known, is) = self.work(&part, choice.known, question, budget)?;
        let is = question.map_or(known.value() == Some(asked), |_| is);
        let choice = &mut self.notes.choices[place];
        match known.value() {
            Some(value) => {
                *choice = PendingOption {
                    sum: choice.sum ^ value,
                    count: 0,
                    ..*choice
                }
            }
            None => choice.known = known,
        }
        Ok(is)
    }

    /// Computes the value of the smallest unknown part of an option. The option must have an
    /// unknown part.
    pub fn value_smallest(&mut self, place: usize, budget: &Budget<'_>) -> Result<(), StopReason> {
        let PendingOption { start, count, .. } = self.notes.choices[place];
        let (start, last) = (start as usize, start as usize + usize::from(count) - 1);
        let smallest = (start..=last)
            .min_by_key(|&piece| self.notes.pieces[piece].cells.len())
            .unwrap_or(last);
        self.notes.pieces.swap(smallest, last);
        let piece = self.notes.pieces[last];
        let mut known = self.look_up(piece);
        if known.value().is_none() {
            known = self.work(&piece.cells, known, None, budget)?.0;
        }
        let choice = &mut self.notes.choices[place];
        choice.sum ^= known.value().unwrap_or(0);
        choice.count -= 1;
        choice.known = ValueBounds::NOTHING;
        self.refresh(place);
        Ok(())
    }

    /// Looks up the parts of an option.
    #[inline]
    pub fn refresh(&mut self, place: usize) {
        let mut choice = self.notes.choices[place];
        let start = choice.start as usize;
        let mut left = start;
        for at in start..start + usize::from(choice.count) {
            let piece = self.notes.pieces[at];
            let known = self.look_up(piece);
            match known.value() {
                Some(value) => choice.sum ^= value,
                None => {
                    // Bounds of a part that the table has dropped may still be stored in the
                    // option.
                    if known != ValueBounds::NOTHING || choice.count > 1 {
                        choice.known = known;
                    }
                    self.notes.pieces[left] = piece;
                    left += 1;
                }
            }
        }
        choice.count = (left - start) as u16;
        self.notes.choices[place] = choice;
    }

    /// Returns the bounds of a part that are known without a search.
    #[inline]
    pub fn look_up(&mut self, piece: OptionPart<W>) -> ValueBounds {
        let known = self.memo.get(&piece.cells);
        if piece.kept && self.ground.reductions.mirror && known == ValueBounds::NOTHING {
            let (_, extent) = self.ground.cornered(piece.cells);
            if self
                .ground
                .forms
                .is_mirror(piece.cells, extent, &self.ground.law)
            {
                self.memo.store(&piece.cells, ValueBounds::value_is(0));
                return ValueBounds::value_is(0);
            }
        }
        known
    }
}
