//! Wiedemann's tower of quadratic extensions over L = GF(2)[x] / (x^64 + x^4 + x^3 + x + 1): v² = g
//! v + 1, where g is the generator of the field below.
//!
//! The polynomial y² + g y + 1 is irreducible if 1/g has trace 1 to GF(2). Both v and 1/v = v + g
//! have trace g to the field below, so the trace of v and of 1/v to GF(2) is the trace of g. So all
//! extensions of the tower are valid if the first g and its inverse 1/g have trace 1 in L. For
//! small exponents, a power of x and its inverse do not both have trace 1, so the tower starts with
//! g = x² + 1/x.
//!
//! An element of 2n limbs is y1 v + y0, with the n limbs of y0 first. Multiplying by the generator
//! or its inverse takes O(n): (y1 v + y0) v = (g y1 + y0) v + y1 and 1/v = v + g. So a product
//! takes three products of half the size and O(n) further steps (Karatsuba), that is, O(n^1.585)
//! without the logarithm that Conway's own tower has. Squares, roots and quadratic equations are
//! O(n log n).
//!
//! Source: D. Wiedemann, An iterated quadratic extension of GF(2), Fibonacci Quarterly 26 (1988),
//! where the tower is over GF(2).
//!
//! In this module the number of limbs is always a power of two.

use super::kernel::LimbKernel;
use super::{Nimber, leaf};
use alloc::vec;
use alloc::vec::Vec;

/// Returns working space for products of this many limbs.
pub(super) fn space(limbs: usize) -> Vec<u64> {
    vec![0; 3 * limbs]
}

pub(super) fn add(target: &mut [u64], other: &[u64]) {
    target
        .iter_mut()
        .zip(other)
        .for_each(|(target, other)| *target ^= other);
}

/// Computes the product. `space` has three times as many limbs; the initial content of `out` is
/// ignored.
pub(super) fn product<K: LimbKernel>(
    kernel: K,
    a: &[u64],
    b: &[u64],
    out: &mut [u64],
    space: &mut [u64],
) {
    let limbs = a.len();
    if limbs <= K::LIMBS {
        return kernel.product(a, b, out);
    }
    let half = limbs / 2;
    let ((a0, a1), (b0, b1)) = (a.split_at(half), b.split_at(half));
    let (cross, space) = space.split_at_mut(half);
    let (low, high) = out.split_at_mut(half);
    for i in 0..half {
        low[i] = a0[i] ^ a1[i];
        high[i] = b0[i] ^ b1[i];
    }
    product(kernel, low, high, cross, space);
    product(kernel, a0, b0, low, space);
    product(kernel, a1, b1, high, space);
    combine(low, high, cross);
}

/// Combines a0 b0, a1 b1 and (a1 + a0)(b1 + b0) to the product (a1 v + a0)(b1 v + b0). `cross` is
/// overwritten.
pub(super) fn combine(low: &mut [u64], high: &mut [u64], cross: &mut [u64]) {
    for ((low, cross), high) in low.iter_mut().zip(&mut *cross).zip(&*high) {
        *low ^= high;
        *cross ^= *low;
    }
    add_times_generator(cross, high);
    high.copy_from_slice(cross);
}

/// Adds the product of `other` with the generator of its field.
pub(super) fn add_times_generator(mut target: &mut [u64], mut other: &[u64]) {
    while let half @ 1.. = other.len() / 2 {
        let ((t0, t1), (y0, y1)) = (target.split_at_mut(half), other.split_at(half));
        add(t0, y1);
        add(t1, y0);
        (target, other) = (t1, y1);
    }
    target[0] ^= leaf::times_generator(other[0]);
}

/// Multiplies `a` by the generator of its field.
pub(super) fn times_generator(a: &mut [u64]) {
    if let [limb] = a {
        *limb = leaf::times_generator(*limb);
    } else {
        let (low, high) = a.split_at_mut(a.len() / 2);
        low.swap_with_slice(high);
        add_times_generator(high, low);
    }
}

/// Divides `a` by the generator of its field: (y1 v + y0)/v = y0 v + y1 + g y0.
pub(super) fn over_generator(a: &mut [u64]) {
    if let [limb] = a {
        *limb = leaf::over_generator(*limb);
    } else {
        let (low, high) = a.split_at_mut(a.len() / 2);
        low.swap_with_slice(high);
        add_times_generator(low, high);
    }
}

/// Squares an element: (y1 v + y0)² = g y1² v + y1² + y0². O(n log n).
pub(super) fn square(a: &mut [u64]) {
    if let [limb] = a {
        *limb = leaf::square(*limb);
        return;
    }
    let (low, high) = a.split_at_mut(a.len() / 2);
    square(low);
    square(high);
    add(low, high);
    times_generator(high);
}

/// Computes the square root, the inverse of [`square`]. O(n log n).
pub(super) fn square_root(a: &mut [u64]) {
    if let [limb] = a {
        *limb = leaf::square_root(*limb);
        return;
    }
    let (low, high) = a.split_at_mut(a.len() / 2);
    over_generator(high);
    add(low, high);
    square_root(low);
    square_root(high);
}

/// Inverts a ≠ 0 by the inverse of its norm in the field below. With the conjugate y1 v + (g y1 +
/// y0), the norm is y1² + g y1 y0 + y0². The cost is about one and a half products.
pub(super) fn invert<K: LimbKernel>(kernel: K, a: &mut [u64], space: &mut [u64]) {
    if let [limb] = a {
        *limb = leaf::inverse(*limb);
        return;
    }
    let half = a.len() / 2;
    let (low, high) = a.split_at_mut(half);
    let mut norm = vec![0; half];
    product(kernel, low, high, &mut norm, space);
    times_generator(&mut norm);
    for part in [&*low, &*high] {
        let squared = &mut space[..half];
        squared.copy_from_slice(part);
        square(squared);
        add(&mut norm, squared);
    }
    invert(kernel, &mut norm, space);
    add_times_generator(low, high);
    let (factor, space) = space.split_at_mut(half);
    for part in [low, high] {
        factor.copy_from_slice(part);
        product(kernel, factor, &norm, part, space);
    }
}

/// Computes a power of a nonzero element, four bits of the exponent at a time.
pub(super) fn power<K: LimbKernel>(kernel: K, a: &mut [u64], exponent: &Nimber, space: &mut [u64]) {
    let limbs = a.len();
    let mut powers = vec![0; 16 * limbs];
    powers[0] = 1;
    powers[limbs..2 * limbs].copy_from_slice(a);
    for i in 2..16 {
        let (known, next) = powers.split_at_mut(i * limbs);
        product(
            kernel,
            &known[(i - 1) * limbs..],
            a,
            &mut next[..limbs],
            space,
        );
    }
    a.fill(0);
    a[0] = 1;
    let mut result = vec![0; limbs];
    for place in (0..exponent.bit_length().div_ceil(4)).rev() {
        for _ in 0..4 {
            square(a);
        }
        let digit = (0..4).fold(0, |digit, bit| {
            digit | usize::from(exponent.bit(4 * place + bit)) << bit
        });
        if digit > 0 {
            product(
                kernel,
                a,
                &powers[digit * limbs..(digit + 1) * limbs],
                &mut result,
                space,
            );
            a.copy_from_slice(&result);
        }
    }
}

/// Returns the trace to GF(2): the trace of y1 v + y0 is the trace of g y1 in the field below.
/// O(n).
pub(super) fn trace(a: &[u64]) -> bool {
    let mut rest = a.to_vec();
    while rest.len() > 1 {
        rest.drain(..rest.len() / 2);
        times_generator(&mut rest);
    }
    leaf::trace(rest[0])
}

/// Replaces c, whose trace must be 0, by a y with y² + y = c. Let y = y1 v + y0 and z = g y1. The
/// upper half of c is y1 + g y1², so z² + z is g times this half. For one of the two solutions z,
/// the remaining equation for y0² + y0 has a right side of trace 0. O(n log n).
pub(super) fn solve_quadratic(c: &mut [u64]) {
    if let [limb] = c {
        *limb = leaf::quadratic(*limb);
        return;
    }
    let (low, high) = c.split_at_mut(c.len() / 2);
    times_generator(high);
    solve_quadratic(high);
    over_generator(high);
    add_square(low, high);
    if trace(low) {
        // 1/g has trace 1.
        let mut unit = vec![0; high.len()];
        unit[0] = 1;
        over_generator(&mut unit);
        add(high, &unit);
        add_square(low, &unit);
    }
    solve_quadratic(low);
}

fn add_square(target: &mut [u64], other: &[u64]) {
    let mut squared = other.to_vec();
    square(&mut squared);
    add(target, &squared);
}
