//! Atomic weights of all-small games (Winning Ways, chapter 8; Siegel, chapter II).
//!
//! Let G be an all-small game in canonical form, and let W = {w(G^L) - 2 | w(G^R) + 2}, where w is
//! the atomic weight. If W is not an integer, W is the atomic weight of G. Otherwise several
//! integers n may satisfy w(G^L) - 2 ⊲| n ⊲| w(G^R) + 2. The atomic weight is the largest of them
//! if G is greater than the remote star, the smallest if G is less than the remote star, and 0 if G
//! is confused with the remote star. A remote star is a nimber that is not the value of any
//! follower.

use base::budget::Budget;

use crate::comparison::Relation;
use crate::dyadic::Dyadic;
use crate::error::ValueError;
use crate::store::{Id, Store};

impl Store {
    /// Returns the atomic weight, or `None` if the value is not all-small. The result is cached.
    ///
    /// ```
    /// use base::budget::Budget;
    /// use partizan::Store;
    ///
    /// let budget = Budget::generous();
    /// let mut store = Store::new();
    /// let g = store.parse("^^*5", &budget)?;
    /// let weight = store.atomic_weight(g, &budget)?.unwrap();
    /// assert_eq!(store.name(weight, &budget)?, "2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Store::sum`].
    pub fn atomic_weight(&mut self, g: Id, budget: &Budget<'_>) -> Result<Option<Id>, ValueError> {
        if !self.is_all_small(g) {
            return Ok(None);
        }
        let is_done =
            |store: &Store, id| store.is_simple(id) || store.atomic_weights.contains_key(&id);
        let forms = self.unfinished_followers(g, is_done, budget)?;
        if !forms.is_empty() {
            let star = self.remote_star(g, budget)?;
            for form in forms {
                let weight = self.weight_from_options(form, star, budget)?;
                if self.atomic_weights.len() == self.atomic_weights.capacity() {
                    let entries = self.atomic_weights.len() as u64 * 2;
                    budget.allow_growth(self.bytes(), entries * 9)?;
                }
                self.atomic_weights.insert(form, weight);
            }
        }
        self.known_weight(g, budget).map(Some)
    }

    /// Returns the atomic weight of a simple value or of a form whose atomic weight is cached. The
    /// atomic weight of n·↑ + *m is n.
    fn known_weight(&mut self, g: Id, budget: &Budget<'_>) -> Result<Id, ValueError> {
        match self.simple_value(g) {
            Some(value) => self.integer(i64::from(value.up), budget),
            None => Ok(self.atomic_weights[&g]),
        }
    }

    /// Returns a nimber that is not the value of any follower of `g`.
    fn remote_star(&mut self, g: Id, budget: &Budget<'_>) -> Result<Id, ValueError> {
        // The followers of n·↑ + *m are simple, and their nimbers are at most m | 1.
        let mut maximum = 1;
        let is_simple = |store: &Store, id| store.is_simple(id);
        for form in self.unfinished_followers(g, is_simple, budget)? {
            let range = self.option_range(form, budget)?;
            for at in range.start..range.start + range.lefts + range.rights {
                if let Some(value) = self.simple_value(self.options[at]) {
                    maximum = maximum.max(value.nimber | 1);
                }
            }
        }
        let star = maximum.checked_add(1).ok_or(ValueError::Overflow)?;
        self.nimber(star, budget)
    }

    fn weight_from_options(
        &mut self,
        g: Id,
        star: Id,
        budget: &Budget<'_>,
    ) -> Result<Id, ValueError> {
        let range = self.option_range(g, budget)?;
        let (minus_two, two) = (self.integer(-2, budget)?, self.integer(2, budget)?);
        let mut weights = Vec::with_capacity(range.lefts + range.rights);
        for index in 0..range.lefts + range.rights {
            let weight = self.known_weight(self.options[range.start + index], budget)?;
            let shift = if index < range.lefts { minus_two } else { two };
            weights.push(self.sum(weight, shift, budget)?);
        }
        let (left, right) = weights.split_at(range.lefts);
        let weight = self.game(left, right, budget)?;
        if self
            .as_number(weight)
            .and_then(Dyadic::as_integer)
            .is_none()
        {
            return Ok(weight);
        }
        let extreme = match self.compare(g, star, budget)? {
            Relation::Confused | Relation::Equal => 0,
            Relation::Greater => {
                let mut largest = i64::MAX;
                for &weight in right {
                    largest = largest.min(self.largest_integer_not_above(weight, budget)?);
                }
                largest
            }
            Relation::Less => {
                let mut smallest = i64::MIN;
                for &weight in left {
                    let negative = self.negative(weight, budget)?;
                    smallest = smallest.max(-self.largest_integer_not_above(negative, budget)?);
                }
                smallest
            }
        };
        self.integer(extreme, budget)
    }

    /// Returns the largest integer n with n ⊲| `g`, which means that `g` is not less than or equal
    /// to n.
    fn largest_integer_not_above(&mut self, g: Id, budget: &Budget<'_>) -> Result<i64, ValueError> {
        let stop = self.left_stop(g);
        let integer = stop.floor();
        if !stop.is_integer() {
            return Ok(integer);
        }
        let number = self.integer(integer, budget)?;
        Ok(if self.is_le(g, number, budget)? {
            integer - 1
        } else {
            integer
        })
    }
}
