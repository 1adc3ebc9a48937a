//! The moves of a heap game in the form that the machines use. Bit j of a code digit `d[i]` states
//! whether removing i tokens may leave exactly j non-empty heaps (Berlekamp, Conway, Guy, *Winning
//! Ways*, chapter 4). Grundy's game has the digit d_0 = 4, with the condition that the heaps of a
//! split differ.

use base::text;
use base::text::Text;

/// The heaps that removing a certain number of tokens may leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenRemoval {
    /// Number of tokens that are removed.
    pub tokens: u32,
    /// The digit: bit j is set if exactly j non-empty heaps may be left. Never zero.
    pub counts: u64,
}

impl TokenRemoval {
    /// Returns whether the move may leave exactly `heaps` heaps.
    pub fn leaves(self, heaps: u32) -> bool {
        heaps < u64::BITS && self.counts >> heaps & 1 == 1
    }
}

/// The moves of a heap game with finitely many digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DigitMoves {
    takes: Vec<TokenRemoval>,
    unequal: bool,
}

impl DigitMoves {
    /// Maximum number of digits. The limit is large enough for every code that can be written, and
    /// small enough that sums of heap sizes do not overflow.
    pub const MAX_TOKENS_REMOVED: usize = 1 << 24;

    /// Creates the moves of the code `d[0].d[1] d[2] …`. If `unequal` is true, the heaps that a
    /// move leaves must all differ.
    ///
    /// # Errors
    /// Returns a message if the digits are invalid. `d[0]` may only split, because a move must
    /// change the heap and play must end. There may be at most [`DigitMoves::MAX_TOKENS_REMOVED`]
    /// digits.
    pub fn new(digits: &[u64], unequal: bool) -> Result<DigitMoves, Text> {
        if let Some(&first) = digits.first()
            && first & 3 != 0
        {
            return Err(text!(
                "the digit before the point is {first}, but a move that removes nothing must split the heap into two or more heaps (4, 8, 12, …)",
                "小数点前的数字是 {first}，但不取的着法必须把堆分成两堆或更多（4、8、12 等）"
            ));
        }
        if digits.len() > DigitMoves::MAX_TOKENS_REMOVED {
            let (given, most) = (digits.len(), DigitMoves::MAX_TOKENS_REMOVED);
            return Err(text!(
                "{given} digits are given, but at most {most} are allowed",
                "给出 {given} 位数字，最多允许 {most} 位"
            ));
        }
        let takes = digits
            .iter()
            .zip(0..)
            .filter(|&(&counts, _)| counts != 0)
            .map(|(&counts, tokens)| TokenRemoval { tokens, counts });
        Ok(DigitMoves {
            takes: takes.collect(),
            unequal,
        })
    }

    /// Returns the moves of Grundy's game, in which a move splits a heap into two unequal heaps.
    pub fn grundys_game() -> DigitMoves {
        DigitMoves {
            takes: vec![TokenRemoval {
                tokens: 0,
                counts: 4,
            }],
            unequal: true,
        }
    }

    /// Returns the numbers of tokens that may be removed, in increasing order, with their digits.
    pub fn removals(&self) -> &[TokenRemoval] {
        &self.takes
    }

    /// Returns whether the heaps that a move leaves must all differ.
    pub fn unequal(&self) -> bool {
        self.unequal
    }

    /// Returns the maximum number of tokens that a move removes; 0 if there is no move.
    pub fn longest(&self) -> u32 {
        self.takes.last().map_or(0, |take| take.tokens)
    }

    /// Returns the maximum number of heaps that a move leaves.
    pub fn most_heaps(&self) -> u32 {
        self.takes
            .iter()
            .map(|take| u64::BITS - 1 - take.counts.leading_zeros())
            .max()
            .unwrap_or(0)
    }

    /// Returns whether every move leaves at most two heaps. The sparse machine requires moves that
    /// leave at most two heaps.
    pub fn octal(&self) -> bool {
        self.most_heaps() <= 2
    }
}
