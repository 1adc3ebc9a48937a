//! Determines whether an expression depends on the position, or on values that are chosen outside
//! the expression.

use crate::ir::{ChoiceDomain, Expr, Int, RealExpr, RowElement, RuleChoice};

/// Collects the locals that an expression itself assigns, in its folds.
fn bound(expr: &Expr, list: &mut Vec<usize>) {
    list.extend(expr.binders());
    expr.children().for_each(|child| bound(child, list));
}

/// Collects the locals that an expression reads, including the locals of its own folds.
fn locals(expr: &Expr, list: &mut Vec<usize>) {
    if let Expr::Local(local) = expr {
        list.push(*local);
    }
    expr.children().for_each(|child| locals(child, list));
}

/// Calls `visit` for every fixed slot that an expression reads.
pub(super) fn each_slot(expr: &Expr, visit: &mut dyn FnMut(usize)) {
    if let Expr::Slot(slot) = expr {
        visit(*slot);
    }
    expr.children().for_each(|child| each_slot(child, visit));
}

pub(super) fn reads_position(expr: &Expr) -> bool {
    expr.any(&|part| matches!(part, Expr::Slot(_) | Expr::At(..)))
}

/// Returns the locals that must be set before the expression has a value.
pub(super) fn free_locals(expr: &Expr) -> Vec<usize> {
    let (mut read, mut own) = (Vec::new(), Vec::new());
    locals(expr, &mut read);
    bound(expr, &mut own);
    read.retain(|local| !own.contains(local));
    read
}

/// The size of an expression.
#[derive(Clone, Copy, Default)]
pub(super) struct ExprSize {
    /// Number of nodes of the expression tree.
    pub(super) nodes: usize,
    /// Number of nodes on the longest path from the root to a leaf.
    pub(super) height: usize,
    /// The largest local that its folds assign, plus one.
    pub(super) locals: usize,
}

impl ExprSize {
    /// Returns the size of two sibling trees.
    fn combine(self, other: ExprSize) -> ExprSize {
        ExprSize {
            nodes: self.nodes + other.nodes,
            height: self.height.max(other.height),
            locals: self.locals.max(other.locals),
        }
    }

    fn with_locals_of(self, choices: &[RuleChoice]) -> ExprSize {
        let ends = choices.iter().map(|choice| choice.local + choice.width);
        ExprSize {
            locals: ends.fold(self.locals, usize::max),
            ..self
        }
    }
}

/// Returns the size of an expression. O(nodes).
pub(super) fn extent(expr: &Expr) -> ExprSize {
    let mut below = ExprSize::default();
    expr.children()
        .for_each(|child| below = below.combine(extent(child)));
    if let Expr::Fold(_, elements, _) = expr {
        below = elements.iter().fold(below, |below, element| {
            below.with_locals_of(&element.generators)
        });
    }
    ExprSize {
        nodes: below.nodes + 1,
        height: below.height + 1,
        ..below
    }
}

/// Returns the size of a real expression. O(nodes).
pub(super) fn extent_of_real(real: &RealExpr) -> ExprSize {
    let below = match real {
        RealExpr::Known(_) => ExprSize::default(),
        RealExpr::Int(e) | RealExpr::Sqrt(e) => extent(e),
        RealExpr::Neg(r) => extent_of_real(r),
        RealExpr::Binary(_, sides) => extent_of_real(&sides[0]).combine(extent_of_real(&sides[1])),
    };
    ExprSize {
        nodes: below.nodes + 1,
        height: below.height + 1,
        ..below
    }
}

/// Returns the size of the rows of a set. O(nodes).
pub(super) fn extent_of_rows(rows: &[RowElement]) -> ExprSize {
    rows.iter().fold(ExprSize::default(), |sum, element| {
        let mut one = ExprSize {
            nodes: 1,
            ..ExprSize::default()
        }
        .with_locals_of(&element.generators);
        element
            .children()
            .for_each(|child| one = one.combine(extent(child)));
        sum.combine(one)
    })
}

/// Returns the largest local that a domain assigns, plus one.
pub(super) fn locals_of_domain(domain: &ChoiceDomain) -> usize {
    let own = domain.binders().into_iter().map(|local| local + 1);
    own.chain(domain.children().map(|child| extent(child).locals))
        .max()
        .unwrap_or(0)
}

/// Returns whether the value of an expression is constant: it reads no slot and no free local.
pub(super) fn is_closed(expr: &Expr) -> bool {
    !reads_position(expr) && free_locals(expr).is_empty()
}

/// Returns whether a row depends only on its own generators.
pub(super) fn element_is_closed(element: &RowElement) -> bool {
    let (mut own, mut read) = (element.binders(), Vec::new());
    for child in element.children() {
        bound(child, &mut own);
        locals(child, &mut read);
    }
    !element.children().any(reads_position) && read.iter().all(|local| own.contains(local))
}

/// Returns the constant by which an expression grows when a local grows by one; `None` if no
/// constant is known.
pub(super) fn slope(expr: &Expr, local: usize) -> Option<Int> {
    use crate::ast::BinaryOp::{Add, Mul, Sub};
    if !free_locals(expr).contains(&local) {
        return Some(0);
    }
    match expr {
        Expr::Local(_) => Some(1),
        Expr::Neg(e, _) => slope(e, local)?.checked_neg(),
        Expr::Binary(Add, sides, _) => {
            slope(&sides[0], local)?.checked_add(slope(&sides[1], local)?)
        }
        Expr::Binary(Sub, sides, _) => {
            slope(&sides[0], local)?.checked_sub(slope(&sides[1], local)?)
        }
        Expr::Binary(Mul, sides, _) => match &**sides {
            [Expr::Const(c), e] | [e, Expr::Const(c)] => slope(e, local)?.checked_mul(*c),
            _ => None,
        },
        _ => None,
    }
}
