//! Nimbers of any size. A [`Nimber`] is a natural number with nim-sum and nim-product. For each a,
//! the nimbers below 2^(2^a) form a field.
//!
//! ```
//! use nimber::Nimber;
//!
//! // A Fermat 2-power M: M ⊗ x = M·x for x < M, and M ⊗ M = 3M/2.
//! let fermat = Nimber::power_of_two(256)?;
//! assert_eq!(&fermat * &fermat, &fermat + &Nimber::power_of_two(255)?);
//! let x: Nimber = "123456789012345678901234567890".parse()?;
//! assert_eq!(&x * &x.inverse()?, Nimber::from(1u64));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod blocks;
mod conversion;
mod conway;
mod field;
mod kernel;
mod leaf;
mod limits;
mod operators;
mod order;
mod polynomial;
mod text;
mod tower;
#[cfg(target_arch = "x86_64")]
mod vector;

pub use field::NimberConjugates;
pub use limits::{FACTORED_FIELD_BITS, LIMIT_BITS, MINIMAL_POLYNOMIAL_BITS};
pub use order::fermat_factors;

use crate::NimberError;
use alloc::vec;
use alloc::vec::Vec;

/// A nimber of any size (up to [`LIMIT_BITS`] bits): a natural number with nim-sum and nim-product.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Nimber {
    /// The number, least significant limb first; the last limb is not 0.
    limbs: Vec<u64>,
}

impl Nimber {
    /// The number 0.
    pub const ZERO: Nimber = Nimber { limbs: Vec::new() };

    /// Creates the number with these digits in base 2^64, least significant first.
    ///
    /// # Errors
    /// Returns [`NimberError::TooLarge`] if the number exceeds [`LIMIT_BITS`] bits.
    pub fn from_limbs(limbs: Vec<u64>) -> Result<Nimber, NimberError> {
        let number = Nimber::normalised(limbs);
        if number.limbs.len() > 1 << limits::MAX_FIELD_LIMBS_LOG {
            Err(NimberError::TooLarge {
                bits: number.bit_length(),
            })
        } else {
            Ok(number)
        }
    }

    /// Returns 2^exponent, an ordinary power.
    ///
    /// # Errors
    /// Returns [`NimberError::TooLarge`] if the exponent is at least [`LIMIT_BITS`].
    pub fn power_of_two(exponent: u64) -> Result<Nimber, NimberError> {
        if exponent >= LIMIT_BITS {
            return Err(NimberError::TooLarge {
                bits: exponent.saturating_add(1),
            });
        }
        let mut limbs = vec![0; exponent as usize / 64 + 1];
        limbs[exponent as usize / 64] = 1 << (exponent % 64);
        Ok(Nimber { limbs })
    }

    /// Returns the digits of the nimber in base 2^64, least significant first; the last digit is
    /// not 0.
    pub fn limbs(&self) -> &[u64] {
        &self.limbs
    }

    /// Returns whether the nimber is 0.
    pub fn is_zero(&self) -> bool {
        self.limbs.is_empty()
    }

    /// Returns whether the nimber is 1.
    pub fn is_one(&self) -> bool {
        self.limbs == [1]
    }

    /// Returns the number of bits of the nimber; 0 for 0.
    pub fn bit_length(&self) -> u64 {
        match self.limbs.last() {
            None => 0,
            Some(last) => 64 * self.limbs.len() as u64 - u64::from(last.leading_zeros()),
        }
    }

    /// Returns bit i, which has the weight 2^i.
    pub fn bit(&self, i: u64) -> bool {
        usize::try_from(i / 64)
            .ok()
            .and_then(|limb| self.limbs.get(limb))
            .is_some_and(|limb| limb >> (i % 64) & 1 == 1)
    }

    /// Returns the width of the smallest field that contains the nimber: 2^a for the least a with
    /// the nimber below 2^(2^a).
    pub fn field_bits(&self) -> u64 {
        self.bit_length().max(1).next_power_of_two()
    }

    /// Returns whether the nimber is in the field of the nimbers below 2^bits.
    ///
    /// # Errors
    /// Returns [`NimberError::NoField`] if `bits` is not a power of two.
    pub fn is_in_field(&self, bits: u64) -> Result<bool, NimberError> {
        if bits.is_power_of_two() {
            Ok(self.bit_length() <= bits)
        } else {
            Err(NimberError::NoField { bits })
        }
    }

    fn normalised(mut limbs: Vec<u64>) -> Nimber {
        let length = limbs
            .iter()
            .rposition(|&limb| limb != 0)
            .map_or(0, |last| last + 1);
        limbs.truncate(length);
        Nimber { limbs }
    }

    /// Returns the limbs, padded to the smallest field that contains the nimber and consists of
    /// complete limbs.
    fn padded(&self) -> Vec<u64> {
        let mut limbs = self.limbs.clone();
        limbs.resize(self.limbs.len().max(1).next_power_of_two(), 0);
        limbs
    }
}

impl From<u64> for Nimber {
    fn from(value: u64) -> Nimber {
        Nimber::normalised(vec![value])
    }
}

impl From<u128> for Nimber {
    fn from(value: u128) -> Nimber {
        Nimber::normalised(vec![value as u64, (value >> 64) as u64])
    }
}

impl TryFrom<&Nimber> for u64 {
    type Error = NimberError;

    fn try_from(number: &Nimber) -> Result<u64, NimberError> {
        match number.limbs[..] {
            [] => Ok(0),
            [limb] => Ok(limb),
            _ => Err(NimberError::TooLarge {
                bits: number.bit_length(),
            }),
        }
    }
}

impl TryFrom<&Nimber> for u128 {
    type Error = NimberError;

    fn try_from(number: &Nimber) -> Result<u128, NimberError> {
        match number.limbs[..] {
            [] => Ok(0),
            [low] => Ok(low.into()),
            [low, high] => Ok(u128::from(high) << 64 | u128::from(low)),
            _ => Err(NimberError::TooLarge {
                bits: number.bit_length(),
            }),
        }
    }
}

impl PartialOrd for Nimber {
    fn partial_cmp(&self, other: &Nimber) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Nimber {
    /// Compares in the order of the ordinary numbers.
    fn cmp(&self, other: &Nimber) -> core::cmp::Ordering {
        (self.limbs.len().cmp(&other.limbs.len()))
            .then_with(|| self.limbs.iter().rev().cmp(other.limbs.iter().rev()))
    }
}
