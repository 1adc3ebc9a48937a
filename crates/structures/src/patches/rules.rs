//! The rules. A position is the set of cells that show tails; a move is the chosen tail, and the
//! set of coins that it turns.

use std::any::Any;

use base::diagnostic::{Diagnostic, Span};
use base::text;
use base::text::Text;
use rules::game::{OptionSink, Rules, RulesError};
use rules::ir::{Int, Slot};
use rules::structure::ParsedStructure;
use rules::view::{CellGrid, MAX_BOARD_SIDE, View};

use super::law::PatchesBoard;
use crate::bits::{self, BITS, flip, has};
use crate::grid::Grid;
use crate::sketch::wrong;
use crate::structure_kind::StructureKind;

/// The maximum number of cells of a board, or of a set, that is shown.
const MAX_SHOWN_CELLS: usize = 400;

/// The entry of connected coins in the list of structures.
pub const KIND: StructureKind = StructureKind {
    name: "patches",
    about: (
        "coins on a board: turn a connected set of coins in which one coin is both in the last row and in the last column and shows tails",
        "棋盘上的硬币：翻动一个连通块，其中有一枚同在最后一行和最后一列，且为反面",
    ),
    example: "patches(HHH / TTH)",
    read: |text| {
        read(text).map_err(|wrong| {
            vec![wrong.help(text!(
                "a board is written like this: HHH / TTH (T for tails, H for heads)",
                "棋盘的写法举例：HHH / TTH（T 为反面，H 为正面）"
            ))]
        })
    },
};

fn read(text: &str) -> Result<ParsedStructure, Box<Diagnostic>> {
    let (grid, signs) = Grid::read(text)?;
    let (cells, most) = (grid.cells(), PatchesBoard::MAX_CELLS);
    if !(1..=most).contains(&cells) {
        let all = Span::new(0, text.len());
        return Err(wrong(
            all,
            text!(
                "expected 1 to {most} coins, found {cells}",
                "应有 1 到 {most} 枚硬币，实有 {cells} 枚"
            ),
        ));
    }
    let slots = bits::slots("tails", cells);
    let mut start = vec![0; slots.len()];
    for (cell, (sign, span)) in (0..).zip(signs) {
        match sign {
            'T' => flip(&mut start, cell),
            'H' => {}
            _ => {
                let message = text!(
                    "unknown coin `{sign}`: expected `T` (tails) or `H` (heads)",
                    "未知的硬币 `{sign}`：应为 `T`（反面）或 `H`（正面）"
                );
                return Err(wrong(span, message));
            }
        }
    }
    let starts = vec![start.clone()];
    let board = PatchesBoard::new(grid);
    Ok(ParsedStructure::new(
        PatchesRules {
            board,
            slots,
            start,
        },
        starts,
    ))
}

/// The rules on a board with coins.
pub struct PatchesRules {
    board: PatchesBoard,
    slots: Vec<Slot>,
    start: Vec<Int>,
}

impl PatchesRules {
    /// Returns the board.
    pub fn board(&self) -> PatchesBoard {
        self.board
    }

    /// Writes the position after a move.
    fn turn(
        &self,
        tails: &[Int],
        from: u32,
        set: &[Int],
        sink: &mut OptionSink<'_>,
    ) -> Result<(), RulesError> {
        let left: Vec<Int> = tails
            .iter()
            .zip(set)
            .map(|(tails, set)| tails ^ set)
            .collect();
        let choices = [&[Int::from(from)], set].concat();
        sink.commit_single(&left, 0, &choices)
    }

    /// Returns the tail and the set that choices name, if they are a legal move.
    fn chosen<'c>(&self, tails: &[Int], choices: &'c [Int]) -> Option<(u32, &'c [Int])> {
        let (&from, set) = choices.split_first()?;
        let from = u32::try_from(from)
            .ok()
            .filter(|&from| (from as usize) < self.board.grid().cells())?;
        let sets = set.len() == self.slots.len()
            && set
                .iter()
                .zip(&self.slots)
                .all(|(&word, slot)| word >= 0 && Some(word) <= slot.high);
        (sets && has(tails, from) && self.board.allows(set, from)).then_some((from, set))
    }
}

impl Rules for PatchesRules {
    fn title(&self) -> String {
        "coins on a board, turned in patches".to_owned()
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// Lists every connected set once: a cell next to the set is either added or permanently
    /// excluded, until every adjacent cell is decided.
    fn options(&self, tails: &[Int], sink: &mut OptionSink<'_>) -> Result<(), RulesError> {
        for from in self.board.members(tails) {
            let mut first = vec![0; self.slots.len()];
            flip(&mut first, from);
            let mut open = vec![(first.clone(), first)];
            let pair = 2 * size_of_val(tails) as u64;
            while let Some((set, seen)) = open.pop() {
                sink.budget().steps(self.board.grid().cells())?;
                sink.budget()
                    .allow_growth(open.len() as u64 * pair, 2 * pair)?;
                let beside = self
                    .board
                    .members(&set)
                    .flat_map(|cell| self.board.neighbours_up_to(cell, self.board.place(from)));
                let Some(next) = { beside }.find(|&next| !has(&seen, next)) else {
                    self.turn(tails, from, &set, sink)?;
                    continue;
                };
                let (mut with, mut decided) = (set.clone(), seen);
                flip(&mut with, next);
                flip(&mut decided, next);
                open.push((with, decided.clone()));
                open.push((set, decided));
            }
        }
        Ok(())
    }

    fn option(
        &self,
        tails: &[Int],
        rule: usize,
        choices: &[Int],
        sink: &mut OptionSink<'_>,
    ) -> Result<(), RulesError> {
        sink.budget().steps(self.board.grid().cells())?;
        match self.chosen(tails, choices) {
            Some((from, set)) if rule == 0 => self.turn(tails, from, set, sink),
            _ => Ok(()),
        }
    }

    fn describe(&self, tails: &[Int], _: usize, choices: &[Int]) -> Option<Text> {
        let (from, set) = self.chosen(tails, choices)?;
        let others = self.board.members(set).filter(|&cell| cell != from);
        let all: Vec<u32> = [from].into_iter().chain(others).collect();
        let names: Vec<String> = all
            .iter()
            .take(MAX_SHOWN_CELLS)
            .map(|&cell| self.board.grid().name(cell))
            .collect();
        let (names, count) = (names.join(" "), all.len());
        Some(match count > MAX_SHOWN_CELLS {
            true => text!(
                "turn {names} … {count} coins in total",
                "翻转 {names} … 共 {count} 枚"
            ),
            false => text!("turn {names}", "翻转 {names}"),
        })
    }

    fn position(&self, given: Option<&[Int]>) -> Result<Vec<Int>, Text> {
        match given {
            None => Ok(self.start.clone()),
            Some(slots) if slots.len() == self.slots.len() => Ok(slots.to_vec()),
            Some(_) => {
                let count = self.slots.len();
                Err(text!(
                    "expected a position of {count} numbers that encode the set of tails row by row: one bit per cell, {BITS} cells per number",
                    "局面应为 {count} 个数，以二进制位逐行表示反面朝上的格的集合，每个数表示 {BITS} 格"
                ))
            }
        }
    }

    fn as_any(&self) -> Option<&dyn Any> {
        Some(self)
    }

    fn view(&self, tails: &[Int]) -> Option<View> {
        let grid = self.board.grid();
        let small = grid.width().max(grid.height()) <= MAX_BOARD_SIDE;
        small.then(|| View::Cells(CellGrid::from_letters(grid.rows(|cell| sign(tails, cell)))))
    }

    fn show(&self, tails: &[Int]) -> Option<String> {
        let grid = self.board.grid();
        Some(match grid.cells() <= MAX_SHOWN_CELLS {
            true => format!("patches({})", grid.text(|cell| sign(tails, cell))),
            false => format!("patches({} x {} …)", grid.height(), grid.width()),
        })
    }
}

/// Returns the character of a coin.
fn sign(tails: &[Int], cell: u32) -> char {
    if has(tails, cell) { 'T' } else { 'H' }
}
