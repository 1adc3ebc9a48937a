//! Algebras whose values of components decide a sum of them.

use std::ops::RangeInclusive;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use rules::game::Outcome;
use rules::ir::Int;

use crate::algebra::Algebra;
use crate::theorem::ClosedForm;

/// The value of a component, as tables have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComponentTableValue {
    /// A number.
    Number(u64),
    /// It has ended, and with it play.
    Ended,
    /// It can be ended by one move, which wins.
    Instant,
}

/// An algebra whose values of components decide a sum of them. `None` is the value of a component
/// if the theorem's condition fails at a position below it, or a position below it can end the
/// whole play at once; every component that leads there has it too.
pub trait SumAlgebra: Algebra<Value = Option<<Self as SumAlgebra>::SumValue>> {
    /// The value of a component that meets the condition.
    type SumValue: Copy + Ord + Send + std::fmt::Debug;

    /// Whether the theorem speaks of sums of this number of components.
    ///
    /// # Errors
    /// The text says why the theorem does not.
    fn check_component_count(&self, _components: usize) -> Result<(), Text> {
        Ok(())
    }

    /// The value that changes no other it is added to. It is not that of a move that leaves nothing
    /// where play is over with that.
    fn nothing(&self) -> Self::SumValue {
        self.sum(&[]).expect("nothing breaks no condition")
    }

    /// Whether play is over in a sum of this value, though some components may have moves.
    fn over(&self, _total: Self::SumValue) -> bool {
        false
    }

    /// Who wins a sum of this value.
    fn outcome(&self, total: Self::SumValue) -> Outcome;

    /// The value of a Nim heap.
    fn heap(&self, size: u64) -> Self::SumValue;

    /// The options of a Nim heap, those of one value together. Options that cannot win beside
    /// `rest` may be left out.
    fn heap_options(
        &self,
        size: u64,
        rest: Self::SumValue,
    ) -> Vec<(Self::SumValue, RangeInclusive<u64>)>;

    /// The value of a component whose outcome under normal play, alone, is all that is known;
    /// `None` if the outcome does not tell it.
    fn value_of_outcome(&self, _: Outcome) -> Option<Self::SumValue> {
        None
    }

    /// The value of a component with this closed form; `None` if the form does not tell it.
    ///
    /// # Errors
    /// If the budget ends.
    fn value_of_form(
        &self,
        _: &dyn ClosedForm,
        _slots: &[Int],
        _: &Budget<'_>,
    ) -> Result<Option<Self::SumValue>, StopReason> {
        Ok(None)
    }

    /// What is said of a sum of this value.
    fn summary(&self, total: Self::SumValue) -> Text;

    /// What is said of a component of this value.
    fn describe_value(&self, worth: Self::SumValue) -> Text;

    /// The value of a component, as tables have it; `None` if it has none beyond who wins.
    fn table_value(&self, _: Self::SumValue) -> Option<ComponentTableValue> {
        None
    }

    /// What is said of a component where the condition fails: without another condition, because a
    /// position can end the whole play.
    fn condition_failure(&self, position: &str) -> Text {
        end_of_play_reason(position)
    }

    /// The value of two sums together.
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
