//! The game of the problem `cot3`: a player paints the path from a white vertex to the root black.
//!
//! This module computes the values of subtrees, and the value after every move.
//!
//! A move to v paints the path from the root to v. The subtrees off the painted path are unchanged
//! and are separate positions, because the vertices above them are black. So the value after the
//! move is the nim-sum of the values of the subtrees off the path. Let S(u) be the set of the
//! values that the subtree of u can have after a move inside it. Let X(u) be the nim-sum of the
//! values of the children of u. If u is white, S(u) contains X(u). For each child c of u, S(u)
//! contains every number of S(c), xored with X(u) and the value of c. The value of u is the
//! smallest number that is not in S(u). If u is black, its value is X(u).
//!
//! From the leaves up, each S is merged into the S of its parent: tries are merged and changed as a
//! whole (`trie`). All merges take O(n log n) in total, because no value exceeds the number of
//! white vertices. After the merges, the value after each move is computed from the root down, in
//! O(n).
//!
//! A player of complete games. Preparing takes O(n log n), and each move O(n), because the values
//! of subtrees off a painted path do not change.

use std::sync::Arc;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use theorems::OnlinePlayer;

use super::tree::RootedTree;
use super::trie::Tries;

/// The values of all subtrees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubtreeValues {
    /// The value of the subtree of each vertex.
    value: Vec<u32>,
    /// The nim-sum of the values of the children of each vertex.
    below: Vec<u32>,
}

impl SubtreeValues {
    /// Computes the values of a tree with the given white vertices. O(n log n) time, and O(n log n)
    /// memory in the worst case.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget does not allow the time or memory.
    pub fn new(
        tree: &RootedTree,
        white: impl Fn(u32) -> bool,
        budget: &Budget<'_>,
    ) -> Result<SubtreeValues, StopReason> {
        let n = tree.vertices();
        budget.allow_growth(0, 12 * n as u64)?;
        let whites = (0..n as u32).filter(|&vertex| white(vertex)).count();
        let bits = usize::BITS - whites.leading_zeros();
        let mut tries = Tries::new(bits);
        let mut left = vec![0; n];
        let mut values = SubtreeValues {
            value: vec![0; n],
            below: vec![0; n],
        };
        for &vertex in tree.order().iter().rev() {
            budget.steps(1 + bits as usize)?;
            let at = vertex as usize;
            let sum = values.below[at];
            let value = if white(vertex) {
                let zero = tries.of_zero(budget)?;
                left[at] = tries.merge(left[at], zero);
                tries.xor(left[at], sum);
                tries.mex(left[at])
            } else {
                tries.xor(left[at], sum);
                sum
            };
            values.value[at] = value;
            if let Some(above) = tree.parent(vertex) {
                tries.xor(left[at], value);
                left[above as usize] = tries.merge(left[above as usize], left[at]);
                values.below[above as usize] ^= value;
            }
        }
        Ok(values)
    }

    /// Returns the value after painting the path to each vertex. O(n).
    pub fn left_by(&self, tree: &RootedTree) -> Vec<u32> {
        let mut left = vec![0; self.value.len()];
        for &vertex in tree.order() {
            let at = vertex as usize;
            left[at] = self.below[at]
                ^ tree
                    .parent(vertex)
                    .map_or(0, |above| left[above as usize] ^ self.value[at]);
        }
        left
    }

    /// Paints the path to a vertex. O(depth).
    pub fn paint(&mut self, tree: &RootedTree, vertex: u32) {
        let mut change = 0;
        for vertex in std::iter::once(vertex).chain(tree.above(vertex)) {
            let at = vertex as usize;
            self.below[at] ^= change;
            change = self.value[at] ^ self.below[at];
            self.value[at] = self.below[at];
        }
    }
}

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
