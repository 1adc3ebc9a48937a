//! Expectations: results that a rule file states.

use super::linker::{GameLinker, NullLinker};
use super::lowering::Lowering;
use super::typed::NameBinding;
use crate::ast::{self, ExpectKind, OutcomeLetter, Player};
use crate::component::GameId;
use crate::declared_words::longest;
use crate::ir::{Expr, Int, ParameterValue};
use crate::quoted_text::QuotedTextError;
use crate::set_or_word::SetOrWord;
use crate::sets::PositionSet;
use crate::words::PositionWord;
use base::diagnostic::{Diagnostic, Span};
use base::text;

/// An expectation with its numbers computed. Positions in an expectation may be incomplete; `start`
/// completes them.
#[derive(Clone, Debug, PartialEq)]
pub enum Expectation {
    /// Grundy values over ranges; the last range varies fastest.
    Values(Vec<(Int, Int)>, Vec<(Int, Span)>),
    /// Outcomes over ranges.
    Outcomes(Vec<(Int, Int)>, Vec<(OutcomeLetter, Span)>),
    /// The Grundy value of one position.
    Value(Vec<Int>, Int),
    /// The outcome of a sum.
    Sum(Vec<(GameId, Vec<Int>)>, OutcomeLetter),
    /// Differences of points over ranges; the last range varies fastest.
    Scores(Vec<(Int, Int)>, Vec<(Int, Span)>),
    /// The difference of points of a sum.
    Score(Vec<(GameId, Vec<Int>)>, Int),
    /// Values over ranges in the notation of values, with their locations.
    Forms(Vec<(Int, Int)>, Vec<(String, Span)>),
    /// The value of a sum in the notation of values, with its location.
    Form(Vec<(GameId, Vec<Int>)>, String, Span),
    /// The winner of a sum, no matter who begins.
    Winner(Vec<(GameId, Vec<Int>)>, Player),
    /// The game equals another game over ranges, in value or only in outcome.
    Same {
        /// Whether values are compared.
        value: bool,
        /// The other game.
        other: GameId,
        /// A range for each slot.
        ranges: Vec<(Int, Int)>,
    },
}

/// Returns the numbers of an expectation of a game with these arguments. The arguments already
/// include the arguments in the `with` of the expectation.
///
/// # Errors
/// Returns errors if a number is not a constant, or another game cannot be used. Returns errors if
/// the number of answers differs from the number of positions in the ranges.
pub fn expectation(
    expect: &ast::ExpectDecl,
    args: &[(String, ParameterValue)],
    linker: &mut dyn GameLinker,
) -> Result<Expectation, Vec<Diagnostic>> {
    let mut lowering = Lowering::new(linker);
    lowering.room = longest(&expect.kind);
    for (name, value) in args {
        lowering
            .scope
            .push((name.clone(), NameBinding::Value(value.clone())));
    }
    let lowered = lowering.expectation(&expect.kind);
    match lowered {
        Some(lowered) if lowering.errors.is_empty() => Ok(lowered),
        _ => Err(lowering.errors),
    }
}

/// Returns whether an item of a list is a set or a word, and not a number.
pub fn is_set(item: &ast::SpannedExpr) -> bool {
    matches!(item.kind, ast::ExprKind::Set(_) | ast::ExprKind::Picture(_))
}

/// Returns the numbers that encode a set, given by a query as a list or a picture, or a word.
///
/// # Errors
/// If a set is expected, returns errors if the item is not a set or a valid picture, or has
/// elements outside the ground set. If a word is expected, returns errors if the item is not a
/// word, or contains undeclared letters or too many letters.
pub fn held_value(item: &ast::SpannedExpr, held: &SetOrWord) -> Result<Vec<Int>, Vec<Diagnostic>> {
    let mut linker = NullLinker;
    let mut lowering = Lowering::new(&mut linker);
    lowering.value_of(item, held).ok_or(lowering.errors)
}

impl Lowering<'_> {
    /// Runs `work` with the names of the vertices of a set's graph in scope.
    fn with_vertices<T>(&mut self, holder: &PositionSet, work: impl FnOnce(&mut Self) -> T) -> T {
        let known = self.scope.len();
        for (&vertex, name) in holder.network.iter().flat_map(|network| &network.vertices) {
            self.scope.push((
                name.clone(),
                NameBinding::Value(ParameterValue::Int(vertex)),
            ));
        }
        let done = work(self);
        self.scope.truncate(known);
        done
    }

    /// Returns the numbers of a set or a word.
    pub(super) fn value_of(
        &mut self,
        item: &ast::SpannedExpr,
        held: &SetOrWord,
    ) -> Option<Vec<Int>> {
        match (held, &item.kind) {
            (SetOrWord::Set(holder), ast::ExprKind::Picture(picture)) => {
                self.set_of_picture(picture, holder)
            }
            (SetOrWord::Set(holder), _) => self.set_of(item, holder),
            (SetOrWord::Word(word), ast::ExprKind::Picture(text)) => self.word_of(text, word),
            (SetOrWord::Word(word), _) => {
                let (name, example) = (&word.name, word.example());
                let error = Diagnostic::error(
                    item.span,
                    text!(
                        "`{name}` is a word: write its letters in quotes",
                        "`{name}` 是单词：请用引号写出字母"
                    ),
                );
                self.refuse(error.help(text!("for example {example}", "例如 {example}")))
            }
        }
    }

    /// Returns the numbers of a set that is written as a picture.
    pub(super) fn set_of_picture(
        &mut self,
        picture: &ast::StringLiteral,
        holder: &PositionSet,
    ) -> Option<Vec<Int>> {
        holder
            .read_picture(&picture.text)
            .map_err(|error| self.wrong_sign(picture, error))
            .ok()
    }

    /// Returns the numbers of a word.
    pub(super) fn word_of(
        &mut self,
        text: &ast::StringLiteral,
        word: &PositionWord,
    ) -> Option<Vec<Int>> {
        word.read(&text.text)
            .map_err(|error| self.wrong_sign(text, error))
            .ok()
    }

    /// Reports an error of a quoted text, at the wrong character if the error is about one
    /// character.
    fn wrong_sign(&mut self, quoted: &ast::StringLiteral, error: QuotedTextError) {
        let quotes = quoted.span.range().len().saturating_sub(quoted.text.len());
        let sign = error
            .at
            .and_then(|at| quoted.text.char_indices().nth(at))
            .map(|(at, sign)| {
                let start = quoted.span.range().start + quotes / 2 + at;
                Span::new(start, start + sign.len_utf8())
            });
        self.report(Diagnostic::error(sign.unwrap_or(quoted.span), error.reason));
    }

    /// Returns the numbers of a set that is written as a list. An error in a set of vertices lists
    /// the vertices.
    fn set_of(&mut self, item: &ast::SpannedExpr, holder: &PositionSet) -> Option<Vec<Int>> {
        let known = self.errors.len();
        let numbers = self.elements_of(item, holder);
        if let Some(network) = &holder.network {
            self.errors[known..].iter_mut().for_each(|error| {
                error.help.get_or_insert_with(|| network.vertex_list());
            });
        }
        numbers
    }

    fn elements_of(&mut self, item: &ast::SpannedExpr, holder: &PositionSet) -> Option<Vec<Int>> {
        let (span, why) = match &item.kind {
            ast::ExprKind::Set(list) if list.is_empty() => return Some(holder.numbers([])),
            _ => match self.with_vertices(holder, |lowering| lowering.parameter(item))? {
                ParameterValue::Set(rows, width) => match holder.read(&rows, width) {
                    Ok(numbers) => return Some(numbers),
                    Err(why) => (item.span, why),
                },
                ParameterValue::Int(_)
                | ParameterValue::Real(_)
                | ParameterValue::Graph(_)
                | ParameterValue::Data(_) => {
                    let name = &holder.name;
                    (
                        item.span,
                        text!(
                            "`{name}` is a set: write its elements in braces",
                            "`{name}` 是集合：请在花括号中写出元素"
                        ),
                    )
                }
            },
        };
        self.refuse(Diagnostic::error(span, why))
    }
    /// Returns the games and numbers of a sum of positions.
    fn positions(
        &mut self,
        components: &[(Option<ast::GameRef>, ast::List)],
    ) -> Option<Vec<(GameId, Vec<Int>)>> {
        let positions: Vec<Option<(GameId, Vec<Int>)>> = components
            .iter()
            .map(|(game, list)| {
                let game = game
                    .as_ref()
                    .map_or(Some(self.linker.this()), |instance| self.linked(instance));
                let numbers = self.numbers(list, game?);
                Some((game?, numbers?))
            })
            .collect();
        positions.into_iter().collect()
    }

    fn expectation(&mut self, kind: &ExpectKind) -> Option<Expectation> {
        Some(match kind {
            ExpectKind::Values(ranges, values) => {
                let ranges = self.ranges(ranges, values.len(), values.first().map(|v| v.1))?;
                Expectation::Values(ranges, values.clone())
            }
            ExpectKind::Outcomes(ranges, letters) => {
                let ranges = self.ranges(ranges, letters.len(), letters.first().map(|v| v.1))?;
                Expectation::Outcomes(ranges, letters.clone())
            }
            ExpectKind::Value(list, value) => {
                let position = self.numbers(list, self.linker.this())?;
                Expectation::Value(position, self.constant(value)?)
            }
            ExpectKind::Scores(ranges, values) => {
                let ranges = self.ranges(ranges, values.len(), values.first().map(|v| v.1))?;
                Expectation::Scores(ranges, values.clone())
            }
            ExpectKind::Score(components, value) => {
                let positions = self.positions(components)?;
                Expectation::Score(positions, self.constant(value)?)
            }
            ExpectKind::Forms(ranges, values) => {
                let ranges = self.ranges(ranges, values.len(), values.first().map(|v| v.span))?;
                let stated = values.iter().map(|value| (value.text.clone(), value.span));
                Expectation::Forms(ranges, stated.collect())
            }
            ExpectKind::Form(components, value) => {
                let positions = self.positions(components)?;
                Expectation::Form(positions, value.text.clone(), value.span)
            }
            ExpectKind::Winner(components, player) => {
                Expectation::Winner(self.positions(components)?, *player)
            }
            ExpectKind::Sum(components, outcome) => {
                Expectation::Sum(self.positions(components)?, *outcome)
            }
            ExpectKind::Same {
                value,
                other,
                ranges,
            } => {
                let other = self.linked(other)?;
                let ranges: Vec<Option<(Int, Int)>> = ranges
                    .iter()
                    .map(|(a, b)| Some((self.constant(a)?, self.constant(b)?)))
                    .collect();
                Expectation::Same {
                    value: *value,
                    other,
                    ranges: ranges.into_iter().collect::<Option<_>>()?,
                }
            }
        })
    }

    /// Returns the numbers of a position of a game. The sets of the position may be written as
    /// lists or pictures.
    fn numbers(&mut self, list: &ast::List, game: GameId) -> Option<Vec<Int>> {
        let held = self.linker.sets_and_words(game, list.len());
        if list.iter().any(|item| is_set(&item.value)) && !held.is_empty() {
            let mut numbers: Vec<Int> = Vec::new();
            for item in list {
                match held.iter().find(|held| held.slots().start == numbers.len()) {
                    Some(held) => numbers.extend(self.value_of(&item.value, held)?),
                    None => numbers.push(self.constant(&item.value)?),
                }
            }
            return Some(numbers);
        }
        let elements = self.row(list, &[])?;
        let mut numbers = Vec::new();
        for element in elements {
            match &element.values[..] {
                [Expr::Const(n)] if element.generators.is_empty() => numbers.push(*n),
                _ => match self.closed_rows(&element, list[0].value.span) {
                    Some(rows) => numbers.extend(rows),
                    None => {
                        let span = list[0].value.span;
                        return self.refuse(Diagnostic::error(
                            span,
                            text!("this must be a constant", "此处必须是常数"),
                        ));
                    }
                },
            }
        }
        Some(numbers)
    }

    fn ranges(
        &mut self,
        ranges: &[(ast::SpannedExpr, ast::SpannedExpr)],
        given: usize,
        at: Option<Span>,
    ) -> Option<Vec<(Int, Int)>> {
        let (mut list, mut needed) = (Vec::new(), 1u128);
        for (low, high) in ranges {
            let (a, b) = (self.constant(low)?, self.constant(high)?);
            needed = needed.saturating_mul((i128::from(b) - i128::from(a) + 1).max(0) as u128);
            list.push((a, b));
        }
        if needed != given as u128 {
            let span = at.unwrap_or(ranges[0].0.span);
            return self.refuse(Diagnostic::error(
                span,
                text!(
                    "the ranges contain {needed} positions, but {given} answers are given",
                    "范围内有 {needed} 个局面，却写了 {given} 个答案"
                ),
            ));
        }
        Some(list)
    }
}
