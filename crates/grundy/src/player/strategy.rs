//! The choice of the computer's move. In won positions, the computer chooses a winning move; if
//! positions may repeat, it chooses the winning move nearest to the end. In drawn positions, the
//! computer chooses a move that holds the draw and leaves the opponent the largest fraction of
//! mistakes. For lost positions, see [`crate::player`].

use base::budget::{Budget, StopReason};
use base::text;
use rules::ast::PlayConvention;
use rules::game::Outcome;
use rules::play::Component;

use crate::error::SolveError;
use crate::plan::Decision;
use crate::player::{Match, MatchMove, MatchState};
use crate::winning_moves;
use engines::engine::AccessPattern;

/// The reason for which a move was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrategyReason {
    /// The move wins.
    Winning,
    /// The move holds a draw.
    Holding,
    /// Every move loses against perfect play. The chosen move makes winning most difficult for the
    /// opponent.
    Losing,
    /// An arbitrary legal move.
    Arbitrary,
}

/// A move that was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrategyMove {
    /// The move.
    pub play: MatchMove,
    /// The reason.
    pub grounds: StrategyReason,
}

/// Maximum number of moves of a lost position that are compared by their replies.
const COMPARED: usize = 200;

/// Limit of the comparison of moves in budget polls, so that a position always gets the same move.
const MAX_COMPARISON_POLLS: u32 = 99;

/// Maximum number of budget polls of the search for distances, if a theorem determines the outcome
/// without distances.
const MAX_DISTANCE_POLLS: u32 = 300;

impl Match {
    /// Chooses the computer's move: a perfect move with a probability of `strength` percent,
    /// otherwise an arbitrary move.
    ///
    /// # Errors
    /// Returns the errors of [`Match::perfect`] or [`Match::arbitrary`], such as
    /// [`SolveError::Usage`] if play is over.
    pub fn choose(
        &mut self,
        strength: u8,
        seed: u64,
        budget: &Budget<'_>,
    ) -> Result<StrategyMove, SolveError> {
        if self.chance(seed).u8(..100) < strength {
            self.perfect(budget)
        } else {
            self.arbitrary(seed, budget)
        }
    }

    /// Returns an arbitrary legal move, without any computation.
    ///
    /// # Errors
    /// Returns [`SolveError`] if play is over, the rules cannot be evaluated or the budget runs
    /// out.
    pub fn arbitrary(
        &mut self,
        seed: u64,
        budget: &Budget<'_>,
    ) -> Result<StrategyMove, SolveError> {
        let mut list = self.legal(budget)?.moves;
        if list.is_empty() {
            return Err(no_move());
        }
        let mut chance = self.chance(seed);
        chance.u8(..100);
        Ok(StrategyMove {
            play: list.swap_remove(chance.usize(..list.len())),
            grounds: StrategyReason::Arbitrary,
        })
    }

    /// Returns the random number generator for the current turn.
    fn chance(&self, seed: u64) -> fastrand::Rng {
        // An odd constant near 2^64 / phi separates the seeds of successive turns.
        fastrand::Rng::with_seed(
            seed ^ (self.turns.len() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15),
        )
    }

    /// Returns the best move.
    ///
    /// # Errors
    /// Returns [`SolveError`] if play is over, no method determines the outcome, the rules cannot
    /// be evaluated or the budget runs out.
    pub fn perfect(&mut self, budget: &Budget<'_>) -> Result<StrategyMove, SolveError> {
        if self.state(budget)? != MatchState::Open {
            return Err(no_move());
        }
        let components = self.components.clone();
        let found = self.best(&components, budget);
        if matches!(found, Err(SolveError::Stopped(_))) {
            // A later position of the match is smaller, so the games of the later position are
            // planned again.
            self.planned.clear();
        }
        found
    }

    /// Returns the best move of a position in which play is not over.
    pub(super) fn best(
        &mut self,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<StrategyMove, SolveError> {
        if self.conventions().play == PlayConvention::Score {
            return self.most_points(components, budget)?.ok_or_else(no_move);
        }
        if self.conventions().loopy {
            let decision = self.decision(components, budget)?;
            if !matches!(decision, Decision::SingleComponent(_))
                && self.is_near(components, &decision, budget)?
            {
                return self.by_remoteness(components, budget);
            }
        }
        let outcome = self.outcome(components, budget)?;
        if outcome == Outcome::D {
            return self.holding(components, budget);
        }
        if outcome == Outcome::N {
            let found = self.winning(components, budget)?;
            let position = self.show(components);
            let none = || {
                SolveError::Bug(text!(
                    "no winning move was found in {position}, an N-position",
                    "{position} 是 N 局面，却没有找到必胜着"
                ))
            };
            return Ok(StrategyMove {
                play: found.ok_or_else(none)?,
                grounds: StrategyReason::Winning,
            });
        }
        let play = self.hardest(components, budget)?.ok_or_else(no_move)?;
        Ok(StrategyMove {
            play,
            grounds: StrategyReason::Losing,
        })
    }

    /// Returns a winning move of a won position.
    fn winning(
        &mut self,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Option<MatchMove>, SolveError> {
        let decision = self.decision(components, budget)?;
        if self.solver.values_decide() || matches!(decision, Decision::SingleComponent(_)) {
            let world = &self.session.world;
            let found =
                winning_moves::moves(world, components, Outcome::N, &mut self.solver, budget)?;
            return Ok(found.list.first().map(MatchMove::from));
        }
        if self.over_at_once(components, budget)?.is_none()
            && let Some(found) = winning_moves::one_by_theorem(
                &self.session.world,
                components,
                &mut self.solver,
                budget,
            )?
        {
            return Ok(Some(MatchMove::from(&found)));
        }
        for play in self.every_legal(components, budget)? {
            let left = self.replaced(components, &play, budget)?;
            if self.outcome(&left, budget)? == Outcome::P {
                return Ok(Some(play));
            }
        }
        Ok(None)
    }

    /// Returns the move of a lost position that has the fewest winning replies. If several moves
    /// have equally few winning replies, returns the move with the most replies, and in case of a
    /// tie the first move.
    fn hardest(
        &mut self,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Option<MatchMove>, SolveError> {
        let list = self.legal_in(components, COMPARED, budget)?.moves;
        let (found, _) = budget.limited(MAX_COMPARISON_POLLS, |budget| {
            let mut best: Option<(usize, usize, MatchMove)> = None;
            for play in list {
                let (winning, replies) = match self.replies(components, &play, budget) {
                    Ok(counts) => counts,
                    Err(SolveError::Stopped(StopReason::Cancelled)) => {
                        return Err(SolveError::Stopped(StopReason::Cancelled));
                    }
                    // Every move loses, so an incomplete comparison is sufficient, whichever limit
                    // ended the comparison.
                    Err(SolveError::Stopped(_)) => {
                        return Ok(Some(best.map_or(play, |(.., best)| best)));
                    }
                    Err(error) => return Err(error),
                };
                if best
                    .as_ref()
                    .is_none_or(|(w, r, _)| (winning, *r) < (*w, replies))
                {
                    best = Some((winning, replies, play));
                }
            }
            Ok(best.map(|(.., play)| play))
        });
        found
    }

    /// Returns the number of winning replies to a move, and the number of all replies.
    fn replies(
        &mut self,
        components: &[Component],
        play: &MatchMove,
        budget: &Budget<'_>,
    ) -> Result<(usize, usize), SolveError> {
        let left = self.replaced(components, play, budget)?;
        if self.over_at_once(&left, budget)?.is_some() {
            // The opponent wins at once after the move.
            return Ok((usize::MAX, 0));
        }
        let replies = self.legal_in(&left, COMPARED, budget)?.moves;
        let mut winning = 0;
        for reply in &replies {
            budget.steps(16)?;
            let after = self.replaced(&left, reply, budget)?;
            winning += usize::from(self.outcome(&after, budget)? == Outcome::P);
        }
        Ok((winning, replies.len()))
    }

    /// Returns whether the distances to the end are available, or no theorem determines the outcome
    /// without distances.
    pub(super) fn is_near(
        &mut self,
        components: &[Component],
        decision: &Decision,
        budget: &Budget<'_>,
    ) -> Result<bool, SolveError> {
        let sum = self.canonical(components);
        let is_known = self.remoteness.cached(&sum).is_some();
        if is_known
            || !matches!(decision, Decision::SumTheorem(_))
                && !self.solver.rises(components, budget)?
        {
            return Ok(true);
        }
        if self.is_far {
            return Ok(false);
        }
        let found = budget.limited(MAX_DISTANCE_POLLS, |budget| {
            self.distance(components, budget)
        });
        self.is_far = found.1;
        Ok(!self.is_far)
    }

    /// Returns a move that holds a draw.
    fn holding(
        &mut self,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<StrategyMove, SolveError> {
        let list = self.every_legal(components, budget)?;
        let (mut best, mut held): (Option<(u64, MatchMove)>, usize) = (None, 0);
        for play in list {
            let left = self.replaced(components, &play, budget)?;
            if self.outcome(&left, budget)? != Outcome::D {
                continue;
            }
            let rank = self.mistakes(&left, budget)?;
            if best.as_ref().is_none_or(|(most, _)| rank > *most) {
                best = Some((rank, play));
            }
            held += 1;
            if held == COMPARED {
                break;
            }
        }
        best.map(|(_, play)| StrategyMove {
            play,
            grounds: StrategyReason::Holding,
        })
        .ok_or_else(no_move)
    }

    /// Returns the move with the best distance to the end, if positions may repeat.
    fn by_remoteness(
        &mut self,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<StrategyMove, SolveError> {
        let (outcome, _) = self.distance(components, budget)?;
        if outcome == Outcome::D {
            return self.holding(components, budget);
        }
        let mut best: Option<(u64, MatchMove)> = None;
        for play in self.every_legal(components, budget)? {
            let left = self.replaced(components, &play, budget)?;
            let (left_outcome, distance) = self.distance(&left, budget)?;
            let rank = match (outcome, left_outcome) {
                (Outcome::N, Outcome::P) => u64::from(u32::MAX - distance),
                (Outcome::P, _) => u64::from(distance),
                _ => continue,
            };
            if best.as_ref().is_none_or(|(most, _)| rank > *most) {
                best = Some((rank, play));
            }
        }
        let grounds = if outcome == Outcome::N {
            StrategyReason::Winning
        } else {
            StrategyReason::Losing
        };
        best.map(|(_, play)| StrategyMove { play, grounds })
            .ok_or_else(no_move)
    }

    /// Returns the fraction of the replies in a drawn position that lose, in millionths. If a
    /// position has very many replies, only the first replies are counted.
    fn mistakes(
        &mut self,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<u64, SolveError> {
        let list = self.legal_in(components, COMPARED, budget)?.moves;
        let mut lost = 0;
        for reply in &list {
            let left = self.replaced(components, reply, budget)?;
            lost += u64::from(self.outcome(&left, budget)? == Outcome::N);
        }
        Ok(lost * 1_000_000 / (list.len() as u64).max(1))
    }

    /// Returns the outcome and the remoteness, if positions may repeat.
    pub(super) fn distance(
        &mut self,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<(Outcome, u32), SolveError> {
        let sum = self.canonical(components);
        let conventions = self.conventions();
        self.remoteness
            .find_remoteness(&self.session.world, &sum, conventions, budget)
    }

    /// Returns the outcome of a position.
    pub(super) fn outcome(
        &mut self,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Outcome, SolveError> {
        if self.conventions().loopy {
            let sum = self.canonical(components);
            if let Some((outcome, _)) = self.remoteness.cached(&sum) {
                return Ok(outcome);
            }
            let decision = self.decision(components, budget)?;
            return match decision {
                Decision::Over(_) | Decision::Engine
                    if !self.solver.rises(components, budget)? =>
                {
                    Ok(self.distance(components, budget)?.0)
                }
                decision => self.solver.outcome_by(&decision, &sum, budget),
            };
        }
        if self.solver.values_decide() && self.over_at_once(components, budget)?.is_none() {
            self.plan(components, budget)?;
        }
        self.solver.outcome(&self.canonical(components), budget)
    }

    /// Returns the method that decides a position.
    pub(super) fn decision(
        &mut self,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Decision, SolveError> {
        let sum = self.canonical(components);
        self.solver.decision(&sum.0, false, budget)
    }

    /// Plans the games of these components that have no plan yet.
    fn plan(&mut self, components: &[Component], budget: &Budget<'_>) -> Result<(), SolveError> {
        let new: Vec<Component> = components
            .iter()
            .filter(|c| !self.planned.contains(&c.game))
            .cloned()
            .collect();
        if !new.is_empty() {
            self.solver.plan(&new, AccessPattern::Positions, budget)?;
            self.planned.extend(new.iter().map(|c| c.game));
        }
        Ok(())
    }

    /// Returns every legal move, limited only by the budget.
    pub(super) fn every_legal(
        &mut self,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Vec<MatchMove>, SolveError> {
        if self.over_at_once(components, budget)?.is_some() {
            return Ok(Vec::new());
        }
        Ok(self.selected(components, budget)?.moves)
    }
}

fn no_move() -> SolveError {
    SolveError::Usage(text!(
        "play is over: there is no move",
        "对局已结束：没有着法"
    ))
}
