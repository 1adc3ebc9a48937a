//! Points: the score of a position under `play score`, and the interface of the oracles that
//! compute scores.

use base::budget::Budget;
use rules::game::Outcome;
use rules::ir::Int;
use rules::play::SumPosition;
use rules::world::World;

use crate::error::EngineError;
use crate::stats::EngineStats;

/// The score of a position if both players maximise their own points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// The points that the player to move gets from here on, minus the points of the other player.
    pub difference: Int,
    /// The points that both players get together from here on, if every play gives this number;
    /// `None` if this number depends on the moves or is not computed.
    pub total: Option<Int>,
}

impl Score {
    /// Returns the outcome: the player with more points wins.
    pub fn outcome(self) -> Outcome {
        match self.difference {
            1.. => Outcome::N,
            0 => Outcome::D,
            ..0 => Outcome::P,
        }
    }

    /// Returns the points of the player to move and of the other player, if the total is known.
    pub fn shares(self) -> Option<(Int, Int)> {
        let (total, difference) = (i128::from(self.total?), i128::from(self.difference));
        let own = Int::try_from((total + difference) / 2).ok()?;
        let other = Int::try_from((total - difference) / 2).ok()?;
        ((total + difference) % 2 == 0).then_some((own, other))
    }
}

/// An oracle that computes scores and caches its results.
pub trait ScoreOracle: Send {
    /// Returns whether the oracle can answer for a sum. An oracle that serves every position also
    /// returns `true` for the empty sum.
    fn covers(&self, _sum: &SumPosition) -> bool {
        true
    }

    /// Returns the score of a sum in canonical form.
    ///
    /// # Errors
    /// Returns [`EngineError`] if the rules cannot be evaluated, a number exceeds 64 bits, play can
    /// cycle or the budget runs out.
    fn score(
        &mut self,
        world: &World,
        sum: &SumPosition,
        budget: &Budget<'_>,
    ) -> Result<Score, EngineError>;

    /// Returns the counters of evaluated positions and listed options.
    fn stats(&self) -> EngineStats;

    /// Returns the approximate number of bytes cached for later queries.
    fn bytes(&self) -> u64;
}
