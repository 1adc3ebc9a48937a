//! Cases: `if p then x else if q then y else z`, from terms that are right of some cells and
//! conditions that hold at some (decision lists; R. L. Rivest 1987; the division into terms and
//! conditions after R. Alur, A. Radhakrishna, A. Udupa 2017). For outcomes the terms are
//! conditions, and cases become `and`, `or`.

use std::collections::HashMap;

use base::budget::{Budget, Stop};
use rules::ast::BinaryOp;
use rules::ir::{Aside, Expr, Int};

use super::conditions::{Condition, Set};
use super::terms::{Id, Terms};

/// The most terms that cases choose between.
const MOST_LEAVES: usize = 500;

/// The most cases.
const MOST_CASES: usize = 4;

/// The most first cases whose rest is looked for.
const WIDE: usize = 60;

/// What is said in a case.
#[derive(Clone, Copy, Debug)]
pub(super) enum Said {
    Term(Id),
    /// The condition at this place.
    Condition(usize),
    Truth(bool),
}

/// Something that can be said, where it is right, and what it costs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaf {
    said: Said,
    cost: u32,
    fits: Set,
}

/// Terms that are right of some cells, none of them at fewer than a cheaper one.
pub(super) fn of_terms(
    terms: &Terms,
    target: &[Int],
    sayable: impl Fn(Id) -> bool,
    budget: &Budget<'_>,
) -> Result<Vec<Leaf>, Stop> {
    let mut leaves = Vec::new();
    for id in (0..terms.len() as Id).filter(|&id| sayable(id)) {
        let values = terms.values(id);
        let fits = Set::of(terms.width, |cell| values[cell] == target[cell]);
        kept(
            &mut leaves,
            Leaf {
                said: Said::Term(id),
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
    conditions: &[Condition],
    lost: Set,
    width: usize,
    budget: &Budget<'_>,
) -> Result<Vec<Leaf>, Stop> {
    let all = Set::all(width);
    let mut leaves = Vec::new();
    for (truth, fits) in [(true, lost), (false, all.minus(lost))] {
        kept(
            &mut leaves,
            Leaf {
                said: Said::Truth(truth),
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
        kept(
            &mut leaves,
            Leaf {
                said: Said::Condition(place),
                cost: condition.cost,
                fits,
            },
            budget,
        )?;
    }
    Ok(most_telling(leaves))
}

fn kept(leaves: &mut Vec<Leaf>, leaf: Leaf, budget: &Budget<'_>) -> Result<(), Stop> {
    budget.steps(1 + leaves.len() / 16)?;
    if !leaf.fits.is_empty() && !leaves.iter().any(|other| leaf.fits.within(other.fits)) {
        leaves.push(leaf);
    }
    Ok(())
}

/// Those that are right of the most cells, the cheapest first.
fn most_telling(mut leaves: Vec<Leaf>) -> Vec<Leaf> {
    leaves.sort_by_key(|leaf| std::cmp::Reverse(leaf.fits.count()));
    leaves.truncate(MOST_LEAVES);
    leaves.sort_by_key(|leaf| leaf.cost);
    leaves
}

/// Conditions by their places, with what is said where each is the first that holds; and what is
/// said in the end.
#[derive(Clone, Debug)]
pub(super) struct List {
    cases: Vec<(usize, Said)>,
    last: Said,
    pub cost: u32,
}

/// The search for lists.
pub(super) struct Cases<'c> {
    pub conditions: &'c [Condition],
    pub leaves: &'c [Leaf],
    pub budget: &'c Budget<'c>,
}

impl Cases<'_> {
    /// A list right of all cells, with the fewest cases, and of these the cheapest that is met;
    /// `None` if none is met.
    pub fn list(&self, width: usize) -> Result<Option<List>, Stop> {
        for cases in 1..=MOST_CASES {
            let found = self.of(Set::all(width), cases, u32::MAX)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    fn single(&self, cells: Set) -> Option<&Leaf> {
        self.leaves.iter().find(|leaf| cells.within(leaf.fits))
    }

    fn of(&self, cells: Set, cases: usize, below: u32) -> Result<Option<List>, Stop> {
        match cases {
            1 => Ok(self
                .single(cells)
                .filter(|leaf| leaf.cost < below)
                .map(|leaf| List {
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
    fn two(&self, cells: Set, mut below: u32) -> Result<Option<List>, Stop> {
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
                let fits = |condition: &Condition| {
                    needed.within(condition.holds) && !condition.holds.meets(wrong)
                };
                if let Some((place, condition)) =
                    cheap.enumerate().find(|(_, condition)| fits(condition))
                {
                    below = first.cost + second.cost + 1 + condition.cost;
                    best = Some(List {
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
    fn more(&self, cells: Set, cases: usize, mut below: u32) -> Result<Option<List>, Stop> {
        // What is left after each first case, with the cheapest way there.
        let mut rests: HashMap<Set, (u32, usize, Said)> = HashMap::new();
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
        order.truncate(WIDE);
        let mut best = None;
        for rest in order {
            let (cost, place, said) = rests[&rest];
            if cost >= below {
                continue;
            }
            if let Some(then) = self.of(rest, cases - 1, below - cost)? {
                below = cost + then.cost;
                best = Some(List {
                    cases: [vec![(place, said)], then.cases].concat(),
                    last: then.last,
                    cost: below,
                });
            }
        }
        Ok(best)
    }

    /// A list in the language; of truth values by `and` and `or` where these say it.
    pub fn expr(&self, terms: &Terms, list: &List) -> Option<Expr> {
        let mut rest = Partly::of(list.last, terms, self.conditions);
        for &(place, said) in list.cases.iter().rev() {
            let condition = &self.conditions[place];
            let said = Partly::of(said, terms, self.conditions);
            let binary =
                |op, a, b| Partly::Expr(Expr::Binary(op, Box::new([a, b]), Aside::default()));
            rest = match (said, rest) {
                (Partly::Truth(true), Partly::Truth(false)) => Partly::Expr(condition.expr(terms)),
                (Partly::Truth(false), Partly::Truth(true)) => {
                    Partly::Expr(condition.negated(terms))
                }
                (Partly::Truth(truth), Partly::Truth(_)) => Partly::Truth(truth),
                (Partly::Truth(true), Partly::Expr(rest)) => {
                    binary(BinaryOp::Or, condition.expr(terms), rest)
                }
                (Partly::Truth(false), Partly::Expr(rest)) => {
                    binary(BinaryOp::And, condition.negated(terms), rest)
                }
                (Partly::Expr(said), Partly::Truth(false)) => {
                    binary(BinaryOp::And, condition.expr(terms), said)
                }
                (Partly::Expr(said), Partly::Truth(true)) => {
                    binary(BinaryOp::Or, condition.negated(terms), said)
                }
                (Partly::Expr(said), Partly::Expr(rest)) => {
                    Partly::Expr(Expr::If(Box::new([condition.expr(terms), said, rest])))
                }
            };
        }
        match rest {
            Partly::Expr(expr) => Some(expr),
            Partly::Truth(_) => None,
        }
    }
}

/// An expression, or a truth value, for which the language has no word.
enum Partly {
    Truth(bool),
    Expr(Expr),
}

impl Partly {
    fn of(said: Said, terms: &Terms, conditions: &[Condition]) -> Partly {
        match said {
            Said::Truth(truth) => Partly::Truth(truth),
            Said::Term(id) => Partly::Expr(terms.expr(id)),
            Said::Condition(place) => Partly::Expr(conditions[place].expr(terms)),
        }
    }
}
