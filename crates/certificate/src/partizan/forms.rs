//! Verified forms, and their order by its definition. G ≤ H unless a left option of G is at least
//! H, or a right option of H is at most G (Conway 1976).

use base::budget::{Budget, StopReason};
use base::text;
use rustc_hash::FxHashMap;

use super::proof::{PartizanForm, PartizanWinner};
use super::refuse;
use crate::error::CertificateError;

/// The number of the form without options.
pub(super) const ZERO: u32 = 0;

/// Approximate number of bytes of a form, without its options.
const FORM_BYTES: u64 = 160;

/// Approximate number of bytes of an option of a form.
const OPTION_BYTES: u64 = 8;

/// Approximate number of bytes of a comparison, with the free entries of its table.
const COMPARISON_BYTES: u64 = 32;

/// Maximum number of bytes of a form that is shown.
const MAX_SHOWN_BYTES: usize = 100;

/// A comparison that is being decided.
#[derive(Debug)]
struct OpenQuestion {
    low: u32,
    high: u32,
    /// The index of the next option that may refute the comparison: the left options of `low`, then
    /// the right options of `high`.
    next: usize,
}

/// Forms whose rows were verified. Each form is canonical, and no two forms are equal.
#[derive(Debug, Default)]
pub(super) struct VerifiedForms {
    forms: Vec<PartizanForm>,
    numbers: FxHashMap<PartizanForm, u32>,
    /// Whether the first form is at most the second form.
    comparisons: FxHashMap<(u32, u32), bool>,
    /// The number of the negative of each form, if the negative has a row.
    negatives: Vec<Option<u32>>,
    open: Vec<OpenQuestion>,
    options: u64,
}

impl VerifiedForms {
    /// Returns the approximate number of bytes in memory.
    pub fn bytes(&self) -> u64 {
        self.forms.len() as u64 * FORM_BYTES
            + self.options * OPTION_BYTES
            + self.comparisons.capacity() as u64 * COMPARISON_BYTES
    }

    /// Returns the left options of a form.
    pub fn left(&self, form: u32) -> &[u32] {
        &self.forms[form as usize].left
    }

    /// Returns the right options of a form.
    pub fn right(&self, form: u32) -> &[u32] {
        &self.forms[form as usize].right
    }

    /// Rejects the number of a form that has no row.
    pub fn expect(&self, form: u32) -> Result<(), CertificateError> {
        if (form as usize) < self.forms.len() {
            return Ok(());
        }
        refuse(text!("there is no form {form}", "没有形式 {form}"))
    }

    /// Verifies that a form is canonical, and adds it.
    pub fn add(
        &mut self,
        form: &PartizanForm,
        budget: &Budget<'_>,
    ) -> Result<(), CertificateError> {
        let PartizanForm { left, right } = form;
        budget.steps(1 + left.len() + right.len())?;
        let number = self.forms.len() as u32;
        for options in [left, right] {
            if !options.is_sorted_by(|a, b| a < b) {
                return refuse(text!(
                    "the options of form {number} are not in increasing order",
                    "形式 {number} 的选项未按升序排列"
                ));
            }
            if let Some(later) = options.last().filter(|last| **last >= number) {
                return refuse(text!(
                    "form {number} refers to form {later}, which does not precede it",
                    "形式 {number} 引用了不在其前的形式 {later}"
                ));
            }
        }
        if let Some(same) = self.numbers.get(form) {
            return refuse(text!(
                "form {number} repeats form {same}",
                "形式 {number} 与形式 {same} 相同"
            ));
        }
        self.options += 2 * (left.len() + right.len()) as u64;
        budget.allow_memory(self.bytes() + FORM_BYTES)?;
        self.forms.push(form.clone());
        self.numbers.insert(form.clone(), number);
        self.find_negative(number);
        self.expect_no_dominated(number, left, budget)?;
        self.expect_no_dominated(number, right, budget)?;
        for &option in left {
            for reply in 0..self.right(option).len() {
                let reply = self.right(option)[reply];
                if self.is_le(reply, number, budget)? {
                    return reversible(number, option, reply);
                }
            }
        }
        for &option in right {
            for reply in 0..self.left(option).len() {
                let reply = self.left(option)[reply];
                if self.is_le(number, reply, budget)? {
                    return reversible(number, option, reply);
                }
            }
        }
        Ok(())
    }

    /// Returns the number of the negative of a form; `None` if the negative has no row.
    pub fn negative(&self, form: u32) -> Option<u32> {
        self.negatives[form as usize]
    }

    /// Finds the negative of a new form. If both forms have rows, the negatives of all options have
    /// rows too, because options precede the forms.
    fn find_negative(&mut self, number: u32) {
        self.negatives.push(None);
        let negatives = |options: &[u32]| {
            let own = |option: &u32| self.negative(*option);
            let mut negatives: Vec<u32> = options.iter().map(own).collect::<Option<_>>()?;
            negatives.sort_unstable();
            Some(negatives)
        };
        let form = &self.forms[number as usize];
        let (Some(left), Some(right)) = (negatives(&form.right), negatives(&form.left)) else {
            return;
        };
        if let Some(&negative) = self.numbers.get(&PartizanForm { left, right }) {
            self.negatives[number as usize] = Some(negative);
            self.negatives[negative as usize] = Some(number);
        }
    }

    /// Rejects a form with two options of one player of which one is at most the other.
    fn expect_no_dominated(
        &mut self,
        form: u32,
        options: &[u32],
        budget: &Budget<'_>,
    ) -> Result<(), CertificateError> {
        for (index, &one) in options.iter().enumerate() {
            for &other in &options[..index] {
                if self.is_le(one, other, budget)? || self.is_le(other, one, budget)? {
                    return refuse(text!(
                        "form {form} has a dominated option: forms {other} and {one} are comparable",
                        "形式 {form} 有被支配的选项：形式 {other} 与 {one} 可比"
                    ));
                }
            }
        }
        Ok(())
    }

    /// Returns whether one form is at most another form.
    pub fn is_le(&mut self, low: u32, high: u32, budget: &Budget<'_>) -> Result<bool, StopReason> {
        if let Some(answer) = self.find_known(low, high) {
            return Ok(answer);
        }
        self.open.clear();
        self.open(low, high, budget)?;
        // The stack of the thread is not used, because forms may be nested deeply. The comparisons
        // end because the options of a form precede it.
        loop {
            let at = self.open.len() - 1;
            let OpenQuestion { low, high, next } = self.open[at];
            let (lefts, rights) = (self.left(low), self.right(high));
            let question = match next.checked_sub(lefts.len()) {
                None => Some((high, lefts[next])),
                Some(index) => rights.get(index).map(|&option| (option, low)),
            };
            let answer = match question.map(|(low, high)| (low, high, self.find_known(low, high))) {
                None => true,
                Some((_, _, Some(true))) => false,
                Some((_, _, Some(false))) => {
                    budget.tick()?;
                    self.open[at].next += 1;
                    continue;
                }
                Some((low, high, None)) => {
                    self.open(low, high, budget)?;
                    continue;
                }
            };
            self.remember(low, high, answer, budget)?;
            self.open.pop();
            if self.open.is_empty() {
                return Ok(answer);
            }
        }
    }

    fn find_known(&self, low: u32, high: u32) -> Option<bool> {
        match low == high {
            true => Some(true),
            false => self.comparisons.get(&(low, high)).copied(),
        }
    }

    fn open(&mut self, low: u32, high: u32, budget: &Budget<'_>) -> Result<(), StopReason> {
        budget.tick()?;
        let own = self.bytes();
        budget.make_room(&mut self.open, 1, own)?;
        self.open.push(OpenQuestion { low, high, next: 0 });
        Ok(())
    }

    fn remember(
        &mut self,
        low: u32,
        high: u32,
        answer: bool,
        budget: &Budget<'_>,
    ) -> Result<(), StopReason> {
        if self.comparisons.len() == self.comparisons.capacity() {
            let own = self.bytes();
            budget.allow_growth(own, own.max(COMPARISON_BYTES))?;
        }
        self.comparisons.insert((low, high), answer);
        Ok(())
    }

    /// Returns whether the game with these left and right options has the value of a form. The
    /// options are given by forms of the same values.
    ///
    /// The game equals the form C if the player who begins loses {left | right} - C. A move to an
    /// option l or r loses if not l ≥ C and not r ≤ C. The moves in -C lose if every left option of
    /// C is at most some l, and every right option of C is at least some r. If C is canonical, the
    /// converse is also true: otherwise an option of C would be reversible.
    pub fn is_value(
        &mut self,
        left: &[u32],
        right: &[u32],
        form: u32,
        budget: &Budget<'_>,
    ) -> Result<bool, StopReason> {
        for &option in left {
            if self.is_le(form, option, budget)? {
                return Ok(false);
            }
        }
        for &option in right {
            if self.is_le(option, form, budget)? {
                return Ok(false);
            }
        }
        for index in 0..self.left(form).len() {
            let own = self.left(form)[index];
            if !self.any(left, |forms, option| forms.is_le(own, option, budget))? {
                return Ok(false);
            }
        }
        for index in 0..self.right(form).len() {
            let own = self.right(form)[index];
            if !self.any(right, |forms, option| forms.is_le(option, own, budget))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns whether a condition is true of some option.
    fn any(
        &mut self,
        options: &[u32],
        holds: impl Fn(&mut VerifiedForms, u32) -> Result<bool, StopReason>,
    ) -> Result<bool, StopReason> {
        for &option in options {
            if holds(self, option)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the winner of games with the value of a form.
    pub fn winner(&mut self, form: u32, budget: &Budget<'_>) -> Result<PartizanWinner, StopReason> {
        let (at_most, at_least) = (
            self.is_le(form, ZERO, budget)?,
            self.is_le(ZERO, form, budget)?,
        );
        Ok(match (at_most, at_least) {
            (true, true) => PartizanWinner::Previous,
            (true, false) => PartizanWinner::Right,
            (false, true) => PartizanWinner::Left,
            (false, false) => PartizanWinner::Next,
        })
    }

    /// Shows a form as `grundy value` reads it; `None` if the text is too long.
    pub fn show(&self, form: u32, budget: &Budget<'_>) -> Result<Option<String>, StopReason> {
        let mut needed = vec![false; form as usize + 1];
        needed[form as usize] = true;
        for number in (0..=form).rev() {
            budget.tick()?;
            if needed[number as usize] {
                let options = self.left(number).iter().chain(self.right(number));
                options.for_each(|&option| needed[option as usize] = true);
            }
        }
        let mut shown: FxHashMap<u32, Option<String>> = FxHashMap::default();
        for number in (0..=form).filter(|&number| needed[number as usize]) {
            budget.tick()?;
            let text = self.show_with(number, &shown);
            shown.insert(number, text);
        }
        Ok(shown.remove(&form).flatten())
    }

    /// Shows a form whose options are shown in `shown`.
    fn show_with(&self, form: u32, shown: &FxHashMap<u32, Option<String>>) -> Option<String> {
        let of = |option: &u32| shown.get(option)?.as_deref();
        let integer = |option: &u32| of(option)?.parse::<i64>().ok();
        let (left, right) = (self.left(form), self.right(form));
        match (left, right) {
            ([], []) => return Some("0".to_owned()),
            ([one], []) if let Some(next) = integer(one).filter(|n| *n >= 0) => {
                return next.checked_add(1).map(|n| n.to_string());
            }
            ([], [one]) if let Some(next) = integer(one).filter(|n| *n <= 0) => {
                return next.checked_sub(1).map(|n| n.to_string());
            }
            ([ZERO], [ZERO]) => return Some("*".to_owned()),
            _ => {}
        }
        let list = |options: &[u32]| {
            let options: Option<Vec<&str>> = options.iter().map(of).collect();
            Some(options?.join(","))
        };
        let text = format!("{{{}|{}}}", list(left)?, list(right)?);
        (text.len() <= MAX_SHOWN_BYTES).then_some(text)
    }
}

fn reversible<T>(form: u32, option: u32, reply: u32) -> Result<T, CertificateError> {
    refuse(text!(
        "form {form} has a reversible option: form {option}, by the reply to form {reply}",
        "形式 {form} 有可逆的选项：形式 {option}，应对后为形式 {reply}"
    ))
}
