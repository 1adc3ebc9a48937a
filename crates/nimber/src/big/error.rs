//! What can go wrong with nimbers of any size.

use super::{FACTORED_FIELD_BITS, LIMIT_BITS, MINIMAL_POLYNOMIAL_BITS};
use core::fmt;

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// Zero has no inverse.
    DivisionByZero,
    /// The solutions of x² + x = c lie beyond [`LIMIT_BITS`].
    NoSolution,
    /// The number has more bits than can be held: [`LIMIT_BITS`], or those of the type asked for.
    TooLarge {
        /// How many bits it has.
        bits: u64,
    },
    /// Zero is in no group.
    NoOrder,
    /// The order of the group of the field has not been factored.
    NotFactored {
        /// The width of the field, beyond [`FACTORED_FIELD_BITS`].
        bits: u64,
    },
    /// A minimal polynomial of this degree would take too long.
    TooManyPowers {
        /// The degree, beyond [`MINIMAL_POLYNOMIAL_BITS`].
        degree: u64,
    },
    /// There is no field of nimbers of this width, or it does not hold the number.
    NoField {
        /// The width.
        bits: u64,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Error::DivisionByZero => f.write_str("division by zero: 0 has no inverse"),
            Error::NoSolution => write!(f, "the solutions of x² + x = c have more than {LIMIT_BITS} bits"),
            Error::TooLarge { bits } => write!(f, "the number is too large: it has {bits} bits"),
            Error::NoOrder => f.write_str("0 has no order"),
            Error::NotFactored { bits } => {
                write!(f, "orders are known in fields of at most {FACTORED_FIELD_BITS} bits; the number lies in that of {bits} bits")
            }
            Error::TooManyPowers { degree } => {
                write!(f, "minimal polynomials are found up to degree {MINIMAL_POLYNOMIAL_BITS}; that of the number has degree {degree}")
            }
            Error::NoField { bits } => {
                write!(f, "no field of {bits} bits here: the width is a power of two, and not less than the number has")
            }
        }
    }
}

impl core::error::Error for Error {}

/// Why a text is not a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The byte at which it fails.
    pub at: usize,
    /// What is wrong there.
    pub reason: Reason,
}

/// What is wrong in a text that should be a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// There is no digit.
    NoDigit,
    /// This character is not a digit of the number.
    NotADigit(char),
    /// More than [`LIMIT_BITS`] bits.
    TooLarge,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.reason {
            Reason::NoDigit => write!(f, "expected a digit at byte {}", self.at),
            Reason::NotADigit(found) => write!(f, "expected a digit at byte {}, found {found:?}", self.at),
            Reason::TooLarge => write!(f, "the number is too large: at most {LIMIT_BITS} bits"),
        }
    }
}

impl core::error::Error for ParseError {}
