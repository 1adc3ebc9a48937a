//! The perfect index: the positions of a game within ranges of its slots, numbered one after the
//! other in the order of their numbers, the first slot first. A counting diagram (`diagram`) has a
//! layer for each slot, and the place of a position is the sum of one entry a slot (Knuth, TAOCP
//! 4A, 7.1.4; Cover 1973, *Enumerative source encoding*). It covers ranges, `unordered`, and what
//! the rules require as far as `conditions` can count it; what it cannot count leaves holes, which
//! the caller tests. Slots of few values are read several in one step.
//!
//! ```
//! use base::budget::Budget;
//! use tablebase::index::PositionIndex;
//! use rules::world::World;
//!
//! let mut world = World::empty();
//! world
//!     .load(
//!         "a.game",
//!         "game A { state a[1..3] in 0..60 unordered move k in 1..a[1] : { a[1] -= k } }",
//!     )
//!     .unwrap();
//! let game = world.instantiate("A", vec![]).unwrap();
//! let index = PositionIndex::build(
//!     world.rules(game).game().unwrap(),
//!     &[(0, 60); 3],
//!     &Budget::generous(),
//! )
//! .unwrap();
//! assert_eq!(index.size(), 61 * 62 * 63 / 6);
//! assert_eq!(index.place(&[60, 60, 60]), Some(index.size() - 1));
//! let mut slots = [0; 3];
//! index.position(5, &mut slots);
//! assert_eq!((slots, index.place(&slots)), ([2, 1, 0], Some(5)));
//! ```

mod chain;
mod conditions;
mod diagram;
mod lines;
mod sorted_index;
mod walk;

use std::ops::RangeInclusive;

use base::budget::{Budget, StopReason};
use base::text::Text;
use base::{impl_error, text};
use facts::totals::SlotRanges;
use rules::ir::{Game, Int};

use chain::IndexChain;
pub use conditions::PositionConditions;
use diagram::{CountingDiagram, DEAD};
pub use lines::{LevelLine, LevelLines};
use sorted_index::SortedIndex;
pub use walk::IndexWalk;

/// The most nodes of a diagram.
pub const MAX_NODES: usize = 1 << 20;

/// The most values of one slot.
pub const MAX_SLOT_VALUES: usize = 1 << 22;

/// The most combinations of values that are read in one step.
const MAX_STEP_CODES: usize = 256;

/// Why there is no index.
#[derive(Clone, Debug, PartialEq)]
pub enum IndexError {
    /// The index would be too large.
    Declined(Text),
    /// The budget ended.
    Stopped(StopReason),
}

impl IndexError {
    /// The reason in words.
    pub fn text(&self) -> Text {
        match self {
            IndexError::Declined(text) => text.clone(),
            IndexError::Stopped(stop) => stop.text(),
        }
    }
}

impl_error!(IndexError {
    Stopped(StopReason)
});

/// What a node says of one combination of values: how many positions come before, and where the
/// entries of the next step's node begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct NodeEntry {
    before: u64,
    next: u32,
}

/// One or more slots that are read together: their values are one code.
#[derive(Debug)]
pub(crate) struct IndexStep {
    /// The first of the slots.
    pub(crate) first: usize,
    /// For each of the slots the least value, how many there are, and what each adds to the code.
    pub(crate) digits: Vec<(Int, u64, usize)>,
    /// How many codes there are.
    pub(crate) width: usize,
    /// Of each node, the entries of all codes.
    entries: Vec<NodeEntry>,
}

impl IndexStep {
    /// The code of these numbers; `None` outside the ranges.
    #[inline]
    fn code(&self, slots: &[Int]) -> Option<usize> {
        let mut code = 0;
        for (slot, &(low, width, weight)) in slots[self.first..].iter().zip(&self.digits) {
            let offset = slot.wrapping_sub(low) as u64;
            if offset >= width {
                return None;
            }
            code += offset as usize * weight;
        }
        Some(code)
    }

    /// Writes the numbers of a code.
    pub(crate) fn write(&self, mut code: usize, slots: &mut [Int]) {
        for (slot, &(low, _, weight)) in slots[self.first..].iter_mut().zip(&self.digits) {
            *slot = low + (code / weight) as Int;
            code %= weight;
        }
    }

    fn row(&self, start: u32) -> &[NodeEntry] {
        &self.entries[start as usize..][..self.width]
    }
}

/// The positions of a game, numbered.
#[derive(Debug)]
pub struct PositionIndex {
    steps: Vec<IndexStep>,
    /// The same, where no look-up needs what another one says.
    chain: Option<IndexChain>,
    /// The same, if the slots are sorted heaps.
    falling: Option<SortedIndex>,
    /// Where positions of two numbers lie line by line, without tables.
    lines: Option<LevelLines>,
    slots: usize,
    size: u64,
    nodes: usize,
    whole: bool,
}

impl PositionIndex {
    /// The index of all positions of a game within ranges of its slots.
    ///
    /// # Errors
    /// [`IndexError`], if it would be too large or the budget ends.
    pub fn build(
        game: &Game,
        ranges: &[(Int, Int)],
        budget: &Budget<'_>,
    ) -> Result<PositionIndex, IndexError> {
        let (lows, highs) = ranges.iter().copied().unzip();
        let ranges = SlotRanges::new(game, lows, highs);
        narrow(game, &ranges)?;
        PositionIndex::new(&PositionConditions::new(game, &ranges), budget)
    }

    /// The index of all positions under conditions.
    ///
    /// # Errors
    /// As for [`PositionIndex::build`].
    pub fn new(
        conditions: &PositionConditions,
        budget: &Budget<'_>,
    ) -> Result<PositionIndex, IndexError> {
        let diagram = CountingDiagram::build(conditions, budget)?;
        let slots = conditions.lows.len();
        let nodes = diagram.layers.iter().map(Vec::len).sum();
        let size = match diagram.counts.first() {
            Some(counts) => counts.first().copied().unwrap_or(0),
            None => 1,
        };
        let mut index = PositionIndex {
            steps: Vec::new(),
            chain: None,
            falling: None,
            lines: None,
            slots,
            size,
            nodes,
            whole: conditions.are_whole(),
        };
        if size == 0 {
            return Ok(index);
        }
        let limit = even(conditions);
        let mut first = 0;
        while first < slots {
            let (end, width) = together(conditions, first, limit);
            budget.allow_memory(
                index.bytes()
                    + (diagram.layers[first].len() * width * size_of::<NodeEntry>()) as u64,
            )?;
            index.steps.push(step(
                conditions,
                &diagram,
                (first, end),
                width,
                together(conditions, end, limit).1,
            ));
            first = end;
        }
        index.chain = IndexChain::from_steps(&index.steps);
        index.falling = index
            .chain
            .as_ref()
            .and_then(|chain| SortedIndex::from_chain(chain, &index.steps));
        Ok(index)
    }

    /// The index of the positions of two numbers within ranges whose measure w·x + y has some
    /// levels: line by line, the least level first.
    ///
    /// # Panics
    /// If a range has more than [`MAX_SLOT_VALUES`] values, or the weight is not positive.
    pub fn of_lines(
        ranges: [(Int, Int); 2],
        weight: Int,
        levels: RangeInclusive<Int>,
    ) -> PositionIndex {
        let step = |slot: usize| {
            let (low, high) = ranges[slot];
            let width = usize::try_from(high - low + 1)
                .ok()
                .filter(|width| *width <= MAX_SLOT_VALUES)
                .expect("a range that is not too wide");
            IndexStep {
                first: slot,
                digits: vec![(low, width as u64, 1)],
                width,
                entries: Vec::new(),
            }
        };
        let lines = LevelLines::new(ranges, weight, levels);
        PositionIndex {
            steps: vec![step(0), step(1)],
            chain: None,
            falling: None,
            size: lines.size(),
            lines: Some(lines),
            slots: 2,
            nodes: 0,
            whole: true,
        }
    }

    /// How many positions a level of a measure w·x + y has within ranges.
    pub fn of_line(ranges: [(Int, Int); 2], weight: Int, level: Int) -> u64 {
        lines::line(ranges, weight, level).1
    }

    /// The lines, of an index of this kind.
    pub fn lines(&self) -> Option<&LevelLines> {
        self.lines.as_ref()
    }

    /// How many places there are.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// How many nodes the diagram has.
    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// How many slots a position has.
    pub fn slots(&self) -> usize {
        self.slots
    }

    /// Whether every place is a position; else some are holes.
    pub fn is_whole(&self) -> bool {
        self.whole
    }

    /// The bytes that it takes.
    pub fn bytes(&self) -> u64 {
        self.steps
            .iter()
            .map(|step| size_of_val(&step.entries[..]) as u64)
            .sum::<u64>()
            + self.chain.as_ref().map_or(0, IndexChain::bytes)
            + self.falling.as_ref().map_or(0, SortedIndex::bytes)
            + self.lines.as_ref().map_or(0, LevelLines::bytes)
    }

    /// The place of a position; `None` if the index does not hold it. O(slots).
    #[inline(always)]
    pub fn place(&self, slots: &[Int]) -> Option<u64> {
        match &self.falling {
            Some(falling) => falling.place(slots),
            None => self.place_otherwise(slots),
        }
    }

    /// The same where slots are no sorted heaps. It stands apart, so that those are found without a
    /// call.
    #[inline(never)]
    fn place_otherwise(&self, slots: &[Int]) -> Option<u64> {
        match (&self.chain, &self.lines) {
            (Some(chain), _) => chain.place(slots),
            (None, Some(lines)) => lines.place(slots[0], slots[1]),
            (None, None) => self.place_by_rows(slots),
        }
    }

    /// The same from row to row.
    #[inline]
    fn place_by_rows(&self, slots: &[Int]) -> Option<u64> {
        if self.size == 0 {
            return None;
        }
        let (mut row, mut place) = (0, 0);
        for step in &self.steps {
            let entry = step.entries[row as usize + step.code(slots)?];
            if entry.next == DEAD {
                return None;
            }
            place += entry.before;
            row = entry.next;
        }
        Some(place)
    }

    /// The place of the position with these codes, one for each step; `None` if the index does not
    /// hold it.
    #[inline]
    pub(crate) fn place_of(&self, codes: &[u32]) -> Option<u64> {
        if let Some(chain) = &self.chain {
            return chain.place_of(codes);
        }
        if let Some(lines) = &self.lines {
            return lines.place_of(codes);
        }
        let (mut row, mut place) = (0, 0);
        for (step, &code) in self.steps.iter().zip(codes) {
            let entry = step.entries[row as usize + code as usize];
            if entry.next == DEAD {
                return None;
            }
            place += entry.before;
            row = entry.next;
        }
        Some(place)
    }

    /// Writes the codes of a position, one for each step; `None` outside the ranges.
    pub(crate) fn codes_of(&self, slots: &[Int], codes: &mut [u32]) -> Option<()> {
        for (step, code) in self.steps.iter().zip(codes) {
            *code = step.code(slots)? as u32;
        }
        Some(())
    }

    /// Writes the codes of the position at a place.
    pub(crate) fn codes(&self, place: u64, codes: &mut [u32]) {
        assert!(place < self.size, "place {place} of {}", self.size);
        if let Some(lines) = &self.lines {
            return lines.codes(place, codes);
        }
        let (mut row, mut left) = (0, place);
        for (step, written) in self.steps.iter().zip(codes) {
            let entries = step.row(row);
            // An entry that leads nowhere has the count of the next one that does, so the last one
            // is not dead.
            let code = entries.partition_point(|entry| entry.before <= left) - 1;
            *written = code as u32;
            left -= entries[code].before;
            row = entries[code].next;
        }
    }

    /// The steps, the same of all indices of a game within the same ranges.
    pub(crate) fn steps(&self) -> &[IndexStep] {
        &self.steps
    }

    /// Writes the position at a place. O(slots · log values).
    ///
    /// # Panics
    /// If there is no such place.
    pub fn position(&self, place: u64, slots: &mut [Int]) {
        let mut codes = vec![0; self.steps.len()];
        self.codes(place, &mut codes);
        self.steps
            .iter()
            .zip(codes)
            .for_each(|(step, code)| step.write(code as usize, slots));
    }

    /// The positions from a place on, in order.
    pub fn walk(&self, from: u64) -> IndexWalk<'_> {
        IndexWalk::new(self, from)
    }
}

/// Refuses slots of too many values, before anything is made of them.
///
/// # Errors
/// Which slot it is.
pub fn narrow(game: &Game, ranges: &SlotRanges<'_>) -> Result<(), IndexError> {
    match (0..game.slots.len()).find(|&slot| ranges.width(slot) > MAX_SLOT_VALUES) {
        Some(slot) => {
            let name = &game.slots[slot].name;
            Err(IndexError::Declined(text!(
                "`{name}` has more than {MAX_SLOT_VALUES} values",
                "`{name}` 的取值超过 {MAX_SLOT_VALUES} 个"
            )))
        }
        None => Ok(()),
    }
}

/// The least number of codes with which there are no more steps than with [`MAX_STEP_CODES`]: small
/// tables stay in the cache.
fn even(conditions: &PositionConditions) -> usize {
    let steps = |limit: usize| {
        let (mut first, mut steps) = (0, 0);
        while first < conditions.allowed.len() {
            (first, steps) = (together(conditions, first, limit).0, steps + 1);
        }
        steps
    };
    let fewest = steps(MAX_STEP_CODES);
    (1..=MAX_STEP_CODES)
        .find(|limit| steps(*limit) == fewest)
        .unwrap_or(MAX_STEP_CODES)
}

/// Up to where slots are read together with the first, with at most `limit` codes or alone, and how
/// many codes they have.
fn together(conditions: &PositionConditions, first: usize, limit: usize) -> (usize, usize) {
    let (mut end, mut width) = (first, 1);
    while let Some(allowed) = conditions.allowed.get(end)
        && (end == first || width * allowed.len() <= limit)
    {
        width *= allowed.len();
        end += 1;
    }
    (end, width)
}

/// The step that reads the slots of a range.
fn step(
    conditions: &PositionConditions,
    diagram: &CountingDiagram,
    (first, end): (usize, usize),
    width: usize,
    next_width: usize,
) -> IndexStep {
    let widths: Vec<usize> = conditions.allowed[first..end]
        .iter()
        .map(Vec::len)
        .collect();
    let mut digits: Vec<(Int, u64, usize)> = Vec::new();
    let mut weight = width;
    for (slot, values) in (first..end).zip(&widths) {
        weight /= values;
        digits.push((conditions.lows[slot], *values as u64, weight));
    }
    let ways = |node: u32| {
        diagram
            .counts
            .get(end)
            .map_or(1, |counts| counts[node as usize])
    };
    let mut entries = Vec::with_capacity(diagram.layers[first].len() * width);
    for node in 0..diagram.layers[first].len() as u32 {
        let mut before = 0;
        for code in 0..width {
            let next =
                (first..end)
                    .zip(&digits)
                    .try_fold(node, |node, (slot, &(_, values, weight))| {
                        let value = code / weight % values as usize;
                        Some(diagram.layers[slot][node as usize][value])
                            .filter(|next| *next != DEAD)
                    });
            entries.push(NodeEntry {
                before,
                next: next.map_or(DEAD, |next| next * next_width as u32),
            });
            before += next.map_or(0, ways);
        }
    }
    IndexStep {
        first,
        digits,
        width,
        entries,
    }
}
