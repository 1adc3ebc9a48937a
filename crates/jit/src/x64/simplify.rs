//! Replaces instructions by constants, by their operands, or by cheaper instructions.

use super::ir::{Condition, Function, Instruction, Op, Value};
use crate::numeric::IntDivisionOp;

/// The cheaper form of an instruction.
enum Simpler {
    Value(Value),
    Number(i64),
    Instruction(Instruction),
    Same,
}

/// The simplest form of an instruction.
pub(super) enum Simplest {
    /// An existing value or a constant.
    Value(Value),
    /// An instruction that still has to be added.
    Instruction(Instruction),
}

/// Returns the simplest form of an instruction.
pub(super) fn simplest(function: &mut Function, mut made: Instruction) -> Simplest {
    // Each step makes the instruction simpler, so a few steps suffice.
    for _ in 0..8 {
        normalize(function, &mut made);
        match simpler(function, &made) {
            Simpler::Value(value) => return Simplest::Value(value),
            Simpler::Number(number) => {
                return Simplest::Value(function.add_value(Instruction::constant(number), 0));
            }
            Simpler::Instruction(next) => made = next,
            Simpler::Same => break,
        }
    }
    Simplest::Instruction(made)
}

/// Moves constants to the second operand, and reads through `Narrow` where only the lower half is
/// read.
fn normalize(function: &Function, made: &mut Instruction) {
    let reads_lower: &[usize] = match made.op {
        Op::Narrow => &[0],
        Op::Store(1 | 2 | 4) => &[2],
        Op::Select => &[0],
        Op::Add
        | Op::Sub
        | Op::Mul
        | Op::And
        | Op::Or
        | Op::Xor
        | Op::ShiftLeft
        | Op::Compare(_)
            if !made.wide =>
        {
            &[0, 1]
        }
        // Only the lower bits of a distance count.
        Op::ShiftRight if !made.wide => &[0, 1],
        Op::ShiftLeft | Op::ShiftRight => &[1],
        _ => &[],
    };
    for i in reads_lower {
        while function.op(made.args[*i]) == Op::Narrow {
            made.args[*i] = function.values[made.args[*i] as usize].args[0];
        }
    }
    let is_constant = |value: Value| function.number(value).is_some();
    if made.op.is_commutative() && is_constant(made.args[0]) && !is_constant(made.args[1]) {
        made.args.swap(0, 1);
    }
    if let Op::Compare(condition) = made.op
        && is_constant(made.args[0])
        && !is_constant(made.args[1])
    {
        made.args.swap(0, 1);
        made.op = Op::Compare(condition.exchanged());
    }
}

fn binary(op: Op, wide: bool, a: i64, b: i64) -> Option<i64> {
    let distance = (b as u32) & if wide { 63 } else { 31 };
    let value = match op {
        Op::Add => a.wrapping_add(b),
        Op::Sub => a.wrapping_sub(b),
        Op::Mul => a.wrapping_mul(b),
        Op::And => a & b,
        Op::Or => a | b,
        Op::Xor => a ^ b,
        Op::ShiftLeft => a << distance,
        Op::ShiftRight if wide => (a as u64 >> distance) as i64,
        Op::ShiftRight => i64::from(a as u32 >> distance),
        Op::MulHigh => ((u128::from(a as u64) * u128::from(b as u64)) >> 64) as i64,
        Op::MulHighSigned => ((i128::from(a) * i128::from(b)) >> 64) as i64,
        Op::ShiftRightSigned => a >> distance,
        Op::Compare(condition) => return Some(condition.holds(wide, a, b).into()),
        Op::Divide(IntDivisionOp::Quotient) => a.checked_div(b)?,
        Op::Divide(IntDivisionOp::Remainder) => a.checked_rem(b).or((b == -1).then_some(0))?,
        Op::Divide(IntDivisionOp::QuotientUnsigned) => (a as u64).checked_div(b as u64)? as i64,
        Op::Divide(IntDivisionOp::RemainderUnsigned) => (a as u64).checked_rem(b as u64)? as i64,
        _ => return None,
    };
    Some(if wide { value } else { i64::from(value as u32) })
}

fn simpler(function: &mut Function, made: &Instruction) -> Simpler {
    use Simpler::{Number, Same};
    let [a, b, c, _] = made.args;
    match made.op {
        Op::Const | Op::Parameter | Op::Load(_) | Op::Store(_) | Op::Call(_) => return Same,
        Op::Narrow => return narrow(function, a),
        Op::Select => return select(function, a, b, c),
        Op::LeadingZeros | Op::TrailingZeros | Op::Ones => {
            return function.number(a).map_or(Same, |n| {
                Number(i64::from(match made.op {
                    Op::LeadingZeros => n.leading_zeros(),
                    Op::TrailingZeros => n.trailing_zeros(),
                    _ => n.count_ones(),
                }))
            });
        }
        _ => {}
    }
    let (x, y) = (function.number(a), function.number(b));
    if let (Some(x), Some(y)) = (x, y) {
        return binary(made.op, made.wide, x, y).map_or(Same, Number);
    }
    if let Op::Compare(condition) = made.op {
        return compare(function, made, condition, y);
    }
    if a == b {
        match made.op {
            Op::Sub | Op::Xor => return Number(0),
            Op::And | Op::Or => return whole(function, a, made.wide),
            _ => {}
        }
    }
    match y {
        Some(y) => with_number(function, made, y),
        None => Same,
    }
}

/// Returns a value itself, or its lower half if the operation is not wide.
fn whole(function: &Function, value: Value, wide: bool) -> Simpler {
    if wide || function.narrow[value as usize] {
        Simpler::Value(value)
    } else {
        Simpler::Instruction(Instruction::new(Op::Narrow, true, &[value]))
    }
}

/// Simplifies an operation whose second operand is a constant.
fn with_number(function: &mut Function, made: &Instruction, y: i64) -> Simpler {
    use Simpler::{Instruction as Made, Number, Same};
    let (a, wide) = (made.args[0], made.wide);
    let y = if wide { y } else { i64::from(y as i32) };
    let inner = function.values[a as usize];
    let inner_number = (inner.wide == wide && inner.args[1] != super::ir::NONE)
        .then(|| function.number(inner.args[1]))
        .flatten();
    let mut other = |op, first, number: i64| {
        let number = if wide {
            number
        } else {
            i64::from(number as u32)
        };
        let number = function.add_value(Instruction::constant(number), 0);
        Made(Instruction::new(op, wide, &[first, number]))
    };
    match (made.op, y) {
        (Op::Add | Op::Or | Op::Xor, 0) | (Op::Mul, 1) | (Op::And, -1) => whole(function, a, wide),
        (Op::And | Op::Mul | Op::MulHigh | Op::MulHighSigned, 0) => Number(0),
        (Op::Or, -1) => Number(if wide { -1 } else { i64::from(u32::MAX) }),
        (Op::Sub, y) => other(Op::Add, a, y.wrapping_neg()),
        (Op::Mul, -1) => {
            let zero = function.add_value(Instruction::constant(0), 0);
            Made(Instruction::new(Op::Sub, wide, &[zero, a]))
        }
        (Op::Mul, y) if y > 0 && y.count_ones() == 1 => {
            other(Op::ShiftLeft, a, y.trailing_zeros().into())
        }
        (Op::Add | Op::Xor | Op::And | Op::Or | Op::Mul, y) if inner.op == made.op => {
            match inner_number.and_then(|x| binary(made.op, wide, x, y)) {
                Some(both) => other(made.op, inner.args[0], both),
                None => Same,
            }
        }
        (Op::ShiftLeft | Op::ShiftRight, y) => {
            let bits = if wide { 64 } else { 32 };
            let distance = y & (bits - 1);
            if distance == 0 {
                return whole(function, a, wide);
            }
            match inner_number {
                Some(x) if inner.op == made.op && (0..bits).contains(&x) => {
                    if x + distance >= bits {
                        Number(0)
                    } else {
                        other(made.op, inner.args[0], x + distance)
                    }
                }
                _ if distance != y => other(made.op, a, distance),
                _ => Same,
            }
        }
        (Op::Divide(IntDivisionOp::QuotientUnsigned | IntDivisionOp::Quotient), 1) => {
            whole(function, a, true)
        }
        (Op::Divide(IntDivisionOp::RemainderUnsigned | IntDivisionOp::Remainder), 1) => Number(0),
        (Op::Divide(IntDivisionOp::QuotientUnsigned), y) if y.count_ones() == 1 => {
            other(Op::ShiftRight, a, y.trailing_zeros().into())
        }
        (Op::Divide(IntDivisionOp::RemainderUnsigned), y) if y.count_ones() == 1 => {
            other(Op::And, a, y.wrapping_sub(1))
        }
        _ => Same,
    }
}

fn narrow(function: &mut Function, a: Value) -> Simpler {
    if function.narrow[a as usize] {
        return Simpler::Value(a);
    }
    let inner = function.values[a as usize];
    match inner.op {
        Op::Const => Simpler::Number(i64::from(inner.immediate as u32)),
        // The lower half of the result depends only on the lower halves of the operands.
        Op::Add | Op::Sub | Op::And | Op::Or | Op::Xor => Simpler::Instruction(Instruction {
            wide: false,
            ..inner
        }),
        Op::ShiftLeft
            if function
                .number(inner.args[1])
                .is_some_and(|n| (0..32).contains(&n)) =>
        {
            Simpler::Instruction(Instruction {
                wide: false,
                ..inner
            })
        }
        _ => Simpler::Same,
    }
}

fn select(function: &Function, condition: Value, a: Value, b: Value) -> Simpler {
    if let Some(number) = function.number(condition) {
        return Simpler::Value(if number as u32 != 0 { a } else { b });
    }
    if a == b {
        return Simpler::Value(a);
    }
    let is_truth = matches!(function.op(condition), Op::Compare(_));
    if is_truth && function.number(a) == Some(1) && function.number(b) == Some(0) {
        return Simpler::Value(condition);
    }
    Simpler::Same
}

fn compare(
    function: &mut Function,
    made: &Instruction,
    condition: Condition,
    y: Option<i64>,
) -> Simpler {
    let [a, b, ..] = made.args;
    if a == b {
        return Simpler::Number(condition.holds(made.wide, 0, 0).into());
    }
    let inner = function.values[a as usize];
    // A test of a comparison is the comparison itself or its opposite.
    if let (Op::Compare(first), Some(0)) = (inner.op, y) {
        match condition {
            Condition::Equal => {
                return Simpler::Instruction(Instruction {
                    op: Op::Compare(first.inverse()),
                    ..inner
                });
            }
            Condition::NotEqual | Condition::Above => return Simpler::Value(a),
            _ => {}
        }
    }
    let signed = y.map(|y| if made.wide { y } else { i64::from(y as i32) });
    match (condition, signed) {
        (Condition::Below, Some(0)) => Simpler::Number(0),
        (Condition::AboveEqual, Some(0)) => Simpler::Number(1),
        (Condition::Above, Some(0)) => Simpler::Instruction(Instruction {
            op: Op::Compare(Condition::NotEqual),
            ..*made
        }),
        _ => Simpler::Same,
    }
}
