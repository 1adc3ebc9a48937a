//! `symmetry [c[N + 1 - i] for i in 1..N]`: an exchange of slots that leaves the game as it is. Which slot each number of the list is, is found by computing the list of
//! positions whose numbers tell the slots apart.

use super::Lowering;
use crate::ast;
use crate::ir::{Game, Int};
use base::diagnostic::{Diagnostic, Span};
use base::text;
use base::text::Text;

/// Numbers that tell slots apart. What is one slot in each of these positions is that slot; what is computed otherwise is none in all of them.
const MARKS: [fn(Int) -> Int; 3] = [|slot| slot, |slot| -1 - slot, |slot| 1_000_003 + 31 * slot];

impl Lowering<'_> {
    /// The old slot of each new one; what is wrong is reported.
    pub(super) fn symmetry(&mut self, list: &ast::List, game: &Game, span: Span) -> Option<Vec<usize>> {
        if !(self.sets.is_empty() && self.words.is_empty()) {
            let message = text!(
                "`symmetry` exchanges numbers; these positions hold sets or words",
                "`symmetry` 交换的是数；此处的局面含有集合或单词"
            );
            self.report(Diagnostic::error(span, message));
            return None;
        }
        let elements = self.row(list, &game.slots)?;
        let row = |mark: fn(Int) -> Int| {
            let slots: Vec<Int> = (0..game.slots.len() as Int).map(mark).collect();
            self.computed_row(&elements, &slots, span)
        };
        let rows = MARKS.into_iter().map(row).collect::<Option<Vec<_>>>()?;
        let exchange = exchange(&rows, game);
        exchange.map_err(|message| self.report(Diagnostic::error(span, message).help(help()))).ok()
    }
}

/// The exchange that the rows of the marked positions are; or why they are none.
fn exchange(rows: &[Vec<Int>], game: &Game) -> Result<Vec<usize>, Text> {
    let slots = &game.slots;
    let (needed, given) = (slots.len(), rows[0].len());
    if rows.iter().any(|row| row.len() != needed) {
        return Err(text!("a position has {needed} numbers, here are {given}", "一个局面有 {needed} 个数，此处有 {given} 个"));
    }
    let mut read = vec![false; needed];
    let mut old = Vec::with_capacity(needed);
    for (new, &first) in rows[0].iter().enumerate() {
        let slot = usize::try_from(first).ok().filter(|slot| *slot < needed);
        let Some(slot) = slot.filter(|_| rows.iter().zip(MARKS).all(|(row, mark)| row[new] == mark(first))) else {
            let number = new + 1;
            return Err(text!("number {number} of the list is no slot of the position", "列表的第 {number} 个数不是局面的分量"));
        };
        let (name, other) = (&slots[slot].name, &slots[new].name);
        if std::mem::replace(&mut read[slot], true) {
            return Err(text!("`{name}` stands twice in the list", "`{name}` 在列表中出现了两次"));
        }
        if (slots[slot].low, slots[slot].high) != (slots[new].low, slots[new].high) {
            return Err(text!(
                "`{name}` takes the place of `{other}`, whose range is another",
                "`{name}` 取代 `{other}` 的位置，而二者的范围不同"
            ));
        }
        if slot != new && game.unordered.contains(&slot) {
            return Err(text!("`{name}` is `unordered`: it has no place to exchange", "`{name}` 是 `unordered` 的，没有可交换的位置"));
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
