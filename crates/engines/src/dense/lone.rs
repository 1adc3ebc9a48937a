//! Tables of who wins, and how soon, as oracles for whole positions: a component that stands alone, and the empty sum. A sum of
//! several is declined, but for suspense under the convention that every component is moved in.

use base::budget::Budget;
use base::text;
use rules::play::Sum;
use rules::rules::Outcome;
use theory::algebra::{Algebra, Outcomes};
use theory::distance::{Distance, Distances};

use super::kernel::add;
use super::{Dense, Kernel};
use crate::oracle::{EngineError, OutcomeOracle, Stats};

impl<K: Kernel> Dense<'_, K> {
    /// The value of a position that is one component of the table, or none.
    fn of_lone(&self, sum: &Sum) -> Result<K::Value, EngineError> {
        match &sum.0[..] {
            [] => Ok(self.kernel.of_options(&[])),
            [one] => self.of_component(one.game, &one.slots),
            _ => Err(EngineError::Declined(text!("speaks of a component that stands alone", "只适用于单独的一个部分"))),
        }
    }
}

impl OutcomeOracle for Dense<'_, Outcomes> {
    fn outcome(&mut self, sum: &Sum, _: &Budget<'_>) -> Result<Outcome, EngineError> {
        self.of_lone(sum)
    }

    fn stats(&self) -> Stats {
        self.stats
    }

    /// The empty sum comes first, for moves that leave nothing.
    fn evidence(&self, limit: usize) -> Option<Vec<(Sum, Outcome)>> {
        let rows = self.rows(limit.checked_sub(1)?)?;
        let empty = (Sum::default(), self.kernel.of_options(&[]));
        Some([empty].into_iter().chain(rows.into_iter().map(|(component, outcome)| (Sum(vec![component]), outcome))).collect())
    }
}

impl Dense<'_, Distances> {
    /// Who wins a position, and after how many moves. A sum of several components is valued by their suspense, where the table
    /// holds that and no component can end play: every component is moved in.
    ///
    /// # Errors
    /// Declined where a component is not in the table, or the distances of several do not add.
    pub fn distance(&self, sum: &Sum) -> Result<Distance, EngineError> {
        if sum.0.len() < 2 || !add(self.kernel, self.world.rules(self.game)) {
            return self.of_lone(sum);
        }
        let parts: Vec<Distance> = sum.0.iter().map(|part| self.of_component(part.game, &part.slots)).collect::<Result<_, _>>()?;
        Ok(self.kernel.sum(&parts))
    }
}
