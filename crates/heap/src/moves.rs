//! The moves of a heap game as the machines take them. A code digit `d[i]` says by its bit j
//! whether removing i tokens may leave exactly j non-empty heaps (Berlekamp, Conway, Guy, *Winning
//! Ways*, chapter 4). Grundy's game is the digit 4 at the place 0 with the condition that the heaps
//! of a split differ.

use base::text;
use base::text::Text;

/// What removing one number of tokens may leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenRemoval {
    /// How many tokens are removed.
    pub tokens: u32,
    /// The digit: bit j is set where exactly j non-empty heaps may be left. Never zero.
    pub counts: u64,
}

impl TokenRemoval {
    /// Whether the move may leave exactly `heaps` heaps.
    pub fn leaves(self, heaps: u32) -> bool {
        heaps < u64::BITS && self.counts >> heaps & 1 == 1
    }
}

/// The moves of one heap game with finitely many digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DigitMoves {
    takes: Vec<TokenRemoval>,
    unequal: bool,
}

impl DigitMoves {
    /// The most tokens that a digit may remove: enough for any code that can be written, and sums
    /// of places stay far from overflow.
    pub const MAX_TOKENS_REMOVED: usize = 1 << 24;

    /// The moves of the code `d[0].d[1] d[2] …`, with `unequal` where the heaps that a move leaves
    /// must all differ.
    ///
    /// # Errors
    /// The text says what is wrong with the digits: `d[0]` can only split, since a move must change
    /// the heap and play must end; at most [`DigitMoves::MAX_TOKENS_REMOVED`] digits are allowed.
    pub fn new(digits: &[u64], unequal: bool) -> Result<DigitMoves, Text> {
        if let Some(&first) = digits.first()
            && first & 3 != 0
        {
            return Err(text!(
                "the digit before the point is {first}: removing nothing may only split the heap, into two or more (4, 8, 12, …)",
                "小数点前的数字是 {first}：不取时只能把堆分成两堆或更多（4、8、12 等）"
            ));
        }
        if digits.len() > DigitMoves::MAX_TOKENS_REMOVED {
            let (given, most) = (digits.len(), DigitMoves::MAX_TOKENS_REMOVED);
            return Err(text!(
                "{given} digits are given, at most {most} are allowed",
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

    /// Grundy's game: a move splits a heap into two unequal heaps.
    pub fn grundys_game() -> DigitMoves {
        DigitMoves {
            takes: vec![TokenRemoval {
                tokens: 0,
                counts: 4,
            }],
            unequal: true,
        }
    }

    /// What may be removed, in growing order.
    pub fn removals(&self) -> &[TokenRemoval] {
        &self.takes
    }

    /// Must the heaps that a move leaves all differ?
    pub fn unequal(&self) -> bool {
        self.unequal
    }

    /// The most tokens that a move removes; 0 where there is no move.
    pub fn longest(&self) -> u32 {
        self.takes.last().map_or(0, |take| take.tokens)
    }

    /// The most heaps that a move leaves.
    pub fn most_heaps(&self) -> u32 {
        self.takes
            .iter()
            .map(|take| u64::BITS - 1 - take.counts.leading_zeros())
            .max()
            .unwrap_or(0)
    }

    /// Whether every move leaves at most two heaps, as in the games of the fast machines.
    pub fn octal(&self) -> bool {
        self.most_heaps() <= 2
    }
}
