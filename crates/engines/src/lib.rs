//! Engines fold a theory over the positions of a game.

pub mod dense;
pub mod oracle;
pub mod program;
pub mod reference;
pub mod search;
