//! Simplification of expressions: known choices are substituted, constants are folded, small folds
//! are unrolled, and known indices become slots. The result has the value of the original
//! expression, and its evaluation fails exactly if the evaluation of the original expression fails.

use std::cell::Cell;

use base::diagnostic::Span;
use rules::arithmetic;
use rules::ast::{BinaryOp, CompareOp};
use rules::ir::{ChoiceDomain, Expr, ExprMapper, Int, RowElement, RuleChoice, SlotRef, SourceInfo};

/// A substitution for slots and locals: a number may replace a local, and any expression may
/// replace a slot.
#[derive(Clone, Debug, Default)]
pub struct ExprSubstitution<'a> {
    /// Known locals.
    pub locals: Vec<(usize, Int)>,
    /// The expressions for the slots; `None` leaves slots unchanged.
    pub slots: Option<&'a [Expr]>,
    /// The number added to the indices of unknown locals, so that they do not collide with other
    /// locals.
    pub shift: usize,
    /// The number of elements that may still be unrolled in total. Without a total limit, the
    /// limits of nested folds would multiply.
    pub room: Option<&'a Cell<usize>>,
}

/// Maximum number of elements into which one fold is unrolled.
const UNROLLED: usize = 64;

impl ExprSubstitution<'_> {
    /// Returns this substitution with one additional known local.
    pub fn with(&self, local: usize, value: Int) -> Self {
        let mut values = self.clone();
        values.locals.retain(|(l, _)| *l != local);
        values.locals.push((local, value));
        values
    }

    fn local(&self, local: usize) -> Expr {
        match self.locals.iter().find(|(l, _)| *l == local) {
            Some((_, value)) => Expr::Const(*value),
            None => Expr::Local(local + self.shift),
        }
    }

    fn slot(&self, slot: usize) -> Expr {
        match self.slots {
            Some(slots) => slots[slot].clone(),
            None => Expr::Slot(slot),
        }
    }

    /// Returns the expression with the values substituted, simplified.
    pub fn put_into(&self, expr: &Expr) -> Expr {
        match expr {
            Expr::Slot(slot) => self.slot(*slot),
            Expr::Local(local) => self.local(*local),
            Expr::At(place, span) => self.place(place, *span),
            Expr::Binary(op, sides, span) => self.binary(*op, sides, *span),
            Expr::If(parts) => match self.put_into(&parts[0]) {
                Expr::Const(0) => self.put_into(&parts[2]),
                Expr::Const(_) => self.put_into(&parts[1]),
                condition => Expr::If(Box::new([
                    condition,
                    self.put_into(&parts[1]),
                    self.put_into(&parts[2]),
                ])),
            },
            Expr::Fold(fold, elements, span) => {
                let mut unrolled = Vec::new();
                let whole = elements
                    .iter()
                    .all(|element| self.unroll(element, &element.generators, &mut unrolled));
                if !whole {
                    return expr.map(&mut &*self);
                }
                let known: Option<Vec<Int>> = unrolled.iter().map(as_constant).collect();
                let otherwise = || {
                    let element = |value: &Expr| RowElement {
                        values: vec![value.clone()],
                        generators: Vec::new(),
                    };
                    Expr::Fold(*fold, unrolled.iter().map(element).collect(), *span)
                };
                let Some(known) = known else {
                    return otherwise();
                };
                let all = known
                    .iter()
                    .try_fold(None, |so_far, &x| arithmetic::fold_step(*fold, so_far, x));
                all.and_then(|all| arithmetic::folded(*fold, all))
                    .map_or_else(|_| otherwise(), Expr::Const)
            }
            Expr::Const(_)
            | Expr::Neg(..)
            | Expr::Not(_)
            | Expr::Compare(..)
            | Expr::Call(..)
            | Expr::Entry(..)
            | Expr::Floor(..)
            | Expr::CompareReal(..) => computed(expr.map(&mut &*self)),
        }
    }

    fn binary(&self, op: BinaryOp, sides: &[Expr; 2], span: SourceInfo<Span>) -> Expr {
        let a = self.put_into(&sides[0]);
        match (op, &a) {
            (BinaryOp::And, Expr::Const(0)) => return Expr::Const(0),
            (BinaryOp::Or, Expr::Const(n)) if *n != 0 => return Expr::Const(1),
            _ => {}
        }
        let b = self.put_into(&sides[1]);
        match (op, &a, &b) {
            (_, Expr::Const(x), Expr::Const(y)) => match arithmetic::binary(op, *x, *y) {
                Ok(value) => Expr::Const(value),
                Err(_) => Expr::Binary(op, Box::new([a, b]), span),
            },
            (BinaryOp::Add | BinaryOp::Sub, _, Expr::Const(0))
            | (BinaryOp::Mul, _, Expr::Const(1)) => a,
            (BinaryOp::Add, Expr::Const(0), _) | (BinaryOp::Mul, Expr::Const(1), _) => b,
            _ => Expr::Binary(op, Box::new([a, b]), span),
        }
    }

    fn place(&self, place: &SlotRef, span: SourceInfo<Span>) -> Expr {
        match place {
            SlotRef::Slot(slot) => self.slot(*slot),
            SlotRef::Array(first, low, len, index) => {
                let index = self.put_into(index);
                if let Some(slot) = indexed(*first, *low, *len, &index) {
                    return self.slot(slot);
                }
                match self.slots {
                    None => Expr::At(Box::new(SlotRef::Array(*first, *low, *len, index)), span),
                    // An array element with an unknown index becomes a chain of comparisons of the
                    // index. The caller that substitutes slots has checked that the index is inside
                    // the array.
                    Some(slots) => {
                        let mut chain = slots[first + len - 1].clone();
                        for i in (0..len - 1).rev() {
                            let here = Expr::Compare(
                                CompareOp::Eq,
                                Box::new([index.clone(), Expr::Const(low + i as Int)]),
                            );
                            chain = Expr::If(Box::new([here, slots[first + i].clone(), chain]));
                        }
                        chain
                    }
                }
            }
        }
    }

    /// Adds the values of an element to a list; returns `false` if the element's generators are not
    /// small and known.
    fn unroll(&self, element: &RowElement, generators: &[RuleChoice], out: &mut Vec<Expr>) -> bool {
        let Some((first, rest)) = generators.split_first() else {
            let left = self.room.map_or(UNROLLED, Cell::get);
            if left == 0 || out.len() == UNROLLED {
                return false;
            }
            self.room.inspect(|room| room.set(left - 1));
            out.push(self.put_into(&element.values[0]));
            return true;
        };
        let Some(rows) = self.rows(first) else {
            return false;
        };
        rows.iter().all(|row| {
            let inner = row.iter().enumerate().fold(self.clone(), |values, (i, x)| {
                values.with(first.local + i, *x)
            });
            inner.unroll(element, rest, out)
        })
    }

    /// Returns the rows of a choice; `None` if the rows are too many or not known.
    pub fn rows(&self, choice: &RuleChoice) -> Option<Vec<Vec<Int>>> {
        match &choice.domain {
            ChoiceDomain::Range(low, high) => {
                let (low, high) = (
                    as_constant(&self.put_into(low))?,
                    as_constant(&self.put_into(high))?,
                );
                let few = high < low || high.checked_sub(low)? < UNROLLED as Int;
                few.then(|| (low..=high).map(|x| vec![x]).collect())
            }
            ChoiceDomain::Known(flat) if flat.len() <= UNROLLED * choice.width => {
                Some(flat.chunks(choice.width).map(<[Int]>::to_vec).collect())
            }
            _ => None,
        }
    }
}

impl ExprMapper for &ExprSubstitution<'_> {
    fn expr(&mut self, expr: &Expr) -> Expr {
        self.put_into(expr)
    }

    fn binder(&mut self, local: usize) -> usize {
        local + self.shift
    }
}

/// Evaluates an expression with simplified parts to a number, if the parts are numbers and the
/// expression has a value.
fn computed(expr: Expr) -> Expr {
    let value = match &expr {
        Expr::Neg(e, _) => as_constant(e).and_then(Int::checked_neg),
        Expr::Not(e) => as_constant(e).map(|n| Int::from(n == 0)),
        Expr::Compare(op, sides) => as_constant(&sides[0])
            .zip(as_constant(&sides[1]))
            .map(|(a, b)| Int::from(op.holds(a.cmp(&b)))),
        Expr::Call(function, args, _) => {
            let known: Option<Vec<Int>> = args.iter().map(as_constant).collect();
            known.and_then(|known| arithmetic::call(*function, &known).ok())
        }
        Expr::Entry(data, indices, _) => {
            let known: Option<Vec<Int>> = indices.iter().map(as_constant).collect();
            known.and_then(|known| Some(data.entries[data.place(&known).ok()?]))
        }
        _ => None,
    };
    value.map_or(expr, Expr::Const)
}

/// Returns the slot for a known index.
pub fn indexed(first: usize, low: Int, len: usize, index: &Expr) -> Option<usize> {
    let offset = usize::try_from(as_constant(index)?.checked_sub(low)?).ok()?;
    (offset < len).then_some(first + offset)
}

/// Returns the value of an expression that is a constant; `None` for any other expression.
pub fn as_constant(expr: &Expr) -> Option<Int> {
    match expr {
        Expr::Const(n) => Some(*n),
        _ => None,
    }
}

/// Returns `a op b`, simplified.
pub fn binary(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    ExprSubstitution::default().binary(op, &[a, b], SourceInfo::default())
}

/// Returns the comparison `a op b`, simplified.
pub fn compare(op: CompareOp, a: Expr, b: Expr) -> Expr {
    ExprSubstitution::default().put_into(&Expr::Compare(op, Box::new([a, b])))
}

/// Returns whether an expression reads a local for which `accepts` returns true.
pub fn reads_local(expr: &Expr, accepts: &dyn Fn(usize) -> bool) -> bool {
    expr.any(&|part| matches!(part, Expr::Local(local) if accepts(*local)))
}
