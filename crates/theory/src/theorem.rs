//! Theorems about games. A theorem is a shortcut for computing one theory on one kind of rules. A
//! theorem has a name, a source and conditions. The conditions of a theorem are tested on the rules
//! themselves, not on the name of the game, before a closed form is returned. Each theorem has a
//! reference implementation in the engines, and a permanent test compares the theorem with this
//! implementation. The theorems themselves are in the crates `theorems` and `structures`. A list of
//! theorems is a value, so theorems found at run time can be added to it.

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

/// A move: the number of its rule, and the choices.
pub type ChosenMove = (usize, Vec<Int>);

/// A list of theorems, in the order in which they are tried.
pub type Theorems = Vec<Arc<dyn Theorem>>;

/// A request to a theorem: a game, its conventions, and the budget for the answer.
#[derive(Clone, Copy)]
pub struct TheoremCase<'c> {
    /// The available games; moves may lead from one to another.
    pub world: &'c World,
    /// The ID of the game in its world.
    pub game: GameId,
    /// The rules of the game.
    pub rules: &'c dyn Rules,
    /// The facts about the rules; `None` for games given as Rust values or graphs.
    pub facts: Option<&'c GameFacts>,
    /// The conventions of play, which override those of the rules.
    pub conventions: Conventions,
    /// The budget for testing the conditions.
    pub budget: &'c Budget<'c>,
}

impl<'c> TheoremCase<'c> {
    /// Creates a request for a game of a world, under the given conventions.
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

    /// Returns the rules as written in the language, with the facts about them.
    ///
    /// # Errors
    /// Returns [`ConditionError`] if the game has no rules in the language, or no facts are known
    /// about its rules.
    pub fn read(&self) -> Result<(&'c Game, &'c GameFacts), ConditionError> {
        let no_rules = || {
            text!(
                "the game has no rules in the rule language",
                "该游戏没有规则文本"
            )
        };
        Ok(self.rules.game().zip(self.facts).ok_or_else(no_rules)?)
    }

    /// Checks that the convention is normal play.
    ///
    /// # Errors
    /// Returns [`ConditionError`] if a player who cannot move does not lose.
    pub fn needs_normal_play(&self) -> Result<(), ConditionError> {
        match self.conventions.play {
            PlayConvention::Normal => Ok(()),
            _ => Err(text!("needs normal play", "需要正常规则").into()),
        }
    }

    /// Checks that values of components decide a sum, that is, that the conventions are plain
    /// ([`Conventions::is_plain`]).
    ///
    /// # Errors
    /// Returns [`ConditionError`] if the conventions are not plain.
    pub fn needs_plain(&self) -> Result<(), ConditionError> {
        if self.conventions.is_plain() {
            Ok(())
        } else {
            Err(needs_plain().into())
        }
    }
}

/// Returns the message that declines conventions other than [`Conventions::is_plain`].
pub fn needs_plain() -> Text {
    text!(
        "needs normal play, one component per move, no draws",
        "需要正常规则、每次走一个部分、无平局"
    )
}

/// Creates a text from the English and Chinese words that a theorem stores as data.
pub fn make_text(en: &str, zh: &str) -> Text {
    Text {
        en: en.to_owned(),
        zh: zh.to_owned(),
    }
}

/// A theorem, or a specialized algorithm, about a kind of game.
pub trait Theorem: Send + Sync {
    /// Returns the short name, for `--without`.
    fn name(&self) -> &'static str;

    /// Returns the statement of the theorem, in one sentence.
    fn statement(&self) -> Text;

    /// Returns the author and year of the theorem.
    fn source(&self) -> &'static str;

    /// Returns whether the theorem is about games of the same kind as a given game (rules written
    /// in the language, graphs, or boards), so that a plan lists it.
    fn applies_to(&self, rules: &dyn Rules) -> bool {
        rules.as_any().is_none() && rules.compound().is_none()
    }

    /// Returns the name, with arguments, of the game that the theorem was given for, and whether
    /// `game` has this name and these rules. Returns `None` for theorems about many games.
    fn given_for(&self, _world: &World, _game: GameId) -> Option<(&str, bool)> {
        None
    }

    /// Returns the file or store on which the theorem's answers depend and which was not compared
    /// with the rules; `None` for a theorem without a file.
    fn rests_on(&self) -> Option<&str> {
        None
    }

    /// Returns whether the theorem can be applied to a single component of a game with these facts
    /// if values do not decide a sum. To apply to a single component, the theorem requires that
    /// every move leaves one component.
    fn leaves_one(&self, facts: &GameFacts) -> bool {
        facts.take_away.is_ok()
    }

    /// Tests the conditions and returns a closed form for every position of the game. The closed
    /// form contains values only if values decide sums. If values do not decide sums, the results
    /// for a graph or a board hold only for a position played on its own.
    ///
    /// # Errors
    /// Returns [`ConditionError`] for the first condition that fails.
    fn apply(&self, case: &TheoremCase<'_>) -> Result<Box<dyn ClosedForm>, ConditionError>;
}

/// The evidence for a closed form, for use in a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ClosedFormEvidence {
    /// The period of the values of a finite subtraction set.
    SubtractionPeriod {
        /// The subtraction set, in ascending order.
        set: Vec<Int>,
        /// The smallest n from which on the values are periodic.
        preperiod: u64,
        /// The length of the period.
        period: u64,
        /// G(0), G(1), … up to the end of the second occurrence of a window whose length is the
        /// largest number of the set.
        values: Vec<u64>,
    },
}

/// A closed form for every position of a game to which a theorem applies. The methods of a closed
/// form expect the slots of a position of the game, in canonical form; for other numbers the result
/// is unspecified.
pub trait ClosedForm: Send + Sync {
    /// Describes the result of testing the conditions.
    fn summary(&self) -> Text;

    /// Returns whether the theorem gives values, and not only outcomes.
    fn knows_values(&self) -> bool {
        true
    }

    /// Returns the reason why positions up to `greatest` are out of range for this form, or `None`
    /// if they are in range. `greatest` contains the largest number of each slot. For positions out
    /// of range, only the value and the moves may be queried, and the form may be unable to compute
    /// either.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out while the form prepares its computation.
    fn beyond_reach(
        &self,
        _greatest: &[Int],
        _budget: &Budget<'_>,
    ) -> Result<Option<Text>, StopReason> {
        Ok(None)
    }

    /// Returns the Grundy value, or `None` if the theorem gives only outcomes or the value does not
    /// fit ([`Grundy::MAX_NIMBER`]).
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    fn grundy(&self, _slots: &[Int], _budget: &Budget<'_>) -> Result<Option<Grundy>, StopReason> {
        Ok(None)
    }

    /// Returns the outcome of this component on its own. Theorems that give only outcomes implement
    /// this method. A value that does not fit is not zero, so a component with that value is won.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    fn outcome(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Outcome, StopReason> {
        Ok(self
            .grundy(slots, budget)?
            .map_or(Outcome::N, Grundy::outcome))
    }

    /// Returns the file or store from which the form was read, if its contents were not compared
    /// with the rules. Answers depend on the contents of a file or store that was not compared with
    /// the rules.
    fn rests_on(&self) -> Option<&str> {
        None
    }

    /// Returns whether this form avoids visiting many positions, although play can cycle and
    /// computing a value would visit many.
    fn spares_many(&self) -> bool {
        false
    }

    /// Returns the suspense of this component under normal play ([`crate::sums::SuspenseAlgebra`]),
    /// or `None` if the closed form does not give it.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    fn suspense(&self, _slots: &[Int], _budget: &Budget<'_>) -> Result<Option<u64>, StopReason> {
        Ok(None)
    }

    /// Returns the remoteness of this component under the conventions of the request: the number of
    /// moves if the winner hurries and the loser delays. Returns `None` if the remoteness is not
    /// known without further computation.
    fn remoteness(&self, _slots: &[Int]) -> Option<u64> {
        None
    }

    /// Returns every legal move to an option with this Grundy value, of all rules that allow it,
    /// without duplicates and in no particular order. A theorem that gives only outcomes returns
    /// every legal move to a P-position if the value is zero, and no moves for another value. Two
    /// moves may lead to the same option. If play can cycle, the first move of the list makes
    /// progress: a player who always makes it eventually wins. Moves that take more than 2^63 - 1
    /// at once cannot be represented and are left out. Returns `None` if the theorem knows no
    /// faster way than checking every legal move.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    fn moves_to(
        &self,
        _slots: &[Int],
        _value: Grundy,
        _budget: &Budget<'_>,
    ) -> Result<Option<Vec<ChosenMove>>, StopReason> {
        Ok(None)
    }

    /// Returns whether [`ClosedForm::moves_to`] lists all moves of a position. If a position may
    /// have too many moves, `moves_to` lists only some, and at least one if the position has any.
    fn lists_all(&self, _slots: &[Int]) -> bool {
        true
    }

    /// Returns the same as [`ClosedForm::moves_to`], and whether the list is complete.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
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

    /// Explains how the theorem finds its result for one position, for a human reader. The
    /// explanation may have several lines. Returns `None` if there is nothing to add to the
    /// statement of the theorem.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    fn explanation(
        &self,
        _slots: &[Int],
        _budget: &Budget<'_>,
    ) -> Result<Option<Text>, StopReason> {
        Ok(None)
    }

    /// Returns the evidence for the closed form, or `None` if no certificate can be built from it.
    fn evidence(&self) -> Option<ClosedFormEvidence> {
        None
    }
}

/// A closed form that gives the losing positions, but no values. A value of this trait is used as a
/// [`ClosedForm`] for a component played on its own. Every position that is not lost is won.
pub trait LosingPositions: Send + Sync {
    /// Describes the result of testing the conditions.
    fn summary(&self) -> Text;

    /// Returns whether the player to move loses.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    fn is_lost(&self, slots: &[Int], budget: &Budget<'_>) -> Result<bool, StopReason>;

    /// Returns the moves to lost positions, as [`ClosedForm::moves_to`] does.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
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
    /// Returns [`StopReason`] if the budget runs out.
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
