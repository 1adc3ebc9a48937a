//! The encoding of points in the entries of a table.

use rules::ir::Int;

/// The number that stands for a missing difference or an unknown total.
pub(crate) const UNKNOWN: Int = Int::MIN;

/// Numbers are XORed with this mask in entries, so that an empty entry, all of whose bits are set,
/// contains [`UNKNOWN`].
pub(crate) const ENTRY_MASK: Int = Int::MAX;

/// Returns the number of bytes of an entry: the difference, and the total if ended positions have
/// no payoff.
pub(crate) const fn entry_bytes(has_payoff: bool) -> usize {
    if has_payoff { 8 } else { 16 }
}
