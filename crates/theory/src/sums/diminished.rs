//! The diminished disjunctive sum: a move is made in one component, and play is over as soon as one
//! component has no move.
//!
//! Normal play: a player who can end a component at once wins. So both players avoid creating a
//! component that one move can end (an *instant* component). The value of a component that is not
//! instant is the mex of its options that are not instant. The sum is P iff a component has ended,
//! or no component is instant and the nim-sum is 0. Misère play: a player who ends a component
//! loses, so moves that end a component do not count. The value of a component is the mex of its
//! options that have not ended, and the sum is P iff no component has ended and the nim-sum is 0.
//! The rules for normal and misère play also hold if moves leave several components. One fold
//! ([`Algebra`]) over the positions of each component computes the values.

use std::ops::RangeInclusive;

use base::text;
use base::text::Text;
use rules::ast::PlayConvention;
use rules::game::{Outcome, PlayEnding};

use super::algebra::{ComponentTableValue, SumAlgebra};
use super::heap_rule::outcome_if_lost;
use crate::algebra::Algebra;

/// Foreclosed values under a convention, which determines who wins if there is no move.
#[derive(Clone, Copy, Debug)]
pub struct DiminishedAlgebra(pub PlayConvention);

/// The value of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DiminishedValue {
    /// Whether a component has ended.
    ended: bool,
    /// Whether one move can end a component; false under misère play, because that move loses.
    instant: bool,
    /// The nim-sum of the values of the components that are neither ended nor instant.
    nim_sum: u64,
}

impl DiminishedValue {
    const NOTHING: DiminishedValue = DiminishedValue {
        ended: false,
        instant: false,
        nim_sum: 0,
    };
    const ENDED: DiminishedValue = DiminishedValue {
        ended: true,
        ..DiminishedValue::NOTHING
    };
    const INSTANT: DiminishedValue = DiminishedValue {
        instant: true,
        ..DiminishedValue::NOTHING
    };

    fn plus(self, other: DiminishedValue) -> DiminishedValue {
        let nim_sum = nimber::sum(self.nim_sum, other.nim_sum);
        let plain = DiminishedValue {
            ended: self.ended || other.ended,
            instant: self.instant || other.instant,
            nim_sum,
        };
        // If play is over or one move can end it, the nim-sum has no effect, so one fixed value is
        // used. The fixed value reduces the number of distinct values.
        if plain.ended {
            DiminishedValue::ENDED
        } else if plain.instant {
            DiminishedValue::INSTANT
        } else {
            plain
        }
    }
}

impl Algebra for DiminishedAlgebra {
    type Value = Option<DiminishedValue>;
    const NAME: &'static str = "foreclosed values";

    fn ending_value(&self, _: PlayEnding) -> Option<DiminishedValue> {
        None
    }

    /// Adds the components that a move leaves; a move that leaves no components has ended its
    /// component.
    fn sum(&self, parts: &[Option<DiminishedValue>]) -> Option<DiminishedValue> {
        let total = parts
            .iter()
            .try_fold(DiminishedValue::NOTHING, |total, part| {
                Some(total.plus((*part)?))
            })?;
        Some(if parts.is_empty() {
            DiminishedValue::ENDED
        } else {
            total
        })
    }

    fn of_options(&self, options: &[Option<DiminishedValue>]) -> Option<DiminishedValue> {
        let options = options
            .iter()
            .copied()
            .collect::<Option<Vec<DiminishedValue>>>()?;
        if options.is_empty() {
            return Some(DiminishedValue::ENDED);
        }
        if self.0 == PlayConvention::Normal && options.iter().any(|option| option.ended) {
            return Some(DiminishedValue::INSTANT);
        }
        let counted = options
            .iter()
            .filter(|option| !option.ended && !option.instant);
        Some(DiminishedValue {
            nim_sum: nimber::mex(counted.map(|option| option.nim_sum)),
            ..DiminishedValue::NOTHING
        })
    }

    fn decided_by(&self, option: Self::Value) -> Option<Self::Value> {
        option.is_none().then_some(None)
    }
}

impl SumAlgebra for DiminishedAlgebra {
    type SumValue = DiminishedValue;

    fn nothing(&self) -> DiminishedValue {
        DiminishedValue::NOTHING
    }

    fn over(&self, total: DiminishedValue) -> bool {
        total.ended
    }

    fn outcome(&self, total: DiminishedValue) -> Outcome {
        match self.0 {
            PlayConvention::Misere => outcome_if_lost(!total.ended && total.nim_sum == 0),
            _ => outcome_if_lost(total.ended || !total.instant && total.nim_sum == 0),
        }
    }

    /// Returns the value of a heap. A player can empty a heap in one move; under misère play, the
    /// player who takes the last stone loses.
    fn heap(&self, size: u64) -> DiminishedValue {
        match (size, self.0) {
            (0, _) => DiminishedValue::ENDED,
            (_, PlayConvention::Misere) => DiminishedValue {
                nim_sum: size - 1,
                ..DiminishedValue::NOTHING
            },
            _ => DiminishedValue::INSTANT,
        }
    }

    /// Returns the only option of a heap that can win. Normal play: the empty heap. Misère play:
    /// the nim-sum of the other components plus the last stone.
    fn heap_options(
        &self,
        size: u64,
        rest: DiminishedValue,
    ) -> Vec<(DiminishedValue, RangeInclusive<u64>)> {
        let target = match self.0 {
            PlayConvention::Misere => rest.nim_sum.saturating_add(1),
            _ => 0,
        };
        if target < size {
            vec![(self.heap(target), target..=target)]
        } else {
            Vec::new()
        }
    }

    fn summary(&self, total: DiminishedValue) -> Text {
        let nim_sum = total.nim_sum;
        match (total.ended, total.instant) {
            (true, _) => text!("a component has ended", "已有部分结束"),
            (_, true) => text!("a component can be ended in one move", "有部分可以一步结束"),
            _ => text!(
                "no component has ended, and no player can win by ending a component in one move; the nim-sum is {nim_sum}",
                "没有部分结束或可以一步结束取胜；Nim 和为 {nim_sum}"
            ),
        }
    }

    fn describe_value(&self, worth: DiminishedValue) -> Text {
        let value = worth.nim_sum;
        match (worth.ended, worth.instant) {
            (true, _) => text!("ended", "已结束"),
            (_, true) => text!("can be ended in one move", "可以一步结束"),
            _ => text!("foreclosed value {value}", "截断值 {value}"),
        }
    }

    fn table_value(&self, worth: DiminishedValue) -> Option<ComponentTableValue> {
        Some(match (worth.ended, worth.instant) {
            (true, _) => ComponentTableValue::Ended,
            (_, true) => ComponentTableValue::Instant,
            _ => ComponentTableValue::Number(worth.nim_sum),
        })
    }
}
