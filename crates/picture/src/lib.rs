//! Pictures of games: boards of P- and N-positions, heat maps of Grundy values, game graphs and the
//! automata of laws.
//!
//! Drawings ([`drawing::Drawing`]) are shapes as data. Drawings are written as SVG, and with the
//! feature `raster` also as PNG. Other formats are DOT and text for a terminal. The crate `grundy`
//! computes the content of a picture. This crate contains no rules of any game, and only `fonts`
//! searches for fonts of the operating system.

mod arcs;
pub mod automaton;
pub mod board;
mod board_drawing;
pub mod cgsuite;
pub mod color;
pub mod drawing;
mod fold;
#[cfg(feature = "raster")]
pub mod fonts;
pub mod graphml;
pub mod image;
mod layered;
#[cfg(feature = "raster")]
mod lettering;
mod measure;
pub mod network;
#[cfg(feature = "raster")]
mod paths;
pub mod position;
#[cfg(feature = "raster")]
pub mod raster;
mod svg;
pub mod terminal;
pub mod thermograph;

pub use board::{BoardOptions, CellMark, LetterMode, PictureBoard};
pub use drawing::Drawing;

/// A requested picture: text or shapes.
#[derive(Clone, Debug, PartialEq)]
pub enum Picture {
    /// Lines of text, or a file in the language of another program.
    Text(String),
    /// Shapes.
    Drawing(Drawing),
}

impl Picture {
    /// Returns the picture as text; a drawing is returned as SVG.
    pub fn text(&self) -> String {
        match self {
            Picture::Text(text) => text.clone(),
            Picture::Drawing(drawing) => drawing.svg(),
        }
    }
}
