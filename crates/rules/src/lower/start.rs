//! Lowers `start [ ... ]`: numbers, sets and words in order. A query gives the free slots of the
//! list. A `for` in a start is expanded during lowering, because its values are constants. So `a[t]
//! for t in 1..N` may be an array of numbers, of sets or of words.

use super::dependencies;
use super::limits::MAX_SLOTS;
use super::lowering::Lowering;
use super::typed::{ClosedSet, NameBinding, NamedSlots, SetRef, TypedExpr};
use crate::ast::{self, ExprKind};
use crate::ir::{Expr, Game, Int, ParameterValue, RowElement, RuleChoice, StartRule};
use crate::set_or_word::SetOrWord;
use crate::sets::PositionSet;
use crate::words::PositionWord;
use base::diagnostic::{Diagnostic, Span};
use base::text;

impl Lowering<'_> {
    /// Lowers the start of a list.
    pub(super) fn start(&mut self, list: &ast::List, game: &Game, span: Span) -> Option<StartRule> {
        let errors = self.errors.len();
        let (mut values, mut given) = (Vec::new(), 0);
        for element in list {
            given += self.start_items(element, game, &mut values, span)?;
        }
        if self.errors.len() > errors {
            return None;
        }
        let held = self
            .sets
            .iter()
            .map(|set| set.slots())
            .chain(self.words.iter().map(|word| word.slots()));
        let needed = held.fold(game.slots.len(), |needed, slots| needed + 1 - slots.len());
        if game.slots.len() != values.len() {
            return self.refuse(Diagnostic::error(
                span,
                if self.sets.is_empty() && self.words.is_empty() {
                    text!(
                        "a position has {needed} numbers, found {given}",
                        "一个局面有 {needed} 个数，此处却有 {given} 个"
                    )
                } else {
                    text!(
                        "a position has {needed} numbers, sets and words, found {given}",
                        "一个局面有 {needed} 项（数、集合、单词），此处却有 {given} 项"
                    )
                },
            ));
        }
        let mut free = Vec::new();
        for value in &values {
            dependencies::each_slot(value, &mut |slot| {
                if !free.contains(&slot) {
                    free.push(slot);
                }
            });
        }
        Some(StartRule { free, values })
    }

    /// Adds the values of an element of the list: a number, a set or a word for each choice of its
    /// `for`. Returns the number of added values.
    fn start_items(
        &mut self,
        element: &ast::ElementExpr,
        game: &Game,
        values: &mut Vec<Expr>,
        span: Span,
    ) -> Option<usize> {
        if element.choices.is_empty() {
            self.start_item(&element.value, game, values)?;
            return Some(1);
        }
        let mark = self.mark();
        let generators = self.generators_when(&element.choices, element.guard.as_ref());
        self.release(mark);
        let generators = generators?;
        let names: Vec<&ast::Identifier> = element
            .choices
            .iter()
            .flat_map(|choice| &choice.names)
            .collect();
        let chosen = |choice: &RuleChoice| {
            (choice.local..choice.local + choice.width)
                .map(Expr::Local)
                .collect::<Vec<_>>()
        };
        // A `when` condition is an additional innermost choice.
        let locals = generators
            .iter()
            .flat_map(chosen)
            .take(names.len())
            .collect();
        let Some(flat) = self.closed_rows(
            &RowElement {
                values: locals,
                generators,
            },
            span,
        ) else {
            let message = text!(
                "`for` in a start must not depend on the position",
                "start 中的 `for` 不能依赖局面"
            );
            return self.refuse(Diagnostic::error(span, message));
        };
        let mut items = 0;
        for row in flat.chunks(names.len()).take(MAX_SLOTS + 1) {
            let mark = self.mark();
            for (name, value) in names.iter().zip(row) {
                self.declare(
                    &name.text,
                    NameBinding::Value(ParameterValue::Int(*value)),
                    name.span,
                );
            }
            let found = self.start_item(&element.value, game, values);
            self.release(mark);
            found?;
            items += 1;
        }
        Some(items)
    }

    /// Adds the number, the set or the word of the next slots.
    fn start_item(
        &mut self,
        value: &ast::SpannedExpr,
        game: &Game,
        values: &mut Vec<Expr>,
    ) -> Option<()> {
        let at = values.len();
        let set = self
            .sets
            .iter()
            .find(|set| set.first == at)
            .cloned()
            .map(SetOrWord::Set);
        let held = set.or_else(|| {
            self.words
                .iter()
                .find(|word| word.first == at)
                .cloned()
                .map(SetOrWord::Word)
        });
        let Some(held) = held else {
            let list = [ast::ElementExpr::single(value.clone())];
            for element in self.row_from(&list, &game.slots, Some(at))? {
                values.extend(element.values);
            }
            return Some(());
        };
        match self.free_here(value, &held) {
            NamedSlots::Slots(slots) => {
                values.extend(slots.map(Expr::Slot));
                return Some(());
            }
            NamedSlots::Reported => return None,
            NamedSlots::Other => {}
        }
        if let (SetOrWord::Word(word), ExprKind::Picture(text)) = (&held, &value.kind)
            && text.text.chars().count() > word.room
            && self.quoted_letters(text).is_some()
        {
            // The word of the start does not fit, because a query specified a smaller maximum
            // length.
            return None;
        }
        let numbers: Vec<Int> = self.value_of(value, &held)?;
        values.extend(numbers.into_iter().map(Expr::Const));
        Some(())
    }

    /// Finds the slots of the set or word that `value` names, if a query gives that set or word.
    fn free_here(&mut self, value: &ast::SpannedExpr, held: &SetOrWord) -> NamedSlots {
        match held {
            SetOrWord::Word(word) => match self.named_word(value) {
                NamedSlots::Slots(slots) if slots.len() != word.slots().len() => NamedSlots::Other,
                named => named,
            },
            SetOrWord::Set(holder) => match self.meant_set(value) {
                None => NamedSlots::Other,
                Some(meant) if !meant.is_open() && meant.holder.ground == holder.ground => {
                    NamedSlots::Slots(meant.holder.slots())
                }
                Some(meant) => {
                    self.another_set(&holder.name, &meant, value.span);
                    NamedSlots::Reported
                }
            },
        }
    }

    /// Reports a set whose ground set differs from the expected ground set.
    #[cold]
    fn another_set(&mut self, name: &str, meant: &SetRef, span: Span) {
        let other = &meant.holder.name;
        let message = text!(
            "`{other}` cannot be used for `{name}`: they have different possible elements",
            "`{other}` 不能用于 `{name}`：二者可取的元素不同"
        );
        self.report(Diagnostic::error(span, message));
    }

    /// Lowers the start of a game with sets: the given set, or the full set if no set is given. A
    /// query gives the numbers of all slots that the start does not set.
    pub(super) fn begin(
        &mut self,
        begin: Option<&ast::BeginDecl>,
        game: &Game,
        span: Span,
    ) -> Option<StartRule> {
        let mut values: Vec<Expr> = (0..game.slots.len()).map(Expr::Slot).collect();
        let held = [self.sets.len(), self.words.len()];
        let one_array = || {
            self.scope
                .iter()
                .any(|(_, of)| matches!(of, NameBinding::Sets(0, _, len) if held == [*len, 0]))
                || self
                    .scope
                    .iter()
                    .any(|(_, of)| matches!(of, NameBinding::Words(0, _, len) if held == [0, *len]))
        };
        if begin.is_some() && held[0] + held[1] > 1 && !one_array() {
            let message = text!(
                "this start is only for a game with one set or word, or one array of sets or words",
                "这样的 start 只用于有一个集合、一个单词，或一个集合数组或单词数组的游戏"
            );
            let help = text!(
                "list the initial value of each set, word or number: `start [{{}}, {{1, 3}}, 0]`",
                "请逐项列出初始的内容：`start [{{}}, {{1, 3}}, 0]`"
            );
            return self.refuse(Diagnostic::error(span, message).help(help));
        }
        for holder in &self.sets.clone() {
            let numbers: Vec<Int> = match begin {
                None => holder.ground.greatest().collect(),
                Some(ast::BeginDecl::Text(picture)) => self.set_of_picture(picture, holder)?,
                Some(ast::BeginDecl::Set(set)) => match self.typed(set)? {
                    TypedExpr::Set(width, rows) => match self.closed_set(width, &rows, set.span)? {
                        ClosedSet::Rows(flat) => match holder.read(&flat, width) {
                            Ok(numbers) => numbers,
                            Err(why) => {
                                return self.refuse(Diagnostic::error(set.span, why));
                            }
                        },
                        ClosedSet::Open => {
                            return self.refuse(Diagnostic::error(
                                set.span,
                                text!("this must be a constant", "此处必须是常数"),
                            ));
                        }
                    },
                    _ => {
                        self.no_set(set);
                        return None;
                    }
                },
                Some(_) => vec![0; holder.ground.words()],
            };
            for (slot, number) in holder.slots().zip(numbers) {
                values[slot] = Expr::Const(number);
            }
        }
        for word in self.words.clone() {
            let Some(ast::BeginDecl::Text(text)) = begin else {
                continue;
            };
            if text.text.chars().count() > word.room && self.quoted_letters(text).is_some() {
                // The word of the start does not fit, because a query specified a smaller maximum
                // length.
                return None;
            }
            let numbers = self.word_of(text, &word)?;
            values.splice(word.slots(), numbers.into_iter().map(Expr::Const));
        }
        let words = self
            .words
            .iter()
            .filter(|_| begin.is_some())
            .flat_map(PositionWord::slots);
        let held: Vec<usize> = self
            .sets
            .iter()
            .flat_map(PositionSet::slots)
            .chain(words)
            .collect();
        Some(StartRule {
            free: (0..game.slots.len())
                .filter(|slot| !held.contains(slot))
                .collect(),
            values,
        })
    }
}
