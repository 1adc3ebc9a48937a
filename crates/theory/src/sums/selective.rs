//! The selective sum: a move is made in any non-empty set of components. Under normal play, the sum
//! is P iff every component is P, because the player to move can answer in all components that are
//! not P. Under misère play: with no component left the sum is N; with one component, the sum has
//! that component's outcome. A misère sum of two or more components is P iff every component is P
//! in NORMAL play. The reason for this rule is that a player can hold one component back, or use it
//! for the last move. The rules for normal and misère play also hold if moves leave several
//! components. One fold ([`Algebra`]) over the positions of each component computes the values.

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

/// The value of a sum: the number of components with moves, and whether the sum is lost in normal
/// and in misère play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SelectiveValue {
    /// The number of components with moves: 0, 1, or 2 for more.
    left: u8,
    /// Whether the sum is lost in normal play.
    normal: bool,
    /// Whether the sum is lost in misère play; this field has no meaning under normal play.
    misere: bool,
}

impl SelectiveValue {
    const ENDED: SelectiveValue = SelectiveValue {
        left: 0,
        normal: true,
        misere: false,
    };

    /// Returns whether no component has moves. The result is meaningful only under misère play.
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
    /// Sets unneeded fields of a value to fixed values. Under normal play, neither the number of
    /// components nor the misère outcome counts. Fixed fields reduce the number of distinct values.
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
                "at most one component has moves, so the outcome of this component under misère play decides the sum",
                "至多一个部分还能走，由这个部分在反常规则下的胜负决定整个和"
            ),
            _ if total.normal => text!(
                "every component is lost under normal play",
                "按正常规则每个部分都是必败"
            ),
            _ => text!(
                "some component is won under normal play",
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
                    en: format!(
                        "{} under normal play, {} under misère play",
                        normal.en, misere.en
                    ),
                    zh: format!("正常规则{}，反常规则{}", normal.zh, misere.zh),
                }
            }
            _ => result(worth.normal),
        }
    }
}
