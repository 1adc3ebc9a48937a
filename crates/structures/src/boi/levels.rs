//! Solves close races of the BOI Game exactly. Each level of shortest paths has a table with one
//! bit for each pair of cells, and 64 pairs are processed at a time.
//!
//! In a close race, each step is a step of a shortest path. For a player p, the opponent q and a
//! distance x, there are two kinds of positions:
//!
//! - F_p(x): p is to move, both players have distance x. No jump is possible in F_p(x).
//! - G_q(x): q is to move at distance x, p has distance x - 1. In G_q(x), q may jump if p is on the
//!   next cell of a shortest path of q.
//!
//! Each kind of position has a table of bits; a set bit means that p wins. The table has a row for
//! each cell of q and a column for each cell of p. A bit of G_q(x) is set if F_p(x - 1) is set for
//! ALL next cells of q: an `and` of rows. A bit of F_p(x) is set if G_q(x) is set for SOME next
//! cell of p. The bits of F_p(x) are gathered within each row, and runs of adjacent cells are moved
//! together. On the diagonal of F_p(x), both players are on one cell c, which is not a position of
//! the game. The diagonal of F_p(x) contains the result after q has stepped onto p at c. After
//! stepping onto p, q moves on from c; then p is to move at distance x, with q at distance x - 1:
//! G_p(x). So the chain F, G, F, … of each player needs the chain of the other player if both
//! players can reach the same cell. Below the lowest level with a cell that both players can reach,
//! F is won and G is lost. From the start, only the middle level has a cell that both can reach, so
//! only half the levels and one chain are computed.
//!
//! Cost: Σ_x |C_p(x)|·|C_q(x)| bits, and a few operations for each word. The computation stores two
//! levels, or with [`TableRetention::All`] every G of the chain, with one bit for each pair.
//! Source: BOI 2008 (the pairs of levels); the rows of bits and the use of the diagonal are our
//! own.

use base::budget::{Budget, StopReason};

use super::board::BoiPosition;
use super::cones::{NONE, PositionCones};
use super::race::{DistanceVerdict, RaceBoard};

/// The tables that are retained after the computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableRetention {
    /// Retains no table; only the outcome is available.
    Nothing,
    /// Retains the tables of the options of the position.
    Last,
    /// Retains all tables: the results of every position that may follow while the race stays
    /// close.
    All,
}

/// A solved close race.
#[derive(Clone, Debug)]
pub struct RaceLevels {
    cones: PositionCones,
    lowest: u32,
    chains: [LevelTables; 2],
    wins: bool,
    peak: u64,
}

/// The sizes of the computed levels of a close race.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LevelSizes {
    /// The number of levels.
    pub levels: u64,
    /// The maximum number of cells of one player in a level.
    pub widest: u64,
    /// The maximum number of pairs of cells in a level.
    pub most_pairs: u64,
    /// The total number of pairs of all levels.
    pub pairs: u64,
    /// The peak number of bytes allocated.
    pub bytes: u64,
}

/// The tables of one player p: F of the level computed last, and G of the retained levels.
#[derive(Clone, Debug, Default)]
struct LevelTables {
    f: Vec<u64>,
    g: Vec<u64>,
    /// For each retained level, the index in `g` at which it starts.
    from: Vec<usize>,
    /// The lowest retained level.
    first: u32,
}

/// The bits of one word of a row that come from one word of another row.
struct WordTransfer {
    to: u32,
    from: u32,
    turn: u32,
    mask: u64,
}

fn words(cells: usize) -> usize {
    cells.div_ceil(64)
}

fn bit(row: &[u64], place: u32) -> bool {
    row[place as usize / 64] >> (place % 64) & 1 == 1
}

impl RaceLevels {
    /// Solves a close race: a position with the verdict [`DistanceVerdict::Close`].
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out. The memory must suffice for two levels, or
    /// for all levels with [`TableRetention::All`].
    ///
    /// # Panics
    /// Panics if the race is not close.
    pub fn solve(
        race: &RaceBoard,
        position: BoiPosition,
        keep: TableRetention,
        budget: &Budget<'_>,
    ) -> Result<RaceLevels, StopReason> {
        assert_eq!(
            race.verdict(position),
            DistanceVerdict::Close,
            "levels decide close races only"
        );
        budget.allow_memory(16 * race.board().cells() as u64)?;
        let (mover, other) = (position.turn, 1 - position.turn);
        let cones = PositionCones::new(race, position);
        budget.steps(race.board().cells())?;
        let (top, behind) = (cones.top(mover), cones.top(mover) > cones.top(other));
        let asked = if behind { other } else { mover };
        let Some((lowest, highest)) = cones.meetings(race) else {
            let peak = cones.bytes();
            return Ok(RaceLevels {
                cones,
                lowest: NONE,
                chains: Default::default(),
                wins: !behind,
                peak,
            });
        };
        let mut levels = RaceLevels {
            peak: cones.bytes(),
            cones,
            lowest,
            chains: Default::default(),
            wins: false,
        };
        let stay = match keep {
            TableRetention::Nothing => 1,
            TableRetention::Last => 2,
            TableRetention::All => usize::MAX,
        };
        let mut pieces = Vec::new();
        for x in lowest..=top {
            levels.all_next(race, asked, x, stay, budget)?;
            if x <= highest {
                levels.all_next(race, 1 - asked, x, stay, budget)?;
            }
            if x < top || !behind {
                levels.some_next(race, asked, x, &mut pieces, budget)?;
            }
            if x < highest {
                levels.some_next(race, 1 - asked, x, &mut pieces, budget)?;
            }
            if x <= highest {
                levels.diagonal(race, asked, x);
            }
            if x < highest {
                levels.diagonal(race, 1 - asked, x);
            }
        }
        // The highest level of each player contains only the player's current cell.
        let chain = &levels.chains[asked];
        levels.wins = if behind {
            levels.lowest <= top && !bit(chain.layer(top), 0)
        } else {
            bit(&chain.f, 0)
        };
        Ok(levels)
    }

    /// Returns whether the player to move wins the position that was solved.
    pub fn wins(&self) -> bool {
        self.wins
    }

    /// Returns whether the player to move wins a position that may follow from the solved one while
    /// the race stays close. Returns `None` for other positions, and if the table was not retained.
    pub fn look_up(&self, race: &RaceBoard, position: BoiPosition) -> Option<bool> {
        let (mover, other) = (position.turn, 1 - position.turn);
        let [own, opponent] =
            [mover, other].map(|player| self.cones.place(player, position.at[player]));
        if own == NONE || opponent == NONE || race.verdict(position) != DistanceVerdict::Close {
            return None;
        }
        let [x, y] =
            [mover, other].map(|player| race.distance_to_target(player, position.at[player]));
        if x < self.lowest {
            return Some(x == y);
        }
        if x > y {
            let row = self.row(other, x, own)?;
            return Some(!bit(row, opponent));
        }
        let row = self.row(mover, x, opponent)?;
        let mut next = race
            .board()
            .neighbours(position.at[mover])
            .filter(|&cell| race.distance_to_target(mover, cell) + 1 == x);
        Some(next.any(|cell| bit(row, self.cones.place(mover, cell))))
    }

    /// Returns the sizes of the levels that were computed for the player whose tables were
    /// requested.
    pub fn sizes(&self) -> LevelSizes {
        let mut sizes = LevelSizes {
            bytes: self.peak,
            ..LevelSizes::default()
        };
        let top = self.cones.top(0).min(self.cones.top(1));
        for x in self.lowest.min(top + 1)..=top {
            let [a, b] = [0, 1].map(|player| self.cones.level(player, x).len() as u64);
            sizes.levels += 1;
            sizes.widest = sizes.widest.max(a).max(b);
            sizes.most_pairs = sizes.most_pairs.max(a * b);
            sizes.pairs += a * b;
        }
        sizes
    }

    /// Returns the row of G at level x in the chain of p, for a cell of the opponent; `None` if the
    /// level is not retained.
    fn row(&self, p: usize, x: u32, place: u32) -> Option<&[u64]> {
        let chain = &self.chains[p];
        let width = words(self.cones.level(p, x - 1).len());
        let begin = chain.from.get(x.checked_sub(chain.first)? as usize)? + place as usize * width;
        chain.g.get(begin..begin + width)
    }

    fn grow(&mut self, more: usize, budget: &Budget<'_>) -> Result<(), StopReason> {
        let held: usize = self
            .chains
            .iter()
            .map(|chain| chain.f.capacity() + chain.g.capacity() + chain.from.capacity())
            .sum();
        let own = self.cones.bytes() + 8 * held as u64;
        self.peak = self.peak.max(own + 8 * more as u64);
        budget.allow_growth(own, 8 * more as u64)
    }

    /// Computes G_q(x) of the chain of p: q is to move at distance x, p has distance x - 1.
    fn all_next(
        &mut self,
        race: &RaceBoard,
        p: usize,
        x: u32,
        stay: usize,
        budget: &Budget<'_>,
    ) -> Result<(), StopReason> {
        let q = 1 - p;
        let width = words(self.cones.level(p, x - 1).len());
        let size = self.cones.level(q, x).len() * width;
        self.grow(size, budget)?;
        budget.steps(size)?;
        let chain = &mut self.chains[p];
        if x == self.lowest {
            chain.first = x;
        } else if chain.from.len() >= stay {
            let dropped = chain.from.get(1).copied().unwrap_or(chain.g.len());
            chain.g.drain(..dropped);
            chain.from.remove(0);
            chain.from.iter_mut().for_each(|from| *from -= dropped);
            chain.first += 1;
        }
        chain.from.push(chain.g.len());
        if x == self.lowest {
            chain.g.resize(size, !0);
            return Ok(());
        }
        for &cell in self.cones.level(q, x) {
            let begin = chain.g.len();
            chain.g.resize(begin + width, !0);
            for next in race
                .board()
                .neighbours(cell)
                .filter(|&next| race.distance_to_target(q, next) + 1 == x)
            {
                let row = self.cones.place(q, next) as usize * width;
                chain.g[begin..]
                    .iter_mut()
                    .zip(&chain.f[row..row + width])
                    .for_each(|(all, one)| *all &= one);
            }
        }
        Ok(())
    }

    /// Computes F_p(x): p is to move, both players have distance x. The diagonal of the computed
    /// table is not yet correct.
    fn some_next(
        &mut self,
        race: &RaceBoard,
        p: usize,
        x: u32,
        pieces: &mut Vec<WordTransfer>,
        budget: &Budget<'_>,
    ) -> Result<(), StopReason> {
        let rows = self.cones.level(1 - p, x).len();
        let (before, width) = (
            words(self.cones.level(p, x - 1).len()),
            words(self.cones.level(p, x).len()),
        );
        self.grow(rows * width, budget)?;
        self.cut(race, p, x, pieces);
        budget.steps(rows * pieces.len())?;
        let chain = &mut self.chains[p];
        chain.f.clear();
        chain.f.resize(rows * width, 0);
        let last = chain.from[chain.from.len() - 1];
        for (into, of) in chain
            .f
            .chunks_exact_mut(width)
            .zip(chain.g[last..].chunks_exact(before))
        {
            for piece in pieces.iter() {
                into[piece.to as usize] |=
                    of[piece.from as usize].rotate_left(piece.turn) & piece.mask;
            }
        }
        Ok(())
    }

    /// Maps the cells of p at distance x to their next cells, in pieces of words. Cells in a line
    /// or a diagonal line have adjacent next cells, so the map has few pieces.
    fn cut(&self, race: &RaceBoard, p: usize, x: u32, pieces: &mut Vec<WordTransfer>) {
        pieces.clear();
        for direction in 0..4 {
            let begin = pieces.len();
            for (place, &cell) in self.cones.level(p, x).iter().enumerate() {
                let Some(next) = race
                    .board()
                    .neighbour(cell, direction)
                    .filter(|&next| race.distance_to_target(p, next) + 1 == x)
                else {
                    continue;
                };
                let (place, next) = (place as u32, self.cones.place(p, next));
                let (to, from, turn) = (place / 64, next / 64, place.wrapping_sub(next) % 64);
                match pieces[begin..].last_mut() {
                    Some(last) if (last.to, last.from, last.turn) == (to, from, turn) => {
                        last.mask |= 1 << (place % 64)
                    }
                    _ => pieces.push(WordTransfer {
                        to,
                        from,
                        turn,
                        mask: 1 << (place % 64),
                    }),
                }
            }
        }
    }

    /// Computes the diagonal of F_p(x): q has stepped onto p and moves on; p wins if p wins every
    /// position after the second step.
    fn diagonal(&mut self, race: &RaceBoard, p: usize, x: u32) {
        let q = 1 - p;
        let width = words(self.cones.level(p, x).len());
        for &cell in self.cones.level(p, x) {
            if !self.cones.meet(race, cell) {
                continue;
            }
            let (column, row) = (self.cones.place(p, cell), self.cones.place(q, cell));
            // A set bit in the chain of q means that q wins.
            let of = self.row(q, x, column).expect("both chains have this level");
            let mut next = race
                .board()
                .neighbours(cell)
                .filter(|&next| race.distance_to_target(q, next) + 1 == x);
            let lost = next.any(|next| bit(of, self.cones.place(q, next)));
            let word = &mut self.chains[p].f[row as usize * width + column as usize / 64];
            let mask = 1 << (column % 64);
            *word = if lost { *word & !mask } else { *word | mask };
        }
    }
}

impl LevelTables {
    /// Returns the rows of G of a retained level and of the retained levels above it.
    fn layer(&self, x: u32) -> &[u64] {
        &self.g[self.from[(x - self.first) as usize]..]
    }
}
