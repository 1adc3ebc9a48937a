//! The search for witnesses. For the heaps of a block, whose values are assumed to be common, every
//! rare value below their value must be an option. For each rare value, the search looks for a pair
//! of heaps whose nim-sum is the value. Each row has a bit for each heap that still lacks a
//! witness. Small heaps are tried as one heap of the split until few bits are left
//! (`kernel::strike`). The small heaps for which the other heap has the most frequent values are
//! tried first. For the remaining heaps, witnesses are searched individually. If a split is found
//! late, it is stored with its row, because in periodic games the same split often succeeds for
//! later heaps.

use base::text::Text;
use base::{impl_error, text};

use super::error::needed_values_gone;
use super::history::{LateHints, NimberHistory, SplitSearchResult};
use super::kernel::{self, HelperHeap, PendingHeaps, SimdLevel, StrikeStep};
use super::ranks::ValueRanks;
use super::working_set::{RECENT, WorkingSet, popular};
use crate::moves::DigitMoves;

/// Maximum number of small heaps that are tried as helpers for a row.
const HELPERS: usize = 2048;
/// Number of small heaps that are tried before the next check whether few heaps lack a witness.
const PIECE: usize = 64;
/// Maximum number of heaps, out of 512, whose witnesses are searched individually. In the tests of
/// this module, the witnesses of all heaps are searched individually.
const MAX_SINGLE_SEARCHES: u32 = if cfg!(test) { 512 } else { 4 };
/// A search finds a pair late after more than `LATE` comparisons, and very late after more than
/// `VERY_LATE` comparisons.
const LATE: u64 = if cfg!(test) { 2 } else { 1024 };
const VERY_LATE: u64 = 4 * REACH;
/// Maximum number of smaller parts of late splits that are stored for a row.
const MAX_LATE_HEAPS: usize = 32;
/// Required reach of the planes for witnesses.
pub(super) const REACH: u64 = 8192;

/// Returns the reach of helpers for blocks that begin at a heap. Some games forbid splits into
/// equal heaps, so the reach is chosen such that the two heaps of a split are never equal.
fn reach(base: u64) -> u64 {
    REACH.min((base / 2).saturating_sub(1))
}

/// The reason for which a block is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WitnessError {
    /// The heap in the field lacks an option with some value below the value of the heap.
    Missing(u64),
    /// Required values have been dropped.
    Gone,
}

impl WitnessError {
    fn text(&self) -> Text {
        match self {
            WitnessError::Missing(heap) => text!(
                "some value smaller than that of heap {heap} is not the value of any option of this heap",
                "堆 {heap} 缺少取某个较小值的后继"
            ),
            WitnessError::Gone => needed_values_gone(),
        }
    }
}

impl_error!(WitnessError);

/// Statistics for tuning.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct WitnessStatistics {
    /// Number of values whose witnesses were found by searches for individual values.
    pub found: u64,
    /// Number of pairs of heaps compared in searches for individual values.
    pub pairs: u64,
}

/// A split that was found after many other splits had been compared.
struct LateSplit {
    small: u64,
    tokens: u32,
    pairs: u64,
}

/// A searcher for witnesses, for planes with a fixed layout.
pub(super) struct WitnessFinder {
    ranks: ValueRanks,
    /// For each group of ranks, a mask of 64 heaps: the heaps for which the common values precede
    /// the rare ones.
    common_first: Vec<u64>,
    /// The helpers for each row.
    helpers: Vec<Vec<HelperHeap>>,
    hints: Vec<Vec<HelperHeap>>,
    far: LateHints,
    /// For each row, the heaps of the block that need a witness for the rare value of the row.
    wanted: Vec<u64>,
    left: Vec<PendingHeaps>,
    /// The heap at which helpers are chosen again.
    choose_at: u64,
    pub searched: WitnessStatistics,
}

/// The game and the stored values.
pub(super) struct WitnessContext<'a> {
    pub level: SimdLevel,
    pub moves: &'a DigitMoves,
    pub splits: &'a [u32],
    pub history: &'a mut NimberHistory,
}

impl WitnessFinder {
    /// Creates a searcher for planes by rank.
    pub fn new(
        ranks: ValueRanks,
        work: &WorkingSet,
        moves: &DigitMoves,
        history: &NimberHistory,
    ) -> WitnessFinder {
        let rows = work.values();
        let together = ranks.together() as usize;
        let first = |parity, rank| ranks.common(parity, rank) < ranks.rare(parity, rank);
        let lanes = |parity, rank, lanes| if first(parity, rank) { lanes } else { 0 };
        let groups = (0..rows as u16).step_by(together);
        let common_first = groups
            .map(|rank| lanes(0, rank, u64::MAX / 3) | lanes(1, rank, u64::MAX / 3 * 2))
            .collect();
        let mut witnesses = WitnessFinder {
            ranks,
            common_first,
            helpers: Vec::new(),
            hints: vec![Vec::new(); rows],
            far: LateHints::default(),
            wanted: Vec::new(),
            left: Vec::new(),
            choose_at: 0,
            searched: WitnessStatistics::default(),
        };
        witnesses.choose(work, moves, history, history.end());
        witnesses
    }

    /// Chooses the helpers of each row for blocks starting at a heap: small heaps for which the
    /// required value of the other part is as frequent as possible.
    fn choose(
        &mut self,
        work: &WorkingSet,
        moves: &DigitMoves,
        history: &NimberHistory,
        base: u64,
    ) {
        let rows = work.values();
        self.choose_at = 2 * base;
        let reach = reach(base);
        let recent = base.saturating_sub(RECENT).max(history.first());
        let recent = (recent..).zip(history.run(recent, base));
        let recent: Vec<u16> = recent
            .filter_map(|(heap, &value)| self.ranks.of_common(heap, value))
            .collect();
        let order = popular(&recent, rows);
        let mut of_rank: Vec<Vec<HelperHeap>> = vec![Vec::new(); rows];
        if let Some(tokens) = moves
            .removals()
            .iter()
            .find(|take| take.leaves(2))
            .map(|take| take.tokens)
        {
            let small = (1..)
                .zip(history.front().iter().skip(1))
                .take_while(|&(heap, _)| heap + u64::from(tokens) <= reach);
            for (heap, rank) in
                small.filter_map(|(heap, &value)| Some((heap, self.ranks.of_common(heap, value)?)))
            {
                of_rank[rank as usize].push(work.planes.helper(heap + u64::from(tokens), rank));
            }
        }
        // A move that leaves one heap leads from a common value to a rare value if the move changes
        // the parity that the classification uses.
        let single = moves
            .removals()
            .iter()
            .filter(|take| take.leaves(1) && take.tokens % 2 == 1 && self.ranks.turns());
        let single: Vec<HelperHeap> = single
            .filter(|take| u64::from(take.tokens) <= reach)
            .map(|take| work.planes.helper(take.tokens.into(), 0))
            .collect();
        let (order, of_rank) = (&order, &of_rank);
        let best = |row: u16| {
            order
                .iter()
                .flat_map(move |&rank| &of_rank[(rank ^ row) as usize])
                .take(HELPERS)
        };
        self.helpers = (0..rows as u16)
            .map(|row| single.iter().chain(best(row)).copied().collect())
            .collect();
    }

    /// Marks for each row the heaps of a block whose value is larger than the rare value of the
    /// row.
    fn want(&mut self, work: &WorkingSet, base: u64) {
        let words = work.block as usize / 64;
        let together = self.ranks.together() as usize;
        let rows = work.planes.used().next_multiple_of(together);
        self.wanted.clear();
        self.wanted.resize(rows * words, 0);
        for word in 0..words {
            // A mask of the heaps whose value is not smaller than the values of the current rows.
            let mut alive = u64::MAX;
            for first in (0..rows).step_by(together) {
                let before = alive;
                for row in first..first + together {
                    alive &= !work.planes.word(row, base + 64 * word as u64, 0);
                }
                let common_first = self.common_first[first / together];
                let wanted = alive & common_first | before & !common_first;
                (first..first + together).for_each(|row| self.wanted[row * words + word] = wanted);
                if alive == 0 {
                    break;
                }
            }
        }
    }

    /// Checks that every heap of the block at the end of `work` has witnesses for all rare values
    /// below the value of the heap.
    pub fn check(
        &mut self,
        known: &mut WitnessContext<'_>,
        work: &WorkingSet,
        base: u64,
    ) -> Result<(), WitnessError> {
        if base >= self.choose_at {
            self.choose(work, known.moves, known.history, base);
        }
        self.want(work, base);
        let mut left = std::mem::take(&mut self.left);
        left.clear();
        self.strike(known.level, work, base, MAX_SINGLE_SEARCHES, &mut left);
        let result = left
            .chunk_by_mut(|a, b| a.row == b.row)
            .try_for_each(|left| self.finish(known, work, base, left));
        self.left = left;
        result
    }

    /// Tries helpers for all marked heaps, until at most `few` heaps out of 512 are left.
    fn strike(
        &self,
        level: SimdLevel,
        work: &WorkingSet,
        base: u64,
        few: u32,
        left: &mut Vec<PendingHeaps>,
    ) {
        let (planes, stride, start) = work.planes.data(base);
        let words = work.block as usize / 64;
        let WitnessFinder {
            wanted,
            helpers,
            hints,
            ..
        } = self;
        kernel::strike(
            level,
            &StrikeStep {
                planes,
                stride,
                start,
                words,
                wanted,
                helpers,
                piece: PIECE,
                hints,
                few,
            },
            left,
        );
    }

    /// Searches the remaining heaps of a row individually.
    fn finish(
        &mut self,
        known: &mut WitnessContext<'_>,
        work: &WorkingSet,
        base: u64,
        left: &mut [PendingHeaps],
    ) -> Result<(), WitnessError> {
        for at in 0..left.len() {
            let PendingHeaps {
                row, word, tried, ..
            } = left[at];
            let hint = if tried < self.helpers[row].len() {
                REACH / 2
            } else {
                REACH
            };
            while left[at].heaps != 0 {
                let heap = base + 64 * word as u64 + u64::from(left[at].heaps.trailing_zeros());
                left[at].heaps &= left[at].heaps - 1;
                let value = self.ranks.rare(heap, row as u16);
                let Some(late) = self.search(known, heap, value, hint)? else {
                    continue;
                };
                let rank = known
                    .history
                    .value(late.small)
                    .and_then(|value| self.ranks.of_common(late.small, value));
                let offset = late.small + u64::from(late.tokens);
                match rank {
                    Some(rank) if offset <= reach(base) => {
                        let helper = work.planes.helper(offset, rank);
                        for left in &mut left[at..] {
                            left.heaps &= !work.planes.word(
                                row ^ rank as usize,
                                base + 64 * left.word as u64,
                                helper.distance,
                            );
                        }
                        let hints = &mut self.hints[row];
                        hints.insert(0, helper);
                        hints.truncate(MAX_LATE_HEAPS);
                    }
                    _ if late.pairs > VERY_LATE => self.far.learn(value, late.small, late.pairs),
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Searches for a move from a heap to an option with a given value. Returns the split if many
    /// other splits were compared before it was found, otherwise `None`.
    fn search(
        &mut self,
        known: &mut WitnessContext<'_>,
        heap: u64,
        value: u16,
        hint: u64,
    ) -> Result<Option<LateSplit>, WitnessError> {
        let WitnessContext {
            level,
            moves,
            splits,
            ref mut history,
            ..
        } = *known;
        let single = moves.removals().iter().any(|take| {
            let rest = heap.saturating_sub(take.tokens.into());
            take.leaves(1) && rest > 0 && history.value(rest) == Some(value)
        });
        if single || self.far.find(history, splits, moves.unequal(), heap, value) {
            return Ok(None);
        }
        let mut doubt = WitnessError::Missing(heap);
        for &tokens in splits {
            match history.search(
                level,
                heap - u64::from(tokens),
                moves.unequal(),
                value,
                hint,
            ) {
                SplitSearchResult::Yes(small, pairs) => {
                    self.searched.found += 1;
                    self.searched.pairs += pairs;
                    return Ok((pairs > LATE).then_some(LateSplit {
                        small,
                        tokens,
                        pairs,
                    }));
                }
                SplitSearchResult::No => {}
                SplitSearchResult::Unknown => doubt = WitnessError::Gone,
            }
        }
        Err(doubt)
    }
}

#[cfg(test)]
mod tests {
    use base::budget::Budget;

    use super::*;
    use crate::machine::NimberMachine;
    use crate::naive::NaiveMachine;
    use crate::sparse::SparseMachine;

    #[test]
    fn helpers_and_the_other_parts_differ() {
        for base in (512..40_000).step_by(64) {
            assert!(reach(base) < base - reach(base), "{base}");
        }
    }

    /// Returns the values of all options of a heap, by the definition.
    fn options(moves: &DigitMoves, values: &[u64], heap: usize) -> Vec<u64> {
        let mut options = Vec::new();
        for take in moves.removals() {
            let rest = heap - take.tokens as usize;
            if take.leaves(1) && take.tokens > 0 {
                options.push(values[rest]);
            }
            if take.leaves(2) {
                options.extend((1..=rest / 2).map(|small| values[small] ^ values[rest - small]));
            }
        }
        options
    }

    #[test]
    fn late_heaps_witness_only_what_is_so() {
        let mut late = 0;
        for digits in [&[0, 6][..], &[0, 2, 0, 5], &[0, 1, 0, 6], &[0, 3, 5, 4]] {
            let moves = DigitMoves::new(digits, false).unwrap();
            let mut expected = Vec::new();
            NaiveMachine::new(&moves)
                .advance(8200, &Budget::generous(), &mut |_, values| {
                    expected.extend(values.iter())
                })
                .unwrap();
            let mut machine = SparseMachine::new(&moves).unwrap();
            machine.hasten();
            let mut found = Vec::new();
            while found.len() < 6000 {
                let to = found.len() as u64 + 100;
                machine
                    .advance(to, &Budget::generous(), &mut |_, values| {
                        found.extend(values.iter())
                    })
                    .unwrap();
                let Some(witnesses) = &machine.witnesses else {
                    continue;
                };
                late += witnesses.hints.iter().map(Vec::len).sum::<usize>();
                // The marked heaps of the last valid block.
                let (base, words) = (machine.work.start, machine.work.block as usize / 64);
                if base + machine.work.block != machine.history.end() || witnesses.wanted.is_empty()
                {
                    continue;
                }
                for (row, wanted) in witnesses.wanted.chunks_exact(words).enumerate() {
                    for heap in base..machine.history.end() {
                        let bit = wanted[(heap - base) as usize / 64] >> (heap % 64) & 1 == 1;
                        let above = machine
                            .history
                            .value(heap)
                            .is_some_and(|value| value > witnesses.ranks.rare(heap, row as u16));
                        assert_eq!(bit, above, "{digits:?} heap {heap} row {row}");
                    }
                }
            }
            assert!(found == expected[..found.len()], "{digits:?}");
            let Some(mut witnesses) = machine.witnesses.take() else {
                continue;
            };
            let SparseMachine {
                level,
                splits,
                history,
                work,
                ..
            } = &mut machine;
            // If a helper removes the bit of a heap from a row, the heap has an option with the
            // value of the row.
            let (base, words) = (history.end() - work.block, work.block as usize / 64);
            witnesses.wanted.fill(u64::MAX);
            let mut left = Vec::new();
            witnesses.strike(*level, work, base, 0, &mut left);
            for heap in base..history.end() {
                let options = options(&moves, &expected, heap as usize);
                for row in 0..witnesses.wanted.len() / words {
                    let word = (heap - base) as usize / 64;
                    let is_left = left.iter().any(|left| {
                        (left.row, left.word) == (row, word) && left.heaps >> (heap % 64) & 1 == 1
                    });
                    assert!(
                        is_left || options.contains(&witnesses.ranks.rare(heap, row as u16).into()),
                        "{digits:?} heap {heap} row {row}"
                    );
                }
            }
            // In 0.205 the first helper of each row is the move that takes one token and leaves one
            // heap.
            if digits == [0, 2, 0, 5] {
                for (row, helpers) in (0..).zip(&witnesses.helpers) {
                    let HelperHeap {
                        row: other,
                        distance,
                    } = helpers[0];
                    for heap in base..history.end() {
                        let word = work
                            .planes
                            .word(row ^ other as usize, heap / 64 * 64, distance);
                        let is =
                            history.value(heap - 1) == Some(witnesses.ranks.rare(heap, row as u16));
                        assert_eq!(word >> (heap % 64) & 1 == 1, is, "heap {heap} row {row}");
                    }
                }
            }
            let mut known = WitnessContext {
                level: *level,
                moves: &moves,
                splits,
                history,
            };
            for heap in (600..6000).step_by(97) {
                let options = options(&moves, &expected, heap);
                for value in 0..expected[heap] as u16 + 9 {
                    let found =
                        witnesses.search(&mut known, heap as u64, value, 1 + heap as u64 % 50);
                    let expected = if options.contains(&value.into()) {
                        None
                    } else {
                        Some(WitnessError::Missing(heap as u64))
                    };
                    assert_eq!(
                        found.err(),
                        expected,
                        "{digits:?} heap {heap} value {value}"
                    );
                }
            }
        }
        assert!(late > 100, "{late}");
    }
}
