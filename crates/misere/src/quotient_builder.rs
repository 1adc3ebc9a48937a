//! The misère quotient of a list of generators, one after the other: a new one is first tried as an
//! element that there is, then adjoined with its powers to the quotient, then to its pairs, then
//! those are judged anew where the proof failed, then the whole is learned from outcomes. Each
//! guess counts only when [`ValuePairs`] proves it; one that fails is a guide for what is tried
//! next.

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

/// What stands for a generator is given up this often before the search is.
const ATTEMPTS: usize = 60;

/// More pairs are not taken for classes of a finer base.
const MAX_PAIRS: usize = 200_000;

/// A quotient that grows with its generators. After an error it is that of the generators before.
#[derive(Clone, Debug)]
pub struct QuotientBuilder {
    generators: Generators,
    quotient: Quotient,
    pairs: ValuePairs,
    grew: Vec<(u32, usize)>,
    elements: usize,
}

impl QuotientBuilder {
    /// No generators yet; the quotient may have at most this many elements.
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

    /// The quotient of all these generators.
    ///
    /// # Errors
    /// As [`QuotientBuilder::push`].
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

    /// A quotient that is known: the classes of generators, the products of the elements row by
    /// row, and the lost elements. `None` if it is not the quotient of these generators, with
    /// the sum at which the proof fails.
    ///
    /// # Errors
    /// As [`QuotientBuilder::push`].
    ///
    /// # Panics
    /// If the lists name elements that there are not, or some element is no sum of generators.
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

    /// The quotient with one more generator, whose options are sums of those before.
    ///
    /// # Errors
    /// [`QuotientError`], where the quotient is too large, no guess could be proved, or the budget
    /// ends.
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

    /// Tries the elements that there are as the value of the last generator.
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

    /// Makes new elements.
    fn add_element(&mut self, generator: u32, budget: &Budget<'_>) -> Result<(), QuotientError> {
        let mut guide = None;
        let guess = adjoin(&self.quotient.automaton(), &self.generators, budget)?;
        match self.try_guess(guess, &mut guide, budget) {
            Ok(true) => return Ok(()),
            // The base was too coarse, perhaps.
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

    /// Takes the pairs of the guide for classes, with outcomes found anew: at the sum at which its
    /// proof failed they tell apart what it did not. So again and again, as long as no more
    /// elements are left of them than the guide has: else powers are only unrolled.
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

    /// Whether a guess is proved, and taken. Else it becomes the guide if it is right further than
    /// the guide so far.
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

    /// Lets nothing stand for the generators of a sum any more, or else for those of its options.
    /// Whether that changes anything.
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

    /// The generators.
    pub fn generators(&self) -> &Generators {
        &self.generators
    }

    /// The quotient, proved: the map to it tells every outcome, and no two elements are alike.
    pub fn quotient(&self) -> &Quotient {
        &self.quotient
    }

    /// The quotient, proved.
    pub fn into_quotient(self) -> Quotient {
        self.quotient
    }

    /// The pairs of the proof.
    pub fn pairs(&self) -> &ValuePairs {
        &self.pairs
    }

    /// The generators with which the quotient grew, and its order from then on.
    pub fn grew(&self) -> &[(u32, usize)] {
        &self.grew
    }
}
