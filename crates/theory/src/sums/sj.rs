//! The SJ theorem (Jia, 2009): misère play of the disjunctive sum of any games. The theorem has a
//! condition: in every reachable position with moves whose components all have value 0, some
//! component must have a move to value 1. Under this condition, the player to move wins iff the
//! nim-sum is not 0 and some value is above 1, or the nim-sum is 0 and no value is above 1.
//!
//! The condition holds if, in each component, every position of value 0 that has moves has a move
//! to value 1. A move may also leave several components. If the nim-sum of the components that a
//! move leaves is 0 or 1, no component among them may have a value above 1. If a move left nim-sum
//! 0 or 1 and a value above 1, the proof's removal of the last value above 1 would fail. One fold
//! ([`Algebra`]) over the positions of each component computes the values. A Nim heap satisfies the
//! condition of the theorem.

use std::ops::RangeInclusive;

use base::text;
use base::text::Text;
use rules::game::{Outcome, PlayEnding};

use super::algebra::SumAlgebra;
use super::heap_rule::outcome_if_lost;
use crate::algebra::Algebra;

/// Grundy values, as long as the condition of the SJ theorem holds.
#[derive(Clone, Copy, Debug)]
pub struct SjAlgebra;

/// The value of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SjValue {
    pub(super) nim_sum: u64,
    /// Whether a component has a value above 1; for tame positions, whether a component is firm.
    pub(super) big: bool,
}

impl Algebra for SjAlgebra {
    type Value = Option<SjValue>;
    const NAME: &'static str = "Grundy values under the SJ condition";

    fn ending_value(&self, _: PlayEnding) -> Option<SjValue> {
        None
    }

    fn sum(&self, parts: &[Option<SjValue>]) -> Option<SjValue> {
        parts.iter().try_fold(
            SjValue {
                nim_sum: 0,
                big: false,
            },
            |total, part| {
                let part = (*part)?;
                Some(SjValue {
                    nim_sum: nimber::sum(total.nim_sum, part.nim_sum),
                    big: total.big || part.big,
                })
            },
        )
    }

    fn of_options(&self, options: &[Option<SjValue>]) -> Option<SjValue> {
        let options = options.iter().copied().collect::<Option<Vec<SjValue>>>()?;
        let value = nimber::mex(options.iter().map(|option| option.nim_sum));
        let reaches_one =
            options.is_empty() || value != 0 || options.iter().any(|option| option.nim_sum == 1);
        let small = options
            .iter()
            .all(|option| option.nim_sum > 1 || !option.big);
        (reaches_one && small).then_some(SjValue {
            nim_sum: value,
            big: value > 1,
        })
    }

    fn decided_by(&self, option: Self::Value) -> Option<Self::Value> {
        option.is_none().then_some(None)
    }
}

impl SumAlgebra for SjAlgebra {
    type SumValue = SjValue;

    fn outcome(&self, total: SjValue) -> Outcome {
        outcome_if_lost((total.nim_sum == 0) == total.big)
    }

    fn heap(&self, size: u64) -> SjValue {
        SjValue {
            nim_sum: size,
            big: size > 1,
        }
    }

    /// Returns the options 0, 1 and the nim-sum of the other components; no other option of the
    /// heap can win.
    fn heap_options(&self, size: u64, rest: SjValue) -> Vec<(SjValue, RangeInclusive<u64>)> {
        let mut targets = vec![0, 1, rest.nim_sum];
        targets.sort_unstable();
        targets.dedup();
        targets
            .into_iter()
            .filter(|&target| target < size)
            .map(|target| (self.heap(target), target..=target))
            .collect()
    }

    fn summary(&self, total: SjValue) -> Text {
        let SjValue { nim_sum, big } = total;
        match big {
            true => text!(
                "the SJ condition holds at every position of each component; the nim-sum is {nim_sum}, and some value is above 1",
                "条件在各部分的每个局面上成立；Nim 和为 {nim_sum}，有部分的 SG 值大于 1"
            ),
            false => text!(
                "the SJ condition holds at every position of each component; the nim-sum is {nim_sum}, and no value is above 1",
                "条件在各部分的每个局面上成立；Nim 和为 {nim_sum}，没有部分的 SG 值大于 1"
            ),
        }
    }

    fn describe_value(&self, worth: SjValue) -> Text {
        let value = worth.nim_sum;
        text!("value {value}", "值 {value}")
    }

    fn condition_failure(&self, position: &str) -> Text {
        text!(
            "the SJ condition fails at {position}. This position has the value 0 and moves, but no move to the value 1; or it has a move that leaves several components with nim-sum 0 or 1, one of them with a value above 1; or play can end at once",
            "条件在 {position} 处不成立：其 SG 值为 0 且有着法但不能走到 SG 值 1，或某一着留下 Nim 和为 0 或 1 而其中有大于 1 的几个部分，或可立即终局"
        )
    }
}
