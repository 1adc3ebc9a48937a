//! The positions before each position of a share, from the moves of its tier turned round: in the
//! first round each share lists the options of its positions and tells the share of each option;
//! what it is told itself is sorted block by block. Four bytes a move, and six while it is sorted.

use std::io::{self, Read, Write};

use base::budget::Budget;

use super::{OptionBuffer, TierError, TierPlan, share_state};

/// Bytes of a move while it is sorted.
const SORTED: u64 = 10;

/// A move of the tier: the option's place in its block, and the whole place of the position that it
/// is an option of.
pub(crate) type ArcRecord = [u8; 6];

/// An arc from one place to a place of a block.
pub(crate) fn arc(from: u64, to_in_block: usize) -> ArcRecord {
    let [a, b] = (to_in_block as u16).to_le_bytes();
    let [c, d, e, f] = (from as u32).to_le_bytes();
    [a, b, c, d, e, f]
}

/// The positions before those of one block.
#[derive(Debug, Default)]
pub(crate) struct BlockPredecessors {
    ends: Vec<u32>,
    origins: Vec<u32>,
}

impl BlockPredecessors {
    /// Sorts the arcs that lead to a block of `places` places.
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

    /// The positions before a place of the block, once for each move.
    pub(crate) fn before(&self, place: usize) -> &[u32] {
        let start = if place == 0 { 0 } else { self.ends[place - 1] };
        &self.origins[start as usize..self.ends[place] as usize]
    }

    /// Writes it into the state of its share.
    pub(crate) fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        share_state::list(out, &self.ends)?;
        share_state::list(out, &self.origins)
    }

    /// What was written, of a block of `places` places.
    pub(crate) fn restore(from: &mut dyn Read, places: u64) -> io::Result<BlockPredecessors> {
        Ok(BlockPredecessors {
            ends: share_state::read_list(from, places)?,
            origins: share_state::read_list(from, u64::from(u32::MAX))?,
        })
    }

    /// Whether it can be one of a tier of `size` places.
    pub(crate) fn fits(&self, size: u64) -> bool {
        let within = self.origins.iter().all(|origin| u64::from(*origin) < size);
        within
            && self.ends.is_sorted()
            && self
                .ends
                .last()
                .is_none_or(|end| *end as usize == self.origins.len())
    }

    /// The bytes that it takes.
    pub(crate) fn bytes(&self) -> u64 {
        4 * (self.ends.len() + self.origins.len()) as u64
    }
}

/// About how many bytes the moves of the largest tier take that are sorted and kept, as a sample of
/// its positions says.
///
/// # Errors
/// If the rules cannot be evaluated, a move raises the measure, or the budget ends.
pub fn estimate_arc_bytes(plan: &TierPlan<'_>, budget: &Budget<'_>) -> Result<u64, TierError> {
    /// Of positions.
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
