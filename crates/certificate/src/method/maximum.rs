//! Maximum Nim ([`clauses::MaximumNimGame`]): the checker recognizes the rules of this game by
//! their only clause, or by their only rule.

use base::text;
use clauses::{MaximumNimGame, RuleClauses};
use rules::game::GameId;
use rules::world::World;

use crate::error::CertificateError;
use crate::walker::refuse;

/// Verifies the conditions on the clauses of a game with one slot.
pub(super) fn check(clauses: &RuleClauses, lows: &[i128]) -> Result<(), CertificateError> {
    if let &[low] = lows
        && MaximumNimGame::of_clauses(clauses, low).is_some()
    {
        return Ok(());
    }
    refuse(text!(
        "the moves of the game do not take 1 to f(n) for a function f that increases by 0 or 1 from each n to the next",
        "其着法不是取 1 至 f(n)，其中 f 每步升 0 或 1"
    ))
}

/// Returns whether a game has only the rule `move k in 1..e : [n - k]`, where e increases by 0 or 1
/// from each n to the next.
pub(super) fn rule_says_so(world: &World, game: GameId) -> bool {
    world.rules(game).game().is_some_and(|rules| {
        let plain = !rules.conventions.loopy
            && !rules.conventions.entailing
            && rules.slots.iter().all(|slot| slot.high.is_none());
        plain && MaximumNimGame::of_rule(rules, game).is_some()
    })
}
