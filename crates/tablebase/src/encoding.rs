//! The encoding of entries. A remoteness is encoded as a number whose parity is the outcome: if it
//! is even, the player to move loses; if it is odd, they win. In most games this number is the
//! remoteness itself. If a player without moves wins (misère play), the number is the remoteness
//! plus one. If both kinds of endings occur (`trap` under normal play, `goal` under misère), the
//! number is twice the remoteness, plus one for a win. In each case the code of a position is the
//! code of its best option plus a constant that depends only on the parity of the option's code. So
//! the code of a position is larger than the code of its best option, and a table is built in the
//! order of the codes. A value is encoded as its nimber. The five largest codes are not numbers.
//! Codes of remoteness are below 2^15; values may use all 32 bits.

use rules::ast::PlayConvention;
use rules::game::{Conventions, Outcome};
use theory::value::Grundy;

/// The largest code of remoteness.
pub(crate) const MAX_REMOTENESS_CODE: u16 = 0x7eff;
/// The smallest code that is not a number.
pub(crate) const SPECIAL: u32 = u32::MAX - 4;
/// The index is not a position.
pub(crate) const HOLE: u32 = u32::MAX;
/// A draw.
pub(crate) const DRAW: u32 = u32::MAX - 1;
/// The player to move can make a goal with one move.
pub(crate) const LOONY: u32 = u32::MAX - 2;
/// The previous move made a goal.
pub(crate) const GOAL: u32 = u32::MAX - 3;
/// The previous move made a trap.
pub(crate) const TRAP: u32 = SPECIAL;

/// The decoded entry of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecodedEntry {
    /// The outcome, and the number of moves to the end if the winner hurries and the loser delays.
    Wins(Outcome, u64),
    /// The outcome, without the number of moves.
    Outcome(Outcome),
    /// A draw.
    Draw,
    /// The value.
    Value(Grundy),
}

/// How remoteness is encoded as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RemotenessEncoding {
    /// The player to move loses at all endings.
    Lost,
    /// The player to move wins at all endings.
    Won,
    /// The player to move loses at some endings and wins at other endings.
    Both,
}

impl RemotenessEncoding {
    pub(crate) fn from_conventions(
        conventions: Conventions,
        goals: bool,
        traps: bool,
    ) -> RemotenessEncoding {
        match (conventions.play == PlayConvention::Misere, goals, traps) {
            (false, _, false) => RemotenessEncoding::Lost,
            (true, false, _) => RemotenessEncoding::Won,
            _ => RemotenessEncoding::Both,
        }
    }

    /// Returns the code of a position in which play is over.
    pub(crate) fn ending_code(self, won: bool) -> u16 {
        match self {
            RemotenessEncoding::Lost => 0,
            RemotenessEncoding::Won => 1,
            RemotenessEncoding::Both => u16::from(won),
        }
    }

    /// Returns the code of a position, given the code of its best option. The best option is the
    /// option by which the player to move wins. If the player loses with every option, the best
    /// option is the option with the largest code.
    pub(crate) fn before(self, code: u16) -> u16 {
        match (self, code % 2) {
            (RemotenessEncoding::Both, 0) => code + 3,
            _ => code + 1,
        }
    }

    /// Returns the outcome and the number of moves to the end.
    pub(crate) fn decode(self, code: u16) -> DecodedEntry {
        let moves = match self {
            RemotenessEncoding::Lost => code,
            RemotenessEncoding::Won => code - 1,
            RemotenessEncoding::Both => code / 2,
        };
        DecodedEntry::Wins(winner(code), moves.into())
    }
}

/// Returns the outcome for the code of a position that is not a draw.
pub(crate) fn winner(code: u16) -> Outcome {
    if code.is_multiple_of(2) {
        Outcome::P
    } else {
        Outcome::N
    }
}

/// Returns the number of a code of remoteness; `None` if the code is not a number, or too large.
pub(crate) fn number(code: u32) -> Option<u16> {
    u16::try_from(code)
        .ok()
        .filter(|number| *number <= MAX_REMOTENESS_CODE)
}

/// Returns the code of a value; `None` if it is too large.
pub(crate) fn of_value(value: Grundy) -> Option<u32> {
    match value {
        Grundy::LOONY => Some(LOONY),
        Grundy::GOAL => Some(GOAL),
        Grundy::TRAP => Some(TRAP),
        nimber => nimber
            .as_nimber()
            .and_then(|nimber| u32::try_from(nimber).ok())
            .filter(|nimber| *nimber < SPECIAL),
    }
}

/// Returns the value of a code, which must not be a hole.
pub(crate) fn value(code: u32) -> Grundy {
    match code {
        LOONY => Grundy::LOONY,
        GOAL => Grundy::GOAL,
        TRAP => Grundy::TRAP,
        nimber => Grundy::nimber(nimber.into()).unwrap_or(Grundy::ZERO),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_grow_and_keep_who_wins_and_how_soon() {
        for coding in [
            RemotenessEncoding::Lost,
            RemotenessEncoding::Won,
            RemotenessEncoding::Both,
        ] {
            let ends: &[bool] = match coding {
                RemotenessEncoding::Lost => &[false],
                RemotenessEncoding::Won => &[true],
                RemotenessEncoding::Both => &[false, true],
            };
            for &won in ends {
                let mut code = coding.ending_code(won);
                for moves in 0..20 {
                    let wins = if won == (moves % 2 == 0) {
                        Outcome::N
                    } else {
                        Outcome::P
                    };
                    assert_eq!(coding.decode(code), DecodedEntry::Wins(wins, moves));
                    assert!(coding.before(code) > code);
                    code = coding.before(code);
                }
            }
        }
    }
}
