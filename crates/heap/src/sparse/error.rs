//! Why a block of heaps could not be computed.

use base::text::Text;
use base::{impl_error, text};

use crate::machine::MachineError;

/// Why 64 heaps could not be done.
#[derive(Debug)]
pub(super) enum BlockError {
    Machine(MachineError),
    /// A value was not found among the pairs that are still held: the others have to be computed
    /// again.
    Gone,
    /// A settled space never meets a heap like this one.
    Strange(u64),
}

impl BlockError {
    fn text(&self) -> Text {
        match self {
            BlockError::Machine(error) => error.text(),
            BlockError::Gone => needed_values_gone(),
            BlockError::Strange(heap) => text!(
                "heap {heap} is not one of a settled space",
                "堆 {heap} 不属于已稳定的稀疏空间"
            ),
        }
    }
}

impl_error!(BlockError {
    Machine(MachineError)
});

/// The error of a machine whose values have become too large.
pub(super) fn value_too_large(value: usize) -> MachineError {
    MachineError::Unfit(text!(
        "the values reach {value}: too large for the fast machine",
        "值达到 {value}，超出快速算法的范围"
    ))
}

/// What is wrong if values are needed that are no longer held.
pub(super) fn needed_values_gone() -> Text {
    text!("needed values are no longer held", "所需的值已被舍弃")
}
