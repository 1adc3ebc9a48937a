//! This module computes outcomes of sums under misère play by a search that visits each sum once.
//! A generator is replaced by a sum of earlier generators that has the same value and fewer moves;
//! two equal generators with a single move cancel. The substitutions of generators are guesses,
//! which are proved later. A guide ([`crate::guide`]), if present, gives the outcomes of the sums
//! below its limit. For sums at or above its limit, the guide suggests which move to try first.

use std::rc::Rc;

use base::budget::Budget;
use rustc_hash::FxHashMap;

use crate::error::QuotientError;
use crate::generators::{GeneratorWord, Generators, distinct, together, without};
use crate::guide::OutcomeGuide;

/// A search for the outcomes of sums, with a cache.
pub(crate) struct MisereOutcomes<'g> {
    generators: &'g Generators,
    guide: Option<Rc<OutcomeGuide>>,
    /// The substitute of each generator.
    stands: Vec<GeneratorWord>,
    /// The options of each generator.
    options: Vec<Vec<GeneratorOption>>,
    lost: FxHashMap<GeneratorWord, bool>,
    held: u64,
}

/// An option of a generator.
struct GeneratorOption {
    /// The substitute of the option.
    word: GeneratorWord,
    weight: u64,
    /// The element of the option in the guide; 0 if the search has no guide.
    element: u32,
}

/// A sum whose outcome is being searched.
struct SumFrame {
    word: GeneratorWord,
    /// Whether the sum has won options in addition to the options in `options`.
    more: bool,
    /// The options whose outcome was unknown when the search of the sum began.
    options: Vec<GeneratorWord>,
    next: usize,
}

impl<'g> MisereOutcomes<'g> {
    /// Creates a search with an empty cache.
    pub fn new(
        generators: &'g Generators,
        stands: Vec<GeneratorWord>,
        guide: Option<Rc<OutcomeGuide>>,
    ) -> MisereOutcomes<'g> {
        let mut outcomes = MisereOutcomes {
            generators,
            guide,
            stands,
            options: Vec::new(),
            lost: FxHashMap::default(),
            held: 0,
        };
        for generator in 0..outcomes.stands.len() as u32 {
            let mut options: Vec<GeneratorWord> = generators
                .options(generator)
                .iter()
                .map(|word| outcomes.normal(word))
                .collect();
            options.sort_unstable();
            options.dedup();
            let way = |word: GeneratorWord| GeneratorOption {
                weight: generators.weight(&word),
                element: 0,
                word,
            };
            outcomes
                .options
                .push(options.into_iter().map(way).collect());
        }
        outcomes.ask_guide();
        outcomes
    }

    /// Sets the guide, if the new guide is right up to a higher limit than the current guide.
    pub fn follow(&mut self, guide: OutcomeGuide) {
        if guide.replace(&mut self.guide) {
            self.ask_guide();
        }
    }

    /// Looks up the elements of all options of generators in the guide.
    fn ask_guide(&mut self) {
        if let Some(guide) = &self.guide {
            self.options
                .iter_mut()
                .flatten()
                .for_each(|way| way.element = guide.quotient().value(&way.word));
        }
    }

    /// Returns the guide.
    pub fn into_guide(self) -> Option<Rc<OutcomeGuide>> {
        self.guide
    }

    /// Returns the generators without a substitute.
    pub fn essential(&self) -> Vec<u32> {
        (0..self.stands.len() as u32)
            .filter(|&generator| self.is_essential(generator))
            .collect()
    }

    /// Returns whether a generator has no substitute, that is, whether its substitute is the
    /// generator itself.
    pub fn is_essential(&self, generator: u32) -> bool {
        self.stands[generator as usize] == [generator]
    }

    /// Returns the substitute of a generator.
    pub fn stands_for(&self, generator: u32) -> &[u32] {
        &self.stands[generator as usize]
    }

    /// Returns the substitute of a sum.
    pub fn normal(&self, word: &[u32]) -> GeneratorWord {
        let mut all: GeneratorWord = word
            .iter()
            .flat_map(|&generator| &self.stands[generator as usize])
            .copied()
            .collect();
        all.sort_unstable();
        let mut kept = GeneratorWord::with_capacity(all.len());
        for generator in all {
            if kept.last() == Some(&generator) && self.generators.is_star(generator) {
                kept.pop();
            } else {
                kept.push(generator);
            }
        }
        kept
    }

    /// Returns whether the player to move loses a sum.
    pub fn is_lost(&mut self, word: &[u32], budget: &Budget<'_>) -> Result<bool, QuotientError> {
        let word = self.normal(word);
        if let Some(guide) = self
            .guide
            .as_ref()
            .filter(|guide| self.generators.weight(&word) < guide.right_below())
        {
            let quotient = guide.quotient();
            return Ok(quotient.is_lost(quotient.value(&word)));
        }
        if let Some(&known) = self.lost.get(&word) {
            return Ok(known);
        }
        let mut stack = Vec::new();
        self.open(word.clone(), &mut stack, budget)?;
        while let Some(frame) = stack.last_mut() {
            budget.tick()?;
            match frame.options.get(frame.next) {
                None => {
                    let frame = stack.pop().expect("it is the last");
                    self.learn(frame.word, frame.more || !frame.options.is_empty(), budget)?;
                }
                Some(option) => match self.lost.get(option) {
                    Some(true) => {
                        let frame = stack.pop().expect("it is the last");
                        self.learn(frame.word, false, budget)?;
                    }
                    Some(false) => frame.next += 1,
                    None => {
                        let option = option.clone();
                        self.open(option, &mut stack, budget)?;
                    }
                },
            }
        }
        Ok(self.lost[&word])
    }

    /// Pushes a sum with its options of unknown outcome on the stack, unless an option of known
    /// outcome decides the sum.
    fn open(
        &mut self,
        word: GeneratorWord,
        stack: &mut Vec<SumFrame>,
        budget: &Budget<'_>,
    ) -> Result<(), QuotientError> {
        let weight = self.generators.weight(&word);
        let guide = self.guide.as_deref();
        let right_below = guide.map_or(0, OutcomeGuide::right_below);
        let (mut won, mut more) = (false, false);
        let mut options = Vec::new();
        'options: for place in distinct(&word) {
            let rest = without(&word, place);
            let beside = guide.map(|guide| {
                (
                    guide.quotient(),
                    guide.quotient().row(guide.quotient().value(&rest)),
                )
            });
            let weight = weight - self.generators.height(word[place]);
            for way in &self.options[word[place] as usize] {
                budget.tick()?;
                let seems_lost = beside
                    .is_some_and(|(quotient, row)| quotient.is_lost(row[way.element as usize]));
                let mut known = (weight + way.weight < right_below).then_some(seems_lost);
                if known.is_none() {
                    let option = self.normal(&together(&rest, &way.word));
                    known = self.lost.get(&option).copied();
                    if known.is_none() {
                        options.push((!seems_lost, option.len(), option));
                    }
                }
                match known {
                    Some(true) => {
                        won = true;
                        break 'options;
                    }
                    Some(false) => more = true,
                    None => {}
                }
            }
        }
        if won {
            return self.learn(word, false, budget);
        }
        // Options that are probably lost come first, then options with few components.
        options.sort_unstable();
        options.dedup();
        stack.push(SumFrame {
            word,
            more,
            options: options.into_iter().map(|(_, _, option)| option).collect(),
            next: 0,
        });
        Ok(())
    }

    fn learn(
        &mut self,
        word: GeneratorWord,
        lost: bool,
        budget: &Budget<'_>,
    ) -> Result<(), QuotientError> {
        self.held += 64 + 4 * word.capacity() as u64;
        if self.lost.len().is_multiple_of(1 << 12) {
            budget.allow_memory(self.held)?;
        }
        self.lost.insert(word, lost);
        Ok(())
    }
}
