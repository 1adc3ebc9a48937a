//! The test that tells structures from other games.

use rules::game::Rules;

/// Returns whether a game is a graph or a board. The theorems of this crate apply to no other game.
pub(crate) fn is_structure(rules: &dyn Rules) -> bool {
    rules.as_any().is_some()
}
