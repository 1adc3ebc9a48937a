//! Lowers `symmetry [c[N + 1 - i] for i in 1..N]`: a permutation of slots that preserves the game.
//! Every number of the list is a slot that does not depend on the position. It is found by
//! computing the list at the position in which each slot contains its own index.

use super::dependencies::reads_position;
use super::limits::MAX_SLOTS;
use super::lowering::Lowering;
use crate::ast;
use crate::ir::{Expr, Game, Int, RowElement};
use base::diagnostic::{Diagnostic, Span};
use base::text;
use base::text::Text;

impl Lowering<'_> {
    /// Returns the old slot of each new one. An error is reported.
    pub(super) fn symmetry(
        &mut self,
        list: &ast::List,
        game: &Game,
        span: Span,
    ) -> Option<Vec<usize>> {
        if !(self.sets.is_empty() && self.words.is_empty()) {
            let message = text!(
                "`symmetry` exchanges numbers; these positions hold sets or words",
                "`symmetry` 交换的是数；此处的局面含有集合或单词"
            );
            return self.refuse(Diagnostic::error(span, message));
        }
        let elements = self.row(list, &game.slots)?;
        if let Some(other) = elements.iter().position(|element| !names_slots(element)) {
            let at = list.get(other).map_or(span, |element| element.value.span);
            let message = text!(
                "this does not name a slot, the same in every position",
                "这里应写出一个分量，且与局面无关"
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

/// Returns the permutation that names these slots, or the reason why it is not one.
fn exchange(row: &[Int], game: &Game) -> Result<Vec<usize>, Text> {
    let slots = &game.slots;
    let (needed, given) = (slots.len(), row.len());
    if given > MAX_SLOTS {
        return Err(text!(
            "a position has {needed} numbers, here are more than {MAX_SLOTS}",
            "一个局面有 {needed} 个数，此处多于 {MAX_SLOTS} 个"
        ));
    }
    if given != needed {
        return Err(text!(
            "a position has {needed} numbers, here are {given}",
            "一个局面有 {needed} 个数，此处有 {given} 个"
        ));
    }
    let mut read = vec![false; needed];
    let mut old = Vec::with_capacity(needed);
    for (new, &slot) in row.iter().enumerate() {
        let slot = slot as usize;
        let (name, other) = (&slots[slot].name, &slots[new].name);
        if std::mem::replace(&mut read[slot], true) {
            return Err(text!(
                "`{name}` stands twice in the list",
                "`{name}` 在列表中出现了两次"
            ));
        }
        if (slots[slot].low, slots[slot].high) != (slots[new].low, slots[new].high) {
            return Err(text!(
                "`{name}` takes the place of `{other}`, whose range is another",
                "`{name}` 取代 `{other}` 的位置，而二者的范围不同"
            ));
        }
        if slot != new && game.unordered.contains(&slot) {
            return Err(text!(
                "`{name}` is `unordered`: it has no place to exchange",
                "`{name}` 是 `unordered` 的，没有可交换的位置"
            ));
        }
        old.push(slot);
    }
    Ok(old)
}

fn help() -> Text {
    text!(
        "write each slot once, where it goes: of two slots a and b `symmetry [b, a]`, of many with `for`",
        "请把每个分量各写一次，写在它的新位置：两个分量 a 与 b 写作 `symmetry [b, a]`，很多时用 `for`"
    )
}
