//! The reasons for which a block of heaps cannot be computed.

use base::text::Text;
use base::{impl_error, text};

use crate::machine::MachineError;

/// The reason for which 64 heaps could not be computed.
#[derive(Debug)]
pub(super) enum BlockError {
    Machine(MachineError),
    /// A required value was dropped, so the machine must compute all values again.
    Gone,
    /// The heap in the field contradicts the assumption that the space is settled.
    Strange(u64),
}

impl BlockError {
    fn text(&self) -> Text {
        match self {
            BlockError::Machine(error) => error.text(),
            BlockError::Gone => needed_values_gone(),
            BlockError::Strange(heap) => text!(
                "heap {heap} does not belong to a settled space",
                "堆 {heap} 不属于已稳定的稀疏空间"
            ),
        }
    }
}

impl_error!(BlockError {
    Machine(MachineError)
});

/// Returns the error of a machine whose values have become too large.
pub(super) fn value_too_large(value: usize) -> MachineError {
    MachineError::Unfit(text!(
        "the values reach {value}, which is too large for the fast method",
        "值达到 {value}，超出快速算法的范围"
    ))
}

/// Returns the message for required values that are no longer stored.
pub(super) fn needed_values_gone() -> Text {
    text!("required values are no longer stored", "所需的值已被舍弃")
}
