//! Who wins a sum under misère play, by search, each sum once. A generator that had the value of a lighter sum among those before is
//! replaced by it, and two equal generators of one move cancel: guesses, as good as those they serve.

use base::budget::Budget;
use rustc_hash::FxHashMap;

use crate::Halt;
use crate::generators::{Generators, Word, distinct, together, without};

/// Outcomes of sums, each found once.
pub(crate) struct Outcomes<'g> {
    generators: &'g Generators,
    /// The sum that stands for each generator.
    stands: Vec<Word>,
    /// The options of each generator, in what stands for them.
    options: Vec<Vec<Word>>,
    lost: FxHashMap<Word, bool>,
    held: u64,
}

/// A sum that is being searched.
struct Frame {
    word: Word,
    options: Vec<Word>,
    next: usize,
}

impl<'g> Outcomes<'g> {
    /// Nothing is known yet.
    pub fn new(generators: &'g Generators, stands: Vec<Word>) -> Outcomes<'g> {
        let mut outcomes = Outcomes { generators, stands, options: Vec::new(), lost: FxHashMap::default(), held: 0 };
        for generator in 0..outcomes.stands.len() as u32 {
            let mut options: Vec<Word> = generators.options(generator).iter().map(|word| outcomes.normal(word)).collect();
            options.sort_unstable();
            options.dedup();
            outcomes.options.push(options);
        }
        outcomes
    }

    /// The generators that nothing stands for.
    pub fn essential(&self) -> Vec<u32> {
        (0..self.stands.len() as u32).filter(|&generator| self.is_essential(generator)).collect()
    }

    /// Whether nothing else stands for a generator.
    pub fn is_essential(&self, generator: u32) -> bool {
        self.stands[generator as usize] == [generator]
    }

    /// What stands for a generator.
    pub fn stands_for(&self, generator: u32) -> &[u32] {
        &self.stands[generator as usize]
    }

    /// The sum that stands for a sum.
    pub fn normal(&self, word: &[u32]) -> Word {
        let mut all: Word = word.iter().flat_map(|&generator| &self.stands[generator as usize]).copied().collect();
        all.sort_unstable();
        let mut kept = Word::with_capacity(all.len());
        for generator in all {
            if kept.last() == Some(&generator) && self.generators.is_star(generator) {
                kept.pop();
            } else {
                kept.push(generator);
            }
        }
        kept
    }

    /// Whether the player to move loses.
    pub fn is_lost(&mut self, word: &[u32], budget: &Budget<'_>) -> Result<bool, Halt> {
        let word = self.normal(word);
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
                    self.learn(frame.word, !frame.options.is_empty(), budget)?;
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

    /// Puts a sum on the stack, unless an option that is known decides it.
    fn open(&mut self, word: Word, stack: &mut Vec<Frame>, budget: &Budget<'_>) -> Result<(), Halt> {
        let mut options = Vec::new();
        let mut won = false;
        for place in distinct(&word) {
            let rest = without(&word, place);
            for option in &self.options[word[place] as usize] {
                budget.tick()?;
                options.push(self.normal(&together(&rest, option)));
                won |= self.lost.get(&options[options.len() - 1]) == Some(&true);
            }
            if won {
                break;
            }
        }
        if won {
            return self.learn(word, false, budget);
        }
        // Those with few components first.
        options.sort_unstable_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
        options.dedup();
        stack.push(Frame { word, options, next: 0 });
        Ok(())
    }

    fn learn(&mut self, word: Word, lost: bool, budget: &Budget<'_>) -> Result<(), Halt> {
        self.held += 64 + 4 * word.capacity() as u64;
        if self.lost.len().is_multiple_of(1 << 12) {
            budget.allow_memory(self.held)?;
        }
        self.lost.insert(word, lost);
        Ok(())
    }
}
