//! Nim-sums of runs: a move may leave a component for each number of a run, whose length depends on
//! the position. Let N(x) be the nim-sum of the values of the first x numbers of a slot. Then the
//! nim-sum of those from index x up to, but excluding, index y is N(x) xor N(y). An automaton gives
//! N. Three statements are decided: it gives 0 for 0; if it gives f for x and the law gives v for
//! the number at index x, it gives f xor v for x + 1; it never gives two values. The law gives one
//! value for each number, so by induction on x the automaton gives N(x) and nothing else, up to the
//! index after the last number. Whether the law is correct is not decided here.

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

/// Reads the automaton of a law that has one. Track 0 contains a number minus the least of its
/// slot, track 1 the nim-sum of the values before it.
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

/// Visits the statements about such an automaton, given a law of values of one slot in base 2.
pub(super) fn statements(
    prefix: &AutomatonTable,
    law: &AutomatonTable,
    numerals: &CertificateNumerals<'_>,
    budget: &Budget<'_>,
    visit: StatementVisitor<'_>,
) -> Result<(), CertificateError> {
    // The tracks: an index x, the value v of its number, the nim-sum f before it, the next index y,
    // and the nim-sum g before that.
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
