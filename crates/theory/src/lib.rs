//! What positions are worth and how sums combine: values, algebras that engines fold over the
//! positions of a game, and theorems about sums as data; and what a theorem about a game is.
//! Nothing here searches but [`mod@reference`], the naive twin. [`retrograde`] works backwards
//! through graphs that others list.

pub mod algebra;
pub mod columns;
pub mod distance;
pub mod entailing;
pub mod loopy;
pub mod reference;
pub mod retrograde;
pub mod sums;
pub mod theorem;
pub mod value;
