//! Refuses games in which the players have different moves, for questions that do not support them.

use base::text;
use base::text::Text;
use rules::ast::PlayConvention;
use rules::game::Conventions;

use crate::error::SolveError;

/// Refuses games in which the players have different moves.
///
/// # Errors
/// Returns [`SolveError::Unsupported`] if the conventions are those of such a game.
pub(crate) fn refuse(conventions: Conventions) -> Result<(), SolveError> {
    if conventions.play == PlayConvention::Partizan {
        return Err(SolveError::Unsupported(refusal()));
    }
    Ok(())
}

/// Returns the reason why a question about a game in which the players have different moves is
/// refused.
fn refusal() -> Text {
    text!(
        "the players have different moves (`move left`, `move right`), which this command or option does not support; use `grundy solve`, `moves`, `table`, `why`, `play`, `draw` or `check`",
        "双方着法不同（`move left`、`move right`），此命令或选项不支持；请用 `grundy solve`、`moves`、`table`、`why`、`play`、`draw` 或 `check`"
    )
}
