//! The game of the problem `p7864`: a player removes one or more leaves of a rooted tree.
//!
//! The law: a position is lost for the player to move iff every leaf chain is even. A *fork* is a
//! vertex with several children. A *leaf chain* goes from a leaf up to the last vertex below the
//! first fork, or up to the root if the leaf is below no fork.
//!
//! If all leaf chains are even, a move removes the leaves of some chains. Each chain that loses its
//! leaf becomes odd and no chain disappears, so forks remain forks. For a win from a position with
//! an odd leaf chain, consider the *core*: the tree without its leaves. Consider a leaf whose
//! parent is in the core, but is not a leaf of the core. A leaf whose parent has other descendants
//! in the core must be removed, because otherwise it would be a chain of one vertex. All children
//! of a leaf u of the core are leaves. If all children of u are removed, u becomes a leaf. If one
//! child of u stays, it is a leaf whose parent is u. If two children of u stay, each is a leaf
//! chain of one vertex. All remaining forks other than leaves of the core are forks of the core. So
//! every leaf chain after the move is a leaf chain of the core, with one more vertex if a leaf
//! stayed. Hence, at the leaf of an even chain of the core, all leaves are removed. At the leaf of
//! an odd chain of the core, all leaves except an arbitrary one are removed. The rules for even and
//! odd chains of the core describe every winning move. The rules for even and odd chains of the
//! core give no move only if they would remove no leaf. If no leaf would be removed, every leaf is
//! the only child of a leaf that ends an odd chain of the core. All leaf chains of the tree are
//! then even.
//!
//! A player of complete games: a move costs O(n) for the n remaining vertices.

use std::sync::Arc;

use base::text;
use base::text::Text;
use theorems::OnlinePlayer;

use super::tree::RootedTree;

/// Returns for each vertex the number of its children that satisfy `counts`. O(n).
fn below(tree: &RootedTree, order: &[u32], counts: impl Fn(u32) -> bool) -> Vec<u32> {
    let mut below = vec![0; tree.vertices()];
    for &vertex in order {
        if let Some(above) = tree.parent(vertex).filter(|_| counts(vertex)) {
            below[above as usize] += 1;
        }
    }
    below
}

/// Returns the number of vertices of the chain from a leaf up to the first fork; `below` is the
/// number of children of each vertex. O(length).
fn chain(tree: &RootedTree, below: &[u32], leaf: u32) -> usize {
    1 + tree
        .above(leaf)
        .take_while(|&above| below[above as usize] == 1)
        .count()
}

/// Returns whether the player to move loses: `order` contains the remaining vertices, each before
/// its descendants. O(n).
pub fn is_lost(tree: &RootedTree, order: &[u32]) -> bool {
    let below = below(tree, order, |_| true);
    order
        .iter()
        .filter(|&&leaf| below[leaf as usize] == 0)
        .all(|&leaf| chain(tree, &below, leaf).is_multiple_of(2))
}

/// Returns a winning move, as the leaves that it removes, in ascending order: all leaves, except
/// one leaf for each odd chain of the core. Returns `None` if the position is lost. O(n log n).
fn winning_move(tree: &RootedTree, order: &[u32]) -> Option<Vec<u32>> {
    let hanging = below(tree, order, |_| true);
    let is_leaf = |vertex: u32| hanging[vertex as usize] == 0;
    let core = below(tree, order, |vertex| !is_leaf(vertex));
    // The leaves at each vertex are consecutive.
    let mut leaves: Vec<(Option<u32>, u32)> = order
        .iter()
        .filter(|&&v| is_leaf(v))
        .map(|&v| (tree.parent(v), v))
        .collect();
    leaves.sort_unstable();
    let mut removed = Vec::new();
    for group in leaves.chunk_by(|a, b| a.0 == b.0) {
        let keeps_one = group[0]
            .0
            .is_some_and(|above| core[above as usize] == 0 && chain(tree, &core, above) % 2 == 1);
        let group = group.iter().map(|&(_, leaf)| leaf);
        removed.extend(group.skip(usize::from(keeps_one)));
    }
    removed.sort_unstable();
    (!removed.is_empty()).then_some(removed)
}

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
        winning_move(&self.tree, &self.order)
    }

    /// Removes the last vertex of the order, which has no children.
    fn any_move(&mut self) -> Option<Vec<u32>> {
        self.order.last().map(|&leaf| vec![leaf])
    }
}
