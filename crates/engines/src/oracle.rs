//! The interface that every engine offers to the solver: an oracle that computes values of
//! positions and caches its results. An oracle owns no world; the caller passes the world in which
//! the games are defined. Games may be added to this world between calls: it must be the world of
//! the previous call or a later state of that world. An engine that does not support a task returns
//! the reason. An engine never answers only a part of a task.

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
    /// The evidence needs more parts than the limit allows.
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
    /// computing its value. If computing the value is as cheap, returns `None` without any
    /// computation.
    ///
    /// # Errors
    /// Returns the same errors as [`GrundyOracle::grundy`].
    fn loses(
        &mut self,
        _world: &World,
        _game: GameId,
        _slots: &[Int],
        _budget: &Budget<'_>,
    ) -> Result<Option<bool>, EngineError> {
        Ok(None)
    }

    /// Returns whether the oracle was built for this component. The oracle may be unable to value a
    /// component for which it was not built.
    fn covers(&self, _game: GameId, _slots: &[Int]) -> bool {
        true
    }

    /// Returns the counters of valued positions and listed options so far.
    fn stats(&self) -> EngineStats;

    /// Returns the approximate number of bytes cached for later queries.
    fn bytes(&self) -> u64;

    /// Returns all computed values, each after the values on which it depends: the evidence for a
    /// certificate. Returns `None` if the evidence has more than `limit` rows.
    fn evidence(&self, limit: usize) -> Option<Vec<(Component, Grundy)>>;

    /// Returns whether the oracle can list its evidence. If the oracle cannot list its evidence,
    /// the builder of a certificate queries the value of every component that play can reach.
    fn lists_evidence(&self) -> bool {
        true
    }

    /// Returns at most `limit` parts of positions that prove the claim about a sum.
    ///
    /// # Errors
    /// Returns the same errors as [`GrundyOracle::grundy`].
    fn parts(
        &mut self,
        _sum: &[Component],
        _claimed: EvidenceGoal,
        _limit: usize,
        _budget: &Budget<'_>,
    ) -> Result<PartEvidenceSearch, EngineError> {
        Ok(PartEvidenceSearch::Unsupported)
    }

    /// Prepares the oracle for queries, for example by filling its table. Without a call of `fill`,
    /// the first query prepares the oracle.
    ///
    /// # Errors
    /// Returns the same errors as the first query would.
    fn fill(&mut self, _world: &World, _budget: &Budget<'_>) -> Result<(), EngineError> {
        Ok(())
    }

    /// Returns the filled table, if the oracle uses a table.
    fn table(&self) -> Option<&Arc<DenseTable>> {
        None
    }

    /// Returns whether the oracle looks up values in a table, which may still have to be filled.
    /// After the table is filled, each value costs almost nothing.
    fn is_table(&self) -> bool {
        false
    }

    /// Uses a table that was filled before, if it contains every position for which the oracle was
    /// built. Returns whether the table is used.
    fn take_over(&mut self, _table: &Arc<DenseTable>) -> bool {
        false
    }

    /// Enlarges a table that is not filled yet, to make room for later queries. The caller requests
    /// the larger table if a smaller table was filled for an earlier query.
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
    /// Returns whether the oracle was built for this sum. The oracle may be unable to solve a sum
    /// for which it was not built.
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

    /// Returns the counters of valued positions and listed options so far.
    fn stats(&self) -> EngineStats;

    /// Returns the approximate number of bytes cached for later queries.
    fn bytes(&self) -> u64;

    /// Returns all computed outcomes, each after the outcomes on which it depends. Returns `None`
    /// if the result has more than `limit` rows, or if play is loopy.
    fn evidence(&self, limit: usize) -> Option<Vec<(SumPosition, Outcome)>>;
}
