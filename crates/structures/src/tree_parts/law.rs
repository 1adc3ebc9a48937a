//! The law: a tree of at least two vertices is lost for the player to move iff every degree is odd.
//!
//! In the part that a move keeps, only the removed vertex's neighbour changes its degree, by one.
//! So if all degrees are odd, a move leaves a vertex of even degree, possibly a single vertex of
//! degree 0, which loses at once. If some degree is even, root the tree at a vertex r of even
//! degree, and let w be a deepest vertex of even degree. The move removes the parent of w (any
//! neighbour, if w = r) and keeps the part that contains w, in which only w had an even degree. All
//! winning moves have this form: they keep a part in which the neighbour of the removed vertex is
//! the only vertex of even degree.

use crate::tree::RootedTree;

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

/// Returns how many remaining vertices have an even degree. O(n).
pub fn count_even(tree: &RootedTree, order: &[u32], left: impl Fn(u32) -> bool) -> usize {
    evens(tree, order, left)
        .into_iter()
        .filter(|&even| even)
        .count()
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
