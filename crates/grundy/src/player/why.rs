//! Why a position is won or lost, as data: the values in their balance where they decide, and a move that shows it; and after
//! the game, the first move that gave a win or a draw away.

use base::budget::Budget;
use rules::play::Component;
use rules::rules::Outcome;

use crate::answer::{Answer, WinningMove};
use crate::error::Error;
use crate::player::{Match, Move, Player, Turn};
use crate::question::Position;
use crate::session::Asked;

/// The reasons of a position.
#[derive(Clone, Debug)]
pub struct Why {
    /// Who wins, values, status, and every winning move.
    pub answer: Answer,
    /// How the values decide, where they do.
    pub balance: Option<Balance>,
    /// A winning move, that of the balance if there is one.
    pub example: Option<WinningMove>,
    /// How many moves the best play of both sides takes, where positions may repeat and somebody wins.
    pub remoteness: Option<u32>,
}

/// A sum of nimbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Balance {
    /// Each component with its value.
    pub parts: Vec<(Component, u64)>,
    /// The nim-sum.
    pub total: u64,
    /// A component that has the highest one bit of the nim-sum, from 1 on, and the value to bring it to; none if the nim-sum is 0.
    pub reduce: Option<(usize, u64)>,
    /// Whether a component may end play at once, so that some moves lose whatever the balance.
    pub can_end: bool,
}

impl Balance {
    /// The greatest power of two in the nim-sum; 0 if that is 0.
    pub fn deciding_bit(&self) -> u64 {
        self.total.checked_ilog2().map_or(0, |bit| 1 << bit)
    }
}

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
    /// Why a position is won, lost or drawn. It is asked as any question is, so that the answer has its status.
    pub fn why(&mut self, components: &[Component], budget: &Budget<'_>) -> Result<Why, Error> {
        let position = Position { components: components.to_vec(), games: self.games.clone() };
        let asked = Asked { moves: true, winner_only: false };
        let answer =
            self.session.ask(self.conventions(), budget, |session, solver, budget| session.answer(&position, asked, solver, budget))?;
        let can_end = components.iter().any(|c| self.session.world.rules(c.game).can_end());
        let mut balance = balance(&answer, can_end);
        let moves = answer.moves.as_deref().unwrap_or_default();
        let mut shown = moves.first();
        if let Some(Balance { parts, total, reduce, .. }) = &mut balance
            && let Some(top) = total.checked_ilog2()
            && let Some(winning) = moves.iter().find(|m| parts[m.steps[0].component - 1].1 >> top & 1 == 1)
        {
            let component = winning.steps[0].component;
            *reduce = Some((component, parts[component - 1].1 ^ *total));
            shown = Some(winning);
        }
        let mut example = None;
        if let Some(winning) = shown {
            example = Some(self.describe(components, &Move::from(winning), budget)?);
        }
        let mut remoteness = None;
        if self.conventions().loopy && answer.outcome != Outcome::D {
            remoteness = Some(self.distance(components, budget)?.1);
            if answer.outcome == Outcome::N && self.over_at_once(components)?.is_none() {
                let nearest = self.best(components, budget)?.play;
                example = Some(self.describe(components, &nearest, budget)?);
            }
        }
        Ok(Why { answer, balance, example, remoteness })
    }

    /// Who wins the position that a move left.
    pub fn left_by(&mut self, turn: &Turn, budget: &Budget<'_>) -> Result<Outcome, Error> {
        self.outcome(&turn.after, budget)
    }

    /// What a player did with his chances in this game.
    pub fn review(&mut self, player: Player, budget: &Budget<'_>) -> Result<Review, Error> {
        let mut could_win = false;
        for number in 0..self.turns.len() {
            if self.mover(number) != player {
                continue;
            }
            let Turn { before, made, after } = self.turns[number].clone();
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
            return Ok(Review { could_win, mistake: Some(Mistake { turn: number, before, had, made, lost: left == Outcome::N, better }) });
        }
        Ok(Review { could_win, mistake: None })
    }
}

/// The balance of an answer by nimbers.
fn balance(answer: &Answer, can_end: bool) -> Option<Balance> {
    let total = answer.value?.as_nimber()?;
    let part = |c: &crate::answer::ComponentAnswer| Some((c.component.clone(), c.value?.as_nimber()?));
    let parts = answer.components.iter().map(part).collect::<Option<Vec<_>>>()?;
    Some(Balance { parts, total, reduce: None, can_end })
}
