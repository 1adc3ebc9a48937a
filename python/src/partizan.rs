//! Positions of games in which the players have different moves.

use base::budget::Budget;
use base::text;
use grundy::answer::WinningMove;
use grundy::partizan_play::PartizanMatch;
use grundy::question::Position;
use grundy::{Session, SolveError, SolveOptions};
use rules::ast::Player;
use serde_json::{Value, json};

/// Returns the outcome and the value of a position.
pub fn outcome_and_value(
    session: &mut Session,
    position: &Position,
    budget: &Budget<'_>,
) -> Result<(String, Value), SolveError> {
    let answer = session.solve(position, SolveOptions::VALUE, budget)?;
    let found = answer.partizan.ok_or_else(|| {
        SolveError::Bug(text!("the players have the same moves", "双方着法相同"))
    })?;
    let name = found.value.and_then(|value| value.name);
    Ok((found.winners.letters(), json!(name)))
}

/// Returns the winning moves or the legal moves of a player, if the players have different moves.
pub fn moves(
    session: &mut Session,
    position: &Position,
    legal: bool,
    to_move: Option<Player>,
    budget: &Budget<'_>,
) -> Result<Vec<WinningMove>, SolveError> {
    let player = to_move.ok_or_else(|| {
        SolveError::Usage(text!(
            "the players have different moves: pass to_move=\"left\" or to_move=\"right\"",
            "双方着法不同：请传入 to_move=\"left\" 或 to_move=\"right\""
        ))
    })?;
    if legal {
        return PartizanMatch::new(session, position, player, budget)?.legal(budget);
    }
    let asked = SolveOptions {
        to_move: Some(player),
        ..SolveOptions::MOVES
    };
    let asked = SolveOptions {
        winner_only: true,
        ..asked
    };
    let answer = session.solve(position, asked, budget)?;
    let moves = answer.partizan.and_then(|found| found.moves);
    let own = moves.map(|[left, right]| match player {
        Player::Left => left,
        Player::Right => right,
    });
    Ok(own.filter(|own| !own.hold_draw).unwrap_or_default().list)
}
