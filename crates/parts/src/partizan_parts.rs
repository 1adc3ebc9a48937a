//! Values of static games in which the players have different moves, part by part. Every part is
//! brought to a canonical form by the symmetries of the game. A symmetry may exchange the moves of
//! the players: then the image of a part is its negative. Without a plane, parts of the same shape
//! are also the same part. The value of a part is computed once, from the values of its options.

use base::budget::Budget;
use base::text::Text;
use base::{impl_error, text};
use partizan::{Id, Store, ValueError};
use rustc_hash::FxHashMap;

use crate::cells::{CellSet, CellSet256};
use crate::forms::PartForms;
use crate::game::{MoveOwner, StaticGame, StaticGameError};
use crate::memo::REPORTED;
use crate::move_index::MoveIndex;
use crate::reductions::Reductions;
use crate::shape::least_shape;

/// A part of a position, or its negative: the same part with the moves of the players exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SignedPart {
    /// The number of the part.
    pub part: u32,
    /// Whether this is the negative of the part.
    pub negated: bool,
}

impl SignedPart {
    /// Returns the negative of the part.
    pub fn negative(self) -> SignedPart {
        self.times(true)
    }

    fn times(self, negated: bool) -> SignedPart {
        SignedPart {
            negated: self.negated != negated,
            ..self
        }
    }
}

/// The reason why a value is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartizanPartsError {
    /// The value cannot be computed, or the budget ran out.
    Value(ValueError),
    /// A position occurs again after some moves, so play can cycle.
    Cycle,
}

impl PartizanPartsError {
    /// Returns the reason as text.
    pub fn text(&self) -> Text {
        match self {
            PartizanPartsError::Value(error) => error.text(),
            PartizanPartsError::Cycle => text!("play can cycle forever", "对局可能无限循环"),
        }
    }
}

impl_error!(PartizanPartsError { Value });

impl<E: Into<ValueError>> From<E> for PartizanPartsError {
    fn from(error: E) -> PartizanPartsError {
        PartizanPartsError::Value(error.into())
    }
}

/// Number of shapes that are computed before they may be given up.
const MIN_SHAPES: usize = 1 << 10;

/// The options of a part: the parts that each move leaves, and the owner of the move.
#[derive(Debug, Default)]
pub struct PartOptions {
    /// The owner of each move, and the end of its parts in `parts`.
    moves: Vec<(MoveOwner, u32)>,
    parts: Vec<SignedPart>,
}

impl PartOptions {
    /// Iterates over the options with their owners.
    pub fn iter(&self) -> impl Iterator<Item = (MoveOwner, &[SignedPart])> {
        let mut from = 0;
        self.moves.iter().map(move |&(owner, end)| {
            let parts = &self.parts[from..end as usize];
            from = end as usize;
            (owner, parts)
        })
    }
}

/// Parts of the positions of one game, and their values.
#[derive(Debug)]
pub struct PartizanParts {
    pub(crate) parts: PartsByWidth,
    pub(crate) full: CellSet256,
}

#[derive(Debug)]
pub(crate) enum PartsByWidth {
    One(Box<PartStore<1>>),
    Two(Box<PartStore<2>>),
    Four(Box<PartStore<4>>),
}

macro_rules! each {
    ($parts:expr, $store:ident => $done:expr) => {
        match $parts {
            PartsByWidth::One($store) => $done,
            PartsByWidth::Two($store) => $done,
            PartsByWidth::Four($store) => $done,
        }
    };
}

pub(crate) use each;

impl PartizanParts {
    /// Prepares a game. O(moves · (cells + symmetries)).
    ///
    /// # Errors
    /// Returns [`StaticGameError`] if the game is not supported.
    pub fn new(game: &StaticGame) -> Result<PartizanParts, StaticGameError> {
        game.check_partizan()?;
        let parts = match game.cells {
            0..=64 => PartsByWidth::One(Box::new(PartStore::new(game))),
            65..=128 => PartsByWidth::Two(Box::new(PartStore::new(game))),
            _ => PartsByWidth::Four(Box::new(PartStore::new(game))),
        };
        Ok(PartizanParts {
            parts,
            full: game.full(),
        })
    }

    /// Returns the number of symmetries of the game that are used, including the identity.
    pub fn symmetries(&self) -> usize {
        each!(&self.parts, store => store.forms.symmetries())
    }

    /// Returns the numbers of evaluated parts and of listed options.
    pub fn statistics(&self) -> (u64, u64) {
        each!(&self.parts, store => (store.evaluated, store.listed))
    }

    /// Returns the memory in use in bytes, without the store of values.
    pub fn bytes(&self) -> u64 {
        each!(&self.parts, store => store.bytes())
    }

    /// Appends the parts of a position to a list. Cells outside the game are ignored.
    ///
    /// # Errors
    /// Returns [`PartizanPartsError::Value`] if the budget runs out; `other` is the memory in use
    /// besides this game.
    pub fn parts(
        &mut self,
        position: &CellSet256,
        to: &mut Vec<SignedPart>,
        other: u64,
        budget: &Budget<'_>,
    ) -> Result<(), PartizanPartsError> {
        let position = position.and(&self.full);
        each!(&mut self.parts, store => store.reduce(position.resized(), None, to, other, budget))
    }

    /// Returns the number of cells of a part.
    pub fn size(&self, part: SignedPart) -> usize {
        each!(&self.parts, store => store.cells(part.part).len())
    }

    /// Returns whether some move adds cells.
    pub fn adds(&self) -> bool {
        each!(&self.parts, store => store.law.adds())
    }

    /// Returns the numbers of legal moves of Left and of Right in a part.
    pub fn move_counts(&self, part: SignedPart) -> [usize; 2] {
        let mut counts = each!(&self.parts, store => store.move_counts(part.part));
        if part.negated {
            counts.reverse();
        }
        counts
    }

    /// Lists the options of a part.
    ///
    /// # Errors
    /// As [`PartizanParts::parts`].
    pub fn options(
        &mut self,
        part: SignedPart,
        other: u64,
        budget: &Budget<'_>,
    ) -> Result<PartOptions, PartizanPartsError> {
        let mut options = each!(&mut self.parts, store => store.options(part.part, other, budget))?;
        if part.negated {
            options
                .moves
                .iter_mut()
                .for_each(|(owner, _)| *owner = owner.exchanged());
            options
                .parts
                .iter_mut()
                .for_each(|part| *part = part.negative());
        }
        Ok(options)
    }

    /// Returns ways to divide a part into parts of at most `most` cells by dropping only moves of
    /// one player. If `of_left` is set, Left's moves are dropped, so the part is at least the sum
    /// of the parts; otherwise Right's moves are dropped, and the part is at most the sum. The
    /// list is empty if the game is not on the plane.
    ///
    /// # Errors
    /// As [`PartizanParts::parts`].
    pub fn cuts(
        &mut self,
        part: SignedPart,
        of_left: bool,
        most: usize,
        other: u64,
        budget: &Budget<'_>,
    ) -> Result<Vec<Vec<SignedPart>>, PartizanPartsError> {
        let owner = match of_left != part.negated {
            true => MoveOwner::Left,
            false => MoveOwner::Right,
        };
        let mut ways =
            each!(&mut self.parts, store => store.cuts(part.part, owner, most, other, budget))?;
        if part.negated {
            let pieces = ways.iter_mut().flatten();
            pieces.for_each(|piece| *piece = piece.negative());
        }
        Ok(ways)
    }

    /// Returns the value of a part in canonical form. Values found before an error stay cached. All
    /// calls must use the same store.
    ///
    /// # Errors
    /// Returns [`PartizanPartsError`] if play can cycle, the value cannot be computed or the budget
    /// runs out.
    pub fn value(
        &mut self,
        part: SignedPart,
        values: &mut Store,
        budget: &Budget<'_>,
    ) -> Result<Id, PartizanPartsError> {
        each!(&mut self.parts, store => store.value(part, values, budget))
    }
}

/// A part, with its state.
#[derive(Clone, Copy, Debug)]
struct KnownPart<const W: usize> {
    cells: CellSet<W>,
    value: PartState,
}

#[derive(Clone, Copy, Debug)]
enum PartState {
    Unknown,
    /// The part is being evaluated.
    Open,
    Known(Id),
}

/// A part that is being evaluated.
struct PartFrame {
    part: u32,
    options: PartOptions,
    /// The index of the next part of the options that may be unknown.
    next: usize,
}

#[derive(Debug)]
pub(crate) struct PartStore<const W: usize> {
    pub law: MoveIndex<W>,
    pub forms: PartForms<W>,
    /// The number of each part, by its cells.
    numbers: FxHashMap<CellSet<W>, SignedPart>,
    /// The number of each part by its shape. It is used if the game is not on the plane.
    shapes: FxHashMap<Box<[u16]>, SignedPart>,
    shape_bytes: u64,
    shapes_computed: usize,
    parts: Vec<KnownPart<W>>,
    evaluated: u64,
    listed: u64,
    /// The parts of a position, used temporarily.
    cells: Vec<CellSet<W>>,
}

impl<const W: usize> PartStore<W> {
    fn new(game: &StaticGame) -> PartStore<W> {
        let law = MoveIndex::new(game);
        let forms = PartForms::new(game, &law, true);
        PartStore {
            law,
            forms,
            numbers: FxHashMap::default(),
            shapes: FxHashMap::default(),
            shape_bytes: 0,
            shapes_computed: 0,
            parts: Vec::new(),
            evaluated: 0,
            listed: 0,
            cells: Vec::new(),
        }
    }

    fn bytes(&self) -> u64 {
        // One byte of control data per entry, and at most seven of eight entries used.
        fn map<K, V>(map: &FxHashMap<K, V>) -> u64 {
            (map.capacity() * 8 / 7 * (size_of::<(K, V)>() + 1)) as u64
        }
        map(&self.numbers)
            + map(&self.shapes)
            + self.shape_bytes
            + (self.parts.capacity() * size_of::<KnownPart<W>>()) as u64
            + self.forms.memory_bytes()
    }

    /// Returns the cells of a part.
    pub fn cells(&self, part: u32) -> CellSet<W> {
        self.parts[part as usize].cells
    }

    /// Appends the parts of a position to a list. `after` is the move that left the position, and
    /// the moves that may be possible.
    pub fn reduce(
        &mut self,
        position: CellSet<W>,
        after: Option<(usize, &[usize])>,
        to: &mut Vec<SignedPart>,
        other: u64,
        budget: &Budget<'_>,
    ) -> Result<(), PartizanPartsError> {
        let from = to.len();
        let mut cells = std::mem::take(&mut self.cells);
        cells.clear();
        match (&self.law.pairs, after) {
            (None, Some((_, among))) if self.law.adds() => {
                self.law.divide_reachable(position, Some(among), &mut cells);
            }
            (pairs, after) => {
                let edges = pairs.as_ref().map(|pairs| &pairs.edges);
                let edge = edges.zip(after).map(|(edges, (act, _))| edges[act]);
                self.law
                    .divide(position, edge, &Reductions::default(), &mut cells);
            }
        }
        for part in cells.iter().filter(|part| !part.is_empty()) {
            let found = self.part(*part, other, budget)?;
            // A part and its negative cancel.
            match to[from..].iter().position(|one| *one == found.negative()) {
                Some(at) => drop(to.swap_remove(from + at)),
                None => to.push(found),
            }
        }
        self.cells = cells;
        Ok(())
    }

    /// Returns whether parts are also compared by their shapes. On the plane, the canonical form is
    /// enough. In other games, shapes are given up if fewer than half of them were known before.
    fn uses_shapes(&self) -> bool {
        self.forms.plane.is_none()
            && (self.shapes_computed < MIN_SHAPES || self.shapes.len() * 2 < self.shapes_computed)
    }

    /// Returns the number of a part, which gets a number if it does not have one.
    fn part(
        &mut self,
        part: CellSet<W>,
        other: u64,
        budget: &Budget<'_>,
    ) -> Result<SignedPart, PartizanPartsError> {
        let (part, extent) = match &self.forms.plane {
            Some(plane) => plane.cornered(part),
            None => (part, (0, 0)),
        };
        let (cells, exchanged) = self.forms.signed_canonical(part, extent);
        if let Some(known) = self.numbers.get(&cells) {
            return Ok(known.times(exchanged));
        }
        budget.tick()?;
        let own = other + self.bytes();
        if self.numbers.len() == self.numbers.capacity() {
            let entry = size_of::<(CellSet<W>, SignedPart)>() as u64 + 1;
            budget.allow_growth(own, 2 * entry * self.numbers.len() as u64)?;
        }
        let mut new = SignedPart {
            part: self.parts.len() as u32,
            negated: false,
        };
        if self.uses_shapes() {
            let (shape, negated) = least_shape(&self.law, cells);
            new.negated = negated;
            self.shapes_computed += 1;
            if let Some(known) = self.shapes.get(&shape) {
                let known = known.times(negated);
                self.numbers.insert(cells, known);
                return Ok(known.times(exchanged));
            }
            if self.shapes.len() == self.shapes.capacity() {
                let entry = size_of::<(Box<[u16]>, SignedPart)>() as u64 + 1;
                budget.allow_growth(own, 2 * entry * self.shapes.len() as u64)?;
            }
            self.shape_bytes += size_of_val(&*shape) as u64;
            // The shape is a shape of the negative if `negated`.
            self.shapes.insert(shape, new);
            new.negated = false;
        }
        budget.make_room(&mut self.parts, 1, own)?;
        self.parts.push(KnownPart {
            cells,
            value: PartState::Unknown,
        });
        self.numbers.insert(cells, new);
        Ok(new.times(exchanged))
    }

    /// Returns the numbers of legal moves of Left and of Right in a part.
    fn move_counts(&self, part: u32) -> [usize; 2] {
        let position = self.cells(part);
        let mut counts = [0; 2];
        for act in self.law.possible(position) {
            let act = &self.law.acts[act];
            if act.is_legal(&position) {
                counts[0] += usize::from(act.owner != MoveOwner::Right);
                counts[1] += usize::from(act.owner != MoveOwner::Left);
            }
        }
        counts
    }

    /// Lists the options of a part.
    fn options(
        &mut self,
        part: u32,
        other: u64,
        budget: &Budget<'_>,
    ) -> Result<PartOptions, PartizanPartsError> {
        let position = self.cells(part);
        let mut options = PartOptions::default();
        let (_, possible) = self.law.reachable_moves(position, None);
        for &act in &possible {
            let one = &self.law.acts[act];
            if !one.is_legal(&position) {
                continue;
            }
            budget.tick()?;
            let (owner, leaves) = (one.owner, position.minus(&one.takes).or(&one.adds));
            let after = Some((act, &possible[..]));
            self.reduce(leaves, after, &mut options.parts, other, budget)?;
            options.moves.push((owner, options.parts.len() as u32));
            self.listed += 1;
        }
        Ok(options)
    }

    fn value(
        &mut self,
        part: SignedPart,
        values: &mut Store,
        budget: &Budget<'_>,
    ) -> Result<Id, PartizanPartsError> {
        let mut frames = Vec::new();
        let found = self.evaluate(part.part, values, &mut frames, budget);
        for frame in frames {
            self.parts[frame.part as usize].value = PartState::Unknown;
        }
        Ok(match part.negated {
            true => values.negative(found?, budget)?,
            false => found?,
        })
    }

    fn evaluate(
        &mut self,
        root: u32,
        values: &mut Store,
        frames: &mut Vec<PartFrame>,
        budget: &Budget<'_>,
    ) -> Result<Id, PartizanPartsError> {
        if let PartState::Known(value) = self.parts[root as usize].value {
            return Ok(value);
        }
        frames.push(self.open(root, values, budget)?);
        loop {
            let frame = frames.last_mut().expect("the root is not evaluated yet");
            let mut unknown = None;
            while let Some(part) = frame.options.parts.get(frame.next) {
                match self.parts[part.part as usize].value {
                    PartState::Known(_) => frame.next += 1,
                    PartState::Open => return Err(PartizanPartsError::Cycle),
                    PartState::Unknown => {
                        unknown = Some(part.part);
                        break;
                    }
                }
            }
            if let Some(part) = unknown {
                let opened = self.open(part, values, budget)?;
                frames.push(opened);
                continue;
            }
            let value = self.of_options(&frame.options, values, budget)?;
            let frame = frames.pop().expect("the frame is there");
            self.parts[frame.part as usize].value = PartState::Known(value);
            self.evaluated += 1;
            if self.evaluated.is_multiple_of(REPORTED) {
                budget.report(self.evaluated, None);
            }
            if frames.is_empty() {
                return Ok(value);
            }
        }
    }

    /// Marks a part as being evaluated, and lists its options.
    fn open(
        &mut self,
        part: u32,
        values: &Store,
        budget: &Budget<'_>,
    ) -> Result<PartFrame, PartizanPartsError> {
        let options = self.options(part, values.bytes(), budget)?;
        self.parts[part as usize].value = PartState::Open;
        Ok(PartFrame {
            part,
            options,
            next: 0,
        })
    }

    /// Returns the value of a game whose options have known values.
    fn of_options(
        &self,
        options: &PartOptions,
        values: &mut Store,
        budget: &Budget<'_>,
    ) -> Result<Id, PartizanPartsError> {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for (owner, parts) in options.iter() {
            let mut total = Store::ZERO;
            for part in parts {
                let PartState::Known(value) = self.parts[part.part as usize].value else {
                    unreachable!("every part of an option was evaluated");
                };
                let value = match part.negated {
                    true => values.negative(value, budget)?,
                    false => value,
                };
                total = values.sum(total, value, budget)?;
            }
            if owner != MoveOwner::Right && !left.contains(&total) {
                left.push(total);
            }
            if owner != MoveOwner::Left && !right.contains(&total) {
                right.push(total);
            }
        }
        Ok(values.game(&left, &right, budget)?)
    }
}
