//! A player of complete games: O(n) per move, for the n vertices that remain before the move.

use std::sync::Arc;

use base::text;
use base::text::Text;
use theorems::OnlinePlayer;

use super::law::{TreePartsMove, part, winning_moves};
use crate::tree::RootedTree;

/// The state of a game.
pub struct TreePartsPlayer {
    tree: Arc<RootedTree>,
    left: Vec<bool>,
    /// The remaining vertices, each before its descendants.
    order: Vec<u32>,
}

impl TreePartsPlayer {
    /// Creates a player for a complete tree.
    pub fn new(tree: Arc<RootedTree>) -> TreePartsPlayer {
        TreePartsPlayer {
            left: vec![true; tree.vertices()],
            order: tree.order().to_vec(),
            tree,
        }
    }
}

impl OnlinePlayer for TreePartsPlayer {
    type Move = TreePartsMove;

    fn play(&mut self, made: &TreePartsMove) -> Result<(), Text> {
        let TreePartsMove { removed, kept } = *made;
        let left = |vertex: u32| self.left.get(vertex as usize) == Some(&true);
        if !left(removed) || !left(kept) {
            let missing = if left(removed) { kept } else { removed };
            return Err(text!(
                "vertex {missing} does not exist or was already removed",
                "顶点 {missing} 不存在或已被删去"
            ));
        }
        let order = part(&self.tree, &self.order, left, *made);
        if order.is_empty() {
            return Err(text!(
                "{removed} and {kept} are not neighbours",
                "{removed} 与 {kept} 不相邻"
            ));
        }
        self.order
            .iter()
            .for_each(|&vertex| self.left[vertex as usize] = false);
        order
            .iter()
            .for_each(|&vertex| self.left[vertex as usize] = true);
        self.order = order;
        Ok(())
    }

    fn winning_move(&mut self) -> Option<TreePartsMove> {
        if self.order.len() < 2 {
            return None;
        }
        winning_moves(&self.tree, &self.order, |vertex| self.left[vertex as usize])
            .into_iter()
            .min()
    }

    /// Removes the last vertex of the order, which has no children.
    fn any_move(&mut self) -> Option<TreePartsMove> {
        let removed = *self.order.last().filter(|_| self.order.len() > 1)?;
        Some(TreePartsMove {
            removed,
            kept: self.tree.parent(removed)?,
        })
    }
}
