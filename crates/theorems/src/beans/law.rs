//! The Beans Game: three piles; a move takes any number from one of them, or the same number from
//! two piles. A player who cannot move loses. No closed form is known, but the lost positions are
//! few. In a lost position, any two piles determine the third pile. One pile and the difference of
//! the other two piles also determine a lost position. If two lost positions shared two piles, or a
//! pile and a difference, a move would lead from one of them to the other. So a table of the third
//! pile for each of the n² pairs of piles contains all lost positions up to n. The table is filled
//! by a greedy pass over all positions a ≤ b ≤ c. A position is lost if the tables contain no
//! earlier lost position for any of its three pairs of piles and its three pairs of a pile and a
//! difference. The greedy pass takes O(n³) checks at worst. With the table, computing an outcome or
//! all winning moves (at most six) takes O(1). Source: ZOJ 3057.

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;

use crate::online_player::OnlinePlayer;

const NONE: u32 = u32::MAX;

/// The number of beans that a move takes from each pile: any number from one pile, or equal numbers
/// from two piles.
pub type Take = [u32; 3];

/// A table of the lost positions up to some size.
#[derive(Clone, Debug)]
pub struct BeansTable {
    size: usize,
    /// Entry x·(size + 1) + y is the third pile of the lost position with piles x and y.
    third: Vec<u32>,
    /// Entry x·(size + 1) + d belongs to the lost position with a pile x and two other piles that
    /// differ by d. The entry is the smaller of the two piles that differ by d.
    lower: Vec<u32>,
}

impl BeansTable {
    /// Builds the table for piles up to `size`. O(size³) time at worst, 8 bytes for each of size²
    /// pairs.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget does not allow the time or memory.
    pub fn new(size: u32, budget: &Budget<'_>) -> Result<BeansTable, StopReason> {
        let row = u64::from(size) + 1;
        let bytes = row.saturating_mul(row).saturating_mul(8);
        budget.allow_growth(0, bytes)?;
        let places =
            usize::try_from(row * row).map_err(|_| StopReason::Memory(bytes, budget.memory))?;
        let mut beans = BeansTable {
            size: size as usize,
            third: vec![NONE; places],
            lower: vec![NONE; places],
        };
        for a in 0..=size {
            for b in a..=size {
                for c in b..=size {
                    budget.tick()?;
                    // If a and b form a lost position with a third pile below c, a move from (a, b,
                    // c) leads to that position. The argument for a and b also holds for every
                    // other pair of piles, and for a pile and a difference.
                    if beans.third(a, b) != NONE {
                        break;
                    }
                    if beans
                        .others([a, b, c])
                        .into_iter()
                        .all(|found| found == NONE)
                    {
                        beans.lose([a, b, c]);
                    }
                }
            }
        }
        Ok(beans)
    }

    /// Returns the largest pile in the table.
    pub fn size(&self) -> u32 {
        self.size as u32
    }

    /// Returns whether the player to move loses. The piles must not exceed the size of the table.
    /// O(1).
    pub fn is_losing(&self, [a, b, c]: [u32; 3]) -> bool {
        self.third(a, b) == c
    }

    /// Returns all winning moves, at most six: first the moves in single piles 1, 2, 3, then the
    /// moves in two piles. The piles must not exceed the size of the table. O(1).
    pub fn winning_takes(&self, piles: [u32; 3]) -> Vec<Take> {
        let mut takes = Vec::new();
        for (i, j, k) in TURNS {
            let target = self.third(piles[j], piles[k]);
            if target < piles[i] {
                let mut take = [0; 3];
                take[i] = piles[i] - target;
                takes.push(take);
            }
        }
        for (i, j, k) in TURNS {
            let target = self.lower(piles[i], piles[j].abs_diff(piles[k]));
            let low = piles[j].min(piles[k]);
            if target < low {
                let mut take = [low - target; 3];
                take[i] = 0;
                takes.push(take);
            }
        }
        takes
    }

    fn third(&self, x: u32, y: u32) -> u32 {
        self.third[self.place(x, y)]
    }

    fn lower(&self, x: u32, difference: u32) -> u32 {
        self.lower[self.place(x, difference)]
    }

    fn place(&self, x: u32, y: u32) -> usize {
        x as usize * (self.size + 1) + y as usize
    }

    /// Returns the table entries for lost positions that share two piles, or a pile and a
    /// difference, with a given position.
    fn others(&self, [a, b, c]: [u32; 3]) -> [u32; 5] {
        [
            self.third(a, c),
            self.third(b, c),
            self.lower(a, c - b),
            self.lower(b, c - a),
            self.lower(c, b - a),
        ]
    }

    fn lose(&mut self, piles: [u32; 3]) {
        for (i, j, k) in TURNS {
            for (x, y) in [(j, k), (k, j)] {
                let place = self.place(piles[x], piles[y]);
                self.third[place] = piles[i];
            }
            let place = self.place(piles[i], piles[j].abs_diff(piles[k]));
            self.lower[place] = piles[j].min(piles[k]);
        }
    }
}

/// The index of each pile, with the indices of the two other piles.
const TURNS: [(usize, usize, usize); 3] = [(0, 1, 2), (1, 0, 2), (2, 0, 1)];

/// A player that builds the table once and then needs O(1) per move.
#[derive(Clone, Debug)]
pub struct Player {
    beans: BeansTable,
    piles: [u32; 3],
}

impl Player {
    /// Creates a player for the given piles; see [`BeansTable::new`] for the cost.
    ///
    /// # Errors
    /// Returns the errors of [`BeansTable::new`].
    pub fn new(piles: [u32; 3], budget: &Budget<'_>) -> Result<Player, StopReason> {
        let size = piles.into_iter().max().unwrap_or(0);
        Ok(Player {
            beans: BeansTable::new(size, budget)?,
            piles,
        })
    }

    /// Returns the current piles.
    pub fn piles(&self) -> [u32; 3] {
        self.piles
    }
}

impl OnlinePlayer for Player {
    type Move = Take;

    fn play(&mut self, made: &Take) -> Result<(), Text> {
        let mut taken = made.iter().filter(|take| **take > 0);
        let equal = match (taken.next(), taken.next(), taken.next()) {
            (Some(_), None, _) => true,
            (Some(x), Some(y), None) => x == y,
            _ => false,
        };
        let [a, b, c] = self.piles;
        if !equal || (0..3).any(|i| made[i] > self.piles[i]) {
            return Err(text!(
                "a move takes stones from one of the piles {a}, {b}, {c}, or the same number from two of them; no pile can lose more than it has",
                "每步从 {a}、{b}、{c} 中的一堆取，或从其中两堆取同样多；所取不能超过堆中所有"
            ));
        }
        self.piles = [0, 1, 2].map(|i| self.piles[i] - made[i]);
        Ok(())
    }

    fn winning_move(&mut self) -> Option<Take> {
        self.beans.winning_takes(self.piles).into_iter().next()
    }

    fn any_move(&mut self) -> Option<Take> {
        let pile = self.piles.iter().position(|&size| size > 0)?;
        Some([0, 1, 2].map(|i| u32::from(i == pile)))
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::referee::wins_every_game;

    const WAYS: [[usize; 3]; 6] = [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
        [0, 1, 1],
        [1, 0, 1],
        [1, 1, 0],
    ];

    #[test]
    fn outcomes_and_moves_agree_with_the_game() {
        const SIZE: usize = 24;
        let beans = BeansTable::new(SIZE as u32, &Budget::generous()).unwrap();
        let mut lost = vec![[[false; SIZE + 1]; SIZE + 1]; SIZE + 1];
        for a in 0..=SIZE {
            for b in 0..=SIZE {
                for c in 0..=SIZE {
                    let takes = WAYS
                        .iter()
                        .flat_map(|way| (1..=SIZE).map(move |n| way.map(|w| w * n)));
                    let legal = takes.filter(|[x, y, z]| *x <= a && *y <= b && *z <= c);
                    let winning: Vec<Take> = legal
                        .filter(|[x, y, z]| lost[a - x][b - y][c - z])
                        .map(|take| take.map(|n| n as u32))
                        .collect();
                    lost[a][b][c] = winning.is_empty();
                    let piles = [a as u32, b as u32, c as u32];
                    assert_eq!(beans.is_losing(piles), winning.is_empty(), "{piles:?}");
                    assert_eq!(beans.winning_takes(piles), winning, "{piles:?}");
                }
            }
        }
    }

    #[test]
    fn wins_every_game_that_it_should() {
        let beans = BeansTable::new(60, &Budget::generous()).unwrap();
        let start = |rng: &mut Rng| {
            let mut piles = [(); 3].map(|()| rng.u32(0..=60));
            if rng.bool() && beans.third(piles[0], piles[1]) != NONE {
                piles[2] = beans.third(piles[0], piles[1]);
            }
            Player {
                beans: beans.clone(),
                piles,
            }
        };
        let reply = |rng: &mut Rng, player: &mut Player| loop {
            let n = rng.u32(1..=60);
            let made = rng.choice(WAYS).unwrap().map(|w| w as u32 * n);
            if player.clone().play(&made).is_ok() {
                return made;
            }
        };
        let first = wins_every_game(16, start, reply);
        assert!((100..950).contains(&first), "{first}");
        let mut player = Player::new([3, 2, 1], &Budget::generous()).unwrap();
        for made in [[0, 0, 0], [1, 1, 1], [2, 1, 0], [4, 0, 0], [0, 0, 2]] {
            assert!(player.play(&made).is_err());
        }
    }
}
