//! A player of whole BOI Games, from any position, against any legal moves, steps aside among them.
//!
//! While the race is close, one table of all levels ahead ([`TableRetention::All`]: a bit for each
//! pair of cells) answers every move, for either side, in O(1): at most 16 bits are looked at.
//! Where the distances decide, a step of a shortest path wins, and no table is needed; if the
//! player who is winning lets the race become close again, a new table is made. So a game in which
//! the winning side is the player's makes one table at most.

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
    /// A player of the game that begins at a position of the board ([`RaceBoard::admits`]).
    ///
    /// # Errors
    /// If the budget ends before the table is made.
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

    /// Where the game stands.
    pub fn position(&self) -> BoiPosition {
        self.position
    }

    /// Whether the player to move loses, by the distances or by the table.
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

/// A move is the cell to which the player to move comes, by a step or by a jump.
impl OnlinePlayer for BoiPlayer {
    type Move = u32;

    /// Makes the table of a close race, where the one at hand does not know the position.
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
                    text!("cell {made} is no white cell", "{made} 号格不是白格")
                }
                None => {
                    let to = board.name(*made);
                    text!(
                        "{turn} cannot come from {own} to {to} in one move",
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
            // One of those that win is a step of a shortest path, or a jump as near: whoever
            // wanders, this player arrives.
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

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::super::board::BoiBoard;
    use super::super::tests::{random_board, retrograde};
    use super::*;
    use theorems::referee;

    /// A random position in which somebody wins; close ones and others.
    fn start(rng: &mut Rng, race: &RaceBoard) -> BoiPosition {
        loop {
            let cells = race.board().cells() as u32;
            let position = BoiPosition {
                turn: rng.usize(..2),
                at: [rng.u32(..cells), rng.u32(..cells)],
            };
            if race.admits(position) && race.board().winner(position).is_none() {
                return position;
            }
        }
    }

    /// Random moves, or those of one who runs on shortest paths, and now and then steps aside.
    fn reply(rng: &mut Rng, race: &RaceBoard, position: BoiPosition) -> u32 {
        let mut moves = Vec::new();
        race.board().moves(position, &mut moves);
        rng.shuffle(&mut moves);
        match rng.u32(..4) {
            0 => moves[0],
            _ => moves
                .into_iter()
                .min_by_key(|&to| race.distance_to_target(position.turn, to))
                .unwrap(),
        }
    }

    #[test]
    fn wins_a_thousand_games_from_any_position() {
        let begin = |rng: &mut Rng| {
            let race = std::iter::repeat_with(|| RaceBoard::new(random_board(rng, 9)).ok())
                .flatten()
                .next()
                .expect("some board has a way");
            let position = if rng.bool() {
                race.board().start()
            } else {
                start(rng, &race)
            };
            (Arc::new(race), position)
        };
        let player = |(race, position): &(Arc<RaceBoard>, BoiPosition)| {
            BoiPlayer::new(race.clone(), *position, &Budget::generous()).unwrap()
        };
        let random = |(race, position): &(Arc<RaceBoard>, BoiPosition), rng: &mut Rng| {
            race.board()
                .winner(*position)
                .is_none()
                .then(|| reply(rng, race, *position))
        };
        let apply = |(race, position): &(Arc<RaceBoard>, BoiPosition), made: &u32| {
            let mut moves = Vec::new();
            race.board().moves(*position, &mut moves);
            moves
                .contains(made)
                .then(|| (race.clone(), race.board().after(*position, *made)))
        };
        referee::check_player(false, begin, player, random, apply);
    }

    #[test]
    fn what_it_wins_is_what_retrograde_wins() {
        let mut rng = Rng::with_seed(4);
        let mut games = 0;
        while games < 300 {
            let Ok(race) = RaceBoard::new(random_board(&mut rng, 6)) else {
                continue;
            };
            games += 1;
            let race = Arc::new(race);
            let truth = retrograde(&race);
            // Both sides at random: the race becomes close and open again, and tables are made
            // anew.
            let mut player =
                BoiPlayer::new(race.clone(), start(&mut rng, &race), &Budget::generous()).unwrap();
            for _ in 0..40 {
                let position = player.position();
                let found = player.winning_move();
                assert_eq!(
                    found.is_some(),
                    truth(position) == Some(true),
                    "{} {position:?}",
                    race.board().text()
                );
                if let Some(to) = found {
                    assert_eq!(truth(race.board().after(position, to)), Some(false));
                    // Nearer every time, so the game ends whatever the other does.
                    assert!(
                        race.distance_to_target(position.turn, to)
                            < race.distance_to_target(position.turn, position.at[position.turn])
                    );
                }
                if player.any_move().is_none() {
                    break;
                }
                player.play(&reply(&mut rng, &race, position)).unwrap();
                player.prepare(&Budget::generous()).unwrap();
            }
        }
    }

    #[test]
    fn illegal_moves_are_refused() {
        let race = Arc::new(RaceBoard::new(BoiBoard::read("A.x / ..B").unwrap()).unwrap());
        let mut player =
            BoiPlayer::new(race.clone(), race.board().start(), &Budget::generous()).unwrap();
        for (made, said) in [
            (2, "no white cell"),
            (99, "no white cell"),
            (4, "cannot come from (1,1) to (2,2)"),
            (0, "cannot come"),
        ] {
            assert!(player.play(&made).unwrap_err().en.contains(said), "{made}");
        }
        for made in [1, 4, 4] {
            let _ = player.play(&made);
        }
        assert_eq!(player.position().at, [1, 4]);
        // A jumps over B, onto B's start: the end.
        player.play(&5).unwrap();
        assert_eq!(player.play(&3).unwrap_err().en, "the game is over");
    }
}
