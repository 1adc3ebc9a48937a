//! Hackenbush. Edges form graphs that are attached to the ground; a move cuts an edge, and
//! everything no longer connected to the ground is removed. A player who cannot cut loses.
//!
//! A query names the edges and the ground: `hackenbush(0-1 1-2 2-0; ground 0)`. A query may also
//! give a list in the format of online judges: `n m r` with the ground r, and then m edges. All
//! ground vertices are identified. The following rules apply to a drawing:
//!
//! - two vertices may be joined by several edges, and an edge may be a loop at a vertex, including
//!   the ground; each edge is cut separately;
//! - an edge between two ground vertices is grounded at both ends, and is a loop at the ground: the
//!   edge counts 1;
//! - edges that are not connected to the ground are removed before play begins: no move cuts them,
//!   and no position contains them;
//! - vertices without an edge are ignored; the value of a graph without edges is 0; a graph without
//!   vertices also has value 0 and needs no ground;
//! - any other graph must name its ground.
//!
//! Edges may have colours: `0-1 red 1-2 blue 2-3 green`. Left cuts blue edges, Right cuts red
//! edges, and both players cut green edges. If all edges are green, or no edge has a colour, the
//! players have the same moves (Green Hackenbush), and the modules other than `coloured_graph` and
//! `colon` apply.

mod chains;
mod colon;
#[cfg(test)]
mod coloured_definition;
mod coloured_graph;
mod cut_pairs;
mod cuts;
#[cfg(test)]
mod definition;
mod graph;
mod player;
mod rules;
mod search;
mod theorem;
mod value;

pub(crate) use colon::ColonTheorem;
pub use cuts::CutAnalysis;
pub use graph::{GroundedGraph, MAX_GRAPH_SIZE};
pub use player::HackenbushPlayer;
pub use rules::{HackenbushRules, KIND};
pub(crate) use theorem::THEOREM;
pub use value::value;
