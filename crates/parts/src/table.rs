//! What is known of parts: a hash table with one entry a part, in lines as long as those of a
//! processor's cache. It grows until it takes the memory that it may; then an entry that is put in
//! takes the place of the one in its line with the fewest cells, which costs least to find anew.

use std::sync::atomic::{
    AtomicU64, Ordering::Acquire, Ordering::Relaxed, Ordering::Release, fence,
};

use crate::cells::CellSet;
use crate::value_bounds::ValueBounds;

/// Entries: first the cells of each, then what is known of each in 32 bits; or both in one word,
/// where 48 bits are enough for the cells. What is known is 0 where there is no entry.
#[derive(Debug, Default)]
#[repr(align(64))]
struct CacheLine([AtomicU64; 8]);
/// In one word, the lowest bits say what is known.
const SHORT: usize = 16;

/// The lowest bit of the upper half of the last word of a line whose entries are not short: there
/// is room there, and it counts how often the line was written to while the table was shared, twice
/// each time, so that it is odd while one thread writes. A reader that finds it as it was has read
/// what was written together, unless 2³¹ writes to this line fell between two of its looks.
const WRITING: u64 = 1 << 32;

/// What became of an entry that was put in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InsertResult {
    /// There was room.
    New,
    /// Something was known of the part.
    More,
    /// Another entry gave way.
    Over,
    /// It was not put in.
    Nothing,
}

impl InsertResult {
    /// What becomes of an entry put where another is, or none, perhaps of the same part, and what
    /// was known of the part before.
    fn classify(any: bool, same: bool, before: ValueBounds) -> (InsertResult, ValueBounds) {
        match (any, same) {
            (false, _) => (InsertResult::New, ValueBounds::NOTHING),
            (true, true) => (InsertResult::More, before),
            (true, false) => (InsertResult::Over, ValueBounds::NOTHING),
        }
    }
}

/// The table.
#[derive(Debug, Default)]
pub(crate) struct PartTable<const W: usize> {
    lines: Vec<CacheLine>,
    /// How many lines there may be.
    most: usize,
    /// Whether an entry is one word.
    short: bool,
    pub entries: u64,
    pub replaced: u64,
}

impl CacheLine {
    #[inline]
    fn word(&self, place: usize) -> u64 {
        self.0[place].load(Relaxed)
    }
}

impl<const W: usize> PartTable<W> {
    /// Entries of a line that are not short.
    const LONG_ENTRIES_PER_LINE: usize = 16 / (2 * W + 1);

    /// A table of sets of `cells` cells that takes at most `bytes` bytes, but at least one line.
    pub fn new(cells: usize, bytes: u64) -> PartTable<W> {
        let most = usize::try_from(bytes / 64).unwrap_or(usize::MAX).max(1);
        PartTable {
            lines: Self::few(most),
            most,
            short: cells + SHORT <= 64,
            entries: 0,
            replaced: 0,
        }
    }

    /// Bytes of memory held.
    pub fn memory_bytes(&self) -> u64 {
        64 * self.lines.len() as u64
    }

    /// Values below this are remembered as excluded.
    #[inline]
    pub fn excludes(&self) -> u16 {
        if self.short { 15 } else { 31 }
    }

    #[inline]
    fn in_line(&self) -> usize {
        if self.short {
            8
        } else {
            Self::LONG_ENTRIES_PER_LINE
        }
    }

    #[inline]
    pub fn hash(part: &CellSet<W>) -> u64 {
        let mut hash = 0_u64;
        for &word in part.words() {
            hash = (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            hash ^= hash >> 32;
        }
        hash.wrapping_mul(0xD6E8_FEB8_6659_FD93)
    }

    /// The two lines in which a part may be: its own, and the next, to which it goes where its own
    /// is full.
    #[inline]
    fn lines(&self, part: &CellSet<W>) -> [usize; 2] {
        let line = ((u128::from(Self::hash(part)) * self.lines.len() as u128) >> 64) as usize;
        [
            line,
            if line + 1 < self.lines.len() {
                line + 1
            } else {
                0
            },
        ]
    }

    #[inline]
    fn entry(&self, line: &CacheLine, place: usize) -> (CellSet<W>, ValueBounds) {
        if self.short {
            let word = line.word(place);
            (
                CellSet::from_words([word >> SHORT; W]),
                ValueBounds::of_short(word as u16),
            )
        } else {
            let known =
                line.word(W * Self::LONG_ENTRIES_PER_LINE + place / 2) >> (32 * (place % 2));
            (
                CellSet::from_words(std::array::from_fn(|i| line.word(W * place + i))),
                ValueBounds(known as u32),
            )
        }
    }

    fn write(&mut self, line: usize, place: usize, part: &CellSet<W>, known: ValueBounds) {
        let line = &mut self.lines[line];
        if self.short {
            *line.0[place].get_mut() = part.words()[0] << SHORT | u64::from(known.short());
        } else {
            (0..W).for_each(|i| *line.0[W * place + i].get_mut() = part.words()[i]);
            let (word, shift) = (
                W * Self::LONG_ENTRIES_PER_LINE + place / 2,
                32 * (place % 2),
            );
            let word = line.0[word].get_mut();
            *word = *word & !(u64::from(u32::MAX) << shift) | u64::from(known.0) << shift;
        }
    }

    /// What is known of a part. Of a line that another thread is writing to, nothing.
    #[inline(always)]
    pub fn get(&self, part: &CellSet<W>) -> ValueBounds {
        let lines = self.lines(part);
        if self.short {
            let wanted = part.words()[0];
            for place in lines {
                let line = &self.lines[place].0;
                // Without a branch for each word.
                let found = line.iter().fold(0, |found, word| {
                    let word = word.load(Relaxed);
                    if word >> SHORT == wanted { word } else { found }
                });
                if found != 0 || line[7].load(Relaxed) == 0 {
                    return ValueBounds::of_short(found as u16);
                }
            }
            return ValueBounds::NOTHING;
        }
        for line in lines {
            let line = &self.lines[line];
            let before = line.0[7].load(Acquire);
            let found = (0..Self::LONG_ENTRIES_PER_LINE).find_map(|place| {
                let (other, known) = self.entry(line, place);
                (known == ValueBounds::NOTHING || other == *part).then_some(known)
            });
            fence(Acquire);
            if before & WRITING != 0 || line.0[7].load(Relaxed) != before {
                return ValueBounds::NOTHING;
            }
            if let Some(known) = found {
                return known;
            }
        }
        ValueBounds::NOTHING
    }

    /// Remembers what is known of a part that is not empty, in the place of what was.
    pub fn store(&mut self, part: &CellSet<W>, known: ValueBounds) {
        if !self.keeps(known) {
            return;
        }
        if self.is_full(self.entries, false) {
            self.grow();
        }
        let lines = self.lines(part);
        for line in lines {
            for place in 0..self.in_line() {
                let (other, before) = self.entry(&self.lines[line], place);
                let free = before == ValueBounds::NOTHING;
                if free || other == *part {
                    self.entries += u64::from(free);
                    return self.write(line, place, part, known);
                }
            }
        }
        if self.is_full(self.entries, true) {
            self.grow();
            return self.store(part, known);
        }
        self.replaced += 1;
        self.write(lines[0], self.cheapest(lines[0]), part, known);
    }

    /// Whether there is something to remember.
    #[inline]
    fn keeps(&self, known: ValueBounds) -> bool {
        if self.short {
            known.short() != 0
        } else {
            known != ValueBounds::NOTHING
        }
    }

    /// Whether the table should grow, and may, when it has `entries` entries; `cramped`: whether
    /// there was no room for one of them.
    #[inline]
    pub fn is_full(&self, entries: u64, cramped: bool) -> bool {
        let most = self.lines.len() * self.in_line();
        entries as usize >= if cramped { most / 4 } else { most * 5 / 8 }
            && self.lines.len() < self.most
    }

    /// Where the entry of a line is that costs least to find anew.
    fn cheapest(&self, line: usize) -> usize {
        (0..self.in_line())
            .min_by_key(|&place| self.entry(&self.lines[line], place).0.len())
            .unwrap_or(0)
    }

    /// As [`PartTable::store`], while other threads read and write too. The table does not grow;
    /// who has it for himself lets it. Where the line is being written to by another thread,
    /// nothing is remembered.
    pub fn store_shared(&self, part: &CellSet<W>, known: ValueBounds) -> InsertResult {
        if !self.keeps(known) {
            return InsertResult::Nothing;
        }
        let lines = self.lines(part);
        for line in lines {
            if let Some(put) = self.store_in_line(line, part, known, false) {
                return put;
            }
        }
        self.store_in_line(lines[0], part, known, true)
            .unwrap_or(InsertResult::Nothing)
    }

    /// Puts an entry in a line where it was or where there is room, or else, if `over` is set, in
    /// the place of another.
    fn store_in_line(
        &self,
        at: usize,
        part: &CellSet<W>,
        known: ValueBounds,
        over: bool,
    ) -> Option<InsertResult> {
        let line = &self.lines[at];
        if self.short {
            let wanted = part.words()[0];
            loop {
                let free_or_same = |word: u64| word == 0 || word >> SHORT == wanted;
                let found = (0..8)
                    .map(|place| (place, line.word(place)))
                    .find(|&(_, word)| free_or_same(word));
                let (place, before) = match found {
                    Some(found) => found,
                    None if over => {
                        let place = self.cheapest(at);
                        (place, line.word(place))
                    }
                    None => return None,
                };
                let (put, before_known) = InsertResult::classify(
                    before != 0,
                    free_or_same(before),
                    ValueBounds::of_short(before as u16),
                );
                let word = wanted << SHORT | u64::from(known.and(before_known).short());
                if line.0[place]
                    .compare_exchange(before, word, Relaxed, Relaxed)
                    .is_ok()
                {
                    return Some(put);
                }
            }
        }
        let before = line.word(7);
        if before & WRITING != 0
            || line.0[7]
                .compare_exchange(before, before | WRITING, Acquire, Relaxed)
                .is_err()
        {
            return Some(InsertResult::Nothing);
        }
        fence(Release);
        let entries =
            (0..Self::LONG_ENTRIES_PER_LINE).map(|place| (place, self.entry(line, place)));
        let mut found = entries
            .clone()
            .find(|(_, (other, known))| *known == ValueBounds::NOTHING || other == part);
        if found.is_none() && over {
            let place = self.cheapest(at);
            found = Some((place, self.entry(line, place)));
        }
        let put = found.map(|(place, (other, before))| {
            let (put, before) = InsertResult::classify(
                before != ValueBounds::NOTHING,
                before == ValueBounds::NOTHING || other == *part,
                before,
            );
            let new = known.and(before);
            (0..W).for_each(|i| line.0[W * place + i].store(part.words()[i], Relaxed));
            let (word, shift) = (
                W * Self::LONG_ENTRIES_PER_LINE + place / 2,
                32 * (place % 2),
            );
            let rest = line.word(word) & !(u64::from(u32::MAX) << shift);
            line.0[word].store(rest | u64::from(new.0) << shift, Relaxed);
            put
        });
        // One more has been written, and nobody is writing: WRITING, which was added, is added once
        // more.
        line.0[7].store(line.word(7).wrapping_add(WRITING), Release);
        put
    }

    /// All entries. They lie by their hashes: neighbouring lines come far from each other, so that
    /// a smaller table that takes them in fills evenly.
    pub fn all(&self) -> impl Iterator<Item = (CellSet<W>, ValueBounds)> {
        let lines = self.lines.len();
        // A golden section of them, and no divisor in common.
        let step = ((lines as f64 * 0.618) as usize..)
            .find(|&step| divisor(step, lines) == 1)
            .unwrap_or(1);
        let in_order = (0..lines)
            .map(move |count| &self.lines[(count as u128 * step as u128 % lines as u128) as usize]);
        let entries = in_order
            .flat_map(move |line| (0..self.in_line()).map(move |place| self.entry(line, place)));
        entries.filter(|entry| entry.1 != ValueBounds::NOTHING)
    }

    /// An empty table that may take as much memory.
    pub fn emptied(&self) -> PartTable<W> {
        PartTable {
            lines: Self::few(self.most),
            most: self.most,
            short: self.short,
            entries: 0,
            replaced: 0,
        }
    }

    fn few(most: usize) -> Vec<CacheLine> {
        std::iter::repeat_with(CacheLine::default)
            .take(most.min(64))
            .collect()
    }

    /// Twice as many lines, or as many as there may be, in place: each line is emptied, the last
    /// first, and its entries are put in again.
    #[cold]
    pub fn grow(&mut self) {
        let before = self.lines.len();
        let after = (before * 2).min(self.most);
        self.lines.reserve_exact(after - before);
        self.lines.resize_with(after, CacheLine::default);
        for from in (0..before).rev() {
            let line = std::mem::take(&mut self.lines[from]);
            let entries = (0..self.in_line())
                .map(|place| self.entry(&line, place))
                .filter(|entry| entry.1 != ValueBounds::NOTHING);
            let entries: Vec<(CellSet<W>, ValueBounds)> = entries.collect();
            self.entries -= entries.len() as u64;
            entries
                .iter()
                .for_each(|(part, known)| self.store(part, *known));
        }
    }
}

/// The greatest common divisor.
fn divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever is found was put in, and where there is room little is lost.
    #[test]
    fn grows_and_replaces() {
        for (cells, bytes, most) in [
            (64, 1 << 20, 2000),
            (64, 64, 5),
            (64, 1000, 75),
            (48, 1 << 20, 2000),
            (48, 64, 8),
            (48, 1000, 120),
        ] {
            let mut table = PartTable::<1>::new(cells, bytes);
            let part = |n: u64| CellSet::from_words([n * n + 1]);
            (0..2000).for_each(|n| table.store(&part(n), ValueBounds::value_is(n as u16 % 7)));
            let found = (0..2000)
                .filter(|&n| table.get(&part(n)) == ValueBounds::value_is(n as u16 % 7))
                .count();
            assert!(
                (0..2000).all(|n| table.get(&part(n)) == ValueBounds::NOTHING
                    || table.get(&part(n)).value() == Some(n as u16 % 7))
            );
            assert_eq!(found as u64, table.entries);
            assert!(found <= most && found > most * 9 / 10, "{found}");
            assert_eq!(table.replaced > 0, found < 2000);
            assert!(table.memory_bytes() <= bytes);
        }
    }
}
