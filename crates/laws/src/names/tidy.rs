//! Simplifies names: sums and nim-sums without needless parentheses, `2 * n` for `n + n`, slots in
//! their order.

use rules::ast::BinaryOp;
use rules::ir::{Expr, SourceInfo};

/// Returns a simpler expression with the same value.
pub(super) fn tidied(expr: &Expr) -> Expr {
    let inner = |e: &Expr| tidied(e);
    match expr {
        Expr::Binary(BinaryOp::Add | BinaryOp::Sub, ..) => sum(expr),
        Expr::Binary(op @ (BinaryOp::Xor | BinaryOp::BitAnd | BinaryOp::BitOr), ..) => {
            let mut parts = Vec::new();
            flatten(*op, expr, &mut parts);
            let mut parts: Vec<Expr> = parts.into_iter().map(inner).collect();
            parts.sort_by_key(place);
            let joined = parts.into_iter().reduce(|a, b| binary(*op, a, b));
            joined.unwrap_or(Expr::Const(0))
        }
        Expr::Binary(op, sides, span) => {
            Expr::Binary(*op, Box::new([inner(&sides[0]), inner(&sides[1])]), *span)
        }
        Expr::Compare(op, sides) => {
            Expr::Compare(*op, Box::new([inner(&sides[0]), inner(&sides[1])]))
        }
        Expr::If(parts) => Expr::If(Box::new([
            inner(&parts[0]),
            inner(&parts[1]),
            inner(&parts[2]),
        ])),
        Expr::Not(e) => Expr::Not(Box::new(inner(e))),
        Expr::Call(function, args, span) => {
            Expr::Call(*function, args.iter().map(inner).collect(), *span)
        }
        other => other.clone(),
    }
}

/// Collects the operands of a commutative operation.
fn flatten<'e>(op: BinaryOp, expr: &'e Expr, parts: &mut Vec<&'e Expr>) {
    match expr {
        Expr::Binary(own, sides, _) if *own == op => {
            sides.iter().for_each(|side| flatten(op, side, parts))
        }
        other => parts.push(other),
    }
}

/// Returns the sort key of an operand: its first slot; operands without slots are last.
fn place(expr: &Expr) -> (bool, usize) {
    (matches!(expr, Expr::Const(_)), first_slot(expr))
}

/// Returns the least slot in an expression.
fn first_slot(expr: &Expr) -> usize {
    match expr {
        Expr::Slot(slot) => *slot,
        other => other.children().map(first_slot).min().unwrap_or(usize::MAX),
    }
}

fn binary(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    Expr::Binary(op, Box::new([a, b]), SourceInfo::default())
}

/// Simplifies a sum: counts each operand, puts added operands before subtracted operands, and
/// merges the constants.
fn sum(expr: &Expr) -> Expr {
    let (mut counts, mut constant): (Vec<(Expr, i64)>, i64) = (Vec::new(), 0);
    let mut open = vec![(expr, 1)];
    while let Some((part, sign)) = open.pop() {
        match part {
            Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), sides, _) => {
                let second = if *op == BinaryOp::Add { sign } else { -sign };
                open.extend([(&sides[1], second), (&sides[0], sign)]);
            }
            Expr::Const(c) => constant += sign * c,
            part => {
                let (part, times) = match tidied(part) {
                    Expr::Binary(BinaryOp::Mul, sides, _) if matches!(sides[0], Expr::Const(_)) => {
                        let [Expr::Const(times), part] = *sides else {
                            unreachable!("it is a constant")
                        };
                        (part, times)
                    }
                    part => (part, 1),
                };
                match counts.iter_mut().find(|(known, _)| *known == part) {
                    Some((_, count)) => *count += sign * times,
                    None => counts.push((part, sign * times)),
                }
            }
        }
    }
    counts.retain(|(_, count)| *count != 0);
    counts.sort_by_key(|(part, count)| (*count < 0, place(part)));
    let times = |part: Expr, count: i64| {
        if count == 1 {
            part
        } else {
            binary(BinaryOp::Mul, Expr::Const(count), part)
        }
    };
    let mut sum: Option<Expr> = None;
    if constant != 0 && counts.first().is_none_or(|(_, count)| *count < 0) {
        sum = Some(Expr::Const(constant));
        constant = 0;
    }
    for (part, count) in counts {
        let part = times(part, count.abs());
        sum = Some(match sum {
            None if count > 0 => part,
            None => binary(BinaryOp::Sub, Expr::Const(0), part),
            Some(sum) => binary(
                if count > 0 {
                    BinaryOp::Add
                } else {
                    BinaryOp::Sub
                },
                sum,
                part,
            ),
        });
    }
    match (sum, constant) {
        (Some(sum), 0) => sum,
        (Some(sum), 1..) => binary(BinaryOp::Add, sum, Expr::Const(constant)),
        (Some(sum), _) => binary(BinaryOp::Sub, sum, Expr::Const(-constant)),
        (None, constant) => Expr::Const(constant),
    }
}
