//! Rows that stay verified, so that later claims build on them.

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

/// Rows that were verified, to be built upon by claims that are made later: what is in here is true
/// of the games of one world.
#[derive(Default)]
pub struct VerifiedRows {
    table: ValueRows<Box<[Int]>>,
    parts: FxHashMap<GameId, VerifiedParts>,
    rows: usize,
}

impl VerifiedRows {
    /// Verifies further rows. Each follows the rows of the parts of its options; these may also be
    /// here already. If a row is refused, the rows before it stay.
    ///
    /// # Panics
    /// If a component names a game that `world` did not return.
    ///
    /// # Errors
    /// [`CertificateError`], if a row is wrong or the budget ends.
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

    /// Verifies parts of the positions of a game. If a row is refused, the rows before it stay.
    ///
    /// # Panics
    /// If `world` does not hold the game.
    ///
    /// # Errors
    /// [`CertificateError`], if a row is wrong or the budget ends.
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

    /// The Grundy value of a sum of components of verified rows, under normal play.
    ///
    /// # Errors
    /// [`CertificateError`], if a component has no verified row, or the sum is not in canonical
    /// form.
    pub fn value(&self, world: &World, sum: &SumPosition) -> Result<u64, CertificateError> {
        let by_parts =
            |component: &Component| Some(self.parts.get(&component.game)?.value(world, component));
        self.table.value_of(world, sum, &by_parts)
    }

    /// Whether the player to move wins a sum under normal play, whose value need not be known.
    ///
    /// # Errors
    /// As for the value.
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

    /// How many rows are verified.
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Whether no row is verified.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }
}
