//! The table of bounds of parts: a hash table with one entry for each part, in lines of the size of
//! a cache line. The table grows up to the memory limit. After the limit is reached, a new entry
//! replaces the entry of its line with the fewest cells, which is the cheapest to compute again.

use std::sync::atomic::{
    AtomicU64, Ordering::Acquire, Ordering::Relaxed, Ordering::Release, fence,
};

use crate::cells::CellSet;
use crate::value_bounds::ValueBounds;

/// The entries of a line: first the cells of all entries, then their bounds, 32 bits each. If 48
/// bits suffice for the cells, each entry is a single word. The bounds of an empty slot are 0.
#[derive(Debug, Default)]
#[repr(align(64))]
struct CacheLine([AtomicU64; 8]);
/// Number of bits of the bounds in an entry of one word. The bounds are the lowest bits of the
/// entry.
const SHORT: usize = 16;

/// The lowest bit of the upper half of the last word of a line whose entries are not short. The
/// otherwise unused upper half of the last word is a sequence lock. While the table is shared, the
/// lock is incremented before and after each write, so it is odd during a write. A reader that
/// finds the lock unchanged has read a consistent line, unless 2³¹ writes to this line happened in
/// between.
const WRITING: u64 = 1 << 32;

/// The result of storing an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InsertResult {
    /// The entry was stored in a free slot.
    New,
    /// The part already had an entry, which was replaced.
    More,
    /// The entry of another part was replaced.
    Over,
    /// The entry was not stored.
    Nothing,
}

impl InsertResult {
    /// Returns the result of storing an entry in a slot, and the previous bounds of the part.
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
    /// Maximum number of lines.
    most: usize,
    /// Whether an entry of the table is one word.
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
    /// Number of entries of a line that are not short.
    const LONG_ENTRIES_PER_LINE: usize = 16 / (2 * W + 1);

    /// Creates a table for sets of `cells` cells that uses at most `bytes` bytes, but at least one
    /// line.
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

    /// Returns the memory in use in bytes.
    pub fn memory_bytes(&self) -> u64 {
        64 * self.lines.len() as u64
    }

    /// Returns the limit below which excluded values are stored.
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

    /// Returns the two lines in which a part may be stored: its own line, and the next line, which
    /// is used if its own line is full.
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

    /// Returns the bounds of a part; empty bounds if another thread is writing to the line.
    #[inline(always)]
    pub fn get(&self, part: &CellSet<W>) -> ValueBounds {
        let lines = self.lines(part);
        if self.short {
            let wanted = part.words()[0];
            for place in lines {
                let line = &self.lines[place].0;
                // The comparison avoids a branch for each word.
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

    /// Stores the bounds of a nonempty part and replaces its previous bounds.
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

    /// Returns whether the given bounds contain information that an entry of the table can store.
    #[inline]
    fn keeps(&self, known: ValueBounds) -> bool {
        if self.short {
            known.short() != 0
        } else {
            known != ValueBounds::NOTHING
        }
    }

    /// Returns whether the table should and may grow when it has `entries` entries. `cramped` is
    /// whether an entry found no free slot.
    #[inline]
    pub fn is_full(&self, entries: u64, cramped: bool) -> bool {
        let most = self.lines.len() * self.in_line();
        entries as usize >= if cramped { most / 4 } else { most * 5 / 8 }
            && self.lines.len() < self.most
    }

    /// Returns the index of the entry of a line that is the cheapest to compute again.
    fn cheapest(&self, line: usize) -> usize {
        (0..self.in_line())
            .min_by_key(|&place| self.entry(&self.lines[line], place).0.len())
            .unwrap_or(0)
    }

    /// Does the same as [`PartTable::store`] while other threads read and write. The table does not
    /// grow; only a thread with exclusive access grows it. The bounds are not stored if another
    /// thread is writing to the line.
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

    /// Stores an entry in a line, in its slot or in a free slot. If the line has neither the part's
    /// slot nor a free slot, and `over` is set, the function replaces another entry.
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
        // The write is complete: WRITING is added a second time.
        line.0[7].store(line.word(7).wrapping_add(WRITING), Release);
        put
    }

    /// Returns all entries. The lines are ordered by hashes, and are visited with a large stride.
    /// Because of the stride, a smaller table that reads the entries fills evenly.
    pub fn all(&self) -> impl Iterator<Item = (CellSet<W>, ValueBounds)> {
        let lines = self.lines.len();
        // The stride is about the number of lines times the golden ratio 0.618, and coprime to that
        // number.
        let step = ((lines as f64 * 0.618) as usize..)
            .find(|&step| divisor(step, lines) == 1)
            .unwrap_or(1);
        let in_order = (0..lines)
            .map(move |count| &self.lines[(count as u128 * step as u128 % lines as u128) as usize]);
        let entries = in_order
            .flat_map(move |line| (0..self.in_line()).map(move |place| self.entry(line, place)));
        entries.filter(|entry| entry.1 != ValueBounds::NOTHING)
    }

    /// Returns an empty table with the same memory limit.
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

    /// Doubles the number of lines up to the maximum, in place. The lines are emptied, beginning
    /// with the last, and their entries are stored again.
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

/// Returns the greatest common divisor.
fn divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests that the table returns only stored entries, and that it loses few entries if it has
    /// free space.
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
