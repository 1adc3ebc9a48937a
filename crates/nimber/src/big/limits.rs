//! The sizes up to which nimbers are computed.

/// Binary logarithm of the limbs of the largest field.
pub(super) const MAX_FIELD_LIMBS_LOG: usize = 20;

/// The width of the largest field: larger nimbers are refused as
/// [`NimberError::TooLarge`](crate::NimberError::TooLarge). 67,108,864 bits, which are 8 MiB.
pub const LIMIT_BITS: u64 = 64 << MAX_FIELD_LIMBS_LOG;

/// The width of the largest field whose group has a factored order.
pub const FACTORED_FIELD_BITS: u64 = 4096;

/// The largest degree of a minimal polynomial that is computed: 65,536 takes some tenths of a
/// second, and four times as long for each doubling.
pub const MINIMAL_POLYNOMIAL_BITS: u64 = 1 << 18;
