//! A theory is an [`Algebra`] that is folded over the positions of a game. It gives the values of
//! ended positions, computes the value of an option that is a sum from its components, and computes
//! the value of a position from its options. This module contains [`GrundyAlgebra`] and
//! [`OutcomeAlgebra`]. The others are [`DistanceAlgebra`](crate::distance::DistanceAlgebra) and the
//! algebras of sum theorems ([`SumAlgebra`](crate::sums::SumAlgebra)). A search can fold any
//! algebra. Tables have entries of a few bytes, and generated code knows no types, so a table folds
//! only an algebra that is also a `TableKernel` of `engines::dense`. That trait adds how values are
//! encoded in entries and which of the known folds of entries the algebra is. The first three
//! algebras implement it.

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

    /// Returns the value of a sum from its components' values. Called only for theories that are
    /// folded over single components. A theory folded over whole positions treats each position as
    /// a single part.
    fn sum(&self, parts: &[Self::Value]) -> Self::Value;

    /// Returns the value of a position from its options' values.
    fn of_options(&self, options: &[Self::Value]) -> Self::Value;

    /// Returns the value of the position if this option alone decides it, whatever the others are.
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
        // Engines count moves one by one, so their values always have fewer than 63 bits.
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

    /// Returns the outcome of the only part, or that of the empty position: a component that left
    /// no parts is a whole position, too.
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
