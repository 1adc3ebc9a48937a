//! Splits piecewise affine numbers into cases: `max(0, i - 2)` is 0 in one case and i - 2 in the
//! other case. Each case has conditions, under which the numbers are affine. Hence loops end at the
//! bounds of the affine pieces, and are as simple as loops of rules that are written by cases. The
//! pieces of an expression such as a maximum are its *sides*, and the expression is called a
//! *bend*. Combinations of sides whose conditions obviously contradict each other are omitted; the
//! other combinations do not overlap, and cover all positions. Only bends at affine conditions are
//! split, and only if all numbers become affine. If the number of cases is too large, no number is
//! split.

use rules::ast::{BinaryOp, CompareOp};
use rules::ir::{Expr, ExprMapper, Fold, Function, RowElement};

use super::affine::AffineForm;
use super::interval::{IntInterval, VariableRanges};
use super::rewrite::compare;

/// Maximum number of cases of an option.
const MAX_CASES: usize = 16;

/// Some numbers under conditions.
#[derive(Clone, Debug)]
pub(super) struct ExprCase {
    /// The conditions, as affine comparisons.
    pub conditions: Vec<Expr>,
    /// The numbers, without minima, maxima, absolute values and alternatives.
    pub values: Vec<Expr>,
}

/// Returns the cases of some numbers whose evaluation cannot fail. Returns `None` if the numbers
/// contain no bend, if a bend is not supported, or if the cases outnumber the values of the longest
/// loop.
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

/// Returns the maximum number of values of a local that the expression reads.
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

/// One side of a bend: its conditions, and the value that replaces the bend.
struct BendSide {
    conditions: Vec<Expr>,
    value: Expr,
}

impl ExprCase {
    /// Returns the part of a case on one side of a bend; `None` if that part is obviously empty.
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

/// Replaces every occurrence of a bend by a value.
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

/// Returns a bend that contains no other bend in its condition or its numbers. Loops are not
/// examined.
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

/// Returns the sides of a bend, of which exactly one applies at every point; `None` if a condition
/// is not affine.
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
            // The side of an element applies if the element is the first maximum. The first maximum
            // is greater than the elements before it, and not less than the elements after it.
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

/// Returns the cases in which a condition has this truth value, each as a list of affine
/// comparisons. At most one of the lists holds at a point.
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
            // Either the first operand decides the condition, or the second operand decides.
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

/// Returns the condition if it is an affine comparison or a constant.
fn affine(condition: Expr) -> Option<Expr> {
    let known = match &condition {
        Expr::Compare(_, sides) => sides
            .iter()
            .all(|side| AffineForm::from_expr(side).is_some()),
        other => matches!(other, Expr::Const(_)),
    };
    known.then_some(condition)
}

/// Returns whether a condition obviously contradicts one of the other conditions: the sum of the
/// two affine forms is negative everywhere.
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
