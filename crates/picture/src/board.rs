//! Boards: the cells of a table as they are drawn, with axes, marks and text. A table with two
//! ranges gives a grid. A table with one range gives a row, which is folded, that is, divided into
//! lines of equal length. The text for a terminal and the SVG show the same board.

use base::text;
use base::text::{Lang, Text};
use grundy::answer::{CellKind, TableAnswer, TableCells};
use grundy::measure::{Measure, MeasuredValue};
use grundy::period::{ClaimedPeriod, PeriodReport};
use grundy::position_text;
use rules::game::Outcome;
use rules::world::World;
use theory::loopy::Loopy;
use theory::value::Grundy;

use crate::color::{ABSENT, Color, DRAWN, LOONY, LOST, PAPER, WON, ramp};
use crate::fold::fold;

pub use crate::board_drawing::{LetterMode, drawing};

/// Maximum number of cells of a picture.
pub const MAX_CELLS: u64 = 4_000_000;

/// Maximum number of cells in a terminal.
pub const MAX_TEXT_CELLS: u64 = 20_000;

/// Content of one cell of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureCell {
    /// A cell outside the table, which is left white.
    Blank,
    /// Numbers that are not a position.
    Absent,
    /// The outcome.
    Outcome(Outcome),
    /// The Grundy value.
    Value(Grundy),
    /// A number that is not a nimber.
    Number(i64),
    /// The value infinity of a loopy game, with the nimbers of its options below 64 as a bit set.
    Infinite(u64),
    /// A component has ended, and play has therefore ended.
    Ended,
    /// A component can be ended in one move.
    Instant,
}

/// Cells that are marked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CellMark {
    /// Marks no cells of a grid, and the exceptions to the period in a folded row.
    #[default]
    Usual,
    /// Marks the first N cell of each row (the first value that is not 0).
    FirstInRow,
    /// Marks the first N cell of each column.
    FirstInColumn,
    /// Marks every P cell (every value 0).
    Lost,
}

/// Options for making a board from a table.
#[derive(Clone, Debug, Default)]
pub struct BoardOptions {
    /// Name of the slot on the horizontal axis; by default the last slot.
    pub across: Option<String>,
    /// Whether the origin is at the bottom left instead of the top left.
    pub bottom: bool,
    /// Whether to show only cells whose second number is at most the first.
    pub triangle: bool,
    /// Cells to mark.
    pub mark: CellMark,
    /// Width at which a row is folded; by default a multiple of the period of the row.
    pub fold: Option<usize>,
    /// The period that the game claims.
    pub claimed: Option<ClaimedPeriod>,
}

/// One axis of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardAxis {
    /// Name of the quantity on the axis.
    pub name: String,
    /// Number of the first row or column.
    pub first: i64,
    /// Difference between adjacent rows or columns.
    pub step: i64,
    /// Number of rows or columns.
    pub count: usize,
}

impl BoardAxis {
    /// Returns the number of a row or column.
    pub fn number(&self, index: usize) -> i64 {
        self.first
            .saturating_add(self.step.saturating_mul(index as i64))
    }
}

/// The cells of a table as they are drawn.
#[derive(Clone, Debug)]
pub struct PictureBoard {
    /// The game and the quantity that is shown.
    pub title: String,
    /// Method, status and further remarks.
    pub caption: Vec<String>,
    /// The columns.
    pub across: BoardAxis,
    /// The rows; the first row is at the origin.
    pub down: BoardAxis,
    /// The cells row by row, starting at the origin.
    pub cells: Vec<PictureCell>,
    /// Whether each cell is marked.
    pub marked: Vec<bool>,
    /// Meaning of a mark, if any cells are marked.
    pub mark_words: Option<String>,
    /// Whether the origin is at the bottom.
    pub bottom: bool,
    /// The largest nimber on the board; `None` if no cell contains a nimber.
    pub greatest: Option<u64>,
    /// The smallest and the largest number that is not a nimber; `None` if all numbers are
    /// nimbers.
    pub numbers: Option<(i64, i64)>,
    /// The language of the text.
    pub lang: Lang,
}

impl PictureBoard {
    /// Creates the board of a table.
    ///
    /// # Errors
    /// Returns an error text if the table does not have one or two ranges, or if the options do not
    /// fit these ranges.
    pub fn new(
        table: &TableAnswer,
        world: &World,
        options: &BoardOptions,
        lang: Lang,
    ) -> Result<PictureBoard, Text> {
        if let TableCells::Worths(_, list) = &table.cells
            && list
                .iter()
                .flatten()
                .any(|cell| matches!(cell, MeasuredValue::Form(_)))
        {
            return Err(text!(
                "pictures have no cells for values that are not integers; use `grundy table`",
                "图中没有非整数值的格：请用 `grundy table`"
            ));
        }
        let cells: Vec<PictureCell> = match &table.cells {
            TableCells::Values(list) => list
                .iter()
                .map(|v| v.map_or(PictureCell::Absent, PictureCell::Value))
                .collect(),
            TableCells::Outcomes(list) => list
                .iter()
                .map(|o| o.map_or(PictureCell::Absent, PictureCell::Outcome))
                .collect(),
            TableCells::Worths(wanted, list) => list
                .iter()
                .map(|cell| cell_picture(wanted, cell.as_ref()))
                .collect(),
        };
        let what = match &table.cells {
            TableCells::Values(_) => text!("Grundy values", "SG 值"),
            TableCells::Outcomes(_) => text!("outcomes", "胜负"),
            TableCells::Worths(wanted, _) => wanted.text(),
        };
        let number = |cell: &PictureCell| {
            if let PictureCell::Number(n) = cell {
                Some(*n)
            } else {
                None
            }
        };
        let least = cells.iter().filter_map(number).min();
        let (game, status, method) = (
            position_text::ranges(world, &table.asked),
            table.status.text(),
            &table.method,
        );
        let (what_en, what_zh, status_en, status_zh) = (&what.en, &what.zh, &status.en, &status.zh);
        let mut board = PictureBoard {
            title: text!("{game}: {what_en}", "{game}：{what_zh}")
                .get(lang)
                .to_owned(),
            caption: vec![
                text!("{status_en}, {method}", "{status_zh}，{method}")
                    .get(lang)
                    .to_owned(),
            ],
            across: BoardAxis {
                name: String::new(),
                first: 0,
                step: 1,
                count: 0,
            },
            down: BoardAxis {
                name: String::new(),
                first: 0,
                step: 1,
                count: 0,
            },
            marked: Vec::new(),
            mark_words: None,
            bottom: options.bottom,
            greatest: cells.iter().filter_map(|cell| cell.nimber()).max(),
            numbers: least.zip(cells.iter().filter_map(number).max()),
            cells,
            lang,
        };
        match &table.running()[..] {
            [(name, low, _)] => {
                if options.across.is_some() || options.triangle {
                    return Err(text!(
                        "--across and --triangle require a board with two ranges",
                        "--across 和 --triangle 需要有两个范围的棋盘"
                    ));
                }
                fold(
                    &mut board,
                    name,
                    *low,
                    &PeriodReport::from_table(table, options.claimed),
                    options,
                );
            }
            [first, second] => board.grid(first, second, options)?,
            several => {
                let count = several.len();
                return Err(text!(
                    "a chart must have one or two ranges, found {count}",
                    "图表须有一或两个范围，此处有 {count} 个"
                ));
            }
        }
        board.mark(options.mark);
        Ok(board)
    }

    fn grid(
        &mut self,
        first: &(String, i64, i64),
        second: &(String, i64, i64),
        options: &BoardOptions,
    ) -> Result<(), Text> {
        if options.fold.is_some() {
            return Err(text!(
                "--fold requires a single row: one range",
                "--fold 只用于一行，即一个范围"
            ));
        }
        let axis = |(name, low, high): &(String, i64, i64)| BoardAxis {
            name: name.clone(),
            first: *low,
            step: 1,
            count: high.abs_diff(*low) as usize + 1,
        };
        (self.down, self.across) = (axis(first), axis(second));
        if options.triangle {
            let (down, across) = (self.down.clone(), self.across.clone());
            for (index, cell) in self.cells.iter_mut().enumerate() {
                if across.number(index % across.count) > down.number(index / across.count) {
                    *cell = PictureCell::Blank;
                }
            }
        }
        match options.across.as_deref() {
            None => {}
            Some(name) if name == second.0 => {}
            Some(name) if name == first.0 => {
                let (rows, columns) = (self.down.count, self.across.count);
                self.cells = (0..columns)
                    .flat_map(|column| (0..rows).map(move |row| row * columns + column))
                    .map(|i| self.cells[i])
                    .collect();
                std::mem::swap(&mut self.down, &mut self.across);
            }
            Some(name) => {
                let (a, b) = (&first.0, &second.0);
                return Err(text!(
                    "`{name}` is not a range of this chart: --across must be {a} or {b}",
                    "`{name}` 不是此图表的范围：--across 可取 {a} 或 {b}"
                ));
            }
        }
        Ok(())
    }

    fn mark(&mut self, mark: CellMark) {
        self.marked.resize(self.cells.len(), false);
        let columns = self.across.count;
        let words = match mark {
            CellMark::Usual => return,
            CellMark::FirstInRow => {
                for row in 0..self.down.count {
                    self.mark_first(row * columns..(row + 1) * columns);
                }
                text!("the first N of its row", "该行的第一个 N")
            }
            CellMark::FirstInColumn => {
                for column in 0..columns {
                    self.mark_first((column..self.cells.len()).step_by(columns));
                }
                text!("the first N of its column", "该列的第一个 N")
            }
            CellMark::Lost => {
                self.marked = self
                    .cells
                    .iter()
                    .map(|cell| cell.outcome() == Some(Outcome::P))
                    .collect();
                text!("a P-position", "必败局面（P）")
            }
        };
        self.mark_words = Some(words.get(self.lang).to_owned());
    }

    fn mark_first(&mut self, mut places: impl Iterator<Item = usize>) {
        if let Some(place) = places.find(|&place| self.cells[place].outcome() == Some(Outcome::N)) {
            self.marked[place] = true;
        }
    }

    /// Returns the rows in the order in which they are drawn, from the top.
    pub fn rows(&self) -> Vec<usize> {
        if self.bottom {
            (0..self.down.count).rev().collect()
        } else {
            (0..self.down.count).collect()
        }
    }

    /// Returns the cell at a row and a column.
    pub fn cell(&self, row: usize, column: usize) -> PictureCell {
        self.cells[row * self.across.count + column]
    }

    /// Returns whether the cell at a row and a column is marked.
    pub fn is_marked(&self, row: usize, column: usize) -> bool {
        self.marked[row * self.across.count + column]
    }

    /// Returns the colour of a cell.
    pub fn color(&self, cell: PictureCell) -> Color {
        match cell {
            PictureCell::Blank => PAPER,
            PictureCell::Absent => ABSENT,
            PictureCell::Outcome(Outcome::P) => LOST,
            PictureCell::Outcome(Outcome::N) => WON,
            PictureCell::Outcome(Outcome::D) => DRAWN,
            PictureCell::Value(value) => match value.as_nimber() {
                None => LOONY,
                Some(0) => LOST,
                Some(value) => self.value_color(value),
            },
            PictureCell::Number(number) => self.number_color(number),
            PictureCell::Infinite(nimbers) if nimbers & 1 == 1 => LOONY,
            PictureCell::Infinite(_) => DRAWN,
            PictureCell::Ended => LOST,
            PictureCell::Instant => LOONY,
        }
    }

    /// Returns the colour of a nimber that is at least 1.
    pub fn value_color(&self, value: u64) -> Color {
        let steps = self.greatest.unwrap_or(1).saturating_sub(1).max(1);
        ramp((value.saturating_sub(1)) as f64 / steps as f64)
    }

    /// Returns the colour of a number that is not a nimber.
    pub fn number_color(&self, number: i64) -> Color {
        let (least, greatest) = self.numbers.unwrap_or((number, number));
        ramp(number.abs_diff(least) as f64 / greatest.abs_diff(least).max(1) as f64)
    }

    /// Returns the smallest and the largest number of the colour scale; `None` if the board has no
    /// scale.
    pub(crate) fn scale(&self) -> Option<(i128, i128)> {
        let values = self
            .greatest
            .filter(|&greatest| greatest > 0)
            .map(|greatest| (1, greatest.into()));
        values.or(self
            .numbers
            .map(|(least, greatest)| (least.into(), greatest.into())))
    }

    /// Returns the colour of a number on the scale.
    pub(crate) fn scale_color(&self, number: i128) -> Color {
        match (self.numbers, number) {
            (Some(_), number) => self.number_color(number as i64),
            (None, number) => self.value_color(number as u64),
        }
    }

    /// Returns the entries of the legend, in order: one cell for each content that occurs, and its
    /// description.
    pub fn legend(&self) -> Vec<(PictureCell, String)> {
        let kinds = [
            (
                PictureCell::Outcome(Outcome::P),
                text!("the player to move loses", "先手必败"),
            ),
            (
                PictureCell::Outcome(Outcome::N),
                text!("the player to move wins", "先手必胜"),
            ),
            (PictureCell::Outcome(Outcome::D), text!("a draw", "平局")),
            (
                PictureCell::Value(Grundy::ZERO),
                text!("the player to move loses", "先手必败"),
            ),
            (
                PictureCell::Value(Grundy::LOONY),
                text!("loony: wins at once", "疯狂值：立即获胜"),
            ),
            (
                PictureCell::Value(Grundy::GOAL),
                text!("play is over: a goal", "已终局：目标"),
            ),
            (
                PictureCell::Value(Grundy::TRAP),
                text!("play is over: a trap", "已终局：陷阱"),
            ),
            (PictureCell::Ended, text!("ended", "已结束")),
            (
                PictureCell::Instant,
                text!("can be ended at once", "可以一步结束"),
            ),
            (
                PictureCell::Infinite(1),
                text!("∞ with 0: the player to move wins", "含 0 的 ∞：先手必胜"),
            ),
            (
                PictureCell::Infinite(0),
                text!("∞ without 0: a draw", "不含 0 的 ∞：平局"),
            ),
            (PictureCell::Absent, text!("not a position", "不是局面")),
        ];
        let infinite = |cell: &PictureCell| {
            if let PictureCell::Infinite(nimbers) = cell {
                Some(nimbers & 1)
            } else {
                None
            }
        };
        let met = |kind: &PictureCell| match infinite(kind) {
            Some(won) => self.cells.iter().any(|cell| infinite(cell) == Some(won)),
            None => self.cells.contains(kind),
        };
        kinds
            .into_iter()
            .filter(|(kind, _)| met(kind))
            .map(|(kind, words)| (kind, words.get(self.lang).to_owned()))
            .collect()
    }
}

impl PictureCell {
    /// Returns the nimber of the cell; `None` if the cell contains no nimber.
    pub fn nimber(self) -> Option<u64> {
        match self {
            PictureCell::Value(value) => value.as_nimber(),
            _ => None,
        }
    }

    /// Returns the outcome of the cell; `None` if the cell contains no outcome.
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            PictureCell::Outcome(outcome) => Some(outcome),
            PictureCell::Value(value) => Some(value.outcome()),
            PictureCell::Infinite(nimbers) => Some(if nimbers & 1 == 1 {
                Outcome::N
            } else {
                Outcome::D
            }),
            PictureCell::Ended
            | PictureCell::Instant
            | PictureCell::Blank
            | PictureCell::Absent
            | PictureCell::Number(_) => None,
        }
    }

    /// Returns the text of the cell.
    pub fn letters(self) -> String {
        match self {
            PictureCell::Blank => String::new(),
            PictureCell::Absent => "·".to_owned(),
            PictureCell::Outcome(outcome) => outcome.letter().to_string(),
            PictureCell::Number(number) => number.to_string(),
            PictureCell::Infinite(nimbers) => {
                let nimbers = (0..64)
                    .filter(|bit| nimbers >> bit & 1 == 1)
                    .map(|bit| bit.to_string());
                format!("∞{{{}}}", nimbers.collect::<Vec<_>>().join(","))
            }
            PictureCell::Ended => "e".to_owned(),
            PictureCell::Instant => "!".to_owned(),
            PictureCell::Value(Grundy::GOAL) => "G".to_owned(),
            PictureCell::Value(Grundy::TRAP) => "T".to_owned(),
            PictureCell::Value(value) => value.to_string(),
        }
    }
}

/// Returns the cell of a measured value. Values of loopy and entailing play are coloured as Grundy
/// values, other numbers on a scale.
fn cell_picture(wanted: &CellKind, cell: Option<&MeasuredValue>) -> PictureCell {
    let as_value = wanted.minus.is_none()
        && matches!(wanted.measure, Some(Measure::Loopy | Measure::Entailing));
    match cell {
        None => PictureCell::Absent,
        Some(MeasuredValue::Number(number)) => match u64::try_from(*number)
            .ok()
            .and_then(Grundy::nimber)
            .filter(|_| as_value)
        {
            Some(value) => PictureCell::Value(value),
            None => PictureCell::Number(*number),
        },
        Some(MeasuredValue::Loony(value)) => PictureCell::Value(*value),
        Some(MeasuredValue::Endless) => PictureCell::Outcome(Outcome::D),
        Some(MeasuredValue::Ended) => PictureCell::Ended,
        Some(MeasuredValue::Instant) => PictureCell::Instant,
        Some(MeasuredValue::Genus(genus)) => {
            i64::try_from(genus.misere()).map_or(PictureCell::Absent, PictureCell::Number)
        }
        Some(MeasuredValue::Infinite(value)) => match &**value {
            Loopy::Infinite(nimbers) => PictureCell::Infinite(
                nimbers
                    .iter()
                    .filter(|&&n| n < 64)
                    .fold(0, |bits, n| bits | 1 << n),
            ),
            Loopy::Nimber(_) => PictureCell::Absent,
        },
        // A set of values does not fit into a cell.
        Some(MeasuredValue::Urgent(value)) => PictureCell::Outcome(value.outcome()),
        Some(MeasuredValue::Form(_)) => PictureCell::Absent,
    }
}
