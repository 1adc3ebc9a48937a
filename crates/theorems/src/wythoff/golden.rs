//! Floors of multiples of the golden ratio φ = (1 + √5)/2 without floating-point numbers. The two
//! sequences ⌊j·φ⌋ and ⌊j·φ²⌋ = ⌊j·φ⌋ + j (j ≥ 1) together contain every positive number exactly
//! once (Rayleigh, Beatty).
//!
//! For numbers of any size ⌊k·φ⌋ = ⌊(k + ⌊√(5k²)⌋)/2⌋: one integer square root. For 64-bit numbers
//! a fraction is sufficient. Let k be below a Fibonacci number F, and let F' be the next Fibonacci
//! number. Then k·F'/F has the same floor as k·φ, because k·F'/F and k·φ differ by less than 1/F
//! and k·F'/F is not an integer. Sources: Lord Rayleigh, The Theory of Sound (1894), section 92a;
//! S. Beatty, problem 3173, American Mathematical Monthly 33 (1926).

use std::ops::{Add, Sub};

use dashu_int::UBig;
use dashu_int::ops::SquareRoot;

/// The sequence that contains a positive number, and the number's index j ≥ 1 in the sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WythoffSequence<N> {
    /// The positive number is ⌊j·φ⌋ for the index j.
    Lower(N),
    /// The positive number is ⌊j·φ²⌋ = ⌊j·φ⌋ + j for the index j.
    Upper(N),
}

/// Returns ⌊k·φ⌋. O(1) operations, one of them a square root.
pub fn floor_phi(k: &UBig) -> UBig {
    (k + (UBig::from(5u8) * k.sqr()).sqrt()) >> 1
}

/// Returns ⌊k·φ²⌋ = ⌊k·φ⌋ + k. O(1) operations.
pub fn floor_phi_squared(k: &UBig) -> UBig {
    floor_phi(k) + k
}

/// Returns ⌊k·φ⌋ for k up to 2^64. O(1).
pub fn floor_phi_64(k: u128) -> u128 {
    /// F(93) and F(95); the next Fibonacci number after F(95) is 2·F(95) - F(93).
    const F: [u128; 2] = {
        let (mut a, mut b) = (0u128, 1u128);
        let mut i = 0;
        while i < 93 {
            (a, b) = (b, a + b);
            i += 1;
        }
        [a, a + b]
    };
    debug_assert!(k <= 1 << 64);
    // The expression is k·F(96)/F(95), written so that the product fits in 128 bits.
    2 * k - (k * F[0]).div_ceil(F[1])
}

/// Returns the sequence and the index of x; `None` for 0. O(1) operations.
pub fn sequence(x: &UBig) -> Option<WythoffSequence<UBig>> {
    (!x.is_zero()).then(|| place(x, UBig::ONE, floor_phi))
}

/// Returns the sequence and the index of x below 2^64; `None` for 0. O(1).
pub fn sequence_64(x: u64) -> Option<WythoffSequence<u128>> {
    (x > 0).then(|| place(&u128::from(x), 1, |k| floor_phi_64(*k)))
}

fn place<N>(x: &N, one: N, floor: impl Fn(&N) -> N) -> WythoffSequence<N>
where
    N: Clone + PartialEq + Add<Output = N> + Sub<Output = N>,
{
    // ⌊(x + 1)/φ⌋ = ⌊(x + 1)·φ⌋ - (x + 1): the only j for which ⌊j·φ⌋ can be x.
    let next = x.clone() + one.clone();
    let above = floor(&next);
    let j = above.clone() - next.clone();
    if floor(&j) == *x {
        return WythoffSequence::Lower(j);
    }
    // Otherwise x = ⌊j·φ²⌋ with j = ⌊(x + 1)/φ²⌋ = 2(x + 1) - ⌈(x + 1)·φ⌉.
    WythoffSequence::Upper(next.clone() + next - above - one)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_ways_to_the_floor_agree() {
        let ends = (0..64).flat_map(|i| [1 << i, (1 << i) - 1, (1 << i) + 1]);
        for k in (0..10_000u128)
            .chain(ends)
            .chain((1 << 62)..(1 << 62) + 1000)
            .chain((1 << 64) - 1000..=1 << 64)
        {
            assert_eq!(floor_phi(&k.into()), floor_phi_64(k).into(), "{k}");
        }
    }

    /// Checks the floor by definition: the largest r with r ≤ k·φ, that is r² ≤ r·k + k².
    #[test]
    fn floors_are_floors() {
        let is_floor = |k: &UBig, r: &UBig| r.sqr() <= r * k + k.sqr();
        for k in (0..2000u32)
            .map(UBig::from)
            .chain((0..50).map(|i| UBig::from(10u8).pow(20 * i) + UBig::from(i)))
        {
            let r = floor_phi(&k);
            assert!(is_floor(&k, &r) && !is_floor(&k, &(&r + UBig::ONE)), "{k}");
            assert_eq!(floor_phi_squared(&k), &r + &k);
        }
    }

    #[test]
    fn every_number_has_one_place() {
        let of = |place: WythoffSequence<UBig>| match place {
            WythoffSequence::Lower(j) => floor_phi(&j),
            WythoffSequence::Upper(j) => floor_phi_squared(&j),
        };
        assert_eq!((sequence(&UBig::ZERO), sequence_64(0)), (None, None));
        for x in (1..5000)
            .chain([1 << 40, (1 << 61) + 12345, i64::MAX as u64, u64::MAX])
            .chain((1 << 63) - 500..(1 << 63) + 500)
        {
            let small = match sequence_64(x).unwrap() {
                WythoffSequence::Lower(j) => WythoffSequence::Lower(UBig::from(j)),
                WythoffSequence::Upper(j) => WythoffSequence::Upper(UBig::from(j)),
            };
            assert_eq!(sequence(&x.into()), Some(small.clone()));
            assert_eq!(of(small), UBig::from(x));
        }
        let far = UBig::from(10u8).pow(1000);
        for i in 0..300u32 {
            let x = &far + UBig::from(i);
            assert_eq!(of(sequence(&x).unwrap()), x);
        }
        let mut seen = [0; 3000];
        for j in 1..3000u32 {
            for x in [floor_phi(&j.into()), floor_phi_squared(&j.into())] {
                if let Some(count) = usize::try_from(x).ok().and_then(|x| seen.get_mut(x)) {
                    *count += 1;
                }
            }
        }
        assert!(seen[0] == 0 && seen[1..].iter().all(|count| *count == 1));
    }

    /// Tests the formula with its bracket in the correct place, evaluated exactly where doubles
    /// fail: k·1.618… in doubles is wrong from about 10^16 on, and ⌊k·(1 + √5/2)⌋ is wrong at once.
    #[test]
    fn doubles_are_not_enough() {
        let bracket_missing = |k: f64| (k * (1.0 + 5f64.sqrt() / 2.0)) as u128;
        assert_eq!((floor_phi_64(1), bracket_missing(1.0)), (1, 2));
        let double = |k: u128| (k as f64 * ((1.0 + 5f64.sqrt()) / 2.0)) as u128;
        let wrong = (10_000_000_000_000_000u128..)
            .take(1000)
            .filter(|&k| double(k) != floor_phi_64(k))
            .count();
        assert!(wrong > 100, "{wrong}");
    }
}
