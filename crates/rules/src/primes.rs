//! Primes and prime factors of numbers below 2^63.

use crate::ir::Int;

/// Returns whether a number is prime, by the Miller–Rabin test with the first twelve primes as
/// bases, which is exact for 64 bits (Sorenson and Webster, 2015).
pub(crate) fn is_prime(n: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if n < 2 {
        return false;
    }
    if let Some(&p) = BASES.iter().find(|&&p| n.is_multiple_of(p)) {
        return n == p;
    }
    let shift = (n - 1).trailing_zeros();
    'bases: for base in BASES {
        let (mut x, mut square, mut exponent) = (1, base % n, (n - 1) >> shift);
        while exponent > 0 {
            if exponent & 1 == 1 {
                x = times(x, square, n);
            }
            square = times(square, square, n);
            exponent >>= 1;
        }
        if x == 1 || x == n - 1 {
            continue;
        }
        for _ in 1..shift {
            x = times(x, x, n);
            if x == n - 1 {
                continue 'bases;
            }
        }
        return false;
    }
    true
}

/// Returns the number of prime factors with multiplicity, Ω(n), at most 63. Takes about n^(1/4)
/// steps if the second largest factor is large (J. M. Pollard 1975).
pub(crate) fn prime_factors(mut n: u64) -> u32 {
    debug_assert!(n > 0);
    let mut count = 0;
    for small in 2..64 {
        while n.is_multiple_of(small) {
            (n, count) = (n / small, count + 1);
        }
    }
    let mut rest = vec![n];
    while let Some(n) = rest.pop() {
        if is_prime(n) {
            count += 1;
        } else if n > 1 {
            let divisor = divisor(n);
            rest.extend([divisor, n / divisor]);
        }
    }
    count
}

/// Returns a proper divisor of a composite number. The map x → x² + c is iterated from x = 2 and y
/// = 2. The search ends when two terms are congruent modulo a factor, but not modulo the number.
fn divisor(n: u64) -> u64 {
    let root = n.isqrt();
    if root * root == n {
        return root;
    }
    (1..)
        .find_map(|c| {
            let step = |x: u64| ((u128::from(x) * u128::from(x) + c) % u128::from(n)) as u64;
            let (mut x, mut y) = (2, 2);
            loop {
                (x, y) = (step(x), step(step(y)));
                match gcd(x.abs_diff(y) as Int, n as Int) as u64 {
                    1 => {}
                    all if all == n => return None,
                    divisor => return Some(divisor),
                }
            }
        })
        .expect("some constant parts the factors")
}

fn times(a: u64, b: u64, n: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(n)) as u64
}

/// Returns the greatest common divisor of two non-negative numbers; gcd(0, 0) = 0.
pub(crate) fn gcd(mut a: Int, mut b: Int) -> Int {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
