//! The cells that a search for names uses: positions with the output of the law. The cells are
//! drawn by deterministic random walks through the automata of the law, from small positions to
//! large positions.

use automata::Automaton;
use base::budget::{Budget, StopReason};
use dashu_int::UBig;
use fastrand::Rng;
use rules::ir::Int;

use crate::law::{Law, LawOutput};
use crate::numerals::LawNumerals;

/// A position with an output of a law: its value, 2 to the power of its value, or 1 for a
/// P-position and 0 for any other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SampleCell {
    /// The numbers of the position.
    pub slots: Vec<Int>,
    /// The output of the law.
    pub told: Int,
}

/// Draws cells of a law.
pub(crate) struct CellSampler<'l> {
    law: &'l Law,
    positions: &'l Automaton,
    /// The nodes of the law from which an accepted word continues.
    alive: Vec<bool>,
    /// The nodes of the automaton of positions from which an accepted word continues.
    open: Vec<bool>,
    rng: Rng,
}

impl<'l> CellSampler<'l> {
    pub fn new(law: &'l Law, positions: &'l Automaton) -> CellSampler<'l> {
        CellSampler {
            law,
            positions,
            alive: law.automaton.reaches(true),
            open: positions.reaches(true),
            rng: Rng::with_seed(1),
        }
    }

    /// Returns the smallest positions, at most `most`, by the sum of their numbers within a box.
    pub fn small(&self, most: usize, budget: &Budget<'_>) -> Result<Vec<SampleCell>, StopReason> {
        let slots = self.law.lows.len();
        let side: Int = match slots {
            0 | 1 => 64,
            2 => 10,
            3 => 6,
            4 => 5,
            5 => 4,
            6..=8 => 3,
            _ => 2,
        };
        let mut rows: Vec<Vec<Int>> = vec![Vec::new()];
        for _ in 0..slots {
            let longer = |row: &Vec<Int>| {
                (0..side)
                    .map(|x| [&row[..], &[x]].concat())
                    .collect::<Vec<_>>()
            };
            rows = rows.iter().flat_map(longer).take(20_000).collect();
        }
        rows.sort_by_key(|row| row.iter().sum::<Int>());
        let mut cells = Vec::new();
        for row in rows {
            budget.tick()?;
            let at: Option<Vec<Int>> = row
                .iter()
                .zip(&self.law.lows)
                .map(|(x, &low)| x.checked_add(low.try_into().ok()?))
                .collect();
            cells.extend(at.and_then(|at| self.cell_at(&at)));
            if cells.len() >= most {
                break;
            }
        }
        Ok(cells)
    }

    /// Returns random positions of 2 to `letters` digits. Some random walks yield no position.
    /// Every second position of a law of outcomes is a P-position.
    pub fn random(
        &mut self,
        walks: usize,
        letters: usize,
        budget: &Budget<'_>,
    ) -> Result<Vec<SampleCell>, StopReason> {
        let mut cells = Vec::with_capacity(walks);
        for round in 0..walks {
            budget.steps(letters * (self.law.lows.len() + 1))?;
            let letters = 2 + round % (letters - 1);
            let lost = self.law.kind == LawOutput::Outcomes && round % 2 == 1;
            let (automaton, alive) = if lost {
                (&self.law.automaton, &self.alive)
            } else {
                (self.positions, &self.open)
            };
            let at = walk(self.law, automaton, alive, letters, &mut self.rng);
            cells.extend(at.and_then(|at| self.cell_at(&at)));
        }
        Ok(cells)
    }

    /// Returns the cell of some numbers; `None` if the numbers are not a position, or the output is
    /// too large.
    pub fn cell_at(&self, at: &[Int]) -> Option<SampleCell> {
        let numerals = &self.law.numerals;
        let shifted: Option<Vec<UBig>> = at
            .iter()
            .zip(&self.law.lows)
            .map(|(&slot, &low)| UBig::try_from(i128::from(slot) - low).ok())
            .collect();
        let digits: Vec<Vec<u8>> = shifted?
            .iter()
            .map(|number| numerals.digits(number))
            .collect();
        let words: Vec<(automata::Track, &[u8])> =
            (0..).zip(digits.iter().map(|word| &word[..])).collect();
        if !self.positions.accepts_digits(&words) {
            return None;
        }
        if self.law.kind == LawOutput::Outcomes {
            return Some(SampleCell {
                slots: at.to_vec(),
                told: self.law.automaton.accepts_digits(&words).into(),
            });
        }
        // The values of positions with small numbers are not much longer than these numbers.
        let letters = digits.iter().map(Vec::len).max().unwrap_or(0) + 4;
        let value = self
            .law
            .track_beside(&digits, letters, |node| self.alive[node as usize])?;
        Some(SampleCell {
            slots: at.to_vec(),
            told: Int::try_from(i128::try_from(value).ok()?).ok()?,
        })
    }
}

/// Draws a random word of a given number of letters that an automaton over the slots of a law
/// accepts, and returns its numbers. Returns `None` if the walk ends at a node that does not
/// accept.
fn walk(
    law: &Law,
    automaton: &Automaton,
    alive: &[bool],
    letters: usize,
    rng: &mut Rng,
) -> Option<Vec<Int>> {
    let slots = law.lows.len();
    let mut digits: Vec<Vec<u8>> = vec![Vec::new(); slots];
    let mut node = automaton.start();
    for place in 0..letters * slots {
        let open: Vec<u8> = (0..automaton.base())
            .filter(|&digit| alive[automaton.next(node, digit) as usize])
            .collect();
        let digit = rng.choice(open)?;
        digits[place % slots].push(digit);
        node = automaton.next(node, digit);
    }
    automaton
        .accepts(node)
        .then(|| numbers(&law.numerals, &digits, &law.lows))
        .flatten()
}

/// Returns the numbers with these digits, most significant first on each track, plus the least
/// values of the slots; `None` if a number overflows.
pub(super) fn numbers(
    numerals: &LawNumerals,
    digits: &[Vec<u8>],
    lows: &[i128],
) -> Option<Vec<Int>> {
    let number = |(digits, &low): (&Vec<u8>, &i128)| {
        let number = i128::try_from(numerals.number(digits)).ok()?;
        Int::try_from(number.checked_add(low)?).ok()
    };
    digits.iter().zip(lows).map(number).collect()
}
