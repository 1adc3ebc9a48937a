//! Limits on what a game may hold.

/// The most slots of a position.
pub(super) const MAX_SLOTS: usize = 4096;

/// The most slots of a position that holds words.
pub(super) const MAX_SLOTS_WITH_WORDS: usize = 3 * MAX_SLOTS;

/// The most choices of one move or one `for`.
pub(super) const MAX_CHOICES: usize = 64;

/// The most elements of a set that is computed when a game is read.
pub(super) const MAX_SET_ELEMENTS: usize = 1_000_000;

/// The most nodes that the expressions of one game may have once functions are put in place.
pub(super) const MAX_EXPANDED_NODES: usize = 200_000;

/// How high an expression may be once functions are put in place, and half of how deep the bodies
/// of functions may stand in each other: everything that walks over expressions does so by
/// recursion.
pub(super) const MAX_EXPANDED_HEIGHT: usize = crate::parser::MAX_HEIGHT;
