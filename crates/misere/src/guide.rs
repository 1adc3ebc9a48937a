//! A guide is a guess whose proof failed. By induction on the remaining moves, a failed guess is
//! right for every sum with fewer remaining moves than the least sum at which its proof failed. For
//! sums at or above this limit, the guess suggests which move to try first.

use std::rc::Rc;

use crate::generators::Generators;
use crate::quotient::Quotient;

/// A guess with its limit: the guess is right for all sums with fewer remaining moves than the
/// limit.
#[derive(Clone, Debug)]
pub(crate) struct OutcomeGuide {
    quotient: Quotient,
    right_below: u64,
}

impl OutcomeGuide {
    /// Creates a guide from a guess and a sum at which its proof failed. No other sum at which the
    /// proof fails may have fewer remaining moves.
    pub fn new(quotient: Quotient, failing: &[u32], generators: &Generators) -> OutcomeGuide {
        OutcomeGuide {
            quotient,
            right_below: generators.weight(failing),
        }
    }

    /// Replaces another guide if `self` is right up to a higher limit. Returns whether the guide
    /// passed in was replaced.
    pub fn replace(self, guide: &mut Option<Rc<OutcomeGuide>>) -> bool {
        let better = guide
            .as_ref()
            .is_none_or(|other| other.right_below < self.right_below);
        if better {
            *guide = Some(Rc::new(self));
        }
        better
    }

    /// Returns the limit: sums with fewer remaining moves than the limit have the outcomes of their
    /// elements.
    pub fn right_below(&self) -> u64 {
        self.right_below
    }

    /// Returns the guess.
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

    /// The test uses codes with a heap at which the first guess fails.
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
            // The reference implementation: a search without substitutes.
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
