//! The game of the problem `p8347`: a player removes a vertex of a tree and keeps one of the
//! remaining parts; leaving a single vertex loses.
//!
//! The law: a tree of at least two vertices is lost for the player to move iff every degree is odd.
//!
//! In the part that a move keeps, only the removed vertex's neighbour changes its degree, by one.
//! So if all degrees are odd, a move leaves a vertex of even degree, possibly a single vertex of
//! degree 0, which loses at once. If some degree is even, root the tree at a vertex r of even
//! degree, and let w be a deepest vertex of even degree. The move removes the parent of w (any
//! neighbour, if w = r) and keeps the part that contains w, in which only w had an even degree. All
//! winning moves have this form: they keep a part in which the neighbour of the removed vertex is
//! the only vertex of even degree.
//!
//! A player of complete games: O(n) per move, for the n vertices that remain before the move.

use std::sync::Arc;

use base::text;
use base::text::Text;
use theorems::OnlinePlayer;

use super::tree::RootedTree;

/// A move: the removed vertex, and its neighbour in the part that is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TreePartsMove {
    /// The removed vertex.
    pub removed: u32,
    /// The neighbour of the removed vertex in the part that is kept.
    pub kept: u32,
}

/// Returns for each vertex whether the number of its remaining neighbours is even; false for
/// removed vertices. `order` contains the remaining vertices, each before its descendants. O(n).
fn evens(tree: &RootedTree, order: &[u32], left: impl Fn(u32) -> bool) -> Vec<bool> {
    let mut even = vec![false; tree.vertices()];
    order
        .iter()
        .for_each(|&vertex| even[vertex as usize] = true);
    for &vertex in order {
        if let Some(above) = tree.parent(vertex).filter(|&above| left(above)) {
            even[vertex as usize] ^= true;
            even[above as usize] ^= true;
        }
    }
    even
}

/// Returns whether the player to move loses; the remaining vertices must be connected. O(n).
pub fn is_lost(tree: &RootedTree, order: &[u32], left: impl Fn(u32) -> bool) -> bool {
    !evens(tree, order, left).contains(&true)
}

/// Returns every winning move; there must be at least two remaining vertices, and they must be
/// connected. O(n).
pub fn winning_moves(
    tree: &RootedTree,
    order: &[u32],
    left: impl Fn(u32) -> bool,
) -> Vec<TreePartsMove> {
    let even = evens(tree, order, &left);
    // The number of vertices of even degree at or below each vertex.
    let mut below: Vec<u32> = even.iter().map(|&even| u32::from(even)).collect();
    let above = |vertex| tree.parent(vertex).filter(|&above| left(above));
    for &vertex in order.iter().rev() {
        if let Some(above) = above(vertex) {
            below[above as usize] += below[vertex as usize];
        }
    }
    let all = order.first().map_or(0, |&top| below[top as usize]);
    let mut moves = Vec::new();
    for &vertex in order {
        let Some(above) = above(vertex) else { continue };
        if even[vertex as usize] && below[vertex as usize] == 1 {
            moves.push(TreePartsMove {
                removed: above,
                kept: vertex,
            });
        }
        if even[above as usize] && all - below[vertex as usize] == 1 {
            moves.push(TreePartsMove {
                removed: vertex,
                kept: above,
            });
        }
    }
    moves
}

/// Returns the part that a move keeps of the remaining vertices, in their order; returns no
/// vertices if the two vertices of the move are not neighbours. O(n).
pub fn part(
    tree: &RootedTree,
    order: &[u32],
    left: impl Fn(u32) -> bool,
    TreePartsMove { removed, kept }: TreePartsMove,
) -> Vec<u32> {
    let below = tree.parent(kept) == Some(removed);
    if !left(removed) || !left(kept) || !below && tree.parent(removed) != Some(kept) {
        return Vec::new();
    }
    // The vertices below the lower one of the move's two vertices.
    let foot = if below { kept } else { removed };
    let mut under = vec![false; tree.vertices()];
    under[foot as usize] = true;
    let lies_under = |vertex: &u32| {
        let under_it = *vertex == foot
            || tree
                .parent(*vertex)
                .is_some_and(|above| under[above as usize]);
        under[*vertex as usize] = under_it;
        under_it == below
    };
    order.iter().copied().filter(lies_under).collect()
}

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
