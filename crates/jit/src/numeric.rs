//! The supported integer instructions: those with one or two operands of one type, without
//! immediates, that push one result.

use cranelift_codegen::ir::Type;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I32, I64};

/// The operation of an instruction.
#[derive(Clone, Copy)]
pub(crate) enum IntOp {
    /// Whether the operand is 0.
    IsZero,
    /// A comparison of two operands: 1 if it is true, otherwise 0, in 32 bits.
    Compare(IntCC),
    /// An operation with one operand.
    Unary(IntUnaryOp),
    /// An operation with two operands, defined for all values.
    Binary(IntBinaryOp),
    /// An operation with two operands that traps for some values of the second.
    Divide(IntDivisionOp),
    /// The lower half of a 64-bit number.
    Wrap,
    /// Zero extension from 32 to 64 bits.
    Extend,
}

#[derive(Clone, Copy)]
pub(crate) enum IntUnaryOp {
    LeadingZeros,
    TrailingZeros,
    Ones,
}

/// Sums, differences and products are modulo 2 to the power of the number of bits. Shift distances
/// are modulo the number of bits.
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

/// Division by zero traps, and so does a signed quotient that does not fit. The signed remainder is
/// 0 in the second case.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum IntDivisionOp {
    Quotient,
    QuotientUnsigned,
    Remainder,
    RemainderUnsigned,
}

/// Returns the operation with opcode `code` and the type of its operands; `None` if the instruction
/// is not supported.
pub(crate) fn numeric(code: u8) -> Option<(Type, IntOp)> {
    use IntBinaryOp::*;
    use IntDivisionOp::*;
    use IntOp::{Compare, Divide, Extend, IsZero, Wrap};
    let compare = |kind, condition| (kind, Compare(condition));
    let unary = |kind, unary| (kind, IntOp::Unary(unary));
    let binary = |kind, binary| (kind, IntOp::Binary(binary));
    Some(match code {
        0x45 => (I32, IsZero),
        0x46 => compare(I32, IntCC::Equal),
        0x47 => compare(I32, IntCC::NotEqual),
        0x49 => compare(I32, IntCC::UnsignedLessThan),
        0x4b => compare(I32, IntCC::UnsignedGreaterThan),
        0x4e => compare(I32, IntCC::SignedGreaterThanOrEqual),
        0x4f => compare(I32, IntCC::UnsignedGreaterThanOrEqual),
        0x50 => (I64, IsZero),
        0x51 => compare(I64, IntCC::Equal),
        0x52 => compare(I64, IntCC::NotEqual),
        0x53 => compare(I64, IntCC::SignedLessThan),
        0x55 => compare(I64, IntCC::SignedGreaterThan),
        0x57 => compare(I64, IntCC::SignedLessThanOrEqual),
        0x59 => compare(I64, IntCC::SignedGreaterThanOrEqual),
        0x5a => compare(I64, IntCC::UnsignedGreaterThanOrEqual),
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
