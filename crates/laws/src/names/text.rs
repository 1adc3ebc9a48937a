//! Names as rule files write them, so that a name can be pasted as a claim.

use base::diagnostic::Span;
use rules::ast::{self, ExprKind, Name};
use rules::ir::{Claim, Expr, Fold, Real};
use rules::printer::print_expr;

/// `SG == a xor b`, `P iff n % 4 == 0`, `period 12 from 71`: what stands after the word `claim`.
pub(super) fn claim(claim: &Claim, slots: &[String]) -> String {
    let expr = |expr| print_expr(&written(expr, slots));
    match claim {
        Claim::Value(e) => format!("SG == {}", expr(e)),
        Claim::Outcome(e) => format!("P iff {}", expr(e)),
        Claim::Period(period, from, saltus) => {
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

fn node(kind: ExprKind) -> ast::Expr {
    ast::Expr {
        kind,
        span: Span::default(),
    }
}

fn name(text: &str) -> Name {
    Name {
        text: text.to_owned(),
        span: Span::default(),
    }
}

fn call(function: &str, args: Vec<ast::Expr>) -> ast::Expr {
    let args = args.into_iter().map(ast::Element::alone).collect();
    node(ExprKind::Call(name(function), args))
}

/// The syntax tree of a name. Other forms than those that names are made of do not come here.
fn written(expr: &Expr, slots: &[String]) -> ast::Expr {
    let of = |e: &Expr| Box::new(written(e, slots));
    match expr {
        Expr::Const(n) => node(ExprKind::Int(*n)),
        Expr::Slot(slot) => node(ExprKind::Name(slots[*slot].clone())),
        Expr::Not(e) => node(ExprKind::Not(of(e))),
        Expr::Binary(op, sides, _) => node(ExprKind::Binary(*op, of(&sides[0]), of(&sides[1]))),
        Expr::Compare(op, sides) => node(ExprKind::Chain(
            sides.iter().map(|side| written(side, slots)).collect(),
            vec![*op],
        )),
        Expr::If(parts) => node(ExprKind::If(of(&parts[0]), of(&parts[1]), of(&parts[2]))),
        Expr::Call(function, args, _) => call(
            function.word(),
            args.iter().map(|arg| written(arg, slots)).collect(),
        ),
        Expr::Fold(fold @ (Fold::Min | Fold::Max), elements, _) => call(
            fold.word(),
            elements
                .iter()
                .flat_map(|element| &element.values)
                .map(|value| written(value, slots))
                .collect(),
        ),
        Expr::Floor(real, _) => match &**real {
            Real::Binary(op, sides) => match &sides[1] {
                Real::Int(e) => call(
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
