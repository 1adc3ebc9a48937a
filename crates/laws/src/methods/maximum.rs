//! Maximum Nim: from n a player may remove 1 to f(n), where f increases by 0 or 1 from each n to
//! the next. The value is f(n) if f increases at n; otherwise it is the value of n - f(n) - 1 (L.
//! Levine 2006). This module reads f from a clause or a rule. The module evaluates the recursion,
//! and skips an interval on which f is constant in one step.

use base::budget::{Budget, StopReason};
use clauses::MaximumNimGame;
use dashu_int::{IBig, UBig};
use rules::ast::BinaryOp;
use rules::ir::{Expr, Fold, Function, Int};

/// A game in which a player may remove 1 to f(n).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MaximumNimLaw {
    /// The least n.
    pub(crate) low: Int,
    /// The expression of f in n, without the limit that the position must remain valid.
    pub(crate) most: Expr,
}

impl MaximumNimLaw {
    /// Reads the rule of a game, or the only clause of a slot; `None` if the rule or clause has
    /// another form.
    pub(super) fn from_rule(found: Option<MaximumNimGame>) -> Option<MaximumNimLaw> {
        found
            .map(|MaximumNimGame { low, most, .. }| MaximumNimLaw { low, most })
            .filter(|maximum| is_told(&maximum.most))
    }

    /// Returns f(n).
    fn max_take(&self, n: &IBig) -> Option<IBig> {
        Some(
            of_expr(&self.most, n)?
                .min(n - IBig::from(self.low))
                .max(IBig::ZERO),
        )
    }

    /// Returns the value of n; `None` if n is below the least number.
    pub(crate) fn value(&self, n: &IBig, budget: &Budget<'_>) -> Result<Option<UBig>, StopReason> {
        let mut n = n.clone();
        if n < IBig::from(self.low) {
            return Ok(None);
        }
        loop {
            budget.tick()?;
            let Some(most) = self.max_take(&n) else {
                return Ok(None);
            };
            let step = &most + IBig::ONE;
            // Usually f increases at n, or between the next n of the recursion and the current n.
            // In both cases no search is needed.
            let (before, next) = (&n - IBig::ONE, &n - &step);
            if most == IBig::ZERO || self.max_take(&before).is_some_and(|before| before < most) {
                return Ok(UBig::try_from(most).ok());
            }
            if self.max_take(&next).is_some_and(|next| next < most) {
                n = next;
                continue;
            }
            // Searches for the first number with the same f as n, between a number with a smaller f
            // and n.
            let (mut below, mut first) = (IBig::from(self.low) - 1, n.clone());
            while &first - &below > IBig::ONE {
                budget.tick()?;
                let middle: IBig = (&first + &below) >> 1;
                match self.max_take(&middle) {
                    Some(there) if there < most => below = middle,
                    Some(_) => first = middle,
                    None => return Ok(None),
                }
            }
            let (rounds, rest) = divided(&n - &first, &step);
            if rest == IBig::ZERO {
                return Ok(UBig::try_from(most).ok());
            }
            n -= (rounds + IBig::ONE) * step;
        }
    }
}

/// Returns quotient and remainder of a non-negative number.
fn divided(n: IBig, by: &IBig) -> (IBig, IBig) {
    let quotient = &n / by;
    let rest = n - &quotient * by;
    (quotient, rest)
}

/// Returns ⌊n / by⌋ for a positive divisor.
fn floor(n: IBig, by: &IBig) -> IBig {
    let quotient = &n / by;
    if &quotient * by > n {
        quotient - IBig::ONE
    } else {
        quotient
    }
}

/// Returns ⌊√n⌋, by Newton's method from above.
fn root(n: &UBig) -> UBig {
    if *n == UBig::ZERO {
        return UBig::ZERO;
    }
    let mut root = UBig::ONE << (dashu_int::ops::BitTest::bit_len(n).div_ceil(2));
    loop {
        let next: UBig = (&root + n / &root) >> 1;
        if next >= root {
            return root;
        }
        root = next;
    }
}

/// Returns whether [`of_expr`] supports all parts of an expression.
fn is_told(expr: &Expr) -> bool {
    of_expr(expr, &IBig::from(1 << 20)).is_some()
}

fn of_expr(expr: &Expr, n: &IBig) -> Option<IBig> {
    let of = |expr: &Expr| of_expr(expr, n);
    Some(match expr {
        Expr::Slot(0) => n.clone(),
        Expr::Const(c) => IBig::from(*c),
        Expr::Binary(op, sides, _) => {
            let (a, b) = (of(&sides[0])?, of(&sides[1])?);
            match op {
                BinaryOp::Add => a + b,
                BinaryOp::Sub => a - b,
                BinaryOp::Mul => a * b,
                BinaryOp::Div if b > IBig::ZERO => floor(a, &b),
                _ => return None,
            }
        }
        Expr::Call(Function::Isqrt, args, _) => root(&UBig::try_from(of(&args[0])?).ok()?).into(),
        Expr::Call(Function::Bitlen, args, _) => {
            dashu_int::ops::BitTest::bit_len(&UBig::try_from(of(&args[0])?).ok()?).into()
        }
        Expr::Fold(fold @ (Fold::Min | Fold::Max), elements, _)
            if elements.iter().all(|element| element.generators.is_empty()) =>
        {
            let values = elements
                .iter()
                .flat_map(|element| &element.values)
                .map(of)
                .collect::<Option<Vec<_>>>()?
                .into_iter();
            if *fold == Fold::Min {
                values.min()?
            } else {
                values.max()?
            }
        }
        _ => return None,
    })
}
