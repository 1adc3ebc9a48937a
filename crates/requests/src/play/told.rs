//! What a reply says of a match: how it stands, always, and what was done.

use std::sync::Arc;

use base::budget::Budget;
use base::text::Lang;
use grundy::answer::WinningMove;
use grundy::player::{Grounds, Mistake, Reason, Review, Side, State};
use grundy::why::Why;
use grundy::{Error, words};
use rules::play::Component;
use rules::rules::{Conventions, Outcome};
use rules::world::World;
use serde_json::{Value, json};

use crate::json::{conventions, outcome};
use crate::play::seated::{Computer, Seated, Seats};
use crate::{solve, why};

/// The reply.
#[derive(Clone, Debug)]
pub struct Played {
    /// The match.
    pub number: u32,
    /// The games that it speaks of.
    pub world: Arc<World>,
    /// How it stands now.
    pub standing: Standing,
    /// What was done.
    pub done: Done,
    /// How long that took.
    pub seconds: f64,
}

/// How a match stands.
#[derive(Clone, Debug)]
pub struct Standing {
    /// The position before the player to move.
    pub position: Vec<Component>,
    /// How it is played.
    pub conventions: Conventions,
    /// Whether a rule makes goals, and whether one makes traps.
    pub endings: (bool, bool),
    /// How many moves were made.
    pub turns: usize,
    /// Whose turn it is.
    pub to_move: Side,
    /// Whether play goes on.
    pub state: State,
    /// Who plays.
    pub seats: Seats,
}

/// What was done.
#[derive(Clone, Debug)]
pub enum Done {
    /// Nothing that is not seen from how the match stands.
    Nothing,
    /// A move was made.
    Made(Box<WinningMove>),
    /// No move was made, for these are meant by the text, each with its number in the list if it is
    /// there.
    Several(Vec<(Option<usize>, WinningMove)>),
    /// Legal moves.
    Legal {
        /// The number of the first.
        from: usize,
        /// How many have a number.
        listed: usize,
        /// Whether these are all there are.
        complete: bool,
        /// Some of them.
        moves: Vec<WinningMove>,
    },
    /// A best move, and what for.
    Hint(Grounds, Box<WinningMove>),
    /// Who wins what the last move of the player left, and the reasons of the position.
    Why(Option<Outcome>, Box<Why>),
    /// A look back.
    Review(Box<Review>),
}

impl Standing {
    pub(super) fn of(seated: &mut Seated, budget: &Budget<'_>) -> Result<Standing, Error> {
        let state = seated.game.state(budget)?;
        let Seated { game, seats, .. } = &*seated;
        Ok(Standing {
            position: game.position().to_vec(),
            conventions: game.conventions(),
            endings: game.endings(),
            turns: game.turns().len(),
            to_move: game.to_move(),
            state,
            seats: *seats,
        })
    }

    fn json(&self, world: &World) -> Value {
        let component = |c: &Component| json!({ "position": words::component(world, c), "game": world.name(c.game), "numbers": c.slots });
        let (turn, over) = match self.state {
            State::Open if self.seats.computer.plays(self.to_move) => {
                (json!("computer"), Value::Null)
            }
            State::Open => (json!("person"), Value::Null),
            State::Over(winner, reason) => (
                Value::Null,
                json!({ "winner": winner.map(player), "reason": key(reason) }),
            ),
        };
        let computer = match self.seats.computer {
            Computer::First => "first",
            Computer::Second => "second",
            Computer::Both => "both",
            Computer::None => "none",
        };
        json!({
            "position": words::counted(world, &self.position),
            "components": self.position.iter().map(component).collect::<Vec<_>>(),
            "conventions": conventions(&self.conventions),
            "goals": self.endings.0,
            "traps": self.endings.1,
            "turns": self.turns,
            "to_move": player(self.to_move),
            "turn": turn,
            "over": over,
            "computer": computer,
            "strength": self.seats.strength,
            "seed": self.seats.seed,
        })
    }
}

impl Played {
    /// As JSON.
    pub fn json(&self, lang: Lang) -> Value {
        let (mut object, world) = (self.standing.json(&self.world), &self.world);
        object["match"] = json!(self.number);
        match &self.done {
            Done::Nothing => {}
            Done::Made(one) => object["made"] = made(one, world, lang),
            Done::Several(list) => {
                let numbered = |(number, one): &(Option<usize>, WinningMove)| {
                    let mut told = made(one, world, lang);
                    told["number"] = json!(number);
                    told
                };
                object["made"] = Value::Null;
                object["fits"] = list.iter().map(numbered).collect();
            }
            Done::Legal {
                from,
                listed,
                complete,
                moves,
            } => {
                object["legal"] = json!({
                    "from": from,
                    "listed": listed,
                    "complete": complete,
                    "moves": moves.iter().map(|one| made(one, world, lang)).collect::<Vec<_>>(),
                });
            }
            Done::Hint(grounds, one) => {
                object["hint"] =
                    json!({ "grounds": sure(*grounds), "move": made(one, world, lang) });
            }
            Done::Why(left, why) => {
                object["last_left"] = json!(left.map(outcome));
                object["why"] = why::reasons(why, world, self.seconds, lang);
                if let Some(one) = &why.example {
                    object["why"]["example"] = made(one, world, lang);
                }
            }
            Done::Review(review) => object["review"] = looked_back(review, world, lang),
        }
        object
    }
}

/// A move with the rules of its steps, as a request may give them.
pub(crate) fn made(made: &WinningMove, world: &World, lang: Lang) -> Value {
    let mut told = solve::winning(made, world, lang);
    for (place, step) in made.steps.iter().enumerate() {
        told["steps"][place]["rule"] = json!(step.rule + 1);
    }
    told
}

/// What a player did with his chances.
pub(super) fn looked_back(review: &Review, world: &World, lang: Lang) -> Value {
    let mistake = |mistake: &Mistake| {
        json!({
            "turn": mistake.turn + 1,
            "before": words::counted(world, &mistake.before),
            "had": outcome(mistake.had),
            "left": outcome(if mistake.lost { Outcome::N } else { Outcome::D }),
            "made": made(&mistake.made, world, lang),
            "better": made(&mistake.better, world, lang),
        })
    };
    json!({ "could_win": review.could_win, "mistake": review.mistake.as_ref().map(mistake) })
}

/// What a move is chosen for.
pub(super) fn sure(grounds: Grounds) -> &'static str {
    match grounds {
        Grounds::Winning => "winning",
        Grounds::Holding => "holding",
        Grounds::Losing => "losing",
        Grounds::Arbitrary => "arbitrary",
    }
}

pub(super) fn player(player: Side) -> &'static str {
    match player {
        Side::First => "first",
        Side::Second => "second",
    }
}

pub(super) fn key(reason: Reason) -> &'static str {
    match reason {
        Reason::Goal => "goal",
        Reason::Trap => "trap",
        Reason::NoMove => "no-move",
        Reason::Repetition => "repetition",
        Reason::Resigned => "resigned",
    }
}
