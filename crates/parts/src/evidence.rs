//! Evidence for values, for a checker that does not depend on this crate. The evidence is a list of
//! parts, each after the parts on which it depends, with its value or with a number that is not its
//! value. The cache of the search determines which options are used, and only the parts needed for
//! the proof are listed.

use base::budget::{Budget, StopReason};
use base::text::Text;
use base::{impl_error, text};
use rustc_hash::FxHashMap;

use crate::cells::{CellSet, CellSet256};
use crate::memo::SearchMemo;
use crate::options::OptionPart;
use crate::search::PartSearch;

/// Parts that prove the values of positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartEvidence {
    /// The permutations of the cells under which parts are equivalent, each as a list of images.
    /// `None` for a game on the plane, in which parts are turned in eight ways and shifted to the
    /// corner of the board.
    pub turns: Option<Vec<Vec<u16>>>,
    /// The rows, each after the rows on which it depends.
    pub rows: Vec<EvidenceRow>,
}

/// A statement about one part in canonical form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EvidenceRow {
    /// The part.
    pub part: CellSet256,
    /// The statement.
    pub told: EvidenceClaim,
}

/// A statement about a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EvidenceClaim {
    /// The value of the part.
    Is(u16),
    /// A number that is not the value of the part, because it is the value of some option.
    IsNot(u16),
    /// The value of the part is 0 by a mirror: the number k of the permutation that gives the
    /// mirror. On the plane, k & 4 means that the board is transposed. If k & 1, the board is then
    /// flipped vertically; if k & 2, it is flipped horizontally.
    Mirror(usize),
}

/// A claim about a sum of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EvidenceGoal {
    /// The value of each position.
    Values,
    /// The nim-sum of the positions is not this number.
    IsNot(u16),
}

/// The reason why no evidence is returned.
#[derive(Debug)]
pub(crate) enum EvidenceError {
    Stopped(StopReason),
    /// More rows than the limit are needed.
    TooManyRows,
}

impl EvidenceError {
    fn text(&self) -> Text {
        match self {
            EvidenceError::Stopped(stop) => stop.text(),
            EvidenceError::TooManyRows => {
                text!("the evidence needs too many rows", "证据所需的行数过多")
            }
        }
    }
}

impl_error!(EvidenceError {
    Stopped(StopReason)
});

/// The statements about a part in the rows so far.
#[derive(Clone, Debug, Default)]
struct EvidenceValue {
    value: Option<u16>,
    excluded: Vec<u16>,
}

/// Builds the list of rows.
pub(crate) struct EvidenceBuilder<'s, 'g, const W: usize, M> {
    search: &'s mut PartSearch<'g, W, M>,
    budget: &'s Budget<'s>,
    /// Maximum number of rows.
    limit: usize,
    pub rows: Vec<EvidenceRow>,
    shown: FxHashMap<CellSet<W>, EvidenceValue>,
}

/// The parts of an option, the largest last.
type PartList<const W: usize> = Vec<CellSet<W>>;

impl<'s, 'g, const W: usize, M: SearchMemo<W>> EvidenceBuilder<'s, 'g, W, M> {
    pub fn new(search: &'s mut PartSearch<'g, W, M>, limit: usize, budget: &'s Budget<'s>) -> Self {
        EvidenceBuilder {
            search,
            budget,
            limit,
            rows: Vec::new(),
            shown: FxHashMap::default(),
        }
    }

    /// Proves a claim about a sum of positions.
    pub fn sum(
        &mut self,
        positions: impl Iterator<Item = CellSet<W>>,
        claimed: EvidenceGoal,
    ) -> Result<(), EvidenceError> {
        let mut all: PartList<W> = positions
            .flat_map(|position| self.parts(position))
            .collect();
        all.sort_unstable_by_key(|part| (part.len(), *part));
        match claimed {
            EvidenceGoal::Values => self.sum_value(&all).map(drop),
            EvidenceGoal::IsNot(value) => self.is_not(&all, value),
        }
    }

    fn parts(&self, position: CellSet<W>) -> PartList<W> {
        let ground = self.search.ground;
        let mut parts = Vec::new();
        ground.law.split(ground.law.needed(position), &mut parts);
        for part in &mut parts {
            let (cornered, extent) = ground.cornered(*part);
            *part = if ground.reductions.symmetry {
                ground.forms.canonical(cornered, extent).0
            } else {
                cornered
            };
        }
        parts.sort_unstable_by_key(|part| (part.len(), *part));
        parts
    }

    /// Returns the options of a part without duplicates, small options first.
    fn options(&self, part: CellSet<W>) -> Vec<PartList<W>> {
        let law = &self.search.ground.law;
        let mut options: Vec<PartList<W>> = law
            .live(part)
            .map(|act| self.parts(part.minus(&law.acts[act].takes)))
            .collect();
        options.sort_unstable_by_key(|option| {
            (
                option.iter().map(CellSet::len).sum::<usize>(),
                option.clone(),
            )
        });
        options.dedup();
        options
    }

    fn push_row(&mut self, part: CellSet<W>, told: EvidenceClaim) -> Result<(), EvidenceError> {
        if self.rows.len() == self.limit {
            return Err(EvidenceError::TooManyRows);
        }
        self.rows.push(EvidenceRow {
            part: part.resized(),
            told,
        });
        let shown = self.shown.entry(part).or_default();
        match told {
            EvidenceClaim::Is(value) => shown.value = Some(value),
            EvidenceClaim::Mirror(_) => shown.value = Some(0),
            EvidenceClaim::IsNot(value) => shown.excluded.push(value),
        }
        Ok(())
    }

    /// Returns whether an option has a value, by the search.
    fn has(&mut self, option: &[CellSet<W>], value: u16) -> Result<bool, EvidenceError> {
        let Some((largest, others)) = option.split_last() else {
            return Ok(value == 0);
        };
        let mut asked = value;
        for part in others {
            asked ^= self.search.answer(*part, None, self.budget)?;
        }
        Ok(
            usize::from(asked) <= self.search.ground.law.bound(largest.len())
                && self.search.answer(*largest, Some(asked), self.budget)? == 1,
        )
    }

    /// Proves the value of a part.
    fn value(&mut self, part: CellSet<W>) -> Result<u16, EvidenceError> {
        self.budget.tick()?;
        if let Some(value) = self.shown.get(&part).and_then(|shown| shown.value) {
            return Ok(value);
        }
        if self.mirror(part)? {
            return Ok(0);
        }
        let value = self.search.answer(part, None, self.budget)?;
        let mut options = self.options(part);
        for lesser in 0..value {
            if let Some(at) = self.find_option(&options, lesser)? {
                self.sum_value(&options.swap_remove(at))?;
            }
        }
        for option in options {
            self.is_not(&option, value)?;
        }
        self.push_row(part, EvidenceClaim::Is(value))?;
        Ok(value)
    }

    fn mirror(&mut self, part: CellSet<W>) -> Result<bool, EvidenceError> {
        let ground = self.search.ground;
        let (_, extent) = ground.cornered(part);
        let mirror = ground
            .forms
            .mirror(part, extent, &ground.law)
            .filter(|_| ground.reductions.mirror);
        mirror.map_or(Ok(()), |map| {
            self.push_row(part, EvidenceClaim::Mirror(map))
        })?;
        Ok(mirror.is_some())
    }

    /// Returns an option with the given value: the first option known to have this value, otherwise
    /// the first option with this value that a search finds.
    fn find_option(
        &mut self,
        options: &[PartList<W>],
        value: u16,
    ) -> Result<Option<usize>, EvidenceError> {
        let known: Vec<Option<u16>> = options
            .iter()
            .map(|option| self.lookup_value(option))
            .collect();
        if let Some(at) = known.iter().position(|known| *known == Some(value)) {
            return Ok(Some(at));
        }
        for (at, option) in options
            .iter()
            .enumerate()
            .filter(|(at, _)| known[*at].is_none())
        {
            if self.has(option, value)? {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    /// Returns the value of an option, if the value is known without a search.
    fn lookup_value(&mut self, option: &[CellSet<W>]) -> Option<u16> {
        option.iter().try_fold(0, |sum, &cells| {
            let small =
                self.search.notes.windows.as_mut().and_then(|windows| {
                    windows.value(&cells, self.search.ground.cornered(cells).1)
                });
            Some(
                sum ^ small.or_else(|| {
                    self.search
                        .look_up(OptionPart { cells, kept: true })
                        .value()
                })?,
            )
        })
    }

    /// Proves the values of all parts of an option, and returns their nim-sum.
    fn sum_value(&mut self, option: &[CellSet<W>]) -> Result<u16, EvidenceError> {
        option
            .iter()
            .try_fold(0, |sum, part| Ok(sum ^ self.value(*part)?))
    }

    /// Proves that an option does not have the given value.
    fn is_not(&mut self, option: &[CellSet<W>], value: u16) -> Result<(), EvidenceError> {
        let Some((&largest, others)) = option.split_last() else {
            return Ok(());
        };
        let asked = value ^ self.sum_value(others)?;
        self.budget.tick()?;
        let shown = self.shown.get(&largest);
        if shown.is_some_and(|shown| shown.value.is_some() || shown.excluded.contains(&asked))
            || self.mirror(largest)?
        {
            return Ok(());
        }
        let options = self.options(largest);
        match self.find_option(&options, asked)? {
            Some(at) => {
                self.sum_value(&options[at])?;
                self.push_row(largest, EvidenceClaim::IsNot(asked))
            }
            // The value of the part is smaller than the given number.
            None => self.value(largest).map(drop),
        }
    }
}
