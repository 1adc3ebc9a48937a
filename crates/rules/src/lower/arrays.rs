//! Lowers arrays and their indices.

use super::lowering::Lowering;
use super::typed::NameBinding;
use crate::ast::{self, IndexExpr};
use crate::ir::Int;
use base::diagnostic::{Diagnostic, Span};
use base::text;

impl Lowering<'_> {
    /// Reports an array that is used without an index.
    pub(super) fn is_whole_array(&mut self, name: &str, span: Span) {
        let message = text!(
            "`{name}` is an array: say which element, `{name}[i]`",
            "`{name}` 是数组：请写明元素 `{name}[i]`"
        );
        self.report(Diagnostic::error(span, message));
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
        let message = match index {
            IndexExpr::One(index) => return Some(index),
            IndexExpr::Stretch(..) => text!(
                "only words have stretches `[i..j]`",
                "只有单词才有片段 `[i..j]`"
            ),
            IndexExpr::Within(..) => text!(
                "only words of an array have a second index",
                "只有单词数组中的单词才有第二个下标"
            ),
        };
        self.refuse(Diagnostic::error(span, message))
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
