//! Heaps of a code ([`heap::code`]) as components of a position: `0.77[12] + nim[3]`. The rules
//! list the legal moves of a heap; its value comes from the machines of the crate [`heap`], which
//! look for a period and answer heaps of any size once one is proved.

mod rules;
mod theorem;

pub use rules::{HeapCodes, HeapRules};
pub(crate) use theorem::THEOREM;
