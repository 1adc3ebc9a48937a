//! Expectations: what a rule file says must come out.

use super::{Binding, Linker, Lowering};
use crate::ast::{self, ExpectKind, Letter};
use crate::ir::{Expr, Int, Value};
use crate::rules::GameId;
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

impl Lowering<'_> {
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
                let position = self.numbers(list)?;
                Expectation::Value(position, self.constant(value)?)
            }
            ExpectKind::Sum(components, outcome) => {
                let components: Vec<Option<(GameId, Vec<Int>)>> = components
                    .iter()
                    .map(|(game, list)| {
                        let game = game.as_ref().map_or(Some(self.linker.this()), |instance| self.linked(instance));
                        let numbers = self.numbers(list);
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

    fn numbers(&mut self, list: &ast::List) -> Option<Vec<Int>> {
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
