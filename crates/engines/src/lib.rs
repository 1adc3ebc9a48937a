//! Engines fold a theory over the positions of a game.

pub mod codegen;
pub mod dense;
pub mod engine;
pub mod folds;
pub mod index;
pub mod machine;
pub mod oracle;
pub mod parts;
pub mod prepared;
pub mod program;
pub mod reference;
pub mod round;
pub mod search;
pub mod sliding;
pub mod tables;
pub mod tiered;
pub mod tiers;
