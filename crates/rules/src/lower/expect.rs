//! Expectations: what a rule file says must come out.

use super::{Binding, Linker, Lowering};
use crate::ast::{self, ExpectKind, Letter};
use crate::ir::{Expr, Int, Value};
use crate::rules::GameId;
use crate::sets::Holder;
use base::diagnostic::{Diagnostic, Span};
use base::text;

/// An expectation with its numbers computed. Positions may be short, to be completed by `start`.
#[derive(Clone, Debug, PartialEq)]
pub enum Expectation {
    /// Grundy values over ranges, the last running fastest.
    Values(Vec<(Int, Int)>, Vec<(Int, Span)>),
    /// Outcomes over ranges.
    Outcomes(Vec<(Int, Int)>, Vec<(Letter, Span)>),
    /// The Grundy value of one position.
    Value(Vec<Int>, Int),
    /// The outcome of a sum.
    Sum(Vec<(GameId, Vec<Int>)>, Letter),
    /// Equal to another game over ranges, in value or only in outcome.
    Same {
        /// Whether values are compared.
        value: bool,
        /// The other game.
        other: GameId,
        /// A range for each slot.
        ranges: Vec<(Int, Int)>,
    },
}

/// The numbers of an expectation of a game with these arguments (those of its `with` put in already).
///
/// # Errors
/// If a number is not a constant, another game cannot be used, or the ranges do not hold as many positions as answers are written.
pub fn expectation(expect: &ast::Expect, args: &[(String, Value)], linker: &mut dyn Linker) -> Result<Expectation, Vec<Diagnostic>> {
    let mut lowering = Lowering::new(linker);
    for (name, value) in args {
        lowering.scope.push((name.clone(), Binding::Value(value.clone())));
    }
    let lowered = lowering.expectation(&expect.kind);
    match lowered {
        Some(lowered) if lowering.errors.is_empty() => Ok(lowered),
        _ => Err(lowering.errors),
    }
}

/// Whether what stands in the place of a number is a set.
pub fn is_set(item: &ast::Expr) -> bool {
    matches!(item.kind, ast::ExprKind::Set(_) | ast::ExprKind::Picture(_))
}

/// The numbers of a set that a question says as a list or a picture.
///
/// # Errors
/// What is no set, has other elements than the set may hold, or is no picture of it.
pub fn set_value(item: &ast::Expr, holder: &Holder) -> Result<Vec<Int>, Vec<Diagnostic>> {
    let mut linker = super::NoLinks;
    let mut lowering = Lowering::new(&mut linker);
    lowering.set_of(item, holder).ok_or(lowering.errors)
}

impl Lowering<'_> {
    /// Does something where the vertices of a set's graph are known by their names.
    fn with_vertices<T>(&mut self, holder: &Holder, work: impl FnOnce(&mut Self) -> T) -> T {
        let known = self.scope.len();
        for (&vertex, name) in holder.network.iter().flat_map(|network| &network.vertices) {
            self.scope.push((name.clone(), Binding::Value(Value::Int(vertex))));
        }
        let done = work(self);
        self.scope.truncate(known);
        done
    }

    /// The numbers of a set.
    fn set_of(&mut self, item: &ast::Expr, holder: &Holder) -> Option<Vec<Int>> {
        let (span, why) = match &item.kind {
            ast::ExprKind::Picture(picture) => match holder.read_picture(&picture.text) {
                Ok(numbers) => return Some(numbers),
                Err((at, why)) => {
                    let quotes = picture.span.range().len().saturating_sub(picture.text.len());
                    let sign = at.and_then(|at| picture.text.char_indices().nth(at)).map(|(at, sign)| {
                        let start = picture.span.range().start + quotes / 2 + at;
                        Span::new(start, start + sign.len_utf8())
                    });
                    (sign.unwrap_or(picture.span), why)
                }
            },
            ast::ExprKind::Set(list) if list.is_empty() => return Some(holder.numbers([])),
            _ => match self.with_vertices(holder, |lowering| lowering.parameter(item))? {
                Value::Set(rows, width) => match holder.read(&rows, width) {
                    Ok(numbers) => return Some(numbers),
                    Err(why) => (item.span, why),
                },
                Value::Int(_) | Value::Real(_) | Value::Graph(_) => {
                    let name = &holder.name;
                    (item.span, text!("`{name}` is a set: write its elements in braces", "`{name}` 是集合：请在花括号中写出元素"))
                }
            },
        };
        self.report(Diagnostic::error(span, why));
        None
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
            ExpectKind::Sum(components, outcome) => {
                let components: Vec<Option<(GameId, Vec<Int>)>> = components
                    .iter()
                    .map(|(game, list)| {
                        let game = game.as_ref().map_or(Some(self.linker.this()), |instance| self.linked(instance));
                        let numbers = self.numbers(list, game?);
                        Some((game?, numbers?))
                    })
                    .collect();
                Expectation::Sum(components.into_iter().collect::<Option<_>>()?, *outcome)
            }
            ExpectKind::Same { value, other, ranges } => {
                let other = self.linked(other)?;
                let ranges: Vec<Option<(Int, Int)>> = ranges.iter().map(|(a, b)| Some((self.constant(a)?, self.constant(b)?))).collect();
                Expectation::Same { value: *value, other, ranges: ranges.into_iter().collect::<Option<_>>()? }
            }
        })
    }

    /// The numbers of a position of a game, its sets as lists or pictures.
    fn numbers(&mut self, list: &ast::List, game: GameId) -> Option<Vec<Int>> {
        let held = self.linker.sets(game);
        if list.iter().any(|item| is_set(&item.value)) && !held.is_empty() {
            let mut numbers: Vec<Int> = Vec::new();
            for item in list {
                match held.iter().find(|holder| holder.first == numbers.len()) {
                    Some(holder) => numbers.extend(self.set_of(&item.value, holder)?),
                    None => numbers.push(self.constant(&item.value)?),
                }
            }
            return Some(numbers);
        }
        let elements = self.row(list)?;
        let mut numbers = Vec::new();
        for element in elements {
            match &element.values[..] {
                [Expr::Const(n)] if element.generators.is_empty() => numbers.push(*n),
                _ => match self.closed_rows(&element, list[0].value.span) {
                    Some(rows) => numbers.extend(rows),
                    None => {
                        let span = list[0].value.span;
                        self.report(Diagnostic::error(span, text!("this must be a constant", "此处必须是常数")));
                        return None;
                    }
                },
            }
        }
        Some(numbers)
    }

    fn ranges(&mut self, ranges: &[(ast::Expr, ast::Expr)], given: usize, at: Option<Span>) -> Option<Vec<(Int, Int)>> {
        let (mut list, mut needed) = (Vec::new(), 1u128);
        for (low, high) in ranges {
            let (a, b) = (self.constant(low)?, self.constant(high)?);
            needed = needed.saturating_mul((i128::from(b) - i128::from(a) + 1).max(0) as u128);
            list.push((a, b));
        }
        if needed != given as u128 {
            let span = at.unwrap_or(ranges[0].0.span);
            self.report(Diagnostic::error(
                span,
                text!("the ranges hold {needed} positions, {given} answers are written", "范围内有 {needed} 个局面，却写了 {given} 个答案"),
            ));
            return None;
        }
        Some(list)
    }
}
