//! Pictures of games: boards of P- and N-positions, heat maps of Grundy values and game graphs, as SVG, as DOT and for a terminal;
//! with the feature `raster` as PNG too. What a picture shows was computed elsewhere (`grundy`); nothing here knows the rules of a
//! game, and only [`raster`] looks for fonts of the operating system.

pub mod board;
mod board_svg;
pub mod color;
mod fold;
mod layered;
pub mod network;
#[cfg(feature = "raster")]
pub mod raster;
mod svg;
pub mod terminal;

pub use board::{Board, BoardOptions, Letters, Mark};
