//! This crate defines values of positions and how the values of components combine in sums. The
//! crate contains values, algebras that engines fold over the positions of a game ([`algebra`]),
//! theorems about sums as data, and the definition of a theorem about a game. No module of this
//! crate searches positions except [`mod@reference`], the reference implementation. [`retrograde`]
//! works backwards through graphs that the caller lists.

pub mod algebra;
pub mod columns;
pub mod distance;
pub mod entailing;
pub mod loopy;
pub mod partizan_theorem;
pub mod reference;
pub mod retrograde;
pub mod sums;
pub mod theorem;
pub mod value;
