//! The kinds of compounds.

use crate::ast::{EndCondition, PlayConvention};
use crate::conventions::SumKind;

/// How the parts of a compound are played together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CompoundKind {
    /// As a sum in which a move touches this many components, to this end.
    Sum(SumKind, EndCondition),
    /// A move in the first part ends the second.
    Ordinal,
    /// The second part begins when the first has no move.
    Then,
    /// The Tartan product.
    Product,
    /// The parts stay apart, and play stops when all have value 0. A session makes its rules, for
    /// they need values.
    Stop,
    /// The parts stay apart, and nobody has pressed the button.
    Button,
    /// The button was pressed, and the other player moves.
    Pressed,
    /// Who pressed the button answers in the first part.
    Answer,
}

impl CompoundKind {
    /// The kind that a word means; `upto` means none without its number.
    pub fn from_word(word: &str) -> Option<CompoundKind> {
        Some(match word {
            "every" => CompoundKind::Sum(SumKind::Every, EndCondition::All),
            "together" => CompoundKind::Sum(SumKind::Every, EndCondition::One),
            "any" => CompoundKind::Sum(SumKind::Any, EndCondition::All),
            "ordinal" => CompoundKind::Ordinal,
            "then" => CompoundKind::Then,
            "product" => CompoundKind::Product,
            "stop" => CompoundKind::Stop,
            "button" => CompoundKind::Button,
            "pressed" => CompoundKind::Pressed,
            "answer" => CompoundKind::Answer,
            _ => return None,
        })
    }

    /// What a question writes before the parts: `every(`, `upto(2; `.
    pub fn opening(self) -> String {
        match self {
            CompoundKind::Sum(SumKind::Every, EndCondition::All) => "every(".to_owned(),
            CompoundKind::Sum(SumKind::Every, EndCondition::One) => "together(".to_owned(),
            CompoundKind::Sum(SumKind::Upto(most), _) => format!("upto({most}; "),
            CompoundKind::Sum(..) => "any(".to_owned(),
            CompoundKind::Ordinal => "ordinal(".to_owned(),
            CompoundKind::Then => "then(".to_owned(),
            CompoundKind::Product => "product(".to_owned(),
            CompoundKind::Stop => "stop(".to_owned(),
            CompoundKind::Button => "button(".to_owned(),
            CompoundKind::Pressed => "pressed(".to_owned(),
            CompoundKind::Answer => "answer(".to_owned(),
        }
    }

    /// Whether the compound has two parts and no more.
    pub fn takes_two(self) -> bool {
        matches!(
            self,
            CompoundKind::Ordinal | CompoundKind::Then | CompoundKind::Product
        )
    }

    /// The kind in which components stand that stay apart under this convention of play; `None` if
    /// they do not.
    pub fn playing(play: PlayConvention) -> Option<CompoundKind> {
        match play {
            PlayConvention::Normal | PlayConvention::Misere => None,
            PlayConvention::Stop => Some(CompoundKind::Stop),
            PlayConvention::Button => Some(CompoundKind::Button),
        }
    }

    /// The convention of play under which the components of such a compound stay apart; `None` if
    /// they do not.
    pub fn played(self) -> Option<PlayConvention> {
        match self {
            CompoundKind::Sum(..)
            | CompoundKind::Ordinal
            | CompoundKind::Then
            | CompoundKind::Product => None,
            CompoundKind::Stop => Some(PlayConvention::Stop),
            CompoundKind::Button | CompoundKind::Pressed | CompoundKind::Answer => {
                Some(PlayConvention::Button)
            }
        }
    }

    /// The kind of the positions that a move in a group leaves.
    pub(super) fn next(self) -> CompoundKind {
        match self {
            CompoundKind::Pressed => CompoundKind::Answer,
            CompoundKind::Answer => CompoundKind::Pressed,
            other => other,
        }
    }
}

/// The rules of a compound.
#[derive(Clone, Copy, Debug)]
pub struct CompoundRules {
    /// How its parts are played together.
    pub kind: CompoundKind,
}
