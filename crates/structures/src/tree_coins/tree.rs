//! The tree, and the law: the value of a head at depth d is 2^d.
//!
//! A head at depth 0 can only be turned on its own. Above a head at depth d, each value 1, 2, 4, …,
//! 2^(d-1) occurs at exactly one coin. So turning the head with some coins above it leaves every
//! value below 2^d exactly once, and the mex is 2^d. As in all coin-turning games, the value of a
//! position is the nim-sum of the values of its heads. So bit d is the parity of the number of
//! heads at depth d. A move that changes the value by s, with highest bit d, turns a head at depth
//! d and the coins above it at the depths of the other bits of s. For a change s with highest bit
//! d, each head at depth d has exactly one move that changes the value by s.

use base::text;
use base::text::Text;
use rules::ir::Int;

use crate::bits::has;
use crate::tree::RootedTree;

/// The maximum depth of a vertex; the root is at depth 0.
pub const MAX_DEPTH: u8 = 63;

/// A tree that is too deep for coins: its values exceed 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeDepthError {
    /// The first vertex below [`MAX_DEPTH`].
    pub vertex: u32,
    /// The parent of the first vertex below [`MAX_DEPTH`].
    pub above: u32,
}

impl TreeDepthError {
    /// Returns the reason as text.
    pub fn text(self) -> Text {
        let vertex = self.vertex;
        text!(
            "vertex {vertex} is below depth {MAX_DEPTH}, where values exceed 64 bits",
            "顶点 {vertex} 的深度超过 {MAX_DEPTH}，那里的值超出 64 位"
        )
    }
}

base::impl_error!(TreeDepthError);

/// A rooted tree for coins, with the depth of each vertex.
#[derive(Clone, Debug)]
pub struct TreeDepths {
    tree: RootedTree,
    depth: Vec<u8>,
}

impl TreeDepths {
    /// Computes the depths of a tree. O(n).
    ///
    /// # Errors
    /// Returns [`TreeDepthError`] if a vertex is below [`MAX_DEPTH`].
    pub fn new(tree: RootedTree) -> Result<TreeDepths, TreeDepthError> {
        let mut depth = vec![0; tree.vertices()];
        for &vertex in tree.order() {
            let Some(above) = tree.parent(vertex) else {
                continue;
            };
            if depth[above as usize] == MAX_DEPTH {
                return Err(TreeDepthError { vertex, above });
            }
            depth[vertex as usize] = depth[above as usize] + 1;
        }
        Ok(TreeDepths { tree, depth })
    }

    /// Returns the number of vertices.
    pub fn vertices(&self) -> usize {
        self.depth.len()
    }

    /// Returns the depth of a vertex below the root.
    pub fn depth(&self, vertex: u32) -> u8 {
        self.depth[vertex as usize]
    }

    /// Returns the ancestors of a vertex, nearest first.
    pub fn above(&self, vertex: u32) -> impl Iterator<Item = u32> {
        self.tree.above(vertex)
    }

    /// Returns the value of the heads of a position. O(n).
    pub fn value(&self, heads: &[Int]) -> u64 {
        self.heads(heads)
            .fold(0, |value, vertex| value ^ 1 << self.depth(vertex))
    }

    /// Returns the vertices whose coins show heads.
    pub fn heads(&self, heads: &[Int]) -> impl Iterator<Item = u32> {
        (0..self.vertices() as u32).filter(|&vertex| has(heads, vertex))
    }

    /// Returns every move to a position of the given value: the turned head, and the depths of the
    /// coins turned together with the head, as bits. O(n).
    pub fn moves_to(&self, heads: &[Int], value: u64) -> Vec<(u32, u64)> {
        let change = self.value(heads) ^ value;
        let Some(top) = change.checked_ilog2() else {
            return Vec::new();
        };
        self.heads(heads)
            .filter(|&vertex| u32::from(self.depth(vertex)) == top)
            .map(|vertex| (vertex, change ^ 1 << top))
            .collect()
    }
}
