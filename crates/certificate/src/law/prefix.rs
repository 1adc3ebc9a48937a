//! Nim-sums of runs: a move may leave a component for each number of a run (consecutive numbers),
//! whose length depends on the position. Let N(x) be the nim-sum of the values of the first x
//! numbers of a slot. The nim-sum of the values from index x up to, but excluding, index y is N(x)
//! xor N(y). An automaton gives the nim-sum N(x) for each x. The checker decides three statements
//! about the automaton for N. The automaton gives N(0) = 0. If the automaton gives f for x and the
//! law gives v for the number at index x, the automaton gives f xor v for x + 1. The automaton
//! never gives two values for the same x. The law gives one value for each number. By induction on
//! x the automaton gives N(x) and no other value, up to the index after the last number. This
//! module does not decide whether the law is correct.

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

/// Reads the automaton of nim-sums, if the law has one. Track 0 contains a number minus the least
/// number of its slot, track 1 the nim-sum of the values of all smaller numbers.
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
            "nim-sums of runs require values of a single number, in base 2",
            "连续部分的 nim 和只针对单个数的二进制值"
        ));
    }
    AutomatonTable::from_successors(2, [0, 1].into(), &machine.next, &machine.accepting).map(Some)
}

/// Visits the statements about an automaton of nim-sums, given a law of values of one slot in base
/// 2.
pub(super) fn statements(
    prefix: &AutomatonTable,
    law: &AutomatonTable,
    numerals: &CertificateNumerals<'_>,
    budget: &Budget<'_>,
    visit: StatementVisitor<'_>,
) -> Result<(), CertificateError> {
    // The tracks: an index x, the value v of the number at x, the nim-sum f before x, the next
    // index y, and the nim-sum g before y.
    let [x, v, f, y, g]: [Track; 5] = [0, 1, 2, 3, 4];
    let other = prefix.complement();
    let zero = |track: Track| atoms::digits(2, track, &[], budget);
    let statement = text!(
        "the nim-sum of an empty run is not 0",
        "空的连续部分的 nim 和并非 0"
    );
    visit(
        &statement,
        Statement::None(vec![zero(x)?, zero(f)?, other.on(&[x, f], budget)?]),
    )?;
    let statement = text!("a run has two nim-sums", "某连续部分有两个 nim 和");
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
        "for some run, adding the next number does not add its value to the nim-sum",
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
