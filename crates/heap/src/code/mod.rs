//! The rules of a game with one kind of heap, in standard notation. A code states, for each i ≥ 0,
//! into how many heaps a move that takes i tokens may split the rest. Bit j of its digit d_i is set
//! if exactly j non-empty heaps may be left (Guy and Smith 1956 for j ≤ 2). Besides codes of
//! digits, there are growing subtraction sets, and splits with a condition on the parts, such as
//! Grundy's game.
//!
//! | notation | meaning |
//! |---|---|
//! | `0.77`, `.77` | octal digits d_0 . d_1 d_2 …; `0.77` is Kayles |
//! | `4.3` | d_0 = 4: a heap may be split in two without taking |
//! | `0.8F` | hexadecimal digits: a digit above 7, including 8 and 9, makes the code hexadecimal |
//! | `0.{16}3` | digits above F are written in braces, in decimal, below 2^64 |
//! | `0.1[03]` | the digits in brackets repeat forever: d_1 = 1, then 0 3 0 3 … |
//! | `subtract{1,3,4}` | take one of these numbers: these digits are 3, all others are 0 |
//! | `subtract all-but{2,5}` | take any number except these |
//! | `subtract powers{2}` | take 1, 2, 4, 8, …; likewise `squares`, `cubes`, `triangular`, `primes`, `fibonacci`, `factorials` |
//! | `grundy` | split into two unequal heaps |
//! | `split{2,3}` | split into two or three heaps without taking: the digit d_0 = 12 |
//! | `split{2} unequal`, `split{3} equal` | all parts are different; all parts are equal |
//! | `split{2} into{1,3,4}` | every part is in this set, which may be any set that `subtract` accepts |
//!
//! A code in which d_0 has bit 0 or bit 1 is rejected, because play would not end. Codes with the
//! same digits are equal: `subtract{1,3}` is `0.303`.

mod number_set;
mod parse;
mod print;
mod standard_form;

pub use number_set::{NamedSet, NumberSet};
pub use standard_form::StandardForm;

/// Maximum number of digits of a code, and maximum member of a finite set.
pub const MAX_DIGITS: u32 = 1 << 20;

/// The rules of a heap game. Two codes of digits compare as equal if they have the same rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapCode {
    kind: CodeKind,
}

/// The kind of a code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CodeKind {
    /// A code of digits.
    Digits(CodeDigits),
    /// A move takes a number of tokens from a growing set and leaves at most one heap.
    Take(NumberSet),
    /// A move splits a heap without taking tokens, with a condition on the parts.
    Split {
        /// Bit j is set if a split into j heaps is allowed.
        parts: u64,
        /// The condition on the sizes of the parts.
        which: SplitCondition,
        /// The allowed sizes of a part; `None` if every size is allowed.
        sizes: Option<NumberSet>,
    },
}

/// A condition on the sizes of the parts of a split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SplitCondition {
    /// No condition.
    Any,
    /// All parts have the same size.
    Equal,
    /// No two parts have the same size.
    Unequal,
}

/// The digits d_0, d_1, …: first `head`, then `tail` repeated forever. The digits are in shortest
/// form, that is, the tail is not itself a repetition. For a finite code, the last digit of the
/// head is nonzero. For other codes, the last digit of the head differs from the last digit of the
/// tail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeDigits {
    head: Vec<u64>,
    tail: Vec<u64>,
}

impl CodeDigits {
    /// Returns the shortest form of these digits. `head[0]` is d_0; an empty head is treated as
    /// `[0]`.
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

    /// Returns the digits from d_0 to the last digit before the repeated digits.
    pub fn head(&self) -> &[u64] {
        &self.head
    }

    /// Returns the digits that repeat; empty for a finite code.
    pub fn tail(&self) -> &[u64] {
        &self.tail
    }

    /// Returns the digit d_i.
    pub fn get(&self, i: usize) -> u64 {
        match self.head.get(i) {
            Some(&digit) => digit,
            None if self.tail.is_empty() => 0,
            None => self.tail[(i - self.head.len()) % self.tail.len()],
        }
    }

    /// Returns the digits d_0, …, d_most.
    pub fn up_to(&self, most: usize) -> Vec<u64> {
        (0..=most).map(|i| self.get(i)).collect()
    }

    /// Returns whether there are finitely many nonzero digits.
    pub fn is_finite(&self) -> bool {
        self.tail.is_empty()
    }

    /// Returns the maximum number of heaps that a move may leave.
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
    /// Creates the code with these digits, starting with d_0; `None` if d_0 has bit 0 or 1.
    pub fn of_digits(digits: &[u64]) -> Option<HeapCode> {
        HeapCode::repeating(digits, &[])
    }

    /// Creates the code with the digits `head`, then `tail` repeated forever; `None` if d_0 has bit
    /// 0 or 1.
    pub fn repeating(head: &[u64], tail: &[u64]) -> Option<HeapCode> {
        let digits = CodeDigits::new(head.to_vec(), tail.to_vec());
        (digits.head[0] & 3 == 0).then_some(HeapCode {
            kind: CodeKind::Digits(digits),
        })
    }

    /// Returns the code of Grundy's game.
    pub fn grundy() -> HeapCode {
        HeapCode {
            kind: CodeKind::Split {
                parts: 4,
                which: SplitCondition::Unequal,
                sizes: None,
            },
        }
    }

    /// Creates the code in which a move takes a number of the set; `None` if a finite set has a
    /// member above [`MAX_DIGITS`].
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

    /// Creates the code in which a move splits a heap into j parts, under a condition, if bit j of
    /// `parts` is set. Returns `None` if `parts` has bit 0 or 1.
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

    /// Returns the kind of the code.
    pub fn kind(&self) -> &CodeKind {
        &self.kind
    }

    /// Returns the digits of the code; `None` if the code does not consist of digits.
    pub fn digits(&self) -> Option<&CodeDigits> {
        match &self.kind {
            CodeKind::Digits(digits) => Some(digits),
            _ => None,
        }
    }

    /// Returns the digits of a finite code, to which the periodicity theorem applies; `None` for
    /// other codes.
    pub fn finite(&self) -> Option<&[u64]> {
        self.digits()
            .filter(|digits| digits.is_finite())
            .map(CodeDigits::head)
    }
}
