//! Maximum Nim: from n one may take 1 to f(n), where f rises by 0 or 1 from each n to the next. The value is f(n) where f has risen, else that of
//! n - f(n) - 1 (L. Levine 2006). Here f is read off a clause or a rule, and the recursion is followed, over a stretch in which f does not
//! rise in one step.

use base::budget::{Budget, Stop};
use clauses::{Atom, Clauses, Linear};
use dashu_int::{IBig, UBig};
use rules::ast::BinaryOp;
use rules::ir::{Aside, Domain, Element, Expr, Fold, Function, Game, Int, Part, PartKind, Slot};

/// Take 1 to f(n).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Maximum {
    /// The least n.
    pub(crate) low: Int,
    /// What may be taken at most, said of n, as long as a position is left.
    pub(crate) most: Expr,
}

impl Maximum {
    /// Reads `move k in 1..e : [n - k]`; `None` if the rules have another form, or the move has a guard, which may bound k further. That e rises
    /// by 0 or 1 is not tested.
    pub(super) fn of_rule(rules: &Game) -> Option<Maximum> {
        let ([slot], [rule]) = (&rules.slots[..], &rules.moves[..]) else { return None };
        if !rule.guards.iter().all(Vec::is_empty) {
            return None;
        }
        let ([choice], [Part { kind: PartKind::Fresh(..) | PartKind::Changed(..), .. }]) = (&rule.choices[..], &rule.result[..]) else {
            return None;
        };
        match &choice.domain {
            Domain::Range(Expr::Const(1), most) if is_told(most) => Some(Maximum { low: slot.low, most: most.clone() }),
            _ => None,
        }
    }

    /// Reads the one clause of a game of one slot; `None` if it has another form. That f rises by 0 or 1 is not tested.
    pub(super) fn of_clauses(clauses: &Clauses, slot: &Slot) -> Option<Maximum> {
        let [clause] = &clauses.moves[..] else { return None };
        let ([component], 2) = (&clause.left[..], clause.variables) else { return None };
        let taken = Linear::variable(0).minus(&component.slots[0])?;
        let mut bounds = Vec::new();
        for atom in &clause.atoms {
            let Atom::AtMostZero(form) = atom else { return None };
            // In terms of what is taken, which is sign · hidden + more · n + constant.
            let (sign, own) = (*taken.terms.get(&1)?, form.terms.get(&1).copied().unwrap_or(0));
            let rest = form.plus(own.checked_mul(sign)?.checked_neg()?, &taken)?;
            let k = own * sign;
            if sign.abs() == 1 && k > 0 {
                bounds.push(quotient(rest.terms.get(&0).copied().unwrap_or(0).checked_neg()?, rest.constant.checked_neg()?, k)?);
            }
        }
        let most = match bounds.len() {
            0 => return None,
            1 => bounds.remove(0),
            _ => Expr::Fold(Fold::Min, vec![Element { values: bounds, generators: Vec::new() }], Aside::default()),
        };
        Some(Maximum { low: slot.low, most })
    }

    /// f(n)
    fn most(&self, n: &IBig) -> Option<IBig> {
        Some(of_expr(&self.most, n)?.min(n - IBig::from(self.low)).max(IBig::ZERO))
    }

    /// The value of n; `None` if it lies below the least.
    pub(crate) fn value(&self, n: &IBig, budget: &Budget<'_>) -> Result<Option<UBig>, Stop> {
        let mut n = n.clone();
        if n < IBig::from(self.low) {
            return Ok(None);
        }
        loop {
            let Some(most) = self.most(&n) else { return Ok(None) };
            // The first number with this f, between one that has less and n.
            let (mut below, mut first) = (IBig::from(self.low) - 1, n.clone());
            while &first - &below > IBig::ONE {
                budget.tick()?;
                let middle: IBig = (&first + &below) >> 1;
                match self.most(&middle) {
                    Some(there) if there < most => below = middle,
                    Some(_) => first = middle,
                    None => return Ok(None),
                }
            }
            let step = &most + IBig::ONE;
            let (rounds, rest) = divided(&n - &first, &step);
            if rest == IBig::ZERO {
                return Ok(UBig::try_from(most).ok());
            }
            n -= (rounds + IBig::ONE) * step;
        }
    }
}

/// ⌊(a·n + b) / c⌋; `None` if a number is too large.
fn quotient(a: i128, b: i128, c: i128) -> Option<Expr> {
    let number = |number: i128| Int::try_from(number).ok().map(Expr::Const);
    let binary = |op, a, b| Expr::Binary(op, Box::new([a, b]), Aside::default());
    let product = match a {
        1 => Expr::Slot(0),
        _ => binary(BinaryOp::Mul, number(a)?, Expr::Slot(0)),
    };
    let sum = match b {
        0 => product,
        ..0 => binary(BinaryOp::Sub, product, number(b.checked_neg()?)?),
        1.. => binary(BinaryOp::Add, product, number(b)?),
    };
    Some(if c == 1 { sum } else { binary(BinaryOp::Div, sum, number(c)?) })
}

/// Quotient and remainder of what is not negative.
fn divided(n: IBig, by: &IBig) -> (IBig, IBig) {
    let quotient = &n / by;
    let rest = n - &quotient * by;
    (quotient, rest)
}

/// ⌊n / by⌋ for a positive divisor.
fn floor(n: IBig, by: &IBig) -> IBig {
    let quotient = &n / by;
    if &quotient * by > n { quotient - IBig::ONE } else { quotient }
}

/// ⌊√n⌋ by Newton's steps from above.
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

/// Whether [`of_expr`] knows all parts of an expression.
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
        Expr::Call(Function::Bitlen, args, _) => dashu_int::ops::BitTest::bit_len(&UBig::try_from(of(&args[0])?).ok()?).into(),
        Expr::Fold(fold @ (Fold::Min | Fold::Max), elements, _) if elements.iter().all(|element| element.generators.is_empty()) => {
            let values = elements.iter().flat_map(|element| &element.values).map(of).collect::<Option<Vec<_>>>()?.into_iter();
            if *fold == Fold::Min { values.min()? } else { values.max()? }
        }
        _ => return None,
    })
}
