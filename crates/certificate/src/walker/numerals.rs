//! Numeration systems: a base, or greedy digits of a linear recurrence with a given adder. The
//! expansion defines the valid words. The number of a valid word is its index among all valid words
//! in lexicographic order, after padding with leading zeros. The successor defines addition by x +
//! 0 = x and x + (y + 1) = (x + y) + 1.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::BTreeSet;

use base::budget::Budget;
use base::text;
use rustc_hash::FxHashMap;

use super::atoms::{self, AtomRelation, Terms, too_large};
use super::table::{AutomatonTable, Track};
use super::{CertificateAutomaton, RelationSource, Statement, StatementVisitor, is_none, refuse};
use crate::error::CertificateError;

/// A numeration system.
pub(crate) struct CertificateNumerals<'s> {
    pub base: u8,
    /// The expansion; `[k]` for base k.
    expansion: Vec<u8>,
    greedy: Option<GreedyAutomata>,
    /// The source of linear relations in greedy digits, and the relations that were already proved.
    source: RefCell<RelationSource<'s>>,
    known: RefCell<FxHashMap<RelationPattern, AutomatonTable>>,
}

/// A linear relation: the factors, the constant and the relation to zero.
type RelationPattern = (Vec<i128>, i128, AtomRelation);

struct GreedyAutomata {
    valid: AutomatonTable,
    successor: AutomatonTable,
    adder: AutomatonTable,
}

fn tracks(count: Track) -> BTreeSet<Track> {
    (0..count).collect()
}

impl<'s> CertificateNumerals<'s> {
    /// Reads the system of an expansion t₁…t_m, each proper suffix of which must be less than the
    /// expansion. The machines of the successor and the adder must be given, except for base k.
    pub fn read(
        expansion: &[u8],
        machines: &[CertificateAutomaton],
        source: RelationSource<'s>,
        budget: &Budget<'_>,
    ) -> Result<CertificateNumerals<'s>, CertificateError> {
        let sound = expansion.last().is_some_and(|&last| last > 0)
            && expansion.len() <= 16
            && (1..expansion.len()).all(|rest| expansion[rest..] < *expansion);
        let base = if sound && expansion.len() > 1 {
            expansion[0].saturating_add(1)
        } else {
            expansion.first().copied().unwrap_or(0)
        };
        if !sound || !(2..=16).contains(&base) {
            return refuse(text!(
                "{expansion:?} is not the expansion of a numeration system",
                "{expansion:?} 不是记数系统的展开式"
            ));
        }
        let greedy = match machines {
            [] if expansion.len() == 1 => None,
            [successor, adder, ..] if expansion.len() > 1 => Some(GreedyAutomata {
                valid: valid(expansion, base, budget)?,
                successor: AutomatonTable::from_successors(
                    base,
                    tracks(2),
                    &successor.next,
                    &successor.accepting,
                )?,
                adder: AutomatonTable::from_successors(
                    base,
                    tracks(3),
                    &adder.next,
                    &adder.accepting,
                )?,
            }),
            _ => {
                return refuse(text!(
                    "a successor and an adder must be given together, and only for greedy digits",
                    "后继与加法自动机只用于贪心数位，且二者缺一不可"
                ));
            }
        };
        let (source, known) = (RefCell::new(source), RefCell::default());
        Ok(CertificateNumerals {
            base,
            expansion: expansion.to_vec(),
            greedy,
            source,
            known,
        })
    }

    /// Returns whether numbers are written in this base, so that bit operations are allowed.
    pub fn is_base(&self, base: u32) -> bool {
        self.greedy.is_none() && u32::from(self.base) == base
    }

    /// Returns whether the digits are those of the Fibonacci numeration.
    pub fn is_fibonacci(&self) -> bool {
        self.expansion == [1, 1]
    }

    /// Returns the table that accepts iff a track contains a valid number. Returns `None` if every
    /// word is valid.
    pub fn valid_on(&self, track: Track) -> Option<AutomatonTable> {
        self.greedy
            .as_ref()
            .map(|greedy| greedy.valid.renamed(&[track]))
    }

    /// Visits the statements that characterize the successor and the adder.
    pub fn statements(
        &self,
        budget: &Budget<'_>,
        visit: StatementVisitor<'_>,
    ) -> Result<(), CertificateError> {
        let Some(GreedyAutomata {
            valid,
            successor,
            adder,
        }) = &self.greedy
        else {
            return Ok(());
        };
        let on = |track: Track| valid.renamed(&[track]);
        let order =
            |x, y, wanted: fn(Ordering) -> bool| atoms::order(self.base, x, y, wanted, budget);
        let next = |x, y| successor.on(&[x, y], budget);
        let sum = |x, y, z| adder.on(&[x, y, z], budget);
        let none = text!(
            "the successor or the adder of the digits is wrong",
            "数位的后继或加法自动机有误"
        );
        for tables in [
            // A word and its successor are both valid and in order, and no valid word is between
            // them.
            vec![next(0, 1)?, on(0).complement()],
            vec![next(0, 1)?, on(1).complement()],
            vec![next(0, 1)?, order(0, 1, Ordering::is_ge)?],
            vec![
                next(0, 1)?,
                on(2),
                order(0, 2, Ordering::is_lt)?,
                order(2, 1, Ordering::is_lt)?,
            ],
            // Two valid words must have exactly one sum, x + 0 = x, and x + (y + 1) = (x + y) + 1.
            vec![sum(0, 1, 2)?, on(0).complement()],
            vec![sum(0, 1, 2)?, on(1).complement()],
            vec![sum(0, 1, 2)?, on(2).complement()],
            vec![sum(0, 1, 2)?, sum(0, 1, 3)?, order(2, 3, Ordering::is_ne)?],
            vec![
                on(0),
                atoms::digits(self.base, 1, &[], budget)?,
                order(0, 2, Ordering::is_eq)?,
                adder.complement(),
            ],
            vec![
                sum(0, 1, 2)?,
                next(1, 3)?,
                next(2, 4)?,
                sum(0, 3, 4)?.complement(),
            ],
        ] {
            visit(&none, Statement::None(tables))?;
        }
        let clause = successor.clone();
        visit(
            &text!("a number has no successor", "某数没有后继"),
            Statement::Cover {
                domain: on(0),
                clauses: vec![clause],
            },
        )
    }

    /// Returns the table that accepts iff Σ factor · track + constant has the given relation to
    /// zero, for tracks that contain numbers. In greedy digits the certificate contains an
    /// automaton for the linear relation. The automaton of a linear relation is proved to agree
    /// with the adder: sums exist and are unique.
    pub fn linear(
        &self,
        terms: &Terms,
        constant: i128,
        relation: AtomRelation,
        budget: &Budget<'_>,
    ) -> Result<AutomatonTable, CertificateError> {
        let Some(greedy) = self.greedy.as_ref().filter(|_| !terms.is_empty()) else {
            return atoms::linear(self.base, terms, constant, relation, budget);
        };
        let factors: Vec<i128> = terms.values().copied().collect();
        let own: Vec<Track> = terms.keys().copied().collect();
        let pattern = (factors, constant, relation);
        if let Some(known) = self.known.borrow().get(&pattern) {
            return Ok(known.renamed(&own));
        }
        let (factors, ..) = &pattern;
        if factors
            .iter()
            .chain([&constant])
            .any(|number| number.unsigned_abs() > atoms::MAX_COEFFICIENT_SUM.unsigned_abs())
        {
            return too_large();
        }
        let machine = (self.source.borrow_mut())(factors, constant, relation)?;
        let given = AutomatonTable::from_successors(
            self.base,
            tracks(own.len() as Track),
            &machine.next,
            &machine.accepting,
        )?;
        let mut sums = DigitSumBuilder {
            numerals: self,
            adder: &greedy.adder,
            said: Vec::new(),
            fresh: own.len() as Track,
            budget,
        };
        let mut sides: [Vec<Track>; 2] = [Vec::new(), Vec::new()];
        for (track, &factor) in (0..).zip(factors) {
            sums.said.push(greedy.valid.renamed(&[track]));
            let multiple = sums.times(track, factor.unsigned_abs())?;
            sides[usize::from(factor < 0)].extend(multiple);
        }
        let number = sums.constant(constant.unsigned_abs())?;
        sides[usize::from(constant < 0)].push(number);
        for side in &mut sides {
            if side.is_empty() {
                side.push(sums.constant(0)?);
            }
        }
        let (left, right) = (sums.sum(&sides[0])?, sums.sum(&sides[1])?);
        let wanted: [fn(Ordering) -> bool; 2] = match relation {
            AtomRelation::Equal => [Ordering::is_eq, Ordering::is_ne],
            AtomRelation::AtMost => [Ordering::is_le, Ordering::is_gt],
        };
        let sums =
            AutomatonTable::product(self.base, &sums.said.iter().collect::<Vec<_>>(), [], budget)?;
        for (wanted, claimed) in wanted.into_iter().zip([given.complement(), given.clone()]) {
            if !is_none(
                &[
                    sums.clone(),
                    atoms::order(self.base, left, right, wanted, budget)?,
                    claimed,
                ],
                budget,
            )? {
                return refuse(text!(
                    "a linear relation in greedy digits does not match the adder",
                    "贪心数位下的某线性关系与加法自动机不符"
                ));
            }
        }
        self.known.borrow_mut().insert(pattern, given.clone());
        Ok(given.renamed(&own))
    }

    /// Returns the greedy digits of a number.
    pub fn digits(&self, mut number: u128) -> Result<Vec<u8>, CertificateError> {
        let mut weights: Vec<u128> = vec![1];
        while weights.last().is_some_and(|&weight| weight <= number) {
            let before = weights
                .iter()
                .rev()
                .zip(&self.expansion)
                .try_fold(0u128, |sum, (weight, &digit)| {
                    sum.checked_add(weight.checked_mul(digit.into())?)
                });
            match before.and_then(|before| {
                before.checked_add(u128::from(weights.len() < self.expansion.len()))
            }) {
                Some(weight) => weights.push(weight),
                None => return too_large(),
            }
        }
        let mut digits = Vec::new();
        for weight in weights.into_iter().rev() {
            let digit = (number / weight) as u8;
            number %= weight;
            if digit > 0 || !digits.is_empty() {
                digits.push(digit);
            }
        }
        Ok(digits)
    }
}

/// Returns the table of the words of which every suffix is less than the expansion. A state is the
/// number of digits of the expansion that the last digits of the word repeat.
fn valid(
    expansion: &[u8],
    base: u8,
    budget: &Budget<'_>,
) -> Result<AutomatonTable, CertificateError> {
    let step = |&repeated: &usize, _: usize, digit: u8| match digit.cmp(&expansion[repeated]) {
        Ordering::Less => Some(0),
        Ordering::Equal if repeated + 1 < expansion.len() => Some(repeated + 1),
        _ => None,
    };
    AutomatonTable::build(base, &tracks(1), Some(0), step, |_| true, budget)
}

/// Builds the digits of sums of tracks with the adder, one addition at a time.
struct DigitSumBuilder<'a, 's> {
    numerals: &'a CertificateNumerals<'s>,
    adder: &'a AutomatonTable,
    said: Vec<AutomatonTable>,
    fresh: Track,
    budget: &'a Budget<'a>,
}

impl DigitSumBuilder<'_, '_> {
    fn hidden(&mut self) -> Track {
        self.fresh += 1;
        self.fresh - 1
    }

    /// Returns a track that contains the sum of some tracks.
    fn sum(&mut self, addends: &[Track]) -> Result<Track, CertificateError> {
        let mut sum = addends[0];
        for &addend in &addends[1..] {
            let whole = self.hidden();
            self.said
                .push(self.adder.on(&[sum, addend, whole], self.budget)?);
            sum = whole;
        }
        Ok(sum)
    }

    /// Returns a track that contains a multiple of a track; `None` if `times` is 0.
    fn times(&mut self, track: Track, times: u128) -> Result<Option<Track>, CertificateError> {
        let mut whole: Option<Track> = None;
        for bit in (0..128 - times.leading_zeros()).rev() {
            if let Some(half) = whole {
                whole = Some(self.sum(&[half, half])?);
            }
            if times >> bit & 1 == 1 {
                whole = Some(match whole {
                    Some(whole) => self.sum(&[whole, track])?,
                    None => track,
                });
            }
        }
        Ok(whole)
    }

    fn constant(&mut self, number: u128) -> Result<Track, CertificateError> {
        let digits = self.numerals.digits(number)?;
        let track = self.hidden();
        self.said.push(atoms::digits(
            self.numerals.base,
            track,
            &digits,
            self.budget,
        )?);
        Ok(track)
    }
}
