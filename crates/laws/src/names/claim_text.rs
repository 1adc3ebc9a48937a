//! Prints names of laws in the form of rule files, so that a name can be pasted as a claim.

use base::diagnostic::Span;
use rules::ast::{self, ExprKind, Identifier};
use rules::ir::{Expr, Fold, RealExpr, RuleClaim};
use rules::printer::print_expr;

/// Prints the text after the word `claim`, such as `SG == a xor b`, `P iff n % 4 == 0`,
/// `period 12 from 71`.
pub(super) fn claim(claim: &RuleClaim, slots: &[String]) -> String {
    let expr = |expr| print_expr(&to_syntax(expr, slots));
    match claim {
        RuleClaim::Value(e) => format!("SG == {}", expr(e)),
        RuleClaim::Outcome(e) => format!("P iff {}", expr(e)),
        RuleClaim::Period(period, from, saltus) => {
            let from = if *from > 0 {
                format!(" from {from}")
            } else {
                String::new()
            };
            let saltus = if *saltus != 0 {
                format!(" saltus {saltus}")
            } else {
                String::new()
            };
            format!("period {period}{from}{saltus}")
        }
    }
}

fn node(kind: ExprKind) -> ast::SpannedExpr {
    ast::SpannedExpr {
        kind,
        span: Span::default(),
    }
}

fn name(text: &str) -> Identifier {
    Identifier {
        text: text.to_owned(),
        span: Span::default(),
    }
}

fn call(function: &str, args: Vec<ast::SpannedExpr>) -> ast::SpannedExpr {
    let args = args.into_iter().map(ast::ElementExpr::single).collect();
    node(ExprKind::Call(name(function), args))
}

/// Converts a name to a syntax tree. The conversion supports only the forms of expressions that
/// names consist of.
fn to_syntax(expr: &Expr, slots: &[String]) -> ast::SpannedExpr {
    let of = |e: &Expr| Box::new(to_syntax(e, slots));
    match expr {
        Expr::Const(n) => node(ExprKind::Int(*n)),
        Expr::Slot(slot) => node(ExprKind::Name(slots[*slot].clone())),
        Expr::Not(e) => node(ExprKind::Not(of(e))),
        Expr::Binary(op, sides, _) => node(ExprKind::Binary(*op, of(&sides[0]), of(&sides[1]))),
        Expr::Compare(op, sides) => node(ExprKind::Chain(
            sides.iter().map(|side| to_syntax(side, slots)).collect(),
            vec![*op],
        )),
        Expr::If(parts) => node(ExprKind::If(of(&parts[0]), of(&parts[1]), of(&parts[2]))),
        Expr::Call(function, args, _) => call(
            function.word(),
            args.iter().map(|arg| to_syntax(arg, slots)).collect(),
        ),
        Expr::Fold(fold @ (Fold::Min | Fold::Max), elements, _) => call(
            fold.word(),
            elements
                .iter()
                .flat_map(|element| &element.values)
                .map(|value| to_syntax(value, slots))
                .collect(),
        ),
        Expr::Floor(real, _) => match &**real {
            RealExpr::Binary(op, sides) => match &sides[1] {
                RealExpr::Int(e) => call(
                    "floor",
                    vec![node(ExprKind::Binary(
                        *op,
                        Box::new(node(ExprKind::Name("phi".to_owned()))),
                        of(e),
                    ))],
                ),
                _ => unreachable!("names multiply phi with whole numbers"),
            },
            _ => unreachable!("names multiply phi with whole numbers"),
        },
        _ => unreachable!("names are not made of this"),
    }
}
