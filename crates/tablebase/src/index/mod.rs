//! The perfect index: the positions of a game within ranges of its slots, numbered consecutively in
//! lexicographic order. A counting diagram (`diagram`) has one layer for each slot, and the index
//! of a position is the sum of one entry per slot (Knuth, TAOCP 4A, 7.1.4; Cover 1973, *Enumerative
//! source encoding*). The index supports ranges, `unordered`, and the requirements of the rules as
//! far as `conditions` can count them. Other requirements leave holes, and the caller must test
//! whether an index is a hole. Several slots with few values are read in one step.
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

/// Maximum number of nodes of a diagram.
pub const MAX_NODES: usize = 1 << 20;

/// Maximum number of values of one slot.
pub const MAX_SLOT_VALUES: usize = 1 << 22;

/// Maximum number of combinations of values that are read in one step.
const MAX_STEP_CODES: usize = 256;

/// The reason why an index cannot be built.
#[derive(Clone, Debug, PartialEq)]
pub enum IndexError {
    /// The index would be too large.
    Declined(Text),
    /// The budget ran out.
    Stopped(StopReason),
}

impl IndexError {
    /// Returns the reason as text.
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

/// The data of a node for one combination of values: the number of preceding positions, and the
/// start of the entries of the next step's node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct NodeEntry {
    before: u64,
    next: u32,
}

/// One or more slots that are read together, so that the values of these slots form one code.
#[derive(Debug)]
pub(crate) struct IndexStep {
    /// The first slot of the step.
    pub(crate) first: usize,
    /// For each slot of the step the minimum, the number of values, and the weight in the code.
    pub(crate) digits: Vec<(Int, u64, usize)>,
    /// The number of codes.
    pub(crate) width: usize,
    /// For each node, the entries of all codes.
    entries: Vec<NodeEntry>,
}

impl IndexStep {
    /// Returns the code of the given numbers; `None` if a number is outside its range.
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

    /// Writes the numbers in the slots that a code encodes.
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

/// A numbering of the positions of a game.
#[derive(Debug)]
pub struct PositionIndex {
    steps: Vec<IndexStep>,
    /// The index as a chain, if no look-up depends on another look-up.
    chain: Option<IndexChain>,
    /// The index of sorted heaps, if the slots are sorted heaps.
    falling: Option<SortedIndex>,
    /// The index of positions of two numbers, computed line by line without tables.
    lines: Option<LevelLines>,
    slots: usize,
    size: u64,
    nodes: usize,
    whole: bool,
}

impl PositionIndex {
    /// Builds the index of all positions of a game within ranges of its slots.
    ///
    /// # Errors
    /// Returns [`IndexError`] if the index would be too large or the budget runs out.
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

    /// Builds the index of all positions under conditions.
    ///
    /// # Errors
    /// Returns the same errors as [`PositionIndex::build`].
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

    /// Returns the index of the positions (x, y) within ranges whose measure w·x + y has one of the
    /// given levels. Positions are numbered line by line, the lowest level first.
    ///
    /// # Panics
    /// Panics if a range has more than [`MAX_SLOT_VALUES`] values, or the weight is not positive.
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

    /// Returns the number of positions within ranges at one level of a measure w·x + y.
    pub fn of_line(ranges: [(Int, Int); 2], weight: Int, level: Int) -> u64 {
        lines::line(ranges, weight, level).1
    }

    /// Returns the lines of an index of lines; `None` for an index of another kind.
    pub fn lines(&self) -> Option<&LevelLines> {
        self.lines.as_ref()
    }

    /// Returns the number of indices.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Returns the number of nodes of the diagram.
    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// Returns the number of slots of a position.
    pub fn slots(&self) -> usize {
        self.slots
    }

    /// Returns whether every index is a position, so that the index has no holes.
    pub fn is_whole(&self) -> bool {
        self.whole
    }

    /// Returns the number of bytes in memory.
    pub fn bytes(&self) -> u64 {
        self.steps
            .iter()
            .map(|step| size_of_val(&step.entries[..]) as u64)
            .sum::<u64>()
            + self.chain.as_ref().map_or(0, IndexChain::bytes)
            + self.falling.as_ref().map_or(0, SortedIndex::bytes)
            + self.lines.as_ref().map_or(0, LevelLines::bytes)
    }

    /// Returns the index of a position; `None` if the index does not include the position.
    /// O(slots).
    #[inline(always)]
    pub fn place(&self, slots: &[Int]) -> Option<u64> {
        match &self.falling {
            Some(falling) => falling.place(slots),
            None => self.place_otherwise(slots),
        }
    }

    /// Returns the index of a position whose slots are not sorted heaps. The function is separate,
    /// so that the index of sorted heaps is computed without a call.
    #[inline(never)]
    fn place_otherwise(&self, slots: &[Int]) -> Option<u64> {
        match (&self.chain, &self.lines) {
            (Some(chain), _) => chain.place(slots),
            (None, Some(lines)) => lines.place(slots[0], slots[1]),
            (None, None) => self.place_by_rows(slots),
        }
    }

    /// Returns the index of a position by following the rows of the diagram.
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

    /// Returns the index of the position with the given codes, one for each step; `None` if the
    /// index does not include the position.
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

    /// Writes the codes of a position, one for each step; `None` if a slot is outside its range.
    pub(crate) fn codes_of(&self, slots: &[Int], codes: &mut [u32]) -> Option<()> {
        for (step, code) in self.steps.iter().zip(codes) {
            *code = step.code(slots)? as u32;
        }
        Some(())
    }

    /// Writes the codes of the position at an index.
    pub(crate) fn codes(&self, place: u64, codes: &mut [u32]) {
        assert!(place < self.size, "place {place} of {}", self.size);
        if let Some(lines) = &self.lines {
            return lines.codes(place, codes);
        }
        let (mut row, mut left) = (0, place);
        for (step, written) in self.steps.iter().zip(codes) {
            let entries = step.row(row);
            // An entry that leads to no node has the same count as the next entry that leads to a
            // node, so the last entry with this count leads to a node.
            let code = entries.partition_point(|entry| entry.before <= left) - 1;
            *written = code as u32;
            left -= entries[code].before;
            row = entries[code].next;
        }
    }

    /// Returns the steps, which are the same for all indices of a game within the same ranges.
    pub(crate) fn steps(&self) -> &[IndexStep] {
        &self.steps
    }

    /// Writes the position at an index. Takes O(slots · log values) time.
    ///
    /// # Panics
    /// Panics if there is no such index.
    pub fn position(&self, place: u64, slots: &mut [Int]) {
        let mut codes = vec![0; self.steps.len()];
        self.codes(place, &mut codes);
        self.steps
            .iter()
            .zip(codes)
            .for_each(|(step, code)| step.write(code as usize, slots));
    }

    /// Returns a walk through the positions in order, starting at an index.
    pub fn walk(&self, from: u64) -> IndexWalk<'_> {
        IndexWalk::new(self, from)
    }
}

/// Checks that no slot has more than [`MAX_SLOT_VALUES`] values, before the index is built.
///
/// # Errors
/// Returns [`IndexError::Declined`] with the slot.
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

/// Returns the smallest limit of codes per step with which the index needs no more steps than with
/// the limit [`MAX_STEP_CODES`]. A small limit gives small tables, which fit in the cache.
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

/// Returns the end of the slots that are read together with the first slot, and the number of codes
/// of these slots. The number is at most `limit`, unless there is a single slot.
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

/// Returns the step that reads the slots with numbers in a range.
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
