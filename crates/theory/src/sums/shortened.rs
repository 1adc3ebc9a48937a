//! The shortened selective sum: a move is made in any non-empty set of components, and play is over
//! as soon as one component has no move. The sum is P iff every component is P on its own, or, in
//! normal play, one component has ended. In misère play, an ended component is won for the player
//! to move. The rules for normal and misère play also hold if moves leave several components. One
//! fold ([`Algebra`]) over the positions of each component computes the values.

use std::ops::RangeInclusive;

use base::text;
use base::text::Text;
use rules::ast::PlayConvention;
use rules::game::{Outcome, PlayEnding};

use super::algebra::SumAlgebra;
use super::heap_rule::outcome_if_lost;
use crate::algebra::Algebra;

/// The algebra of outcomes, and of whether play is over, under a convention.
#[derive(Clone, Copy, Debug)]
pub struct ShortenedAlgebra(pub PlayConvention);

/// The value of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ShortenedValue {
    /// Whether a component has ended.
    ended: bool,
    /// Whether every component is lost.
    lost: bool,
}

impl ShortenedValue {
    const NOTHING: ShortenedValue = ShortenedValue {
        ended: false,
        lost: true,
    };
}

impl ShortenedAlgebra {
    fn at_the_end(self) -> ShortenedValue {
        ShortenedValue {
            ended: true,
            lost: self.0 == PlayConvention::Normal,
        }
    }

    fn plus(self, a: ShortenedValue, b: ShortenedValue) -> ShortenedValue {
        if a.ended || b.ended {
            self.at_the_end()
        } else {
            ShortenedValue {
                ended: false,
                lost: a.lost && b.lost,
            }
        }
    }
}

impl Algebra for ShortenedAlgebra {
    type Value = Option<ShortenedValue>;
    const NAME: &'static str = "shortened outcomes";

    fn ending_value(&self, _: PlayEnding) -> Option<ShortenedValue> {
        None
    }

    /// Adds the components that a move leaves; a move that leaves no components has ended its
    /// component.
    fn sum(&self, parts: &[Option<ShortenedValue>]) -> Option<ShortenedValue> {
        let total = parts
            .iter()
            .try_fold(ShortenedValue::NOTHING, |total, part| {
                Some(self.plus(total, (*part)?))
            })?;
        Some(if parts.is_empty() {
            self.at_the_end()
        } else {
            total
        })
    }

    fn of_options(&self, options: &[Option<ShortenedValue>]) -> Option<ShortenedValue> {
        let options = options
            .iter()
            .copied()
            .collect::<Option<Vec<ShortenedValue>>>()?;
        Some(match &options[..] {
            [] => self.at_the_end(),
            _ => ShortenedValue {
                ended: false,
                lost: !options.iter().any(|option| option.lost),
            },
        })
    }

    fn decided_by(&self, option: Self::Value) -> Option<Self::Value> {
        option.is_none().then_some(None)
    }
}

impl SumAlgebra for ShortenedAlgebra {
    type SumValue = ShortenedValue;

    fn nothing(&self) -> ShortenedValue {
        ShortenedValue::NOTHING
    }

    fn over(&self, total: ShortenedValue) -> bool {
        total.ended
    }

    fn outcome(&self, total: ShortenedValue) -> Outcome {
        outcome_if_lost(total.lost)
    }

    /// Returns the value of a heap. The best move in a heap empties it, or under misère play
    /// reduces it to one stone.
    fn heap(&self, size: u64) -> ShortenedValue {
        match size {
            0 => self.at_the_end(),
            _ => ShortenedValue {
                ended: false,
                lost: self.0 == PlayConvention::Misere && size == 1,
            },
        }
    }

    fn heap_options(
        &self,
        size: u64,
        _: ShortenedValue,
    ) -> Vec<(ShortenedValue, RangeInclusive<u64>)> {
        let alone = (0..size.min(2)).map(|target| (self.heap(target), target..=target));
        alone
            .chain((size > 2).then(|| (self.heap(2), 2..=size - 1)))
            .collect()
    }

    fn summary(&self, total: ShortenedValue) -> Text {
        match (total.ended, total.lost) {
            (true, _) => text!("a component has ended", "已有部分结束"),
            (_, true) => text!("every component is lost on its own", "每个部分单独都是必败"),
            _ => text!("some component is won on its own", "有部分单独是必胜"),
        }
    }

    fn describe_value(&self, worth: ShortenedValue) -> Text {
        match (worth.ended, worth.lost) {
            (true, _) => text!("ended", "已结束"),
            (_, true) => text!("lost", "必败"),
            _ => text!("won", "必胜"),
        }
    }
}
