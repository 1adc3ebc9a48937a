//! Who wins, of games of two numbers whose moves only add to them, line by line ([`crate::index::Lines`]): the sieve with 64 positions in a word. What no mark was set
//! at is lost, and where a move comes from is the same line of marks, shifted. O(lines · moves · positions of a line / 64).

use std::io::{self, Read, Write};

use base::budget::Budget;
use rules::ir::Int;

use super::entries::of_won;
use super::share::{Part, Pause, Step};
use super::{Block, Halt, Lower, Plan, state};
use crate::index::{Line, Lines};

/// A share of a table of outcomes: a whole tier of lines.
pub(super) struct Shifts<'p> {
    plan: &'p Plan<'p>,
    part: Part,
    lower: &'p dyn Lower,
    /// What each move adds to x, and how far it lowers the level.
    moves: Vec<(Int, Int)>,
    /// Bits of the places that are won.
    won: Vec<u64>,
    /// How many lines are decided.
    decided: usize,
}

impl<'p> Shifts<'p> {
    /// The kernel of a tier; `None` where it is of another kind, or a position without moves is not lost.
    pub(super) fn new(plan: &'p Plan<'p>, part: Part, lower: &'p dyn Lower) -> Option<Shifts<'p>> {
        let game = plan.world.rules(plan.game).game().filter(|game| !game.can_end_play() && plan.without_moves() == 0)?;
        let leaves_nothing = game.moves.iter().any(|rule| rule.result.is_empty());
        let shifts = plan.shifts.as_ref().filter(|_| !leaves_nothing)?;
        let worth = |slot: usize| plan.total.tables.get(&slot).and_then(|table| Some(table.get(1)? - table[0]));
        let weights = [worth(0).unwrap_or(0), worth(1).unwrap_or(0)];
        let moves: Vec<(Int, Int)> = shifts.iter().map(|by| (by[0], -weights[0] * by[0] - weights[1] * by[1])).collect();
        moves.iter().all(|(_, fall)| *fall > 0).then_some(Shifts { plan, part, lower, moves, won: Vec::new(), decided: 0 })
    }

    fn lines(&self) -> &'p Lines {
        self.plan.tier(self.part.tier).index.lines().expect("a tier of lines")
    }

    /// Does all; `None` if it paused between two lines.
    pub(super) fn step(&mut self, pause: Pause<'_>, budget: &Budget<'_>) -> Result<Option<Step>, Halt> {
        let (lines, size) = (self.lines(), self.part.len() as u64);
        // The entries at the end are two bits each.
        budget.allow_memory(size / 8 + size / 4)?;
        if self.won.is_empty() {
            self.won.resize(size.div_ceil(64) as usize, 0);
            self.hear(budget)?;
        }
        let (begun, mut row) = (self.decided, Vec::new());
        while self.decided < lines.len() {
            let line = lines.line(self.decided);
            budget.report(line.begin, Some(size));
            budget.steps(1 + (line.count / 64) as usize * self.moves.len())?;
            if self.decided > begun && pause() {
                return Ok(None);
            }
            read(&self.won, line.begin, line.count, &mut row);
            row.iter_mut().for_each(|word| *word = !*word);
            self.tell(line, &row);
            self.decided += 1;
        }
        Ok(Some(Step { out: vec![Vec::new(); self.part.of()], decided: size, next: None }))
    }

    /// Marks what comes before the lost positions of lower tiers.
    fn hear(&mut self, budget: &Budget<'_>) -> Result<(), Halt> {
        let reach = self.moves.iter().map(|(_, fall)| *fall).max().unwrap_or(0);
        let least = self.plan.tier(self.part.tier).level - reach;
        let mut row = Vec::new();
        for tier in (0..self.part.tier).rev().take_while(|tier| self.plan.tier(*tier).last >= least) {
            let lines = self.plan.tier(tier).index.lines().expect("a tier of lines");
            for line in (0..lines.len()).map(|at| lines.line(at)).filter(|line| line.level >= least) {
                row.clear();
                row.resize(line.count.div_ceil(64) as usize, 0);
                for offset in 0..line.count {
                    budget.tick()?;
                    let lost = self.lower.code(tier, line.begin + offset)? == 0;
                    row[(offset / 64) as usize] |= u64::from(lost) << (offset % 64);
                }
                self.tell(line, &row);
            }
        }
        Ok(())
    }

    /// Marks what comes before the lost positions of a line.
    fn tell(&mut self, from: Line, lost: &[u64]) {
        let lines = self.lines();
        for &(by, fall) in &self.moves {
            let Some(to) = lines.at_level(from.level + fall) else { continue };
            // A position comes from where x is less by what the move adds, if that is on the other line.
            let first = from.low.max(to.low + by);
            let end = (from.low + from.count as Int).min(to.low + to.count as Int + by);
            if first < end {
                let at = to.begin + (first - by - to.low) as u64;
                mark(&mut self.won, at, lost, (first - from.low) as u64, (end - first) as u64);
            }
        }
    }

    /// Does with the lines of a stretch what a run does, of positions that are made up; gives the bytes that it holds.
    pub(super) fn rehearsed(mut self) -> u64 {
        let (lines, first, end) = (self.lines(), self.part.first(), self.part.end());
        let mut row = Vec::new();
        self.won.resize(lines.size().div_ceil(64) as usize, 0);
        for line in (0..lines.len()).map(|at| lines.line(at)).filter(|line| (first..end).contains(&line.begin)) {
            read(&self.won, line.begin, line.count, &mut row);
            row.iter_mut().for_each(|word| *word = !*word);
            self.tell(line, &row);
        }
        8 * self.won.len() as u64
    }

    /// Up to where places are decided.
    pub(super) fn looked_at(&self) -> u64 {
        let lines = self.lines();
        if self.decided < lines.len() { lines.line(self.decided).begin } else { self.part.len() as u64 }
    }

    /// Writes what it holds.
    pub(super) fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        state::number(out, self.decided as u64)?;
        state::list(out, &self.won)
    }

    /// Takes what was saved; `None` if no share of this kind and place saved it.
    pub(super) fn restore(&mut self, from: &mut dyn Read) -> io::Result<Option<()>> {
        let (size, words) = (self.part.len() as u64, self.part.len().div_ceil(64));
        let decided = state::read_number(from)?;
        self.won = state::read_list(from, words as u64)?;
        self.decided = usize::try_from(decided).unwrap_or(usize::MAX);
        let beyond = self.won.last().is_some_and(|last| !size.is_multiple_of(64) && last >> (size % 64) != 0);
        Ok((self.decided <= self.lines().len() && self.won.len() == words && !beyond).then_some(()))
    }

    pub(super) fn bytes(&self) -> u64 {
        8 * self.won.capacity() as u64
    }

    pub(super) fn entries(self) -> Vec<Block> {
        of_won(&self.won, self.part.len(), self.part.blocks)
    }
}

/// The 64 bits from one on; those beyond the end are 0.
#[inline]
fn word(bits: &[u64], at: u64) -> u64 {
    let (number, shift) = ((at / 64) as usize, at % 64);
    let low = bits.get(number).map_or(0, |word| word >> shift);
    if shift == 0 { low } else { low | bits.get(number + 1).map_or(0, |word| word << (64 - shift)) }
}

/// Reads so many bits from one on into words of their own; those behind the last may be anything.
fn read(bits: &[u64], at: u64, count: u64, into: &mut Vec<u64>) {
    into.clear();
    into.extend((0..count.div_ceil(64)).map(|i| word(bits, at + 64 * i)));
}

/// Sets those bits from `at` on that are set in `row` from `from` on, `count` of them.
fn mark(bits: &mut [u64], at: u64, row: &[u64], from: u64, count: u64) {
    // Whole words of what is marked: the first and the last in part.
    let (first, end) = (at / 64, (at + count).div_ceil(64));
    for number in first..end {
        let begin = 64 * number;
        let mut more = if begin >= at { word(row, from + (begin - at)) } else { word(row, from) << (at - begin) };
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
                assert_eq!(words[(i / 64) as usize] >> (i % 64) & 1, bits[((at + i) / 64) as usize] >> ((at + i) % 64) & 1);
            }
        }
    }
}
