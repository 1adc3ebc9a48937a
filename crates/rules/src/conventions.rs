//! The conventions of sums and of the end of play.

use crate::ast::{EndCondition, OutcomeLetter, PlayConvention};
use base::text;
use base::text::Text;

/// The outcome: the winner is the player who just moved (P), the player to move (N), or nobody (D).
pub type Outcome = OutcomeLetter;

impl Outcome {
    /// Returns the letter.
    pub fn letter(self) -> char {
        match self {
            Outcome::P => 'P',
            Outcome::N => 'N',
            Outcome::D => 'D',
        }
    }
}

/// The result when a component ends the whole play at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayEnding {
    /// The player who moved to the component has won.
    Goal,
    /// The player who moved to the component has lost.
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

    /// Returns the ending that applies if two components end play: a goal precedes a trap.
    pub fn combine(one: Option<PlayEnding>, other: Option<PlayEnding>) -> Option<PlayEnding> {
        match (one, other) {
            (Some(PlayEnding::Goal), _) | (_, Some(PlayEnding::Goal)) => Some(PlayEnding::Goal),
            (one, other) => one.or(other),
        }
    }
}

/// The conventions of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Conventions {
    /// The convention of play. Under normal play, a player who cannot move loses. Under misère
    /// play, that player wins.
    pub play: PlayConvention,
    /// Number of components that a move changes.
    pub sum: SumKind,
    /// The condition that ends a sum.
    pub until: EndCondition,
    /// Whether positions may repeat.
    pub loopy: bool,
    /// Whether some components are urgent.
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
    /// Returns whether Grundy values decide a sum: under normal play, with one component per move,
    /// without draws and without urgent components.
    pub fn is_plain(&self) -> bool {
        *self == Conventions::default()
    }
}

/// The number of components of a sum that a move changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SumKind {
    /// One component: the disjunctive sum.
    One,
    /// Every component that has a move: the continued conjunctive sum.
    Every,
    /// Any non-empty set: the selective sum.
    Any,
    /// At least one and at most this number: Moore's sum.
    Upto(u32),
}

impl std::str::FromStr for SumKind {
    type Err = Text;

    /// Parses the keyword of a kind of sum in the interface.
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
