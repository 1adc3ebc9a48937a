//! In Knights (CEOI 2008), K knights on an N×N board step by (-2, ±1) or (±1, -2) towards the
//! corner (1, 1). In each turn, every knight that can step must do so, and a player without a
//! knight that can step loses. By the theorem on moves in every component
//! ([`theory::sums::SuspenseAlgebra`]), one knight decides the game: the knight that lasts longest
//! if its winner delays and its loser hurries. The number of turns that a knight lasts if its
//! winner delays and its loser hurries is its suspense S (the Round of seed 000, 4.3.4). The player
//! to move loses iff the maximum suspense is even. S(x, y) = ⌊x/2⌋ + ⌊y/2⌋ + a residue that depends
//! only on x mod 4 and y mod 4, except on the outermost layer (x = N or y = N) of boards with N ≡ 0
//! or 1 mod 4. For N of any size, the suspense takes O(1) per cell, so a turn takes O(K).
//!
//! Proof: a step lowers x + y, so the recurrence of S has exactly one solution. Far from both
//! edges, compare a cell with the cell 4 further along an axis. The options of the shifted cell are
//! shifted too, S is larger by 2 for the cell and for its options, and no parity changes. So
//! whether the formula satisfies the recurrence at a cell depends only on N mod 4, on x and y mod
//! 4, and on the distances to the edges, up to 3. Boards of 1 to 12 rows contain cells with all
//! combinations of these residues and distances, and a test checks every cell of the boards. The
//! test on the boards of 1 to 12 rows thus proves the formula for every N.

pub(crate) mod recognise;
mod strategy;

pub use strategy::{Player, WinningMoves, winning_moves};

use base::text;
use base::text::Text;

/// A cell (x, y), counted from 1.
pub type Cell = (u64, u64);

/// The steps of a knight, as changes of x and y.
pub const STEPS: [(i64, i64); 4] = [(-2, 1), (-2, -1), (1, -2), (-1, -2)];

/// The residue S - ⌊x/2⌋ - ⌊y/2⌋ inside the board; rows are x mod 4 = 0, 1, 2, 3 and columns y mod
/// 4.
const BLOCK: [[i64; 4]; 4] = [
    [-1, -1, -2, 0],
    [-1, 0, -1, 0],
    [-2, -1, -2, -1],
    [0, 0, -1, -1],
];

/// The residue on the outermost layer if N ≡ 0 mod 4, by the coordinate that is not N, mod 4.
const LAYER_0: [i64; 4] = [-1, -1, -2, -2];

/// The residue on the outermost layer if N ≡ 1 mod 4, by the coordinate that is not N, mod 4. Next
/// to the corner, where the other coordinate is N - 1, the residue is -1.
const LAYER_1: [i64; 4] = [-2, 0, -1, -1];

/// A board of N×N cells.
///
/// ```
/// use theorems::knights::KnightsBoard;
///
/// let board = KnightsBoard::new(1_000_000_000_000_000_000).unwrap();
/// assert_eq!(
///     board.suspense((999_999_999_999_999_999, 3)),
///     499_999_999_999_999_999
/// );
/// assert_eq!(
///     KnightsBoard::new(5)
///         .unwrap()
///         .best((3, 3))
///         .collect::<Vec<_>>(),
///     [(1, 2), (2, 1)]
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnightsBoard {
    n: u64,
}

impl KnightsBoard {
    /// Creates a board of n rows, at least one.
    ///
    /// # Errors
    /// Returns an error if n is 0.
    pub fn new(n: u64) -> Result<KnightsBoard, Text> {
        match n {
            0 => Err(text!(
                "a board must have at least one row",
                "棋盘至少要有一行"
            )),
            n => Ok(KnightsBoard { n }),
        }
    }

    /// Returns the number of rows of the board.
    pub fn rows(self) -> u64 {
        self.n
    }

    /// Returns whether a cell is on the board.
    pub fn contains(self, (x, y): Cell) -> bool {
        (1..=self.n).contains(&x) && (1..=self.n).contains(&y)
    }

    /// Returns S - ⌊x/2⌋ - ⌊y/2⌋ for a cell of the board. O(1).
    pub fn residue(self, (x, y): Cell) -> i64 {
        let of = |n: u64| (n % 4) as usize;
        let (n, low) = (self.n, x.min(y));
        match n % 4 {
            _ if x.max(y) < n || n == 1 => BLOCK[of(x)][of(y)],
            0 if low == n => -2,
            0 => LAYER_0[of(low)],
            1 if low == n - 1 => -1,
            1 => LAYER_1[of(low)],
            _ => BLOCK[of(x)][of(y)],
        }
    }

    /// Returns the suspense of a knight on a cell of the board: the number of turns that it lasts
    /// if its winner delays and its loser hurries. The cell is lost for the player to move iff the
    /// suspense is even. O(1).
    pub fn suspense(self, cell: Cell) -> u64 {
        let halves = cell.0 / 2 + cell.1 / 2;
        halves
            .checked_add_signed(self.residue(cell))
            .expect("the formula is never negative")
    }

    /// Returns the cells that a knight can step to, in the order of [`STEPS`].
    pub fn options(self, (x, y): Cell) -> impl Iterator<Item = Cell> {
        let stepped = STEPS.into_iter().filter_map(move |(dx, dy)| {
            Some((x.checked_add_signed(dx)?, y.checked_add_signed(dy)?))
        });
        stepped.filter(move |&cell| self.contains(cell))
    }

    /// Returns the best cells for a knight: the options of maximum even suspense or, if no option
    /// has even suspense, the options of minimum suspense. The iterator is empty if the knight
    /// cannot step. O(1).
    pub fn best(self, cell: Cell) -> impl Iterator<Item = Cell> {
        let suspense = self.suspense(cell);
        self.options(cell)
            .filter(move |&option| self.suspense(option) + 1 == suspense)
    }
}

/// Returns whether the player to move wins with the given knights, that is, whether the maximum
/// suspense is odd. Knights may share cells. O(K).
///
/// ```
/// use theorems::knights::{KnightsBoard, mover_wins};
///
/// assert!(mover_wins(
///     KnightsBoard::new(5).unwrap(),
///     &[(1, 3), (2, 3), (3, 3)]
/// ));
/// ```
pub fn mover_wins(board: KnightsBoard, knights: &[Cell]) -> bool {
    knights
        .iter()
        .map(|&knight| board.suspense(knight))
        .max()
        .unwrap_or(0)
        % 2
        == 1
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use fastrand::Rng;

    use super::*;

    /// A table of the suspense of every cell by definition; cells are ordered by x, then by y.
    pub(super) struct SuspenseTable {
        n: u64,
        suspense: Vec<u64>,
    }

    impl SuspenseTable {
        pub fn new(n: u64) -> SuspenseTable {
            let mut table = SuspenseTable {
                n,
                suspense: vec![0; (n * n) as usize],
            };
            for sum in 2..=2 * n {
                for x in 1..=n.min(sum - 1) {
                    let cell = (x, sum - x);
                    if cell.1 <= n {
                        let place = table.place(cell);
                        let options: Vec<u64> = table
                            .options(cell)
                            .into_iter()
                            .map(|option| table.suspense(option))
                            .collect();
                        table.suspense[place] = suspense_of(&options);
                    }
                }
            }
            table
        }

        fn place(&self, (x, y): Cell) -> usize {
            ((x - 1) * self.n + y - 1) as usize
        }

        pub fn options(&self, (x, y): Cell) -> Vec<Cell> {
            let (x, y, n) = (x as i64, y as i64, self.n as i64);
            let all = [
                (x - 2, y + 1),
                (x - 2, y - 1),
                (x + 1, y - 2),
                (x - 1, y - 2),
            ];
            let inside = all
                .into_iter()
                .filter(|&(x, y)| 1 <= x && x <= n && 1 <= y && y <= n);
            inside.map(|(x, y)| (x as u64, y as u64)).collect()
        }

        pub fn suspense(&self, cell: Cell) -> u64 {
            self.suspense[self.place(cell)]
        }

        fn residue(&self, (x, y): Cell) -> i64 {
            self.suspense((x, y)) as i64 - (x / 2 + y / 2) as i64
        }
    }

    /// Returns the suspense by definition: one more than the maximum even suspense of an option or,
    /// if all are odd, one more than the minimum. The suspense of a cell without options is 0.
    fn suspense_of(options: &[u64]) -> u64 {
        let even = options.iter().filter(|option| **option % 2 == 0).max();
        even.or(options.iter().min()).map_or(0, |option| option + 1)
    }

    pub(super) fn cells(n: u64) -> impl Iterator<Item = Cell> {
        (1..=n).flat_map(move |x| (1..=n).map(move |y| (x, y)))
    }

    /// Compares every cell of a board with the table.
    fn compare(n: u64) {
        let (table, board) = (SuspenseTable::new(n), KnightsBoard::new(n).unwrap());
        for cell in cells(n) {
            assert_eq!(
                board.suspense(cell),
                table.suspense(cell),
                "N = {n}, {cell:?}"
            );
            assert_eq!(board.options(cell).collect::<Vec<_>>(), table.options(cell));
        }
    }

    #[test]
    fn the_formula_is_the_table_up_to_80_rows() {
        (1..=80).for_each(compare);
    }

    #[test]
    #[ignore = "nine million cells"]
    fn the_formula_is_the_table_up_to_300_rows() {
        (81..=300).for_each(compare);
    }

    /// Returns whether the formula satisfies the recurrence at a cell.
    fn holds_at(board: KnightsBoard, cell: Cell) -> bool {
        let options: Vec<u64> = board
            .options(cell)
            .map(|option| board.suspense(option))
            .collect();
        board.suspense(cell) == suspense_of(&options)
    }

    /// Returns the data about one coordinate c that determine the recurrence at a cell: c and N mod
    /// 4, and c - 2 to c + 1 compared with 1, N - 1 and N.
    fn kind(n: u64, c: u64) -> (u64, u64, u64, u64) {
        (n % 4, c % 4, c.min(3), (n - c).min(3))
    }

    #[test]
    fn the_recurrence_holds_on_every_kind_of_cell_which_proves_the_formula() {
        for n in 1..=12 {
            let board = KnightsBoard::new(n).unwrap();
            assert!(cells(n).all(|cell| holds_at(board, cell)), "N = {n}");
        }
        // The test checks that every larger board has only kinds of cells that occur on a small
        // board.
        for n in 13..=200 {
            let small = 9 + (n - 9) % 4;
            let kinds: HashSet<_> = (1..=small).map(|c| kind(small, c)).collect();
            assert!((1..=n).all(|c| kinds.contains(&kind(n, c))), "N = {n}");
        }
        // The test checks that the formula around a cell depends only on its kind: cells of one
        // kind have equal residues around them.
        let around = |n: u64, cell: Cell| {
            let board = KnightsBoard::new(n).unwrap();
            STEPS.into_iter().chain([(0, 0)]).map(move |(dx, dy)| {
                let near = (
                    cell.0.checked_add_signed(dx)?,
                    cell.1.checked_add_signed(dy)?,
                );
                board.contains(near).then(|| board.residue(near))
            })
        };
        for n in 13..=40 {
            let small = 9 + (n - 9) % 4;
            let twin = |c: u64| (1..=small).find(|&s| kind(small, s) == kind(n, c)).unwrap();
            for (x, y) in cells(n) {
                assert!(
                    around(n, (x, y)).eq(around(small, (twin(x), twin(y)))),
                    "N = {n}, ({x}, {y})"
                );
            }
        }
    }

    #[test]
    fn the_recurrence_holds_on_huge_boards() {
        let mut rng = Rng::with_seed(18);
        for _ in 0..20_000 {
            let n = rng.u64(1..=u64::MAX) >> rng.u32(0..60);
            let Ok(board) = KnightsBoard::new(n) else {
                continue;
            };
            let mut coordinate = || match rng.u32(0..3) {
                0 => rng.u64(1..=n),
                1 => n - rng.u64(0..n.min(6)),
                _ => rng.u64(1..=n.min(6)),
            };
            let cell = (coordinate(), coordinate());
            assert!(holds_at(board, cell), "N = {n}, {cell:?}");
        }
    }

    /// Compares the block of residues that the seed prints, row by row from the top, with the
    /// table, for every orientation and every base.
    #[test]
    fn a3_the_printed_block_fails_and_ours_holds_from_the_corner_on() {
        const PRINTED: [[i64; 4]; 4] = [[2, -1, 1, 0], [1, 0, 0, 1], [0, 1, 0, -1], [1, 0, 1, 2]];
        let table = SuspenseTable::new(14);
        // The block is read from the top down, as in the seed's boards: the first row has y = 4,
        // and x increases to the right.
        let upright = |(x, y): Cell| PRINTED[(4 - y) as usize][(x - 1) as usize];
        let block = |at: u64| move |(x, y): Cell| (x + at, y + at);
        for at in [0, 4, 8] {
            let ours = |cell: Cell| table.residue(block(at)(cell));
            assert!(
                cells(4)
                    .all(|cell| ours(cell) == BLOCK[(cell.0 % 4) as usize][(cell.1 % 4) as usize])
            );
            // Even if 1 is added to every suspense, three cells of the printed block differ from
            // the table.
            let wrong: Vec<Cell> = cells(4)
                .filter(|&cell| upright(cell) != ours(cell) + 1)
                .collect();
            assert_eq!(wrong, [(1, 4), (2, 2), (4, 1)]);
            for turned in [false, true] {
                for (across, down) in [(false, false), (false, true), (true, false), (true, true)] {
                    let laid = |(x, y): Cell| {
                        let (x, y) = if turned { (y, x) } else { (x, y) };
                        upright((if across { 5 - x } else { x }, if down { 5 - y } else { y }))
                    };
                    for base in -4..=4 {
                        assert!(cells(4).any(|cell| laid(cell) != ours(cell) + base));
                    }
                }
            }
        }
    }

    /// RR = ±Round by the seed's recurrence, with RR = 0 if no step is possible: its absolute value
    /// is the suspense, and its sign gives the winner.
    #[test]
    fn a19_the_recurrence_of_rr_is_exact_when_it_starts_from_0() {
        for n in [5, 9, 12, 20] {
            let table = SuspenseTable::new(n);
            let mut order: Vec<Cell> = cells(n).collect();
            order.sort_unstable_by_key(|(x, y)| x + y);
            let mut found: Vec<(bool, i64)> = vec![(false, 0); (n * n) as usize];
            for cell in order {
                let options: Vec<(bool, i64)> = table
                    .options(cell)
                    .into_iter()
                    .map(|option| found[table.place(option)])
                    .collect();
                let wins = options.iter().any(|(wins, _)| !wins);
                let least = options.iter().map(|(_, rr)| *rr).min();
                let rr = least.map_or(0, |least| if wins { 1 - least } else { -1 - least });
                found[table.place(cell)] = (wins, rr);
                let board = KnightsBoard::new(n).unwrap();
                assert_eq!(rr.unsigned_abs(), board.suspense(cell), "N = {n}, {cell:?}");
                assert_eq!(
                    (wins, rr > 0),
                    (board.suspense(cell) % 2 == 1, wins),
                    "N = {n}, {cell:?}"
                );
            }
        }
    }
}
