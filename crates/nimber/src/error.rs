//! Errors of the crate.

use core::fmt;

#[cfg(feature = "big")]
use crate::big::{FACTORED_FIELD_BITS, LIMIT_BITS, MINIMAL_POLYNOMIAL_BITS};

/// The reason why an operation on nimbers has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NimberError {
    /// Zero has no inverse.
    DivisionByZero {
        /// Index of the element in the slice, if the operation was on a slice; the slice is
        /// unchanged.
        at: Option<usize>,
    },
    /// x ⊗ x ⊕ x = c has no solution in the field, because c is in its upper half.
    NoSolution {
        /// Width of the field of the nimbers below 2^bits.
        bits: u64,
        /// Index of the element in the slice, if the operation was on a slice; the slice is
        /// unchanged.
        at: Option<usize>,
    },
    /// Slices that must have equal lengths have different lengths; no slice was changed.
    UnequalSlices {
        /// Length of the first slice.
        expected: usize,
        /// Length of the other slice.
        got: usize,
    },
    /// No field of nimbers has this width, the field does not contain the number, or the field is
    /// wider than the type.
    NoField {
        /// The width that was given, in bits.
        bits: u64,
    },
    /// The number is not a power of the base.
    NoPower,
    /// Zero has no order, because it is not in the multiplicative group.
    NoOrder,
    /// The number has too many bits.
    TooLarge {
        /// Number of bits of the number.
        bits: u64,
    },
    /// The group order of the field has not been factored.
    #[cfg(feature = "big")]
    NotFactored {
        /// Width of the field, which exceeds [`FACTORED_FIELD_BITS`].
        bits: u64,
    },
    /// Computing a minimal polynomial of this degree would take too long.
    #[cfg(feature = "big")]
    TooManyPowers {
        /// The degree, which exceeds [`MINIMAL_POLYNOMIAL_BITS`].
        degree: u64,
    },
}

impl fmt::Display for NimberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            NimberError::DivisionByZero { at: None } => {
                f.write_str("division by zero: 0 has no inverse")
            }
            NimberError::DivisionByZero { at: Some(at) } => {
                write!(f, "division by zero: element {at} of the slice is 0")
            }
            #[cfg(feature = "big")]
            NimberError::NoSolution {
                bits: LIMIT_BITS,
                at: None,
            } => write!(
                f,
                "the solutions of x² + x = c have more than {LIMIT_BITS} bits"
            ),
            NimberError::NoSolution { bits, at } => {
                write!(
                    f,
                    "x² + x = c has no solution in the field of {bits} bits: "
                )?;
                if let Some(at) = at {
                    write!(f, "element {at} of the slice")?;
                } else {
                    f.write_str("c")?;
                }
                write!(f, " is not below 2^{}", bits - 1)
            }
            NimberError::UnequalSlices { expected, got } => write!(
                f,
                "slices of different lengths: expected {expected} elements, found {got}"
            ),
            NimberError::NoField { bits } => {
                write!(
                    f,
                    "no field of {bits} bits: the width must be a power of two, at least that of the number and at most that of its type"
                )
            }
            NimberError::NoPower => f.write_str("the number is not a power of the base"),
            NimberError::NoOrder => f.write_str("0 has no order"),
            NimberError::TooLarge { bits } => {
                write!(f, "the number is too large: it has {bits} bits")
            }
            #[cfg(feature = "big")]
            NimberError::NotFactored { bits } => {
                write!(
                    f,
                    "orders can be computed in fields of at most {FACTORED_FIELD_BITS} bits; the number is in the field of {bits} bits"
                )
            }
            #[cfg(feature = "big")]
            NimberError::TooManyPowers { degree } => {
                write!(
                    f,
                    "minimal polynomials can be computed up to degree {MINIMAL_POLYNOMIAL_BITS}; that of the number has degree {degree}"
                )
            }
        }
    }
}

impl core::error::Error for NimberError {}

/// The reason why a text is not a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseNimberError {
    /// Byte offset of the error.
    pub at: usize,
    /// Kind of the error.
    pub reason: ParseNimberErrorKind,
}

/// Kind of an error in a text that should be a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseNimberErrorKind {
    /// The text of the number has no digit.
    NoDigit,
    /// The given character is not a digit of the number.
    NotADigit(char),
    /// The number has more bits than the type.
    TooLarge {
        /// Number of bits of the type.
        bits: u64,
    },
}

impl fmt::Display for ParseNimberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.reason {
            ParseNimberErrorKind::NoDigit => write!(f, "expected a digit at byte {}", self.at),
            ParseNimberErrorKind::NotADigit(found) => {
                write!(f, "expected a digit at byte {}, found {found:?}", self.at)
            }
            ParseNimberErrorKind::TooLarge { bits } => {
                write!(f, "the number is too large: at most {bits} bits")
            }
        }
    }
}

impl core::error::Error for ParseNimberError {}

/// Returns the digits of a number, decimal or hexadecimal after `0x`, with the radix and the byte
/// offset of the first digit. Only digits are allowed: no sign, no space, no separators.
pub(crate) fn digits(text: &str) -> Result<(&str, u32, usize), ParseNimberError> {
    let (radix, start) = if text.starts_with("0x") {
        (16, 2)
    } else {
        (10, 0)
    };
    let digits = &text[start..];
    if digits.is_empty() {
        return Err(ParseNimberError {
            at: start,
            reason: ParseNimberErrorKind::NoDigit,
        });
    }
    match digits
        .char_indices()
        .find(|(_, digit)| !digit.is_digit(radix))
    {
        Some((at, found)) => Err(ParseNimberError {
            at: start + at,
            reason: ParseNimberErrorKind::NotADigit(found),
        }),
        None => Ok((digits, radix, start)),
    }
}
