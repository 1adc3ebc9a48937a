//! Refuses games that are played for points or in which the players have different moves, for
//! questions about outcomes and Grundy values only.

use base::text;
use rules::ast::PlayConvention;
use rules::game::GameId;
use rules::world::World;

use crate::error::SolveError;
use crate::partizan_refusal;

/// Reports a game that is played for points or in which the players have different moves.
///
/// # Errors
/// Returns [`SolveError::Unsupported`] if play in one of the games can reach such a game.
pub(crate) fn refuse_points(world: &World, games: &[GameId]) -> Result<(), SolveError> {
    for game in world.reachable_games(games.iter().copied()) {
        let rules = world.rules(game);
        partizan_refusal::refuse(rules.conventions())?;
        if rules.conventions().play == PlayConvention::Score {
            let title = rules.title();
            return Err(SolveError::Unsupported(text!(
                "{title} is played for points, which this command does not support; use `grundy solve`, `moves` or `table`",
                "{title} 按得分进行，此命令不支持；请用 `grundy solve`、`moves` 或 `table`"
            )));
        }
    }
    Ok(())
}
