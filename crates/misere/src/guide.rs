//! A guess whose proof failed is a guide: it is right of every sum with fewer moves left than the least sum at which the proof failed, by
//! induction on the moves left, and of others it tells which move to try first.

use std::collections::BTreeSet;

use crate::generators::{Generators, Word};
use crate::quotient::Quotient;

/// A guess with the bound below which it is right.
#[derive(Clone, Debug)]
pub(crate) struct Guide {
    quotient: Quotient,
    /// Sums with fewer moves left have the outcomes of their elements.
    right_below: u64,
}

impl Guide {
    /// A guess that failed at a sum, of those where it does the first by the moves left.
    pub fn new(quotient: Quotient, failing: &[u32], generators: &Generators) -> Guide {
        Guide { quotient, right_below: generators.weight(failing) }
    }

    /// The moves left below which it is right.
    pub fn right_below(&self) -> u64 {
        self.right_below
    }

    /// The guess.
    pub fn quotient(&self) -> &Quotient {
        &self.quotient
    }

    /// Light sums that tell the elements apart, each more than those before it.
    pub fn contexts(&self, generators: &Generators) -> BTreeSet<Word> {
        let quotient = &self.quotient;
        let mut by_weight: Vec<u32> = (0..quotient.order() as u32).collect();
        by_weight.sort_by_key(|&element| (generators.weight(quotient.word(element)), element));
        let (mut parts, mut count) = (vec![0_u32; quotient.order()], 1);
        let mut contexts = BTreeSet::new();
        for context in by_weight {
            if count == quotient.order() {
                break;
            }
            let mut numbers = rustc_hash::FxHashMap::default();
            let finer: Vec<u32> = (0..quotient.order() as u32)
                .map(|element| {
                    let next = numbers.len() as u32;
                    *numbers.entry((parts[element as usize], quotient.is_lost(quotient.product(element, context)))).or_insert(next)
                })
                .collect();
            if numbers.len() > count {
                (parts, count) = (finer, numbers.len());
                contexts.insert(quotient.word(context).to_vec());
            }
        }
        contexts
    }
}
