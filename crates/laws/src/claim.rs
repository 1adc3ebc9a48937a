//! Claims of rule files as laws: what is said case by case in clauses becomes an automaton.

use automata::numeration::System;
use automata::{Automaton, Relation, Track, conjunction};
use base::budget::{Budget, Stop};
use base::text;
use clauses::{Claim, Linear, Region};

use crate::Halt;
use crate::law::{Kind, Law};
use crate::numerals::Numerals;
use crate::theory::{Theory, regions_of};
use crate::tracks::Reading;

/// The most numbers before a period repeats that are written as an automaton.
const MOST_ROWS: usize = 20_000;

/// The law that a claim states, whether or not it is true. `value` tells the Grundy value of a
/// heap: a claimed period says nothing of the values themselves.
///
/// # Errors
/// [`Halt::Outside`] if the claim cannot be said in these numerals; if the budget ends.
pub fn claimed<E>(
    theory: &Theory,
    claim: &Claim,
    value: &mut impl FnMut(i64) -> Result<u64, E>,
    budget: &Budget<'_>,
) -> Result<Result<Law, E>, Halt> {
    claimed_of(
        (&theory.numerals, &theory.lows, &theory.positions),
        claim,
        value,
        budget,
    )
}

/// The same of a game with these least values of its slots and these positions, in these numerals.
///
/// # Errors
/// As [`claimed`].
pub fn claimed_of<E>(
    (numerals, lows, positions): (&Numerals, &[i128], &Automaton),
    claim: &Claim,
    value: &mut impl FnMut(i64) -> Result<u64, E>,
    budget: &Budget<'_>,
) -> Result<Result<Law, E>, Halt> {
    let law = |kind, automaton: Automaton| {
        let automaton = automaton.and(positions, budget)?;
        Ok(Ok(Law {
            kind,
            numerals: numerals.clone(),
            lows: lows.to_vec(),
            automaton,
            prefix: None,
        }))
    };
    match claim {
        Claim::Value(cases) => law(Kind::Values, of_cases(numerals, lows, cases, budget)?),
        Claim::PowerOfValue(cases) => law(
            Kind::PowersOfValues,
            of_cases(numerals, lows, cases, budget)?,
        ),
        Claim::Outcome { p, .. } => law(Kind::Outcomes, regions_of(numerals, lows, p, budget)?),
        &Claim::Period(period, from, saltus) => {
            let low = *lows.first().unwrap_or(&0);
            if saltus != 0 {
                return Err(Halt::Outside(text!(
                    "a period with a saltus is no automatic law of values",
                    "带公差的周期不是值的自动机规律"
                )));
            }
            let rows = i128::from(from).max(low) - low + i128::from(period);
            let Some(rows) = usize::try_from(rows)
                .ok()
                .filter(|rows| *rows <= MOST_ROWS && period > 0)
            else {
                return Err(Halt::Outside(text!(
                    "a period of more than {MOST_ROWS} heaps",
                    "周期超过 {MOST_ROWS} 堆"
                )));
            };
            let mut values = Vec::with_capacity(rows);
            for row in 0..rows {
                budget.tick()?;
                match value(row as i64 + low as i64) {
                    Ok(value) => values.push(value),
                    Err(error) => return Ok(Err(error)),
                }
            }
            let System::Base(base) = numerals.system() else {
                return Err(Halt::Outside(text!(
                    "periods are proved in a base",
                    "周期只在进位制中证明"
                )));
            };
            law(
                Kind::Values,
                repeating(base, &values, period as usize, budget)?,
            )
        }
    }
}

/// The values of heaps on track 1 beside their sizes on track 0, of which the last `period` repeat
/// for ever.
pub(crate) fn repeating(
    base: u8,
    values: &[u64],
    period: usize,
    budget: &Budget<'_>,
) -> Result<Automaton, Stop> {
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

/// The value on the track after the slots, case by case.
pub(crate) fn of_cases(
    numerals: &Numerals,
    lows: &[i128],
    cases: &[(Region, Linear)],
    budget: &Budget<'_>,
) -> Result<Automaton, Halt> {
    let value = lows.len() as Track;
    let base = numerals.base();
    let mut all = Automaton::truth(base, false);
    for (region, form) in cases {
        let mut reading = Reading::new(
            numerals,
            lows,
            region.variables,
            &region.atoms,
            value + 1,
            budget,
        )?;
        reading.quotients(&region.quotients)?;
        let told = reading.named(form, 0)?;
        reading.said.extend(numerals.valid_on(value));
        reading.say(&[(told, 1), (value, -1)], 0, Relation::Equal)?;
        let hidden: Vec<Track> = (value + 1..reading.fresh()).collect();
        all = all.or(
            &conjunction(&reading.said.iter().collect::<Vec<_>>(), &hidden, budget)?,
            budget,
        )?;
    }
    Ok(all.and(&Automaton::all(base, (0..=value).collect()), budget)?)
}
