//! The interactive judge: complete games between a contestant's program and the perfect player,
//! line by line. Each line of the judge begins with a word for its kind. The program answers
//! `your move` with one line, its move, in the words of the rules or as the position after it. A
//! program that breaks a rule of the game or of the protocol loses, and is told which rule
//! (docs/judge.md).

use base::budget::Budget;
use grundy::player::{Match, MatchEndReason, MatchSide, MatchState, MoveLookup};
use grundy::{Session, SolveError, position_text};

use base::text::shortened;

/// The maximum length of a line of the program in bytes; a longer line is not a move.
pub const MAX_LINE_BYTES: usize = 1 << 20;

/// The result of a game for the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// The program won.
    Won,
    /// The game was a draw.
    Drawn,
    /// The program lost by the rules of the game.
    Lost,
    /// The program made no legal move; contains the reason.
    Broke(String),
}

/// The two directions of a channel: the lines of the judge, and the answers of the program, `None`
/// at their end.
pub struct ProgramChannel<'a> {
    /// Writes a line and flushes it.
    pub say: &'a mut dyn FnMut(&str),
    /// Reads a line. If it is longer than [`MAX_LINE_BYTES`], slightly more than that is
    /// sufficient.
    pub hear: &'a mut dyn FnMut() -> Option<String>,
}

/// Plays one game from a position; `program` is the program's side.
///
/// # Errors
/// Returns an error if the position is invalid or cannot be solved, or the budget runs out; then
/// neither side loses.
pub fn interact(
    session: &mut Session,
    question: &str,
    program: MatchSide,
    line: &mut ProgramChannel<'_>,
    budget: &Budget<'_>,
) -> Result<GameResult, SolveError> {
    let mut game = Match::new(session, question, budget)?;
    (line.say)("grundy 1");
    (line.say)(&format!("position {}", game.show(game.position())));
    (line.say)(if program == MatchSide::First {
        "you first"
    } else {
        "you second"
    });
    loop {
        if let MatchState::Over(winner, reason) = game.state(budget)? {
            let (word, ended) = match winner {
                Some(winner) if winner == program => ("win", GameResult::Won),
                Some(_) => ("lose", GameResult::Lost),
                None => ("draw", GameResult::Drawn),
            };
            let why = match reason {
                MatchEndReason::Goal => "a goal was made",
                MatchEndReason::Trap => "a trap was made",
                MatchEndReason::NoMove => "no move is left",
                MatchEndReason::Repetition => "the position came back for the third time",
                MatchEndReason::Resigned => "resigned",
            };
            (line.say)(&format!("end {word} ({why})"));
            return Ok(ended);
        }
        if game.to_move() == program {
            (line.say)("your move");
            let broke = match (line.hear)() {
                None => "the program ended while it was to move".to_owned(),
                Some(said) if said.len() > MAX_LINE_BYTES => {
                    format!("a line has at most {MAX_LINE_BYTES} bytes")
                }
                Some(said) => match game.find(said.trim(), budget) {
                    Ok(MoveLookup::One(made)) => {
                        game.play(&made.steps, budget)?;
                        (line.say)(&format!("position {}", game.show(game.position())));
                        continue;
                    }
                    Ok(MoveLookup::None) => {
                        format!("`{}` is no legal move", shortened(said.trim()))
                    }
                    Ok(MoveLookup::Several(_)) => format!(
                        "`{}` fits several moves that leave different positions",
                        shortened(said.trim())
                    ),
                    Err(SolveError::Usage(why)) => {
                        format!("`{}` is no legal move: {}", shortened(said.trim()), why.en)
                    }
                    Err(error) => return Err(error),
                },
            };
            (line.say)(&format!("end broke: {broke}"));
            return Ok(GameResult::Broke(broke));
        }
        let before = game.position().to_vec();
        let choice = game.perfect(budget)?;
        let made = game.describe(&before, &choice.play, budget)?;
        game.play(&choice.play.steps, budget)?;
        let called = |step| {
            position_text::step(game.world(), step).map_or_else(
                || position_text::position_with_counts(game.world(), &step.leaves),
                |name| name.en,
            )
        };
        let steps: Vec<String> = made.steps.iter().map(called).collect();
        (line.say)(&format!("move {}", steps.join("; ")));
        (line.say)(&format!("position {}", game.show(game.position())));
    }
}
