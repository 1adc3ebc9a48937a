//! The reasons why the position of a match is won or lost ([`crate::why`]), with the move nearest
//! to the end in loopy games. After the match, this module also reports the first move that gave
//! away a win or a draw.

use base::budget::Budget;
use rules::ast::PlayConvention;
use rules::game::Outcome;
use rules::ir::Int;
use rules::play::Component;

use crate::answer::WinningMove;
use crate::error::SolveError;
use crate::plan::Decision;
use crate::player::{Match, MatchMove, MatchSide, MatchTurn};
use crate::question::Position;
use crate::why::WhyAnswer;

/// The review of a player's moves.
#[derive(Clone, Debug)]
pub struct Review {
    /// Whether the player was ever to move in a position that they could have won.
    pub could_win: bool,
    /// The player's first move that gave away a win or a draw.
    pub mistake: Option<Mistake>,
}

/// A move that gave away a win or a draw.
#[derive(Clone, Debug)]
pub struct Mistake {
    /// The number of the move, counted from 0.
    pub turn: usize,
    /// The position before the move.
    pub before: Vec<Component>,
    /// The outcome for the player before the move: N for a win, D for a draw.
    pub had: Outcome,
    /// The move.
    pub made: WinningMove,
    /// Whether the opponent could win after the move.
    pub lost: bool,
    /// A better move.
    pub better: WinningMove,
}

impl Match {
    /// Returns the reasons why a position is won, lost or drawn. The reasons are computed as for
    /// any query, so the answer has a status.
    ///
    /// # Errors
    /// Returns [`SolveError`] if no method determines the outcome, the rules cannot be evaluated or
    /// the budget runs out.
    pub fn why(
        &mut self,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<WhyAnswer, SolveError> {
        let position = Position {
            components: components.to_vec(),
            games: self.games.clone(),
            play: Some(self.conventions().play),
        };
        let mut why = self
            .session
            .ask(self.conventions(), budget, |session, solver, budget| {
                session.reasons(&position, solver, budget)
            })?;
        if let Some(winning) = &why.example {
            why.example = Some(self.describe(components, &MatchMove::from(winning), budget)?);
        }
        if self.conventions().loopy && why.answer.outcome != Outcome::D {
            let decision = self.decision(components, budget)?;
            if matches!(decision, Decision::SingleComponent(_))
                || self.is_near(components, &decision, budget)?
            {
                why.remoteness = Some(self.distance(components, budget)?.1);
            }
            if why.answer.outcome == Outcome::N && self.over_at_once(components, budget)?.is_none()
            {
                let nearest = self.best(components, budget)?.play;
                why.example = Some(self.describe(components, &nearest, budget)?);
            }
        }
        Ok(why)
    }

    /// Returns the outcome of the position that a move left.
    ///
    /// # Errors
    /// Returns the errors of [`Match::why`].
    pub fn left_by(
        &mut self,
        turn: &MatchTurn,
        budget: &Budget<'_>,
    ) -> Result<Outcome, SolveError> {
        if self.conventions().play == PlayConvention::Score {
            return self.outcome_with_points(&turn.before, &turn.made, &turn.after, 0, budget);
        }
        self.outcome(&turn.after, budget)
    }

    /// Reviews the moves of a player in this match.
    ///
    /// # Errors
    /// Returns the errors of [`Match::why`].
    pub fn review(&mut self, player: MatchSide, budget: &Budget<'_>) -> Result<Review, SolveError> {
        let mut could_win = false;
        let scores = self.conventions().play == PlayConvention::Score;
        // The points of the player minus the points of the opponent.
        let mut lead: Int = 0;
        for number in 0..self.turns.len() {
            let MatchTurn {
                before,
                made,
                after,
            } = self.turns[number].clone();
            let is_own = self.mover(number) == player;
            let earlier = lead;
            if scores {
                let gain = self.gain(&before, &made, budget)?;
                lead = lead.saturating_add(if is_own { gain } else { gain.saturating_neg() });
            }
            if !is_own {
                continue;
            }
            let had = match scores {
                true => self.outcome_with_lead(&before, earlier, budget)?,
                false => self.outcome(&before, budget)?,
            };
            could_win |= had == Outcome::N;
            let left = match scores {
                true => self.outcome_with_points(&before, &made, &after, earlier, budget)?,
                false => self.outcome(&after, budget)?,
            };
            let kept = match had {
                Outcome::N => left == Outcome::P,
                Outcome::D => left == Outcome::D,
                Outcome::P => true,
            };
            if kept {
                continue;
            }
            let better = self.best(&before, budget)?.play;
            let better = self.describe(&before, &better, budget)?;
            let made = self.describe(&before, &made, budget)?;
            return Ok(Review {
                could_win,
                mistake: Some(Mistake {
                    turn: number,
                    before,
                    had,
                    made,
                    lost: left == Outcome::N,
                    better,
                }),
            });
        }
        Ok(Review {
            could_win,
            mistake: None,
        })
    }
}
