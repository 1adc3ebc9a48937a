//! A quotient is a finite commutative monoid with the set P of its lost elements, and the element
//! of each generator. A monoid is the misère quotient of the generators under two conditions:
//! [`ValuePairs`](crate::pairs) proves its outcomes, and for any two elements a multiplier exists
//! for which exactly one of the two products is in P.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use base::budget::{Budget, StopReason};
use rustc_hash::FxHashMap;

use crate::automaton::ClassAutomaton;
use crate::generators::{GeneratorWord, Generators, distinct, together, without};

/// A monoid of classes of sums. Element 0 is the class of the empty sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quotient {
    order: usize,
    table: Vec<u32>,
    lost: Vec<bool>,
    images: Vec<u32>,
    words: Vec<GeneratorWord>,
}

/// A relation between two sums of one class. The second sum of a relation is the least sum of the
/// class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordRelation {
    /// A sum that is not the least sum of its class, although each of its proper parts is the least
    /// sum of that part's class.
    pub word: GeneratorWord,
    /// The least sum of the class.
    pub least: GeneratorWord,
}

impl Quotient {
    /// Returns the quotient without generators: the empty sum is won for the player to move.
    pub fn trivial() -> Quotient {
        Quotient {
            order: 1,
            table: vec![0],
            lost: vec![false],
            images: Vec::new(),
            words: vec![GeneratorWord::new()],
        }
    }

    /// Returns the monoid of classes with the actions of the generators. The actions must commute,
    /// and all classes must be reachable. O(classes²).
    pub(crate) fn of_actions(
        actions: &[Vec<u32>],
        lost: Vec<bool>,
        generators: &Generators,
        budget: &Budget<'_>,
    ) -> Result<Quotient, StopReason> {
        let order = lost.len();
        budget.allow_growth(
            0,
            (order as u64)
                .saturating_mul(order as u64)
                .saturating_mul(4),
        )?;
        let (words, way) = least_words(actions, order, generators, budget)?;
        let mut table = vec![0; order * order];
        for (at, &(class, parent, generator)) in way.iter().enumerate() {
            budget.steps(order)?;
            for other in 0..order {
                table[class * order + other] = match at {
                    0 => other as u32,
                    _ => actions[generator][table[parent * order + other] as usize],
                };
            }
        }
        let images = actions.iter().map(|action| action[0]).collect();
        Ok(Quotient {
            order,
            table,
            lost,
            images,
            words,
        })
    }

    /// Returns the number of elements.
    pub fn order(&self) -> usize {
        self.order
    }

    /// Returns the number of generators.
    pub fn generators(&self) -> usize {
        self.images.len()
    }

    /// Returns the product of two elements, which is the class of the sum of their sums.
    pub fn product(&self, a: u32, b: u32) -> u32 {
        self.row(a)[b as usize]
    }

    /// Returns the products of an element with all elements.
    pub fn row(&self, element: u32) -> &[u32] {
        &self.table[element as usize * self.order..][..self.order]
    }

    /// Returns whether the player to move loses the sums of a class.
    pub fn is_lost(&self, element: u32) -> bool {
        self.lost[element as usize]
    }

    /// Iterates over the lost elements.
    pub fn lost(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.order as u32).filter(|&element| self.is_lost(element))
    }

    /// Returns the element of a generator, that is, the value of the pretending function.
    pub fn image(&self, generator: u32) -> u32 {
        self.images[generator as usize]
    }

    /// Returns the element of a sum.
    pub fn value(&self, word: &[u32]) -> u32 {
        word.iter().fold(0, |total, &generator| {
            self.product(total, self.image(generator))
        })
    }

    /// Returns the least sum of a class: among the sums of the class with the fewest moves, the
    /// first in the order of generators.
    pub fn word(&self, element: u32) -> &[u32] {
        &self.words[element as usize]
    }

    /// Returns the generators that are the least sums of their classes. All elements are sums of
    /// these essential generators.
    pub fn essential(&self) -> Vec<u32> {
        (0..self.images.len() as u32)
            .filter(|&generator| *self.word(self.image(generator)) == [generator])
            .collect()
    }

    /// Returns relations between the essential generators from which all other relations follow.
    /// Applied from left to right, the relations reduce any sum to the least sum of its class. Sums
    /// are compared by a monomial order, so parts of least sums are also least sums.
    pub fn relations(&self) -> Vec<WordRelation> {
        let is_least = |word: &[u32]| self.word(self.value(word)) == word;
        let mut found: Vec<GeneratorWord> = Vec::new();
        for &generator in &self.essential() {
            for element in 0..self.order as u32 {
                let word = together(self.word(element), &[generator]);
                if !is_least(&word) && distinct(&word).all(|place| is_least(&without(&word, place)))
                {
                    found.push(word);
                }
            }
        }
        found.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
        found.dedup();
        found
            .into_iter()
            .map(|word| WordRelation {
                least: self.word(self.value(&word)).to_vec(),
                word,
            })
            .collect()
    }

    /// Returns whether any two elements can be distinguished by adding some sum. O(order²).
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    pub fn is_reduced(&self, budget: &Budget<'_>) -> Result<bool, StopReason> {
        let mut rows = std::collections::HashSet::new();
        for element in 0..self.order as u32 {
            budget.steps(self.order)?;
            let row: Vec<bool> = self
                .row(element)
                .iter()
                .map(|&product| self.is_lost(product))
                .collect();
            if !rows.insert(row) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns sums with few remaining moves that distinguish elements by their outcomes, as far as
    /// possible. Each returned sum distinguishes elements that the previous sums do not
    /// distinguish.
    pub(crate) fn contexts(&self, generators: &Generators) -> BTreeSet<GeneratorWord> {
        let order = self.order as u32;
        let mut by_weight: Vec<u32> = (0..order).collect();
        by_weight.sort_by_key(|&element| (generators.weight(self.word(element)), element));
        let (mut part, mut count) = (vec![0_u32; self.order], 1);
        let mut contexts = BTreeSet::new();
        for context in by_weight {
            if count == self.order {
                break;
            }
            let mut numbers = FxHashMap::default();
            let finer = (0..order).map(|element| {
                let next = numbers.len() as u32;
                *numbers
                    .entry((
                        part[element as usize],
                        self.is_lost(self.product(element, context)),
                    ))
                    .or_insert(next)
            });
            let finer = finer.collect();
            if numbers.len() > count {
                (part, count) = (finer, numbers.len());
                contexts.insert(self.word(context).to_vec());
            }
        }
        contexts
    }

    /// Returns the automaton whose classes are the elements of the quotient.
    pub(crate) fn automaton(&self) -> ClassAutomaton {
        ClassAutomaton {
            actions: self
                .images
                .iter()
                .map(|&image| self.row(image).to_vec())
                .collect(),
            lost: self.lost.clone(),
        }
    }

    /// Adds a generator whose element is `element`.
    pub(crate) fn with_image(&mut self, element: u32) {
        self.images.push(element);
    }
}

/// A class, its predecessor, and the generator that leads from the predecessor to the class.
pub(crate) type ProductStep = (usize, usize, usize);

/// Returns the least word of each class, and the steps that reach the classes. In the list of
/// steps, each class comes after its predecessor.
pub(crate) fn least_words(
    actions: &[Vec<u32>],
    order: usize,
    generators: &Generators,
    budget: &Budget<'_>,
) -> Result<(Vec<GeneratorWord>, Vec<ProductStep>), StopReason> {
    let mut words: Vec<Option<GeneratorWord>> = vec![None; order];
    let mut way = Vec::with_capacity(order);
    let mut queue = BinaryHeap::from([Reverse((0, GeneratorWord::new(), (0, 0, 0)))]);
    while let Some(Reverse((weight, word, (class, parent, generator)))) = queue.pop() {
        if words[class].is_some() {
            continue;
        }
        way.push((class, parent, generator));
        for (next, action) in actions.iter().enumerate() {
            budget.tick()?;
            let to = action[class] as usize;
            if words[to].is_none() && to != class {
                let longer = together(&word, &[next as u32]);
                queue.push(Reverse((
                    weight + generators.height(next as u32),
                    longer,
                    (to, class, next),
                )));
            }
        }
        words[class] = Some(word);
    }
    let words = words
        .into_iter()
        .map(|word| word.expect("every class is reached"))
        .collect();
    Ok((words, way))
}
