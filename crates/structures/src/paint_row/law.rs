//! The law on plain cells: counts of colours, and where they are equal the values of stretches that
//! alternate.

use base::budget::{Budget, Stop};
use heap::code::Code;
use heap::periodic::Periodic;

/// More values than the period of Dawson's Kayles needs to be proved.
const ENOUGH: usize = 1000;

/// The colour of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cell {
    /// Nobody's.
    White,
    /// Red's.
    Red,
    /// Blue's.
    Blue,
}

/// Who wins, and by which moves.
#[derive(Debug)]
pub struct Law {
    kayles: Periodic,
}

/// What a row comes to: how many cells Red has more than Blue, and the nim-sum of the stretches
/// that alternate.
#[derive(Clone, Copy)]
struct State {
    ahead: i64,
    nim_sum: u64,
}

impl Law {
    /// Proves the period of Dawson's Kayles, once.
    ///
    /// # Errors
    /// If the budget ends.
    pub fn new(budget: &Budget<'_>) -> Result<Law, Stop> {
        let code: Code = "0.07".parse().expect("0.07 is a code");
        let kayles =
            Periodic::compute(&code, ENOUGH, budget)?.expect("Dawson's Kayles has a period");
        Ok(Law { kayles })
    }

    fn value(&self, cells: usize) -> u64 {
        self.kayles.value(cells as u64)
    }

    /// The stretches: of each cell the first and one past the last cell of the stretch that
    /// alternates around it; a white cell has none.
    fn stretches(cells: &[Cell]) -> Vec<(usize, usize)> {
        let mut of = Vec::with_capacity(cells.len());
        let mut first = 0;
        while first < cells.len() {
            let mut end = first + 1;
            if cells[first] != Cell::White {
                while end < cells.len() && cells[end] != Cell::White && cells[end] != cells[end - 1]
                {
                    end += 1;
                }
            }
            of.resize(
                end,
                if cells[first] == Cell::White {
                    (first, first)
                } else {
                    (first, end)
                },
            );
            first = end;
        }
        of
    }

    fn state(&self, cells: &[Cell], stretches: &[(usize, usize)]) -> State {
        let mut state = State {
            ahead: 0,
            nim_sum: 0,
        };
        for (i, (cell, &(first, end))) in cells.iter().zip(stretches).enumerate() {
            state.ahead += i64::from(*cell == Cell::Red) - i64::from(*cell == Cell::Blue);
            if i == first {
                state.nim_sum ^= self.value(end - first);
            }
        }
        state
    }

    /// Whether the player of this colour, who is to move, wins. O(cells).
    pub fn wins(&self, own: Cell, cells: &[Cell]) -> bool {
        cells.len() > 1 && State::won(self.state(cells, &Law::stretches(cells)), own)
    }

    /// The winning moves, each by the left one of its two cells. O(cells).
    pub fn winning(&self, own: Cell, cells: &[Cell]) -> Vec<usize> {
        let stretches = Law::stretches(cells);
        let before = self.state(cells, &stretches);
        let other = if own == Cell::Red {
            Cell::Blue
        } else {
            Cell::Red
        };
        let loses = |&left: &usize| {
            let pair = [cells[left], cells[left + 1]];
            if !pair.contains(&own) {
                return false;
            }
            let taken: i64 = pair
                .iter()
                .map(|cell| i64::from(*cell == Cell::Red) - i64::from(*cell == Cell::Blue))
                .sum();
            let (a, b) = (stretches[left], stretches[left + 1]);
            let whole = self.value(a.1 - a.0) ^ if a == b { 0 } else { self.value(b.1 - b.0) };
            // What is left of the stretches before and after the two cells.
            let rest =
                self.value(left.saturating_sub(a.0)) ^ self.value(b.1.saturating_sub(left + 2));
            let after = State {
                ahead: before.ahead - taken,
                nim_sum: before.nim_sum ^ whole ^ rest,
            };
            !after.won(other)
        };
        (0..cells.len().saturating_sub(1)).filter(loses).collect()
    }
}

impl State {
    fn won(self, own: Cell) -> bool {
        match self.ahead {
            0 => self.nim_sum != 0,
            ahead => (ahead > 0) == (own == Cell::Red),
        }
    }
}
