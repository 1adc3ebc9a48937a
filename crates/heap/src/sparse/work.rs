//! What a machine makes from its history whenever it is wanted: the lists of offsets, the planes, the rows of the block that is worked
//! on, and the sets of the 64 heaps at hand.

use super::history::History;
use super::kernel::{self, Level, Near, RECENT_WORDS};
use super::lists::{Lists, NEAR, Pairs};
use super::planes::{Planes, Rows};
use super::ranks::Ranks;
use super::{Mask, Space};
use crate::moves::Moves;

/// What planes may take together; in the tests of this module so little that many rare heaps lie beyond their reach.
const PLANES_BYTES: u64 = if cfg!(test) { 1 << 16 } else { 24 << 20 };

/// What is made from the history whenever it is wanted.
pub(super) struct Work {
    pub lists: Lists,
    pub planes: Planes,
    /// The block that is being worked on, and where it ends.
    pub start: u64,
    pub end: u64,
    pub block: u64,
    /// A row for each value, a bit for each heap of the block: the values seen.
    pub seen: Vec<u64>,
    /// For each of the next 64 heaps the set of values seen so far.
    pub sets: Vec<u64>,
    /// The words of the last runs of 64 heaps, value by value, in a ring, and how many runs there were.
    pub recent: Vec<u64>,
    pub runs: usize,
    /// The same by rank, where that is worth it.
    pub ranks: Option<Ranks>,
    /// What the next 64 heaps see, value by value.
    pub near: Vec<u64>,
    /// The bits of each value among the 64 heaps being worked on, and the set, then the list, of the values that occur.
    pub words: Vec<u64>,
    pub touched: Vec<u64>,
    pub noted: Vec<u16>,
    /// The values for which helpers are tried.
    pub popular: Vec<u16>,
    /// No value so far reaches this; for values from here on not all options are tried.
    pub limit: u16,
    /// Most values are below this: helpers witness only those.
    pub usual: u16,
    /// For even and for odd heaps the set of common values.
    pub common: [Vec<u64>; 2],
    /// For each of the 64 heaps the common value that was compared with the rest of the offsets and is not among those options.
    pub compared: [u16; 64],
}

/// No value.
const NONE: u16 = u16::MAX;

/// The sets of common values below `values`, for even and for odd heaps.
fn common_sets(mask: Option<Mask>, values: usize) -> [Vec<u64>; 2] {
    [0, 1].map(|parity| {
        let mut set = vec![0; values / 64];
        for value in (0..values as u16).filter(|&value| mask.is_some_and(|mask| mask.common(parity, value))) {
            set[value as usize / 64] |= 1 << (value % 64);
        }
        set
    })
}

impl Work {
    pub fn values(&self) -> usize {
        self.planes.values()
    }

    pub fn row(&self) -> usize {
        (self.block / 64) as usize
    }

    /// Words of one set.
    pub fn width(&self) -> usize {
        self.values() / 64
    }

    /// Room for twice as many values.
    pub fn widen(&mut self, mask: Option<Mask>) {
        let (old, values) = (self.width(), 2 * self.values());
        self.planes.widen(values);
        self.seen.resize(values * self.row(), 0);
        self.words.resize(values, 0);
        self.touched.resize(values / 64, 0);
        let mut sets = vec![0; 64 * self.width()];
        for (set, had) in sets.chunks_exact_mut(values / 64).zip(self.sets.chunks_exact(old)) {
            set[..old].copy_from_slice(had);
        }
        self.sets = sets;
        let mut recent = vec![0; RECENT_WORDS * values];
        for (run, had) in recent.chunks_exact_mut(values).zip(self.recent.chunks_exact(values / 2)) {
            run[..values / 2].copy_from_slice(had);
        }
        self.recent = recent;
        if let Some(ranks) = &mut self.ranks {
            ranks.widen(values);
        }
        self.common = common_sets(mask, values);
    }

    /// Adds a word of all rows, turned, to the sets of the next 64 heaps.
    pub fn turn(&mut self, level: Level, word: usize) {
        let (width, row) = (self.width(), self.row());
        let mut near = std::mem::take(&mut self.near);
        near.clear();
        near.extend(self.seen.chunks_exact(row).map(|row| row[word]));
        let used = self.planes.used();
        let Lists { near: all, ranked, .. } = &self.lists;
        if !all.groups.is_empty() {
            let (used, groups, offsets) = (used.next_multiple_of(32), &all.groups, &all.offsets);
            let job = Near { recent: &self.recent, values: self.values(), used, runs: self.runs, groups, offsets };
            kernel::near(level, &job, &mut near);
        }
        if let Some(ranks) = &mut self.ranks {
            ranks.near(level, ranked, self.runs, used, &mut near);
        }
        for (part, rows) in near.as_chunks_mut::<64>().0.iter_mut().enumerate() {
            kernel::turn(level, rows);
            for (bits, set) in rows.iter().zip(self.sets.chunks_exact_mut(width)) {
                set[part] |= bits;
            }
        }
        self.near = near;
    }

    /// Begins a block: forgets what is out of reach, and tries the offsets that reach behind the block.
    pub fn start(&mut self, level: Level, base: u64) {
        self.start = base;
        self.end = base + self.block;
        self.planes.start_block(base, self.block);
        self.seen.fill(0);
        let row = self.row();
        let rows = Rows { row, word: 0, words: row, limit: self.limit };
        self.planes.join(level, &self.lists.bulk, None, base, &mut self.seen, rows);
        let rows = Rows { limit: self.usual, ..rows };
        self.planes.join(level, &self.lists.helpers, Some(&self.popular), base, &mut self.seen, rows);
    }

    /// The same for the blocks of a witness: only helpers are tried, and only if the block is to be checked.
    #[cfg(feature = "threads")]
    pub fn start_witness(&mut self, level: Level, base: u64, check: bool) {
        self.planes.start_block(base, self.block);
        if check {
            self.seen.fill(0);
            let row = self.row();
            let rows = Rows { row, word: 0, words: row, limit: self.usual };
            self.planes.join(level, &self.lists.helpers, Some(&self.popular), base, &mut self.seen, rows);
        }
    }

    /// Notes the value of one of the 64 heaps from a multiple of 64 on, and marks it ahead.
    #[inline(always)]
    pub fn note(&mut self, lane: usize, value: u16) {
        let width = self.width();
        self.words[value as usize] |= 1 << lane;
        // Whether the value has occurred is not asked: nothing foretells the answer.
        self.touched[value as usize / 64] |= 1 << (value % 64);
        let until = self.lists.small_until[lane] as usize;
        let sets = &mut self.sets[lane * width..];
        let small = &self.lists.small[..until];
        match width {
            1 => small.iter().for_each(|&(offset, other)| sets[offset as usize] |= 1 << (value ^ other)),
            2 => mark_ahead(sets, 2, small, value),
            _ => mark_ahead(sets, width, small, value),
        }
    }

    /// The values of the heaps from this lane on as long as the least value not seen is common and stands firm: the usual case. The lane
    /// of the first heap for which it does not.
    #[inline(always)]
    pub fn common_run(&mut self, from: usize, history: &mut History) -> usize {
        let width = self.width();
        let few = self.lists.rest.is_empty();
        for lane in from..64 {
            let set = &self.sets[lane * width..][..width];
            let Some(place) = set.iter().position(|&word| word != u64::MAX) else { return lane };
            let bit = set[place].trailing_ones();
            let value = (place * 64) as u16 + bit as u16;
            let firm = self.common[lane % 2][place] >> bit & 1 == 1 && value < self.limit && (few || self.compared[lane] == value);
            if !firm {
                return lane;
            }
            history.push(value);
            self.note(lane, value);
        }
        64
    }

    /// Adds the 64 heaps that were noted to the planes.
    pub fn add_noted(&mut self, base: u64) {
        let values = self.values();
        let Work { touched, noted, words, planes, recent, ranks, runs, .. } = self;
        noted.clear();
        for (set, first) in touched.iter_mut().zip((0..).step_by(64)) {
            while *set != 0 {
                noted.push(first + set.trailing_zeros() as u16);
                *set &= *set - 1;
            }
        }
        recent[*runs % RECENT_WORDS * values..][..values].copy_from_slice(words);
        if let Some(ranks) = ranks {
            ranks.add(*runs, noted, words);
        }
        *runs += 1;
        planes.add(base, noted, words);
        noted.iter().for_each(|&value| words[value as usize] = 0);
    }

    /// The least common value that a heap of the 64 does not see.
    pub fn candidate(&self, lane: usize) -> u16 {
        let width = self.width();
        let set = &self.sets[lane * width..][..width];
        let open = set.iter().zip(&self.common[lane % 2]).map(|(seen, common)| common & !seen);
        let found = open.zip(0..).find(|&(open, _)| open != 0);
        found.map_or(NONE, |(open, place)| place * 64 + open.trailing_zeros() as u16)
    }

    /// Compares the least common value that each of the next 64 heaps does not see with the rest of the offsets, until it is none of
    /// these options. `window` holds the values before them.
    pub fn compare(&mut self, level: Level, window: &[u16]) {
        if self.lists.rest.is_empty() {
            return;
        }
        self.compared = std::array::from_fn(|lane| self.candidate(lane));
        let width = self.width();
        loop {
            let mut least = [0; 64];
            kernel::differ(level, window, &self.lists.rest, &self.compared, &mut least);
            if least.iter().all(|&least| least != 0) {
                return;
            }
            for lane in (0..64).filter(|&lane| least[lane] == 0) {
                let value = self.compared[lane] as usize;
                self.sets[lane * width + value / 64] |= 1 << (value % 64);
                self.compared[lane] = self.candidate(lane);
            }
        }
    }

    /// A heap of the block sees a value. The heaps before `base + 64` have their sets already.
    pub fn mark(&mut self, base: u64, heap: u64, value: u16) {
        if heap < base + 64 {
            let at = (heap - base) as usize * self.width() + value as usize / 64;
            self.sets[at] |= 1 << (value % 64);
        } else {
            let lane = heap - self.start;
            let at = value as usize * self.row() + (lane / 64) as usize;
            self.seen[at] |= 1 << (lane % 64);
        }
    }
}

/// Marks what later heaps see of a value by the offsets, in sets of `width` words.
#[inline(always)]
fn mark_ahead(sets: &mut [u64], width: usize, offsets: &[(u32, u16)], value: u16) {
    for &(offset, other) in offsets {
        let seen = (value ^ other) as usize;
        sets[offset as usize * width + seen / 64] |= 1 << (seen % 64);
    }
}

/// How many of the last values tell which are popular.
const RECENT: u64 = 1 << 14;

/// The values that occur, the most frequent first, without those that are much rarer than the mean.
fn popular(recent: &[u16], values: usize) -> Vec<u16> {
    let mut counts = vec![0usize; values];
    for &value in recent {
        counts[value as usize] += 1;
    }
    let occurring = counts.iter().filter(|&&count| count > 0).count().max(1);
    let mut popular: Vec<u16> = (0..values as u16).filter(|&value| counts[value as usize] * 8 * occurring >= recent.len().max(1)).collect();
    popular.sort_by_key(|&value| std::cmp::Reverse(counts[value as usize]));
    popular
}

/// The value that only a part of the others reaches.
fn usual(recent: &[u16]) -> u16 {
    let mut sorted = recent.to_vec();
    sorted.sort_unstable();
    sorted.get(sorted.len() * 98 / 100).copied().unwrap_or(0)
}

/// The lists, planes and open sets for going on behind a history.
pub(super) fn work(moves: &Moves, splits: &[u32], history: &History, space: &Space, helpers: u64) -> Work {
    let base = history.end();
    let widest = if space.rare.len() > 200 || helpers > 500 { 4096 } else { 2048 };
    let block = if base < 256 { 64 } else { (1 << (base / 4).ilog2()).clamp(64, widest) };
    let mut values = 64;
    let front = history.front();
    let tail = history.run(history.first(), base);
    let most = front.iter().chain(tail).copied().max().unwrap_or(0) as usize;
    while values <= most {
        values *= 2;
    }
    let recent = history.run(history.first().max(base.saturating_sub(RECENT)), base);
    let popular = popular(recent, values);
    let occurring = popular.len();
    let whole: Vec<(u64, u16)> = moves.takes().iter().filter(|take| take.leaves(1)).map(|take| (take.tokens.into(), 0)).collect();
    let mut pairs = whole.clone();
    for &tokens in splits {
        pairs.extend(space.rare.iter().map(|&(heap, value)| (heap + u64::from(tokens), value)));
    }
    let mut helping = Vec::new();
    if let Some(&tokens) = splits.first() {
        let heaps = block..(block + helpers).min(front.len() as u64);
        helping.extend(heaps.map(|heap| (heap + u64::from(tokens), front[heap as usize])));
    }
    let pairs = Pairs::new(pairs, helping, if space.mask.is_some() { occurring.max(8) } else { usize::MAX }, base);
    // At least over a block: what lies beyond the planes is looked up, and must be known when the block begins.
    let reach = pairs.reach((PLANES_BYTES / values as u64).max(block));
    let low = base.saturating_sub(reach.max(NEAR) + 64).max(history.first()) & !63;
    let planes = Planes::new(values, low, reach, block, moves.longest().into());
    let ranks = if space.rare.is_empty() { None } else { Ranks::new(space.mask, values, most + 1) };
    let lists = Lists::new(pairs, &planes, reach, block, ranks.as_ref(), &whole);
    let common = common_sets(space.mask, values);
    let limit = most as u16 + 1;
    let usual = usual(recent).max(16);
    let (words, touched, recent) = (vec![0; values], vec![0; values / 64], vec![0; RECENT_WORDS * values]);
    let (seen, sets) = (vec![0; values * (block / 64) as usize], vec![0; values]);
    let compared = [NONE; 64];
    let mut work = Work {
        recent,
        ranks,
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
        for (&value, lane) in history.run(start, start + 64).iter().zip(0..).skip(usize::from(start == 0)) {
            work.note(lane, value);
        }
        work.add_noted(start);
    }
    work.sets.fill(0);
    work
}
