//! Whole games of a problem against a program, in the problem's own numbers: the judge prepares
//! once for the position, at the problem's sizes, and answers each move at the cost that its
//! strategy states ([`Online`]). The lines are those of [`crate::interact`], but the position is
//! said once only: after it both sides say their moves, as rows of numbers; places are counted from
//! 0 (docs/judge.md).

use base::budget::{Budget, Stop};
use base::text::{Text, shortened};
use grundy::player::Side;
use rules::ast::Play;
use theorems::Online;

use crate::{Ended, Failure, Input, LONGEST_LINE, Line, Malformed};

/// Reads a position and prepares to play on from it.
type Start = fn(&mut Input<'_>, &Budget<'_>) -> Result<Box<dyn Opponent>, Failure>;

/// A game of a problem that the judge plays.
pub struct Game {
    /// The problem's name.
    pub problem: &'static str,
    /// The numbers of a position.
    pub position: &'static str,
    /// The numbers of a move.
    pub makes: &'static str,
    /// A position.
    pub example: &'static str,
    /// Who wins where no move is left.
    pub play: Play,
    /// Reads a position and prepares for it.
    pub start: Start,
}

/// How a move is written: a row of numbers.
pub struct Words<M> {
    /// Reads a row.
    pub read: fn(&mut Input<'_>, &Budget<'_>) -> Result<M, Failure>,
    /// Writes a row.
    pub write: fn(&M) -> String,
}

/// A player whose moves are rows of numbers.
pub trait Opponent {
    /// Makes a move of either player, and does what the answer needs.
    ///
    /// # Errors
    /// Where it is no move: why, or where the budget ends.
    fn play(&mut self, made: &str, budget: &Budget<'_>) -> Result<(), Wrong>;
    /// A winning move, if the player to move has one.
    fn winning_move(&mut self) -> Option<String>;
    /// Some legal move; `None` at the end of play.
    fn any_move(&mut self) -> Option<String>;
}

/// Why a move was not made.
pub enum Wrong {
    /// The move is not legal, for this reason.
    Move(Text),
    /// The game cannot go on.
    Failed(Failure),
}

impl From<Stop> for Wrong {
    fn from(stop: Stop) -> Wrong {
        Wrong::Failed(stop.into())
    }
}

/// A strategy, and how its moves are written.
pub struct Seat<P: Online> {
    /// The strategy.
    pub player: P,
    /// The words.
    pub words: Words<P::Move>,
}

impl<P: Online> Opponent for Seat<P> {
    fn play(&mut self, made: &str, budget: &Budget<'_>) -> Result<(), Wrong> {
        let mut input = Input::new(made);
        let read = (self.words.read)(&mut input, budget)
            .and_then(|made| Ok(input.end().map(|()| made)?));
        let made = read.map_err(|failure| match failure {
            Failure::Malformed(Malformed { message, .. }) => Wrong::Move(message),
            other => Wrong::Failed(other),
        })?;
        self.player.play(&made).map_err(Wrong::Move)?;
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

/// The game of a problem, by the problem's name, or that of another problem that is played alike.
pub fn game(problem: &str) -> Option<&'static Game> {
    let problem = crate::problems::PLAYED_AS
        .iter()
        .find(|(name, _)| *name == problem)
        .map_or(problem, |(_, like)| like);
    crate::problems::GAMES
        .iter()
        .copied()
        .flatten()
        .find(|game| game.problem == problem)
}

/// Plays one game of a problem from a position; `program` is the program's side.
///
/// # Errors
/// Where the position is not of the game's format, or the budget ends; that is nobody's fault in
/// the game.
pub fn interact_in(
    game: &Game,
    position: &str,
    program: Side,
    line: &mut Line<'_>,
    budget: &Budget<'_>,
) -> Result<Ended, Failure> {
    let mut input = Input::new(position);
    let mut side = (game.start)(&mut input, budget)?;
    input.end()?;
    (line.say)("grundy 1");
    (line.say)(&format!(
        "position {}",
        position
            .split_ascii_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    ));
    (line.say)(if program == Side::First {
        "you first"
    } else {
        "you second"
    });
    let mut to_move = Side::First;
    loop {
        let Some(any) = side.any_move() else {
            let won = (to_move == program) == (game.play == Play::Misere);
            (line.say)(if won {
                "end win (no move is left)"
            } else {
                "end lose (no move is left)"
            });
            return Ok(if won { Ended::Won } else { Ended::Lost });
        };
        if to_move == program {
            (line.say)("your move");
            let broke = match (line.hear)() {
                None => Some("the program ended while it was to move".to_owned()),
                Some(said) if said.len() > LONGEST_LINE => {
                    Some(format!("a line has at most {LONGEST_LINE} bytes"))
                }
                Some(said) => match side.play(&said, budget) {
                    Ok(()) => None,
                    Err(Wrong::Move(why)) => Some(format!(
                        "`{}` is no legal move: {}",
                        shortened(said.trim()),
                        why.en
                    )),
                    Err(Wrong::Failed(failure)) => return Err(failure),
                },
            };
            if let Some(broke) = broke {
                (line.say)(&format!("end broke: {broke}"));
                return Ok(Ended::Broke(broke));
            }
        } else {
            let made = side.winning_move().unwrap_or(any);
            match side.play(&made, budget) {
                Ok(()) => {}
                Err(Wrong::Move(why)) => return Err(Failure::Session(grundy::Error::Bug(why))),
                Err(Wrong::Failed(failure)) => return Err(failure),
            }
            (line.say)(&format!("move {made}"));
        }
        to_move = to_move.other();
    }
}
