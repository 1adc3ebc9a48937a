//! Questions about the parts of a compound, answered by the whole planner.

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

/// What answers questions about the parts of a compound.
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

    /// The games.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// What answers.
    pub fn solver(&self) -> MutexGuard<'_, Solver> {
        self.solver.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The value of a sum; `None` if no method tells.
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

    /// The values of the options of a sum; `None` if no method tells them all.
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

    /// The groups of a position.
    pub fn groups(&self, slots: &[Int]) -> Vec<SumPosition> {
        groups(slots).unwrap_or_default()
    }
}

/// What a question about a part found; `None` if nothing tells, an error only if the budget ended.
pub(crate) fn ok_unless_stopped<T>(found: Result<T, SolveError>) -> Result<Option<T>, StopReason> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(SolveError::Stopped(stop)) => Err(stop),
        Err(_) => Ok(None),
    }
}
