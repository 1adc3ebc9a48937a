//! The rules and their notation. A query draws a row of `R`, `B` and `.`, and may end with `; blue
//! to move`. A position is the player to move (0 Red, 1 Blue), then the colour of each cell (0
//! white, 1 red, 2 blue). A move is the left one of its two painted cells, counted from 1.

use base::diagnostic::{Diagnostic, Span};
use base::text;
use base::text::Text;
use rules::game::{OptionSink, Rules, RulesError};
use rules::ir::{Int, Slot};
use rules::structure::ParsedStructure;
use rules::view::{CellGrid, MAX_BOARD_SIDE, View};

use super::CellColour;
use crate::sketch::{SketchWords, wrong};
use crate::structure_kind::StructureKind;

const MAX_CELLS: usize = 1 << 20;

/// The maximum number of cells that are written when a position is shown.
const MAX_SHOWN_CELLS: usize = 200;

/// The entry of painted rows in the list of structures.
pub const KIND: StructureKind = StructureKind {
    name: "paintrow",
    about: (
        "a row of red and blue cells; Red paints two neighbouring cells white, at least one of them red; Blue paints two, at least one of them blue",
        "一行红蓝格子；红方把其中有红格的相邻两格涂白，蓝方把其中有蓝格的相邻两格涂白",
    ),
    example: "paintrow(RBRBB.RB)",
    read: |text| {
        read(text).map_err(|wrong| {
            vec![wrong.help(text!(
                "a row is written like this: RBRB.BR; blue to move",
                "写法举例：RBRB.BR; blue to move"
            ))]
        })
    },
};

fn read(text: &str) -> Result<ParsedStructure, Box<Diagnostic>> {
    let mut words = SketchWords::new(text);
    let mut cells = Vec::new();
    let mut ahead = words.clone();
    if let Some((row, span)) = ahead.next().filter(|(word, _)| *word != ";") {
        words = ahead;
        for (at, sign) in row.char_indices() {
            let here = Span::new(
                span.start as usize + at,
                span.start as usize + at + sign.len_utf8(),
            );
            if cells.len() == MAX_CELLS {
                return Err(wrong(
                    here,
                    text!(
                        "too many cells: a row has at most {MAX_CELLS}",
                        "格数过多：一行最多 {MAX_CELLS} 格"
                    ),
                ));
            }
            cells.push(match sign.to_ascii_uppercase() {
                '.' => 0,
                'R' => 1,
                'B' => 2,
                _ => {
                    return Err(wrong(
                        here,
                        text!("expected `R`, `B` or `.`", "此处应为 `R`、`B` 或 `.`"),
                    ));
                }
            });
        }
    }
    let rules = PaintRowRules::new(cells.len());
    cells.insert(0, words.turn(["red", "blue"])?);
    Ok(ParsedStructure::new(rules, vec![cells]))
}

/// Returns the player to move, as a colour, and the cells.
pub(super) fn read_slots(slots: &[Int]) -> (CellColour, Vec<CellColour>) {
    let colour = |slot: &Int| match slot {
        1 => CellColour::Red,
        2 => CellColour::Blue,
        _ => CellColour::White,
    };
    (
        if slots[0] == 0 {
            CellColour::Red
        } else {
            CellColour::Blue
        },
        slots[1..].iter().map(colour).collect(),
    )
}

/// The rules on a row.
#[derive(Clone)]
pub struct PaintRowRules {
    slots: Vec<Slot>,
}

impl PaintRowRules {
    fn new(cells: usize) -> PaintRowRules {
        let cell = |_| Slot::cell("c", (1, cells as Int), 0, Some(2));
        PaintRowRules {
            slots: std::iter::once(Slot::number("turn", 0, Some(1)))
                .chain((0..cells).map(cell))
                .collect(),
        }
    }

    fn make(slots: &[Int], left: usize, sink: &mut OptionSink<'_>) -> Result<(), RulesError> {
        if !slots[left..=left + 1].contains(&(slots[0] + 1)) {
            return Ok(());
        }
        let mut option = slots.to_vec();
        option[left..=left + 1].fill(0);
        option[0] = 1 - slots[0];
        sink.budget().steps(option.len())?;
        sink.commit_single(&option, 0, &[left as Int])
    }

    fn render(slots: &[Int]) -> String {
        slots[1..]
            .iter()
            .map(|cell| ['.', 'R', 'B'][*cell as usize])
            .collect()
    }
}

impl Rules for PaintRowRules {
    fn title(&self) -> String {
        format!("paintrow of {} cells", self.slots.len() - 1)
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn options(&self, slots: &[Int], sink: &mut OptionSink<'_>) -> Result<(), RulesError> {
        (1..slots.len().saturating_sub(1))
            .try_for_each(|left| PaintRowRules::make(slots, left, sink))
    }

    fn option(
        &self,
        slots: &[Int],
        rule: usize,
        choices: &[Int],
        sink: &mut OptionSink<'_>,
    ) -> Result<(), RulesError> {
        match (rule, choices) {
            (0, &[left]) if left >= 1 && left + 1 < slots.len() as Int => {
                PaintRowRules::make(slots, left as usize, sink)
            }
            _ => Ok(()),
        }
    }

    fn describe(&self, _: &[Int], _: usize, choices: &[Int]) -> Option<Text> {
        let &[left] = choices else { return None };
        let right = left + 1;
        Some(text!(
            "paint cells {left} and {right} white",
            "把第 {left}、{right} 格涂白"
        ))
    }

    fn position(&self, given: Option<&[Int]>) -> Result<Vec<Int>, Text> {
        let count = self.slots.len();
        match given {
            Some(row) if row.len() == count => Ok(row.to_vec()),
            _ => Err(text!(
                "expected a position of {count} numbers: the turn (0 for Red, 1 for Blue), then the cells (0 white, 1 red, 2 blue)",
                "局面应为 {count} 个数：轮到谁走（0 红，1 蓝），然后是各格（0 白，1 红，2 蓝）"
            )),
        }
    }

    fn as_any(&self) -> Option<&dyn std::any::Any> {
        Some(self)
    }

    fn view(&self, slots: &[Int]) -> Option<View> {
        (2..=MAX_BOARD_SIDE)
            .contains(&slots.len())
            .then(|| View::Cells(CellGrid::from_letters([PaintRowRules::render(slots)])))
    }

    fn show(&self, slots: &[Int]) -> Option<String> {
        let row: String = PaintRowRules::render(slots)
            .chars()
            .take(MAX_SHOWN_CELLS)
            .collect();
        let more = if slots.len() > MAX_SHOWN_CELLS + 1 {
            "…"
        } else {
            ""
        };
        let turn = if slots[0] == 0 { "" } else { "; blue to move" };
        Some(format!("paintrow({row}{more}{turn})"))
    }

    fn is_standalone(&self) -> bool {
        true
    }
}
