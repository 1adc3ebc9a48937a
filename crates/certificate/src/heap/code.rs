//! Parses the digits of a code in the form of certificates: d_0, a point, the other digits, with
//! the repeating digits in brackets. A digit is one of 0 to F, or a decimal number in braces. The
//! parser accepts codes of heap games only in the form in which certificates contain them.

use base::text;

use crate::error::CertificateError;

/// The digits d_0, d_1, …
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ClaimedDigits {
    /// The digits from d_0 on that do not repeat.
    pub(super) head: Vec<u64>,
    /// The repeating digits; empty for a finite code.
    pub(super) tail: Vec<u64>,
}

impl ClaimedDigits {
    pub(super) fn read(code: &str) -> Result<ClaimedDigits, CertificateError> {
        let mut rest = code;
        let (mut head, mut tail) = (Vec::new(), Vec::new());
        let wrong = |rest: &str| CertificateError::HeapCode {
            at: code.len() - rest.len() + 1,
            expected: text!(
                "digits as in 0.77, 0.8F, 0.1{{16}}[03]",
                "形如 0.77、0.8F、0.1{{16}}[03] 的数字"
            ),
        };
        let digit = |rest: &mut &str| -> Option<u64> {
            let first = rest.chars().next()?;
            let (text, radix, length) = match first {
                '{' => (&rest[1..rest.find('}')?], 10, rest.find('}')? + 1),
                _ => (rest.get(..1)?, 16, 1),
            };
            if !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
                return None;
            }
            let digit = u64::from_str_radix(text, radix).ok()?;
            *rest = &rest[length..];
            Some(digit)
        };
        head.push(digit(&mut rest).ok_or_else(|| wrong(rest))?);
        rest = rest.strip_prefix('.').ok_or_else(|| wrong(rest))?;
        while let Some(next) = digit(&mut rest) {
            head.push(next);
        }
        if let Some(inner) = rest.strip_prefix('[') {
            rest = inner;
            while let Some(next) = digit(&mut rest) {
                tail.push(next);
            }
            rest = rest.strip_prefix(']').ok_or_else(|| wrong(rest))?;
            if tail.iter().all(|digit| *digit == 0) {
                return Err(wrong(rest));
            }
        }
        // If d_0 has bit 0 or 1, play does not end.
        if !rest.is_empty() || head[0] & 3 != 0 {
            return Err(wrong(if rest.is_empty() { code } else { rest }));
        }
        Ok(ClaimedDigits { head, tail })
    }

    /// Returns d_i.
    pub(super) fn get(&self, i: usize) -> u64 {
        match self.head.get(i) {
            Some(&digit) => digit,
            None if self.tail.is_empty() => 0,
            None => self.tail[(i - self.head.len()) % self.tail.len()],
        }
    }

    /// Returns the maximum number of heaps that a move leaves.
    pub(super) fn heaps(&self) -> usize {
        let all = self
            .head
            .iter()
            .chain(&self.tail)
            .fold(1, |all, digit| all | digit);
        63 - all.leading_zeros() as usize
    }

    /// Returns the numbers that can be removed from a heap of n, each with its digit.
    pub(super) fn removals(&self, n: usize) -> impl Iterator<Item = (usize, u64)> + '_ {
        let last = if self.tail.is_empty() {
            n.min(self.head.len() - 1)
        } else {
            n
        };
        (0..=last)
            .map(|i| (i, self.get(i)))
            .filter(|(_, digit)| *digit != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::ClaimedDigits;

    #[test]
    fn what_is_read() {
        let digits = |head: &[u64], tail: &[u64]| ClaimedDigits {
            head: head.to_vec(),
            tail: tail.to_vec(),
        };
        assert_eq!(ClaimedDigits::read("0.77"), Ok(digits(&[0, 7, 7], &[])));
        assert_eq!(
            ClaimedDigits::read("C.1{16}F"),
            Ok(digits(&[12, 1, 16, 15], &[]))
        );
        assert_eq!(ClaimedDigits::read("0.1[03]"), Ok(digits(&[0, 1], &[0, 3])));
        let long = ClaimedDigits::read("0.12[345]").unwrap();
        assert_eq!(
            (0..10).map(|i| long.get(i)).collect::<Vec<_>>(),
            [0, 1, 2, 3, 4, 5, 3, 4, 5, 3]
        );
        for wrong in [
            "",
            "0",
            ".7",
            "1.7",
            "2.7",
            "{6}.7",
            "0.7g",
            "0.[0]",
            "0.[3",
            "0.{7",
            "0.{ 7}",
            "0.{}",
            "0.7 ",
            "0.{18446744073709551616}",
            "0.７",
            "{+4}.0",
        ] {
            assert!(ClaimedDigits::read(wrong).is_err(), "{wrong}");
        }
    }
}
