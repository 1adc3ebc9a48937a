//! Limits of the sizes for which nimbers are computed.

/// Binary logarithm of the number of limbs of the largest field.
pub(super) const MAX_FIELD_LIMBS_LOG: usize = 20;

/// Width of the largest field: 67,108,864 bits, which are 8 MiB. Larger nimbers are rejected with
/// [`NimberError::TooLarge`](crate::NimberError::TooLarge).
pub const LIMIT_BITS: u64 = 64 << MAX_FIELD_LIMBS_LOG;

/// Width of the largest field whose group order is factored.
pub const FACTORED_FIELD_BITS: u64 = 4096;

/// Maximum degree of a minimal polynomial that is computed. Degree 65,536 takes some tenths of a
/// second, and each doubling takes four times as long.
pub const MINIMAL_POLYNOMIAL_BITS: u64 = 1 << 18;
