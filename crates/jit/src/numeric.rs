//! The supported integer instructions, which have one or two operands of one type and no
//! immediates, and push one result.

use crate::module_reader::IntType::{self, I32, I64};

/// The operation of an instruction.
#[derive(Clone, Copy)]
pub(crate) enum IntOp {
    /// A test whether the operand is 0.
    IsZero,
    /// A comparison of two operands, with the 32-bit result 1 if the comparison is true,
    /// otherwise 0.
    Compare(IntComparison),
    /// An operation with one operand.
    Unary(IntUnaryOp),
    /// An operation with two operands, defined for all values.
    Binary(IntBinaryOp),
    /// An operation with two operands that traps for some values of the second operand.
    Divide(IntDivisionOp),
    /// The lower half of a 64-bit number.
    Wrap,
    /// Zero extension from 32 to 64 bits.
    Extend,
}

/// A comparison of signed numbers, or of unsigned numbers if the name says so.
#[derive(Clone, Copy)]
pub(crate) enum IntComparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    LessUnsigned,
    GreaterUnsigned,
    GreaterOrEqualUnsigned,
}

#[derive(Clone, Copy)]
pub(crate) enum IntUnaryOp {
    LeadingZeros,
    TrailingZeros,
    Ones,
}

/// Sums, differences and products of b-bit operands are computed modulo 2^b. Shift distances are
/// reduced modulo the number of bits of the operands.
#[derive(Clone, Copy)]
pub(crate) enum IntBinaryOp {
    Add,
    Sub,
    Mul,
    And,
    Or,
    Xor,
    ShiftLeft,
    ShiftRight,
}

/// A division traps if the divisor is zero, or if the signed quotient does not fit in its type. If
/// the signed quotient does not fit, the signed remainder is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum IntDivisionOp {
    Quotient,
    QuotientUnsigned,
    Remainder,
    RemainderUnsigned,
}

/// Returns the operation with opcode `code` and the type of its operands; `None` if the instruction
/// is not supported.
pub(crate) fn numeric(code: u8) -> Option<(IntType, IntOp)> {
    use IntBinaryOp::*;
    use IntComparison::*;
    use IntDivisionOp::*;
    use IntOp::{Compare, Divide, Extend, IsZero, Wrap};
    let compare = |kind, condition| (kind, Compare(condition));
    let unary = |kind, unary| (kind, IntOp::Unary(unary));
    let binary = |kind, binary| (kind, IntOp::Binary(binary));
    Some(match code {
        0x45 => (I32, IsZero),
        0x46 => compare(I32, Equal),
        0x47 => compare(I32, NotEqual),
        0x49 => compare(I32, LessUnsigned),
        0x4b => compare(I32, GreaterUnsigned),
        0x4e => compare(I32, GreaterOrEqual),
        0x4f => compare(I32, GreaterOrEqualUnsigned),
        0x50 => (I64, IsZero),
        0x51 => compare(I64, Equal),
        0x52 => compare(I64, NotEqual),
        0x53 => compare(I64, Less),
        0x55 => compare(I64, Greater),
        0x57 => compare(I64, LessOrEqual),
        0x59 => compare(I64, GreaterOrEqual),
        0x5a => compare(I64, GreaterOrEqualUnsigned),
        0x6a => binary(I32, Add),
        0x6b => binary(I32, Sub),
        0x6c => binary(I32, Mul),
        0x71 => binary(I32, And),
        0x72 => binary(I32, Or),
        0x73 => binary(I32, Xor),
        0x74 => binary(I32, ShiftLeft),
        0x76 => binary(I32, ShiftRight),
        0x79 => unary(I64, IntUnaryOp::LeadingZeros),
        0x7a => unary(I64, IntUnaryOp::TrailingZeros),
        0x7b => unary(I64, IntUnaryOp::Ones),
        0x7c => binary(I64, Add),
        0x7d => binary(I64, Sub),
        0x7e => binary(I64, Mul),
        0x7f => (I64, Divide(Quotient)),
        0x80 => (I64, Divide(QuotientUnsigned)),
        0x81 => (I64, Divide(Remainder)),
        0x82 => (I64, Divide(RemainderUnsigned)),
        0x83 => binary(I64, And),
        0x84 => binary(I64, Or),
        0x85 => binary(I64, Xor),
        0x86 => binary(I64, ShiftLeft),
        0xa7 => (I64, Wrap),
        0xad => (I32, Extend),
        _ => return None,
    })
}
