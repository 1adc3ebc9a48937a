//! What an entry says. Of remoteness it is a number whose last digit tells who wins: even, the
//! player to move loses; odd, he wins. In most games the number is the remoteness itself; where a
//! lack of moves wins (misère play) it is one more; where both endings are there (`trap` under
//! normal play, `goal` under misère) it is twice the remoteness, and one more for a win. In each
//! case what an option says fixes what its position may say by adding a constant, and numbers only
//! grow on the way back, so that a table is made in the order of the numbers. Of values it is the
//! nimber. The five greatest codes say what is no number. Numbers of remoteness are below 2^15,
//! values may take all 32 bits.

use rules::ast::PlayConvention;
use rules::game::{Conventions, Outcome};
use theory::value::Grundy;

/// The greatest number of remoteness.
pub(crate) const MAX_REMOTENESS_CODE: u16 = 0x7eff;
/// The least code that is no number.
pub(crate) const SPECIAL: u32 = u32::MAX - 4;
/// No position.
pub(crate) const HOLE: u32 = u32::MAX;
/// Nobody wins.
pub(crate) const DRAW: u32 = u32::MAX - 1;
/// The player to move can make a goal at once.
pub(crate) const LOONY: u32 = u32::MAX - 2;
/// A goal was just made.
pub(crate) const GOAL: u32 = u32::MAX - 3;
/// A trap was just made.
pub(crate) const TRAP: u32 = SPECIAL;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecodedEntry {
    /// Who wins, and in how many moves if the winner hurries and the loser delays.
    Wins(Outcome, u64),
    /// Who wins, and not how soon.
    Outcome(Outcome),
    /// Nobody wins.
    Draw,
    /// What it is worth.
    Value(Grundy),
}

/// How remoteness is a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RemotenessEncoding {
    /// All endings are lost for the player to move.
    Lost,
    /// All are won.
    Won,
    /// There are both.
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

    /// The code of a position where play is over.
    pub(crate) fn ending_code(self, won: bool) -> u16 {
        match self {
            RemotenessEncoding::Lost => 0,
            RemotenessEncoding::Won => 1,
            RemotenessEncoding::Both => u16::from(won),
        }
    }

    /// The code of a position that is won by moving to one with this code, or lost because this is
    /// the greatest of its options'.
    pub(crate) fn before(self, code: u16) -> u16 {
        match (self, code % 2) {
            (RemotenessEncoding::Both, 0) => code + 3,
            _ => code + 1,
        }
    }

    /// Who wins, and in how many moves.
    pub(crate) fn decode(self, code: u16) -> DecodedEntry {
        let moves = match self {
            RemotenessEncoding::Lost => code,
            RemotenessEncoding::Won => code - 1,
            RemotenessEncoding::Both => code / 2,
        };
        DecodedEntry::Wins(winner(code), moves.into())
    }
}

/// Who wins by the code of a position that somebody wins.
pub(crate) fn winner(code: u16) -> Outcome {
    if code.is_multiple_of(2) {
        Outcome::P
    } else {
        Outcome::N
    }
}

/// The number that a code of remoteness is; `None` if it is none, or larger than one can be.
pub(crate) fn number(code: u32) -> Option<u16> {
    u16::try_from(code)
        .ok()
        .filter(|number| *number <= MAX_REMOTENESS_CODE)
}

/// The code of a value; `None` if it is too large.
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

/// The value of a code that is no hole.
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
