//! A game played move by move: whose turn it is, which moves are legal, how play ended, undo, and
//! an opponent as strong as wanted. A perfect opponent wins every won position and holds every
//! draw. In a lost position it makes the move after which the fewest replies win, and among those
//! the one with the most replies; where positions may repeat, the move that loses latest. What is
//! lost stays lost, so this helps only against players who err. A weaker opponent makes an
//! arbitrary legal move now and then; those depend on the seed and the number of the turn alone, so
//! that a game can be repeated, also after an undo.
//!
//! Positions need not be small: a theorem's winning moves come without a list of all moves, and a
//! move is found by what it is called or what it leaves. No list here is longer than [`LISTED`].
//!
//! ```
//! use grundy::Session;
//! use grundy::player::{Match, State};
//! use base::budget::Budget;
//!
//! let mut session = Session::new();
//! let budget = Budget::generous();
//! let mut game = Match::new(&mut session, "nim[1] + nim[2]", &budget).unwrap();
//! while game.state(&budget).unwrap() == State::Open {
//!     let choice = game.choose(100, 0, &budget).unwrap();
//!     game.play(&choice.play.steps, &budget).unwrap();
//! }
//! assert_eq!(game.turns().len(), 3);
//! ```

mod entry;
mod legal;
mod look;
mod strategy;
mod why;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use base::budget::Budget;
use base::text;
use rules::ast::Until;
use rules::play::{
    Component, Step, Sum, ended_at_once, is_emptied, left_over, outcome_without_moves, urgent,
};
use rules::rules::{Conventions, GameId, Options, Outcome, SumKind};
use rules::world::World;

use crate::answer::{StepAnswer, WinningMove};
use crate::error::Error;
use crate::question::{self, About, Position};
use crate::session::Session;
use crate::solver::{Memory, Solver};
use crate::winning::step_answer;
use crate::words;

pub use entry::Found;
pub(crate) use legal::options_up_to;
pub use legal::{LISTED, Legal};
pub use look::{Judged, Look};
pub use strategy::{Choice, Grounds};
pub use why::{Mistake, Review};

use crate::remoteness::{Distant, Remoteness};

/// A move, made by the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The steps taken at once, in the order of their components.
    pub steps: Vec<Step>,
    /// What each step leaves of its component.
    pub parts: Vec<Vec<Component>>,
}

impl From<&WinningMove> for Move {
    fn from(winning: &WinningMove) -> Move {
        let step = |step: &StepAnswer| Step {
            component: step.component - 1,
            rule: step.rule,
            choices: step.choices.clone(),
        };
        Move {
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
pub struct Turn {
    /// The position before it.
    pub before: Vec<Component>,
    /// The move.
    pub made: Move,
    /// The position that it left.
    pub after: Vec<Component>,
}

/// One of the two players, in the order in which they move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Who moves first.
    First,
    /// Who moves second.
    Second,
}

impl Side {
    /// The opponent.
    pub fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// Whether play goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// The player to move has a move.
    Open,
    /// Play is over; nobody wins a draw.
    Over(Option<Side>, Reason),
}

/// Why play is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The position holds a goal: who made it has won.
    Goal,
    /// The position holds a trap: who made it has lost.
    Trap,
    /// The player to move has no move.
    NoMove,
    /// The same player is to move in the same position for the third time.
    Repetition,
    /// The player to move gave up.
    Resigned,
}

/// A game in progress. It has a session of its own, so that whoever began it may go on, and it may
/// move to another thread.
pub struct Match {
    session: Session,
    solver: Solver,
    games: Vec<GameId>,
    components: Vec<Component>,
    turns: Vec<Turn>,
    resigned: bool,
    remoteness: Distant,
    /// Whether distances to the end were looked for in vain.
    is_far: bool,
    planned: HashSet<GameId>,
    alive: HashMap<Component, bool>,
}

impl Match {
    /// A game from this position on, in the session's world as it is now. The session's settings of
    /// now say how it is played.
    ///
    /// # Errors
    /// Where the question is refused, its games are played by different conventions, or the budget
    /// ends.
    pub fn new<'q>(
        session: &mut Session,
        question: impl Into<About<'q>>,
        budget: &Budget<'_>,
    ) -> Result<Match, Error> {
        let (position, conventions) = session.position(question, budget)?;
        let session = session.beside();
        let solver = Solver::new(&session.world, Memory::new(&session.settings, conventions));
        Ok(Match::of(session, position, solver))
    }

    /// A game in a session of its own, with what a solver knows.
    fn of(session: Session, position: Position, solver: Solver) -> Match {
        let Position {
            components,
            mut games,
            ..
        } = position;
        let mut seen = HashSet::new();
        games.retain(|game| seen.insert(*game));
        let remoteness = Distant::new(&session.settings);
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

    /// The games.
    pub fn world(&self) -> &Arc<World> {
        &self.session.world
    }

    /// The games that the first position named, each once.
    pub fn games(&self) -> &[GameId] {
        &self.games
    }

    /// How it is played.
    pub fn conventions(&self) -> Conventions {
        self.solver.conventions
    }

    /// Whether a rule of the games in it makes goals, and whether one makes traps. Games not
    /// written in the language may make both.
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

    /// The position before the player to move, its components in the order in which they were
    /// written. Components without moves are left out while others have some, unless they end
    /// play.
    pub fn position(&self) -> &[Component] {
        &self.components
    }

    /// A position as a question may ask for it: `nim[3] + nim[5]`, `7 * nim[1]`, or `0` where
    /// nothing is left.
    pub fn show(&self, components: &[Component]) -> String {
        words::counted(&self.session.world, components)
    }

    /// The moves made so far.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// Whose turn it is.
    pub fn to_move(&self) -> Side {
        self.mover(self.turns.len())
    }

    /// Who makes move number `turn`, from 0 on.
    pub fn mover(&self, turn: usize) -> Side {
        if turn.is_multiple_of(2) {
            Side::First
        } else {
            Side::Second
        }
    }

    /// Whether play goes on, else who won and why.
    ///
    /// # Errors
    /// Where the rules cannot be evaluated, or the budget ends.
    pub fn state(&mut self, budget: &Budget<'_>) -> Result<State, Error> {
        let mover = self.to_move();
        if self.resigned {
            return Ok(State::Over(Some(mover.other()), Reason::Resigned));
        }
        let sum = self.canonical(&self.components);
        let ended = ended_at_once(&self.session.world, &sum, budget).map_err(|f| self.fault(&f))?;
        let winner = |outcome| {
            if outcome == Outcome::N {
                mover
            } else {
                mover.other()
            }
        };
        if let Some(outcome) = ended {
            let reason = if outcome == Outcome::P {
                Reason::Goal
            } else {
                Reason::Trap
            };
            return Ok(State::Over(Some(winner(outcome)), reason));
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
                State::Over(None, Reason::Repetition)
            } else {
                State::Open
            });
        }
        let outcome = outcome_without_moves(self.conventions().play);
        Ok(State::Over(Some(winner(outcome)), Reason::NoMove))
    }

    /// Makes a move by the rules, whoever proposes it: steps in the order of their components.
    ///
    /// # Errors
    /// Where the move is not legal, the rules cannot be evaluated, or the budget ends; the position
    /// stays as it is then.
    pub fn play(&mut self, steps: &[Step], budget: &Budget<'_>) -> Result<(), Error> {
        let made = self.of_steps(steps, budget)?;
        let after = self.after(&made, budget)?;
        let before = std::mem::replace(&mut self.components, after.clone());
        self.turns.push(Turn {
            before,
            made,
            after,
        });
        Ok(())
    }

    /// Takes back the last move, or a resignation; `false` if there is neither.
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

    /// The player to move gives up.
    pub fn resign(&mut self) {
        self.resigned = true;
    }

    /// Whether the player to move gave up.
    pub fn has_resigned(&self) -> bool {
        self.resigned
    }

    /// Bytes that tables and memos of this game take, about.
    pub fn bytes(&self) -> u64 {
        self.solver.bytes()
            + self.session.bytes()
            + self.remoteness.found.as_ref().map_or(0, Remoteness::bytes)
    }

    /// Forgets what was found out about positions; the game goes on, and answers stay the same.
    pub fn forget(&mut self) {
        self.session.forget();
        self.solver = Solver::new(
            &self.session.world,
            Memory::new(&self.session.settings, self.conventions()),
        );
        self.remoteness.found = None;
        self.planned.clear();
    }

    /// A move of the position before it, with what it leaves of each component and of the whole.
    ///
    /// # Errors
    /// Where the rules cannot be evaluated, or the budget ends.
    pub fn describe(
        &mut self,
        before: &[Component],
        made: &Move,
        budget: &Budget<'_>,
    ) -> Result<WinningMove, Error> {
        let after = self.left(before, made, budget)?;
        let steps = made.steps.iter().zip(&made.parts).map(
            |(
                Step {
                    component,
                    rule,
                    choices,
                },
                parts,
            )| {
                step_answer(
                    &before[*component],
                    *component,
                    (*rule, choices),
                    parts.clone(),
                )
            },
        );
        Ok(WinningMove {
            steps: steps.collect(),
            leaves: after,
        })
    }

    /// The move that these steps make, in the order of their components.
    ///
    /// # Errors
    /// Where the move is not legal, the rules cannot be evaluated, or the budget ends.
    pub fn of_steps(&mut self, steps: &[Step], budget: &Budget<'_>) -> Result<Move, Error> {
        let world = &self.session.world;
        let illegal = || {
            Error::Usage(text!(
                "this is not a legal move here",
                "这在当前局面中不是合法着法"
            ))
        };
        let mut options = Options::new();
        let mut parts = Vec::with_capacity(steps.len());
        for step in steps {
            let component = self.components.get(step.component).ok_or_else(illegal)?;
            world
                .option(
                    component.game,
                    &component.slots,
                    (step.rule, &step.choices),
                    &mut options,
                    budget,
                )
                .map_err(|f| Error::of_fault(world, &f))?;
            let option = options.iter().next().ok_or_else(illegal)?;
            parts.push(
                option
                    .components()
                    .map(|(game, slots)| Component {
                        game,
                        slots: slots.into(),
                    })
                    .collect(),
            );
        }
        if steps.is_empty() || !steps.is_sorted_by(|a, b| a.component < b.component) {
            return Err(illegal());
        }
        if self.conventions().until == Until::One
            && !self.goes_on(&self.components.clone(), budget)?
        {
            return Err(Error::Usage(text!(
                "a component has no move, so play is over",
                "有一个部分不能走，整局已结束"
            )));
        }
        let urgent =
            urgent(&self.session.world, &self.components, budget).map_err(|f| self.fault(&f))?;
        if let Some(&first) = urgent.first()
            && steps.iter().any(|step| !urgent.contains(&step.component))
        {
            let first = self.show(&self.components[first..=first]);
            return Err(Error::Usage(text!(
                "{first} is urgent: a move must be made there",
                "{first} 是紧急的：必须在其中走"
            )));
        }
        match self.conventions().sum {
            SumKind::One if steps.len() > 1 => {
                return Err(Error::Usage(text!(
                    "a move is made in one component",
                    "每回合只能在一个部分中走"
                )));
            }
            SumKind::Upto(most) if steps.len() > most as usize => {
                return Err(Error::Usage(text!(
                    "a move is made in at most {most} components",
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
                        return Err(Error::Usage(text!(
                            "a move is made in every component that can be moved in; {missing} is missing",
                            "每回合须在每个能走的部分中各走一步；缺少 {missing}"
                        )));
                    }
                }
            }
            _ => {}
        }
        Ok(Move {
            steps: steps.to_vec(),
            parts,
        })
    }

    /// The position that a move of the position before the player leaves.
    ///
    /// # Errors
    /// Where the rules cannot be evaluated, or the budget ends.
    pub fn after(&mut self, made: &Move, budget: &Budget<'_>) -> Result<Vec<Component>, Error> {
        let before = self.components.clone();
        self.left(&before, made, budget)
    }

    fn left(
        &mut self,
        before: &[Component],
        made: &Move,
        budget: &Budget<'_>,
    ) -> Result<Vec<Component>, Error> {
        let whole = self.replaced(before, made, budget)?;
        let Conventions { until, loopy, .. } = self.conventions();
        // Positions that may repeat are looked up as they are.
        if until == Until::One || loopy || self.over_at_once(&whole, budget)?.is_some() {
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

    /// What a move leaves, components without moves too; equal coins cancel.
    fn replaced(
        &self,
        before: &[Component],
        made: &Move,
        budget: &Budget<'_>,
    ) -> Result<Vec<Component>, Error> {
        let mut whole = before.to_vec();
        for (step, parts) in made.steps.iter().zip(&made.parts).rev() {
            whole.splice(step.component..=step.component, parts.iter().cloned());
        }
        question::cancel_coins(&self.session.world, &mut whole);
        let (world, until) = (&self.session.world, self.conventions().until);
        let emptied = until == Until::One
            && made
                .steps
                .iter()
                .zip(&made.parts)
                .any(|(step, parts)| is_emptied(world, before[step.component].game, parts));
        left_over(world, until, whole, emptied, budget).map_err(|f| self.fault(&f))
    }

    /// Whether there is a move, where no component ends play by itself.
    fn goes_on(&mut self, components: &[Component], budget: &Budget<'_>) -> Result<bool, Error> {
        let until_one = self.conventions().until == Until::One;
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
    ) -> Result<Option<Outcome>, Error> {
        ended_at_once(&self.session.world, &Sum(components.to_vec()), budget)
            .map_err(|f| self.fault(&f))
    }

    fn canonical(&self, components: &[Component]) -> Sum {
        Sum::canonical(components.to_vec(), &self.session.world)
    }

    fn fault(&self, fault: &rules::rules::Fault) -> Error {
        Error::of_fault(&self.session.world, fault)
    }
}
