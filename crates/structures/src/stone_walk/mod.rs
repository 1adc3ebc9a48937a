//! A walk that costs stones (AtCoder AGC 010 F, there on trees). Stones lie on the vertices of a
//! graph, and a piece stands on one. A move takes a stone from the vertex of the piece and moves
//! the piece to a neighbour; who finds no stone there, or no neighbour, loses. The player to move
//! wins exactly when some neighbour has fewer stones and loses ([`law`]).
//!
//! A question names links, stones and the piece: `stonewalk(a-b b-c; stones a=1 b=2 c=3; at b)`; no
//! stone lies on a vertex that is not named. Or it gives a list: `n m`, perhaps the vertex of the
//! piece, then m links, and then n numbers of stones. Where no piece is placed its vertex is given
//! in brackets. Two links between the same vertices are one; no link leads from a vertex to itself.

pub mod law;
mod player;
mod rules;
#[cfg(test)]
mod tests;
mod theorem;

pub use player::StoneWalkPlayer;
pub use rules::{KIND, StoneWalkRules};
pub(crate) use theorem::THEOREM;
