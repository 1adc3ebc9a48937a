//! This module learns a quotient from outcomes (Angluin 1987, with the counterexamples of Rivest
//! and Schapire 1993, for automata whose letters commute). A *context* is a sum that is added to
//! both of two sums. Two sums are assumed to be equivalent if no known context distinguishes them.
//!
//! If generators do not commute on the classes, or if the proof fails at a sum, the learner finds
//! another context. Classes whose proof failed serve as a guide for outcomes.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use base::budget::Budget;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::automaton::ClassAutomaton;
use crate::error::QuotientError;
use crate::generators::{GeneratorWord, Generators, together, without};
use crate::guide::OutcomeGuide;
use crate::outcomes::MisereOutcomes;
use crate::pairs::{PairProof, ValuePairs};

/// Result of learning.
pub(crate) enum LearnResult {
    /// The learned classes, for which the proof succeeds.
    Proved(ClassAutomaton),
    /// No context explains why the proof fails at the sum in this field: the substitutes of its
    /// generators are wrong.
    Stuck(GeneratorWord),
}

/// Maximum number of clashes (generators that do not commute on a class) that are resolved before
/// the classes are rebuilt.
const CLASHES: usize = 8;

/// Maximum number of rounds of learning; each round finds another context.
const ROUNDS: usize = 4000;

/// A learner of classes from outcomes. The learner starts with some contexts, and reports all
/// contexts that it used.
pub(crate) struct ClassLearner<'g, 'o> {
    generators: &'g Generators,
    outcomes: &'o mut MisereOutcomes<'g>,
    essential: Vec<u32>,
    contexts: Vec<GeneratorWord>,
    known: FxHashSet<GeneratorWord>,
    rows: FxHashMap<GeneratorWord, Vec<bool>>,
}

/// Classes that the known contexts distinguish, each with its least sum.
struct ContextClasses {
    words: Vec<GeneratorWord>,
    actions: Vec<Vec<u32>>,
}

impl<'g, 'o> ClassLearner<'g, 'o> {
    /// Creates a learner that starts with the given contexts.
    pub fn new(
        generators: &'g Generators,
        outcomes: &'o mut MisereOutcomes<'g>,
        contexts: &BTreeSet<GeneratorWord>,
    ) -> ClassLearner<'g, 'o> {
        let essential = outcomes.essential();
        let (known, rows) = (FxHashSet::default(), FxHashMap::default());
        let mut learner = ClassLearner {
            generators,
            outcomes,
            essential,
            contexts: Vec::new(),
            known,
            rows,
        };
        learner.add(&[]);
        contexts.iter().for_each(|context| {
            learner.add(context);
        });
        learner
    }

    /// Returns the contexts.
    pub fn contexts(self) -> impl Iterator<Item = GeneratorWord> {
        self.contexts.into_iter()
    }

    /// Refines the classes until their outcomes are proved. The learner allows at most `elements`
    /// classes.
    pub fn learn(
        &mut self,
        elements: usize,
        budget: &Budget<'_>,
    ) -> Result<LearnResult, QuotientError> {
        for _ in 0..ROUNDS {
            let classes = self.classes(elements, budget)?;
            match self.clashes(&classes, budget)? {
                CommutationCheck::None => {}
                CommutationCheck::Explained => continue,
                CommutationCheck::Unexplained(word) => return Ok(LearnResult::Stuck(word)),
            }
            let mut lost = Vec::with_capacity(classes.words.len());
            for word in &classes.words {
                lost.push(self.outcomes.is_lost(word, budget)?);
            }
            let guess = ClassAutomaton {
                actions: classes.actions.clone(),
                lost,
            };
            let monoid = guess.monoid(self.generators, budget)?;
            match ValuePairs::prove(&monoid, self.generators, budget)? {
                PairProof::Proved(_) => return Ok(LearnResult::Proved(guess)),
                PairProof::Refuted(failing) => {
                    self.outcomes
                        .follow(OutcomeGuide::new(monoid, &failing, self.generators));
                    if !self.explain(&classes, &failing, budget)? {
                        return Ok(LearnResult::Stuck(failing));
                    }
                }
            }
        }
        Err(QuotientError::Unproved)
    }

    /// Adds a context; returns whether the context is new.
    fn add(&mut self, context: &[u32]) -> bool {
        let context = self.outcomes.normal(context);
        let new = self.known.insert(context.clone());
        if new {
            self.contexts.push(context);
        }
        new
    }

    /// Returns the outcomes of a sum in all contexts.
    fn row(&mut self, word: &[u32], budget: &Budget<'_>) -> Result<Vec<bool>, QuotientError> {
        let word = self.outcomes.normal(word);
        let mut row = self.rows.remove(&word).unwrap_or_default();
        for context in &self.contexts[row.len()..] {
            row.push(self.outcomes.is_lost(&together(&word, context), budget)?);
        }
        self.rows.insert(word, row.clone());
        Ok(row)
    }

    /// Returns the classes in the order of the remaining moves of their least sums, starting with
    /// the class of the empty sum.
    fn classes(
        &mut self,
        elements: usize,
        budget: &Budget<'_>,
    ) -> Result<ContextClasses, QuotientError> {
        let mut class: FxHashMap<Vec<bool>, u32> = FxHashMap::default();
        let mut words: Vec<GeneratorWord> = Vec::new();
        let mut queue = BinaryHeap::from([Reverse((0, GeneratorWord::new()))]);
        while let Some(Reverse((weight, word))) = queue.pop() {
            let row = self.row(&word, budget)?;
            if class.contains_key(&row) {
                continue;
            }
            if words.len() == elements {
                return Err(QuotientError::Elements(elements));
            }
            class.insert(row, words.len() as u32);
            for &generator in &self.essential {
                queue.push(Reverse((
                    weight + self.generators.height(generator),
                    together(&word, &[generator]),
                )));
            }
            words.push(word);
        }
        let all = self.generators.len() as u32;
        let mut actions: Vec<Vec<u32>> = vec![Vec::new(); all as usize];
        for generator in self.essential.clone() {
            for word in &words {
                let row = self.row(&together(word, &[generator]), budget)?;
                actions[generator as usize].push(class[&row]);
            }
        }
        for generator in (0..all).filter(|&generator| !self.outcomes.is_essential(generator)) {
            let stands = self.outcomes.stands_for(generator);
            let lead = |class: u32| {
                stands
                    .iter()
                    .fold(class, |at, &part| actions[part as usize][at as usize])
            };
            actions[generator as usize] = (0..words.len() as u32).map(lead).collect();
        }
        Ok(ContextClasses { words, actions })
    }

    /// Searches for classes from which two generators lead to different classes if they are added
    /// in a different order.
    fn clashes(
        &mut self,
        classes: &ContextClasses,
        budget: &Budget<'_>,
    ) -> Result<CommutationCheck, QuotientError> {
        let mut found = 0;
        for (at, word) in classes.words.iter().enumerate() {
            for (i, &one) in self.essential.clone().iter().enumerate() {
                for &two in &self.essential.clone()[i + 1..] {
                    budget.tick()?;
                    let lead = |first: u32, then: u32| {
                        classes.actions[then as usize][classes.actions[first as usize][at] as usize]
                    };
                    let ends = [(lead(one, two), two), (lead(two, one), one)];
                    if ends[0].0 == ends[1].0 {
                        continue;
                    }
                    let sum = together(word, &together(&[one], &[two]));
                    let explained = self.explain_clash(classes, &sum, ends, budget)?;
                    if !explained && found == 0 {
                        return Ok(CommutationCheck::Unexplained(sum));
                    }
                    found += 1;
                    if found > CLASHES {
                        return Ok(CommutationCheck::Explained);
                    }
                }
            }
        }
        Ok(if found == 0 {
            CommutationCheck::None
        } else {
            CommutationCheck::Explained
        })
    }

    /// Given two classes that were assigned to one sum, finds a context that shows which class is
    /// wrong. The sum of a word and two generators was assigned two different classes, depending on
    /// the order of the generators.
    fn explain_clash(
        &mut self,
        classes: &ContextClasses,
        sum: &[u32],
        ends: [(u32, u32); 2],
        budget: &Budget<'_>,
    ) -> Result<bool, QuotientError> {
        for context in self.contexts.clone() {
            let lost = self.outcomes.is_lost(&together(sum, &context), budget)?;
            for (class, last) in ends {
                let taken_for = together(&classes.words[class as usize], &context);
                if self.outcomes.is_lost(&taken_for, budget)? != lost
                    && self.add(&together(&context, &[last]))
                {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// After the proof failed at a sum, finds a context that distinguishes two sums of one class.
    /// Either the failing sum itself or one of its options has an outcome that differs from the
    /// outcome of its class.
    fn explain(
        &mut self,
        classes: &ContextClasses,
        failing: &[u32],
        budget: &Budget<'_>,
    ) -> Result<bool, QuotientError> {
        let backward: GeneratorWord = failing.iter().rev().copied().collect();
        if self.split(classes, failing, budget)? || self.split(classes, &backward, budget)? {
            return Ok(true);
        }
        for place in 0..failing.len() {
            for option in self.generators.options(failing[place]) {
                if self.split(classes, &together(&without(failing, place), option), budget)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Starts with the empty sum and adds the generators of a sum one by one. If replacing the
    /// generators added so far by the least sum of their class changes the outcome, the remaining
    /// generators are a context.
    fn split(
        &mut self,
        classes: &ContextClasses,
        letters: &[u32],
        budget: &Budget<'_>,
    ) -> Result<bool, QuotientError> {
        let mut class = 0_u32;
        let mut before = None;
        for taken in 0..=letters.len() {
            let mut rest = letters[taken..].to_vec();
            rest.sort_unstable();
            let lost = self
                .outcomes
                .is_lost(&together(&classes.words[class as usize], &rest), budget)?;
            if before.is_some_and(|before| before != lost) && self.add(&rest) {
                return Ok(true);
            }
            before = Some(lost);
            if let Some(&generator) = letters.get(taken) {
                class = classes.actions[generator as usize][class as usize];
            }
        }
        Ok(false)
    }
}

/// Whether generators lead to the same class if they are added in any order.
enum CommutationCheck {
    /// The generators commute.
    None,
    /// The generators do not commute, and another context was found.
    Explained,
    /// The generators of the sum in this field do not commute, and no context was found.
    Unexplained(GeneratorWord),
}
