//! What can go wrong.

use core::fmt;

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// Zero has no inverse.
    DivisionByZero {
        /// Where in the slice, if it was one; nothing in it was changed.
        at: Option<usize>,
    },
    /// x ⊗ x ⊕ x = c has no solution in the field: c lies in its upper half.
    NoSolution {
        /// The field: that of the nimbers below 2^bits.
        bits: u32,
        /// Where in the slice, if it was one; nothing in it was changed.
        at: Option<usize>,
    },
    /// Slices that go together have different lengths; nothing was changed.
    UnequalSlices {
        /// The length of the first.
        expected: usize,
        /// The length of the other.
        got: usize,
    },
    /// There is no field of this width within the one at hand: widths are powers of two.
    NoSubfield {
        /// The width at hand.
        bits: u32,
        /// The width that was asked for.
        asked: u32,
    },
    /// A number is no power of the base.
    NoPower,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Error::DivisionByZero { at: None } => f.write_str("division by zero: 0 has no inverse"),
            Error::DivisionByZero { at: Some(at) } => write!(f, "division by zero: element {at} of the slice is 0"),
            Error::NoSolution { bits, at: None } => {
                write!(f, "x² + x = c has no solution in the field of {bits} bits: c is not below 2^{}", bits - 1)
            }
            Error::NoSolution { bits, at: Some(at) } => {
                write!(
                    f,
                    "x² + x = c has no solution in the field of {bits} bits for element {at} of the slice: it is not below 2^{}",
                    bits - 1
                )
            }
            Error::UnequalSlices { expected, got } => write!(f, "slices of different lengths: {expected} elements and {got}"),
            Error::NoSubfield { bits, asked } => {
                write!(f, "the field of {bits} bits has no subfield of {asked} bits: expected a power of two, at most {bits}")
            }
            Error::NoPower => f.write_str("the number is not a power of the base"),
        }
    }
}

impl core::error::Error for Error {}
