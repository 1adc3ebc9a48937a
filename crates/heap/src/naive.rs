//! The nimbers by the definition, for digits of any size: the twin of every faster machine. `left[j][m]` is the set of values of
//! all ways to leave exactly j heaps of m tokens together; a heap's nimber is the least number not among its options. Quadratic for
//! splits in two, and as many steps times the number of values for each heap more. Where the heaps must differ, three or more of
//! them are listed one by one.

use std::collections::BTreeSet;

use base::budget::{Budget, Stop};

use crate::machine::{Halt, Machine, Sink, Values};
use crate::moves::Moves;

/// The machine of the definition.
pub struct Naive {
    moves: Moves,
    values: Vec<u64>,
    /// `left[j - 3][m]` for j ≥ 3: the values of j non-empty heaps of m tokens together, for heaps that may be equal.
    left: Vec<Vec<BTreeSet<u64>>>,
    /// `seen[v] == n + 1`: v is an option of n.
    seen: Vec<u64>,
}

impl Naive {
    /// A machine at heap 0.
    pub fn new(moves: &Moves) -> Naive {
        let deep = if moves.unequal() { 0 } else { moves.most_heaps().saturating_sub(2) as usize };
        Naive { moves: moves.clone(), values: Vec::new(), left: vec![Vec::new(); deep], seen: Vec::new() }
    }

    /// A machine that goes on behind these values of the heaps from 0 on.
    pub fn after(moves: &Moves, values: Vec<u64>) -> Naive {
        Naive { values, ..Naive::new(moves) }
    }

    /// The values so far.
    pub fn values(&self) -> &[u64] {
        &self.values
    }

    fn next(&mut self, budget: &Budget<'_>) -> Result<u64, Stop> {
        let heap = self.values.len();
        let mark = heap as u64 + 1;
        let Naive { moves, values, left, seen } = self;
        let mut see = |value: u64| {
            let at = value as usize;
            if at >= seen.len() {
                seen.resize(at + 1, 0);
            }
            seen[at] = mark;
        };
        for take in moves.takes() {
            let Some(rest) = heap.checked_sub(take.tokens as usize) else { break };
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
                    sets(values, left, rest, budget)?;
                    left[heaps as usize - 3][rest].iter().copied().for_each(&mut see);
                }
            }
        }
        Ok((0..).find(|&value| seen.get(value as usize) != Some(&mark)).unwrap_or(0))
    }
}

/// Fills the sets of all numbers of heaps up to `rest` tokens. Every heap that they need is smaller than the heap whose options are
/// asked for: at least two tokens lie in the others.
fn sets(values: &[u64], left: &mut [Vec<BTreeSet<u64>>], rest: usize, budget: &Budget<'_>) -> Result<(), Stop> {
    for heaps in 0..left.len() {
        for total in left[heaps].len()..=rest {
            let mut set = BTreeSet::new();
            // One heap of `one`, the others share the rest: at least two non-empty ones.
            for one in 1..total.saturating_sub(1) {
                let others = total - one;
                if heaps == 0 {
                    budget.steps(others)?;
                    set.extend((1..=others / 2).map(|two| values[one] ^ values[two] ^ values[others - two]));
                } else {
                    budget.steps(left[heaps - 1][others].len())?;
                    let more: Vec<u64> = left[heaps - 1][others].iter().map(|value| values[one] ^ value).collect();
                    set.extend(more);
                }
            }
            left[heaps].push(set);
        }
    }
    Ok(())
}

/// All ways to share `rest` tokens among so many heaps that grow, the first of at least `least`.
fn unequal(
    values: &[u64],
    heaps: u32,
    rest: usize,
    least: usize,
    value: u64,
    budget: &Budget<'_>,
    see: &mut dyn FnMut(u64),
) -> Result<(), Stop> {
    budget.tick()?;
    if heaps == 1 {
        if rest >= least {
            see(value ^ values[rest]);
        }
        return Ok(());
    }
    for one in least..=rest / heaps as usize {
        unequal(values, heaps - 1, rest - one, one + 1, value ^ values[one], budget, see)?;
    }
    Ok(())
}

impl Machine for Naive {
    fn length(&self) -> u64 {
        self.values.len() as u64
    }

    fn advance(&mut self, to: u64, budget: &Budget<'_>, sink: &mut Sink<'_>) -> Result<(), Halt> {
        while self.length() < to {
            budget.tick()?;
            let value = self.next(budget)?;
            let heap = self.length();
            let own = self.values.len() as u64 * size_of::<u64>() as u64;
            budget.make_room(&mut self.values, 1, own)?;
            self.values.push(value);
            sink(heap, Values::Longs(&[value]));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition once more, as recursion over all ways to leave heaps.
    fn plain(digits: &[u64], unequal: bool, to: usize) -> Vec<u64> {
        fn leave(values: &[u64], heaps: u32, rest: usize, least: usize, unequal: bool, value: u64, all: &mut BTreeSet<u64>) {
            if heaps == 0 {
                if rest == 0 {
                    all.insert(value);
                }
                return;
            }
            for one in least..=rest.min(values.len() - 1) {
                leave(values, heaps - 1, rest - one, if unequal { one + 1 } else { one }, unequal, value ^ values[one], all);
            }
        }
        let mut values = Vec::new();
        for heap in 0..to {
            let mut all = BTreeSet::new();
            for (take, &digit) in digits.iter().enumerate().take_while(|&(take, _)| take <= heap) {
                for heaps in (0..64).filter(|&heaps| digit >> heaps & 1 == 1 && !values.is_empty()) {
                    leave(&values, heaps, heap - take, 1, unequal, 0, &mut all);
                }
            }
            values.push((0..).find(|value| !all.contains(value)).unwrap());
        }
        values
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
            let mut naive = Naive::new(&Moves::new(digits, unequal).unwrap());
            naive.advance(34, &Budget::generous(), &mut |_, _| ()).unwrap();
            assert_eq!(naive.values(), plain(digits, unequal, 34), "{digits:?} {unequal}");
        }
    }
}
