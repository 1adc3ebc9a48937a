//! The entries of a tier, in blocks of [`super::BLOCK`] places, each as wide as its codes need: how
//! wide a block is depends on what is in it alone.

use std::ops::Range;

use rules::ir::Int;

use super::blocks::BlockSize;
use super::encoding::DecodedEntry;
use super::error::TierError;
use super::layout::TierLayout;
use super::packed_codes::PackedCodes;

/// The blocks of places that are won or lost, a bit each.
pub(crate) fn of_won(
    won: Vec<u64>,
    size: usize,
    blocks: BlockSize,
) -> impl Iterator<Item = PackedCodes> {
    let places = blocks.places() as usize;
    // Blocks of less than a word are there in tests alone.
    let bits = move |first: usize, end: usize| match first % 64 {
        0 => PackedCodes::of_bits(&won[first / 64..], end - first),
        _ => PackedCodes::of_bits(&[won[first / 64] >> (first % 64)], end - first),
    };
    (0..size)
        .step_by(places)
        .map(move |first| bits(first, size.min(first + places)))
}

/// Where the entries of lower tiers are found.
pub trait LowerEntries {
    /// The code at a place of a tier that is whole.
    ///
    /// # Errors
    /// If it cannot be read.
    fn code(&self, tier: usize, place: u64) -> Result<u32, TierError>;

    /// The codes of places one after the other.
    ///
    /// # Errors
    /// If they cannot be read.
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

/// Whole tiers in memory, the least first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TierTables {
    blocks: BlockSize,
    tiers: Vec<Vec<PackedCodes>>,
}

impl TierTables {
    /// Tables of a plan, none of them made.
    pub fn new(plan: &TierLayout) -> TierTables {
        TierTables {
            blocks: plan.blocks,
            tiers: Vec::new(),
        }
    }

    /// Adds the next tier: its blocks in order.
    pub fn push(&mut self, blocks: Vec<PackedCodes>) {
        self.tiers.push(blocks);
    }

    /// Lets go the entries of the tiers before number `end`, of which nobody asks any more.
    pub fn forget(&mut self, end: usize) {
        self.tiers[..end]
            .iter_mut()
            .for_each(|blocks| *blocks = Vec::new());
    }

    /// How many tiers were made.
    pub fn tier_count(&self) -> usize {
        self.tiers.len()
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.tiers
            .iter()
            .flatten()
            .map(|block| block.bytes().len() as u64)
            .sum()
    }

    /// The blocks of a tier.
    ///
    /// # Panics
    /// If there is no such tier.
    pub fn tier(&self, tier: usize) -> &[PackedCodes] {
        &self.tiers[tier]
    }

    /// What is known of a position; `None` if the plan holds none with these numbers.
    ///
    /// # Errors
    /// If the rules cannot be evaluated there.
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
