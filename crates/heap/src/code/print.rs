//! Prints a code in the notation that the parser accepts, in the shortest form of the code.

use std::fmt;

use super::{CodeDigits, CodeKind, HeapCode, SplitCondition};

/// If the largest member of a finite subtraction set exceeds this limit, the code is printed as a
/// set instead of digits.
const MAX_MEMBER_AS_DIGITS: usize = 16;

impl fmt::Display for HeapCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            CodeKind::Digits(digits) => match subtraction(digits) {
                Some(text) => f.write_str(&text),
                None => digits.fmt(f),
            },
            CodeKind::Take(set) => write!(f, "subtract {set}"),
            CodeKind::Split {
                parts: 4,
                which: SplitCondition::Unequal,
                sizes: None,
            } => f.write_str("grundy"),
            CodeKind::Split {
                parts,
                which,
                sizes,
            } => {
                let counts: Vec<String> = (0..64)
                    .filter(|bit| parts >> bit & 1 == 1)
                    .map(|count| count.to_string())
                    .collect();
                write!(f, "split{{{}}}", counts.join(","))?;
                f.write_str(match which {
                    SplitCondition::Any => "",
                    SplitCondition::Equal => " equal",
                    SplitCondition::Unequal => " unequal",
                })?;
                sizes
                    .as_ref()
                    .map_or(Ok(()), |sizes| write!(f, " into {sizes}"))
            }
        }
    }
}

/// Prints long codes whose digits are all 0 or 3 as a set; `None` for other codes.
fn subtraction(digits: &CodeDigits) -> Option<String> {
    let pure = digits.head[0] == 0
        && digits
            .head
            .iter()
            .chain(&digits.tail)
            .all(|digit| matches!(digit, 0 | 3));
    if !pure || digits.head.len() <= MAX_MEMBER_AS_DIGITS {
        return None;
    }
    let places = |wanted: u64| -> String {
        let places = (1..digits.head.len())
            .filter(|&i| digits.head[i] == wanted)
            .map(|i| i.to_string());
        places.collect::<Vec<_>>().join(",")
    };
    match digits.tail[..] {
        [] => Some(format!("subtract{{{}}}", places(3))),
        [3] => Some(format!("subtract all-but{{{}}}", places(0))),
        _ => None,
    }
}

/// Prints the digits of a code as digits, even if a set would be shorter.
impl fmt::Display for CodeDigits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digit = |f: &mut fmt::Formatter<'_>, digit: u64| match digit {
            0..16 => write!(f, "{digit:X}"),
            large => write!(f, "{{{large}}}"),
        };
        digit(f, self.head[0])?;
        f.write_str(".")?;
        for &each in &self.head[1..] {
            digit(f, each)?;
        }
        if self.tail.is_empty() {
            return if self.head.len() == 1 {
                f.write_str("0")
            } else {
                Ok(())
            };
        }
        f.write_str("[")?;
        for &each in &self.tail {
            digit(f, each)?;
        }
        f.write_str("]")
    }
}
