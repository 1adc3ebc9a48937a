//! A player of complete games. Preparing takes O(n log n), and each move O(n), because the values
//! of subtrees off a painted path do not change.

use std::sync::Arc;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use theorems::OnlinePlayer;

use super::values::SubtreeValues;
use crate::tree::RootedTree;

/// The state of a game.
pub struct TreePaintPlayer {
    tree: Arc<RootedTree>,
    white: Vec<bool>,
    values: SubtreeValues,
}

impl TreePaintPlayer {
    /// Creates a player for a tree with the given white vertices. O(n log n).
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    pub fn new(
        tree: Arc<RootedTree>,
        white: Vec<bool>,
        budget: &Budget<'_>,
    ) -> Result<TreePaintPlayer, StopReason> {
        let values = SubtreeValues::new(&tree, |vertex| white[vertex as usize], budget)?;
        Ok(TreePaintPlayer {
            tree,
            white,
            values,
        })
    }
}

impl OnlinePlayer for TreePaintPlayer {
    /// The chosen white vertex.
    type Move = u32;

    fn play(&mut self, &vertex: &u32) -> Result<(), Text> {
        if self.white.get(vertex as usize) != Some(&true) {
            return Err(text!(
                "vertex {vertex} is not white",
                "顶点 {vertex} 不是白色"
            ));
        }
        std::iter::once(vertex)
            .chain(self.tree.above(vertex))
            .for_each(|vertex| self.white[vertex as usize] = false);
        self.values.paint(&self.tree, vertex);
        Ok(())
    }

    fn winning_move(&mut self) -> Option<u32> {
        let left = self.values.left_by(&self.tree);
        (0..left.len() as u32)
            .find(|&vertex| self.white[vertex as usize] && left[vertex as usize] == 0)
    }

    fn any_move(&mut self) -> Option<u32> {
        (0..self.white.len() as u32).find(|&vertex| self.white[vertex as usize])
    }
}
