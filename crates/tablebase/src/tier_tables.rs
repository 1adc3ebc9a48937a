//! The entries of a tier, in blocks of [`super::BLOCK`] indices. The codes of a block are as wide
//! as its largest code needs, so the width of a block depends only on its content.

use std::ops::Range;

use rules::ir::Int;

use super::blocks::BlockSize;
use super::encoding::DecodedEntry;
use super::error::TierError;
use super::layout::TierLayout;
use super::packed_codes::PackedCodes;

/// Returns the blocks of a range of indices that are won or lost, with one bit per index.
pub(crate) fn of_won(
    won: Vec<u64>,
    size: usize,
    blocks: BlockSize,
) -> impl Iterator<Item = PackedCodes> {
    let places = blocks.places() as usize;
    // Blocks smaller than a word occur only in tests.
    let bits = move |first: usize, end: usize| match first % 64 {
        0 => PackedCodes::of_bits(&won[first / 64..], end - first),
        _ => PackedCodes::of_bits(&[won[first / 64] >> (first % 64)], end - first),
    };
    (0..size)
        .step_by(places)
        .map(move |first| bits(first, size.min(first + places)))
}

/// Access to the entries of lower tiers.
pub trait LowerEntries {
    /// Returns the code at an index of a completed tier.
    ///
    /// # Errors
    /// Returns [`TierError`] if the code cannot be read.
    fn code(&self, tier: usize, place: u64) -> Result<u32, TierError>;

    /// Calls `see` with the codes of consecutive indices.
    ///
    /// # Errors
    /// Returns [`TierError`] if the codes cannot be read.
    fn codes(
        &self,
        tier: usize,
        places: Range<u64>,
        see: &mut dyn FnMut(u32),
    ) -> Result<(), TierError> {
        for place in places {
            see(self.code(tier, place)?);
        }
        Ok(())
    }
}

/// Complete tiers in memory, the lowest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TierTables {
    blocks: BlockSize,
    tiers: Vec<Vec<PackedCodes>>,
}

impl TierTables {
    /// Creates tables of a plan without any tier.
    pub fn new(plan: &TierLayout) -> TierTables {
        TierTables {
            blocks: plan.blocks,
            tiers: Vec::new(),
        }
    }

    /// Adds the next tier, given as its blocks in ascending order.
    pub fn push(&mut self, blocks: Vec<PackedCodes>) {
        self.tiers.push(blocks);
    }

    /// Drops the entries of the tiers with numbers below `end`, if the tiers are no longer needed.
    pub fn forget(&mut self, end: usize) {
        self.tiers[..end]
            .iter_mut()
            .for_each(|blocks| *blocks = Vec::new());
    }

    /// Returns the number of tiers built.
    pub fn tier_count(&self) -> usize {
        self.tiers.len()
    }

    /// Returns the number of bytes in memory.
    pub fn bytes(&self) -> u64 {
        self.tiers
            .iter()
            .flatten()
            .map(|block| block.bytes().len() as u64)
            .sum()
    }

    /// Returns the blocks of a tier.
    ///
    /// # Panics
    /// Panics if there is no such tier.
    pub fn tier(&self, tier: usize) -> &[PackedCodes] {
        &self.tiers[tier]
    }

    /// Returns the entry of the position with the given numbers in its slots; `None` if the plan
    /// contains no position with these numbers.
    ///
    /// # Errors
    /// Returns [`TierError`] if the rules cannot be evaluated at the position.
    pub fn lookup(
        &self,
        plan: &TierLayout,
        slots: &[Int],
    ) -> Result<Option<DecodedEntry>, TierError> {
        let Some((tier, place)) = plan.locate(slots) else {
            return Ok(None);
        };
        Ok(plan.decode(self.code(tier, place)?))
    }
}

impl LowerEntries for TierTables {
    fn code(&self, tier: usize, place: u64) -> Result<u32, TierError> {
        let (block, within) = self.blocks.locate(place);
        Ok(self.tiers[tier][block].get(within))
    }
}
