//! Linear forms over numbered variables, in checked 128-bit arithmetic. Operations return `None` if
//! a number does not fit in 128 bits.

use std::collections::BTreeMap;

/// The form Σ aᵢ·vᵢ + c. The first variables are the slots of the position. The hidden variables
/// (choices, quotients, results of bit operations) come after the slots.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LinearForm {
    /// Coefficient of each variable that occurs in the form. No coefficient is 0.
    pub terms: BTreeMap<usize, i128>,
    /// The constant c.
    pub constant: i128,
}

impl LinearForm {
    /// Creates a constant form.
    pub fn constant(n: i128) -> LinearForm {
        LinearForm {
            terms: BTreeMap::new(),
            constant: n,
        }
    }

    /// Creates the form that consists of one variable.
    pub fn variable(v: usize) -> LinearForm {
        LinearForm {
            terms: BTreeMap::from([(v, 1)]),
            constant: 0,
        }
    }

    /// Returns self + factor · other; `None` if a number does not fit.
    pub fn plus(&self, factor: i128, other: &LinearForm) -> Option<LinearForm> {
        let mut sum = self.clone();
        sum.add(factor, other)?;
        Some(sum)
    }

    /// Adds factor · other to the form. If the function returns `None`, the form is left in an
    /// unspecified state.
    fn add(&mut self, factor: i128, other: &LinearForm) -> Option<()> {
        self.constant = self
            .constant
            .checked_add(factor.checked_mul(other.constant)?)?;
        for (&variable, &coefficient) in &other.terms {
            let entry = self.terms.entry(variable).or_insert(0);
            *entry = entry.checked_add(factor.checked_mul(coefficient)?)?;
            if *entry == 0 {
                self.terms.remove(&variable);
            }
        }
        Some(())
    }

    /// Returns self - other; `None` if a number does not fit.
    pub fn minus(&self, other: &LinearForm) -> Option<LinearForm> {
        self.plus(-1, other)
    }

    /// Returns factor · self; `None` if a number does not fit.
    pub fn times(&self, factor: i128) -> Option<LinearForm> {
        LinearForm::default().plus(factor, self)
    }

    /// Returns the form with a variable replaced by a value; `None` if a number does not fit.
    pub fn with(&self, variable: usize, value: &LinearForm) -> Option<LinearForm> {
        let mut form = self.clone();
        form.substitute(variable, value)?;
        Some(form)
    }

    /// Replaces a variable by a value. If the function returns `None`, the form is left in an
    /// unspecified state.
    pub fn substitute(&mut self, variable: usize, value: &LinearForm) -> Option<()> {
        match self.terms.remove(&variable) {
            Some(a) => self.add(a, value),
            None => Some(()),
        }
    }

    /// Returns the constant if no variable occurs in the form; otherwise `None`.
    pub fn as_constant(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// Returns whether the variables cancel in the sum of two forms.
    pub(crate) fn is_opposite(&self, other: &LinearForm) -> bool {
        self.terms.len() == other.terms.len()
            && self
                .terms
                .iter()
                .zip(&other.terms)
                .all(|((v, a), (w, b))| v == w && a.checked_neg() == Some(*b))
    }
}
