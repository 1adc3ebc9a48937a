//! The period of a heap game given by its code digits, for every n. The checker reads the code with
//! its own parser, recomputes G(0), G(1), … as far as the theorem requires, and compares these
//! values with the claim. The checker also verifies that the period and the preperiod are minimal.
//!
//! The theorems use e' = max(e, 1), the maximum number J of heaps that a move leaves, and the last
//! i, k_j, whose digit d_i has bit j:
//!
//! - finite code, saltus 0: let W be the maximum of k_0 + 1, e + 1 and all j·e' + (j - 1)·p + k_j,
//!   j ≥ 1. The equation G(n + p) = G(n) for e ≤ n < W implies it for all n ≥ e. To see this,
//!   subtract p from the largest heap of an option of n + p, or add p to the largest heap of an
//!   option of n; the values do not change (Guy and Smith 1956);
//! - digits that repeat from d_h on with length q, saltus 0: with P the least common multiple of p
//!   and q, the equation is required for all n with n + p < J·(e' + P) + h + P;
//! - arithmetic periods: see the module `arithmetic`;
//! - growing subtraction sets: see the module `powers`.
//!
//! The proofs of the theorems are in docs/theorems/octal-periodicity.md and
//! docs/theorems/arithmetic-periodicity.md.

mod arithmetic;
pub(crate) mod claim;
mod code;
mod minimal;
mod misere;
mod powers;
mod values;

use base::budget::Budget;
use base::text;

use crate::error::CertificateError;
use crate::report::CertificateReport;
use crate::words;
use arithmetic::common_multiple;
pub use claim::{HeapClaim, HeapProof};
use code::ClaimedDigits;
use minimal::check_minimal;
pub use misere::{QuotientClaim, QuotientProof, check_quotient};

/// Maximum number of values that are recomputed by the definition even if a mask is given.
const BY_DEFINITION: usize = 10_000;

/// Verifies the period of a heap game. O(window²) by the definition; O(window × rare values) with a
/// suitable mask.
///
/// # Errors
/// Returns a [`CertificateError`] with the first error found, or if the budget runs out.
pub fn check_heap_period(
    claim: &HeapClaim,
    proof: &HeapProof,
    budget: &Budget<'_>,
) -> Result<CertificateReport, CertificateError> {
    if claim.code.starts_with("subtract") {
        return powers::check(claim, proof, budget);
    }
    let digits = ClaimedDigits::read(&claim.code)?;
    let size = |number: u64| {
        usize::try_from(number).map_err(|_| CertificateError::ShortWindow {
            expected: number,
            got: proof.window,
        })
    };
    let (e, p, window) = (
        size(claim.preperiod)?,
        size(claim.period)?,
        size(proof.window)?,
    );
    if p == 0 {
        return Err(CertificateError::NoPeriod);
    }
    let listed = e
        .checked_add(p)
        .filter(|&listed| listed == proof.values.len() && listed < window);
    let Some(listed) = listed else {
        let (expected, got) = (
            claim.preperiod.saturating_add(claim.period),
            proof.values.len() as u64,
        );
        return Err(CertificateError::HeapListed { expected, got });
    };
    let needed = if claim.saltus == 0 {
        needed(&digits, e, p)
    } else {
        Some(window)
    };
    let needed = needed.filter(|&needed| needed <= window);
    let Some(needed) = needed else {
        return Err(CertificateError::HeapWindow { got: proof.window });
    };
    budget.item(1);
    // Computing more values than needed would only cost time.
    let naive = digits.heaps() > 2 || needed <= BY_DEFINITION || proof.mask == 0;
    let values = if digits.heaps() > 2 {
        values::by_sets(&digits, needed, budget)?
    } else {
        let (mask, parity) = if naive {
            (0, None)
        } else {
            (proof.mask, proof.parity)
        };
        values::by_pairs(&digits, needed, mask, parity, budget)?
    };
    budget.steps(values.len())?;
    for (n, (&expected, &got)) in values.iter().zip(&proof.values).enumerate() {
        if u64::from(expected) != got {
            return Err(CertificateError::HeapValue {
                n: n as u64,
                expected: expected.into(),
                got,
            });
        }
    }
    for n in e..needed - p {
        let (expected, got) = (
            u64::from(values[n]).saturating_add(claim.saltus),
            u64::from(values[n + p]),
        );
        if expected != got {
            return Err(CertificateError::HeapEquation {
                n: (n + p) as u64,
                expected,
                got,
            });
        }
    }
    if claim.saltus > 0 {
        arithmetic::check(&digits, e, p, claim.saltus, &values, budget)?;
    }
    check_minimal(claim, e, p, &values)?;
    let theorem = match claim.saltus {
        0 => text!("octal periodicity", "八进制周期定理"),
        _ => text!("arithmetic periodicity", "等差周期定理"),
    };
    Ok(CertificateReport {
        claim: words::heap_period(claim),
        rests_on: words::rests_on_heap_period(needed, naive, &theorem),
        entries: listed,
    })
}

/// Returns the number of values that the theorems for saltus 0 require; `None` if that number
/// overflows.
fn needed(digits: &ClaimedDigits, e: usize, p: usize) -> Option<usize> {
    let first = e.max(1);
    if digits.tail.is_empty() {
        let mut window = e + 1;
        for (i, digit) in digits.head.iter().enumerate() {
            for j in (0..64).filter(|bit| digit >> bit & 1 == 1) {
                let end = if j == 0 {
                    i + 1
                } else {
                    (j * first)
                        .checked_add((j - 1).checked_mul(p)?)?
                        .checked_add(i)?
                };
                window = window.max(end);
            }
        }
        return window.checked_add(p);
    }
    let whole = common_multiple(p, digits.tail.len())?;
    first
        .checked_add(whole)?
        .checked_mul(digits.heaps().max(1))?
        .checked_add(digits.head.len())?
        .checked_add(whole)
}
