//! What a theorem is. A theorem is a short cut for one kind of rules and one theory: it has a name,
//! a source and conditions, which are tested on the rules themselves (not on a game's name) before
//! a closed form is handed out. Each has a naive twin in the engines, and a permanent test compares
//! the two. The theorems themselves are in the crates `theorems` and `structures`; a list of
//! them is a value, and a theorem that is found at run time joins it.

use std::sync::Arc;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use facts::GameFacts;
use rules::ast::PlayConvention;
use rules::game::{Conventions, GameId, Outcome, Rules};
use rules::ir::{Game, Int};
use rules::world::World;

pub use facts::ConditionError;

use crate::value::Grundy;

/// A move as rule and choices.
pub type ChosenMove = (usize, Vec<Int>);

/// Theorems in the order in which they are tried.
pub type Theorems = Vec<Arc<dyn Theorem>>;

/// What a theorem is asked about: a game, how it is played, and what may be spent on the question.
#[derive(Clone, Copy)]
pub struct TheoremCase<'c> {
    /// The games at hand; moves may lead from one into another.
    pub world: &'c World,
    /// The game's own name in its world.
    pub game: GameId,
    /// The rules of the game.
    pub rules: &'c dyn Rules,
    /// What is known of the rules; `None` for games given as Rust values or graphs.
    pub facts: Option<&'c GameFacts>,
    /// How the game is played, whatever its rules say.
    pub conventions: Conventions,
    /// What testing the conditions may cost.
    pub budget: &'c Budget<'c>,
}

impl<'c> TheoremCase<'c> {
    /// A game of a world, under these conventions.
    pub fn new(
        world: &'c World,
        game: GameId,
        facts: Option<&'c GameFacts>,
        conventions: Conventions,
        budget: &'c Budget<'c>,
    ) -> TheoremCase<'c> {
        TheoremCase {
            world,
            game,
            rules: world.rules(game),
            facts,
            conventions,
            budget,
        }
    }

    /// The rules as they are written in the language, with what is known of them.
    ///
    /// # Errors
    /// If the game has no rules in the language, or nothing is known of them.
    pub fn read(&self) -> Result<(&'c Game, &'c GameFacts), ConditionError> {
        let no_rules = || {
            text!(
                "the game has no rules in the language to read",
                "该游戏没有可读的规则文本"
            )
        };
        Ok(self.rules.game().zip(self.facts).ok_or_else(no_rules)?)
    }

    /// Refuses all conventions of play but the normal one.
    ///
    /// # Errors
    /// If who cannot move does not lose.
    pub fn needs_normal_play(&self) -> Result<(), ConditionError> {
        match self.conventions.play {
            PlayConvention::Normal => Ok(()),
            _ => Err(text!("needs normal play", "需要正常规则").into()),
        }
    }

    /// Refuses conventions under which values of components do not decide a sum: all but
    /// [`Conventions::is_plain`].
    ///
    /// # Errors
    /// If the conventions are not plain.
    pub fn needs_plain(&self) -> Result<(), ConditionError> {
        if self.conventions.is_plain() {
            Ok(())
        } else {
            Err(needs_plain().into())
        }
    }
}

/// The words that refuse other conventions than [`Conventions::is_plain`].
pub fn needs_plain() -> Text {
    text!(
        "needs normal play, one component a move, no draws",
        "需要正常规则、每次走一个部分、无平局"
    )
}

/// The text of English and Chinese words that a theorem holds as data.
pub fn make_text(en: &str, zh: &str) -> Text {
    Text {
        en: en.to_owned(),
        zh: zh.to_owned(),
    }
}

/// A theorem, or an algorithm of its own, about a kind of game.
pub trait Theorem: Send + Sync {
    /// A short name, for `--without`.
    fn name(&self) -> &'static str;

    /// What the theorem says, in one sentence.
    fn statement(&self) -> Text;

    /// Who found it, and when.
    fn source(&self) -> &'static str;

    /// Whether the theorem speaks of games like this one at all, so that a plan names it: of rules
    /// written in the language, or of graphs and boards.
    fn applies_to(&self, rules: &dyn Rules) -> bool {
        rules.as_any().is_none() && rules.compound().is_none()
    }

    /// The game that it was given for, by its name with arguments, and whether this one is it, by
    /// its rules too; `None` of theorems that speak of many games.
    fn given_for(&self, _world: &World, _game: GameId) -> Option<(&str, bool)> {
        None
    }

    /// Returns the file or store that its answers depend on and that was not compared with the
    /// rules; `None` for a theorem without a file.
    fn rests_on(&self) -> Option<&str> {
        None
    }

    /// Whether the theorem may be asked about a component alone, of a game with these facts, where
    /// values do not decide a sum: every move must leave one component.
    fn leaves_one(&self, facts: &GameFacts) -> bool {
        facts.take_away.is_ok()
    }

    /// Tests the conditions and hands out what is known of every position of the game; values only
    /// where values decide sums. Where they do not, what is known of a graph or a board holds
    /// for a position played ALONE.
    ///
    /// # Errors
    /// The first condition that fails.
    fn apply(&self, case: &TheoremCase<'_>) -> Result<Box<dyn ClosedForm>, ConditionError>;
}

/// What a closed form rests on, for a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ClosedFormEvidence {
    /// The values of a finite subtraction set repeat.
    SubtractionPeriod {
        /// The set, increasing.
        set: Vec<Int>,
        /// The first n from which the values repeat.
        preperiod: u64,
        /// The number of values after which they repeat.
        period: u64,
        /// G(0), G(1), … to the end of the second occurrence of a window as long as the greatest
        /// number of the set.
        values: Vec<u64>,
    },
}

/// What a theorem knows of every position of a game to which it applies. Slots are those of a
/// position of the game, in canonical form; of other numbers nothing is promised.
pub trait ClosedForm: Send + Sync {
    /// What was found when the conditions were tested.
    fn summary(&self) -> Text;

    /// Whether the theorem speaks of values, and not of outcomes only.
    fn knows_values(&self) -> bool {
        true
    }

    /// Why positions up to `greatest`, the greatest number of each slot, are beyond the reach of
    /// this form; `None` if they are within. Beyond reach only the value and the moves may be
    /// asked, and the form may not know them.
    ///
    /// # Errors
    /// If the budget ends while the form prepares what it computes with.
    fn beyond_reach(
        &self,
        _greatest: &[Int],
        _budget: &Budget<'_>,
    ) -> Result<Option<Text>, StopReason> {
        Ok(None)
    }

    /// The Grundy value; `None` if the theorem speaks only of outcomes, or the value does not fit
    /// ([`Grundy::MAX_NIMBER`]).
    ///
    /// # Errors
    /// If the budget ends.
    fn grundy(&self, _slots: &[Int], _budget: &Budget<'_>) -> Result<Option<Grundy>, StopReason> {
        Ok(None)
    }

    /// Who wins this component alone. A theorem that speaks only of outcomes says it here; a value
    /// that does not fit is not zero.
    ///
    /// # Errors
    /// If the budget ends.
    fn outcome(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Outcome, StopReason> {
        Ok(self
            .grundy(slots, budget)?
            .map_or(Outcome::N, Grundy::outcome))
    }

    /// Returns the file or store that the form was read from, if what that holds was not compared
    /// with the rules. Answers are conditional on it.
    fn rests_on(&self) -> Option<&str> {
        None
    }

    /// Whether the form spares a look at many positions, which a value where play goes round would
    /// need.
    fn spares_many(&self) -> bool {
        false
    }

    /// The suspense of this component under normal play ([`crate::sums::SuspenseAlgebra`]), where a
    /// closed form tells it.
    ///
    /// # Errors
    /// If the budget ends.
    fn suspense(&self, _slots: &[Int], _budget: &Budget<'_>) -> Result<Option<u64>, StopReason> {
        Ok(None)
    }

    /// The remoteness of this component, under the conventions that the theorem was asked about,
    /// where it is known without work: how many moves play lasts if its winner hurries and its
    /// loser delays.
    fn remoteness(&self, _slots: &[Int]) -> Option<u64> {
        None
    }

    /// Every legal move to an option of this Grundy value, of all rules that make it, each once and
    /// in no order; for a theorem that speaks of outcomes only, every legal move to a
    /// P-position when the value is zero, and none for another value. Two moves may lead to the
    /// same option. Where play may go round, the first move of the list makes progress: who always
    /// makes it wins in the end. A move that takes more than 2^63 - 1 at once cannot be
    /// written, and is left out. `None` if the theorem knows no shorter way than to look at
    /// every legal move.
    ///
    /// # Errors
    /// If the budget ends.
    fn moves_to(
        &self,
        _slots: &[Int],
        _value: Grundy,
        _budget: &Budget<'_>,
    ) -> Result<Option<Vec<ChosenMove>>, StopReason> {
        Ok(None)
    }

    /// Whether [`ClosedForm::moves_to`] lists all moves of a position; where there may be too many
    /// it lists some, at least one if there is any.
    fn lists_all(&self, _slots: &[Int]) -> bool {
        true
    }

    /// As [`ClosedForm::moves_to`], and whether the list is complete.
    ///
    /// # Errors
    /// If the budget ends.
    fn listed_moves(
        &self,
        slots: &[Int],
        value: Grundy,
        budget: &Budget<'_>,
    ) -> Result<Option<(Vec<ChosenMove>, bool)>, StopReason> {
        Ok(self
            .moves_to(slots, value, budget)?
            .map(|moves| (moves, self.lists_all(slots))))
    }

    /// How the theorem finds what it says of one position, for a person: the parts, the columns,
    /// the multiples. Lines; `None` if the statement is all that can be said.
    ///
    /// # Errors
    /// If the budget ends.
    fn explanation(
        &self,
        _slots: &[Int],
        _budget: &Budget<'_>,
    ) -> Result<Option<Text>, StopReason> {
        Ok(None)
    }

    /// What the closed form rests on, if a certificate can be made of that.
    fn evidence(&self) -> Option<ClosedFormEvidence> {
        None
    }
}

/// What a theorem knows that tells who loses, and no values: a [`ClosedForm`] that answers for a
/// component played alone. Every position that is not lost is won.
pub trait LosingPositions: Send + Sync {
    /// What was found when the conditions were tested.
    fn summary(&self) -> Text;

    /// Returns whether the player to move loses.
    ///
    /// # Errors
    /// Returns the reason if the budget runs out.
    fn is_lost(&self, slots: &[Int], budget: &Budget<'_>) -> Result<bool, StopReason>;

    /// Returns the moves to lost positions, as [`ClosedForm::moves_to`] does.
    ///
    /// # Errors
    /// Returns the reason if the budget runs out.
    fn winning_moves(
        &self,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Vec<ChosenMove>, StopReason>;

    /// Returns whether [`LosingPositions::winning_moves`] lists all winning moves of a position.
    fn lists_all(&self, _slots: &[Int]) -> bool {
        true
    }

    /// Explains who wins a position, as [`ClosedForm::explanation`] does.
    ///
    /// # Errors
    /// Returns the reason if the budget runs out.
    fn explanation(
        &self,
        _slots: &[Int],
        _budget: &Budget<'_>,
    ) -> Result<Option<Text>, StopReason> {
        Ok(None)
    }
}

impl<T: LosingPositions> ClosedForm for T {
    fn summary(&self) -> Text {
        LosingPositions::summary(self)
    }

    fn knows_values(&self) -> bool {
        false
    }

    fn outcome(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Outcome, StopReason> {
        Ok(match self.is_lost(slots, budget)? {
            true => Outcome::P,
            false => Outcome::N,
        })
    }

    fn moves_to(
        &self,
        slots: &[Int],
        value: Grundy,
        budget: &Budget<'_>,
    ) -> Result<Option<Vec<ChosenMove>>, StopReason> {
        match value == Grundy::ZERO {
            true => self.winning_moves(slots, budget).map(Some),
            false => Ok(Some(Vec::new())),
        }
    }

    fn lists_all(&self, slots: &[Int]) -> bool {
        LosingPositions::lists_all(self, slots)
    }

    fn explanation(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Option<Text>, StopReason> {
        LosingPositions::explanation(self, slots, budget)
    }
}
