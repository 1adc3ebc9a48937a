//! Single cells of a table, from which a law is guessed.

use base::budget::{Budget, StopReason};
use rules::game::{GameId, OptionArena, RulesError};
use rules::ir::Int;
use rules::world::World;

/// What is true of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellValue {
    /// It is none.
    NoPosition,
    /// Its Grundy value.
    Value(u64),
    /// Whether it is a P-position.
    P(bool),
}

/// Where cells come from.
pub trait CellSource {
    /// What is true of some numbers, position or not; `None` if it lies too far out to be computed.
    ///
    /// # Errors
    /// If the budget ends.
    fn value_at(
        &mut self,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Option<CellValue>, StopReason>;

    /// The components of this game that moves from a position leave, as far as they can be listed.
    ///
    /// # Errors
    /// If the budget ends.
    fn option_components(
        &mut self,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Vec<Vec<Int>>, StopReason>;
}

/// The components of a game that moves from a position leave, by its rules; none where these fail.
///
/// # Errors
/// If the budget ends.
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
