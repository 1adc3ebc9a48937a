//! Values of positions and how sums combine: values, algebras that engines fold over the positions
//! of a game, theorems about sums as data, and the definition of a theorem about a game. Nothing
//! here searches except [`mod@reference`], the reference implementation. [`retrograde`] works
//! backwards through graphs that the caller lists.

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
