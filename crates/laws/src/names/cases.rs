//! Cases: `if p then x else if q then y else z`, from terms that are right of some cells and
//! conditions that hold at some (decision lists; R. L. Rivest 1987; the division into terms and
//! conditions after R. Alur, A. Radhakrishna, A. Udupa 2017). For outcomes the terms are
//! conditions, and cases become `and`, `or`.

use std::collections::HashMap;

use base::budget::{Budget, StopReason};
use rules::ast::BinaryOp;
use rules::ir::{Expr, Int, SourceInfo};

use super::conditions::{CellCondition, SampleCellSet};
use super::terms::{Id, TermPool};

/// The most terms that cases choose between.
const MAX_LEAVES: usize = 500;

/// The most cases.
const MAX_CASES: usize = 4;

/// The most first cases whose rest is looked for.
const MAX_FIRST_CASES: usize = 60;

/// What is said in a case.
#[derive(Clone, Copy, Debug)]
pub(super) enum CaseValue {
    Term(Id),
    /// The condition at this place.
    Condition(usize),
    Truth(bool),
}

/// Something that can be said, where it is right, and what it costs.
#[derive(Clone, Copy, Debug)]
pub(super) struct CaseLeaf {
    said: CaseValue,
    cost: u32,
    fits: SampleCellSet,
}

/// Terms that are right of some cells, none of them at fewer than a cheaper one.
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

/// Truth values and conditions, as [`of_terms`].
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

/// Those that are right of the most cells, the cheapest first.
fn most_telling(mut leaves: Vec<CaseLeaf>) -> Vec<CaseLeaf> {
    leaves.sort_by_key(|leaf| std::cmp::Reverse(leaf.fits.count()));
    leaves.truncate(MAX_LEAVES);
    leaves.sort_by_key(|leaf| leaf.cost);
    leaves
}

/// Conditions by their places, with what is said where each is the first that holds; and what is
/// said in the end.
#[derive(Clone, Debug)]
pub(super) struct CaseList {
    cases: Vec<(usize, CaseValue)>,
    last: CaseValue,
    pub cost: u32,
}

/// The search for lists.
pub(super) struct CaseSearch<'c> {
    pub conditions: &'c [CellCondition],
    pub leaves: &'c [CaseLeaf],
    pub budget: &'c Budget<'c>,
}

impl CaseSearch<'_> {
    /// A list right of all cells, with the fewest cases, and of these the cheapest that is met;
    /// `None` if none is met.
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

    /// Two cases: leaves that together are right of all, and a condition that holds where the
    /// second is wrong and not where the first is.
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

    /// A first case, and a list of the rest.
    fn more(
        &self,
        cells: SampleCellSet,
        cases: usize,
        mut below: u32,
    ) -> Result<Option<CaseList>, StopReason> {
        // What is left after each first case, with the cheapest way there.
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
        // A case that tells much for its price comes first.
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

    /// A list in the language; of truth values by `and` and `or` where these say it.
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

/// An expression, or a truth value, for which the language has no word.
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
