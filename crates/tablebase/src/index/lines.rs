//! Positions of two numbers, numbered line by line. There is one line for each level of a measure
//! w·x + y. Lines are in ascending order of the level, and positions of a line are in ascending
//! order of x. Computing an index needs only the start of each line, independent of the widths of
//! the ranges.

use std::ops::RangeInclusive;

use rules::ir::Int;

/// The lines of consecutive levels of a measure w·x + y.
#[derive(Debug)]
pub struct LevelLines {
    weight: Int,
    /// The level of the first line.
    first: Int,
    ranges: [(Int, Int); 2],
    /// The minimum x of each line.
    lows: Vec<Int>,
    /// The first index of each line, followed by the end of the last line.
    begins: Vec<u64>,
}

/// One line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelLine {
    /// The level of the positions of the line.
    pub level: Int,
    /// The minimum x of the line.
    pub low: Int,
    /// The index of the position with the minimum x; the other positions of the line follow.
    pub begin: u64,
    /// The number of positions of the line.
    pub count: u64,
}

impl LevelLines {
    /// Creates the lines of the given levels of w·x + y within ranges.
    ///
    /// # Panics
    /// Panics if the weight is not positive.
    pub(super) fn new(
        ranges: [(Int, Int); 2],
        weight: Int,
        levels: RangeInclusive<Int>,
    ) -> LevelLines {
        assert!(weight > 0, "weight {weight}");
        let mut lines = LevelLines {
            weight,
            first: *levels.start(),
            ranges,
            lows: Vec::new(),
            begins: vec![0],
        };
        let mut begin = 0;
        for level in levels {
            let (low, count) = line(ranges, weight, level);
            begin += count;
            lines.lows.push(low);
            lines.begins.push(begin);
        }
        lines
    }

    /// Returns the number of positions.
    pub fn size(&self) -> u64 {
        self.begins[self.lows.len()]
    }

    /// Returns the number of lines.
    pub fn len(&self) -> usize {
        self.lows.len()
    }

    /// Returns whether there is no line.
    pub fn is_empty(&self) -> bool {
        self.lows.is_empty()
    }

    /// Returns line number `at`, counted from the lowest level.
    ///
    /// # Panics
    /// Panics if there is no such line.
    pub fn line(&self, at: usize) -> LevelLine {
        let begin = self.begins[at];
        LevelLine {
            level: self.first + at as Int,
            low: self.lows[at],
            begin,
            count: self.begins[at + 1] - begin,
        }
    }

    /// Returns the line of a level.
    pub fn at_level(&self, level: Int) -> Option<LevelLine> {
        usize::try_from(level.checked_sub(self.first)?)
            .ok()
            .filter(|at| *at < self.len())
            .map(|at| self.line(at))
    }

    /// Returns the index of a position.
    #[inline]
    pub(super) fn place(&self, x: Int, y: Int) -> Option<u64> {
        let line = self.at_level(self.weight.checked_mul(x)?.checked_add(y)?)?;
        let offset = u64::try_from(x.checked_sub(line.low)?).ok()?;
        (offset < line.count).then(|| line.begin + offset)
    }

    /// Returns the index of the position whose two numbers, counted from their minima, are given.
    #[inline]
    pub(super) fn place_of(&self, codes: &[u32]) -> Option<u64> {
        self.place(
            self.ranges[0].0 + Int::from(codes[0]),
            self.ranges[1].0 + Int::from(codes[1]),
        )
    }

    /// Writes both numbers of the position at an index, counted from their minima.
    pub(super) fn codes(&self, place: u64, codes: &mut [u32]) {
        // If several lines start at this index, the last of these lines is used, because the other
        // lines are empty.
        let line = self.line(self.begins.partition_point(|begin| *begin <= place) - 1);
        let x = line.low + (place - line.begin) as Int;
        codes[0] = (x - self.ranges[0].0) as u32;
        codes[1] = (line.level - self.weight * x - self.ranges[1].0) as u32;
    }

    /// Returns the number of bytes in memory.
    pub(super) fn bytes(&self) -> u64 {
        (size_of_val(&self.lows[..]) + size_of_val(&self.begins[..])) as u64
    }
}

/// Returns the minimum x of the line of a level, and the number of positions of the line.
pub(super) fn line([xs, ys]: [(Int, Int); 2], weight: Int, level: Int) -> (Int, u64) {
    let up = |n: Int| n.div_euclid(weight) + Int::from(n.rem_euclid(weight) > 0);
    let low = xs.0.max(up(level - ys.1));
    let high = xs.1.min((level - ys.0).div_euclid(weight));
    (low, u64::try_from(high - low + 1).unwrap_or(0))
}
