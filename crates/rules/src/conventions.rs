//! How sums are played, and how play ends.

use crate::ast::{EndCondition, OutcomeLetter, PlayConvention};
use base::text;
use base::text::Text;

/// Who wins: P the player who just moved, N the player to move, D nobody.
pub type Outcome = OutcomeLetter;

impl Outcome {
    /// The letter itself.
    pub fn letter(self) -> char {
        match self {
            Outcome::P => 'P',
            Outcome::N => 'N',
            Outcome::D => 'D',
        }
    }
}

/// How a component ends the whole play at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayEnding {
    /// Who made it has won.
    Goal,
    /// Who made it has lost.
    Trap,
}

impl PlayEnding {
    /// Returns the outcome of a position that is over by this ending.
    pub fn outcome(self) -> Outcome {
        match self {
            PlayEnding::Goal => Outcome::P,
            PlayEnding::Trap => Outcome::N,
        }
    }

    /// Returns the ending that counts if two components end play: a goal counts before a trap.
    pub fn combine(one: Option<PlayEnding>, other: Option<PlayEnding>) -> Option<PlayEnding> {
        match (one, other) {
            (Some(PlayEnding::Goal), _) | (_, Some(PlayEnding::Goal)) => Some(PlayEnding::Goal),
            (one, other) => one.or(other),
        }
    }
}

/// How a sum is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Conventions {
    /// Normal: who cannot move loses. Misère: who cannot move wins.
    pub play: PlayConvention,
    /// How many components a move touches.
    pub sum: SumKind,
    /// When a sum is over.
    pub until: EndCondition,
    /// Positions may repeat.
    pub loopy: bool,
    /// Some components are urgent while they are there.
    pub entailing: bool,
}

impl Default for Conventions {
    fn default() -> Conventions {
        Conventions {
            play: PlayConvention::Normal,
            sum: SumKind::One,
            until: EndCondition::All,
            loopy: false,
            entailing: false,
        }
    }
}

impl Conventions {
    /// Normal play, one component a move, no draws, nothing urgent: where Grundy values decide a
    /// sum.
    pub fn is_plain(&self) -> bool {
        *self == Conventions::default()
    }
}

/// How many components of a sum a move touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SumKind {
    /// One: the disjunctive sum.
    One,
    /// Every one that can be moved in: the continued conjunctive sum.
    Every,
    /// Any non-empty set: the selective sum.
    Any,
    /// At least one and at most as many as the number says: Moore's sum.
    Upto(u32),
}

impl std::str::FromStr for SumKind {
    type Err = Text;

    /// Reads the word that a user chooses a kind by.
    fn from_str(word: &str) -> Result<SumKind, Text> {
        match word {
            "one" => Ok(SumKind::One),
            "every" => Ok(SumKind::Every),
            "any" => Ok(SumKind::Any),
            number => match number.parse() {
                Ok(k) if k > 0 => Ok(SumKind::Upto(k)),
                _ => Err(text!(
                    "expected one, every, any, or a number from 1 to 4294967295",
                    "应为 one、every、any 或 1 到 4294967295 的数"
                )),
            },
        }
    }
}
