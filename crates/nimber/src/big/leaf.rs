//! Operations of the field L other than the product: square, square root, inverse, trace, and the
//! solutions of y² + y = c. All operations except the inverse are linear. Squares and roots spread
//! and collect bits; the trace and the solutions use constants that are computed at compile time.

use crate::poly64::{self, MODULUS, product_portable, reduced, times_x};

/// 1/x = x^63 + x^3 + x^2 + 1, because x times this polynomial is the modulus without its constant
/// term.
pub(super) const INVERSE_OF_X: u64 = 1 << 63 | MODULUS >> 1;

/// √x, computed by squaring x 63 times.
const ROOT_OF_X: u64 = {
    let mut root = 2;
    let mut i = 0;
    while i < 63 {
        root = square(root);
        i += 1;
    }
    root
};

/// The first generator of Wiedemann's tower, x² + 1/x. Both the generator and its inverse have
/// trace 1.
const GENERATOR: u64 = times_generator(1);

const INVERSE_OF_GENERATOR: u64 = inverse(GENERATOR);

// If the trace were 0, the polynomials of the tower would not be irreducible.
const _: () = assert!(trace(GENERATOR) && trace(INVERSE_OF_GENERATOR));

/// Returns the product with x² + 1/x.
#[inline(always)]
pub(super) const fn times_generator(a: u64) -> u64 {
    times_x(times_x(a)) ^ (a >> 1) ^ (INVERSE_OF_X * (a & 1))
}

/// Returns the quotient by x² + 1/x.
pub(super) fn over_generator(a: u64) -> u64 {
    poly64::product(a, INVERSE_OF_GENERATOR)
}

pub(super) const fn square(a: u64) -> u64 {
    reduced(spread(a as u32), spread((a >> 32) as u32))
}

/// Returns √a. The even coefficients give the root of their terms directly. The odd coefficients
/// give the root of their terms divided by x, multiplied by √x.
pub(super) fn square_root(a: u64) -> u64 {
    collect(a) ^ poly64::product(collect(a >> 1), ROOT_OF_X)
}

/// Moves bit i to bit 2i.
const fn spread(half: u32) -> u64 {
    let mut a = half as u64;
    a = (a | a << 16) & 0x0000_FFFF_0000_FFFF;
    a = (a | a << 8) & 0x00FF_00FF_00FF_00FF;
    a = (a | a << 4) & 0x0F0F_0F0F_0F0F_0F0F;
    a = (a | a << 2) & 0x3333_3333_3333_3333;
    (a | a << 1) & 0x5555_5555_5555_5555
}

/// Moves bit 2i to bit i; the odd bits are dropped.
const fn collect(mut a: u64) -> u64 {
    a &= 0x5555_5555_5555_5555;
    a = (a | a >> 1) & 0x3333_3333_3333_3333;
    a = (a | a >> 2) & 0x0F0F_0F0F_0F0F_0F0F;
    a = (a | a >> 4) & 0x00FF_00FF_00FF_00FF;
    a = (a | a >> 8) & 0x0000_FFFF_0000_FFFF;
    (a | a >> 16) & 0x0000_0000_FFFF_FFFF
}

/// Returns a^(2^64 - 2), the inverse of a ≠ 0. The function uses p(k) = a^(2^k - 1) and p(2k + 1) =
/// (p(k)^(2^k) p(k))² a for k = 1, 3, 7, 15, 31, and one more squaring.
pub(super) const fn inverse(a: u64) -> u64 {
    let mut power = a;
    let mut length = 1;
    while length < 63 {
        let mut doubled = power;
        let mut squarings = 0;
        while squarings < length {
            doubled = square(doubled);
            squarings += 1;
        }
        power = product_portable(square(product_portable(doubled, power)), a);
        length = 2 * length + 1;
    }
    square(power)
}

/// Bit i is the trace of x^i to GF(2), which is the sum of the conjugates of x^i.
const TRACES: u64 = {
    let mut traces = 0;
    let mut i = 0;
    while i < 64 {
        let (mut conjugate, mut trace) = (1 << i, 0);
        let mut squarings = 0;
        while squarings < 64 {
            trace ^= conjugate;
            conjugate = square(conjugate);
            squarings += 1;
        }
        assert!(trace < 2);
        traces |= trace << i;
        i += 1;
    }
    traces
};

pub(super) const fn trace(a: u64) -> bool {
    (a & TRACES).count_ones() % 2 == 1
}

/// Solutions for a basis of the values y² + y, which form a space of dimension 63. Each basis
/// element has a bit that no other basis element has. Entry i is the y of the basis element with
/// its own bit i, or 0 if no basis element has its own bit i. The sum of the entries for the bits
/// of c is a solution for c.
const SOLUTIONS: [u64; 64] = {
    let mut elements = [0; 64];
    let mut solutions = [0; 64];
    let mut i = 1;
    while i < 64 {
        let (mut element, mut solution): (u64, u64) = (square(1 << i) ^ 1 << i, 1 << i);
        let mut bit = 0;
        while bit < 64 {
            if element >> bit & 1 == 1 && elements[bit] != 0 {
                element ^= elements[bit];
                solution ^= solutions[bit];
            }
            bit += 1;
        }
        let own = element.trailing_zeros() as usize;
        bit = 0;
        while bit < 64 {
            if elements[bit] >> own & 1 == 1 {
                elements[bit] ^= element;
                solutions[bit] ^= solution;
            }
            bit += 1;
        }
        (elements[own], solutions[own]) = (element, solution);
        i += 1;
    }
    solutions
};

/// Returns a y with y² + y = c, for c of trace 0.
pub(super) fn quadratic(c: u64) -> u64 {
    debug_assert!(!trace(c));
    let (mut rest, mut solution) = (c, 0);
    while rest != 0 {
        solution ^= SOLUTIONS[rest.trailing_zeros() as usize];
        rest &= rest - 1;
    }
    solution
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_laws_of_the_leaves() {
        let mut a = 0x9E37_79B9_7F4A_7C15_u64;
        for _ in 0..500 {
            a ^= a << 13;
            a ^= a >> 7;
            a ^= a << 17;
            assert_eq!(square(a), poly64::product(a, a));
            assert_eq!(square(square_root(a)), a);
            assert_eq!(poly64::product(a, inverse(a)), 1);
            assert_eq!(times_generator(over_generator(a)), a);
            let c = square(a) ^ a;
            assert!(!trace(c));
            assert_eq!(square(quadratic(c)) ^ quadratic(c), c);
            // The trace of x to GF(2) is the sum of the conjugates of x.
            let (mut conjugate, mut sum) = (a, 0);
            for _ in 0..64 {
                sum ^= conjugate;
                conjugate = square(conjugate);
            }
            assert_eq!(sum, u64::from(trace(a)));
        }
    }
}
