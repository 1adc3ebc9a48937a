//! `reply` and `review`: the computer's move in a position, and the review of a complete game, in
//! one request each. The request handler keeps no match.

use std::sync::Arc;

use base::budget::Budget;
use base::text;
use base::text::{Lang, Text};
use grundy::answer::WinningMove;
use grundy::player::{MatchSide, MatchState, Review, StrategyMove, StrategyReason};
use grundy::{Session, SolveError, position_text};
use rules::play::Component;
use rules::world::World;
use serde::Deserialize;
use serde_json::{Value, json};

use super::reply::{grounds_name, key, player, review_json};
use super::seated_match::{ComputerSides, MatchSeats, SeatedMatch};
use super::{
    MatchEvent, PlayStep, SideName, make_given_move, open, seed_by_clock, strength_is_wrong,
};
use crate::host::RequestHost;
use crate::options::RequestOptions;
use crate::question::QuestionRequest;

/// The options of `reply`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ComputerMoveOptions {
    /// The probability in percent that the move is perfect; by default 100.
    pub strength: Option<u8>,
    /// The seed for a move that is not perfect; by default taken from the clock.
    pub seed: Option<u64>,
}

/// The reply to `reply`.
#[derive(Clone, Debug)]
pub struct ComputerMoveReply {
    /// The position.
    pub position: Vec<Component>,
    /// The world with the games of the position.
    pub world: Arc<World>,
    /// The move.
    pub made: WinningMove,
    /// The reason for the move.
    pub grounds: StrategyReason,
    /// The probability in percent that the move is perfect.
    pub strength: u8,
    /// The seed of the move.
    pub seed: u64,
    /// A file that the move may depend on and that was not compared with the rules.
    pub rests_on: Option<String>,
    seconds: f64,
}

pub(crate) fn reply(
    session: &mut Session,
    asked: &QuestionRequest<ComputerMoveOptions>,
    budget: &Budget<'_>,
    host: &dyn RequestHost,
) -> Result<ComputerMoveReply, SolveError> {
    let (question, started, own) = (asked.position()?, host.now(), &asked.options.own);
    if let Some(wrong) = strength_is_wrong(own.strength) {
        return Err(wrong);
    }
    let (strength, seed) = (
        own.strength.unwrap_or(100),
        own.seed.unwrap_or_else(|| seed_by_clock(started)),
    );
    let mut seated = SeatedMatch::begin(
        session,
        question,
        MatchSeats {
            computer: ComputerSides::Both,
            strength,
            seed,
        },
        budget,
    )?;
    if let MatchState::Over(..) = seated.game.state(budget)? {
        return Err(SolveError::Usage(text!(
            "play is over in this position: there is no move",
            "在此局面中对局已结束：没有着法"
        )));
    }
    let StrategyMove { play, grounds } = seated.choose(strength, budget)?;
    let made = seated.describe(&play, budget)?;
    let (position, world) = (seated.game.position().to_vec(), seated.game.world().clone());
    let rests_on = session.settings.unverified_file();
    Ok(ComputerMoveReply {
        position,
        world,
        made,
        grounds,
        strength,
        seed,
        rests_on,
        seconds: host.now() - started,
    })
}

impl ComputerMoveReply {
    /// Returns the reply as JSON.
    pub fn json(&self, lang: Lang) -> Value {
        json!({
            "position": position_text::position_with_counts(&self.world, &self.position),
            "move": super::move_json(&self.made, &self.world, lang),
            "grounds": grounds_name(self.grounds),
            "strength": self.strength,
            "seed": self.seed,
            "depends_on": self.rests_on,
            "seconds": self.seconds,
        })
    }
}

/// The request `review`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ReviewRequest {
    /// The initial position.
    pub question: Option<String>,
    /// The moves in chronological order.
    pub moves: Vec<ReviewMove>,
    /// The player whose moves are reviewed; `None` for a review of both players.
    pub player: Option<SideName>,
    /// The common options.
    pub options: RequestOptions<crate::open::NoOptions>,
}

/// A move of a game to review.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum ReviewMove {
    /// A move as a person types it: its number in the list, its text, or the position that the move
    /// leaves.
    Text(String),
    /// A move as data: its steps.
    Steps(Vec<PlayStep>),
}

/// The reply to `review`.
#[derive(Clone, Debug)]
pub struct ReviewReply {
    /// The initial position.
    pub from: Vec<Component>,
    /// The final position.
    pub position: Vec<Component>,
    /// The world with the games of the positions.
    pub world: Arc<World>,
    /// The moves.
    pub moves: Vec<WinningMove>,
    /// Whether play is over in the final position.
    pub state: MatchState,
    /// A review for each of the requested players.
    pub reviews: Vec<(MatchSide, Review)>,
    play: rules::ast::PlayConvention,
    /// A file that the reviews may depend on and that was not compared with the rules.
    pub rests_on: Option<String>,
    seconds: f64,
}

pub(crate) fn review(
    session: &mut Session,
    asked: &ReviewRequest,
    budget: &Budget<'_>,
    host: &dyn RequestHost,
) -> Result<ReviewReply, SolveError> {
    let started = host.now();
    let none = || {
        SolveError::Usage(text!(
            "missing question: expected the position to start from",
            "缺少 question：应为开局的局面"
        ))
    };
    let question = asked.question.as_deref().ok_or_else(none)?;
    if asked.moves.is_empty() {
        return Err(SolveError::Usage(text!(
            "no moves were given, so there is nothing to review",
            "没有给出着法：无可回顾"
        )));
    }
    let mut seated = SeatedMatch::begin(
        session,
        question,
        MatchSeats {
            computer: ComputerSides::None,
            strength: 100,
            seed: 0,
        },
        budget,
    )?;
    let from = seated.game.position().to_vec();
    let mut moves = Vec::new();
    for (number, one) in (1..).zip(&asked.moves) {
        let placed = |error| of_move(number, error);
        open(&mut seated, budget).map_err(placed)?;
        let (steps, line) = match one {
            ReviewMove::Text(line) => (None, Some(&line[..])),
            ReviewMove::Steps(steps) => (Some(&steps[..]), None),
        };
        match make_given_move(&mut seated, steps, line, budget).map_err(placed)? {
            MatchEvent::Made(made) => moves.push(*made),
            MatchEvent::Several(fitting) => {
                let world = seated.game.world();
                let left: Vec<String> = fitting
                    .iter()
                    .take(4)
                    .map(|(_, one)| position_text::position_with_counts(world, &one.leaves))
                    .collect();
                let (line, left) = (line.unwrap_or_default(), left.join("; "));
                return Err(placed(SolveError::Usage(text!(
                    "`{line}` matches several moves; give the position after the move: {left}",
                    "`{line}` 可指几个着法；请给出走后留下的局面：{left}"
                ))));
            }
            _ => {}
        }
    }
    let sides = match asked.player {
        Some(SideName::First) => vec![MatchSide::First],
        Some(SideName::Second) => vec![MatchSide::Second],
        None => vec![MatchSide::First, MatchSide::Second],
    };
    let reviews = sides
        .into_iter()
        .map(|side| Ok((side, seated.review(side, budget)?)))
        .collect::<Result<_, SolveError>>()?;
    let state = seated.game.state(budget)?;
    let (position, world, play) = (
        seated.game.position().to_vec(),
        seated.game.world().clone(),
        seated.game.conventions().play,
    );
    let rests_on = session.settings.unverified_file();
    Ok(ReviewReply {
        from,
        position,
        world,
        moves,
        state,
        reviews,
        play,
        rests_on,
        seconds: host.now() - started,
    })
}

/// Adds the number of the move to an error message.
fn of_move(number: usize, error: SolveError) -> SolveError {
    match error {
        SolveError::Usage(Text { en, zh }) => SolveError::Usage(Text {
            en: format!("move {number}: {en}"),
            zh: format!("第 {number} 步：{zh}"),
        }),
        other => other,
    }
}

impl ReviewReply {
    /// Returns the play convention of the game.
    pub fn play(&self) -> rules::ast::PlayConvention {
        self.play
    }

    /// Returns the reply as JSON.
    pub fn json(&self, lang: Lang) -> Value {
        let world = &self.world;
        let over = match self.state {
            MatchState::Open => Value::Null,
            MatchState::Over(winner, reason) => {
                json!({ "winner": winner.map(player), "reason": key(reason) })
            }
        };
        let side = |(side, review): &(MatchSide, Review)| {
            let mut told = review_json(review, world, lang);
            told["player"] = json!(player(*side));
            told
        };
        json!({
            "position": position_text::position_with_counts(world, &self.from),
            "moves": self.moves.iter().map(|one| super::move_json(one, world, lang)).collect::<Vec<_>>(),
            "leaves": position_text::position_with_counts(world, &self.position),
            "over": over,
            "reviews": self.reviews.iter().map(side).collect::<Vec<_>>(),
            "depends_on": self.rests_on,
            "seconds": self.seconds,
        })
    }
}
