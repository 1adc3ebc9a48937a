//! What is known of parts: a hash table with one entry a part, in lines as long as those of a processor's cache. It grows until it takes the
//! memory that it may; then an entry that is put in takes the place of the one in its line with the fewest cells, which costs least to find anew.

use crate::cells::Cells;

/// What is known of a part: its value, or values that it cannot have. Values from 31 on are not remembered as excluded.
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

    /// In 16 bits; values from 15 on are not remembered as excluded.
    #[inline]
    fn short(self) -> u16 {
        (self.0 >> 31 << 15 | self.0 & 0x7fff) as u16
    }

    #[inline]
    fn of_short(bits: u16) -> Known {
        Known(u32::from(bits) >> 15 << 31 | u32::from(bits) & 0x7fff)
    }

    #[inline]
    pub fn value(self) -> Option<u16> {
        (self.0 & EXACT != 0).then_some(self.0 as u16)
    }

    /// The values excluded one by one, as bits: 0 where the value is known.
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

/// Entries: first the cells of each, then what is known of each in 32 bits; or both in one word, where 48 bits are enough for the cells.
/// What is known is 0 where there is no entry.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Line([u64; 8]);

const EMPTY: Line = Line([0; 8]);
/// In one word, the lowest bits say what is known.
const SHORT: usize = 16;

/// The table.
#[derive(Debug)]
pub(crate) struct Table<const W: usize> {
    lines: Vec<Line>,
    /// How many lines there may be.
    most: usize,
    /// Whether an entry is one word.
    short: bool,
    pub entries: u64,
    pub replaced: u64,
}

impl<const W: usize> Table<W> {
    /// Entries of a line that are not short.
    const LONG: usize = 16 / (2 * W + 1);

    /// A table for sets of `cells` cells that takes at most `bytes` bytes, but at least one line.
    pub fn new(cells: usize, bytes: u64) -> Table<W> {
        let most = usize::try_from(bytes / 64).unwrap_or(usize::MAX).max(1);
        Table { lines: vec![EMPTY; most.min(64)], most, short: cells + SHORT <= 64, entries: 0, replaced: 0 }
    }

    /// Bytes of memory held.
    pub fn held(&self) -> u64 {
        64 * self.lines.len() as u64
    }

    /// Values below this are remembered as excluded.
    #[inline]
    pub fn excludes(&self) -> u16 {
        if self.short { 15 } else { 31 }
    }

    #[inline]
    fn in_line(&self) -> usize {
        if self.short { 8 } else { Self::LONG }
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

    /// The two lines in which a part may be: its own, and the next, to which it goes where its own is full.
    #[inline]
    fn lines(&self, part: &Cells<W>) -> [usize; 2] {
        let line = ((u128::from(Self::hash(part)) * self.lines.len() as u128) >> 64) as usize;
        [line, if line + 1 < self.lines.len() { line + 1 } else { 0 }]
    }

    #[inline]
    fn entry(&self, line: &Line, place: usize) -> (Cells<W>, Known) {
        if self.short {
            let word = line.0[place];
            (Cells::from_words([word >> SHORT; W]), Known::of_short(word as u16))
        } else {
            let known = line.0[W * Self::LONG + place / 2] >> (32 * (place % 2));
            (Cells::from_words(std::array::from_fn(|i| line.0[W * place + i])), Known(known as u32))
        }
    }

    fn write(&mut self, line: usize, place: usize, part: &Cells<W>, known: Known) {
        let line = &mut self.lines[line].0;
        if self.short {
            line[place] = part.words()[0] << SHORT | u64::from(known.short());
        } else {
            line[W * place..W * (place + 1)].copy_from_slice(part.words());
            let (word, shift) = (W * Self::LONG + place / 2, 32 * (place % 2));
            line[word] = line[word] & !(u64::from(u32::MAX) << shift) | u64::from(known.0) << shift;
        }
    }

    /// What is known of a part.
    #[inline]
    pub fn get(&self, part: &Cells<W>) -> Known {
        let lines = self.lines(part);
        if self.short {
            let wanted = part.words()[0];
            for place in lines {
                let line = &self.lines[place].0;
                // Without a branch for each word.
                let found = line.iter().fold(0, |found, &word| if word >> SHORT == wanted { word } else { found });
                if found != 0 || line[7] == 0 {
                    return Known::of_short(found as u16);
                }
            }
            return Known::NOTHING;
        }
        for line in lines {
            for place in 0..Self::LONG {
                let (other, known) = self.entry(&self.lines[line], place);
                if known == Known::NOTHING || other == *part {
                    return known;
                }
            }
        }
        Known::NOTHING
    }

    /// Remembers what is known of a part that is not empty, in the place of what was.
    pub fn put(&mut self, part: &Cells<W>, known: Known) {
        if (self.short && known.short() == 0) || known == Known::NOTHING {
            return;
        }
        if self.entries as usize >= self.lines.len() * self.in_line() * 5 / 8 && self.lines.len() < self.most {
            self.grow();
        }
        let lines = self.lines(part);
        for line in lines {
            for place in 0..self.in_line() {
                let (other, before) = self.entry(&self.lines[line], place);
                let free = before == Known::NOTHING;
                if free || other == *part {
                    self.entries += u64::from(free);
                    return self.write(line, place, part, known);
                }
            }
        }
        if self.entries as usize >= self.lines.len() * self.in_line() / 4 && self.lines.len() < self.most {
            self.grow();
            return self.put(part, known);
        }
        self.replaced += 1;
        let fewest = (0..self.in_line()).min_by_key(|&place| self.entry(&self.lines[lines[0]], place).0.len());
        self.write(lines[0], fewest.unwrap_or(0), part, known);
    }

    /// Twice as many lines, or as many as there may be, in place: each line is emptied, the last first, and its entries are put in again.
    #[cold]
    fn grow(&mut self) {
        let before = self.lines.len();
        let after = (before * 2).min(self.most);
        self.lines.reserve_exact(after - before);
        self.lines.resize(after, EMPTY);
        for from in (0..before).rev() {
            let line = std::mem::replace(&mut self.lines[from], EMPTY);
            let entries = (0..self.in_line()).map(|place| self.entry(&line, place)).filter(|entry| entry.1 != Known::NOTHING);
            let entries: Vec<(Cells<W>, Known)> = entries.collect();
            self.entries -= entries.len() as u64;
            entries.iter().for_each(|(part, known)| self.put(part, *known));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever is found was put in, and where there is room little is lost.
    #[test]
    fn grows_and_replaces() {
        for (cells, bytes, most) in [(64, 1 << 20, 2000), (64, 64, 5), (64, 1000, 75), (48, 1 << 20, 2000), (48, 64, 8), (48, 1000, 120)] {
            let mut table = Table::<1>::new(cells, bytes);
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
