//! The Ultimate Battle (seed 000, 5.1; US Open 2008): two fighters are on a field of W × H cells,
//! in different columns and different rows. A fighter moves along its row or column, any distance,
//! forward or back, but neither onto nor over the opponent's column or row. A player who cannot
//! move loses. The columns and the rows of the field act as two lanes, as defined in
//! [`crate::northcott::lanes`]. The player to move loses exactly when the fighters are as many
//! columns apart as rows.

mod rules;

pub use rules::{BattleRules, KIND};
