//! Simpler forms of expressions: chosen values that are known are put in, constants are folded, small folds are unrolled, indices
//! that are known become slots. The result has the same value wherever the expression has one, and fails where it fails.

use std::cell::Cell;

use base::diagnostic::Span;
use rules::arithmetic;
use rules::ast::{BinaryOp, CompareOp};
use rules::ir::{Choice, Domain, Element, Expr, Int, Place};

/// What stands for slots and locals: a local may be a known number, a slot any expression.
#[derive(Clone, Debug, Default)]
pub struct Values<'a> {
    /// Known locals.
    pub locals: Vec<(usize, Int)>,
    /// What stands for the slots, if not themselves.
    pub slots: Option<&'a [Expr]>,
    /// Locals that are not known are moved up by so many, out of the way of others.
    pub shift: usize,
    /// How many elements may still be unrolled in all; folds of folds would multiply.
    pub room: Option<&'a Cell<usize>>,
}

/// The most elements that one fold is unrolled into.
const UNROLLED: usize = 64;

impl Values<'_> {
    /// The same with one more known local.
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

    /// The simpler form of an expression.
    pub fn put_into(&self, expr: &Expr) -> Expr {
        let constant = |value: Result<Int, _>, otherwise: Expr| value.map_or(otherwise, Expr::Const);
        match expr {
            Expr::Const(_) => expr.clone(),
            Expr::Slot(slot) => self.slot(*slot),
            Expr::Local(local) => self.local(*local),
            Expr::At(place, span) => self.at(place, *span),
            Expr::Neg(e, span) => match self.put_into(e) {
                Expr::Const(n) if n != Int::MIN => Expr::Const(-n),
                e => Expr::Neg(Box::new(e), *span),
            },
            Expr::Not(e) => match self.put_into(e) {
                Expr::Const(n) => Expr::Const(Int::from(n == 0)),
                e => Expr::Not(Box::new(e)),
            },
            Expr::Binary(op, sides, span) => self.binary(*op, sides, *span),
            Expr::Compare(op, sides) => {
                let sides = [self.put_into(&sides[0]), self.put_into(&sides[1])];
                match &sides {
                    [Expr::Const(a), Expr::Const(b)] => Expr::Const(Int::from(op.holds(a.cmp(b)))),
                    _ => Expr::Compare(*op, Box::new(sides)),
                }
            }
            Expr::If(parts) => match self.put_into(&parts[0]) {
                Expr::Const(0) => self.put_into(&parts[2]),
                Expr::Const(_) => self.put_into(&parts[1]),
                condition => Expr::If(Box::new([condition, self.put_into(&parts[1]), self.put_into(&parts[2])])),
            },
            Expr::Call(function, args, span) => {
                let args: Vec<Expr> = args.iter().map(|a| self.put_into(a)).collect();
                let known: Option<Vec<Int>> = args.iter().map(as_constant).collect();
                let otherwise = Expr::Call(*function, args, *span);
                known.map_or(otherwise.clone(), |known| constant(arithmetic::call(*function, &known), otherwise))
            }
            Expr::Fold(fold, elements, span) => {
                let mut unrolled = Vec::new();
                let whole = elements.iter().all(|element| self.unroll(element, &element.generators, &mut unrolled));
                if !whole {
                    let elements = elements.iter().map(|e| self.element(e)).collect();
                    return Expr::Fold(*fold, elements, *span);
                }
                let known: Option<Vec<Int>> = unrolled.iter().map(as_constant).collect();
                let otherwise = || {
                    let element = |value: &Expr| Element { values: vec![value.clone()], generators: Vec::new() };
                    Expr::Fold(*fold, unrolled.iter().map(element).collect(), *span)
                };
                let Some(known) = known else { return otherwise() };
                let all = known.iter().try_fold(None, |so_far, &x| arithmetic::fold_step(*fold, so_far, x));
                all.and_then(|all| arithmetic::folded(*fold, all)).map_or_else(|_| otherwise(), Expr::Const)
            }
            Expr::Floor(..) | Expr::CompareReal(..) => expr.clone(),
        }
    }

    fn binary(&self, op: BinaryOp, sides: &[Expr; 2], span: Span) -> Expr {
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
            (BinaryOp::Add | BinaryOp::Sub, _, Expr::Const(0)) | (BinaryOp::Mul, _, Expr::Const(1)) => a,
            (BinaryOp::Add, Expr::Const(0), _) | (BinaryOp::Mul, Expr::Const(1), _) => b,
            _ => Expr::Binary(op, Box::new([a, b]), span),
        }
    }

    fn at(&self, place: &Place, span: Span) -> Expr {
        match place {
            Place::Slot(slot) => self.slot(*slot),
            Place::Array(first, low, len, index) => {
                let index = self.put_into(index);
                if let Some(slot) = indexed(*first, *low, *len, &index) {
                    return self.slot(slot);
                }
                match self.slots {
                    None => Expr::At(Box::new(Place::Array(*first, *low, *len, index)), span),
                    // A chain of comparisons; the index was found inside the array by who put expressions for slots.
                    Some(slots) => {
                        let mut chain = slots[first + len - 1].clone();
                        for i in (0..len - 1).rev() {
                            let here = Expr::Compare(CompareOp::Eq, Box::new([index.clone(), Expr::Const(low + i as Int)]));
                            chain = Expr::If(Box::new([here, slots[first + i].clone(), chain]));
                        }
                        chain
                    }
                }
            }
        }
    }

    /// Adds the values of an element to a list; false if its generators are not small and known.
    fn unroll(&self, element: &Element, generators: &[Choice], out: &mut Vec<Expr>) -> bool {
        let Some((first, rest)) = generators.split_first() else {
            let left = self.room.map_or(UNROLLED, Cell::get);
            if left == 0 || out.len() == UNROLLED {
                return false;
            }
            self.room.inspect(|room| room.set(left - 1));
            out.push(self.put_into(&element.values[0]));
            return true;
        };
        let Some(rows) = self.rows(first) else { return false };
        rows.iter().all(|row| {
            let inner = row.iter().enumerate().fold(self.clone(), |values, (i, x)| values.with(first.local + i, *x));
            inner.unroll(element, rest, out)
        })
    }

    /// The rows of a choice, if they are few and known.
    pub fn rows(&self, choice: &Choice) -> Option<Vec<Vec<Int>>> {
        match &choice.domain {
            Domain::Range(low, high) => {
                let (low, high) = (as_constant(&self.put_into(low))?, as_constant(&self.put_into(high))?);
                let few = high < low || high.checked_sub(low)? < UNROLLED as Int;
                few.then(|| (low..=high).map(|x| vec![x]).collect())
            }
            Domain::Known(flat) if flat.len() <= UNROLLED * choice.width => Some(flat.chunks(choice.width).map(<[Int]>::to_vec).collect()),
            _ => None,
        }
    }

    fn element(&self, element: &Element) -> Element {
        let values = element.values.iter().map(|v| self.put_into(v)).collect();
        Element { values, generators: element.generators.iter().map(|g| self.choice(g)).collect() }
    }

    /// The simpler form of a choice that stays.
    pub fn choice(&self, choice: &Choice) -> Choice {
        let domain = match &choice.domain {
            Domain::Range(low, high) => Domain::Range(self.put_into(low), self.put_into(high)),
            Domain::Digits(number, base) => Domain::Digits(self.put_into(number), self.put_into(base)),
            Domain::Listed(elements) => Domain::Listed(elements.iter().map(|e| self.element(e)).collect()),
            other => other.clone(),
        };
        Choice { local: choice.local + self.shift, domain, ..choice.clone() }
    }
}

/// The slot that a known index means.
pub fn indexed(first: usize, low: Int, len: usize, index: &Expr) -> Option<usize> {
    let offset = usize::try_from(as_constant(index)?.checked_sub(low)?).ok()?;
    (offset < len).then_some(first + offset)
}

/// The number, if an expression is one.
pub fn as_constant(expr: &Expr) -> Option<Int> {
    match expr {
        Expr::Const(n) => Some(*n),
        _ => None,
    }
}

/// `a op b`
pub fn binary(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    Values::default().binary(op, &[a, b], Span::default())
}

/// `a op b` for comparisons.
pub fn compare(op: CompareOp, a: Expr, b: Expr) -> Expr {
    Values::default().put_into(&Expr::Compare(op, Box::new([a, b])))
}

/// Whether an expression reads a local that a test accepts.
pub fn reads_local(expr: &Expr, accepts: &dyn Fn(usize) -> bool) -> bool {
    let any = |list: &[Expr]| list.iter().any(|e| reads_local(e, accepts));
    match expr {
        Expr::Const(_) | Expr::Slot(_) => false,
        Expr::Local(local) => accepts(*local),
        Expr::At(place, _) => matches!(&**place, Place::Array(_, _, _, index) if reads_local(index, accepts)),
        Expr::Neg(e, _) | Expr::Not(e) => reads_local(e, accepts),
        Expr::Binary(_, sides, _) | Expr::Compare(_, sides) => any(&sides[..]),
        Expr::If(parts) => any(&parts[..]),
        Expr::Call(_, args, _) => any(args),
        Expr::Fold(_, elements, _) => elements.iter().any(|e| any(&e.values) || e.generators.iter().any(|g| choice_reads(g, accepts))),
        // Real numbers stand in claims only; whoever meets one takes the careful way.
        Expr::Floor(..) | Expr::CompareReal(..) => true,
    }
}

fn choice_reads(choice: &Choice, accepts: &dyn Fn(usize) -> bool) -> bool {
    match &choice.domain {
        Domain::Range(a, b) | Domain::Digits(a, b) => reads_local(a, accepts) || reads_local(b, accepts),
        Domain::Known(_) => false,
        Domain::Listed(_) | Domain::Open(..) | Domain::Endless(..) => true,
    }
}
