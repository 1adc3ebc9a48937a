//! The pairs of an offset and a value that are tried without a search. Every offset o with a value
//! g represents the option values G(n - o) xor g. A rare heap r gives the offset i + r with the
//! value G(r) for every splitting move that removes i. A move that removes i and leaves one heap
//! gives the offset i with the value 0. Some common heaps, the *helpers*, are also tried, because a
//! few helpers witness most rare values.
//!
//! Offsets below 512 are processed for 64 heaps at a time, with all values in parallel. For offsets
//! below 64, each newly known value is also marked immediately as an option of later heaps in the
//! same group of 64. Offsets of at least 512 are combined as bits. Offsets from L to 2L are
//! combined for L heaps at a time, and offsets of at least the block size for complete blocks. So
//! the operations read only values that are already known. For offsets beyond the planes, values
//! are read from the history individually. If there are many more rare heaps than values, combining
//! all offsets does not pay off. After about nine offsets for each value, hardly any heap has more
//! than one candidate left. All offsets that are not combined, the *rest*, are compared only with
//! the candidates, for as many heaps at a time as a vector has lanes.

use super::kernel::{OffsetGroup, RECENT_WORDS};
use super::planes::{BitPlanes, BlockOffsets};

/// Offsets below this limit are processed for 64 heaps at a time.
pub(super) const NEAR_OFFSET_LIMIT: u64 = 64 * RECENT_WORDS as u64;

/// The offsets, grouped by how they are processed.
pub(super) struct OffsetLists {
    /// Offsets below 64, in increasing order. With an offset below 64, a value is an option of a
    /// later heap in the same group of 64.
    pub small: Vec<(u32, u16)>,
    /// For each of 64 consecutive heaps, the number of small offsets that lead to another of these
    /// 64 heaps.
    pub small_until: [u16; 64],
    /// Offsets below [`NEAR_OFFSET_LIMIT`].
    pub near: GroupedOffsets,
    /// Offsets from NEAR·2^k to 2·NEAR·2^k, at index k.
    pub levels: Vec<BlockOffsets>,
    /// Offsets of at least the block size.
    pub bulk: BlockOffsets,
    /// Offsets beyond the reach of the planes.
    pub far: Vec<(u64, u16)>,
    /// Offsets of helpers, each at least the block size.
    pub helpers: BlockOffsets,
    /// Offsets that are compared with candidates.
    pub rest: Vec<(u32, u16)>,
}

/// Offsets below [`NEAR_OFFSET_LIMIT`], grouped by value.
#[derive(Default)]
pub(super) struct GroupedOffsets {
    pub groups: Vec<OffsetGroup>,
    pub offsets: Vec<u32>,
}

impl GroupedOffsets {
    fn new(mut pairs: Vec<(u16, u32)>) -> GroupedOffsets {
        pairs.sort_unstable();
        let mut groups: Vec<OffsetGroup> = Vec::new();
        for (&(value, _), place) in pairs.iter().zip(0..) {
            match groups.last_mut() {
                Some(group) if group.value == value => group.to = place + 1,
                _ => groups.push(OffsetGroup {
                    value,
                    from: place,
                    to: place + 1,
                }),
            }
        }
        GroupedOffsets {
            groups,
            offsets: pairs.into_iter().map(|(_, offset)| offset).collect(),
        }
    }
}

/// Offsets that are not yet prepared for the planes. The offsets determine the reach of the planes.
pub(super) struct RawOffsets {
    /// Offsets that are combined as bits, with their values.
    pub joined: Vec<(u64, u16)>,
    /// Offsets of helpers, with their values.
    pub helpers: Vec<(u64, u16)>,
    /// Offsets that are compared with candidates.
    pub rest: Vec<(u32, u16)>,
}

impl RawOffsets {
    /// Classifies the pairs for continuing after heap `base`. A pair that can be compared with
    /// candidates is added to the rest if `most` pairs are combined already or its offset exceeds
    /// `farthest`. All other pairs are combined.
    pub fn new(
        mut pairs: Vec<(u64, u16)>,
        helpers: Vec<(u64, u16)>,
        most: usize,
        farthest: u64,
        base: u64,
    ) -> RawOffsets {
        pairs.sort_unstable();
        pairs.dedup();
        let (mut joined, mut rest) = (Vec::new(), Vec::new());
        // Combining the offsets from 64 to `NEAR_OFFSET_LIMIT` takes the most time.
        pairs.sort_by_key(|&(offset, _)| ((64..NEAR_OFFSET_LIMIT).contains(&offset), offset));
        for (offset, value) in pairs {
            // Offsets below 64 are not compared with candidates; nor are offsets that would read
            // before heap 1.
            let compared = offset >= 64 && offset + 64 <= base && offset <= u32::MAX.into();
            if compared && (joined.len() >= most || offset > farthest) {
                rest.push((offset as u32, value));
            } else {
                joined.push((offset, value));
            }
        }
        RawOffsets {
            joined,
            helpers,
            rest,
        }
    }

    /// Returns the largest offset that planes should reach, which is at most `most`.
    pub fn reach(&self, most: u64) -> u64 {
        self.joined
            .iter()
            .chain(&self.helpers)
            .map(|&(offset, _)| offset)
            .filter(|&offset| offset <= most)
            .max()
            .unwrap_or(64)
    }
}

impl OffsetLists {
    /// Prepares the pairs for blocks of `block` heaps and for planes with the given reach. `row`
    /// maps a value to its row.
    pub fn new(
        pairs: RawOffsets,
        planes: &BitPlanes,
        reach: u64,
        block: u64,
        row: &dyn Fn(u16) -> u16,
    ) -> OffsetLists {
        let mut small = Vec::new();
        let mut far = Vec::new();
        let mut levels = vec![Vec::new(); (block / NEAR_OFFSET_LIMIT).max(1).ilog2() as usize];
        let (mut near, mut bulk) = (Vec::new(), Vec::new());
        for (offset, value) in pairs.joined {
            let value = row(value);
            match offset {
                0..NEAR_OFFSET_LIMIT => {
                    near.push((value, offset as u32));
                    if offset < 64 {
                        small.push((offset as u32, value));
                    }
                }
                _ if offset > reach => far.push((offset, value)),
                _ if offset >= block => bulk.push((offset, value)),
                _ => levels[(offset / NEAR_OFFSET_LIMIT).ilog2() as usize].push((offset, value)),
            }
        }
        small.sort_unstable();
        let small_until = std::array::from_fn(|lane| {
            small.partition_point(|&(offset, _)| lane + (offset as usize) < 64) as u16
        });
        let levels = levels
            .into_iter()
            .map(|pairs| planes.prepare(pairs))
            .collect();
        let helpers = pairs
            .helpers
            .into_iter()
            .filter(|&(offset, _)| offset <= reach)
            .collect();
        OffsetLists {
            small,
            small_until,
            near: GroupedOffsets::new(near),
            levels,
            bulk: planes.prepare(bulk),
            far,
            helpers: planes.prepare(helpers),
            rest: pairs.rest,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_lies_before_all_of_the_64_heaps_is_compared() {
        let pairs: Vec<(u64, u16)> = (1..300)
            .map(|offset| (offset, 3))
            .chain([(9_000, 5), (u64::from(u32::MAX) + 1, 5)])
            .collect();
        for (most, farthest) in [(0, u64::MAX), (5, 100), (250, 8_000), (usize::MAX, 8_000)] {
            let RawOffsets { joined, rest, .. } =
                RawOffsets::new(pairs.clone(), Vec::new(), most, farthest, 9_070);
            let compared: Vec<(u64, u16)> = rest
                .iter()
                .map(|&(offset, value)| (offset.into(), value))
                .collect();
            assert!(
                compared
                    .iter()
                    .all(|&(offset, _)| (64..=9_006).contains(&offset))
            );
            assert!(
                joined
                    .iter()
                    .all(|&(offset, _)| offset <= farthest || offset > 9_006)
            );
            let mut all = [joined, compared].concat();
            all.sort_unstable();
            assert!(all == pairs, "each of them once");
        }
    }
}
