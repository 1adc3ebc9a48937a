//! Conditions: comparisons of two terms, and conjunctions of two comparisons. Two conditions count
//! as equal if they hold at the same cells.

use std::collections::HashSet;

use base::budget::{Budget, StopReason};
use rules::ast::{BinaryOp, CompareOp};
use rules::ir::{Expr, SourceInfo};

use super::terms::{Id, TermPool, UNDEFINED};

/// Maximum number of cells of a search.
pub(super) const MAX_CELLS: usize = 256;

const MAX_CONDITIONS: usize = 2500;

/// Number of 64-bit words of a set of cells.
const WORDS: usize = MAX_CELLS / 64;

/// A set of cells. The operations on sets of cells are the innermost loop of the search for cases.
/// The operations are plain loops, because iterators are not inlined across the codegen units of
/// the crate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct SampleCellSet([u64; WORDS]);

impl SampleCellSet {
    pub fn from_fn(width: usize, holds: impl Fn(usize) -> bool) -> SampleCellSet {
        let mut set = SampleCellSet::default();
        (0..width)
            .filter(|&cell| holds(cell))
            .for_each(|cell| set.0[cell / 64] |= 1 << (cell % 64));
        set
    }

    pub fn all(width: usize) -> SampleCellSet {
        SampleCellSet::from_fn(width, |_| true)
    }

    #[inline]
    pub fn and(mut self, other: SampleCellSet) -> SampleCellSet {
        for word in 0..WORDS {
            self.0[word] &= other.0[word];
        }
        self
    }

    #[inline]
    pub fn minus(mut self, other: SampleCellSet) -> SampleCellSet {
        for word in 0..WORDS {
            self.0[word] &= !other.0[word];
        }
        self
    }

    #[inline]
    pub fn is_empty(self) -> bool {
        let mut any = 0;
        for word in 0..WORDS {
            any |= self.0[word];
        }
        any == 0
    }

    #[inline]
    pub fn is_subset(self, other: SampleCellSet) -> bool {
        self.minus(other).is_empty()
    }

    #[inline]
    pub fn meets(self, other: SampleCellSet) -> bool {
        !self.and(other).is_empty()
    }

    pub fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
}

/// The form of a condition.
#[derive(Clone, Copy, Debug)]
enum ConditionForm {
    Compare(CompareOp, Id, Id),
    Both((CompareOp, Id, Id), (CompareOp, Id, Id)),
}

/// A condition that holds at some cells and fails at others.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellCondition {
    form: ConditionForm,
    pub cost: u32,
    pub holds: SampleCellSet,
}

impl CellCondition {
    /// Returns the condition that two terms are equal.
    pub fn equal(terms: &TermPool, a: Id, b: Id) -> CellCondition {
        let (left, right) = (terms.values(a), terms.values(b));
        let holds = SampleCellSet::from_fn(terms.width, |cell| left[cell] == right[cell]);
        CellCondition {
            form: ConditionForm::Compare(CompareOp::Eq, a, b),
            cost: 1 + terms.cost(a) + terms.cost(b),
            holds,
        }
    }

    /// Converts the condition to an expression.
    pub fn expr(&self, terms: &TermPool) -> Expr {
        let compare = |(op, a, b)| Expr::Compare(op, Box::new([terms.expr(a), terms.expr(b)]));
        match self.form {
            ConditionForm::Compare(op, a, b) => compare((op, a, b)),
            ConditionForm::Both(first, second) => Expr::Binary(
                BinaryOp::And,
                Box::new([compare(first), compare(second)]),
                SourceInfo::default(),
            ),
        }
    }

    /// Converts the negation to an expression.
    pub fn negated(&self, terms: &TermPool) -> Expr {
        match self.form {
            ConditionForm::Compare(op, a, b) => CellCondition {
                form: ConditionForm::Compare(contrary(op), a, b),
                ..*self
            }
            .expr(terms),
            ConditionForm::Both((op, a, b), (other, c, d)) => {
                let sides = [(contrary(op), a, b), (contrary(other), c, d)];
                let [first, second] = sides
                    .map(|(op, a, b)| Expr::Compare(op, Box::new([terms.expr(a), terms.expr(b)])));
                Expr::Binary(
                    BinaryOp::Or,
                    Box::new([first, second]),
                    SourceInfo::default(),
                )
            }
        }
    }
}

fn contrary(op: CompareOp) -> CompareOp {
    match op {
        CompareOp::Eq => CompareOp::Ne,
        CompareOp::Ne => CompareOp::Eq,
        CompareOp::Lt => CompareOp::Ge,
        CompareOp::Ge => CompareOp::Lt,
        CompareOp::Le => CompareOp::Gt,
        CompareOp::Gt => CompareOp::Le,
    }
}

/// Returns conditions about cheap terms, the cheapest first. No two of the conditions hold at the
/// same cells.
///
/// # Errors
/// Returns an error if the budget runs out.
pub(super) fn conditions(
    terms: &TermPool,
    budget: &Budget<'_>,
) -> Result<Vec<CellCondition>, StopReason> {
    let all = SampleCellSet::all(terms.width);
    let total: Vec<Id> = (0..terms.len() as Id)
        .filter(|&id| terms.cost(id) <= 6 && !terms.values(id).contains(&UNDEFINED))
        .collect();
    let (constants, others): (Vec<Id>, Vec<Id>) = total
        .into_iter()
        .partition(|&id| terms.constant(id).is_some());
    let mut pairs: Vec<(u32, Id, Id)> = Vec::new();
    for &a in others.iter().take(700) {
        pairs.extend(
            constants
                .iter()
                .map(|&b| (terms.cost(a) + terms.cost(b), a, b)),
        );
    }
    for (place, &a) in others.iter().take(70).enumerate() {
        pairs.extend(
            others[..place]
                .iter()
                .map(|&b| (terms.cost(a) + terms.cost(b), b, a)),
        );
    }
    pairs.sort_by_key(|&(cost, ..)| cost);
    let mut known: HashSet<SampleCellSet> = HashSet::new();
    let mut made: Vec<CellCondition> = Vec::new();
    for (cost, a, b) in pairs {
        if made.len() >= MAX_CONDITIONS {
            break;
        }
        budget.steps(terms.width / 2)?;
        let (left, right) = (terms.values(a), terms.values(b));
        // Simple forms come first: an equation before its negation.
        for op in [
            CompareOp::Eq,
            CompareOp::Lt,
            CompareOp::Gt,
            CompareOp::Ne,
            CompareOp::Le,
            CompareOp::Ge,
        ] {
            let holds =
                SampleCellSet::from_fn(terms.width, |cell| op.holds(left[cell].cmp(&right[cell])));
            if !holds.is_empty() && holds != all && known.insert(holds) {
                made.push(CellCondition {
                    form: ConditionForm::Compare(op, a, b),
                    cost: cost + 1,
                    holds,
                });
            }
        }
    }
    let mut joined = Vec::new();
    for (place, first) in made.iter().take(90).enumerate() {
        for second in &made[..place] {
            let (ConditionForm::Compare(op, a, b), ConditionForm::Compare(other, c, d)) =
                (second.form, first.form)
            else {
                continue;
            };
            let holds = first.holds.and(second.holds);
            if !holds.is_empty() && known.insert(holds) {
                joined.push(CellCondition {
                    form: ConditionForm::Both((op, a, b), (other, c, d)),
                    cost: first.cost + second.cost + 1,
                    holds,
                });
            }
        }
    }
    made.extend(joined);
    made.sort_by_key(|condition| condition.cost);
    Ok(made)
}
