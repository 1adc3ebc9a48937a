//! Lowers `draw`: computes the numbers of the item, and checks whether the drawing fits the state.

use std::ops::Range;

use super::lowering::Lowering;
use crate::ast::{self, DrawKind};
use crate::ir::{DrawSpec, Int, Slot, SlotShape};
use base::diagnostic::{Diagnostic, Span};
use base::text;
use base::text::Text;

/// Maximum number of rows, columns or cells that are drawn. A larger position is shown as numbers.
const MAX_DRAWN_CELLS: usize = 4096;

/// Returns whether a slot is a cell of the array that begins with the slot `first`.
fn is_cell_of(slot: &Slot, first: usize) -> bool {
    matches!(slot.shape, SlotShape::Cell { array, .. } if array == first)
}

/// Returns whether a position consists of the location of a token on a board with `cells` cells,
/// followed by the numbers of these cells.
fn is_token_and_cells(slots: &[Slot], cells: usize) -> bool {
    let [place, rest @ ..] = slots else {
        return false;
    };
    let places = |high: Int| {
        high.checked_sub(place.low)
            .and_then(|last| usize::try_from(last).ok()?.checked_add(1))
    };
    rest.len() == cells
        && !place.is_cell()
        && place.high.is_none_or(|high| places(high) == Some(cells))
}

/// Returns the only array of a position that has as many cells as a board of these rows and
/// columns, if the position has other numbers too.
fn board_array(slots: &[Slot], (rows, columns): (usize, usize)) -> Option<Range<usize>> {
    let cells = rows.saturating_mul(columns);
    if cells == slots.len() || is_token_and_cells(slots, cells) {
        return None;
    }
    let length = |first: usize| {
        slots[first..]
            .iter()
            .take_while(|slot| is_cell_of(slot, first))
            .count()
    };
    let mut fitting = (0..slots.len())
        .filter(|&first| length(first) == cells && is_cell_of(&slots[first], first));
    let found = fitting.next().filter(|_| fitting.next().is_none())?;
    Some(found..found + cells)
}

impl Lowering<'_> {
    /// Returns the drawing of a position. Returns `None` if the position is shown as numbers. If
    /// the expression has an error, reports the error and returns `None`.
    pub(super) fn draw(
        &mut self,
        said: &ast::DrawDecl,
        slots: &[Slot],
        span: Span,
    ) -> Option<DrawSpec> {
        if let Some(holder) = self.sets.first() {
            let name = &holder.name;
            let help = text!(
                "`show \"x.\"` sets the symbols of its picture",
                "`show \"x.\"` 指定图案的符号"
            );
            return self.wrong(
                span,
                text!(
                    "`draw` cannot be used with the set `{name}`, which is drawn automatically",
                    "集合 `{name}` 会自动画出，不能再用 `draw`"
                ),
                Some(help),
            );
        }
        if let Some(word) = self.words.first() {
            let name = &word.name;
            return self.wrong(
                span,
                text!(
                    "`draw` cannot be used with the word `{name}`, which is drawn automatically",
                    "单词 `{name}` 会自动画出，不能再用 `draw`"
                ),
                None,
            );
        }
        let mut size = Vec::new();
        for number in &said.size {
            let count = self.constant(number)?;
            let Ok(count @ 1..) = usize::try_from(count) else {
                return self.wrong(
                    number.span,
                    text!("this size must be at least 1", "此处的大小至少为 1"),
                    None,
                );
            };
            size.push(count);
        }
        let (mut rows, mut columns) = match size[..] {
            [rows, columns] => (Some(rows), Some(columns)),
            [columns] => (None, Some(columns)),
            _ => (None, None),
        };
        let array = match &said.array {
            Some(name) => {
                let (first, _, length) = self.array(name)?;
                Some(first..first + length)
            }
            None if said.kind == DrawKind::Board => {
                rows.zip(columns).and_then(|size| board_array(slots, size))
            }
            None => None,
        };
        // The cells of a named array.
        let cells_of = |array: &Range<usize>| array.len();
        if let (DrawKind::Board, None, Some(array)) =
            (said.kind, rows, said.array.as_ref().and(array.as_ref()))
        {
            let (count, side) = (cells_of(array), array.len().isqrt());
            if side * side != count {
                // The largest number of rows for which the board is at least as wide as it is high.
                let rows = (1..=side).rev().find(|rows| count % rows == 0).unwrap_or(1);
                let (columns, name) = (
                    count / rows.max(1),
                    said.array.as_ref().map_or("", |name| &name.text),
                );
                let help = text!(
                    "write the rows and the columns, such as `draw board {name} {rows}, {columns}`",
                    "请写明行数与列数，例如 `draw board {name} {rows}, {columns}`"
                );
                let message = text!(
                    "{count} numbers do not form a square board",
                    "{count} 个数不能排成正方形棋盘"
                );
                return self.wrong(span, message, Some(help));
            }
            (rows, columns) = (Some(side), Some(side));
        }
        let numbers = array.as_ref().map_or(slots.len(), cells_of);
        let cells = rows
            .zip(columns)
            .map(|(rows, columns)| rows.saturating_mul(columns));
        let is_place = array.is_none() && (numbers == 2 || (numbers == 3 && cells.is_none()));
        let has_token =
            array.is_none() && cells.is_some_and(|cells| is_token_and_cells(slots, cells));
        if said.kind == DrawKind::Board && !is_place && !has_token && cells != Some(numbers) {
            let help = text!(
                "write the numbers of rows and columns, such as `draw board 3, 3` for nine numbers. If there are several arrays, name the array: `draw board a 3, 3`. If the numbers are the cell of a piece, the state needs two numbers",
                "请写明行数与列数，例如九个数写 `draw board 3, 3`。有几个数组时请写明哪一个：`draw board a 3, 3`。若要画棋子所在的格子，状态须为两个数"
            );
            return self.wrong(
                span,
                match cells {
                    Some(cells) => text!(
                        "a position has {numbers} numbers, but this board has {cells} cells",
                        "一个局面有 {numbers} 个数，而此棋盘有 {cells} 格"
                    ),
                    None => text!(
                        "the rows and columns of a board of {numbers} numbers are missing",
                        "缺少行数与列数，无法把 {numbers} 个数排成棋盘"
                    ),
                },
                Some(help),
            );
        }
        if said.kind == DrawKind::Sheet && numbers != 2 {
            let help = text!(
                "the numbers are the width and the height: `state w in 1.., h in 1..`",
                "两个数是宽与高：`state w in 1.., h in 1..`"
            );
            return self.wrong(
                span,
                text!(
                    "a sheet requires two numbers, but a position has {numbers}",
                    "一张纸需要两个数，而一个局面有 {numbers} 个"
                ),
                Some(help),
            );
        }
        let marks = said.marks.as_ref().map_or("", |marks| &marks.text);
        if let Some(quoted) = &said.marks {
            let of_cells = matches!(
                said.kind,
                DrawKind::Row | DrawKind::Board | DrawKind::Squares
            ) || (said.kind == DrawKind::Ring && columns.is_none());
            if !of_cells || marks.is_empty() {
                let help = text!(
                    "write one symbol for each number, starting with the smallest: \"·XO\"",
                    "从最小的数起，每个数写一个符号：\"·XO\""
                );
                return self.wrong(
                    quoted.span,
                    text!(
                        "symbols are only supported for the cells of a row, a ring or a board, and for squares",
                        "符号只用于行、环或棋盘的格子，以及方格"
                    ),
                    Some(help),
                );
            }
        }
        let drawn = size.iter().all(|count| *count <= MAX_DRAWN_CELLS);
        let array = array.filter(|array| array.len() < slots.len());
        drawn.then(|| DrawSpec {
            kind: said.kind,
            array,
            rows,
            columns,
            marks: marks.to_owned(),
        })
    }

    fn wrong(&mut self, span: Span, message: Text, help: Option<Text>) -> Option<DrawSpec> {
        let error = Diagnostic::error(span, message);
        self.refuse(match help {
            Some(help) => error.help(help),
            None => error,
        })
    }

    /// Lowers `show "x."`: the characters of pictures.
    pub(super) fn show(&mut self, marks: &ast::StringLiteral) {
        let signs: Vec<char> = marks.text.chars().collect();
        match signs[..] {
            [there, not]
                if there != not
                    && ![there, not]
                        .iter()
                        .any(|sign| matches!(sign, '/' | ' ' | '"'))
                    && !self.sets.is_empty() =>
            {
                self.sets
                    .iter_mut()
                    .for_each(|holder| holder.marks = Some([there, not]));
            }
            _ if self.sets.is_empty() => {
                let message = text!(
                    "`show` sets the symbols of a set, but this game has no set",
                    "`show` 指定集合的符号，而该游戏没有集合"
                );
                self.report(Diagnostic::error(marks.span, message));
            }
            _ => {
                let message = text!(
                    "expected two different symbols: one for elements in the set, one for elements not in it",
                    "需要两个不同的符号：一个表示在集合中的元素，一个表示不在其中的元素"
                );
                self.report(
                    Diagnostic::error(marks.span, message)
                        .help(text!("for example `show \"x.\"`", "例如 `show \"x.\"`")),
                );
            }
        }
    }
}
