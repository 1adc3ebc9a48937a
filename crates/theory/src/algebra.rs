//! A theory is an [`Algebra`] that is *folded* over the positions of a game: an engine computes the
//! value of each position from those of its options. The algebra gives the values of ended
//! positions. The algebra also computes the value of a position from its options, and the value of
//! an option that is a sum from its components. This module contains [`GrundyAlgebra`] and
//! [`OutcomeAlgebra`]. Other algebras are [`DistanceAlgebra`](crate::distance::DistanceAlgebra) and
//! the algebras of sum theorems ([`SumAlgebra`](crate::sums::SumAlgebra)). A search can fold any
//! algebra. Tables have entries of a few bytes, and generated code has no types, so a table folds
//! only an algebra that is also a `TableKernel` of `engines::dense`. The trait `TableKernel`
//! defines how values are encoded in table entries, and identifies the algebra among the known
//! folds of table entries. [`GrundyAlgebra`], [`OutcomeAlgebra`] and `DistanceAlgebra` implement
//! `TableKernel`.

use rules::ast::PlayConvention;
use rules::game::{Outcome, PlayEnding};
use rules::play::outcome_without_moves;

use crate::value::Grundy;

/// The values of positions in a theory: ended positions, sums, and positions with options.
pub trait Algebra: Copy + Send {
    /// The value of a position.
    type Value: Copy + Eq + Send + std::fmt::Debug;

    /// The name of the theory.
    const NAME: &'static str;

    /// Returns the value of a position that ends the whole play at once.
    fn ending_value(&self, ending: PlayEnding) -> Self::Value;

    /// Returns the value of a sum from its components' values. This function is called only for
    /// theories that are folded over single components. A theory that is folded over whole
    /// positions treats each position as a sum of one component.
    fn sum(&self, parts: &[Self::Value]) -> Self::Value;

    /// Returns the value of a position from its options' values.
    fn of_options(&self, options: &[Self::Value]) -> Self::Value;

    /// Returns the value of the position if one given option decides it, whatever the values of the
    /// other options are.
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
        // Engines enumerate all moves, so the values that they find always have fewer than 63 bits.
        Grundy::sum(parts.iter().copied()).expect("the values of engines are small")
    }

    fn of_options(&self, options: &[Grundy]) -> Grundy {
        Grundy::of_options(options)
    }

    fn decided_by(&self, option: Grundy) -> Option<Grundy> {
        (option == Grundy::GOAL).then_some(Grundy::LOONY)
    }
}

/// Outcomes, folded over whole positions.
#[derive(Clone, Copy, Debug)]
pub struct OutcomeAlgebra(pub PlayConvention);

impl Algebra for OutcomeAlgebra {
    type Value = Outcome;
    const NAME: &'static str = "outcomes";

    fn ending_value(&self, ending: PlayEnding) -> Outcome {
        ending.outcome()
    }

    /// Returns the outcome of the only component. If a position has no components, returns the
    /// outcome of the empty position, which a move may leave.
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
