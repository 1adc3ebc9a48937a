//! Evaluates expressions of rules for all places of all words at once. For a place i in a word of s
//! letters, only bounds on the number of letters before the place and after it are known. Numbers
//! are linear in i and s; letters are identified by their distance from the place.

use rules::ast::{BinaryOp, CompareOp};
use rules::ir::{ChoiceDomain, Expr, Fold, Function, Int, RowElement, RuleChoice, SlotRef};

use super::law::{LetterTerm, LetterTest, compare};

/// Maximum number of values of a generator (`for ...`) that are substituted individually.
const MAX_RUN: Int = 64;

/// The conjunction or disjunction of the conditions evaluated so far.
enum FoldedTest {
    Known(LetterTest),
    /// Some condition is not supported, and no other condition decides the result.
    Undecided,
}

impl FoldedTest {
    fn into_test(self) -> Option<LetterTest> {
        match self {
            FoldedTest::Known(test) => Some(test),
            FoldedTest::Undecided => None,
        }
    }
}

/// The number `place · i + size · s + more`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WordLinearForm {
    pub place: Int,
    pub size: Int,
    pub more: Int,
}

impl WordLinearForm {
    pub const PLACE: WordLinearForm = WordLinearForm {
        place: 1,
        size: 0,
        more: 0,
    };
    pub const SIZE: WordLinearForm = WordLinearForm {
        place: 0,
        size: 1,
        more: 0,
    };

    pub fn number(more: Int) -> WordLinearForm {
        WordLinearForm {
            place: 0,
            size: 0,
            more,
        }
    }

    /// Returns the number if the form is constant.
    pub fn as_number(self) -> Option<Int> {
        (self.place == 0 && self.size == 0).then_some(self.more)
    }

    /// Returns the distance from the place if the form is `i + distance`.
    pub fn as_distance(self) -> Option<Int> {
        (self.place == 1 && self.size == 0).then_some(self.more)
    }

    /// Returns `self + times · other`; `None` if numbers are too large to be useful.
    pub fn plus(self, other: WordLinearForm, times: Int) -> Option<WordLinearForm> {
        let add = |a: Int, b: Int| {
            a.checked_add(b.checked_mul(times)?)
                .filter(|sum| sum.abs() < 1 << 32)
        };
        Some(WordLinearForm {
            place: add(self.place, other.place)?,
            size: add(self.size, other.size)?,
            more: add(self.more, other.more)?,
        })
    }

    /// Returns the value at a place of a word of `size` letters.
    pub fn value_at(self, place: Int, size: Int) -> Int {
        self.place * place + self.size * size + self.more
    }
}

/// The symbolic value of an expression.
#[derive(Clone, Debug)]
pub(super) enum SymbolicValue {
    Number(WordLinearForm),
    /// The letter at this distance from the place, which must be inside the word.
    Letter(Int),
    /// The number 1 or 0, depending on a test of the letters.
    Truth(LetterTest),
}

/// A set of places of words, given by bounds for the number of letters before and after the place,
/// in words of at most `room` letters.
#[derive(Clone, Copy, Debug)]
pub(super) struct WordRegion {
    pub before: (Int, Int),
    pub behind: (Int, Int),
    pub room: Int,
}

impl WordRegion {
    /// Returns whether the region contains no place.
    pub fn is_empty(&self) -> bool {
        self.before.0 > self.before.1
            || self.behind.0 > self.behind.1
            || self.before.0 + self.behind.0 >= self.room
    }

    /// Returns the minimum and the maximum of a linear number over the region, which are reached at
    /// corners of the region.
    fn bounds(&self, number: WordLinearForm) -> (Int, Int) {
        // A place has `before` letters before it, so i = before + 1, and s = i + behind is at most
        // the room.
        let most = self.room - 1;
        let before = [self.before.0, self.before.1.min(most - self.behind.0)];
        let mut bounds = (Int::MAX, Int::MIN);
        for before in before {
            for behind in [self.behind.0, self.behind.1.min(most - before)] {
                let value = number.value_at(before + 1, before + 1 + behind);
                bounds = (bounds.0.min(value), bounds.1.max(value));
            }
        }
        // If the maximum length cuts off a corner, the end of the shortest side is a corner, too.
        let turn = most - self.behind.1;
        if before[0] < turn && turn < before[1] {
            let value = number.value_at(turn + 1, turn + 1 + self.behind.1);
            bounds = (bounds.0.min(value), bounds.1.max(value));
        }
        bounds
    }

    /// Returns whether `number op 0` holds at all places; `None` if it holds at some places and
    /// fails at others.
    fn decides(&self, op: CompareOp, number: WordLinearForm) -> Option<bool> {
        let (least, greatest) = self.bounds(number);
        let at_ends = (compare(op, least, 0), compare(op, greatest, 0));
        match op {
            CompareOp::Eq | CompareOp::Ne if least != greatest => {
                (least > 0 || greatest < 0).then_some(op == CompareOp::Ne)
            }
            _ => (at_ends.0 == at_ends.1).then_some(at_ends.0),
        }
    }

    /// Returns whether one number is at least another at all places.
    pub fn is_least(&self, number: WordLinearForm, least: WordLinearForm) -> bool {
        number
            .plus(least, -1)
            .and_then(|difference| self.decides(CompareOp::Ge, difference))
            == Some(true)
    }
}

/// An evaluator for the expressions of one game.
pub(super) struct Evaluator<'e> {
    pub region: WordRegion,
    /// The slot of the length of the word; its letters follow.
    pub first: usize,
    /// The value of each local, if known.
    pub locals: &'e [Option<WordLinearForm>],
}

impl Evaluator<'_> {
    /// Returns the symbolic value of an expression; `None` if the expression is not supported.
    pub fn symbol(&self, expr: &Expr) -> Option<SymbolicValue> {
        let number = |n: Int| Some(SymbolicValue::Number(WordLinearForm::number(n)));
        match expr {
            Expr::Const(n) => number(*n),
            Expr::Slot(slot) if *slot == self.first => {
                Some(SymbolicValue::Number(WordLinearForm::SIZE))
            }
            Expr::Local(local) => self
                .locals
                .get(*local)
                .copied()
                .flatten()
                .map(SymbolicValue::Number),
            Expr::Neg(expr, _) => WordLinearForm::number(0)
                .plus(self.linear(expr)?, -1)
                .map(SymbolicValue::Number),
            Expr::Not(expr) => self.truth(expr).map(|test| to_symbol(test.negated())),
            Expr::Binary(op, sides, _) => {
                let [a, b] = &**sides;
                match op {
                    BinaryOp::And | BinaryOp::Or => self
                        .fold_conditions([a, b].into_iter(), *op == BinaryOp::Or)
                        .map(to_symbol),
                    BinaryOp::Add => self
                        .linear(a)?
                        .plus(self.linear(b)?, 1)
                        .map(SymbolicValue::Number),
                    BinaryOp::Sub => self
                        .linear(a)?
                        .plus(self.linear(b)?, -1)
                        .map(SymbolicValue::Number),
                    BinaryOp::Mul => {
                        let (a, b) = (self.linear(a)?, self.linear(b)?);
                        let (times, of) = a
                            .as_number()
                            .map(|times| (times, b))
                            .or(b.as_number().map(|times| (times, a)))?;
                        WordLinearForm::number(0)
                            .plus(of, times)
                            .map(SymbolicValue::Number)
                    }
                    _ => None,
                }
            }
            Expr::Compare(op, sides) => self
                .compare_symbols(*op, self.symbol(&sides[0])?, self.symbol(&sides[1])?)
                .map(to_symbol),
            Expr::If(parts) => {
                if let Some(index) = self.read(parts) {
                    return self.letter(self.linear(index)?);
                }
                let [condition, yes, no] = &**parts;
                match self.truth(condition)? {
                    LetterTest::Always(true) => self.symbol(yes),
                    LetterTest::Always(false) => self.symbol(no),
                    test => {
                        let (yes, no) = (self.truth(yes)?, self.truth(no)?);
                        Some(to_symbol(test.clone().and(yes).or(test.negated().and(no))))
                    }
                }
            }
            Expr::Call(Function::Within, list, _) => {
                let [n, most] = &list[..] else { return None };
                let (n, most) = (self.linear(n)?, self.linear(most)?);
                (self.region.is_least(n, WordLinearForm::number(0))
                    && self.region.is_least(most, n))
                .then_some(SymbolicValue::Number(n))
            }
            Expr::Fold(fold @ (Fold::All | Fold::Any), elements, _) => {
                self.of_many(*fold == Fold::Any, elements).map(to_symbol)
            }
            _ => None,
        }
    }

    /// Returns the linear form of an expression; `None` if the expression is not a linear number.
    pub fn linear(&self, expr: &Expr) -> Option<WordLinearForm> {
        match self.symbol(expr)? {
            SymbolicValue::Number(number) => Some(number),
            _ => None,
        }
    }

    /// Returns the letter test of a condition; `None` if the condition is not supported.
    pub fn truth(&self, expr: &Expr) -> Option<LetterTest> {
        match self.symbol(expr)? {
            SymbolicValue::Number(number) => number.as_number().map(|n| LetterTest::Always(n != 0)),
            SymbolicValue::Truth(test) => Some(test),
            SymbolicValue::Letter(_) => None,
        }
    }

    /// Returns the test that all conditions of a list are true, or that at least one is true. If
    /// another condition decides the result, an unsupported condition does not matter, provided
    /// that it has a value.
    pub fn fold_conditions<'x>(
        &self,
        mut conditions: impl Iterator<Item = &'x Expr>,
        any: bool,
    ) -> Option<LetterTest> {
        let start = FoldedTest::Known(LetterTest::Always(!any));
        conditions
            .try_fold(start, |folded, condition| self.join(folded, condition, any))?
            .into_test()
    }

    /// Adds a condition to the folded test; returns `None` if the condition may have no value.
    fn join(&self, folded: FoldedTest, condition: &Expr, any: bool) -> Option<FoldedTest> {
        let decisive = LetterTest::Always(any);
        Some(match (folded, self.truth(condition)) {
            (FoldedTest::Known(folded), Some(test)) => FoldedTest::Known(if any {
                folded.or(test)
            } else {
                folded.and(test)
            }),
            (FoldedTest::Undecided, Some(test)) if test == decisive => FoldedTest::Known(test),
            (FoldedTest::Undecided, Some(_)) => FoldedTest::Undecided,
            (_, None) if !self.has_value(condition) => return None,
            (FoldedTest::Known(folded), None) if folded == decisive => FoldedTest::Known(folded),
            (_, None) => FoldedTest::Undecided,
        })
    }

    /// Returns the index that an array access checks: the expression is the letter at this index if
    /// the index is from 1 to the room, and 0 otherwise.
    fn read<'x>(&self, parts: &'x [Expr; 3]) -> Option<&'x Expr> {
        let [
            Expr::Binary(BinaryOp::And, inside, _),
            Expr::At(place, _),
            Expr::Const(0),
        ] = parts
        else {
            return None;
        };
        let SlotRef::Array(first, 1, room, index) = &**place else {
            return None;
        };
        let [
            Expr::Compare(CompareOp::Ge, low),
            Expr::Compare(CompareOp::Le, high),
        ] = &**inside
        else {
            return None;
        };
        let same = low[0] == *index
            && high[0] == *index
            && low[1] == Expr::Const(1)
            && high[1] == Expr::Const(self.region.room);
        (same && *first == self.first + 1 && *room as Int == self.region.room).then_some(index)
    }

    /// Returns whether an expression has a value at every position and never fails.
    fn has_value(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Const(_) | Expr::Slot(_) | Expr::Local(_) => true,
            Expr::Not(inner) => self.has_value(inner),
            Expr::Binary(BinaryOp::And | BinaryOp::Or, sides, _) | Expr::Compare(_, sides) => {
                sides.iter().all(|side| self.has_value(side))
            }
            Expr::If(parts) => match self.read(parts) {
                Some(index) => self.linear(index).is_some(),
                None => parts.iter().all(|part| self.has_value(part)),
            },
            _ => self.linear(expr).is_some(),
        }
    }

    /// Returns the letter at an index; 0 outside the word.
    fn letter(&self, index: WordLinearForm) -> Option<SymbolicValue> {
        let (region, one) = (self.region, WordLinearForm::number(1));
        if region.is_least(index, one) && region.is_least(WordLinearForm::SIZE, index) {
            return index.as_distance().map(SymbolicValue::Letter);
        }
        let is_outside = region.is_least(WordLinearForm::number(0), index)
            || region.is_least(index, WordLinearForm::SIZE.plus(one, 1)?);
        is_outside.then_some(SymbolicValue::Number(WordLinearForm::number(0)))
    }

    fn compare_symbols(
        &self,
        op: CompareOp,
        a: SymbolicValue,
        b: SymbolicValue,
    ) -> Option<LetterTest> {
        let letter = |number: WordLinearForm| number.as_number();
        let (a, b) = match (a, b) {
            (SymbolicValue::Number(a), SymbolicValue::Number(b)) => {
                return self
                    .region
                    .decides(op, a.plus(b, -1)?)
                    .map(LetterTest::Always);
            }
            (SymbolicValue::Letter(a), SymbolicValue::Letter(b)) if a == b => {
                return Some(LetterTest::Always(compare(op, 0, 0)));
            }
            (SymbolicValue::Letter(a), SymbolicValue::Letter(b)) => {
                (LetterTerm::At(a), LetterTerm::At(b))
            }
            // The letters of a word are numbered from 1.
            (SymbolicValue::Letter(_), SymbolicValue::Number(b)) if letter(b)? < 1 => {
                return Some(LetterTest::Always(compare(op, 1, 0)));
            }
            (SymbolicValue::Number(a), SymbolicValue::Letter(_)) if letter(a)? < 1 => {
                return Some(LetterTest::Always(compare(op, 0, 1)));
            }
            (SymbolicValue::Letter(a), SymbolicValue::Number(b)) => {
                (LetterTerm::At(a), LetterTerm::Known(letter(b)?))
            }
            (SymbolicValue::Number(a), SymbolicValue::Letter(b)) => {
                (LetterTerm::Known(letter(a)?), LetterTerm::At(b))
            }
            _ => return None,
        };
        Some(LetterTest::Compare(op, a, b))
    }

    /// Returns the test that all, or any, of the elements are true. A generator of an element must
    /// have a known range of few values.
    fn of_many(&self, any: bool, elements: &[RowElement]) -> Option<LetterTest> {
        let mut folded = FoldedTest::Known(LetterTest::Always(!any));
        for element in elements {
            let (local, from, to) = match &element.generators[..] {
                [] => (0, 0, 0),
                [
                    RuleChoice {
                        local,
                        width: 1,
                        domain: ChoiceDomain::Range(from, to),
                        ..
                    },
                ] => (
                    *local,
                    self.linear(from)?.as_number()?,
                    self.linear(to)?.as_number()?,
                ),
                _ => return None,
            };
            if to - from >= MAX_RUN {
                return None;
            }
            let mut locals = self.locals.to_vec();
            if !element.generators.is_empty() {
                locals.resize(locals.len().max(local + 1), None);
            }
            for n in from..=to {
                if !element.generators.is_empty() {
                    locals[local] = Some(WordLinearForm::number(n));
                }
                let inner = Evaluator {
                    locals: &locals,
                    ..*self
                };
                for value in &element.values {
                    folded = inner.join(folded, value, any)?;
                }
            }
        }
        folded.into_test()
    }
}

/// Converts a condition to a symbol: 1 or 0 if it is constant.
fn to_symbol(test: LetterTest) -> SymbolicValue {
    match test {
        LetterTest::Always(truth) => {
            SymbolicValue::Number(WordLinearForm::number(Int::from(truth)))
        }
        test => SymbolicValue::Truth(test),
    }
}
