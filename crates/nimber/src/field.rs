//! What a field has beside sum and product: inverse, square root, and the solutions of x ⊗ x ⊕ x = c. Each splits its operand as
//! a = h·M ⊕ l at a Fermat 2-power M, with M ⊗ M = M ⊕ M/2, and answers by an operand of half as many bits. A few products for
//! each of the (at most five) halvings.

use crate::product;

/// How many bits the lower half has in the smallest field that holds a number from 2 on.
const fn half_bits(a: u64) -> u32 {
    let mut half = 1;
    while half < 32 && a >> (2 * half) != 0 {
        half *= 2;
    }
    half
}

/// The nim-inverse; none for 0. The norm a ⊗ ā of a = h·M ⊕ l, where ā = h·M ⊕ h ⊕ l, lies in the field below.
pub const fn inverse(a: u64) -> Option<u64> {
    if a < 2 {
        return if a == 1 { Some(1) } else { None };
    }
    let half = half_bits(a);
    let (high, low) = (a >> half, a & ((1 << half) - 1));
    let norm = product(low, high ^ low) ^ product(product(high, high), 1 << (half - 1));
    match inverse(norm) {
        Some(inverse) => Some(product(inverse, high) << half | product(inverse, high ^ low)),
        None => None,
    }
}

/// The nim-square root: every nimber has exactly one. √(h·M ⊕ l) = √h·M ⊕ √h ⊗ √(M/2) ⊕ √l.
pub const fn square_root(a: u64) -> u64 {
    if a < 2 {
        return a;
    }
    let half = half_bits(a);
    let root = square_root(a >> half);
    root << half | (product(root, square_root(1 << (half - 1))) ^ square_root(a & ((1 << half) - 1)))
}

/// The even x with x ⊗ x ⊕ x = c; the other solution is x ⊕ 1. A field of 2^bits nimbers holds the solutions exactly for the
/// c < 2^(bits - 1); the others have theirs in the next field. None where that one goes beyond 64 bits.
pub const fn artin_schreier_root(c: u64) -> Option<u64> {
    if c == 0 {
        return Some(0);
    }
    // The field in which the solutions are: the upper half of a smaller one belongs to the next.
    let mut bits = 1;
    while bits < 64 && c >> (bits - 1) != 0 {
        bits *= 2;
    }
    if c >> (bits - 1) != 0 { None } else { Some(half_in(c, bits)) }
}

/// The even solution in the field of 2^bits nimbers, for c < 2^(bits - 1).
const fn half_in(c: u64, bits: u32) -> u64 {
    if bits == 1 || c == 0 {
        return 0;
    }
    let half = bits / 2;
    // With x = h·M ⊕ l: h ⊗ h ⊕ h is the upper half of c, and l ⊗ l ⊕ l is what h ⊗ h ⊗ M/2 leaves of the lower; one of the two h
    // makes that less than M/2.
    let middle = 1 << (half - 1);
    let mut high = half_in(c >> half, half);
    let mut rest = (c & ((1 << half) - 1)) ^ product(product(high, high), middle);
    if rest >> (half - 1) != 0 {
        high ^= 1;
        rest = (c & ((1 << half) - 1)) ^ product(product(high, high), middle);
    }
    high << half | half_in(rest, half)
}
