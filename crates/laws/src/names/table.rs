//! Names for tables: expressions that fit the given cells, without proof. The outermost part of the
//! table is withheld from the search, and an expression that also fits these cells is a conjecture.

use std::collections::BTreeMap;

use base::budget::{Budget, StopReason};
use rules::ir::{Function, Int, RuleClaim};

use super::cells::SampleCell;
use super::conditions::MAX_CELLS;
use super::search::{NameQuery, search};
use super::terms::TermInputs;
use super::{
    MAX_ROUNDS, SEARCH_CLOCK_CHECKS, claim_text, distinct, is_right, of_expr, periods, tidy,
};
use crate::law::LawOutput;

/// Maximum number of cells of a search: the cells with the smallest numbers, and some of the other
/// cells.
const MAX_SEARCH_CELLS: usize = 160;

/// Minimum number of unused cells for a conjecture.
const MIN_UNUSED_CELLS: usize = 8;

/// A table of values or outcomes.
#[derive(Clone, Debug)]
pub struct ConjectureTable<'t> {
    /// The names of the numbers of a position.
    pub slots: &'t [String],
    /// The least value of each number.
    pub lows: &'t [Int],
    /// The output that the cells contain.
    pub kind: LawOutput,
    /// The cells for the search, cells with small numbers first.
    pub used: &'t [SampleCell],
    /// The cells that the search does not use, with larger numbers.
    pub further: &'t [SampleCell],
    /// Constants for names, in addition to small constants.
    pub constants: Vec<(Int, u32)>,
}

/// A conjecture about a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conjecture {
    /// The text of a claim that fits, and the number of unused cells at which it is correct.
    Fits(String, usize),
    /// No expression fits the table. Contains the values with their frequencies, the most frequent
    /// first.
    Counts(Vec<(Int, usize)>),
}

/// Returns the conjecture about a table: an expression, a period of one number, or the frequencies
/// of the values. The search takes at most about a second.
///
/// # Errors
/// Returns an error if the budget runs out.
pub fn conjecture(
    table: &ConjectureTable<'_>,
    budget: &Budget<'_>,
) -> Result<Conjecture, StopReason> {
    if table.further.len() >= MIN_UNUSED_CELLS {
        let plain = [
            Function::Popcount,
            Function::Ctz,
            Function::Bitlen,
            Function::Isqrt,
        ];
        // Functions of divisors are unrelated to bits, so they are tried separately.
        let dividing = [Function::Ctz, Function::BigOmega, Function::IsPrime];
        for calls in [&plain[..], &dividing[..]]
            .into_iter()
            .take(if table.lows.len() == 1 { 2 } else { 1 })
        {
            let (found, cut) = budget.limited(SEARCH_CLOCK_CHECKS, |budget| {
                expression(table, calls, budget)
            });
            match found {
                Ok(Some(claim)) => {
                    return Ok(Conjecture::Fits(
                        claim_text::claim(&claim, table.slots),
                        table.further.len(),
                    ));
                }
                Err(stop) if !cut => return Err(stop),
                _ => {}
            }
        }
        if let Some((claim, agree)) = period(table) {
            return Ok(Conjecture::Fits(
                claim_text::claim(&claim, table.slots),
                agree,
            ));
        }
    }
    let mut counts: BTreeMap<Int, usize> = BTreeMap::new();
    table
        .used
        .iter()
        .chain(table.further)
        .for_each(|cell| *counts.entry(cell.told).or_default() += 1);
    let mut counts: Vec<(Int, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|&(value, count)| (std::cmp::Reverse(count), value));
    Ok(Conjecture::Counts(counts))
}

/// Returns an expression with some functions of one number that fits the table.
fn expression(
    table: &ConjectureTable<'_>,
    calls: &[Function],
    budget: &Budget<'_>,
) -> Result<Option<RuleClaim>, StopReason> {
    let mut constants = table.constants.clone();
    if let Some(period) = row(table, table.used).and_then(|row| periods::find_period(&row)) {
        let hints = [period.period as Int, period.from as Int];
        constants.extend(
            hints
                .map(|hint| (hint, 1))
                .into_iter()
                .filter(|(hint, _)| table.constants.iter().all(|(known, _)| known != hint)),
        );
    }
    let divides = calls.contains(&Function::BigOmega);
    let stock = TermInputs {
        constants,
        bits: !divides,
        bitwise: 3,
        golden: !divides,
        calls: calls.to_vec(),
        products: !divides,
    };
    let step = (table.used.len() * 2 / MAX_SEARCH_CELLS).max(1);
    let near = table.used.iter().take(MAX_SEARCH_CELLS / 2);
    let mut cells: Vec<SampleCell> = near
        .chain(table.used.iter().skip(MAX_SEARCH_CELLS / 2).step_by(step))
        .take(MAX_SEARCH_CELLS)
        .cloned()
        .collect();
    distinct(&mut cells);
    for _ in 0..MAX_ROUNDS {
        let question = NameQuery {
            lows: table.lows,
            cells: &cells,
            kind: table.kind,
            stock: &stock,
        };
        let Some(expr) = search(&question, budget)?.map(|expr| tidy::tidied(&expr)) else {
            break;
        };
        let wrong: Vec<SampleCell> = table
            .used
            .iter()
            .filter(|cell| !is_right(&expr, table.kind, cell))
            .take(6)
            .cloned()
            .collect();
        if wrong.is_empty() {
            let holds = table
                .further
                .iter()
                .all(|cell| is_right(&expr, table.kind, cell));
            return Ok(holds.then(|| of_expr(table.kind, expr)));
        }
        let before = cells.len();
        cells.extend(wrong);
        distinct(&mut cells);
        if cells.len() == before || cells.len() > MAX_CELLS {
            break;
        }
    }
    Ok(None)
}

/// Returns the values of one number, if the cells contain every number, starting with the least.
fn row(table: &ConjectureTable<'_>, cells: &[SampleCell]) -> Option<Vec<Int>> {
    let [low] = table.lows else { return None };
    cells
        .iter()
        .zip(*low..)
        .map(|(cell, n)| (cell.slots == [n]).then_some(cell.told))
        .collect()
}

/// Returns a period of the used cells that continues through the unused cells, and the number of
/// unused cells.
fn period(table: &ConjectureTable<'_>) -> Option<(RuleClaim, usize)> {
    if table.kind != LawOutput::Values {
        return None;
    }
    let used = row(table, table.used)?;
    let all = row(table, &[table.used, table.further].concat())?;
    let seen = periods::find_period(&used)?;
    let repeats = |n: usize| all[n - seen.period].checked_add(seen.saltus) == Some(all[n]);
    if !(used.len()..all.len()).all(repeats) {
        return None;
    }
    let from = if seen.from == 0 {
        0
    } else {
        table.lows[0] + seen.from as Int
    };
    Some((
        RuleClaim::Period(seen.period as Int, from, seen.saltus),
        table.further.len(),
    ))
}
