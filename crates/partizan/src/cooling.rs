//! Cooling, heating and overheating. These operations compute new options for each follower.

use base::budget::Budget;
use rustc_hash::FxHashMap;

use crate::dyadic::Dyadic;
use crate::error::ValueError;
use crate::store::{Id, Store};

impl Store {
    /// Returns `g` cooled by `t`: each move costs t. The result is {G^L cooled - t | G^R cooled +
    /// t} if t is at most the temperature of `g`, and the mean of `g` otherwise.
    ///
    /// ```
    /// use base::budget::Budget;
    /// use partizan::{Dyadic, Store};
    ///
    /// let budget = Budget::generous();
    /// let mut store = Store::new();
    /// let g = store.parse("{2|0}", &budget)?;
    /// let cooled = store.cooled(g, Dyadic::ONE, &budget)?;
    /// assert_eq!(store.name(cooled, &budget)?, "1*");
    /// let cooled = store.cooled(g, Dyadic::from(2), &budget)?;
    /// assert_eq!(store.name(cooled, &budget)?, "1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`ValueError::NegativeTemperature`] if `t` is negative; otherwise as
    /// [`Store::sum`].
    pub fn cooled(&mut self, g: Id, t: Dyadic, budget: &Budget<'_>) -> Result<Id, ValueError> {
        if t < Dyadic::ZERO {
            return Err(ValueError::NegativeTemperature);
        }
        if t == Dyadic::ZERO {
            return Ok(g);
        }
        // Caches the thermographs of all followers that are not simple.
        self.thermograph(g, budget)?;
        let is_leaf = |store: &Store, id| store.temperature_below(id, t);
        let (gain, cost) = (self.dyadic(t, budget)?, self.dyadic(-t, budget)?);
        self.rebuild(g, is_leaf, [cost, gain], budget, |store, leaf, budget| {
            let mean = store.mean(leaf, budget)?;
            store.dyadic(mean, budget)
        })
    }

    /// Returns whether the temperature of a value, whose thermograph is cached unless the value is
    /// simple, is less than a positive temperature.
    fn temperature_below(&self, g: Id, t: Dyadic) -> bool {
        match self.thermographs.get(&g) {
            Some(thermograph) => thermograph.temperature() < t,
            None => self.is_simple(g),
        }
    }

    /// Returns `g` heated by `t`: numbers are unchanged, and other values become {G^L heated + t |
    /// G^R heated - t}, with the options of the canonical form.
    ///
    /// # Errors
    /// As [`Store::sum`].
    pub fn heated(&mut self, g: Id, t: Id, budget: &Budget<'_>) -> Result<Id, ValueError> {
        let cost = self.negative(t, budget)?;
        let is_leaf = |store: &Store, id| store.is_number(id);
        self.rebuild(g, is_leaf, [t, cost], budget, |_, leaf, _| Ok(leaf))
    }

    /// Returns `g` overheated from `s` to `t`: an integer n becomes n·s, and other values become
    /// {G^L overheated + t | G^R overheated - t}, with the options of the canonical form.
    ///
    /// # Errors
    /// As [`Store::sum`].
    pub fn overheated(
        &mut self,
        g: Id,
        s: Id,
        t: Id,
        budget: &Budget<'_>,
    ) -> Result<Id, ValueError> {
        let cost = self.negative(t, budget)?;
        let integer = |store: &Store, id| store.as_number(id).and_then(Dyadic::as_integer);
        let is_leaf = move |store: &Store, id| integer(store, id).is_some();
        self.rebuild(g, is_leaf, [t, cost], budget, |store, leaf, budget| {
            let factor = integer(store, leaf).unwrap_or(0);
            store.multiple(factor, s, budget)
        })
    }

    /// Replaces leaves by `leaf_value`, and every other follower by the game of its rebuilt left
    /// options plus `added[0]` and of its rebuilt right options plus `added[1]`.
    fn rebuild(
        &mut self,
        g: Id,
        is_leaf: impl Fn(&Store, Id) -> bool,
        added: [Id; 2],
        budget: &Budget<'_>,
        mut leaf_value: impl FnMut(&mut Store, Id, &Budget<'_>) -> Result<Id, ValueError>,
    ) -> Result<Id, ValueError> {
        let mut rebuilt: FxHashMap<Id, Id> = FxHashMap::default();
        if is_leaf(self, g) {
            return leaf_value(self, g, budget);
        }
        for form in self.unfinished_followers(g, is_leaf, budget)? {
            let range = self.option_range(form, budget)?;
            let mut options = Vec::with_capacity(range.lefts + range.rights);
            for index in 0..range.lefts + range.rights {
                let option = self.options[range.start + index];
                let value = match rebuilt.get(&option) {
                    Some(&value) => value,
                    None => leaf_value(self, option, budget)?,
                };
                let more = added[usize::from(index >= range.lefts)];
                options.push(self.sum(value, more, budget)?);
            }
            let (left, right) = options.split_at(range.lefts);
            let value = self.game(left, right, budget)?;
            rebuilt.insert(form, value);
        }
        Ok(rebuilt[&g])
    }
}
