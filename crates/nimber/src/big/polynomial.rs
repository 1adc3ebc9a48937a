//! The minimal polynomial over GF(2). The degree d of this polynomial is the width of the smallest
//! field that contains x, because x generates one of the fields of nimbers. For any linear map f to
//! GF(2), consider the bits f(xⁱ) with i < 2d. The bits f(xⁱ) satisfy the recurrence given by the
//! minimal polynomial, and no shorter recurrence, because this polynomial is irreducible. The
//! Berlekamp–Massey algorithm finds this recurrence.
//!
//! The bits f(xⁱ) cost 2√(2d) products instead of 2d products. With y = x^m, f(x^(i + mj)) = f(xⁱ
//! yʲ) is a scalar product of xⁱ with a vector that is computed from yʲ in O(d log d). In
//! Wiedemann's tower let f(a1 v + a0) = f(a1), down to the coefficient of x^63 in L. Then f((a1 v +
//! a0)(b1 v + b0)) = f(a1 (b0 + g b1)) + f(a0 b1). So the vector of b1 v + b0 consists of the
//! vectors of b1 and b0 + g b1.

use super::kernel::{LimbKernel, with_best};
use super::{MINIMAL_POLYNOMIAL_BITS, Nimber, NimberError, conversion, tower};
use crate::poly64::times_x;
use alloc::vec;
use alloc::vec::Vec;
use dashu_int::UBig;

impl Nimber {
    /// Returns the minimal polynomial over GF(2): bit i is the coefficient of the i-th power. The
    /// cost is O(d²) steps on bits for degree d, 64 bits at a time.
    ///
    /// # Errors
    /// Returns [`NimberError::TooManyPowers`] if the degree exceeds [`MINIMAL_POLYNOMIAL_BITS`].
    pub fn minimal_polynomial(&self) -> Result<UBig, NimberError> {
        let degree = self.field_bits();
        if degree > MINIMAL_POLYNOMIAL_BITS {
            return Err(NimberError::TooManyPowers { degree });
        }
        let coefficients = if degree < 64 {
            vec![by_conjugates(self)]
        } else {
            recurrence(
                &with_best!(kernel => bits_of_powers(kernel, self, 2 * degree as usize)),
                2 * degree as usize,
            )
        };
        Ok(UBig::from(&Nimber::normalised(coefficients)))
    }
}

/// Returns the product of X - c over the conjugates c, of which there must be fewer than 64.
fn by_conjugates(number: &Nimber) -> u64 {
    let mut coefficients = vec![1];
    for conjugate in number.conjugates() {
        let conjugate = conjugate.limbs.first().copied().unwrap_or(0);
        coefficients.push(0);
        for i in (0..coefficients.len()).rev() {
            let below = if i > 0 { coefficients[i - 1] } else { 0 };
            coefficients[i] = below ^ crate::product(coefficients[i], conjugate);
        }
    }
    coefficients
        .iter()
        .enumerate()
        .fold(0, |bits, (i, &coefficient)| bits | coefficient << i)
}

/// Returns the bits f(xⁱ) for i < count, the last bit first.
fn bits_of_powers<K: LimbKernel>(kernel: K, number: &Nimber, count: usize) -> Vec<u64> {
    let mut x = number.padded();
    let limbs = x.len();
    let mut space = vec![0; 4 * limbs];
    conversion::to_tower(kernel, &mut x, &mut space);
    let small_steps = 1 << count.ilog2().div_ceil(2);
    let mut powers = vec![0; (small_steps + 1) * limbs];
    powers[0] = 1;
    for i in 0..small_steps {
        let (known, next) = powers.split_at_mut((i + 1) * limbs);
        tower::product(
            kernel,
            &known[i * limbs..],
            &x,
            &mut next[..limbs],
            &mut space,
        );
    }
    let (powers, giant) = powers.split_at(small_steps * limbs);
    let mut bits = vec![0; count.div_ceil(64) + 1];
    let mut power = vec![0; limbs];
    power[0] = 1;
    let mut next = vec![0; limbs];
    for first in (0..count).step_by(small_steps) {
        let mut vector = power.clone();
        functional_of_products(&mut vector);
        for (step, small) in powers.chunks_exact(limbs).enumerate().take(count - first) {
            let parity = small
                .iter()
                .zip(&vector)
                .fold(0, |sum, (a, b)| sum ^ a & b)
                .count_ones()
                % 2;
            let place = count - 1 - (first + step);
            bits[place / 64] |= u64::from(parity) << (place % 64);
        }
        tower::product(kernel, &power, giant, &mut next, &mut space);
        core::mem::swap(&mut power, &mut next);
    }
    bits
}

/// Replaces b by the vector of the linear map a ↦ f(a b).
fn functional_of_products(b: &mut [u64]) {
    if let [limb] = b {
        let (mut shifted, mut vector) = (*limb, 0);
        for i in 0..64 {
            vector |= shifted >> 63 << i;
            shifted = times_x(shifted);
        }
        *limb = vector;
        return;
    }
    let (low, high) = b.split_at_mut(b.len() / 2);
    tower::add_times_generator(low, high);
    low.swap_with_slice(high);
    functional_of_products(low);
    functional_of_products(high);
}

/// Returns the 64 bits of a row that start at bit `at`; bits beyond the end of the row are zero.
fn window(bits: &[u64], at: usize) -> u64 {
    let word = |i: usize| bits.get(i).copied().unwrap_or(0);
    match at % 64 {
        0 => word(at / 64),
        shift => word(at / 64) >> shift | word(at / 64 + 1) << (64 - shift),
    }
}

/// Returns the polynomial of the shortest linear recurrence of `count` bits, given with the last
/// bit first. The constant term of the polynomial is 1.
fn recurrence(bits: &[u64], count: usize) -> Vec<u64> {
    let words = count / 64 + 2;
    let mut current = vec![0; words];
    let mut earlier = vec![0; words];
    (current[0], earlier[0]) = (1, 1);
    let (mut length, mut delay) = (0, 1);
    for i in 0..count {
        // The sum of c_j s_(i - j), where s_(i - j) is at index count - 1 - i + j.
        let at = count - 1 - i;
        let used = length / 64 + 1;
        let sum = current[..used]
            .iter()
            .enumerate()
            .fold(0, |sum, (word, c)| sum ^ c & window(bits, at + 64 * word));
        if sum.count_ones() % 2 == 0 {
            delay += 1;
            continue;
        }
        let grows = 2 * length <= i;
        let kept = grows.then(|| current.clone());
        let (skip, shift) = (delay / 64, delay % 64);
        for word in skip..words {
            let carried = if shift > 0 && word > skip {
                earlier[word - skip - 1] >> (64 - shift)
            } else {
                0
            };
            current[word] ^= earlier[word - skip] << shift | carried;
        }
        match kept {
            Some(kept) => (earlier, length, delay) = (kept, i + 1 - length, 1),
            None => delay += 1,
        }
    }
    // x^length times the polynomial of 1/x.
    let mut reversed = vec![0; length / 64 + 1];
    for j in 0..=length {
        let place = length - j;
        reversed[place / 64] |= (current[j / 64] >> (j % 64) & 1) << (place % 64);
    }
    reversed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_agree_and_the_number_is_a_root() {
        assert_eq!(Nimber::ZERO.minimal_polynomial(), Ok(UBig::from(2u8)));
        assert_eq!(Nimber::from(1u64).minimal_polynomial(), Ok(UBig::from(3u8)));
        assert_eq!(Nimber::from(2u64).minimal_polynomial(), Ok(UBig::from(7u8)));
        let root = Nimber::from(crate::poly64::ROOT);
        assert_eq!(
            root.minimal_polynomial(),
            Ok((UBig::ONE << 64) + UBig::from(crate::poly64::MODULUS))
        );
        for bits in [8, 16, 32, 64, 128, 256, 1024] {
            let number = Nimber::power_of_two(bits - 1).unwrap() + Nimber::from(1_000_003 % bits);
            let polynomial = Nimber::try_from(&number.minimal_polynomial().unwrap()).unwrap();
            assert_eq!(polynomial.bit_length(), bits + 1);
            // Horner's method evaluates the polynomial at `number`.
            let value = (0..=bits).rev().fold(Nimber::ZERO, |value, i| {
                let value = value.product(&number);
                if polynomial.bit(i) {
                    value + Nimber::from(1u64)
                } else {
                    value
                }
            });
            assert!(value.is_zero(), "{bits} bits");
        }
        let large = Nimber::power_of_two(MINIMAL_POLYNOMIAL_BITS).unwrap();
        assert_eq!(
            large.minimal_polynomial(),
            Err(NimberError::TooManyPowers {
                degree: 2 * MINIMAL_POLYNOMIAL_BITS
            })
        );
    }
}
