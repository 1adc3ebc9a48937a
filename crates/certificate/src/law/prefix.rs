//! Nim-sums of runs: a move may leave a component for each number of a run, as many as the position
//! says. With N(x) the nim-sum of the values of the first x numbers of a slot, the nim-sum of those
//! from the place x to before the place y is N(x) xor N(y). An automaton tells N: of 0 it tells 0;
//! where it tells f of x and the law tells v of the number at place x, it tells f xor v of x + 1;
//! and nowhere it tells two. As the law tells one value of each number, by induction on x the
//! automaton tells N(x) and nothing else, up to the place after the last number. Whether the law is
//! right is not asked here.

use std::cmp::Ordering;

use base::budget::Budget;
use base::text;

use super::claim::{LawClaim, LawKind};
use crate::error::CertificateError;
use crate::walker::atoms::{self, AtomRelation, Terms};
use crate::walker::numerals::CertificateNumerals;
use crate::walker::{
    AutomatonTable, CertificateAutomaton, Statement, StatementVisitor, Track, refuse,
};

/// Reads the automaton of a law that has one: on track 0 a number less the least of its slot, on
/// track 1 the nim-sum of the values before it.
pub(super) fn read(
    claim: &LawClaim,
    slots: usize,
    machine: Option<&CertificateAutomaton>,
) -> Result<Option<AutomatonTable>, CertificateError> {
    let Some(machine) = machine else {
        return Ok(None);
    };
    if slots != 1 || claim.kind != LawKind::Values || claim.expansion != [2] {
        return refuse(text!(
            "nim-sums of runs are told of values of one number, in base 2",
            "连续部分的 nim 和只针对单个数的二进制值"
        ));
    }
    AutomatonTable::from_successors(2, [0, 1].into(), &machine.next, &machine.accepting).map(Some)
}

/// The statements about such an automaton, given a law of values of one slot in base 2.
pub(super) fn statements(
    prefix: &AutomatonTable,
    law: &AutomatonTable,
    numerals: &CertificateNumerals<'_>,
    budget: &Budget<'_>,
    visit: StatementVisitor<'_>,
) -> Result<(), CertificateError> {
    // A place and the value of its number, as the law has them; what is told of the place; the next
    // place, and what is told of it.
    let [x, v, f, y, g]: [Track; 5] = [0, 1, 2, 3, 4];
    let other = prefix.complement();
    let zero = |track: Track| atoms::digits(2, track, &[], budget);
    let statement = text!(
        "the nim-sum of no numbers is not told to be 0",
        "空串的 nim 和并非 0"
    );
    visit(
        &statement,
        Statement::None(vec![zero(x)?, zero(f)?, other.on(&[x, f], budget)?]),
    )?;
    let statement = text!(
        "nim-sums of runs have two values",
        "连续部分的 nim 和有两个值"
    );
    let differ = atoms::order(2, f, g, Ordering::is_ne, budget)?;
    visit(
        &statement,
        Statement::None(vec![
            prefix.on(&[x, f], budget)?,
            prefix.on(&[x, g], budget)?,
            differ,
        ]),
    )?;
    let statement = text!(
        "a nim-sum of a run does not go on by the value of the next number",
        "某连续部分的 nim 和未按下一个数的值延续"
    );
    let next = numerals.linear(
        &Terms::from([(x, 1), (y, -1)]),
        1,
        AtomRelation::Equal,
        budget,
    )?;
    let tables = vec![
        prefix.on(&[x, f], budget)?,
        law.clone(),
        next,
        atoms::nim_sum(&[v, f, g], budget)?,
        other.on(&[y, g], budget)?,
    ];
    visit(&statement, Statement::None(tables))
}
