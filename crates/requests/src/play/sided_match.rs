//! Matches of games in which the players, Left and Right, have different moves, for the request
//! `play`. A match begins with the option `first`, the player who makes the first move.

use base::budget::Budget;
use base::text;
use base::text::Text;
use grundy::partizan_play::PartizanMatch;
use grundy::player::{MatchSide, MatchState};
use grundy::{Session, SolveError};
use rules::ast::Player;
use serde::Deserialize;

use super::reply::{MatchEvent, MatchStatus};
use super::seated_match::MatchSeats;
use super::{PAGE, PlayAction, PlayRequest, SideName, steps_of};
use crate::draw::allow_drawing;

/// The player who makes the first move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FirstPlayer {
    /// Left.
    #[default]
    Left,
    /// Right.
    Right,
}

/// A match and its players.
pub(super) struct SidedMatch {
    pub game: PartizanMatch,
    pub seats: MatchSeats,
}

impl SidedMatch {
    /// Starts a match.
    pub fn begin(
        session: &mut Session,
        question: &str,
        first: FirstPlayer,
        seats: MatchSeats,
        budget: &Budget<'_>,
    ) -> Result<SidedMatch, SolveError> {
        let first = match first {
            FirstPlayer::Left => Player::Left,
            FirstPlayer::Right => Player::Right,
        };
        let game = PartizanMatch::new(session, question, first, budget)?;
        allow_drawing(game.position(), budget)?;
        Ok(SidedMatch { game, seats })
    }

    /// Returns the state of the match.
    pub fn status(&self, budget: &Budget<'_>) -> Result<MatchStatus, SolveError> {
        let game = &self.game;
        Ok(MatchStatus {
            position: game.position().to_vec(),
            conventions: game.conventions(),
            endings: (false, false),
            turns: game.turns().len(),
            to_move: game.side_to_move(),
            player: Some(game.to_move()),
            state: game.state(budget)?,
            seats: self.seats,
        })
    }

    /// Returns a number that grows with each move and resignation.
    pub fn progress(&self) -> (usize, bool) {
        (self.game.turns().len(), self.game.has_resigned())
    }

    /// Performs the action of a request.
    pub fn act(
        &mut self,
        asked: &PlayRequest,
        budget: &Budget<'_>,
    ) -> Result<MatchEvent, SolveError> {
        let is_computers_turn = self.seats.computer.plays(self.game.side_to_move());
        Ok(match asked.act {
            PlayAction::Begin | PlayAction::State | PlayAction::Leave => MatchEvent::Nothing,
            PlayAction::Legal => self.legal(asked, budget)?,
            PlayAction::Move => {
                self.expect_open(budget)?;
                if is_computers_turn {
                    return Err(SolveError::Usage(text!(
                        "it is the computer's turn; use the act computer",
                        "轮到电脑走；请用 computer"
                    )));
                }
                self.make_given_move(asked, budget)?
            }
            PlayAction::Computer => {
                self.expect_open(budget)?;
                if !is_computers_turn {
                    return Err(SolveError::Usage(text!(
                        "it is not the computer's turn; use the act move",
                        "没有轮到电脑走；请用 move"
                    )));
                }
                let strength = asked.options.own.strength.unwrap_or(self.seats.strength);
                let (made, _) = self.game.choose(strength, self.seats.seed, budget)?;
                self.game.play(made.clone());
                MatchEvent::Made(Box::new(made))
            }
            PlayAction::Hint => {
                let (made, grounds) = self.game.perfect(budget)?;
                MatchEvent::Hint(grounds, Box::new(made))
            }
            PlayAction::Why => {
                return Err(SolveError::Unsupported(text!(
                    "if the players have different moves, no reasons are given; use the act hint",
                    "双方着法不同时不给出理由；请用 hint"
                )));
            }
            PlayAction::Review => {
                let whose = match asked.player {
                    Some(SideName::First) => MatchSide::First,
                    Some(SideName::Second) => MatchSide::Second,
                    None => {
                        return Err(SolveError::Usage(text!(
                            "set player to first or second",
                            "请写明 player 为 first 或 second"
                        )));
                    }
                };
                MatchEvent::Review(Box::new(self.game.review(whose, budget)?))
            }
            PlayAction::Undo => {
                self.undo()?;
                MatchEvent::Nothing
            }
            PlayAction::Resign => {
                self.expect_open(budget)?;
                self.game.resign();
                MatchEvent::Nothing
            }
        })
    }

    fn expect_open(&self, budget: &Budget<'_>) -> Result<(), SolveError> {
        match self.game.state(budget)? {
            MatchState::Open => Ok(()),
            MatchState::Over(..) => Err(SolveError::Usage(text!(
                "play is over in this match",
                "这一局已结束"
            ))),
        }
    }

    fn legal(&self, asked: &PlayRequest, budget: &Budget<'_>) -> Result<MatchEvent, SolveError> {
        let (from, count) = (asked.from.unwrap_or(1), asked.count.unwrap_or(PAGE));
        let list = match self.game.has_resigned() {
            true => Vec::new(),
            false => self.game.legal(budget)?,
        };
        let all = list.len();
        if from == 0 || from > all.max(1) {
            return Err(SolveError::Usage(text!(
                "from: there is no move {from}; moves are numbered from 1 to {all}",
                "from：没有第 {from} 个着法，编号为 1 到 {all}"
            )));
        }
        Ok(MatchEvent::Legal {
            from,
            listed: all,
            complete: true,
            moves: list.into_iter().skip(from - 1).take(count).collect(),
        })
    }

    /// Makes a move of a human player, given by its steps or by its number in the list.
    fn make_given_move(
        &mut self,
        asked: &PlayRequest,
        budget: &Budget<'_>,
    ) -> Result<MatchEvent, SolveError> {
        let made = match (asked.steps.as_deref(), asked.text.as_deref()) {
            (Some(steps), None) => self.game.of_steps(&steps_of(steps)?, budget)?,
            (None, Some(number)) => {
                let list = self.game.legal(budget)?;
                let all = list.len();
                let number: Option<usize> = number.trim().trim_start_matches('#').parse().ok();
                let index = number.and_then(|number| number.checked_sub(1));
                let found = index.and_then(|index| list.into_iter().nth(index));
                found.ok_or_else(|| SolveError::Usage(not_a_number(all)))?
            }
            _ => {
                return Err(SolveError::Usage(text!(
                    "a move must be given either by its steps or by its text",
                    "着法须由 steps 或 text 给出，二者取一"
                )));
            }
        };
        self.game.play(made.clone());
        Ok(MatchEvent::Made(Box::new(made)))
    }

    /// Takes back a resignation, or the last move of a human player and all later moves.
    fn undo(&mut self) -> Result<(), SolveError> {
        if self.game.has_resigned() {
            self.game.undo();
            return Ok(());
        }
        let sides = [MatchSide::First, MatchSide::Second];
        let is_persons = |turn: &usize| !self.seats.computer.plays(sides[turn % 2]);
        let last = (0..self.game.turns().len()).rev().find(is_persons);
        let last = last
            .ok_or_else(|| SolveError::Usage(text!("there is no move to undo", "没有可悔的棋")))?;
        while self.game.turns().len() > last {
            self.game.undo();
        }
        Ok(())
    }
}

fn not_a_number(all: usize) -> Text {
    text!(
        "expected the number of a move; moves are numbered from 1 to {all}",
        "应为着法的编号，从 1 到 {all}"
    )
}
