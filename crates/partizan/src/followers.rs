//! The followers of a value: the value itself and the followers of its options in canonical form.

use base::budget::Budget;
use rustc_hash::FxHashSet;

use crate::error::ValueError;
use crate::store::{Id, Store};

impl Store {
    /// Lists the followers of a value without duplicates: the value itself, its options, their
    /// options, and so on, in canonical form. Every value is after its options. The order does not
    /// depend on the ids.
    ///
    /// The integer n has n followers besides itself, and *n too, so the list can be long.
    ///
    /// # Errors
    /// Returns [`ValueError`] if the budget or the store does not allow the list.
    pub fn followers(&mut self, g: Id, budget: &Budget<'_>) -> Result<Vec<Id>, ValueError> {
        self.unfinished_followers(g, |_, _| false, budget)
    }

    /// Lists the followers of `g` that are reached without passing a follower for which `is_done`
    /// holds, which are not listed. Every form is after its options.
    pub(crate) fn unfinished_followers(
        &mut self,
        g: Id,
        is_done: impl Fn(&Store, Id) -> bool,
        budget: &Budget<'_>,
    ) -> Result<Vec<Id>, ValueError> {
        let mut order = Vec::new();
        if is_done(self, g) {
            return Ok(order);
        }
        let mut seen = FxHashSet::default();
        let mut stack = vec![(g, 0)];
        seen.insert(g);
        while let Some((form, next)) = stack.last_mut() {
            let range = self.option_range(*form, budget)?;
            if *next == range.lefts + range.rights {
                order.push(*form);
                stack.pop();
                continue;
            }
            let option = self.options[range.start + *next];
            *next += 1;
            if is_done(self, option) || !seen.insert(option) {
                continue;
            }
            budget.tick()?;
            let entries = seen.len() as u64;
            if entries.is_power_of_two() {
                // The stack, the set and the list, which are all doubled.
                budget.allow_growth(self.bytes(), entries * 2 * (16 + 5 + 4))?;
            }
            stack.push((option, 0));
        }
        Ok(order)
    }
}
