//! The tree, and the law: a head at depth d is worth 2^d.
//!
//! A head at depth 0 can only be turned by itself. Above a head at depth d lie coins worth 1, 2, 4,
//! …, 2^(d-1), one each, so what turning it with some of them leaves is worth every number below
//! 2^d once, and the mex is 2^d. A position is worth the nim-sum of its single heads, as in all
//! coin turning: bit d tells whether the heads at depth d are odd in number. A move that changes
//! the value by s, with highest bit d, turns a head at depth d and the coins above it at the depths
//! of the other bits of s: one move for each head at depth d.

use base::text;
use base::text::Text;
use rules::ir::Int;

use crate::bits::has;
use crate::tree::RootedTree;

/// The deepest that a vertex may lie; the root is at depth 0.
pub const MAX_DEPTH: u8 = 63;

/// A tree that is too deep for coins: its values exceed 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeDepthError {
    /// The first vertex below [`MAX_DEPTH`].
    pub vertex: u32,
    /// The vertex above it.
    pub above: u32,
}

impl TreeDepthError {
    /// Returns the reason in words.
    pub fn text(self) -> Text {
        let vertex = self.vertex;
        text!(
            "vertex {vertex} is below depth {MAX_DEPTH}, where values are beyond 64 bits",
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
    /// The depths of a tree. O(n).
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

    /// The number of vertices.
    pub fn vertices(&self) -> usize {
        self.depth.len()
    }

    /// How far a vertex lies below the root.
    pub fn depth(&self, vertex: u32) -> u8 {
        self.depth[vertex as usize]
    }

    /// The vertices above a vertex, the nearest first.
    pub fn above(&self, vertex: u32) -> impl Iterator<Item = u32> {
        self.tree.above(vertex)
    }

    /// What the heads of a position are worth. O(n).
    pub fn value(&self, heads: &[Int]) -> u64 {
        self.heads(heads)
            .fold(0, |value, vertex| value ^ 1 << self.depth(vertex))
    }

    /// The vertices whose coins show heads.
    pub fn heads(&self, heads: &[Int]) -> impl Iterator<Item = u32> {
        (0..self.vertices() as u32).filter(|&vertex| has(heads, vertex))
    }

    /// Every move to a position of this value: the head that is turned, and the depths of the coins
    /// turned with it, as bits. O(n).
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
