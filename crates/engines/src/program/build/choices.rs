//! Compiles the choices of a move to loops.

use std::sync::Arc;

use base::text;
use base::text::Text;
use rules::ast::{BinaryOp, CompareOp};
use rules::ir::{ChoiceDomain, Expr, Int, RangeStopper, RuleChoice};

use super::super::Stmt;
use super::super::affine::{AffineForm, Variable};
use super::super::interval::{IntInterval, VariableRanges};
use super::super::rewrite::{ExprSubstitution, as_constant, binary, compare};
use super::{
    BuildResult, Leaf, MAX_ELEMENTS, ONE_BY_ONE, ProgramBuilder, WRITTEN_OUT, reads_nothing,
};

impl ProgramBuilder<'_> {
    /// Compiles the choices in order, with the guards that are tested at each depth. After the last
    /// choice, calls `leaf`.
    pub(super) fn choices(
        &mut self,
        list: &[RuleChoice],
        guards: &[Vec<Expr>],
        values: &ExprSubstitution<'_>,
        ranges: &VariableRanges,
        leaf: Leaf<'_>,
    ) -> BuildResult {
        let mut conditions = Vec::new();
        let (here, later) = guards
            .split_first()
            .map_or((&[][..], &[][..]), |(here, later)| (&here[..], later));
        for guard in here {
            let condition = self.expr(guard, values, ranges)?;
            let known = ranges.expr_bounds(&condition);
            match (known.total, known.range) {
                (true, IntInterval(0, 0)) => return Ok(Vec::new()),
                (true, IntInterval(low, high)) if low > 0 || high < 0 => {}
                _ => conditions.push(condition),
            }
        }
        let mut inner = match list.split_first() {
            None => leaf(self, values, ranges)?,
            Some((first, rest)) => {
                self.choice(first, values, ranges, &mut |builder, values, ranges| {
                    builder.choices(rest, later, values, ranges, leaf)
                })?
            }
        };
        while let Some(condition) = conditions.pop() {
            inner = self.step(Stmt::When(condition, inner))?;
        }
        Ok(inner)
    }

    fn choice(
        &mut self,
        choice: &RuleChoice,
        values: &ExprSubstitution<'_>,
        ranges: &VariableRanges,
        leaf: Leaf<'_>,
    ) -> BuildResult {
        let local = choice.local;
        match &choice.domain {
            ChoiceDomain::Range(low, high) => {
                let (low, high) = (
                    self.expr(low, values, ranges)?,
                    self.expr(high, values, ranges)?,
                );
                self.range(local, low, vec![high], values, ranges, leaf)
            }
            ChoiceDomain::Open(low, stoppers) => {
                let low = self.expr(low, values, ranges)?;
                let highs = self.ends(local, stoppers, values, ranges)?;
                if highs.is_empty() {
                    return Err(text!(
                        "an open range whose end is not a simple bound",
                        "开区间的终点不是简单的上界"
                    ));
                }
                self.range(local, low, highs, values, ranges, leaf)
            }
            ChoiceDomain::Known(flat) => self.rows(
                local,
                choice.width,
                flat.clone(),
                Vec::new(),
                values,
                ranges,
                leaf,
            ),
            ChoiceDomain::Listed(elements) => {
                let mut all = Vec::new();
                for element in elements {
                    all.extend(self.choices(
                        &element.generators,
                        &[],
                        values,
                        ranges,
                        &mut |builder, values, ranges| {
                            builder.bind(local, &element.values, values, ranges, leaf)
                        },
                    )?);
                }
                Ok(all)
            }
            ChoiceDomain::Digits(number, base) => {
                let (number, base) = (
                    self.expr(number, values, ranges)?,
                    self.expr(base, values, ranges)?,
                );
                let known = ranges.expr_bounds(&base).range;
                self.total &= ranges.expr_bounds(&number).range.0 >= 0 && known.0 >= 2;
                let body = leaf(
                    self,
                    values,
                    &ranges.with(local, IntInterval(0, known.1.saturating_sub(1).max(0))),
                )?;
                self.step(Stmt::Digits {
                    local,
                    number,
                    base,
                    body,
                })
            }
            ChoiceDomain::Endless(running, from, value, stoppers) => {
                let rows =
                    self.endless(choice, (*running, from, value), stoppers, values, ranges)?;
                let highs = self.ends(local, stoppers, values, ranges)?;
                self.rows(local, 1, rows, highs, values, ranges, leaf)
            }
        }
    }

    fn range(
        &mut self,
        local: usize,
        low: Expr,
        highs: Vec<Expr>,
        values: &ExprSubstitution<'_>,
        ranges: &VariableRanges,
        leaf: Leaf<'_>,
    ) -> BuildResult {
        let first = ranges.expr_bounds(&low).range.0;
        let last = highs
            .iter()
            .map(|h| ranges.expr_bounds(h).range.1)
            .min()
            .unwrap_or(Int::MAX);
        let arrays = self.game.has_arrays();
        if arrays && (0..ONE_BY_ONE).contains(&(i128::from(last) - i128::from(first))) {
            let mut all = Vec::new();
            for value in first..=last {
                let body = leaf(self, &values.with(local, value), ranges)?;
                let mut inside = vec![compare(CompareOp::Ge, Expr::Const(value), low.clone())];
                inside.extend(
                    highs
                        .iter()
                        .map(|high| compare(CompareOp::Le, Expr::Const(value), high.clone())),
                );
                all.extend(self.guarded(inside, body, ranges)?);
            }
            return Ok(all);
        }
        let body = leaf(
            self,
            values,
            &ranges.with(local, IntInterval(first, last.max(first))),
        )?;
        self.step(Stmt::For {
            local,
            lows: vec![low],
            highs,
            body,
        })
    }

    /// Puts a body under conditions whose evaluation cannot fail. Conditions that always hold are
    /// omitted.
    pub(super) fn guarded(
        &mut self,
        conditions: Vec<Expr>,
        mut body: Vec<Stmt>,
        ranges: &VariableRanges,
    ) -> BuildResult {
        for condition in conditions.into_iter().rev() {
            match ranges.expr_bounds(&condition).range {
                IntInterval(1, 1) => {}
                IntInterval(0, 0) => return Ok(Vec::new()),
                _ => body = self.step(Stmt::When(condition, body))?,
            }
        }
        Ok(body)
    }

    /// Binds locals to the values of one element.
    fn bind(
        &mut self,
        local: usize,
        element: &[Expr],
        values: &ExprSubstitution<'_>,
        ranges: &VariableRanges,
        leaf: Leaf<'_>,
    ) -> BuildResult {
        let Some((first, rest)) = element.split_first() else {
            return leaf(self, values, ranges);
        };
        let value = self.expr(first, values, ranges)?;
        if let Some(known) = as_constant(&value) {
            return self.bind(local + 1, rest, &values.with(local, known), ranges, leaf);
        }
        let inner = ranges.with(local, ranges.expr_bounds(&value).range);
        let body = self.bind(local + 1, rest, values, &inner, leaf)?;
        self.step(Stmt::For {
            local,
            lows: vec![value.clone()],
            highs: vec![value],
            body,
        })
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "a list with its end, and where it stands"
    )]
    fn rows(
        &mut self,
        local: usize,
        width: usize,
        rows: Arc<[Int]>,
        highs: Vec<Expr>,
        values: &ExprSubstitution<'_>,
        ranges: &VariableRanges,
        leaf: Leaf<'_>,
    ) -> BuildResult {
        if rows.len() <= WRITTEN_OUT * width {
            let mut all = Vec::new();
            for row in rows.chunks(width) {
                let known = row
                    .iter()
                    .enumerate()
                    .fold(values.clone(), |values, (i, x)| values.with(local + i, *x));
                all.extend(leaf(self, &known, ranges)?);
            }
            return Ok(all);
        }
        let mut inner = ranges.clone();
        for i in 0..width {
            let column = || rows.chunks(width).map(|row| row[i]);
            let (low, high) = (column().min().unwrap_or(0), column().max().unwrap_or(0));
            inner = inner.with(local + i, IntInterval(low, high));
        }
        let body = leaf(self, values, &inner)?;
        self.step(Stmt::Rows {
            local,
            width,
            rows,
            highs,
            body,
        })
    }

    /// Returns upper bounds of the local of an endless choice, beyond which no value can be legal.
    fn ends(
        &mut self,
        local: usize,
        stoppers: &[RangeStopper],
        values: &ExprSubstitution<'_>,
        ranges: &VariableRanges,
    ) -> Result<Vec<Expr>, Text> {
        let mut highs = Vec::new();
        for stopper in stoppers {
            let Some(form) = AffineForm::from_expr(&values.put_into(&stopper.value)) else {
                continue;
            };
            let (coefficient, rest) = form.without(Variable::Local(local));
            let bound = AffineForm::constant(stopper.bound.into());
            let room = match (stopper.sinks, coefficient) {
                (true, ..0) => rest.plus(-1, &bound),
                (false, 1..) => bound.plus(-1, &rest),
                _ => None,
            };
            let step = Int::try_from(coefficient.unsigned_abs())
                .ok()
                .filter(|s| *s > 0);
            if let (Some(room), Some(step)) = (room.and_then(|room| room.expr()), step) {
                let high = binary(BinaryOp::Div, room, Expr::Const(step));
                highs.push(self.expr(&high, values, ranges)?);
            }
        }
        Ok(highs)
    }

    /// Returns the elements of an endless set that does not depend on the position, up to the last
    /// element that can be legal.
    fn endless(
        &self,
        choice: &RuleChoice,
        (running, from, value): (usize, &Expr, &Expr),
        stoppers: &[RangeStopper],
        values: &ExprSubstitution<'_>,
        ranges: &VariableRanges,
    ) -> Result<Arc<[Int]>, Text> {
        let depends = || {
            text!(
                "an infinite set that depends on the position",
                "依赖局面的无穷集合"
            )
        };
        let from = as_constant(&values.put_into(from)).ok_or_else(depends)?;
        let mut rows: Vec<Int> = Vec::new();
        for index in from.. {
            let next = values.with(running, index).put_into(value);
            let Some(next) = as_constant(&next) else {
                // The value is not a constant. A value that contains no slot and no other choice
                // exceeds 64 bits, so the set has ended.
                return if reads_nothing(&next) {
                    Ok(rows.into())
                } else {
                    Err(depends())
                };
            };
            if rows.last().is_some_and(|last| next <= *last) || rows.len() == MAX_ELEMENTS {
                return Err(text!(
                    "an infinite set that is too long or not increasing",
                    "过长或不递增的无穷集合"
                ));
            }
            let known = values.with(choice.local, next);
            let out = stoppers.iter().any(|stopper| {
                let range = ranges.expr_bounds(&known.put_into(&stopper.value)).range;
                if stopper.sinks {
                    range.1 < stopper.bound
                } else {
                    range.0 > stopper.bound
                }
            });
            if out {
                break;
            }
            rows.push(next);
        }
        Ok(rows.into())
    }
}
