//! Affine forms of expressions: a constant and a coefficient for each slot and local. Two
//! expressions with the same form are equal at every point at which both have a value. Loop bounds,
//! range tests and addresses are computed from affine forms.

use std::collections::BTreeMap;

use rules::ast::{BinaryOp, CompareOp};
use rules::ir::{Expr, Int, SourceInfo};

/// A slot or a local.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Variable {
    /// A slot of the position.
    Slot(usize),
    /// A local: the value of a choice or a loop.
    Local(usize),
}

/// `constant + Σ coefficient · variable`; no coefficient is 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AffineForm {
    /// The constant.
    pub constant: i128,
    /// The coefficients.
    pub terms: BTreeMap<Variable, i128>,
}

/// Numbers of this size or larger are rejected, so that sums of a few forms remain exact.
const MAX_MAGNITUDE: i128 = 1 << 96;

impl AffineForm {
    /// Returns a form without variables.
    pub fn constant(constant: i128) -> AffineForm {
        AffineForm {
            constant,
            terms: BTreeMap::new(),
        }
    }

    /// Returns the form of an expression; `None` if it is not affine.
    pub fn from_expr(expr: &Expr) -> Option<AffineForm> {
        let one = |variable| AffineForm {
            constant: 0,
            terms: BTreeMap::from([(variable, 1)]),
        };
        Some(match expr {
            Expr::Const(n) => AffineForm::constant((*n).into()),
            Expr::Slot(i) => one(Variable::Slot(*i)),
            Expr::Local(i) => one(Variable::Local(*i)),
            Expr::Neg(e, _) => AffineForm::default().plus(-1, &AffineForm::from_expr(e)?)?,
            Expr::Binary(BinaryOp::Add, sides, _) => {
                AffineForm::from_expr(&sides[0])?.plus(1, &AffineForm::from_expr(&sides[1])?)?
            }
            Expr::Binary(BinaryOp::Sub, sides, _) => {
                AffineForm::from_expr(&sides[0])?.plus(-1, &AffineForm::from_expr(&sides[1])?)?
            }
            Expr::Binary(BinaryOp::Mul, sides, _) => {
                let (a, b) = (
                    AffineForm::from_expr(&sides[0])?,
                    AffineForm::from_expr(&sides[1])?,
                );
                match (a.as_constant(), b.as_constant()) {
                    (Some(c), _) => AffineForm::default().plus(c, &b)?,
                    (_, Some(c)) => AffineForm::default().plus(c, &a)?,
                    _ => return None,
                }
            }
            _ => return None,
        })
    }

    /// Returns the form that is not negative exactly if a condition holds; `None` unless the
    /// condition is an affine comparison by `<`, `<=`, `>` or `>=`.
    pub fn not_negative(condition: &Expr) -> Option<AffineForm> {
        let Expr::Compare(op, sides) = condition else {
            return None;
        };
        let (a, b) = (
            AffineForm::from_expr(&sides[0])?,
            AffineForm::from_expr(&sides[1])?,
        );
        let (difference, short) = match op {
            CompareOp::Ge => (a.plus(-1, &b)?, 0),
            CompareOp::Gt => (a.plus(-1, &b)?, 1),
            CompareOp::Le => (b.plus(-1, &a)?, 0),
            CompareOp::Lt => (b.plus(-1, &a)?, 1),
            CompareOp::Eq | CompareOp::Ne => return None,
        };
        difference.plus(-short, &AffineForm::constant(1))
    }

    /// Returns the constant; `None` if the form contains variables.
    pub fn as_constant(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// Returns `self + factor · other`; `None` if a number becomes too large.
    pub fn plus(&self, factor: i128, other: &AffineForm) -> Option<AffineForm> {
        let mut sum = self.clone();
        sum.constant = sum
            .constant
            .checked_add(factor.checked_mul(other.constant)?)?;
        for (variable, coefficient) in &other.terms {
            let entry = sum.terms.entry(*variable).or_insert(0);
            *entry = entry.checked_add(factor.checked_mul(*coefficient)?)?;
        }
        sum.terms.retain(|_, coefficient| *coefficient != 0);
        let small = |n: &i128| n.abs() < MAX_MAGNITUDE;
        (small(&sum.constant) && sum.terms.values().all(small)).then_some(sum)
    }

    /// Returns the coefficient of a variable.
    pub fn coefficient(&self, variable: Variable) -> i128 {
        self.terms.get(&variable).copied().unwrap_or(0)
    }

    /// Returns the coefficient of a variable, and the form without this variable.
    pub fn without(&self, variable: Variable) -> (i128, AffineForm) {
        let mut rest = self.clone();
        let coefficient = rest.terms.remove(&variable).unwrap_or(0);
        (coefficient, rest)
    }

    /// Returns the form with `variable` replaced by another form; `None` if a number becomes too
    /// large.
    pub fn replaced(&self, variable: Variable, by: &AffineForm) -> Option<AffineForm> {
        let (coefficient, rest) = self.without(variable);
        rest.plus(coefficient, by)
    }

    /// Returns an expression of this form; `None` if a number exceeds 64 bits.
    pub fn expr(&self) -> Option<Expr> {
        let int = |n: i128| Int::try_from(n).ok();
        let op = |op, a, b| Expr::Binary(op, Box::new([a, b]), SourceInfo::default());
        let mut sum: Option<Expr> = None;
        for (variable, &coefficient) in &self.terms {
            let leaf = match variable {
                Variable::Slot(i) => Expr::Slot(*i),
                Variable::Local(i) => Expr::Local(*i),
            };
            let term = match coefficient.unsigned_abs() {
                1 => leaf,
                _ => op(
                    BinaryOp::Mul,
                    Expr::Const(int(coefficient.checked_abs()?)?),
                    leaf,
                ),
            };
            sum = Some(match (sum, coefficient > 0) {
                (None, true) => term,
                (None, false) => op(BinaryOp::Sub, Expr::Const(0), term),
                (Some(sum), true) => op(BinaryOp::Add, sum, term),
                (Some(sum), false) => op(BinaryOp::Sub, sum, term),
            });
        }
        Some(match (sum, self.constant) {
            (None, constant) => Expr::Const(int(constant)?),
            (Some(sum), 0) => sum,
            (Some(sum), constant) if constant > 0 => {
                op(BinaryOp::Add, sum, Expr::Const(int(constant)?))
            }
            (Some(sum), constant) => op(BinaryOp::Sub, sum, Expr::Const(int(-constant)?)),
        })
    }
}
