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

use crate::tree::RootedTree;

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

/// Returns the lengths of all leaf chains: `order` contains the remaining vertices, each before its
/// descendants. O(n).
pub fn chains(tree: &RootedTree, order: &[u32]) -> Vec<usize> {
    let below = below(tree, order, |_| true);
    order
        .iter()
        .filter(|&&leaf| below[leaf as usize] == 0)
        .map(|&leaf| chain(tree, &below, leaf))
        .collect()
}

/// Returns whether the player to move loses. O(n).
pub fn is_lost(tree: &RootedTree, order: &[u32]) -> bool {
    chains(tree, order)
        .into_iter()
        .all(|length| length % 2 == 0)
}

/// The winning moves of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WinningLeafMoves {
    /// The leaves that every winning move removes.
    all: Vec<u32>,
    /// Groups of leaves, one after the other; a winning move removes all leaves of each group
    /// except an arbitrary one.
    groups: Vec<u32>,
    /// The end of each group.
    ends: Vec<usize>,
}

impl WinningLeafMoves {
    /// Computes the moves from the remaining vertices, each before its descendants. O(n).
    pub fn new(tree: &RootedTree, order: &[u32]) -> WinningLeafMoves {
        let mut winning = WinningLeafMoves::default();
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
        for group in leaves.chunk_by(|a, b| a.0 == b.0) {
            let keeps_one = group[0].0.is_some_and(|above| {
                core[above as usize] == 0 && chain(tree, &core, above) % 2 == 1
            });
            let group = group.iter().map(|&(_, leaf)| leaf);
            if keeps_one {
                winning.groups.extend(group);
                winning.ends.push(winning.groups.len());
            } else {
                winning.all.extend(group);
            }
        }
        winning
    }

    /// Returns the number of winning moves, at most `u64::MAX`; 0 if the position is lost.
    pub fn count(&self) -> u64 {
        let nothing = self.all.is_empty() && self.groups.len() == self.ends.len();
        if nothing {
            0
        } else {
            self.each_group().fold(1, |count: u64, group| {
                count.saturating_mul(group.len() as u64)
            })
        }
    }

    fn each_group(&self) -> impl Iterator<Item = &[u32]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts
            .zip(&self.ends)
            .map(|(start, &end)| &self.groups[start..end])
    }

    /// Returns at most `most` winning moves, each as the leaves that it removes, in ascending
    /// order.
    pub fn moves(&self, most: u64) -> impl Iterator<Item = Vec<u32>> {
        (0..self.count().min(most)).map(|number| {
            // The number of a move selects, for each group, the leaf that stays; the choice in the
            // first group changes fastest.
            let mut rest = number;
            let mut removed = self.all.clone();
            for group in self.each_group() {
                let kept = (rest % group.len() as u64) as usize;
                rest /= group.len() as u64;
                removed.extend(
                    group
                        .iter()
                        .enumerate()
                        .filter(|(place, _)| *place != kept)
                        .map(|(_, leaf)| leaf),
                );
            }
            removed.sort_unstable();
            removed
        })
    }
}
