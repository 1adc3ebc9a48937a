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
