//! Canonical forms: a game is brought to canonical form by removing dominated options and bypassing
//! reversible options, unless it is a number. Games that are numbers are found first, with the
//! simplicity theorem.

use std::ops::Bound;

use base::budget::Budget;

use crate::dyadic::Dyadic;
use crate::error::ValueError;
use crate::simple::SimpleValue;
use crate::store::{DRAFT, Id, Store};

/// A player, as the owner of options.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

impl Store {
    /// Returns the value of the game {`left` | `right`}.
    ///
    /// # Errors
    /// Returns [`ValueError::Stopped`] if the budget runs out, [`ValueError::Overflow`] if the
    /// value is a number beyond the range of [`Dyadic`], and [`ValueError::Forms`] if the store is
    /// full.
    pub fn game(
        &mut self,
        left: &[Id],
        right: &[Id],
        budget: &Budget<'_>,
    ) -> Result<Id, ValueError> {
        budget.tick()?;
        let mut left = self.copied(left);
        let mut right = self.copied(right);
        if let Some(number) = self.number_between(&left, &right, budget)? {
            return self.simple(SimpleValue::from(number), budget);
        }
        self.remove_dominated(&mut left, Side::Left, budget)?;
        self.remove_dominated(&mut right, Side::Right, budget)?;
        let (left_stop, right_stop) = self.stops_of_lists(&left, &right);
        self.set_draft_stops(left_stop, right_stop);
        if self.draft_memo.capacity() > 1 << 10 {
            self.draft_memo = Default::default();
        } else if !self.draft_memo.is_empty() {
            self.draft_memo.clear();
        }
        (self.draft_left, self.draft_right) = (left, right);
        while self.bypass(Side::Left, budget)? | self.bypass(Side::Right, budget)? {}
        let mut left = std::mem::take(&mut self.draft_left);
        let mut right = std::mem::take(&mut self.draft_right);
        self.sort_forms(&mut left);
        self.sort_forms(&mut right);
        match self.simple_value_of_lists(&left, &right) {
            Some(value) => self.simple(value, budget),
            None => self.intern(&left, &right, budget),
        }
    }

    fn copied(&self, options: &[Id]) -> Vec<Id> {
        let mut list = options.to_vec();
        // This order is only for finding duplicates.
        list.sort_unstable_by_key(|id| id.0);
        list.dedup();
        list
    }

    /// Returns the number that {left | right} is equal to, or `None` if the game is not a number.
    /// The game is a number if some number x is greater than or confused with each left option, and
    /// less than or confused with each right option. It is the simplest such number.
    fn number_between(
        &mut self,
        left: &[Id],
        right: &[Id],
        budget: &Budget<'_>,
    ) -> Result<Option<Dyadic>, ValueError> {
        let low = left.iter().map(|&g| self.node(g).right_stop).max();
        let high = right.iter().map(|&g| self.node(g).left_stop).min();
        if let (Some(low), Some(high)) = (low, high)
            && low > high
        {
            return Ok(None);
        }
        // The right stop itself is such a number if no left option is at least this number.
        let mut lower = low.map_or(Bound::Unbounded, Bound::Included);
        if let Some(stop) = low {
            for &g in left {
                if self.node(g).right_stop == stop && self.is_bounded_by(g, stop, true, budget)? {
                    lower = Bound::Excluded(stop);
                    break;
                }
            }
        }
        let mut upper = high.map_or(Bound::Unbounded, Bound::Included);
        if let Some(stop) = high {
            for &g in right {
                if self.node(g).left_stop == stop && self.is_bounded_by(g, stop, false, budget)? {
                    upper = Bound::Excluded(stop);
                    break;
                }
            }
        }
        let is_closed = |bound| matches!(bound, Bound::Included(_));
        if low.is_some() && low == high && !(is_closed(lower) && is_closed(upper)) {
            return Ok(None);
        }
        match Dyadic::simplest_between(lower, upper) {
            Some(number) => Ok(Some(number)),
            None => Err(ValueError::Overflow),
        }
    }

    /// Returns whether `g` is at least a number if `is_least` is set, and otherwise whether `g` is
    /// at most this number.
    fn is_bounded_by(
        &mut self,
        g: Id,
        number: Dyadic,
        is_least: bool,
        budget: &Budget<'_>,
    ) -> Result<bool, ValueError> {
        let simple = SimpleValue::from(number);
        match self.simple_value(g) {
            Some(value) if is_least => Ok(simple.is_le(value)),
            Some(value) => Ok(value.is_le(simple)),
            None => {
                let number = self.simple(simple, budget)?;
                let (low, high) = if is_least { (number, g) } else { (g, number) };
                self.is_le(low, high, budget)
            }
        }
    }

    /// Removes the options of one player that are dominated by other options in the list.
    fn remove_dominated(
        &mut self,
        options: &mut Vec<Id>,
        side: Side,
        budget: &Budget<'_>,
    ) -> Result<(), ValueError> {
        let mut kept = 0;
        'options: for next in 0..options.len() {
            let option = options[next];
            let mut index = 0;
            while index < kept {
                let other = options[index];
                if self.is_no_better(option, other, side, budget)? {
                    continue 'options;
                }
                if self.is_no_better(other, option, side, budget)? {
                    kept -= 1;
                    options[index] = options[kept];
                } else {
                    index += 1;
                }
            }
            options[kept] = option;
            kept += 1;
        }
        options.truncate(kept);
        Ok(())
    }

    /// Returns whether a player has no reason to move to `g` if they can move to `h`.
    #[inline]
    fn is_no_better(
        &mut self,
        g: Id,
        h: Id,
        side: Side,
        budget: &Budget<'_>,
    ) -> Result<bool, ValueError> {
        match side {
            Side::Left => self.is_le(g, h, budget),
            Side::Right => self.is_le(h, g, budget),
        }
    }

    /// Replaces the reversible options of one player in the draft, and returns whether there were
    /// any. The value of the draft does not change, so the comparisons with the draft stay valid.
    fn bypass(&mut self, side: Side, budget: &Budget<'_>) -> Result<bool, ValueError> {
        let mut changed = false;
        let mut index = 0;
        'options: while index < self.draft(side).len() {
            let option = self.draft(side)[index];
            let range = self.option_range(option, budget)?;
            let replies = match side {
                Side::Left => range.start + range.lefts..range.start + range.lefts + range.rights,
                Side::Right => range.start..range.start + range.lefts,
            };
            for at in replies {
                let reply = self.options[at];
                if !self.is_no_better(reply, DRAFT, side, budget)? {
                    continue;
                }
                changed = true;
                let range = self.option_range(reply, budget)?;
                let replacements = match side {
                    Side::Left => range.start..range.start + range.lefts,
                    Side::Right => {
                        range.start + range.lefts..range.start + range.lefts + range.rights
                    }
                };
                let mut options = std::mem::take(self.draft(side));
                options.swap_remove(index);
                for at in replacements {
                    let replacement = self.options[at];
                    if !options.contains(&replacement) {
                        options.push(replacement);
                    }
                }
                self.remove_dominated(&mut options, side, budget)?;
                *self.draft(side) = options;
                index = 0;
                continue 'options;
            }
            index += 1;
        }
        Ok(changed)
    }

    fn draft(&mut self, side: Side) -> &mut Vec<Id> {
        match side {
            Side::Left => &mut self.draft_left,
            Side::Right => &mut self.draft_right,
        }
    }

    /// Returns the sum of a number, a multiple of up and a nimber whose canonical form has these
    /// sorted options, if there is one. The value is not a number.
    fn simple_value_of_lists(&self, left: &[Id], right: &[Id]) -> Option<SimpleValue> {
        if left == right {
            let number = self.simple_value(*left.first()?)?.number;
            let are_nimbers = left.iter().enumerate().all(|(index, &g)| {
                let value = self.simple_value(g);
                value.is_some_and(|value| {
                    value.number == number && value.up == 0 && value.nimber as usize == index
                })
            });
            return are_nimbers.then_some(SimpleValue {
                number,
                up: 0,
                nimber: left.len() as u32,
            });
        }
        self.multiple_of_up(left, right, Side::Left)
            .or_else(|| self.multiple_of_up(left, right, Side::Right))
    }

    /// Returns the positive multiple of up (`near` is Left), or the negative one (`near` is
    /// Right), plus a number and a nimber, that has these options.
    fn multiple_of_up(&self, left: &[Id], right: &[Id], near: Side) -> Option<SimpleValue> {
        let (nears, fars, sign) = match near {
            Side::Left => (left, right, 1),
            Side::Right => (right, left, -1),
        };
        let [far] = fars else { return None };
        let far = self.simple_value(*far)?;
        if far.up * sign < 0 {
            return None;
        }
        let value = SimpleValue {
            number: far.number,
            up: far.up.checked_add(sign).filter(|&up| up != i32::MIN)?,
            nimber: far.nimber ^ 1,
        };
        let expected = if value.up == sign && value.nimber == 1 {
            2
        } else {
            1
        };
        let matches = nears.len() == expected
            && nears.iter().enumerate().all(|(index, &g)| {
                let nimber = index as u32;
                let near = SimpleValue {
                    up: 0,
                    nimber,
                    ..value
                };
                self.simple_value(g) == Some(near)
            });
        matches.then_some(value)
    }
}
