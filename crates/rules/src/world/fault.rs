//! Describes errors in the evaluation of the rules of a game.

use super::World;
use crate::ast;
use crate::component::GameId;
use crate::error::{EvalError, RulesError};
use crate::ir::{Expr, Int, SlotRef, SlotShape};
use crate::source_error::SourceError;
use base::budget::Budget;
use base::diagnostic::{Diagnostic, Span};
use base::text;
use base::text::Text;

impl World {
    /// Describes two conflicting changes of a slot, as they are written in the rules.
    fn conflict(&self, game: GameId, slot: usize, earlier: Span, later: Span) -> Option<Text> {
        let text = &self.declaration_of(game)?.source.text;
        let (earlier, later) = (text.get(earlier.range())?, text.get(later.range())?);
        let name = &self.rules(game).slots().get(slot)?.name;
        Some(match earlier == later {
            true => text!(
                "`{later}` sets the slot `{name}` twice",
                "`{later}` 两次设置了分量 `{name}`"
            ),
            false => text!(
                "`{earlier}` and `{later}` both set the slot `{name}`",
                "`{earlier}` 与 `{later}` 都设置了分量 `{name}`"
            ),
        })
    }

    /// Describes the first `require` of a game that does not hold at these numbers, together with
    /// the numbers; `None` if every `require` holds.
    ///
    /// # Errors
    /// Returns an error if a condition has no value, or the budget runs out.
    pub fn unmet(
        &self,
        game: GameId,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Option<Text>, RulesError> {
        const MAX_SHOWN_NUMBERS: usize = 12;
        let Some((rules, declared)) = self.rules(game).game().zip(self.declaration_of(game)) else {
            return Ok(None);
        };
        let Some(index) = rules
            .unmet(slots, budget)
            .map_err(|error| error.located(game, slots))?
        else {
            return Ok(None);
        };
        let requires = declared
            .decl()
            .items
            .iter()
            .filter(|item| matches!(item.kind, ast::GameItemKind::Require(_)));
        let written = requires
            .clone()
            .nth(index)
            .and_then(|item| declared.source.text.get(item.span.range()));
        let written = written
            .unwrap_or("require")
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        let reads = |slot: usize| {
            let array = |first: usize| matches!(rules.slots[slot].shape, SlotShape::Cell { array, .. } if array == first);
            rules.requires[index].any(&|part| match part {
                Expr::Slot(read) => *read == slot,
                Expr::At(place, _) => {
                    matches!(&**place, SlotRef::Array(first, ..) if array(*first))
                }
                _ => false,
            })
        };
        let read = (0..rules.slots.len()).filter(|&slot| reads(slot));
        let mut values: Vec<String> = read
            .map(|slot| format!("{} = {}", rules.slots[slot].name, slots[slot]))
            .collect();
        if values.len() > MAX_SHOWN_NUMBERS {
            values.truncate(MAX_SHOWN_NUMBERS);
            values.push("…".to_owned());
        }
        if values.is_empty() {
            return Ok(Some(text!(
                "`{written}` is not satisfied",
                "不满足 `{written}`"
            )));
        }
        let values = values.join(", ");
        Ok(Some(text!(
            "`{written}` is not satisfied: {values}",
            "不满足 `{written}`：{values}"
        )))
    }

    /// Converts an error to a [`SourceError`] about the source in which it occurred.
    ///
    /// # Errors
    /// Returns the error as text if it has no source. An error has no source if the budget ran out,
    /// or if the game is not declared in a text.
    pub fn explain_fault(&self, fault: &RulesError) -> Result<SourceError, Text> {
        match fault {
            RulesError::Stopped(stop) => Err(stop.text()),
            RulesError::Rule {
                cause,
                game,
                span,
                at,
            } => {
                let stuck = *cause == EvalError::Stuck;
                let cause = match (cause, *game) {
                    (EvalError::Conflict(slot, earlier), Some(game)) => self
                        .conflict(game, *slot, *earlier, *span)
                        .unwrap_or(cause.text()),
                    (EvalError::Index(index, low, high), Some(game)) => {
                        let written = self
                            .declaration_of(game)
                            .and_then(|declared| declared.source.text.get(span.range()));
                        let words = self
                            .rules(game)
                            .game()
                            .into_iter()
                            .flat_map(|game| &game.words);
                        let meant = written.and_then(|written| {
                            words
                                .filter_map(|word| word.meant_index((*index, *low, *high), written))
                                .next()
                        });
                        meant.map_or_else(
                            || cause.text(),
                            |(index, low, high)| EvalError::Index(index, low, high).text(),
                        )
                    }
                    _ => cause.text(),
                };
                let position = game.map(|game| self.show(game, at)).unwrap_or_default();
                let message = Text {
                    en: format!("{} at {position}", cause.en),
                    zh: format!("{}（局面 {position}）", cause.zh),
                };
                match game.and_then(|game| self.declaration_of(game)) {
                    Some(declared) => {
                        let urgent = declared
                            .decl()
                            .items
                            .iter()
                            .find(|item| matches!(item.kind, ast::GameItemKind::Urgent(_)));
                        let span = if stuck {
                            urgent.map_or(declared.decl().name.span, |item| item.span)
                        } else {
                            *span
                        };
                        Ok(SourceError::from_rule_file(
                            declared.source.clone(),
                            vec![Diagnostic::error(span, message)],
                        ))
                    }
                    None => Err(message),
                }
            }
        }
    }
}
