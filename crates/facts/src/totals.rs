//! Which expressions are totals of functions of single slots: `total(a)`, the cells that hold a 0,
//! `2 * x - popcount(y)`. Within ranges of the slots each such function is a table, so that nothing
//! need be known of what is inside. The perfect index counts by them, and a measure of tiers is
//! one. Generators whose domains do not depend on the position are unrolled. What cannot be
//! evaluated everywhere in the ranges is no total.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::{ControlFlow, Range};

use rules::ast::BinaryOp;
use rules::eval::{EvalContext, at_most};
use rules::ir::{Expr, Fold, Game, Int, RowElement, RuleChoice, SlotRef};

/// The most steps that reading all expressions of one game may take.
const MAX_STEPS: u64 = 1 << 25;

/// A number that is the same everywhere, and for each slot of some what it adds, by its value from
/// the least on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Total {
    /// What is there whatever the slots hold.
    pub constant: Int,
    /// What each slot adds.
    pub tables: BTreeMap<usize, Vec<Int>>,
}

impl Total {
    /// Whether each of these slots adds the same, so that they may be exchanged.
    pub fn is_same_in(&self, slots: &Range<usize>) -> bool {
        slots
            .clone()
            .skip(1)
            .all(|slot| self.tables.get(&slot) == self.tables.get(&slots.start))
    }

    /// This plus `factor` times another; `None` beyond 64 bits.
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

    /// The total at a position within the ranges that begin at `lows`; `None` outside of them or
    /// beyond 64 bits.
    pub fn value_at(&self, slots: &[Int], lows: &[Int]) -> Option<Int> {
        self.tables
            .iter()
            .try_fold(self.constant, |sum, (&slot, table)| {
                let offset = usize::try_from(slots[slot].checked_sub(lows[slot])?).ok()?;
                sum.checked_add(*table.get(offset)?)
            })
    }
}

/// What locals stand for while an expression is read.
#[derive(Clone)]
pub(crate) struct LocalScope {
    pub(crate) locals: Vec<Int>,
    /// Those that run over values that the position decides.
    unknown: Vec<bool>,
}

/// Expressions of a game, read within ranges of its slots.
pub struct SlotRanges<'g> {
    game: &'g Game,
    /// The least value of each slot.
    pub lows: Vec<Int>,
    /// The greatest.
    pub highs: Vec<Int>,
    left: Cell<u64>,
}

impl<'g> SlotRanges<'g> {
    /// The slots of `game` between `lows` and `highs`.
    pub fn new(game: &'g Game, lows: Vec<Int>, highs: Vec<Int>) -> SlotRanges<'g> {
        SlotRanges {
            game,
            lows,
            highs,
            left: Cell::new(MAX_STEPS),
        }
    }

    /// The same, for which nothing was looked at yet: what is looked at takes steps, and there is
    /// an end of them.
    #[must_use]
    pub fn afresh(&self) -> SlotRanges<'g> {
        SlotRanges::new(self.game, self.lows.clone(), self.highs.clone())
    }

    /// How many values a slot may have.
    pub fn width(&self, slot: usize) -> usize {
        usize::try_from(self.highs[slot].abs_diff(self.lows[slot]))
            .map_or(usize::MAX, |width| width.saturating_add(1))
    }

    /// The conditions that all hold exactly if `condition` does, generators unrolled: each with
    /// what its locals stand for, given to `visit`. Where that returns false or something
    /// cannot be evaluated the result is false.
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
                // Both are looked at, whatever becomes of the first.
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

    /// An expression as a total; `None` if it is none, or that cannot be seen.
    pub fn total(&self, expr: &Expr) -> Option<Total> {
        self.total_in(expr, &self.scope())
    }

    /// The slots that an expression may depend on; `None` where that cannot be seen.
    pub fn reads(&self, expr: &Expr) -> Option<BTreeSet<usize>> {
        self.reads_in(expr, &self.scope())
    }

    pub(crate) fn scope(&self) -> LocalScope {
        LocalScope {
            locals: vec![0; self.game.locals],
            unknown: vec![false; self.game.locals],
        }
    }

    /// Takes steps, while there are any.
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

    /// Whether an expression is the same at all positions.
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

    /// Makes the choices of generators whose domains are the same at all positions, up to the first
    /// that is not: `visit` is given what is left.
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
            // What is not looked at is not read.
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

    /// The values of an expression that depends on one slot alone.
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

    /// An expression as a function of one slot at most: the slot, and its value for each of the
    /// slot's; one value where it reads none.
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
                            // What a position decides how often to add: a number of one slot, if
                            // any.
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

/// An expression, with what its locals stand for.
pub struct ScopedExpr<'r, 'e> {
    ranges: &'r SlotRanges<'r>,
    /// The expression.
    pub expr: &'e Expr,
    pub(crate) scope: &'r LocalScope,
}

impl ScopedExpr<'_, '_> {
    /// As [`SlotRanges::reads`].
    pub fn reads(&self) -> Option<BTreeSet<usize>> {
        self.ranges.reads_in(self.expr, self.scope)
    }

    /// As [`SlotRanges::total`], of an expression inside this one.
    pub fn total(&self, part: &Expr) -> Option<Total> {
        self.ranges.total_in(part, self.scope)
    }

    /// As [`SlotRanges::function`].
    pub(crate) fn function(&self) -> Option<(Option<usize>, Vec<Int>)> {
        self.ranges.function(self.expr, self.scope)
    }

    /// Its value where slots hold these numbers.
    pub fn value_at(&self, slots: &[Int]) -> Option<Int> {
        self.ranges.evaluate(self.expr, self.scope, slots)
    }
}
