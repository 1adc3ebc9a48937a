//! Lowers real numbers in rules: `floor` of a fraction becomes integer arithmetic, and constants
//! are computed immediately.

use super::lowering::Lowering;
use super::typed::TypedExpr;
use crate::ast::BinaryOp;
use crate::ir::{Expr, Int, RealExpr, SourceInfo};
use crate::quadratic::Quadratic;
use base::diagnostic::{Diagnostic, Span};
use base::text;
use base::text::Text;

impl Lowering<'_> {
    /// Lowers a decimal, which is `digits / 10 ** places`.
    pub(super) fn decimal(&mut self, digits: Int, places: u32, span: Span) -> Option<TypedExpr> {
        if !self.reals {
            let whole = Diagnostic::error(
                span,
                text!("decimals are not allowed here", "此处不能用小数"),
            );
            return self.refuse(
                whole
                    .label(text!("write a whole number", "请写整数"))
                    .help(only_in_floor()),
            );
        }
        let ratio = 10_i128
            .checked_pow(places)
            .and_then(|power| Quadratic::ratio(digits.into(), power))?;
        Some(TypedExpr::Real(RealExpr::Known(ratio)))
    }

    /// Reports a real number in an expression that must not contain real numbers.
    pub(super) fn no_reals<T>(&mut self, span: Span) -> Option<T> {
        self.refuse(Diagnostic::error(span, only_in_floor()))
    }

    /// Reports the unsupported constant `pi`.
    pub(super) fn no_pi<T>(&mut self, span: Span) -> Option<T> {
        let message = text!(
            "cannot compute exactly with `pi`: it is not a number (p + q * sqrt(d)) / r with integers p, q, r and d",
            "`pi` 不是形如 (p + q * sqrt(d)) / r 的数（p、q、r、d 为整数），无法精确计算"
        );
        self.refuse(Diagnostic::error(span, message).help(text!(
            "use a fraction close to it, such as 355 / 113 or 3.14159265",
            "可改用相近的分数：355 / 113 或 3.14159265"
        )))
    }

    /// Lowers `floor` of a real number. `floor` of a fraction becomes an expression of integers,
    /// which every engine supports.
    pub(super) fn floor_of(&self, real: RealExpr, span: Span) -> Expr {
        match self.fraction(&real, span) {
            Some((top, 1)) => top,
            Some((top, under)) => self.folded(Expr::Binary(
                BinaryOp::Div,
                Box::new([top, Expr::Const(under)]),
                SourceInfo(span),
            )),
            None => Expr::Floor(Box::new(real), SourceInfo(span)),
        }
    }

    /// Computes a constant real number that has a value.
    pub(super) fn known_real(&self, real: RealExpr, span: Span) -> RealExpr {
        let constant =
            |side: &RealExpr| matches!(side, RealExpr::Known(_) | RealExpr::Int(Expr::Const(_)));
        let closed = match &real {
            RealExpr::Sqrt(e) => matches!(e, Expr::Const(_)),
            RealExpr::Neg(side) => constant(side),
            RealExpr::Binary(_, sides) => sides.iter().all(constant),
            RealExpr::Int(_) | RealExpr::Known(_) => false,
        };
        if !closed {
            return real;
        }
        // A constant expression that fails may be in a branch that is never evaluated. If the
        // expression is evaluated, the interpreter reports the error.
        self.compute(|env| env.real(&real, span))
            .map_or(real, RealExpr::Known)
    }

    /// Returns an integer expression and its positive divisor, if the real number is their
    /// quotient.
    fn fraction(&self, real: &RealExpr, span: Span) -> Option<(Expr, Int)> {
        let whole = |op, a: Expr, b: Expr| {
            self.folded(Expr::Binary(op, Box::new([a, b]), SourceInfo(span)))
        };
        let times = |e: Expr, by: Int| {
            if by == 1 {
                e
            } else {
                whole(BinaryOp::Mul, e, Expr::Const(by))
            }
        };
        match real {
            RealExpr::Int(e) => Some((e.clone(), 1)),
            RealExpr::Known(x) => {
                let (num, den) = x.as_ratio()?;
                Some((Expr::Const(num.try_into().ok()?), den.try_into().ok()?))
            }
            RealExpr::Sqrt(_) => None,
            RealExpr::Neg(side) => {
                let (top, under) = self.fraction(side, span)?;
                Some((
                    self.folded(Expr::Neg(Box::new(top), SourceInfo(span))),
                    under,
                ))
            }
            RealExpr::Binary(op, sides) => {
                let ((a, under_a), (b, under_b)) = (
                    self.fraction(&sides[0], span)?,
                    self.fraction(&sides[1], span)?,
                );
                match op {
                    BinaryOp::Mul => {
                        let top = if a == Expr::Const(1) {
                            b
                        } else {
                            whole(BinaryOp::Mul, a, b)
                        };
                        Some((top, under_a.checked_mul(under_b)?))
                    }
                    BinaryOp::Div => {
                        let Expr::Const(divisor) = b else { return None };
                        if divisor == 0 {
                            return None;
                        }
                        let top = times(a, under_b.checked_mul(divisor.signum())?);
                        Some((top, under_a.checked_mul(divisor.checked_abs()?)?))
                    }
                    op => Some((
                        whole(*op, times(a, under_b), times(b, under_a)),
                        under_a.checked_mul(under_b)?,
                    )),
                }
            }
        }
    }
}

/// Explains where real numbers are allowed.
pub(super) fn only_in_floor() -> Text {
    text!(
        "real numbers are only allowed in claims and in `floor(...)`",
        "实数只能出现在 claim 与 `floor(...)` 中"
    )
}
