//! A player of whole games: the law at each turn, O(cells).

use base::budget::{Budget, Stop};
use base::text;
use base::text::Text;
use theorems::Online;

use super::{Cell, Law};

/// Plays on a row, Red first.
#[derive(Debug)]
pub struct Player {
    law: Law,
    cells: Vec<Cell>,
    own: Cell,
}

impl Player {
    /// A player on these cells.
    ///
    /// # Errors
    /// If the budget ends.
    pub fn new(cells: Vec<Cell>, budget: &Budget<'_>) -> Result<Player, Stop> {
        Ok(Player {
            law: Law::new(budget)?,
            cells,
            own: Cell::Red,
        })
    }
}

impl Online for Player {
    /// The left one of the two cells, from 0 on.
    type Move = usize;

    fn play(&mut self, &left: &usize) -> Result<(), Text> {
        let own = self.own;
        let Some(pair) = self.cells.get_mut(left..left.saturating_add(2)) else {
            let number = left.saturating_add(1);
            return Err(text!(
                "there are no cells {number} and the next",
                "没有第 {number} 格及其后一格"
            ));
        };
        if !pair.contains(&own) {
            let number = left + 1;
            return Err(text!(
                "cells {number} and the next hold none of one's own colour",
                "第 {number} 格与后一格都不是己方颜色"
            ));
        }
        pair.fill(Cell::White);
        self.own = if own == Cell::Red {
            Cell::Blue
        } else {
            Cell::Red
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
