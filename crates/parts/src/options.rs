//! Options: the positions that moves leave. An option is reduced to the parts that may have to be
//! searched. The options of a part are listed in the order in which they are tried.

use crate::cells::CellSet;
use crate::forms::{PartExtent, PartForms};
use crate::game::StaticGame;
use crate::memo::SearchMemo;
use crate::move_index::MoveIndex;
use crate::order::MoveOrder;
use crate::reductions::Reductions;
use crate::search::{PartSearch, ValueSet};
use crate::value_bounds::ValueBounds;
use crate::windows::WindowTables;

/// The constant data of a game, which a search does not change.
#[derive(Debug)]
pub(crate) struct PreparedGame<const W: usize> {
    pub law: MoveIndex<W>,
    pub forms: PartForms<W>,
    pub order: MoveOrder,
    pub reductions: Reductions,
}

/// The working data of a search. Each thread has its own.
#[derive(Debug, Default)]
pub(crate) struct SearchScratch<const W: usize> {
    pub windows: Option<WindowTables>,
    pub expanded: u64,
    pub asked: u64,
    /// The options of the parts that are being searched. The options of the part that was started
    /// last are at the end of the list. The field `pieces` contains the parts of the options.
    pub choices: Vec<PendingOption>,
    pub pieces: Vec<OptionPart<W>>,
    /// The parts of a position, used temporarily.
    parts: Vec<CellSet<W>>,
}

/// An option with an unknown value: the nim-sum of its known parts, and the list of its unknown
/// parts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PendingOption {
    /// The nim-sum of the known parts.
    pub sum: u16,
    /// The index of the first unknown part of the option, and the number of its unknown parts.
    pub start: u32,
    pub count: u16,
    /// The key by which options are ordered.
    pub cost: u32,
    /// The bounds of the option's unknown part at the last lookup, if the option has only one
    /// unknown part.
    pub known: ValueBounds,
}

/// A part of an option.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OptionPart<const W: usize> {
    pub cells: CellSet<W>,
    /// Whether a symmetry preserves the part, so that it may be a mirror.
    pub kept: bool,
}

impl<const W: usize> PreparedGame<W> {
    pub fn new(game: &StaticGame, reductions: Reductions) -> PreparedGame<W> {
        let law = MoveIndex::new(game);
        let forms = PartForms::new(game, &law, reductions.shifts);
        let order = MoveOrder::new(game, &law, forms.plane.is_some(), reductions.order);
        PreparedGame {
            law,
            forms,
            order,
            reductions,
        }
    }

    /// Creates empty working data.
    pub fn notes(&self) -> SearchScratch<W> {
        let plane = self.forms.plane.as_ref().filter(|_| self.reductions.tables);
        SearchScratch {
            windows: plane.map(|plane| WindowTables::new(&self.law, plane)),
            ..SearchScratch::default()
        }
    }

    #[inline]
    pub fn cornered(&self, part: CellSet<W>) -> (CellSet<W>, PartExtent) {
        match &self.forms.plane {
            Some(plane) => plane.cornered(part),
            None => (part, (0, 0)),
        }
    }
}

impl<const W: usize, M: SearchMemo<W>> PartSearch<'_, W, M> {
    /// Appends the parts of the position that a move leaves to `pieces`, the largest first. Small
    /// parts with known values are not appended; the function returns the nim-sum of these values.
    /// The move may be made in a part or in a complete position.
    #[inline]
    pub fn reduce(&mut self, left: CellSet<W>, edge: Option<CellSet<W>>) -> u16 {
        let from = self.notes.pieces.len();
        let reductions = &self.ground.reductions;
        self.notes.parts.clear();
        self.ground
            .law
            .divide(left, edge, reductions, &mut self.notes.parts);
        let mut sum = 0;
        for place in 0..self.notes.parts.len() {
            let part = self.notes.parts[place];
            if part.is_empty() {
                continue;
            }
            let (part, extent) = self.ground.cornered(part);
            if let Some(value) = self
                .notes
                .windows
                .as_mut()
                .and_then(|windows| windows.value(&part, extent))
            {
                sum ^= value;
                continue;
            }
            let (cells, kept) = self.ground.forms.canonical(part, extent);
            let cells = if self.ground.reductions.symmetry {
                cells
            } else {
                part
            };
            // Two equal parts cancel, because their nim-sum is 0.
            match self.notes.pieces[from..]
                .iter()
                .position(|piece| piece.cells == cells)
            {
                Some(equal) if self.ground.reductions.cancel => {
                    self.notes.pieces.swap_remove(from + equal);
                }
                _ => self.notes.pieces.push(OptionPart { cells, kept }),
            }
        }
        sum
    }

    /// Lists the options of a part whose values are unknown, in order, and returns the values of
    /// the other options. Returns early if an option has the value `asked`, because such an option
    /// decides most queries.
    pub fn expand(&mut self, part: &CellSet<W>, asked: Option<u16>) -> ValueSet {
        let mut seen = ValueSet::EMPTY;
        let first = self.notes.choices.len();
        let (_, extent) = self.ground.cornered(*part);
        for place in self.ground.order.move_range(extent) {
            let (far, act) = self.ground.order.get(place);
            if !self.ground.law.allows(act, part) {
                continue;
            }
            let edge = self
                .ground
                .law
                .pairs
                .as_ref()
                .filter(|_| self.ground.reductions.split)
                .map(|pairs| pairs.edges[act]);
            let start = self.notes.pieces.len();
            let sum = self.reduce(part.minus(&self.ground.law.acts[act].takes), edge);
            let count = (self.notes.pieces.len() - start) as u16;
            self.notes.choices.push(PendingOption {
                sum,
                start: start as u32,
                count,
                cost: far,
                known: ValueBounds::NOTHING,
            });
            let last = self.notes.choices.len() - 1;
            self.refresh(last);
            let choice = self.notes.choices[last];
            if choice.count == 0 {
                seen.insert(usize::from(choice.sum));
                self.notes.choices.truncate(last);
                self.notes.pieces.truncate(start);
                if asked == Some(choice.sum) {
                    break;
                }
            }
        }
        if asked.is_none_or(|asked| !seen.contains(usize::from(asked))) {
            self.arrange(first);
        }
        seen
    }

    /// Sorts the options from `first` on and removes duplicates.
    fn arrange(&mut self, first: usize) {
        for choice in &mut self.notes.choices[first..] {
            let pieces = &mut self.notes.pieces
                [choice.start as usize..choice.start as usize + usize::from(choice.count)];
            if self.ground.reductions.order {
                let cells: usize = pieces.iter().map(|piece| piece.cells.len()).sum();
                let excluded = if choice.count == 1 {
                    choice.known.excluded().count_ones()
                } else {
                    0
                };
                choice.cost =
                    (choice.cost + 100 * cells as u32 + 10_000).saturating_sub(400 * excluded);
            }
            if choice.count > 1 {
                pieces.sort_unstable_by_key(|piece| piece.cells);
            }
        }
        let pieces = &self.notes.pieces;
        let cells = |choice: &PendingOption| choice.pieces(pieces).iter().map(|piece| piece.cells);
        let same = |a: &PendingOption, b: &PendingOption| a.sum == b.sum && cells(a).eq(cells(b));
        self.notes.choices[first..].sort_unstable_by_key(|choice| choice.cost);
        let mut kept = first;
        for place in first..self.notes.choices.len() {
            let choice = self.notes.choices[place];
            if !self.notes.choices[first..kept]
                .iter()
                .any(|other| other.count == choice.count && same(other, &choice))
            {
                self.notes.choices[kept] = choice;
                kept += 1;
            }
        }
        self.notes.choices.truncate(kept);
    }
}

impl PendingOption {
    fn pieces<'a, const W: usize>(&self, all: &'a [OptionPart<W>]) -> &'a [OptionPart<W>] {
        &all[self.start as usize..self.start as usize + usize::from(self.count)]
    }

    /// Returns whether the option has the given value; `None` if the answer is unknown.
    #[inline]
    pub fn is(&self, value: u16) -> Option<bool> {
        match self.count {
            0 => Some(self.sum == value),
            1 => self.known.is(self.sum ^ value),
            _ => None,
        }
    }
}
