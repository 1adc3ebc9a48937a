//! Negatives, sums and integer multiples.

use base::budget::Budget;

use crate::error::ValueError;
use crate::pair_table::pair_key;
use crate::store::{Id, OptionRange, Store};

/// A sum that is being computed from its options.
pub(crate) struct OpenSum {
    g: Id,
    h: Id,
    g_range: OptionRange,
    h_range: OptionRange,
    /// Index of the next option of the sum: left options of g, left options of h, right options of
    /// g, right options of h.
    next: usize,
    /// Index in the list of results of the first option of this sum.
    results: usize,
    /// Whether h is a number, so that only the options of g are options of the sum.
    is_translation: bool,
}

impl OpenSum {
    fn left_count(&self) -> usize {
        self.g_range.lefts + self.h_range.lefts
    }

    fn count(&self) -> usize {
        self.left_count() + self.g_range.rights + self.h_range.rights
    }

    /// Returns the two components of an option of the sum.
    fn option(&self, options: &[Id], index: usize) -> (Id, Id) {
        let (g, h) = (&self.g_range, &self.h_range);
        if index < g.lefts {
            return (options[g.start + index], self.h);
        }
        let index = index - g.lefts;
        if index < h.lefts {
            return (self.g, options[h.start + index]);
        }
        let index = index - h.lefts;
        if index < g.rights {
            return (options[g.start + g.lefts + index], self.h);
        }
        (self.g, options[h.start + h.lefts + index - g.rights])
    }
}

impl Store {
    /// Returns -`g`.
    ///
    /// # Errors
    /// Returns [`ValueError`] if the budget runs out or the store is full.
    pub fn negative(&mut self, g: Id, budget: &Budget<'_>) -> Result<Id, ValueError> {
        if let Some(negative) = self.cached_negative(g) {
            return Ok(negative);
        }
        if let Some(value) = self.simple_value(g) {
            let negative = self.simple(value.negative(), budget)?;
            self.set_negatives(g, negative);
            return Ok(negative);
        }
        let is_done =
            |store: &Store, id| store.is_simple(id) || store.cached_negative(id).is_some();
        for form in self.unfinished_followers(g, is_done, budget)? {
            let range = self.option_range(form, budget)?;
            let (start, middle) = (range.start, range.start + range.lefts);
            let left = self.negatives(middle..middle + range.rights, budget)?;
            let right = self.negatives(start..middle, budget)?;
            let negative = self.intern(&left, &right, budget)?;
            self.set_negatives(form, negative);
        }
        Ok(self
            .cached_negative(g)
            .expect("the last follower is the value itself"))
    }

    /// Returns the sorted negatives of options, which are simple or have cached negatives.
    fn negatives(
        &mut self,
        options: std::ops::Range<usize>,
        budget: &Budget<'_>,
    ) -> Result<Vec<Id>, ValueError> {
        let mut negatives = Vec::with_capacity(options.len());
        for at in options {
            let option = self.options[at];
            let negative = match self.cached_negative(option) {
                Some(negative) => negative,
                None => self.negative(option, budget)?,
            };
            negatives.push(negative);
        }
        self.sort_forms(&mut negatives);
        Ok(negatives)
    }

    /// Returns `g` + `h`.
    ///
    /// # Errors
    /// Returns [`ValueError::Stopped`] if the budget runs out, [`ValueError::Overflow`] if a part
    /// of the sum is out of range, and [`ValueError::Forms`] if the store is full.
    pub fn sum(&mut self, g: Id, h: Id, budget: &Budget<'_>) -> Result<Id, ValueError> {
        if let Some(sum) = self.quick_sum(g, h, budget)? {
            return Ok(sum);
        }
        let mut stack = std::mem::take(&mut self.sum_stack);
        let mut results = std::mem::take(&mut self.sum_results);
        stack.clear();
        results.clear();
        let sum = self.add(&mut stack, &mut results, g, h, budget);
        (self.sum_stack, self.sum_results) = (stack, results);
        sum
    }

    /// Returns `g` - `h`.
    ///
    /// # Errors
    /// As [`Store::sum`].
    pub fn difference(&mut self, g: Id, h: Id, budget: &Budget<'_>) -> Result<Id, ValueError> {
        let negative = self.negative(h, budget)?;
        self.sum(g, negative, budget)
    }

    /// Returns `factor` times `g`: the sum of `factor` copies of `g`, or of -`g` if `factor` is
    /// negative.
    ///
    /// # Errors
    /// As [`Store::sum`].
    pub fn multiple(&mut self, factor: i64, g: Id, budget: &Budget<'_>) -> Result<Id, ValueError> {
        if let Some(value) = self.simple_value(g) {
            return self.simple(value.checked_mul(factor)?, budget);
        }
        let mut power = if factor < 0 {
            self.negative(g, budget)?
        } else {
            g
        };
        let mut rest = factor.unsigned_abs();
        let mut sum = Store::ZERO;
        while rest > 0 {
            if rest & 1 == 1 {
                sum = self.sum(sum, power, budget)?;
            }
            rest >>= 1;
            if rest > 0 {
                power = self.sum(power, power, budget)?;
            }
        }
        Ok(sum)
    }

    /// Returns a sum that is known or easy.
    #[inline]
    fn quick_sum(&mut self, g: Id, h: Id, budget: &Budget<'_>) -> Result<Option<Id>, ValueError> {
        if g == Store::ZERO {
            return Ok(Some(h));
        }
        if h == Store::ZERO {
            return Ok(Some(g));
        }
        if let (Some(g), Some(h)) = (self.simple_value(g), self.simple_value(h)) {
            let sum = g.checked_add(h)?;
            return self.simple(sum, budget).map(Some);
        }
        if let Some(sum) = self.sum_memo.get(sum_key(g, h)) {
            return Ok(Some(sum));
        }
        let (a, b) = (self.node(g), self.node(h));
        let may_cancel = a.left_stop == -b.right_stop
            && a.right_stop == -b.left_stop
            && a.birthday == b.birthday
            && !self.is_simple(g)
            && !self.is_simple(h);
        if may_cancel && self.negative(g, budget)? == h {
            return Ok(Some(Store::ZERO));
        }
        Ok(None)
    }

    fn add(
        &mut self,
        stack: &mut Vec<OpenSum>,
        results: &mut Vec<Id>,
        g: Id,
        h: Id,
        budget: &Budget<'_>,
    ) -> Result<Id, ValueError> {
        let first = self.open_sum(g, h, 0, budget)?;
        stack.push(first);
        loop {
            let top = stack.last_mut().expect("the first sum is not computed");
            if top.next < top.count() {
                let (g, h) = top.option(&self.options, top.next);
                top.next += 1;
                if results.len() == results.capacity() {
                    let own = self.bytes();
                    budget.make_room(results, 1, own)?;
                }
                if let Some(sum) = self.quick_sum(g, h, budget)? {
                    results.push(sum);
                    continue;
                }
                let open = self.open_sum(g, h, results.len(), budget)?;
                if stack.len() == stack.capacity() {
                    let own = self.bytes();
                    budget.make_room(stack, 1, own)?;
                }
                stack.push(open);
                continue;
            }
            let (left, right) = results[top.results..].split_at(top.left_count());
            let sum = if top.is_translation {
                // Number translation theorem: the form {G^L + x | G^R + x} is canonical. Its
                // options can be in another order than those of G, because birthdays change.
                let (mut left, mut right) = (left.to_vec(), right.to_vec());
                self.sort_forms(&mut left);
                self.sort_forms(&mut right);
                self.intern(&left, &right, budget)?
            } else {
                self.game(left, right, budget)?
            };
            let key = sum_key(top.g, top.h);
            results.truncate(top.results);
            stack.pop();
            if self.sum_memo.is_full() {
                let own = self.bytes();
                self.sum_memo.grow(own, budget)?;
            }
            self.sum_memo.insert(key, sum);
            if stack.is_empty() {
                return Ok(sum);
            }
            results.push(sum);
        }
    }

    fn open_sum(
        &mut self,
        g: Id,
        h: Id,
        results: usize,
        budget: &Budget<'_>,
    ) -> Result<OpenSum, ValueError> {
        budget.tick()?;
        self.sums += 1;
        let (g, h) = if self.is_number(g) { (h, g) } else { (g, h) };
        let is_translation = self.is_number(h);
        let none = OptionRange {
            start: 0,
            lefts: 0,
            rights: 0,
        };
        Ok(OpenSum {
            g,
            h,
            g_range: self.option_range(g, budget)?,
            h_range: if is_translation {
                none
            } else {
                self.option_range(h, budget)?
            },
            next: 0,
            results,
            is_translation,
        })
    }
}

/// The key of an unordered pair of values.
#[inline]
fn sum_key(g: Id, h: Id) -> u64 {
    if g.0 < h.0 {
        pair_key(g, h)
    } else {
        pair_key(h, g)
    }
}
