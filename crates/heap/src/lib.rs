//! Heap games: a position is a heap of tokens. The rules state how many tokens a move may take, and
//! into how many heaps it may split the rest. The crate computes nimbers as far as memory and time
//! allow. The crate reports the period as soon as a theorem proves it.

mod checksum;
pub mod code;
pub mod definition;
pub mod infinite_codes;
mod legal_moves;
pub mod machine;
pub mod moves;
pub mod naive;
pub mod period;
pub mod periodic;
pub mod sparse;
mod store;
pub mod stream;
pub mod table;
