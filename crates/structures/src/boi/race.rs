//! The outcome of EVERY position of the BOI Game, with detours and jumps, and all winning moves.
//!
//! Let x be the distance of the player to move from their target, y the distance of the opponent
//! from the opponent's target, and d the distance between the starts. Every step changes one
//! distance by exactly 1 (a grid has no odd cycle). A player can jump only if they are to move and
//! the two are an odd distance apart. A jump leaves an odd distance between the players, with the
//! opponent to move. So jumps ALTERNATE: between two jumps of one player there is a jump of the
//! other. Consider a player who runs on shortest paths, jumping whenever the next cell of the path
//! is occupied. A player who runs on shortest paths and jumps whenever possible loses at most one
//! tempo. A player who may jump first loses no tempo before gaining one:
//!
//! - d odd: the player to move wins exactly when x ≤ y.
//! - d even: the player to move wins if x < y and loses if x > y + 1. The remaining cases are x =
//!   y, at an even distance apart, and x = y + 1, at an odd distance apart. In the remaining cases,
//!   both players must run on shortest paths, because a player who steps aside loses by the cases
//!   above. The levels of the shortest paths ([`super::levels`]) decide.
//!
//! So the complete game is a race on shortest paths: the seed's argument for the start holds for
//! every position. Cost: O(cells) to compute the distances. After the distances are computed, a
//! position costs O(1) if they decide the outcome, and otherwise the cost of the levels. Source:
//! BOI 2008; Cao (greedy reduction for the start).

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
    /// The levels of shortest paths decide the outcome.
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
                "walls separate A from B, so neither player can win",
                "A 与 B 被障碍隔开，双方都不可能获胜"
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

    /// Returns whether the given cells and the given player to move form a position of the game.
    /// The two players must be on distinct white cells from which their targets can be reached. The
    /// player to move must not be on their own target, unless the player who just moved has also
    /// reached a target.
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
            // The opponent has reached the target.
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

    /// Returns the destinations of all winning moves, those nearest to the target first. A player
    /// who always moves to the first destination comes nearer to the target every time. If the
    /// levels decide the position, the cost is one solution by levels. If the distances decide the
    /// position, the cost is at most one solution for each move that makes the race close again.
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
