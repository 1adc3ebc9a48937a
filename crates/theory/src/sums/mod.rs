//! Theorems about sums under other conventions than the plain one: a move in every component, in
//! any number of them, in at most K, misère play, or an end with the first component. A sum theorem
//! finds the outcome of a sum from what each component is worth by itself. There are two kinds, and
//! one for play that goes round. A [`HeapRule`] speaks of Nim heaps, or of components that behave
//! as such. A [`SumAlgebra`] says what a component is worth, folded over its positions by an
//! engine, and how these values add; it tests its condition on the way, and has no value where that
//! fails. The naive twin of all of them is the search of the whole position.

pub mod choices;
mod conjunctive;
mod diminished;
mod entailing;
mod few_components;
mod heap_like;
mod loopy;
mod misere_nim;
mod moore;
mod quotient;
mod selective;
mod shortened;
mod sj;
mod suspense;
mod tame;

use std::ops::RangeInclusive;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use rules::ast::{EndCondition, PlayConvention};
use rules::game::{Conventions, Outcome, SumKind};
use rules::ir::Int;

use crate::algebra::Algebra;
use crate::theorem::ClosedForm;

pub use conjunctive::RemotenessAlgebra;
pub use diminished::DiminishedAlgebra;
pub use few_components::FewComponentsAlgebra;
pub use heap_like::HeapLikeAlgebra;
pub use misere_nim::MisereNimRule;
pub use moore::{MooreRule, digit_counts};
pub use selective::SelectiveAlgebra;
pub use shortened::ShortenedAlgebra;
pub use sj::SjAlgebra;
pub use suspense::SuspenseAlgebra;
pub use tame::TameAlgebra;

/// A theorem about sums of some kind.
pub trait SumTheorem: Sync {
    /// A short name, for `--without`.
    fn name(&self) -> &'static str;

    /// What the theorem says, in one sentence.
    fn statement(&self) -> Text;

    /// Who found it, and when.
    fn source(&self) -> &'static str;

    /// The rule for these conventions; `None` if the theorem does not speak of them.
    fn rule(&self, conventions: &Conventions) -> Option<SumRule>;

    /// The conventions that the theorem speaks of.
    fn needs(&self) -> Text;
}

/// What a sum theorem asks of the components, and how it combines them.
pub enum SumRule {
    /// The sizes of Nim heaps, or of components that behave as such.
    Heaps(Box<dyn HeapRule>),
    /// The suspense of each component.
    Suspense(SuspenseAlgebra),
    /// Who wins each component alone.
    Selective(SelectiveAlgebra),
    /// Who wins each component alone, of components that are few and stay so.
    Few(FewComponentsAlgebra),
    /// Grundy values of components that meet the condition of the theorem.
    Sj(SjAlgebra),
    /// Values of tame positions.
    Tame(TameAlgebra),
    /// Elements of the misère quotient of all positions that the components reach.
    Quotient,
    /// The remoteness of each component.
    Conjunctive(RemotenessAlgebra),
    /// Values without the positions that nobody moves to before he must.
    Diminished(DiminishedAlgebra),
    /// Who wins each component alone, and which have ended.
    Shortened(ShortenedAlgebra),
    /// Nimbers, or infinity with a set of them, found over all positions of a component at once.
    Loopy,
    /// Nimbers or infinity, or the set of values beside which an urgent component is lost.
    Entailing,
}

/// A move in heaps: which, and what it leaves of each.
pub type HeapMove = Vec<(usize, u64)>;

/// Winning moves in heaps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeapMoves {
    /// The moves, each once, the heaps of a move in order.
    pub list: Vec<HeapMove>,
    /// Whether these are all.
    pub complete: bool,
}

/// A rule for sums of Nim heaps.
pub trait HeapRule: Send {
    /// Who wins.
    fn outcome(&self, heaps: &[u64]) -> Outcome;

    /// The winning moves, at most `limit` of them (at least one).
    ///
    /// # Errors
    /// If the budget ends.
    fn winning(
        &self,
        heaps: &[u64],
        limit: usize,
        budget: &Budget<'_>,
    ) -> Result<HeapMoves, StopReason>;

    /// How the rule finds who wins these heaps, each with its name, for a person. Lines.
    fn explanation(&self, heaps: &[(Text, u64)]) -> Text;
}

/// The value of a component, as tables have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComponentTableValue {
    /// A number.
    Number(u64),
    /// It has ended, and with it play.
    Ended,
    /// It can be ended by one move, which wins.
    Instant,
}

/// An algebra whose values of components decide a sum of them. `None` is the value of a component
/// if the theorem's condition fails at a position below it, or a position below it can end the
/// whole play at once; every component that leads there has it too.
pub trait SumAlgebra: Algebra<Value = Option<<Self as SumAlgebra>::SumValue>> {
    /// The value of a component that meets the condition.
    type SumValue: Copy + Ord + Send + std::fmt::Debug;

    /// Whether the theorem speaks of sums of this number of components.
    ///
    /// # Errors
    /// The text says why the theorem does not.
    fn check_component_count(&self, _components: usize) -> Result<(), Text> {
        Ok(())
    }

    /// The value that changes no other it is added to. It is not that of a move that leaves nothing
    /// where play is over with that.
    fn nothing(&self) -> Self::SumValue {
        self.sum(&[]).expect("nothing breaks no condition")
    }

    /// Whether play is over in a sum of this value, though some components may have moves.
    fn over(&self, _total: Self::SumValue) -> bool {
        false
    }

    /// Who wins a sum of this value.
    fn outcome(&self, total: Self::SumValue) -> Outcome;

    /// The value of a Nim heap.
    fn heap(&self, size: u64) -> Self::SumValue;

    /// The options of a Nim heap, those of one value together. Options that cannot win beside
    /// `rest` may be left out.
    fn heap_options(
        &self,
        size: u64,
        rest: Self::SumValue,
    ) -> Vec<(Self::SumValue, RangeInclusive<u64>)>;

    /// The value of a component whose outcome under normal play, alone, is all that is known;
    /// `None` if the outcome does not tell it.
    fn value_of_outcome(&self, _: Outcome) -> Option<Self::SumValue> {
        None
    }

    /// The value of a component with this closed form; `None` if the form does not tell it.
    ///
    /// # Errors
    /// If the budget ends.
    fn value_of_form(
        &self,
        _: &dyn ClosedForm,
        _slots: &[Int],
        _: &Budget<'_>,
    ) -> Result<Option<Self::SumValue>, StopReason> {
        Ok(None)
    }

    /// What is said of a sum of this value.
    fn summary(&self, total: Self::SumValue) -> Text;

    /// What is said of a component of this value.
    fn describe_value(&self, worth: Self::SumValue) -> Text;

    /// The value of a component, as tables have it; `None` if it has none beyond who wins.
    fn table_value(&self, _: Self::SumValue) -> Option<ComponentTableValue> {
        None
    }

    /// What is said of a component where the condition fails.
    fn condition_failure(&self, position: &str) -> Text;

    /// The value of two sums together.
    fn add(&self, a: Self::SumValue, b: Self::SumValue) -> Self::SumValue {
        self.sum(&[Some(a), Some(b)]).expect("both have a value")
    }
}

/// Every sum theorem, in the order in which they are tried.
pub const REGISTRY: &[&dyn SumTheorem] = &[
    &misere_nim::MisereNimTheorem,
    &moore::MooreTheorem,
    &few_components::FewComponentsTheorem,
    &suspense::SuspenseTheorem,
    &selective::SelectiveTheorem,
    &sj::SjTheorem,
    &tame::TameTheorem,
    &quotient::QuotientTheorem,
    &conjunctive::ConjunctiveTheorem,
    &diminished::DiminishedTheorem,
    &shortened::ShortenedTheorem,
    &loopy::LoopyTheorem,
    &entailing::EntailingTheorem,
];

/// Whether this many components are moved in until none has a move, without draws, nothing urgent.
fn lasting(conventions: &Conventions, sum: SumKind) -> bool {
    conventions.sum == sum && conventions.until == EndCondition::All && played_whole(conventions)
}

/// Whether this many components are moved in until one has no move, without draws.
fn until_one(conventions: &Conventions, sum: SumKind) -> bool {
    conventions.sum == sum && conventions.until == EndCondition::One && played_whole(conventions)
}

/// Whether there are no draws, nothing is urgent, and what a move leaves of a component are
/// components.
fn played_whole(conventions: &Conventions) -> bool {
    !conventions.loopy && !conventions.entailing && !conventions.play.keeps_components()
}

/// Whether these are the conventions of the disjunctive sum under misère play, without draws.
fn misere_disjunctive(conventions: &Conventions) -> bool {
    *conventions
        == Conventions {
            play: PlayConvention::Misere,
            sum: SumKind::One,
            ..Conventions::default()
        }
}

fn can_end(position: &str) -> Text {
    text!(
        "{position} can end the whole play, or a position that it leads to can",
        "{position} 或其后续局面可使整局立即结束"
    )
}

/// The letter of a position that is lost for the player to move, or won.
fn lost(lost: bool) -> Outcome {
    if lost { Outcome::P } else { Outcome::N }
}

#[cfg(test)]
pub(crate) mod brute_force;
