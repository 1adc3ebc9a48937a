//! Blocks of indices.

/// Number of indices in a block of entries. A block begins at a multiple of this number, and all
/// indices of a block are processed together.
pub const BLOCK: u64 = 1 << 16;

/// The size of blocks, given as the exponent `bits`: a block has 2^bits indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BlockSize(pub(super) u32);

impl BlockSize {
    pub(crate) fn places(self) -> u64 {
        1 << self.0
    }

    /// Returns the block of an index, and the index within the block.
    #[inline]
    pub(crate) fn locate(self, place: u64) -> (usize, usize) {
        (
            (place >> self.0) as usize,
            (place & (self.places() - 1)) as usize,
        )
    }
}
