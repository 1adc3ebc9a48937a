//! The interface that every engine offers to the solver: an oracle that computes values of
//! positions and caches its results. An oracle owns no world; the caller passes the world in which
//! the games are defined. Between calls that world may grow: it must be the world of the previous
//! call or a later state of it. An engine that does not support a task returns the reason; it never
//! answers only a part of the task.

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

/// The result of a search for the evidence of parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartEvidenceSearch {
    /// The oracle does not divide positions into parts.
    Unsupported,
    /// The number of parts needed exceeds the limit.
    TooMany,
    /// The parts.
    Found(PartEvidence),
}

/// An oracle that computes values of single components under normal play.
pub trait GrundyOracle: Send {
    /// Returns the Grundy value of a component in canonical form.
    ///
    /// # Errors
    /// Returns [`EngineError`] if the oracle does not support the component, the rules cannot be
    /// evaluated, play can cycle or the budget runs out.
    fn grundy(
        &mut self,
        world: &World,
        game: GameId,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Grundy, EngineError>;

    /// Returns whether the player to move loses the component on its own, if this is cheaper than
    /// computing its value. Otherwise does nothing and returns `None`.
    ///
    /// # Errors
    /// The same as for [`GrundyOracle::grundy`].
    fn loses(
        &mut self,
        _world: &World,
        _game: GameId,
        _slots: &[Int],
        _budget: &Budget<'_>,
    ) -> Result<Option<bool>, EngineError> {
        Ok(None)
    }

    /// Returns whether the oracle was built for this component. It may be unable to answer for
    /// others.
    fn covers(&self, _game: GameId, _slots: &[Int]) -> bool {
        true
    }

    /// Returns the amount of work done so far.
    fn stats(&self) -> EngineStats;

    /// Returns the approximate number of bytes cached for later queries.
    fn bytes(&self) -> u64;

    /// Returns all computed values, each after the values it depends on: the evidence for a
    /// certificate. Returns `None` if there are more than `limit` rows.
    fn evidence(&self, limit: usize) -> Option<Vec<(Component, Grundy)>>;

    /// Returns whether the oracle can list its evidence. Otherwise a certificate queries the value
    /// of every component that play can reach.
    fn lists_evidence(&self) -> bool {
        true
    }

    /// Returns parts of the positions of its game that prove the claim about a sum; at most `limit`
    /// of them.
    ///
    /// # Errors
    /// The same as for [`GrundyOracle::grundy`].
    fn parts(
        &mut self,
        _sum: &[Component],
        _claimed: EvidenceGoal,
        _limit: usize,
        _budget: &Budget<'_>,
    ) -> Result<PartEvidenceSearch, EngineError> {
        Ok(PartEvidenceSearch::Unsupported)
    }

    /// Does the preparatory work now that otherwise the first query would do.
    ///
    /// # Errors
    /// The same as for the first query.
    fn fill(&mut self, _world: &World, _budget: &Budget<'_>) -> Result<(), EngineError> {
        Ok(())
    }

    /// Returns the filled table, if the oracle uses one.
    fn table(&self) -> Option<&Arc<DenseTable>> {
        None
    }

    /// Returns whether the oracle looks values up in a table, filled or still to be filled. Then
    /// every further value costs next to nothing.
    fn is_table(&self) -> bool {
        false
    }

    /// Uses a table that was filled before, if it contains every position for which the oracle was
    /// built. Returns whether it does.
    fn take_over(&mut self, _table: &Arc<DenseTable>) -> bool {
        false
    }

    /// Enlarges a table that is still to be filled, to make room for later queries, because a
    /// smaller one was filled for an earlier query.
    fn make_room(
        &mut self,
        _earlier: &DenseTable,
        _world: &World,
        _facts: &GameFacts,
        _budget: &Budget<'_>,
    ) {
    }
}

/// An oracle that computes outcomes of complete positions.
pub trait OutcomeOracle: Send {
    /// Returns whether the oracle was built for this sum. It may be unable to answer for others.
    fn covers(&self, _sum: &SumPosition) -> bool {
        true
    }

    /// Returns the outcome of a sum in canonical form.
    ///
    /// # Errors
    /// Returns [`EngineError`] if the oracle does not support the sum, the rules cannot be
    /// evaluated, play can cycle or the budget runs out.
    fn outcome(
        &mut self,
        world: &World,
        sum: &SumPosition,
        budget: &Budget<'_>,
    ) -> Result<Outcome, EngineError>;

    /// Returns the amount of work done so far.
    fn stats(&self) -> EngineStats;

    /// Returns the approximate number of bytes cached for later queries.
    fn bytes(&self) -> u64;

    /// Returns all computed outcomes, each after the outcomes it depends on. Returns `None` if
    /// there are more than `limit` rows, and for loopy play.
    fn evidence(&self, limit: usize) -> Option<Vec<(SumPosition, Outcome)>>;
}
