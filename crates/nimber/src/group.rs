//! The multiplicative group and the conjugates, for the fixed widths. The 2^bits - 1 nonzero
//! elements are a cyclic group. The group for 128 bits has as its order the product of the Fermat
//! numbers F₀ to F₆, in which each prime factor occurs once.
//!
//! Logarithms are computed for one prime after another (Pohlig and Hellman, IEEE Transactions on
//! Information Theory 24, 1978). For a large prime, Pollard's walk is used (Mathematics of
//! Computation 32, 1978). Pollard's walk needs only constant memory.

use core::fmt;

use crate::{InstructionLevel, NimberError};

/// The prime factors of 2^128 - 1, grouped by Fermat number: 2^bits - 1 is the product of the first
/// few Fermat numbers.
const PRIMES: [u64; 9] = [
    3,
    5,
    17,
    257,
    65_537,
    641,
    6_700_417,
    274_177,
    67_280_421_310_721,
];

/// Number of primes that make up the group order of a field of 2, 4, 8, … bits.
const COUNTS: [usize; 7] = [1, 2, 3, 4, 5, 7, 9];

// A check at compile time verifies that these numbers are the factors; a test verifies that the
// factors are prime.
const _: () = {
    let mut level = 0;
    while level < 7 {
        let mut product = 1u128;
        let mut i = 0;
        while i < COUNTS[level] {
            product *= PRIMES[i] as u128;
            i += 1;
        }
        assert!(
            product == u128::MAX >> (128 - (2 << level)),
            "the primes of a group do not make up its order"
        );
        level += 1;
    }
};

/// Returns the width of the smallest field that contains a number: 1, 2, 4, …, 128.
pub const fn field_bits(a: u128) -> u32 {
    let mut bits = 1;
    while bits < 128 && a >> bits != 0 {
        bits *= 2;
    }
    bits
}

fn product(a: u128, b: u128) -> u128 {
    InstructionLevel::current().product128(a, b)
}

fn power(base: u128, mut exponent: u128) -> u128 {
    let (mut result, mut square) = (1, base);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = product(result, square);
        }
        square = product(square, square);
        exponent >>= 1;
    }
    result
}

/// Returns the primes of the group of the smallest field that contains an element, and the order of
/// that group.
fn group_of(a: u128) -> (&'static [u64], u128) {
    let bits = field_bits(a);
    if bits == 1 {
        (&[], 1)
    } else {
        (
            &PRIMES[..COUNTS[bits.ilog2() as usize - 1]],
            u128::MAX >> (128 - bits),
        )
    }
}

/// Returns the least n > 0 with a^n = 1; `None` if a is 0. The cost is a few hundred products.
pub fn order(a: u128) -> Option<u128> {
    if a == 0 {
        return None;
    }
    let (primes, group) = group_of(a);
    Some(primes.iter().fold(group, |order, &p| {
        if power(a, order / u128::from(p)) == 1 {
            order / u128::from(p)
        } else {
            order
        }
    }))
}

/// Returns the least n with base^n = a.
pub fn discrete_log(base: u128, a: u128) -> Result<u128, NimberError> {
    let (Some(of_base), Some(of_a)) = (order(base), order(a)) else {
        return match (base, a) {
            // 0^0 = 1 and 0^1 = 0.
            (0, 1) => Ok(0),
            (0, 0) => Ok(1),
            _ => Err(NimberError::NoPower),
        };
    };
    if of_base % of_a != 0 {
        return Err(NimberError::NoPower);
    }
    let (mut log, mut modulus) = (0u128, 1u128);
    for &p in PRIMES.iter().filter(|&&p| of_base % u128::from(p) == 0) {
        let rest = of_base / u128::from(p);
        let digit = log_of_prime_order(power(base, rest), power(a, rest), p);
        // log + modulus·t ≡ digit modulo p.
        let known = (log % u128::from(p)) as u64;
        let t = times(
            difference(digit, known, p),
            inverse_mod((modulus % u128::from(p)) as u64, p),
            p,
        );
        log += modulus * u128::from(t);
        modulus *= u128::from(p);
    }
    Ok(log)
}

fn times(a: u64, b: u64, p: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(p)) as u64
}

fn difference(a: u64, b: u64, p: u64) -> u64 {
    if a >= b { a - b } else { a + p - b }
}

fn inverse_mod(a: u64, p: u64) -> u64 {
    // a^(p - 2).
    let (mut result, mut square, mut exponent) = (1, a, p - 2);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = times(result, square, p);
        }
        square = times(square, square, p);
        exponent >>= 1;
    }
    result
}

/// Returns the n < p with base^n = a. The base has prime order p, and a is a power of the base. The
/// cost is O(√p) products on average.
fn log_of_prime_order(base: u128, a: u128, p: u64) -> u64 {
    // For small primes, trying all powers is faster than Pollard's walk.
    if p < 1000 {
        let mut walk = 1;
        let mut steps = 0;
        while walk != a {
            walk = product(walk, base);
            steps += 1;
        }
        return steps;
    }
    (0..)
        .find_map(|attempt| pollard(base, a, p, attempt))
        .unwrap_or(0)
}

/// Number of different steps of Pollard's walk.
const STEPS: usize = 32;

/// A state of Pollard's walk: the element base^u ⊗ a^v.
#[derive(Clone, Copy)]
struct RhoState {
    at: u128,
    u: u64,
    v: u64,
}

/// Runs Pollard's walk. The next step of the walk depends only on the current element, so the walk
/// must become periodic. So some element has two representations base^u ⊗ a^v; Brent's method
/// detects this element. Returns `None` if the two representations of the element are the same.
fn pollard(base: u128, a: u128, p: u64, attempt: u64) -> Option<u64> {
    let mut random = (attempt << 32) ^ 0x9E37_79B9_7F4A_7C15;
    let mut below_p = || {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random % p
    };
    let mut made = || {
        let (u, v) = (below_p(), below_p());
        RhoState {
            at: product(power(base, u.into()), power(a, v.into())),
            u,
            v,
        }
    };
    let steps: [RhoState; STEPS] = core::array::from_fn(|_| made());
    let mut walk = made();
    let mut mark = walk;
    let (mut taken, mut limit) = (0u64, 1u64);
    loop {
        let step = steps[((walk.at as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 59) as usize];
        walk = RhoState {
            at: product(walk.at, step.at),
            u: sum(walk.u, step.u, p),
            v: sum(walk.v, step.v, p),
        };
        if walk.at == mark.at {
            break;
        }
        taken += 1;
        if taken == limit {
            mark = walk;
            taken = 0;
            limit *= 2;
        }
    }
    // base^(u - u') = a^(v' - v).
    let v = difference(mark.v, walk.v, p);
    (v != 0).then(|| times(difference(walk.u, mark.u, p), inverse_mod(v, p), p))
}

fn sum(a: u64, b: u64, p: u64) -> u64 {
    difference(a, p - b, p)
}

/// Iterator over x, x², x⁴, … until x repeats: the roots of the minimal polynomial of x over {0,
/// 1}.
#[derive(Clone, Debug)]
pub struct Conjugates {
    first: u128,
    next: Option<u128>,
}

impl Conjugates {
    pub(crate) fn new(a: u128) -> Conjugates {
        Conjugates {
            first: a,
            next: Some(a),
        }
    }
}

impl Iterator for Conjugates {
    type Item = u128;

    fn next(&mut self) -> Option<u128> {
        let current = self.next?;
        let square = product(current, current);
        self.next = (square != self.first).then_some(square);
        Some(current)
    }
}

/// The polynomial of least degree over {0, 1} that has a nimber as a root; its leading coefficient
/// is 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MinimalPolynomial {
    /// The degree, a power of two: the width of the smallest field that contains the nimber.
    pub degree: u32,
    /// The coefficients below the leading coefficient; bit i is the coefficient of x^i.
    pub lower: u128,
}

impl MinimalPolynomial {
    /// Returns the product of x - c over all conjugates c. O(degree²) products.
    pub(crate) fn compute(a: u128) -> MinimalPolynomial {
        // The coefficients of the product so far, below the leading coefficient.
        let mut coefficients = [0u128; 128];
        let mut degree = 0;
        for conjugate in Conjugates::new(a) {
            // (x^degree + …)·(x + c): each coefficient becomes c times itself plus the next lower
            // coefficient.
            let mut carried = 0;
            for coefficient in &mut coefficients[..degree] {
                let old = *coefficient;
                *coefficient = product(old, conjugate) ^ carried;
                carried = old;
            }
            coefficients[degree] = conjugate ^ carried;
            degree += 1;
        }
        let lower = coefficients[..degree]
            .iter()
            .enumerate()
            .fold(0, |bits, (i, &coefficient)| {
                debug_assert!(coefficient < 2, "the coefficients are their own conjugates");
                bits | coefficient << i
            });
        MinimalPolynomial {
            degree: degree as u32,
            lower,
        }
    }
}

/// Writes the polynomial, for example as `x^4 + x + 1`.
impl fmt::Display for MinimalPolynomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let term = |f: &mut fmt::Formatter<'_>, i: u32| match i {
            0 => f.write_str("1"),
            1 => f.write_str("x"),
            _ => write!(f, "x^{i}"),
        };
        term(f, self.degree)?;
        for i in (0..self.degree).rev().filter(|i| self.lower >> i & 1 == 1) {
            f.write_str(" + ")?;
            term(f, i)?;
        }
        Ok(())
    }
}
