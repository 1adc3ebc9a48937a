//! Single cells of a table, from which a law is guessed.

use base::budget::{Budget, StopReason};
use rules::game::{GameId, OptionArena, RulesError};
use rules::ir::Int;
use rules::world::World;

/// The content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellValue {
    /// The numbers of the cell are not a position.
    NoPosition,
    /// The Grundy value of the position.
    Value(u64),
    /// Whether the position is P.
    P(bool),
}

/// A source of cells.
pub trait CellSource {
    /// Returns the cell of some numbers, whether or not the numbers are a position; `None` if the
    /// numbers are too large to compute the cell.
    ///
    /// # Errors
    /// Returns an error if the budget runs out.
    fn value_at(
        &mut self,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Option<CellValue>, StopReason>;

    /// Returns the components of this game that moves from a position leave, as far as these
    /// components can be listed.
    ///
    /// # Errors
    /// Returns an error if the budget runs out.
    fn option_components(
        &mut self,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Vec<Vec<Int>>, StopReason>;
}

/// Returns the components of the game itself that moves from a position leave, according to the
/// rules. Returns an empty list if the rules cannot be evaluated.
///
/// # Errors
/// Returns an error if the budget runs out.
pub fn option_components_by_rules(
    world: &World,
    game: GameId,
    slots: &[Int],
    budget: &Budget<'_>,
) -> Result<Vec<Vec<Int>>, StopReason> {
    let mut options = OptionArena::new();
    match world.options(game, slots, &mut options, budget) {
        Ok(()) => {}
        Err(RulesError::Stopped(stop)) => return Err(stop),
        Err(RulesError::Rule { .. }) => return Ok(Vec::new()),
    }
    let own = options.iter().flat_map(|option| {
        option
            .components()
            .filter(|(other, _)| *other == game)
            .map(|(_, left)| left.to_vec())
            .collect::<Vec<_>>()
    });
    Ok(own.collect())
}
