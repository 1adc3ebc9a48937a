//! A player of whole games: O(n) a move, for the n vertices of which the part that it leaves is
//! one; the list of what is left shrinks.

use std::sync::Arc;

use base::text;
use base::text::Text;
use theorems::Online;

use super::law::{Move, part, winning_moves};
use crate::tree::Tree;

/// A game going on.
pub struct Player {
    tree: Arc<Tree>,
    left: Vec<bool>,
    /// What is left, each vertex before those below it.
    order: Vec<u32>,
}

impl Player {
    /// From a whole tree.
    pub fn new(tree: Arc<Tree>) -> Player {
        Player {
            left: vec![true; tree.vertices()],
            order: tree.order().to_vec(),
            tree,
        }
    }
}

impl Online for Player {
    type Move = Move;

    fn play(&mut self, made: &Move) -> Result<(), Text> {
        let Move { removed, kept } = *made;
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

    fn winning_move(&mut self) -> Option<Move> {
        if self.order.len() < 2 {
            return None;
        }
        winning_moves(&self.tree, &self.order, |vertex| self.left[vertex as usize])
            .into_iter()
            .min()
    }

    /// The last vertex of the order, which has nothing below it, is removed.
    fn any_move(&mut self) -> Option<Move> {
        let removed = *self.order.last().filter(|_| self.order.len() > 1)?;
        Some(Move {
            removed,
            kept: self.tree.parent(removed)?,
        })
    }
}
