//! The predecessors of each position of a share, from the sorted moves of its tier. In the first
//! round each share lists the options of its positions. For each option, the share sends an arc, a
//! record of the move, to the share that contains the option. The arcs that a share receives are
//! sorted block by block. The sorted moves take four bytes per move, plus six bytes per move during
//! sorting.

use std::io::{self, Read, Write};

use base::budget::Budget;

use super::{OptionBuffer, TierError, TierPlan, share_state};

/// Bytes per move while the moves are sorted.
const SORTED: u64 = 10;

/// A move of the tier: the index of the option within its block, and the complete index of the
/// position.
pub(crate) type ArcRecord = [u8; 6];

/// Returns an arc from an index to an index within a block.
pub(crate) fn arc(from: u64, to_in_block: usize) -> ArcRecord {
    let [a, b] = (to_in_block as u16).to_le_bytes();
    let [c, d, e, f] = (from as u32).to_le_bytes();
    [a, b, c, d, e, f]
}

/// The predecessors of the positions of one block.
#[derive(Debug, Default)]
pub(crate) struct BlockPredecessors {
    ends: Vec<u32>,
    origins: Vec<u32>,
}

impl BlockPredecessors {
    /// Sorts the arcs that lead to a block of `places` indices.
    pub(crate) fn from_arcs(arcs: &[ArcRecord], places: u64) -> BlockPredecessors {
        let to = |arc: &ArcRecord| usize::from(u16::from_le_bytes([arc[0], arc[1]]));
        let mut ends = vec![0_u32; places as usize];
        arcs.iter().for_each(|arc| ends[to(arc)] += 1);
        let mut total = 0;
        for end in &mut ends {
            let count = *end;
            *end = total;
            total += count;
        }
        let mut origins = vec![0; arcs.len()];
        for arc in arcs {
            let place = &mut ends[to(arc)];
            origins[*place as usize] = u32::from_le_bytes([arc[2], arc[3], arc[4], arc[5]]);
            *place += 1;
        }
        BlockPredecessors { ends, origins }
    }

    /// Returns the predecessors of an index of the block, once for each move.
    pub(crate) fn before(&self, place: usize) -> &[u32] {
        let start = if place == 0 { 0 } else { self.ends[place - 1] };
        &self.origins[start as usize..self.ends[place] as usize]
    }

    /// Writes the predecessors to the state of their share.
    pub(crate) fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        share_state::list(out, &self.ends)?;
        share_state::list(out, &self.origins)
    }

    /// Reads the predecessors of a block of `places` indices.
    pub(crate) fn restore(from: &mut dyn Read, places: u64) -> io::Result<BlockPredecessors> {
        Ok(BlockPredecessors {
            ends: share_state::read_list(from, places)?,
            origins: share_state::read_list(from, u64::from(u32::MAX))?,
        })
    }

    /// Returns whether the predecessors are valid for a tier of `size` indices.
    pub(crate) fn fits(&self, size: u64) -> bool {
        let within = self.origins.iter().all(|origin| u64::from(*origin) < size);
        within
            && self.ends.is_sorted()
            && self
                .ends
                .last()
                .is_none_or(|end| *end as usize == self.origins.len())
    }

    /// Returns the number of bytes in memory.
    pub(crate) fn bytes(&self) -> u64 {
        4 * (self.ends.len() + self.origins.len()) as u64
    }
}

/// Estimates the number of bytes of the sorted moves of the largest tier from a sample of its
/// positions.
///
/// # Errors
/// Returns [`TierError`] if the rules cannot be evaluated, a move raises the measure or the budget
/// runs out.
pub fn estimate_arc_bytes(plan: &TierPlan<'_>, budget: &Budget<'_>) -> Result<u64, TierError> {
    /// Number of positions.
    const SAMPLE: u64 = 512;
    let Some(tier) = (0..plan.tiers()).max_by_key(|tier| plan.tier(*tier).index.size()) else {
        return Ok(0);
    };
    let (size, mut options, mut listed) = (
        plan.tier(tier).index.size(),
        plan.options(),
        OptionBuffer::default(),
    );
    let (count, mut within) = (SAMPLE.min(size), 0);
    for number in 0..count {
        let walk = plan
            .tier(tier)
            .index
            .walk((u128::from(size) * u128::from(number) / u128::from(count.max(1))) as u64);
        let Some((_, at)) = plan.position_at(tier, &walk) else {
            break;
        };
        options.list(at, &mut listed, budget)?;
        within += listed
            .iter()
            .flatten()
            .filter(|target| target.tier == tier)
            .count() as u64;
    }
    Ok((u128::from(size) * u128::from(within * SORTED) / u128::from(count.max(1))) as u64)
}
