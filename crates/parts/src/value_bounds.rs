//! What is known of one part: its value, or values that it has not.

/// What is known of a part: its value, or values that it has not. Values from 31 on are not
/// remembered as excluded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct ValueBounds(pub(crate) u32);

const EXACT: u32 = 1 << 31;

impl ValueBounds {
    pub const NOTHING: ValueBounds = ValueBounds(0);

    pub fn value_is(value: u16) -> ValueBounds {
        ValueBounds(EXACT | u32::from(value))
    }

    /// The first 31 values that are excluded, a bit for each.
    pub fn excluding(values: u32) -> ValueBounds {
        ValueBounds(values & !EXACT)
    }

    /// In 16 bits; values from 15 on are not remembered as excluded.
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

    /// The values excluded one by one; none where the value is known.
    #[inline]
    pub fn excluded(self) -> u32 {
        if self.0 & EXACT == 0 { self.0 } else { 0 }
    }

    /// What is known by both.
    #[inline]
    pub fn and(self, other: ValueBounds) -> ValueBounds {
        match (self.value(), other.value()) {
            (None, None) => ValueBounds(self.0 | other.0),
            (None, Some(_)) => other,
            _ => self,
        }
    }

    /// Whether the value is this one, if that is known.
    #[inline]
    pub fn is(self, value: u16) -> Option<bool> {
        match self.value() {
            Some(known) => Some(known == value),
            None => (value < 31 && self.0 >> value & 1 != 0).then_some(false),
        }
    }
}
