//! This module builds the misère quotient of a list of generators, one generator after another. For
//! a new generator, the builder tries four methods in order. First, the generator is matched with
//! an existing element. Second, the generator and its powers are adjoined to the quotient, and if
//! that fails, to the pairs of the quotient. Third, after a failed proof, the outcomes of the pairs
//! are recomputed. Fourth, the complete quotient is learned from outcomes.
//!
//! Each guess counts only if [`ValuePairs`] proves it. A guess that fails guides the next attempt.

use std::rc::Rc;

use base::budget::Budget;

use crate::adjoin::{adjoin, judged_anew};
use crate::automaton::ClassAutomaton;
use crate::error::QuotientError;
use crate::generators::{GeneratorWord, Generators};
use crate::guide::OutcomeGuide;
use crate::learn::{ClassLearner, LearnResult};
use crate::outcomes::MisereOutcomes;
use crate::pairs::{PairProof, ValuePairs};
use crate::quotient::Quotient;

/// Maximum number of times that substitutes are dropped before the search is abandoned.
const ATTEMPTS: usize = 60;

/// Maximum number of pairs that are used as classes of a finer base.
const MAX_PAIRS: usize = 200_000;

/// A quotient that grows with its generators. After an error, the quotient is unchanged.
#[derive(Clone, Debug)]
pub struct QuotientBuilder {
    generators: Generators,
    quotient: Quotient,
    pairs: ValuePairs,
    grew: Vec<(u32, usize)>,
    elements: usize,
}

impl QuotientBuilder {
    /// Creates a builder without generators. The quotient may have at most `elements` elements.
    pub fn new(elements: usize) -> QuotientBuilder {
        let generators = Generators::new();
        let quotient = Quotient::trivial();
        let pairs = ValuePairs::of_nothing(&quotient);
        QuotientBuilder {
            generators,
            quotient,
            pairs,
            grew: Vec::new(),
            elements,
        }
    }

    /// Builds the quotient of all generators of a list.
    ///
    /// # Errors
    /// Returns the same errors as [`QuotientBuilder::push`].
    pub fn from_generators(
        generators: &Generators,
        elements: usize,
        budget: &Budget<'_>,
    ) -> Result<QuotientBuilder, QuotientError> {
        let mut growing = QuotientBuilder::new(elements);
        for generator in 0..generators.len() as u32 {
            growing.push(generators.options(generator).to_vec(), budget)?;
        }
        Ok(growing)
    }

    /// Creates the builder from a known quotient: the elements of the generators, the products of
    /// the elements row by row, and which elements are lost. Returns `None` if the input is not the
    /// quotient of the generators.
    ///
    /// # Errors
    /// Returns the same errors as [`QuotientBuilder::push`].
    ///
    /// # Panics
    /// Panics if the lists contain elements that do not exist, or if some element is not a sum of
    /// generators.
    pub fn from_quotient(
        generators: Generators,
        images: &[u32],
        table: &[u32],
        lost: Vec<bool>,
        elements: usize,
        budget: &Budget<'_>,
    ) -> Result<Option<QuotientBuilder>, QuotientError> {
        let order = lost.len();
        if order > elements {
            return Err(QuotientError::Elements(elements));
        }
        let actions: Vec<Vec<u32>> = images
            .iter()
            .map(|&image| table[image as usize * order..][..order].to_vec())
            .collect();
        let quotient = Quotient::of_actions(&actions, lost, &generators, budget)?;
        let PairProof::Proved(pairs) = ValuePairs::prove(&quotient, &generators, budget)? else {
            return Ok(None);
        };
        Ok(Some(QuotientBuilder {
            generators,
            quotient,
            pairs,
            grew: Vec::new(),
            elements,
        }))
    }

    /// Adds a generator whose options are sums of the previous generators.
    ///
    /// # Errors
    /// Returns [`QuotientError`] if the quotient is too large, no guess could be proved, or the
    /// budget runs out.
    pub fn push(
        &mut self,
        options: Vec<GeneratorWord>,
        budget: &Budget<'_>,
    ) -> Result<(), QuotientError> {
        let generator = self.generators.push(options);
        let order = self.quotient.order();
        let found = match self.match_known_element(generator, budget) {
            Ok(true) => Ok(()),
            Ok(false) => self.add_element(generator, budget),
            Err(halt) => Err(halt),
        };
        if let Err(halt) = found {
            self.generators.pop();
            return Err(halt);
        }
        if self.quotient.order() != order {
            self.grew.push((generator, self.quotient.order()));
        }
        Ok(())
    }

    /// Tries all existing elements as the value of the last generator.
    fn match_known_element(
        &mut self,
        generator: u32,
        budget: &Budget<'_>,
    ) -> Result<bool, QuotientError> {
        let options = self.generators.options(generator);
        if let Some(value) = self.pairs.known_value(&self.quotient, options) {
            self.quotient.with_image(value);
            return Ok(true);
        }
        for value in 0..self.quotient.order() as u32 {
            if self.pairs.take_in(&self.quotient, value, options, budget)? {
                self.quotient.with_image(value);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Adds new elements to the quotient for a new generator.
    fn add_element(&mut self, generator: u32, budget: &Budget<'_>) -> Result<(), QuotientError> {
        let mut guide = None;
        let guess = adjoin(&self.quotient.automaton(), &self.generators, budget)?;
        match self.try_guess(guess, &mut guide, budget) {
            Ok(true) => return Ok(()),
            // The previous attempt may have failed because the quotient is too coarse as a base.
            Ok(false) | Err(QuotientError::Elements(_)) => {}
            Err(halt) => return Err(halt),
        }
        if self.pairs.count() <= MAX_PAIRS {
            let guess = adjoin(
                &self
                    .pairs
                    .automaton(&self.quotient, &self.generators, budget)?,
                &self.generators,
                budget,
            )?;
            if self.try_guess(guess, &mut guide, budget)? {
                return Ok(());
            }
        }
        if self.refined(&mut guide, budget)? {
            Ok(())
        } else {
            self.learn(generator, guide, budget)
        }
    }

    /// Uses the pairs of the guide as classes, with recomputed outcomes. The pairs distinguish the
    /// sum at which the proof failed from sums that are in the same class of the guide. The step is
    /// repeated while the reduced classes do not outnumber the elements of the guide. Further steps
    /// would only unroll powers of generators.
    fn refined(
        &mut self,
        guide: &mut Option<Rc<OutcomeGuide>>,
        budget: &Budget<'_>,
    ) -> Result<bool, QuotientError> {
        while let Some(coarse) = guide.clone() {
            let Some(pairs) =
                ValuePairs::all(coarse.quotient(), &self.generators, MAX_PAIRS, budget)?
            else {
                break;
            };
            let finer = pairs.automaton(coarse.quotient(), &self.generators, budget)?;
            let guess = judged_anew(&finer, &self.generators, budget)?.reduced(budget)?;
            if guess.lost.len() > coarse.quotient().order() {
                break;
            }
            if self.try_guess(Some(guess), guide, budget)? {
                return Ok(true);
            }
            if guide
                .as_ref()
                .is_some_and(|finer| finer.right_below() <= coarse.right_below())
            {
                break;
            }
        }
        Ok(false)
    }

    /// Tries to prove a guess, and returns whether it was proved and adopted. A refuted guess
    /// becomes the guide if the guess is right up to a higher limit than the current guide.
    fn try_guess(
        &mut self,
        guess: Option<ClassAutomaton>,
        guide: &mut Option<Rc<OutcomeGuide>>,
        budget: &Budget<'_>,
    ) -> Result<bool, QuotientError> {
        let Some(guess) = guess else { return Ok(false) };
        let reduced = guess.reduced(budget)?;
        if reduced.lost.len() > self.elements {
            return Err(QuotientError::Elements(self.elements));
        }
        let quotient = reduced.monoid(&self.generators, budget)?;
        match ValuePairs::prove(&quotient, &self.generators, budget)? {
            PairProof::Proved(pairs) => {
                (self.quotient, self.pairs) = (quotient, pairs);
                Ok(true)
            }
            PairProof::Refuted(failing) => {
                OutcomeGuide::new(quotient, &failing, &self.generators).replace(guide);
                Ok(false)
            }
        }
    }

    /// Learns the quotient from outcomes.
    fn learn(
        &mut self,
        generator: u32,
        mut guide: Option<Rc<OutcomeGuide>>,
        budget: &Budget<'_>,
    ) -> Result<(), QuotientError> {
        let guess = guide
            .as_ref()
            .map_or(&self.quotient, |guide| guide.quotient());
        let mut stands: Vec<GeneratorWord> = (0..guess.generators() as u32)
            .map(|generator| guess.word(guess.image(generator)).to_vec())
            .collect();
        stands.resize(generator as usize + 1, vec![generator]);
        let mut contexts = guess.contexts(&self.generators);
        for _ in 0..ATTEMPTS {
            let mut outcomes = MisereOutcomes::new(&self.generators, stands.clone(), guide.take());
            let mut learner = ClassLearner::new(&self.generators, &mut outcomes, &contexts);
            match learner.learn(self.elements, budget)? {
                LearnResult::Proved(guess) => {
                    return if self.try_guess(Some(guess), &mut guide, budget)? {
                        Ok(())
                    } else {
                        Err(QuotientError::Unproved)
                    };
                }
                LearnResult::Stuck(word) => {
                    contexts.extend(learner.contexts());
                    guide = outcomes.into_guide();
                    if !self.free(&word, &mut stands) {
                        return Err(QuotientError::Unproved);
                    }
                }
            }
        }
        Err(QuotientError::Unproved)
    }

    /// Removes the substitutes of the generators of a sum. If the generators of the sum have no
    /// substitutes, removes the substitutes of the generators in the sum's options. Returns whether
    /// a substitute was removed.
    fn free(&self, word: &[u32], stands: &mut [GeneratorWord]) -> bool {
        let mut free = |generator: u32| {
            let own = vec![generator];
            std::mem::replace(&mut stands[generator as usize], own.clone()) != own
        };
        let mut changed = false;
        word.iter()
            .for_each(|&generator| changed |= free(generator));
        if !changed {
            let below = word
                .iter()
                .flat_map(|&generator| self.generators.options(generator))
                .flatten();
            below.for_each(|&generator| changed |= free(generator));
        }
        changed
    }

    /// Returns the generators.
    pub fn generators(&self) -> &Generators {
        &self.generators
    }

    /// Returns the proved quotient, which gives every outcome and in which no two elements are
    /// equivalent.
    pub fn quotient(&self) -> &Quotient {
        &self.quotient
    }

    /// Consumes the builder and returns the proved quotient.
    pub fn into_quotient(self) -> Quotient {
        self.quotient
    }

    /// Returns the pairs of the proof.
    pub fn pairs(&self) -> &ValuePairs {
        &self.pairs
    }

    /// Returns the generators whose addition enlarged the quotient, each with the order of the
    /// enlarged quotient.
    pub fn grew(&self) -> &[(u32, usize)] {
        &self.grew
    }
}
