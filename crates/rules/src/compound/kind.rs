//! The kinds of compounds.

use crate::ast::{EndCondition, PlayConvention};
use crate::conventions::SumKind;

/// The rule by which the parts of a compound are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CompoundKind {
    /// A sum in which a move changes this number of components, and which ends under this
    /// condition.
    Sum(SumKind, EndCondition),
    /// A move in the first part ends the second part.
    Ordinal,
    /// The second part begins when the first part has no move.
    Then,
    /// The Tartan product.
    Product,
    /// The parts remain separate, and play stops when all parts have the value 0. A session creates
    /// the rules of this compound, because these rules need values of positions.
    Stop,
    /// The parts remain separate, and no player has pressed the button.
    Button,
    /// The button was pressed, and the opponent of the player who pressed it moves.
    Pressed,
    /// The player who pressed the button must reply in the first part.
    Answer,
}

impl CompoundKind {
    /// Returns the kind with a keyword; `None` for `upto`, which also needs a number.
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

    /// Returns the text of a query before the parts: `every(`, `upto(2; `.
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

    /// Returns whether the compound has exactly two parts.
    pub fn takes_two(self) -> bool {
        matches!(
            self,
            CompoundKind::Ordinal | CompoundKind::Then | CompoundKind::Product
        )
    }

    /// Returns the kind of compound whose components remain separate under this convention of play;
    /// `None` if the convention merges components.
    pub fn playing(play: PlayConvention) -> Option<CompoundKind> {
        match play {
            PlayConvention::Normal
            | PlayConvention::Misere
            | PlayConvention::Score
            | PlayConvention::Partizan => None,
            PlayConvention::Stop => Some(CompoundKind::Stop),
            PlayConvention::Button => Some(CompoundKind::Button),
        }
    }

    /// Returns the convention of play under which the components of this compound remain separate;
    /// `None` for other kinds of compounds.
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

    /// Returns the kind of the positions that a move in a group leaves.
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
    /// The rule by which the parts of the compound are combined.
    pub kind: CompoundKind,
}
