//! The order of a nimber in the multiplicative group.
//!
//! The group of the field of 2^a bits is cyclic of order F_0 F_1 … F_{a-1}. Here F_k = 2^(2^k) + 1
//! are the Fermat numbers, which are pairwise coprime. Let x̄ be the conjugate over the field of
//! half the bits. Then the order of x̄/x divides F_{a-1}, the norm x̄x is in the smaller field, and
//! the order of x is the product of the orders of x̄/x and x̄x. The Fermat numbers up to F_11 are
//! completely factored, which covers fields of up to 4,096 bits.
//!
//! Source of the factors: R. P. Brent, Factorization of the tenth Fermat number, Math. Comp. 68
//! (1999), and the tables in this paper.

use super::{Nimber, NimberError};
use alloc::vec::Vec;
use dashu_int::UBig;

/// The prime factors of F_0, F_1, … F_11, without the largest prime factor of each.
const SMALLER_FACTORS: [&[&str]; 12] = [
    &[],
    &[],
    &[],
    &[],
    &[],
    &["641"],
    &["274177"],
    &["59649589127497217"],
    &["1238926361552897"],
    &[
        "2424833",
        "7455602825647884208337395736200454918783366342657",
    ],
    &[
        "45592577",
        "6487031809",
        "4659775785220018543264560743076778192897",
    ],
    &[
        "319489",
        "974849",
        "167988556341760475137",
        "3560841906445833920513",
    ],
];

/// Returns the k-th Fermat number 2^(2^k) + 1.
fn fermat(k: u32) -> UBig {
    (UBig::ONE << (1 << k)) + UBig::ONE
}

/// Returns the prime factors of the k-th Fermat number 2^(2^k) + 1, without repetition; `None` if k
/// > 11.
pub fn fermat_factors(k: u32) -> Option<Vec<UBig>> {
    let texts = SMALLER_FACTORS.get(usize::try_from(k).ok()?)?;
    let mut factors: Vec<UBig> = texts
        .iter()
        .map(|text| UBig::from_str_radix(text, 10).expect("digits"))
        .collect();
    let largest = factors.iter().fold(fermat(k), |rest, factor| rest / factor);
    factors.push(largest);
    Some(factors)
}

impl Nimber {
    /// Returns the least n > 0 with xⁿ = 1. The cost is one power for each prime of the group
    /// order, with an exponent of half the bits of the field.
    ///
    /// # Errors
    /// Returns [`NimberError::NoOrder`] for 0, and [`NimberError::NotFactored`] beyond
    /// [`FACTORED_FIELD_BITS`](super::FACTORED_FIELD_BITS).
    pub fn order(&self) -> Result<UBig, NimberError> {
        if self.is_zero() {
            return Err(NimberError::NoOrder);
        }
        let mut order = UBig::ONE;
        let mut norm = self.clone();
        while !norm.is_one() {
            let bits = norm.field_bits();
            let k = bits.ilog2() - 1;
            let factors = fermat_factors(k).ok_or(NimberError::NotFactored { bits })?;
            let conjugate = norm.conjugate_over_half(bits);
            let quotient = conjugate.divide(&norm)?;
            order *= factors
                .into_iter()
                .filter(|factor| !quotient.power(&(fermat(k) / factor)).is_one())
                .product::<UBig>();
            norm = norm.product(&conjugate);
        }
        Ok(order)
    }

    /// Returns x^(2^(bits/2)) in the field of `bits` bits. For x = x1 M + x0 with M = 2^(bits/2),
    /// the result is x1 M + x1 + x0.
    fn conjugate_over_half(&self, bits: u64) -> Nimber {
        let number = UBig::from(self);
        let high = &number >> (bits / 2) as usize;
        Nimber::try_from(&(number ^ high)).expect("not larger than before")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dashu_int::fast_div::ConstDivisor;

    /// The Miller–Rabin test, with the first twelve primes as bases.
    fn is_prime(n: &UBig) -> bool {
        let ring = ConstDivisor::new(n.clone());
        let less = n - UBig::ONE;
        let twos = less.trailing_zeros().expect("n is not 1");
        let odd = &less >> twos;
        [2u8, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37]
            .into_iter()
            .filter(|&base| UBig::from(base) < *n)
            .all(|base| {
                let mut power = ring.reduce(UBig::from(base)).pow(&odd);
                (0..twos).any(|_| {
                    let residue = power.residue();
                    power = power.sqr();
                    residue == less
                }) || ring.reduce(UBig::from(base)).pow(&odd).residue() == UBig::ONE
            })
    }

    #[test]
    fn the_factors_are_prime_and_their_product_is_the_fermat_number() {
        for k in 0..12 {
            let factors = fermat_factors(k).unwrap();
            assert_eq!(factors.iter().product::<UBig>(), fermat(k), "F_{k}");
            for factor in factors {
                assert!(is_prime(&factor), "{factor} of F_{k}");
            }
        }
        assert_eq!(fermat_factors(12), None);
        assert!(!is_prime(&fermat(5)));
    }

    #[test]
    fn small_orders_are_those_of_the_definition() {
        for x in 1..=256u64 {
            let (mut power, mut n) = (x, 1u32);
            while power != 1 {
                power = crate::product(power, x);
                n += 1;
            }
            assert_eq!(Nimber::from(x).order(), Ok(UBig::from(n)), "{x}");
        }
        assert_eq!(Nimber::ZERO.order(), Err(NimberError::NoOrder));
    }
}
