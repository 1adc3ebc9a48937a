//! Northcott's game: each row of a board has a white and a black piece. A player slides one of
//! their own pieces along its row, not onto or over the other piece, any distance, forward or back.
//! A player who cannot move loses. The mathematics, which the Ultimate Battle ([`crate::battle`])
//! shares, is in [`lanes`].

pub mod lanes;
mod rules;
mod theorem;

pub use rules::{KIND, NorthcottRules};
pub use theorem::NorthcottTheorem;
