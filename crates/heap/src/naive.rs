//! Nimbers by the definition, for digits of any size: the reference implementation for all faster
//! machines. `left[j][m]` is the set of values of all ways to leave exactly j heaps of m tokens in
//! total, as a bit set. The nimber of a heap is the smallest number that is not among its options.
//! If moves leave at most two heaps, the cost is quadratic in the number of heaps computed. Each
//! heap of a split after the second adds as many steps as the second, and each step processes all
//! words of a set. If the heaps must differ, splits into three or more heaps are listed
//! individually.

use base::budget::{Budget, StopReason};

use crate::machine::{ListMachine, NextNimber, OptionMarks};
use crate::moves::DigitMoves;

/// The machine that applies the definition.
pub type NaiveMachine = ListMachine<DigitDefinition>;

/// The definition for digits of any size.
pub struct DigitDefinition {
    moves: DigitMoves,
    /// `left[j - 2][m]`: the values of j non-empty heaps of m tokens in total, if the heaps may be
    /// equal. The list is empty if moves leave at most two heaps.
    left: Vec<Vec<NimberSet>>,
    /// Size of the sets of values in bytes.
    held: u64,
    seen: OptionMarks,
}

impl NaiveMachine {
    /// Creates a machine at heap 0.
    pub fn new(moves: &DigitMoves) -> NaiveMachine {
        NaiveMachine::from_values(moves, Vec::new())
    }

    /// Creates a machine that continues after the given values of the heaps starting at 0.
    pub fn from_values(moves: &DigitMoves, values: Vec<u64>) -> NaiveMachine {
        let deep = if moves.unequal() || moves.most_heaps() < 3 {
            0
        } else {
            moves.most_heaps() as usize - 1
        };
        let rule = DigitDefinition {
            moves: moves.clone(),
            left: vec![Vec::new(); deep],
            held: 0,
            seen: OptionMarks::default(),
        };
        NaiveMachine { rule, values }
    }
}

impl NextNimber for DigitDefinition {
    fn next(&mut self, values: &[u64], budget: &Budget<'_>) -> Result<u64, StopReason> {
        budget.tick()?;
        let heap = values.len();
        let DigitDefinition {
            moves,
            left,
            held,
            seen,
        } = self;
        let mut see = |value: u64| seen.add(heap, value);
        for take in moves.removals() {
            let Some(rest) = heap.checked_sub(take.tokens as usize) else {
                break;
            };
            if take.leaves(0) && rest == 0 {
                see(0);
            }
            if take.leaves(1) && rest > 0 && rest < heap {
                see(values[rest]);
            }
            if take.leaves(2) {
                budget.steps(rest / 2)?;
                for one in 1..=rest / 2 {
                    if !(moves.unequal() && 2 * one == rest) {
                        see(values[one] ^ values[rest - one]);
                    }
                }
            }
            for heaps in 3..=moves.most_heaps().min(rest.try_into().unwrap_or(u32::MAX)) {
                if !take.leaves(heaps) {
                    continue;
                }
                if moves.unequal() {
                    unequal(values, heaps, rest, 1, 0, budget, &mut see)?;
                } else {
                    sets(values, left, rest, held, budget)?;
                    left[heaps as usize - 2][rest].iter().for_each(&mut see);
                }
            }
        }
        Ok(seen.mex(heap))
    }
}

/// Computes the sets for all numbers of heaps, for up to `rest` tokens. All parts of a split are
/// smaller than the current heap, because each other part contains at least one token.
fn sets(
    values: &[u64],
    left: &mut [Vec<NimberSet>],
    rest: usize,
    held: &mut u64,
    budget: &Budget<'_>,
) -> Result<(), StopReason> {
    for level in 0..left.len() {
        for total in left[level].len()..=rest {
            let mut set = NimberSet::default();
            budget.steps(total)?;
            if level == 0 {
                (1..=total / 2).for_each(|one| set.insert(values[one] ^ values[total - one]));
            } else {
                for one in 1..total {
                    let others = &left[level - 1][total - one];
                    budget.steps(others.0.len())?;
                    set.unite_sums(others, values[one]);
                }
            }
            budget.allow_growth(*held, set.bytes())?;
            *held += set.bytes();
            left[level].push(set);
        }
    }
    Ok(())
}

/// A set of nimbers: bit v % 64 of the word v / 64 is set if v is in the set.
#[derive(Clone, Debug, Default)]
struct NimberSet(Vec<u64>);

impl NimberSet {
    fn insert(&mut self, value: u64) {
        *self.word((value >> 6) as usize) |= 1 << (value & 63);
    }

    /// Adds the nim-sums of one nimber with all members of another set. A nim-sum with a fixed
    /// nimber permutes the words of a set, and the bits of each word.
    fn unite_sums(&mut self, others: &NimberSet, nimber: u64) {
        let (high, low) = ((nimber >> 6) as usize, nimber & 63);
        for (at, &word) in others.0.iter().enumerate().filter(|(_, word)| **word != 0) {
            *self.word(at ^ high) |= permuted(word, low);
        }
    }

    fn word(&mut self, at: usize) -> &mut u64 {
        if at >= self.0.len() {
            self.0.resize(at + 1, 0);
        }
        &mut self.0[at]
    }

    fn iter(&self) -> impl Iterator<Item = u64> {
        (0..).step_by(64).zip(&self.0).flat_map(|(first, &word)| {
            (0..64)
                .filter(move |bit| word >> bit & 1 == 1)
                .map(move |bit| first + bit)
        })
    }

    fn bytes(&self) -> u64 {
        (size_of::<NimberSet>() + 8 * self.0.capacity()) as u64
    }
}

/// Returns the word whose bit v xor `low` is bit v of `word`: blocks of 1, 2, 4, … bits are
/// swapped.
fn permuted(mut word: u64, low: u64) -> u64 {
    // Masks of the bits whose index has a 0 as its binary digit 0, 1, ….
    const FIRST: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0xffff_ffff,
    ];
    for (digit, first) in FIRST
        .iter()
        .enumerate()
        .filter(|(digit, _)| low >> digit & 1 == 1)
    {
        let block = 1 << digit;
        word = (word & first) << block | word >> block & first;
    }
    word
}

/// Visits the values of all ways to split `rest` tokens into `heaps` heaps of increasing size. The
/// first heap has at least `least` tokens.
fn unequal(
    values: &[u64],
    heaps: u32,
    rest: usize,
    least: usize,
    value: u64,
    budget: &Budget<'_>,
    see: &mut dyn FnMut(u64),
) -> Result<(), StopReason> {
    budget.tick()?;
    if heaps == 1 {
        if rest >= least {
            see(value ^ values[rest]);
        }
        return Ok(());
    }
    for one in least..=rest / heaps as usize {
        unequal(
            values,
            heaps - 1,
            rest - one,
            one + 1,
            value ^ values[one],
            budget,
            see,
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::machine::NimberMachine;

    #[test]
    fn sums_of_a_set_are_those_of_its_members() {
        let values: Vec<u64> = (0..300).filter(|v| v * v % 7 < 3).collect();
        let mut set = NimberSet::default();
        values.iter().for_each(|&value| set.insert(value));
        for nimber in [0, 1, 5, 63, 64, 100, 255, 1000] {
            let mut sums = NimberSet::default();
            sums.unite_sums(&set, nimber);
            let expected: BTreeSet<u64> = values.iter().map(|value| value ^ nimber).collect();
            assert_eq!(
                sums.iter().collect::<Vec<u64>>(),
                expected.into_iter().collect::<Vec<u64>>(),
                "{nimber}"
            );
        }
    }

    /// An independent implementation of the definition, as a recursion over all ways to leave
    /// heaps.
    fn by_recursion(digits: &[u64], unequal: bool, to: usize) -> Vec<u64> {
        fn leave(
            values: &[u64],
            heaps: u32,
            rest: usize,
            least: usize,
            unequal: bool,
            value: u64,
            all: &mut BTreeSet<u64>,
        ) {
            if heaps == 0 {
                if rest == 0 {
                    all.insert(value);
                }
                return;
            }
            for one in least..=rest.min(values.len() - 1) {
                leave(
                    values,
                    heaps - 1,
                    rest - one,
                    if unequal { one + 1 } else { one },
                    unequal,
                    value ^ values[one],
                    all,
                );
            }
        }
        let mut values = Vec::new();
        for heap in 0..to {
            let mut all = BTreeSet::new();
            for (take, &digit) in digits
                .iter()
                .enumerate()
                .take_while(|&(take, _)| take <= heap)
            {
                for heaps in (0..64).filter(|&heaps| digit >> heaps & 1 == 1 && !values.is_empty())
                {
                    leave(&values, heaps, heap - take, 1, unequal, 0, &mut all);
                }
            }
            values.push((0..).find(|value| !all.contains(value)).unwrap());
        }
        values
    }

    /// The number of steps is the number of pairs of a heap and a smaller heap, times the number of
    /// words of a set. For 2,000 heaps, the machine needs about ten thousand budget polls. Listing
    /// all ways to leave three heaps would need a million budget polls.
    #[test]
    fn three_heaps_cost_little_more_than_two() {
        let looks = std::cell::Cell::new(0);
        let stop = || {
            looks.set(looks.get() + 1);
            (looks.get() > 50_000).then_some(StopReason::Time)
        };
        let budget = Budget::new(1 << 30, &stop, &|_, _| ());
        let mut naive = NaiveMachine::new(&DigitMoves::new(&[0, 8], false).unwrap());
        naive.advance(2_000, &budget, &mut |_, _| ()).unwrap();
    }

    #[test]
    fn agrees_with_recursion() {
        for (digits, unequal) in [
            (&[0u64, 7, 7][..], false),
            (&[0, 0, 7], false),
            (&[0, 6], false),
            (&[4], true),
            (&[4], false),
            (&[8], false),
            (&[8], true),
            (&[12, 3], false),
            (&[28, 15, 31], false),
            (&[24, 9], true),
            (&[0, 3, 3, 3], false),
        ] {
            let mut naive = NaiveMachine::new(&DigitMoves::new(digits, unequal).unwrap());
            naive
                .advance(34, &Budget::generous(), &mut |_, _| ())
                .unwrap();
            assert_eq!(
                naive.values(),
                by_recursion(digits, unequal, 34),
                "{digits:?} {unequal}"
            );
        }
    }
}
