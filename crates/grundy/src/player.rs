//! A match played move by move: the player to move, the legal moves, the end of play, undo, and an
//! opponent of adjustable strength. A perfect opponent wins every won position and holds every
//! draw. In a lost position, a perfect opponent makes the move with the fewest winning replies, and
//! among these moves the one with the most replies. If positions may repeat, a perfect opponent
//! makes the move that loses latest. A lost position remains lost, so the choice of the move helps
//! only against players who err. A weaker opponent sometimes makes an arbitrary legal move. The
//! opponent's moves depend only on the seed and the number of the turn, so that a match can be
//! repeated, even after an undo.
//!
//! Matches may be played from positions that are too large to search. A theorem returns winning
//! moves without a list of all moves, and a move is found by its name or by the position after it.
//! No list in this module is longer than [`MAX_LISTED_MOVES`].
//!
//! ```
//! use base::budget::Budget;
//! use grundy::Session;
//! use grundy::player::{Match, MatchState};
//!
//! let mut session = Session::new();
//! let budget = Budget::generous();
//! let mut game = Match::new(&mut session, "nim[1] + nim[2]", &budget).unwrap();
//! while game.state(&budget).unwrap() == MatchState::Open {
//!     let choice = game.choose(100, 0, &budget).unwrap();
//!     game.play(&choice.play.steps, &budget).unwrap();
//! }
//! assert_eq!(game.turns().len(), 3);
//! ```

mod legal;
mod move_lookup;
mod overview;
mod points;
mod review;
mod strategy;

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use base::budget::Budget;
use base::text;
use rules::ast::{EndCondition, PlayConvention};
use rules::game::{Conventions, GameId, Outcome, SumKind};
use rules::ir::Int;
use rules::play::{
    Component, MoveStep, SumPosition, ended_at_once, is_emptied, left_over, outcome_without_moves,
    urgent,
};
use rules::world::World;

use crate::answer::{StepAnswer, WinningMove};
use crate::error::{RulesResult, SolveError};
use crate::option_list::left_by_step;
use crate::position_text;
use crate::question::{self, Position, QuestionInput};
use crate::session::Session;
use crate::solver::{Solver, SolverCache};
use crate::winning_moves::step_answer;

pub use legal::{LegalMoves, MAX_LISTED_MOVES};
pub use move_lookup::MoveLookup;
pub use overview::{JudgedMove, PositionOverview};
pub use review::{Mistake, Review};
pub use strategy::{StrategyMove, StrategyReason};

use crate::remoteness::{RemotenessCache, RemotenessMap};

/// A move, made by the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchMove {
    /// The steps that the move takes at once, in the order of the components.
    pub steps: Vec<MoveStep>,
    /// The components that each step leaves in place of its component.
    pub parts: Vec<Vec<Component>>,
}

impl From<&WinningMove> for MatchMove {
    fn from(winning: &WinningMove) -> MatchMove {
        let step =
            |step: &StepAnswer| MoveStep::new(step.component - 1, step.rule, step.choices.clone());
        MatchMove {
            steps: winning.steps.iter().map(step).collect(),
            parts: winning
                .steps
                .iter()
                .map(|step| step.leaves.clone())
                .collect(),
        }
    }
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchTurn {
    /// The position before the move.
    pub before: Vec<Component>,
    /// The move.
    pub made: MatchMove,
    /// The position after the move.
    pub after: Vec<Component>,
}

/// One of the two players, in the order in which they move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchSide {
    /// The player who moves first.
    First,
    /// The player who moves second.
    Second,
}

impl MatchSide {
    /// Returns the opponent.
    pub fn other(self) -> MatchSide {
        match self {
            MatchSide::First => MatchSide::Second,
            MatchSide::Second => MatchSide::First,
        }
    }
}

/// The state of a match: whether play is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchState {
    /// The player to move has a move.
    Open,
    /// Play is over. The variant contains the winner, or `None` for a draw.
    Over(Option<MatchSide>, MatchEndReason),
}

/// The reason why play is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchEndReason {
    /// The position contains a goal, so the player who made the last move has won, or the player
    /// to whom the goal belongs.
    Goal,
    /// The position contains a trap, so the player who made the last move has lost.
    Trap,
    /// The player to move has no move.
    NoMove,
    /// No move is left under `play score`. The variant contains the points of the player who moved
    /// first and of the player who moved second.
    Points(Int, Int),
    /// The position contains a tie.
    Tie,
    /// The same player is to move in the same position for the third time.
    Repetition,
    /// The player to move resigned.
    Resigned,
}

/// A match in progress. A match owns a session. Therefore, the session from which the match was
/// started can be used independently, and the match can move to another thread.
pub struct Match {
    session: Session,
    solver: Solver,
    games: Vec<GameId>,
    components: Vec<Component>,
    turns: Vec<MatchTurn>,
    resigned: bool,
    remoteness: RemotenessCache,
    /// Whether a search for distances to the end has failed.
    is_far: bool,
    planned: HashSet<GameId>,
    alive: HashMap<Component, bool>,
}

impl Match {
    /// Starts a match from this position, with the current world and settings of the session; the
    /// settings determine the conventions.
    ///
    /// # Errors
    /// Returns [`SolveError`] if the question is refused, its games have different conventions or
    /// the budget runs out.
    pub fn new<'q>(
        session: &mut Session,
        question: impl Into<QuestionInput<'q>>,
        budget: &Budget<'_>,
    ) -> Result<Match, SolveError> {
        let (position, conventions) = session.position(question, budget)?;
        let session = session.fork();
        let solver = Solver::new(
            &session.world,
            SolverCache::new(&session.settings, conventions),
        );
        Ok(Match::with_solver(session, position, solver))
    }

    /// Creates a match with its own session and a solver with its cache.
    fn with_solver(session: Session, position: Position, solver: Solver) -> Match {
        let Position {
            components,
            mut games,
            ..
        } = position;
        let mut seen = HashSet::new();
        games.retain(|game| seen.insert(*game));
        let remoteness = RemotenessCache::new(&session.settings);
        Match {
            session,
            solver,
            games,
            components,
            turns: Vec::new(),
            resigned: false,
            remoteness,
            is_far: false,
            planned: HashSet::new(),
            alive: HashMap::new(),
        }
    }

    /// Returns the world of the match.
    pub fn world(&self) -> &Arc<World> {
        &self.session.world
    }

    /// Returns the games that the first position named, without duplicates.
    pub fn games(&self) -> &[GameId] {
        &self.games
    }

    /// Returns the conventions.
    pub fn conventions(&self) -> Conventions {
        self.solver.conventions
    }

    /// Returns whether a rule of the games makes goals, and whether a rule makes traps. Games that
    /// are not written in the rule language may make goals and traps.
    pub fn endings(&self) -> (bool, bool) {
        let of = |game: &GameId| match self.session.world.rules(*game).game() {
            Some(rules) => (!rules.goals.is_empty(), !rules.traps.is_empty()),
            None => (
                self.session.world.rules(*game).can_end(),
                self.session.world.rules(*game).can_end(),
            ),
        };
        self.games
            .iter()
            .map(of)
            .fold((false, false), |(goal, trap), (g, t)| {
                (goal || g, trap || t)
            })
    }

    /// Returns the current position, with its components in the order in which they were written.
    /// Components without moves are omitted while other components have moves, unless they end
    /// play.
    pub fn position(&self) -> &[Component] {
        &self.components
    }

    /// Formats a position in the syntax of questions: `nim[3] + nim[5]`, `7 * nim[1]`, or `0` if no
    /// component is left.
    pub fn show(&self, components: &[Component]) -> String {
        position_text::position_with_counts(&self.session.world, components)
    }

    /// Returns the moves made so far.
    pub fn turns(&self) -> &[MatchTurn] {
        &self.turns
    }

    /// Returns the player to move.
    pub fn to_move(&self) -> MatchSide {
        self.mover(self.turns.len())
    }

    /// Returns the player who makes move number `turn`, counted from 0.
    pub fn mover(&self, turn: usize) -> MatchSide {
        if turn.is_multiple_of(2) {
            MatchSide::First
        } else {
            MatchSide::Second
        }
    }

    /// Returns whether play is over, and if play is over, the winner and the reason.
    ///
    /// # Errors
    /// Returns [`SolveError`] if the rules cannot be evaluated or the budget runs out.
    pub fn state(&mut self, budget: &Budget<'_>) -> Result<MatchState, SolveError> {
        let mover = self.to_move();
        if self.resigned {
            return Ok(MatchState::Over(
                Some(mover.other()),
                MatchEndReason::Resigned,
            ));
        }
        let sum = self.canonical(&self.components);
        let ended =
            ended_at_once(&self.session.world, &sum, budget).explain_fault(&self.session.world)?;
        let winner = |outcome| {
            if outcome == Outcome::N {
                mover
            } else {
                mover.other()
            }
        };
        if let Some(outcome) = ended {
            let reason = if outcome == Outcome::P {
                MatchEndReason::Goal
            } else {
                MatchEndReason::Trap
            };
            return Ok(MatchState::Over(Some(winner(outcome)), reason));
        }
        if self.conventions().play != PlayConvention::Score {
            for component in &self.components {
                if (self.session.world)
                    .is_tied(component.game, &component.slots, budget)
                    .explain_fault(&self.session.world)?
                {
                    return Ok(MatchState::Over(None, MatchEndReason::Tie));
                }
            }
        }
        if self.goes_on(&self.components.clone(), budget)? {
            let before = self
                .turns
                .iter()
                .enumerate()
                .filter(|(turn, _)| self.mover(*turn) == mover);
            let repeated = before
                .filter(|(_, turn)| self.canonical(&turn.before) == sum)
                .count();
            return Ok(if repeated >= 2 {
                MatchState::Over(None, MatchEndReason::Repetition)
            } else {
                MatchState::Open
            });
        }
        if self.conventions().play == PlayConvention::Score {
            let (first, second) = self.final_points(budget)?;
            let winner = match first.cmp(&second) {
                Ordering::Greater => Some(MatchSide::First),
                Ordering::Less => Some(MatchSide::Second),
                Ordering::Equal => None,
            };
            let reason = MatchEndReason::Points(first, second);
            return Ok(MatchState::Over(winner, reason));
        }
        let outcome = outcome_without_moves(self.conventions().play);
        Ok(MatchState::Over(
            Some(winner(outcome)),
            MatchEndReason::NoMove,
        ))
    }

    /// Makes a move by the rules, for either player; the steps are in the order of their
    /// components.
    ///
    /// # Errors
    /// Returns [`SolveError`] if the move is not legal, the rules cannot be evaluated or the budget
    /// runs out. In case of an error, the position is unchanged.
    pub fn play(&mut self, steps: &[MoveStep], budget: &Budget<'_>) -> Result<(), SolveError> {
        let made = self.of_steps(steps, budget)?;
        let after = self.after(&made, budget)?;
        let before = std::mem::replace(&mut self.components, after.clone());
        self.turns.push(MatchTurn {
            before,
            made,
            after,
        });
        Ok(())
    }

    /// Takes back the last move, or a resignation. Returns `false` if no move or resignation was
    /// made before.
    pub fn undo(&mut self) -> bool {
        if std::mem::take(&mut self.resigned) {
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
        self.resigned = true;
    }

    /// Returns whether the player to move resigned.
    pub fn has_resigned(&self) -> bool {
        self.resigned
    }

    /// Returns the approximate number of bytes of the tables and caches of this match.
    pub fn bytes(&self) -> u64 {
        self.solver.bytes()
            + self.session.bytes()
            + self
                .remoteness
                .found
                .as_ref()
                .map_or(0, RemotenessMap::bytes)
    }

    /// Drops all cached results about positions; the match continues, and answers do not change.
    pub fn forget(&mut self) {
        self.session.forget();
        self.solver = Solver::new(
            &self.session.world,
            SolverCache::new(&self.session.settings, self.conventions()),
        );
        self.remoteness.found = None;
        self.planned.clear();
    }

    /// Describes a move of the position `before`, with the components that replace each changed
    /// component, and the components of the resulting position.
    ///
    /// # Errors
    /// Returns [`SolveError`] if the rules cannot be evaluated or the budget runs out.
    pub fn describe(
        &mut self,
        before: &[Component],
        made: &MatchMove,
        budget: &Budget<'_>,
    ) -> Result<WinningMove, SolveError> {
        let after = self.remaining_position(before, made, budget)?;
        let steps = made.steps.iter().zip(&made.parts);
        let steps = steps
            .map(|(step, parts)| step_answer(&before[step.component], step.clone(), parts.clone()));
        Ok(WinningMove {
            steps: steps.collect(),
            leaves: after,
        })
    }

    /// Returns the move that consists of these steps, in the order of their components.
    ///
    /// # Errors
    /// Returns [`SolveError`] if the move is not legal, the rules cannot be evaluated or the budget
    /// runs out.
    pub fn of_steps(
        &mut self,
        steps: &[MoveStep],
        budget: &Budget<'_>,
    ) -> Result<MatchMove, SolveError> {
        let world = &self.session.world;
        let illegal = || {
            SolveError::Usage(text!(
                "this is not a legal move in the current position",
                "这在当前局面中不是合法着法"
            ))
        };
        let mut parts = Vec::with_capacity(steps.len());
        for step in steps {
            let component = self.components.get(step.component).ok_or_else(illegal)?;
            let left = left_by_step(world, component, step.rule, &step.choices, budget)?;
            parts.push(left.ok_or_else(illegal)?);
        }
        if steps.is_empty() || !steps.is_sorted_by(|a, b| a.component < b.component) {
            return Err(illegal());
        }
        if self.conventions().until == EndCondition::One
            && !self.goes_on(&self.components.clone(), budget)?
        {
            return Err(SolveError::Usage(text!(
                "a component has no move, so play is over",
                "有一个部分不能走，整局已结束"
            )));
        }
        let urgent = urgent(&self.session.world, &self.components, budget)
            .explain_fault(&self.session.world)?;
        if let Some(&first) = urgent.first()
            && steps.iter().any(|step| !urgent.contains(&step.component))
        {
            let first = self.show(&self.components[first..=first]);
            return Err(SolveError::Usage(text!(
                "{first} is urgent: the move must be made in this component",
                "{first} 是紧急的：必须在其中走"
            )));
        }
        match self.conventions().sum {
            SumKind::One if steps.len() > 1 => {
                return Err(SolveError::Usage(text!(
                    "a move must be made in a single component",
                    "每回合只能在一个部分中走"
                )));
            }
            SumKind::Upto(most) if steps.len() > most as usize => {
                return Err(SolveError::Usage(text!(
                    "a move may be made in at most {most} components",
                    "每回合最多在 {most} 个部分中走"
                )));
            }
            SumKind::Every => {
                for index in 0..self.components.len() {
                    let component = self.components[index].clone();
                    let waits = !urgent.is_empty() && !urgent.contains(&index);
                    if !waits
                        && self.alive(&component, budget)?
                        && steps.iter().all(|step| step.component != index)
                    {
                        let missing = self.show(&[component]);
                        return Err(SolveError::Usage(text!(
                            "a move must be made in every component that has a move; the move in {missing} is missing",
                            "每回合须在每个能走的部分中各走一步；缺少 {missing} 中的着法"
                        )));
                    }
                }
            }
            _ => {}
        }
        Ok(MatchMove {
            steps: steps.to_vec(),
            parts,
        })
    }

    /// Returns the position that a move of the current position leaves.
    ///
    /// # Errors
    /// Returns [`SolveError`] if the rules cannot be evaluated or the budget runs out.
    pub fn after(
        &mut self,
        made: &MatchMove,
        budget: &Budget<'_>,
    ) -> Result<Vec<Component>, SolveError> {
        let before = self.components.clone();
        self.remaining_position(&before, made, budget)
    }

    fn remaining_position(
        &mut self,
        before: &[Component],
        made: &MatchMove,
        budget: &Budget<'_>,
    ) -> Result<Vec<Component>, SolveError> {
        let whole = self.replaced(before, made, budget)?;
        let Conventions { until, loopy, .. } = self.conventions();
        // If positions may repeat, the position must be looked up unchanged in the list of earlier
        // positions.
        // Components without moves may have a payoff.
        let scores = self.conventions().play == PlayConvention::Score;
        if until == EndCondition::One
            || loopy
            || scores
            || self.over_at_once(&whole, budget)?.is_some()
        {
            return Ok(whole);
        }
        let mut kept = Vec::with_capacity(whole.len());
        for component in &whole {
            if self.alive(component, budget)? {
                kept.push(component.clone());
            }
        }
        Ok(if kept.is_empty() { whole } else { kept })
    }

    /// Returns the components after a move, including those without moves; equal coins cancel.
    fn replaced(
        &self,
        before: &[Component],
        made: &MatchMove,
        budget: &Budget<'_>,
    ) -> Result<Vec<Component>, SolveError> {
        let mut whole = before.to_vec();
        for (step, parts) in made.steps.iter().zip(&made.parts).rev() {
            whole.splice(step.component..=step.component, parts.iter().cloned());
        }
        question::cancel_coins(&self.session.world, &mut whole);
        let (world, until) = (&self.session.world, self.conventions().until);
        let emptied = until == EndCondition::One
            && made
                .steps
                .iter()
                .zip(&made.parts)
                .any(|(step, parts)| is_emptied(world, before[step.component].game, parts));
        left_over(world, until, whole, emptied, budget).explain_fault(&self.session.world)
    }

    /// Returns whether the player to move has a move, provided that no component ends play.
    fn goes_on(
        &mut self,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<bool, SolveError> {
        let until_one = self.conventions().until == EndCondition::One;
        for component in components {
            if self.alive(component, budget)? != until_one {
                return Ok(!until_one);
            }
        }
        Ok(until_one && !components.is_empty())
    }

    fn over_at_once(
        &self,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Option<Outcome>, SolveError> {
        ended_at_once(
            &self.session.world,
            &SumPosition(components.to_vec()),
            budget,
        )
        .explain_fault(&self.session.world)
    }

    fn canonical(&self, components: &[Component]) -> SumPosition {
        SumPosition::canonical(components.to_vec(), &self.session.world)
    }
}
