//! The interface of games: the trait [`Rules`], implemented by the games of the language, by
//! structures (graphs, boards) and by games written as Rust types. A game describes ONE component.
//! A position in play is a sum of components, and an option may itself be a sum. Options are
//! written into an arena that the caller owns and reuses.

use std::any::Any;

use crate::ast::Player;
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
    /// Returns the name with the arguments, as in `Bash(m = 3)`.
    fn title(&self) -> String;

    /// Sets the title to the name of the source file. A game of the language has a name of its own
    /// and ignores this call.
    fn set_title(&mut self, _name: &str) {}

    /// Returns the slots of a position.
    fn slots(&self) -> &[Slot];

    /// Returns the conventions of sums of this game. The default is the disjunctive sum under
    /// normal play.
    fn conventions(&self) -> Conventions {
        Conventions::default()
    }

    /// Converts a position to its canonical form, so that equal positions have equal numbers.
    fn canonicalise(&self, _slots: &mut [Int]) {}

    /// Returns whether two equal components cancel.
    fn coins(&self) -> bool {
        false
    }

    /// Returns whether a component with slots in their ranges is a position of the game.
    ///
    /// # Errors
    /// Returns an error if a requirement of the rules cannot be evaluated at `slots`, or the budget
    /// runs out.
    fn admits(&self, _slots: &[Int], _budget: &Budget<'_>) -> Result<bool, RulesError> {
        Ok(true)
    }

    /// Returns whether a result outside the state range is an error.
    fn strict(&self) -> bool {
        false
    }

    /// Returns how this component ends the whole play at once; `None` if play continues.
    ///
    /// # Errors
    /// Returns an error if a condition cannot be evaluated at `slots`, or the budget runs out.
    fn ending(
        &self,
        _slots: &[Int],
        _budget: &Budget<'_>,
    ) -> Result<Option<PlayEnding>, RulesError> {
        Ok(None)
    }

    /// Like [`Rules::ending`], for a compound whose end depends on the values of its components;
    /// `world` contains the rules of the components.
    ///
    /// # Errors
    /// Returns the same errors as [`Rules::ending`].
    fn ending_in(
        &self,
        _world: &World,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Option<PlayEnding>, RulesError> {
        self.ending(slots, budget)
    }

    /// Returns the points that the player to move gets more than the other player if the component
    /// has no move. Only `play score` uses this number.
    ///
    /// # Errors
    /// Returns an error if the expression cannot be evaluated at `slots`, or the budget runs out.
    fn payoff(&self, _slots: &[Int], _budget: &Budget<'_>) -> Result<Int, RulesError> {
        Ok(0)
    }

    /// Returns whether [`Rules::payoff`] can differ from 0.
    fn has_payoff(&self) -> bool {
        false
    }

    /// Returns whether play ends in a draw in this component.
    ///
    /// # Errors
    /// Returns an error if a condition cannot be evaluated at `slots`, or the budget runs out.
    fn is_tied(&self, _slots: &[Int], _budget: &Budget<'_>) -> Result<bool, RulesError> {
        Ok(false)
    }

    /// Returns whether any component of this game may end play at once.
    fn can_end(&self) -> bool {
        false
    }

    /// Returns whether this component is urgent. As long as a position has urgent components, a
    /// move must be made in an urgent component. An urgent component without a move is an error.
    ///
    /// # Errors
    /// Returns an error if a condition cannot be evaluated at `slots`, or the budget runs out.
    fn urgent(&self, _slots: &[Int], _budget: &Budget<'_>) -> Result<bool, RulesError> {
        Ok(false)
    }

    /// Returns whether components of this game have no conventions of their own, so that the other
    /// components of a sum determine the conventions.
    fn inherits_conventions(&self) -> bool {
        false
    }

    /// Writes every candidate move from a position. The sink drops results outside the state
    /// ranges.
    ///
    /// # Errors
    /// Returns an error if the rules cannot be evaluated at `slots`, or the sink returns an error.
    fn options(&self, slots: &[Int], sink: &mut OptionSink<'_>) -> Result<(), RulesError>;

    /// Writes the candidate move of a rule with these choices, if the rule allows them. The default
    /// implementation lists all moves.
    ///
    /// # Errors
    /// Returns an error if an expression that this move needs cannot be evaluated at `slots`, or
    /// the sink returns an error.
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

    /// Returns the player to whom the moves of a rule belong; `None` if they belong to both
    /// players.
    fn player(&self, rule: usize) -> Option<Player> {
        self.game()?.moves.get(rule)?.player
    }

    /// Returns the label of a move, given the position, the rule and the choices. A label of a rule
    /// file without a Chinese version is used in both languages.
    fn describe(&self, slots: &[Int], rule: usize, choices: &[Int]) -> Option<Text>;

    /// Returns the position for these numbers of a query; `None` stands for a query that only names
    /// the game.
    ///
    /// # Errors
    /// Returns a description of the expected numbers if the given numbers are not a position.
    fn position(&self, given: Option<&[Int]>) -> Result<Vec<Int>, Text>;

    /// Returns the typed form if the game is written in the rule language. Facts are derived from
    /// the typed form.
    fn game(&self) -> Option<&Game> {
        None
    }

    /// Returns the compound if positions are compounds: tuples of variable length that contain
    /// other components. If positions are compounds, the world calls methods of the compound for
    /// the names and the validity of positions.
    fn compound(&self) -> Option<CompoundRules> {
        None
    }

    /// Returns the rules as a Rust type, if theorems refer to this type.
    fn as_any(&self) -> Option<&dyn Any> {
        None
    }

    /// Formats the component as in a query, if `name[numbers]` is not readable.
    fn show(&self, _slots: &[Int]) -> Option<String> {
        None
    }

    /// Returns the visual form of a component, if it cannot be derived from its numbers.
    fn view(&self, _slots: &[Int]) -> Option<View> {
        None
    }

    /// Returns whether components of this game cannot be summed with other components. The
    /// positions of a standalone game contain the player to move, which a move in another component
    /// would change.
    fn is_standalone(&self) -> bool {
        false
    }
}
