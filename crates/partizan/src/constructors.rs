//! Values that have names of their own.

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
    /// As [`Store::simple`].
    pub fn dyadic(&mut self, number: Dyadic, budget: &Budget<'_>) -> Result<Id, ValueError> {
        self.simple(SimpleValue::from(number), budget)
    }

    /// Returns the value *n.
    ///
    /// # Errors
    /// As [`Store::simple`].
    pub fn nimber(&mut self, n: u32, budget: &Budget<'_>) -> Result<Id, ValueError> {
        self.simple(SimpleValue::new(Dyadic::ZERO, 0, n)?, budget)
    }

    /// Returns the value n·↑, where ↑ = {0|*}. It is negative if n is negative.
    ///
    /// # Errors
    /// Returns [`ValueError::Overflow`] if n is `i32::MIN`; otherwise as [`Store::simple`].
    pub fn up(&mut self, n: i32, budget: &Budget<'_>) -> Result<Id, ValueError> {
        self.simple(SimpleValue::new(Dyadic::ZERO, n, 0)?, budget)
    }

    /// Returns ±(G, H, …) = {G, H, … | -G, -H, …}.
    ///
    /// # Errors
    /// As [`Store::game`].
    pub fn plus_minus(&mut self, left: &[Id], budget: &Budget<'_>) -> Result<Id, ValueError> {
        let right = left
            .iter()
            .map(|&g| self.negative(g, budget))
            .collect::<Result<Vec<_>, _>>()?;
        self.game(left, &right, budget)
    }

    /// Returns tiny-G = {0||0|-G}.
    ///
    /// # Errors
    /// As [`Store::game`].
    pub fn tiny(&mut self, g: Id, budget: &Budget<'_>) -> Result<Id, ValueError> {
        let threat = self.negative(g, budget)?;
        let reply = self.game(&[Store::ZERO], &[threat], budget)?;
        self.game(&[Store::ZERO], &[reply], budget)
    }

    /// Returns miny-G = {G|0||0}, the negative of tiny-G.
    ///
    /// # Errors
    /// As [`Store::game`].
    pub fn miny(&mut self, g: Id, budget: &Budget<'_>) -> Result<Id, ValueError> {
        let reply = self.game(&[g], &[Store::ZERO], budget)?;
        self.game(&[reply], &[Store::ZERO], budget)
    }
}
