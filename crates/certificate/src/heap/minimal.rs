//! Checks that a period and a preperiod are minimal.

use super::claim::HeapClaim;
use crate::error::CertificateError;

/// Rejects a multiple of the period and a preperiod that is too large.
pub(super) fn check_minimal(
    claim: &HeapClaim,
    e: usize,
    p: usize,
    values: &[u32],
) -> Result<(), CertificateError> {
    let equal = |n: usize, p: usize, s: u64| u64::from(values[n + p]) == u64::from(values[n]) + s;
    if e > 0 && equal(e - 1, p, claim.saltus) {
        return Err(CertificateError::HeapPreperiod { n: e as u64 - 1 });
    }
    let (mut rest, mut factor) = (p, 2);
    while rest > 1 {
        if factor * factor > rest {
            factor = rest;
        }
        if !rest.is_multiple_of(factor) {
            factor += 1;
            continue;
        }
        rest /= factor;
        // A shorter period with the same preperiod would be p divided by one of its prime factors,
        // or a divisor of such a quotient.
        let (shorter, parts) = (p / factor, factor as u64);
        if claim.saltus.is_multiple_of(parts) {
            let saltus = claim.saltus / parts;
            // For the last n of the cycle, n + `shorter` is in the next cycle.
            let cyclic = (e..e + p).all(|n| {
                if n + shorter < e + p {
                    equal(n, shorter, saltus)
                } else {
                    u64::from(values[n + shorter - p]) + claim.saltus
                        == u64::from(values[n]) + saltus
                }
            });
            if cyclic {
                return Err(CertificateError::HeapMultiple {
                    period: p as u64,
                    divisor: shorter as u64,
                });
            }
        }
    }
    Ok(())
}
