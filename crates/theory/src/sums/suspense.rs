//! The continued conjunctive sum, also called Every-SG: a move is made in every component that has
//! not ended. What counts is how long each component lasts when its winner delays and its loser
//! hurries, its suspense S: 0 at the end, else one more than the greatest even suspense of an
//! option, or if there is none than the least. The suspense of a sum is the greatest of its
//! components', also where moves leave several components, and P iff it is even. Under misère play
//! read odd for even. One fold over the positions of each component.

use std::ops::RangeInclusive;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use rules::ast::PlayConvention;
use rules::game::{Outcome, PlayEnding};
use rules::ir::Int;

use super::algebra::{ComponentTableValue, SumAlgebra};
use super::heap_rule::outcome_if_lost;
use crate::algebra::Algebra;
use crate::distance::{Distance, DistanceAlgebra, WinnerPreference};
use crate::theorem::ClosedForm;

/// Suspense under a convention, which says who wins when there is no move.
#[derive(Clone, Copy, Debug)]
pub struct SuspenseAlgebra(pub PlayConvention);

impl Algebra for SuspenseAlgebra {
    type Value = Option<u64>;
    const NAME: &'static str = "suspense";

    fn ending_value(&self, _: PlayEnding) -> Option<u64> {
        None
    }

    fn sum(&self, parts: &[Option<u64>]) -> Option<u64> {
        parts
            .iter()
            .try_fold(0, |most, part| Some(most.max((*part)?)))
    }

    fn of_options(&self, options: &[Option<u64>]) -> Option<u64> {
        fold_distances(self.0, WinnerPreference::Delays, options)
    }

    fn decided_by(&self, option: Self::Value) -> Option<Self::Value> {
        option.is_none().then_some(None)
    }
}

impl SumAlgebra for SuspenseAlgebra {
    type SumValue = u64;

    fn outcome(&self, total: u64) -> Outcome {
        outcome_of_distance(self.0, total)
    }

    /// A heap above 1 may be emptied, or brought to 1 to leave the last stone: nobody can delay
    /// longer.
    fn heap(&self, size: u64) -> u64 {
        heap_distance(self.0, size)
    }

    fn heap_options(&self, size: u64, _: u64) -> Vec<(u64, RangeInclusive<u64>)> {
        heap_distances(self.0, size)
    }

    fn value_of_form(
        &self,
        form: &dyn ClosedForm,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Option<u64>, StopReason> {
        if self.0 == PlayConvention::Normal {
            form.suspense(slots, budget)
        } else {
            Ok(None)
        }
    }

    fn summary(&self, total: u64) -> Text {
        text!(
            "the greatest suspense of a component is {total}",
            "各部分悬念数的最大值为 {total}"
        )
    }

    fn describe_value(&self, suspense: u64) -> Text {
        text!("suspense {suspense}", "悬念数 {suspense}")
    }

    fn table_value(&self, suspense: u64) -> Option<ComponentTableValue> {
        Some(ComponentTableValue::Number(suspense))
    }
}

/// Who wins a position whose play lasts so long, where nothing but a lack of moves ends play.
pub(super) fn outcome_of_distance(play: PlayConvention, moves: u64) -> Outcome {
    outcome_if_lost(moves % 2 == u64::from(play == PlayConvention::Misere))
}

/// How long a position lasts, by how long its options last.
pub(super) fn fold_distances(
    play: PlayConvention,
    winner: WinnerPreference,
    options: &[Option<u64>],
) -> Option<u64> {
    let distance = |moves| Distance {
        outcome: outcome_of_distance(play, moves),
        moves,
    };
    let options: Option<Vec<Distance>> =
        options.iter().map(|option| option.map(distance)).collect();
    Some(DistanceAlgebra { play, winner }.of_options(&options?).moves)
}

/// How long a Nim heap lasts, whoever hurries.
pub(super) fn heap_distance(play: PlayConvention, size: u64) -> u64 {
    size.min(if play == PlayConvention::Normal { 1 } else { 2 })
}

/// How long the options of a Nim heap last, those of one distance together.
pub(super) fn heap_distances(play: PlayConvention, size: u64) -> Vec<(u64, RangeInclusive<u64>)> {
    let top = heap_distance(play, u64::MAX);
    let alone = (0..top.min(size)).map(|target| (target, target..=target));
    alone
        .chain((size > top).then(|| (top, top..=size - 1)))
        .collect()
}
