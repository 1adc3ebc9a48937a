//! Green Hackenbush. Edges hang together and stand on the ground; a move cuts an edge, and what no
//! longer hangs on the ground falls away with it. Who cannot cut loses.
//!
//! A question names the edges and the ground: `hackenbush(0-1 1-2 2-0; ground 0)`, or gives a list
//! as judges have it, `n m r` with the ground r and then m edges. All vertices of the ground are
//! one and the same place. Of what can be drawn:
//!
//! - two vertices may be joined by several edges, and an edge may be a loop at a vertex, on the
//!   ground too: each is cut by itself;
//! - an edge between two vertices of the ground stands on it twice, and is a loop there: it counts
//!   1;
//! - edges that do not hang on the ground have fallen before play began: no move cuts them, and no
//!   position has them;
//! - vertices without an edge mean nothing; a graph without edges is worth 0, and so is a graph
//!   without vertices, which needs no ground;
//! - any other graph must say what its ground is.

mod chains;
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

pub use cuts::CutAnalysis;
pub use graph::{GroundedGraph, MAX_GRAPH_SIZE};
pub use player::HackenbushPlayer;
pub use rules::{HackenbushRules, KIND};
pub(crate) use theorem::THEOREM;
pub use value::value;
