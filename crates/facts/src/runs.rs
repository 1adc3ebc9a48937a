//! Sets of integers as maximal runs of consecutive numbers. The set 1 to 2^63 - 1 costs as little
//! as a single number.

use rules::ir::Int;

/// A set of integers, stored as inclusive runs in increasing order, with a gap between any two.
///
/// ```
/// use facts::Runs;
///
/// let mut set = Runs::from_iter([1, 2, 4]);
/// assert_eq!(
///     (set.count(), set.greatest(), set.contains(3)),
///     (3, Some(4), false)
/// );
/// set.add(3, 3);
/// assert_eq!(set.as_run(), Some((1, 4)));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Runs(Vec<(Int, Int)>);

impl Runs {
    /// Adds all numbers from `low` to `high`, both inclusive; adds no number if `low` is greater
    /// than `high`. The cost is O(r) for r runs.
    pub fn add(&mut self, low: Int, high: Int) {
        if low > high {
            return;
        }
        let (mut low, mut high) = (low, high);
        // Runs that end before the new run and are not adjacent to it are unchanged. Runs that
        // begin after the new run and are not adjacent to it are also unchanged.
        let first = self.0.partition_point(|run| run.1 < low.saturating_sub(1));
        let last = self
            .0
            .partition_point(|run| run.0 <= high.saturating_add(1));
        if let Some(touched) = self
            .0
            .get(first..last)
            .filter(|touched| !touched.is_empty())
        {
            (low, high) = (
                low.min(touched[0].0),
                high.max(touched[touched.len() - 1].1),
            );
        }
        self.0.splice(first..last.max(first), [(low, high)]);
    }

    /// Adds every number of another set.
    pub fn extend(&mut self, other: &Runs) {
        other.0.iter().for_each(|&(low, high)| self.add(low, high));
    }

    /// Returns whether a number is in the set. O(log r).
    pub fn contains(&self, number: Int) -> bool {
        self.0
            .get(self.0.partition_point(|run| run.1 < number))
            .is_some_and(|run| run.0 <= number)
    }

    /// Returns the number of elements.
    pub fn count(&self) -> u128 {
        self.0
            .iter()
            .map(|&(low, high)| u128::from(low.abs_diff(high)) + 1)
            .sum()
    }

    /// Returns the smallest element; `None` if the set is empty.
    pub fn least(&self) -> Option<Int> {
        self.0.first().map(|run| run.0)
    }

    /// Returns the largest element; `None` if the set is empty.
    pub fn greatest(&self) -> Option<Int> {
        self.0.last().map(|run| run.1)
    }

    /// Returns the smallest and the largest element of a set without gaps; `None` if the set has
    /// gaps or is empty.
    pub fn as_run(&self) -> Option<(Int, Int)> {
        match self.0[..] {
            [run] => Some(run),
            _ => None,
        }
    }

    /// Iterates over the elements in increasing order.
    pub fn iter(&self) -> impl Iterator<Item = Int> + '_ {
        self.0.iter().flat_map(|&(low, high)| low..=high)
    }
}

impl FromIterator<Int> for Runs {
    fn from_iter<T: IntoIterator<Item = Int>>(numbers: T) -> Runs {
        let mut runs = Runs::default();
        numbers
            .into_iter()
            .for_each(|number| runs.add(number, number));
        runs
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use fastrand::Rng;

    use super::*;

    #[test]
    fn runs_are_sets() {
        let mut rng = Rng::with_seed(1);
        for _ in 0..2_000 {
            let (mut runs, mut set) = (Runs::default(), BTreeSet::new());
            for _ in 0..rng.usize(0..12) {
                let low = rng.i64(-20..20);
                let high = low + rng.i64(-2..6);
                if rng.bool() {
                    runs.add(low, high);
                } else {
                    let mut other = Runs::default();
                    other.add(low, high);
                    runs.extend(&other);
                }
                set.extend(low..=high);
                assert_eq!(
                    runs.iter().collect::<Vec<_>>(),
                    set.iter().copied().collect::<Vec<_>>()
                );
                assert_eq!(
                    (runs.least(), runs.greatest()),
                    (set.first().copied(), set.last().copied())
                );
                assert_eq!(runs.count(), set.len() as u128);
                (-25..30).for_each(|n| assert_eq!(runs.contains(n), set.contains(&n)));
                assert_eq!(
                    runs,
                    set.iter().copied().collect(),
                    "the runs of a set are one way only to write it"
                );
            }
        }
    }

    #[test]
    fn the_ends_of_the_numbers_are_numbers() {
        let mut runs = Runs::from_iter([Int::MIN, Int::MAX]);
        assert_eq!(runs.count(), 2);
        runs.add(Int::MIN, Int::MAX);
        assert_eq!(
            (runs.as_run(), runs.count()),
            (Some((Int::MIN, Int::MAX)), 1 << 64)
        );
    }
}
