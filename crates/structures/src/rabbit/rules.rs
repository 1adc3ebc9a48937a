//! The rules and their notation. A query draws rows of `O` (white, the rabbit's), `X` (black, the
//! egg's) and one `.`, and may end with `; egg to move`. A position is the player to move (0 the
//! rabbit), the empty cell, and the white pieces as bits. A move is the cell of the piece that
//! slides.

use std::any::Any;

use base::budget::Budget;
use base::diagnostic::{Diagnostic, Span};
use base::text;
use base::text::Text;
use rules::game::{OptionSink, Rules, RulesError};
use rules::ir::{Int, Slot};
use rules::structure::ParsedStructure;
use rules::view::{CellGrid, MAX_BOARD_SIDE, View};

use crate::bits::{self, flip, has};
use crate::grid::{self, Grid};
use crate::sketch::wrong;
use crate::structure_kind::StructureKind;

const MAX_CELLS: usize = 1 << 20;

/// The maximum number of cells that are drawn when a position is shown.
const MAX_SHOWN_CELLS: usize = 400;

/// The entry of Rabbit and egg in the list of structures.
pub const KIND: StructureKind = StructureKind {
    name: "rabbit",
    about: (
        "the rabbit slides a white piece (O) into the adjacent empty cell, the egg a black piece (X)",
        "兔兔将空格旁的一枚白子（O）移入空格，蛋蛋移黑子（X）",
    ),
    example: "rabbit(XOX / O.O / XOX)",
    read: |text| {
        read(text).map_err(|wrong| {
            vec![wrong.help(text!(
                "a board is written like this: XOX / O.O / XOX; egg to move (without `egg to move`, the rabbit is to move)",
                "棋盘的写法举例：XOX / O.O / XOX; egg to move（不写 `egg to move` 则轮到兔兔）"
            ))]
        })
    },
};

fn read(text: &str) -> Result<ParsedStructure, Box<Diagnostic>> {
    let (head, mut words) = grid::split_rows(text);
    let (grid, signs) = Grid::read(head)?;
    let cells = grid.cells();
    if cells > MAX_CELLS {
        let message = text!(
            "this board has {cells} cells; the maximum is {MAX_CELLS}",
            "此棋盘有 {cells} 格；最多支持 {MAX_CELLS} 格"
        );
        return Err(wrong(Span::new(0, head.len()), message));
    }
    let game = RabbitRules::new(grid);
    let mut start = vec![0; game.slots.len()];
    let mut empty: Option<u32> = None;
    for (cell, (sign, span)) in (0..).zip(signs) {
        match sign {
            'O' => flip(&mut start[2..], cell),
            'X' => {}
            '.' if empty.is_none() => empty = Some(cell),
            '.' => {
                return Err(wrong(
                    span,
                    text!(
                        "duplicate empty cell: a board has exactly one",
                        "出现第二个空格：只能有一个空格"
                    ),
                ));
            }
            _ => {
                return Err(wrong(
                    span,
                    text!(
                        "expected `O`, `X` or `.`, found `{sign}`",
                        "此处应为 `O`、`X` 或 `.`，实为 `{sign}`"
                    ),
                ));
            }
        }
    }
    let no_empty = || {
        wrong(
            Span::new(head.len(), head.len()),
            text!("there is no empty cell `.`", "没有空格 `.`"),
        )
    };
    start[1] = empty.ok_or_else(no_empty)?.into();
    start[0] = words.turn(["rabbit", "egg"])?;
    Ok(ParsedStructure::new(game, vec![start]))
}

/// The rules on a board.
pub struct RabbitRules {
    grid: Grid,
    slots: Vec<Slot>,
}

impl RabbitRules {
    fn new(grid: Grid) -> RabbitRules {
        let last = (grid.cells() as Int - 1).max(0);
        let white = bits::slots("white", grid.cells()).into_iter().zip(0..);
        let white = white.map(|(slot, word)| Slot::cell("white", (2, word), 0, slot.high));
        let scalars = [
            Slot::number("turn", 0, Some(1)),
            Slot::number("empty", 0, Some(last)),
        ];
        RabbitRules {
            grid,
            slots: scalars.into_iter().chain(white).collect(),
        }
    }

    /// Returns the board.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// Returns whether the rabbit is to move.
    pub fn rabbit_to_move(slots: &[Int]) -> bool {
        slots[0] == 0
    }

    /// Returns the empty cell.
    pub fn empty(slots: &[Int]) -> u32 {
        slots[1] as u32
    }

    /// Returns whether a cell has a white piece.
    pub fn is_white(slots: &[Int], cell: u32) -> bool {
        has(&slots[2..], cell)
    }

    /// Writes the move of a piece, if the piece is next to the empty cell and belongs to the player
    /// to move.
    fn slide(&self, slots: &[Int], cell: u32, sink: &mut OptionSink<'_>) -> Result<(), RulesError> {
        let (rabbit, empty) = (
            RabbitRules::rabbit_to_move(slots),
            RabbitRules::empty(slots),
        );
        if !self.grid.neighbours(empty).any(|beside| beside == cell)
            || RabbitRules::is_white(slots, cell) != rabbit
        {
            return Ok(());
        }
        let mut left = slots.to_vec();
        sink.budget().steps(left.len())?;
        (left[0], left[1]) = (Int::from(rabbit), cell.into());
        if rabbit {
            flip(&mut left[2..], cell);
            flip(&mut left[2..], empty);
        }
        sink.commit_single(&left, 0, &[cell.into()])
    }

    fn sign(slots: &[Int], cell: u32) -> char {
        match cell {
            _ if cell == RabbitRules::empty(slots) => '.',
            _ if RabbitRules::is_white(slots, cell) => 'O',
            _ => 'X',
        }
    }
}

impl Rules for RabbitRules {
    fn title(&self) -> String {
        let (rows, columns) = (self.grid.height(), self.grid.width());
        format!("rabbit and egg on {rows} x {columns} cells")
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn admits(&self, slots: &[Int], _: &Budget<'_>) -> Result<bool, RulesError> {
        Ok(!RabbitRules::is_white(slots, RabbitRules::empty(slots)))
    }

    fn options(&self, slots: &[Int], sink: &mut OptionSink<'_>) -> Result<(), RulesError> {
        self.grid
            .neighbours(RabbitRules::empty(slots))
            .try_for_each(|cell| self.slide(slots, cell, sink))
    }

    fn option(
        &self,
        slots: &[Int],
        rule: usize,
        choices: &[Int],
        sink: &mut OptionSink<'_>,
    ) -> Result<(), RulesError> {
        match (rule, choices) {
            (0, &[cell]) if (0..self.grid.cells() as Int).contains(&cell) => {
                self.slide(slots, cell as u32, sink)
            }
            _ => Ok(()),
        }
    }

    fn describe(&self, slots: &[Int], _: usize, choices: &[Int]) -> Option<Text> {
        let (who, called) = if RabbitRules::rabbit_to_move(slots) {
            ("rabbit", "兔兔")
        } else {
            ("egg", "蛋蛋")
        };
        let from = self.grid.name(u32::try_from(*choices.first()?).ok()?);
        let to = self.grid.name(RabbitRules::empty(slots));
        Some(text!(
            "{who} slides {from} to {to}",
            "{called}将 {from} 移到 {to}"
        ))
    }

    fn position(&self, given: Option<&[Int]>) -> Result<Vec<Int>, Text> {
        match given {
            Some(row) if row.len() == self.slots.len() => Ok(row.to_vec()),
            _ => Err(text!(
                "a position is written as a board: rabbit(XOX / O.O / XOX; egg to move)",
                "局面写成棋盘：rabbit(XOX / O.O / XOX; egg to move)"
            )),
        }
    }

    fn as_any(&self) -> Option<&dyn Any> {
        Some(self)
    }

    fn view(&self, slots: &[Int]) -> Option<View> {
        if self.grid.width().max(self.grid.height()) > MAX_BOARD_SIDE {
            return Some(View::Numbers(vec![(
                "cells".to_owned(),
                self.grid.cells() as Int,
            )]));
        }
        Some(View::Cells(CellGrid::from_letters(
            self.grid.rows(|cell| RabbitRules::sign(slots, cell)),
        )))
    }

    fn show(&self, slots: &[Int]) -> Option<String> {
        let turn = if RabbitRules::rabbit_to_move(slots) {
            ""
        } else {
            "; egg to move"
        };
        let (rows, columns) = (self.grid.height(), self.grid.width());
        Some(match self.grid.cells() > MAX_SHOWN_CELLS {
            true => format!("rabbit({rows} x {columns} …{turn})"),
            false => format!(
                "rabbit({}{turn})",
                self.grid.text(|cell| RabbitRules::sign(slots, cell))
            ),
        })
    }

    fn is_standalone(&self) -> bool {
        true
    }
}
