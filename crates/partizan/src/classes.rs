//! Values by name and by class.

use base::budget::Budget;

use crate::dyadic::Dyadic;
use crate::error::ValueError;
use crate::simple::SimpleValue;
use crate::store::{Id, Store};

impl Store {
    /// Returns the value of an integer.
    ///
    /// # Errors
    /// Returns [`ValueError`] if the integer is `i64::MIN`, the budget does not allow more memory
    /// or the store is full.
    pub fn integer(&mut self, integer: i64, budget: &Budget<'_>) -> Result<Id, ValueError> {
        self.dyadic(Dyadic::new(integer, 0)?, budget)
    }

    /// Returns the value of a number.
    ///
    /// # Errors
    /// As [`Store::from_simple`].
    pub fn dyadic(&mut self, number: Dyadic, budget: &Budget<'_>) -> Result<Id, ValueError> {
        self.from_simple(SimpleValue::from(number), budget)
    }

    /// Returns the value *n.
    ///
    /// # Errors
    /// As [`Store::from_simple`].
    pub fn nimber(&mut self, n: u32, budget: &Budget<'_>) -> Result<Id, ValueError> {
        self.from_simple(SimpleValue::new(Dyadic::ZERO, 0, n)?, budget)
    }

    /// Returns the value n·↑, where ↑ = {0|*}. It is negative if n is negative.
    ///
    /// # Errors
    /// Returns [`ValueError::Overflow`] if n is `i32::MIN`; otherwise as [`Store::from_simple`].
    pub fn up(&mut self, n: i32, budget: &Budget<'_>) -> Result<Id, ValueError> {
        self.from_simple(SimpleValue::new(Dyadic::ZERO, n, 0)?, budget)
    }

    /// Returns ±(G, H, …) = {G, H, … | -G, -H, …}.
    ///
    /// # Errors
    /// As [`Store::from_options`].
    pub fn plus_minus(&mut self, left: &[Id], budget: &Budget<'_>) -> Result<Id, ValueError> {
        let right = left
            .iter()
            .map(|&g| self.negative(g, budget))
            .collect::<Result<Vec<_>, _>>()?;
        self.from_options(left, &right, budget)
    }

    /// Returns tiny-G = {0||0|-G}.
    ///
    /// # Errors
    /// As [`Store::from_options`].
    pub fn tiny(&mut self, g: Id, budget: &Budget<'_>) -> Result<Id, ValueError> {
        let threat = self.negative(g, budget)?;
        let reply = self.from_options(&[Store::ZERO], &[threat], budget)?;
        self.from_options(&[Store::ZERO], &[reply], budget)
    }

    /// Returns miny-G = {G|0||0}, the negative of tiny-G.
    ///
    /// # Errors
    /// As [`Store::from_options`].
    pub fn miny(&mut self, g: Id, budget: &Budget<'_>) -> Result<Id, ValueError> {
        let reply = self.from_options(&[g], &[Store::ZERO], budget)?;
        self.from_options(&[reply], &[Store::ZERO], budget)
    }

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
