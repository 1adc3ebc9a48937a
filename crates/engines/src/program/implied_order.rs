//! Finds tests of a result that are superfluous because the conditions on the position before the
//! move imply them. For example, if `r[1] >= r[2]` is required, then min(r[1], c) is not less than
//! min(r[2], c). Comparisons of numbers are proved from the parts of minima, maxima and
//! alternatives.

use std::cell::Cell;
use std::collections::HashSet;

use rules::ast::{BinaryOp, CompareOp};
use rules::ir::{Expr, Fold};

use super::interval::VariableRanges;

/// Maximum number of comparisons examined to prove one comparison.
const MAX_COMPARISONS: usize = 4096;

/// If a position has more slots than this limit, only the required comparisons themselves are used,
/// not their transitive closure.
const MAX_SLOTS: usize = 64;

/// Pairs of slots such that in every position the first slot is not less than the second.
#[derive(Clone, Debug, Default)]
pub(super) struct ImpliedOrder {
    order: HashSet<(usize, usize)>,
}

impl ImpliedOrder {
    /// Returns the order that holds if the conditions hold.
    pub fn new(requires: &[Expr]) -> ImpliedOrder {
        let mut order: HashSet<(usize, usize)> = HashSet::new();
        for condition in requires
            .iter()
            .flat_map(|condition| conjuncts(condition.clone()))
        {
            let Expr::Compare(op, sides) = &condition else {
                continue;
            };
            match (op, &**sides) {
                (CompareOp::Ge | CompareOp::Gt, [Expr::Slot(more), Expr::Slot(less)])
                | (CompareOp::Le | CompareOp::Lt, [Expr::Slot(less), Expr::Slot(more)]) => {
                    order.insert((*more, *less));
                }
                _ => {}
            }
        }
        let slots: HashSet<usize> = order
            .iter()
            .flat_map(|&(more, less)| [more, less])
            .collect();
        if slots.len() <= MAX_SLOTS {
            for &between in &slots {
                let above: Vec<usize> = order
                    .iter()
                    .filter(|pair| pair.1 == between)
                    .map(|pair| pair.0)
                    .collect();
                let below: Vec<usize> = order
                    .iter()
                    .filter(|pair| pair.0 == between)
                    .map(|pair| pair.1)
                    .collect();
                order.extend(
                    above
                        .iter()
                        .flat_map(|&more| below.iter().map(move |&less| (more, less))),
                );
            }
        }
        ImpliedOrder { order }
    }

    /// Returns the conjuncts of a condition that are not proved.
    pub fn open(&self, condition: Expr, ranges: &VariableRanges) -> Vec<Expr> {
        conjuncts(condition)
            .into_iter()
            .filter(|one| !self.proves(one, ranges))
            .collect()
    }

    fn proves(&self, condition: &Expr, ranges: &VariableRanges) -> bool {
        match condition {
            Expr::Const(n) => *n != 0,
            Expr::Compare(CompareOp::Ge, sides) => {
                self.no_less(&sides[0], &sides[1], ranges, &Cell::new(MAX_COMPARISONS))
            }
            Expr::Compare(CompareOp::Le, sides) => {
                self.no_less(&sides[1], &sides[0], ranges, &Cell::new(MAX_COMPARISONS))
            }
            _ => false,
        }
    }

    /// Returns whether one number is provably not less than another.
    fn no_less(
        &self,
        more: &Expr,
        less: &Expr,
        ranges: &VariableRanges,
        left: &Cell<usize>,
    ) -> bool {
        let Some(after) = left.get().checked_sub(1) else {
            return false;
        };
        left.set(after);
        if more == less || ranges.expr_bounds(more).range.0 >= ranges.expr_bounds(less).range.1 {
            return true;
        }
        match (more, less) {
            (Expr::Slot(more), Expr::Slot(less)) => self.order.contains(&(*more, *less)),
            (Expr::If(one), Expr::If(other)) if one[0] == other[0] => {
                self.no_less(&one[1], &other[1], ranges, left)
                    && self.no_less(&one[2], &other[2], ranges, left)
            }
            (Expr::If(parts), _) => parts[1..]
                .iter()
                .all(|part| self.no_less(part, less, ranges, left)),
            (_, Expr::If(parts)) => parts[1..]
                .iter()
                .all(|part| self.no_less(more, part, ranges, left)),
            (
                Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), one, _),
                Expr::Binary(same, other, _),
            ) if op == same && one[1] == other[1] => self.no_less(&one[0], &other[0], ranges, left),
            _ => {
                if let Some(parts) = of_fold(more, Fold::Min) {
                    return parts
                        .iter()
                        .all(|part| self.no_less(part, less, ranges, left));
                }
                if let Some(parts) = of_fold(less, Fold::Max) {
                    return parts
                        .iter()
                        .all(|part| self.no_less(more, part, ranges, left));
                }
                let below = of_fold(less, Fold::Min).is_some_and(|parts| {
                    parts
                        .iter()
                        .any(|part| self.no_less(more, part, ranges, left))
                });
                below
                    || of_fold(more, Fold::Max).is_some_and(|parts| {
                        parts
                            .iter()
                            .any(|part| self.no_less(part, less, ranges, left))
                    })
            }
        }
    }
}

/// Returns the numbers of an explicit minimum or maximum.
fn of_fold(expr: &Expr, wanted: Fold) -> Option<Vec<&Expr>> {
    let Expr::Fold(fold, elements, _) = expr else {
        return None;
    };
    let plain = *fold == wanted && elements.iter().all(|element| element.generators.is_empty());
    plain.then(|| elements.iter().map(|element| &element.values[0]).collect())
}

/// Splits a condition into its conjuncts.
fn conjuncts(condition: Expr) -> Vec<Expr> {
    match condition {
        Expr::Binary(BinaryOp::And, sides, _) => sides.into_iter().flat_map(conjuncts).collect(),
        Expr::Fold(Fold::All, elements, _)
            if elements.iter().all(|element| element.generators.is_empty()) =>
        {
            elements
                .into_iter()
                .flat_map(|mut element| conjuncts(element.values.remove(0)))
                .collect()
        }
        other => vec![other],
    }
}
