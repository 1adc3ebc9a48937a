//! The reasons for the results of a sum in which the players have different moves: for each player
//! who may begin, a best move, or an answer to each move.

use base::budget::Budget;
use rules::ast::Player;
use rules::game::Conventions;

use crate::answer::WinningMove;
use crate::error::SolveError;
use crate::partizan_play::moves_of;
use crate::question::Position;
use crate::session::Session;
use crate::solve_options::SolveOptions;
use crate::why::WhyAnswer;
use crate::winners::PlayResult;

/// Maximum number of moves of a lost position for which an answer is shown.
const MAX_ANSWERED: usize = 8;

/// The reason for the result if a player begins.
#[derive(Clone, Debug)]
pub struct SideReason {
    /// The player who begins.
    pub player: Player,
    /// The result.
    pub result: PlayResult,
    /// Number of moves of the player.
    pub moves: usize,
    /// A move that wins or holds the draw; `None` if every move loses.
    pub best: Option<WinningMove>,
    /// If every move loses, the first moves, each with a winning answer; `None` if the move ends
    /// play.
    pub answers: Vec<(WinningMove, Option<WinningMove>)>,
}

impl Session {
    /// Returns why a sum in which the players have different moves is won or lost.
    ///
    /// # Errors
    /// Returns the errors of [`Session::solve`].
    pub(crate) fn partizan_why(
        &mut self,
        position: &Position,
        conventions: Conventions,
        budget: &Budget<'_>,
    ) -> Result<WhyAnswer, SolveError> {
        let answer = self.solve_partizan(position, conventions, SolveOptions::VALUE, budget)?;
        let components = &position.components;
        let mut sides = Vec::new();
        for player in Player::ALL {
            let Some(result) = answer
                .partizan
                .as_ref()
                .and_then(|f| f.winners.if_begins(player))
            else {
                continue;
            };
            let legal = moves_of(&self.world, components, conventions, player, budget)?;
            let mut side = SideReason {
                player,
                result,
                moves: legal.len(),
                best: None,
                answers: Vec::new(),
            };
            if result == PlayResult::Win(player.other()) {
                for made in legal.into_iter().take(MAX_ANSWERED) {
                    let other = player.other();
                    let replies = moves_of(&self.world, &made.leaves, conventions, other, budget)?;
                    let best = self.best_move(&replies, other, conventions.loopy, budget)?;
                    side.answers.push((made, best.map(|(answer, _)| answer)));
                }
            } else {
                let best = self.best_move(&legal, player, conventions.loopy, budget)?;
                side.best = best.map(|(made, _)| made);
            }
            sides.push(side);
        }
        Ok(WhyAnswer {
            answer,
            over: false,
            balance: None,
            parts: Vec::new(),
            more_parts: 0,
            whole: None,
            turns: None,
            example: None,
            remoteness: None,
            sides,
        })
    }
}
