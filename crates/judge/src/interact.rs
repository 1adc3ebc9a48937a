//! The interactive judge: complete games between a contestant's program and the perfect player,
//! line by line. Each line of the judge begins with a word that identifies the content of the line.
//! The program answers `your move` with one line: its move in the words of the rules, or the
//! position after the move. A program that breaks a rule of the game or of the protocol loses, and
//! the judge reports which rule (docs/judge.md).

use base::budget::Budget;
use grundy::player::{Match, MatchEndReason, MatchSide, MatchState, MoveLookup};
use grundy::{QuestionInput, Session, SolveError, position_text};

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
    /// The answer of the program was not a legal move; contains the reason.
    Broke(String),
}

/// The two directions of a channel: the lines of the judge, and the answers of the program, with
/// `None` after the last answer.
pub struct ProgramChannel<'a> {
    /// Writes a line and flushes it.
    pub say: &'a mut dyn FnMut(&str),
    /// Reads a line. If the line is longer than [`MAX_LINE_BYTES`], it is sufficient to return
    /// slightly more bytes than this maximum.
    pub hear: &'a mut dyn FnMut() -> Option<String>,
}

/// Plays one game from a position; `program` is the program's role (first or second player).
///
/// # Errors
/// Returns an error if the position is invalid or cannot be solved, or the budget runs out; neither
/// player loses in case of an error.
pub fn interact<'q>(
    session: &mut Session,
    question: impl Into<QuestionInput<'q>>,
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
                MatchEndReason::Goal => "a goal was reached",
                MatchEndReason::Trap => "a trap was reached",
                MatchEndReason::NoMove => "no move is left",
                MatchEndReason::Points(..) => "no move is left, and points decide",
                MatchEndReason::Tie => "the position is a tie",
                MatchEndReason::Repetition => "the position occurred for the third time",
                MatchEndReason::Resigned => "resigned",
            };
            (line.say)(&format!("end {word} ({why})"));
            return Ok(ended);
        }
        if game.to_move() == program {
            (line.say)("your move");
            let broke = match (line.hear)() {
                None => "the program exited when it was its turn".to_owned(),
                Some(said) if said.len() > MAX_LINE_BYTES => {
                    format!("a line must have at most {MAX_LINE_BYTES} bytes")
                }
                Some(said) => match game.find(said.trim(), budget) {
                    Ok(MoveLookup::One(made)) => {
                        game.play(&made.steps, budget)?;
                        (line.say)(&format!("position {}", game.show(game.position())));
                        continue;
                    }
                    Ok(MoveLookup::None) => {
                        format!("`{}` is not a legal move", shortened(said.trim()))
                    }
                    Ok(MoveLookup::Several(_)) => format!(
                        "`{}` matches several moves that lead to different positions",
                        shortened(said.trim())
                    ),
                    Err(SolveError::Usage(why)) => {
                        format!(
                            "`{}` is not a legal move: {}",
                            shortened(said.trim()),
                            why.en
                        )
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
