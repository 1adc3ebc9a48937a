//! Moves tests out of loops, turns them into bounds, and halves loops whose options come in mirror
//! pairs. Only steps whose evaluation cannot fail are moved, so that fewer or earlier evaluations
//! change no result.

use rules::ast::{BinaryOp, CompareOp};
use rules::ir::Expr;

use super::affine::{AffineForm, Variable};
use super::interval::{IntInterval, VariableRanges};
use super::rewrite::{as_constant, binary, reads_local};
use super::{ProgramComponent, Stmt};

pub(super) fn hoist(body: Vec<Stmt>, ranges: &VariableRanges) -> Vec<Stmt> {
    body.into_iter()
        .flat_map(|stmt| hoist_stmt(stmt, ranges))
        .collect()
}

fn hoist_stmt(stmt: Stmt, ranges: &VariableRanges) -> Vec<Stmt> {
    match stmt {
        Stmt::When(condition, body) => {
            let body = hoist(body, ranges);
            if body.is_empty() {
                body
            } else {
                vec![Stmt::When(condition, body)]
            }
        }
        Stmt::For {
            local,
            lows,
            highs,
            body,
        } => {
            let low = lows
                .iter()
                .map(|e| ranges.expr_bounds(e).range.0)
                .max()
                .unwrap_or(0);
            let high = highs
                .iter()
                .map(|e| ranges.expr_bounds(e).range.1)
                .min()
                .unwrap_or(0);
            let inner = ranges.with(local, IntInterval(low, high.max(low)));
            let body = hoist(body, &inner);
            body.into_iter()
                .flat_map(|stmt| loop_over(local, &lows, &highs, stmt, ranges))
                .collect()
        }
        Stmt::Rows {
            local,
            width,
            rows,
            highs,
            body,
        } => {
            let body = hoist(body, ranges);
            let made = |stmt| {
                let (outer, inner, core) = split(stmt, &|l| (local..local + width).contains(&l));
                let core = wrap(inner, core);
                wrap(
                    outer,
                    vec![Stmt::Rows {
                        local,
                        width,
                        rows: rows.clone(),
                        highs: highs.clone(),
                        body: core,
                    }],
                )
            };
            body.into_iter().flat_map(made).collect()
        }
        Stmt::Digits {
            local,
            number,
            base,
            body,
        } => {
            vec![Stmt::Digits {
                local,
                number,
                base,
                body: hoist(body, ranges),
            }]
        }
        Stmt::Option(_) | Stmt::Part(_) | Stmt::Gain(_) => vec![stmt],
    }
}

/// Splits a statement into the outer conditions that do not read certain locals, the conditions
/// that read them, and the inner statement.
fn split(stmt: Stmt, inside: &dyn Fn(usize) -> bool) -> (Vec<Expr>, Vec<Expr>, Vec<Stmt>) {
    let (mut outer, mut inner) = (Vec::new(), Vec::new());
    let mut core = vec![stmt];
    while matches!(&core[..], [Stmt::When(..)]) {
        let Some(Stmt::When(condition, body)) = core.pop() else {
            break;
        };
        for condition in conjuncts(condition) {
            let list = if reads_local(&condition, inside) {
                &mut inner
            } else {
                &mut outer
            };
            list.push(condition);
        }
        core = body;
    }
    (outer, inner, core)
}

fn conjuncts(condition: Expr) -> Vec<Expr> {
    match condition {
        Expr::Binary(BinaryOp::And, sides, _) => {
            let [a, b] = *sides;
            let mut all = conjuncts(a);
            all.extend(conjuncts(b));
            all
        }
        other => vec![other],
    }
}

fn wrap(conditions: Vec<Expr>, body: Vec<Stmt>) -> Vec<Stmt> {
    conditions
        .into_iter()
        .rev()
        .fold(body, |body, condition| vec![Stmt::When(condition, body)])
}

/// Puts one statement into a loop of its own. Splitting a loop is allowed because each of its
/// statements may be executed for all values before the next statement.
fn loop_over(
    local: usize,
    lows: &[Expr],
    highs: &[Expr],
    stmt: Stmt,
    ranges: &VariableRanges,
) -> Vec<Stmt> {
    let (outer, inner, core) = split(stmt, &|l| l == local);
    let (mut lows, mut highs, mut rest) = (lows.to_vec(), highs.to_vec(), Vec::new());
    for condition in inner {
        if !bounds(local, &condition, &mut lows, &mut highs) {
            rest.push(condition);
        }
    }
    keep_tightest(&mut lows, ranges, true);
    keep_tightest(&mut highs, ranges, false);
    let core = wrap(rest, core);
    if let Some(middle) = mirror(local, &lows, &highs, &core) {
        highs = vec![middle];
    }
    wrap(
        outer,
        vec![Stmt::For {
            local,
            lows,
            highs,
            body: core,
        }],
    )
}

/// Adds a condition to the bounds of a local, if it is an affine comparison in which the local has
/// coefficient 1 or -1.
fn bounds(local: usize, condition: &Expr, lows: &mut Vec<Expr>, highs: &mut Vec<Expr>) -> bool {
    let Expr::Compare(op, sides) = condition else {
        return false;
    };
    let forms = || AffineForm::from_expr(&sides[0])?.plus(-1, &AffineForm::from_expr(&sides[1])?);
    let Some(form) = forms() else { return false };
    // coefficient · local + rest `op` 0
    let (coefficient, rest) = form.without(Variable::Local(local));
    if coefficient.abs() != 1 {
        return false;
    }
    let Some(root) = AffineForm::default().plus(-coefficient, &rest) else {
        return false;
    };
    let op = match (op, coefficient) {
        (op, 1) => *op,
        (CompareOp::Lt, _) => CompareOp::Gt,
        (CompareOp::Le, _) => CompareOp::Ge,
        (CompareOp::Gt, _) => CompareOp::Lt,
        (CompareOp::Ge, _) => CompareOp::Le,
        (same, _) => *same,
    };
    let shifted = |by: i128| {
        root.plus(by, &AffineForm::constant(1))
            .and_then(|form| form.expr())
    };
    let (low, high) = match op {
        CompareOp::Ge => (shifted(0), None),
        CompareOp::Gt => (shifted(1), None),
        CompareOp::Le => (None, shifted(0)),
        CompareOp::Lt => (None, shifted(-1)),
        CompareOp::Eq => (shifted(0), shifted(0)),
        CompareOp::Ne => return false,
    };
    if low.is_none() && high.is_none() || op == CompareOp::Eq && (low.is_none() || high.is_none()) {
        return false;
    }
    lows.extend(low);
    highs.extend(high);
    true
}

/// Removes bounds that another bound makes superfluous.
fn keep_tightest(bounds: &mut Vec<Expr>, ranges: &VariableRanges, greatest: bool) {
    // The range of `a - b`, which is tighter on affine forms because equal parts cancel.
    let difference = |a: &Expr, b: &Expr| match (AffineForm::from_expr(a), AffineForm::from_expr(b))
    {
        (Some(a), Some(b)) => a
            .plus(-1, &b)
            .and_then(|d| d.expr())
            .map(|d| ranges.expr_bounds(&d).range),
        _ => None,
    };
    let implied = |weak: &Expr, strong: &Expr| {
        difference(strong, weak).is_some_and(|d| if greatest { d.0 >= 0 } else { d.1 <= 0 })
    };
    let mut kept: Vec<Expr> = Vec::new();
    for bound in bounds.drain(..) {
        if kept.iter().any(|k| implied(&bound, k)) {
            continue;
        }
        kept.retain(|k| !implied(k, &bound));
        kept.push(bound);
    }
    *bounds = kept;
}

/// Returns the middle of a loop whose second half repeats the first half: i and `low + high - i`
/// give options with the same components.
fn mirror(local: usize, lows: &[Expr], highs: &[Expr], body: &[Stmt]) -> Option<Expr> {
    let ([low], [high], [Stmt::Option(parts)]) = (lows, highs, body) else {
        return None;
    };
    let ends = AffineForm::from_expr(low)?.plus(1, &AffineForm::from_expr(high)?)?;
    let variable = Variable::Local(local);
    let reflected = ends.plus(-1, &AffineForm::from_expr(&Expr::Local(local))?)?;
    let mut forms = Vec::new();
    for part in parts {
        let Stmt::Part(ProgramComponent { slots, legal: true }) = part else {
            return None;
        };
        forms.push(
            slots
                .iter()
                .map(AffineForm::from_expr)
                .collect::<Option<Vec<_>>>()?,
        );
    }
    let mut images = Vec::new();
    for form in &forms {
        images.push(
            form.iter()
                .map(|f| f.replaced(variable, &reflected))
                .collect::<Option<Vec<_>>>()?,
        );
    }
    if !forms
        .iter()
        .flatten()
        .any(|form| form.coefficient(variable) != 0)
    {
        return None;
    }
    for form in &forms {
        let at = images.iter().position(|image| image == form)?;
        images.swap_remove(at);
    }
    let middle = binary(BinaryOp::Div, ends.expr()?, Expr::Const(2));
    debug_assert!(as_constant(&middle).is_none() || ends.as_constant().is_some());
    Some(middle)
}
