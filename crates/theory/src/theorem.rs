//! What a theorem is. A theorem is a short cut for one kind of rules and one theory: it has a name, a source and conditions, which
//! are tested on the rules themselves (not on a game's name) before a closed form is handed out. Each has a naive twin in the
//! engines, and a permanent test compares the two. The theorems themselves are in the crates `theorems` and `structures`.

use base::budget::{Budget, Stop};
use base::text::Text;
use facts::Facts;
use rules::ir::{Game, Int};
use rules::rules::{Conventions, Outcome, Rules};
use rules::world::World;

use crate::value::Grundy;

/// A move as rule and choices.
pub type ChosenMove = (usize, Vec<Int>);

/// A theorem about a kind of game.
pub trait Theorem: Sync {
    /// A short name, for `--without`.
    fn name(&self) -> &'static str;

    /// What it says, in one sentence.
    fn statement(&self) -> Text;

    /// Who found it, and when.
    fn source(&self) -> &'static str;

    /// Tests the conditions and hands out the closed form; `Err` says which condition fails.
    fn apply(&self, game: &Game, facts: &Facts, budget: &Budget<'_>) -> Result<Box<dyn ClosedForm>, Refusal>;

    /// The same with the other games at hand, for a theorem about a game whose moves lead into another.
    fn apply_in(&self, _: &World, game: &Game, facts: &Facts, budget: &Budget<'_>) -> Result<Box<dyn ClosedForm>, Refusal> {
        self.apply(game, facts, budget)
    }
}

/// A theorem, or an algorithm of its own, about one kind of game written as a Rust type: a graph, a board.
pub trait StructureTheorem: Sync {
    /// A short name, for `--without`.
    fn name(&self) -> &'static str;

    /// What it says, in one sentence.
    fn statement(&self) -> Text;

    /// Who found it, and when.
    fn source(&self) -> &'static str;

    /// Tests the conditions and hands out what is known of every position played ALONE under these conventions; values only where
    /// values decide sums. `Err` says which condition fails.
    fn apply(&self, rules: &dyn Rules, conventions: &Conventions, budget: &Budget<'_>) -> Result<Box<dyn ClosedForm>, Refusal>;
}

/// Why a theorem is not used.
#[derive(Clone, Debug)]
pub enum Refusal {
    /// A condition that fails.
    Condition(Text),
    /// The budget ended while a condition was tested.
    Stopped(Stop),
}

impl From<Stop> for Refusal {
    fn from(stop: Stop) -> Refusal {
        Refusal::Stopped(stop)
    }
}

impl From<Text> for Refusal {
    fn from(text: Text) -> Refusal {
        Refusal::Condition(text)
    }
}

/// What a theorem knows of every position of a game to which it applies. Slots are those of a position of the game, in canonical
/// form; of other numbers nothing is promised.
pub trait ClosedForm {
    /// What was found when the conditions were tested.
    fn found(&self) -> Text;

    /// Whether the theorem speaks of values, and not of outcomes only.
    fn knows_values(&self) -> bool {
        true
    }

    /// Why positions up to these numbers, the greatest of each slot, are not within reach of what it computes with; none where they
    /// are. Of positions beyond reach nothing may be asked but the value and the moves, of which it may then know none.
    ///
    /// # Errors
    /// Where the budget ends while what it computes with is computed.
    fn beyond_reach(&self, _greatest: &[Int], _budget: &Budget<'_>) -> Result<Option<Text>, Stop> {
        Ok(None)
    }

    /// The Grundy value; none where the theorem speaks only of outcomes, or where the value does not fit ([`Grundy::GREATEST`]).
    fn grundy(&self, slots: &[Int]) -> Option<Grundy>;

    /// Who wins this component alone. A theorem that speaks only of outcomes says it here; a value that does not fit is not zero.
    fn outcome(&self, slots: &[Int]) -> Outcome {
        self.grundy(slots).map_or(Outcome::N, Grundy::outcome)
    }

    /// The suspense of this component under normal play ([`crate::sums::Suspense`]), where a closed form tells it.
    fn suspense(&self, _slots: &[Int]) -> Option<u64> {
        None
    }

    /// Every legal move to an option of this Grundy value, of all rules that make it, each once and in no order; for a theorem that
    /// speaks of outcomes only, every legal move to a P-position when the value is zero, and none for another value. Two moves
    /// may lead to the same option. Where play may go round, the first move of the list makes progress: who always makes it wins in
    /// the end. A move that takes more than 2^63 - 1 at once cannot be written, and is left out. `None` where the theorem knows no
    /// shorter way than to look at every legal move.
    ///
    /// # Errors
    /// Where the budget ends.
    fn moves_to(&self, slots: &[Int], value: Grundy, budget: &Budget<'_>) -> Result<Option<Vec<ChosenMove>>, Stop>;

    /// Whether [`ClosedForm::moves_to`] lists all moves of a position; where there may be too many it lists some, at least one if
    /// there is any.
    fn lists_all(&self, _slots: &[Int]) -> bool {
        true
    }

    /// The period that the theorem rests on, for a certificate.
    fn period(&self) -> Option<&Period> {
        None
    }
}

/// The values of a finite subtraction set, as far as they are needed: those before the period and one period, and the window
/// that proves it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Period {
    /// From where on the values repeat.
    pub preperiod: usize,
    /// After how many.
    pub period: usize,
    /// G(0), G(1), … to the end of the second occurrence of the window.
    pub values: Vec<u64>,
}

impl Period {
    /// G(n) for any n.
    pub fn value(&self, n: u64) -> u64 {
        let (preperiod, period) = (self.preperiod as u64, self.period as u64);
        let index = if n < preperiod { n } else { preperiod + (n - preperiod) % period };
        self.values[index as usize]
    }
}
