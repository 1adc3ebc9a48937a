//! Cells that names are looked for in: positions with what is told of them. Of a law they are drawn
//! by walks through its automata, from small positions to large ones, always the same.

use automata::Automaton;
use base::budget::{Budget, StopReason};
use dashu_int::UBig;
use fastrand::Rng;
use rules::ir::Int;

use crate::law::{Law, LawOutput};
use crate::numerals::LawNumerals;

/// A position, and its value, 2 to the power of it, or whether it is a P-position, as 1 or 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SampleCell {
    /// The numbers of the position.
    pub slots: Vec<Int>,
    /// What is told of it.
    pub told: Int,
}

/// Cells of a law, drawn and told.
pub(crate) struct CellSampler<'l> {
    law: &'l Law,
    positions: &'l Automaton,
    /// From which nodes of the law an accepted word goes on.
    alive: Vec<bool>,
    /// The same of the positions.
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

    /// The smallest positions, `most` at most, by the sum of their numbers within a box.
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

    /// Positions drawn at random, of 2 to `letters` digits: some walks find none. Every second one
    /// of a law of outcomes is a P-position.
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

    /// The cell of a position; `None` if it is none, or what is told of it is too large.
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
        // Values of positions so small are not much longer than their numbers.
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

/// A word of some letters that an automaton over the slots of a law accepts, as numbers; `None` if
/// the walk ends elsewhere.
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

/// The numbers that digits, of each track most significant first, and the least values of slots
/// stand for; `None` if one is too large.
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
