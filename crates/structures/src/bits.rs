//! Positions that encode a set: one bit for each possible member, in the numbers of an array.

use rules::ir::{Int, Slot};

/// The number of members that one number encodes.
pub const BITS: usize = 62;

/// Returns the slots that encode the subsets of a set of `members` members; returns at least one
/// slot. The empty set is encoded by the minimum of every slot, and the complete set by the maximum
/// of every slot.
pub fn slots(name: &str, members: usize) -> Vec<Slot> {
    let bits = |word: usize| (members - word * BITS).min(BITS);
    (0..members.div_ceil(BITS).max(1))
        .map(|word| Slot::cell(name, (0, word as Int), 0, Some((1 << bits(word)) - 1)))
        .collect()
}

/// Returns whether a member is in a set.
pub fn has(set: &[Int], member: u32) -> bool {
    set[member as usize / BITS] >> (member as usize % BITS) & 1 == 1
}

/// Adds a member to a set, or removes it.
pub fn flip(set: &mut [Int], member: u32) {
    set[member as usize / BITS] ^= 1 << (member as usize % BITS);
}
