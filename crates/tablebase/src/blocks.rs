//! Blocks of indices.

/// Number of indices in a block of entries. A range of indices that begins on a multiple of this is
/// processed together.
pub const BLOCK: u64 = 1 << 16;

/// The size of blocks, as the exponent: 2^bits indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BlockSize(pub(super) u32);

impl BlockSize {
    pub(crate) fn places(self) -> u64 {
        1 << self.0
    }

    /// Returns the block of an index, and the index within it.
    #[inline]
    pub(crate) fn locate(self, place: u64) -> (usize, usize) {
        (
            (place >> self.0) as usize,
            (place & (self.places() - 1)) as usize,
        )
    }
}
