//! A guess whose proof failed is a guide: it is right of every sum with fewer moves left than the
//! least sum at which the proof failed, by induction on the moves left, and of others it tells
//! which move to try first.

use std::rc::Rc;

use crate::generators::Generators;
use crate::quotient::Quotient;

/// A guess with the bound below which it is right.
#[derive(Clone, Debug)]
pub(crate) struct OutcomeGuide {
    quotient: Quotient,
    right_below: u64,
}

impl OutcomeGuide {
    /// A guess that failed at a sum, of those where it does the first by the moves left.
    pub fn new(quotient: Quotient, failing: &[u32], generators: &Generators) -> OutcomeGuide {
        OutcomeGuide {
            quotient,
            right_below: generators.weight(failing),
        }
    }

    /// Takes the place of another guide that is not right as far.
    pub fn replace(self, guide: &mut Option<Rc<OutcomeGuide>>) -> bool {
        let better = guide
            .as_ref()
            .is_none_or(|other| other.right_below < self.right_below);
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

#[cfg(test)]
mod tests {
    use base::budget::Budget;
    use fastrand::Rng;

    use super::*;
    use crate::adjoin::adjoin;
    use crate::generators::GeneratorWord;
    use crate::heaps;
    use crate::outcomes::MisereOutcomes;
    use crate::pairs::{PairProof, ValuePairs};
    use crate::quotient_builder::QuotientBuilder;

    /// Codes with a heap at which the first guess fails.
    #[test]
    fn a_guess_is_right_below_the_sum_where_it_fails() {
        let budget = Budget::generous();
        let mut rng = Rng::with_seed(30);
        for (code, heap) in [("0.07", 10), ("0.07", 25), ("0.76", 11)] {
            let generators = heaps::generators(&code.parse().unwrap(), heap, &budget).unwrap();
            let before = heaps::generators(&code.parse().unwrap(), heap - 1, &budget).unwrap();
            let base = QuotientBuilder::from_generators(&before, 100, &budget)
                .unwrap()
                .into_quotient()
                .automaton();
            let guess = adjoin(&base, &generators, &budget)
                .unwrap()
                .unwrap()
                .reduced(&budget)
                .unwrap();
            let quotient = guess.monoid(&generators, &budget).unwrap();
            let PairProof::Refuted(failing) =
                ValuePairs::prove(&quotient, &generators, &budget).unwrap()
            else {
                panic!("{code} {heap} is proved")
            };
            let guide = OutcomeGuide::new(quotient, &failing, &generators);
            let guessed =
                |word: &GeneratorWord| guide.quotient().is_lost(guide.quotient().value(word));
            // The naive twin: a search in which nothing stands for anything.
            let mut outcomes = MisereOutcomes::new(
                &generators,
                (0..heap as u32).map(|generator| vec![generator]).collect(),
                None,
            );
            assert_ne!(
                outcomes.is_lost(&failing, &budget).unwrap(),
                guessed(&failing),
                "{code} {failing:?}"
            );
            for _ in 0..3000 {
                let mut word = GeneratorWord::new();
                while generators.weight(&word) < guide.right_below() {
                    word.push(rng.u32(..heap as u32));
                }
                word.pop();
                word.sort_unstable();
                assert_eq!(
                    outcomes.is_lost(&word, &budget).unwrap(),
                    guessed(&word),
                    "{code} {word:?}"
                );
            }
        }
    }
}
