//! Wythoff's game: take any number from one of two heaps, or the same number from both; a player
//! who cannot move loses. The heaps a ≤ b are lost exactly when a = ⌊(b - a)·φ⌋, that is, for
//! (⌊j·φ⌋, ⌊j·φ²⌋) and (0, 0). Every number occurs in exactly one losing pair, and every number is
//! the difference of exactly one losing pair. So a position has at most three winning moves: one in
//! each heap, and one that takes from both heaps. Each winning move is found in O(1) operations
//! with one square root, for heaps of any size. Source: W. A. Wythoff, A modification of the game
//! of Nim, Nieuw Archief voor Wiskunde 7 (1907).

use base::text;
use base::text::Text;
use dashu_int::UBig;

use crate::online_player::OnlinePlayer;
use crate::wythoff::golden::{WythoffSequence, floor_phi, floor_phi_64, sequence, sequence_64};

/// The amounts taken from the first and from the second heap: one amount is 0, or both amounts are
/// equal.
pub type Take = (UBig, UBig);

/// Returns whether the player to move loses. O(1) operations.
pub fn is_losing(a: &UBig, b: &UBig) -> bool {
    let (low, high) = if a <= b { (a, b) } else { (b, a) };
    floor_phi(&(high - low)) == *low
}

/// Returns [`is_losing`] for heaps of 64 bits. O(1).
pub fn is_losing_64(a: u64, b: u64) -> bool {
    lower_by_difference_64(a.abs_diff(b)) == u128::from(a.min(b))
}

/// Returns the other heap of the losing pair that contains x. O(1) operations.
pub fn partner(x: &UBig) -> UBig {
    match sequence(x) {
        None => UBig::ZERO,
        Some(WythoffSequence::Lower(j)) => x + j,
        Some(WythoffSequence::Upper(j)) => x - j,
    }
}

/// Returns [`partner`] for heaps of 64 bits; the partner may need one bit more. O(1).
pub fn partner_64(x: u64) -> u128 {
    match sequence_64(x) {
        None => 0,
        Some(WythoffSequence::Lower(j)) => u128::from(x) + j,
        Some(WythoffSequence::Upper(j)) => u128::from(x) - j,
    }
}

/// Returns the smaller heap of the losing pair whose heaps differ by a given 64-bit number. O(1).
pub fn lower_by_difference_64(difference: u64) -> u128 {
    floor_phi_64(difference.into())
}

/// Returns all winning moves, ascending by the amount from the first heap, then from the second.
/// O(1) operations.
pub fn winning_takes(a: &UBig, b: &UBig) -> Vec<Take> {
    let mut takes = Vec::new();
    let target = partner(a);
    if target < *b {
        takes.push((UBig::ZERO, b - target));
    }
    let (low, high) = if a <= b { (a, b) } else { (b, a) };
    let target = floor_phi(&(high - low));
    if target < *low {
        let take = low - target;
        takes.push((take.clone(), take));
    }
    let target = partner(b);
    if target < *a {
        takes.push((a - target, UBig::ZERO));
    }
    takes.sort();
    takes
}

/// A player without preparation, O(1) operations per move.
#[derive(Clone, Debug)]
pub struct Player {
    heaps: Take,
}

impl Player {
    /// Creates a player for two heaps.
    pub fn new(a: UBig, b: UBig) -> Player {
        Player { heaps: (a, b) }
    }

    /// Returns the heaps.
    pub fn heaps(&self) -> &Take {
        &self.heaps
    }
}

impl OnlinePlayer for Player {
    type Move = Take;

    fn play(&mut self, (x, y): &Take) -> Result<(), Text> {
        let (a, b) = &self.heaps;
        if x.is_zero() && y.is_zero() || !(x.is_zero() || y.is_zero() || x == y) {
            return Err(text!(
                "expected a number from one heap, or the same number from both; found {x} and {y}",
                "每步从一堆取，或从两堆取同样多，不能取 {x} 与 {y}"
            ));
        }
        if x > a || y > b {
            return Err(text!(
                "cannot take {x} and {y} from heaps of {a} and {b}",
                "不能从大小为 {a}、{b} 的两堆取 {x}、{y}"
            ));
        }
        self.heaps = (a - x, b - y);
        Ok(())
    }

    fn winning_move(&mut self) -> Option<Take> {
        winning_takes(&self.heaps.0, &self.heaps.1)
            .into_iter()
            .next()
    }

    fn any_move(&mut self) -> Option<Take> {
        let (a, b) = &self.heaps;
        match (a.is_zero(), b.is_zero()) {
            (true, true) => None,
            (false, _) => Some((UBig::ONE, UBig::ZERO)),
            (true, false) => Some((UBig::ZERO, UBig::ONE)),
        }
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::referee::{random_bits, wins_every_game};

    fn big(n: usize) -> UBig {
        UBig::from(n)
    }

    /// Returns the moves of a position according to the rules.
    fn moves(a: usize, b: usize) -> impl Iterator<Item = (usize, usize)> {
        (1..=b)
            .map(|y| (0, y))
            .chain((1..=a).map(|x| (x, 0)))
            .chain((1..=a.min(b)).map(|x| (x, x)))
    }

    #[test]
    fn outcomes_and_moves_agree_with_the_game() {
        const SIZE: usize = 60;
        let mut lost = [[false; SIZE]; SIZE];
        for a in 0..SIZE {
            for b in 0..SIZE {
                let mut winning: Vec<Take> = moves(a, b)
                    .filter(|(x, y)| lost[a - x][b - y])
                    .map(|(x, y)| (big(x), big(y)))
                    .collect();
                winning.sort();
                lost[a][b] = winning.is_empty();
                assert_eq!(is_losing(&big(a), &big(b)), lost[a][b], "({a}, {b})");
                assert_eq!(is_losing_64(a as u64, b as u64), lost[a][b], "({a}, {b})");
                assert_eq!(winning_takes(&big(a), &big(b)), winning, "({a}, {b})");
            }
        }
    }

    #[test]
    fn a_thousand_digits() {
        let j = UBig::from(10u8).pow(1000);
        let (a, b) = (floor_phi(&j), floor_phi(&j) + &j);
        assert!(is_losing(&a, &b) && winning_takes(&a, &b).is_empty());
        assert_eq!((partner(&a), partner(&b)), (b.clone(), a.clone()));
        let more = &b + UBig::ONE;
        let takes = winning_takes(&a, &more);
        assert!(takes.contains(&(UBig::ZERO, UBig::ONE)));
        for (x, y) in takes {
            assert!(is_losing(&(&a - x), &(&more - y)));
        }
    }

    #[test]
    fn partners_are_mutual_and_differ_by_their_index() {
        for x in (1..5000).chain([
            1 << 40,
            (1 << 61) + 12345,
            i64::MAX as u64 - 1,
            i64::MAX as u64,
        ]) {
            let y = partner_64(x);
            assert_eq!(partner(&x.into()), y.into());
            assert_ne!(y, u128::from(x));
            let (low, high) = (y.min(x.into()), y.max(x.into()));
            assert_eq!(floor_phi_64(high - low), low);
            if let Ok(y) = u64::try_from(y) {
                assert_eq!(partner_64(y), u128::from(x));
            }
        }
    }

    /// The test plays a game from (3, 5), with an answer to each reply of the opponent. From (3, 1)
    /// the answer is 1 from the first heap (2 would leave (1, 1), which loses). From (2, 4) the
    /// only answer is 3 from the second heap (1 would leave (2, 3), which loses to (2, 1)).
    #[test]
    fn the_play_from_three_and_five() {
        let takes = |a, b| winning_takes(&big(a), &big(b));
        assert!(is_losing(&big(3), &big(5)));
        assert_eq!(takes(3, 1), [(big(1), big(0))]);
        assert_eq!(takes(1, 1), [(big(1), big(1))]);
        assert_eq!(takes(2, 4), [(big(0), big(3))]);
        assert!(takes(2, 3).contains(&(big(0), big(2))));
        for (x, y) in moves(3, 5) {
            assert!(!takes(3 - x, 5 - y).is_empty());
        }
    }

    #[test]
    fn wins_every_game_that_it_should() {
        let start = |rng: &mut Rng| {
            let j = 1 + random_bits(rng, 40);
            let lower = floor_phi_64(j.into());
            match rng.bool() {
                true => Player::new(lower.into(), (lower + u128::from(j)).into()),
                false => Player::new(rng.u64(0..=j).into(), rng.u64(0..=j).into()),
            }
        };
        let reply = |rng: &mut Rng, player: &mut Player| {
            let (a, b) = player.heaps().clone();
            let mut some = |most: &UBig| match rng.bool() {
                true => UBig::from(rng.u64(..)) % most + UBig::ONE,
                false => UBig::ONE,
            };
            match (a.is_zero(), b.is_zero()) {
                (false, false) => {
                    let take = some((&a).min(&b));
                    [
                        (take.clone(), take),
                        (some(&a), UBig::ZERO),
                        (UBig::ZERO, some(&b)),
                    ][rng.usize(..3)]
                    .clone()
                }
                (false, true) => (some(&a), UBig::ZERO),
                _ => (UBig::ZERO, some(&b)),
            }
        };
        let first = wins_every_game(3, start, reply);
        assert!((100..900).contains(&first), "{first}");
        let mut player = Player::new(big(3), big(5));
        for (x, y) in [(0, 0), (1, 2), (4, 0), (0, 6), (4, 4)] {
            assert!(player.play(&(big(x), big(y))).is_err());
        }
    }
}
