//! Lowers arrays and their indices.

use super::dependencies;
use super::lowering::Lowering;
use super::typed::{NameBinding, binary, plus};
use crate::ast::{self, BinaryOp, CompareOp, IndexExpr};
use crate::ir::{Expr, Game, Int, ParameterValue, Slot};
use base::diagnostic::{Diagnostic, Span};
use base::text;

impl Lowering<'_> {
    /// Reports an array that is used without an index.
    pub(super) fn is_whole_array(&mut self, name: &str, span: Span) {
        let message = text!(
            "`{name}` is an array: write one element, `{name}[i]`",
            "`{name}` 是数组：请写明元素 `{name}[i]`"
        );
        self.report(Diagnostic::error(span, message));
    }

    /// Returns the ends of the only dimension of an array of sets or words. Reports a second
    /// dimension or a named index, and returns `None`.
    pub(super) fn one_dimension<'a>(
        &mut self,
        slot: &'a ast::SlotDecl,
    ) -> Option<Option<(&'a ast::SpannedExpr, &'a ast::SpannedExpr)>> {
        match &slot.array[..] {
            [] => Some(None),
            [only] if only.index.is_none() => Some(Some((&only.low, &only.high))),
            _ => self.refuse(Diagnostic::error(
                slot.span,
                text!(
                    "an array of sets or words has one dimension, `[1..n]`",
                    "集合或单词的数组只有一维 `[1..n]`"
                ),
            )),
        }
    }

    /// Adds the slots of an array of numbers with one or two dimensions, and binds its name.
    pub(super) fn state_array(
        &mut self,
        game: &mut Game,
        slot: &ast::SlotDecl,
        (low, high): (&ast::SpannedExpr, Option<&ast::SpannedExpr>),
    ) {
        let mut dimensions = Vec::new();
        for dimension in &slot.array {
            let ends = (
                self.constant(&dimension.low),
                self.constant(&dimension.high),
            );
            let (Some(from), Some(to)) = ends else { return };
            let Some(len) = self.array_length(slot, (from, to), game.slots.len()) else {
                return;
            };
            dimensions.push((from, len));
        }
        let first = game.slots.len();
        let count = dimensions.iter().map(|(_, len)| len).product::<usize>();
        if first.saturating_add(count) > self.most_slots() {
            return self.too_many_slots(slot.span);
        }
        let name = &slot.name.text;
        let named = slot.array.iter().any(|dimension| dimension.index.is_some());
        let mut range = None;
        for at in 0..count {
            let indices: Vec<Int> = match dimensions[..] {
                [_, (_, columns)] => vec![
                    dimensions[0].0 + (at / columns) as Int,
                    dimensions[1].0 + (at % columns) as Int,
                ],
                _ => vec![dimensions[0].0 + at as Int],
            };
            if named || at == 0 {
                let mark = self.mark();
                for (dimension, &index) in slot.array.iter().zip(&indices) {
                    if let Some(name) = &dimension.index {
                        self.bind(name, NameBinding::Value(ParameterValue::Int(index)));
                    }
                }
                let low = self.constant(low);
                let high = high.map_or(Some(None), |high| self.constant(high).map(Some));
                self.release(mark);
                let (Some(low), Some(high)) = (low, high) else {
                    return;
                };
                if !self.is_range(low, high, slot.span) {
                    return;
                }
                range = Some((low, high));
            }
            let Some((low, high)) = range else { return };
            // The cells of a board are numbered row by row, from 0.
            let index = match indices[..] {
                [only] => only,
                _ => at as Int,
            };
            let mut cell = Slot::cell(name, (first, index), low, high);
            if let [row, column] = indices[..] {
                cell.name = format!("{name}[{row}, {column}]");
            }
            game.slots.push(cell);
        }
        let binding = match dimensions[..] {
            [rows, columns] => NameBinding::Board(first, rows, columns),
            _ => NameBinding::Array(first, dimensions[0].0, count),
        };
        self.bind(&slot.name, binding);
    }

    /// Returns whether a range is not empty, and reports an empty range.
    pub(super) fn is_range(&mut self, low: Int, high: Option<Int>, span: Span) -> bool {
        let Some(high) = high.filter(|high| *high < low) else {
            return true;
        };
        self.report(Diagnostic::error(
            span,
            text!(
                "the range {low}..{high} is empty",
                "范围 {low}..{high} 为空"
            ),
        ));
        false
    }

    /// Returns the first slot, the least index and the length of the array or board with a name,
    /// and the written index as an expression.
    pub(super) fn array_place(
        &mut self,
        name: &ast::Identifier,
        index: &IndexExpr,
        span: Span,
    ) -> Option<(usize, Int, usize, Expr)> {
        let Some(NameBinding::Board(first, rows, columns)) = self.lookup(&name.text) else {
            let index = self.one_index(index, span)?;
            let index = self.int(index);
            let (first, low, len) = self.array(name)?;
            return Some((first, low, len, index?));
        };
        let written = match index {
            IndexExpr::Pair(row, column) => Some((row, column)),
            IndexExpr::Within(row, inner) => match &**inner {
                IndexExpr::One(column) => Some((row, column)),
                _ => None,
            },
            _ => None,
        };
        let Some((row, column)) = written else {
            let name = &name.text;
            return self.refuse(
                Diagnostic::error(
                    span,
                    text!("`{name}` has two indices", "`{name}` 有两个下标"),
                )
                .help(text!(
                    "write `{name}[i, j]`: row and column",
                    "请写 `{name}[i, j]`：行与列"
                )),
            );
        };
        let (row, column_span) = (self.int(row), column.span);
        let column = self.int(column);
        let (row, column) = (row?, column?);
        let ((top, height), (left, width)) = (rows, columns);
        let (right, wide) = (left + width as Int - 1, width as Int);
        let known = self.known_range(&column);
        if let Expr::Const(index) = column
            && !(left..=right).contains(&index)
        {
            return self.refuse(Diagnostic::error(
                column_span,
                text!(
                    "index {index} is outside {left}..{right}",
                    "下标 {index} 超出范围 {left}..{right}"
                ),
            ));
        }
        // A column outside must not denote a cell of another row.
        let inside = known.is_some_and(|(low, high)| left <= low && high <= right);
        self.spend(dependencies::extent(&column).nodes + 8, span)?;
        let row = binary(
            BinaryOp::Mul,
            plus(row, top.checked_neg()?),
            Expr::Const(wide),
            span,
        );
        let place = binary(
            BinaryOp::Add,
            row,
            plus(column.clone(), left.checked_neg()?),
            span,
        );
        let place = if inside {
            place
        } else {
            let tests = [(CompareOp::Ge, left), (CompareOp::Le, right)]
                .map(|(op, end)| Expr::Compare(op, Box::new([column.clone(), Expr::Const(end)])));
            let [above, below] = tests;
            Expr::If(Box::new([
                binary(BinaryOp::And, above, below, span),
                place,
                Expr::Const(-1),
            ]))
        };
        let place = self.folded(place);
        Some((first, 0, height * width, place))
    }

    /// Returns bounds of an expression that follow from the constant bounds of choices; `None` if
    /// no bounds are known.
    fn known_range(&self, expr: &Expr) -> Option<(Int, Int)> {
        match expr {
            Expr::Const(n) => Some((*n, *n)),
            Expr::Local(local) => self.ranges.get(local).copied(),
            Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), sides, _) => {
                let ((a, b), (c, d)) = (self.known_range(&sides[0])?, self.known_range(&sides[1])?);
                match op {
                    BinaryOp::Add => Some((a.checked_add(c)?, b.checked_add(d)?)),
                    _ => Some((a.checked_sub(d)?, b.checked_sub(c)?)),
                }
            }
            _ => None,
        }
    }

    /// Returns the number of cells of the array whose first cell is this slot. Reports an array
    /// that is empty or too long.
    pub(super) fn array_length(
        &mut self,
        slot: &ast::SlotDecl,
        (from, to): (Int, Int),
        first: usize,
    ) -> Option<usize> {
        let len = to
            .checked_sub(from)
            .and_then(|d| usize::try_from(d).ok())
            .map_or(0, |d| d.saturating_add(1));
        let name = &slot.name.text;
        match len {
            0 => self.report(Diagnostic::error(
                slot.span,
                text!("the array `{name}` is empty", "数组 `{name}` 为空"),
            )),
            _ if first.saturating_add(len) > self.most_slots() => self.too_many_slots(slot.span),
            _ => return Some(len),
        }
        None
    }

    /// Returns the index of an array.
    pub(super) fn one_index<'a>(
        &mut self,
        index: &'a IndexExpr,
        span: Span,
    ) -> Option<&'a ast::SpannedExpr> {
        let (message, help) = match index {
            IndexExpr::One(index) => return Some(index),
            IndexExpr::Stretch(..) => (
                text!(
                    "only words have pieces `[i..j]`",
                    "只有单词才有片段 `[i..j]`"
                ),
                None,
            ),
            IndexExpr::Within(..) => (
                text!(
                    "only the words of an array have a second index",
                    "只有单词数组中的单词才有第二个下标"
                ),
                None,
            ),
            IndexExpr::Pair(..) => (
                text!("this array has one index", "这个数组只有一个下标"),
                Some(text!(
                    "declare a board, `a[1..R][1..C] in 0..1`, or number the cells row by row: `a[C * (i - 1) + j]` on a board of C columns",
                    "请声明棋盘 `a[1..R][1..C] in 0..1`，或逐行给格子编号：在 C 列的棋盘上写 `a[C * (i - 1) + j]`"
                )),
            ),
        };
        let error = Diagnostic::error(span, message);
        self.refuse(match help {
            Some(help) => error.help(help),
            None => error,
        })
    }

    /// Returns the first slot, the least index and the length of the array with a name.
    pub(super) fn array(&mut self, name: &ast::Identifier) -> Option<(usize, Int, usize)> {
        let text = &name.text;
        match self.lookup(text) {
            Some(NameBinding::Array(first, low, len)) => Some((first, low, len)),
            Some(_) => self.refuse(Diagnostic::error(
                name.span,
                text!("`{text}` is not an array", "`{text}` 不是数组"),
            )),
            None => self.refuse(Diagnostic::error(
                name.span,
                text!("unknown array `{text}`", "未知的数组 `{text}`"),
            )),
        }
    }

    /// Returns the slot of an array at a constant index.
    pub(super) fn fixed_place(
        &mut self,
        first: usize,
        low: Int,
        len: usize,
        index: Int,
        span: Span,
    ) -> Option<usize> {
        let offset = index
            .checked_sub(low)
            .and_then(|o| usize::try_from(o).ok())
            .filter(|o| *o < len);
        if offset.is_none() {
            let high = low + (len as Int - 1);
            self.report(Diagnostic::error(
                span,
                text!(
                    "index {index} is outside {low}..{high}",
                    "下标 {index} 超出范围 {low}..{high}"
                ),
            ));
        }
        Some(first + offset?)
    }
}
