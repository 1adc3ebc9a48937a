//! The order of values. G ≤ H unless a left option of G is at least H, or a right option of H is
//! at most G.
//!
//! Most comparisons are decided by the stops. The others are memoised. If one value is a number,
//! the options of the number are not needed (number avoidance theorem).

use base::budget::Budget;

use crate::error::ValueError;
use crate::pair_table::pair_key;
use crate::store::{DRAFT, Id, Store};

/// The relation of two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// The first value is less.
    Less,
    /// The values are equal.
    Equal,
    /// The first value is greater.
    Greater,
    /// The values are confused (fuzzy): neither is less than or equal to the other.
    Confused,
}

/// The outcome of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OutcomeClass {
    /// Left wins for both starting players: the value is positive.
    Left,
    /// Right wins for both starting players: the value is negative.
    Right,
    /// The next player wins: the value is confused with zero.
    Next,
    /// The previous player wins: the value is zero.
    Previous,
}

impl OutcomeClass {
    /// Returns the usual letter: L, R, N or P.
    pub fn letter(self) -> char {
        match self {
            OutcomeClass::Left => 'L',
            OutcomeClass::Right => 'R',
            OutcomeClass::Next => 'N',
            OutcomeClass::Previous => 'P',
        }
    }
}

/// A comparison low ≤ high that is being decided with the options.
pub(crate) struct OpenComparison {
    low: Id,
    high: Id,
    /// Index of the next question: one for each left option of `low`, then one for each right
    /// option of `high`. [`REFUTED`] if the last answer refuted the comparison.
    next: u32,
    lefts: u32,
    rights: u32,
    left_start: u32,
    right_start: u32,
}

const REFUTED: u32 = u32::MAX;

impl Store {
    /// Returns whether `g` ≤ `h`.
    ///
    /// # Errors
    /// Returns [`ValueError`] if the budget runs out or the store is full.
    #[inline]
    pub fn is_le(&mut self, g: Id, h: Id, budget: &Budget<'_>) -> Result<bool, ValueError> {
        match self.quick_comparison(g, h) {
            Some(answer) => Ok(answer),
            None => self.slow_comparison(g, h, budget),
        }
    }

    /// Returns the relation of `g` to `h`.
    ///
    /// # Errors
    /// As [`Store::is_le`].
    pub fn compare(&mut self, g: Id, h: Id, budget: &Budget<'_>) -> Result<Relation, ValueError> {
        if g == h {
            return Ok(Relation::Equal);
        }
        Ok(if self.is_le(g, h, budget)? {
            Relation::Less
        } else if self.is_le(h, g, budget)? {
            Relation::Greater
        } else {
            Relation::Confused
        })
    }

    /// Returns the outcome: the relation to zero.
    ///
    /// # Errors
    /// As [`Store::is_le`].
    pub fn outcome(&mut self, g: Id, budget: &Budget<'_>) -> Result<OutcomeClass, ValueError> {
        Ok(match self.compare(g, Store::ZERO, budget)? {
            Relation::Less => OutcomeClass::Right,
            Relation::Equal => OutcomeClass::Previous,
            Relation::Greater => OutcomeClass::Left,
            Relation::Confused => OutcomeClass::Next,
        })
    }

    /// Decides a comparison without the options, if possible.
    #[inline]
    fn quick_comparison(&self, low: Id, high: Id) -> Option<bool> {
        if low == high {
            return Some(true);
        }
        let (low_node, high_node) = (self.node(low), self.node(high));
        if low_node.left_stop < high_node.right_stop {
            return Some(true);
        }
        if low_node.left_stop > high_node.left_stop || low_node.right_stop > high_node.right_stop {
            return Some(false);
        }
        if self.is_simple(low)
            && self.is_simple(high)
            && let (Some(low), Some(high)) = (self.simple_value(low), self.simple_value(high))
        {
            return Some(low.is_le(high));
        }
        if low == DRAFT || high == DRAFT {
            return self.draft_memo.get(&(low, high)).copied();
        }
        self.comparison_memo.get(pair_key(low, high))
    }

    #[inline(never)]
    fn slow_comparison(
        &mut self,
        low: Id,
        high: Id,
        budget: &Budget<'_>,
    ) -> Result<bool, ValueError> {
        let mut stack = std::mem::take(&mut self.comparison_stack);
        stack.clear();
        let answer = self.decide(&mut stack, low, high, budget);
        self.comparison_stack = stack;
        answer
    }

    fn decide(
        &mut self,
        stack: &mut Vec<OpenComparison>,
        low: Id,
        high: Id,
        budget: &Budget<'_>,
    ) -> Result<bool, ValueError> {
        let first = self.open_comparison(low, high, budget)?;
        stack.push(first);
        loop {
            let top = stack
                .last_mut()
                .expect("the first comparison is not decided");
            let mut question = None;
            let answer = loop {
                let next = top.next;
                let (low, high) = if next == REFUTED {
                    break false;
                } else if next < top.lefts {
                    (top.high, self.left_option(top, next))
                } else if next < top.lefts + top.rights {
                    (self.right_option(top, next - top.lefts), top.low)
                } else {
                    break true;
                };
                match self.quick_comparison(low, high) {
                    Some(true) => break false,
                    Some(false) => top.next += 1,
                    None => {
                        question = Some((low, high));
                        break false;
                    }
                }
            };
            if let Some((low, high)) = question {
                let open = self.open_comparison(low, high, budget)?;
                if stack.len() == stack.capacity() {
                    let own = self.bytes();
                    budget.make_room(stack, 1, own)?;
                }
                stack.push(open);
                continue;
            }
            let (low, high) = (top.low, top.high);
            stack.pop();
            self.remember_comparison(low, high, answer, budget);
            match stack.last_mut() {
                None => return Ok(answer),
                Some(parent) if answer => parent.next = REFUTED,
                Some(parent) => parent.next += 1,
            }
        }
    }

    fn left_option(&self, open: &OpenComparison, index: u32) -> Id {
        if open.low == DRAFT {
            self.draft_left[index as usize]
        } else {
            self.options[(open.left_start + index) as usize]
        }
    }

    fn right_option(&self, open: &OpenComparison, index: u32) -> Id {
        if open.high == DRAFT {
            self.draft_right[index as usize]
        } else {
            self.options[(open.right_start + index) as usize]
        }
    }

    fn open_comparison(
        &mut self,
        low: Id,
        high: Id,
        budget: &Budget<'_>,
    ) -> Result<OpenComparison, ValueError> {
        budget.tick()?;
        self.comparisons += 1;
        let (left_start, lefts) = if low == DRAFT {
            (0, self.draft_left.len())
        } else if self.is_number(low) {
            (0, 0)
        } else {
            let range = self.option_range(low, budget)?;
            (range.start, range.lefts)
        };
        let (right_start, rights) = if high == DRAFT {
            (0, self.draft_right.len())
        } else if self.is_number(high) {
            (0, 0)
        } else {
            let range = self.option_range(high, budget)?;
            (range.start + range.lefts, range.rights)
        };
        Ok(OpenComparison {
            low,
            high,
            next: 0,
            lefts: lefts as u32,
            rights: rights as u32,
            left_start: left_start as u32,
            right_start: right_start as u32,
        })
    }

    /// Adds the result to the memo. If the budget does not allow the memo to grow, the memo is
    /// cleared, because it only saves time.
    #[inline]
    fn remember_comparison(&mut self, low: Id, high: Id, answer: bool, budget: &Budget<'_>) {
        if low == DRAFT || high == DRAFT {
            self.draft_memo.insert((low, high), answer);
            return;
        }
        if self.comparison_memo.is_full() {
            let own = self.bytes();
            if self.comparison_memo.grow(own, budget).is_err() {
                self.comparison_memo.clear();
            }
        }
        self.comparison_memo.insert(pair_key(low, high), answer);
    }
}
