//! Treats a game as the sum of its slots.

use std::ops::Range;

use base::text;
use clauses::{RuleClauses, SlotClauses};

use crate::error::CertificateError;
use crate::walker::refuse;

/// Returns the clauses of each slot. A game with sorted slots is treated as the game on all tuples
/// of numbers. A game with sorted slots is accepted only if all of its sorted slots have the same
/// moves.
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
            "the number of parts differs from the number of slots",
            "部分与状态分量个数不符"
        ));
    }
    let first = sorted.start;
    if sorted
        .clone()
        .any(|slot| !slots.own[slot].alike(&slots.own[first]) || lows[slot] != lows[first])
    {
        return refuse(text!(
            "numbers that are kept sorted do not all have the same moves",
            "排序的各数着法不尽相同"
        ));
    }
    Ok(slots)
}
