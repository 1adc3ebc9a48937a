//! The tree, and the law: a head at depth d is worth 2^d.
//!
//! A head at depth 0 can only be turned by itself. Above a head at depth d lie coins worth 1, 2, 4, …, 2^(d-1), one each, so what turning it
//! with some of them leaves is worth every number below 2^d once, and the mex is 2^d. A position is worth the nim-sum of its single
//! heads, as in all coin turning: bit d tells whether the heads at depth d are odd in number. A move that changes the value by s, with
//! highest bit d, turns a head at depth d and the coins above it at the depths of the other bits of s: one move for each head at depth d.

use crate::bits::has;
use rules::ir::Int;

/// The deepest that a vertex may lie; the root is at depth 0.
pub const DEEPEST: u8 = 63;

/// No vertex.
const NONE: u32 = u32::MAX;

/// A rooted tree.
#[derive(Clone, Debug)]
pub struct Tree {
    parent: Vec<u32>,
    depth: Vec<u8>,
}

/// Why links are no tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoTree {
    /// Some vertex does not hang on the others.
    Apart,
    /// This link closes a circle.
    Circle(usize),
    /// This link leads below the greatest depth.
    Deep(usize),
}

impl Tree {
    /// The tree of these links. O(n log n), and no more memory than for the links if they are no tree.
    ///
    /// # Errors
    /// If the links do not make a tree with this root: the reason.
    pub fn new(vertices: usize, links: &[(u32, u32)], root: u32) -> Result<Tree, NoTree> {
        if links.len() + 1 < vertices {
            return Err(NoTree::Apart);
        }
        if let Some(link) = first_circle(vertices, links) {
            return Err(NoTree::Circle(link));
        }
        // As many links as join all vertices, and no circle: a tree. The links at each vertex stand side by side.
        let mut ends = vec![0_u32; vertices + 1];
        links.iter().for_each(|&(a, b)| [a, b].into_iter().for_each(|v| ends[v as usize + 1] += 1));
        (0..vertices).for_each(|v| ends[v + 1] += ends[v]);
        let mut at = ends.clone();
        let mut beside = vec![0_u32; 2 * links.len()];
        for (link, &(a, b)) in links.iter().enumerate() {
            for v in [a, b] {
                beside[at[v as usize] as usize] = link as u32;
                at[v as usize] += 1;
            }
        }
        let mut tree = Tree { parent: vec![NONE; vertices], depth: vec![0; vertices] };
        let mut open = vec![root];
        while let Some(vertex) = open.pop() {
            for &link in &beside[ends[vertex as usize] as usize..ends[vertex as usize + 1] as usize] {
                let (a, b) = links[link as usize];
                let below = a ^ b ^ vertex;
                if below == tree.parent[vertex as usize] {
                    continue;
                }
                if tree.depth[vertex as usize] == DEEPEST {
                    return Err(NoTree::Deep(link as usize));
                }
                tree.parent[below as usize] = vertex;
                tree.depth[below as usize] = tree.depth[vertex as usize] + 1;
                open.push(below);
            }
        }
        Ok(tree)
    }

    /// The tree without vertices.
    pub fn empty() -> Tree {
        Tree { parent: Vec::new(), depth: Vec::new() }
    }

    /// The number of vertices.
    pub fn vertices(&self) -> usize {
        self.parent.len()
    }

    /// How far a vertex lies below the root.
    pub fn depth(&self, vertex: u32) -> u8 {
        self.depth[vertex as usize]
    }

    /// The vertices above a vertex, the nearest first.
    pub fn above(&self, vertex: u32) -> impl Iterator<Item = u32> {
        let up = |vertex: &u32| Some(self.parent[*vertex as usize]).filter(|&parent| parent != NONE);
        std::iter::successors(up(&vertex), up)
    }

    /// What the heads of a position are worth. O(n).
    pub fn value(&self, heads: &[Int]) -> u64 {
        self.heads(heads).fold(0, |value, vertex| value ^ 1 << self.depth(vertex))
    }

    /// The vertices whose coins show heads.
    pub fn heads(&self, heads: &[Int]) -> impl Iterator<Item = u32> {
        (0..self.vertices() as u32).filter(|&vertex| has(heads, vertex))
    }

    /// Every move to a position of this value: the head that is turned, and the depths of the coins turned with it, as bits. O(n).
    pub fn moves_to(&self, heads: &[Int], value: u64) -> Vec<(u32, u64)> {
        let change = self.value(heads) ^ value;
        let Some(top) = change.checked_ilog2() else { return Vec::new() };
        self.heads(heads).filter(|&vertex| u32::from(self.depth(vertex)) == top).map(|vertex| (vertex, change ^ 1 << top)).collect()
    }
}

/// The first link that joins what was joined before.
fn first_circle(vertices: usize, links: &[(u32, u32)]) -> Option<usize> {
    let mut leader: Vec<u32> = (0..vertices as u32).collect();
    let find = |leader: &mut [u32], mut vertex: u32| {
        while leader[vertex as usize] != vertex {
            leader[vertex as usize] = leader[leader[vertex as usize] as usize];
            vertex = leader[vertex as usize];
        }
        vertex
    };
    links.iter().position(|&(a, b)| {
        let (a, b) = (find(&mut leader, a), find(&mut leader, b));
        leader[a as usize] = b;
        a == b
    })
}
