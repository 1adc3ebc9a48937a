//! Possible values of an expression if one slot has a known value and all other slots are
//! arbitrary. The set of possible values is exact if few other slots are read. Otherwise the
//! returned set is a superset of the possible values, or `None` if any number is possible.

use std::collections::{BTreeMap, BTreeSet};

use rules::ast::BinaryOp;
use rules::eval::{EvalContext, at_most};
use rules::ir::{ChoiceDomain, Expr, Fold, Function, Game, Int, RowElement, SlotRef};

/// Maximum number of values of a set; larger sets become "any number".
const MAX_VALUES: usize = 32;

/// Maximum number of steps for the evaluation of one expression.
const MAX_STEPS: u64 = 1000;

/// A superset of the possible values; `None` if any number is possible.
pub(super) type Values = Option<BTreeSet<Int>>;

/// Known values during the analysis of expressions of a game.
pub(super) struct PartialAssignment<'g> {
    pub game: &'g Game,
    /// The slot under test.
    pub slot: usize,
    /// The value of the slot, if it is known.
    pub value: Option<Int>,
    /// Values of the choices that are known.
    pub locals: BTreeMap<usize, Int>,
}

impl PartialAssignment<'_> {
    /// Returns every value that an expression may have.
    pub fn values(&self, expr: &Expr) -> Values {
        match expr {
            Expr::Const(n) => Some([*n].into()),
            Expr::Slot(slot) => self.of_slot(*slot),
            Expr::Local(local) => self.locals.get(local).map(|value| [*value].into()),
            Expr::At(place, _) => self.of_slot(self.slot_at(place)?),
            Expr::Neg(e, _) => self.values(e)?.into_iter().map(Int::checked_neg).collect(),
            Expr::Not(e) => truth(self.truth(e).map(|known| !known)),
            Expr::Binary(BinaryOp::And, sides, _) => {
                truth(match (self.truth(&sides[0]), self.truth(&sides[1])) {
                    (Some(false), _) | (_, Some(false)) => Some(false),
                    (Some(true), Some(true)) => Some(true),
                    _ => None,
                })
            }
            Expr::Binary(BinaryOp::Or, sides, _) => {
                truth(match (self.truth(&sides[0]), self.truth(&sides[1])) {
                    (Some(true), _) | (_, Some(true)) => Some(true),
                    (Some(false), Some(false)) => Some(false),
                    _ => None,
                })
            }
            Expr::Binary(op, sides, span) => match (self.values(&sides[0]), self.values(&sides[1]))
            {
                (Some(left), Some(right)) => combined(&left, &right, |a, b| {
                    Expr::Binary(*op, Box::new([a, b]), *span)
                }),
                (None, Some(right)) if *op == BinaryOp::Mod => below(&right),
                _ => None,
            },
            Expr::Compare(op, sides) => {
                let known = match (self.values(&sides[0]), self.values(&sides[1])) {
                    (Some(left), Some(right)) => {
                        combined(&left, &right, |a, b| Expr::Compare(*op, Box::new([a, b])))
                    }
                    _ => None,
                };
                Some(known.unwrap_or_else(|| [0, 1].into()))
            }
            Expr::If(parts) => match self.truth(&parts[0]) {
                Some(true) => self.values(&parts[1]),
                Some(false) => self.values(&parts[2]),
                None => few(self
                    .values(&parts[1])?
                    .union(&self.values(&parts[2])?)
                    .copied()
                    .collect()),
            },
            other => match self.evaluated(other) {
                Some(value) => Some([value].into()),
                None if is_truth(other) => Some([0, 1].into()),
                None => None,
            },
        }
    }

    /// Returns whether a condition holds; `None` if this is unknown.
    pub fn truth(&self, condition: &Expr) -> Option<bool> {
        let values = self.values(condition)?;
        match (values.contains(&0), values.iter().any(|value| *value != 0)) {
            (true, false) => Some(false),
            (false, true) => Some(true),
            _ => None,
        }
    }

    /// Returns the rows from which a choice takes its values, if all rows are known.
    pub fn rows(&self, domain: &ChoiceDomain, width: usize) -> Option<Vec<Vec<Int>>> {
        match domain {
            ChoiceDomain::Range(low, high) => {
                let (low, high) = (self.values(low)?, self.values(high)?);
                let (first, last) = (*low.first()?, *high.last()?);
                if last < first {
                    return Some(Vec::new());
                }
                let exact = low.len() == 1
                    && high.len() == 1
                    && last.checked_sub(first)? < MAX_VALUES as Int;
                exact.then(|| (first..=last).map(|value| vec![value]).collect())
            }
            ChoiceDomain::Known(flat) if flat.len() <= width * MAX_VALUES => {
                Some(flat.chunks(width).map(<[Int]>::to_vec).collect())
            }
            ChoiceDomain::Listed(elements) if elements.len() <= MAX_VALUES => {
                let only = |expr: &Expr| {
                    self.values(expr)
                        .filter(|values| values.len() == 1)?
                        .first()
                        .copied()
                };
                let row = |element: &RowElement| match element.generators.is_empty() {
                    true => element
                        .values
                        .iter()
                        .map(only)
                        .collect::<Option<Vec<Int>>>(),
                    false => None,
                };
                elements.iter().map(row).collect()
            }
            _ => None,
        }
    }

    /// Returns the slot of a reference whose index is known.
    pub fn slot_at(&self, place: &SlotRef) -> Option<usize> {
        match place {
            SlotRef::Slot(slot) => Some(*slot),
            SlotRef::Array(first, low, len, index) => {
                let index = self
                    .values(index)
                    .filter(|values| values.len() == 1)?
                    .first()
                    .copied()?;
                let offset = usize::try_from(index.checked_sub(*low)?).ok()?;
                (offset < *len).then_some(first + offset)
            }
        }
    }

    fn of_slot(&self, slot: usize) -> Values {
        if slot == self.slot {
            return self.value.map(|value| [value].into());
        }
        let declared = &self.game.slots[slot];
        let high = declared
            .high
            .filter(|high| high.saturating_sub(declared.low) < 4)?;
        Some((declared.low..=high).collect())
    }

    /// Returns the value of an expression that reads only known values.
    fn evaluated(&self, expr: &Expr) -> Option<Int> {
        let mut bound = Vec::new();
        gather_binders(expr, &mut bound);
        let unknown = |part: &Expr| match part {
            Expr::Slot(slot) => *slot != self.slot || self.value.is_none(),
            Expr::Local(local) => !self.locals.contains_key(local) && !bound.contains(local),
            Expr::At(..) => true,
            _ => false,
        };
        if expr.any(&unknown) {
            return None;
        }
        let mut slots = vec![0; self.game.slots.len()];
        slots[self.slot] = self.value.unwrap_or_default();
        let tick = at_most(MAX_STEPS, self.game.extra_steps);
        let mut env = EvalContext::new(&slots, self.game.locals, &tick);
        self.locals
            .iter()
            .for_each(|(local, value)| env.locals[*local] = *value);
        env.eval(expr).ok()
    }
}

/// Adds the locals that an expression itself binds.
fn gather_binders(expr: &Expr, list: &mut Vec<usize>) {
    list.extend(expr.binders());
    expr.children()
        .for_each(|child| gather_binders(child, list));
}

fn truth(known: Option<bool>) -> Values {
    Some(known.map_or_else(|| [0, 1].into(), |known| [Int::from(known)].into()))
}

fn is_truth(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::Fold(Fold::Any | Fold::All, ..)
            | Expr::Call(
                Function::IsPrime | Function::Disjoint | Function::Within,
                ..
            )
            | Expr::CompareReal(..)
    )
}

/// Returns the results of an operation for each pair of values; `None` if the operation has no
/// result for a pair.
pub(super) fn combined(
    left: &BTreeSet<Int>,
    right: &BTreeSet<Int>,
    operation: impl Fn(Expr, Expr) -> Expr,
) -> Values {
    let mut made = BTreeSet::new();
    for (a, b) in left
        .iter()
        .flat_map(|a| right.iter().map(move |b| (*a, *b)))
    {
        made.insert(
            EvalContext::new(&[], 0, &at_most(MAX_STEPS, 0))
                .eval(&operation(Expr::Const(a), Expr::Const(b)))
                .ok()?,
        );
    }
    few(made)
}

/// Returns all possible remainders for known divisors.
fn below(divisors: &BTreeSet<Int>) -> Values {
    let largest = *divisors.last()?;
    (*divisors.first()? > 0 && largest <= MAX_VALUES as Int).then(|| (0..largest).collect())
}

fn few(values: BTreeSet<Int>) -> Values {
    (values.len() <= MAX_VALUES).then_some(values)
}
