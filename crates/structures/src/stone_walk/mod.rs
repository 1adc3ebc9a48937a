//! In a stone walk, a piece walks on a graph, and each step costs a stone (AtCoder AGC 010 F, which
//! uses trees). The vertices of a graph have stones, and a piece is on one vertex. A move takes a
//! stone from the vertex of the piece and moves the piece to a neighbour. A player to move loses if
//! the vertex of the piece has no stone or no neighbour. The player to move wins exactly when some
//! neighbour has fewer stones and is lost with the piece on that neighbour ([`law`]).
//!
//! A query names links, stones and the piece: `stonewalk(a-b b-c; stones a=1 b=2 c=3; at b)`;
//! vertices that are not named have no stones. A query may also give a list: `n m`, optionally the
//! vertex of the piece, then m links, and then n numbers of stones. If the list does not give the
//! vertex of the piece, the position in brackets gives this vertex. Two links between the same
//! vertices count as one; no link may lead from a vertex to itself.

pub mod law;
mod player;
mod rules;
#[cfg(test)]
mod tests;
mod theorem;

pub use player::StoneWalkPlayer;
pub use rules::{KIND, StoneWalkRules};
pub(crate) use theorem::THEOREM;
