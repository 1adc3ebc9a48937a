//! What every engine offers to the front door: an oracle that values positions and remembers what
//! it has done. It holds no world: whoever asks hands in the one that its games live in, which may
//! have grown since, and must be the same or a later state of the one asked with before. An engine
//! that cannot take a task says why; it never answers half of it.

use std::sync::Arc;

use base::budget::Budget;
use facts::GameFacts;
use parts::{EvidenceGoal, PartEvidence};
use rules::game::{GameId, Outcome};
use rules::ir::Int;
use rules::play::{Component, SumPosition};
use rules::world::World;
use theory::value::Grundy;

pub use crate::error::EngineError;
pub use crate::stats::EngineStats;

use crate::dense::DenseTable;

/// What a search for the evidence of parts finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartEvidenceSearch {
    /// The oracle knows no parts.
    Unsupported,
    /// More parts than the limit are needed.
    TooMany,
    /// The parts.
    Found(PartEvidence),
}

/// An oracle that values single components under normal play.
pub trait GrundyOracle: Send {
    /// The Grundy value of a component in canonical form.
    ///
    /// # Errors
    /// Where the oracle does not take the component, the rules cannot be evaluated, play may go
    /// round for ever or the budget ends.
    fn grundy(
        &mut self,
        world: &World,
        game: GameId,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Grundy, EngineError>;

    /// Whether the player to move loses a component by itself, where that costs less than its
    /// value; else nothing is done, and nothing told.
    ///
    /// # Errors
    /// As for the value.
    fn loses(
        &mut self,
        _world: &World,
        _game: GameId,
        _slots: &[Int],
        _budget: &Budget<'_>,
    ) -> Result<Option<bool>, EngineError> {
        Ok(None)
    }

    /// Whether this component is one that it was made for; of others it may know nothing.
    fn covers(&self, _game: GameId, _slots: &[Int]) -> bool {
        true
    }

    /// What was done.
    fn stats(&self) -> EngineStats;

    /// Bytes held for later questions, about.
    fn bytes(&self) -> u64;

    /// Every value found, each after those it rests on: the evidence for a certificate. At most
    /// `limit` rows, else nothing.
    fn evidence(&self, limit: usize) -> Option<Vec<(Component, Grundy)>>;

    /// Whether it can list its evidence; else a certificate asks it for the value of every
    /// component that play can reach.
    fn lists_evidence(&self) -> bool {
        true
    }

    /// Parts of the positions of its game that show what is claimed of a sum, at most `limit`.
    ///
    /// # Errors
    /// As for the value.
    fn parts(
        &mut self,
        _sum: &[Component],
        _claimed: EvidenceGoal,
        _limit: usize,
        _budget: &Budget<'_>,
    ) -> Result<PartEvidenceSearch, EngineError> {
        Ok(PartEvidenceSearch::Unsupported)
    }

    /// Does at once what the first question would wait for.
    ///
    /// # Errors
    /// As for the first question.
    fn fill(&mut self, _world: &World, _budget: &Budget<'_>) -> Result<(), EngineError> {
        Ok(())
    }

    /// The filled table, where that is what it asks.
    fn table(&self) -> Option<&Arc<DenseTable>> {
        None
    }

    /// Whether it asks a table, filled or still to be filled: every further value then costs next
    /// to nothing.
    fn is_table(&self) -> bool {
        false
    }

    /// Asks a table that was filled before, if all that it was made for is in there.
    fn take_over(&mut self, _table: &Arc<DenseTable>) -> bool {
        false
    }

    /// Makes room for later questions in a table that is still to be filled, because a smaller one
    /// was filled for an earlier question.
    fn make_room(
        &mut self,
        _earlier: &DenseTable,
        _world: &World,
        _facts: &GameFacts,
        _budget: &Budget<'_>,
    ) {
    }
}

/// Says who wins whole positions.
pub trait OutcomeOracle: Send {
    /// Whether this sum is one that it was made for; of others it may know nothing.
    fn covers(&self, _sum: &SumPosition) -> bool {
        true
    }

    /// The outcome of a sum in canonical form.
    ///
    /// # Errors
    /// Where the oracle does not take the sum, the rules cannot be evaluated, play may go round for
    /// ever or the budget ends.
    fn outcome(
        &mut self,
        world: &World,
        sum: &SumPosition,
        budget: &Budget<'_>,
    ) -> Result<Outcome, EngineError>;

    /// What was done.
    fn stats(&self) -> EngineStats;

    /// Bytes held for later questions, about.
    fn bytes(&self) -> u64;

    /// Every outcome found, each after those it rests on. At most `limit` rows, else nothing;
    /// nothing for loopy play.
    fn evidence(&self, limit: usize) -> Option<Vec<(SumPosition, Outcome)>>;
}
