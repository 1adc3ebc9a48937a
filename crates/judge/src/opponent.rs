//! Plays complete games of a judge problem against a program. Positions and moves are written as
//! rows of numbers in the format of the problem (docs/judge.md). The judge prepares its strategy
//! ([`OnlinePlayer`]) once for each start position; computing an answer then takes only the time of
//! the strategy. The protocol is that of [`crate::interact`], but the position is written only
//! once, and both players then write only their moves. Heaps, pieces and players are counted
//! from 0.

use base::budget::{Budget, StopReason};
use base::impl_error;
use base::text::{Text, shortened};
use grundy::player::MatchSide;
use rules::ast::PlayConvention;
use theorems::OnlinePlayer;

use crate::error::JudgeError;
use crate::input::{InputError, InputReader};
use crate::interact::{GameResult, MAX_LINE_BYTES, ProgramChannel};

/// A function that reads a position and prepares to play from it.
type Start = fn(&mut InputReader<'_>) -> Result<Box<dyn Opponent>, JudgeError>;

/// A game of a problem that the judge plays.
pub struct JudgeGame {
    /// The name of the problem.
    pub problem: &'static str,
    /// A description of the numbers of a position.
    pub position: &'static str,
    /// A description of the numbers of a move.
    pub makes: &'static str,
    /// An example of a position.
    pub example: &'static str,
    /// The convention that determines who wins if no move is left.
    pub play: PlayConvention,
    /// Reads a position and prepares a player for it.
    pub start: Start,
}

/// The format of a move: a row of numbers.
pub struct MoveFormat<M> {
    /// Reads a row of numbers that encodes a move.
    pub read: fn(&mut InputReader<'_>) -> Result<M, JudgeError>,
    /// Writes a move as a row of numbers.
    pub write: fn(&M) -> String,
}

/// A player whose moves are rows of numbers.
pub trait Opponent {
    /// Makes a move of either player, and prepares the answer.
    ///
    /// # Errors
    /// Returns [`MoveError`] if the move is not legal, or the budget runs out.
    fn play(&mut self, made: &str, budget: &Budget<'_>) -> Result<(), MoveError>;
    /// Returns a winning move, or `None` if the player to move has none.
    fn winning_move(&mut self) -> Option<String>;
    /// Returns some legal move; `None` at the end of play.
    fn any_move(&mut self) -> Option<String>;
}

/// The reason why a move was not made.
#[derive(Debug)]
pub enum MoveError {
    /// The move is not legal; contains the reason.
    Move(Text),
    /// The game cannot continue.
    Failed(JudgeError),
}

impl MoveError {
    /// Returns the reason as text.
    pub fn text(&self) -> Text {
        match self {
            MoveError::Move(why) => why.clone(),
            MoveError::Failed(error) => error.text(),
        }
    }
}

impl_error!(MoveError {
    Failed(JudgeError)
});

impl From<StopReason> for MoveError {
    fn from(stop: StopReason) -> MoveError {
        MoveError::Failed(stop.into())
    }
}

/// A strategy, and the format of its moves.
pub struct StrategyOpponent<P: OnlinePlayer> {
    /// The strategy.
    pub player: P,
    /// The format of the strategy's moves.
    pub words: MoveFormat<P::Move>,
}

impl<P: OnlinePlayer> Opponent for StrategyOpponent<P> {
    fn play(&mut self, made: &str, budget: &Budget<'_>) -> Result<(), MoveError> {
        let mut input = InputReader::new(made, budget);
        let read = (self.words.read)(&mut input).and_then(|made| Ok(input.end().map(|()| made)?));
        let made = read.map_err(|failure| match failure {
            JudgeError::Malformed(InputError { message, .. }) => MoveError::Move(message),
            other => MoveError::Failed(other),
        })?;
        self.player.play(&made).map_err(MoveError::Move)?;
        Ok(self.player.prepare(budget)?)
    }

    fn winning_move(&mut self) -> Option<String> {
        self.player
            .winning_move()
            .map(|made| (self.words.write)(&made))
    }

    fn any_move(&mut self) -> Option<String> {
        self.player.any_move().map(|made| (self.words.write)(&made))
    }
}

/// Plays one game of a problem from a position; `program` is the program's role (first or second
/// player).
///
/// # Errors
/// Returns [`JudgeError`] if the position is not in the game's format, or the budget runs out;
/// neither player loses in case of an error.
pub fn interact_in(
    game: &JudgeGame,
    position: &str,
    program: MatchSide,
    line: &mut ProgramChannel<'_>,
    budget: &Budget<'_>,
) -> Result<GameResult, JudgeError> {
    let mut input = InputReader::new(position, budget);
    let mut side = (game.start)(&mut input)?;
    input.end()?;
    (line.say)("grundy 1");
    (line.say)(&format!(
        "position {}",
        position
            .split_ascii_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    ));
    (line.say)(if program == MatchSide::First {
        "you first"
    } else {
        "you second"
    });
    let mut to_move = MatchSide::First;
    loop {
        let Some(any) = side.any_move() else {
            let won = (to_move == program) == (game.play == PlayConvention::Misere);
            (line.say)(if won {
                "end win (no move is left)"
            } else {
                "end lose (no move is left)"
            });
            return Ok(if won {
                GameResult::Won
            } else {
                GameResult::Lost
            });
        };
        if to_move == program {
            (line.say)("your move");
            let broke = match (line.hear)() {
                None => Some("the program exited when it was its turn".to_owned()),
                Some(said) if said.len() > MAX_LINE_BYTES => {
                    Some(format!("a line must have at most {MAX_LINE_BYTES} bytes"))
                }
                Some(said) => match side.play(&said, budget) {
                    Ok(()) => None,
                    Err(MoveError::Move(why)) => Some(format!(
                        "`{}` is not a legal move: {}",
                        shortened(said.trim()),
                        why.en
                    )),
                    Err(MoveError::Failed(failure)) => return Err(failure),
                },
            };
            if let Some(broke) = broke {
                (line.say)(&format!("end broke: {broke}"));
                return Ok(GameResult::Broke(broke));
            }
        } else {
            let made = side.winning_move().unwrap_or(any);
            match side.play(&made, budget) {
                Ok(()) => {}
                Err(MoveError::Move(why)) => {
                    return Err(JudgeError::Session(grundy::SolveError::Bug(why)));
                }
                Err(MoveError::Failed(failure)) => return Err(failure),
            }
            (line.say)(&format!("move {made}"));
        }
        to_move = to_move.other();
    }
}
