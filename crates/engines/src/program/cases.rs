//! Numbers that bend, cut into their cases: where `max(0, i - 2)` is 0, and where it is i - 2. Each
//! case has conditions, and in it the numbers are affine: so loops end at the bends, and are as
//! plain as if the rules had been written so. Of all ways to choose a side at each bend those are
//! left out whose conditions contradict each other plainly; the others do not overlap, and cover
//! everything. Only bends at affine conditions are cut, and only where nothing else is left that
//! bends; few cases, or none are made.

use rules::ast::{BinaryOp, CompareOp};
use rules::ir::{Expr, ExprMapper, Fold, Function, RowElement};

use super::affine::AffineForm;
use super::interval::{IntInterval, VariableRanges};
use super::rewrite::compare;

/// The most cases that an option is cut into.
const MAX_CASES: usize = 16;

/// Some numbers where the conditions hold.
#[derive(Clone, Debug)]
pub(super) struct ExprCase {
    /// Affine comparisons.
    pub conditions: Vec<Expr>,
    /// Without minima, maxima, magnitudes and alternatives.
    pub values: Vec<Expr>,
}

/// The cases of some numbers whose evaluation cannot fail; `None` if they do not bend, if they bend
/// in ways that are not cut, or if the numbers chosen take fewer values than there would be cases.
pub(super) fn cases(values: &[Expr], ranges: &VariableRanges) -> Option<Vec<ExprCase>> {
    if values
        .iter()
        .all(|value| AffineForm::from_expr(value).is_some())
    {
        return None;
    }
    let mut open = vec![ExprCase {
        conditions: Vec::new(),
        values: values.to_vec(),
    }];
    let mut done = Vec::new();
    while let Some(case) = open.pop() {
        match case.values.iter().find_map(first_bend) {
            None => {
                case.values
                    .iter()
                    .all(|value| AffineForm::from_expr(value).is_some())
                    .then_some(())?;
                done.push(case);
            }
            Some(bend) => open.extend(
                sides(&bend)?
                    .into_iter()
                    .filter_map(|side| case.on(&bend, &side, ranges)),
            ),
        }
        if open.len() + done.len() > MAX_CASES {
            return None;
        }
    }
    let longest = values
        .iter()
        .map(|value| longest_loop(value, ranges))
        .max()
        .unwrap_or(0);
    (done.len() as i128 <= longest).then_some(done)
}

/// How many values that local takes at most, of those read, which takes most.
fn longest_loop(expr: &Expr, ranges: &VariableRanges) -> i128 {
    let own = match expr {
        Expr::Local(local) => {
            let IntInterval(low, high) = ranges.local(*local);
            i128::from(high) - i128::from(low) + 1
        }
        _ => 0,
    };
    expr.children()
        .map(|child| longest_loop(child, ranges))
        .fold(own, i128::max)
}

/// One side of a bend: where it is, and what stands there for the number.
struct BendSide {
    conditions: Vec<Expr>,
    value: Expr,
}

impl ExprCase {
    /// The part of a case on one side of a bend; `None` if that part is plainly empty.
    fn on(&self, bend: &Expr, side: &BendSide, ranges: &VariableRanges) -> Option<ExprCase> {
        let mut conditions = self.conditions.clone();
        for condition in &side.conditions {
            match ranges.expr_bounds(condition).range {
                IntInterval(0, 0) => return None,
                IntInterval(1, 1) => {}
                _ if conditions.contains(condition) => {}
                _ if contradict(&conditions, condition, ranges) => return None,
                _ => conditions.push(condition.clone()),
            }
        }
        let mut put = BendReplacer {
            bend,
            value: &side.value,
        };
        Some(ExprCase {
            conditions,
            values: self.values.iter().map(|value| put.expr(value)).collect(),
        })
    }
}

/// Puts a value for every occurrence of a bend.
struct BendReplacer<'p> {
    bend: &'p Expr,
    value: &'p Expr,
}

impl ExprMapper for BendReplacer<'_> {
    fn expr(&mut self, expr: &Expr) -> Expr {
        if expr == self.bend {
            self.value.clone()
        } else {
            expr.map(self)
        }
    }
}

/// A bend whose condition, or whose numbers, hold no other. Loops are not looked into.
fn first_bend(expr: &Expr) -> Option<Expr> {
    match expr {
        Expr::If(parts) => first_bend(&parts[0]).or_else(|| Some(expr.clone())),
        _ if !expr.binders().is_empty() => None,
        Expr::Call(Function::Abs, ..) | Expr::Fold(Fold::Min | Fold::Max, ..) => expr
            .children()
            .find_map(first_bend)
            .or_else(|| Some(expr.clone())),
        _ => expr.children().find_map(first_bend),
    }
}

/// The sides of a bend: exactly one of them holds at every place; `None` if a condition is not
/// affine.
fn sides(bend: &Expr) -> Option<Vec<BendSide>> {
    match bend {
        Expr::If(parts) => {
            let [condition, yes, no] = &**parts;
            let side = |conditions, value: &Expr| BendSide {
                conditions,
                value: value.clone(),
            };
            let holds = truths(condition, true)?
                .into_iter()
                .map(|conditions| side(conditions, yes));
            Some(
                holds
                    .chain(
                        truths(condition, false)?
                            .into_iter()
                            .map(|conditions| side(conditions, no)),
                    )
                    .collect(),
            )
        }
        Expr::Call(_, args, span) => {
            let side = |op, value| {
                Some(BendSide {
                    conditions: vec![affine(compare(op, args[0].clone(), Expr::Const(0)))?],
                    value,
                })
            };
            Some(vec![
                side(CompareOp::Ge, args[0].clone())?,
                side(CompareOp::Lt, Expr::Neg(Box::new(args[0].clone()), *span))?,
            ])
        }
        Expr::Fold(fold, elements, _) => {
            // The first of the greatest: greater than those before it, not less than those after
            // it.
            let (strict, loose) = if *fold == Fold::Max {
                (CompareOp::Gt, CompareOp::Ge)
            } else {
                (CompareOp::Lt, CompareOp::Le)
            };
            let value = |element: &RowElement| element.values[0].clone();
            let others = |i: usize| elements.iter().enumerate().filter(move |(j, _)| *j != i);
            let side = |(i, chosen): (usize, &RowElement)| {
                let beyond = |(j, other): (usize, &RowElement)| {
                    affine(compare(
                        if j < i { strict } else { loose },
                        value(chosen),
                        value(other),
                    ))
                };
                Some(BendSide {
                    conditions: others(i).map(beyond).collect::<Option<_>>()?,
                    value: value(chosen),
                })
            };
            elements.iter().enumerate().map(side).collect()
        }
        _ => None,
    }
}

/// The ways in which a condition has this truth: lists of affine comparisons; no two lists hold
/// together.
fn truths(condition: &Expr, truth: bool) -> Option<Vec<Vec<Expr>>> {
    match condition {
        Expr::Const(n) => Some(if (*n != 0) == truth {
            vec![Vec::new()]
        } else {
            Vec::new()
        }),
        Expr::Not(inner) => truths(inner, !truth),
        Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or), sides, _) => {
            let both = |first: Vec<Vec<Expr>>, second: &[Vec<Expr>]| -> Vec<Vec<Expr>> {
                first
                    .iter()
                    .flat_map(|a| second.iter().map(move |b| [&a[..], b].concat()))
                    .collect()
            };
            let second = truths(&sides[1], truth)?;
            let together = both(truths(&sides[0], truth)?, &second);
            if (*op == BinaryOp::And) == truth {
                return (together.len() <= MAX_CASES).then_some(together);
            }
            // One of the two decides: the first, or the second where the first does not.
            let mut all = truths(&sides[0], truth)?;
            all.extend(both(truths(&sides[0], !truth)?, &second));
            (all.len() <= MAX_CASES).then_some(all)
        }
        Expr::Compare(op, sides) => {
            let is = |op| {
                Some(vec![affine(compare(
                    op,
                    sides[0].clone(),
                    sides[1].clone(),
                ))?])
            };
            let either = |first, second| Some(vec![is(first)?, is(second)?]);
            match (op, truth) {
                (CompareOp::Eq, true) | (CompareOp::Ne, false) => Some(vec![is(CompareOp::Eq)?]),
                (CompareOp::Eq, false) | (CompareOp::Ne, true) => {
                    either(CompareOp::Lt, CompareOp::Gt)
                }
                (CompareOp::Lt, true) | (CompareOp::Ge, false) => Some(vec![is(CompareOp::Lt)?]),
                (CompareOp::Le, true) | (CompareOp::Gt, false) => Some(vec![is(CompareOp::Le)?]),
                (CompareOp::Gt, true) | (CompareOp::Le, false) => Some(vec![is(CompareOp::Gt)?]),
                (CompareOp::Ge, true) | (CompareOp::Lt, false) => Some(vec![is(CompareOp::Ge)?]),
            }
        }
        _ => None,
    }
}

/// A condition if it is an affine comparison, or known.
fn affine(condition: Expr) -> Option<Expr> {
    let known = match &condition {
        Expr::Compare(_, sides) => sides
            .iter()
            .all(|side| AffineForm::from_expr(side).is_some()),
        other => matches!(other, Expr::Const(_)),
    };
    known.then_some(condition)
}

/// Whether a condition plainly cannot hold with one of some others: their forms have a sum that is
/// negative everywhere.
fn contradict(others: &[Expr], condition: &Expr, ranges: &VariableRanges) -> bool {
    let Some(form) = AffineForm::not_negative(condition) else {
        return false;
    };
    let sum = |other: &Expr| AffineForm::not_negative(other)?.plus(1, &form)?.expr();
    others
        .iter()
        .filter_map(sum)
        .any(|sum| ranges.expr_bounds(&sum).range.1 < 0)
}

#[cfg(test)]
mod tests;
