//! `draw`: its numbers computed, and whether it fits the state.

use super::Lowering;
use crate::ast::{self, DrawKind};
use crate::ir::{Draw, Slot};
use base::diagnostic::{Diagnostic, Span};
use base::text;
use base::text::Text;

/// The most rows, columns or cells that are drawn; with more a position is told in numbers.
const MOST: usize = 4096;

impl Lowering<'_> {
    /// How a position is drawn; `None` if it is told in numbers, or if something is wrong, which is reported.
    pub(super) fn draw(&mut self, said: &ast::Draw, slots: &[Slot], span: Span) -> Option<Draw> {
        if let Some(holder) = self.sets.first() {
            let name = &holder.name;
            let help = text!("`show \"x.\"` names the signs of its picture", "`show \"x.\"` 指定图案的符号");
            return self.wrong(span, text!("the set `{name}` is drawn by itself", "集合 `{name}` 自有画法"), Some(help));
        }
        if let Some(word) = self.words.first() {
            let name = &word.name;
            return self.wrong(span, text!("the word `{name}` is drawn by itself", "单词 `{name}` 自有画法"), None);
        }
        let mut size = Vec::new();
        for number in &said.size {
            let count = self.constant(number)?;
            let Ok(count @ 1..) = usize::try_from(count) else {
                return self.wrong(number.span, text!("a board has at least one cell here", "此处至少要有一格"), None);
            };
            size.push(count);
        }
        let (rows, columns) = match size[..] {
            [rows, columns] => (Some(rows), Some(columns)),
            [columns] => (None, Some(columns)),
            _ => (None, None),
        };
        let numbers = slots.len();
        let cells = rows.zip(columns).map(|(rows, columns)| rows.saturating_mul(columns));
        let is_place = numbers == 2 || (numbers == 3 && cells.is_none());
        let has_token = cells.is_some_and(|cells| cells.saturating_add(1) == numbers) && !slots[0].is_cell();
        if said.kind == DrawKind::Board && !is_place && !has_token && cells != Some(numbers) {
            let help = text!(
                "say the rows and the columns, `draw board 3, 3` for nine numbers, or ten if the first is the place of a token; a place on a board is two numbers",
                "请写明行数与列数，例如九个数（或十个数，第一个是棋子的位置）写 `draw board 3, 3`；棋盘上的一个位置是两个数"
            );
            return self.wrong(
                span,
                match cells {
                    Some(cells) => text!(
                        "a position has {numbers} numbers, this board {cells} cells",
                        "一个局面有 {numbers} 个数，而此棋盘有 {cells} 格"
                    ),
                    None => text!("how {numbers} numbers make a board is not said", "没有写明 {numbers} 个数怎样组成棋盘"),
                },
                Some(help),
            );
        }
        if said.kind == DrawKind::Sheet && numbers != 2 {
            let help =
                text!("the numbers are the width and the height: `state w in 1.., h in 1..`", "两个数是宽与高：`state w in 1.., h in 1..`");
            return self.wrong(
                span,
                text!("a sheet is two numbers, a position has {numbers}", "一张纸是两个数，而一个局面有 {numbers} 个"),
                Some(help),
            );
        }
        let marks = said.marks.as_ref().map_or("", |marks| &marks.text);
        if let Some(quoted) = &said.marks {
            let of_cells = matches!(said.kind, DrawKind::Row | DrawKind::Board) || (said.kind == DrawKind::Ring && columns.is_none());
            if !of_cells || marks.is_empty() {
                let help = text!("a sign for each number from the least on: \"·XO\"", "从最小的数起，每个数一个符号：\"·XO\"");
                return self.wrong(
                    quoted.span,
                    text!("signs are for the cells of a row, a ring or a board", "符号用于行、环或棋盘的格子"),
                    Some(help),
                );
            }
        }
        let drawn = size.iter().all(|count| *count <= MOST);
        drawn.then(|| Draw { kind: said.kind, rows, columns, marks: marks.to_owned() })
    }

    fn wrong(&mut self, span: Span, message: Text, help: Option<Text>) -> Option<Draw> {
        let error = Diagnostic::error(span, message);
        self.report(match help {
            Some(help) => error.help(help),
            None => error,
        });
        None
    }
}
