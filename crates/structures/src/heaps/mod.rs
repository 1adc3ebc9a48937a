//! Heaps of a code ([`heap::code`]) as components of a position: `0.77[12] + nim[3]`. The rules
//! list the legal moves of a heap. The crate [`heap`] computes the value of a heap: it searches for
//! a period of the values and evaluates heaps of any size once a period is proved.

mod rules;
mod theorem;

pub use rules::{HeapCodes, HeapRules};
pub(crate) use theorem::THEOREM;
