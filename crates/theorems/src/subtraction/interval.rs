//! If a move takes L to R from a heap of n, the value of the heap is ⌊(n mod (L + R)) / L⌋. O(1)
//! for any size of the interval. See [`interval_value`] for the proof.

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use rules::ir::Int;

use super::interval_value;
use crate::take_away::SingleHeap;
use theory::theorem::{
    ChosenMove, ClosedForm, ClosedFormEvidence, ConditionError, Theorem, TheoremCase,
};
use theory::value::Grundy;

/// Maximum number of values for which evidence for a certificate is built.
const MAX_EVIDENCE: u64 = 1 << 22;

/// The maximum number of moves that are listed.
const MAX_MOVES: u64 = 4_096;

pub(crate) struct IntervalTheorem;

impl Theorem for IntervalTheorem {
    fn name(&self) -> &'static str {
        "interval"
    }

    fn statement(&self) -> Text {
        text!(
            "Each move takes L to R stones. A heap of n has the value ⌊(n mod (L + R)) / L⌋.",
            "每次可取 L 到 R 个。n 个石子的值为 ⌊(n mod (L + R)) / L⌋。"
        )
    }

    fn source(&self) -> &'static str {
        "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways (1982), chapter 4"
    }

    fn apply(&self, case: &TheoremCase<'_>) -> Result<Box<dyn ClosedForm>, ConditionError> {
        let (heap, amounts) = SingleHeap::read(case)?;
        let Some(amounts) = amounts else {
            return Err(text!("any number may be taken", "可取走任意数目").into());
        };
        match amounts.as_run() {
            // Intervals of amounts that start at 1 are Bachet's game, which has its own theorem.
            Some((least, most)) if least > 1 => Ok(Box::new(IntervalForm {
                least: least as u64,
                most: most as u64,
                heap,
            })),
            _ => Err(text!(
                "the numbers that may be taken do not form an interval",
                "可取数目不是一个区间"
            )
            .into()),
        }
    }
}

struct IntervalForm {
    /// The smallest and the largest amount.
    least: u64,
    most: u64,
    heap: SingleHeap,
}

impl IntervalForm {
    /// Returns L + R, which is below 2^64 because L and R are below 2^63.
    fn period(&self) -> u64 {
        self.least + self.most
    }

    fn value(&self, n: u64) -> u64 {
        interval_value(self.least, self.most, n)
    }

    /// Returns the amounts that lead from a heap of n to a value, as at most two ranges with both
    /// ends.
    fn amounts_to(&self, n: u64, value: u64) -> Vec<(u64, u64)> {
        let (least, period) = (self.least, self.period());
        // The remainders with the same value form one class; the period may cut off the last class.
        let Some(first) = value.checked_mul(least).filter(|&first| first < period) else {
            return Vec::new();
        };
        let last = (first + (least - 1)).min(period - 1);
        let rest = n % period;
        // An amount k leaves the remainder (rest - k) mod period, and k is below the period.
        let around = u128::from(rest) + u128::from(period);
        let ranges = [
            (
                u128::from(rest).checked_sub(last.into()),
                u128::from(rest).checked_sub(first.into()),
            ),
            (
                around.checked_sub(last.into()),
                around.checked_sub(first.into()),
            ),
        ];
        let bound = u128::from(self.most.min(n));
        let mut amounts = Vec::new();
        for (from, to) in ranges {
            // If only the lower end is negative, the range begins at 0.
            let Some(to) = to else { continue };
            let (from, to) = (from.unwrap_or(0).max(least.into()), to.min(bound));
            if from <= to {
                amounts.push((from as u64, to as u64));
            }
        }
        amounts
    }
}

impl ClosedForm for IntervalForm {
    fn summary(&self) -> Text {
        let IntervalForm { least, most, .. } = self;
        text!(
            "exactly {least} to {most} may be taken",
            "恰好可取 {least} 到 {most} 个"
        )
    }

    fn grundy(&self, slots: &[Int], _: &Budget<'_>) -> Result<Option<Grundy>, StopReason> {
        Ok(Grundy::nimber(self.value(self.heap.size(slots))))
    }

    fn explanation(&self, slots: &[Int], _: &Budget<'_>) -> Result<Option<Text>, StopReason> {
        let (n, least, most, period) =
            (self.heap.size(slots), self.least, self.most, self.period());
        let (times, rest, value) = (n / period, n % period, self.value(n));
        Ok(Some(text!(
            "values repeat with period {least} + {most} = {period}: {n} = {times} · {period} + {rest}, and ⌊{rest} / {least}⌋ = {value}",
            "值以 {least} + {most} = {period} 为周期：{n} = {times} · {period} + {rest}，且 ⌊{rest} / {least}⌋ = {value}"
        )))
    }

    fn moves_to(
        &self,
        slots: &[Int],
        value: Grundy,
        budget: &Budget<'_>,
    ) -> Result<Option<Vec<ChosenMove>>, StopReason> {
        Ok(self
            .listed_moves(slots, value, budget)?
            .map(|(moves, _)| moves))
    }

    fn lists_all(&self, slots: &[Int]) -> bool {
        // A value has at most two ranges of amounts. Together, the ranges contain at most L
        // amounts, and at most as many amounts as the interval.
        self.least
            .min(self.most - self.least + 1)
            .min(self.heap.size(slots))
            <= MAX_MOVES
    }

    fn listed_moves(
        &self,
        slots: &[Int],
        value: Grundy,
        budget: &Budget<'_>,
    ) -> Result<Option<(Vec<ChosenMove>, bool)>, StopReason> {
        let Some(value) = value.as_nimber() else {
            return Ok(Some((Vec::new(), true)));
        };
        let mut left = MAX_MOVES;
        let mut moves = Vec::new();
        for (from, to) in self.amounts_to(self.heap.size(slots), value) {
            for amount in from..=to {
                if left == 0 {
                    return Ok(Some((moves, false)));
                }
                left -= 1;
                budget.tick()?;
                moves.extend(self.heap.choices(slots, amount as Int));
            }
        }
        Ok(Some((moves, true)))
    }

    fn evidence(&self) -> Option<ClosedFormEvidence> {
        let (least, most, period) = (self.least, self.most, self.period());
        let length = period.checked_add(most)?;
        (length <= MAX_EVIDENCE).then(|| ClosedFormEvidence::SubtractionPeriod {
            set: (least..=most).map(|amount| amount as Int).collect(),
            preperiod: 0,
            period,
            values: (0..length).map(|n| self.value(n)).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use theory::reference::pile_values;

    use super::*;

    #[test]
    fn values_and_amounts_are_those_of_the_definition() {
        for least in 1..9 {
            for most in least..18 {
                let values = pile_values(90, |_, amount| (least..=most).contains(&amount));
                let heap = IntervalForm {
                    least,
                    most,
                    heap: SingleHeap {
                        low: 0,
                        takes: Vec::new(),
                    },
                };
                for n in 0..=90 {
                    assert_eq!(heap.value(n), values[n as usize], "{least}..{most}: {n}");
                    for value in 0..8 {
                        let listed: Vec<u64> = heap
                            .amounts_to(n, value)
                            .into_iter()
                            .flat_map(|(from, to)| from..=to)
                            .collect();
                        let mut sorted = listed.clone();
                        sorted.sort_unstable();
                        let expected: Vec<u64> = (least..=most.min(n))
                            .filter(|amount| values[(n - amount) as usize] == value)
                            .collect();
                        assert_eq!(sorted, expected, "{least}..{most}: {n} to {value}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_largest_numbers_do_not_wrap() {
        let most = Int::MAX as u64;
        let heap = IntervalForm {
            least: most - 1,
            most,
            heap: SingleHeap {
                low: Int::MIN,
                takes: Vec::new(),
            },
        };
        assert_eq!(heap.heap.size(&[Int::MAX]), u64::MAX);
        assert_eq!(
            (
                heap.value(u64::MAX),
                heap.value(u64::MAX - 1),
                heap.value(u64::MAX - 3)
            ),
            (0, 0, 2)
        );
        assert_eq!(heap.amounts_to(most, 0), [(most - 1, most)]);
        assert!(heap.evidence().is_none());
    }
}
