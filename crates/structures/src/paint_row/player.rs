//! A player of complete games: it applies the law at each turn, O(cells).

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use theorems::OnlinePlayer;

use super::{CellColour, PaintRowLaw};

/// A player on a row; Red moves first.
#[derive(Debug)]
pub struct PaintRowPlayer {
    law: PaintRowLaw,
    cells: Vec<CellColour>,
    own: CellColour,
}

impl PaintRowPlayer {
    /// Creates a player for these cells.
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
    /// The left one of the two cells, starting at 0.
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
