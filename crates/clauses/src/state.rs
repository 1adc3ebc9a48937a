//! One case during the reading of rules: its conditions, and the linear forms of slots and local
//! variables. If the complete rule language is read, a case with obviously contradictory conditions
//! is dropped at once. A contradiction is detected from the bounds of the variables, or from two
//! rows that exclude each other.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::atom::{Atom, FloorFactor};
use crate::{LanguageFragment, LinearForm};

/// One case during the reading of rules, with its conditions.
#[derive(Clone)]
pub(crate) struct CaseState {
    /// A case shares its atoms with the cases that arise from it.
    atoms: Vec<Rc<Atom>>,
    pub(crate) variables: usize,
    pub(crate) quotients: BTreeMap<usize, (LinearForm, FloorFactor)>,
    pub(crate) locals: BTreeMap<usize, LinearForm>,
    pub(crate) slots: Vec<LinearForm>,
    pub(crate) extent: LanguageFragment,
}

impl CaseState {
    /// Creates the state of a position with the given slots, without conditions.
    pub(crate) fn new(slots: Vec<LinearForm>, extent: LanguageFragment) -> CaseState {
        let (variables, atoms) = (slots.len(), Vec::new());
        CaseState {
            atoms,
            variables,
            quotients: BTreeMap::new(),
            locals: BTreeMap::new(),
            slots,
            extent,
        }
    }

    /// Iterates over the conditions.
    pub(crate) fn atoms(&self) -> impl ExactSizeIterator<Item = &Atom> {
        self.atoms.iter().map(|atom| &**atom)
    }

    /// Returns the conditions and consumes the state.
    pub(crate) fn into_atoms(self) -> Vec<Atom> {
        self.atoms.into_iter().map(Rc::unwrap_or_clone).collect()
    }

    /// Returns the state with the given local variables.
    pub(crate) fn with_locals(mut self, locals: &BTreeMap<usize, LinearForm>) -> CaseState {
        self.locals.clone_from(locals);
        self
    }

    /// Adds a condition.
    pub(crate) fn add(&mut self, atom: Atom) {
        self.atoms.push(Rc::new(atom));
    }

    /// Adds the condition `form ≤ 0`; returns `None` if the condition is obviously contradictory.
    pub(crate) fn with(mut self, form: LinearForm) -> Option<CaseState> {
        match form.as_constant() {
            Some(n) => (n <= 0).then_some(self),
            None if self.extent == LanguageFragment::All && self.excludes(&form) => None,
            None => {
                self.add(Atom::AtMostZero(form));
                Some(self)
            }
        }
    }

    /// Adds the condition `form = 0`, where `back` is the negated form. Returns `None` if the
    /// condition is obviously contradictory.
    pub(crate) fn with_zero(mut self, form: LinearForm, back: &LinearForm) -> Option<CaseState> {
        match form.as_constant() {
            Some(n) => (n == 0).then_some(self),
            None if self.extent == LanguageFragment::All
                && (self.excludes(&form) || self.excludes(back)) =>
            {
                None
            }
            None => {
                self.add(Atom::Zero(form));
                Some(self)
            }
        }
    }

    /// Returns the variable for ⌊form · factor⌋. Equal quotients share one variable. A new variable
    /// gets the `rows` that define it.
    pub(crate) fn quotient(
        &mut self,
        form: &LinearForm,
        factor: FloorFactor,
        rows: impl FnOnce(&LinearForm) -> Option<Vec<LinearForm>>,
    ) -> Option<LinearForm> {
        let known = self
            .quotients
            .iter()
            .find(|(_, (known, by))| known == form && *by == factor)
            .map(|(variable, _)| *variable);
        if let Some(variable) = known {
            return Some(LinearForm::variable(variable));
        }
        let quotient = self.fresh();
        rows(&quotient)?
            .into_iter()
            .for_each(|row| self.add(Atom::AtMostZero(row)));
        self.quotients
            .insert(self.variables - 1, (form.clone(), factor));
        Some(quotient)
    }

    /// Returns a new variable.
    pub(crate) fn fresh(&mut self) -> LinearForm {
        self.variables += 1;
        LinearForm::variable(self.variables - 1)
    }

    /// Returns whether `form ≤ 0` obviously contradicts the conditions. A result of false does not
    /// exclude a contradiction.
    pub(crate) fn excludes(&self, form: &LinearForm) -> bool {
        let against = |row: &LinearForm, sign: i128| {
            sign.checked_mul(row.constant)
                .and_then(|c| c.checked_add(form.constant))
                .is_some_and(|sum| sum > 0)
        };
        let by_row = self.atoms().any(|atom| match atom {
            Atom::AtMostZero(row) => row.is_opposite(form) && against(row, 1),
            Atom::Zero(row) => {
                row.is_opposite(form) && against(row, 1)
                    || row.terms == form.terms && against(row, -1)
            }
            _ => false,
        });
        by_row
            || self
                .bound(form, false, MAX_QUOTIENT_DEPTH, 0)
                .is_some_and(|low| low > 0)
    }

    /// Returns a lower bound of a form, or `None` if no bound is easily found.
    pub(crate) fn low(&self, form: &LinearForm) -> Option<i128> {
        self.bound(form, false, MAX_QUOTIENT_DEPTH, MAX_BOUND_ROWS)
    }

    /// Returns an upper bound of a form, or `None` if no bound is easily found.
    pub(crate) fn high(&self, form: &LinearForm) -> Option<i128> {
        self.bound(form, true, MAX_QUOTIENT_DEPTH, MAX_BOUND_ROWS)
    }

    /// Returns a bound of a form that is derived from at most `deep` nested quotients and `far`
    /// rows with several variables.
    fn bound(&self, form: &LinearForm, above: bool, deep: usize, far: usize) -> Option<i128> {
        form.terms
            .iter()
            .try_fold(form.constant, |sum, (&variable, &a)| {
                sum.checked_add(a.checked_mul(self.bound_of(
                    variable,
                    (a > 0) == above,
                    deep,
                    far,
                )?)?)
            })
    }

    /// Returns a bound of one variable, derived from rows, from the quotient that the variable
    /// represents, or from the bit operation whose result it is.
    fn bound_of(&self, variable: usize, above: bool, deep: usize, far: usize) -> Option<i128> {
        let mut best: Option<i128> = None;
        let mut add = |bound: i128| {
            best = Some(best.map_or(bound, |best: i128| {
                if above {
                    best.min(bound)
                } else {
                    best.max(bound)
                }
            }))
        };
        for atom in self.atoms() {
            let (row, both) = match atom {
                Atom::AtMostZero(row) => (row, false),
                Atom::Zero(row) => (row, true),
                Atom::Bits { result, .. } | Atom::LowestBit { result, .. }
                    if !above && *result == LinearForm::variable(variable) =>
                {
                    add(0);
                    continue;
                }
                Atom::PowerOf { form, .. } | Atom::Fibonacci { form, .. }
                    if !above && *form == LinearForm::variable(variable) =>
                {
                    add(1);
                    continue;
                }
                _ => continue,
            };
            let Some(&a) = row.terms.get(&variable) else {
                continue;
            };
            // The row means a · variable ≤ right, or a · variable = right. For a < 0 the Euclidean
            // quotient right / a is rounded up, as required for a lower bound.
            let by = |right: i128, exact: bool| {
                ((a > 0) == above || exact && right.checked_rem_euclid(a) == Some(0))
                    .then(|| right.checked_div_euclid(a))
                    .flatten()
            };
            if row.terms.len() == 1 {
                row.constant
                    .checked_neg()
                    .and_then(|right| by(right, both))
                    .into_iter()
                    .for_each(&mut add);
            } else if far > 0 && (a > 0) == above {
                let rest = row.plus(-a, &LinearForm::variable(variable));
                let right = rest
                    .and_then(|rest| self.bound(&rest, false, deep, far - 1))
                    .and_then(i128::checked_neg);
                right
                    .and_then(|right| by(right, false))
                    .into_iter()
                    .for_each(&mut add);
            }
        }
        if let (Some((form, FloorFactor::Over(by))), true) =
            (self.quotients.get(&variable), deep > 0)
        {
            self.bound(form, above, deep - 1, far)
                .map(|bound| bound.div_euclid(*by))
                .into_iter()
                .for_each(&mut add);
        }
        best
    }
}

/// Maximum number of nested quotients that are followed for a bound.
const MAX_QUOTIENT_DEPTH: usize = 4;

/// Maximum number of rows with several variables that are followed for a bound of a number that is
/// read value by value.
const MAX_BOUND_ROWS: usize = 2;
