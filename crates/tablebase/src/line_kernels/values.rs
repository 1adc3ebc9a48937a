//! Values, line by line. The value v is represented by bit v of an integer. The values of a
//! position's options are combined by *or*, and the least unseen value is the lowest bit that is
//! not set. All operations apply to complete lines, and the compiler vectorizes these operations.

use std::io::{self, Read, Write};

use base::budget::Budget;

use super::super::kernel::{Pause, RoundResult, ShareKernel};
use super::super::{PackedCodes, TierError, share_state};
use super::{LineKernel, LineTier};
use crate::index::LevelLine;

/// An integer with one bit for each value.
pub(super) trait ValueBits: Copy + Default {
    /// Returns the bit of a value; zero if the value is out of range.
    fn from_value(value: u32) -> Self;
    /// Returns the value of a bit.
    fn value(self) -> u8;
    /// Returns the bitwise or of two sets of values.
    fn or(self, other: Self) -> Self;
    /// Returns the lowest bit that is not set.
    fn least_unset(self) -> Self;
}

macro_rules! bits {
    ($($number:ty)*) => {$(
        impl ValueBits for $number {
            fn from_value(value: u32) -> $number {
                <$number>::checked_shl(1, value.into()).unwrap_or(0)
            }

            #[inline]
            fn value(self) -> u8 {
                self.trailing_zeros() as u8
            }

            #[inline]
            fn or(self, other: $number) -> $number {
                self | other
            }

            #[inline]
            fn least_unset(self) -> $number {
                !self & self.wrapping_add(1)
            }
        }
    )*};
}

bits!(u8 u16 u32 u64);

/// A share of a table of values: a complete tier of lines. A position must have fewer options than
/// `B` has bits.
pub(super) struct LineValues<'p, B> {
    shifts: LineTier<'p>,
    /// The bits of the values of decided lines.
    known: Vec<B>,
    /// The number of decided lines.
    decided: usize,
    /// The lines of lower tiers within reach.
    lower: Option<Vec<(LevelLine, Vec<B>)>>,
}

impl<'p, B: ValueBits> LineValues<'p, B> {
    pub(super) fn new(shifts: LineTier<'p>) -> LineValues<'p, B> {
        LineValues {
            shifts,
            known: Vec::new(),
            decided: 0,
            lower: None,
        }
    }

    /// Reads the lines of lower tiers once.
    fn hear(&mut self, budget: &Budget<'_>) -> Result<(), TierError> {
        let mut lower = Vec::new();
        for (tier, line) in self.shifts.lower_lines() {
            let mut row = Vec::with_capacity(line.count as usize);
            self.shifts
                .codes(tier, line, budget, |code| row.push(B::from_value(code)))?;
            lower.push((line, row));
        }
        self.lower = Some(lower);
        Ok(())
    }

    /// Decides a line, given all earlier lines.
    fn decide(&mut self, line: LevelLine) {
        let lines = self.shifts.lines();
        let (before, here) = self.known.split_at_mut(line.begin as usize);
        let here = &mut here[..line.count as usize];
        for &(by, fall) in &self.shifts.moves {
            let level = line.level - fall;
            let (to, row) = match lines.at_level(level) {
                Some(to) => (to, &before[to.begin as usize..][..to.count as usize]),
                None => match self
                    .lower
                    .iter()
                    .flatten()
                    .find(|(to, _)| to.level == level)
                {
                    Some((to, row)) => (*to, &row[..]),
                    None => continue,
                },
            };
            if let Some((first, option, count)) = LineTier::along(line, to, by) {
                here[first..][..count]
                    .iter_mut()
                    .zip(&row[option..][..count])
                    .for_each(|(all, more)| *all = all.or(*more));
            }
        }
        here.iter_mut().for_each(|bits| *bits = bits.least_unset());
    }
}

impl<B: ValueBits> LineKernel for LineValues<'_, B> {
    fn rehearse(mut self: Box<Self>, budget: &Budget<'_>) -> Result<(), TierError> {
        let lines = self.shifts.lines();
        self.known.resize(lines.size() as usize, B::default());
        self.hear(budget)?;
        (0..lines.len()).for_each(|at| self.decide(lines.line(at)));
        self.entries().for_each(drop);
        Ok(())
    }
}

impl<B: ValueBits> ShareKernel for LineValues<'_, B> {
    fn step(
        &mut self,
        _: u32,
        _: &[&[u8]],
        pause: Pause<'_>,
        budget: &Budget<'_>,
    ) -> Result<Option<RoundResult>, TierError> {
        let (lines, size) = (self.shifts.lines(), self.shifts.part.len() as u64);
        budget.allow_memory(size * size_of::<B>() as u64)?;
        self.known.resize(size as usize, B::default());
        if self.lower.is_none() {
            self.hear(budget)?;
        }
        let begun = self.decided;
        while self.decided < lines.len() {
            let line = lines.line(self.decided);
            budget.report(line.begin, Some(size));
            budget.steps(1 + (line.count / 8) as usize * self.shifts.moves.len())?;
            if self.decided > begun && pause() {
                return Ok(None);
            }
            self.decide(line);
            self.decided += 1;
        }
        Ok(Some(RoundResult {
            out: vec![Vec::new(); self.shifts.part.share_count()],
            decided: size,
            next: None,
        }))
    }

    fn looked_at(&self) -> u64 {
        self.shifts.place(self.decided)
    }

    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        let known = &self.known[..self.known.len().min(self.looked_at() as usize)];
        share_state::number(out, self.decided as u64)?;
        share_state::list(
            out,
            &known
                .iter()
                .map(|bits| u16::from(bits.value()))
                .collect::<Vec<_>>(),
        )
    }

    fn restore(&mut self, from: &mut dyn Read) -> io::Result<Option<()>> {
        let decided = share_state::read_number(from)?;
        self.decided = usize::try_from(decided)
            .ok()
            .filter(|lines| *lines <= self.shifts.lines().len())
            .unwrap_or(0);
        let values: Vec<u16> = share_state::read_list(from, self.looked_at())?;
        self.known = values
            .iter()
            .map(|value| B::from_value((*value).into()))
            .collect();
        Ok(
            (self.decided as u64 == decided && values.len() as u64 == self.looked_at())
                .then_some(()),
        )
    }

    fn bytes(&self) -> u64 {
        (size_of::<B>() * self.known.capacity()) as u64
    }

    fn entries<'k>(self: Box<Self>) -> Box<dyn Iterator<Item = PackedCodes> + 'k>
    where
        Self: 'k,
    {
        let (known, places) = (self.known, self.shifts.part.blocks.places() as usize);
        let block = move |first: usize| {
            PackedCodes::of_small(
                known[first..known.len().min(first + places)]
                    .iter()
                    .map(|bits| bits.value())
                    .collect(),
            )
        };
        Box::new((0..self.shifts.part.len()).step_by(places).map(block))
    }
}
