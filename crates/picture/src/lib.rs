//! Pictures of games: boards of P- and N-positions, heat maps of Grundy values, game graphs and the
//! automata of laws, as drawings ([`drawing::Drawing`]: shapes as data), which are written as SVG;
//! as DOT and for a terminal; with the feature `raster` drawings become PNG too. What a
//! picture shows was computed elsewhere (`grundy`); nothing here knows the rules of a game, and
//! only `fonts` looks for fonts of the operating system.

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

pub use board::{BoardOptions, CellMark, LetterMode, PictureBoard};
pub use drawing::Drawing;

/// What was asked to be drawn: characters, or shapes.
#[derive(Clone, Debug, PartialEq)]
pub enum Picture {
    /// Lines of text, or a file in the language of another program.
    Text(String),
    /// Shapes.
    Drawing(Drawing),
}

impl Picture {
    /// The picture as text: a drawing as SVG.
    pub fn text(&self) -> String {
        match self {
            Picture::Text(text) => text.clone(),
            Picture::Drawing(drawing) => drawing.svg(),
        }
    }
}
