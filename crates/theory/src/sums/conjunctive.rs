//! The conjunctive sum: a move is made in every component, and play is over as soon as one
//! component has no move. The value of a component is its remoteness R (Steinhaus): how soon the
//! player who wants to end it can do so. R is 0 at the end. Otherwise, it is one more than the
//! minimum even remoteness of an option, or, if there is none, one more than the maximum. The
//! remoteness of a sum is the minimum of its components', also if moves leave several components;
//! the sum is P iff it is even. Under misère play, odd and even are exchanged. One fold over the
//! positions of each component.

use std::ops::RangeInclusive;

use base::text;
use base::text::Text;
use rules::ast::PlayConvention;
use rules::game::{Outcome, PlayEnding};

use super::algebra::{ComponentTableValue, SumAlgebra};
use super::suspense::{fold_distances, heap_distance, heap_distances, outcome_of_distance};
use crate::algebra::Algebra;
use crate::distance::WinnerPreference;

/// Remoteness under a convention, which determines who wins if there is no move.
#[derive(Clone, Copy, Debug)]
pub struct RemotenessAlgebra(pub PlayConvention);

impl RemotenessAlgebra {
    /// The remoteness of the empty sum: every other component ends earlier.
    const NEVER: u64 = u64::MAX;
}

impl Algebra for RemotenessAlgebra {
    type Value = Option<u64>;
    const NAME: &'static str = "remoteness";

    fn ending_value(&self, _: PlayEnding) -> Option<u64> {
        None
    }

    /// Returns the minimum; a move that leaves no parts has ended its component.
    fn sum(&self, parts: &[Option<u64>]) -> Option<u64> {
        let least = parts
            .iter()
            .try_fold(RemotenessAlgebra::NEVER, |least, part| {
                Some(least.min((*part)?))
            })?;
        Some(if parts.is_empty() { 0 } else { least })
    }

    fn of_options(&self, options: &[Option<u64>]) -> Option<u64> {
        fold_distances(self.0, WinnerPreference::Hurries, options)
    }

    fn decided_by(&self, option: Self::Value) -> Option<Self::Value> {
        option.is_none().then_some(None)
    }
}

impl SumAlgebra for RemotenessAlgebra {
    type SumValue = u64;

    fn nothing(&self) -> u64 {
        RemotenessAlgebra::NEVER
    }

    fn over(&self, total: u64) -> bool {
        total == 0
    }

    fn outcome(&self, total: u64) -> Outcome {
        outcome_of_distance(self.0, total)
    }

    /// Returns the remoteness of a heap, which ends soonest when it is emptied, or when it is
    /// reduced to one stone that must be taken.
    fn heap(&self, size: u64) -> u64 {
        heap_distance(self.0, size)
    }

    fn heap_options(&self, size: u64, _: u64) -> Vec<(u64, RangeInclusive<u64>)> {
        heap_distances(self.0, size)
    }

    fn summary(&self, total: u64) -> Text {
        text!(
            "the least remoteness of a component is {total}",
            "各部分远度的最小值为 {total}"
        )
    }

    fn describe_value(&self, remoteness: u64) -> Text {
        text!("remoteness {remoteness}", "远度 {remoteness}")
    }

    fn table_value(&self, remoteness: u64) -> Option<ComponentTableValue> {
        Some(ComponentTableValue::Number(remoteness))
    }
}
