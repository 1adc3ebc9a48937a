//! Queries about the parts of a compound, answered by a planner with all methods.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use base::budget::{Budget, StopReason};
use rules::compound::groups;
use rules::game::Conventions;
use rules::ir::Int;
use rules::play::{SumPosition, moves};
use rules::world::World;
use theory::theorem::TheoremCase;
use theory::value::Grundy;

use crate::error::{RulesResult, SolveError};
use crate::settings::SessionSettings;
use crate::solver::{Solver, SolverCache};

/// A solver for queries about the parts of a compound.
pub(crate) struct PartSolver {
    world: Arc<World>,
    solver: Mutex<Solver>,
}

impl PartSolver {
    pub fn new(case: &TheoremCase<'_>, conventions: Conventions) -> PartSolver {
        let world = Arc::new(case.world.clone());
        let solver = Solver::new(
            &world,
            SolverCache::new(&SessionSettings::default(), conventions),
        );
        PartSolver {
            world,
            solver: Mutex::new(solver),
        }
    }

    /// Returns the world of the games.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Returns the solver.
    pub fn solver(&self) -> MutexGuard<'_, Solver> {
        self.solver.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the value of a sum; `None` if no method provides this value.
    pub fn value(&self, sum: &SumPosition, budget: &Budget<'_>) -> Result<Option<u64>, StopReason> {
        let mut solver = self.solver();
        let mut total = 0;
        for component in &sum.0 {
            let Some(value) =
                ok_unless_stopped(solver.value(component, budget))?.and_then(Grundy::as_nimber)
            else {
                return Ok(None);
            };
            total = nimber::sum(total, value);
        }
        Ok(Some(total))
    }

    /// Returns the values of the options of a sum; `None` if no method provides all values.
    pub fn options(
        &self,
        sum: &SumPosition,
        budget: &Budget<'_>,
    ) -> Result<Option<Vec<u64>>, StopReason> {
        let Some(made) = ok_unless_stopped(
            moves(&self.world, sum, Conventions::default(), budget).explain_fault(&self.world),
        )?
        else {
            return Ok(None);
        };
        made.iter()
            .map(|made| self.value(&made.leaves, budget))
            .collect()
    }

    /// Decodes the numbers of a compound's position into its groups, that is, one sum for each
    /// part.
    pub fn groups(&self, slots: &[Int]) -> Vec<SumPosition> {
        groups(slots).unwrap_or_default()
    }
}

/// Returns the result of a query about a part; `None` if no method provides this result. Returns an
/// error only if the budget ran out.
pub(crate) fn ok_unless_stopped<T>(found: Result<T, SolveError>) -> Result<Option<T>, StopReason> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(SolveError::Stopped(stop)) => Err(stop),
        Err(_) => Ok(None),
    }
}
