//! This module proves that a monoid with a set of lost elements gives the outcome of every sum. An
//! element is lost if the player to move loses the sums that have the element.
//!
//! The pair of a sum consists of its value (an element of the monoid) and the set of the values of
//! its options. The pair of the sum of two sums follows from their pairs: (x, E)(y, F) = (xy, xF ∪
//! yE). So the pairs of all sums form a finite monoid, which the pairs of the generators generate.
//!
//! The law for a pair (x, E) is "x is lost if and only if E is not empty and contains no lost
//! element". If all pairs obey the law, then the value of a sum determines its outcome, by
//! induction on the remaining moves. Plambeck and Siegel (2008) call the monoid of pairs the
//! transition algebra.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use base::budget::{Budget, StopReason};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::automaton::ClassAutomaton;
use crate::generators::{GeneratorWord, Generators};
use crate::quotient::Quotient;

/// The value of a sum and the values of its options.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct ValuePair {
    value: u32,
    /// The values of the options, as a bit set of elements.
    options: Box<[u64]>,
}

impl ValuePair {
    fn nothing(quotient: &Quotient) -> ValuePair {
        ValuePair {
            value: 0,
            options: vec![0; quotient.order().div_ceil(64)].into(),
        }
    }

    /// Creates the pair of a generator with the given value and options.
    fn from_options(quotient: &Quotient, value: u32, options: &[GeneratorWord]) -> ValuePair {
        let mut pair = ValuePair {
            value,
            ..ValuePair::nothing(quotient)
        };
        options
            .iter()
            .for_each(|word| set(&mut pair.options, quotient.value(word)));
        pair
    }

    fn times(&self, other: &ValuePair, quotient: &Quotient) -> ValuePair {
        let mut product = ValuePair {
            value: quotient.product(self.value, other.value),
            options: vec![0; self.options.len()].into(),
        };
        for (mine, rest) in [(&self.options, other.value), (&other.options, self.value)] {
            let row = quotient.row(rest);
            members(mine).for_each(|option| set(&mut product.options, row[option]));
        }
        product
    }

    /// Returns whether the pair obeys the law, that is, whether the value has the outcome that the
    /// options imply.
    fn obeys(&self, quotient: &Quotient) -> bool {
        let mut options = members(&self.options).peekable();
        let lost =
            options.peek().is_some() && options.all(|option| !quotient.is_lost(option as u32));
        quotient.is_lost(self.value) == lost
    }
}

fn set(bits: &mut [u64], element: u32) {
    bits[element as usize / 64] |= 1 << (element % 64);
}

fn members(bits: &[u64]) -> impl Iterator<Item = usize> + '_ {
    bits.iter().enumerate().flat_map(|(place, &word)| {
        let mut left = word;
        std::iter::from_fn(move || {
            let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(64 * place + bit)
        })
    })
}

/// Whether the pairs of all sums obey the law of a quotient.
#[derive(Clone, Debug)]
pub enum PairProof {
    /// The pairs of all sums obey the law; the field contains these pairs.
    Proved(ValuePairs),
    /// Among the sums whose pairs do not obey the law, one with the fewest remaining moves.
    Refuted(GeneratorWord),
}

/// All pairs of sums of the generators; each pair obeys the law of the quotient.
#[derive(Clone, Debug)]
pub struct ValuePairs {
    all: IndexSet<ValuePair, FxBuildHasher>,
}

impl ValuePairs {
    /// Returns the pair of the empty sum. The pair of the empty sum obeys the law, because the
    /// empty sum has no options and is won for the player to move.
    pub fn of_nothing(quotient: &Quotient) -> ValuePairs {
        ValuePairs {
            all: IndexSet::from_iter([ValuePair::nothing(quotient)]),
        }
    }

    /// Checks whether the pairs of all sums of the generators obey the law.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    pub fn prove(
        quotient: &Quotient,
        generators: &Generators,
        budget: &Budget<'_>,
    ) -> Result<PairProof, StopReason> {
        let of_generators = lightest(quotient, generators);
        let nothing = ValuePair::nothing(quotient);
        // For each pair: the remaining moves, and an earlier pair and a generator whose product is
        // the pair.
        let mut made: Vec<(u64, usize, u32)> = vec![(0, 0, 0)];
        let mut done = vec![false];
        let mut queue = BinaryHeap::from([Reverse((0, 0))]);
        let mut pairs = ValuePairs {
            all: IndexSet::from_iter([nothing]),
        };
        while let Some(Reverse((weight, at))) = queue.pop() {
            if std::mem::replace(&mut done[at], true) {
                continue;
            }
            if !pairs.all[at].obeys(quotient) {
                let mut word = GeneratorWord::new();
                let mut place = at;
                while place != 0 {
                    word.push(made[place].2);
                    place = made[place].1;
                }
                word.sort_unstable();
                return Ok(PairProof::Refuted(word));
            }
            for (pair, generator) in &of_generators {
                budget.steps(1 + pair.options.len())?;
                let product = pairs.all[at].times(pair, quotient);
                let weight = weight + generators.height(*generator);
                let (place, new) = pairs.all.insert_full(product);
                if new {
                    pairs.allow(budget)?;
                    made.push((weight, at, *generator));
                    done.push(false);
                } else if weight < made[place].0 && !done[place] {
                    made[place] = (weight, at, *generator);
                } else {
                    continue;
                }
                queue.push(Reverse((weight, place)));
            }
        }
        Ok(PairProof::Proved(pairs))
    }

    /// Returns all pairs, including pairs that do not obey the law; `None` if there are more than
    /// `most` pairs.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    pub(crate) fn all(
        quotient: &Quotient,
        generators: &Generators,
        most: usize,
        budget: &Budget<'_>,
    ) -> Result<Option<ValuePairs>, StopReason> {
        let of_generators = lightest(quotient, generators);
        let mut pairs = ValuePairs::of_nothing(quotient);
        let mut at = 0;
        while at < pairs.all.len() {
            for (pair, _) in &of_generators {
                budget.steps(1 + pair.options.len())?;
                if pairs.all.insert(pairs.all[at].times(pair, quotient)) {
                    pairs.allow(budget)?;
                }
            }
            if pairs.all.len() > most {
                return Ok(None);
            }
            at += 1;
        }
        Ok(Some(pairs))
    }

    /// Adds the pairs of sums with an additional generator of the given value and options. Returns
    /// true if the pairs of all sums obey the law; otherwise no pairs are added.
    pub(crate) fn take_in(
        &mut self,
        quotient: &Quotient,
        value: u32,
        options: &[GeneratorWord],
        budget: &Budget<'_>,
    ) -> Result<bool, StopReason> {
        let new = ValuePair::from_options(quotient, value, options);
        if self.all.contains(&new) {
            return Ok(true);
        }
        let before = self.all.len();
        // The products of all pairs and one power of the new generator's pair.
        let mut at = 0;
        while at < self.all.len() {
            budget.steps(1 + new.options.len())?;
            let product = self.all[at].times(&new, quotient);
            if !self.all.contains(&product) {
                if !product.obeys(quotient) {
                    self.all.truncate(before);
                    return Ok(false);
                }
                self.all.insert(product);
                if let Err(stop) = self.allow(budget) {
                    self.all.truncate(before);
                    return Err(stop);
                }
            }
            at += 1;
        }
        Ok(true)
    }

    /// Returns the least value for which a generator with the given options has the pair of a known
    /// sum, or `None` if no value has this property.
    pub(crate) fn known_value(
        &self,
        quotient: &Quotient,
        options: &[GeneratorWord],
    ) -> Option<u32> {
        let of_nothing = ValuePair::from_options(quotient, 0, options);
        (0..quotient.order() as u32).find(|&value| {
            self.all.contains(&ValuePair {
                value,
                options: of_nothing.options.clone(),
            })
        })
    }

    /// Returns the automaton whose classes are the pairs. The pairs divide the sums more finely
    /// than the quotient does, and distinguish all sums that another generator may distinguish.
    pub(crate) fn automaton(
        &self,
        quotient: &Quotient,
        generators: &Generators,
        budget: &Budget<'_>,
    ) -> Result<ClassAutomaton, StopReason> {
        let mut actions = Vec::with_capacity(quotient.generators());
        for generator in 0..quotient.generators() as u32 {
            let own = ValuePair::from_options(
                quotient,
                quotient.image(generator),
                generators.options(generator),
            );
            let mut action = Vec::with_capacity(self.all.len());
            for pair in &self.all {
                budget.steps(1 + own.options.len())?;
                action.push(
                    self.all
                        .get_index_of(&pair.times(&own, quotient))
                        .expect("the pairs are closed") as u32,
                );
            }
            actions.push(action);
        }
        Ok(ClassAutomaton {
            actions,
            lost: self
                .all
                .iter()
                .map(|pair| quotient.is_lost(pair.value))
                .collect(),
        })
    }

    /// Returns the number of pairs.
    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// Returns the approximate size of all pairs in bytes.
    pub fn bytes(&self) -> u64 {
        let each = self
            .all
            .first()
            .map_or(0, |pair| 8 * pair.options.len() + 80);
        (self.all.capacity() * each) as u64
    }

    fn allow(&self, budget: &Budget<'_>) -> Result<(), StopReason> {
        if self.all.len().is_power_of_two() {
            budget.allow_growth(self.bytes(), self.bytes())
        } else {
            Ok(())
        }
    }
}

/// Returns the pairs of the generators without duplicates, each with the generator that has the
/// fewest moves.
fn lightest(quotient: &Quotient, generators: &Generators) -> Vec<(ValuePair, u32)> {
    let mut found: FxHashMap<ValuePair, u32> = FxHashMap::default();
    for generator in 0..quotient.generators() as u32 {
        let pair = ValuePair::from_options(
            quotient,
            quotient.image(generator),
            generators.options(generator),
        );
        let best = found.entry(pair).or_insert(generator);
        if generators.height(generator) < generators.height(*best) {
            *best = generator;
        }
    }
    let mut list: Vec<(ValuePair, u32)> = found.into_iter().collect();
    list.sort_by_key(|(_, generator)| *generator);
    list
}
