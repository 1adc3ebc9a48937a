//! Maximum Nim: from n a player may take 1 to f(n), where f(low) = 0 and f increases by 0 or 1 from
//! each n to the next. If f increases at n, the value of n is f(n); otherwise the value of n is
//! that of n - f(n) - 1 (Levine, Fractal sequences and restricted Nim, Ars Combinatoria 80,
//! 2006).
//!
//! This module recognizes two forms of the rules of maximum Nim. Either a clause has the bound k ≤
//! ⌊(a·n + b) / c⌋ with 0 ≤ a ≤ c, or a rule is `move k in 1..e : [n - k]`. If the rule is `move k
//! in 1..e : [n - k]`, the expression e must be built from n by operations that preserve the
//! increase by 0 or 1.

use rules::ast::BinaryOp;
use rules::game::GameId;
use rules::ir::{
    ChoiceDomain, Expr, Fold, Function, Game, Int, Move, ResultPart, ResultPartKind, RowElement,
    SlotChange, SlotRef, SourceInfo,
};

use crate::{Atom, LinearForm, RuleClauses};

/// A game in which a move takes 1 to f(n).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MaximumNimGame {
    /// Minimum of n.
    pub low: Int,
    /// An expression e that increases by 0 or 1 from each n to the next. f(n) is the minimum of e
    /// and n - low, and at least 0.
    pub most: Expr,
    /// The choices as forms in n and in the amount taken, which are the variables 0 and 1.
    chosen: Vec<LinearForm>,
}

impl MaximumNimGame {
    /// Reads a game with a single rule `move k in 1..e : [n - k]`, where e must be recognized to
    /// increase by 0 or 1. Returns `None` if the rules do not have this form. Rules with a guard
    /// are not recognized, because the guard may restrict k. Conventions are ignored, unless they
    /// end play or turn moves into errors.
    pub fn of_rule(rules: &Game, this: GameId) -> Option<MaximumNimGame> {
        let plain = rules.requires.is_empty()
            && rules.goals.is_empty()
            && rules.traps.is_empty()
            && rules.urgent.is_empty()
            && !rules.strict;
        let ([slot], [only], true) = (&rules.slots[..], &rules.moves[..], plain) else {
            return None;
        };
        let (most, local) = one_to(only)?;
        if !leaves(rules, this, only, local) {
            return None;
        }
        rises(most, slot.low)?;
        Some(MaximumNimGame {
            low: slot.low,
            most: most.clone(),
            chosen: vec![LinearForm::variable(1)],
        })
    }

    /// Reads the only clause of a game with one slot that is at least `low`. Returns `None` if
    /// there is more than one clause, or if the clause is not of the form of maximum Nim.
    pub fn of_clauses(clauses: &RuleClauses, low: i128) -> Option<MaximumNimGame> {
        let ([clause], true) = (
            &clauses.moves[..],
            clauses.goal.is_empty() && clauses.trap.is_empty(),
        ) else {
            return None;
        };
        let at_least = |form: &LinearForm| {
            *form
                == LinearForm {
                    terms: [(0, -1)].into(),
                    constant: low,
                }
        };
        let [region] = &clauses.positions[..] else {
            return None;
        };
        if !region
            .atoms
            .iter()
            .all(|atom| matches!(atom, Atom::AtMostZero(form) if at_least(form)))
            || region.atoms.is_empty()
        {
            return None;
        }
        let [component] = &clause.left[..] else {
            return None;
        };
        if component.game != clauses.game
            || clause.variables != 2
            || !clause.runs.is_empty()
            || !clause.quotients.is_empty()
        {
            return None;
        }
        // The component is n - k. Express the hidden variable by k, up to its sign and a constant.
        let taken = LinearForm::variable(0).minus(&component.slots[0])?;
        let sign = *taken.terms.get(&1)?;
        let rest = taken.minus(&LinearForm {
            terms: [(1, sign)].into(),
            constant: 0,
        })?;
        if sign.abs() != 1 {
            return None;
        }
        let hidden = LinearForm::variable(1).minus(&rest)?.times(sign)?;
        let (mut from_one, mut none_at_low, mut bounds) = (false, false, Vec::new());
        for atom in &clause.atoms {
            let Atom::AtMostZero(form) = atom else {
                return None;
            };
            let form = form.with(1, &hidden)?;
            let [n, k] = [0, 1].map(|v| form.terms.get(&v).copied().unwrap_or(0));
            // n · N + k · K + constant ≤ 0
            let at = |number: i128, taken: i128| {
                n.checked_mul(number)?
                    .checked_add(k.checked_mul(taken)?)?
                    .checked_add(form.constant)
            };
            if k > 0 {
                // K ≤ ⌊(-n · N - constant) / k⌋
                if !(-k..=0).contains(&n) {
                    return None;
                }
                none_at_low |= at(low, 1)? > 0;
                bounds.push(quotient(-n, form.constant.checked_neg()?, k)?);
            } else {
                // The row (an inequality) must hold for every K ≥ 1. If the row (an inequality)
                // does not contain K, it must hold for every N.
                if n > 0 || at(low, 1)? > 0 {
                    return None;
                }
                from_one |= n == 0 && k < 0 && at(low, 0)? > 0;
            }
        }
        if !from_one || !none_at_low {
            return None;
        }
        let most = match bounds.len() {
            1 => bounds.remove(0),
            _ => {
                let alone = |bound| RowElement {
                    values: vec![bound],
                    generators: Vec::new(),
                };
                Expr::Fold(
                    Fold::Min,
                    bounds.into_iter().map(alone).collect(),
                    SourceInfo::default(),
                )
            }
        };
        let chosen = clause
            .choices
            .iter()
            .map(|form| form.with(1, &hidden))
            .collect::<Option<_>>()?;
        Some(MaximumNimGame {
            low: low.try_into().ok()?,
            most,
            chosen,
        })
    }

    /// Returns the choices by which a move takes k from n; `None` if a number does not fit.
    pub fn choices(&self, n: Int, k: Int) -> Option<Vec<Int>> {
        let numbers = [i128::from(n), i128::from(k)];
        let of = |form: &LinearForm| {
            let sum = form.terms.iter().try_fold(form.constant, |sum, (&v, &a)| {
                sum.checked_add(a.checked_mul(numbers[v])?)
            })?;
            Int::try_from(sum).ok()
        };
        self.chosen.iter().map(of).collect()
    }
}

/// Returns ⌊(a·n + b) / c⌋ as an expression; `None` if a number is too large.
fn quotient(a: i128, b: i128, c: i128) -> Option<Expr> {
    let number = |number: i128| Int::try_from(number).ok().map(Expr::Const);
    let binary = |op, a, b| Expr::Binary(op, Box::new([a, b]), SourceInfo::default());
    let product = match a {
        0 => return number(b.div_euclid(c)),
        1 => Expr::Slot(0),
        _ => binary(BinaryOp::Mul, number(a)?, Expr::Slot(0)),
    };
    let sum = match b {
        0 => product,
        ..0 => binary(BinaryOp::Sub, product, number(b.checked_neg()?)?),
        1.. => binary(BinaryOp::Add, product, number(b)?),
    };
    Some(if c == 1 {
        sum
    } else {
        binary(BinaryOp::Div, sum, number(c)?)
    })
}

/// Matches a rule whose only choice is `k in 1..e`. Returns the expression e and the local variable
/// k.
fn one_to(rule: &Move) -> Option<(&Expr, usize)> {
    let [choice] = &rule.choices[..] else {
        return None;
    };
    match &choice.domain {
        ChoiceDomain::Range(Expr::Const(1), most) if rule.guards.iter().all(Vec::is_empty) => {
            Some((most, choice.local))
        }
        _ => None,
    }
}

/// Returns whether a rule leaves `[n - k]`, or is `n -= k`.
fn leaves(rules: &Game, game: GameId, rule: &Move, local: usize) -> bool {
    let [ResultPart { kind, generators }] = &rule.result[..] else {
        return false;
    };
    let is_taken = |expr: &Expr| matches!(expr, Expr::Local(taken) if *taken == local);
    let made = match kind {
        ResultPartKind::Fresh(left, elements) => match &elements[..] {
            [RowElement { values, generators }] if *left == game && generators.is_empty() => {
                match &values[..] {
                    [Expr::Binary(BinaryOp::Sub, sides, _)] => {
                        matches!(sides[0], Expr::Slot(0)) && is_taken(&sides[1])
                    }
                    _ => false,
                }
            }
            _ => false,
        },
        ResultPartKind::Changed(_) => match kind.plain_changes() {
            Some(
                [
                    SlotChange {
                        place: SlotRef::Slot(0),
                        sign: Some(-1),
                        value,
                        ..
                    },
                ],
            ) => is_taken(value),
            _ => false,
        },
        ResultPartKind::Compound(..) => false,
    };
    made && generators.is_empty() && rules.slots.len() == 1
}

/// Returns the value of an expression at the minimum of n. Returns `None` unless the expression is
/// recognized to increase by 0 or 1 from each n to the next.
fn rises(expr: &Expr, low: Int) -> Option<Int> {
    match expr {
        Expr::Slot(0) => Some(low),
        Expr::Const(n) => Some(*n),
        Expr::Binary(BinaryOp::Add, sides, _) => match (&sides[0], &sides[1]) {
            (Expr::Const(n), e) | (e, Expr::Const(n)) => rises(e, low)?.checked_add(*n),
            _ => None,
        },
        Expr::Binary(BinaryOp::Sub, sides, _) => match (&sides[0], &sides[1]) {
            // If n increases by 1, the subtracted expression increases by 0 or 1.
            (Expr::Slot(0), e) => low.checked_sub(rises(e, low)?),
            (e, Expr::Const(n)) => rises(e, low)?.checked_sub(*n),
            _ => None,
        },
        // This case covers ⌊e / c⌋, where e increases by at most c from each n to the next.
        Expr::Binary(BinaryOp::Div, sides, _) => match (steps(&sides[0], low)?, &sides[1]) {
            ((most, at), Expr::Const(by)) if *by > 0 && most <= *by => Some(at.div_euclid(*by)),
            _ => None,
        },
        Expr::Call(Function::Isqrt, args, _) => rises(&args[0], low)?.checked_isqrt(),
        Expr::Call(Function::Bitlen, args, _) => rises(&args[0], low)
            .filter(|at| *at >= 0)
            .map(|at| i64::from(Int::BITS - at.leading_zeros())),
        Expr::Fold(fold @ (Fold::Min | Fold::Max), elements, _) => {
            let plain = elements.iter().all(|element| element.generators.is_empty());
            let values = elements
                .iter()
                .flat_map(|element| &element.values)
                .map(|e| rises(e, low))
                .collect::<Option<Vec<_>>>();
            let values = values.filter(|_| plain)?.into_iter();
            if *fold == Fold::Min {
                values.min()
            } else {
                values.max()
            }
        }
        _ => None,
    }
}

/// Returns the maximum increase of an expression, and its value at the minimum of n. Returns `None`
/// unless the expression is recognized never to decrease.
fn steps(expr: &Expr, low: Int) -> Option<(Int, Int)> {
    if let Expr::Binary(op, sides, _) = expr {
        match (op, &sides[0], &sides[1]) {
            (BinaryOp::Mul, Expr::Const(a), e) | (BinaryOp::Mul, e, Expr::Const(a)) if *a >= 0 => {
                return Some((*a, rises(e, low)?.checked_mul(*a)?));
            }
            (BinaryOp::Add, Expr::Const(b), e) | (BinaryOp::Add, e, Expr::Const(b)) => {
                return steps(e, low).and_then(|(most, at)| Some((most, at.checked_add(*b)?)));
            }
            (BinaryOp::Add, a, b) => {
                let ((more, above), (most, at)) = (steps(a, low)?, steps(b, low)?);
                return Some((most.checked_add(more)?, at.checked_add(above)?));
            }
            (BinaryOp::Sub, e, Expr::Const(b)) => {
                return steps(e, low).and_then(|(most, at)| Some((most, at.checked_sub(*b)?)));
            }
            _ => {}
        }
    }
    rises(expr, low).map(|at| (1, at))
}
