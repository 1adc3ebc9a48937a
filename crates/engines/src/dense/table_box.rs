//! The box of a table and the order in which it is filled. The order is based on a *measure* of
//! positions: a linear form in the slots that every move decreases, derived from the rules. If no
//! slot ever grows, the box is filled row by row; otherwise it is filled level by level of the
//! measure.

use std::ops::Range;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use facts::GameFacts;
use rules::game::GameId;
use rules::ir::Int;
use rules::world::World;

use crate::error::EngineError;
use crate::machine::WaveTask;
use crate::program::{BoxLayout, SortingMode};

/// A box of positions: the product of the slot ranges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableBox {
    /// The layout of the table, which gives the index of each position.
    pub layout: BoxLayout,
    /// The weights of the slots in the measure, and the maximum measure of a position of the box,
    /// counted from the minimum. If a slot may grow, the maximum measure excludes corners of the
    /// box that no requested position can reach.
    weights: Vec<i64>,
    most: i64,
    /// Whether no slot grows, so that the options of a position also precede the position in row
    /// order.
    by_rows: bool,
    /// The slots that are sorted in descending order.
    unordered: Range<usize>,
    /// The slots that never exceed the previous slot: they are sorted, or the rules guarantee this
    /// order for all slots.
    falling: Range<usize>,
    /// The number of entries.
    pub size: usize,
    /// For each slot, whether moves only increase it, so that the box is filled from its maximum
    /// down; empty if no slot rises.
    rising: Vec<bool>,
}

/// The data that identifies a box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoxShape {
    /// The minimum of each slot.
    pub lows: Vec<Int>,
    /// The maximum of each slot.
    pub highs: Vec<Int>,
    /// The weights of the slots in the measure; all 0 if the box is filled row by row.
    pub weights: Vec<i64>,
    /// The maximum measure of a position, counted from the minimum.
    pub most: i64,
    /// Whether the box is filled row by row.
    pub by_rows: bool,
    /// The slots that are sorted in descending order.
    pub unordered: Range<usize>,
    /// The slots that never exceed the previous slot in a position.
    pub falling: Range<usize>,
    /// Whether only sorted positions have an index, so that other rows of numbers take no space. If
    /// only sorted positions have an index, their indices are consecutive.
    pub ranked: bool,
}

impl BoxShape {
    /// Returns whether positions may be numbered consecutively: they are sorted, and the tables of
    /// slot contributions fit among the constants of generated code.
    pub fn may_be_ranked(&self) -> bool {
        const MAX_SLOT_VALUES: u64 = 1 << 12;
        let widths = self
            .lows
            .iter()
            .zip(&self.highs)
            .map(|(low, high)| high.abs_diff(*low).saturating_add(1));
        self.falling.len() == self.lows.len()
            && widths.fold(0u64, u64::saturating_add) <= MAX_SLOT_VALUES
    }
}

/// Checks that positions of a game are identified by their index in a box of numbers.
///
/// # Errors
/// Returns the reason if positions are not identified by their index.
pub(crate) fn may_be_boxed(world: &World, game: GameId, facts: &GameFacts) -> Result<(), Text> {
    if facts.names_others {
        return Err(text!(
            "a move leaves a component of another game",
            "有一着留下另一游戏的部分"
        ));
    }
    match world
        .rules(game)
        .game()
        .is_some_and(|game| !game.words.is_empty())
    {
        true => Err(text!(
            "positions contain words, which fill only a small part of the box",
            "局面含有单词，只占数表的一小部分"
        )),
        false => Ok(()),
    }
}

impl TableBox {
    /// Returns a box that contains every position whose slots are at most `tops`, one maximum per
    /// slot, and all positions that can be reached from them. The box does not depend on the kind
    /// of values that the caller computes.
    ///
    /// # Errors
    /// Returns [`EngineError`] if a condition on the rules fails, or if the box does not fit in
    /// memory. If the box does not fit in memory, the error contains the number of bytes needed.
    pub fn around(
        world: &World,
        game: GameId,
        facts: &GameFacts,
        tops: &[Int],
        budget: &Budget<'_>,
    ) -> Result<TableBox, EngineError> {
        may_be_boxed(world, game, facts).map_err(EngineError::Declined)?;
        let slots = world.rules(game).slots();
        let Some(measure) = &facts.measure else {
            return Err(EngineError::Declined(text!(
                "found no order in which the table can be filled: no linear measure was found that every move lowers",
                "没有填表顺序：没有找到每一着都使之减小的线性度量"
            )));
        };
        let unordered = world
            .rules(game)
            .game()
            .map_or(0..0, |g| g.unordered.clone());
        let (mut tops, greatest) = (tops.to_vec(), tops[unordered.clone()].iter().copied().max());
        tops[unordered.clone()].fill(greatest.unwrap_or(0));
        let lows: Vec<Int> = slots.iter().map(|s| s.low).collect();
        // The measure of the largest requested position, counted from the minimum.
        let room = |i: usize| i128::from(tops[i]) - i128::from(lows[i]);
        let total = (0..tops.len())
            .map(|i| i128::from(measure[i]).saturating_mul(room(i)))
            .sum::<i128>();
        let mut highs = Vec::new();
        for (i, slot) in slots.iter().enumerate() {
            let by_rule = slot.high.map(i128::from);
            let reachable = match (facts.never_grows[i], measure[i]) {
                (true, _) => i128::from(tops[i]),
                (false, 0) => match by_rule {
                    Some(high) => high,
                    None => {
                        let name = &slot.name;
                        return Err(EngineError::Declined(text!(
                            "`{name}` can grow, and the rules show no bound",
                            "`{name}` 可能增大，而规则没有给出上界"
                        )));
                    }
                },
                (false, weight) => i128::from(lows[i]) + total / i128::from(weight),
            };
            let high = by_rule.map_or(reachable, |high| high.min(reachable));
            highs.push(
                Int::try_from(high.max(i128::from(lows[i])))
                    .map_err(|_| StopReason::Memory(u64::MAX, budget.memory))?,
            );
        }
        let by_rows = facts.never_grows.iter().all(|&g| g);
        let weights = if by_rows {
            vec![0; highs.len()]
        } else {
            measure.clone()
        };
        // A box that fits in memory has far fewer than 2^62 levels, unless the weights are
        // extremely large.
        let heaviest = (0..highs.len())
            .map(|i| {
                i128::from(weights[i]).saturating_mul(i128::from(highs[i]) - i128::from(lows[i]))
            })
            .sum::<i128>();
        let most = match i64::try_from(heaviest.min(total)) {
            Ok(most) if heaviest < 1 << 62 => most,
            _ if by_rows => 0,
            _ => {
                return Err(EngineError::Declined(text!(
                    "the weights of the fill order exceed 62 bits",
                    "填表顺序的权重超过 62 位"
                )));
            }
        };
        /// Consecutive indices are computed by lookups, which are slower than multiplications.
        /// Positions are numbered consecutively only if the table becomes smaller by this factor.
        const SPARED: usize = 8;
        let falling = if facts.sorted {
            0..slots.len()
        } else {
            unordered.clone()
        };
        let boxed = BoxShape {
            lows,
            highs,
            weights,
            most,
            by_rows,
            unordered,
            falling,
            ranked: false,
        };
        let ranked = Some(BoxShape {
            ranked: true,
            ..boxed.clone()
        })
        .filter(BoxShape::may_be_ranked)
        .map(TableBox::from_shape);
        let boxed = TableBox::from_shape(boxed);
        let space = ranked
            .filter(|ranked| boxed.size / SPARED >= ranked.size)
            .unwrap_or(boxed);
        budget.allow_memory(u64::try_from(space.size).unwrap_or(u64::MAX))?;
        Ok(space)
    }

    /// Creates the box of a shape.
    pub fn from_shape(shape: BoxShape) -> TableBox {
        let BoxShape {
            lows,
            highs,
            weights,
            most,
            by_rows,
            unordered,
            falling,
            ranked,
        } = shape;
        let mut strides = vec![0; highs.len()];
        let mut size: u128 = 1;
        for i in (0..highs.len()).rev() {
            strides[i] = usize::try_from(size).unwrap_or(usize::MAX);
            size = size.saturating_mul((i128::from(highs[i]) - i128::from(lows[i]) + 1) as u128);
        }
        let alike =
            lows.iter().all(|low| *low == lows[0]) && highs.iter().all(|high| *high == highs[0]);
        let sorting = match unordered.len() {
            0..=1 => SortingMode::None,
            2..=3 if alike && unordered.len() == lows.len() => SortingMode::Mirrored,
            _ => SortingMode::Sorted,
        };
        let mut ranks = Vec::new();
        if ranked {
            (ranks, size) = ranks_of(&lows, &highs);
            strides = Vec::new();
        }
        let layout = BoxLayout {
            lows,
            highs,
            strides,
            ranks,
            sorting,
        };
        TableBox {
            layout,
            weights,
            most,
            by_rows,
            unordered,
            falling,
            size: usize::try_from(size).unwrap_or(usize::MAX),
            rising: Vec::new(),
        }
    }

    /// Returns a box that contains every position reachable from a position with slots `tops` or
    /// less, for a game in which each slot changes in one direction only. Generated code cannot
    /// fill this box. `None` if the facts do not show the directions.
    ///
    /// # Errors
    /// Returns [`EngineError`] if the box does not fit in memory.
    pub fn one_way(
        world: &World,
        game: GameId,
        facts: &GameFacts,
        tops: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Option<TableBox>, EngineError> {
        may_be_boxed(world, game, facts).map_err(EngineError::Declined)?;
        let Some(rising) = &facts.rising else {
            return Ok(None);
        };
        let slots = world.rules(game).slots();
        let mut highs = Vec::with_capacity(slots.len());
        for ((slot, &rises), &top) in slots.iter().zip(rising).zip(tops) {
            let high = match slot.high {
                Some(high) if rises => high,
                _ => top,
            };
            highs.push(high.max(slot.low));
        }
        let shape = BoxShape {
            lows: slots.iter().map(|slot| slot.low).collect(),
            weights: vec![0; highs.len()],
            highs,
            most: 0,
            by_rows: true,
            unordered: 0..0,
            falling: 0..0,
            ranked: false,
        };
        let space = TableBox {
            rising: rising.clone(),
            ..TableBox::from_shape(shape)
        };
        budget.allow_memory(u64::try_from(space.size).unwrap_or(u64::MAX))?;
        Ok(Some(space))
    }

    /// Returns the shape of the box.
    pub fn shape(&self) -> BoxShape {
        let BoxLayout { lows, highs, .. } = self.layout.clone();
        let TableBox {
            most,
            by_rows,
            ref unordered,
            ref falling,
            ..
        } = *self;
        let (unordered, falling) = (unordered.clone(), falling.clone());
        BoxShape {
            lows,
            highs,
            weights: self.weights.clone(),
            most,
            by_rows,
            unordered,
            falling,
            ranked: self.is_ranked(),
        }
    }

    /// Returns whether a position is in the box.
    pub fn contains(&self, slots: &[Int]) -> bool {
        self.index(slots).is_some()
    }

    /// Returns whether this box contains every position of another box of the same game.
    pub fn covers(&self, other: &TableBox) -> bool {
        let alike = (
            &self.layout.lows,
            &self.weights,
            self.by_rows,
            &self.unordered,
            &self.falling,
            &self.rising,
        ) == (
            &other.layout.lows,
            &other.weights,
            other.by_rows,
            &other.unordered,
            &other.falling,
            &other.rising,
        );
        alike
            && self.most >= other.most
            && self
                .layout
                .highs
                .iter()
                .zip(&other.layout.highs)
                .all(|(own, others)| own >= others)
    }

    /// Returns the index of a position in the table; `None` if the position is not in the box.
    pub fn index(&self, slots: &[Int]) -> Option<usize> {
        let BoxLayout { lows, highs, .. } = &self.layout;
        let (mut index, mut weight) = (0, 0);
        for (i, &value) in slots.iter().enumerate() {
            if value < lows[i]
                || value > highs[i]
                || self.is_ranked() && i > 0 && value > slots[i - 1]
            {
                return None;
            }
            index += self.layout.adds(i, value);
            weight += self.weights[i] * (value - lows[i]);
        }
        (weight <= self.most).then_some(index)
    }

    /// Returns whether a row of numbers is in the order of canonical positions.
    pub(super) fn is_canonical(&self, slots: &[Int]) -> bool {
        slots[self.unordered.clone()].is_sorted_by(|a, b| a >= b)
    }

    /// Returns the number of rows that a walk visits; `None` if no simple formula gives this
    /// number.
    pub(super) fn rows_in_all(&self) -> Option<u64> {
        /// Maximum number of levels whose rows are counted, because the levels are counted one at a
        /// time.
        const MAX_LEVELS: i64 = 1 << 20;
        let widths = || {
            self.ranges()
                .into_iter()
                .map(|(low, high)| (i128::from(high) - i128::from(low) + 1) as u128)
        };
        if self.by_rows && self.is_ranked() {
            return u64::try_from(self.size).ok();
        }
        let (none, all) = (
            self.falling.len() <= 1,
            self.falling.len() == self.layout.lows.len(),
        );
        match (self.by_rows, none) {
            (true, true) => widths().try_fold(1u64, |rows, width| {
                rows.checked_mul(u64::try_from(width).ok()?)
            }),
            (true, false)
                if all
                    && self
                        .layout
                        .highs
                        .iter()
                        .all(|high| *high == self.layout.highs[0]) =>
            {
                // Sorted rows of k numbers from w values are multisets, whose number is (w + k - 1)
                // choose k.
                let width = widths().next()?;
                (0..self.layout.lows.len() as u128)
                    .try_fold(1u128, |rows, i| {
                        Some(rows.checked_mul(width + i)? / (i + 1))
                    })
                    .and_then(|rows| rows.try_into().ok())
            }
            (false, true) if self.levels() < MAX_LEVELS => {
                let mut at_level = vec![0u64; self.levels() as usize + 1];
                at_level[0] = 1;
                for (width, weight) in widths().zip(&self.weights) {
                    let (width, weight) =
                        (usize::try_from(width).ok()?, usize::try_from(*weight).ok()?);
                    let mut next = vec![0u64; at_level.len()];
                    for level in 0..at_level.len() {
                        next[level] = match (weight, level.checked_sub(weight)) {
                            (0, _) => at_level[level].checked_mul(width as u64)?,
                            (_, None) => at_level[level],
                            // Each entry becomes the sum over a sliding window of `width` levels,
                            // each `weight` apart.
                            (_, Some(before)) => {
                                let gone = weight
                                    .checked_mul(width)
                                    .and_then(|w| level.checked_sub(w))
                                    .map_or(0, |l| at_level[l]);
                                (next[before] + at_level[level]).checked_sub(gone)?
                            }
                        };
                    }
                    at_level = next;
                }
                at_level
                    .iter()
                    .try_fold(0u64, |sum, rows| sum.checked_add(*rows))
            }
            _ => None,
        }
    }

    /// Returns the distance of neighbors in each slot, if every row of numbers has its own entry.
    /// Returns `None` if only sorted rows have an entry, or if positions are numbered
    /// consecutively.
    pub fn strides(&self) -> Option<&[usize]> {
        (!self.is_ranked() && self.layout.sorting != SortingMode::Sorted)
            .then_some(&self.layout.strides)
    }

    /// Returns the minimum and the maximum of each slot.
    pub fn ranges(&self) -> Vec<(Int, Int)> {
        self.layout
            .lows
            .iter()
            .copied()
            .zip(self.layout.highs.iter().copied())
            .collect()
    }

    /// Returns the order in which the box is filled.
    pub fn order(&self) -> FillOrder {
        if self.by_rows {
            FillOrder::Rows
        } else {
            FillOrder::Levels
        }
    }

    /// Returns whether no slot of a position exceeds the previous slot.
    pub fn is_sorted(&self) -> bool {
        self.falling.len() == self.layout.lows.len()
    }

    /// Returns whether the slot never exceeds the previous slot in a position.
    pub fn falls(&self, slot: usize) -> bool {
        self.falling.start < slot && slot < self.falling.end
    }

    /// Returns whether positions are numbered consecutively.
    pub fn is_ranked(&self) -> bool {
        !self.layout.ranks.is_empty()
    }

    /// Returns the weight of a slot in the measure, and the maximum that the later slots can add.
    pub fn weight(&self, slot: usize) -> (i64, i64) {
        (self.weights[slot], self.most_from(slot + 1))
    }

    /// Splits the box into waves of independent tasks for this number of workers. A task is a tile
    /// of the first two slots, or a part of a level. If one worker suffices, returns a single task.
    pub(super) fn waves(&self, workers: u32, most_options: u64) -> Vec<Vec<WaveTask>> {
        /// The number of options that justifies one more worker.
        const WORTH_SHARING: u64 = 1 << 24;
        /// Maximum number of waves. Additional waves would cost more than they save.
        const MAX_WAVES: i64 = 1 << 16;
        let workers = workers.max(1);
        let alone = workers == 1 || (self.size as u64).saturating_mul(most_options) < WORTH_SHARING;
        let ranges = self.ranges();
        match (self.by_rows, &ranges[..]) {
            (true, [first, second, ..]) if !alone => {
                let tiles = |(low, high): (Int, Int)| -> Vec<(Int, Int)> {
                    let width = high.abs_diff(low) + 1;
                    let count = width.min(16 * u64::from(workers));
                    let start = |i: u64| {
                        low + (u128::from(width) * u128::from(i) / u128::from(count)) as Int
                    };
                    (0..count).map(|i| (start(i), start(i + 1) - 1)).collect()
                };
                let (down, across) = (tiles(*first), tiles(*second));
                (0..down.len() + across.len() - 1)
                    .map(|front| {
                        (0..down.len())
                            .filter_map(|i| Some((down[i], *across.get(front.checked_sub(i)?)?)))
                            .filter(|(a, b)| !self.falls(1) || b.0 <= a.1)
                            .map(|(a, b)| [a.0, a.1, b.0, b.1])
                            .collect()
                    })
                    .collect()
            }
            (true, [first, rest @ ..]) => {
                let second = rest.first().copied().unwrap_or_default();
                vec![vec![[first.0, first.1, second.0, second.1]]]
            }
            (false, _) if !alone && ranges.len() > 1 && self.levels() < MAX_WAVES => {
                let parts = i64::from(workers);
                (0..=self.levels())
                    .map(|level| (0..parts).map(|part| [level, level, part, parts]).collect())
                    .collect()
            }
            _ => vec![vec![[0, self.levels(), 0, 1]]],
        }
    }

    /// Visits every row of numbers of the box, each after the rows of its options. If slots must be
    /// sorted, only sorted rows are visited.
    pub(super) fn walk<E: From<StopReason>>(
        &self,
        budget: &Budget<'_>,
        visit: Visit<'_, E>,
    ) -> Result<(), E> {
        let (whole, mut done) = (self.rows_in_all(), 0u64);
        self.each_row(&mut |slots| {
            budget.tick()?;
            visit(slots)?;
            done += 1;
            if done.is_multiple_of(1024) {
                budget.report(done, whole);
            }
            Ok(())
        })
    }

    pub(super) fn each_row<E>(&self, visit: Visit<'_, E>) -> Result<(), E> {
        let mut slots = self.layout.lows.clone();
        if self.by_rows {
            return self.rows(0, &mut slots, visit);
        }
        for level in 0..=self.levels() {
            self.level(0, level, &mut slots, visit)?;
        }
        Ok(())
    }

    /// Returns the highest level of the measure.
    pub fn levels(&self) -> i64 {
        self.most_from(0).min(self.most)
    }

    /// Returns the maximum of a slot, given the slots before it.
    fn high(&self, slot: usize, slots: &[Int]) -> Int {
        let high = self.layout.highs[slot];
        if self.falls(slot) {
            high.min(slots[slot - 1])
        } else {
            high
        }
    }

    /// Returns whether the moves only increase a slot, so that it is visited from its maximum down.
    pub fn rises(&self, slot: usize) -> bool {
        self.rising.get(slot) == Some(&true)
    }

    fn rows<E>(&self, slot: usize, slots: &mut Vec<Int>, visit: Visit<'_, E>) -> Result<(), E> {
        if slot == slots.len() {
            return visit(slots);
        }
        let (low, high) = (self.layout.lows[slot], self.high(slot, slots));
        let rises = self.rises(slot);
        for above in 0..=high - low {
            slots[slot] = if rises { high - above } else { low + above };
            self.rows(slot + 1, slots, visit)?;
        }
        Ok(())
    }

    /// Visits the positions whose slots, starting at `slot`, add exactly `rest` to the measure.
    fn level<E>(
        &self,
        slot: usize,
        rest: i64,
        slots: &mut Vec<Int>,
        visit: Visit<'_, E>,
    ) -> Result<(), E> {
        if slot == slots.len() {
            return if rest == 0 { visit(slots) } else { Ok(()) };
        }
        // Skips a value if the later slots cannot add the rest of the measure.
        let low = self.layout.lows[slot];
        let width = self.high(slot, slots) - low;
        let weight = self.weights[slot];
        let missing = (rest - self.most_from(slot + 1)).max(0);
        let (first, last) = match weight {
            0 => (0, width),
            1 => (missing, rest.min(width)),
            _ => ((missing + weight - 1) / weight, (rest / weight).min(width)),
        };
        for step in first..=last {
            slots[slot] = low + step;
            self.level(slot + 1, rest - weight * step, slots, visit)?;
        }
        Ok(())
    }

    /// Returns the maximum that the slots starting at `slot` can add to the measure.
    fn most_from(&self, slot: usize) -> i64 {
        let BoxLayout { lows, highs, .. } = &self.layout;
        (slot..lows.len())
            .map(|i| self.weights[i] * (highs[i] - lows[i]))
            .sum()
    }
}

/// Returns the contribution of each value of each slot to the index of a non-increasing row, and
/// the number of non-increasing rows. Rows are numbered in lexicographic order; the contribution of
/// a slot counts the rows with the same prefix and a smaller value in this slot.
fn ranks_of(lows: &[Int], highs: &[Int]) -> (Vec<Vec<usize>>, u128) {
    let mut ranks = vec![Vec::new(); lows.len()];
    // For each value of a slot, the number of ways to continue the row from the next slot. After
    // the last slot, the only continuation is empty.
    let mut ways: Vec<u128> = Vec::new();
    for slot in (0..lows.len()).rev() {
        let next = lows.get(slot + 1).copied();
        let on = |value: Int| match next {
            None => 1,
            Some(low) if value < low => 0,
            Some(low) => {
                ways[usize::try_from(value - low)
                    .map_or(ways.len() - 1, |above| above.min(ways.len() - 1))]
            }
        };
        // The addition saturates, so that counts that are too large stay too large.
        let sums = (lows[slot]..=highs[slot]).scan(0u128, |sum, value| {
            let before = *sum;
            *sum = sum.saturating_add(on(value));
            Some((before, *sum))
        });
        let (before, up_to): (Vec<u128>, Vec<u128>) = sums.unzip();
        ranks[slot] = before
            .into_iter()
            .map(|rank| usize::try_from(rank).unwrap_or(usize::MAX))
            .collect();
        ways = up_to;
    }
    (ranks, ways.last().copied().unwrap_or(1))
}

/// The order in which a box is filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FillOrder {
    /// Row by row: no slot of an option exceeds the same slot of its position.
    Rows,
    /// Level by level of the measure.
    Levels,
}

/// A callback for each position of a walk.
type Visit<'v, E> = &'v mut dyn FnMut(&[Int]) -> Result<(), E>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walks_are_as_long_as_is_said() {
        let mut rng = fastrand::Rng::with_seed(77);
        let (mut said, mut in_part) = (0, 0);
        for _ in 0..2_000 {
            let slots = rng.usize(1..=4);
            let end = rng.usize(0..=slots);
            let falling = rng.usize(0..=end)..end;
            let same = rng.bool();
            let highs: Vec<Int> = (0..slots)
                .map(|_| if same { 3 } else { rng.i64(0..=3) })
                .collect();
            let by_rows = rng.bool();
            let weights: Vec<i64> = (0..slots)
                .map(|_| if by_rows { 0 } else { rng.i64(0..=2) })
                .collect();
            let most = if by_rows { 0 } else { rng.i64(0..=6) };
            in_part += usize::from(falling.len() > 1 && falling.len() < slots);
            let shape = BoxShape {
                lows: vec![0; slots],
                highs,
                weights,
                most,
                by_rows,
                unordered: falling.clone(),
                falling,
                ranked: false,
            };
            let (space, mut rows) = (TableBox::from_shape(shape.clone()), 0);
            let walked = space.each_row::<()>(&mut |slots| {
                assert!(space.is_canonical(slots), "{slots:?} of {shape:?}");
                rows += 1;
                Ok(())
            });
            assert_eq!(
                (walked, space.rows_in_all().unwrap_or(rows)),
                (Ok(()), rows),
                "{shape:?}"
            );
            said += usize::from(space.rows_in_all().is_some());
        }
        assert!(said > 500 && in_part > 150, "{said} {in_part}");
    }
}
