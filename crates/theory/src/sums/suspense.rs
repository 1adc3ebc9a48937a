//! The continued conjunctive sum, also called Every-SG: a move is made in every component that has
//! not ended. The value of a component is its suspense S: how long play in the component lasts if
//! its winner delays and its loser hurries. S is 0 for a component without moves. If some option
//! has an even suspense, S is one more than the maximum even suspense of an option. If no option
//! has an even suspense, S is one more than the minimum suspense of an option. The suspense of a
//! sum is the maximum suspense of its components, also if moves leave several components. The sum
//! is P iff its suspense is even. Under misère play, odd and even suspenses are exchanged. One fold
//! ([`Algebra`]) over the positions of each component computes the values.

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

/// Suspense under a convention, which determines who wins if there is no move.
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

    /// Returns the suspense of a heap. A heap above 1 can be emptied, or reduced to 1 to leave the
    /// last stone; no play of a heap can be delayed longer.
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
            "the largest suspense of a component is {total}",
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

/// Returns the outcome of a position whose play lasts this many moves, if play ends only by a lack
/// of moves.
pub(super) fn outcome_of_distance(play: PlayConvention, moves: u64) -> Outcome {
    outcome_if_lost(moves % 2 == u64::from(play == PlayConvention::Misere))
}

/// Returns the distance of a position from the distances of its options.
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

/// Returns the distance of a Nim heap, which is the same whichever side hurries.
pub(super) fn heap_distance(play: PlayConvention, size: u64) -> u64 {
    size.min(if play == PlayConvention::Normal { 1 } else { 2 })
}

/// Returns the distances of the options of a Nim heap, grouped by distance.
pub(super) fn heap_distances(play: PlayConvention, size: u64) -> Vec<(u64, RangeInclusive<u64>)> {
    let top = heap_distance(play, u64::MAX);
    let alone = (0..top.min(size)).map(|target| (target, target..=target));
    alone
        .chain((size > top).then(|| (top, top..=size - 1)))
        .collect()
}
