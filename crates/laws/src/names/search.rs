//! Searches for an expression that is correct at all cells: first terms from the smallest up, then
//! sums of terms, then cases.

use base::budget::{Budget, StopReason};
use rules::ast::{BinaryOp, CompareOp};
use rules::ir::{Expr, Function, Int, SourceInfo};

use super::cases::{CaseSearch, of_conditions, of_terms};
use super::cells::SampleCell;
use super::conditions::{CellCondition, SampleCellSet, conditions};
use super::sums::sums;
use super::terms::{Id, TermInputs, TermPool};
use crate::law::LawOutput;

/// Maximum number of terms that are stored.
const MAX_TERMS: usize = 9_000;

const MAX_TERM_COST: u32 = 11;

/// Maximum number of terms that are compared in pairs.
const MAX_COMPARED_TERMS: usize = 1_200;

/// A sum of at most this cost is not compared with cases.
const MAX_PLAIN_SUM_COST: u32 = 14;

/// Budget polls of the search for cases, of a thousand small steps each.
const CASE_CLOCK_CHECKS: u32 = 5_000;

/// Maximum cost of a name; a more expensive name is no clearer than an automaton.
const MAX_NAME_COST: u32 = 34;

/// The input of a search.
pub(super) struct NameQuery<'q> {
    /// The least value of each slot.
    pub lows: &'q [Int],
    pub cells: &'q [SampleCell],
    pub kind: LawOutput,
    pub stock: &'q TermInputs,
}

impl NameQuery<'_> {
    /// Generates terms until `wanted` accepts a term.
    fn terms(
        &self,
        wanted: &dyn Fn(&TermPool, Id) -> bool,
        budget: &Budget<'_>,
    ) -> Result<(TermPool, Option<Id>), StopReason> {
        TermPool::generate(
            self.lows,
            self.cells,
            self.stock,
            MAX_TERMS,
            MAX_TERM_COST,
            wanted,
            budget,
        )
    }
}

/// Returns the cheapest expression found that is correct at all cells. For powers of values, the
/// expression gives the values themselves.
///
/// # Errors
/// Returns an error if the budget runs out.
pub(super) fn search(
    question: &NameQuery<'_>,
    budget: &Budget<'_>,
) -> Result<Option<Expr>, StopReason> {
    let found = match question.kind {
        LawOutput::Outcomes => of_outcomes(question, budget)?,
        LawOutput::Values | LawOutput::PowersOfValues => of_values(question, budget)?,
    };
    Ok(found
        .filter(|(cost, _)| *cost <= MAX_NAME_COST)
        .map(|(_, expr)| expr))
}

type CostedExpr = Option<(u32, Expr)>;

fn of_values(question: &NameQuery<'_>, budget: &Budget<'_>) -> Result<CostedExpr, StopReason> {
    let target: Vec<Int> = question.cells.iter().map(|cell| cell.told).collect();
    let powers = question.kind == LawOutput::PowersOfValues;
    // A power of 2 can only be expressed in the language if its exponent can be expressed. The
    // lowest bit of any term can be expressed as `2 ** ctz(e)`.
    let sayable = |terms: &TermPool, id: Id| !powers || exponent(&terms.expr(id)).is_some();
    let lowest = |terms: &TermPool, id: Id| {
        terms
            .values(id)
            .iter()
            .zip(&target)
            .all(|(&x, &told)| x != 0 && x & x.wrapping_neg() == told)
    };
    let wanted = |terms: &TermPool, id: Id| {
        if powers {
            lowest(terms, id)
        } else {
            terms.values(id) == target
        }
    };
    let (terms, found) = question.terms(&wanted, budget)?;
    if let Some(id) = found {
        let expr = terms.expr(id);
        return Ok(Some((
            terms.cost(id),
            if powers {
                Expr::Call(Function::Ctz, vec![expr], SourceInfo::default())
            } else {
                expr
            },
        )));
    }
    let said = |(cost, expr): (u32, Expr)| {
        if powers {
            exponent(&expr).map(|expr| (cost, expr))
        } else {
            Some((cost, expr))
        }
    };
    let by_sum = if powers {
        None
    } else {
        sums(&terms, &target, question.stock.bits, budget)?
    };
    if by_sum
        .as_ref()
        .is_some_and(|(cost, _)| *cost <= MAX_PLAIN_SUM_COST)
    {
        return Ok(by_sum);
    }
    let by_cases = budgeted(budget, |budget| {
        let conditions = conditions(&terms, budget)?;
        let leaves = of_terms(&terms, &target, |id| sayable(&terms, id), budget)?;
        let cases = CaseSearch {
            conditions: &conditions,
            leaves: &leaves,
            budget,
        };
        Ok(cases
            .list(terms.width)?
            .and_then(|list| Some((list.cost, cases.expr(&terms, &list)?)))
            .and_then(said))
    })?;
    Ok(by_sum
        .into_iter()
        .chain(by_cases)
        .min_by_key(|(cost, _)| *cost))
}

fn of_outcomes(question: &NameQuery<'_>, budget: &Budget<'_>) -> Result<CostedExpr, StopReason> {
    let width = question.cells.len();
    let lost = SampleCellSet::from_fn(width, |cell| question.cells[cell].told == 1);
    // Term == constant: the term has one value at all P-positions, and at no other position.
    let constants = &question.stock.constants;
    let price = |c: Int| {
        constants
            .iter()
            .find(|(known, _)| *known == c)
            .map(|(_, cost)| *cost)
    };
    let first = (0..width).find(|&cell| question.cells[cell].told == 1);
    let only = |terms: &TermPool, id: Id| {
        let values = terms.values(id);
        let constant = values[first?];
        let told = values
            .iter()
            .zip(question.cells)
            .all(|(&value, cell)| (value == constant) == (cell.told == 1));
        told.then_some(constant)
            .filter(|&constant| price(constant).is_some())
    };
    let wanted =
        |terms: &TermPool, id: Id| terms.constant(id).is_none() && only(terms, id).is_some();
    let (terms, found) = question.terms(&wanted, budget)?;
    let mut best: CostedExpr = None;
    let mut offer = |cost: u32, expr: &dyn Fn() -> Expr| {
        if best.as_ref().is_none_or(|(least, _)| cost < *least) {
            best = Some((cost, expr()));
        }
    };
    if let Some((id, constant)) = found.and_then(|id| Some((id, only(&terms, id)?))) {
        let cost = terms.cost(id) + 1 + price(constant).unwrap_or(1);
        offer(cost, &|| {
            Expr::Compare(
                CompareOp::Eq,
                Box::new([terms.expr(id), Expr::Const(constant)]),
            )
        });
    }
    let conditions = conditions(&terms, budget)?;
    if let Some(condition) = conditions.iter().find(|condition| condition.holds == lost) {
        offer(condition.cost, &|| condition.expr(&terms));
    }
    // Two terms that are equal at P-positions only.
    let compared: Vec<Id> = (0..terms.len() as Id)
        .filter(|&id| terms.constant(id).is_none() && terms.is_total(id))
        .take(MAX_COMPARED_TERMS)
        .collect();
    for (place, &b) in compared.iter().enumerate() {
        budget.steps(1 + place / 4)?;
        for &a in &compared[..place] {
            let (left, right) = (terms.values(a), terms.values(b));
            if question
                .cells
                .iter()
                .enumerate()
                .all(|(cell, told)| (left[cell] == right[cell]) == (told.told == 1))
            {
                let condition = CellCondition::equal(&terms, a, b);
                offer(condition.cost, &|| condition.expr(&terms));
            }
        }
    }
    if best.is_some() {
        return Ok(best);
    }
    budgeted(budget, |budget| {
        let leaves = of_conditions(&conditions, lost, width, budget)?;
        let cases = CaseSearch {
            conditions: &conditions,
            leaves: &leaves,
            budget,
        };
        Ok(cases
            .list(width)?
            .and_then(|list| Some((list.cost, cases.expr(&terms, &list)?))))
    })
}

/// Returns the result of `look` within the budget of the search for cases; `None` if this budget
/// runs out.
fn budgeted(
    budget: &Budget<'_>,
    look: impl FnOnce(&Budget<'_>) -> Result<CostedExpr, StopReason>,
) -> Result<CostedExpr, StopReason> {
    match budget.limited(CASE_CLOCK_CHECKS, look) {
        (Err(_), true) => Ok(None),
        (found, _) => found,
    }
}

/// Returns the exponent of a power of 2, if the language can express it: for `2 ** ctz(e)`, for
/// constants, and for case expressions of both.
fn exponent(expr: &Expr) -> Option<Expr> {
    match expr {
        Expr::Const(n) if n.count_ones() == 1 => Some(Expr::Const(n.trailing_zeros().into())),
        Expr::Binary(BinaryOp::Pow, sides, _) => match &sides[..] {
            [Expr::Const(2), Expr::Call(Function::Ctz, args, _)] => Some(Expr::Call(
                Function::Ctz,
                args.clone(),
                SourceInfo::default(),
            )),
            _ => None,
        },
        Expr::If(parts) => Some(Expr::If(Box::new([
            parts[0].clone(),
            exponent(&parts[1])?,
            exponent(&parts[2])?,
        ]))),
        _ => None,
    }
}
