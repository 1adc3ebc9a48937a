//! A player of whole games: O(n) a move, for the n vertices of which the part that it leaves is
//! one; the list of what is left shrinks.

use std::sync::Arc;

use base::text;
use base::text::Text;
use theorems::OnlinePlayer;

use super::law::{TreePartsMove, part, winning_moves};
use crate::tree::RootedTree;

/// A game going on.
pub struct TreePartsPlayer {
    tree: Arc<RootedTree>,
    left: Vec<bool>,
    /// What is left, each vertex before those below it.
    order: Vec<u32>,
}

impl TreePartsPlayer {
    /// From a whole tree.
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
                "vertex {missing} is not there, or no longer",
                "没有顶点 {missing}，或它已不在"
            ));
        }
        let order = part(&self.tree, &self.order, left, *made);
        if order.is_empty() {
            return Err(text!(
                "{removed} and {kept} are no neighbours",
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

    /// The last vertex of the order, which has nothing below it, is removed.
    fn any_move(&mut self) -> Option<TreePartsMove> {
        let removed = *self.order.last().filter(|_| self.order.len() > 1)?;
        Some(TreePartsMove {
            removed,
            kept: self.tree.parent(removed)?,
        })
    }
}
