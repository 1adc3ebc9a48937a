//! The BOI Game as a kind of game: `KIND` reads a board, [`BoiRules`] are the FULL rules, with
//! every detour and jump. The players A and B start on white cells of a board; A moves first. A
//! move is a step to a white cell above, left, right or below. A step onto the opponent requires a
//! second step from the opponent's cell, in any direction, even back. The player who first reaches
//! the cell where the opponent started has won, even if the opponent is on that cell.
//!
//! A position is [turn, cell of A, cell of B]: turn 0 for A; cells are numbered row by row from 0.
//! Positions can repeat, and the player to move matters: the game is loopy and cannot be part of a
//! sum. When a player has reached the target, that player has moved last, and the opponent has no
//! move.

use std::any::Any;
use std::sync::Arc;

use base::budget::Budget;
use base::diagnostic::{Diagnostic, Span};
use base::text;
use base::text::Text;
use rules::game::{Conventions, OptionSink, Rules, RulesError};
use rules::ir::{Int, Slot};
use rules::structure::ParsedStructure;
use rules::view::{CellGrid, MAX_BOARD_SIDE, View};

use super::board::{BoiBoard, BoiPosition};
use super::race::RaceBoard;
use crate::structure_kind::StructureKind;

/// The maximum number of cells of a board that is shown.
const MAX_SHOWN_CELLS: usize = 400;

/// The entry of the BOI Game in the list of structures.
pub const KIND: StructureKind = StructureKind {
    name: "boi",
    about: (
        "BOI 2008 Game: A and B race on a board, each to the start of the other, and can jump over each other",
        "BOI 2008 Game：A 与 B 在棋盘上抢先到达对方起点，可跳过对方",
    ),
    example: "boi(A... / .x.. / .... / ...B)",
    read: |text| {
        let race = RaceBoard::new(BoiBoard::read(text)?).map_err(|why| {
            let place = text.find('A').unwrap_or(0);
            vec![
                Diagnostic::error(Span::new(place, place + 1), why).help(text!(
                    "leave a path of white cells between A and B",
                    "请在 A 与 B 之间留出由白格组成的通路"
                )),
            ]
        })?;
        let rules = BoiRules::new(Arc::new(race));
        let starts = vec![BoiRules::slots_of(rules.race.board().start())];
        Ok(ParsedStructure::new(rules, starts))
    },
};

/// The rules on one board.
pub struct BoiRules {
    race: Arc<RaceBoard>,
    slots: [Slot; 3],
}

impl BoiRules {
    /// Creates the rules on a board.
    pub fn new(race: Arc<RaceBoard>) -> BoiRules {
        let last = race.board().cells() as Int - 1;
        let slot = |name: &str, high| Slot::number(name, 0, Some(high));
        BoiRules {
            race,
            slots: [slot("turn", 1), slot("A", last), slot("B", last)],
        }
    }

    /// Returns the board and its distances.
    pub fn race(&self) -> &Arc<RaceBoard> {
        &self.race
    }

    /// Converts numbers that are in their ranges to a position.
    pub fn position_of(slots: &[Int]) -> BoiPosition {
        BoiPosition {
            turn: slots[0] as usize,
            at: [slots[1] as u32, slots[2] as u32],
        }
    }

    /// Converts a position to its numbers.
    pub fn slots_of(position: BoiPosition) -> Vec<Int> {
        vec![
            position.turn as Int,
            Int::from(position.at[0]),
            Int::from(position.at[1]),
        ]
    }

    /// Returns the numbers of a position as in a query; returns an empty text for the start
    /// position.
    fn brackets(&self, position: BoiPosition) -> String {
        if position == self.race.board().start() {
            return String::new();
        }
        let [turn, a, b] = [
            position.turn,
            position.at[0] as usize,
            position.at[1] as usize,
        ];
        format!("[{turn}, {a}, {b}]")
    }
}

impl Rules for BoiRules {
    fn title(&self) -> String {
        let board = self.race.board();
        match board.cells() <= MAX_SHOWN_CELLS {
            true => format!("boi({})", board.text()),
            false => format!("boi({} x {} …)", board.height(), board.width()),
        }
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn conventions(&self) -> Conventions {
        Conventions {
            loopy: true,
            ..Conventions::default()
        }
    }

    fn admits(&self, slots: &[Int], _: &Budget<'_>) -> Result<bool, RulesError> {
        Ok(self.race.admits(BoiRules::position_of(slots)))
    }

    fn options(&self, slots: &[Int], sink: &mut OptionSink<'_>) -> Result<(), RulesError> {
        let position = BoiRules::position_of(slots);
        let mut moves = Vec::with_capacity(7);
        self.race.board().moves(position, &mut moves);
        for to in moves {
            sink.commit_single(
                &BoiRules::slots_of(self.race.board().after(position, to)),
                0,
                &[Int::from(to)],
            )?;
        }
        Ok(())
    }

    fn describe(&self, slots: &[Int], _: usize, choices: &[Int]) -> Option<Text> {
        let BoiPosition { turn, at } = BoiRules::position_of(slots);
        let board = self.race.board();
        let to = u32::try_from(*choices.first()?).ok()?;
        let (who, cell) = (['A', 'B'][turn], board.name(to));
        Some(match board.neighbours(at[turn]).any(|step| step == to) {
            true => text!("{who} to {cell}", "{who} 走到 {cell}"),
            false => text!("{who} jumps to {cell}", "{who} 跳到 {cell}"),
        })
    }

    fn position(&self, given: Option<&[Int]>) -> Result<Vec<Int>, Text> {
        match given {
            None => Ok(BoiRules::slots_of(self.race.board().start())),
            Some(numbers @ [_, _, _]) => {
                let within = self.slots.iter().zip(numbers).all(|(slot, number)| {
                    *number >= slot.low && slot.high.is_some_and(|high| *number <= high)
                });
                // The caller rejects numbers outside their ranges and reports the range.
                if within && !self.race.admits(BoiRules::position_of(numbers)) {
                    return Err(text!(
                        "not a position: A and B must be on different white cells that are not cut off, and the player to move must not be at the target",
                        "不是合法局面：A、B 应在互不相同且未被隔开的白格上，且轮到走的一方尚未到达目标"
                    ));
                }
                Ok(numbers.to_vec())
            }
            Some(_) => Err(text!(
                "expected [turn, A, B]: the turn is 0 if A is to move and 1 otherwise; A and B are their cells, numbered row by row from 0",
                "应写作 [turn, A, B]：轮到 A 时 turn 为 0，否则为 1；A、B 为双方所在格，逐行从 0 编号"
            )),
        }
    }

    fn as_any(&self) -> Option<&dyn Any> {
        Some(self)
    }

    fn view(&self, slots: &[Int]) -> Option<View> {
        let (board, position) = (self.race.board(), BoiRules::position_of(slots));
        if board.width().max(board.height()) > MAX_BOARD_SIDE {
            return None;
        }
        let sign = |cell: u32| match cell {
            cell if cell == position.at[0] => 'A',
            cell if cell == position.at[1] => 'B',
            cell if board.is_white(cell) => '.',
            _ => '■',
        };
        let row = |row: usize| {
            (0..board.width())
                .map(|column| sign((row * board.width() + column) as u32))
                .collect()
        };
        Some(View::Cells(CellGrid::from_letters(
            (0..board.height()).map(row),
        )))
    }

    fn show(&self, slots: &[Int]) -> Option<String> {
        Some(self.title() + &self.brackets(BoiRules::position_of(slots)))
    }

    fn is_standalone(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use rules::structure::Structure;

    use super::*;

    #[test]
    fn questions_name_positions() {
        let read = KIND.read("A.x / ..B").unwrap();
        assert_eq!(read.starts, [[0, 0, 5]]);
        assert_eq!(read.rules.show(&[0, 0, 5]).unwrap(), "boi(A.x / ..B)");
        assert_eq!(
            read.rules.show(&[1, 1, 5]).unwrap(),
            "boi(A.x / ..B)[1, 1, 5]"
        );
        assert_eq!(
            read.rules.describe(&[1, 1, 4], 0, &[0]).unwrap().en,
            "B jumps to (1,1)"
        );
        assert_eq!(
            read.rules.describe(&[1, 1, 4], 0, &[3]).unwrap().en,
            "B to (2,1)"
        );
        // Invalid positions: a wall; one cell for both players; the player to move on the target;
        // both players on A's target, with A to move.
        for numbers in [[0, 2, 5], [0, 3, 3], [0, 5, 4], [0, 5, 5]] {
            assert!(
                read.rules
                    .position(Some(&numbers))
                    .unwrap_err()
                    .en
                    .contains("not a position"),
                "{numbers:?}"
            );
        }
        assert_eq!(read.rules.position(Some(&[1, 5, 5])).unwrap(), [1, 5, 5]);
        assert!(
            read.rules
                .position(Some(&[0]))
                .unwrap_err()
                .en
                .starts_with("expected [turn, A, B]")
        );
    }

    #[test]
    fn boards_without_a_way_are_refused_at_a() {
        let errors = KIND.read(".xB / xAx").err().expect("nobody can win");
        assert_eq!(errors[0].span.start, 7);
        assert!(errors[0].message.en.contains("neither player can win"));
        assert!(
            KIND.read(
                KIND.example()
                    .trim_start_matches("boi(")
                    .trim_end_matches(')')
            )
            .is_ok()
        );
    }
}
