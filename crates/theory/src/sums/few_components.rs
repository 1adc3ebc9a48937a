//! This rule covers a sum in which a move changes at most k components, and which never has more
//! than k components. In normal and misère play, a sum that never has more than k components is the
//! selective sum ([`super::selective`]), because k forbids no move. The number of components stays
//! at most k if it is at most k at the start and no move leaves more than one component that has
//! moves. The condition that no move splits a component is tested on the positions of each
//! component while its selective value is folded.

use std::ops::RangeInclusive;

use base::text;
use base::text::Text;
use rules::ast::PlayConvention;
use rules::game::{Outcome, PlayEnding};

use super::algebra::SumAlgebra;
use super::selective::{SelectiveAlgebra, SelectiveValue};
use crate::algebra::Algebra;

/// The selective values of components that do not split.
#[derive(Clone, Copy, Debug)]
pub struct FewComponentsAlgebra {
    /// The maximum number of components that a move changes.
    pub(super) most: u32,
    pub(super) play: PlayConvention,
}

/// Misère values are used under both conventions, because they show which components have ended.
const VALUES: SelectiveAlgebra = SelectiveAlgebra(PlayConvention::Misere);

impl Algebra for FewComponentsAlgebra {
    type Value = Option<SelectiveValue>;
    const NAME: &'static str = "selective outcomes of components that stay one";

    fn ending_value(&self, ending: PlayEnding) -> Option<SelectiveValue> {
        VALUES.ending_value(ending)
    }

    fn sum(&self, parts: &[Option<SelectiveValue>]) -> Option<SelectiveValue> {
        let open = parts
            .iter()
            .flatten()
            .filter(|part| !part.is_ended())
            .count();
        if open > 1 { None } else { VALUES.sum(parts) }
    }

    fn of_options(&self, options: &[Option<SelectiveValue>]) -> Option<SelectiveValue> {
        VALUES.of_options(options)
    }

    fn decided_by(&self, option: Self::Value) -> Option<Self::Value> {
        VALUES.decided_by(option)
    }
}

impl SumAlgebra for FewComponentsAlgebra {
    type SumValue = SelectiveValue;

    fn check_component_count(&self, components: usize) -> Result<(), Text> {
        let most = self.most;
        if components as u64 <= u64::from(most) {
            return Ok(());
        }
        Err(text!(
            "there are {components} components, but a move is made in at most {most}",
            "共有 {components} 个部分，而每次至多走 {most} 个"
        ))
    }

    fn outcome(&self, total: SelectiveValue) -> Outcome {
        SelectiveAlgebra(self.play).outcome(total)
    }

    fn heap(&self, size: u64) -> SelectiveValue {
        VALUES.heap(size)
    }

    fn heap_options(
        &self,
        size: u64,
        rest: SelectiveValue,
    ) -> Vec<(SelectiveValue, RangeInclusive<u64>)> {
        VALUES.heap_options(size, rest)
    }

    fn value_of_outcome(&self, outcome: Outcome) -> Option<SelectiveValue> {
        SelectiveAlgebra(self.play).value_of_outcome(outcome)
    }

    fn summary(&self, total: SelectiveValue) -> Text {
        let most = self.most;
        let Text { en, zh } = SelectiveAlgebra(self.play).summary(total);
        text!(
            "there are never more than {most} components: {en}",
            "部分数始终不超过 {most}：{zh}"
        )
    }

    fn describe_value(&self, worth: SelectiveValue) -> Text {
        SelectiveAlgebra(self.play).describe_value(worth)
    }

    fn condition_failure(&self, position: &str) -> Text {
        text!(
            "{position} has a move that leaves several components, or can end the whole play",
            "{position} 有留下几个部分的着法，或可使整局立即结束"
        )
    }

    fn add(&self, a: SelectiveValue, b: SelectiveValue) -> SelectiveValue {
        VALUES.add(a, b)
    }
}
