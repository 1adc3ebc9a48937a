//! The interactive judge: whole games between a contestant's program and the perfect player, line
//! by line. What the judge writes begins with a word that says what it is; the program answers
//! `your move` with one line, its move, in the words of the rules or as the position that it
//! leaves. Who breaks a rule of the game or of the protocol has lost, and is told which
//! (docs/judge.md).

use base::budget::Budget;
use grundy::player::{Found, Match, Reason, Side, State};
use grundy::{Error, Session, words};

use base::text::shortened;

/// The most bytes of a line of the program; who says more has said no move.
pub const LONGEST_LINE: usize = 1 << 20;

/// How a game ended for the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The program won.
    Won,
    /// Nobody won.
    Drawn,
    /// The program lost by the rules of the game.
    Lost,
    /// The program made no legal move: in what way.
    Broke(String),
}

/// The two ends of a line: what the judge says, and what the program answers; `None` at its end.
pub struct Line<'a> {
    /// Writes a line, to be seen at once.
    pub say: &'a mut dyn FnMut(&str),
    /// Reads a line; of one that is longer than [`LONGEST_LINE`], a little more than that is
    /// enough.
    pub hear: &'a mut dyn FnMut() -> Option<String>,
}

/// Plays one game from a position; `program` is the program's side.
///
/// # Errors
/// Where the position is wrong, cannot be solved, or the budget ends; that is nobody's fault in the
/// game.
pub fn interact(
    session: &mut Session,
    question: &str,
    program: Side,
    line: &mut Line<'_>,
    budget: &Budget<'_>,
) -> Result<Ended, Error> {
    let mut game = Match::new(session, question, budget)?;
    (line.say)("grundy 1");
    (line.say)(&format!("position {}", game.show(game.position())));
    (line.say)(if program == Side::First {
        "you first"
    } else {
        "you second"
    });
    loop {
        if let State::Over(winner, reason) = game.state(budget)? {
            let (word, ended) = match winner {
                Some(winner) if winner == program => ("win", Ended::Won),
                Some(_) => ("lose", Ended::Lost),
                None => ("draw", Ended::Drawn),
            };
            let why = match reason {
                Reason::Goal => "a goal was made",
                Reason::Trap => "a trap was made",
                Reason::NoMove => "no move is left",
                Reason::Repetition => "the position came back for the third time",
                Reason::Resigned => "resigned",
            };
            (line.say)(&format!("end {word} ({why})"));
            return Ok(ended);
        }
        if game.to_move() == program {
            (line.say)("your move");
            let broke = match (line.hear)() {
                None => "the program ended while it was to move".to_owned(),
                Some(said) if said.len() > LONGEST_LINE => {
                    format!("a line has at most {LONGEST_LINE} bytes")
                }
                Some(said) => match game.find(said.trim(), budget) {
                    Ok(Found::One(made)) => {
                        game.play(&made.steps, budget)?;
                        (line.say)(&format!("position {}", game.show(game.position())));
                        continue;
                    }
                    Ok(Found::None) => format!("`{}` is no legal move", shortened(said.trim())),
                    Ok(Found::Several(_)) => format!(
                        "`{}` fits several moves that leave different positions",
                        shortened(said.trim())
                    ),
                    Err(Error::Usage(why)) => {
                        format!("`{}` is no legal move: {}", shortened(said.trim()), why.en)
                    }
                    Err(error) => return Err(error),
                },
            };
            (line.say)(&format!("end broke: {broke}"));
            return Ok(Ended::Broke(broke));
        }
        let before = game.position().to_vec();
        let choice = game.perfect(budget)?;
        let made = game.describe(&before, &choice.play, budget)?;
        game.play(&choice.play.steps, budget)?;
        let called = |step| {
            words::step(game.world(), step).map_or_else(
                || words::counted(game.world(), &step.leaves),
                |name| name.en,
            )
        };
        let steps: Vec<String> = made.steps.iter().map(called).collect();
        (line.say)(&format!("move {}", steps.join("; ")));
        (line.say)(&format!("position {}", game.show(game.position())));
    }
}
