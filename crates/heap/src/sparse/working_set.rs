//! The data that a machine derives from its history: the lists of offsets, the planes, the rows of
//! the current block, and the sets of the current 64 heaps. There is a row for each value, or for
//! each rank if only common values are needed; `names` maps rows to values.

use super::history::NimberHistory;
use super::kernel::{self, CANDIDATES, CandidateRows, NearStep, RECENT_WORDS, SimdLevel};
use super::mask::RareMask;
use super::offset_lists::{NEAR_OFFSET_LIMIT, OffsetLists, RawOffsets};
use super::planes::{BitPlanes, RowWindow};
use super::ranks::ValueRanks;
use super::space::SparseSpace;
use crate::moves::DigitMoves;

/// Maximum total size of the planes in bytes. In the tests of this module, this size is so small
/// that many rare heaps are beyond the reach of the planes.
const PLANES_BYTES: u64 = if cfg!(test) { 1 << 16 } else { 24 << 20 };

/// The data derived from the history, which can be rebuilt at any time.
pub(super) struct WorkingSet {
    pub lists: OffsetLists,
    pub planes: BitPlanes,
    /// The start, the end and the size of the current block.
    pub start: u64,
    pub end: u64,
    pub block: u64,
    /// The option values found so far: a row for each value with a bit for each heap of the block.
    pub seen: Vec<u64>,
    /// For each of the next 64 heaps, the set of option values found so far.
    pub sets: Vec<u64>,
    /// A ring buffer with the words of the last runs of 64 heaps by value, and the number of runs.
    pub recent: Vec<u64>,
    pub runs: usize,
    /// The ranks, if there is a row for each rank.
    pub ranks: Option<ValueRanks>,
    /// The value of each row, for even and for odd heaps.
    pub names: [Vec<u16>; 2],
    /// The option values of the next 64 heaps, by value.
    pub near: Vec<u64>,
    /// The bits of each value among the current 64 heaps, and the values that occur as a set and as
    /// a list.
    pub words: Vec<u64>,
    pub touched: Vec<u64>,
    pub noted: Vec<u16>,
    /// The values for which helpers are tried.
    pub popular: Vec<u16>,
    /// All values so far are below this limit. For values at or above the limit, not all options
    /// are tried.
    pub limit: u16,
    /// Most values are below this number. Helpers are witnesses only for values below this number.
    pub usual: u16,
    /// The set of common values, for even and for odd heaps.
    pub common: [Vec<u64>; 2],
    /// For each of the 64 heaps, rows of common values that no offset of the rest gives.
    pub compared: CandidateRows,
}

/// A number that replaces a row if there is no row.
const NONE: u16 = u16::MAX;
/// A number that is not the value of any heap.
const NO_VALUE: u16 = 1 << 15;

/// Returns the values of the first `rows` rows, for even and for odd heaps.
fn names(ranks: Option<ValueRanks>, rows: usize) -> [Vec<u16>; 2] {
    [0, 1].map(|parity| {
        (0..rows as u16)
            .map(|row| ranks.map_or(row, |ranks| ranks.common(parity, row)))
            .collect()
    })
}

/// Returns the rows of common values, for even and for odd heaps.
fn common_sets(mask: Option<RareMask>, names: &[Vec<u16>; 2]) -> [Vec<u64>; 2] {
    [0, 1].map(|parity| {
        let names = &names[parity as usize];
        let mut set = vec![0; names.len() / 64];
        for (row, _) in names
            .iter()
            .enumerate()
            .filter(|&(_, &value)| mask.is_some_and(|mask| mask.common(parity, value)))
        {
            set[row / 64] |= 1 << (row % 64);
        }
        set
    })
}

impl WorkingSet {
    pub fn values(&self) -> usize {
        self.planes.values()
    }

    pub fn row(&self) -> usize {
        (self.block / 64) as usize
    }

    /// Returns the number of words of one set.
    pub fn width(&self) -> usize {
        self.values() / 64
    }

    /// Doubles the number of values.
    pub fn widen(&mut self, mask: Option<RareMask>) {
        let (old, values) = (self.width(), 2 * self.values());
        self.planes.widen(values);
        self.seen.resize(values * self.row(), 0);
        self.words.resize(values, 0);
        self.touched.resize(values / 64, 0);
        let mut sets = vec![0; 64 * self.width()];
        for (set, had) in sets
            .chunks_exact_mut(values / 64)
            .zip(self.sets.chunks_exact(old))
        {
            set[..old].copy_from_slice(had);
        }
        self.sets = sets;
        let mut recent = vec![0; RECENT_WORDS * values];
        for (run, had) in recent
            .chunks_exact_mut(values)
            .zip(self.recent.chunks_exact(values / 2))
        {
            run[..values / 2].copy_from_slice(had);
        }
        self.recent = recent;
        self.names = names(self.ranks, values);
        self.common = common_sets(mask, &self.names);
    }

    /// Adds a word of all rows, transposed, to the sets of the next 64 heaps.
    pub fn turn(&mut self, level: SimdLevel, word: usize) {
        let (width, row) = (self.width(), self.row());
        let mut near = std::mem::take(&mut self.near);
        near.clear();
        near.extend(self.seen.chunks_exact(row).map(|row| row[word]));
        let (used, all) = (self.planes.used().next_multiple_of(32), &self.lists.near);
        if !all.groups.is_empty() {
            let (groups, offsets) = (&all.groups, &all.offsets);
            let job = NearStep {
                recent: &self.recent,
                values: self.values(),
                used,
                runs: self.runs,
                groups,
                offsets,
            };
            kernel::near(level, &job, &mut near);
        }
        for (part, rows) in near.as_chunks_mut::<64>().0.iter_mut().enumerate() {
            kernel::turn(level, rows);
            for (bits, set) in rows.iter().zip(self.sets.chunks_exact_mut(width)) {
                set[part] |= bits;
            }
        }
        self.near = near;
    }

    /// Starts a block: drops heaps beyond the reach, and tries the offsets that refer to heaps
    /// before the block.
    pub fn start(&mut self, level: SimdLevel, base: u64) {
        self.start = base;
        self.end = base + self.block;
        self.planes.start_block(base, self.block);
        self.seen.fill(0);
        let row = self.row();
        let rows = RowWindow {
            row,
            word: 0,
            words: row,
            limit: self.limit,
        };
        self.planes
            .join(level, &self.lists.bulk, None, base, &mut self.seen, rows);
        let rows = RowWindow {
            limit: self.usual,
            ..rows
        };
        self.planes.join(
            level,
            &self.lists.helpers,
            Some(&self.popular),
            base,
            &mut self.seen,
            rows,
        );
    }

    /// Records the value of one of the 64 heaps starting at a multiple of 64, and marks the options
    /// that this value gives to later heaps of the same 64.
    #[inline(always)]
    pub fn note(&mut self, lane: usize, value: u16) {
        let width = self.width();
        self.words[value as usize] |= 1 << lane;
        // The code does not test whether the value has occurred, because that branch would be
        // unpredictable.
        self.touched[value as usize / 64] |= 1 << (value % 64);
        let until = self.lists.small_until[lane] as usize;
        let sets = &mut self.sets[lane * width..];
        let small = &self.lists.small[..until];
        match width {
            1 => small
                .iter()
                .for_each(|&(offset, other)| sets[offset as usize] |= 1 << (value ^ other)),
            2 => mark_ahead(sets, 2, small, value),
            _ => mark_ahead(sets, width, small, value),
        }
    }

    /// Computes the values of the heaps starting at this lane, up to the first heap whose value is
    /// not certain. A value is certain if the smallest value that is not an option is common and
    /// final, which is the usual case. Returns the lane of the first heap whose value is not
    /// certain.
    #[inline(always)]
    pub fn common_run(&mut self, from: usize, history: &mut NimberHistory) -> usize {
        let width = self.width();
        let few = self.lists.rest.is_empty();
        for lane in from..64 {
            let set = &self.sets[lane * width..][..width];
            let Some(place) = set.iter().position(|&word| word != u64::MAX) else {
                return lane;
            };
            let bit = set[place].trailing_ones();
            let row = (place * 64) as u16 + bit as u16;
            let firm = self.common[lane % 2][place] >> bit & 1 == 1
                && row < self.limit
                && (few || self.is_compared(lane, row));
            if !firm {
                return lane;
            }
            history.push(self.names[lane % 2][row as usize]);
            self.note(lane, row);
        }
        64
    }

    /// Returns whether the machine has already checked that no offset of the rest gives a heap an
    /// option in a row.
    #[inline(always)]
    pub fn is_compared(&self, lane: usize, row: u16) -> bool {
        self.compared.iter().any(|compared| compared[lane] == row)
    }

    /// Records the values of 64 heaps. Values without a row are not recorded.
    pub fn note_all(&mut self, base: u64, values: &[u16]) {
        // Heap 0 is not a part of a split.
        for (lane, &value) in values.iter().enumerate().skip(usize::from(base == 0)) {
            let row = self.ranks.map_or(Some(value), |ranks| {
                ranks.of_common(base + lane as u64, value)
            });
            if let Some(row) = row {
                self.note(lane, row);
            }
        }
        self.add_noted(base);
    }

    /// Returns the smallest row that is not an option of the heap `lane` of the 64; `None` if all
    /// rows are options.
    pub fn mex(&self, lane: usize) -> Option<u16> {
        let width = self.width();
        let set = &self.sets[lane * width..][..width];
        let place = set.iter().position(|&word| word != u64::MAX)?;
        Some((place * 64) as u16 + set[place].trailing_ones() as u16)
    }

    /// Adds a row to the options of one of the 64 heaps.
    pub fn see(&mut self, lane: usize, row: u16) {
        let width = self.width();
        self.sets[lane * width + row as usize / 64] |= 1 << (row % 64);
    }

    /// Adds the 64 recorded heaps to the planes.
    pub fn add_noted(&mut self, base: u64) {
        let values = self.values();
        let WorkingSet {
            touched,
            noted,
            words,
            planes,
            recent,
            runs,
            ..
        } = self;
        noted.clear();
        for (set, first) in touched.iter_mut().zip((0..).step_by(64)) {
            while *set != 0 {
                noted.push(first + set.trailing_zeros() as u16);
                *set &= *set - 1;
            }
        }
        recent[*runs % RECENT_WORDS * values..][..values].copy_from_slice(words);
        *runs += 1;
        planes.add(base, noted, words);
        noted.iter().for_each(|&value| words[value as usize] = 0);
    }

    /// Returns the smallest rows of common values that are not options of a heap of the 64.
    fn candidates(&self, lane: usize) -> [u16; CANDIDATES] {
        let width = self.width();
        let set = &self.sets[lane * width..][..width];
        let (mut found, mut count) = ([NONE; CANDIDATES], 0);
        for (place, (seen, common)) in set.iter().zip(&self.common[lane % 2]).enumerate() {
            let mut open = common & !seen;
            while open != 0 {
                found[count] = (place * 64) as u16 + open.trailing_zeros() as u16;
                count += 1;
                if count == CANDIDATES {
                    return found;
                }
                open &= open - 1;
            }
        }
        found
    }

    /// For each of the next 64 heaps, compares the smallest common values that are not yet options
    /// with the rest of the offsets. Stops at the first value that no offset of the rest gives.
    /// `window` contains the values of the preceding heaps.
    pub fn compare(&mut self, level: SimdLevel, window: &[u16]) {
        if self.lists.rest.is_empty() {
            return;
        }
        let mut open = u64::MAX;
        while open != 0 {
            let mut values = [[NO_VALUE; 64]; CANDIDATES];
            for lane in (0..64).filter(|lane| open >> lane & 1 == 1) {
                for (c, row) in self.candidates(lane).into_iter().enumerate() {
                    self.compared[c][lane] = row;
                    values[c][lane] = self.names[lane % 2]
                        .get(row as usize)
                        .copied()
                        .unwrap_or(NO_VALUE);
                }
            }
            let mut least = [[0; 64]; CANDIDATES];
            kernel::differ(level, window, &self.lists.rest, &values, &mut least);
            let was = open;
            for lane in (0..64).filter(|lane| was >> lane & 1 == 1) {
                for (c, least) in least.iter().enumerate() {
                    if least[lane] == 0 {
                        let row = std::mem::replace(&mut self.compared[c][lane], NONE);
                        self.see(lane, row);
                    } else {
                        open &= !(1 << lane);
                    }
                }
            }
        }
    }

    /// Adds a value to the options of a heap of the block. Heaps before `base + 64` already have a
    /// set of option values.
    pub fn mark(&mut self, base: u64, heap: u64, value: u16) {
        if heap < base + 64 {
            self.see((heap - base) as usize, value);
        } else {
            let lane = heap - self.start;
            let at = value as usize * self.row() + (lane / 64) as usize;
            self.seen[at] |= 1 << (lane % 64);
        }
    }
}

/// Marks the options that a value gives to later heaps by the offsets, in sets of `width` words.
#[inline(always)]
fn mark_ahead(sets: &mut [u64], width: usize, offsets: &[(u32, u16)], value: u16) {
    for &(offset, other) in offsets {
        let seen = (value ^ other) as usize;
        sets[offset as usize * width + seen / 64] |= 1 << (seen % 64);
    }
}

/// Number of most recent values whose frequencies determine the popular values.
pub(super) const RECENT: u64 = 1 << 14;

/// Returns the values that occur, the most frequent first. Values that are much less frequent than
/// the average are omitted.
pub(super) fn popular(recent: &[u16], values: usize) -> Vec<u16> {
    let mut counts = vec![0usize; values];
    for &value in recent {
        counts[value as usize] += 1;
    }
    let occurring = counts.iter().filter(|&&count| count > 0).count().max(1);
    let mut popular: Vec<u16> = (0..values as u16)
        .filter(|&value| counts[value as usize] * 8 * occurring >= recent.len().max(1))
        .collect();
    popular.sort_by_key(|&value| std::cmp::Reverse(counts[value as usize]));
    popular
}

/// Returns a value that only 2 % of the recent values reach or exceed.
fn usual(recent: &[u16]) -> u16 {
    let mut sorted = recent.to_vec();
    sorted.sort_unstable();
    sorted.get(sorted.len() * 98 / 100).copied().unwrap_or(0)
}

/// Number of offsets that are combined for each row that occurs; all other offsets are compared
/// with candidates.
const JOINED: usize = 8;

/// If rows are ranks, offsets above this limit are compared with candidates.
const MAX_RANKED_REACH: u64 = 1 << 16;

/// Options of [`work`].
pub(super) struct WorkingSetOptions {
    /// The ranks for the rows, which must be the ranks of the mask; `None` for one row per value.
    pub ranks: Option<ValueRanks>,
    /// Number of heaps, starting at the block size, that are tried as helpers.
    pub helpers: u64,
    /// Minimum reach of the planes.
    pub reach: u64,
    /// Whether rare heaps are tried.
    pub rare: bool,
}

/// Returns the pairs to try: offsets with the values of the other heap.
fn pairs(
    moves: &DigitMoves,
    splits: &[u32],
    space: &SparseSpace,
    ranks: Option<ValueRanks>,
) -> Vec<(u64, u16)> {
    // If rows are ranks, only moves that lead from common values to common values are listed. Other
    // moves that leave one heap lead to rare values.
    let turned = |tokens: u32| ranks.is_some_and(ValueRanks::turns) && tokens % 2 == 1;
    let single = moves
        .removals()
        .iter()
        .filter(|take| take.leaves(1) && !turned(take.tokens))
        .map(|take| (take.tokens.into(), 0));
    let rare = |tokens: u32| {
        space
            .rare
            .iter()
            .map(move |&(heap, value)| (heap + u64::from(tokens), value))
    };
    single
        .chain(splits.iter().flat_map(|&tokens| rare(tokens)))
        .collect()
}

/// Builds the lists, planes and empty sets for continuing after a history.
pub(super) fn work(
    moves: &DigitMoves,
    splits: &[u32],
    history: &NimberHistory,
    space: &SparseSpace,
    wanted: &WorkingSetOptions,
) -> WorkingSet {
    let WorkingSetOptions { ranks, helpers, .. } = *wanted;
    let base = history.end();
    let rank = |value: u16| ranks.map_or(value, |ranks| ranks.rank(value));
    let (least, most) = match ranks {
        Some(_) => (512, 2048),
        None if space.rare.len() > 200 || helpers > 500 => (64, 4096),
        None => (64, 2048),
    };
    let block = if base < 256 {
        least
    } else {
        (1 << (base / 4).ilog2()).clamp(least, most)
    };
    let front = history.front();
    let tail = history.run(history.first(), base);
    let largest = rank(front.iter().chain(tail).copied().max().unwrap_or(0)) as usize;
    let values = (largest + 1)
        .next_power_of_two()
        .max(ranks.map_or(64, |ranks| ranks.together().max(64).into()));
    let recent = history.run(history.first().max(base.saturating_sub(RECENT)), base);
    let recent: Vec<u16> = recent.iter().map(|&value| rank(value)).collect();
    let popular = popular(&recent, values);
    let joined = if space.mask.is_some() {
        JOINED * popular.len().max(8)
    } else {
        usize::MAX
    };
    let pairs = if wanted.rare {
        pairs(moves, splits, space, ranks)
    } else {
        Vec::new()
    };
    let mut helping = Vec::new();
    if let Some(&tokens) = splits.first() {
        let heaps = block..(block + helpers).min(front.len() as u64);
        helping.extend(heaps.map(|heap| (heap + u64::from(tokens), front[heap as usize])));
    }
    // The reach is at least a block, because heaps beyond the planes are looked up and must be
    // known when the block begins.
    let most = (PLANES_BYTES / values as u64).max(block);
    let farthest = if ranks.is_some() {
        MAX_RANKED_REACH.min(most)
    } else {
        u64::MAX
    };
    let pairs = RawOffsets::new(pairs, helping, joined, farthest, base);
    let reach = pairs.reach(most).max(wanted.reach);
    let low = base
        .saturating_sub(reach.max(NEAR_OFFSET_LIMIT) + 64)
        .max(history.first())
        & !63;
    let planes = BitPlanes::new(values, low, reach, block, moves.longest().into());
    let lists = OffsetLists::new(pairs, &planes, reach, block, &rank);
    let names = names(ranks, values);
    let common = common_sets(space.mask, &names);
    let limit = largest as u16 + 1;
    let usual = usual(&recent).max(16);
    let (words, touched, recent) = (
        vec![0; values],
        vec![0; values / 64],
        vec![0; RECENT_WORDS * values],
    );
    let (seen, sets) = (vec![0; values * (block / 64) as usize], vec![0; values]);
    let compared = [[NONE; 64]; CANDIDATES];
    let mut work = WorkingSet {
        recent,
        ranks,
        names,
        runs: 0,
        near: Vec::new(),
        lists,
        planes,
        start: base,
        end: base,
        block,
        seen,
        sets,
        words,
        touched,
        noted: Vec::new(),
        popular,
        limit,
        usual,
        common,
        compared,
    };
    for start in (low..base).step_by(64) {
        work.note_all(start, history.run(start, start + 64));
    }
    work.sets.fill(0);
    work
}
