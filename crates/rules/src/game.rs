//! What every other part sees of a game: the trait [`Rules`], implemented by the games of the
//! language, by structures (graphs, boards) and by games written as Rust types. A game speaks of
//! ONE component; a position in play is a sum of components, and an option may itself be a sum.
//! Options are written into an arena that the caller owns and reuses.

use std::any::Any;

use crate::compound::CompoundRules;
use crate::ir::{Game, Int, Slot};
use crate::view::View;
use crate::world::World;
use base::budget::Budget;
use base::text::Text;

pub use crate::component::GameId;
pub use crate::conventions::{Conventions, Outcome, PlayEnding, SumKind};
pub use crate::error::{EvalError, RulesError};
pub use crate::options::{OptionArena, OptionRef, OptionSink};

/// The rules of one component.
pub trait Rules: Send + Sync {
    /// The name with the arguments, as in `Bash(m = 3)`.
    fn title(&self) -> String;

    /// Takes the name of the file that it was read from as its title. A game of the language has a
    /// name of its own.
    fn set_title(&mut self, _name: &str) {}

    /// The numbers that make up a position.
    fn slots(&self) -> &[Slot];

    /// How sums of this game are played: as disjunctive sums in normal play, unless a game says
    /// otherwise.
    fn conventions(&self) -> Conventions {
        Conventions::default()
    }

    /// Brings a position to its canonical form, so that equal positions are the same row of
    /// numbers.
    fn canonicalise(&self, _slots: &mut [Int]) {}

    /// Whether two equal components cancel.
    fn coins(&self) -> bool {
        false
    }

    /// Whether a component with slots in their ranges is a position of the game.
    ///
    /// # Errors
    /// If what the rules require cannot be evaluated at `slots`, or the budget is used up.
    fn admits(&self, _slots: &[Int], _budget: &Budget<'_>) -> Result<bool, RulesError> {
        Ok(true)
    }

    /// Whether a result outside the state range is an error.
    fn strict(&self) -> bool {
        false
    }

    /// Whether this component ends the whole play at once.
    ///
    /// # Errors
    /// If a condition cannot be evaluated at `slots`, or the budget is used up.
    fn ending(
        &self,
        _slots: &[Int],
        _budget: &Budget<'_>,
    ) -> Result<Option<PlayEnding>, RulesError> {
        Ok(None)
    }

    /// As [`Rules::ending`], where what the components of this one are worth in `world` decides it.
    ///
    /// # Errors
    /// As for [`Rules::ending`].
    fn ending_in(
        &self,
        _world: &World,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Option<PlayEnding>, RulesError> {
        self.ending(slots, budget)
    }

    /// Whether any component of this game may end play at once.
    fn can_end(&self) -> bool {
        false
    }

    /// Whether this component is urgent: as long as it is there, a move must be made in an urgent
    /// component. One without a move is an error.
    ///
    /// # Errors
    /// If a condition cannot be evaluated at `slots`, or the budget is used up.
    fn urgent(&self, _slots: &[Int], _budget: &Budget<'_>) -> Result<bool, RulesError> {
        Ok(false)
    }

    /// Whether the rules leave it to what stands beside them how sums are played.
    fn inherits_conventions(&self) -> bool {
        false
    }

    /// Writes every candidate move from a position. The sink throws away results outside the state
    /// ranges.
    ///
    /// # Errors
    /// If the rules cannot be evaluated at `slots`, or the sink refuses a move.
    fn options(&self, slots: &[Int], sink: &mut OptionSink<'_>) -> Result<(), RulesError>;

    /// Writes the one candidate move that a rule makes with these choices, if the rule allows them.
    /// The default lists all moves.
    ///
    /// # Errors
    /// If what this move needs cannot be evaluated at `slots`, or the sink refuses it.
    fn option(
        &self,
        slots: &[Int],
        rule: usize,
        choices: &[Int],
        sink: &mut OptionSink<'_>,
    ) -> Result<(), RulesError> {
        self.options(slots, sink)?;
        sink.keep_only(rule, choices);
        Ok(())
    }

    /// What a move is called, given the position, the rule and what was chosen. Words of the author
    /// of the rules are the same in both languages.
    fn describe(&self, slots: &[Int], rule: usize, choices: &[Int]) -> Option<Text>;

    /// The position that a question means by these numbers, `None` for the game named alone.
    ///
    /// # Errors
    /// What the game expects, if these numbers mean no position.
    fn position(&self, given: Option<&[Int]>) -> Result<Vec<Int>, Text>;

    /// The typed form, when the game was written in the language: facts are read off it.
    fn game(&self) -> Option<&Game> {
        None
    }

    /// The compound, where the position is one: a row of numbers of its own length, which holds
    /// other components. The world then asks these what they are called and whether they are
    /// positions.
    fn compound(&self) -> Option<CompoundRules> {
        None
    }

    /// The Rust type, when theorems speak of it.
    fn as_any(&self) -> Option<&dyn Any> {
        None
    }

    /// The component as a question writes it, where `name[numbers]` does not tell a person what it
    /// is.
    fn show(&self, _slots: &[Int]) -> Option<String> {
        None
    }

    /// How a component looks, where its numbers do not tell.
    fn view(&self, _slots: &[Int]) -> Option<View> {
        None
    }

    /// Whether this game stands alone: its positions say whose move it is, and another component
    /// beside it would change that.
    fn is_standalone(&self) -> bool {
        false
    }
}
