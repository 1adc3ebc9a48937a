//! What is known of parts: a hash table with one entry a part, in lines as long as those of a processor's cache. It grows until it takes the
//! memory that it may; then an entry that is put in takes the place of the one in its line with the fewest cells, which costs least to find anew.

use crate::cells::Cells;

/// What is known of a part: its value, or values that it has not. Values from 31 on are not remembered as excluded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Known(u32);

const EXACT: u32 = 1 << 31;

impl Known {
    pub const NOTHING: Known = Known(0);

    pub fn value_is(value: u16) -> Known {
        Known(EXACT | u32::from(value))
    }

    /// The first 31 values that are excluded, a bit for each.
    pub fn excluding(values: u32) -> Known {
        Known(values & !EXACT)
    }

    #[inline]
    pub fn value(self) -> Option<u16> {
        (self.0 & EXACT != 0).then_some(self.0 as u16)
    }

    /// The values excluded one by one; none where the value is known.
    #[inline]
    pub fn excluded(self) -> u32 {
        if self.0 & EXACT == 0 { self.0 } else { 0 }
    }

    /// Whether the value is this one, if that is known.
    #[inline]
    pub fn is(self, value: u16) -> Option<bool> {
        match self.value() {
            Some(known) => Some(known == value),
            None => (value < 31 && self.0 >> value & 1 != 0).then_some(false),
        }
    }
}

/// Numbers of 32 bits in a line: entries of what is known (0: there is none) and the cells.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Line([u32; 16]);

const EMPTY: Line = Line([0; 16]);

/// The table.
#[derive(Debug)]
pub(crate) struct Table<const W: usize> {
    lines: Vec<Line>,
    /// How many lines there may be.
    most: usize,
    pub entries: u64,
    pub replaced: u64,
}

impl<const W: usize> Table<W> {
    const ENTRY: usize = 2 * W + 1;
    const IN_LINE: usize = 16 / Table::<W>::ENTRY;

    /// A table that takes at most so many bytes, but at least one line.
    pub fn new(bytes: u64) -> Table<W> {
        let most = usize::try_from(bytes / 64).unwrap_or(usize::MAX).max(1);
        Table { lines: vec![EMPTY; most.min(64)], most, entries: 0, replaced: 0 }
    }

    /// Bytes of memory held.
    pub fn held(&self) -> u64 {
        64 * self.lines.len() as u64
    }

    #[inline]
    fn hash(part: &Cells<W>) -> u64 {
        let mut hash = 0_u64;
        for &word in part.words() {
            hash = (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            hash ^= hash >> 32;
        }
        hash.wrapping_mul(0xD6E8_FEB8_6659_FD93)
    }

    #[inline]
    fn line(&self, part: &Cells<W>) -> usize {
        ((u128::from(Self::hash(part)) * self.lines.len() as u128) >> 64) as usize
    }

    #[inline]
    fn part(entry: &[u32]) -> Cells<W> {
        Cells::from_words(std::array::from_fn(|i| u64::from(entry[1 + 2 * i]) | u64::from(entry[2 + 2 * i]) << 32))
    }

    /// Where the lines begin and end in which a part may be: its own, and the next, to which it goes where its own is full.
    #[inline]
    fn lines(&self, part: &Cells<W>) -> [usize; 2] {
        let line = self.line(part);
        [line, if line + 1 < self.lines.len() { line + 1 } else { 0 }]
    }

    /// What is known of a part.
    #[inline]
    pub fn get(&self, part: &Cells<W>) -> Known {
        for place in self.lines(part) {
            let line = &self.lines[place].0;
            for entry in line.chunks_exact(Self::ENTRY) {
                if entry[0] == 0 {
                    return Known::NOTHING;
                }
                if Self::part(entry) == *part {
                    return Known(entry[0]);
                }
            }
        }
        Known::NOTHING
    }

    /// Remembers what is known of a part, in the place of what was.
    pub fn put(&mut self, part: &Cells<W>, known: Known) {
        if known == Known::NOTHING {
            return;
        }
        if self.entries as usize >= self.lines.len() * Self::IN_LINE * 5 / 8 && self.lines.len() < self.most {
            self.grow();
        }
        let lines = self.lines(part);
        for place in lines {
            for entry in self.lines[place].0.chunks_exact_mut(Self::ENTRY) {
                let free = entry[0] == 0;
                if free || Self::part(entry) == *part {
                    self.entries += u64::from(free);
                    return Self::write(entry, part, known);
                }
            }
        }
        self.replaced += 1;
        let least = self.lines[lines[0]].0.chunks_exact_mut(Self::ENTRY).min_by_key(|entry| Self::part(entry).len());
        if let Some(entry) = least {
            Self::write(entry, part, known);
        }
    }

    fn write(entry: &mut [u32], part: &Cells<W>, known: Known) {
        entry[0] = known.0;
        for (i, &word) in part.words().iter().enumerate() {
            entry[1 + 2 * i] = word as u32;
            entry[2 + 2 * i] = (word >> 32) as u32;
        }
    }

    /// Twice as many lines, or as many as there may be, in place: each line is emptied, the last first, and its entries are put in again.
    #[cold]
    fn grow(&mut self) {
        let before = self.lines.len();
        let after = (before * 2).min(self.most);
        self.lines.reserve_exact(after - before);
        self.lines.resize(after, EMPTY);
        for from in (0..before).rev() {
            let line = std::mem::replace(&mut self.lines[from], EMPTY).0;
            for entry in line.chunks_exact(Self::ENTRY).filter(|entry| entry[0] != 0) {
                self.entries -= 1;
                self.put(&Self::part(entry), Known(entry[0]));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever is found was put in, and where there is room little is lost.
    #[test]
    fn grows_and_replaces() {
        for (bytes, most) in [(1 << 20, 2000), (64, 5), (1000, 75)] {
            let mut table = Table::<1>::new(bytes);
            let part = |n: u64| Cells::from_words([n * n + 1]);
            (0..2000).for_each(|n| table.put(&part(n), Known::value_is(n as u16 % 7)));
            let found = (0..2000).filter(|&n| table.get(&part(n)) == Known::value_is(n as u16 % 7)).count();
            assert!((0..2000).all(|n| table.get(&part(n)) == Known::NOTHING || table.get(&part(n)).value() == Some(n as u16 % 7)));
            assert_eq!(found as u64, table.entries);
            assert!(found <= most && found > most * 9 / 10, "{found}");
            assert_eq!(table.replaced > 0, found < 2000);
            assert!(table.held() <= bytes);
        }
    }
}
