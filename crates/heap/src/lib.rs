//! Heap games: one heap of tokens, and rules that say how many may be taken and into how many heaps
//! the rest may be split. Nimbers as far as memory and time reach, and the period as soon as it can
//! be proved.

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
