//! The rules of the Ultimate Battle and their notation: `battle(W H; 2 2, 1 1)`. A query gives the
//! width and the height of the field, and then the column and the row of each fighter, counted
//! from 1. A query may end with `; second to move`. A position is the player to move (0 first, 1
//! second), then the column and the row of the first and of the second fighter.

use ::base::budget::Budget;
use ::base::diagnostic::Diagnostic;
use ::base::text;
use ::base::text::Text;
use ::rules::game::{Conventions, OptionSink, Rules, RulesError};
use ::rules::ir::{Int, Slot};
use ::rules::structure::ParsedStructure;
use ::rules::view::{CellGrid, MAX_BOARD_SIDE, View};

use crate::northcott::lanes::Lane;
use crate::sketch::{SketchWords, wrong};
use crate::structure_kind::StructureKind;

/// The entry of the Ultimate Battle in the list of structures.
pub const KIND: StructureKind = StructureKind {
    name: "battle",
    about: (
        "two fighters move like rooks on a board, but cannot enter or cross the column or the row of the other fighter",
        "棋盘上两名战士像车一样移动，但不得进入或越过对方所在的列与行",
    ),
    example: "battle(5 4; 1 1, 4 2)",
    read: |text| {
        read(text).map_err(|wrong| {
            vec![wrong.help(text!(
                "a field is written like this: 5 4; 1 1, 4 2 (width and height; column and row of the first fighter; column and row of the second fighter)",
                "写法举例：5 4; 1 1, 4 2（宽与高；先手战士的列与行，后手战士的列与行）"
            ))]
        })
    },
};

fn read(text: &str) -> Result<ParsedStructure, Box<Diagnostic>> {
    let mut words = SketchWords::new(text);
    let (width, _) = words.number(2, Int::MAX, text!("the width", "宽度"))?;
    let (height, _) = words.number(2, Int::MAX, text!("the height", "高度"))?;
    if words.clone().next().is_some_and(|(word, _)| word == ";") {
        words.next();
    }
    let mut start = vec![0];
    for (who, wer) in [("first", "先手"), ("second", "后手")] {
        for (axis, size) in [(0, width), (1, height)] {
            let what = match axis {
                0 => text!("the column of the {who} fighter", "{wer}战士的列"),
                _ => text!("the row of the {who} fighter", "{wer}战士的行"),
            };
            let (cell, span) = words.number(1, size, what)?;
            if start.len() > 2 && start[1 + axis] == cell {
                let message = text!(
                    "the fighters must be in different columns and different rows",
                    "两名战士须在不同的列与不同的行"
                );
                return Err(wrong(span, message));
            }
            start.push(cell);
        }
    }
    start[0] = words.turn(["first", "second"])?;
    let rules = BattleRules::new(width, height);
    Ok(ParsedStructure::new(rules, vec![start]))
}

/// The rules on a field of a given size.
#[derive(Clone)]
pub struct BattleRules {
    sizes: [Int; 2],
    slots: Vec<Slot>,
}

impl BattleRules {
    fn new(width: Int, height: Int) -> BattleRules {
        let slot = |name: &str, low, high| Slot::number(name, low, Some(high));
        let slots = vec![
            slot("turn", 0, 1),
            slot("x1", 1, width),
            slot("y1", 1, height),
            slot("x2", 1, width),
            slot("y2", 1, height),
        ];
        BattleRules {
            sizes: [width, height],
            slots,
        }
    }

    /// Returns the columns and the rows as lanes, with the player to move as the owner.
    pub fn lanes(&self, slots: &[Int]) -> Vec<Lane> {
        let lane = |axis: usize| {
            let (own, other) = BattleRules::cells(slots, axis);
            Lane {
                own: own as u64,
                other: other as u64,
                length: self.sizes[axis] as u64,
            }
        };
        vec![lane(0), lane(1)]
    }

    /// Returns the coordinates of the player to move and of the opponent: columns (axis 0) or rows
    /// (axis 1).
    fn cells(slots: &[Int], axis: usize) -> (Int, Int) {
        let (first, second) = (slots[1 + axis], slots[3 + axis]);
        if slots[0] == 0 {
            (first, second)
        } else {
            (second, first)
        }
    }

    /// Returns the columns or rows that the player to move can reach without passing the opponent's
    /// column or row.
    fn reach(&self, slots: &[Int], axis: usize) -> std::ops::RangeInclusive<Int> {
        let (own, other) = BattleRules::cells(slots, axis);
        if own < other {
            1..=other - 1
        } else {
            other + 1..=self.sizes[axis]
        }
    }

    fn make(
        &self,
        slots: &[Int],
        axis: usize,
        to: Int,
        sink: &mut OptionSink<'_>,
    ) -> Result<(), RulesError> {
        let mut option = slots.to_vec();
        option[1 + 2 * slots[0] as usize + axis] = to;
        option[0] = 1 - slots[0];
        sink.commit_single(&option, 0, &[axis as Int, to])
    }
}

impl Rules for BattleRules {
    fn title(&self) -> String {
        let [width, height] = self.sizes;
        format!("battle on {width} x {height}")
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
        Ok(slots[1] != slots[3] && slots[2] != slots[4])
    }

    fn options(&self, slots: &[Int], sink: &mut OptionSink<'_>) -> Result<(), RulesError> {
        for axis in [0, 1] {
            let (from, _) = BattleRules::cells(slots, axis);
            for to in self.reach(slots, axis).filter(|&to| to != from) {
                self.make(slots, axis, to, sink)?;
            }
        }
        Ok(())
    }

    fn option(
        &self,
        slots: &[Int],
        rule: usize,
        choices: &[Int],
        sink: &mut OptionSink<'_>,
    ) -> Result<(), RulesError> {
        let &[axis @ (0 | 1), to] = choices else {
            return Ok(());
        };
        let axis = axis as usize;
        let moves = rule == 0
            && to != BattleRules::cells(slots, axis).0
            && self.reach(slots, axis).contains(&to);
        if moves {
            self.make(slots, axis, to, sink)
        } else {
            Ok(())
        }
    }

    fn describe(&self, _: &[Int], _: usize, choices: &[Int]) -> Option<Text> {
        match choices {
            [0, to] => Some(text!("go to column {to}", "走到第 {to} 列")),
            [1, to] => Some(text!("go to row {to}", "走到第 {to} 行")),
            _ => None,
        }
    }

    fn position(&self, given: Option<&[Int]>) -> Result<Vec<Int>, Text> {
        match given {
            Some(row) if row.len() == 5 => Ok(row.to_vec()),
            _ => Err(text!(
                "expected a position [turn, x1, y1, x2, y2]: the turn (0 for the first fighter, 1 for the second), then the column and the row of each fighter",
                "局面应写作 [turn, x1, y1, x2, y2]：轮到谁走（0 先手，1 后手），然后是双方的列与行"
            )),
        }
    }

    fn as_any(&self) -> Option<&dyn std::any::Any> {
        Some(self)
    }

    fn view(&self, slots: &[Int]) -> Option<View> {
        let &[_, x1, y1, x2, y2] = slots else {
            return None;
        };
        let [width, height] = self.sizes;
        if width.max(height) > MAX_BOARD_SIDE as Int {
            return None;
        }
        let sign = |x, y| {
            if (x, y) == (x1, y1) {
                '1'
            } else if (x, y) == (x2, y2) {
                '2'
            } else {
                '.'
            }
        };
        Some(View::Cells(CellGrid::from_letters(
            (1..=height).map(|y| (1..=width).map(|x| sign(x, y)).collect()),
        )))
    }

    fn show(&self, slots: &[Int]) -> Option<String> {
        let &[turn, x1, y1, x2, y2] = slots else {
            return None;
        };
        let [width, height] = self.sizes;
        let turn = if turn == 0 { "" } else { "; second to move" };
        Some(format!(
            "battle({width} {height}; {x1} {y1}, {x2} {y2}{turn})"
        ))
    }

    fn is_standalone(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use ::rules::structure::Structure;

    use super::*;
    use crate::trial::{self, refuses_at};

    #[test]
    fn a_fighter_goes_along_rows_and_columns_but_not_past_the_other() {
        let (world, game) = trial::read(&KIND, "4 3; 2 1, 4 3");
        let start = world.starts(game)[0].clone();
        let all = trial::moves(&world, game, &start);
        let shown: Vec<String> = all.iter().map(|(_, left)| world.show(game, left)).collect();
        let expected =
            ["1 1", "3 1", "2 2"].map(|cell| format!("battle(4 3; {cell}, 4 3; second to move)"));
        assert_eq!(shown, expected);
        let again = KIND.read("4 3; 2 2, 4 3; second to move").unwrap();
        assert_eq!(again.starts, [[1, 2, 2, 4, 3]]);
        // Making a single move by its choices gives the same position as listing the moves.
        let mut legal = 0;
        for choices in (-1..3).flat_map(|axis| (0..6).map(move |to| [axis, to])) {
            let made = trial::after(&world, game, &start, &choices).is_some();
            legal += u32::from(made);
            let listed = all.iter().any(|((_, listed), _)| *listed == choices);
            assert_eq!(listed, made);
        }
        assert_eq!(legal, 3);
        assert_eq!(trial::name(&world, game, &start, &[1, 2]), "go to row 2");
    }

    #[test]
    fn what_is_no_field_is_refused_with_its_place() {
        let cases = [
            ("", 0),
            ("1 4; 1 1, 1 2", 0),
            ("4", 1),
            ("4 4; 1 1, 1 2", 10),
            ("4 4; 1 1, 2 1", 12),
            ("4 4; 5 1, 2 2", 5),
            ("4 4; 0 1, 2 2", 5),
            ("4 4; 1 1, 2 2; third to move", 15),
            ("4 4; 1 1, 2 2 7", 14),
            ("4 4; x 1, 2 2", 5),
            ("4 4; 1 1", 8),
        ];
        refuses_at(&KIND, &cases);
        assert!(
            KIND.read("9223372036854775807 2 1 1 9223372036854775807 2; first to move")
                .is_ok()
        );
    }
}
