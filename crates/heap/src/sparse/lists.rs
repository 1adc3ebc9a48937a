//! Which pairs are tried without being asked for: every offset o with a value g stands for the options G(n - o) xor g. A rare heap r
//! gives the offset i + r for every splitting move that removes i; a move that leaves one heap gives (i, 0); and some common heaps,
//! the *helpers*, are tried because they witness most rare values at once. Far offsets are read from the history one by one, the
//! nearest mark ahead as soon as a value is known, and all others are joined as bits: those from L to 2L for L heaps at a time, and
//! those from the size of a block on for whole blocks, so that everything read is known.

use super::planes::{Offsets, Planes};

/// The offsets, by where they are worked off.
pub(super) struct Lists {
    /// Offsets below 64: marked ahead.
    pub small: Vec<(u32, u16)>,
    /// Offsets from 64·2^k to 128·2^k, in place k.
    pub levels: Vec<Offsets>,
    /// Offsets from the size of the block on.
    pub bulk: Offsets,
    /// Offsets beyond the reach of the planes.
    pub far: Vec<(u64, u16)>,
    /// How many offsets there are in all.
    pub count: u64,
}

impl Lists {
    /// The farthest offset that planes should reach, given that they may not reach farther than `most`.
    pub fn reach(pairs: &[(u64, u16)], most: u64) -> u64 {
        pairs.iter().map(|&(offset, _)| offset).filter(|&offset| offset <= most).max().unwrap_or(64)
    }

    /// Sorts the pairs for blocks of `block` heaps and for planes that reach to `reach`.
    pub fn new(mut pairs: Vec<(u64, u16)>, planes: &Planes, reach: u64, block: u64) -> Lists {
        pairs.sort_unstable();
        pairs.dedup();
        let count = pairs.len() as u64;
        let mut small = Vec::new();
        let mut far = Vec::new();
        let mut levels = vec![Vec::new(); (block / 64).ilog2() as usize];
        let mut bulk = Vec::new();
        for (offset, value) in pairs {
            match offset {
                0..64 => small.push((offset as u32, value)),
                _ if offset > reach => far.push((offset, value)),
                _ if offset >= block => bulk.push((offset, value)),
                _ => levels[(offset / 64).ilog2() as usize].push((offset, value)),
            }
        }
        let levels = levels.into_iter().map(|pairs| planes.prepare(pairs)).collect();
        Lists { small, levels, bulk: planes.prepare(bulk), far, count }
    }
}
