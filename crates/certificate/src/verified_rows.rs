//! Rows that remain verified, so that later claims can build on them.

use std::collections::hash_map::Entry;

use base::budget::Budget;
use rules::game::GameId;
use rules::ir::Int;
use rules::play::{Component, SumPosition};
use rules::world::World;
use rustc_hash::FxHashMap;

use crate::error::CertificateError;
use crate::parts::GameParts;
use crate::parts::verified_parts::VerifiedParts;
use crate::values::ValueRows;

/// Verified rows that later claims can build on. All verified rows are true of the games of one
/// world.
#[derive(Default)]
pub struct VerifiedRows {
    table: ValueRows<Box<[Int]>>,
    parts: FxHashMap<GameId, VerifiedParts>,
    rows: usize,
}

impl VerifiedRows {
    /// Verifies further rows. Each row follows the rows of the components of its options, which may
    /// also have been added by an earlier call. If a row is rejected, the rows before it remain.
    ///
    /// # Panics
    /// Panics if a component names a game that `world` did not return.
    ///
    /// # Errors
    /// Returns a [`CertificateError`] if a row is wrong or the budget runs out.
    pub fn extend(
        &mut self,
        world: &World,
        entries: &[(Component, u64)],
        budget: &Budget<'_>,
    ) -> Result<(), CertificateError> {
        let new: Vec<(Component, u64)> = entries
            .iter()
            .filter(|(c, value)| self.table.get(c.game, &c.slots) != Some(*value))
            .cloned()
            .collect();
        self.table.extend(world, &new, budget)?;
        self.rows += new.len();
        Ok(())
    }

    /// Verifies parts of the positions of a game. If a row is rejected, the rows before it remain.
    ///
    /// # Panics
    /// Panics if `world` does not contain the game.
    ///
    /// # Errors
    /// Returns a [`CertificateError`] if a row is wrong or the budget runs out.
    pub fn extend_parts(
        &mut self,
        world: &World,
        proof: &GameParts,
        budget: &Budget<'_>,
    ) -> Result<(), CertificateError> {
        let table = match self.parts.entry(proof.game) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert(VerifiedParts::new(world, proof.game, budget)?),
        };
        self.rows += table.extend(world, proof, budget)?;
        Ok(())
    }

    /// Returns the Grundy value of a sum of components with verified rows, under normal play.
    ///
    /// # Errors
    /// Returns a [`CertificateError`] if a component has no verified row, or the sum is not in
    /// canonical form.
    pub fn value(&self, world: &World, sum: &SumPosition) -> Result<u64, CertificateError> {
        let by_parts =
            |component: &Component| Some(self.parts.get(&component.game)?.value(world, component));
        self.table.value_of(world, sum, &by_parts)
    }

    /// Returns whether the player to move wins a sum under normal play. The value of the sum need
    /// not be known.
    ///
    /// # Errors
    /// Returns the same errors as [`VerifiedRows::value`].
    pub fn is_not_zero(&self, world: &World, sum: &SumPosition) -> Result<bool, CertificateError> {
        let without_value = match &sum.0[..] {
            [component] => self
                .parts
                .get(&component.game)
                .is_some_and(|table| table.is_not(component, 0)),
            _ => false,
        };
        Ok(without_value || self.value(world, sum)? != 0)
    }

    /// Returns the number of verified rows.
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Returns whether no row is verified.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }
}
