//! The reply to a request about a match: the state of the match and the result of the action.

use std::sync::Arc;

use base::budget::Budget;
use base::text::Lang;
use grundy::answer::WinningMove;
use grundy::player::{MatchEndReason, MatchSide, MatchState, Mistake, Review, StrategyReason};
use grundy::why::WhyAnswer;
use grundy::{SolveError, position_text};
use rules::ast::Player;
use rules::game::{Conventions, Outcome};
use rules::play::Component;
use rules::world::World;
use serde_json::{Value, json};

use crate::json::{conventions, outcome};
use crate::play::seated_match::{ComputerSides, MatchSeats, SeatedMatch};
use crate::{solve, why};

/// The reply to `play`.
#[derive(Clone, Debug)]
pub struct PlayReply {
    /// The number of the match.
    pub number: u32,
    /// The world with the games of the match.
    pub world: Arc<World>,
    /// The current state.
    pub standing: MatchStatus,
    /// The result of the action.
    pub done: MatchEvent,
    /// Elapsed time in seconds.
    pub seconds: f64,
}

/// The state of a match.
#[derive(Clone, Debug)]
pub struct MatchStatus {
    /// The position of the player to move.
    pub position: Vec<Component>,
    /// The conventions of the game.
    pub conventions: Conventions,
    /// Whether a rule creates goals, and whether a rule creates traps.
    pub endings: (bool, bool),
    /// Number of moves made so far.
    pub turns: usize,
    /// The player to move.
    pub to_move: MatchSide,
    /// The player to move, if the players have different moves.
    pub player: Option<Player>,
    /// Whether the match is open or over.
    pub state: MatchState,
    /// The players.
    pub seats: MatchSeats,
}

/// The result of an action.
#[derive(Clone, Debug)]
pub enum MatchEvent {
    /// The action has no result of its own; the reply contains only the state of the match.
    Nothing,
    /// A move was made.
    Made(Box<WinningMove>),
    /// No move was made, because the text is ambiguous. Contains the matching moves, each with its
    /// number in the list; `None` for a move that is not in the list.
    Several(Vec<(Option<usize>, WinningMove)>),
    /// Legal moves.
    Legal {
        /// Number of the first listed move.
        from: usize,
        /// Number of moves in the numbered list.
        listed: usize,
        /// Whether the numbered list contains all legal moves.
        complete: bool,
        /// The listed moves.
        moves: Vec<WinningMove>,
    },
    /// A best move and the reason for it.
    Hint(StrategyReason, Box<WinningMove>),
    /// The outcome of the position after the player's last move, and the reasons for the current
    /// position.
    Why(Option<Outcome>, Box<WhyAnswer>),
    /// A review of a player's moves.
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
            player: None,
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
        let mut object = json!({
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
        });
        if let Some(player) = self.player {
            object["player"] = json!(player.word());
        }
        object
    }
}

impl PlayReply {
    /// Returns the reply as JSON.
    pub fn json(&self, lang: Lang) -> Value {
        let (mut object, world) = (self.standing.json(&self.world), &self.world);
        object["match"] = json!(self.number);
        match &self.done {
            MatchEvent::Nothing => {}
            MatchEvent::Made(one) => object["move"] = move_json(one, world, lang),
            MatchEvent::Several(list) => {
                let numbered = |(number, one): &(Option<usize>, WinningMove)| {
                    let mut told = move_json(one, world, lang);
                    told["number"] = json!(number);
                    told
                };
                object["move"] = Value::Null;
                object["candidates"] = list.iter().map(numbered).collect();
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
                object["previous_outcome"] = json!(left.map(outcome));
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

/// Returns a move as JSON. Each step contains the number of its rule, so that a request can contain
/// the same step.
pub(crate) fn move_json(made: &WinningMove, world: &World, lang: Lang) -> Value {
    let mut told = solve::winning(made, world, lang);
    for (place, step) in made.steps.iter().enumerate() {
        told["steps"][place]["rule"] = json!(step.rule + 1);
    }
    told
}

/// Returns a review of a player's moves as JSON.
pub(super) fn review_json(review: &Review, world: &World, lang: Lang) -> Value {
    let mistake = |mistake: &Mistake| {
        json!({
            "turn": mistake.turn + 1,
            "before": position_text::position_with_counts(world, &mistake.before),
            "had": outcome(mistake.had),
            "left": outcome(if mistake.lost { Outcome::N } else { Outcome::D }),
            "move": move_json(&mistake.made, world, lang),
            "better": move_json(&mistake.better, world, lang),
        })
    };
    json!({ "could_win": review.could_win, "mistake": review.mistake.as_ref().map(mistake) })
}

/// Returns the name of the reason for a move.
pub(super) fn grounds_name(grounds: StrategyReason) -> &'static str {
    match grounds {
        StrategyReason::Winning => "winning",
        StrategyReason::Holding => "drawing",
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
        MatchEndReason::Points(..) => "points",
        MatchEndReason::Tie => "tie",
        MatchEndReason::Repetition => "repetition",
        MatchEndReason::Resigned => "resigned",
    }
}
