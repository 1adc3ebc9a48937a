//! Refuses games that are played for points, for questions about outcomes and values only.

use base::text;
use rules::ast::PlayConvention;
use rules::game::GameId;
use rules::world::World;

use crate::error::SolveError;

/// Reports a game that is played for points.
///
/// # Errors
/// Returns [`SolveError::Unsupported`] if play in one of the games can reach a game with `play
/// score`.
pub(crate) fn refuse_points(world: &World, games: &[GameId]) -> Result<(), SolveError> {
    for game in world.reachable_games(games.iter().copied()) {
        let rules = world.rules(game);
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
