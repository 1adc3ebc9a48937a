//! Nullify The Matrix (Codeforces 1451 F). A move lowers one number, and may set any numbers on one
//! path from this number to the right and down. Each antidiagonal is a separate Nim: the player to
//! move loses iff the nim-sum of every antidiagonal is 0.
//!
//! Proof: a move lowers one number of the first antidiagonal that it changes, and changes no other
//! number of this antidiagonal. If the nim-sum of the first changed antidiagonal was 0, it is not 0
//! after the move. If some antidiagonal has a nonzero nim-sum, the player lowers a number of the
//! first of these antidiagonals, as in Nim. The path of this move continues to the lower right
//! corner. The path passes one cell of every later antidiagonal. The move sets the number of this
//! cell so that the antidiagonal has nim-sum 0 after the move. The new numbers are nim-sums, so
//! they need no more digits than the old numbers. The library contains the game with two rows and
//! two columns in the file `games/nullify.game`.

use std::fmt::Write;

use base::budget::Budget;
use base::text;
use base::text::Text;
use fastrand::Rng;
use theorems::OnlinePlayer;
use theory::reference::ReferenceSearch;

use crate::error::JudgeError;
use crate::input::InputReader;
use crate::output::{write_either, write_row};
use crate::problem::Problem;

pub const PROBLEMS: &[Problem] = &[Problem {
    name: "cf1451f",
    aliases: &[],
    title: ("Nullify The Matrix", "清空矩阵"),
    source: "Codeforces 1451 F",
    method: "nim on each antidiagonal",
    sample: include_str!("../../samples/cf1451f.txt"),
    solve: |input, out| {
        cases(input, out, |matrix, _| {
            Ok(matrix.sums().iter().any(|sum| *sum != 0))
        })
    },
    brute: |input, out| cases(input, out, by_definition),
    make,
    small: 4,
}];

/// The maximum number of rows or columns.
const MAX_SIDE: usize = 10_000;

/// A matrix of numbers, stored row by row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NumberMatrix {
    columns: usize,
    cells: Vec<u64>,
}

impl NumberMatrix {
    /// Reads `n m` and n rows of m numbers.
    ///
    /// # Errors
    /// Returns [`JudgeError`] if the input is not in the format of a matrix, or the budget does not
    /// allow the memory.
    pub fn read(input: &mut InputReader<'_>) -> Result<NumberMatrix, JudgeError> {
        let rows = input.number(text!("the number of rows", "行数"), 1..=MAX_SIDE)?;
        let columns = input.number(text!("the number of columns", "列数"), 1..=MAX_SIDE)?;
        let cells = input.list(0..rows * columns, |input| {
            input.number(text!("a number of the matrix", "矩阵中的数"), 0..=u64::MAX)
        })?;
        Ok(NumberMatrix { columns, cells })
    }

    fn rows(&self) -> usize {
        self.cells.len() / self.columns
    }

    fn cell(&self, row: usize, column: usize) -> u64 {
        self.cells[row * self.columns + column]
    }

    /// Returns the nim-sum of each antidiagonal, starting at the upper left corner. O(cells).
    fn sums(&self) -> Vec<u64> {
        let mut sums = vec![0; self.rows() + self.columns - 1];
        for (place, number) in self.cells.iter().enumerate() {
            sums[place / self.columns + place % self.columns] ^= number;
        }
        sums
    }

    /// Returns the indices to the right of an index and below it.
    fn after(&self, place: usize) -> impl Iterator<Item = usize> {
        let right = (place % self.columns + 1 < self.columns).then_some(place + 1);
        let below = Some(place + self.columns).filter(|&place| place < self.cells.len());
        right.into_iter().chain(below)
    }

    /// Lists every option in which the new numbers are below a bound. Some options are listed
    /// repeatedly.
    fn options(&self, bound: u64) -> Vec<NumberMatrix> {
        let mut options = Vec::new();
        for (place, &number) in self.cells.iter().enumerate() {
            for lower in 0..number {
                self.with_number(place, lower)
                    .go_on(place, bound, &mut options);
            }
        }
        options
    }

    fn with_number(&self, place: usize, number: u64) -> NumberMatrix {
        let mut changed = self.clone();
        changed.cells[place] = number;
        changed
    }

    /// Lists the options whose path has reached an index, and continues or ends there.
    fn go_on(self, place: usize, bound: u64, options: &mut Vec<NumberMatrix>) {
        for next in self.after(place) {
            (0..bound)
                .for_each(|number| self.with_number(next, number).go_on(next, bound, options));
        }
        options.push(self);
    }
}

fn cases(
    input: &mut InputReader<'_>,
    out: &mut String,
    wins: fn(&NumberMatrix, &Budget<'_>) -> Result<bool, JudgeError>,
) -> Result<(), JudgeError> {
    let count = input.cases()?;
    for _ in 0..count {
        let matrix = NumberMatrix::read(input)?;
        write_either(out, wins(&matrix, input.budget)?, "Ashish", "Jeel");
    }
    Ok(input.end()?)
}

/// Solves the game as the problem states it, except that new numbers have no more binary digits
/// than the given numbers. Without this bound, a position would have infinitely many moves.
fn by_definition(matrix: &NumberMatrix, budget: &Budget<'_>) -> Result<bool, JudgeError> {
    let bits = matrix
        .cells
        .iter()
        .map(|number| u64::BITS - number.leading_zeros())
        .max()
        .unwrap_or(0);
    let bound = 1u64
        .checked_shl(bits)
        .expect("brute force is used for small numbers only");
    Ok(
        ReferenceSearch::normal(|matrix: &NumberMatrix| matrix.options(bound), budget)
            .mover_wins(matrix)?,
    )
}

/// Generates matrices. Half of the matrices are lost for the first player, which is rare among
/// random matrices.
fn make(rng: &mut Rng, size: u64) -> String {
    let count = rng.u64(1..=if size <= 4 { 4 } else { 10 });
    let mut text = format!("{count}\n");
    for _ in 0..count {
        let (rows, columns, bits) = match size {
            0..=4 => {
                let bits = rng.u32(1..=2);
                let cells = (2 * size as usize / bits as usize).max(1);
                let rows = rng.usize(1..=cells);
                (rows, rng.usize(1..=cells / rows), bits)
            }
            _ => (
                rng.usize(1..=size.min(100) as usize),
                rng.usize(1..=size.min(100) as usize),
                19,
            ),
        };
        let mut matrix = NumberMatrix {
            columns,
            cells: (0..rows * columns).map(|_| rng.u64(0..1 << bits)).collect(),
        };
        if rng.bool() {
            for (antidiagonal, sum) in matrix.sums().into_iter().enumerate() {
                let row = antidiagonal.min(rows - 1);
                matrix.cells[row * columns + antidiagonal - row] ^= sum;
            }
        }
        let _ = writeln!(text, "{rows} {columns}");
        matrix
            .cells
            .chunks(columns)
            .for_each(|numbers| write_row(&mut text, numbers));
    }
    text
}

/// A new number: its row, its column, and the number.
pub type NumberMove = (usize, usize, u64);

/// A player of complete games: O(cells) to prepare, then O(rows + columns) per winning move.
pub struct Player {
    matrix: NumberMatrix,
    sums: Vec<u64>,
}

impl Player {
    /// Creates a player for this matrix.
    pub fn new(matrix: NumberMatrix) -> Player {
        let sums = matrix.sums();
        Player { matrix, sums }
    }
}

impl OnlinePlayer for Player {
    /// A move lists first the number that is lowered, then the other numbers that are set. Each
    /// number of a move is below or to the right of the previous number.
    type Move = Vec<NumberMove>;

    fn play(&mut self, made: &Vec<NumberMove>) -> Result<(), Text> {
        let mut before: Option<(usize, usize)> = None;
        for &(row, column, number) in made {
            if row >= self.matrix.rows() || column >= self.matrix.columns {
                return Err(text!(
                    "row {row}, column {column} is outside the matrix; both are counted from 0",
                    "第 {row} 行第 {column} 列不在矩阵中；行列都从 0 计"
                ));
            }
            match before.replace((row, column)) {
                None => {
                    let stands = self.matrix.cell(row, column);
                    if number >= stands {
                        return Err(text!(
                            "the first number must become smaller than {stands}, found {number}",
                            "第一个数须变得小于 {stands}，实为 {number}"
                        ));
                    }
                }
                Some(last) if row < last.0 || column < last.1 || last == (row, column) => {
                    return Err(text!(
                        "row {row}, column {column} is neither below nor to the right of the previous cell",
                        "第 {row} 行第 {column} 列不在前一格的下方或右方"
                    ));
                }
                Some(_) => {}
            }
        }
        if made.is_empty() {
            return Err(text!(
                "a move must make a number smaller",
                "每一步须使一个数变小"
            ));
        }
        for &(row, column, number) in made {
            let stands = &mut self.matrix.cells[row * self.matrix.columns + column];
            self.sums[row + column] ^= *stands ^ number;
            *stands = number;
        }
        Ok(())
    }

    fn winning_move(&mut self) -> Option<Vec<NumberMove>> {
        let first = self.sums.iter().position(|sum| *sum != 0)?;
        let (last_row, last_column) = (self.matrix.rows() - 1, self.matrix.columns - 1);
        let mut cells =
            (first.saturating_sub(last_column)..=first.min(last_row)).map(|row| (row, first - row));
        let lowers = |&(row, column): &(usize, usize)| {
            let number = self.matrix.cell(row, column);
            number ^ self.sums[first] < number
        };
        let (row, column) = cells
            .find(lowers)
            .expect("some number has the highest digit of the nim-sum");
        let written = |antidiagonal: usize| {
            // The path of the move goes to the right as far as possible, then down.
            let right = (antidiagonal - first).min(last_column - column);
            let (row, column) = (row + antidiagonal - first - right, column + right);
            (
                row,
                column,
                self.matrix.cell(row, column) ^ self.sums[antidiagonal],
            )
        };
        Some(
            (first..self.sums.len())
                .filter(|&antidiagonal| self.sums[antidiagonal] != 0)
                .map(written)
                .collect(),
        )
    }

    fn any_move(&mut self) -> Option<Vec<NumberMove>> {
        let place = self.matrix.cells.iter().position(|number| *number > 0)?;
        Some(vec![(
            place / self.matrix.columns,
            place % self.matrix.columns,
            0,
        )])
    }
}

#[cfg(test)]
mod tests {
    use theorems::referee;

    use super::*;

    #[test]
    fn larger_numbers_that_may_be_written_change_nothing() {
        let budget = Budget::generous();
        for (columns, count, bits) in [(1, 3, 2), (2, 4, 1), (3, 6, 1)] {
            for code in 0..1u64 << (count * bits) {
                let cells = (0..count)
                    .map(|place| code >> (place * bits) & ((1 << bits) - 1))
                    .collect();
                let matrix = NumberMatrix { columns, cells };
                let wins = by_definition(&matrix, &budget).unwrap();
                assert_eq!(
                    wins,
                    matrix.sums().iter().any(|sum| *sum != 0),
                    "{matrix:?}"
                );
                if code % 7 == 3 {
                    let bound = (1 << bits) + 1;
                    let more = ReferenceSearch::normal(
                        |matrix: &NumberMatrix| matrix.options(bound),
                        &budget,
                    )
                    .mover_wins(&matrix)
                    .unwrap();
                    assert_eq!(wins, more, "{matrix:?}");
                }
            }
        }
    }

    #[test]
    fn a_thousand_games_are_won() {
        let start = |rng: &mut Rng| {
            let (rows, columns) = (rng.usize(1..=3), rng.usize(1..=3));
            NumberMatrix {
                columns,
                cells: (0..rows * columns).map(|_| rng.u64(0..4)).collect(),
            }
        };
        let random = |matrix: &NumberMatrix, rng: &mut Rng| {
            let high = (0..matrix.cells.len())
                .filter(|&place| matrix.cells[place] > 0)
                .collect::<Vec<_>>();
            let mut place = rng.choice(high)?;
            let written =
                |place: usize, number| (place / matrix.columns, place % matrix.columns, number);
            let mut made = vec![written(place, rng.u64(0..matrix.cells[place]))];
            while let Some(next) = rng
                .choice(matrix.after(place).collect::<Vec<_>>())
                .filter(|_| rng.u32(..4) > 0)
            {
                made.push(written(next, rng.u64(0..4)));
                place = next;
            }
            Some(made)
        };
        // The reference implementation steps along one path, as in the problem statement. A path
        // leads from each cell of the move to the next cell, because no coordinate decreases.
        let apply = |matrix: &NumberMatrix, made: &Vec<NumberMove>| {
            let &(row, column, number) = made.first()?;
            let falls = made.windows(2).any(|pair| {
                pair[1].0 < pair[0].0
                    || pair[1].1 < pair[0].1
                    || pair[0].0 + pair[0].1 == pair[1].0 + pair[1].1
            });
            if falls || number >= matrix.cell(row, column) {
                return None;
            }
            Some(
                made.iter()
                    .fold(matrix.clone(), |left, &(row, column, number)| {
                        left.with_number(row * left.columns + column, number)
                    }),
            )
        };
        referee::check_player(
            false,
            start,
            |matrix: &NumberMatrix| Player::new(matrix.clone()),
            random,
            apply,
        );
    }

    #[test]
    fn what_is_no_move_is_refused() {
        let mut player = Player::new(NumberMatrix {
            columns: 2,
            cells: vec![1, 0, 2, 3],
        });
        for made in [
            &[][..],
            &[(0, 1, 0)],
            &[(2, 0, 0)],
            &[(0, 2, 0)],
            &[(1, 0, 2)],
            &[(1, 0, 0), (0, 1, 5)],
            &[(1, 0, 0), (1, 0, 1)],
        ] {
            assert!(player.play(&made.to_vec()).is_err(), "{made:?}");
        }
        assert_eq!(
            player.winning_move(),
            Some(vec![(0, 0, 0), (0, 1, 2), (1, 1, 0)])
        );
        player.play(&vec![(0, 0, 0), (0, 1, 2), (1, 1, 0)]).unwrap();
        assert_eq!(player.winning_move(), None);
    }
}
