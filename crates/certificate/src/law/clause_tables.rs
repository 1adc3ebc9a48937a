//! Converts clauses and regions to tables. Each variable becomes a track that contains the variable
//! minus its least value, or the difference of two tracks.

use std::collections::BTreeMap;

use base::budget::Budget;
use base::text;
use clauses::{Atom, BitOp, FloorFactor, LinearForm, MoveClause, PositionRegion};

use crate::error::CertificateError;
use crate::walker::atoms::{self, AtomRelation, Terms, too_large};
use crate::walker::numerals::CertificateNumerals;
use crate::walker::{AutomatonTable, Track, refuse};

/// A builder of the tables of a clause or region.
pub(super) struct ClauseTables<'n, 's> {
    numerals: &'n CertificateNumerals<'s>,
    /// Each variable, expressed as tracks with factors, and a constant.
    variables: Vec<(Vec<(Track, i128)>, i128)>,
    /// The first unused track.
    pub fresh: Track,
    /// The tables collected so far; a word must be accepted by all of them.
    pub said: Vec<AutomatonTable>,
    budget: &'n Budget<'n>,
}

/// The variables and conditions of a clause.
pub(super) struct ClauseBody<'c> {
    variables: usize,
    atoms: &'c [Atom],
    quotients: &'c BTreeMap<usize, (LinearForm, FloorFactor)>,
}

impl<'c> ClauseBody<'c> {
    pub fn from_region(region: &'c PositionRegion) -> ClauseBody<'c> {
        ClauseBody {
            variables: region.variables,
            atoms: &region.atoms,
            quotients: &region.quotients,
        }
    }

    pub fn from_move(clause: &'c MoveClause) -> ClauseBody<'c> {
        ClauseBody {
            variables: clause.variables,
            atoms: &clause.atoms,
            quotients: &clause.quotients,
        }
    }
}

impl<'n, 's> ClauseTables<'n, 's> {
    /// Creates the builder. Slot i is read from track i, minus its least value. Variables other
    /// than slots are read from the tracks that start at `fresh`.
    pub fn new(
        numerals: &'n CertificateNumerals<'s>,
        lows: &[i128],
        body: ClauseBody<'_>,
        fresh: Track,
        budget: &'n Budget<'n>,
    ) -> Result<ClauseTables<'n, 's>, CertificateError> {
        let ClauseBody {
            variables,
            atoms,
            quotients,
        } = body;
        if quotients
            .values()
            .any(|(_, factor)| matches!(factor, FloorFactor::Times(_)))
        {
            return refuse(text!(
                "the rules contain multiples of irrational numbers",
                "规则中有无理数的倍数"
            ));
        }
        budget.steps((variables + 1).saturating_mul(atoms.len() * 2))?;
        let mut reading = ClauseTables {
            numerals,
            variables: Vec::new(),
            fresh,
            said: Vec::new(),
            budget,
        };
        for (variable, least) in least_values(lows, variables, atoms).into_iter().enumerate() {
            let known = match least {
                Some(least) if variable < lows.len() => (vec![(variable as Track, 1)], least),
                Some(least) => (vec![(reading.track(), 1)], least),
                None => (vec![(reading.track(), 1), (reading.track(), -1)], 0),
            };
            reading.variables.push(known);
        }
        for slot in 0..lows.len() {
            reading.said.extend(numerals.valid_on(slot as Track));
        }
        atoms.iter().try_for_each(|atom| reading.atom(atom))?;
        Ok(reading)
    }

    /// Returns a new track that contains an arbitrary number.
    pub fn track(&mut self) -> Track {
        self.fresh += 1;
        self.said.extend(self.numerals.valid_on(self.fresh - 1));
        self.fresh - 1
    }

    /// Converts a form to tracks.
    fn form(&self, form: &LinearForm) -> Result<(Terms, i128), CertificateError> {
        let mut terms = Terms::new();
        let mut constant = Some(form.constant);
        for (&variable, &factor) in &form.terms {
            let (tracks, more) = &self.variables[variable];
            for &(track, sign) in tracks {
                let sum = terms.entry(track).or_insert(0);
                match factor
                    .checked_mul(sign)
                    .and_then(|term| sum.checked_add(term))
                {
                    Some(term) => *sum = term,
                    None => return too_large(),
                }
            }
            constant =
                constant.and_then(|constant| constant.checked_add(factor.checked_mul(*more)?));
        }
        terms.retain(|_, factor| *factor != 0);
        constant.map_or_else(too_large, |constant| Ok((terms, constant)))
    }

    /// Requires that the sum of terms and a constant has the given relation to zero.
    pub fn require(
        &mut self,
        terms: &Terms,
        constant: i128,
        relation: AtomRelation,
    ) -> Result<(), CertificateError> {
        self.said.push(
            self.numerals
                .linear(terms, constant, relation, self.budget)?,
        );
        Ok(())
    }

    /// Requires that a form has the given relation to zero.
    pub fn says(
        &mut self,
        form: &LinearForm,
        relation: AtomRelation,
    ) -> Result<(), CertificateError> {
        let (terms, constant) = self.form(form)?;
        self.require(&terms, constant, relation)
    }

    /// Returns a track that contains form - low, and thereby requires the difference to be at least
    /// 0.
    pub fn track_for(&mut self, form: &LinearForm, low: i128) -> Result<Track, CertificateError> {
        let (mut terms, constant) = self.form(form)?;
        let Some(constant) = constant.checked_sub(low) else {
            return too_large();
        };
        if let (Some((&track, 1)), 1, 0) = (terms.iter().next(), terms.len(), constant) {
            return Ok(track);
        }
        let track = self.track();
        terms.insert(track, -1);
        self.require(&terms, constant, AtomRelation::Equal)?;
        Ok(track)
    }

    fn atom(&mut self, atom: &Atom) -> Result<(), CertificateError> {
        let budget = self.budget;
        match atom {
            Atom::AtMostZero(form) => self.says(form, AtomRelation::AtMost),
            Atom::Zero(form) => self.says(form, AtomRelation::Equal),
            Atom::Congruent { form, modulus } => {
                let (mut terms, constant) = self.form(form)?;
                if self.numerals.valid_on(0).is_none() {
                    self.said.push(atoms::congruent(
                        self.numerals.base,
                        &terms,
                        constant,
                        *modulus,
                        budget,
                    )?);
                    return Ok(());
                }
                let (up, down) = (self.track(), self.track());
                terms.extend([(up, *modulus), (down, -modulus)]);
                self.require(&terms, constant, AtomRelation::Equal)
            }
            Atom::Bits {
                op,
                left,
                right,
                result,
            } => {
                self.needs(self.numerals.is_base(2))?;
                let tracks = [
                    self.track_for(left, 0)?,
                    self.track_for(right, 0)?,
                    self.track_for(result, 0)?,
                ];
                let wanted = |digits: &[u8]| {
                    digits[2]
                        == match op {
                            BitOp::And => digits[0] & digits[1],
                            BitOp::Or => digits[0] | digits[1],
                            BitOp::Xor => digits[0] ^ digits[1],
                        }
                };
                self.said
                    .push(atoms::digitwise(2, &tracks, wanted, budget)?);
                Ok(())
            }
            Atom::LowestBit { of, result } => {
                self.needs(self.numerals.is_base(2))?;
                let (of, result) = (self.track_for(of, 0)?, self.track_for(result, 0)?);
                self.said.push(atoms::lowest_bit(of, result, budget)?);
                Ok(())
            }
            Atom::PowerOf { base, from, form } => {
                self.needs(self.numerals.is_base(*base))?;
                self.power(form, i128::from(*base).checked_pow(*from))
            }
            Atom::Fibonacci { from, form } => {
                self.needs(self.numerals.is_fibonacci())?;
                let numbers = std::iter::successors(Some((1i128, 2i128)), |&(a, b)| {
                    Some((b, a.checked_add(b)?))
                });
                self.power(
                    form,
                    numbers.map(|(a, _)| a).nth(from.saturating_sub(2) as usize),
                )
            }
            Atom::OddOnes { of, odd } => {
                self.needs(self.numerals.is_base(2))?;
                let track = self.track_for(of, 0)?;
                self.said.push(atoms::odd_ones(track, *odd, budget)?);
                Ok(())
            }
        }
    }

    /// Requires that the digits of a form are a one followed by zeros, and that the form is at
    /// least `least`.
    fn power(&mut self, form: &LinearForm, least: Option<i128>) -> Result<(), CertificateError> {
        let Some(least) = least else {
            return too_large();
        };
        let track = self.track_for(form, 0)?;
        self.said
            .push(atoms::power(self.numerals.base, track, self.budget)?);
        self.require(&Terms::from([(track, -1)]), least, AtomRelation::AtMost)
    }

    fn needs(&self, shown: bool) -> Result<(), CertificateError> {
        if shown {
            Ok(())
        } else {
            refuse(text!(
                "the rules depend on digits of another numeration system",
                "规则涉及另一种记数法的数位"
            ))
        }
    }
}

/// Returns a lower bound of each variable, as far as inequalities give one. The bounds of the slots
/// are given; other bounds are derived.
fn least_values(lows: &[i128], variables: usize, atoms: &[Atom]) -> Vec<Option<i128>> {
    let mut least: Vec<Option<i128>> = lows.iter().copied().map(Some).collect();
    least.resize(variables, None);
    // Each of the forms of the inequalities is at most 0.
    let mut rows: Vec<LinearForm> = Vec::new();
    for atom in atoms {
        match atom {
            Atom::AtMostZero(form) => rows.push(form.clone()),
            Atom::Zero(form) => rows.extend(form.times(-1).into_iter().chain([form.clone()])),
            Atom::Congruent { .. } => {}
            // Operations on bits, powers and counts of ones require numbers that are at least 0.
            _ => rows.extend(atom.forms().filter_map(|form| form.times(-1))),
        }
    }
    for _ in 0..=variables {
        for row in &rows {
            for (&variable, &factor) in row
                .terms
                .iter()
                .filter(|(variable, factor)| **factor < 0 && **variable >= lows.len())
            {
                let mut others = row.terms.iter().filter(|(other, _)| **other != variable);
                // `rest` is a lower bound of the other terms, so factor · variable + rest ≤ 0.
                let rest = others.try_fold(row.constant, |rest, (&other, &by)| match by > 0 {
                    true => rest.checked_add(by.checked_mul(least[other]?)?),
                    false => None,
                });
                if let Some(rest) = rest.filter(|rest| rest.unsigned_abs() < 1 << 100) {
                    // variable ≥ rest / -factor, rounded up.
                    let bound = -(-rest).div_euclid(-factor);
                    least[variable] = Some(least[variable].map_or(bound, |known| known.max(bound)));
                }
            }
        }
    }
    least
}
