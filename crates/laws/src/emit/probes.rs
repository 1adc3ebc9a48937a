//! Probes: tuples of numbers at which code is compared with its law. The probes are all tuples of a
//! small box, the limits of 64 bits, and a thousand random tuples. Some probes are not positions,
//! and some are too large for 64 bits.

use std::collections::HashSet;

use base::budget::Budget;
use dashu_int::{IBig, UBig};
use fastrand::Rng;
use rules::ir::Int;

use super::subject::EmitSubject;
use crate::error::LawError;
use crate::law::LawOutput;
use crate::names::CellSampler;

/// A tuple of numbers, and the expected output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// The numbers.
    pub slots: Vec<IBig>,
    /// The value; for a law of outcomes 0 for a P-position, otherwise 1. `None` if the numbers are
    /// not a position.
    pub told: Option<UBig>,
}

const RANDOM_ROW_COUNT: usize = 1_000;

/// Number of tuples with numbers of more than 64 bits.
const LARGE_ROW_COUNT: usize = 50;

/// Number of tuples of limits of 64 bits.
const EDGE_ROW_COUNT: usize = 600;

/// Returns the tuples of a small box that begins one below the least numbers.
pub(super) fn small(lows: &[i128]) -> Vec<Vec<Int>> {
    let side: i128 = match lows.len() {
        0 | 1 => 128,
        2 => 16,
        3 => 8,
        4 => 5,
        _ => 3,
    };
    let mut rows: Vec<Vec<Int>> = vec![Vec::new()];
    for &low in lows {
        let numbers: Vec<Int> = (low - 1..low + side)
            .filter_map(|number| number.try_into().ok())
            .collect();
        rows = rows
            .iter()
            .flat_map(|row| numbers.iter().map(|&number| [&row[..], &[number]].concat()))
            .take(4_000)
            .collect();
    }
    rows
}

/// Returns all probes of a law.
pub(super) fn probes(
    subject: &EmitSubject<'_>,
    budget: &Budget<'_>,
) -> Result<Vec<Probe>, LawError> {
    let law = subject.law;
    // Positions are drawn separately, because the rules may allow few of all tuples.
    let letters = law.numerals.digits(&UBig::from(i64::MAX as u64)).len();
    let drawn =
        CellSampler::new(law, &subject.positions).random(RANDOM_ROW_COUNT / 2, letters, budget)?;
    let mut probes = Vec::new();
    for slots in rows(
        &law.lows,
        drawn.into_iter().map(|cell| cell.slots).collect(),
    ) {
        budget.ask()?;
        let told = law_value(subject, &slots);
        probes.push(Probe { slots, told });
    }
    Ok(probes)
}

/// Returns, without duplicates, the tuples of a small box, tuples of limits, the drawn tuples,
/// random tuples, and tuples too large for 64 bits.
pub(super) fn rows(lows: &[i128], drawn: Vec<Vec<Int>>) -> Vec<Vec<IBig>> {
    let mut rng = Rng::with_seed(1);
    let mut rows = small(lows);
    let edges = |low: i128| {
        let near = [
            low - 1,
            low,
            low + 1,
            0,
            -1,
            1 << 31,
            (1 << 62) - 1,
            1 << 62,
            i64::MAX.into(),
            i128::from(i64::MAX) - 1,
            i64::MIN.into(),
        ];
        near.into_iter()
            .filter_map(|number| Int::try_from(number).ok())
            .collect::<Vec<Int>>()
    };
    let edges: Vec<Vec<Int>> = lows.iter().map(|&low| edges(low)).collect();
    if edges
        .iter()
        .map(Vec::len)
        .try_fold(1, usize::checked_mul)
        .is_some_and(|rows| rows <= EDGE_ROW_COUNT)
    {
        let mut all = vec![Vec::new()];
        for numbers in &edges {
            all = all
                .iter()
                .flat_map(|row: &Vec<Int>| {
                    numbers.iter().map(|&number| [&row[..], &[number]].concat())
                })
                .collect();
        }
        rows.extend(all);
    } else {
        rows.extend((0..EDGE_ROW_COUNT).map(|_| {
            edges
                .iter()
                .map(|numbers| numbers[rng.usize(..numbers.len())])
                .collect::<Vec<Int>>()
        }));
    }
    let mut known = HashSet::new();
    rows.retain(|row| known.insert(row.clone()));
    let before = rows.len();
    rows.extend(drawn.into_iter().filter(|row| known.insert(row.clone())));
    while rows.len() < before + RANDOM_ROW_COUNT {
        let row: Vec<Int> = lows
            .iter()
            .map(|_| rng.i64(0..=i64::MAX) >> rng.u32(0..63))
            .collect();
        if known.insert(row.clone()) {
            rows.push(row);
        }
    }
    let mut rows: Vec<Vec<IBig>> = rows
        .into_iter()
        .map(|row| row.into_iter().map(IBig::from).collect())
        .collect();
    let large = |rng: &mut Rng| {
        (0..rng.u32(2..6)).fold(IBig::ZERO, |number, _| {
            (number << 60) + IBig::from(rng.u64(..1 << 60))
        })
    };
    rows.extend(
        (0..LARGE_ROW_COUNT).map(|_| lows.iter().map(|_| large(&mut rng)).collect::<Vec<IBig>>()),
    );
    rows
}

/// Returns the output of the law for a tuple in the order of the game.
pub(super) fn law_value(subject: &EmitSubject<'_>, row: &[IBig]) -> Option<UBig> {
    let law = subject.law;
    let mut row = row.to_vec();
    row[subject.unordered.clone()].sort_by(|a, b| b.cmp(a));
    if law.kind == LawOutput::Outcomes {
        let shifted: Option<Vec<UBig>> = row
            .iter()
            .zip(&law.lows)
            .map(|(slot, &low)| UBig::try_from(slot - IBig::from(low)).ok())
            .collect();
        let digits: Vec<Vec<u8>> = shifted?
            .iter()
            .map(|number| law.numerals.digits(number))
            .collect();
        let words: Vec<(automata::Track, &[u8])> =
            (0..).zip(digits.iter().map(|word| &word[..])).collect();
        if !subject.positions.accepts_digits(&words) {
            return None;
        }
    }
    law.value(&row)
}
