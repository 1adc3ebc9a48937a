//! Lowers `symmetry [c[N + 1 - i] for i in 1..N]`: a permutation of slots that preserves the game.
//! Every number of the list is a slot that does not depend on the position. The permutation is
//! found by computing the list at the position in which each slot contains its own index.

use super::dependencies::reads_position;
use super::limits::MAX_SLOTS;
use super::lowering::Lowering;
use crate::ast;
use crate::ir::{Expr, Game, Int, RowElement};
use base::diagnostic::{Diagnostic, Span};
use base::text;
use base::text::Text;

impl Lowering<'_> {
    /// Returns the old slot for each new slot. Reports an error and returns `None` if the list is
    /// not a permutation.
    pub(super) fn symmetry(
        &mut self,
        list: &ast::List,
        game: &Game,
        span: Span,
    ) -> Option<Vec<usize>> {
        if !(self.sets.is_empty() && self.words.is_empty()) {
            let message = text!(
                "`symmetry` exchanges numbers, but these positions contain sets or words",
                "`symmetry` 交换的是数；此处的局面含有集合或单词"
            );
            return self.refuse(Diagnostic::error(span, message));
        }
        let elements = self.row(list, &game.slots)?;
        if let Some(other) = elements.iter().position(|element| !names_slots(element)) {
            let at = list.get(other).map_or(span, |element| element.value.span);
            let message = text!(
                "expected a slot that does not depend on the position",
                "此处应为不依赖局面的分量"
            );
            return self.refuse(Diagnostic::error(at, message).help(help()));
        }
        let numbered: Vec<Int> = (0..game.slots.len() as Int).collect();
        let row = self.computed_row(&elements, &numbered, span)?;
        exchange(&row, game)
            .map_err(|message| self.report(Diagnostic::error(span, message).help(help())))
            .ok()
    }
}

/// Returns whether every number of an element is a slot that does not depend on the position.
fn names_slots(element: &RowElement) -> bool {
    let choices = RowElement {
        values: Vec::new(),
        generators: element.generators.clone(),
    };
    element.values.iter().all(names_slot) && !choices.children().any(reads_position)
}

fn names_slot(value: &Expr) -> bool {
    match value {
        Expr::Slot(_) => true,
        Expr::At(..) => !value.children().any(reads_position),
        Expr::If(parts) => !reads_position(&parts[0]) && parts[1..].iter().all(names_slot),
        _ => false,
    }
}

/// Returns the permutation that consists of these slots, or the reason why the slots are not a
/// permutation.
fn exchange(row: &[Int], game: &Game) -> Result<Vec<usize>, Text> {
    let slots = &game.slots;
    let (needed, given) = (slots.len(), row.len());
    if given > MAX_SLOTS {
        return Err(text!(
            "a position has {needed} numbers, found more than {MAX_SLOTS}",
            "一个局面有 {needed} 个数，此处却多于 {MAX_SLOTS} 个"
        ));
    }
    if given != needed {
        return Err(text!(
            "a position has {needed} numbers, found {given}",
            "一个局面有 {needed} 个数，此处却有 {given} 个"
        ));
    }
    let mut read = vec![false; needed];
    let mut old = Vec::with_capacity(needed);
    for (new, &slot) in row.iter().enumerate() {
        let slot = slot as usize;
        let (name, other) = (&slots[slot].name, &slots[new].name);
        if std::mem::replace(&mut read[slot], true) {
            return Err(text!(
                "`{name}` occurs twice in the list",
                "`{name}` 在列表中出现了两次"
            ));
        }
        if (slots[slot].low, slots[slot].high) != (slots[new].low, slots[new].high) {
            return Err(text!(
                "`{name}` cannot replace `{other}`: they have different ranges",
                "`{name}` 不能取代 `{other}`：二者的范围不同"
            ));
        }
        if slot != new && game.unordered.contains(&slot) {
            return Err(text!(
                "`{name}` is `unordered` and cannot be exchanged",
                "`{name}` 是 `unordered` 的，不能交换"
            ));
        }
        old.push(slot);
    }
    Ok(old)
}

fn help() -> Text {
    text!(
        "write each slot once, at its new location: `symmetry [b, a]` for two slots a and b; use `for` for many slots",
        "请把每个分量各写一次，写在它的新位置：两个分量 a 与 b 写作 `symmetry [b, a]`，很多时用 `for`"
    )
}
