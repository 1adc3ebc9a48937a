//! Northcott's game: on each row of a board stand a white and a black piece; a player slides one of
//! his own along its row, not onto or over the other, as far as he likes, forward or back; who
//! cannot move loses. The mathematics, which the Ultimate Battle ([`crate::battle`]) shares, lies
//! in [`lanes`].

pub mod lanes;
mod rules;
mod theorem;

pub use rules::{KIND, NorthcottRules};
pub use theorem::NorthcottTheorem;
