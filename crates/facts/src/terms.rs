//! Conditions as tests of single slots.
//!
//! A *term* lists the allowed values of some slots. A condition on several slots is usually a
//! disjunction of a few terms, for example a line of three on a board. Other conditions combine
//! disjunctions of terms. Code that encodes positions as numbers can test terms by checking the
//! code of each slot.

use std::collections::BTreeMap;

use rules::ast::BinaryOp;
use rules::ir::{Expr, Fold};

use super::totals::{LocalScope, SlotRanges};

/// Maximum number of terms of one test.
pub const MAX_TERMS: usize = 64;

/// For each slot of the term, whether each value of the slot is allowed.
pub type Term = BTreeMap<usize, Vec<bool>>;

/// A condition as a combination of terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SlotTest {
    /// The test holds if at least one of the terms holds. An empty list means that the test never
    /// holds.
    Any(Vec<Term>),
    /// The combined test holds if both tests hold.
    And(Box<[SlotTest; 2]>),
    /// The combined test holds if at least one of the two tests holds.
    Or(Box<[SlotTest; 2]>),
    /// The combined test holds if the inner test does not hold.
    Not(Box<SlotTest>),
}

impl SlotRanges<'_> {
    /// Returns a condition as a test; `None` if the condition combines several slots in a way that
    /// terms cannot express.
    pub fn test(&self, condition: &Expr) -> Option<SlotTest> {
        self.test_in(condition, &self.scope())
    }

    fn test_in(&self, condition: &Expr, scope: &LocalScope) -> Option<SlotTest> {
        if let Some(terms) = self.terms(condition, scope) {
            return Some(SlotTest::Any(terms));
        }
        match condition {
            Expr::Not(e) => Some(SlotTest::Not(Box::new(self.test_in(e, scope)?))),
            Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or), sides, _) => {
                let both = Box::new([
                    self.test_in(&sides[0], scope)?,
                    self.test_in(&sides[1], scope)?,
                ]);
                Some(if *op == BinaryOp::And {
                    SlotTest::And(both)
                } else {
                    SlotTest::Or(both)
                })
            }
            _ => None,
        }
    }

    /// Returns terms such that at least one of them holds exactly if the condition holds.
    fn terms(&self, condition: &Expr, scope: &LocalScope) -> Option<Vec<Term>> {
        if let Some((source, holds)) = self.function(condition, scope) {
            let values: Vec<bool> = holds.iter().map(|holds| *holds != 0).collect();
            return Some(match source {
                _ if !values.contains(&true) => Vec::new(),
                Some(slot) => vec![Term::from([(slot, values)])],
                None => vec![Term::new()],
            });
        }
        let few = |terms: Vec<Term>| Some(terms).filter(|terms| terms.len() <= MAX_TERMS);
        match condition {
            Expr::Binary(BinaryOp::Or, sides, _) => {
                let mut terms = self.terms(&sides[0], scope)?;
                terms.extend(self.terms(&sides[1], scope)?);
                few(terms)
            }
            Expr::Binary(BinaryOp::And, sides, _) => few(both(
                &self.terms(&sides[0], scope)?,
                &self.terms(&sides[1], scope)?,
            )),
            Expr::Fold(fold @ (Fold::Any | Fold::All), elements, _) => {
                let all = *fold == Fold::All;
                let mut terms = if all { vec![Term::new()] } else { Vec::new() };
                for element in elements {
                    self.unrolled(&element.generators, scope, &mut |scope, rest| {
                        let here = rest
                            .is_empty()
                            .then(|| self.terms(&element.values[0], scope))??;
                        if all {
                            terms = both(&terms, &here)
                        } else {
                            terms.extend(here)
                        }
                        (terms.len() <= MAX_TERMS).then_some(())
                    })?;
                }
                Some(terms)
            }
            _ => None,
        }
    }
}

/// Returns the conjunction of two lists of terms. At least one of the returned terms holds exactly
/// if each list contains a term that holds.
fn both(some: &[Term], others: &[Term]) -> Vec<Term> {
    let mut terms = Vec::new();
    for (one, two) in some
        .iter()
        .flat_map(|one| others.iter().map(move |two| (one, two)))
    {
        let mut term = one.clone();
        for (&slot, values) in two {
            match term.get_mut(&slot) {
                Some(mine) => mine
                    .iter_mut()
                    .zip(values)
                    .for_each(|(mine, values)| *mine &= values),
                None => {
                    term.insert(slot, values.clone());
                }
            }
        }
        if term.values().all(|values| values.contains(&true)) {
            terms.push(term);
        }
    }
    terms
}
