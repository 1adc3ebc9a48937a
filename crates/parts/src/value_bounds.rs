//! The bounds of one part: its value, or excluded values.

/// The bounds of a part: its value, or excluded values. Excluded values of 31 or more are not
/// stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct ValueBounds(pub(crate) u32);

const EXACT: u32 = 1 << 31;

impl ValueBounds {
    pub const NOTHING: ValueBounds = ValueBounds(0);

    pub fn value_is(value: u16) -> ValueBounds {
        ValueBounds(EXACT | u32::from(value))
    }

    /// Creates bounds with these excluded values below 31, one bit for each.
    pub fn excluding(values: u32) -> ValueBounds {
        ValueBounds(values & !EXACT)
    }

    /// Encodes the bounds in 16 bits; excluded values of 15 or more are dropped.
    #[inline]
    pub fn short(self) -> u16 {
        (self.0 >> 31 << 15 | self.0 & 0x7fff) as u16
    }

    #[inline]
    pub fn of_short(bits: u16) -> ValueBounds {
        ValueBounds(u32::from(bits) >> 15 << 31 | u32::from(bits) & 0x7fff)
    }

    #[inline]
    pub fn value(self) -> Option<u16> {
        (self.0 & EXACT != 0).then_some(self.0 as u16)
    }

    /// Returns the excluded values; the empty set if the value is known.
    #[inline]
    pub fn excluded(self) -> u32 {
        if self.0 & EXACT == 0 { self.0 } else { 0 }
    }

    /// Combines two bounds of the same part into one.
    #[inline]
    pub fn and(self, other: ValueBounds) -> ValueBounds {
        match (self.value(), other.value()) {
            (None, None) => ValueBounds(self.0 | other.0),
            (None, Some(_)) => other,
            _ => self,
        }
    }

    /// Returns whether the part has the given value; `None` if the answer is unknown.
    #[inline]
    pub fn is(self, value: u16) -> Option<bool> {
        match self.value() {
            Some(known) => Some(known == value),
            None => (value < 31 && self.0 >> value & 1 != 0).then_some(false),
        }
    }
}
