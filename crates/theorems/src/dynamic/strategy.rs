//! This module contains players of k-fold dynamic subtraction, under normal and under misère play.
//! A player prepares Schwenk's numbers and stores the parts of the greedy representation of the
//! heap. The player's own move removes the last part of the representation in O(1). If the opponent
//! takes less than the last part, the rest of that part is replaced by its own representation, in
//! O(log m) operations.

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use dashu_int::UBig;

use super::{SchwenkNumbers, TakeFactor};
use crate::online_player::OnlinePlayer;

/// A player for heaps of any size.
#[derive(Clone, Debug)]
pub struct Player {
    numbers: SchwenkNumbers,
    /// The greedy representation of the remaining heap, largest part first.
    parts: Vec<UBig>,
    left: UBig,
    limit: UBig,
}

impl Player {
    /// Creates a player for the heap `size`, where the first move takes at most `limit`. The player
    /// needs O(log size) of Schwenk's numbers for k ≤ 10, see [`SchwenkNumbers`]; the budget limits
    /// their count.
    ///
    /// # Errors
    /// Returns the errors of [`SchwenkNumbers::up_to`].
    pub fn new(
        k: TakeFactor,
        size: UBig,
        limit: UBig,
        budget: &Budget<'_>,
    ) -> Result<Player, StopReason> {
        let numbers = SchwenkNumbers::up_to(k, &size, budget)?;
        Ok(Player {
            parts: numbers.parts(&size),
            numbers,
            left: size,
            limit,
        })
    }

    /// Returns the number of tokens that are left, and the current maximum take.
    pub fn position(&self) -> (&UBig, &UBig) {
        (&self.left, &self.limit)
    }
}

impl OnlinePlayer for Player {
    type Move = UBig;

    fn play(&mut self, made: &UBig) -> Result<(), Text> {
        let most = (&self.left).min(&self.limit);
        if made.is_zero() || made > most {
            return Err(text!(
                "cannot take {made}: expected 1 to {most}",
                "不能取 {made}：此处可取 1 到 {most}"
            ));
        }
        self.left -= made;
        self.limit = self.numbers.factor().limit_after(made);
        let mut rest = made.clone();
        while let Some(part) = self.parts.pop() {
            if part > rest {
                self.parts.extend(self.numbers.parts(&(part - rest)));
                break;
            }
            rest -= part;
            if rest.is_zero() {
                break;
            }
        }
        Ok(())
    }

    fn winning_move(&mut self) -> Option<UBig> {
        // If the representation has no parts, then k < 1 or the heap is empty. For a factor k < 1,
        // a take of 1 wins.
        let take = self.parts.last().cloned().unwrap_or(UBig::ONE);
        (take <= self.limit && take <= self.left).then_some(take)
    }

    fn any_move(&mut self) -> Option<UBig> {
        (!self.left.is_zero() && !self.limit.is_zero()).then_some(UBig::ONE)
    }
}

/// A player of misère play (taking the last stone loses) for k ≥ 1, which plays the normal game on
/// all stones except one.
#[derive(Clone, Debug)]
pub struct MiserePlayer {
    /// The game for all stones except the last.
    others: Player,
    over: bool,
}

impl MiserePlayer {
    /// Creates a player for the heap `size`, where the first move takes at most `limit`; `None` if
    /// k < 1. The cost is that of [`Player::new`].
    ///
    /// # Errors
    /// Returns the errors of [`SchwenkNumbers::up_to`].
    pub fn new(
        k: TakeFactor,
        size: UBig,
        limit: UBig,
        budget: &Budget<'_>,
    ) -> Result<Option<MiserePlayer>, StopReason> {
        if k.is_below_one() {
            return Ok(None);
        }
        let over = size.is_zero() || limit.is_zero();
        let others = if over { size } else { size - UBig::ONE };
        Ok(Some(MiserePlayer {
            others: Player::new(k, others, limit, budget)?,
            over,
        }))
    }
}

impl OnlinePlayer for MiserePlayer {
    type Move = UBig;

    fn play(&mut self, made: &UBig) -> Result<(), Text> {
        let (others, limit) = self.others.position();
        let left = others + UBig::ONE;
        if !self.over && *made == left && *made <= *limit {
            self.over = true;
            return Ok(());
        }
        if self.over || made.is_zero() || *made > *limit || *made > left {
            let most = if self.over {
                UBig::ZERO
            } else {
                limit.clone().min(left)
            };
            return Err(text!(
                "cannot take {made}: expected 1 to {most}",
                "不能取 {made}：此处可取 1 到 {most}"
            ));
        }
        self.others.play(made)
    }

    fn winning_move(&mut self) -> Option<UBig> {
        if self.over {
            None
        } else {
            self.others.winning_move()
        }
    }

    fn any_move(&mut self) -> Option<UBig> {
        (!self.over).then_some(UBig::ONE)
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::referee::{random_bits, wins_every_game};

    fn random_factor(rng: &mut Rng) -> TakeFactor {
        let den = rng.u64(1..=5);
        TakeFactor::new(rng.u64(1..=10 * den), den).unwrap()
    }

    fn random_take(rng: &mut Rng, left: &UBig, limit: &UBig) -> UBig {
        let most = left.min(limit);
        match rng.bool() {
            // The test prefers small takes, because they result in long games.
            true => UBig::from(rng.u8(1..=3)).min(most.clone()),
            false => UBig::from(rng.u128(..)) % most + UBig::ONE,
        }
    }

    #[test]
    fn wins_every_game_that_it_should() {
        let budget = Budget::generous();
        let start = |rng: &mut Rng| {
            let size = UBig::from(2 + random_bits(rng, 12));
            let limit = if rng.bool() {
                &size - UBig::ONE
            } else {
                UBig::from(rng.u64(1..50))
            };
            Player::new(random_factor(rng), size, limit, &budget).unwrap()
        };
        let reply = |rng: &mut Rng, player: &mut Player| {
            random_take(rng, player.position().0, player.position().1)
        };
        let first = wins_every_game(1, start, reply);
        assert!((100..900).contains(&first), "{first}");
    }

    #[test]
    fn wins_from_heaps_of_hundreds_of_digits() {
        let budget = Budget::generous();
        let numbers = SchwenkNumbers::up_to(
            TakeFactor::new(3, 1).unwrap(),
            &UBig::from(7u8).pow(200),
            &budget,
        )
        .unwrap();
        let mut rng = Rng::with_seed(5);
        for size in [
            numbers.losing().last().unwrap().clone(),
            UBig::from(7u8).pow(200),
        ] {
            let limit = &size - UBig::ONE;
            let mut player = Player::new(numbers.factor(), size, limit, &budget).unwrap();
            let mut own_turn = player.winning_move().is_some();
            for _ in 0..300 {
                if player.any_move().is_none() {
                    break;
                }
                let (left, limit) = player.position();
                let made = if own_turn {
                    player.winning_move().unwrap()
                } else {
                    random_take(&mut rng, left, limit)
                };
                player.play(&made).unwrap();
                assert_eq!(player.parts, player.numbers.parts(&player.left));
                own_turn = !own_turn;
            }
        }
    }

    /// Plays every game on every small heap, with every reply.
    #[test]
    fn under_misere_play_the_last_one_is_left_to_the_opponent() {
        fn wins(num: u64, den: u64, left: u64, limit: u64) -> bool {
            left == 0
                || limit == 0
                || (1..=limit.min(left)).any(|take| !wins(num, den, left - take, take * num / den))
        }
        fn holds(player: &MiserePlayer, left: u64) {
            let mut player = player.clone();
            let Some(made) = player.winning_move() else {
                return assert!(player.over, "{player:?}");
            };
            player.play(&made).unwrap();
            let left = left - u64::try_from(&made).unwrap();
            for reply in 1..=left {
                let mut next = player.clone();
                if next.play(&reply.into()).is_ok() {
                    holds(&next, left - reply);
                }
            }
        }
        let budget = Budget::generous();
        for (num, den, size, limit) in
            [(1, 1), (3, 2), (2, 1), (3, 1)]
                .into_iter()
                .flat_map(|(num, den)| {
                    (0..=14).flat_map(move |size| {
                        (0..=size + 1).map(move |limit| (num, den, size, limit))
                    })
                })
        {
            let k = TakeFactor::new(num, den).unwrap();
            let mut player = MiserePlayer::new(k, size.into(), limit.into(), &budget)
                .unwrap()
                .unwrap();
            let won = wins(num, den, size, limit);
            assert_eq!(
                player.over || player.winning_move().is_some(),
                won,
                "{num}/{den}, ({size}, {limit})"
            );
            assert!(
                player.play(&UBig::from(limit.min(size) + 1)).is_err()
                    && player.play(&UBig::ZERO).is_err()
            );
            if won {
                holds(&player, size);
            }
        }
        assert!(
            MiserePlayer::new(
                TakeFactor::new(1, 2).unwrap(),
                9u8.into(),
                9u8.into(),
                &budget
            )
            .unwrap()
            .is_none()
        );
    }

    #[test]
    fn the_player_keeps_the_rules() {
        let budget = Budget::generous();
        let k = TakeFactor::new(2, 1).unwrap();
        let mut player = Player::new(k, UBig::from(12u8), UBig::from(11u8), &budget).unwrap();
        assert!(player.play(&UBig::ZERO).is_err() && player.play(&UBig::from(12u8)).is_err());
        assert_eq!(player.winning_move(), Some(UBig::ONE));
    }
}
