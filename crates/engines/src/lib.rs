//! Engines fold a theory over the positions of a game.

pub mod oracle;
