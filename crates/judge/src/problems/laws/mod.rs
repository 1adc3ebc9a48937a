//! Laws that one judge problem uses: functions that decide who wins, and players that choose every
//! move of a game.

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
