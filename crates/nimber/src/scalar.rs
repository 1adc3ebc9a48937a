//! Operations on single `u64` numbers.

use crate::{InstructionLevel, Nim64};

/// Returns the nim-sum of two nimbers: addition without carry.
pub const fn sum(a: u64, b: u64) -> u64 {
    a ^ b
}

/// Returns the nim-product of two nimbers.
#[inline]
pub fn product(a: u64, b: u64) -> u64 {
    InstructionLevel::current().product64(a, b)
}

/// Returns the n-th nim-power of a nimber, with `power(0, 0) = 1`. O(log n) products.
pub fn power(base: u64, exponent: u64) -> u64 {
    Nim64(base).pow(u128::from(exponent)).0
}

/// Returns the nim-inverse; `None` if the number is 0.
pub fn inverse(a: u64) -> Option<u64> {
    Nim64(a).inverse().map(|inverse| inverse.0)
}

/// Returns the nim-square root; every nimber has exactly one square root.
pub fn square_root(a: u64) -> u64 {
    Nim64(a).sqrt().0
}

/// Returns the even x with x ⊗ x ⊕ x = c; the other solution is x ⊕ 1. Returns `None` if c is 2^63
/// or more, because the solutions then exceed 64 bits.
pub fn artin_schreier_root(c: u64) -> Option<u64> {
    Nim64(c).quadratic_root().map(|root| root.0)
}
