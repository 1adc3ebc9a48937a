//! Case expressions: `if p then x else if q then y else z`, built from terms that are correct at
//! some cells and conditions that hold at some cells (decision lists; R. L. Rivest 1987; the
//! division into terms and conditions follows R. Alur, A. Radhakrishna, A. Udupa 2017). For
//! outcomes the terms are conditions, and cases become `and`, `or`.

use std::collections::HashMap;

use base::budget::{Budget, StopReason};
use rules::ast::BinaryOp;
use rules::ir::{Expr, Int, SourceInfo};

use super::conditions::{CellCondition, SampleCellSet};
use super::terms::{Id, TermPool};

/// Maximum number of terms that cases choose between.
const MAX_LEAVES: usize = 500;

const MAX_CASES: usize = 4;

/// Maximum number of candidates for the first case of a formula. For each candidate, the other
/// cases are searched.
const MAX_FIRST_CASES: usize = 60;

/// The value of a case.
#[derive(Clone, Copy, Debug)]
pub(super) enum CaseValue {
    Term(Id),
    /// The condition with this index.
    Condition(usize),
    Truth(bool),
}

/// A possible value of a case, the cells at which the value is correct, and its cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct CaseLeaf {
    said: CaseValue,
    cost: u32,
    fits: SampleCellSet,
}

/// Returns the terms that are correct at some cells, except the terms that a cheaper term
/// dominates.
pub(super) fn of_terms(
    terms: &TermPool,
    target: &[Int],
    sayable: impl Fn(Id) -> bool,
    budget: &Budget<'_>,
) -> Result<Vec<CaseLeaf>, StopReason> {
    let mut leaves = Vec::new();
    for id in (0..terms.len() as Id).filter(|&id| sayable(id)) {
        let values = terms.values(id);
        let fits = SampleCellSet::from_fn(terms.width, |cell| values[cell] == target[cell]);
        add_leaf(
            &mut leaves,
            CaseLeaf {
                said: CaseValue::Term(id),
                cost: terms.cost(id),
                fits,
            },
            budget,
        )?;
    }
    Ok(most_telling(leaves))
}

/// Returns the truth values and conditions that are correct at some cells, except those that a
/// cheaper one dominates.
pub(super) fn of_conditions(
    conditions: &[CellCondition],
    lost: SampleCellSet,
    width: usize,
    budget: &Budget<'_>,
) -> Result<Vec<CaseLeaf>, StopReason> {
    let all = SampleCellSet::all(width);
    let mut leaves = Vec::new();
    for (truth, fits) in [(true, lost), (false, all.minus(lost))] {
        add_leaf(
            &mut leaves,
            CaseLeaf {
                said: CaseValue::Truth(truth),
                cost: 0,
                fits,
            },
            budget,
        )?;
    }
    for (place, condition) in conditions.iter().enumerate() {
        let wrong = condition.holds.minus(lost);
        let missed = lost.minus(condition.holds);
        let fits = all.minus(wrong).minus(missed);
        add_leaf(
            &mut leaves,
            CaseLeaf {
                said: CaseValue::Condition(place),
                cost: condition.cost,
                fits,
            },
            budget,
        )?;
    }
    Ok(most_telling(leaves))
}

fn add_leaf(
    leaves: &mut Vec<CaseLeaf>,
    leaf: CaseLeaf,
    budget: &Budget<'_>,
) -> Result<(), StopReason> {
    budget.steps(1 + leaves.len() / 16)?;
    if !leaf.fits.is_empty() && !leaves.iter().any(|other| leaf.fits.is_subset(other.fits)) {
        leaves.push(leaf);
    }
    Ok(())
}

/// Returns the cases that are correct at the most cells, the cheapest first.
fn most_telling(mut leaves: Vec<CaseLeaf>) -> Vec<CaseLeaf> {
    leaves.sort_by_key(|leaf| std::cmp::Reverse(leaf.fits.count()));
    leaves.truncate(MAX_LEAVES);
    leaves.sort_by_key(|leaf| leaf.cost);
    leaves
}

/// Conditions by index, each with the value if it is the first condition that holds, and the value
/// if no condition holds.
#[derive(Clone, Debug)]
pub(super) struct CaseList {
    cases: Vec<(usize, CaseValue)>,
    last: CaseValue,
    pub cost: u32,
}

/// The search for case lists.
pub(super) struct CaseSearch<'c> {
    pub conditions: &'c [CellCondition],
    pub leaves: &'c [CaseLeaf],
    pub budget: &'c Budget<'c>,
}

impl CaseSearch<'_> {
    /// Returns the cheapest list found among the lists with the fewest cases that are correct at
    /// all cells; `None` if no list is found.
    pub fn list(&self, width: usize) -> Result<Option<CaseList>, StopReason> {
        for cases in 1..=MAX_CASES {
            let found = self.find_list(SampleCellSet::all(width), cases, u32::MAX)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    fn single(&self, cells: SampleCellSet) -> Option<&CaseLeaf> {
        self.leaves.iter().find(|leaf| cells.is_subset(leaf.fits))
    }

    fn find_list(
        &self,
        cells: SampleCellSet,
        cases: usize,
        below: u32,
    ) -> Result<Option<CaseList>, StopReason> {
        match cases {
            1 => Ok(self
                .single(cells)
                .filter(|leaf| leaf.cost < below)
                .map(|leaf| CaseList {
                    cases: Vec::new(),
                    last: leaf.said,
                    cost: leaf.cost,
                })),
            2 => self.two(cells, below),
            _ => self.more(cells, cases, below),
        }
    }

    /// Searches lists of two cases: a condition, and two values such that at each cell one of them
    /// is correct. The condition holds at the cells at which the second value is wrong, and fails
    /// at the cells at which the first value is wrong.
    fn two(&self, cells: SampleCellSet, mut below: u32) -> Result<Option<CaseList>, StopReason> {
        let mut best = None;
        for first in self.leaves {
            self.budget.steps(1 + self.leaves.len() / 8)?;
            let wrong = cells.minus(first.fits);
            for second in self.leaves {
                let needed = cells.minus(second.fits);
                if first.cost + second.cost + 1 >= below || needed.meets(wrong) {
                    continue;
                }
                self.budget.steps(self.conditions.len() / 16)?;
                let spare = below - first.cost - second.cost - 1;
                let cheap = self
                    .conditions
                    .iter()
                    .take_while(|condition| condition.cost < spare);
                let fits = |condition: &CellCondition| {
                    needed.is_subset(condition.holds) && !condition.holds.meets(wrong)
                };
                if let Some((place, condition)) =
                    cheap.enumerate().find(|(_, condition)| fits(condition))
                {
                    below = first.cost + second.cost + 1 + condition.cost;
                    best = Some(CaseList {
                        cases: vec![(place, first.said)],
                        last: second.said,
                        cost: below,
                    });
                }
            }
        }
        Ok(best)
    }

    /// Searches lists with a first case followed by a list for the remaining cells.
    fn more(
        &self,
        cells: SampleCellSet,
        cases: usize,
        mut below: u32,
    ) -> Result<Option<CaseList>, StopReason> {
        // The cells that remain after each first case, with the cheapest first case that leaves
        // these cells.
        let mut rests: HashMap<SampleCellSet, (u32, usize, CaseValue)> = HashMap::new();
        let mut order = Vec::new();
        for (place, condition) in self.conditions.iter().enumerate() {
            self.budget.steps(1 + self.leaves.len() / 16)?;
            let (inside, rest) = (cells.and(condition.holds), cells.minus(condition.holds));
            if inside.is_empty() || rest.is_empty() || rests.contains_key(&rest) {
                continue;
            }
            if let Some(leaf) = self.single(inside) {
                rests.insert(rest, (condition.cost + leaf.cost + 1, place, leaf.said));
                order.push(rest);
            }
        }
        // First cases with many correct cells for their cost come first.
        order.sort_by_key(|rest| (rest.count() / 8, rests[rest].0));
        order.truncate(MAX_FIRST_CASES);
        let mut best = None;
        for rest in order {
            let (cost, place, said) = rests[&rest];
            if cost >= below {
                continue;
            }
            if let Some(then) = self.find_list(rest, cases - 1, below - cost)? {
                below = cost + then.cost;
                best = Some(CaseList {
                    cases: [vec![(place, said)], then.cases].concat(),
                    last: then.last,
                    cost: below,
                });
            }
        }
        Ok(best)
    }

    /// Converts a list to an expression. Lists of truth values become `and` and `or` if possible.
    pub fn expr(&self, terms: &TermPool, list: &CaseList) -> Option<Expr> {
        let mut rest = CaseExpr::new(list.last, terms, self.conditions);
        for &(place, said) in list.cases.iter().rev() {
            let condition = &self.conditions[place];
            let said = CaseExpr::new(said, terms, self.conditions);
            let binary = |op, a, b| {
                CaseExpr::Expr(Expr::Binary(op, Box::new([a, b]), SourceInfo::default()))
            };
            rest = match (said, rest) {
                (CaseExpr::Truth(true), CaseExpr::Truth(false)) => {
                    CaseExpr::Expr(condition.expr(terms))
                }
                (CaseExpr::Truth(false), CaseExpr::Truth(true)) => {
                    CaseExpr::Expr(condition.negated(terms))
                }
                (CaseExpr::Truth(truth), CaseExpr::Truth(_)) => CaseExpr::Truth(truth),
                (CaseExpr::Truth(true), CaseExpr::Expr(rest)) => {
                    binary(BinaryOp::Or, condition.expr(terms), rest)
                }
                (CaseExpr::Truth(false), CaseExpr::Expr(rest)) => {
                    binary(BinaryOp::And, condition.negated(terms), rest)
                }
                (CaseExpr::Expr(said), CaseExpr::Truth(false)) => {
                    binary(BinaryOp::And, condition.expr(terms), said)
                }
                (CaseExpr::Expr(said), CaseExpr::Truth(true)) => {
                    binary(BinaryOp::Or, condition.negated(terms), said)
                }
                (CaseExpr::Expr(said), CaseExpr::Expr(rest)) => {
                    CaseExpr::Expr(Expr::If(Box::new([condition.expr(terms), said, rest])))
                }
            };
        }
        match rest {
            CaseExpr::Expr(expr) => Some(expr),
            CaseExpr::Truth(_) => None,
        }
    }
}

/// An expression, or a truth value, which the language cannot write as an expression.
enum CaseExpr {
    Truth(bool),
    Expr(Expr),
}

impl CaseExpr {
    fn new(said: CaseValue, terms: &TermPool, conditions: &[CellCondition]) -> CaseExpr {
        match said {
            CaseValue::Truth(truth) => CaseExpr::Truth(truth),
            CaseValue::Term(id) => CaseExpr::Expr(terms.expr(id)),
            CaseValue::Condition(place) => CaseExpr::Expr(conditions[place].expr(terms)),
        }
    }
}
