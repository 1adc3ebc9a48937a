//! Sums of a number, a multiple of up and a nimber, as three numbers.

use crate::dyadic::Dyadic;
use crate::error::ValueError;

/// The sum of a number, a multiple of ↑ = {0|*} and a nimber. The three parts are unique, and sums
/// are computed part by part.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SimpleValue {
    pub(crate) number: Dyadic,
    /// Not `i32::MIN`, so that every value has a negative.
    pub(crate) up: i32,
    pub(crate) nimber: u32,
}

impl From<Dyadic> for SimpleValue {
    fn from(number: Dyadic) -> SimpleValue {
        SimpleValue {
            number,
            up: 0,
            nimber: 0,
        }
    }
}

impl SimpleValue {
    /// Creates number + `up`·↑ + *`nimber`.
    ///
    /// # Errors
    /// Returns [`ValueError::Overflow`] if `up` is `i32::MIN`, whose negative is not an `i32`.
    pub fn new(number: Dyadic, up: i32, nimber: u32) -> Result<SimpleValue, ValueError> {
        if up == i32::MIN {
            return Err(ValueError::Overflow);
        }
        Ok(SimpleValue { number, up, nimber })
    }

    /// Returns the number.
    pub fn number(self) -> Dyadic {
        self.number
    }

    /// Returns n for the multiple n·↑.
    pub fn up(self) -> i32 {
        self.up
    }

    /// Returns n for the nimber *n.
    pub fn nimber(self) -> u32 {
        self.nimber
    }

    /// Returns whether the value is a number.
    #[inline]
    pub fn is_number(self) -> bool {
        self.up == 0 && self.nimber == 0
    }

    /// Returns the negative.
    pub fn negative(self) -> SimpleValue {
        SimpleValue {
            number: -self.number,
            up: -self.up,
            nimber: self.nimber,
        }
    }

    /// Returns the sum of two values.
    ///
    /// # Errors
    /// Returns [`ValueError::Overflow`] if a part of the sum is out of range.
    pub fn checked_add(self, other: SimpleValue) -> Result<SimpleValue, ValueError> {
        let up = self.up.checked_add(other.up).ok_or(ValueError::Overflow)?;
        let number = self.number.checked_add(other.number)?;
        SimpleValue::new(number, up, self.nimber ^ other.nimber)
    }

    /// Returns `factor` times the value.
    ///
    /// # Errors
    /// Returns [`ValueError::Overflow`] if a part of the product is out of range.
    pub fn checked_mul(self, factor: i64) -> Result<SimpleValue, ValueError> {
        let up = i128::from(self.up) * i128::from(factor);
        SimpleValue::new(
            self.number.checked_mul(factor)?,
            i32::try_from(up).map_err(|_| ValueError::Overflow)?,
            if factor % 2 == 0 { 0 } else { self.nimber },
        )
    }

    /// Returns whether this value is less than or equal to `other`.
    #[inline]
    pub fn is_le(self, other: SimpleValue) -> bool {
        if self.number != other.number {
            return self.number < other.number;
        }
        // The difference n·↑ + *m is at most zero if n is at most -2, if n is -1 and m is not 1,
        // or if it is zero.
        let up = i64::from(self.up) - i64::from(other.up);
        let nimber = self.nimber ^ other.nimber;
        match up {
            0 => nimber == 0,
            -1 => nimber != 1,
            _ => up < 0,
        }
    }

    /// Returns the day on which the canonical form is born.
    pub fn birthday(self) -> u64 {
        let number = self.number.abs();
        let number = if number.is_integer() {
            number.numerator().unsigned_abs()
        } else {
            // Halves of integers are born one day after the next integer.
            number.floor().unsigned_abs() + 1 + u64::from(number.exponent())
        };
        if self.up == 0 {
            return number + u64::from(self.nimber);
        }
        // A move towards the number changes n·↑ + *m to (n - 1)·↑ + *(m ^ 1), until n is 1.
        let steps = u64::from(self.up.unsigned_abs() - 1);
        let nimber = self.nimber ^ (steps & 1) as u32;
        let last = if nimber <= 1 {
            2
        } else {
            1 + u64::from(nimber ^ 1)
        };
        number + steps + last
    }

    /// Returns the number of left options of the canonical form.
    pub(crate) fn left_count(self) -> usize {
        let number = self.number;
        match self.up {
            0 if self.nimber == 0 => usize::from(!number.is_integer() || number.numerator() > 0),
            0 => self.nimber as usize,
            1 if self.nimber == 1 => 2,
            _ => 1,
        }
    }

    /// Returns the number of right options of the canonical form.
    pub(crate) fn right_count(self) -> usize {
        self.negative().left_count()
    }

    /// Returns the left options of the canonical form, in ascending order.
    pub(crate) fn left_options(self) -> impl Iterator<Item = Result<SimpleValue, ValueError>> {
        (0..self.left_count()).map(move |index| {
            let SimpleValue { number, up, nimber } = self;
            if up == 0 && nimber == 0 {
                return number.checked_sub(number.unit()).map(SimpleValue::from);
            }
            if up < 0 {
                return SimpleValue::new(number, up + 1, nimber ^ 1);
            }
            // The options of a nimber, and the options 0 and perhaps * of a positive multiple of
            // up.
            SimpleValue::new(number, 0, index as u32)
        })
    }

    /// Returns the right options of the canonical form, in ascending order.
    pub(crate) fn right_options(self) -> impl Iterator<Item = Result<SimpleValue, ValueError>> {
        // The negatives of the options are in ascending order too, because options that are not
        // unique differ only in the nimber.
        self.negative()
            .left_options()
            .map(|option| option.map(SimpleValue::negative))
    }
}
