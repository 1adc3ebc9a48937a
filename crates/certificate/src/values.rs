//! Verifies the Grundy values of components, row by row. The components of every option of a row
//! must precede the row, and the value of a row must be the mex of the values of its options
//! (Sprague 1935, Grundy 1939). The value of a sum is the nim-sum of the values of its components.
//! A component that can end play at once is rejected, because nim-sums do not decide a sum that
//! contains it. Coins need no special treatment: two equal coins cancel, and so do their values.

use std::borrow::Borrow;
use std::hash::Hash;

use base::budget::Budget;
use rules::game::{Conventions, GameId, OptionArena, Outcome};
use rules::ir::Int;
use rules::play::{Component, SumPosition};
use rules::world::World;
use rustc_hash::FxHashMap;

use crate::error::CertificateError;
use crate::report::CertificateReport;
use crate::words;

/// Approximate number of bytes that the table of verified rows takes per row.
const ROW: u64 = 48;

/// Verifies that a sum has this Grundy value under normal play.
///
/// # Panics
/// Panics if a component names a game that `world` did not return.
///
/// # Errors
/// Returns a [`CertificateError`] with the first error found, or if the budget runs out.
pub fn check_values(
    world: &World,
    sum: &SumPosition,
    value: u64,
    entries: &[(Component, u64)],
    budget: &Budget<'_>,
) -> Result<CertificateReport, CertificateError> {
    let expected = value_of(world, sum, entries, budget)?;
    check_claimed_value(world, sum, value, expected)?;
    Ok(CertificateReport {
        claim: words::value(world, sum, value),
        rests_on: words::rests_on_values(),
        entries: entries.len(),
    })
}

/// Verifies that a disjunctive sum has this outcome under normal play. The outcome of a sum is P
/// exactly if its Grundy value is 0.
///
/// # Panics
/// Panics if a component names a game that `world` did not return.
///
/// # Errors
/// Returns a [`CertificateError`] with the first error found, or if the budget runs out.
pub fn check_outcome_by_values(
    world: &World,
    sum: &SumPosition,
    outcome: Outcome,
    entries: &[(Component, u64)],
    budget: &Budget<'_>,
) -> Result<CertificateReport, CertificateError> {
    let expected = if value_of(world, sum, entries, budget)? == 0 {
        Outcome::P
    } else {
        Outcome::N
    };
    check_claimed_outcome(world, sum, outcome, expected)?;
    Ok(CertificateReport {
        claim: words::outcome(world, sum, Conventions::default(), outcome),
        rests_on: words::rests_on_values(),
        entries: entries.len(),
    })
}

/// Rejects a claim if the proof shows another value.
pub(crate) fn check_claimed_value(
    world: &World,
    sum: &SumPosition,
    got: u64,
    expected: u64,
) -> Result<(), CertificateError> {
    if got == expected {
        return Ok(());
    }
    Err(CertificateError::ClaimedValue {
        position: sum.show(world),
        expected,
        got,
    })
}

/// Rejects a claim if the proof shows another outcome.
pub(crate) fn check_claimed_outcome(
    world: &World,
    sum: &SumPosition,
    got: Outcome,
    expected: Outcome,
) -> Result<(), CertificateError> {
    if got == expected {
        return Ok(());
    }
    Err(CertificateError::ClaimedOutcome {
        position: sum.show(world),
        expected,
        got,
    })
}

/// Rejects numbers that are not a position of their game, or not in canonical form.
pub(crate) fn check_component(
    world: &World,
    component: &Component,
    budget: &Budget<'_>,
) -> Result<(), CertificateError> {
    let Component { game, slots } = component;
    if !world
        .contains(*game, slots, budget)
        .map_err(|fault| CertificateError::fault(world, fault))?
    {
        return Err(CertificateError::NotAPosition {
            position: world.show(*game, slots),
        });
    }
    let mut canonical = slots.clone();
    world.rules(*game).canonicalise(&mut canonical);
    if canonical != *slots {
        return Err(CertificateError::NotCanonical {
            position: world.show(*game, slots),
        });
    }
    Ok(())
}

/// Returns the least number that is not in `values`. Sorts `values`. O(n log n).
pub(crate) fn mex(values: &mut [u64]) -> u64 {
    values.sort_unstable();
    let mut least = 0;
    for &value in &*values {
        if value > least {
            break;
        }
        least = value + 1;
    }
    least
}

/// Verifies every row, and returns the value of a sum.
fn value_of(
    world: &World,
    sum: &SumPosition,
    entries: &[(Component, u64)],
    budget: &Budget<'_>,
) -> Result<u64, CertificateError> {
    let mut table: ValueRows<&[Int]> = ValueRows::default();
    table.extend(world, entries, budget)?;
    table.value_of(world, sum, &|_| None)
}

/// The values verified so far, by game and by the numbers of the component.
pub(crate) struct ValueRows<K>(FxHashMap<GameId, FxHashMap<K, u64>>);

impl<K> Default for ValueRows<K> {
    fn default() -> ValueRows<K> {
        ValueRows(FxHashMap::default())
    }
}

impl<K: Borrow<[Int]> + Eq + Hash> ValueRows<K> {
    pub fn get(&self, game: GameId, slots: &[Int]) -> Option<u64> {
        self.0.get(&game)?.get(slots).copied()
    }

    /// Returns the value of a sum. `otherwise` gives the values of components that have no row.
    pub fn value_of(
        &self,
        world: &World,
        sum: &SumPosition,
        otherwise: &dyn Fn(&Component) -> Option<Result<u64, CertificateError>>,
    ) -> Result<u64, CertificateError> {
        if SumPosition::canonical(sum.0.clone(), world) != *sum {
            return Err(CertificateError::NotCanonical {
                position: sum.show(world),
            });
        }
        let mut total = 0;
        for component @ Component { game, slots } in &sum.0 {
            let row = self
                .get(*game, slots)
                .map(Ok)
                .or_else(|| otherwise(component));
            total = nimber::sum(
                total,
                row.unwrap_or_else(|| {
                    Err(CertificateError::NotListed {
                        position: world.show(*game, slots),
                    })
                })?,
            );
        }
        Ok(total)
    }

    /// Verifies rows and adds them to the verified rows.
    pub fn extend<'e>(
        &mut self,
        world: &World,
        entries: &'e [(Component, u64)],
        budget: &Budget<'_>,
    ) -> Result<(), CertificateError>
    where
        K: From<&'e [Int]>,
    {
        budget.allow_memory(entries.len() as u64 * ROW)?;
        let (mut options, mut values) = (OptionArena::new(), Vec::new());
        for (index, (component, value)) in entries.iter().enumerate() {
            let Component { game, slots } = component;
            let entry = index + 1;
            budget.item(entry);
            budget.steps(1 + slots.len())?;
            let position = || world.show(*game, slots);
            if world.rules(*game).can_end() {
                return Err(CertificateError::CanEnd {
                    game: world.rules(*game).title(),
                });
            }
            if world.rules(*game).conventions().entailing {
                return Err(CertificateError::Entails {
                    game: world.rules(*game).title(),
                });
            }
            check_component(world, component, budget)?;
            world
                .options(*game, slots, &mut options, budget)
                .map_err(|fault| CertificateError::fault(world, fault))?;
            values.clear();
            for option in options.iter() {
                let mut total = 0;
                for (part, numbers) in option.components() {
                    budget.tick()?;
                    let known =
                        self.get(part, numbers)
                            .ok_or_else(|| CertificateError::NotEarlier {
                                entry,
                                position: position(),
                                option: world.show(part, numbers),
                            })?;
                    total = nimber::sum(total, known);
                }
                values.push(total);
            }
            let expected = mex(&mut values);
            if *value != expected {
                return Err(CertificateError::WrongValue {
                    entry,
                    position: position(),
                    expected,
                    got: *value,
                });
            }
            if self
                .0
                .entry(*game)
                .or_default()
                .insert(K::from(slots), *value)
                .is_some()
            {
                return Err(CertificateError::Repeated {
                    entry,
                    position: position(),
                });
            }
            budget.report(entry as u64, Some(entries.len() as u64));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::mex;

    #[test]
    fn the_least_number_that_does_not_occur() {
        let cases: [(&[u64], u64); 7] = [
            (&[], 0),
            (&[1], 0),
            (&[0], 1),
            (&[2, 0, 0, 1, 1], 3),
            (&[u64::MAX, 0], 1),
            (&[3, 1, 0], 2),
            (&[5, 5], 0),
        ];
        for (values, expected) in cases {
            assert_eq!(mex(&mut values.to_vec()), expected, "{values:?}");
        }
    }
}
