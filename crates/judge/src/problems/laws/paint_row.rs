//! The game of the problem `cf1704f`: Red paints two adjacent cells white, one of them red; Blue
//! paints two, one of them blue.
//!
//! The law on plain cells: the player with more cells of their colour wins. If the numbers of red
//! and blue cells are equal, the values of the alternating stretches decide.
//!
//! A player of complete games: it applies the law at each turn, O(cells).

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use heap::code::HeapCode;
use heap::periodic::PeriodicCode;
use theorems::OnlinePlayer;

/// The number of values of Dawson's Kayles that are computed, more than needed to prove the period.
const PERIOD_PROOF_VALUES: usize = 1000;

/// The colour of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CellColour {
    /// White: belongs to neither player.
    White,
    /// Red's cell.
    Red,
    /// Blue's cell.
    Blue,
}

/// The law: outcomes and winning moves.
#[derive(Debug)]
pub struct PaintRowLaw {
    kayles: PeriodicCode,
}

/// The summary of a row: how many more cells Red has than Blue, and the nim-sum of the alternating
/// stretches.
#[derive(Clone, Copy)]
struct PaintRowState {
    ahead: i64,
    nim_sum: u64,
}

impl PaintRowLaw {
    /// Proves the period of Dawson's Kayles when the law is created.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    pub fn new(budget: &Budget<'_>) -> Result<PaintRowLaw, StopReason> {
        let code: HeapCode = "0.07".parse().expect("0.07 is a code");
        let kayles = PeriodicCode::compute(&code, PERIOD_PROOF_VALUES, budget)?
            .expect("Dawson's Kayles has a period");
        Ok(PaintRowLaw { kayles })
    }

    fn value(&self, cells: usize) -> u64 {
        self.kayles.value(cells as u64)
    }

    /// Returns for each cell the start and the end (exclusive) of the alternating stretch around
    /// it; a white cell has no stretch.
    fn stretches(cells: &[CellColour]) -> Vec<(usize, usize)> {
        let mut of = Vec::with_capacity(cells.len());
        let mut first = 0;
        while first < cells.len() {
            let mut end = first + 1;
            if cells[first] != CellColour::White {
                while end < cells.len()
                    && cells[end] != CellColour::White
                    && cells[end] != cells[end - 1]
                {
                    end += 1;
                }
            }
            of.resize(
                end,
                if cells[first] == CellColour::White {
                    (first, first)
                } else {
                    (first, end)
                },
            );
            first = end;
        }
        of
    }

    fn state(&self, cells: &[CellColour], stretches: &[(usize, usize)]) -> PaintRowState {
        let mut state = PaintRowState {
            ahead: 0,
            nim_sum: 0,
        };
        for (i, (cell, &(first, end))) in cells.iter().zip(stretches).enumerate() {
            state.ahead +=
                i64::from(*cell == CellColour::Red) - i64::from(*cell == CellColour::Blue);
            if i == first {
                state.nim_sum ^= self.value(end - first);
            }
        }
        state
    }

    /// Returns whether the player of the given colour wins if that player is to move. O(cells).
    pub fn wins(&self, own: CellColour, cells: &[CellColour]) -> bool {
        cells.len() > 1
            && PaintRowState::won(self.state(cells, &PaintRowLaw::stretches(cells)), own)
    }

    /// Returns the winning moves, each as the left one of its two cells. O(cells).
    pub fn winning(&self, own: CellColour, cells: &[CellColour]) -> Vec<usize> {
        let stretches = PaintRowLaw::stretches(cells);
        let before = self.state(cells, &stretches);
        let other = if own == CellColour::Red {
            CellColour::Blue
        } else {
            CellColour::Red
        };
        let loses = |&left: &usize| {
            let pair = [cells[left], cells[left + 1]];
            if !pair.contains(&own) {
                return false;
            }
            let taken: i64 = pair
                .iter()
                .map(|cell| {
                    i64::from(*cell == CellColour::Red) - i64::from(*cell == CellColour::Blue)
                })
                .sum();
            let (a, b) = (stretches[left], stretches[left + 1]);
            let whole = self.value(a.1 - a.0) ^ if a == b { 0 } else { self.value(b.1 - b.0) };
            // The cells that remain of the alternating stretches before and after the two painted
            // cells.
            let rest =
                self.value(left.saturating_sub(a.0)) ^ self.value(b.1.saturating_sub(left + 2));
            let after = PaintRowState {
                ahead: before.ahead - taken,
                nim_sum: before.nim_sum ^ whole ^ rest,
            };
            !after.won(other)
        };
        (0..cells.len().saturating_sub(1)).filter(loses).collect()
    }
}

impl PaintRowState {
    fn won(self, own: CellColour) -> bool {
        match self.ahead {
            0 => self.nim_sum != 0,
            ahead => (ahead > 0) == (own == CellColour::Red),
        }
    }
}

/// A player on a row; Red moves first.
#[derive(Debug)]
pub struct PaintRowPlayer {
    law: PaintRowLaw,
    cells: Vec<CellColour>,
    own: CellColour,
}

impl PaintRowPlayer {
    /// Creates a player for a row of the given cells.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    pub fn new(cells: Vec<CellColour>, budget: &Budget<'_>) -> Result<PaintRowPlayer, StopReason> {
        Ok(PaintRowPlayer {
            law: PaintRowLaw::new(budget)?,
            cells,
            own: CellColour::Red,
        })
    }
}

impl OnlinePlayer for PaintRowPlayer {
    /// The left one of the two painted cells, counted from 0.
    type Move = usize;

    fn play(&mut self, &left: &usize) -> Result<(), Text> {
        let own = self.own;
        let Some(pair) = self.cells.get_mut(left..left.saturating_add(2)) else {
            let number = left.saturating_add(1);
            return Err(text!(
                "there is no pair of neighbouring cells that starts at cell {number}",
                "没有第 {number} 格及其后一格"
            ));
        };
        if !pair.contains(&own) {
            let number = left + 1;
            return Err(text!(
                "neither cell {number} nor the next cell has the colour of the player to move",
                "第 {number} 格与后一格都不是走子方的颜色"
            ));
        }
        pair.fill(CellColour::White);
        self.own = if own == CellColour::Red {
            CellColour::Blue
        } else {
            CellColour::Red
        };
        Ok(())
    }

    fn winning_move(&mut self) -> Option<usize> {
        self.law.winning(self.own, &self.cells).first().copied()
    }

    fn any_move(&mut self) -> Option<usize> {
        self.cells
            .windows(2)
            .position(|pair| pair.contains(&self.own))
    }
}
