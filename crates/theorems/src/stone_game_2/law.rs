//! Stone Game II: a pile x is replaced by k and k xor x, where 0 < k < x and k xor x < x. Each
//! player may, once in the game, replace k by 2k (while k xor x is unchanged). A player who cannot
//! move loses.
//!
//! A pile is called even if it has an even number of one-bits. A move splits an even pile into two
//! even piles or two odd piles, and splits an odd pile into one even and one odd pile. Doubling a
//! number does not change the number of its one-bits. So every move changes the parity of the
//! number of even piles. A pile with two one-bits or more has a move, for example with its lowest
//! one-bit as k; a power of two has no move and is not even. So every game ends without even piles.
//! The player to move wins exactly when the number of even piles is odd, and then every move wins.
//! O(n). Source: HDU 4388 (the rules as stated in public solutions).

use base::text;
use base::text::Text;

use crate::online_player::OnlinePlayer;

/// A move: pile x becomes k, or 2k, and k xor x.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The index of the pile, starting at 0.
    pub pile: usize,
    /// The number k of the rules.
    pub k: u128,
    /// Whether the move uses 2k instead of k.
    pub doubled: bool,
}

/// Returns whether the player to move loses. In a lost position no move wins, and in a won position
/// every move wins. O(n).
pub fn is_losing(piles: &[u128]) -> bool {
    piles
        .iter()
        .filter(|pile| pile.count_ones().is_multiple_of(2) && **pile > 0)
        .count()
        .is_multiple_of(2)
}

/// A player that computes the parity once, in O(n), and answers each move in O(1).
#[derive(Clone, Debug)]
pub struct Player {
    piles: Vec<u128>,
    /// The piles with two one-bits or more, in no particular order, and for each pile its index in
    /// this list.
    movable: Vec<usize>,
    place: Vec<Option<usize>>,
    even: bool,
    /// Whether the player to move has doubled, and whether the opponent has.
    doubled: [bool; 2],
}

impl Player {
    /// Creates a player for these piles, before any doubling. O(n).
    pub fn new(piles: &[u64]) -> Player {
        let piles: Vec<u128> = piles.iter().copied().map(u128::from).collect();
        let mut player = Player {
            even: is_losing(&piles),
            movable: Vec::new(),
            place: Vec::new(),
            piles,
            doubled: [false; 2],
        };
        for pile in 0..player.piles.len() {
            player.place.push(None);
            player.enter(pile);
        }
        player
    }

    /// Returns the piles.
    pub fn piles(&self) -> &[u128] {
        &self.piles
    }

    /// Returns whether the player to move may still double.
    pub fn may_double(&self) -> bool {
        !self.doubled[0]
    }

    fn enter(&mut self, pile: usize) {
        if self.piles[pile].count_ones() > 1 {
            self.place[pile] = Some(self.movable.len());
            self.movable.push(pile);
        }
    }

    fn leave(&mut self, pile: usize) {
        if let Some(at) = self.place[pile].take() {
            self.movable.swap_remove(at);
            if let Some(&moved) = self.movable.get(at) {
                self.place[moved] = Some(at);
            }
        }
    }
}

impl OnlinePlayer for Player {
    type Move = Move;

    fn play(&mut self, made: &Move) -> Result<(), Text> {
        let Some(&x) = self.piles.get(made.pile) else {
            let (pile, count) = (made.pile, self.piles.len());
            return Err(text!(
                "unknown pile {pile}; there are {count} piles, counted from 0",
                "没有第 {pile} 堆：共 {count} 堆，从 0 编号"
            ));
        };
        let k = made.k;
        if k == 0 || k >= x || k ^ x >= x {
            return Err(text!(
                "k = {k} and k xor {x} must be above 0 and below {x}",
                "k = {k} 与 k xor {x} 都应大于 0 且小于 {x}"
            ));
        }
        if made.doubled && self.doubled[0] {
            return Err(text!(
                "each player may double only once",
                "每人只能加倍一次"
            ));
        }
        self.leave(made.pile);
        self.piles[made.pile] = if made.doubled { 2 * k } else { k };
        self.enter(made.pile);
        self.piles.push(k ^ x);
        self.place.push(None);
        self.enter(self.piles.len() - 1);
        self.even = !self.even;
        self.doubled = [self.doubled[1], self.doubled[0] || made.doubled];
        Ok(())
    }

    fn winning_move(&mut self) -> Option<Move> {
        if self.even { None } else { self.any_move() }
    }

    fn any_move(&mut self) -> Option<Move> {
        let &pile = self.movable.last()?;
        // The lowest one-bit of the pile is a legal k.
        Some(Move {
            pile,
            k: self.piles[pile] & self.piles[pile].wrapping_neg(),
            doubled: false,
        })
    }
}

#[cfg(test)]
mod tests {
    use base::budget::Budget;
    use fastrand::Rng;
    use theory::reference::ReferenceSearch;

    use super::*;
    use crate::referee::{random_bits, wins_every_game};

    type Position = (Vec<u128>, [bool; 2]);

    fn options((piles, doubled): &Position) -> Vec<Position> {
        let mut options = Vec::new();
        for (i, &x) in piles.iter().enumerate() {
            for k in (1..x).filter(|k| k ^ x < x) {
                for double in [false, true]
                    .into_iter()
                    .take(if doubled[0] { 1 } else { 2 })
                {
                    let mut piles = piles.clone();
                    piles[i] = if double { 2 * k } else { k };
                    piles.push(k ^ x);
                    piles.retain(|pile| pile.count_ones() > 1);
                    piles.sort_unstable();
                    options.push((piles, [doubled[1], doubled[0] || double]));
                }
            }
        }
        options
    }

    #[test]
    fn outcomes_agree_with_the_game_and_every_move_wins_or_none() {
        let budget = Budget::generous();
        let mut search = ReferenceSearch::normal(options, &budget);
        let mut rng = Rng::with_seed(12);
        for _ in 0..100 {
            let piles: Vec<u128> = (0..rng.usize(0..=3)).map(|_| rng.u128(1..=9)).collect();
            let start = (piles.clone(), [rng.bool(), rng.bool()]);
            let won = search.mover_wins(&start).unwrap();
            assert_eq!(!won, is_losing(&piles), "{piles:?}");
            let mut options = options(&start).into_iter();
            assert!(options.all(|option| search.mover_wins(&option).unwrap() != won));
        }
    }

    #[test]
    fn wins_every_game_that_it_should() {
        let start = |rng: &mut Rng| {
            let piles: Vec<u64> = (0..rng.usize(1..=8)).map(|_| random_bits(rng, 8)).collect();
            Player::new(&piles)
        };
        let reply = |rng: &mut Rng, player: &mut Player| {
            let pile = *rng.choice(&player.movable).unwrap();
            let x = player.piles()[pile];
            // The highest one-bit of one part can be any one-bit of x except the highest. Either
            // part may be the number k of the move.
            let ones: Vec<u32> = (0..x.ilog2()).filter(|bit| x >> bit & 1 == 1).collect();
            let bit = 1 << *rng.choice(&ones).unwrap();
            let k = bit | rng.u128(0..bit);
            Move {
                pile,
                k: if rng.bool() { k } else { k ^ x },
                doubled: player.may_double() && rng.bool(),
            }
        };
        let first = wins_every_game(9, start, reply);
        assert!((100..900).contains(&first), "{first}");
    }

    #[test]
    fn the_player_keeps_the_rules() {
        let mut player = Player::new(&[7, u64::MAX]);
        let mut legal = |pile, k, doubled| player.play(&Move { pile, k, doubled }).is_ok();
        assert!(!legal(2, 1, false) && !legal(0, 0, false) && !legal(0, 7, false));
        assert!(legal(1, u64::MAX as u128 - 1, true) && legal(1, 4, false) && !legal(0, 3, true));
        assert!(legal(0, 3, false));
    }
}
