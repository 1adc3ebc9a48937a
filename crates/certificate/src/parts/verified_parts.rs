//! Parts of a game whose rows were verified.

use std::cell::{Cell, RefCell};

use base::budget::Budget;
use base::text;
use base::text::Text;
use rules::game::{GameId, OptionArena};
use rules::play::Component;
use rules::world::World;
use rustc_hash::{FxHashMap, FxHashSet};

use super::element_set::ElementSet;
use super::moves::{PartMoves, refuse};
use super::proof::{GameParts, PartClaim, PartRow};
use super::symmetry::{self, PartSymmetry};
use crate::error::CertificateError;
use crate::values::mex;

/// The verified facts about a part.
#[derive(Clone, Debug, Default)]
struct VerifiedPart {
    value: Option<u64>,
    /// Numbers that are not the value of the part.
    excluded: Vec<u64>,
}

/// The verified parts of a game.
#[derive(Debug)]
pub(crate) struct VerifiedParts {
    moves: PartMoves,
    alike: PartSymmetry,
    known: FxHashMap<ElementSet, VerifiedPart>,
    /// The isomorphic row of each part that was looked up and has no row of its own.
    met: RefCell<FxHashMap<ElementSet, ElementSet>>,
    /// The parts whose moves were compared with the rules.
    compared: FxHashSet<ElementSet>,
    /// Small steps of lookups that have not been charged to a budget yet.
    spent: Cell<usize>,
}

/// Approximate number of bytes of a row, including the parts found isomorphic to it.
const ROW: u64 = 1_000;

/// Rejects a row, given by its number.
fn refuse_row<T>(entry: usize, Text { en, zh }: Text) -> Result<T, CertificateError> {
    refuse(text!("row {entry}: {en}", "第 {entry} 项：{zh}"))
}

impl VerifiedParts {
    pub fn new(
        world: &World,
        game: GameId,
        budget: &Budget<'_>,
    ) -> Result<VerifiedParts, CertificateError> {
        let moves = PartMoves::from_rules(world, game, budget)?;
        Ok(VerifiedParts {
            moves,
            alike: PartSymmetry::Plane,
            known: FxHashMap::default(),
            met: RefCell::default(),
            compared: FxHashSet::default(),
            spent: Cell::new(0),
        })
    }

    /// Verifies rows of parts and adds them to the verified rows. Skips rows whose claims are
    /// already verified. Returns the number of rows added.
    pub fn extend(
        &mut self,
        world: &World,
        proof: &GameParts,
        budget: &Budget<'_>,
    ) -> Result<usize, CertificateError> {
        proof
            .alike
            .check(self.moves.board, self.moves.elements, budget)?;
        self.alike = proof.alike.clone();
        budget.allow_memory(proof.rows.len() as u64 * ROW)?;
        let mut options = OptionArena::new();
        let mut new = 0;
        let heads = proof.alike.lines();
        for (entry, row) in (1..).zip(&proof.rows) {
            budget.item(heads + entry);
            budget.steps(1 + self.spent.take())?;
            let inside = row
                .part
                .last()
                .is_some_and(|last| last < self.moves.elements);
            let known = if inside {
                self.find(row.part).map(|row| &self.known[&row])
            } else {
                None
            };
            let says = |known: &VerifiedPart| match row.told {
                PartClaim::Is(value) => known.value == Some(value),
                PartClaim::Mirror(_) => known.value == Some(0),
                PartClaim::IsNot(value) => known.excluded.contains(&value),
            };
            if known.is_some_and(says) {
                continue;
            }
            self.row(world, entry, row, &mut options, budget)?;
            new += 1;
            budget.report(entry as u64, Some(proof.rows.len() as u64));
        }
        Ok(new)
    }

    /// Verifies a row and adds it to the verified rows.
    fn row(
        &mut self,
        world: &World,
        entry: usize,
        &PartRow { part, told }: &PartRow,
        options: &mut OptionArena,
        budget: &Budget<'_>,
    ) -> Result<(), CertificateError> {
        self.spend(2 * self.moves.count(part));
        if part.last().is_none_or(|last| last >= self.moves.elements)
            || self.moves.parts(part) != [part]
        {
            return refuse_row(
                entry,
                text!("{part} is not a single part", "{part} 不是一个部分"),
            );
        }
        if !self.compared.contains(&part) {
            self.moves.compare(world, part, options, budget)?;
            self.compared.insert(part);
        }
        match told {
            PartClaim::Mirror(map) => {
                if !self.alike.is_mirror(map, part, &self.moves) {
                    return refuse_row(
                        entry,
                        text!(
                            "map {map} is not a mirror of {part}",
                            "映射 {map} 不是 {part} 的镜像"
                        ),
                    );
                }
            }
            PartClaim::Is(value) => {
                let mut seen = self.options(entry, part, Some(value), budget)?;
                let expected = mex(&mut seen);
                if value != expected {
                    return refuse_row(
                        entry,
                        text!(
                            "the mex of {part} is {expected}, not {value}",
                            "{part} 的 mex 为 {expected}，不是 {value}"
                        ),
                    );
                }
            }
            PartClaim::IsNot(value) => {
                if !self.options(entry, part, None, budget)?.contains(&value) {
                    return refuse_row(
                        entry,
                        text!(
                            "no option of {part} has the value {value}",
                            "{part} 没有值为 {value} 的后继"
                        ),
                    );
                }
            }
        }
        // The claims of isomorphic rows are stored with a single row. The row that represents
        // isomorphic parts cannot be chosen by a canonical form, because the maps need not lead to
        // a canonical form.
        let home = self.find(part).unwrap_or(part);
        let known = self.known.entry(home).or_default();
        match told {
            PartClaim::Is(value) => known.value = Some(value),
            PartClaim::Mirror(_) => known.value = Some(0),
            PartClaim::IsNot(value) => known.excluded.push(value),
        }
        Ok(())
    }

    /// Returns the known values of the options of a part. If `but` is a number, every option with
    /// an unknown value must be proved not to have the value `but`.
    fn options(
        &self,
        entry: usize,
        part: ElementSet,
        but: Option<u64>,
        budget: &Budget<'_>,
    ) -> Result<Vec<u64>, CertificateError> {
        let left: FxHashSet<ElementSet> = self
            .moves
            .live(part)
            .map(|act| part.minus(act.takes))
            .collect();
        let mut values = Vec::new();
        budget.steps(self.moves.count(part))?;
        for position in left {
            let (sum, open) = self.sum(position);
            budget.steps(1 + self.spent.take())?;
            match (&open[..], but) {
                ([], _) => values.push(sum),
                ([one], Some(value))
                    if one.is_some_and(|row| {
                        self.known[&row].excluded.contains(&nimber::sum(value, sum))
                    }) => {}
                (_, None) => {}
                (_, Some(value)) => {
                    return refuse_row(
                        entry,
                        text!(
                            "the option {position} of {part} may have the value {value}",
                            "{part} 的后继 {position} 的值可能为 {value}"
                        ),
                    );
                }
            }
        }
        Ok(values)
    }

    /// Returns the nim-sum of the parts of a position with known values, and the rows of the other
    /// parts; `None` for a part without a row.
    fn sum(&self, position: ElementSet) -> (u64, Vec<Option<ElementSet>>) {
        let (mut sum, mut open) = (0, Vec::new());
        let parts = self.moves.parts(position);
        self.spend(self.moves.count(position) * (1 + parts.len()));
        for part in parts {
            let row = self.find(part);
            match row.and_then(|row| self.known[&row].value) {
                Some(value) => sum = nimber::sum(sum, value),
                None => open.push(row),
            }
        }
        (sum, open)
    }

    fn spend(&self, steps: usize) {
        self.spent.set(self.spent.get().saturating_add(steps));
    }

    /// Returns the part itself if it has a row, otherwise an isomorphic part that has one.
    fn find(&self, part: ElementSet) -> Option<ElementSet> {
        if self.known.contains_key(&part) {
            return Some(part);
        }
        if let Some(row) = self.met.borrow().get(&part) {
            return Some(*row);
        }
        // A map that does not preserve the moves may also lead to a part that has a row. If a map
        // does not preserve the moves, the next map is tried.
        let is_alike = |(image, map): &(ElementSet, symmetry::ElementMap)| {
            self.spend(1 + self.moves.elements / 16);
            self.known.contains_key(image) && {
                self.spend(self.moves.count(part));
                symmetry::keeps(map, part, *image, &self.moves)
            }
        };
        let row = self
            .alike
            .images(part, &self.moves)
            .find(is_alike)
            .map(|(image, _)| image);
        row.inspect(|row| {
            self.met.borrow_mut().insert(part, *row);
        })
    }

    /// Returns the value of a position of the game.
    pub fn value(&self, world: &World, component: &Component) -> Result<u64, CertificateError> {
        match self.sum(self.moves.position(&component.slots)) {
            (sum, open) if open.is_empty() => Ok(sum),
            _ => Err(CertificateError::NotListed {
                position: world.show(component.game, &component.slots),
            }),
        }
    }

    /// Returns whether a position whose value is unknown is proved not to have this value.
    pub fn is_not(&self, component: &Component, value: u64) -> bool {
        let (sum, open) = self.sum(self.moves.position(&component.slots));
        matches!(open[..], [Some(row)] if self.known[&row].excluded.contains(&nimber::sum(value, sum)))
    }
}
