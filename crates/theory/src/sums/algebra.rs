//! Algebras whose values of components decide a sum.

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
    /// The component has ended, and play with it.
    Ended,
    /// The component can be ended by one move, which wins.
    Instant,
}

/// An algebra whose values of components decide a sum. The value of a component is `None` if the
/// condition of the theorem fails at a position below it, or if a position below it can end the
/// whole play at once. Every component that leads there has the value `None`, too.
pub trait SumAlgebra: Algebra<Value = Option<<Self as SumAlgebra>::SumValue>> {
    /// The value of a component that meets the condition.
    type SumValue: Copy + Ord + Send + std::fmt::Debug;

    /// Checks whether the theorem applies to sums of this number of components.
    ///
    /// # Errors
    /// Returns the reason why the theorem does not apply.
    fn check_component_count(&self, _components: usize) -> Result<(), Text> {
        Ok(())
    }

    /// Returns the neutral value of the sum. It is not the value after a move that leaves no parts
    /// if that ends play.
    fn nothing(&self) -> Self::SumValue {
        self.sum(&[]).expect("nothing breaks no condition")
    }

    /// Returns whether play is over in a sum of this value, even if some components may have moves.
    fn over(&self, _total: Self::SumValue) -> bool {
        false
    }

    /// Returns the outcome of a sum of this value.
    fn outcome(&self, total: Self::SumValue) -> Outcome;

    /// Returns the value of a Nim heap.
    fn heap(&self, size: u64) -> Self::SumValue;

    /// Returns the options of a Nim heap, grouped by value. Options that cannot win next to `rest`
    /// may be left out.
    fn heap_options(
        &self,
        size: u64,
        rest: Self::SumValue,
    ) -> Vec<(Self::SumValue, RangeInclusive<u64>)>;

    /// Returns the value of a component of which only the outcome under normal play on its own is
    /// known, or `None` if the outcome does not determine it.
    fn value_of_outcome(&self, _: Outcome) -> Option<Self::SumValue> {
        None
    }

    /// Returns the value of a component with this closed form, or `None` if the form does not
    /// determine it.
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

    /// Describes a sum of this value.
    fn summary(&self, total: Self::SumValue) -> Text;

    /// Describes a component of this value.
    fn describe_value(&self, worth: Self::SumValue) -> Text;

    /// Returns the value of a component in the form in which tables print it, or `None` if it gives
    /// no more than the outcome.
    fn table_value(&self, _: Self::SumValue) -> Option<ComponentTableValue> {
        None
    }

    /// Explains the failure of the condition at a component. By default, the reason is that a
    /// position can end the whole play.
    fn condition_failure(&self, position: &str) -> Text {
        end_of_play_reason(position)
    }

    /// Returns the value of two sums together.
    fn add(&self, a: Self::SumValue, b: Self::SumValue) -> Self::SumValue {
        self.sum(&[Some(a), Some(b)]).expect("both have a value")
    }
}

/// Returns the reason why a theorem fails for a position that can end the whole play.
pub(super) fn end_of_play_reason(position: &str) -> Text {
    text!(
        "{position} can end the whole play, or a position that it leads to can",
        "{position} 或其后续局面可使整局立即结束"
    )
}
