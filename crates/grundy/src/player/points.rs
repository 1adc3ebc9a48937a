//! The points of a match under `play score`.

use std::cmp::Ordering;

use base::budget::Budget;
use base::text;
use rules::game::{OptionArena, Outcome};
use rules::ir::Int;
use rules::play::{Component, SumPosition};

use super::{Match, MatchMove, MatchSide, MatchTurn};
use crate::error::{RulesResult, SolveError};
use crate::player::strategy::{StrategyMove, StrategyReason};
use crate::scores;

impl Match {
    /// Returns the points that a move of a position gives to the mover.
    ///
    /// # Errors
    /// Returns [`SolveError`] if the rules cannot be evaluated, the points exceed 64 bits or the
    /// budget runs out.
    pub(super) fn gain(
        &self,
        before: &[Component],
        made: &MatchMove,
        budget: &Budget<'_>,
    ) -> Result<Int, SolveError> {
        let world = &self.session.world;
        let mut options = OptionArena::new();
        let mut total: Int = 0;
        for step in &made.steps {
            let Component { game, slots } = &before[step.component];
            let chosen = (step.rule, &step.choices[..]);
            world
                .option(*game, slots, chosen, &mut options, budget)
                .explain_fault(world)?;
            let gain = if options.is_empty() {
                0
            } else {
                options.get(0).gain
            };
            total = total.checked_add(gain).ok_or_else(too_many_points)?;
        }
        Ok(total)
    }

    /// Returns the points of the player who moved first and of the player who moved second, for all
    /// moves so far.
    ///
    /// # Errors
    /// Returns [`SolveError`] if the rules cannot be evaluated, the points exceed 64 bits or the
    /// budget runs out.
    pub fn points(&self, budget: &Budget<'_>) -> Result<(Int, Int), SolveError> {
        let mut points: [Int; 2] = [0, 0];
        for (number, MatchTurn { before, made, .. }) in self.turns.iter().enumerate() {
            let own = &mut points[number % 2];
            *own = own
                .checked_add(self.gain(before, made, budget)?)
                .ok_or_else(too_many_points)?;
        }
        Ok((points[0], points[1]))
    }

    /// Returns the points of both players in an ended position, including its payoff.
    pub(super) fn final_points(&self, budget: &Budget<'_>) -> Result<(Int, Int), SolveError> {
        let (mut first, mut second) = self.points(budget)?;
        let world = &self.session.world;
        for Component { game, slots } in &self.components {
            let payoff = world.payoff(*game, slots, budget).explain_fault(world)?;
            let own = match self.to_move() {
                MatchSide::First => &mut first,
                MatchSide::Second => &mut second,
            };
            *own = own.checked_add(payoff).ok_or_else(too_many_points)?;
        }
        Ok((first, second))
    }

    /// Returns the outcome after a move, for the player who is then to move, if the points of the
    /// move and `lead`, an advantage of the mover before the move, count.
    pub(super) fn outcome_with_points(
        &mut self,
        before: &[Component],
        made: &MatchMove,
        after: &[Component],
        lead: Int,
        budget: &Budget<'_>,
    ) -> Result<Outcome, SolveError> {
        let gain = self.gain(before, made, budget)?;
        let left = self.difference(after, budget)?;
        Ok(outcome(
            i128::from(left) - i128::from(gain) - i128::from(lead),
        ))
    }

    /// Returns the outcome of a position if the player to move has a lead.
    pub(super) fn outcome_with_lead(
        &mut self,
        components: &[Component],
        lead: Int,
        budget: &Budget<'_>,
    ) -> Result<Outcome, SolveError> {
        let difference = self.difference(components, budget)?;
        Ok(outcome(i128::from(difference) + i128::from(lead)))
    }

    fn difference(
        &mut self,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Int, SolveError> {
        let sum = self.canonical(components);
        Ok(self.solver.score(&sum, budget)?.0.difference)
    }

    /// Returns a move with the largest difference of points.
    pub(super) fn most_points(
        &mut self,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Option<StrategyMove>, SolveError> {
        let sum = SumPosition(components.to_vec());
        let world = self.session.world.clone();
        let list = scores::scored_moves(&world, &sum, &mut self.solver, budget)?;
        Ok(list.first().map(|best| StrategyMove {
            play: MatchMove::from(&best.made),
            grounds: match best.worth.cmp(&0) {
                Ordering::Greater => StrategyReason::Winning,
                Ordering::Equal => StrategyReason::Holding,
                Ordering::Less => StrategyReason::Losing,
            },
        }))
    }
}

/// Returns the outcome for a player who is this number of points ahead.
fn outcome(ahead: i128) -> Outcome {
    match ahead.cmp(&0) {
        Ordering::Greater => Outcome::N,
        Ordering::Equal => Outcome::D,
        Ordering::Less => Outcome::P,
    }
}

fn too_many_points() -> SolveError {
    SolveError::Unsupported(text!(
        "the points of a player exceed 64 bits",
        "某一方的得分超过 64 位"
    ))
}
