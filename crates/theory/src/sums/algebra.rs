//! This module defines algebras in which the values of the components decide a sum.

use std::ops::RangeInclusive;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use rules::game::Outcome;
use rules::ir::Int;

use crate::algebra::Algebra;
use crate::theorem::ClosedForm;

/// The value of a component in the form in which tables print it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComponentTableValue {
    /// A number.
    Number(u64),
    /// The component has ended, and so has the whole play.
    Ended,
    /// One move can end the component, and that move wins.
    Instant,
}

/// An algebra in which the values of the components decide a sum. The value of a component is
/// `None` if the condition of the theorem fails at the component or at a position reachable from
/// it. The value is also `None` if a reachable position can end the whole play at once.
pub trait SumAlgebra: Algebra<Value = Option<<Self as SumAlgebra>::SumValue>> {
    /// The value of a component that meets the condition.
    type SumValue: Copy + Ord + Send + std::fmt::Debug;

    /// Checks whether the theorem applies to sums with the given number of components.
    ///
    /// # Errors
    /// Returns the reason why the theorem does not apply.
    fn check_component_count(&self, _components: usize) -> Result<(), Text> {
        Ok(())
    }

    /// Returns the neutral value of the sum. The empty position after a move that ends play,
    /// because the move leaves no components, has a different value.
    fn nothing(&self) -> Self::SumValue {
        self.sum(&[]).expect("nothing breaks no condition")
    }

    /// Returns whether play is over in a sum that has this value, even if some components may have
    /// moves.
    fn over(&self, _total: Self::SumValue) -> bool {
        false
    }

    /// Returns the outcome of a sum that has this value.
    fn outcome(&self, total: Self::SumValue) -> Outcome;

    /// Returns the value of a Nim heap.
    fn heap(&self, size: u64) -> Self::SumValue;

    /// Returns the options of a Nim heap, grouped by value. Options that cannot win next to the
    /// value `rest` of the other components may be left out.
    fn heap_options(
        &self,
        size: u64,
        rest: Self::SumValue,
    ) -> Vec<(Self::SumValue, RangeInclusive<u64>)>;

    /// Returns the value of a component from its outcome on its own under normal play. Returns
    /// `None` if the outcome of a component does not determine its value.
    fn value_of_outcome(&self, _: Outcome) -> Option<Self::SumValue> {
        None
    }

    /// Returns the value of a component with the given closed form, or `None` if the form does not
    /// determine the value.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    fn value_of_form(
        &self,
        _: &dyn ClosedForm,
        _slots: &[Int],
        _: &Budget<'_>,
    ) -> Result<Option<Self::SumValue>, StopReason> {
        Ok(None)
    }

    /// Describes a sum that has this value.
    fn summary(&self, total: Self::SumValue) -> Text;

    /// Describes a component that has this value.
    fn describe_value(&self, worth: Self::SumValue) -> Text;

    /// Returns the value of a component in the form in which tables print it, or `None` if the
    /// value gives no more than the outcome.
    fn table_value(&self, _: Self::SumValue) -> Option<ComponentTableValue> {
        None
    }

    /// Explains the failure of the condition at a component. By default, the explanation is that a
    /// position can end the whole play.
    fn condition_failure(&self, position: &str) -> Text {
        end_of_play_reason(position)
    }

    /// Returns the value of the sum of two sums with the given values.
    fn add(&self, a: Self::SumValue, b: Self::SumValue) -> Self::SumValue {
        self.sum(&[Some(a), Some(b)]).expect("both have a value")
    }
}

/// Returns the reason why a theorem fails for a position that can end the whole play.
pub(super) fn end_of_play_reason(position: &str) -> Text {
    text!(
        "in {position}, or in a position that can be reached from it, a move can end the whole play",
        "{position} 或其后续局面可使整局立即结束"
    )
}
