//! The conjunctive sum: a move is made in every component, and play is over as soon as one
//! component has no move. The value of a component is its remoteness R (Steinhaus): how soon the
//! player who wants to end the component can do so. R is 0 for a component without moves. If some
//! option has an even remoteness, R is one more than the minimum even remoteness of an option. If
//! no option has an even remoteness, R is one more than the maximum remoteness of an option. The
//! remoteness of a sum is the minimum remoteness of its components, also if moves leave several
//! components. The sum is P iff its remoteness is even. Under misère play, odd and even
//! remotenesses are exchanged. One fold ([`Algebra`]) over the positions of each component computes
//! the values.

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
    /// The remoteness of the empty sum, which is larger than that of every component.
    const NEVER: u64 = u64::MAX;
}

impl Algebra for RemotenessAlgebra {
    type Value = Option<u64>;
    const NAME: &'static str = "remoteness";

    fn ending_value(&self, _: PlayEnding) -> Option<u64> {
        None
    }

    /// Returns the minimum remoteness of the components; a move that leaves no components has ended
    /// play, with remoteness 0.
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

    /// Returns the remoteness of a heap. The fastest end is to empty the heap, or to reduce it to
    /// one stone, which must be taken.
    fn heap(&self, size: u64) -> u64 {
        heap_distance(self.0, size)
    }

    fn heap_options(&self, size: u64, _: u64) -> Vec<(u64, RangeInclusive<u64>)> {
        heap_distances(self.0, size)
    }

    fn summary(&self, total: u64) -> Text {
        text!(
            "the smallest remoteness of a component is {total}",
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
