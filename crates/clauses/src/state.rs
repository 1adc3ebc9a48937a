//! One case while rules are read: what holds in it, and what slots and locals stand for. In the
//! whole language a case that plainly contradicts itself is dropped at once: by the bounds of its
//! variables, or by two rows.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::atom::{Atom, FloorFactor};
use crate::{LanguageFragment, LinearForm};

/// A case.
#[derive(Clone)]
pub(crate) struct CaseState {
    /// Shared by the cases that a case falls into.
    atoms: Vec<Rc<Atom>>,
    pub(crate) variables: usize,
    pub(crate) quotients: BTreeMap<usize, (LinearForm, FloorFactor)>,
    pub(crate) locals: BTreeMap<usize, LinearForm>,
    pub(crate) slots: Vec<LinearForm>,
    pub(crate) extent: LanguageFragment,
}

impl CaseState {
    /// Of a position with these slots nothing is known yet.
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

    /// What holds in it.
    pub(crate) fn atoms(&self) -> impl ExactSizeIterator<Item = &Atom> {
        self.atoms.iter().map(|atom| &**atom)
    }

    /// What holds in it, for good.
    pub(crate) fn into_atoms(self) -> Vec<Atom> {
        self.atoms.into_iter().map(Rc::unwrap_or_clone).collect()
    }

    /// The same with these locals.
    pub(crate) fn with_locals(mut self, locals: &BTreeMap<usize, LinearForm>) -> CaseState {
        self.locals.clone_from(locals);
        self
    }

    /// Lets an atom hold too.
    pub(crate) fn add(&mut self, atom: Atom) {
        self.atoms.push(Rc::new(atom));
    }

    /// The state in which `form ≤ 0` holds too; `None` if it plainly cannot.
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

    /// The state in which `form = 0` holds too; `back` is its negative.
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

    /// The variable that stands for ⌊form · factor⌋, one for all that are equal; a new one is given
    /// the `rows` that hold of it.
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

    /// A new variable.
    pub(crate) fn fresh(&mut self) -> LinearForm {
        self.variables += 1;
        LinearForm::variable(self.variables - 1)
    }

    /// Whether `form ≤ 0` plainly contradicts what is known. A "no" says nothing.
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

    /// A number below which a form plainly cannot be.
    pub(crate) fn low(&self, form: &LinearForm) -> Option<i128> {
        self.bound(form, false, MAX_QUOTIENT_DEPTH, MAX_BOUND_ROWS)
    }

    /// A number above which a form plainly cannot be.
    pub(crate) fn high(&self, form: &LinearForm) -> Option<i128> {
        self.bound(form, true, MAX_QUOTIENT_DEPTH, MAX_BOUND_ROWS)
    }

    /// A bound found through at most `deep` quotients, and `far` rows that speak of several
    /// variables.
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

    /// A bound of one variable: from rows, from what it is a quotient of, from what it is the
    /// result of.
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
            // a · variable ≤ right, or equal to it. For a < 0 the Euclidean quotient is rounded up,
            // as a least number must be.
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

/// How many quotients of quotients are looked through for a bound.
const MAX_QUOTIENT_DEPTH: usize = 4;

/// How many rows of several variables are looked through for a bound of a number that is to be read
/// value by value.
const MAX_BOUND_ROWS: usize = 2;
