//! The outcome of EVERY position of the BOI Game with its detours and jumps, and all winning moves.
//!
//! Let x be the distance of the player to move from their target, y that of the opponent, and d the
//! distance between the starts. Every step changes one distance by exactly 1 (a grid has no odd
//! cycle). A player can jump only if they are to move and the two are an odd distance apart; a jump
//! leaves an odd distance, now with the opponent to move. So jumps ALTERNATE: between two jumps of
//! one player there is one of the other. Consider a player who runs on shortest paths, jumping
//! whenever the next cell of the path is occupied. This player loses at most one tempo, and none
//! before gaining one if they are the first who may jump:
//!
//! - d odd: the player to move wins exactly when x ≤ y.
//! - d even: the player to move wins if x < y and loses if x > y + 1. Between these (x = y, at an
//!   even distance apart, and x = y + 1, at an odd one) both must run on shortest paths, because a
//!   step aside leads to the cases above, lost. Then the levels of these paths ([`super::levels`])
//!   decide.
//!
//! So the complete game is a race on shortest paths: the seed's argument for the start holds
//! everywhere. Cost: O(1) if the distances decide, once they are known, O(cells); otherwise that of
//! the levels. Source: BOI 2008; Cao (greedy reduction for the start).

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;

use super::board::{BoiBoard, BoiPosition, NO_WAY};
use super::levels::{RaceLevels, TableRetention};

/// A board with its distances.
#[derive(Clone, Debug)]
pub struct RaceBoard {
    board: BoiBoard,
    left: [Vec<u32>; 2],
}

/// The result of comparing the distances at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DistanceVerdict {
    /// The player to move wins, by any step of a shortest path.
    Won,
    /// The player who just moved has won, or can win.
    Lost,
    /// The levels of shortest paths decide.
    Close,
}

impl RaceBoard {
    /// Computes the distances of a board. O(cells) time, 8 bytes per cell.
    ///
    /// # Errors
    /// Returns an error if there is no path from one start to the other, because then no player
    /// could ever win.
    pub fn new(board: BoiBoard) -> Result<RaceBoard, Text> {
        let left = [
            board.distances(board.target(0)),
            board.distances(board.target(1)),
        ];
        match left[0][board.starts()[0] as usize] {
            NO_WAY => Err(text!(
                "walls part A from B: nobody can ever win",
                "A 与 B 被障碍隔开：双方都不可能获胜"
            )),
            _ => Ok(RaceBoard { board, left }),
        }
    }

    /// Returns the board.
    pub fn board(&self) -> &BoiBoard {
        &self.board
    }

    /// Returns the distance of a cell from the target of a player, [`NO_WAY`] for a cell that is
    /// cut off.
    #[inline]
    pub fn distance_to_target(&self, player: usize, cell: u32) -> u32 {
        self.left[player][cell as usize]
    }

    /// Returns the distance between the starts.
    pub fn length(&self) -> u32 {
        self.distance_to_target(0, self.board.starts()[0])
    }

    /// Returns whether this is a position of the game. Both players must be on distinct white cells
    /// from which the targets can be reached. The player to move must not be on their target,
    /// unless the player who just moved has reached theirs.
    pub fn admits(&self, position: BoiPosition) -> bool {
        let BoiPosition { turn, at } = position;
        let within = at
            .iter()
            .all(|&cell| self.board.is_white(cell) && self.distance_to_target(0, cell) != NO_WAY);
        turn < 2
            && within
            && at[turn] != self.board.target(turn)
            && (at[0] != at[1] || at[1 - turn] == self.board.target(1 - turn))
    }

    /// Returns the verdict of the distances on a position.
    pub fn verdict(&self, position: BoiPosition) -> DistanceVerdict {
        let (own, other) = (position.turn, 1 - position.turn);
        let (x, y) = (
            self.distance_to_target(own, position.at[own]),
            self.distance_to_target(other, position.at[other]),
        );
        match () {
            // The opponent has arrived.
            _ if y == 0 => DistanceVerdict::Lost,
            _ if self.length() % 2 == 1 && x <= y => DistanceVerdict::Won,
            _ if self.length() % 2 == 1 => DistanceVerdict::Lost,
            _ if x < y => DistanceVerdict::Won,
            _ if x > y + 1 => DistanceVerdict::Lost,
            _ => DistanceVerdict::Close,
        }
    }

    /// Returns whether the player to move wins.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    pub fn wins(&self, position: BoiPosition, budget: &Budget<'_>) -> Result<bool, StopReason> {
        Ok(match self.verdict(position) {
            DistanceVerdict::Won => true,
            DistanceVerdict::Lost => false,
            DistanceVerdict::Close => {
                RaceLevels::solve(self, position, TableRetention::Nothing, budget)?.wins()
            }
        })
    }

    /// Returns every cell to which the player to move may come and win, those nearest to the target
    /// first: a player who always takes the first comes nearer every time. Costs one solution by
    /// levels if the levels decide the position; otherwise at most one for each move that makes the
    /// race close again.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    pub fn winning_moves(
        &self,
        position: BoiPosition,
        budget: &Budget<'_>,
    ) -> Result<Vec<u32>, StopReason> {
        let mut moves = Vec::new();
        self.board.moves(position, &mut moves);
        let levels = match self.verdict(position) {
            DistanceVerdict::Close => Some(RaceLevels::solve(
                self,
                position,
                TableRetention::Last,
                budget,
            )?),
            _ => None,
        };
        let mut winning = Vec::new();
        for to in moves {
            let next = self.board.after(position, to);
            let wins = match (
                self.verdict(next),
                levels
                    .as_ref()
                    .and_then(|levels| levels.look_up(self, next)),
            ) {
                (DistanceVerdict::Close, Some(wins)) => wins,
                _ => self.wins(next, budget)?,
            };
            if !wins {
                winning.push(to);
            }
        }
        winning.sort_by_key(|&to| self.distance_to_target(position.turn, to));
        Ok(winning)
    }
}
