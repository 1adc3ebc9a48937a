//! The rules of a game with one kind of heap, in the notation of the field. A code says for each i
//! ≥ 0 into how many heaps the rest may be split when i tokens are taken: bit j of its digit d_i is
//! set where exactly j non-empty heaps may be left (Guy and Smith 1956 for j ≤ 2). Besides codes of
//! digits there are growing subtraction sets and splits with a condition on the parts, such as
//! Grundy's game.
//!
//! | written | means |
//! |---|---|
//! | `0.77`, `.77` | octal digits d_0 . d_1 d_2 …; `0.77` is Kayles |
//! | `4.3` | d_0 = 4: a heap may be split in two without taking |
//! | `0.8F` | hexadecimal: a digit above 7 makes it so, and 8 and 9 are such digits |
//! | `0.{16}3` | digits above F in braces, decimal, below 2^64 |
//! | `0.1[03]` | the digits in brackets repeat for ever: d_1 = 1, then 0 3 0 3 … |
//! | `subtract{1,3,4}` | take one of these numbers: the digits 3 at their places |
//! | `subtract all-but{2,5}` | take any number but these |
//! | `subtract powers{2}` | take 1, 2, 4, 8, …; likewise `squares`, `cubes`, `triangular`, `primes`, `fibonacci`, `factorials` |
//! | `grundy` | split into two unequal heaps |
//! | `split{2,3}` | split into two or three heaps without taking: the digit d_0 = 12 |
//! | `split{2} unequal`, `split{3} equal` | all parts different; all the same |
//! | `split{2} into{1,3,4}` | every part is of this set: any set as after `subtract` |
//!
//! Digits 0 and 1 of d_0 are refused: play would not end. Codes that mean the same digits are the
//! same: `subtract{1,3}` is `0.303`.

mod number_set;
mod parse;
mod print;
mod standard_form;

pub use number_set::{NamedSet, NumberSet};
pub use standard_form::StandardForm;

/// No code has more digits, and no finite set a larger member.
pub const MAX_DIGITS: u32 = 1 << 20;

/// The rules of a heap game. Equal rules that are made of digits are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapCode {
    kind: CodeKind,
}

/// What a code is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CodeKind {
    /// Digits.
    Digits(CodeDigits),
    /// Take a number of a growing set; the rest stays one heap or is nothing.
    Take(NumberSet),
    /// Split without taking, with a condition on the parts.
    Split {
        /// Bit j: into j heaps.
        parts: u64,
        /// Which parts may stand together.
        which: SplitCondition,
        /// The sizes that a part may have; `None` if it may have any.
        sizes: Option<NumberSet>,
    },
}

/// Which parts of a split may stand together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SplitCondition {
    /// Any.
    Any,
    /// All of the same size.
    Equal,
    /// No two of the same size.
    Unequal,
}

/// The digits d_0, d_1, …: first `head`, then `tail` again and again. Shortest form: the tail is
/// not a repetition, and the head ends in a digit that is not zero, or that the tail could not have
/// given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeDigits {
    head: Vec<u64>,
    tail: Vec<u64>,
}

impl CodeDigits {
    /// The shortest form of these digits. `head[0]` is d_0 and must be there.
    fn new(mut head: Vec<u64>, mut tail: Vec<u64>) -> CodeDigits {
        if head.is_empty() {
            head.push(0);
        }
        if tail.iter().all(|&digit| digit == 0) {
            tail.clear();
            while head.len() > 1 && head.last() == Some(&0) {
                head.pop();
            }
            return CodeDigits { head, tail };
        }
        let length = tail.len();
        let root = (1..=length)
            .find(|&d| length.is_multiple_of(d) && (d..length).all(|i| tail[i] == tail[i - d]));
        tail.truncate(root.unwrap_or(length));
        while head.len() > 1 && head.last() == tail.last() {
            head.pop();
            tail.rotate_right(1);
        }
        CodeDigits { head, tail }
    }

    /// d_0 up to the last digit that is not repeated.
    pub fn head(&self) -> &[u64] {
        &self.head
    }

    /// The digits that repeat; empty for a finite code.
    pub fn tail(&self) -> &[u64] {
        &self.tail
    }

    /// The digit d_i.
    pub fn get(&self, i: usize) -> u64 {
        match self.head.get(i) {
            Some(&digit) => digit,
            None if self.tail.is_empty() => 0,
            None => self.tail[(i - self.head.len()) % self.tail.len()],
        }
    }

    /// d_0, …, d_most.
    pub fn up_to(&self, most: usize) -> Vec<u64> {
        (0..=most).map(|i| self.get(i)).collect()
    }

    /// Whether there is a last digit.
    pub fn is_finite(&self) -> bool {
        self.tail.is_empty()
    }

    /// The most heaps that a move may leave.
    pub fn most_heaps(&self) -> u32 {
        let all = self
            .head
            .iter()
            .chain(&self.tail)
            .fold(0, |all, digit| all | digit);
        u64::BITS - 1 - (all | 1).leading_zeros()
    }
}

impl HeapCode {
    /// The code of these digits, d_0 first; refused where d_0 has bit 0 or 1.
    pub fn of_digits(digits: &[u64]) -> Option<HeapCode> {
        HeapCode::repeating(digits, &[])
    }

    /// The code of these digits, then of `tail` again and again.
    pub fn repeating(head: &[u64], tail: &[u64]) -> Option<HeapCode> {
        let digits = CodeDigits::new(head.to_vec(), tail.to_vec());
        (digits.head[0] & 3 == 0).then_some(HeapCode {
            kind: CodeKind::Digits(digits),
        })
    }

    /// Grundy's game.
    pub fn grundy() -> HeapCode {
        HeapCode {
            kind: CodeKind::Split {
                parts: 4,
                which: SplitCondition::Unequal,
                sizes: None,
            },
        }
    }

    /// Take a number of the set. Members above [`MAX_DIGITS`] are refused.
    pub fn subtract(set: NumberSet) -> Option<HeapCode> {
        let digit = |members: &[u32], inside: u64, outside: u64| {
            let last = members.last().copied().filter(|&last| last <= MAX_DIGITS);
            let mut digits = vec![outside; last.unwrap_or(0) as usize + 1];
            digits[0] = 0;
            members.iter().try_for_each(|&member| {
                digits.get_mut(member as usize).map(|digit| *digit = inside)
            })?;
            Some(digits)
        };
        match set {
            NumberSet::Finite(members) => HeapCode::repeating(&digit(&members, 3, 0)?, &[]),
            NumberSet::AllBut(others) => HeapCode::repeating(&digit(&others, 0, 3)?, &[3]),
            growing => Some(HeapCode {
                kind: CodeKind::Take(growing),
            }),
        }
    }

    /// Split into as many heaps as `parts` has bits, under a condition; refused where it has bit 0
    /// or 1.
    pub fn split(parts: u64, which: SplitCondition, sizes: Option<NumberSet>) -> Option<HeapCode> {
        if parts & 3 != 0 {
            return None;
        }
        if which == SplitCondition::Any && sizes.is_none() {
            return HeapCode::of_digits(&[parts]);
        }
        Some(HeapCode {
            kind: CodeKind::Split {
                parts,
                which,
                sizes,
            },
        })
    }

    /// What it is made of.
    pub fn kind(&self) -> &CodeKind {
        &self.kind
    }

    /// The digits of the code, if it is made of digits alone.
    pub fn digits(&self) -> Option<&CodeDigits> {
        match &self.kind {
            CodeKind::Digits(digits) => Some(digits),
            _ => None,
        }
    }

    /// The digits of the code, if there is a last one: the codes of the periodicity theorem.
    pub fn finite(&self) -> Option<&[u64]> {
        self.digits()
            .filter(|digits| digits.is_finite())
            .map(CodeDigits::head)
    }
}
