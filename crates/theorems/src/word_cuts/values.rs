//! The values of groups of spots: full intervals by their length, other groups interval by
//! interval. The values of groups are cached for later words of the game.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use base::budget::{Budget, StopReason};
use rules::ir::Int;

use super::law::{CutGame, WordMove};

/// Maximum number of groups whose values are cached.
const MAX_STORED: usize = 1 << 16;

/// A range of a word's spots that no other spot affects, and their value.
#[derive(Clone, Debug)]
pub struct WordMoveGroup {
    pub spots: Range<usize>,
    pub value: u32,
    /// The number of letters of the interval, if each of its places has every kind of move.
    pub full: Option<usize>,
}

/// The cached values of a game of cuts.
#[derive(Debug)]
pub struct CutValues {
    cuts: CutGame,
    stored: Mutex<CutValueCache>,
}

#[derive(Debug, Default)]
struct CutValueCache {
    /// The value of a full interval of n letters.
    full: Arc<Vec<u32>>,
    /// The values of groups that are not full intervals, by the kinds of their spots and the
    /// distances between them.
    others: HashMap<Box<[u32]>, u32>,
}

impl CutValues {
    /// Creates an empty cache for a game.
    pub fn new(cuts: CutGame) -> CutValues {
        CutValues {
            cuts,
            stored: Mutex::default(),
        }
    }

    /// Returns the game of cuts with its kinds of moves.
    pub fn cuts(&self) -> &CutGame {
        &self.cuts
    }

    /// Values are only added to the cache. So the values that a thread added before it panicked are
    /// still correct.
    fn stored(&self) -> MutexGuard<'_, CutValueCache> {
        self.stored.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the spots of a word, and its groups with their values. O(L) for the groups. A full
    /// interval of n letters costs O(n²), once for the game; any other group of m spots costs
    /// O(m³).
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    pub fn groups(
        &self,
        word: &[Int],
        budget: &Budget<'_>,
    ) -> Result<(Vec<WordMove>, Vec<WordMoveGroup>), StopReason> {
        let spots = self.cuts.spots(word);
        let mut groups = Vec::new();
        for range in self.divided(&spots) {
            let own = &spots[range.clone()];
            let full = self.full(own);
            let value = match full {
                Some(letters) => self.by_length(letters, budget)?[letters],
                None => self.of_group(own, budget)?,
            };
            groups.push(WordMoveGroup {
                spots: range,
                value,
                full,
            });
        }
        Ok((spots, groups))
    }

    /// Returns the spots of a group at which a move leaves the group with the given value.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    pub fn moves_to(
        &self,
        spots: &[WordMove],
        group: &WordMoveGroup,
        value: u32,
        budget: &Budget<'_>,
    ) -> Result<Vec<WordMove>, StopReason> {
        let own = &spots[group.spots.clone()];
        let mut found = Vec::new();
        if let Some(letters) = group.full {
            let (start, by_length) = (own[0].first, self.by_length(letters, budget)?);
            for spot in own {
                if self.left_of_full(spot.kind, spot.first - start, letters, &by_length) == value {
                    found.push(*spot);
                }
            }
            return Ok(found);
        }
        let intervals = WordIntervalValues::compute(&self.cuts, own, budget)?;
        let whole = (0, intervals.ends.len());
        found.extend(
            (0..own.len())
                .filter(|&at| intervals.left_by(at, whole) == value)
                .map(|at| own[at]),
        );
        Ok(found)
    }

    /// Divides spots into groups such that no spot of a group removes a spot of another group.
    fn divided(&self, spots: &[WordMove]) -> Vec<Range<usize>> {
        // For each spot, two minima over this spot and all later ones: the first letter of a
        // window, and the end of a first piece. The spots of a group must not reach beyond the
        // minima of the spot after the group.
        let needs = |spot: &WordMove| {
            (
                spot.first as Int,
                spot.place(&self.cuts) + self.cuts.list()[spot.kind].left,
            )
        };
        let least = |a: (Int, Int), b: (Int, Int)| (a.0.min(b.0), a.1.min(b.1));
        let mut later: Vec<(Int, Int)> = spots.iter().map(needs).collect();
        for at in (1..later.len()).rev() {
            later[at - 1] = least(later[at - 1], later[at]);
        }
        let (mut groups, mut start, mut before) = (Vec::new(), 0, (Int::MIN, Int::MIN));
        for (at, spot) in spots.iter().enumerate() {
            if at > start && before.0 <= later[at].0 && before.1 <= later[at].1 {
                groups.push(start..at);
                start = at;
            }
            let right = spot.place(&self.cuts) + self.cuts.list()[spot.kind].right;
            before = (before.0.max(right), before.1.max(spot.last as Int));
        }
        if start < spots.len() {
            groups.push(start..spots.len());
        }
        groups
    }

    /// Returns the number of letters of the interval of the given spots, if each place of the
    /// interval has every kind of move.
    fn full(&self, spots: &[WordMove]) -> Option<usize> {
        let letters = spots.iter().map(|spot| spot.last).max()? + 1 - spots[0].first;
        let places = |window: (Int, Int)| (letters as Int - (window.1 - window.0)).max(0);
        let all: Int = self.cuts.list().iter().map(|cut| places(cut.window)).sum();
        (all == spots.len() as Int).then_some(letters)
    }

    /// Returns the values of full intervals up to at least this number of letters.
    fn by_length(&self, letters: usize, budget: &Budget<'_>) -> Result<Arc<Vec<u32>>, StopReason> {
        let known = self.stored().full.clone();
        if known.len() > letters {
            return Ok(known);
        }
        budget.allow_growth(0, 8 * letters as u64)?;
        let (mut full, mut mex) = (known.to_vec(), IntervalMex::default());
        for letters in full.len()..=letters {
            budget.steps(1 + letters * self.cuts.list().len() / 16)?;
            mex.begin();
            for (kind, cut) in self.cuts.list().iter().enumerate() {
                for first in 0..letters.saturating_sub((cut.window.1 - cut.window.0) as usize) {
                    mex.add(self.left_of_full(kind, first, letters, &full));
                }
            }
            full.push(mex.value());
        }
        let full = Arc::new(full);
        let mut stored = self.stored();
        if stored.full.len() < full.len() {
            stored.full = full.clone();
        }
        Ok(full)
    }

    /// Returns the value after a move in a full interval. The window of the move begins after
    /// `first` letters of the interval.
    fn left_of_full(&self, kind: usize, first: usize, letters: usize, full: &[u32]) -> u32 {
        let cut = &self.cuts.list()[kind];
        let place = first as Int - cut.window.0;
        let (left, right) = (
            (place + cut.left + 1) as usize,
            letters - (place + cut.right) as usize,
        );
        cut.middles
            .iter()
            .fold(full[left] ^ full[right], |value, (from, to)| {
                value ^ full[(to - from + 1) as usize]
            })
    }

    /// Returns the value of a group that is not a full interval.
    fn of_group(&self, spots: &[WordMove], budget: &Budget<'_>) -> Result<u32, StopReason> {
        let start = spots[0].first;
        let key: Box<[u32]> = spots
            .iter()
            .flat_map(|spot| [spot.kind as u32, (spot.first - start) as u32])
            .collect();
        if let Some(&value) = self.stored().others.get(&key) {
            return Ok(value);
        }
        let intervals = WordIntervalValues::compute(&self.cuts, spots, budget)?;
        let value = intervals.value((0, intervals.ends.len()));
        let mut stored = self.stored();
        if stored.others.len() == MAX_STORED {
            stored.others.clear();
        }
        stored.others.insert(key, value);
        Ok(value)
    }
}

/// The values of all intervals of one group. An interval is a range (a, b) of indices, starting
/// at 0. It begins with the first letter of a window, `begins[a]`, and ends with the last letter of
/// a window, `ends[b - 1]`.
struct WordIntervalValues {
    /// The first letters of windows, in ascending order, without duplicates.
    begins: Vec<usize>,
    /// The last letters of windows, in ascending order, without duplicates.
    ends: Vec<usize>,
    /// The pieces that moves leave, in the order of the spots.
    pieces: Vec<PieceIntervals>,
    /// For each a, the values of the intervals (a, b) with b ≥ `from[a]`. Intervals (a, b) with b <
    /// `from[a]` are empty.
    rows: Vec<Vec<u32>>,
    from: Vec<usize>,
}

/// The pieces that a move leaves, as indices of intervals.
struct PieceIntervals {
    begin: usize,
    end: usize,
    left: usize,
    right: usize,
    middles: Vec<(usize, usize)>,
}

impl WordIntervalValues {
    fn compute(
        cuts: &CutGame,
        spots: &[WordMove],
        budget: &Budget<'_>,
    ) -> Result<WordIntervalValues, StopReason> {
        let sorted = |letter: fn(&WordMove) -> usize| {
            let mut all: Vec<usize> = spots.iter().map(letter).collect();
            all.sort_unstable();
            all.dedup();
            all
        };
        let (begins, ends) = (sorted(|spot| spot.first), sorted(|spot| spot.last));
        // The index of the first entry of `begins` at or after a letter, and the index of the first
        // entry of `ends` after a letter.
        let begin = |letter: Int| begins.partition_point(|&other| (other as Int) < letter);
        let end = |letter: Int| ends.partition_point(|&other| other as Int <= letter);
        let pieces = |spot: &WordMove| {
            let (cut, place) = (&cuts.list()[spot.kind], spot.place(cuts));
            PieceIntervals {
                begin: begin(spot.first as Int),
                end: end(spot.last as Int),
                left: end(place + cut.left),
                right: begin(place + cut.right),
                middles: cut
                    .middles
                    .iter()
                    .map(|(from, to)| (begin(place + from), end(place + to)))
                    .collect(),
            }
        };
        let pieces: Vec<PieceIntervals> = spots.iter().map(pieces).collect();
        let from: Vec<usize> = begins.iter().map(|&first| end(first as Int - 1)).collect();
        let rows: usize = from.iter().map(|from| ends.len() + 1 - from).sum();
        budget.allow_growth(0, 4 * rows as u64 + 128 * spots.len() as u64)?;
        let mut all = WordIntervalValues {
            rows: vec![Vec::new(); begins.len()],
            begins,
            ends,
            pieces,
            from,
        };
        let mut mex = IntervalMex::default();
        for begin in (0..all.begins.len()).rev() {
            let start = all.pieces.partition_point(|pieces| pieces.begin < begin);
            for end in all.from[begin]..=all.ends.len() {
                mex.begin();
                budget.steps(1 + (all.pieces.len() - start) / 16)?;
                for (at, spot) in spots.iter().enumerate().skip(start) {
                    // Spots are ordered by their first letters, so the loop stops at the first spot
                    // that begins after the interval.
                    if end == 0 || spot.first > all.ends[end - 1] {
                        break;
                    }
                    if all.pieces[at].end <= end {
                        mex.add(all.left_by(at, (begin, end)));
                    }
                }
                let value = mex.value();
                all.rows[begin].push(value);
            }
        }
        Ok(all)
    }

    fn value(&self, (begin, end): (usize, usize)) -> u32 {
        let row = self
            .rows
            .get(begin)
            .zip(self.from.get(begin))
            .and_then(|(row, from)| row.get(end.checked_sub(*from)?));
        row.copied().unwrap_or(0)
    }

    /// Returns the value after a move at a spot, in an interval that contains its window.
    fn left_by(&self, at: usize, (begin, end): (usize, usize)) -> u32 {
        let pieces = &self.pieces[at];
        let sides = self.value((begin, pieces.left)) ^ self.value((pieces.right, end));
        pieces
            .middles
            .iter()
            .fold(sides, |value, middle| value ^ self.value(*middle))
    }
}

/// A reusable computation of the smallest number that is not in a list.
#[derive(Default)]
struct IntervalMex {
    round: u32,
    met: Vec<u32>,
}

impl IntervalMex {
    fn begin(&mut self) {
        self.round += 1;
    }

    fn add(&mut self, value: u32) {
        let value = value as usize;
        if value >= self.met.len() {
            self.met.resize(value + 1, 0);
        }
        self.met[value] = self.round;
    }

    fn value(&self) -> u32 {
        self.met
            .iter()
            .position(|round| *round != self.round)
            .unwrap_or(self.met.len()) as u32
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use rules::ast::CompareOp;

    use super::*;
    use crate::word_cuts::{CutKind, LetterTerm, LetterTest};

    fn test(rng: &mut Rng, (from, to): (Int, Int)) -> LetterTest {
        let mut one = || {
            let op = [
                CompareOp::Eq,
                CompareOp::Eq,
                CompareOp::Ne,
                CompareOp::Lt,
                CompareOp::Ge,
            ][rng.usize(..5)];
            let other = if rng.bool() {
                LetterTerm::Known(rng.i64(1..=2))
            } else {
                LetterTerm::At(rng.i64(from..=to))
            };
            LetterTest::Compare(op, LetterTerm::At(rng.i64(from..=to)), other)
        };
        let (a, b) = (one(), one());
        match rng.u32(..5) {
            0 => LetterTest::Always(true),
            1 => a.and(b),
            2 => a.or(b.negated()),
            _ => a,
        }
    }

    fn cut(rng: &mut Rng) -> CutKind {
        let window = (rng.i64(-2..=0), rng.i64(0..=2));
        let left = rng.i64(window.0 - 1..=window.1);
        let right = rng.i64(window.0..=window.1 + 1);
        let middle = (rng.i64(window.0..=window.1), rng.i64(window.0..=window.1));
        CutKind {
            window,
            test: test(rng, window),
            left,
            middles: if rng.bool() { vec![middle] } else { vec![] },
            right,
        }
    }

    /// Returns the value by definition, where each piece is a separate word.
    fn value(cuts: &CutGame, word: &[Int], known: &mut HashMap<Vec<Int>, u32>) -> u32 {
        if let Some(value) = known.get(word) {
            return *value;
        }
        let options: Vec<u32> = cuts
            .spots(word)
            .iter()
            .map(|spot| left_by(cuts, word, spot, known))
            .collect();
        let value = (0..).find(|value| !options.contains(value)).unwrap();
        known.insert(word.to_vec(), value);
        value
    }

    fn left_by(
        cuts: &CutGame,
        word: &[Int],
        spot: &WordMove,
        known: &mut HashMap<Vec<Int>, u32>,
    ) -> u32 {
        let (cut, place) = (&cuts.list()[spot.kind], spot.place(cuts));
        let letter = |distance: Int| (place + distance) as usize;
        let middles = cut
            .middles
            .iter()
            .map(|(from, to)| &word[letter(*from)..=letter(*to)]);
        let pieces: Vec<&[Int]> = [&word[..letter(cut.left + 1)], &word[letter(cut.right)..]]
            .into_iter()
            .chain(middles)
            .collect();
        pieces
            .into_iter()
            .fold(0, |total, piece| total ^ value(cuts, piece, known))
    }

    #[test]
    fn groups_add_up_to_the_value_by_the_definition() {
        let (mut rng, budget) = (Rng::with_seed(305), Budget::generous());
        let (mut met, mut full, mut uneven) = (0, 0, 0);
        while met < 300 {
            let kinds = if rng.bool() { 1 } else { 2 };
            let Some(cuts) = CutGame::new((0..kinds).map(|_| cut(&mut rng)).collect()) else {
                continue;
            };
            met += 1;
            let (values, mut known) = (CutValues::new(cuts.clone()), HashMap::new());
            for round in 0..6 {
                let letters = if round == 0 { 1 } else { 2 };
                let word: Vec<Int> = (0..rng.usize(..=13))
                    .map(|_| rng.i64(1..=letters))
                    .collect();
                let (spots, groups) = values.groups(&word, &budget).unwrap();
                let total = groups.iter().fold(0, |total, group| total ^ group.value);
                assert_eq!(total, value(&cuts, &word, &mut known), "{cuts:?}, {word:?}");
                for wanted in 0..4 {
                    let expected: Vec<WordMove> = spots
                        .iter()
                        .copied()
                        .filter(|spot| left_by(&cuts, &word, spot, &mut known) == wanted)
                        .collect();
                    let moves = |group: &WordMoveGroup| {
                        values
                            .moves_to(&spots, group, total ^ group.value ^ wanted, &budget)
                            .unwrap()
                    };
                    assert_eq!(
                        groups.iter().flat_map(moves).collect::<Vec<_>>(),
                        expected,
                        "{cuts:?}, {word:?}, {wanted}"
                    );
                }
                full += groups
                    .iter()
                    .filter(|group| group.full.is_some() && group.spots.len() > 2)
                    .count();
                uneven += groups.iter().filter(|group| group.full.is_none()).count();
            }
        }
        assert!(full > 200 && uneven > 200, "{full}, {uneven}");
    }

    #[test]
    fn the_palindromes_of_305_e_are_dawsons_kayles() {
        let same = LetterTest::Compare(CompareOp::Eq, LetterTerm::At(-1), LetterTerm::At(1));
        let cuts = CutGame::new(vec![CutKind {
            window: (-1, 1),
            test: same,
            left: -1,
            middles: vec![(0, 0)],
            right: 1,
        }])
        .unwrap();
        let values = CutValues::new(cuts);
        let mut kayles: Vec<u32> = vec![0, 1];
        for n in 2..300 {
            let options: Vec<u32> = (0..n)
                .map(|i: usize| kayles[i.saturating_sub(1)] ^ kayles[(n - 1 - i).saturating_sub(1)])
                .collect();
            kayles.push((0..).find(|value| !options.contains(value)).unwrap());
        }
        for n in 0..300 {
            let (_, groups) = values.groups(&vec![1; n], &Budget::generous()).unwrap();
            assert_eq!(
                groups.iter().map(|group| group.value).sum::<u32>(),
                kayles[n.saturating_sub(2)],
                "{n}"
            );
        }
    }
}
