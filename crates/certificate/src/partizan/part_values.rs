//! Verified values of the parts of a game.

use std::cell::Cell;
use std::error::Error;
use std::fmt;

use base::budget::{Budget, StopReason};
use rules::game::GameId;
use rules::ir::Int;
use rules::world::World;
use rustc_hash::FxHashMap;

use super::forms::VerifiedForms;
use super::part_maps::{PartMaps, image};
use super::part_moves::{OwnedMove, OwnedMoves};
use crate::error::CertificateError;
use crate::parts::{ElementSet, PartSymmetry};

/// Approximate number of bytes of a part, including the parts found isomorphic to it.
const PART_BYTES: u64 = 160;

/// A part of a position has no row.
#[derive(Clone, Copy, Debug)]
pub(super) struct MissingPartError {
    /// The part.
    pub part: ElementSet,
}

impl fmt::Display for MissingPartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a part has no row")
    }
}

impl Error for MissingPartError {}

/// A part whose value is known: the part with a row, and whether the value is its negative.
#[derive(Clone, Copy, Debug)]
struct FoundPart {
    row: ElementSet,
    negated: bool,
}

/// The verified parts of a game.
#[derive(Debug)]
pub(super) struct VerifiedGameParts {
    pub moves: OwnedMoves,
    maps: PartMaps,
    rows: FxHashMap<ElementSet, u32>,
    /// The row of each part that was looked up and has no row of its own.
    met: FxHashMap<ElementSet, FoundPart>,
    /// Small steps that have not been charged to a budget yet.
    spent: Cell<usize>,
}

impl VerifiedGameParts {
    pub fn new(
        world: &World,
        game: GameId,
        symmetry: &PartSymmetry,
        budget: &Budget<'_>,
    ) -> Result<VerifiedGameParts, CertificateError> {
        let moves = OwnedMoves::from_rules(world, game, budget)?;
        symmetry.check(moves.board, moves.elements, budget)?;
        // The patterns of the moves are compared under all maps of the plane.
        budget.steps(64 * moves.moves.len())?;
        Ok(VerifiedGameParts {
            maps: PartMaps::new(symmetry.clone(), &moves),
            moves,
            rows: FxHashMap::default(),
            met: FxHashMap::default(),
            spent: Cell::new(0),
        })
    }

    /// Returns the approximate number of bytes in memory.
    pub fn bytes(&self) -> u64 {
        (self.rows.len() + self.met.len()) as u64 * PART_BYTES
    }

    /// Charges the steps of lookups to the budget.
    pub fn charge(&self, budget: &Budget<'_>) -> Result<(), StopReason> {
        let of_moves = self.moves.take_spent();
        budget.steps(self.spent.take().saturating_add(of_moves).saturating_add(1))
    }

    /// Adds a verified row. Returns whether the part had no row.
    pub fn insert(&mut self, part: ElementSet, form: u32) -> bool {
        self.rows.insert(part, form).is_none()
    }

    /// Returns whether a set is a single part of the game without other cells, and its moves.
    pub fn single(&self, part: ElementSet) -> Option<Vec<OwnedMove>> {
        if part.last().is_none_or(|last| last >= self.moves.elements) {
            return None;
        }
        self.spend(self.moves.moves.len());
        let possible = self.moves.possible(part, &self.moves.moves);
        let mut parts = Vec::new();
        self.moves.divide(part, &possible.moves, &mut parts);
        (parts == [part]).then_some(possible.moves)
    }

    /// Appends the forms of the parts of a position to a list. The moves that may be made in the
    /// position are among the given moves. If a part has no row, returns this part.
    pub fn forms_of(
        &mut self,
        position: ElementSet,
        among: &[OwnedMove],
        forms: &VerifiedForms,
        to: &mut Vec<u32>,
    ) -> Result<(), MissingPartError> {
        let mut parts = Vec::new();
        self.spend(1 + among.len());
        self.moves.divide(position, among, &mut parts);
        for part in parts {
            to.push(
                self.form(part, among, forms)
                    .ok_or(MissingPartError { part })?,
            );
        }
        Ok(())
    }

    /// Appends the forms of the parts of a position of the game to a list.
    pub fn forms_of_slots(
        &mut self,
        slots: &[Int],
        forms: &VerifiedForms,
        to: &mut Vec<u32>,
    ) -> Result<(), MissingPartError> {
        let position = self.moves.position(slots);
        let among = self.moves.moves.clone();
        self.forms_of(position, &among, forms, to)
    }

    /// Returns the form of a part; `None` if no row gives its value.
    fn form(
        &mut self,
        part: ElementSet,
        among: &[OwnedMove],
        forms: &VerifiedForms,
    ) -> Option<u32> {
        if let Some(&form) = self.rows.get(&part) {
            return Some(form);
        }
        let found = match self.met.get(&part) {
            Some(found) => *found,
            None => {
                let found = self.find(part, among, forms)?;
                self.met.insert(part, found);
                found
            }
        };
        let form = *self.rows.get(&found.row)?;
        match found.negated {
            true => forms.negative(form),
            false => Some(form),
        }
    }

    /// Returns a part with a row to which some map takes the moves of a part.
    fn find(
        &self,
        part: ElementSet,
        among: &[OwnedMove],
        forms: &VerifiedForms,
    ) -> Option<FoundPart> {
        let own = self.moves.possible(part, among);
        for number in 0..self.maps.count() {
            self.spend(1);
            let Some(map) = self.maps.map(number, part, own.tested, &self.moves) else {
                continue;
            };
            let row = image(&map, part);
            let Some(&form) = self.rows.get(&row) else {
                continue;
            };
            self.spend(own.moves.len());
            let other = || {
                self.spend(self.moves.moves.len());
                self.moves.possible(row, &self.moves.moves)
            };
            let kind = self.maps.kind(number, &map, &own, other);
            if kind.keeps {
                return Some(FoundPart {
                    row,
                    negated: false,
                });
            }
            if kind.exchanges && forms.negative(form).is_some() {
                return Some(FoundPart { row, negated: true });
            }
        }
        None
    }

    fn spend(&self, steps: usize) {
        self.spent.set(self.spent.get().saturating_add(steps));
    }
}
