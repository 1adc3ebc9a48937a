//! Why the position of a match is won or lost ([`crate::why`]), with the move that comes nearest to
//! the end where play may go round; and after the game, the first move that gave a win or a draw
//! away.

use base::budget::Budget;
use rules::game::Outcome;
use rules::play::Component;

use crate::answer::WinningMove;
use crate::error::SolveError;
use crate::plan::Decision;
use crate::player::{Match, MatchMove, MatchSide, MatchTurn};
use crate::question::Position;
use crate::why::WhyAnswer;

/// What a player did with his chances.
#[derive(Clone, Debug)]
pub struct Review {
    /// Whether he was ever to move in a position that he could have won.
    pub could_win: bool,
    /// His first move that gave a win or a draw away.
    pub mistake: Option<Mistake>,
}

/// A move that gave something away.
#[derive(Clone, Debug)]
pub struct Mistake {
    /// The number of the move, from 0 on.
    pub turn: usize,
    /// The position before it.
    pub before: Vec<Component>,
    /// What the player had: N a win, D a draw.
    pub had: Outcome,
    /// The move.
    pub made: WinningMove,
    /// Whether the opponent could win then.
    pub lost: bool,
    /// A better move.
    pub better: WinningMove,
}

impl Match {
    /// Why a position is won, lost or drawn. It is asked as any question is, so that the answer has
    /// its status.
    ///
    /// # Errors
    /// Where no method tells who wins, the rules cannot be evaluated, or the budget ends.
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

    /// Who wins the position that a move left.
    ///
    /// # Errors
    /// As for [`Match::why`].
    pub fn left_by(
        &mut self,
        turn: &MatchTurn,
        budget: &Budget<'_>,
    ) -> Result<Outcome, SolveError> {
        self.outcome(&turn.after, budget)
    }

    /// What a player did with his chances in this game.
    ///
    /// # Errors
    /// As for [`Match::why`].
    pub fn review(&mut self, player: MatchSide, budget: &Budget<'_>) -> Result<Review, SolveError> {
        let mut could_win = false;
        for number in 0..self.turns.len() {
            if self.mover(number) != player {
                continue;
            }
            let MatchTurn {
                before,
                made,
                after,
            } = self.turns[number].clone();
            let had = self.outcome(&before, budget)?;
            could_win |= had == Outcome::N;
            let left = self.outcome(&after, budget)?;
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
