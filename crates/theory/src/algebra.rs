//! A theory is an algebra folded over the positions of a game: what ended positions are worth, how
//! an option that is a sum gets its value from its components, and how a position gets its value
//! from its options. There are [`GrundyAlgebra`] and [`OutcomeAlgebra`]
//! here, [`DistanceAlgebra`](crate::distance::DistanceAlgebra), and those of sum theorems
//! ([`SumAlgebra`](crate::sums::SumAlgebra)). A search folds any algebra as it is. A table has
//! entries of a few bytes, and code that is generated knows no types: a table folds an algebra that
//! is a `TableKernel` of `engines::dense` too, which adds how values lie in entries, and which of
//! the known folds of entries it is. The first three are.

use rules::ast::PlayConvention;
use rules::game::{Outcome, PlayEnding};
use rules::play::outcome_without_moves;

use crate::value::Grundy;

/// What positions are worth in a theory: the values of ended positions, of sums and of positions
/// with options.
pub trait Algebra: Copy + Send {
    /// What a position is worth.
    type Value: Copy + Eq + Send + std::fmt::Debug;

    /// The name of the theory.
    const NAME: &'static str;

    /// The value of a position that ends the whole play at once.
    fn ending_value(&self, ending: PlayEnding) -> Self::Value;

    /// The value of a sum from its components' values; asked only of theories that are folded over
    /// single components. A theory folded over whole positions sees each of them as one part.
    fn sum(&self, parts: &[Self::Value]) -> Self::Value;

    /// The value of a position from its options' values.
    fn of_options(&self, options: &[Self::Value]) -> Self::Value;

    /// The value of the position if this one option decides it, whatever the others are.
    fn decided_by(&self, option: Self::Value) -> Option<Self::Value>;
}

/// Grundy values under normal play, folded over single components.
#[derive(Clone, Copy, Debug)]
pub struct GrundyAlgebra;

impl Algebra for GrundyAlgebra {
    type Value = Grundy;
    const NAME: &'static str = "Grundy values";

    fn ending_value(&self, ending: PlayEnding) -> Grundy {
        Grundy::from_ending(ending)
    }

    fn sum(&self, parts: &[Grundy]) -> Grundy {
        // Engines count moves one by one: no value of theirs has 63 bits.
        Grundy::sum(parts.iter().copied()).expect("the values of engines are small")
    }

    fn of_options(&self, options: &[Grundy]) -> Grundy {
        Grundy::of_options(options)
    }

    fn decided_by(&self, option: Grundy) -> Option<Grundy> {
        (option == Grundy::GOAL).then_some(Grundy::LOONY)
    }
}

/// Who wins, folded over whole positions.
#[derive(Clone, Copy, Debug)]
pub struct OutcomeAlgebra(pub PlayConvention);

impl Algebra for OutcomeAlgebra {
    type Value = Outcome;
    const NAME: &'static str = "outcomes";

    fn ending_value(&self, ending: PlayEnding) -> Outcome {
        ending.outcome()
    }

    /// A component that left nothing is a whole position too.
    fn sum(&self, parts: &[Outcome]) -> Outcome {
        match parts {
            [] => outcome_without_moves(self.0),
            [one] => *one,
            _ => unreachable!("outcomes are folded over whole positions"),
        }
    }

    fn of_options(&self, options: &[Outcome]) -> Outcome {
        match options {
            [] => outcome_without_moves(self.0),
            _ if options.contains(&Outcome::P) => Outcome::N,
            _ if options.contains(&Outcome::D) => Outcome::D,
            _ => Outcome::P,
        }
    }

    fn decided_by(&self, option: Outcome) -> Option<Outcome> {
        (option == Outcome::P).then_some(Outcome::N)
    }
}
