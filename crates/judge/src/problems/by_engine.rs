//! The common functions of problems that engines answer: the table of a library game, and the
//! format of cases.

use std::fmt::Write;
use std::ops::RangeInclusive;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use fastrand::Rng;
use grundy::Session;
use grundy::answer::TableCells;
use rules::library;
use rules::world::World;

use crate::error::JudgeError;
use crate::input::InputReader;
use crate::output::write_row;

/// Creates a session with the games of one file of the library. Parsing the other files of the
/// library would take longer than a small table.
pub fn session(file: &str) -> Result<Session, JudgeError> {
    let mut session = Session::with_world(World::empty());
    for (name, text) in library::FILES.iter().filter(|(name, _)| *name == file) {
        session.load_rules(name, text)?;
    }
    Ok(session)
}

/// Returns the Grundy values of a table such as `Kayles[0..100]`, with the last number varying
/// fastest, for a game of a file of the library.
pub fn table(file: &str, question: &str, budget: &Budget<'_>) -> Result<Vec<u64>, JudgeError> {
    table_of(&mut session(file)?, question, budget)
}

/// Returns the same values as [`table`], computed by a given session, which may have other
/// settings.
pub fn table_of(
    session: &mut Session,
    question: &str,
    budget: &Budget<'_>,
) -> Result<Vec<u64>, JudgeError> {
    let table = match session.table(question, false, budget) {
        Ok(table) => table,
        Err(grundy::SolveError::Stopped(stop)) => return Err(stop.into()),
        Err(error) => return Err(error.into()),
    };
    let TableCells::Values(cells) = table.cells else {
        return Err(grundy::SolveError::Bug(text!(
            "`{question}` has no values",
            "`{question}` 没有值"
        ))
        .into());
    };
    let value = |cell: Option<theory::value::Grundy>| cell.and_then(|value| value.as_nimber());
    cells
        .iter()
        .map(value)
        .collect::<Option<Vec<u64>>>()
        .ok_or_else(|| {
            grundy::SolveError::Bug(text!(
                "a cell of `{question}` has no value",
                "`{question}` 中有的局面没有值"
            ))
            .into()
        })
}

/// Reads cases `T / n / piles`.
pub fn cases(
    input: &mut InputReader<'_>,
    range: RangeInclusive<u64>,
    each: usize,
) -> Result<Vec<Vec<u64>>, JudgeError> {
    let budget = input.budget;
    let count = input.cases()?;
    let mut cases: Vec<Vec<u64>> = Vec::new();
    let mut held = 0;
    for _ in 0..count {
        let piles = input.number(text!("the number of piles", "堆数"), 0..=10_000_000u64)?;
        let mut case = Vec::new();
        for _ in 0..piles * each as u64 {
            budget.tick()?;
            budget.make_room(&mut case, 1, held)?;
            case.push(input.number(text!("the size of a pile", "一堆的大小"), range.clone())?);
        }
        held += case.capacity() as u64 * 8 + 24;
        budget.make_room(&mut cases, 1, held)?;
        cases.push(case);
    }
    input.end()?;
    Ok(cases)
}

/// Writes `Case i: Alice` if the first player wins, otherwise `Case i: Bob`.
pub fn alice_or_bob(
    out: &mut String,
    cases: &[Vec<u64>],
    mut wins: impl FnMut(&Vec<u64>) -> Result<bool, StopReason>,
) -> Result<(), JudgeError> {
    for (i, case) in (1..).zip(cases) {
        let winner = if wins(case)? { "Alice" } else { "Bob" };
        let _ = writeln!(out, "Case {i}: {winner}");
    }
    Ok(())
}

/// Returns the nim-sum of piles whose values are in a table.
pub fn nim_sum_in(values: &[u64], piles: &[u64]) -> u64 {
    piles
        .iter()
        .fold(0, |sum, &pile| sum ^ values[pile as usize])
}

/// Returns random cases of piles of at least `low`, whose sum is at most about `size`; a small size
/// gives few piles.
pub fn random_cases(rng: &mut Rng, size: u64, low: u64) -> String {
    let mut text = String::new();
    let cases = rng.u64(1..=6);
    let _ = writeln!(text, "{cases}");
    for _ in 0..cases {
        let piles = rng.u64(
            1..=if size <= 30 {
                size.min(4)
            } else {
                size.min(1000)
            },
        );
        let _ = writeln!(text, "{piles}");
        write_row(
            &mut text,
            (0..piles).map(|_| rng.u64(low..=(size / piles).max(low))),
        );
    }
    text
}

/// Reads one number per line, up to the end of the input.
pub fn numbers(
    input: &mut InputReader<'_>,
    what: Text,
    range: RangeInclusive<u64>,
) -> Result<Vec<u64>, JudgeError> {
    input.list_to_end(|input| input.number(what.clone(), range.clone()))
}

/// Returns some random numbers, one per line.
pub fn random_numbers(rng: &mut Rng, low: u64, high: u64) -> String {
    (0..rng.u64(1..=8))
        .map(|_| format!("{}\n", rng.u64(low..=high.max(low))))
        .collect()
}
