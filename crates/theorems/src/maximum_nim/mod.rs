//! Maximum Nim: from a heap of n, a move takes 1 to f(n), where f(0) = 0 and f rises by 0 or 1 from
//! each n to the next.

mod law;
pub(crate) mod recognise;

pub use law::{leaves, rise};
