//! Cells of a table, computed by the methods of the session for the search for a law.

use base::budget::{Budget, StopReason};
use engines::engine::AccessPattern;
use laws::{CellSource, CellValue, option_components_by_rules};
use rules::game::{GameId, Outcome};
use rules::ir::{self, Int};
use rules::play::{Component, SumPosition};
use rules::world::World;

use crate::error::{RulesResult, SolveError};
use crate::solver::Solver;
use crate::value_method::ValueMethod;

/// Cells of one game, computed by a solver in tables that grow.
pub(super) struct SolverCells<'s> {
    solver: &'s mut Solver,
    world: &'s World,
    game: GameId,
    values: bool,
    /// Whether a theorem computes values, so that no table is needed.
    theorems: bool,
    /// The largest number of each slot in the planned table.
    tops: Vec<Int>,
    most: u64,
    /// The number of positions of the last table that was too large.
    pub(super) refused: Option<u128>,
    /// The error that stopped the computation of a cell, unless the budget ran out.
    pub(super) fault: Option<SolveError>,
}

impl<'s> SolverCells<'s> {
    /// Creates the cells of `game`, values or outcomes, from a table of at most `most` positions.
    pub(super) fn new(
        solver: &'s mut Solver,
        world: &'s World,
        game: GameId,
        values: bool,
        most: u64,
    ) -> SolverCells<'s> {
        SolverCells {
            solver,
            world,
            game,
            values,
            theorems: false,
            tops: Vec::new(),
            most,
            refused: None,
            fault: None,
        }
    }

    /// Configures the cells of the game for a law of gaps. The numbers of a position are sums of
    /// gaps and therefore large. If a theorem computes values, no table is needed; otherwise the
    /// limit on tables stops the search.
    pub(super) fn of_gaps(self) -> SolverCells<'s> {
        SolverCells {
            theorems: true,
            ..self
        }
    }

    /// Plans a table that contains a position. Returns whether the table is small enough.
    fn plan(&mut self, slots: &[Int], budget: &Budget<'_>) -> Result<bool, SolveError> {
        let plan = self.solver.plan_of(self.game).filter(|_| self.theorems);
        let told = matches!(
            plan.and_then(|plan| plan.method.as_ref()),
            Some(ValueMethod::Theorem(..))
        );
        if !self.solver.values_decide()
            || told
            || !self.tops.is_empty() && slots.iter().zip(&self.tops).all(|(slot, top)| slot <= top)
        {
            return Ok(true);
        }
        let rules = self.world.rules(self.game);
        // The first table that is filled has some thousands of positions.
        let least = if slots.len() <= 4 { 7 } else { 1 };
        let mut cells: u128 = 1;
        let mut tops = Vec::with_capacity(slots.len());
        for (i, (slot, &at)) in rules.slots().iter().zip(slots).enumerate() {
            let wide = (at.saturating_sub(slot.low).max(least) as u64)
                .checked_next_power_of_two()
                .unwrap_or(u64::MAX) as i128;
            let top =
                (i128::from(slot.low) + wide).min(slot.high.unwrap_or(Int::MAX).into()) as Int;
            let top = self.tops.get(i).map_or(top, |&before| before.max(top));
            cells = cells.saturating_mul((i128::from(top) - i128::from(slot.low) + 1) as u128);
            tops.push(top);
        }
        if cells > self.most.into() {
            self.refused = Some(cells);
            return Ok(false);
        }
        self.solver.plan(
            &[Component::new(self.game, tops.clone())],
            AccessPattern::Table,
            budget,
        )?;
        self.tops = tops;
        Ok(true)
    }

    fn cell(
        &mut self,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Option<CellValue>, SolveError> {
        let mut canonical = slots.to_vec();
        let rules = self.world.rules(self.game);
        rules.canonicalise(&mut canonical);
        let inside = |(slot, &at): (&ir::Slot, &Int)| {
            slot.low <= at && slot.high.is_none_or(|high| at <= high)
        };
        let is_position = canonical == slots
            && rules.slots().iter().zip(slots).all(inside)
            && self
                .world
                .contains(self.game, slots, budget)
                .explain_fault(self.world)?;
        if !is_position {
            return Ok(Some(CellValue::NoPosition));
        }
        // A theorem that computes outcomes needs no table. The proof of the law shows whether the
        // outcomes are right.
        let told = self
            .solver
            .plan_of(self.game)
            .filter(|_| !self.values && self.solver.values_decide());
        if let Some((_, form)) = told.and_then(|plan| plan.outcomes.as_ref()) {
            return Ok(Some(CellValue::P(
                form.outcome(slots, budget)? == Outcome::P,
            )));
        }
        if !self.plan(slots, budget)? {
            return Ok(None);
        }
        let component = Component::new(self.game, slots);
        if self.values {
            return Ok(self
                .solver
                .value(&component, budget)?
                .as_nimber()
                .map(CellValue::Value));
        }
        let outcome = self.solver.outcome(&SumPosition(vec![component]), budget)?;
        Ok(Some(CellValue::P(outcome == Outcome::P)))
    }
}

impl CellSource for SolverCells<'_> {
    fn value_at(
        &mut self,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Option<CellValue>, StopReason> {
        match self.cell(slots, budget) {
            Ok(seen) => Ok(seen),
            Err(SolveError::Stopped(stop)) => Err(stop),
            Err(error) => {
                self.fault.get_or_insert(error);
                Ok(None)
            }
        }
    }

    fn option_components(
        &mut self,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Vec<Vec<Int>>, StopReason> {
        option_components_by_rules(self.world, self.game, slots, budget)
    }
}
