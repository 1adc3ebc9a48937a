//! Facts about a game that are derived from its rules without playing it. Examples are whether
//! every play ends, whether a move can split a component, whether a component can end play, and
//! whether every move subtracts.
//!
//! Each fact is stored with its reason. Engines and theorems use the facts as conditions.

mod guesses;
mod identical;
mod linear;
mod measure;
mod model_match;
mod pieces;
mod rows;
mod runs;
mod samples;
mod simplex;
pub mod slotwise;
mod statements;
mod symmetry;
mod take_away;
pub mod terms;
mod tiers;
pub mod totals;
mod turn;

use std::sync::Arc;

use base::budget::{Budget, StopReason};
use base::text::Text;
use measure::MonotonicityFacts;
use rules::game::GameId;
use rules::ir::{Game, Int};
use simplex::SimplexEffort;

pub use clauses;
pub use clauses::ClauseError;
pub use clauses::{CellMeaning, CellMove, MoveList, move_list};
pub use guesses::{factors, irrational_factors, singles};
pub use identical::identical;
pub use model_match::{ModelMatch, same, same_by_proof};
pub use rows::row_code;
pub use runs::Runs;
pub use statements::{Fact, in_words};
pub use symmetry::turns;
pub use take_away::{SubtractionAmounts, SubtractionMove};
pub use tiers::{MeasureOrigin, TierMeasure, tiers};
pub use turn::{Alternation, Certainty, TurnClasses, TurnSlot, alternation, splits, turn};

/// The reason why a property of a game could not be shown.
#[derive(Clone, Debug)]
pub enum ConditionError {
    /// A condition of the property fails.
    Condition(Text),
    /// A condition fails, although the game belongs to the class that the property is about. The
    /// reason should be reported, because it states how close the game comes to the condition.
    Near(Text),
    /// The budget ran out during the test of a condition.
    Stopped(StopReason),
}

impl ConditionError {
    /// Returns the reason as text.
    pub fn text(&self) -> Text {
        match self {
            ConditionError::Condition(reason) | ConditionError::Near(reason) => reason.clone(),
            ConditionError::Stopped(stop) => stop.text(),
        }
    }
}

base::impl_error!(ConditionError {
    Stopped(StopReason)
});

impl From<Text> for ConditionError {
    fn from(text: Text) -> ConditionError {
        ConditionError::Condition(text)
    }
}

/// All facts about a game.
#[derive(Clone, Debug)]
pub struct GameFacts {
    /// Id of the game in its world.
    pub this: GameId,
    /// Weights of the slots such that every move decreases the weighted sum, in every component
    /// that the move leaves. If weights with this property exist, every play ends.
    pub measure: Option<Vec<Int>>,
    /// Whether every play ends: `measure` exists, or every move takes a cell of the move list and
    /// adds no cell ([`MoveList::always_takes`]).
    pub ends: bool,
    /// For each slot, whether no move increases it.
    pub never_grows: Vec<bool>,
    /// The slots that moves only increase, up to a bound of the rules, if all other slots never
    /// grow and every move changes some slot.
    pub rising: Option<Vec<bool>>,
    /// Whether no slot is greater than its predecessor in any position.
    pub sorted: bool,
    /// Maximum number of components that one move leaves; `None` if the number depends on the
    /// position.
    pub most_components: Option<usize>,
    /// Whether a move may leave a component of another game.
    pub names_others: bool,
    /// Whether a component can end play.
    pub can_end: bool,
    /// The moves of a game on a set as a fixed list, or the reason why the game has no fixed list
    /// of moves.
    pub move_list: Result<Arc<MoveList>, Text>,
    /// The moves, if all moves only subtract; otherwise the reason why some move does not only
    /// subtract.
    pub take_away: Result<Vec<SubtractionMove>, Text>,
}

/// Returns whether a move may leave a component of another game. `this` is the id of the game.
fn leads_to_others(game: &Game, this: GameId) -> bool {
    game.moves
        .iter()
        .flat_map(|shape| &shape.result)
        .any(|part| part.kind.named_games().iter().any(|other| *other != this))
}

/// Returns the maximum number of components that one move leaves; `None` if the number depends on
/// the position.
fn max_components(game: &Game) -> Option<usize> {
    let parts = |shape: &rules::ir::Move| {
        shape
            .result
            .iter()
            .all(|part| part.generators.is_empty())
            .then_some(shape.result.len())
    };
    game.moves
        .iter()
        .map(parts)
        .try_fold(0, |max, parts| parts.map(|parts| max.max(parts)))
}

/// Returns whether the rules show that every move leaves at most one component, which belongs to
/// the game itself. `this` is the id of the game.
pub fn stays_one(game: &Game, this: GameId) -> bool {
    max_components(game).is_some_and(|max| max <= 1) && !leads_to_others(game, this)
}

/// Derives the facts of a game from its rules. `this` is the id of the game in its world.
///
/// The time is polynomial in the size of the rules, and at worst a few seconds. Proofs that are too
/// large are abandoned, and the corresponding facts are missing.
///
/// # Errors
/// Returns [`StopReason`] if the budget runs out.
pub fn facts(game: &Game, this: GameId, budget: &Budget<'_>) -> Result<GameFacts, StopReason> {
    let effort = SimplexEffort::new(budget);
    let slots = game.slots.len();
    let mut shown = MonotonicityFacts::nothing(slots);
    shown.add(linear::transitions(game, this, &effort), &game.unordered);
    effort.finish()?;
    if !shown.is_all() {
        // A fact may be provable for each case of a minimum, a maximum or an alternative, although
        // it cannot be shown for the complete expression.
        let effort = SimplexEffort::besides(budget);
        shown.add(
            linear::transitions_by_cases(game, this, &effort),
            &game.unordered,
        );
        effort.finish()?;
    }
    let list = match move_list(game, budget) {
        Ok(list) => Ok(Arc::new(list)),
        Err(ClauseError::Refused(reason)) => Err(reason),
        Err(ClauseError::Stopped(stop)) => return Err(stop),
    };
    let takes = list.as_ref().ok().filter(|list| list.always_takes());
    // Taking an element away clears a bit, so the number that represents the set decreases.
    if !shown.is_all() && takes.is_some_and(|list| list.sense == CellMeaning::There) {
        shown = MonotonicityFacts {
            measure: Some(vec![1; slots]),
            never_grows: vec![true; slots],
            rising: None,
        };
    }
    let names_others = leads_to_others(game, this);
    // Another game could lead back to this game, so the measure does not show that play ends.
    let measure = shown.measure.filter(|_| !names_others);
    let most_components = max_components(game);
    let effort = SimplexEffort::new(budget);
    let take_away = take_away::take_away(game, this, &effort);
    effort.finish()?;
    let listed_ends = takes.is_some();
    Ok(GameFacts {
        this,
        ends: measure.is_some() || listed_ends,
        measure,
        rising: shown.rising.filter(|rising| {
            let bounded = |(&rises, slot): (&bool, &rules::ir::Slot)| !rises || slot.high.is_some();
            !names_others && rising.iter().zip(&game.slots).all(bounded)
        }),
        // Sorting the slots preserves the fact that no slot grows: if no slot grows, the i-th
        // largest number cannot grow either.
        never_grows: shown.never_grows,
        sorted: linear::is_sorted(game, &SimplexEffort::new(budget)),
        most_components,
        names_others,
        can_end: game.can_end_play(),
        move_list: list,
        take_away,
    })
}
