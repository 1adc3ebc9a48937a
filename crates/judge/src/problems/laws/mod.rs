//! The laws of problems whose games are no kind of graph or board: who wins, and a player of
//! complete games.

pub mod approach;
pub mod election;
pub mod paint_row;
pub mod patches;
pub mod stone_walk;
pub mod tree;
pub mod tree_leaves;
pub mod tree_paint;
pub mod tree_parts;
mod trie;
pub mod zigzag;
