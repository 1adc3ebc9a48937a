//! A player of complete BOI Games, from any position, against any legal moves, including moves that
//! leave the shortest paths.
//!
//! While the race is close, one table of all levels ahead ([`TableRetention::All`]: one bit for
//! each pair of cells) gives every winning move, for either player. Finding a move takes O(1): at
//! most 16 bits are read. If the distances decide, a step of a shortest path wins, and no table is
//! needed. If the player who is winning lets the race become close again, a new table is built. So
//! a player of this type who is winning needs at most one table.

use std::sync::Arc;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use theorems::OnlinePlayer;

use super::board::BoiPosition;
use super::levels::{RaceLevels, TableRetention};
use super::race::{DistanceVerdict, RaceBoard};

/// The player of one game.
pub struct BoiPlayer {
    race: Arc<RaceBoard>,
    position: BoiPosition,
    levels: Option<RaceLevels>,
}

impl BoiPlayer {
    /// Creates a player for a game that begins at a position of the board ([`RaceBoard::admits`]).
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out before the table is complete.
    pub fn new(
        race: Arc<RaceBoard>,
        position: BoiPosition,
        budget: &Budget<'_>,
    ) -> Result<BoiPlayer, StopReason> {
        let mut player = BoiPlayer {
            race,
            position,
            levels: None,
        };
        player.prepare(budget)?;
        Ok(player)
    }

    /// Returns the current position.
    pub fn position(&self) -> BoiPosition {
        self.position
    }

    /// Returns whether the player to move loses, by the distances or by the table.
    fn lost(&self, position: BoiPosition) -> bool {
        match self.race.verdict(position) {
            DistanceVerdict::Won => false,
            DistanceVerdict::Lost => true,
            DistanceVerdict::Close => {
                self.levels
                    .as_ref()
                    .and_then(|levels| levels.look_up(&self.race, position))
                    == Some(false)
            }
        }
    }

    fn moves(&self) -> Vec<u32> {
        let mut moves = Vec::with_capacity(7);
        self.race.board().moves(self.position, &mut moves);
        moves
    }
}

/// A move is the cell that the player to move reaches, by a step or by a jump.
impl OnlinePlayer for BoiPlayer {
    type Move = u32;

    /// Builds the table of a close race if the current table does not contain the position.
    fn prepare(&mut self, budget: &Budget<'_>) -> Result<(), StopReason> {
        if self.race.verdict(self.position) == DistanceVerdict::Close
            && self
                .levels
                .as_ref()
                .is_none_or(|levels| levels.look_up(&self.race, self.position).is_none())
        {
            self.levels = None;
            self.levels = Some(RaceLevels::solve(
                &self.race,
                self.position,
                TableRetention::All,
                budget,
            )?);
        }
        Ok(())
    }

    fn play(&mut self, made: &u32) -> Result<(), Text> {
        if !self.moves().contains(made) {
            let board = self.race.board();
            let (own, turn) = (
                board.name(self.position.at[self.position.turn]),
                ['A', 'B'][self.position.turn],
            );
            return Err(match board.winner(self.position) {
                Some(_) => text!("the game is over", "棋局已结束"),
                None if !board.is_white(*made) => {
                    text!("cell {made} is not a white cell", "{made} 号格不是白格")
                }
                None => {
                    let to = board.name(*made);
                    text!(
                        "{turn} cannot move from {own} to {to} in one move",
                        "{turn} 不能一步从 {own} 到 {to}"
                    )
                }
            });
        }
        self.position = self.race.board().after(self.position, *made);
        Ok(())
    }

    fn winning_move(&mut self) -> Option<u32> {
        match self.race.verdict(self.position) {
            DistanceVerdict::Lost => None,
            // One of the winning moves is a step of a shortest path, or a jump that comes equally
            // near to the target. So a player of this type reaches the target against any opponent.
            DistanceVerdict::Won | DistanceVerdict::Close => {
                let winning = self
                    .moves()
                    .into_iter()
                    .filter(|&to| self.lost(self.race.board().after(self.position, to)));
                winning.min_by_key(|&to| self.race.distance_to_target(self.position.turn, to))
            }
        }
    }

    fn any_move(&mut self) -> Option<u32> {
        self.moves().first().copied()
    }
}
