//! What positions are worth and how sums combine: values, algebras that engines fold over the positions of a game, and theorems
//! about games and about sums as data; closed forms on plain numbers, with players for whole games. Nothing here searches.

pub mod algebra;
pub mod closed;
pub mod sums;
pub mod theorems;
pub mod value;
