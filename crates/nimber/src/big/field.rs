//! Operations of the field. Numbers with few limbs are multiplied directly in Conway's tower.
//! Products of larger numbers, and all other operations, convert to Wiedemann's tower, compute
//! there, and convert back.

use super::kernel::{LimbKernel, with_best};
use super::{LIMIT_BITS, Nimber, NimberError, conversion, conway, text, tower};
use alloc::vec;
use alloc::vec::Vec;
use dashu_int::UBig;

fn direct<K: LimbKernel>(_: K) -> usize {
    K::DIRECT
}

/// Returns working space that suffices for every operation on `limbs` limbs.
fn space(limbs: usize) -> Vec<u64> {
    vec![0; 4 * limbs]
}

impl Nimber {
    /// Returns the nim-sum: addition without carry. O(n).
    pub fn sum(&self, other: &Nimber) -> Nimber {
        let (longer, shorter) = if self.limbs.len() < other.limbs.len() {
            (other, self)
        } else {
            (self, other)
        };
        let mut limbs = longer.limbs.clone();
        tower::add(&mut limbs, &shorter.limbs);
        Nimber::normalised(limbs)
    }

    /// Returns the nim-product. O(n^1.585). If the factors have different sizes, the larger factor
    /// is split into digits of the size of the field of the smaller factor.
    pub fn product(&self, other: &Nimber) -> Nimber {
        with_best!(kernel => product_by(kernel, self, other, direct(kernel)))
    }

    /// Returns the nim-square.
    pub fn square(&self) -> Nimber {
        // A product in Conway's tower is faster than two conversions.
        if self.limbs.len() <= 64 {
            self.product(self)
        } else {
            self.mapped(tower::square)
        }
    }

    /// Returns the nim-inverse.
    ///
    /// # Errors
    /// Returns [`NimberError::DivisionByZero`] if the nimber is 0.
    pub fn inverse(&self) -> Result<Nimber, NimberError> {
        if self.is_zero() {
            return Err(NimberError::DivisionByZero { at: None });
        }
        Ok(
            with_best!(kernel => mapped_by(kernel, self.padded(), |limbs, space| tower::invert(kernel, limbs, space))),
        )
    }

    /// Returns the nim-quotient.
    ///
    /// # Errors
    /// Returns [`NimberError::DivisionByZero`] if the divisor is 0.
    pub fn divide(&self, divisor: &Nimber) -> Result<Nimber, NimberError> {
        Ok(self.product(&divisor.inverse()?))
    }

    /// Returns the nim-square root; every nimber has exactly one square root.
    pub fn square_root(&self) -> Nimber {
        self.mapped(tower::square_root)
    }

    /// Returns the even x with x² + x equal to this number; the other solution is x + 1. The field
    /// of the nimbers below 2^bits contains the solutions for exactly the numbers below 2^(bits -
    /// 1). For all other numbers of the field, the solutions are in the next larger field.
    ///
    /// # Errors
    /// Returns [`NimberError::NoSolution`] if the field of the solutions exceeds [`LIMIT_BITS`].
    pub fn quadratic_root(&self) -> Result<Nimber, NimberError> {
        let mut limbs = self.padded();
        if limbs[limbs.len() - 1] >> 63 == 1 {
            if self.field_bits() >= LIMIT_BITS {
                return Err(NimberError::NoSolution {
                    bits: LIMIT_BITS,
                    at: None,
                });
            }
            limbs.resize(2 * limbs.len(), 0);
        }
        let mut root = with_best!(kernel => mapped_by(kernel, limbs, |limbs, _| tower::solve_quadratic(limbs)));
        if let Some(limb) = root.limbs.first_mut() {
            *limb &= !1;
        }
        Ok(Nimber::normalised(root.limbs))
    }

    /// Returns the n-th nim-power, where n is an ordinary number; `0.power(0) = 1`. The number of
    /// squarings is the number of bits of the exponent, but at most the number of bits of the
    /// field. One product is needed for every four squarings.
    pub fn power(&self, exponent: &UBig) -> Nimber {
        if exponent.is_zero() || self.is_one() {
            return Nimber::from(1u64);
        }
        if self.is_zero() {
            return Nimber::ZERO;
        }
        let digits = Nimber {
            limbs: reduced_exponent(exponent, self.field_bits()),
        };
        with_best!(kernel => mapped_by(kernel, self.padded(), |limbs, space| tower::power(kernel, limbs, &digits, space)))
    }

    /// Iterates over the conjugates over GF(2): the number, its square, the square of its square,
    /// and so on, until the number repeats. The number of conjugates is [`Nimber::field_bits`].
    pub fn conjugates(&self) -> NimberConjugates {
        NimberConjugates {
            first: self.clone(),
            next: Some(self.clone()),
        }
    }

    /// Returns the trace from the field of the nimbers below 2^bits to GF(2): the sum of the `bits`
    /// numbers x, x², x⁴, and so on. The trace is the highest bit, because the numbers without this
    /// bit are the values x² + x of the field.
    ///
    /// # Errors
    /// Returns [`NimberError::NoField`] if `bits` is not a power of two, or if the number is not in
    /// the field.
    pub fn trace(&self, bits: u64) -> Result<bool, NimberError> {
        if self.is_in_field(bits)? {
            Ok(self.bit(bits - 1))
        } else {
            Err(NimberError::NoField { bits })
        }
    }

    fn mapped(&self, map: impl FnOnce(&mut [u64])) -> Nimber {
        with_best!(kernel => mapped_by(kernel, self.padded(), |limbs, _| map(limbs)))
    }
}

/// Applies a map of Wiedemann's tower to a nimber.
fn mapped_by<K: LimbKernel>(
    kernel: K,
    mut limbs: Vec<u64>,
    map: impl FnOnce(&mut [u64], &mut [u64]),
) -> Nimber {
    let mut space = space(limbs.len());
    conversion::to_tower(kernel, &mut limbs, &mut space);
    map(&mut limbs, &mut space);
    conversion::from_tower(kernel, &mut limbs, &mut space);
    Nimber::normalised(limbs)
}

fn product_by<K: LimbKernel>(kernel: K, a: &Nimber, b: &Nimber, direct: usize) -> Nimber {
    let (small, large) = if a.limbs.len() < b.limbs.len() {
        (a, b)
    } else {
        (b, a)
    };
    match small.limbs[..] {
        [] => return Nimber::ZERO,
        [1] => return large.clone(),
        [limb] => {
            return Nimber::normalised(
                large
                    .limbs
                    .iter()
                    .map(|&digit| crate::product(limb, digit))
                    .collect(),
            );
        }
        [low, high] => return product_with_two(u128::from(high) << 64 | u128::from(low), large),
        _ => {}
    }
    let mut factor = small.padded();
    let width = factor.len();
    let mut limbs = large.limbs.clone();
    limbs.resize(limbs.len().next_multiple_of(width), 0);
    let mut space = space(2 * width);
    let (digit, space) = space.split_at_mut(width);
    let is_direct = width <= direct;
    if is_direct {
        kernel.limbs_to_poly(&mut factor);
    } else {
        conversion::to_tower(kernel, &mut factor, space);
    }
    for out in limbs.chunks_exact_mut(width) {
        digit.copy_from_slice(out);
        if is_direct {
            kernel.limbs_to_poly(digit);
            conway::product(kernel, &factor, digit, out, space);
            kernel.limbs_from_poly(out);
        } else {
            conversion::to_tower(kernel, digit, space);
            tower::product(kernel, &factor, digit, out, space);
            conversion::from_tower(kernel, out, space);
        }
    }
    Nimber::normalised(limbs)
}

/// Returns the product with a number of two limbs. Two limbs are multiplied at a time, by products
/// of 128 bits.
fn product_with_two(factor: u128, large: &Nimber) -> Nimber {
    let level = crate::InstructionLevel::current();
    let mut limbs = large.limbs.clone();
    limbs.resize(limbs.len().next_multiple_of(2), 0);
    for [low, high] in limbs.as_chunks_mut().0 {
        let product = level.product128(factor, u128::from(*high) << 64 | u128::from(*low));
        (*low, *high) = (product as u64, (product >> 64) as u64);
    }
    Nimber::normalised(limbs)
}

/// Returns a positive exponent that is equivalent to `exponent` for every nonzero element of the
/// field of `bits` bits. The group of this field has order 2^bits - 1.
fn reduced_exponent(exponent: &UBig, bits: u64) -> Vec<u64> {
    let order = (UBig::ONE << bits as usize) - UBig::ONE;
    let rest = exponent % &order;
    let exponent = if rest.is_zero() { order } else { rest };
    text::limbs_of(&exponent)
}

/// Iterator returned by [`Nimber::conjugates`].
#[derive(Clone, Debug)]
pub struct NimberConjugates {
    first: Nimber,
    next: Option<Nimber>,
}

impl Iterator for NimberConjugates {
    type Item = Nimber;

    fn next(&mut self) -> Option<Nimber> {
        let current = self.next.take()?;
        let following = current.square();
        self.next = (following != self.first).then_some(following);
        Some(current)
    }
}

#[cfg(test)]
mod tests {
    use super::super::kernel::{CarrylessLimbKernel, PortableLimbKernel};
    use super::*;

    /// All methods of multiplication, and both towers for every size, must give the same product.
    #[test]
    fn the_ways_to_a_product_agree() {
        let mut random = 0x9E37_79B9_7F4A_7C15_u64;
        let mut number = |limbs: usize| {
            let mut next = || {
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                random
            };
            Nimber::normalised((0..limbs).map(|_| next()).collect())
        };
        for (limbs, other) in [
            (1, 2),
            (2, 2),
            (3, 4),
            (5, 8),
            (8, 8),
            (8, 31),
            (16, 16),
            (32, 27),
            (64, 64),
            (128, 100),
            (256, 256),
        ] {
            let (a, b) = (number(limbs), number(other));
            let expected = product_by(PortableLimbKernel, &a, &b, usize::MAX);
            assert_eq!(
                product_by(PortableLimbKernel, &a, &b, 0),
                expected,
                "{limbs} and {other} limbs"
            );
            #[cfg(target_arch = "x86_64")]
            if let Some(kernel) = super::super::vector::VectorLimbKernel::detect() {
                assert_eq!(
                    product_by(kernel, &a, &b, usize::MAX),
                    expected,
                    "{limbs} and {other} limbs"
                );
                assert_eq!(
                    product_by(kernel, &a, &b, 0),
                    expected,
                    "{limbs} and {other} limbs"
                );
            }
            if let Some(kernel) = CarrylessLimbKernel::detect() {
                assert_eq!(
                    product_by(kernel, &a, &b, usize::MAX),
                    expected,
                    "{limbs} and {other} limbs"
                );
                assert_eq!(
                    product_by(kernel, &a, &b, 0),
                    expected,
                    "{limbs} and {other} limbs"
                );
            }
        }
    }
}
