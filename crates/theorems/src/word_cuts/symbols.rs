//! Expressions of rules evaluated for all places of all words at once. A place i and the number of
//! letters s are known by bounds only: how many letters are before the place, and how many behind
//! it. Numbers are linear in i and s; letters are told by their distance from the place.

use rules::ast::{BinaryOp, CompareOp};
use rules::ir::{Choice, Domain, Element, Expr, Fold, Function, Int, Place};

use super::law::{Term, Test, compare};

/// Maximum number of values of a running number that are put in one by one.
const MAX_RUN: Int = 64;

/// `place · i + size · s + more`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Linear {
    pub place: Int,
    pub size: Int,
    pub more: Int,
}

impl Linear {
    pub const PLACE: Linear = Linear {
        place: 1,
        size: 0,
        more: 0,
    };
    pub const SIZE: Linear = Linear {
        place: 0,
        size: 1,
        more: 0,
    };

    pub fn number(more: Int) -> Linear {
        Linear {
            place: 0,
            size: 0,
            more,
        }
    }

    /// The number, if it depends on nothing.
    pub fn as_number(self) -> Option<Int> {
        (self.place == 0 && self.size == 0).then_some(self.more)
    }

    /// The distance from the place, if it is one.
    pub fn as_distance(self) -> Option<Int> {
        (self.place == 1 && self.size == 0).then_some(self.more)
    }

    /// `self + times · other`; `None` where numbers are too large to be of use.
    pub fn plus(self, other: Linear, times: Int) -> Option<Linear> {
        let add = |a: Int, b: Int| {
            a.checked_add(b.checked_mul(times)?)
                .filter(|sum| sum.abs() < 1 << 32)
        };
        Some(Linear {
            place: add(self.place, other.place)?,
            size: add(self.size, other.size)?,
            more: add(self.more, other.more)?,
        })
    }

    /// The value at a place of a word of that many letters.
    pub fn at(self, place: Int, size: Int) -> Int {
        self.place * place + self.size * size + self.more
    }
}

/// What an expression is.
#[derive(Clone, Debug)]
pub(super) enum Symbol {
    Number(Linear),
    /// The letter at this distance from the place, which is inside the word.
    Letter(Int),
    /// 1 or 0, as the letters decide.
    Truth(Test),
}

/// Places of words: bounds for the number of letters before the place and behind it, in words of at
/// most `room` letters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Region {
    pub before: (Int, Int),
    pub behind: (Int, Int),
    pub room: Int,
}

impl Region {
    /// Whether there are such places.
    pub fn is_empty(&self) -> bool {
        self.before.0 > self.before.1
            || self.behind.0 > self.behind.1
            || self.before.0 + self.behind.0 >= self.room
    }

    /// The least and the greatest value of a number: those at the corners of the region.
    fn bounds(&self, number: Linear) -> (Int, Int) {
        // A place has `before` letters before it, so i = before + 1; and s = i + behind is at most
        // the room.
        let most = self.room - 1;
        let before = [self.before.0, self.before.1.min(most - self.behind.0)];
        let mut bounds = (Int::MAX, Int::MIN);
        for before in before {
            for behind in [self.behind.0, self.behind.1.min(most - before)] {
                let value = number.at(before + 1, before + 1 + behind);
                bounds = (bounds.0.min(value), bounds.1.max(value));
            }
        }
        // Where the room cuts a corner off, the end of the shortest side is a corner too.
        let turn = most - self.behind.1;
        if before[0] < turn && turn < before[1] {
            let value = number.at(turn + 1, turn + 1 + self.behind.1);
            bounds = (bounds.0.min(value), bounds.1.max(value));
        }
        bounds
    }

    /// Whether `number op 0` holds at all places; `None` if it does at some.
    fn decides(&self, op: CompareOp, number: Linear) -> Option<bool> {
        let (least, greatest) = self.bounds(number);
        let at_ends = (compare(op, least, 0), compare(op, greatest, 0));
        match op {
            CompareOp::Eq | CompareOp::Ne if least != greatest => {
                (least > 0 || greatest < 0).then_some(op == CompareOp::Ne)
            }
            _ => (at_ends.0 == at_ends.1).then_some(at_ends.0),
        }
    }

    /// Whether one number is at least another at all places.
    pub fn is_least(&self, number: Linear, least: Linear) -> bool {
        number
            .plus(least, -1)
            .and_then(|difference| self.decides(CompareOp::Ge, difference))
            == Some(true)
    }
}

/// How expressions of one game are evaluated.
pub(super) struct Evaluator<'e> {
    pub region: Region,
    /// The slot of the length of the word; its letters follow.
    pub first: usize,
    /// What each local is, if that is known.
    pub locals: &'e [Option<Linear>],
}

impl Evaluator<'_> {
    /// What an expression is; `None` if it is none of the kinds that are understood.
    pub fn symbol(&self, expr: &Expr) -> Option<Symbol> {
        let number = |n: Int| Some(Symbol::Number(Linear::number(n)));
        match expr {
            Expr::Const(n) => number(*n),
            Expr::Slot(slot) if *slot == self.first => Some(Symbol::Number(Linear::SIZE)),
            Expr::Local(local) => self
                .locals
                .get(*local)
                .copied()
                .flatten()
                .map(Symbol::Number),
            Expr::Neg(expr, _) => Linear::number(0)
                .plus(self.linear(expr)?, -1)
                .map(Symbol::Number),
            Expr::Not(expr) => self.truth(expr).map(|test| told(test.negated())),
            Expr::Binary(op, sides, _) => {
                let [a, b] = &**sides;
                match op {
                    BinaryOp::And | BinaryOp::Or => self
                        .folded([a, b].into_iter(), *op == BinaryOp::Or)
                        .map(told),
                    BinaryOp::Add => self.linear(a)?.plus(self.linear(b)?, 1).map(Symbol::Number),
                    BinaryOp::Sub => self
                        .linear(a)?
                        .plus(self.linear(b)?, -1)
                        .map(Symbol::Number),
                    BinaryOp::Mul => {
                        let (a, b) = (self.linear(a)?, self.linear(b)?);
                        let (times, of) = a
                            .as_number()
                            .map(|times| (times, b))
                            .or(b.as_number().map(|times| (times, a)))?;
                        Linear::number(0).plus(of, times).map(Symbol::Number)
                    }
                    _ => None,
                }
            }
            Expr::Compare(op, sides) => self
                .compared(*op, self.symbol(&sides[0])?, self.symbol(&sides[1])?)
                .map(told),
            Expr::If(parts) => {
                if let Some(index) = self.read(parts) {
                    return self.letter(self.linear(index)?);
                }
                let [condition, yes, no] = &**parts;
                match self.truth(condition)? {
                    Test::Always(true) => self.symbol(yes),
                    Test::Always(false) => self.symbol(no),
                    test => {
                        let (yes, no) = (self.truth(yes)?, self.truth(no)?);
                        Some(told(test.clone().and(yes).or(test.negated().and(no))))
                    }
                }
            }
            Expr::Call(Function::Within, list, _) => {
                let [n, most] = &list[..] else { return None };
                let (n, most) = (self.linear(n)?, self.linear(most)?);
                (self.region.is_least(n, Linear::number(0)) && self.region.is_least(most, n))
                    .then_some(Symbol::Number(n))
            }
            Expr::Fold(fold @ (Fold::All | Fold::Any), elements, _) => {
                self.of_many(*fold == Fold::Any, elements).map(told)
            }
            _ => None,
        }
    }

    /// A number.
    pub fn linear(&self, expr: &Expr) -> Option<Linear> {
        match self.symbol(expr)? {
            Symbol::Number(number) => Some(number),
            _ => None,
        }
    }

    /// A condition.
    pub fn truth(&self, expr: &Expr) -> Option<Test> {
        match self.symbol(expr)? {
            Symbol::Number(number) => number.as_number().map(|n| Test::Always(n != 0)),
            Symbol::Truth(test) => Some(test),
            Symbol::Letter(_) => None,
        }
    }

    /// Whether all of these conditions are true, or any. One that is not understood does not matter
    /// if another decides, as long as it has a value at all.
    pub fn folded<'x>(
        &self,
        mut conditions: impl Iterator<Item = &'x Expr>,
        any: bool,
    ) -> Option<Test> {
        conditions
            .try_fold(Ok(Test::Always(!any)), |found, condition| {
                self.joined(found, condition, any)
            })?
            .ok()
    }

    /// One condition more; the inner error is for conditions of which one is not understood, and
    /// none decides so far.
    fn joined(
        &self,
        found: Result<Test, ()>,
        condition: &Expr,
        any: bool,
    ) -> Option<Result<Test, ()>> {
        match (found, self.truth(condition)) {
            (Ok(found), Some(test)) => Some(Ok(if any { found.or(test) } else { found.and(test) })),
            (Err(()), Some(Test::Always(truth))) if truth == any => Some(Ok(Test::Always(truth))),
            (Err(()), Some(_)) => Some(Err(())),
            (found, None) if self.has_value(condition) => Some(found.and_then(|test| {
                if test == Test::Always(any) {
                    Ok(test)
                } else {
                    Err(())
                }
            })),
            (_, None) => None,
        }
    }

    /// The index of a letter that is read if it lies in the room of the word, and is 0 otherwise.
    fn read<'x>(&self, parts: &'x [Expr; 3]) -> Option<&'x Expr> {
        let [
            Expr::Binary(BinaryOp::And, inside, _),
            Expr::At(place, _),
            Expr::Const(0),
        ] = parts
        else {
            return None;
        };
        let Place::Array(first, 1, room, index) = &**place else {
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

    /// Whether an expression has a value at every position, and is no error.
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

    /// The letter at an index; 0 where there is none.
    fn letter(&self, index: Linear) -> Option<Symbol> {
        let (region, one) = (self.region, Linear::number(1));
        if region.is_least(index, one) && region.is_least(Linear::SIZE, index) {
            return index.as_distance().map(Symbol::Letter);
        }
        let is_outside = region.is_least(Linear::number(0), index)
            || region.is_least(index, Linear::SIZE.plus(one, 1)?);
        is_outside.then_some(Symbol::Number(Linear::number(0)))
    }

    fn compared(&self, op: CompareOp, a: Symbol, b: Symbol) -> Option<Test> {
        let letter = |number: Linear| number.as_number();
        let (a, b) = match (a, b) {
            (Symbol::Number(a), Symbol::Number(b)) => {
                return self.region.decides(op, a.plus(b, -1)?).map(Test::Always);
            }
            (Symbol::Letter(a), Symbol::Letter(b)) if a == b => {
                return Some(Test::Always(compare(op, 0, 0)));
            }
            (Symbol::Letter(a), Symbol::Letter(b)) => (Term::At(a), Term::At(b)),
            // Letters are numbered from 1.
            (Symbol::Letter(_), Symbol::Number(b)) if letter(b)? < 1 => {
                return Some(Test::Always(compare(op, 1, 0)));
            }
            (Symbol::Number(a), Symbol::Letter(_)) if letter(a)? < 1 => {
                return Some(Test::Always(compare(op, 0, 1)));
            }
            (Symbol::Letter(a), Symbol::Number(b)) => (Term::At(a), Term::Known(letter(b)?)),
            (Symbol::Number(a), Symbol::Letter(b)) => (Term::Known(letter(a)?), Term::At(b)),
            _ => return None,
        };
        Some(Test::Compare(op, a, b))
    }

    /// Whether all, or any, of the elements are true; running numbers have few known values.
    fn of_many(&self, any: bool, elements: &[Element]) -> Option<Test> {
        let mut found = Ok(Test::Always(!any));
        for element in elements {
            let (local, from, to) = match &element.generators[..] {
                [] => (0, 0, 0),
                [
                    Choice {
                        local,
                        width: 1,
                        domain: Domain::Range(from, to),
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
                    locals[local] = Some(Linear::number(n));
                }
                let inner = Evaluator {
                    locals: &locals,
                    ..*self
                };
                for value in &element.values {
                    found = inner.joined(found, value, any)?;
                }
            }
        }
        found.ok()
    }
}

/// A condition as a symbol: 1 or 0 if it is decided.
fn told(test: Test) -> Symbol {
    match test {
        Test::Always(truth) => Symbol::Number(Linear::number(Int::from(truth))),
        test => Symbol::Truth(test),
    }
}
