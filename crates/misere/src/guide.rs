//! A guess whose proof failed is a guide: it is right of every sum with fewer moves left than the least sum at which the proof failed, by
//! induction on the moves left, and of others it tells which move to try first.

use std::rc::Rc;

use crate::generators::Generators;
use crate::quotient::Quotient;

/// A guess with the bound below which it is right.
#[derive(Clone, Debug)]
pub(crate) struct Guide {
    quotient: Quotient,
    right_below: u64,
}

impl Guide {
    /// A guess that failed at a sum, of those where it does the first by the moves left.
    pub fn new(quotient: Quotient, failing: &[u32], generators: &Generators) -> Guide {
        Guide { quotient, right_below: generators.weight(failing) }
    }

    /// Takes the place of another guide that is not right as far.
    pub fn replace(self, guide: &mut Option<Rc<Guide>>) -> bool {
        let better = guide.as_ref().is_none_or(|other| other.right_below < self.right_below);
        if better {
            *guide = Some(Rc::new(self));
        }
        better
    }

    /// Sums with fewer moves left than this have the outcomes of their elements.
    pub fn right_below(&self) -> u64 {
        self.right_below
    }

    /// The guess.
    pub fn quotient(&self) -> &Quotient {
        &self.quotient
    }
}
