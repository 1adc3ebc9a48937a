//! Expressions that are totals of functions of single slots, for example `total(a)`, the number of
//! cells with value 0, or `2 * x - popcount(y)`.
//!
//! Within ranges of the slots, each function of a single slot is a table, so its form does not
//! matter. The perfect index of a table numbers positions by totals, and a measure that defines
//! tiers is a total. Generators whose domains do not depend on the position are unrolled. An
//! expression that cannot be evaluated everywhere in the ranges is not a total.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::{ControlFlow, Range};

use rules::ast::BinaryOp;
use rules::eval::{EvalContext, at_most};
use rules::ir::{Expr, Fold, Game, Int, RowElement, RuleChoice, SlotRef};

/// Maximum number of steps for reading all expressions of one game.
const MAX_STEPS: u64 = 1 << 25;

/// A total: a constant plus functions of some slots. The table of the function of a slot starts at
/// the smallest value of the slot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Total {
    /// Constant part.
    pub constant: Int,
    /// Contribution of each slot to the total, for each value of the slot.
    pub tables: BTreeMap<usize, Vec<Int>>,
}

impl Total {
    /// Returns whether all given slots have the same table, so that these slots may be exchanged.
    pub fn is_same_in(&self, slots: &Range<usize>) -> bool {
        slots
            .clone()
            .skip(1)
            .all(|slot| self.tables.get(&slot) == self.tables.get(&slots.start))
    }

    /// Returns this total plus `factor` times another total; `None` if a number exceeds 64 bits.
    pub fn plus(mut self, factor: Int, other: &Total) -> Option<Total> {
        self.constant = self
            .constant
            .checked_add(factor.checked_mul(other.constant)?)?;
        for (&slot, table) in &other.tables {
            let mine = self
                .tables
                .entry(slot)
                .or_insert_with(|| vec![0; table.len()]);
            for (sum, value) in mine.iter_mut().zip(table) {
                *sum = sum.checked_add(factor.checked_mul(*value)?)?;
            }
        }
        Some(self)
    }

    /// Returns the total at a position. `lows` are the lower bounds of the ranges. Returns `None`
    /// outside the ranges, or if a number exceeds 64 bits.
    pub fn value_at(&self, slots: &[Int], lows: &[Int]) -> Option<Int> {
        self.tables
            .iter()
            .try_fold(self.constant, |sum, (&slot, table)| {
                let offset = usize::try_from(slots[slot].checked_sub(lows[slot])?).ok()?;
                sum.checked_add(*table.get(offset)?)
            })
    }
}

/// Values of the locals while an expression is read.
#[derive(Clone)]
pub(crate) struct LocalScope {
    pub(crate) locals: Vec<Int>,
    /// Locals whose values depend on the position.
    unknown: Vec<bool>,
}

/// Reader for expressions of a game within ranges of its slots.
pub struct SlotRanges<'g> {
    game: &'g Game,
    /// Lower bound of each slot.
    pub lows: Vec<Int>,
    /// Upper bound of each slot.
    pub highs: Vec<Int>,
    left: Cell<u64>,
}

impl<'g> SlotRanges<'g> {
    /// Creates a reader for the slots of `game` between `lows` and `highs`, both inclusive.
    pub fn new(game: &'g Game, lows: Vec<Int>, highs: Vec<Int>) -> SlotRanges<'g> {
        SlotRanges {
            game,
            lows,
            highs,
            left: Cell::new(MAX_STEPS),
        }
    }

    /// Returns a reader with the same ranges and a fresh step limit.
    #[must_use]
    pub fn afresh(&self) -> SlotRanges<'g> {
        SlotRanges::new(self.game, self.lows.clone(), self.highs.clone())
    }

    /// Returns the number of values of a slot.
    pub fn width(&self, slot: usize) -> usize {
        usize::try_from(self.highs[slot].abs_diff(self.lows[slot]))
            .map_or(usize::MAX, |width| width.saturating_add(1))
    }

    /// Splits a condition into conjuncts that all hold exactly if `condition` does. Generators are
    /// unrolled. Calls `visit` with each conjunct and the values of its locals. Returns false if
    /// `visit` returns false, or if an expression cannot be evaluated.
    pub fn conjuncts<'e>(
        &self,
        condition: &'e Expr,
        visit: &mut dyn FnMut(ScopedExpr<'_, 'e>) -> bool,
    ) -> bool {
        self.split(condition, &self.scope(), visit)
    }

    pub(crate) fn split<'e>(
        &self,
        condition: &'e Expr,
        scope: &LocalScope,
        visit: &mut dyn FnMut(ScopedExpr<'_, 'e>) -> bool,
    ) -> bool {
        match condition {
            Expr::Binary(BinaryOp::And, sides, _) => {
                // Both operands are visited, even if the visit of the first operand returns false.
                let first = self.split(&sides[0], scope, visit);
                self.split(&sides[1], scope, visit) && first
            }
            Expr::Fold(Fold::All, elements, _)
                if elements
                    .iter()
                    .all(|element| self.is_closed_list(element, scope)) =>
            {
                let mut all = true;
                for element in elements {
                    let unrolled = self.unrolled(&element.generators, scope, &mut |scope, _| {
                        all &= self.split(&element.values[0], scope, visit);
                        Some(())
                    });
                    all &= unrolled.is_some();
                }
                all
            }
            _ => visit(ScopedExpr {
                ranges: self,
                expr: condition,
                scope,
            }),
        }
    }

    /// Returns an expression as a total; `None` if the expression is not a total, or if it cannot
    /// be determined whether it is a total.
    pub fn total(&self, expr: &Expr) -> Option<Total> {
        self.total_in(expr, &self.scope())
    }

    /// Returns the slots on which an expression may depend; `None` if these slots cannot be
    /// determined.
    pub fn reads(&self, expr: &Expr) -> Option<BTreeSet<usize>> {
        self.reads_in(expr, &self.scope())
    }

    pub(crate) fn scope(&self) -> LocalScope {
        LocalScope {
            locals: vec![0; self.game.locals],
            unknown: vec![false; self.game.locals],
        }
    }

    /// Charges steps; returns `None` if no steps are left.
    pub(crate) fn take(&self, steps: u64) -> Option<()> {
        self.left.set(self.left.get().checked_sub(steps)?);
        Some(())
    }

    pub(crate) fn evaluate(&self, expr: &Expr, scope: &LocalScope, slots: &[Int]) -> Option<Int> {
        self.take(8)?;
        let tick = at_most(self.left.get(), self.game.extra_steps);
        let mut env = EvalContext::new(slots, 0, &tick);
        env.locals.clone_from(&scope.locals);
        env.eval(expr).ok()
    }

    /// Returns whether an expression reads no slot and no local that depends on the position.
    pub(crate) fn is_closed(&self, expr: &Expr, scope: &LocalScope) -> bool {
        !expr.any(&|part| match part {
            Expr::Slot(_) | Expr::At(..) => true,
            Expr::Local(local) => scope.unknown[*local],
            _ => false,
        })
    }

    pub(crate) fn is_closed_choice(&self, choice: &RuleChoice, scope: &LocalScope) -> bool {
        choice
            .domain
            .children()
            .all(|part| self.is_closed(part, scope))
    }

    fn is_closed_list(&self, element: &RowElement, scope: &LocalScope) -> bool {
        element
            .generators
            .iter()
            .all(|choice| self.is_closed_choice(choice, scope))
    }

    /// Makes the choices of generators until the domain of a generator depends on the position.
    /// Calls `visit` with the remaining generators.
    pub(crate) fn unrolled<'e>(
        &self,
        generators: &'e [RuleChoice],
        scope: &LocalScope,
        visit: &mut dyn FnMut(&LocalScope, &'e [RuleChoice]) -> Option<()>,
    ) -> Option<()> {
        let Some((choice, rest)) = generators
            .split_first()
            .filter(|(choice, _)| self.is_closed_choice(choice, scope))
        else {
            return visit(scope, generators);
        };
        let mut rows: Vec<Vec<Int>> = Vec::new();
        {
            let tick = at_most(self.left.get(), self.game.extra_steps);
            let mut env = EvalContext::new(&self.lows, 0, &tick);
            env.locals.clone_from(&scope.locals);
            let walked = env.each_value(choice, &mut |env| {
                rows.push(env.locals[choice.local..choice.local + choice.width].to_vec());
                Ok(ControlFlow::Continue(()))
            });
            walked.is_ok().then_some(())?;
        }
        self.take(rows.len() as u64)?;
        for row in rows {
            let mut inner = scope.clone();
            inner.locals[choice.local..choice.local + choice.width].copy_from_slice(&row);
            self.unrolled(rest, &inner, visit)?;
        }
        Some(())
    }

    pub(crate) fn reads_in(&self, expr: &Expr, scope: &LocalScope) -> Option<BTreeSet<usize>> {
        let mut set = BTreeSet::new();
        self.gather(expr, scope, &mut set)?;
        Some(set)
    }

    fn gather(&self, expr: &Expr, scope: &LocalScope, set: &mut BTreeSet<usize>) -> Option<()> {
        self.take(1)?;
        match expr {
            Expr::Slot(slot) => {
                set.insert(*slot);
            }
            Expr::At(place, _) => match &**place {
                SlotRef::Slot(slot) => {
                    set.insert(*slot);
                }
                SlotRef::Array(first, low, len, index) => match self.is_closed(index, scope) {
                    true => {
                        let offset = self.evaluate(index, scope, &self.lows)?.checked_sub(*low)?;
                        set.insert(
                            first + usize::try_from(offset).ok().filter(|offset| offset < len)?,
                        );
                    }
                    false => {
                        set.extend(*first..first + len);
                        self.gather(index, scope, set)?;
                    }
                },
            },
            Expr::Fold(_, elements, _) => {
                for element in elements {
                    self.unrolled(&element.generators, scope, &mut |scope, rest| {
                        let mut scope = scope.clone();
                        for choice in rest {
                            for part in choice.domain.children() {
                                self.gather(part, &scope, set)?;
                            }
                            scope.unknown[choice.local..choice.local + choice.width].fill(true);
                        }
                        element
                            .values
                            .iter()
                            .try_for_each(|value| self.gather(value, &scope, set))
                    })?;
                }
            }
            // A branch that is never evaluated reads no slot.
            Expr::If(parts) if self.is_closed(&parts[0], scope) => {
                let branch = if self.evaluate(&parts[0], scope, &self.lows)? != 0 {
                    1
                } else {
                    2
                };
                self.gather(&parts[branch], scope, set)?;
            }
            Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or), sides, _)
                if self.is_closed(&sides[0], scope) =>
            {
                let first = self.evaluate(&sides[0], scope, &self.lows)? != 0;
                if first == (*op == BinaryOp::And) {
                    self.gather(&sides[1], scope, set)?;
                }
            }
            other => other
                .children()
                .try_for_each(|part| self.gather(part, scope, set))?,
        }
        Some(())
    }

    /// Returns the values of an expression that depends only on one slot.
    pub(crate) fn table(&self, expr: &Expr, slot: usize, scope: &LocalScope) -> Option<Vec<Int>> {
        let mut slots = self.lows.clone();
        self.take(self.width(slot) as u64)?;
        let mut value = |n: Int| {
            slots[slot] = n;
            self.evaluate(expr, scope, &slots)
        };
        (self.lows[slot]..=self.highs[slot])
            .map(&mut value)
            .collect()
    }

    /// Returns an expression as a function of at most one slot: the slot, and the result for each
    /// of its values. If the expression reads no slot, there is a single result.
    pub(crate) fn function(
        &self,
        expr: &Expr,
        scope: &LocalScope,
    ) -> Option<(Option<usize>, Vec<Int>)> {
        let reads = self.reads_in(expr, scope)?;
        match reads.first() {
            None => Some((None, vec![self.evaluate(expr, scope, &self.lows)?])),
            Some(&slot) if reads.len() == 1 => Some((Some(slot), self.table(expr, slot, scope)?)),
            Some(_) => None,
        }
    }

    pub(crate) fn total_in(&self, expr: &Expr, scope: &LocalScope) -> Option<Total> {
        let reads = self.reads_in(expr, scope)?;
        match reads.first() {
            None => {
                return Some(Total {
                    constant: self.evaluate(expr, scope, &self.lows)?,
                    tables: BTreeMap::new(),
                });
            }
            Some(&slot) if reads.len() == 1 => {
                return Some(Total {
                    constant: 0,
                    tables: BTreeMap::from([(slot, self.table(expr, slot, scope)?)]),
                });
            }
            Some(_) => {}
        }
        let of = |part: &Expr| self.total_in(part, scope);
        match expr {
            Expr::Neg(e, _) => Total::default().plus(-1, &of(e)?),
            Expr::Binary(BinaryOp::Add, sides, _) => of(&sides[0])?.plus(1, &of(&sides[1])?),
            Expr::Binary(BinaryOp::Sub, sides, _) => of(&sides[0])?.plus(-1, &of(&sides[1])?),
            Expr::Binary(BinaryOp::Mul, sides, _) => match (
                self.is_closed(&sides[0], scope),
                self.is_closed(&sides[1], scope),
            ) {
                (true, _) => Total::default().plus(
                    self.evaluate(&sides[0], scope, &self.lows)?,
                    &of(&sides[1])?,
                ),
                (_, true) => Total::default().plus(
                    self.evaluate(&sides[1], scope, &self.lows)?,
                    &of(&sides[0])?,
                ),
                (false, false) => None,
            },
            Expr::If(parts) if self.is_closed(&parts[0], scope) => {
                let branch = if self.evaluate(&parts[0], scope, &self.lows)? != 0 {
                    1
                } else {
                    2
                };
                of(&parts[branch])
            }
            Expr::Fold(Fold::Total, elements, span) => {
                let mut sum = Total::default();
                for element in elements {
                    self.unrolled(&element.generators, scope, &mut |scope, rest| {
                        let part = match rest {
                            [] => self.total_in(&element.values[0], scope)?,
                            // The number of summands depends on the position, and this dependence
                            // is allowed only if the sum reads one slot.
                            _ => {
                                let rest = RowElement {
                                    values: element.values.clone(),
                                    generators: rest.to_vec(),
                                };
                                let rest = Expr::Fold(Fold::Total, vec![rest], *span);
                                let reads = self.reads_in(&rest, scope)?;
                                let slot = *reads.first().filter(|_| reads.len() == 1)?;
                                Total {
                                    constant: 0,
                                    tables: BTreeMap::from([(
                                        slot,
                                        self.table(&rest, slot, scope)?,
                                    )]),
                                }
                            }
                        };
                        sum = std::mem::take(&mut sum).plus(1, &part)?;
                        Some(())
                    })?;
                }
                Some(sum)
            }
            _ => None,
        }
    }
}

/// An expression, with the values of its locals.
pub struct ScopedExpr<'r, 'e> {
    ranges: &'r SlotRanges<'r>,
    /// The expression.
    pub expr: &'e Expr,
    pub(crate) scope: &'r LocalScope,
}

impl ScopedExpr<'_, '_> {
    /// Returns the result of [`SlotRanges::reads`] for this expression.
    pub fn reads(&self) -> Option<BTreeSet<usize>> {
        self.ranges.reads_in(self.expr, self.scope)
    }

    /// Returns the result of [`SlotRanges::total`] for an expression inside the expression `expr`.
    pub fn total(&self, part: &Expr) -> Option<Total> {
        self.ranges.total_in(part, self.scope)
    }

    /// Returns the result of [`SlotRanges::function`] for this expression.
    pub(crate) fn function(&self) -> Option<(Option<usize>, Vec<Int>)> {
        self.ranges.function(self.expr, self.scope)
    }

    /// Returns the value of the expression if the slots have these values.
    pub fn value_at(&self, slots: &[Int]) -> Option<Int> {
        self.ranges.evaluate(self.expr, self.scope, slots)
    }
}
