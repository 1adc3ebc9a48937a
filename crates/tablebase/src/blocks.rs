//! Blocks of places.

/// How many places lie in a block of entries: a range of places that begins on a multiple of this
/// is worked on together.
pub const BLOCK: u64 = 1 << 16;

/// Blocks of 2^bits places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BlockSize(pub(super) u32);

impl BlockSize {
    pub(crate) fn places(self) -> u64 {
        1 << self.0
    }

    /// The block of a place, and the place within it.
    #[inline]
    pub(crate) fn locate(self, place: u64) -> (usize, usize) {
        (
            (place >> self.0) as usize,
            (place & (self.places() - 1)) as usize,
        )
    }
}
