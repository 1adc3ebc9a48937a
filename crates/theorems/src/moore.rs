//! Moore's Nim_N (E. H. Moore, 1910): a move takes from at least one and at most N heaps, any number from each. The player to move
//! loses exactly when every binary digit occurs a multiple of N + 1 times among the heaps. A winning move is built from the highest
//! digit down: heaps that are already lowered may have any digit; where they cannot make the count a multiple, as many further heaps
//! as are too much lose the digit, and there are never more than N in all. Winner and one move O(k log max); every winning move can
//! be listed without a dead end; a player needs O(k log max) to prepare and O(N² + N log max) a move. True of Nim heaps only: for
//! sums of other games the rule is false (see docs/theorems/moore.md).

use std::ops::ControlFlow;

use base::text;
use base::text::Text;

use crate::online::{Online, Take, not_allowed, size_of};
use crate::sum::Values;

/// How often each binary digit occurs among the heaps, the lowest first. O(k log max).
pub fn digit_counts(heaps: &[u64]) -> [u64; 64] {
    let mut counts = [0; 64];
    for &heap in heaps {
        add_digits(&mut counts, heap);
    }
    counts
}

fn add_digits(counts: &mut [u64; 64], mut number: u64) {
    while number != 0 {
        counts[number.trailing_zeros() as usize] += 1;
        number &= number - 1;
    }
}

/// Whether the player to move wins, where a move takes from 1 to `most` heaps. O(k log max).
///
/// ```
/// use theorems::moore::mover_wins;
///
/// assert!(!mover_wins(&[1, 2, 3, 3], 2) && mover_wins(&[1, 2, 2, 3, 3], 2));
/// ```
pub fn mover_wins(heaps: &[u64], most: u64) -> bool {
    // Beyond the number of heaps a further one makes no difference.
    let modulus = most.min(heaps.len() as u64) + 1;
    digit_counts(heaps).iter().any(|count| count % modulus != 0)
}

/// A winning move, if there is one. O(k log max).
pub fn winning_move(heaps: &[u64], most: u64) -> Option<Vec<Take>> {
    Player::new(heaps.to_vec(), most).winning_move()
}

/// Hands out every winning move, each once, until `each` breaks off. A set of heaps can be lowered to win exactly when for every
/// digit the count among the other heaps lacks at most as many to a multiple of N + 1 as the set has heaps; that many of the new
/// sizes then have the digit. There may be exponentially many moves, but the way to each takes only O(k log max): every choice
/// of the higher digits can be completed.
///
/// ```
/// use std::ops::ControlFlow;
/// use theorems::moore;
///
/// let mut count = 0;
/// let _ = moore::for_each_winning_move(&[1, 2, 2], 2, &mut |_| { count += 1; ControlFlow::Continue(()) });
/// assert_eq!(count, 1); // to 1, 1, 1
/// ```
pub fn for_each_winning_move(heaps: &[u64], most: u64, each: &mut dyn FnMut(&[Take]) -> ControlFlow<()>) -> ControlFlow<()> {
    let most = most.min(heaps.len() as u64) as usize;
    let mut listing = Listing { heaps, most, lowered: Vec::new(), each };
    let top = heaps.iter().max().and_then(|max| max.checked_ilog2());
    top.map_or(ControlFlow::Continue(()), |top| listing.from(top))
}

/// A listing of winning moves: the heaps that are lowered so far, with the higher digits of their new sizes.
struct Listing<'a> {
    heaps: &'a [u64],
    most: usize,
    lowered: Vec<(usize, u64)>,
    each: &'a mut dyn FnMut(&[Take]) -> ControlFlow<()>,
}

impl Listing<'_> {
    /// Chooses this digit and those below.
    fn from(&mut self, bit: u32) -> ControlFlow<()> {
        let with_digit = (0..self.heaps.len()).filter(|heap| self.heaps[*heap] >> bit & 1 == 1);
        let full: Vec<usize> = with_digit.filter(|heap| self.lowered.iter().all(|(other, _)| other != heap)).collect();
        let modulus = self.most + 1;
        let before = self.lowered.clone();
        for fewer in 0..=full.len().min(self.most - before.len()) {
            // How many of the heaps lowered before must have the digit.
            let filled = (modulus - (full.len() - fewer) % modulus) % modulus;
            if filled > before.len() {
                continue;
            }
            subsets(full.len(), fewer, &mut |losing| {
                subsets(before.len(), filled, &mut |filling| {
                    self.lowered.clone_from(&before);
                    for &i in filling {
                        self.lowered[i].1 |= 1 << bit;
                    }
                    self.lowered.extend(losing.iter().map(|&i| (full[i], above(self.heaps[full[i]], bit))));
                    match bit.checked_sub(1) {
                        Some(next) => self.from(next),
                        None => self.hand_out(),
                    }
                })
            })?;
        }
        self.lowered = before;
        ControlFlow::Continue(())
    }

    fn hand_out(&mut self) -> ControlFlow<()> {
        if self.lowered.is_empty() {
            return ControlFlow::Continue(());
        }
        let mut made: Vec<Take> = self.lowered.iter().map(|&(pile, size)| Take { pile, amount: self.heaps[pile] - size }).collect();
        made.sort_unstable();
        (self.each)(&made)
    }
}

/// The digits of a number above one.
fn above(number: u64, bit: u32) -> u64 {
    number & u64::MAX << bit << 1
}

/// Every choice of so many of 0, 1, …, n - 1, in lexicographic order.
fn subsets(n: usize, size: usize, each: &mut dyn FnMut(&[usize]) -> ControlFlow<()>) -> ControlFlow<()> {
    let mut chosen: Vec<usize> = (0..size).collect();
    loop {
        each(&chosen)?;
        let Some(i) = (0..size).rev().find(|&i| chosen[i] < n - size + i) else { return ControlFlow::Continue(()) };
        chosen[i] += 1;
        for j in i + 1..size {
            chosen[j] = chosen[j - 1] + 1;
        }
    }
}

/// Plays Moore's Nim.
pub struct Player {
    heaps: Values,
    counts: [u64; 64],
    most: usize,
    /// No heap before this one has pieces.
    first: usize,
}

impl Player {
    /// A player for these heaps, 1 to `most` of which a move lowers.
    pub fn new(heaps: Vec<u64>, most: u64) -> Player {
        let most = most.min(heaps.len() as u64) as usize;
        Player { counts: digit_counts(&heaps), heaps: Values::new(heaps), most, first: 0 }
    }

    /// As many heaps with this digit as are wanted, none of those already lowered.
    fn further(&mut self, bit: u32, wanted: usize, lowered: &[(usize, u64)]) -> Vec<usize> {
        let found = self.heaps.holders(bit, wanted + lowered.len()).iter().map(|&heap| heap as usize);
        found.filter(|heap| lowered.iter().all(|(other, _)| other != heap)).take(wanted).collect()
    }
}

impl Online for Player {
    type Move = Vec<Take>;

    fn play(&mut self, made: &Vec<Take>) -> Result<(), Text> {
        let (count, most) = (made.len(), self.most);
        if count == 0 || count > most {
            return Err(text!("a move takes from 1 to {most} heaps, not from {count}", "每着须从 1 到 {most} 堆中取，不可从 {count} 堆"));
        }
        let mut piles: Vec<usize> = made.iter().map(|take| take.pile).collect();
        piles.sort_unstable();
        if let Some(pair) = piles.windows(2).find(|pair| pair[0] == pair[1]) {
            let heap = pair[0];
            return Err(text!("heap {heap} is named twice", "第 {heap} 堆出现两次"));
        }
        for &Take { pile, amount } in made {
            let size = size_of(self.heaps.as_slice(), pile)?;
            if amount == 0 || amount > size {
                return Err(not_allowed(pile, amount, size));
            }
        }
        for &Take { pile, amount } in made {
            let size = self.heaps.as_slice()[pile];
            self.heaps.set(pile, size - amount);
            for (bit, count) in self.counts.iter_mut().enumerate() {
                *count = *count + ((size - amount) >> bit & 1) - (size >> bit & 1);
            }
        }
        Ok(())
    }

    fn winning_move(&mut self) -> Option<Vec<Take>> {
        let modulus = self.most as u64 + 1;
        let mut lowered: Vec<(usize, u64)> = Vec::new();
        for bit in (0..64).rev() {
            let sizes = self.heaps.as_slice();
            let gone = lowered.iter().filter(|(heap, _)| sizes[*heap] >> bit & 1 == 1).count();
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
        let mut made: Vec<Take> = lowered.iter().map(|&(pile, size)| Take { pile, amount: sizes[pile] - size }).collect();
        made.sort_unstable();
        (!made.is_empty()).then_some(made)
    }

    fn any_move(&mut self) -> Option<Vec<Take>> {
        let sizes = self.heaps.as_slice();
        while *sizes.get(self.first)? == 0 {
            self.first += 1;
        }
        (self.most > 0).then(|| vec![Take { pile: self.first, amount: 1 }])
    }
}

/// Every move of Moore's Nim, by the definition: as many new sizes as there are positions below this one.
pub fn all_moves(heaps: &[u64], most: u64) -> Vec<Vec<Take>> {
    let mut moves: Vec<Vec<Take>> = vec![Vec::new()];
    for (pile, &size) in heaps.iter().enumerate() {
        for i in 0..moves.len() {
            if (moves[i].len() as u64) < most {
                for amount in 1..=size {
                    let mut made = moves[i].clone();
                    made.push(Take { pile, amount });
                    moves.push(made);
                }
            }
        }
    }
    moves.swap_remove(0);
    moves
}

#[cfg(test)]
mod tests {
    use base::budget::Budget;
    use fastrand::Rng;

    use super::*;
    use crate::definition::Search;
    use crate::referee;

    fn after(heaps: &[u64], made: &[Take]) -> Vec<u64> {
        made.iter().fold(heaps.to_vec(), |heaps, take| referee::lowered(&heaps, take))
    }

    #[test]
    fn winning_moves_are_those_to_positions_lost_by_the_definition() {
        let budget = Budget::generous();
        let mut rng = Rng::with_seed(11);
        for most in 0..5 {
            let options = |heaps: &Vec<u64>| all_moves(heaps, most).iter().map(|made| after(heaps, made)).collect();
            let mut search = Search::normal(options, &budget);
            for _ in 0..40 {
                let heaps: Vec<u64> = (0..rng.usize(0..6)).map(|_| rng.u64(0..4)).collect();
                assert_eq!(mover_wins(&heaps, most), search.mover_wins(&heaps).unwrap(), "{heaps:?} {most}");
                let mut found = Vec::new();
                let _ = for_each_winning_move(&heaps, most, &mut |made| {
                    found.push(made.to_vec());
                    ControlFlow::Continue(())
                });
                found.sort_unstable();
                let mut expected = all_moves(&heaps, most);
                expected.retain(|made| !search.mover_wins(&after(&heaps, made)).unwrap());
                expected.sort_unstable();
                assert_eq!(found, expected, "{heaps:?} {most}");
                let one = winning_move(&heaps, most);
                assert!(one.map_or(expected.is_empty(), |one| expected.contains(&one)), "{heaps:?} {most}");
            }
        }
    }

    #[test]
    fn listing_can_be_broken_off() {
        let heaps: Vec<u64> = (1..=60).map(|i| i << 50).collect();
        let mut count = 0;
        let _ = for_each_winning_move(&heaps, 7, &mut |made| {
            assert!(made.len() <= 7 && !mover_wins(&after(&heaps, made), 7));
            count += 1;
            if count == 100 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(count, 100);
    }

    #[test]
    fn the_player_wins_a_thousand_games() {
        for heap_most in [6, u64::MAX] {
            let start =
                |rng: &mut Rng| -> (Vec<u64>, u64) { ((0..rng.usize(0..9)).map(|_| rng.u64(0..=heap_most)).collect(), rng.u64(1..5)) };
            let random = |(heaps, most): &(Vec<u64>, u64), rng: &mut Rng| {
                let mut made: Vec<Take> = Vec::new();
                for _ in 0..rng.u64(1..=*most) {
                    made.extend(referee::random_take(heaps, rng, &|pile, _, _| made.iter().all(|take| take.pile != pile)));
                }
                (!made.is_empty()).then_some(made)
            };
            let apply = |(heaps, most): &(Vec<u64>, u64), made: &Vec<Take>| {
                let legal = made.iter().all(|take| take.amount > 0 && take.amount <= heaps[take.pile]);
                let mut piles: Vec<usize> = made.iter().map(|take| take.pile).collect();
                piles.sort_unstable();
                piles.dedup();
                (legal && !made.is_empty() && piles.len() == made.len() && made.len() as u64 <= *most).then(|| (after(heaps, made), *most))
            };
            referee::thousand(false, start, |(heaps, most)| Player::new(heaps.clone(), *most), random, apply);
        }
    }
}
