//! Nimbers of 8, 16, 32, 64 and 128 bits as numbers with operators: `+` is the nim-sum, `*` the
//! nim-product. Each type is a field, and a subfield of the wider types, so widening preserves all
//! operations.

use core::fmt;
use core::iter::{Product, Sum};
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};
use core::str::FromStr;

use crate::error::digits;
use crate::group::{self, Conjugates, MinimalPolynomial};
use crate::{
    InstructionLevel, NimberError, ParseNimberError, ParseNimberErrorKind, linear, portable,
};

mod sealed {
    pub trait Sealed {}
}

/// A nimber of a fixed width: [`Nim8`] to [`Nim128`].
pub trait NimberElement: Copy + Eq + fmt::Debug + Into<u128> + sealed::Sealed {
    /// The width in bits: the field has 2^BITS elements.
    const BITS: u32;

    /// Creates a nimber from the low bits of a number.
    fn from_low(bits: u128) -> Self;

    /// Returns the nim-product, computed with the instructions of a level.
    fn product_at(self, level: InstructionLevel, other: Self) -> Self;

    /// Returns the nim-inverse, and 0 for 0.
    fn inverse_or_zero(self) -> Self;

    /// Returns the trace to the field {0, 1}: the sum of all BITS conjugates, which is the highest
    /// bit.
    fn absolute_trace(self) -> bool;
}

/// Checks that a field has a subfield of this width.
fn subfield(bits: u32, asked: u32) -> Result<(), NimberError> {
    if asked.is_power_of_two() && asked <= bits {
        Ok(())
    } else {
        Err(NimberError::NoField { bits: asked.into() })
    }
}

macro_rules! nimber {
    ($name:ident, $word:ty, $doc:literal, |$level:ident, $a:ident, $b:ident| $product:expr, $inverse:path) => {
        #[doc = $doc]
        #[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(transparent)]
        pub struct $name(pub $word);

        impl sealed::Sealed for $name {}

        impl NimberElement for $name {
            const BITS: u32 = <$word>::BITS;

            #[inline]
            fn from_low(bits: u128) -> $name {
                $name(bits as $word)
            }

            #[inline]
            fn product_at(self, $level: InstructionLevel, other: $name) -> $name {
                let ($a, $b) = (self.0, other.0);
                $name($product)
            }

            #[inline]
            fn inverse_or_zero(self) -> $name {
                $name($inverse(self.0))
            }

            #[inline]
            fn absolute_trace(self) -> bool {
                self.0 >> (<$word>::BITS - 1) == 1
            }
        }

        impl $name {
            /// The nimber 0.
            pub const ZERO: $name = $name(0);
            /// The nimber 1.
            pub const ONE: $name = $name(1);

            /// Returns the nim-square.
            #[inline]
            pub fn square(self) -> $name {
                self * self
            }

            /// Returns the nim-inverse; `None` if `self` is 0.
            #[inline]
            pub fn inverse(self) -> Option<$name> {
                (self.0 != 0).then(|| self.inverse_or_zero())
            }

            /// Returns the quotient of `self` and `divisor`.
            ///
            /// # Errors
            /// Returns [`NimberError::DivisionByZero`] if the divisor is 0.
            pub fn checked_div(self, divisor: $name) -> Result<$name, NimberError> {
                divisor
                    .inverse()
                    .map(|inverse| self * inverse)
                    .ok_or(NimberError::DivisionByZero { at: None })
            }

            /// Returns the square root; in every field that contains a nimber, the nimber has
            /// exactly one square root.
            pub fn sqrt(self) -> $name {
                $name::from_low(linear::image(&linear::ROOTS, self.into()))
            }

            /// Returns the even x with x ⊗ x ⊕ x = `self`; the other solution is x ⊕ 1. Returns
            /// `None` if the field of this width contains no solution, that is, if `self` is in the
            /// upper half of the field's numbers.
            pub fn quadratic_root(self) -> Option<$name> {
                (!self.absolute_trace())
                    .then(|| $name::from_low(linear::image(&linear::EVEN_ROOTS, self.into())))
            }

            /// Returns the n-th nim-power, which is 1 for n = 0. O(log n) products.
            pub fn pow(self, mut n: u128) -> $name {
                let (mut result, mut square) = ($name::ONE, self);
                while n > 0 {
                    if n & 1 == 1 {
                        result *= square;
                    }
                    square *= square;
                    n >>= 1;
                }
                result
            }
        }

        impl $name {
            /// Returns the width of the smallest field that contains `self`: 1, 2, 4, ….
            pub const fn field_bits(self) -> u32 {
                group::field_bits(self.0 as u128)
            }

            /// Returns whether `self` is in the field of the nimbers below 2^bits. The nimbers
            /// below 2^bits are the subfield of width `bits`; each power of two is the width of one
            /// subfield.
            ///
            /// # Errors
            /// Returns [`NimberError::NoField`] if `bits` is not a power of two or exceeds the
            /// width of the type.
            pub fn is_in_subfield(self, bits: u32) -> Result<bool, NimberError> {
                subfield(<$word>::BITS, bits).map(|()| self.field_bits() <= bits)
            }

            /// Returns the least n > 0 with `self`^n = 1; `None` if `self` is 0. The cost is a few
            /// hundred products.
            pub fn order(self) -> Option<u128> {
                group::order(self.into())
            }

            /// Returns the least n with `base`^n = `self`. The cost is some thousand products for
            /// up to 64 bits. In the field of 128 bits, the cost is some ten million products for
            /// bases whose order has the prime factor 67,280,421,310,721.
            ///
            /// # Errors
            /// Returns [`NimberError::NoPower`] if `self` is not a power of `base`.
            pub fn discrete_log(self, base: $name) -> Result<u128, NimberError> {
                group::discrete_log(base.into(), self.into())
            }

            /// Iterates over the conjugates over {0, 1}: x, x², x⁴, …, without repetition.
            pub fn conjugates(self) -> impl Iterator<Item = $name> {
                Conjugates::new(self.into()).map($name::from_low)
            }

            /// Returns the trace to the field of the nimbers below 2^bits: the sum of x, x^q,
            /// x^(q²), … for q = 2^bits, with BITS / bits terms. The trace from a field to the next
            /// smaller field is the upper half, because u and its conjugate u + 1 add up to 1. So
            /// the trace consists of the highest bits.
            ///
            /// # Errors
            /// Returns [`NimberError::NoField`] if `bits` is not a power of two or exceeds the
            /// width of the type.
            pub fn trace(self, bits: u32) -> Result<$name, NimberError> {
                subfield(<$word>::BITS, bits).map(|()| $name(self.0 >> (<$word>::BITS - bits)))
            }

            /// Returns the minimal polynomial over {0, 1}.
            pub fn minimal_polynomial(self) -> MinimalPolynomial {
                MinimalPolynomial::compute(self.into())
            }
        }

        impl From<$word> for $name {
            #[inline]
            fn from(value: $word) -> $name {
                $name(value)
            }
        }

        impl From<$name> for $word {
            #[inline]
            fn from(value: $name) -> $word {
                value.0
            }
        }

        impl Add for $name {
            type Output = $name;
            #[inline]
            #[expect(clippy::suspicious_arithmetic_impl)]
            fn add(self, other: $name) -> $name {
                $name(self.0 ^ other.0)
            }
        }

        impl Sub for $name {
            type Output = $name;
            #[inline]
            #[expect(clippy::suspicious_arithmetic_impl)]
            fn sub(self, other: $name) -> $name {
                self + other
            }
        }

        impl Neg for $name {
            type Output = $name;
            #[inline]
            fn neg(self) -> $name {
                self
            }
        }

        impl Mul for $name {
            type Output = $name;
            #[inline]
            fn mul(self, other: $name) -> $name {
                self.product_at(InstructionLevel::current(), other)
            }
        }

        /// # Panics
        /// Panics if the divisor is zero, like integer division; [`checked_div`](Self::checked_div)
        /// returns an error instead.
        impl Div for $name {
            type Output = $name;
            #[inline]
            fn div(self, divisor: $name) -> $name {
                match self.checked_div(divisor) {
                    Ok(quotient) => quotient,
                    Err(error) => panic!("{error}"),
                }
            }
        }

        impl AddAssign for $name {
            #[inline]
            fn add_assign(&mut self, other: $name) {
                *self = *self + other;
            }
        }

        impl SubAssign for $name {
            #[inline]
            fn sub_assign(&mut self, other: $name) {
                *self = *self - other;
            }
        }

        impl MulAssign for $name {
            #[inline]
            fn mul_assign(&mut self, other: $name) {
                *self = *self * other;
            }
        }

        /// # Panics
        /// Panics if the divisor is zero.
        impl DivAssign for $name {
            #[inline]
            fn div_assign(&mut self, other: $name) {
                *self = *self / other;
            }
        }

        impl Sum for $name {
            fn sum<I: Iterator<Item = $name>>(terms: I) -> $name {
                terms.fold($name::ZERO, |a, b| a + b)
            }
        }

        impl Product for $name {
            fn product<I: Iterator<Item = $name>>(factors: I) -> $name {
                factors.fold($name::ONE, |a, b| a * b)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.0, f)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "*{}", self.0)
            }
        }

        /// Parses a decimal number, or a hexadecimal number after `0x`.
        impl FromStr for $name {
            type Err = ParseNimberError;

            fn from_str(text: &str) -> Result<$name, ParseNimberError> {
                let (digits, radix, at) = digits(text)?;
                let too_large = ParseNimberError {
                    at,
                    reason: ParseNimberErrorKind::TooLarge {
                        bits: <$word>::BITS.into(),
                    },
                };
                <$word>::from_str_radix(digits, radix)
                    .map($name)
                    .map_err(|_| too_large)
            }
        }

        impl fmt::LowerHex for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::LowerHex::fmt(&self.0, f)
            }
        }
    };
}

nimber!(
    Nim8,
    u8,
    "A nimber below 2^8.",
    |_level, a, b| portable::product8(a, b),
    portable::inverse8
);
nimber!(
    Nim16,
    u16,
    "A nimber below 2^16.",
    |_level, a, b| portable::product16(a, b),
    portable::inverse16
);
nimber!(
    Nim32,
    u32,
    "A nimber below 2^32.",
    |level, a, b| level.product64(a.into(), b.into()) as u32,
    portable::inverse32
);
nimber!(
    Nim64,
    u64,
    "A nimber below 2^64.",
    |level, a, b| level.product64(a, b),
    portable::inverse64
);
nimber!(
    Nim128,
    u128,
    "A nimber below 2^128.",
    |level, a, b| level.product128(a, b),
    portable::inverse128
);

macro_rules! widening {
    ($($narrow:ident => $($wide:ident)*;)*) => { $($(
        impl From<$narrow> for $wide {
            fn from(value: $narrow) -> $wide {
                $wide(value.0.into())
            }
        }
    )*)* };
}

widening! {
    Nim8 => Nim16 Nim32 Nim64 Nim128;
    Nim16 => Nim32 Nim64 Nim128;
    Nim32 => Nim64 Nim128;
    Nim64 => Nim128;
}

macro_rules! into_u128 {
    ($($name:ident)*) => { $(
        impl From<$name> for u128 {
            fn from(value: $name) -> u128 {
                value.0.into()
            }
        }
    )* };
}

into_u128!(Nim8 Nim16 Nim32 Nim64);
