//! Tables of who wins, and how soon, as oracles for whole positions: a component that stands alone,
//! and the empty sum. A sum of several is declined, but for suspense under the convention that
//! every component is moved in.

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
    /// The value of a position that is one component of the table, or none.
    fn of_lone(&self, world: &World, sum: &SumPosition) -> Result<K::Value, EngineError> {
        match &sum.0[..] {
            [] => Ok(self.kernel.of_options(&[])),
            [one] => self.component(world, one.game, &one.slots),
            _ => Err(EngineError::Declined(text!(
                "speaks of a component that stands alone",
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

    /// The empty sum comes first, for moves that leave nothing.
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
    /// Who wins a position, and after how many moves. A sum of several components is valued by
    /// their suspense, where the table holds that and no component can end play: every
    /// component is moved in.
    ///
    /// # Errors
    /// Declined where a component is not in the table, or the distances of several do not add.
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
