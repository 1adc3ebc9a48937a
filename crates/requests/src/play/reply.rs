//! What a reply says of a match: how it stands, always, and what was done.

use std::sync::Arc;

use base::budget::Budget;
use base::text::Lang;
use grundy::answer::WinningMove;
use grundy::player::{MatchEndReason, MatchSide, MatchState, Mistake, Review, StrategyReason};
use grundy::why::WhyAnswer;
use grundy::{SolveError, position_text};
use rules::game::{Conventions, Outcome};
use rules::play::Component;
use rules::world::World;
use serde_json::{Value, json};

use crate::json::{conventions, outcome};
use crate::play::seated_match::{ComputerSides, MatchSeats, SeatedMatch};
use crate::{solve, why};

/// The reply.
#[derive(Clone, Debug)]
pub struct PlayReply {
    /// The match.
    pub number: u32,
    /// The games that it speaks of.
    pub world: Arc<World>,
    /// How it stands now.
    pub standing: MatchStatus,
    /// What was done.
    pub done: MatchEvent,
    /// How long that took.
    pub seconds: f64,
}

/// How a match stands.
#[derive(Clone, Debug)]
pub struct MatchStatus {
    /// The position before the player to move.
    pub position: Vec<Component>,
    /// How it is played.
    pub conventions: Conventions,
    /// Whether a rule makes goals, and whether one makes traps.
    pub endings: (bool, bool),
    /// How many moves were made.
    pub turns: usize,
    /// Whose turn it is.
    pub to_move: MatchSide,
    /// Whether play goes on.
    pub state: MatchState,
    /// Who plays.
    pub seats: MatchSeats,
}

/// What was done.
#[derive(Clone, Debug)]
pub enum MatchEvent {
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
    Hint(StrategyReason, Box<WinningMove>),
    /// Who wins what the last move of the player left, and the reasons of the position.
    Why(Option<Outcome>, Box<WhyAnswer>),
    /// A look back.
    Review(Box<Review>),
}

impl MatchStatus {
    pub(super) fn from_match(
        seated: &mut SeatedMatch,
        budget: &Budget<'_>,
    ) -> Result<MatchStatus, SolveError> {
        let state = seated.game.state(budget)?;
        let SeatedMatch { game, seats, .. } = &*seated;
        Ok(MatchStatus {
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
        let component = |c: &Component| json!({ "position": position_text::component(world, c), "game": world.name(c.game), "numbers": c.slots });
        let (turn, over) = match self.state {
            MatchState::Open if self.seats.computer.plays(self.to_move) => {
                (json!("computer"), Value::Null)
            }
            MatchState::Open => (json!("person"), Value::Null),
            MatchState::Over(winner, reason) => (
                Value::Null,
                json!({ "winner": winner.map(player), "reason": key(reason) }),
            ),
        };
        let computer = match self.seats.computer {
            ComputerSides::First => "first",
            ComputerSides::Second => "second",
            ComputerSides::Both => "both",
            ComputerSides::None => "none",
        };
        json!({
            "position": position_text::position_with_counts(world, &self.position),
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

impl PlayReply {
    /// As JSON.
    pub fn json(&self, lang: Lang) -> Value {
        let (mut object, world) = (self.standing.json(&self.world), &self.world);
        object["match"] = json!(self.number);
        match &self.done {
            MatchEvent::Nothing => {}
            MatchEvent::Made(one) => object["made"] = move_json(one, world, lang),
            MatchEvent::Several(list) => {
                let numbered = |(number, one): &(Option<usize>, WinningMove)| {
                    let mut told = move_json(one, world, lang);
                    told["number"] = json!(number);
                    told
                };
                object["made"] = Value::Null;
                object["fits"] = list.iter().map(numbered).collect();
            }
            MatchEvent::Legal {
                from,
                listed,
                complete,
                moves,
            } => {
                object["legal"] = json!({
                    "from": from,
                    "listed": listed,
                    "complete": complete,
                    "moves": moves.iter().map(|one| move_json(one, world, lang)).collect::<Vec<_>>(),
                });
            }
            MatchEvent::Hint(grounds, one) => {
                object["hint"] = json!({ "grounds": grounds_name(*grounds), "move": move_json(one, world, lang) });
            }
            MatchEvent::Why(left, why) => {
                object["last_left"] = json!(left.map(outcome));
                object["why"] = why::reasons(why, world, self.seconds, lang);
                if let Some(one) = &why.example {
                    object["why"]["example"] = move_json(one, world, lang);
                }
            }
            MatchEvent::Review(review) => object["review"] = review_json(review, world, lang),
        }
        object
    }
}

/// A move with the rules of its steps, as a request may give them.
pub(crate) fn move_json(made: &WinningMove, world: &World, lang: Lang) -> Value {
    let mut told = solve::winning(made, world, lang);
    for (place, step) in made.steps.iter().enumerate() {
        told["steps"][place]["rule"] = json!(step.rule + 1);
    }
    told
}

/// What a player did with his chances.
pub(super) fn review_json(review: &Review, world: &World, lang: Lang) -> Value {
    let mistake = |mistake: &Mistake| {
        json!({
            "turn": mistake.turn + 1,
            "before": position_text::position_with_counts(world, &mistake.before),
            "had": outcome(mistake.had),
            "left": outcome(if mistake.lost { Outcome::N } else { Outcome::D }),
            "made": move_json(&mistake.made, world, lang),
            "better": move_json(&mistake.better, world, lang),
        })
    };
    json!({ "could_win": review.could_win, "mistake": review.mistake.as_ref().map(mistake) })
}

/// What a move is chosen for.
pub(super) fn grounds_name(grounds: StrategyReason) -> &'static str {
    match grounds {
        StrategyReason::Winning => "winning",
        StrategyReason::Holding => "holding",
        StrategyReason::Losing => "losing",
        StrategyReason::Arbitrary => "arbitrary",
    }
}

pub(super) fn player(player: MatchSide) -> &'static str {
    match player {
        MatchSide::First => "first",
        MatchSide::Second => "second",
    }
}

pub(super) fn key(reason: MatchEndReason) -> &'static str {
    match reason {
        MatchEndReason::Goal => "goal",
        MatchEndReason::Trap => "trap",
        MatchEndReason::NoMove => "no-move",
        MatchEndReason::Repetition => "repetition",
        MatchEndReason::Resigned => "resigned",
    }
}
