//! The recursive algorithm of the first seed paper (4.4.5.3): four products of half the size, and a
//! separate function for powers of two. The recursion serves as a reference implementation and for
//! benchmarks. Three products suffice instead of four, see [`crate::tower`].

use crate::tower;

/// Returns the nim-product. The function does about 4^5 look-ups for operands of 64 bits.
pub fn product(x: u128, y: u128) -> u128 {
    let (x, y) = if x < y { (y, x) } else { (x, y) };
    if x < 16 {
        return tower::product(x, y);
    }
    let half = half_bits(x);
    let lower = (1 << half) - 1;
    let (p, q, s, t) = (x >> half, x & lower, y >> half, y & lower);
    let c1 = product(p, s);
    let c2 = product(p, t) ^ product(q, s);
    let c3 = product(q, t);
    (c1 ^ c2) << half ^ c3 ^ product_with_power(1 << (half - 1), c1)
}

/// Returns the product of a power of two and a number. The paper splits both factors at the same M,
/// which is correct only if the power is at least M. If the power is in a smaller field, the power
/// must multiply both halves.
fn product_with_power(power: u128, y: u128) -> u128 {
    if power < 16 && y < 16 {
        return tower::product(power, y);
    }
    let half = half_bits(power.max(y));
    let (p, s, t) = (power >> half, y >> half, y & ((1 << half) - 1));
    if p == 0 {
        return product_with_power(power, s) << half ^ product_with_power(power, t);
    }
    let d1 = product_with_power(p, s);
    let d2 = product_with_power(p, t);
    (d1 ^ d2) << half ^ product_with_power(1 << (half - 1), d1)
}

/// Returns the number of bits of the lower half in the smallest field that contains a number, which
/// must be at least 2.
fn half_bits(x: u128) -> u32 {
    let mut half = 1;
    while half < 64 && x >> (2 * half) != 0 {
        half *= 2;
    }
    half
}
