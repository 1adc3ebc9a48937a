//! The parts of a game in which the players have different moves, in the form in which a checker
//! finds them: as cells in canonical form. Parts of the same shape that no symmetry maps to each
//! other are different.

use base::budget::Budget;
use partizan::{Id, Store};

use crate::cells::{CellSet, CellSet256};
use crate::game::MoveOwner;
use crate::partizan_parts::{PartStore, PartizanParts, PartizanPartsError, PartsByWidth, each};
use crate::reductions::Reductions;

/// The cells of a part in canonical form, and whether the part is the negative of these cells.
pub type SignedCells = (CellSet256, bool);

/// The owner of a move, and the parts that the move leaves.
pub type OwnedCells = (MoveOwner, Vec<SignedCells>);

impl PartizanParts {
    /// Returns the parts of a position.
    pub fn cells_of(&self, position: &CellSet256) -> Vec<SignedCells> {
        let position = position.and(&self.full);
        each!(&self.parts, store => store.signed_cells(position.resized(), None))
    }

    /// Returns the options of a part that [`PartizanParts::cells_of`] returned.
    ///
    /// # Errors
    /// Returns [`PartizanPartsError::Value`] if the budget runs out.
    pub fn options_of(
        &self,
        part: &CellSet256,
        budget: &Budget<'_>,
    ) -> Result<Vec<OwnedCells>, PartizanPartsError> {
        each!(&self.parts, store => store.options_of(part.resized(), budget))
    }

    /// Returns the value of a part that [`PartizanParts::cells_of`] returned.
    ///
    /// # Errors
    /// As [`PartizanParts::value`]; `other` is the memory in use in addition to this game.
    pub fn value_of(
        &mut self,
        part: &CellSet256,
        values: &mut Store,
        other: u64,
        budget: &Budget<'_>,
    ) -> Result<Id, PartizanPartsError> {
        let (mut parts, mut total) = (Vec::new(), Store::ZERO);
        self.parts(part, &mut parts, other, budget)?;
        for part in parts {
            let value = self.value(part, values, budget)?;
            total = values.sum(total, value, budget)?;
        }
        Ok(total)
    }

    /// Returns the image of each cell under each symmetry; `None` on the plane.
    pub fn permutations(&self) -> Option<Vec<Vec<u16>>> {
        each!(&self.parts, store => store.forms.permutations())
    }
}

impl<const W: usize> PartStore<W> {
    /// Returns the parts of a position. `possible` contains the moves that may be possible.
    fn signed_cells(&self, position: CellSet<W>, possible: Option<&[usize]>) -> Vec<SignedCells> {
        let mut cells = Vec::new();
        match (&self.law.pairs, possible) {
            (None, Some(among)) if self.law.adds() => {
                self.law.divide_reachable(position, Some(among), &mut cells);
            }
            _ => self
                .law
                .divide(position, None, &Reductions::default(), &mut cells),
        }
        let of_cells = |part: CellSet<W>| {
            let (part, extent) = match &self.forms.plane {
                Some(plane) => plane.cornered(part),
                None => (part, (0, 0)),
            };
            let (cells, exchanged) = self.forms.signed_canonical(part, extent);
            (cells.resized(), exchanged)
        };
        let cells = cells.into_iter().filter(|part| !part.is_empty());
        cells.map(of_cells).collect()
    }

    fn options_of(
        &self,
        position: CellSet<W>,
        budget: &Budget<'_>,
    ) -> Result<Vec<OwnedCells>, PartizanPartsError> {
        let mut options = Vec::new();
        let (_, possible) = self.law.reachable_moves(position, None);
        for &act in &possible {
            let one = &self.law.acts[act];
            if one.is_legal(&position) {
                budget.tick()?;
                let leaves = position.minus(&one.takes).or(&one.adds);
                options.push((one.owner, self.signed_cells(leaves, Some(&possible))));
            }
        }
        Ok(options)
    }
}
