//! The Ultimate Battle (seed 000, 5.1; US Open 2008): on a field of W × H cells stand two fighters,
//! in different columns and different rows. A player goes along his row or his column, as far as he
//! likes, forward or back, but neither onto nor over the opponent's column or row; who cannot move
//! loses. Columns and rows are two lanes of [`crate::northcott::lanes`]: the player to move loses
//! exactly when the distances in columns and in rows are equal.

mod rules;

pub use rules::{BattleRules, KIND};
