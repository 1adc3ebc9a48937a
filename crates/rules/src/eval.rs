//! Evaluates an expression at a position by recursion over the tree. The value is exact, or an
//! error with its location.

use std::cell::Cell;
use std::ops::ControlFlow;

use crate::arithmetic::{self, ArithmeticError};
use crate::ast::BinaryOp;
use crate::game::{EvalError, RulesError};
use crate::ir::{
    ChoiceDomain, Expr, Fold, Int, RangeStopper, RealExpr, RowElement, RuleChoice, SlotRef,
    SourceInfo,
};
use crate::quadratic::Quadratic;
use base::diagnostic::Span;

/// The context of an evaluation: the values of slots and locals.
pub struct EvalContext<'a> {
    /// The position.
    pub slots: &'a [Int],
    /// The values of choices and generators, by local.
    pub locals: Vec<Int>,
    /// A function that is called for every value tried, so that an endless iteration can be
    /// stopped.
    pub tick: &'a dyn Fn() -> Result<(), RulesError>,
    /// Reusable lists for every move: the numbers of a component, and the choices.
    pub(crate) scratch: [Vec<Int>; 2],
}

/// Returns a tick, a function that counts steps and fails after `limit` steps. Each call of the
/// tick counts `1 + extra` steps.
pub fn at_most(limit: u64, extra: usize) -> impl Fn() -> Result<(), RulesError> {
    let left = Cell::new(limit);
    move || match left.get().checked_sub(1 + extra as u64) {
        Some(fewer) => {
            left.set(fewer);
            Ok(())
        }
        None => Err(RulesError::Rule {
            cause: EvalError::Steps(limit),
            game: None,
            span: Span::default(),
            at: Vec::new(),
        }),
    }
}

/// The result of a function that visits a choice's values: continue the iteration, or break out of
/// the domain that is being visited.
pub type Flow = Result<ControlFlow<()>, RulesError>;

impl<'a> EvalContext<'a> {
    /// Creates a context with `locals` locals.
    pub fn new(
        slots: &'a [Int],
        locals: usize,
        tick: &'a dyn Fn() -> Result<(), RulesError>,
    ) -> EvalContext<'a> {
        EvalContext {
            slots,
            locals: vec![0; locals],
            tick,
            scratch: [Vec::new(), Vec::new()],
        }
    }

    /// Creates an error at this position.
    pub fn fault(&self, cause: EvalError, span: Span) -> RulesError {
        RulesError::Rule {
            cause,
            game: None,
            span,
            at: self.slots.to_vec(),
        }
    }

    fn trouble(&self, trouble: ArithmeticError, span: Span) -> RulesError {
        self.fault(EvalError::Arithmetic(trouble), span)
    }

    /// Returns whether a condition holds.
    ///
    /// # Errors
    /// Returns the same errors as [`EvalContext::eval`].
    pub fn holds(&mut self, expr: &Expr) -> Result<bool, RulesError> {
        Ok(self.eval(expr)? != 0)
    }

    /// Returns the value of an expression.
    ///
    /// # Errors
    /// Returns an error if an operation has no result, an index is outside its array, or `tick`
    /// fails.
    pub fn eval(&mut self, expr: &Expr) -> Result<Int, RulesError> {
        Ok(match expr {
            Expr::Const(n) => *n,
            Expr::Slot(i) => self.slots[*i],
            Expr::Local(i) => self.locals[*i],
            Expr::At(place, SourceInfo(span)) => {
                let slot = self.place(place, *span)?;
                // While a table is computed, the slots are its entries so far.
                match self.slots.get(slot) {
                    Some(value) => *value,
                    None => return Err(self.fault(EvalError::Uncomputed, *span)),
                }
            }
            Expr::Entry(data, indices, SourceInfo(span)) => {
                let mut values = [0; 2];
                for (value, index) in values.iter_mut().zip(indices) {
                    *value = self.eval(index)?;
                }
                let place = data.place(&values[..indices.len()]).map_err(|dimension| {
                    let (index, low, high) = data.outside(dimension, values[dimension]);
                    self.fault(EvalError::Index(index, low, high), *span)
                })?;
                data.entries[place]
            }
            Expr::Neg(e, SourceInfo(span)) => {
                let value = self.eval(e)?;
                value
                    .checked_neg()
                    .ok_or_else(|| self.trouble(ArithmeticError::Overflow, *span))?
            }
            Expr::Not(e) => Int::from(self.eval(e)? == 0),
            Expr::Binary(BinaryOp::And, sides, _) => {
                Int::from(self.holds(&sides[0])? && self.holds(&sides[1])?)
            }
            Expr::Binary(BinaryOp::Or, sides, _) => {
                Int::from(self.holds(&sides[0])? || self.holds(&sides[1])?)
            }
            Expr::Binary(op, sides, SourceInfo(span)) => {
                let (a, b) = (self.eval(&sides[0])?, self.eval(&sides[1])?);
                arithmetic::binary(*op, a, b).map_err(|t| self.trouble(t, *span))?
            }
            Expr::Compare(op, sides) => {
                let (a, b) = (self.eval(&sides[0])?, self.eval(&sides[1])?);
                Int::from(op.holds(a.cmp(&b)))
            }
            Expr::If(parts) => {
                let branch = if self.holds(&parts[0])? { 1 } else { 2 };
                self.eval(&parts[branch])?
            }
            Expr::Call(function, args, SourceInfo(span)) => {
                let mut values = [0; 2];
                for (value, arg) in values.iter_mut().zip(args) {
                    *value = self.eval(arg)?;
                }
                arithmetic::call(*function, &values).map_err(|t| self.trouble(t, *span))?
            }
            Expr::Fold(fold, elements, SourceInfo(span)) => self.fold(*fold, elements, *span)?,
            Expr::Floor(real, SourceInfo(span)) => {
                let value = self.real(real, *span)?;
                value.floor().map_err(|t| self.trouble(t, *span))?
            }
            Expr::CompareReal(op, sides, SourceInfo(span)) => {
                let (a, b) = (self.real(&sides[0], *span)?, self.real(&sides[1], *span)?);
                let order = a.compare(b).map_err(|t| self.trouble(t, *span))?;
                Int::from(op.holds(order))
            }
        })
    }

    /// Returns the slot that a reference denotes.
    ///
    /// # Errors
    /// Returns an error if the index has no value, or is outside the array.
    pub fn place(&mut self, place: &SlotRef, span: Span) -> Result<usize, RulesError> {
        match place {
            SlotRef::Slot(slot) => Ok(*slot),
            SlotRef::Array(first, low, len, index) => {
                let index = self.eval(index)?;
                let offset = index
                    .checked_sub(*low)
                    .and_then(|o| usize::try_from(o).ok());
                offset
                    .filter(|o| o < len)
                    .map(|o| first + o)
                    .ok_or_else(|| {
                        self.fault(EvalError::Index(index, *low, low + (*len as Int - 1)), span)
                    })
            }
        }
    }

    pub(crate) fn real(&mut self, real: &RealExpr, span: Span) -> Result<Quadratic, RulesError> {
        Ok(match real {
            RealExpr::Int(e) => Quadratic::int(self.eval(e)?),
            RealExpr::Known(x) => *x,
            RealExpr::Sqrt(e) => {
                let n = self.eval(e)?;
                Quadratic::sqrt(n).map_err(|t| self.trouble(t, span))?
            }
            RealExpr::Neg(e) => self.real(e, span)?.negate(),
            RealExpr::Binary(op, sides) => {
                let (a, b) = (self.real(&sides[0], span)?, self.real(&sides[1], span)?);
                a.binary(*op, b).map_err(|t| self.trouble(t, span))?
            }
        })
    }

    fn fold(&mut self, fold: Fold, elements: &[RowElement], span: Span) -> Result<Int, RulesError> {
        let mut so_far = None;
        let walked = self.each_row(elements, &mut |env, row| {
            so_far =
                arithmetic::fold_step(fold, so_far, row[0]).map_err(|t| env.trouble(t, span))?;
            Ok(if arithmetic::is_decided(fold, so_far) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            })
        });
        if let Err(fault) = walked {
            return Err(match fault {
                RulesError::Rule {
                    cause: cause @ EvalError::Steps(_),
                    game,
                    at,
                    span: unknown,
                } if unknown == Span::default() => RulesError::Rule {
                    cause,
                    game,
                    span,
                    at,
                },
                other => other,
            });
        }
        arithmetic::folded(fold, so_far).map_err(|t| self.trouble(t, span))
    }

    /// Visits every row of a list, with generators expanded, until the visitor breaks.
    ///
    /// # Errors
    /// Returns an error if a value of a row or the domain of a generator cannot be computed, or
    /// `tick` or `visit` fails.
    pub fn each_row(
        &mut self,
        elements: &[RowElement],
        visit: &mut dyn FnMut(&mut Self, &[Int]) -> Flow,
    ) -> Flow {
        for element in elements {
            let flow = self.each_choice(&element.generators, &mut |env| {
                let mut row = Vec::with_capacity(element.values.len());
                for value in &element.values {
                    row.push(env.eval(value)?);
                }
                visit(env, &row)
            })?;
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Visits every combination of these choices, the first varying slowest, until the visitor
    /// breaks out of all choices.
    ///
    /// # Errors
    /// Returns the same errors as [`EvalContext::each_value`], for each of the choices.
    pub fn each_choice(
        &mut self,
        choices: &[RuleChoice],
        visit: &mut dyn FnMut(&mut Self) -> Flow,
    ) -> Flow {
        match choices {
            [] => visit(self),
            [first, rest @ ..] => self.each_value(first, &mut |env| env.each_choice(rest, visit)),
        }
    }

    /// Returns whether a row of values is in the domain of a choice. If the domain is a range, only
    /// the bounds of the range are tested.
    ///
    /// # Errors
    /// Returns an error if the domain cannot be computed, or `tick` fails.
    pub fn allows(&mut self, choice: &RuleChoice, row: &[Int]) -> Result<bool, RulesError> {
        match &choice.domain {
            ChoiceDomain::Range(low, high) => {
                Ok(self.eval(low)? <= row[0] && row[0] <= self.eval(high)?)
            }
            // A value beyond the end of an unbounded range has no legal result. The range of the
            // value is checked when the result is written.
            ChoiceDomain::Open(low, _) => Ok(self.eval(low)? <= row[0]),
            ChoiceDomain::Known(flat) => Ok(flat.chunks(choice.width).any(|known| known == row)),
            ChoiceDomain::Listed(_) | ChoiceDomain::Digits(..) | ChoiceDomain::Endless(..) => {
                let found = self.each_value(choice, &mut |env| {
                    let here = &env.locals[choice.local..choice.local + choice.width];
                    Ok(if here == row {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    })
                })?;
                Ok(found.is_break())
            }
        }
    }

    /// Visits every value of one choice, assigned to its locals, until the visitor breaks.
    ///
    /// # Errors
    /// Returns an error if the domain cannot be computed, an endless set does not increase, or
    /// `tick` or `visit` fails.
    pub fn each_value(
        &mut self,
        choice: &RuleChoice,
        visit: &mut dyn FnMut(&mut Self) -> Flow,
    ) -> Flow {
        match &choice.domain {
            ChoiceDomain::Range(low, high) => {
                let (low, high) = (self.eval(low)?, self.eval(high)?);
                let mut value = low;
                while value <= high {
                    (self.tick)()?;
                    self.locals[choice.local] = value;
                    if visit(self)?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                    let Some(next) = value.checked_add(1) else {
                        break;
                    };
                    value = next;
                }
            }
            ChoiceDomain::Open(low, stoppers) => {
                let mut value = Some(self.eval(low)?);
                while let Some(v) = value {
                    (self.tick)()?;
                    self.locals[choice.local] = v;
                    if self.stopped(stoppers)? {
                        break;
                    }
                    if visit(self)?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                    value = v.checked_add(1);
                }
            }
            ChoiceDomain::Known(flat) => {
                for row in flat.chunks(choice.width) {
                    (self.tick)()?;
                    self.locals[choice.local..choice.local + choice.width].copy_from_slice(row);
                    if visit(self)?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
            }
            ChoiceDomain::Listed(elements) => {
                let mut rows: Vec<Vec<Int>> = Vec::new();
                let _ = self.each_row(elements, &mut |env, row| {
                    (env.tick)()?;
                    rows.push(row.to_vec());
                    Ok(ControlFlow::Continue(()))
                })?;
                rows.sort();
                rows.dedup();
                for row in rows {
                    self.locals[choice.local..choice.local + choice.width].copy_from_slice(&row);
                    if visit(self)?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
            }
            ChoiceDomain::Digits(number, base) => {
                let (mut rest, base) = (self.eval(number)?, self.eval(base)?);
                if rest < 0 || base < 2 {
                    let bad = if rest < 0 { rest } else { base };
                    return Err(self.trouble(ArithmeticError::Domain(bad), choice.span.0));
                }
                while rest > 0 {
                    (self.tick)()?;
                    self.locals[choice.local] = rest % base;
                    rest /= base;
                    if visit(self)?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
            }
            ChoiceDomain::Endless(running, from, value, stoppers) => {
                let mut index = self.eval(from)?;
                let mut last: Option<Int> = None;
                loop {
                    (self.tick)()?;
                    self.locals[*running] = index;
                    // A value that exceeds 64 bits also exceeds every number of a position, so the
                    // set ends here.
                    let Some(next) = self.within_64_bits(value)? else {
                        break;
                    };
                    if last.is_some_and(|last| next <= last) {
                        return Err(self.fault(EvalError::NotIncreasing, choice.span.0));
                    }
                    self.locals[choice.local] = next;
                    if self.stopped(stoppers)? {
                        break;
                    }
                    if visit(self)?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                    last = Some(next);
                    match index.checked_add(1) {
                        Some(next) => index = next,
                        None => break,
                    }
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn within_64_bits(&mut self, value: &Expr) -> Result<Option<Int>, RulesError> {
        match self.eval(value) {
            Ok(value) => Ok(Some(value)),
            Err(RulesError::Rule {
                cause: EvalError::Arithmetic(ArithmeticError::Overflow),
                ..
            }) => Ok(None),
            Err(fault) => Err(fault),
        }
    }

    /// Returns whether no further value of an unbounded choice can be legal, because every possible
    /// component has left its range.
    fn stopped(&mut self, stoppers: &[RangeStopper]) -> Result<bool, RulesError> {
        for stopper in stoppers {
            let out = match self.within_64_bits(&stopper.value)? {
                None => true,
                Some(value) if stopper.sinks => value < stopper.bound,
                Some(value) => value > stopper.bound,
            };
            if out {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
