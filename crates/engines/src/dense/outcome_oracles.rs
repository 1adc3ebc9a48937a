//! Tables of outcomes and distances as oracles for complete positions: a single component, or the
//! empty sum. Sums of several components are declined, except for suspense under the convention
//! that every move plays in all components.

use base::budget::Budget;
use base::text;
use rules::game::Outcome;
use rules::play::SumPosition;
use rules::world::World;
use theory::algebra::{Algebra, OutcomeAlgebra};
use theory::distance::{Distance, DistanceAlgebra};

use super::kernel::add;
use super::{DenseTable, TableKernel};
use crate::error::EngineError;
use crate::oracle::OutcomeOracle;
use crate::stats::EngineStats;

impl<K: TableKernel> DenseTable<K> {
    /// Returns the value of a position that consists of one component of the table, or is empty.
    fn of_lone(&self, world: &World, sum: &SumPosition) -> Result<K::Value, EngineError> {
        match &sum.0[..] {
            [] => Ok(self.kernel.of_options(&[])),
            [one] => self.component(world, one.game, &one.slots),
            _ => Err(EngineError::Declined(text!(
                "applies only to a single component",
                "只适用于单独的一个部分"
            ))),
        }
    }
}

impl OutcomeOracle for DenseTable<OutcomeAlgebra> {
    fn outcome(
        &mut self,
        world: &World,
        sum: &SumPosition,
        _: &Budget<'_>,
    ) -> Result<Outcome, EngineError> {
        self.of_lone(world, sum)
    }

    fn stats(&self) -> EngineStats {
        self.stats
    }

    fn bytes(&self) -> u64 {
        self.table.bytes().len() as u64
    }

    /// The empty sum is the first row, because moves may leave no component.
    fn evidence(&self, limit: usize) -> Option<Vec<(SumPosition, Outcome)>> {
        let rows = self.rows(&self.space, limit.checked_sub(1)?)?;
        let empty = (SumPosition::default(), self.kernel.of_options(&[]));
        Some(
            [empty]
                .into_iter()
                .chain(
                    rows.into_iter()
                        .map(|(component, outcome)| (SumPosition(vec![component]), outcome)),
                )
                .collect(),
        )
    }
}

impl DenseTable<DistanceAlgebra> {
    /// Returns the outcome of a position and the number of moves to the end. A sum of several
    /// components is valued by the suspense of the components, if the table contains suspense and
    /// no component can end play. The table contains suspense only under the convention that every
    /// move plays in all components.
    ///
    /// # Errors
    /// Returns [`EngineError::Declined`] if a component is not in the table, or the distances of
    /// several components do not determine the distance of the sum.
    pub fn distance(&self, world: &World, sum: &SumPosition) -> Result<Distance, EngineError> {
        if sum.0.len() < 2 || !add(self.kernel, world.rules(self.game)) {
            return self.of_lone(world, sum);
        }
        let parts: Vec<Distance> = sum
            .0
            .iter()
            .map(|part| self.component(world, part.game, &part.slots))
            .collect::<Result<_, _>>()?;
        Ok(self.kernel.sum(&parts))
    }
}
