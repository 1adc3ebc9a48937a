//! The Ultimate Battle (seed 000, 5.1; US Open 2008): two fighters are on a field of W × H cells,
//! in different columns and different rows. A player moves along their row or column, any distance,
//! forward or back, but neither onto nor over the opponent's column or row; a player who cannot
//! move loses. Columns and rows are two lanes of [`crate::northcott::lanes`]: the player to move
//! loses exactly when the distances in columns and in rows are equal.

mod rules;

pub use rules::{BattleRules, KIND};
