//! Dyadic rationals m / 2^k. The numbers among the short games, and all breakpoints of
//! thermographs, are dyadic rationals.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Bound, Neg};

use crate::error::ValueError;

/// A dyadic rational in lowest terms. The absolute value of the numerator is less than 2^63, and
/// the denominator is at most 2^[`Dyadic::MAX_EXPONENT`]. Operations whose result is beyond this
/// range return [`ValueError::Overflow`].
///
/// ```
/// use partizan::Dyadic;
///
/// let half = Dyadic::new(1, 1)?;
/// assert_eq!(half.checked_add(Dyadic::new(1, 2)?)?.to_string(), "3/4");
/// assert!(half < Dyadic::ONE);
/// assert!(Dyadic::new(1, 63).is_err());
/// # Ok::<(), partizan::ValueError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Dyadic {
    numerator: i64,
    exponent: u8,
}

impl Dyadic {
    /// The number 0.
    pub const ZERO: Dyadic = Dyadic {
        numerator: 0,
        exponent: 0,
    };
    /// The number 1.
    pub const ONE: Dyadic = Dyadic {
        numerator: 1,
        exponent: 0,
    };
    /// Maximum binary logarithm of a denominator.
    pub const MAX_EXPONENT: u32 = 62;

    /// Creates `numerator` / 2^`exponent`.
    ///
    /// # Errors
    /// Returns [`ValueError::Overflow`] if the number in lowest terms is beyond the range.
    pub fn new(numerator: i64, exponent: u32) -> Result<Dyadic, ValueError> {
        Dyadic::reduced(i128::from(numerator), exponent)
    }

    /// Reduces a fraction to lowest terms.
    fn reduced(numerator: i128, exponent: u32) -> Result<Dyadic, ValueError> {
        if numerator == 0 {
            return Ok(Dyadic::ZERO);
        }
        let halvings = numerator.trailing_zeros().min(exponent);
        let (numerator, exponent) = (numerator >> halvings, exponent - halvings);
        match i64::try_from(numerator) {
            Ok(numerator) if numerator != i64::MIN && exponent <= Dyadic::MAX_EXPONENT => {
                let exponent = exponent as u8;
                Ok(Dyadic {
                    numerator,
                    exponent,
                })
            }
            _ => Err(ValueError::Overflow),
        }
    }

    /// Returns the numerator.
    pub fn numerator(self) -> i64 {
        self.numerator
    }

    /// Returns the binary logarithm of the denominator.
    pub fn exponent(self) -> u32 {
        u32::from(self.exponent)
    }

    /// Returns 1 / 2^k, where 2^k is the denominator of this number.
    pub fn unit(self) -> Dyadic {
        Dyadic {
            numerator: 1,
            exponent: self.exponent,
        }
    }

    /// Returns whether the number is an integer.
    pub fn is_integer(self) -> bool {
        self.exponent == 0
    }

    /// Returns the number as an integer, or `None` if it is not an integer.
    pub fn as_integer(self) -> Option<i64> {
        self.is_integer().then_some(self.numerator)
    }

    /// Returns the largest integer that is at most this number.
    pub fn floor(self) -> i64 {
        self.numerator >> self.exponent
    }

    /// Returns the smallest integer that is at least this number.
    pub fn ceil(self) -> i64 {
        -((-self).floor())
    }

    /// Returns the absolute value.
    pub fn abs(self) -> Dyadic {
        Dyadic {
            numerator: self.numerator.abs(),
            ..self
        }
    }

    /// Returns the sum.
    ///
    /// # Errors
    /// Returns [`ValueError::Overflow`] if the sum is beyond the range.
    #[inline]
    pub fn checked_add(self, other: Dyadic) -> Result<Dyadic, ValueError> {
        let (a, b, exponent) = Dyadic::aligned(self, other);
        Dyadic::reduced(a + b, exponent)
    }

    /// Returns the difference.
    ///
    /// # Errors
    /// Returns [`ValueError::Overflow`] if the difference is beyond the range.
    #[inline]
    pub fn checked_sub(self, other: Dyadic) -> Result<Dyadic, ValueError> {
        self.checked_add(-other)
    }

    /// Returns `factor` times this number.
    ///
    /// # Errors
    /// Returns [`ValueError::Overflow`] if the product is beyond the range.
    pub fn checked_mul(self, factor: i64) -> Result<Dyadic, ValueError> {
        let product = i128::from(self.numerator) * i128::from(factor);
        Dyadic::reduced(product, self.exponent())
    }

    /// Returns half of this number.
    ///
    /// # Errors
    /// Returns [`ValueError::Overflow`] if the half is beyond the range.
    pub fn half(self) -> Result<Dyadic, ValueError> {
        Dyadic::reduced(i128::from(self.numerator), self.exponent() + 1)
    }

    /// Returns both numerators over the larger of the two denominators.
    #[inline]
    fn aligned(a: Dyadic, b: Dyadic) -> (i128, i128, u32) {
        let exponent = a.exponent.max(b.exponent);
        let scaled = |x: Dyadic| i128::from(x.numerator) << (exponent - x.exponent);
        (scaled(a), scaled(b), u32::from(exponent))
    }

    /// Returns the simplest number between two bounds: the integer with the smallest absolute
    /// value or, if no integer is between the bounds, the number with the smallest denominator.
    /// Returns `None` if there is no such number within the range of this type.
    ///
    /// ```
    /// use std::ops::Bound::{Excluded, Unbounded};
    /// use partizan::Dyadic;
    ///
    /// let simplest = |low, high| Dyadic::simplest_between(low, high).map(|x| x.to_string());
    /// let three = Dyadic::new(3, 0)?;
    /// assert_eq!(simplest(Excluded(three), Unbounded), Some("4".to_owned()));
    /// let quarter = Dyadic::new(1, 2)?;
    /// let low = Excluded(quarter);
    /// assert_eq!(simplest(low, Excluded(Dyadic::ONE)), Some("1/2".to_owned()));
    /// assert_eq!(simplest(low, Excluded(quarter)), None);
    /// # Ok::<(), partizan::ValueError>(())
    /// ```
    pub fn simplest_between(lower: Bound<Dyadic>, upper: Bound<Dyadic>) -> Option<Dyadic> {
        let above = |x: Dyadic| match lower {
            Bound::Included(bound) => x >= bound,
            Bound::Excluded(bound) => x > bound,
            Bound::Unbounded => true,
        };
        let below = |x: Dyadic| match upper {
            Bound::Included(bound) => x <= bound,
            Bound::Excluded(bound) => x < bound,
            Bound::Unbounded => true,
        };
        if above(Dyadic::ZERO) {
            if below(Dyadic::ZERO) {
                return Some(Dyadic::ZERO);
            }
            // All numbers between the bounds are negative if the interval is not empty.
            let negated = |bound: Bound<Dyadic>| bound.map(Neg::neg);
            return Dyadic::simplest_positive(negated(upper), |x| above(-x)).map(Neg::neg);
        }
        Dyadic::simplest_positive(lower, below)
    }

    /// Returns the simplest number above a bound that excludes zero.
    fn simplest_positive(lower: Bound<Dyadic>, below: impl Fn(Dyadic) -> bool) -> Option<Dyadic> {
        let (bound, closed) = match lower {
            Bound::Included(bound) => (bound, true),
            Bound::Excluded(bound) => (bound, false),
            Bound::Unbounded => return None,
        };
        for exponent in 0..=Dyadic::MAX_EXPONENT {
            // The smallest multiple of 1 / 2^exponent that is above the bound.
            let numerator = i128::from(bound.numerator);
            let (whole, exact) = if exponent >= bound.exponent() {
                (numerator << (exponent - bound.exponent()), true)
            } else {
                (numerator >> (bound.exponent() - exponent), false)
            };
            let next = if exact && closed { whole } else { whole + 1 };
            if let Ok(candidate) = Dyadic::reduced(next, exponent)
                && below(candidate)
            {
                return Some(candidate);
            }
        }
        None
    }
}

impl From<i32> for Dyadic {
    fn from(integer: i32) -> Dyadic {
        Dyadic {
            numerator: i64::from(integer),
            exponent: 0,
        }
    }
}

impl Neg for Dyadic {
    type Output = Dyadic;

    fn neg(self) -> Dyadic {
        Dyadic {
            numerator: -self.numerator,
            ..self
        }
    }
}

impl PartialOrd for Dyadic {
    #[inline]
    fn partial_cmp(&self, other: &Dyadic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Dyadic {
    #[inline]
    fn cmp(&self, other: &Dyadic) -> Ordering {
        if self.exponent == other.exponent {
            return self.numerator.cmp(&other.numerator);
        }
        let (a, b, _) = Dyadic::aligned(*self, *other);
        a.cmp(&b)
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_integer() {
            write!(f, "{}", self.numerator)
        } else {
            write!(f, "{}/{}", self.numerator, 1u64 << self.exponent)
        }
    }
}

impl fmt::Debug for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
