//! Positions of two numbers line by line: those of each level of a measure w·x + y, the least level
//! first, on a line by x. Places need no table but where each line begins, however wide the ranges
//! are.

use std::ops::RangeInclusive;

use rules::ir::Int;

/// The lines of some levels.
#[derive(Debug)]
pub struct LevelLines {
    weight: Int,
    /// The level of the first line.
    first: Int,
    ranges: [(Int, Int); 2],
    /// The least x of each line.
    lows: Vec<Int>,
    /// Where each line begins, and the end of the last.
    begins: Vec<u64>,
}

/// One line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelLine {
    /// The measure of its positions.
    pub level: Int,
    /// The least x.
    pub low: Int,
    /// The place of the position with that x; those of others follow.
    pub begin: u64,
    /// How many positions it has.
    pub count: u64,
}

impl LevelLines {
    /// The lines of levels of w·x + y within ranges.
    ///
    /// # Panics
    /// If the weight is not positive.
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

    /// How many positions there are.
    pub fn size(&self) -> u64 {
        self.begins[self.lows.len()]
    }

    /// How many lines there are.
    pub fn len(&self) -> usize {
        self.lows.len()
    }

    /// Whether there is no line.
    pub fn is_empty(&self) -> bool {
        self.lows.is_empty()
    }

    /// Line number `at`, from the least level on.
    ///
    /// # Panics
    /// If there is no such line.
    pub fn line(&self, at: usize) -> LevelLine {
        let begin = self.begins[at];
        LevelLine {
            level: self.first + at as Int,
            low: self.lows[at],
            begin,
            count: self.begins[at + 1] - begin,
        }
    }

    /// The line of a level.
    pub fn at_level(&self, level: Int) -> Option<LevelLine> {
        usize::try_from(level.checked_sub(self.first)?)
            .ok()
            .filter(|at| *at < self.len())
            .map(|at| self.line(at))
    }

    /// The place of a position.
    #[inline]
    pub(super) fn place(&self, x: Int, y: Int) -> Option<u64> {
        let line = self.at_level(self.weight.checked_mul(x)?.checked_add(y)?)?;
        let offset = u64::try_from(x.checked_sub(line.low)?).ok()?;
        (offset < line.count).then(|| line.begin + offset)
    }

    /// The same by how far both lie above the least that they can be.
    #[inline]
    pub(super) fn place_of(&self, codes: &[u32]) -> Option<u64> {
        self.place(
            self.ranges[0].0 + Int::from(codes[0]),
            self.ranges[1].0 + Int::from(codes[1]),
        )
    }

    /// Writes how far both lie above the least that they can be.
    pub(super) fn codes(&self, place: u64, codes: &mut [u32]) {
        // Of lines without positions the last one that begins there.
        let line = self.line(self.begins.partition_point(|begin| *begin <= place) - 1);
        let x = line.low + (place - line.begin) as Int;
        codes[0] = (x - self.ranges[0].0) as u32;
        codes[1] = (line.level - self.weight * x - self.ranges[1].0) as u32;
    }

    /// The bytes that it takes.
    pub(super) fn bytes(&self) -> u64 {
        (size_of_val(&self.lows[..]) + size_of_val(&self.begins[..])) as u64
    }
}

/// The least x of the line of a level, and how many positions the line has.
pub(super) fn line([xs, ys]: [(Int, Int); 2], weight: Int, level: Int) -> (Int, u64) {
    let up = |n: Int| n.div_euclid(weight) + Int::from(n.rem_euclid(weight) > 0);
    let low = xs.0.max(up(level - ys.1));
    let high = xs.1.min((level - ys.0).div_euclid(weight));
    (low, u64::try_from(high - low + 1).unwrap_or(0))
}
