//! Limits on the size of a game.

/// Maximum number of slots of a position.
pub(super) const MAX_SLOTS: usize = 4096;

/// Maximum number of slots of a position that contains words.
pub(super) const MAX_SLOTS_WITH_WORDS: usize = 3 * MAX_SLOTS;

/// Maximum number of choices of one move or one `for`.
pub(super) const MAX_CHOICES: usize = 64;

/// Maximum number of elements of a set that is computed when a game is read.
pub(super) const MAX_SET_ELEMENTS: usize = 1_000_000;

/// Maximum number of nodes of the expressions of one game after functions are inlined.
pub(super) const MAX_EXPANDED_NODES: usize = 200_000;

/// Maximum height of an expression after functions are inlined. The maximum nesting depth of
/// function bodies is twice this height. Every traversal of expressions is recursive.
pub(super) const MAX_EXPANDED_HEIGHT: usize = crate::parser::MAX_HEIGHT;
