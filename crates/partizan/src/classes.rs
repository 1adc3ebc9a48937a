//! Classes of values, stops and birthdays.

use crate::dyadic::Dyadic;
use crate::simple::SimpleValue;
use crate::store::{Id, Store};

impl Store {
    /// Returns the value as a number, or `None` if it is not a number.
    #[inline]
    pub fn as_number(&self, g: Id) -> Option<Dyadic> {
        let value = self.simple_value(g)?;
        value.is_number().then_some(value.number)
    }

    /// Returns whether the value is a number.
    #[inline]
    pub fn is_number(&self, g: Id) -> bool {
        self.simple_value(g).is_some_and(SimpleValue::is_number)
    }

    /// Returns n if the value is *n, and `None` otherwise. The values of impartial games are the
    /// nimbers.
    pub fn as_nimber(&self, g: Id) -> Option<u32> {
        let value = self.simple_value(g)?;
        (value.up == 0 && value.number == Dyadic::ZERO).then_some(value.nimber)
    }

    /// Returns whether the value is the value of an impartial game, which means that it is a
    /// nimber.
    pub fn is_impartial(&self, g: Id) -> bool {
        self.as_nimber(g).is_some()
    }

    /// Returns whether the value is less than every positive number and greater than every negative
    /// number. Zero is an infinitesimal.
    pub fn is_infinitesimal(&self, g: Id) -> bool {
        self.left_stop(g) == Dyadic::ZERO && self.right_stop(g) == Dyadic::ZERO
    }

    /// Returns the left stop: the number at which play stops if Left starts and both players play
    /// optimally.
    #[inline]
    pub fn left_stop(&self, g: Id) -> Dyadic {
        self.node(g).left_stop
    }

    /// Returns the right stop: the number at which play stops if Right starts and both players play
    /// optimally.
    #[inline]
    pub fn right_stop(&self, g: Id) -> Dyadic {
        self.node(g).right_stop
    }

    /// Returns the day on which the canonical form is born.
    pub fn birthday(&self, g: Id) -> u64 {
        self.node(g).birthday
    }
}
