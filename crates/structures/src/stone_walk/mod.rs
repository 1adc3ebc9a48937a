//! A walk that costs stones (AtCoder AGC 010 F, there on trees). The vertices of a graph have
//! stones, and a piece is on one vertex. A move takes a stone from the vertex of the piece and
//! moves the piece to a neighbour; a player who finds no stone there, or no neighbour, loses. The
//! player to move wins exactly when some neighbour has fewer stones and is lost ([`law`]).
//!
//! A query names links, stones and the piece: `stonewalk(a-b b-c; stones a=1 b=2 c=3; at b)`;
//! vertices that are not named have no stones. Or it gives a list: `n m`, optionally the vertex of
//! the piece, then m links, and then n numbers of stones. If the piece is not placed, its vertex is
//! given in brackets. Two links between the same vertices are one; no link may lead from a vertex
//! to itself.

pub mod law;
mod player;
mod rules;
#[cfg(test)]
mod tests;
mod theorem;

pub use player::StoneWalkPlayer;
pub use rules::{KIND, StoneWalkRules};
pub(crate) use theorem::THEOREM;
