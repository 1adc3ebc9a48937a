//! The selective sum: a move is made in any non-empty set of components. Under normal play, the sum
//! is P iff every component is P, because the player to move can answer in all components that are
//! not. Under misère play: with no component left the sum is N; with one, it has that component's
//! outcome. With two or more, it is P iff every one is P in NORMAL play, because a player who would
//! be left with too few can hold one component back or use it for the last move. Both hold if moves
//! leave several components, too. One fold over the positions of each component.

use std::ops::RangeInclusive;

use base::text;
use base::text::Text;
use rules::ast::PlayConvention;
use rules::game::{Outcome, PlayEnding};

use super::algebra::SumAlgebra;
use super::heap_rule::outcome_if_lost;
use crate::algebra::Algebra;

/// The algebra of selective sums under a convention.
#[derive(Clone, Copy, Debug)]
pub struct SelectiveAlgebra(pub PlayConvention);

/// The value of a sum: the number of components with moves, and the outcomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SelectiveValue {
    /// The number of components with moves: 0, 1, or 2 for more.
    left: u8,
    /// Whether the sum is lost in normal play.
    normal: bool,
    /// Whether the sum is lost in misère play; not meaningful under normal play.
    misere: bool,
}

impl SelectiveValue {
    const ENDED: SelectiveValue = SelectiveValue {
        left: 0,
        normal: true,
        misere: false,
    };

    /// Returns whether no component has moves. Meaningful only under misère play.
    pub(super) fn is_ended(self) -> bool {
        self.left == 0
    }

    fn plus(self, other: SelectiveValue) -> SelectiveValue {
        let normal = self.normal && other.normal;
        match (self.left, other.left) {
            (0, _) => other,
            (_, 0) => self,
            _ => SelectiveValue {
                left: 2,
                normal,
                misere: normal,
            },
        }
    }
}

impl SelectiveAlgebra {
    /// Removes unneeded parts of a value. Under normal play, neither the number of components nor
    /// the misère outcome counts. Fixing them reduces the number of values.
    fn needed(self, worth: SelectiveValue) -> SelectiveValue {
        match self.0 {
            PlayConvention::Misere => worth,
            _ => SelectiveValue {
                left: 1,
                misere: worth.normal,
                ..worth
            },
        }
    }
}

impl Algebra for SelectiveAlgebra {
    type Value = Option<SelectiveValue>;
    const NAME: &'static str = "selective outcomes";

    fn ending_value(&self, _: PlayEnding) -> Option<SelectiveValue> {
        None
    }

    fn sum(&self, parts: &[Option<SelectiveValue>]) -> Option<SelectiveValue> {
        parts
            .iter()
            .try_fold(SelectiveValue::ENDED, |total, part| {
                Some(total.plus((*part)?))
            })
            .map(|total| self.needed(total))
    }

    fn of_options(&self, options: &[Option<SelectiveValue>]) -> Option<SelectiveValue> {
        let options = options
            .iter()
            .copied()
            .collect::<Option<Vec<SelectiveValue>>>()?;
        let normal = !options.iter().any(|option| option.normal);
        let misere = !options.is_empty() && !options.iter().any(|option| option.misere);
        Some(self.needed(SelectiveValue {
            left: u8::from(!options.is_empty()),
            normal,
            misere,
        }))
    }

    fn decided_by(&self, option: Self::Value) -> Option<Self::Value> {
        option.is_none().then_some(None)
    }
}

impl SumAlgebra for SelectiveAlgebra {
    type SumValue = SelectiveValue;

    fn outcome(&self, total: SelectiveValue) -> Outcome {
        outcome_if_lost(if self.0 == PlayConvention::Normal {
            total.normal
        } else {
            total.misere
        })
    }

    fn heap(&self, size: u64) -> SelectiveValue {
        self.needed(SelectiveValue {
            left: u8::from(size > 0),
            normal: size == 0,
            misere: size == 1,
        })
    }

    fn heap_options(
        &self,
        size: u64,
        _: SelectiveValue,
    ) -> Vec<(SelectiveValue, RangeInclusive<u64>)> {
        let alone = (0..size.min(2)).map(|target| (self.heap(target), target..=target));
        alone
            .chain((size > 2).then(|| (self.heap(2), 2..=size - 1)))
            .collect()
    }

    fn value_of_outcome(&self, outcome: Outcome) -> Option<SelectiveValue> {
        let normal = outcome == Outcome::P;
        (self.0 == PlayConvention::Normal && outcome != Outcome::D).then_some(SelectiveValue {
            left: 1,
            normal,
            misere: normal,
        })
    }

    fn summary(&self, total: SelectiveValue) -> Text {
        match (self.0, total.left) {
            (PlayConvention::Misere, 0 | 1) => text!(
                "at most one component has moves: as it is alone",
                "至多一个部分还能走：按它单独的胜负"
            ),
            _ if total.normal => text!(
                "every component is lost in normal play",
                "按正常规则每个部分都是必败"
            ),
            _ => text!(
                "some component is won in normal play",
                "按正常规则有部分是必胜"
            ),
        }
    }

    fn describe_value(&self, worth: SelectiveValue) -> Text {
        let result = |lost: bool| {
            if lost {
                text!("lost", "必败")
            } else {
                text!("won", "必胜")
            }
        };
        match self.0 {
            PlayConvention::Misere => {
                let (normal, misere) = (result(worth.normal), result(worth.misere));
                Text {
                    en: format!("{} in normal play, {} in misère play", normal.en, misere.en),
                    zh: format!("正常规则{}，反常规则{}", normal.zh, misere.zh),
                }
            }
            _ => result(worth.normal),
        }
    }
}
