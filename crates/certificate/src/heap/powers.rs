//! Games whose moves remove a power of a number b, `subtract powers{b}`: 1, b, b², … . Let H be a
//! sequence of numbers with period p, and let w be a number. If
//!
//! 1. G(n) = H(n) for n < w,
//! 2. H(x) ≠ H(y) for all x, y whose difference is congruent modulo p to a power of b,
//! 3. for every x and every v < H(x), some power s ≤ w has H(x - s) = v,
//!
//! then G = H. For n ≥ w all powers up to w can be removed. By condition 3, every value below H(n)
//! is the value of an option, and by condition 2, no option has the value H(n). For the other named
//! growing sets except the primes, no H exists, because each set contains a multiple of every p. No
//! H exists for the primes either: some prime is 1 modulo p, although G(0) = G(1). Each residue of
//! the powers modulo p determines the next residue, so every residue occurs among the first p + 1
//! powers.

use base::budget::Budget;
use base::text;

use super::claim::{HeapClaim, HeapProof};
use super::minimal::check_minimal;
use crate::error::CertificateError;
use crate::report::CertificateReport;
use crate::text_rows::number;
use crate::words;

/// Verifies the period of a game whose moves remove a power of b. O(p²) and O(w·log w) steps.
pub(super) fn check(
    claim: &HeapClaim,
    proof: &HeapProof,
    budget: &Budget<'_>,
) -> Result<CertificateReport, CertificateError> {
    let base = claim
        .code
        .strip_prefix("subtract powers{")
        .and_then(|rest| rest.strip_suffix('}'))
        .and_then(number::<u64>);
    let Some(base) = base.filter(|&base| base >= 2) else {
        return Err(CertificateError::HeapCode {
            at: 1,
            expected: text!(
                "a set such as subtract powers{{2}}",
                "形如 subtract powers{{2}} 的集合"
            ),
        });
    };
    let listed = proof.values.len() as u64;
    if claim.period == 0 {
        return Err(CertificateError::NoPeriod);
    }
    if claim.preperiod != 0 || claim.saltus != 0 {
        return Err(no_theorem());
    }
    if listed != claim.period {
        return Err(CertificateError::HeapListed {
            expected: claim.period,
            got: listed,
        });
    }
    let period = proof.values.len();
    budget.allow_growth(0, 16 * listed)?;
    // Returns H(x - s) for a power s with the given residue.
    let before = |x: usize, residue: usize| {
        proof.values[if x < residue {
            x + period - residue
        } else {
            x - residue
        }]
    };
    let mut residue = 1 % listed;
    let mut met = vec![false; period];
    for _ in 0..=period {
        if !std::mem::replace(&mut met[residue as usize], true) {
            budget.steps(period)?;
            if (0..period).any(|x| before(x, residue as usize) == proof.values[x]) {
                return Err(no_theorem());
            }
        }
        residue = (u128::from(residue) * u128::from(base) % u128::from(listed)) as u64;
    }
    let powers = || std::iter::successors(Some(1u64), |power| power.checked_mul(base));
    let mut needed = listed;
    for (x, &value) in proof.values.iter().enumerate() {
        for smaller in 0..value {
            budget.steps(64)?;
            let taken = powers().find(|power| before(x, (power % listed) as usize) == smaller);
            needed = needed.max(taken.ok_or_else(no_theorem)?);
        }
    }
    if needed > proof.window {
        return Err(CertificateError::HeapWindow { got: proof.window });
    }
    let mut values: Vec<u64> = Vec::new();
    for n in 0..needed {
        let options: Vec<u64> = powers()
            .take_while(|&power| power <= n)
            .map(|power| values[(n - power) as usize])
            .collect();
        budget.steps(options.len() * options.len() + 1)?;
        let expected = (0..)
            .find(|value| !options.contains(value))
            .unwrap_or(u64::MAX);
        let got = proof.values[(n % listed) as usize];
        if expected != got {
            return Err(CertificateError::HeapValue { n, expected, got });
        }
        budget.make_room(&mut values, 1, 0)?;
        values.push(expected);
    }
    // Each value is below 64, because the number of options of a heap is at most the number of
    // powers.
    let narrow: Vec<u32> = proof.values.iter().map(|&value| value as u32).collect();
    check_minimal(claim, 0, period, &narrow)?;
    let theorem = text!("growing subtraction sets", "增长取数集定理");
    Ok(CertificateReport {
        claim: words::heap_period(claim),
        rests_on: words::rests_on_heap_period(needed as usize, true, &theorem),
        entries: period,
    })
}

fn no_theorem() -> CertificateError {
    CertificateError::HeapTheorem {
        reason: text!(
            "if the set grows, three conditions must hold: the values repeat from the first value on, no power leads to a heap of the same value, and the powers of the window lead to a heap of every smaller value",
            "取数集增长时须满足：值从一开始就重复，任何幂都不通向同值的堆，且窗口内的幂通向每个更小的值的堆"
        ),
    }
}
