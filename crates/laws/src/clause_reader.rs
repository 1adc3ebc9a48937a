//! Converts clauses to atoms of automata. Each variable becomes a track, or the difference of two
//! tracks if it may be negative.

use automata::numeration::NumerationSystem;
use automata::{Automaton, LinearRelation, Track, atoms, conjunction};
use base::budget::Budget;
use base::text;
use base::text::Text;
use clauses::{Atom, BitOp, FloorFactor, LinearForm};
use rules::quadratic::Quadratic;
use std::collections::BTreeMap;

use crate::error::LawError;
use crate::numerals::LawNumerals;

/// Converts the atoms of one clause or region.
pub(crate) struct ClauseReader<'n> {
    numerals: &'n LawNumerals,
    /// For each variable, the tracks and factors whose sum is the variable minus its constant.
    variables: Vec<Vec<(Track, i128)>>,
    constants: Vec<i128>,
    fresh: Track,
    /// The constraints collected so far, as automata that must all accept.
    pub said: Vec<Automaton>,
    budget: &'n Budget<'n>,
}

impl<'n> ClauseReader<'n> {
    /// Creates a reader of the given atoms. Slots use the tracks starting at 0, and a track
    /// contains the slot minus its minimum. Other variables use tracks starting at `fresh`.
    pub fn new(
        numerals: &'n LawNumerals,
        lows: &[i128],
        variables: usize,
        atoms: &[Atom],
        fresh: Track,
        budget: &'n Budget<'n>,
    ) -> Result<ClauseReader<'n>, LawError> {
        let mut reading = ClauseReader {
            numerals,
            variables: Vec::new(),
            constants: Vec::new(),
            fresh,
            said: vec![Automaton::truth(numerals.base(), true)],
            budget,
        };
        let least = least_values(lows, variables, atoms);
        for (variable, least) in least.into_iter().enumerate() {
            let (tracks, constant) = match (variable < lows.len(), least) {
                (true, _) => (vec![(variable as Track, 1)], lows[variable]),
                (false, Some(least)) => (vec![(reading.track(), 1)], least),
                (false, None) => (vec![(reading.track(), 1), (reading.track(), -1)], 0),
            };
            reading.variables.push(tracks);
            reading.constants.push(constant);
        }
        for slot in 0..lows.len() {
            reading.said.extend(numerals.valid_on(slot as Track));
        }
        for atom in atoms {
            reading.atom(atom)?;
        }
        Ok(reading)
    }

    /// Returns a new track that contains an arbitrary number.
    pub fn track(&mut self) -> Track {
        self.fresh += 1;
        self.said.extend(self.numerals.valid_on(self.fresh - 1));
        self.fresh - 1
    }

    /// Returns the first unused track.
    pub fn fresh(&self) -> Track {
        self.fresh
    }

    /// Rewrites a linear form over variables as a linear form over tracks. Returns the terms and
    /// the constant of the new form.
    pub fn form(&self, form: &LinearForm) -> Result<(Vec<(Track, i128)>, i128), LawError> {
        let mut terms: BTreeMap<Track, i128> = BTreeMap::new();
        let mut constant = form.constant;
        for (&variable, &factor) in &form.terms {
            for &(track, sign) in &self.variables[variable] {
                let sum = terms.entry(track).or_insert(0);
                *sum = factor
                    .checked_mul(sign)
                    .and_then(|term| sum.checked_add(term))
                    .ok_or_else(too_large)?;
            }
            let more = factor
                .checked_mul(self.constants[variable])
                .ok_or_else(too_large)?;
            constant = constant.checked_add(more).ok_or_else(too_large)?;
        }
        terms.retain(|_, factor| *factor != 0);
        Ok((terms.into_iter().collect(), constant))
    }

    fn linear(&mut self, form: &LinearForm, relation: LinearRelation) -> Result<(), LawError> {
        let (terms, constant) = self.form(form)?;
        self.add_linear(&terms, constant, relation)
    }

    /// Adds the constraint that the sum of terms and a constant has this relation to 0.
    pub fn add_linear(
        &mut self,
        terms: &[(Track, i128)],
        constant: i128,
        relation: LinearRelation,
    ) -> Result<(), LawError> {
        self.said.push(
            self.numerals
                .linear(terms, constant, relation, self.budget)?,
        );
        Ok(())
    }

    /// Returns a track that contains form - low. This call adds the constraint form ≥ low, because
    /// tracks contain numbers that are at least 0.
    pub fn track_for(&mut self, form: &LinearForm, low: i128) -> Result<Track, LawError> {
        let (mut terms, constant) = self.form(form)?;
        let constant = constant.checked_sub(low).ok_or_else(too_large)?;
        if let ([(track, 1)], 0) = (&terms[..], constant) {
            return Ok(*track);
        }
        let track = self.track();
        terms.push((track, -1));
        self.add_linear(&terms, constant, LinearRelation::Equal)?;
        Ok(track)
    }

    fn atom(&mut self, atom: &Atom) -> Result<(), LawError> {
        let base = self.numerals.base();
        let budget = self.budget;
        match atom {
            Atom::AtMostZero(form) => self.linear(form, LinearRelation::AtMost),
            Atom::Zero(form) => self.linear(form, LinearRelation::Equal),
            Atom::Congruent { form, modulus } => {
                let (mut terms, constant) = self.form(form)?;
                let (up, down) = (self.track(), self.track());
                terms.extend([(up, *modulus), (down, -modulus)]);
                // The quotient is `down - up`, because tracks contain no negative numbers.
                self.add_linear(&terms, constant, LinearRelation::Equal)
            }
            Atom::Bits {
                op,
                left,
                right,
                result,
            } => {
                self.needs(
                    NumerationSystem::Base(2),
                    &text!("bits of numbers", "数的二进制位"),
                )?;
                let tracks = [
                    self.track_for(left, 0)?,
                    self.track_for(right, 0)?,
                    self.track_for(result, 0)?,
                ];
                let holds = |digits: &[u8]| {
                    i128::from(digits[2]) == op.apply(digits[0].into(), digits[1].into())
                };
                self.said.push(match op {
                    BitOp::Xor => atoms::nim_sum(base, &tracks, budget)?,
                    BitOp::And | BitOp::Or => atoms::digitwise(base, &tracks, holds, budget)?,
                });
                Ok(())
            }
            Atom::LowestBit { of, result } => {
                self.needs(
                    NumerationSystem::Base(2),
                    &text!("the lowest bit of a number", "数的最低位 1"),
                )?;
                let (of, result) = (self.track_for(of, 0)?, self.track_for(result, 0)?);
                self.said
                    .push(atoms::lowest_power(base, of, result, budget)?);
                Ok(())
            }
            Atom::PowerOf {
                base: of,
                from,
                form,
            } => {
                let power = i128::from(*of);
                // Base 0 is not a numeration system, so this conversion rejects powers of larger
                // numbers.
                self.needs(
                    NumerationSystem::Base(u8::try_from(*of).unwrap_or(0)),
                    &text!("powers of {power}", "{power} 的幂"),
                )?;
                let least = power.checked_pow(*from).ok_or_else(too_large)?;
                let track = self.track_for(form, 0)?;
                self.said.push(atoms::power(base, track, budget)?);
                self.add_linear(&[(track, -1)], least, LinearRelation::AtMost)
            }
            Atom::Fibonacci { from, form } => {
                self.needs(
                    NumerationSystem::Quadratic(1),
                    &text!("Fibonacci numbers", "斐波那契数"),
                )?;
                let track = self.track_for(form, 0)?;
                self.said.push(atoms::power(base, track, budget)?);
                let digits: Vec<u8> = std::iter::once(1)
                    .chain(std::iter::repeat_n(0, *from as usize - 2))
                    .collect();
                let least =
                    i128::try_from(self.numerals.number(&digits)).map_err(|_| too_large())?;
                self.add_linear(&[(track, -1)], least, LinearRelation::AtMost)
            }
            Atom::OddOnes { of, odd } => {
                self.needs(
                    NumerationSystem::Base(2),
                    &text!("the number of ones", "二进制中 1 的个数"),
                )?;
                let track = self.track_for(of, 0)?;
                self.said
                    .push(atoms::digit_sum(base, track, 2, u32::from(*odd), budget)?);
                Ok(())
            }
        }
    }

    /// Adds constraints for the quotients that the atoms do not define: ⌊φ·form⌋, in Fibonacci
    /// digits. Multiples of other real numbers are rejected.
    pub fn quotients(
        &mut self,
        quotients: &BTreeMap<usize, (LinearForm, FloorFactor)>,
    ) -> Result<(), LawError> {
        for (&variable, (form, factor)) in quotients {
            match factor {
                FloorFactor::Over(_) => {}
                FloorFactor::Times(Quadratic::PHI) => self.golden(variable, form)?,
                FloorFactor::Times(_) => return Err(irrational()),
            }
        }
        Ok(())
    }

    /// Adds the constraint that a variable is ⌊φ·form⌋. If the form is m + 1, the variable is 1
    /// plus the number whose digits are the digits of m followed by a zero (Carlitz, Scoville,
    /// Hoggatt 1972). If the form is 0, the variable is 0; if the form is -n, the variable is -1 -
    /// ⌊φ·n⌋.
    fn golden(&mut self, variable: usize, form: &LinearForm) -> Result<(), LawError> {
        self.needs(
            NumerationSystem::Quadratic(1),
            &text!("multiples of the golden ratio", "黄金比的倍数"),
        )?;
        let (numerals, budget) = (self.numerals, self.budget);
        let (of, of_constant) = self.form(form)?;
        let (told, told_constant) = self.form(&LinearForm::variable(variable))?;
        let (m, shifted) = (self.fresh, self.fresh + 1);
        let linear = |terms: &[(Track, i128)], more: &[(Track, i128)], constant: Option<i128>| {
            let constant = constant.ok_or_else(too_large)?;
            Ok::<_, LawError>(numerals.linear(
                &[terms, more].concat(),
                constant,
                LinearRelation::Equal,
                budget,
            )?)
        };
        let zero = linear(&of, &[], Some(of_constant))?
            .and(&linear(&told, &[], Some(told_constant))?, budget)?;
        let mut said = zero;
        let digits = atoms::shifted(numerals.base(), m, shifted, budget)?;
        for (sign, add) in [(-1, 1), (1, -2)] {
            // form = ±(m + 1), and its multiple is the shifted number plus 1, or negative.
            let size = linear(&of, &[(m, sign)], of_constant.checked_add(sign))?;
            let multiple = linear(&told, &[(shifted, sign)], told_constant.checked_sub(add))?;
            let mut atoms = vec![&size, &multiple, &digits];
            let valid = [numerals.valid_on(m), numerals.valid_on(shifted)];
            atoms.extend(valid.iter().flatten());
            said = said.or(&conjunction(&atoms, &[m, shifted], budget)?, budget)?;
        }
        self.said.push(said);
        Ok(())
    }

    fn needs(&self, system: NumerationSystem, what: &Text) -> Result<(), LawError> {
        if self.numerals.system() == system {
            return Ok(());
        }
        let (name, what_en, what_zh) = (self.numerals.name(), &what.en, &what.zh);
        Err(LawError::Outside(Text {
            en: format!("the rules use {what_en}, which {} cannot express", name.en),
            zh: format!("规则涉及{what_zh}，{}无法表示", name.zh),
        }))
    }
}

pub(crate) fn irrational() -> LawError {
    LawError::Outside(text!(
        "multiples of irrational numbers are not automatic here",
        "无理数的倍数在此不可用自动机表示"
    ))
}

pub(crate) fn too_large() -> LawError {
    LawError::Outside(text!(
        "the rules contain numbers that are too large",
        "其中的数过大"
    ))
}

/// Returns lower bounds of the variables, as far as the inequalities imply them. The bounds of the
/// slots are given, and the bounds of the other variables are derived.
fn least_values(lows: &[i128], variables: usize, atoms: &[Atom]) -> Vec<Option<i128>> {
    let mut least: Vec<Option<i128>> = vec![None; variables];
    lows.iter()
        .enumerate()
        .for_each(|(slot, &low)| least[slot] = Some(low));
    // Each form is at most 0; an equation gives two forms that are at most 0.
    let mut forms: Vec<LinearForm> = Vec::new();
    for atom in atoms {
        match atom {
            Atom::AtMostZero(form) => forms.push(form.clone()),
            Atom::Zero(form) => forms.extend(std::iter::once(form.clone()).chain(form.times(-1))),
            // The operands and the result of a bit operation are at least 0. If an operand or the
            // result is a single variable, that variable is at least 0.
            Atom::Bits {
                left,
                right,
                result,
                ..
            } => forms.extend(
                [left, right, result]
                    .into_iter()
                    .filter_map(|form| form.times(-1)),
            ),
            Atom::PowerOf { form, .. } | Atom::Fibonacci { form, .. } => {
                forms.extend(form.times(-1))
            }
            Atom::LowestBit { of, result } => {
                forms.extend([of, result].into_iter().filter_map(|form| form.times(-1)))
            }
            Atom::OddOnes { of, .. } => forms.extend(of.times(-1)),
            Atom::Congruent { .. } => {}
        }
    }
    for _ in 0..variables + 1 {
        for form in &forms {
            for (&variable, &factor) in form
                .terms
                .iter()
                .filter(|(variable, factor)| **factor < 0 && **variable >= lows.len())
            {
                // factor · variable ≤ -(rest), so variable ≥ rest / -factor, and rest is at least
                // the sum of the lower bounds of its terms.
                let rest = form
                    .terms
                    .iter()
                    .filter(|(other, _)| **other != variable)
                    .try_fold(form.constant, |rest, (other, &by)| {
                        if by < 0 {
                            return None;
                        }
                        rest.checked_add(by.checked_mul(least[*other]?)?)
                    });
                if let Some(rest) = rest {
                    let bound = -(-rest).div_euclid(-factor);
                    if least[variable].is_none_or(|known| known < bound) {
                        least[variable] = Some(bound);
                    }
                }
            }
        }
    }
    least
}
