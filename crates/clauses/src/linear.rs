//! Linear forms over numbered variables, in checked 128-bit arithmetic: what does not fit has no
//! answer.

use std::collections::BTreeMap;

/// Σ aᵢ·vᵢ + c. The first variables are the slots of the position, those that follow are hidden:
/// choices, quotients, results of bits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LinearForm {
    /// The coefficient of each variable that occurs, none of them 0.
    pub terms: BTreeMap<usize, i128>,
    /// c.
    pub constant: i128,
}

impl LinearForm {
    /// A number.
    pub fn constant(n: i128) -> LinearForm {
        LinearForm {
            terms: BTreeMap::new(),
            constant: n,
        }
    }

    /// A variable.
    pub fn variable(v: usize) -> LinearForm {
        LinearForm {
            terms: BTreeMap::from([(v, 1)]),
            constant: 0,
        }
    }

    /// self + factor · other
    pub fn plus(&self, factor: i128, other: &LinearForm) -> Option<LinearForm> {
        let mut sum = self.clone();
        sum.add(factor, other)?;
        Some(sum)
    }

    /// Adds factor · other; after `None` the form is of no use.
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

    /// self - other
    pub fn minus(&self, other: &LinearForm) -> Option<LinearForm> {
        self.plus(-1, other)
    }

    /// factor · self
    pub fn times(&self, factor: i128) -> Option<LinearForm> {
        LinearForm::default().plus(factor, self)
    }

    /// The form with a value put for a variable.
    pub fn with(&self, variable: usize, value: &LinearForm) -> Option<LinearForm> {
        let mut form = self.clone();
        form.substitute(variable, value)?;
        Some(form)
    }

    /// Puts a value for a variable; after `None` the form is of no use.
    pub fn substitute(&mut self, variable: usize, value: &LinearForm) -> Option<()> {
        match self.terms.remove(&variable) {
            Some(a) => self.add(a, value),
            None => Some(()),
        }
    }

    /// The number that it is, if no variable occurs.
    pub fn as_constant(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// Whether the variable parts of two forms cancel.
    pub(crate) fn is_opposite(&self, other: &LinearForm) -> bool {
        self.terms.len() == other.terms.len()
            && self
                .terms
                .iter()
                .zip(&other.terms)
                .all(|((v, a), (w, b))| v == w && a.checked_neg() == Some(*b))
    }
}
