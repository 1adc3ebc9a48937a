//! Play in sums in which the players have different moves: all legal moves with their results, and
//! a match with a player to move. The player who cannot move loses, unless a goal, a trap or a tie
//! ends play.
//!
//! ```
//! use base::budget::Budget;
//! use grundy::Session;
//! use grundy::partizan_play::PartizanMatch;
//! use grundy::player::MatchState;
//! use rules::ast::Player;
//!
//! let rules = "game Steps { state n in 0.. move left : [n - 1] move right k in 1..2 : [n - k] }";
//! let mut session = Session::new();
//! let budget = Budget::generous();
//! session.load_rules("steps.game", rules).unwrap();
//! let mut game = PartizanMatch::new(&mut session, "steps[4]", Player::Left, &budget).unwrap();
//! while game.state(&budget).unwrap() == MatchState::Open {
//!     let (made, _) = game.choose(100, 0, &budget).unwrap();
//!     game.play(made);
//! }
//! assert_eq!(game.to_move(), Player::Left);
//! ```

use std::collections::HashSet;
use std::sync::Arc;

use base::budget::{Budget, StopReason};
use base::text;
use engines::partizan_search::player_of;
use rules::ast::{PlayConvention, Player};
use rules::game::{Conventions, Outcome};
use rules::play::{Component, MoveStep, SumPosition, moves as sum_moves};
use rules::world::World;

use crate::answer::WinningMove;
use crate::error::{RulesResult, SolveError};
use crate::partizan_answer::PartizanCache;
use crate::partizan_end::{EndCause, ended};
use crate::player::{
    JudgedMove, MatchEndReason, MatchSide, MatchState, Mistake, PositionOverview, Review,
    StrategyReason,
};
use crate::question::{Position, QuestionInput};
use crate::session::Session;
use crate::solve_options::SolveOptions;
use crate::winners::PlayResult;
use crate::winning_moves::{max_listed, to_winning_move};

/// Maximum number of moves of a lost position that are compared by their replies.
const COMPARED: usize = 60;

/// Limit of the comparison of moves in budget polls, so that a position always gets the same move.
const MAX_COMPARISON_POLLS: u32 = 99;

impl Session {
    /// Returns whether the players have different moves in the games of a question.
    ///
    /// # Errors
    /// Returns [`SolveError`] if the question is refused, its games have different conventions or
    /// the budget runs out.
    pub fn is_partizan<'q>(
        &mut self,
        question: impl Into<QuestionInput<'q>>,
        budget: &Budget<'_>,
    ) -> Result<bool, SolveError> {
        let (_, conventions) = self.position_under_any_play(question, budget)?;
        Ok(conventions.play == PlayConvention::Partizan)
    }

    /// Answers a question about a sum in which the players have different moves, and lists at most
    /// `most` legal moves, each with its player and its result. A move that both players have is
    /// listed for each of them. If the budget runs out while moves are judged, the remaining moves
    /// are listed without a judgment.
    ///
    /// # Errors
    /// Returns the errors of [`Session::solve`].
    pub(crate) fn partizan_overview(
        &mut self,
        position: &Position,
        conventions: Conventions,
        most: usize,
        budget: &Budget<'_>,
    ) -> Result<PositionOverview, SolveError> {
        let answer = self.solve_partizan(position, conventions, SolveOptions::VALUE, budget)?;
        let mut overview = self.partizan_moves(position, conventions, most, budget)?;
        overview.answer = Some(answer);
        for judged in &mut overview.moves {
            let opponent = judged.player.map_or(Player::Left, Player::other);
            match self.result_for(&judged.made.leaves, opponent, budget) {
                Ok(result) => judged.outcome = Some(result.outcome_for(opponent)),
                Err(SolveError::Stopped(StopReason::Time | StopReason::Memory(..))) => break,
                Err(error) => return Err(error),
            }
        }
        Ok(overview)
    }

    /// Lists at most `most` legal moves of a sum in which the players have different moves, each
    /// with its player, without the results.
    ///
    /// # Errors
    /// Returns [`SolveError`] if the rules cannot be evaluated or the budget runs out.
    pub(crate) fn partizan_moves(
        &self,
        position: &Position,
        conventions: Conventions,
        most: usize,
        budget: &Budget<'_>,
    ) -> Result<PositionOverview, SolveError> {
        let components = &position.components;
        // Each player gets half of the list.
        let most = (most.min(max_listed(components)) / 2).max(1);
        let (mut moves, mut complete) = (Vec::new(), true);
        for player in Player::ALL {
            let own = moves_of(&self.world, components, conventions, player, budget)?;
            complete &= own.len() <= most;
            moves.extend(own.into_iter().take(most).map(|made| JudgedMove {
                made,
                outcome: None,
                value: None,
                remoteness: None,
                player: Some(player),
            }));
        }
        Ok(PositionOverview {
            answer: None,
            conventions,
            position: components.clone(),
            moves,
            complete,
        })
    }

    /// Returns the result if a player is to move.
    pub(crate) fn result_for(
        &mut self,
        components: &[Component],
        player: Player,
        budget: &Budget<'_>,
    ) -> Result<PlayResult, SolveError> {
        let sum = SumPosition::canonical(components.to_vec(), &self.world);
        let result = |world: &World, cache: &mut PartizanCache, _, budget: &Budget<'_>| {
            cache.result(world, &sum, player, budget)
        };
        self.with_partizan_cache(result, budget)
    }

    /// Returns a best move of a list of moves of a player, with its result: the first winning move,
    /// or the nearest to the end if play can repeat; else the first move that holds a draw; else
    /// the first move.
    pub(crate) fn best_move(
        &mut self,
        legal: &[WinningMove],
        player: Player,
        is_loopy: bool,
        budget: &Budget<'_>,
    ) -> Result<Option<(WinningMove, PlayResult)>, SolveError> {
        let other = player.other();
        let (mut best, mut shortest): (Option<(&WinningMove, PlayResult)>, _) = (None, None);
        for made in legal {
            let found = self.result_for(&made.leaves, other, budget)?;
            if found == PlayResult::Win(player) {
                if !is_loopy {
                    return Ok(Some((made.clone(), found)));
                }
                let length = self.length_for(&made.leaves, other, budget)?;
                let length = length.unwrap_or(u32::MAX);
                if shortest.is_none_or(|least| length < least) {
                    (best, shortest) = (Some((made, found)), Some(length));
                }
            } else if shortest.is_none()
                && best.is_none_or(|(_, result)| {
                    found == PlayResult::Draw && result != PlayResult::Draw
                })
            {
                best = Some((made, found));
            }
        }
        Ok(best.map(|(made, result)| (made.clone(), result)))
    }

    /// Returns the number of moves to the end if a player is to move in a game that is played by
    /// turns.
    fn length_for(
        &mut self,
        components: &[Component],
        player: Player,
        budget: &Budget<'_>,
    ) -> Result<Option<u32>, SolveError> {
        let sum = SumPosition::canonical(components.to_vec(), &self.world);
        let length = |world: &World, cache: &mut PartizanCache, _, budget: &Budget<'_>| {
            cache.length(world, &sum, player, budget)
        };
        self.with_partizan_cache(length, budget)
    }
}

/// Returns the legal moves of a player in the order of the components and rules. Only moves in the
/// first of equal components are listed.
pub(crate) fn moves_of(
    world: &World,
    components: &[Component],
    conventions: Conventions,
    player: Player,
    budget: &Budget<'_>,
) -> Result<Vec<WinningMove>, SolveError> {
    let whole = SumPosition(components.to_vec());
    if ended(world, components, player, budget)?.is_some() {
        return Ok(Vec::new());
    }
    let mut seen = HashSet::new();
    let is_first: Vec<bool> = components.iter().map(|one| seen.insert(one)).collect();
    let mut found = Vec::new();
    for made in sum_moves(world, &whole, conventions, budget).explain_fault(world)? {
        let Some(step) = made.steps.first() else {
            continue;
        };
        let owner = player_of(world, components[step.component].game, step.rule);
        if is_first[step.component] && owner.is_none_or(|owner| owner == player) {
            found.push(to_winning_move(world, &whole, made, budget)?);
        }
    }
    Ok(found)
}

/// A move that was made.
#[derive(Clone, Debug)]
pub struct PartizanTurn {
    /// The position before the move.
    pub before: Vec<Component>,
    /// The move, with the position after it.
    pub made: WinningMove,
}

/// A match in progress. A match owns a session, so the session from which it was started can be
/// used independently.
pub struct PartizanMatch {
    session: Session,
    conventions: Conventions,
    first: Player,
    components: Vec<Component>,
    turns: Vec<PartizanTurn>,
    is_resigned: bool,
}

impl PartizanMatch {
    /// Starts a match in which `first` makes the first move.
    ///
    /// # Errors
    /// Returns [`SolveError`] if the question is refused, the players have the same moves, or the
    /// budget runs out.
    pub fn new<'q>(
        session: &mut Session,
        question: impl Into<QuestionInput<'q>>,
        first: Player,
        budget: &Budget<'_>,
    ) -> Result<PartizanMatch, SolveError> {
        let (position, conventions) = session.position_under_any_play(question, budget)?;
        if conventions.play != PlayConvention::Partizan {
            return Err(SolveError::Usage(text!(
                "the players have the same moves, so there is no Left and no Right",
                "双方着法相同，没有左方与右方之分"
            )));
        }
        Ok(PartizanMatch {
            session: session.fork(),
            conventions,
            first,
            components: position.components,
            turns: Vec::new(),
            is_resigned: false,
        })
    }

    /// Returns the world of the match.
    pub fn world(&self) -> &Arc<World> {
        &self.session.world
    }

    /// Returns the conventions.
    pub fn conventions(&self) -> Conventions {
        self.conventions
    }

    /// Returns the current position.
    pub fn position(&self) -> &[Component] {
        &self.components
    }

    /// Returns the moves made so far.
    pub fn turns(&self) -> &[PartizanTurn] {
        &self.turns
    }

    /// Returns the approximate number of bytes of the caches of this match.
    pub fn bytes(&self) -> u64 {
        self.session.bytes()
    }

    /// Drops all cached results about positions; the match continues, and answers do not change.
    pub fn forget(&mut self) {
        self.session.forget();
    }

    /// Returns the player to move.
    pub fn to_move(&self) -> Player {
        self.mover(self.turns.len())
    }

    /// Returns the player who makes move number `turn`, counted from 0.
    pub fn mover(&self, turn: usize) -> Player {
        match side(turn) {
            MatchSide::First => self.first,
            MatchSide::Second => self.first.other(),
        }
    }

    /// Returns the side to move, by the order of the moves.
    pub fn side_to_move(&self) -> MatchSide {
        side(self.turns.len())
    }

    /// Returns the legal moves of the player to move.
    ///
    /// # Errors
    /// Returns [`SolveError`] if the rules cannot be evaluated or the budget runs out.
    pub fn legal(&self, budget: &Budget<'_>) -> Result<Vec<WinningMove>, SolveError> {
        self.moves_of(&self.components, self.to_move(), budget)
    }

    /// Returns whether play is over, and if play is over, the winner and the reason.
    ///
    /// # Errors
    /// Returns [`SolveError`] if the rules cannot be evaluated or the budget runs out.
    pub fn state(&self, budget: &Budget<'_>) -> Result<MatchState, SolveError> {
        let winner = Some(self.side_to_move().other());
        if self.is_resigned {
            return Ok(MatchState::Over(winner, MatchEndReason::Resigned));
        }
        let mover = self.to_move();
        if let Some((winner, cause)) = ended(&self.session.world, &self.components, mover, budget)?
        {
            let winner = winner.map(|winner| match winner == self.first {
                true => MatchSide::First,
                false => MatchSide::Second,
            });
            let reason = match cause {
                EndCause::Goal => MatchEndReason::Goal,
                EndCause::Trap => MatchEndReason::Trap,
                EndCause::Tie => MatchEndReason::Tie,
            };
            return Ok(MatchState::Over(winner, reason));
        }
        let repeated =
            self.turns.iter().enumerate().filter(|(turn, made)| {
                self.mover(*turn) == mover && made.before == self.components
            });
        if self.conventions.loopy && repeated.count() >= 2 {
            return Ok(MatchState::Over(None, MatchEndReason::Repetition));
        }
        if self.legal(budget)?.is_empty() {
            return Ok(MatchState::Over(winner, MatchEndReason::NoMove));
        }
        Ok(MatchState::Open)
    }

    /// Returns the legal move with these steps.
    ///
    /// # Errors
    /// Returns [`SolveError`] if the move is not legal for the player to move, the rules cannot be
    /// evaluated or the budget runs out.
    pub fn of_steps(
        &self,
        steps: &[MoveStep],
        budget: &Budget<'_>,
    ) -> Result<WinningMove, SolveError> {
        let is_same = |made: &WinningMove| {
            made.steps.len() == steps.len()
                && made.steps.iter().zip(steps).all(|(own, given)| {
                    own.component == given.component + 1
                        && own.rule == given.rule
                        && own.choices == given.choices
                })
        };
        let mut legal = self.legal(budget)?.into_iter();
        legal.find(is_same).ok_or_else(|| {
            SolveError::Usage(text!(
                "this is not a legal move of the player to move",
                "这不是轮到的一方的合法着法"
            ))
        })
    }

    /// Makes a move of the list of legal moves.
    pub fn play(&mut self, made: WinningMove) {
        let before = std::mem::replace(&mut self.components, made.leaves.clone());
        self.turns.push(PartizanTurn { before, made });
    }

    /// Takes back a resignation or the last move. Returns `false` if neither exists.
    pub fn undo(&mut self) -> bool {
        if std::mem::take(&mut self.is_resigned) {
            return true;
        }
        match self.turns.pop() {
            Some(turn) => {
                self.components = turn.before;
                true
            }
            None => false,
        }
    }

    /// Resigns for the player to move.
    pub fn resign(&mut self) {
        self.is_resigned = true;
    }

    /// Returns whether the player to move resigned.
    pub fn has_resigned(&self) -> bool {
        self.is_resigned
    }

    /// Chooses the computer's move: a perfect move with a probability of `strength` percent,
    /// otherwise an arbitrary move. The choice depends only on the seed and the number of the turn.
    ///
    /// # Errors
    /// Returns the errors of [`PartizanMatch::perfect`].
    pub fn choose(
        &mut self,
        strength: u8,
        seed: u64,
        budget: &Budget<'_>,
    ) -> Result<(WinningMove, StrategyReason), SolveError> {
        // An odd constant near 2^64 / phi separates the seeds of successive turns.
        let turn = (self.turns.len() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut chance = fastrand::Rng::with_seed(seed ^ turn);
        if chance.u8(..100) < strength {
            return self.perfect(budget);
        }
        let mut legal = self.legal(budget)?;
        if legal.is_empty() {
            return Err(no_move());
        }
        let made = legal.swap_remove(chance.usize(..legal.len()));
        Ok((made, StrategyReason::Arbitrary))
    }

    /// Returns a winning move, the nearest to the end if play can repeat. Without a winning move,
    /// returns a move that holds a draw. If every move loses, returns the move with the fewest
    /// winning replies, and among these the move with the most replies.
    ///
    /// # Errors
    /// Returns [`SolveError`] if play is over, the rules cannot be evaluated or the budget runs
    /// out.
    pub fn perfect(
        &mut self,
        budget: &Budget<'_>,
    ) -> Result<(WinningMove, StrategyReason), SolveError> {
        let (player, legal) = (self.to_move(), self.legal(budget)?);
        match self
            .session
            .best_move(&legal, player, self.conventions.loopy, budget)?
        {
            Some((made, PlayResult::Draw)) => return Ok((made, StrategyReason::Holding)),
            Some((made, PlayResult::Win(winner))) if winner == player => {
                return Ok((made, StrategyReason::Winning));
            }
            _ => {}
        }
        let made = self.hardest(legal, player, budget)?.ok_or_else(no_move)?;
        Ok((made, StrategyReason::Losing))
    }

    /// Finds the first move of a side that gave away a win or a draw.
    ///
    /// # Errors
    /// Returns [`SolveError`] if the rules cannot be evaluated or the budget runs out.
    pub fn review(&mut self, whose: MatchSide, budget: &Budget<'_>) -> Result<Review, SolveError> {
        let mut review = Review {
            could_win: false,
            mistake: None,
        };
        for turn in 0..self.turns.len() {
            if side(turn) != whose {
                continue;
            }
            let player = self.mover(turn);
            let PartizanTurn { before, made } = self.turns[turn].clone();
            let legal = self.moves_of(&before, player, budget)?;
            let Some((better, best)) =
                self.session
                    .best_move(&legal, player, self.conventions.loopy, budget)?
            else {
                continue;
            };
            let had = best.outcome_for(player);
            review.could_win |= had == Outcome::N;
            let found = self
                .session
                .result_for(&made.leaves, player.other(), budget)?;
            if had != Outcome::P && found != best {
                review.mistake = Some(Mistake {
                    turn,
                    before,
                    had,
                    made,
                    lost: found == PlayResult::Win(player.other()),
                    better,
                });
                break;
            }
        }
        Ok(review)
    }

    fn moves_of(
        &self,
        components: &[Component],
        player: Player,
        budget: &Budget<'_>,
    ) -> Result<Vec<WinningMove>, SolveError> {
        moves_of(
            &self.session.world,
            components,
            self.conventions,
            player,
            budget,
        )
    }

    /// Returns the move of a lost position that has the fewest winning replies. If several moves
    /// have equally few winning replies, returns the move with the most replies.
    fn hardest(
        &mut self,
        legal: Vec<WinningMove>,
        player: Player,
        budget: &Budget<'_>,
    ) -> Result<Option<WinningMove>, SolveError> {
        let (found, _) = budget.limited(MAX_COMPARISON_POLLS, |budget| {
            let mut best: Option<(usize, usize, WinningMove)> = None;
            for made in legal.into_iter().take(COMPARED) {
                let (winning, replies) = match self.replies(&made, player, budget) {
                    Ok(counts) => counts,
                    Err(SolveError::Stopped(StopReason::Cancelled)) => {
                        return Err(SolveError::Stopped(StopReason::Cancelled));
                    }
                    // Every move loses, so an incomplete comparison is sufficient.
                    Err(SolveError::Stopped(_)) => {
                        return Ok(Some(best.map_or(made, |(.., best)| best)));
                    }
                    Err(error) => return Err(error),
                };
                let is_better = best
                    .as_ref()
                    .is_none_or(|(w, r, _)| (winning, *r) < (*w, replies));
                if is_better {
                    best = Some((winning, replies, made));
                }
            }
            Ok(best.map(|(.., made)| made))
        });
        found
    }

    /// Returns the number of winning replies to a move, and the number of all replies.
    fn replies(
        &mut self,
        made: &WinningMove,
        player: Player,
        budget: &Budget<'_>,
    ) -> Result<(usize, usize), SolveError> {
        let replies = self.moves_of(&made.leaves, player.other(), budget)?;
        let mut winning = 0;
        for reply in &replies {
            let left = self.session.result_for(&reply.leaves, player, budget)?;
            if left == PlayResult::Win(player.other()) {
                winning += 1;
            }
        }
        Ok((winning, replies.len()))
    }
}

/// Returns the side that makes move number `turn`, counted from 0.
fn side(turn: usize) -> MatchSide {
    if turn.is_multiple_of(2) {
        MatchSide::First
    } else {
        MatchSide::Second
    }
}

fn no_move() -> SolveError {
    SolveError::Usage(text!(
        "play is over: there is no move",
        "对局已结束：没有着法"
    ))
}
