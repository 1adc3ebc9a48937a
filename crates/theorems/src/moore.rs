//! A player of Moore's Nim_N (Moore, 1910; the theorem is [`theory::sums::MooreRule`]): a
//! move takes any number from each of at least one and at most N heaps. A winning move is built
//! digit by digit, starting with the highest binary digit. For each digit, the number of heaps with
//! this digit must become a multiple of N + 1. A move may freely choose the lower digits of a heap
//! that it already lowers. If the lowered heaps cannot make the count a multiple of N + 1, the
//! excess is removed by lowering further heaps. A winning move lowers no more than N heaps in
//! total. O(k log max) to prepare for k heaps, O(N² + N log max) per move. Moore's rule holds only
//! for Nim heaps, and is false for sums of other games (see docs/theorems/moore.md).

use base::text;
use base::text::Text;

use crate::online_player::{OnlinePlayer, PileTake, not_allowed, size_of};
use crate::sum::SumValues;
use theory::sums::digit_counts;

/// Returns the binary digits of a number above the digit `bit`.
fn above(number: u64, bit: u32) -> u64 {
    number & u64::MAX << bit << 1
}

/// A player of Moore's Nim.
pub struct Player {
    heaps: SumValues,
    counts: [u64; 64],
    most: usize,
    /// All heaps before this index are empty.
    first: usize,
}

impl Player {
    /// Creates a player for the given heaps; a move lowers 1 to `most` heaps.
    pub fn new(heaps: Vec<u64>, most: u64) -> Player {
        let most = most.min(heaps.len() as u64) as usize;
        Player {
            counts: digit_counts(&heaps),
            heaps: SumValues::new(heaps),
            most,
            first: 0,
        }
    }

    /// Returns up to `wanted` heaps that have the binary digit `bit` and are not yet lowered.
    fn further(&mut self, bit: u32, wanted: usize, lowered: &[(usize, u64)]) -> Vec<usize> {
        let found = self
            .heaps
            .holders(bit, wanted + lowered.len())
            .iter()
            .map(|&heap| heap as usize);
        found
            .filter(|heap| lowered.iter().all(|(other, _)| other != heap))
            .take(wanted)
            .collect()
    }
}

impl OnlinePlayer for Player {
    type Move = Vec<PileTake>;

    fn play(&mut self, made: &Vec<PileTake>) -> Result<(), Text> {
        let (count, most) = (made.len(), self.most);
        if count == 0 || count > most {
            return Err(text!(
                "a move must take from 1 to {most} heaps, found {count}",
                "每着须从 1 到 {most} 堆中取，不可从 {count} 堆"
            ));
        }
        let mut piles: Vec<usize> = made.iter().map(|take| take.pile).collect();
        piles.sort_unstable();
        if let Some(pair) = piles.windows(2).find(|pair| pair[0] == pair[1]) {
            let heap = pair[0];
            return Err(text!("duplicate heap {heap}", "第 {heap} 堆出现两次"));
        }
        for &PileTake { pile, amount } in made {
            let size = size_of(self.heaps.as_slice(), pile)?;
            if amount == 0 || amount > size {
                return Err(not_allowed(pile, amount, size));
            }
        }
        for &PileTake { pile, amount } in made {
            let size = self.heaps.as_slice()[pile];
            self.heaps.set(pile, size - amount);
            for (bit, count) in self.counts.iter_mut().enumerate() {
                *count = *count + ((size - amount) >> bit & 1) - (size >> bit & 1);
            }
        }
        Ok(())
    }

    fn winning_move(&mut self) -> Option<Vec<PileTake>> {
        let modulus = self.most as u64 + 1;
        let mut lowered: Vec<(usize, u64)> = Vec::new();
        for bit in (0..64).rev() {
            let sizes = self.heaps.as_slice();
            let gone = lowered
                .iter()
                .filter(|(heap, _)| sizes[*heap] >> bit & 1 == 1)
                .count();
            let over = ((self.counts[bit as usize] - gone as u64) % modulus) as usize;
            let lacking = self.most + 1 - over;
            if over == 0 {
                continue;
            }
            if lacking <= lowered.len() {
                for (_, size) in &mut lowered[..lacking] {
                    *size |= 1 << bit;
                }
                continue;
            }
            for heap in self.further(bit, over, &lowered) {
                lowered.push((heap, above(self.heaps.as_slice()[heap], bit)));
            }
        }
        let sizes = self.heaps.as_slice();
        let mut made: Vec<PileTake> = lowered
            .iter()
            .map(|&(pile, size)| PileTake {
                pile,
                amount: sizes[pile] - size,
            })
            .collect();
        made.sort_unstable();
        (!made.is_empty()).then_some(made)
    }

    fn any_move(&mut self) -> Option<Vec<PileTake>> {
        let sizes = self.heaps.as_slice();
        while *sizes.get(self.first)? == 0 {
            self.first += 1;
        }
        (self.most > 0).then(|| {
            vec![PileTake {
                pile: self.first,
                amount: 1,
            }]
        })
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use rules::ast::PlayConvention;
    use rules::game::Outcome;
    use theory::sums::{HeapRule, MooreRule};

    use super::*;
    use crate::referee;

    fn after(heaps: &[u64], made: &[PileTake]) -> Vec<u64> {
        made.iter()
            .fold(heaps.to_vec(), |heaps, take| referee::lowered(&heaps, take))
    }

    #[test]
    fn the_player_makes_winning_moves_where_there_are_any() {
        let mut rng = Rng::with_seed(11);
        for _ in 0..400 {
            let (heaps, most): (Vec<u64>, u64) = (
                (0..rng.usize(0..6)).map(|_| rng.u64(0..4)).collect(),
                rng.u64(1..5),
            );
            let rule = MooreRule {
                most,
                play: PlayConvention::Normal,
            };
            let made = Player::new(heaps.clone(), most).winning_move();
            assert_eq!(
                made.is_some(),
                rule.outcome(&heaps) == Outcome::N,
                "{heaps:?} {most}"
            );
            assert!(
                made.is_none_or(|made| rule.outcome(&after(&heaps, &made)) == Outcome::P),
                "{heaps:?} {most}"
            );
        }
    }

    #[test]
    fn the_player_wins_a_thousand_games() {
        for heap_most in [6, u64::MAX] {
            let start = |rng: &mut Rng| -> (Vec<u64>, u64) {
                (
                    (0..rng.usize(0..9))
                        .map(|_| rng.u64(0..=heap_most))
                        .collect(),
                    rng.u64(1..5),
                )
            };
            let random = |(heaps, most): &(Vec<u64>, u64), rng: &mut Rng| {
                let mut made: Vec<PileTake> = Vec::new();
                for _ in 0..rng.u64(1..=*most) {
                    made.extend(referee::random_take(heaps, rng, &|pile, _, _| {
                        made.iter().all(|take| take.pile != pile)
                    }));
                }
                (!made.is_empty()).then_some(made)
            };
            let apply = |(heaps, most): &(Vec<u64>, u64), made: &Vec<PileTake>| {
                let legal = made
                    .iter()
                    .all(|take| take.amount > 0 && take.amount <= heaps[take.pile]);
                let mut piles: Vec<usize> = made.iter().map(|take| take.pile).collect();
                piles.sort_unstable();
                piles.dedup();
                (legal
                    && !made.is_empty()
                    && piles.len() == made.len()
                    && made.len() as u64 <= *most)
                    .then(|| (after(heaps, made), *most))
            };
            referee::check_player(
                false,
                start,
                |(heaps, most)| Player::new(heaps.clone(), *most),
                random,
                apply,
            );
        }
    }
}
