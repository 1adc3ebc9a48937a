//! Parsing and formatting: decimal, or hexadecimal after `0x`.

use super::{LIMIT_BITS, Nimber};
use crate::{NimberError, ParseNimberError, ParseNimberErrorKind};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;
use dashu_int::UBig;

impl FromStr for Nimber {
    type Err = ParseNimberError;

    /// Parses a decimal number, or a hexadecimal number after `0x`.
    fn from_str(text: &str) -> Result<Nimber, ParseNimberError> {
        let (digits, radix, start) = crate::error::digits(text)?;
        let too_large = ParseNimberError {
            at: start,
            reason: ParseNimberErrorKind::TooLarge { bits: LIMIT_BITS },
        };
        let digits = digits.trim_start_matches('0');
        // A decimal digit represents more than three bits.
        let least_bits = if radix == 16 { 4 } else { 3 } * (digits.len() as u64).saturating_sub(1);
        if least_bits >= LIMIT_BITS {
            return Err(too_large);
        }
        let number = if digits.is_empty() {
            UBig::ZERO
        } else {
            UBig::from_str_radix(digits, radix).map_err(|_| too_large)?
        };
        Nimber::try_from(&number).map_err(|_| too_large)
    }
}

impl TryFrom<&UBig> for Nimber {
    type Error = NimberError;

    fn try_from(number: &UBig) -> Result<Nimber, NimberError> {
        Nimber::from_limbs(limbs_of(number))
    }
}

/// Returns the digits in base 2^64, least significant first.
pub(super) fn limbs_of(number: &UBig) -> Vec<u64> {
    let limb = |bytes: &[u8]| {
        bytes
            .iter()
            .rev()
            .fold(0, |limb, &byte| limb << 8 | u64::from(byte))
    };
    number.to_le_bytes().chunks(8).map(limb).collect()
}

impl From<&Nimber> for UBig {
    fn from(number: &Nimber) -> UBig {
        let bytes: Vec<u8> = number
            .limbs
            .iter()
            .flat_map(|limb| limb.to_le_bytes())
            .collect();
        UBig::from_le_bytes(&bytes)
    }
}

/// Formats the number in decimal.
impl fmt::Display for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&UBig::from(self), f)
    }
}

/// Formats the number in hexadecimal, with the prefix `0x` for `{:#x}`.
impl fmt::LowerHex for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        let mut digits = String::new();
        for (place, limb) in self.limbs.iter().rev().enumerate() {
            if place == 0 {
                write!(digits, "{limb:x}")
            } else {
                write!(digits, "{limb:016x}")
            }?;
        }
        f.pad_integral(true, "0x", if digits.is_empty() { "0" } else { &digits })
    }
}
