//! A player of complete games: a move costs O(n) for the n remaining vertices.

use std::sync::Arc;

use base::text;
use base::text::Text;
use theorems::OnlinePlayer;

use super::law::WinningLeafMoves;
use crate::tree::RootedTree;

/// The state of a game.
pub struct TreeLeavesPlayer {
    tree: Arc<RootedTree>,
    left: Vec<bool>,
    /// The number of remaining children of each vertex.
    below: Vec<u32>,
    /// The remaining vertices, each before its descendants.
    order: Vec<u32>,
}

impl TreeLeavesPlayer {
    /// Creates a player for a complete tree.
    pub fn new(tree: Arc<RootedTree>) -> TreeLeavesPlayer {
        let mut below = vec![0; tree.vertices()];
        tree.order()
            .iter()
            .filter_map(|&vertex| tree.parent(vertex))
            .for_each(|above| below[above as usize] += 1);
        TreeLeavesPlayer {
            left: vec![true; tree.vertices()],
            below,
            order: tree.order().to_vec(),
            tree,
        }
    }
}

impl OnlinePlayer for TreeLeavesPlayer {
    /// The leaves that are removed, without duplicates, in any order.
    type Move = Vec<u32>;

    fn play(&mut self, made: &Vec<u32>) -> Result<(), Text> {
        if made.is_empty() {
            return Err(text!(
                "a move must remove at least one leaf",
                "每步至少删去一片叶子"
            ));
        }
        let mut sorted = made.clone();
        sorted.sort_unstable();
        if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            let vertex = pair[0];
            return Err(text!(
                "vertex {vertex} is listed twice",
                "顶点 {vertex} 写了两次"
            ));
        }
        for &vertex in made {
            if self.left.get(vertex as usize) != Some(&true) {
                return Err(text!(
                    "vertex {vertex} does not exist or was already removed",
                    "顶点 {vertex} 不存在或已被删去"
                ));
            }
            if self.below[vertex as usize] > 0 {
                return Err(text!(
                    "vertex {vertex} is not a leaf",
                    "顶点 {vertex} 不是叶子"
                ));
            }
        }
        for &vertex in made {
            self.left[vertex as usize] = false;
            if let Some(above) = self.tree.parent(vertex) {
                self.below[above as usize] -= 1;
            }
        }
        self.order.retain(|&vertex| self.left[vertex as usize]);
        Ok(())
    }

    fn winning_move(&mut self) -> Option<Vec<u32>> {
        WinningLeafMoves::new(&self.tree, &self.order)
            .moves(1)
            .next()
    }

    /// Removes the last vertex of the order, which has no children.
    fn any_move(&mut self) -> Option<Vec<u32>> {
        self.order.last().map(|&leaf| vec![leaf])
    }
}
