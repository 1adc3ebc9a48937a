//! Outcomes, line by line: the sieve with 64 positions per word. Unmarked positions are lost. The
//! predecessors of a line by a move are marked by shifting the bits of the line's lost positions.
//! Takes O(lines · moves · positions of a line / 64).

use std::io::{self, Read, Write};

use base::budget::Budget;

use super::super::kernel::{Pause, RoundResult, ShareKernel};
use super::super::tier_tables::of_won;
use super::super::{PackedCodes, TierError, share_state};
use super::{LineKernel, LineTier};
use crate::index::LevelLine;

/// A share of a table of outcomes: a complete tier of lines.
pub(super) struct LineOutcomes<'p> {
    shifts: LineTier<'p>,
    /// The bits of the won indices.
    won: Vec<u64>,
    /// The number of decided lines.
    decided: usize,
}

impl<'p> LineOutcomes<'p> {
    pub(super) fn new(shifts: LineTier<'p>) -> LineOutcomes<'p> {
        LineOutcomes {
            shifts,
            won: Vec::new(),
            decided: 0,
        }
    }

    /// Marks the predecessors of the lost positions of lower tiers.
    fn hear(&mut self, budget: &Budget<'_>) -> Result<(), TierError> {
        for (tier, line) in self.shifts.lower_lines() {
            let (mut row, mut offset) = (vec![0; line.count.div_ceil(64) as usize], 0);
            self.shifts.codes(tier, line, budget, |code| {
                row[offset / 64] |= u64::from(code == 0) << (offset % 64);
                offset += 1;
            })?;
            self.tell(line, &row);
        }
        Ok(())
    }

    /// Marks the predecessors of the lost positions of a line.
    fn tell(&mut self, to: LevelLine, lost: &[u64]) {
        let lines = self.shifts.lines();
        for &(by, fall) in &self.shifts.moves {
            let Some(from) = lines.at_level(to.level + fall) else {
                continue;
            };
            if let Some((first, option, count)) = LineTier::along(from, to, by) {
                mark(
                    &mut self.won,
                    from.begin + first as u64,
                    lost,
                    option as u64,
                    count as u64,
                );
            }
        }
    }

    /// Decides a line.
    fn decide(&mut self, line: LevelLine, row: &mut Vec<u64>) {
        read(&self.won, line.begin, line.count, row);
        row.iter_mut().for_each(|word| *word = !*word);
        self.tell(line, row);
    }
}

impl LineKernel for LineOutcomes<'_> {
    fn rehearse(mut self: Box<Self>, budget: &Budget<'_>) -> Result<(), TierError> {
        let (lines, mut row) = (self.shifts.lines(), Vec::new());
        self.won.resize(lines.size().div_ceil(64) as usize, 0);
        self.hear(budget)?;
        (0..lines.len()).for_each(|at| self.decide(lines.line(at), &mut row));
        self.entries().for_each(drop);
        Ok(())
    }
}

impl ShareKernel for LineOutcomes<'_> {
    fn step(
        &mut self,
        _: u32,
        _: &[&[u8]],
        pause: Pause<'_>,
        budget: &Budget<'_>,
    ) -> Result<Option<RoundResult>, TierError> {
        let (lines, size) = (self.shifts.lines(), self.shifts.part.len() as u64);
        budget.allow_memory(size / 8)?;
        if self.won.is_empty() {
            self.won.resize(size.div_ceil(64) as usize, 0);
            self.hear(budget)?;
        }
        let (begun, mut row) = (self.decided, Vec::new());
        while self.decided < lines.len() {
            let line = lines.line(self.decided);
            budget.report(line.begin, Some(size));
            budget.steps(1 + (line.count / 64) as usize * self.shifts.moves.len())?;
            if self.decided > begun && pause() {
                return Ok(None);
            }
            self.decide(line, &mut row);
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
        share_state::number(out, self.decided as u64)?;
        share_state::list(out, &self.won)
    }

    fn restore(&mut self, from: &mut dyn Read) -> io::Result<Option<()>> {
        let (size, words) = (
            self.shifts.part.len() as u64,
            self.shifts.part.len().div_ceil(64),
        );
        let decided = share_state::read_number(from)?;
        self.won = share_state::read_list(from, words as u64)?;
        self.decided = usize::try_from(decided).unwrap_or(usize::MAX);
        let beyond = self
            .won
            .last()
            .is_some_and(|last| !size.is_multiple_of(64) && last >> (size % 64) != 0);
        Ok(
            (self.decided <= self.shifts.lines().len() && self.won.len() == words && !beyond)
                .then_some(()),
        )
    }

    fn bytes(&self) -> u64 {
        8 * self.won.capacity() as u64
    }

    fn entries<'k>(self: Box<Self>) -> Box<dyn Iterator<Item = PackedCodes> + 'k>
    where
        Self: 'k,
    {
        let (size, blocks) = (self.shifts.part.len(), self.shifts.part.blocks);
        Box::new(of_won(self.won, size, blocks))
    }
}

/// Returns 64 bits starting at a given bit; bits beyond the end are 0.
#[inline]
fn word(bits: &[u64], at: u64) -> u64 {
    let (number, shift) = ((at / 64) as usize, at % 64);
    let low = bits.get(number).map_or(0, |word| word >> shift);
    if shift == 0 {
        low
    } else {
        low | bits.get(number + 1).map_or(0, |word| word << (64 - shift))
    }
}

/// Copies `count` bits starting at a given bit; the bits after the last copied bit are unspecified.
fn read(bits: &[u64], at: u64, count: u64, into: &mut Vec<u64>) {
    into.clear();
    into.extend((0..count.div_ceil(64)).map(|i| word(bits, at + 64 * i)));
}

/// Sets the bit `at + i` of `bits` for each i below `count` for which the bit `from + i` of `row`
/// is set.
fn mark(bits: &mut [u64], at: u64, row: &[u64], from: u64, count: u64) {
    // The loop changes complete words of the marked bits, except for the first and the last word,
    // which are changed in part.
    let (first, end) = (at / 64, (at + count).div_ceil(64));
    for number in first..end {
        let begin = 64 * number;
        let mut more = if begin >= at {
            word(row, from + (begin - at))
        } else {
            word(row, from) << (at - begin)
        };
        if begin + 64 > at + count {
            more &= (1 << (at + count - begin)) - 1;
        }
        bits[number as usize] |= more;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_marked_one_by_one() {
        let mut rng = fastrand::Rng::with_seed(5);
        for _ in 0..20_000 {
            let row: Vec<u64> = (0..4).map(|_| rng.u64(..)).collect();
            let (from, at) = (rng.u64(0..100), rng.u64(0..150));
            let count = rng.u64(1..=150);
            let mut bits: Vec<u64> = (0..5).map(|_| rng.u64(..) & rng.u64(..)).collect();
            let mut expected = bits.clone();
            for i in 0..count {
                let set = row[((from + i) / 64) as usize] >> ((from + i) % 64) & 1;
                expected[((at + i) / 64) as usize] |= set << ((at + i) % 64);
            }
            mark(&mut bits, at, &row, from, count);
            assert_eq!(bits, expected, "{count} from {from} at {at}");
            let mut words = Vec::new();
            read(&bits, at, count, &mut words);
            for i in 0..count {
                assert_eq!(
                    words[(i / 64) as usize] >> (i % 64) & 1,
                    bits[((at + i) / 64) as usize] >> ((at + i) % 64) & 1
                );
            }
        }
    }
}
