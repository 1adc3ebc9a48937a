//! In the game of seats, players of two teams move in turn around a table and take from a heap of s
//! stones. The player in seat t takes 1 to M_t stones, then seat t + 1 is to move; the team that
//! takes the last stone loses. With s stones, the player in seat t wins exactly when s = 0 or some
//! take c leads to a lost (s - c, t + 1). A take to a lost (s - c, t + 1) exists exactly when the
//! largest lost heap of seat t + 1 below s is at most M_t below s. So each (s, t) needs one
//! comparison, O(S·seats) for all s up to S, independent of the M_t. Source: POJ 2068.

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;

use crate::online_player::OnlinePlayer;

/// A table of the outcomes for a round of seats.
#[derive(Clone, Debug)]
pub struct SeatsTable {
    most: Vec<u64>,
    /// Entry s·seats + t is whether (s, t) is lost.
    lost: Vec<bool>,
}

/// The reason why no table was built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatsError {
    /// The number of seats is 0 or odd, or some seat may take nothing.
    Rules,
    /// The budget ran out.
    Stopped(StopReason),
}

impl SeatsError {
    /// Returns the reason as text.
    pub fn text(&self) -> Text {
        match self {
            SeatsError::Rules => text!(
                "the number of players must be even and positive, and the maximum take of each player must be at least 1",
                "玩家数须为正偶数，且每个玩家的最大取数至少为 1"
            ),
            SeatsError::Stopped(stop) => stop.text(),
        }
    }
}

base::impl_error!(SeatsError {
    Stopped(StopReason)
});

impl SeatsTable {
    /// Builds the table for heaps up to `stones`. The list `most` contains M_0, M_1, … around the
    /// table: an even number of entries, each at least 1. O(stones·seats) time and bytes.
    ///
    /// # Errors
    /// Returns [`SeatsError::Rules`] if there is no seat, an odd number of seats, or a seat that
    /// may take nothing. Returns [`SeatsError::Stopped`] if the budget does not allow the time or
    /// memory.
    pub fn new(most: Vec<u64>, stones: u64, budget: &Budget<'_>) -> Result<SeatsTable, SeatsError> {
        if most.is_empty() || most.len() % 2 == 1 || most.contains(&0) {
            return Err(SeatsError::Rules);
        }
        let seats = most.len();
        let bytes = stones.saturating_add(1).saturating_mul(seats as u64);
        budget.allow_growth(0, bytes)?;
        let mut lost = Vec::with_capacity(
            usize::try_from(bytes).map_err(|_| StopReason::Memory(bytes, budget.memory))?,
        );
        // For each seat, the largest heap so far at which the player in the seat loses.
        let mut last: Vec<Option<u64>> = vec![None; seats];
        // The player at an empty heap wins: the other team took the last stone.
        lost.resize(seats, false);
        for heap in 1..=stones {
            budget.steps(seats)?;
            let row = lost.len();
            for seat in 0..seats {
                let next = last[(seat + 1) % seats];
                lost.push(next.is_none_or(|at| heap - at > most[seat]));
            }
            for seat in 0..seats {
                if lost[row + seat] {
                    last[seat] = Some(heap);
                }
            }
        }
        Ok(SeatsTable { most, lost })
    }

    /// Returns the number of seats.
    pub fn count(&self) -> usize {
        self.most.len()
    }

    /// Returns whether the player in a seat (and their team) loses at a heap. The heap and the seat
    /// must be within the table. O(1).
    pub fn is_losing(&self, heap: u64, seat: usize) -> bool {
        self.lost[heap as usize * self.most.len() + seat]
    }

    /// Returns all winning takes, in ascending order. O(M_t), lazily.
    pub fn winning_takes(&self, heap: u64, seat: usize) -> impl Iterator<Item = u64> + '_ {
        let next = (seat + 1) % self.most.len();
        (1..=self.most[seat].min(heap)).filter(move |take| self.is_losing(heap - take, next))
    }
}

/// A player for the team to move: O(1) for a reply, O(M_t) for a move.
#[derive(Clone, Debug)]
pub struct Player {
    seats: SeatsTable,
    heap: u64,
    seat: usize,
}

impl Player {
    /// Creates a player for `stones` stones, with `seat` to move; see [`SeatsTable::new`] for the
    /// cost.
    ///
    /// # Errors
    /// Returns the errors of [`SeatsTable::new`], and [`SeatsError::Rules`] if `seat` does not
    /// exist.
    pub fn new(
        most: Vec<u64>,
        stones: u64,
        seat: usize,
        budget: &Budget<'_>,
    ) -> Result<Player, SeatsError> {
        if seat >= most.len() {
            return Err(SeatsError::Rules);
        }
        Ok(Player {
            seats: SeatsTable::new(most, stones, budget)?,
            heap: stones,
            seat,
        })
    }

    /// Returns the current maximum take.
    pub fn max_take(&self) -> u64 {
        self.seats.most[self.seat].min(self.heap)
    }
}

/// At the end of play, the player to move has won, and has no winning move.
impl OnlinePlayer for Player {
    type Move = u64;

    fn play(&mut self, made: &u64) -> Result<(), Text> {
        let most = self.max_take();
        if !(1..=most).contains(made) {
            return Err(text!(
                "cannot take {made}: expected 1 to {most}",
                "不能取 {made}：此处可取 1 到 {most}"
            ));
        }
        self.heap -= made;
        self.seat = (self.seat + 1) % self.seats.count();
        Ok(())
    }

    fn winning_move(&mut self) -> Option<u64> {
        self.seats.winning_takes(self.heap, self.seat).next()
    }

    fn any_move(&mut self) -> Option<u64> {
        (self.heap > 0).then_some(1)
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;

    fn lost(most: &[u64], heap: u64, seat: usize, memo: &mut Vec<Vec<Option<bool>>>) -> bool {
        if heap == 0 {
            return false;
        }
        if let Some(lost) = memo[heap as usize][seat] {
            return lost;
        }
        let found = !(1..=most[seat].min(heap))
            .any(|take| lost(most, heap - take, (seat + 1) % most.len(), memo));
        memo[heap as usize][seat] = Some(found);
        found
    }

    #[test]
    fn outcomes_and_moves_agree_with_the_game() {
        let mut rng = Rng::with_seed(14);
        for _ in 0..200 {
            let most: Vec<u64> = (0..2 * rng.usize(1..=4)).map(|_| rng.u64(1..=8)).collect();
            let stones = rng.u64(0..=60);
            let seats = SeatsTable::new(most.clone(), stones, &Budget::generous()).unwrap();
            let mut memo = vec![vec![None; most.len()]; 61];
            for heap in 0..=stones {
                for seat in 0..most.len() {
                    assert_eq!(
                        seats.is_losing(heap, seat),
                        lost(&most, heap, seat, &mut memo),
                        "{most:?}, ({heap}, {seat})"
                    );
                    let next = (seat + 1) % most.len();
                    let wins = |take: &u64| lost(&most, heap - take, next, &mut memo);
                    let winning: Vec<u64> = (1..=most[seat].min(heap)).filter(wins).collect();
                    assert_eq!(seats.winning_takes(heap, seat).collect::<Vec<_>>(), winning);
                }
            }
        }
    }

    #[test]
    fn wins_every_game_that_it_should() {
        let mut rng = Rng::with_seed(15);
        let mut first = 0;
        for game in 0..1000 {
            let most: Vec<u64> = (0..2 * rng.usize(1..=5)).map(|_| rng.u64(1..=16)).collect();
            let seat = rng.usize(..most.len());
            let mut player =
                Player::new(most, rng.u64(1..=300), seat, &Budget::generous()).unwrap();
            let mut own_turn = player.winning_move().is_some();
            first += u32::from(own_turn);
            while player.any_move().is_some() {
                let made = match own_turn {
                    true => player
                        .winning_move()
                        .unwrap_or_else(|| panic!("game {game}: the win is lost")),
                    false => rng.u64(1..=player.max_take()),
                };
                player.play(&made).unwrap();
                own_turn = !own_turn;
            }
            // The other team took the last stone.
            assert!(own_turn, "game {game}");
        }
        assert!((100..950).contains(&first), "{first}");
    }

    #[test]
    fn what_is_no_round_is_refused() {
        let budget = Budget::new(1000, &|| None, &|_, _| ());
        let refused =
            |most: &[u64], stones| SeatsTable::new(most.to_vec(), stones, &budget).unwrap_err();
        assert_eq!(refused(&[], 1), SeatsError::Rules);
        assert_eq!(refused(&[1, 2, 3], 1), SeatsError::Rules);
        assert_eq!(refused(&[1, 0], 1), SeatsError::Rules);
        assert!(matches!(
            refused(&[1, 2], u64::MAX),
            SeatsError::Stopped(StopReason::Memory(..))
        ));
        let mut player = Player::new(vec![2, 3], 5, 0, &budget).unwrap();
        assert!(
            player.play(&0).is_err()
                && player.play(&3).is_err()
                && player.play(&2).is_ok()
                && player.play(&3).is_ok()
        );
    }
}
