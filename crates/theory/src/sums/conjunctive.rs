//! The conjunctive sum: a move is made in every component, and play is over as soon as one
//! component has no move. What counts is how soon each component can be brought to its end by the
//! player who wants it, its remoteness R (Steinhaus): 0 at the end, else one more than the least
//! even remoteness of an option, or if there is none than the greatest. The remoteness of a sum is
//! the least of its components', also where moves leave several components, and P iff it is even.
//! Under misère play read odd for even. One fold over the positions of each component.

use std::ops::RangeInclusive;

use base::text;
use base::text::Text;
use rules::ast::PlayConvention;
use rules::game::{Outcome, PlayEnding};

use super::algebra::{ComponentTableValue, SumAlgebra};
use super::suspense::{fold_distances, heap_distance, heap_distances, outcome_of_distance};
use crate::algebra::Algebra;
use crate::distance::WinnerPreference;

/// Remoteness under a convention, which says who wins when there is no move.
#[derive(Clone, Copy, Debug)]
pub struct RemotenessAlgebra(pub PlayConvention);

impl RemotenessAlgebra {
    /// Beside this, whatever is there comes first.
    const NEVER: u64 = u64::MAX;
}

impl Algebra for RemotenessAlgebra {
    type Value = Option<u64>;
    const NAME: &'static str = "remoteness";

    fn ending_value(&self, _: PlayEnding) -> Option<u64> {
        None
    }

    /// A move that leaves nothing has ended its component.
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

    /// Nobody can end a heap sooner than who empties it, or leaves one stone to be taken.
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
