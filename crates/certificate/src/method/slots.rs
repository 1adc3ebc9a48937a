//! A game as the sum of its slots.

use std::ops::Range;

use base::text;
use clauses::{RuleClauses, SlotClauses};

use crate::error::CertificateError;
use crate::walker::refuse;

/// The clauses of each slot. A game of which some slots are kept sorted is that of all rows of
/// numbers if all of these have the same moves.
pub(super) fn slots_of(
    clauses: &RuleClauses,
    lows: &[i128],
    sorted: &Range<usize>,
    count: usize,
) -> Result<SlotClauses, CertificateError> {
    let slots = clauses
        .by_slot()
        .map_err(|reason| CertificateError::Law { reason })?;
    if slots.own.len() != count {
        return refuse(text!(
            "there is not one part for each slot",
            "部分与状态分量个数不符"
        ));
    }
    let first = sorted.start;
    if sorted
        .clone()
        .any(|slot| !slots.own[slot].alike(&slots.own[first]) || lows[slot] != lows[first])
    {
        return refuse(text!(
            "numbers that are kept sorted do not all move alike",
            "排序的各数着法不尽相同"
        ));
    }
    Ok(slots)
}
