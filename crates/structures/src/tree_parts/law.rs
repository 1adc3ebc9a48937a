//! The law: a tree of at least two vertices is lost for the player to move iff every degree is odd.
//!
//! Of the part that is kept, the degree of one vertex changes, by one: that of the neighbour of the
//! vertex that is removed. So from odd degrees a move leaves an even one, be it the 0 of a single
//! vertex, which loses at once. Where some degree is even, take the tree to hang on one such vertex
//! r, and let w be a deepest one: the vertex above w is removed and the part of w kept (any
//! neighbour, if w = r), in which w alone was even. All winning moves are of this form: they keep a
//! part in which the neighbour of the removed vertex is the only one of even degree.

use crate::tree::RootedTree;

/// A move: the vertex that is removed, and its neighbour in the part that is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TreePartsMove {
    /// The vertex that is removed.
    pub removed: u32,
    /// Its neighbour in the part that is kept.
    pub kept: u32,
}

/// For each vertex whether the number of its neighbours that are left is even; vertices that are
/// not left are not even. `order` holds the vertices that are left, each before those below it.
/// O(n).
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

/// Whether the player to move loses, of the vertices that are left, which hang together. O(n).
pub fn is_lost(tree: &RootedTree, order: &[u32], left: impl Fn(u32) -> bool) -> bool {
    !evens(tree, order, left).contains(&true)
}

/// How many vertices have an even degree among those that are left. O(n).
pub fn count_even(tree: &RootedTree, order: &[u32], left: impl Fn(u32) -> bool) -> usize {
    evens(tree, order, left)
        .into_iter()
        .filter(|&even| even)
        .count()
}

/// Every winning move, of the vertices that are left: at least two, which hang together. O(n).
pub fn winning_moves(
    tree: &RootedTree,
    order: &[u32],
    left: impl Fn(u32) -> bool,
) -> Vec<TreePartsMove> {
    let even = evens(tree, order, &left);
    // How many vertices of even degree there are at each vertex and below it.
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

/// The part that a move keeps, of the vertices that are left, in their order; nothing if the two
/// are not neighbours. O(n).
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
    // What lies below the lower of the two.
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
