//! Sets of numbers below 2^b are stored as binary tries. The tries support merging, xor of all
//! members, and the smallest missing number. A pending xor is stored at the root of its subtree and
//! pushed down when that node is visited. Merging stops if one of the two subtrees is empty, and
//! each merge of two nonempty subtrees frees a node. So merging n sets, each of which contains one
//! number, takes O(n b) in total.

use base::budget::{Budget, StopReason};

/// A set, represented by the index of the root of its trie. Index 0 is the empty set. The node of
/// the empty set has count 0, and a pending xor at this node has no effect.
pub type Set = u32;

#[derive(Clone, Copy, Default)]
struct TrieNode {
    /// The subtrees of the numbers whose next bit is 0 and 1. In a free node, the first entry is
    /// the index of the next free node.
    parts: [Set; 2],
    /// The pending xor of all numbers in this subtree.
    change: u32,
    /// The number of members in this subtree.
    count: u32,
}

/// The storage of the sets.
pub struct Tries {
    nodes: Vec<TrieNode>,
    free: u32,
    bits: u32,
}

impl Tries {
    /// Creates storage for sets of numbers below 2^`bits`; `bits` is at most 31.
    pub fn new(bits: u32) -> Tries {
        Tries {
            nodes: vec![TrieNode::default()],
            free: 0,
            bits,
        }
    }

    fn node(&mut self, node: TrieNode, budget: &Budget<'_>) -> Result<Set, StopReason> {
        if self.free != 0 {
            let place = self.free;
            self.free = self.nodes[place as usize].parts[0];
            self.nodes[place as usize] = node;
            return Ok(place);
        }
        budget.make_room(&mut self.nodes, 1, 0)?;
        self.nodes.push(node);
        Ok(self.nodes.len() as u32 - 1)
    }

    /// Creates the set that contains only 0.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget does not allow the memory.
    pub fn of_zero(&mut self, budget: &Budget<'_>) -> Result<Set, StopReason> {
        let mut set = self.node(
            TrieNode {
                count: 1,
                ..TrieNode::default()
            },
            budget,
        )?;
        for _ in 0..self.bits {
            set = self.node(
                TrieNode {
                    parts: [set, 0],
                    change: 0,
                    count: 1,
                },
                budget,
            )?;
        }
        Ok(set)
    }

    /// Replaces every number x of a set by x xor `by`. O(1).
    pub fn xor(&mut self, set: Set, by: u32) {
        self.nodes[set as usize].change ^= by;
    }

    /// Pushes the pending xor of a node down, and returns its two subtrees. `bits` is the number of
    /// bits of the numbers at this depth.
    fn parts(&mut self, set: Set, bits: u32) -> [Set; 2] {
        let TrieNode {
            mut parts, change, ..
        } = self.nodes[set as usize];
        if change != 0 {
            if change >> (bits - 1) & 1 == 1 {
                parts.swap(0, 1);
            }
            let node = &mut self.nodes[set as usize];
            (node.parts, node.change) = (parts, 0);
            parts.iter().for_each(|&part| self.xor(part, change));
        }
        parts
    }

    /// Returns the union of two sets, which are consumed.
    pub fn merge(&mut self, a: Set, b: Set) -> Set {
        self.merge_below(a, b, self.bits)
    }

    /// Merges two subtrees. The recursion depth is at most the number of bits.
    fn merge_below(&mut self, a: Set, b: Set, bits: u32) -> Set {
        if a == 0 || b == 0 {
            return a | b;
        }
        if bits > 0 {
            let ([a0, a1], [b0, b1]) = (self.parts(a, bits), self.parts(b, bits));
            let parts = [
                self.merge_below(a0, b0, bits - 1),
                self.merge_below(a1, b1, bits - 1),
            ];
            let count = parts
                .iter()
                .map(|&part| self.nodes[part as usize].count)
                .sum();
            self.nodes[a as usize] = TrieNode {
                parts,
                change: 0,
                count,
            };
        }
        self.nodes[b as usize].parts[0] = self.free;
        self.free = b;
        a
    }

    /// Returns the smallest number that is not in a set, which must not contain all numbers below
    /// 2^b.
    pub fn mex(&mut self, mut set: Set) -> u32 {
        let mut mex = 0;
        for bits in (1..=self.bits).rev() {
            if set == 0 {
                break;
            }
            let [low, high] = self.parts(set, bits);
            let half = 1 << (bits - 1);
            if self.nodes[low as usize].count == half {
                mex += half;
                set = high;
            } else {
                set = low;
            }
        }
        mex
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use fastrand::Rng;

    use super::*;

    #[test]
    fn sets_are_those_of_the_definition() {
        let budget = Budget::generous();
        let mut rng = Rng::with_seed(1);
        for _ in 0..300 {
            let bits = rng.u32(1..6);
            let mut tries = Tries::new(bits);
            let mut sets: Vec<(Set, BTreeSet<u32>)> = Vec::new();
            for _ in 0..rng.u32(1..1 << bits) {
                sets.push((tries.of_zero(&budget).unwrap(), BTreeSet::from([0])));
                for (set, plain) in &mut sets {
                    let by = rng.u32(..1 << bits);
                    tries.xor(*set, by);
                    *plain = plain.iter().map(|number| number ^ by).collect();
                    let missing = (0..).find(|number| !plain.contains(number));
                    assert_eq!(
                        Some(tries.mex(*set)),
                        missing.filter(|&number| number < 1 << bits).or(missing)
                    );
                }
                if sets.len() > 1 && rng.bool() {
                    let (a, mut plain) = sets.swap_remove(rng.usize(..sets.len()));
                    let (b, other) = sets.swap_remove(rng.usize(..sets.len()));
                    plain.extend(other);
                    sets.push((tries.merge(a, b), plain));
                }
            }
        }
    }
}
