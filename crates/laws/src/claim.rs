//! Converts the claims of rule files to laws: a case distinction by clauses becomes an automaton.

use automata::numeration::NumerationSystem;
use automata::{Automaton, LinearRelation, Track, conjunction};
use base::budget::{Budget, StopReason};
use base::text;
use clauses::{LinearForm, PositionRegion, SymbolicClaim};

use crate::clause_reader::ClauseReader;
use crate::error::LawError;
use crate::law::{Law, LawOutput};
use crate::numerals::LawNumerals;
use crate::theory::{Theory, build_regions};

/// Maximum number of values in the preperiod and the first period for which an automaton is built.
const MAX_ROWS: usize = 20_000;

/// Returns the law that a claim states, whether or not it is true. `value` gives the Grundy value
/// of a heap, because a claimed period does not state the values.
///
/// # Errors
/// Returns [`LawError::Outside`] if the claim cannot be expressed in these numerals, or an error if
/// the budget runs out.
pub fn claim_to_law<E: From<LawError>>(
    theory: &Theory,
    claim: &SymbolicClaim,
    value: &mut impl FnMut(i64) -> Result<u64, E>,
    budget: &Budget<'_>,
) -> Result<Law, E> {
    claim_to_law_on(
        &theory.numerals,
        &theory.lows,
        &theory.positions,
        claim,
        value,
        budget,
    )
}

/// Returns the law that a claim states, for a game with the given positions and least slot values,
/// in the given numerals.
///
/// # Errors
/// Returns the same errors as [`claim_to_law`].
pub fn claim_to_law_on<E: From<LawError>>(
    numerals: &LawNumerals,
    lows: &[i128],
    positions: &Automaton,
    claim: &SymbolicClaim,
    value: &mut impl FnMut(i64) -> Result<u64, E>,
    budget: &Budget<'_>,
) -> Result<Law, E> {
    let law = |kind, automaton: Automaton| {
        let automaton = automaton.and(positions, budget).map_err(LawError::from)?;
        Ok(Law {
            kind,
            numerals: numerals.clone(),
            lows: lows.to_vec(),
            automaton,
            prefix: None,
        })
    };
    match claim {
        SymbolicClaim::Value(cases) => law(
            LawOutput::Values,
            build_cases(numerals, lows, cases, budget)?,
        ),
        SymbolicClaim::PowerOfValue(cases) => law(
            LawOutput::PowersOfValues,
            build_cases(numerals, lows, cases, budget)?,
        ),
        SymbolicClaim::Outcome { p, .. } => law(
            LawOutput::Outcomes,
            build_regions(numerals, lows, p, budget)?,
        ),
        &SymbolicClaim::Period(period, from, saltus) => {
            let low = *lows.first().unwrap_or(&0);
            if saltus != 0 {
                return Err(E::from(LawError::Outside(text!(
                    "a period with a saltus is not an automatic law of values",
                    "带公差的周期不是值的自动机规律"
                ))));
            }
            let rows = i128::from(from).max(low) - low + i128::from(period);
            let Some(rows) = usize::try_from(rows)
                .ok()
                .filter(|rows| *rows <= MAX_ROWS && period > 0)
            else {
                return Err(E::from(LawError::Outside(text!(
                    "a period of more than {MAX_ROWS} heaps",
                    "周期超过 {MAX_ROWS} 堆"
                ))));
            };
            let mut values = Vec::with_capacity(rows);
            for row in 0..rows {
                budget.tick().map_err(LawError::from)?;
                values.push(value(row as i64 + low as i64)?);
            }
            let NumerationSystem::Base(base) = numerals.system() else {
                return Err(E::from(LawError::Outside(text!(
                    "periods can be proved only for digits in a base",
                    "周期只在进位制中证明"
                ))));
            };
            law(
                LawOutput::Values,
                build_periodic(base, &values, period as usize, budget).map_err(LawError::from)?,
            )
        }
    }
}

/// Builds the automaton of heaps on track 0 and their values on track 1. The last `period` values
/// repeat forever.
pub(crate) fn build_periodic(
    base: u8,
    values: &[u64],
    period: usize,
    budget: &Budget<'_>,
) -> Result<Automaton, StopReason> {
    let (rows, too_much) = (
        values.len() as u64,
        values.iter().max().map_or(0, |most| most + 1),
    );
    let period = period as u64;
    let step = |&(row, value): &(u64, u64), phase: usize, digit: u8| {
        let (base, digit) = (u64::from(base), u64::from(digit));
        if phase == 1 {
            return (row, (base * value + digit).min(too_much));
        }
        let row = base * row + digit;
        (
            if row < rows {
                row
            } else {
                rows - period + (row - rows) % period
            },
            value,
        )
    };
    let accepts = |&(row, value): &(u64, u64)| values[row as usize] == value;
    Automaton::build(base, vec![0, 1], (0, 0), step, accepts, budget)
}

/// Builds the automaton of the slots followed by the value, case by case.
pub(crate) fn build_cases(
    numerals: &LawNumerals,
    lows: &[i128],
    cases: &[(PositionRegion, LinearForm)],
    budget: &Budget<'_>,
) -> Result<Automaton, LawError> {
    let value = lows.len() as Track;
    let base = numerals.base();
    let mut all = Automaton::truth(base, false);
    for (region, form) in cases {
        let mut reading = ClauseReader::new(
            numerals,
            lows,
            region.variables,
            &region.atoms,
            value + 1,
            budget,
        )?;
        reading.quotients(&region.quotients)?;
        let told = reading.track_for(form, 0)?;
        reading.said.extend(numerals.valid_on(value));
        reading.add_linear(&[(told, 1), (value, -1)], 0, LinearRelation::Equal)?;
        let hidden: Vec<Track> = (value + 1..reading.fresh()).collect();
        all = all.or(
            &conjunction(&reading.said.iter().collect::<Vec<_>>(), &hidden, budget)?,
            budget,
        )?;
    }
    Ok(all.and(&Automaton::all(base, (0..=value).collect()), budget)?)
}
