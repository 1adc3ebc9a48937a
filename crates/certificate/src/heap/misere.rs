//! The misère quotient of a heap game given by its code digits, for the heaps up to some n or for
//! all heaps. The checker recomputes which elements of the quotient the moves of each heap leave.
//! The checker verifies that the claimed table of products is the quotient (module `monoid`).
//!
//! Let Φ(n) be the element of the heap n, and suppose that a move removes at most k tokens and
//! leaves at most t heaps. If Φ(n + p) = Φ(n) for all n ≥ e with n + p < t (e + p) + k, this
//! equation holds for all n ≥ e. If n + p ≥ t (e + p) + k, the largest heap that a move leaves has
//! at least e + p tokens. So the moves of n and n + p leave the same set of elements, and no new
//! pairs arise.

use std::collections::BTreeSet;

use base::budget::Budget;
use base::text;

use super::code::ClaimedDigits;
use crate::error::CertificateError;
use crate::monoid::{Monoid, rests_on, wrong};
use crate::report::CertificateReport;
use crate::text_rows::{HEAP_ROW, rows_of};

/// A claim about misère play of a heap game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuotientClaim {
    /// The code digits, as in `0.77`, `0.8F`, `0.1{16}[03]`.
    pub code: String,
    /// The claim is about the heaps 1, …, `heaps`.
    pub heaps: u64,
    /// Number of elements of the quotient of these heaps.
    pub order: u64,
    /// If claimed, the e and p with Φ(n + p) = Φ(n) for every n ≥ e, where Φ(n) is the element of
    /// the heap n. If a period is claimed, the quotient is the misère quotient of all heaps.
    pub period: Option<(u64, u64)>,
}

/// A misère quotient. Element 0 of the quotient is the element of the empty sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuotientProof {
    /// The lost elements, in increasing order.
    pub lost: Vec<u64>,
    /// The elements of the heaps 1, 2, …
    pub images: Vec<u64>,
    /// The table of products, row by row.
    pub table: Vec<u64>,
}

/// Verifies a misère quotient. O(order² · elements of heaps + pairs · elements of heaps · order).
///
/// # Errors
/// Returns a [`CertificateError`] with the first error found, or if the budget runs out.
pub fn check_quotient(
    claim: &QuotientClaim,
    proof: &QuotientProof,
    budget: &Budget<'_>,
) -> Result<CertificateReport, CertificateError> {
    let digits = ClaimedDigits::read(&claim.code)?;
    if proof.images.len() as u64 != claim.heaps {
        let (expected, got) = (claim.heaps, proof.images.len());
        return wrong(text!(
            "the claim has {expected} heaps, but {got} are listed",
            "断言有 {expected} 个堆，却列出 {got} 个"
        ));
    }
    let monoid = Monoid::read(
        claim.order,
        &proof.lost,
        proof.images.iter().copied(),
        &proof.table,
        budget,
    )?;
    let line = 1 + rows_of(proof.lost.len());
    let options = options(&monoid, &digits, line, budget)?;
    budget.item(line + rows_of(proof.images.len()));
    let pairs = monoid.pairs(&options, budget)?;
    monoid.is_reduced(budget)?;
    if let Some((from, period)) = claim.period {
        repeats(&monoid, &digits, from, period)?;
    }
    let QuotientClaim {
        code,
        heaps,
        order,
        period,
    } = claim;
    let said = match period {
        Some((from, period)) => text!(
            "{code}: the misère quotient of all heaps has order {order}, and Φ(n + {period}) = Φ(n) for every n ≥ {from}",
            "{code}：所有堆的反常商的阶为 {order}，且对一切 n ≥ {from} 有 Φ(n + {period}) = Φ(n)"
        ),
        None => text!(
            "{code}: the misère quotient of the heaps up to {heaps} has order {order}",
            "{code}：至 {heaps} 的堆的反常商的阶为 {order}"
        ),
    };
    let anew = text!(
        "for each heap, the elements of the sums that its moves leave were recomputed",
        "各堆着法所得的元素已重新计算"
    );
    Ok(CertificateReport {
        claim: said,
        rests_on: rests_on(pairs, &anew),
        entries: pairs,
    })
}

/// Returns the elements that the moves of each heap leave, from heap 1 on. `line` is the line of
/// the proof with the element of heap 1.
fn options(
    monoid: &Monoid,
    digits: &ClaimedDigits,
    line: usize,
    budget: &Budget<'_>,
) -> Result<Vec<Vec<usize>>, CertificateError> {
    let (images, most) = (monoid.images(), digits.heaps());
    // For each number of parts and each total, the elements of the sums of heaps that it can be
    // split into.
    let mut split: Vec<Vec<BTreeSet<usize>>> =
        vec![vec![BTreeSet::new(); images.len() + 1]; most + 1];
    split[0][0].insert(0);
    let mut all = Vec::with_capacity(images.len());
    let mut held = (split.len() * (images.len() + 1) * size_of::<BTreeSet<usize>>()) as u64;
    for n in 1..=images.len() {
        budget.item(line + (n - 1) / HEAP_ROW);
        budget.allow_memory(held)?;
        // A heap that is split without removing a token leaves smaller heaps. The elements of sums
        // of two or more heaps with n tokens in total are known before the element of heap n.
        for parts in 2..=most {
            let mut elements = BTreeSet::new();
            budget.steps(n)?;
            for first in 1..n {
                for &rest in &split[parts - 1][n - first] {
                    budget.tick()?;
                    elements.insert(monoid.times(images[first - 1], rest));
                }
            }
            held += 16 * elements.len() as u64;
            split[parts][n] = elements;
        }
        let mut options = BTreeSet::new();
        for (taken, digit) in digits.removals(n) {
            budget.tick()?;
            for parts in (0..=most).filter(|&parts| digit >> parts & 1 == 1) {
                budget.steps(1 + split[parts][n - taken].len())?;
                options.extend(&split[parts][n - taken]);
            }
        }
        if most >= 1 {
            split[1][n].insert(images[n - 1]);
        }
        held += 8 * options.len() as u64;
        all.push(options.into_iter().collect());
    }
    Ok(all)
}

/// Verifies that the elements of the heaps repeat up to the heap that the theorem requires.
fn repeats(
    monoid: &Monoid,
    digits: &ClaimedDigits,
    from: u64,
    period: u64,
) -> Result<(), CertificateError> {
    if period == 0 || from == 0 {
        return Err(CertificateError::NoPeriod);
    }
    if !digits.tail.is_empty() {
        return wrong(text!(
            "a code whose digits repeat has no largest move",
            "数字循环的代码没有最大的一步"
        ));
    }
    let (heaps, taken) = (digits.heaps().max(1) as u64, digits.head.len() as u64 - 1);
    let needed = from
        .checked_add(period)
        .and_then(|sum| sum.checked_mul(heaps)?.checked_add(taken));
    let known = monoid.images().len() as u64;
    if needed.is_none_or(|needed| needed > known + 1) {
        return wrong(text!(
            "{known} heaps are too few for the theorem",
            "{known} 个堆不满足定理的要求"
        ));
    }
    let differs = (from..=known - period)
        .find(|&n| monoid.images()[n as usize - 1] != monoid.images()[(n + period) as usize - 1]);
    match differs {
        Some(n) => {
            let later = n + period;
            wrong(text!(
                "the heaps of {n} and {later} have different elements",
                "{n} 的堆与 {later} 的堆的元素不同"
            ))
        }
        None => Ok(()),
    }
}
