//! The front door: a session holds the games that are known, answers questions about them, and
//! checks its own answers.

mod answering;
mod explanation;
mod proofs;
mod table_saving;

use std::sync::Arc;

use base::budget::{Budget, StopReason};
use base::diagnostic::{Diagnostic, Span};
use base::text;
use rules::game::{Conventions, Rules};
use rules::world::{SourceError, World};
use structures::digraph::Digraph;

use crate::answer::Answer;
use crate::error::SolveError;
use crate::laws::CachedLawSearch;
use crate::losing_moves;
use crate::measure::Measure;
use crate::measure_evaluator::MeasureEvaluator;
use crate::play_length::play_length;
use crate::question::{self, Position, QuestionInput};
use crate::settings::SessionSettings;
use crate::solver::{Solver, SolverCache};
use crate::solver_cache::SolverCaches;
use crate::stop_button;
use crate::stop_button::stop_rules;

/// The games that are known, and what earlier questions found out about them.
pub struct Session {
    /// The games that are known.
    pub world: Arc<World>,
    /// What the user chose.
    pub settings: SessionSettings,
    memories: SolverCaches,
    /// The law that was looked for last.
    pub(crate) last_law: Option<Box<CachedLawSearch>>,
    /// The session that knows the game of the last law for every value of a parameter, and the
    /// text of this game.
    pub(crate) for_every: Option<(String, Box<Session>)>,
}

/// What a question wants of a position; by default its value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolveOptions {
    /// Every winning move.
    pub moves: bool,
    /// Only who wins: the value need not be found.
    pub winner_only: bool,
}

impl Default for Session {
    fn default() -> Session {
        Session::new()
    }
}

impl Session {
    /// A session that knows the games of the library.
    pub fn new() -> Session {
        let mut world = World::with_library();
        world.add_structures(structures::KINDS);
        Session::with_world(world)
    }

    /// A session that knows these games.
    pub fn with_world(mut world: World) -> Session {
        stop_rules::prepare(&mut world);
        Session {
            world: Arc::new(world),
            settings: SessionSettings::default(),
            memories: SolverCaches::default(),
            last_law: None,
            for_every: None,
        }
    }

    /// Another session with the same games and settings, which remembers for itself. Until either
    /// adds a game they share the world.
    pub fn fork(&self) -> Session {
        Session {
            world: self.world.clone(),
            settings: self.settings.clone(),
            memories: SolverCaches::default(),
            last_law: None,
            for_every: None,
        }
    }

    /// The games, to add further ones.
    pub fn world_mut(&mut self) -> &mut World {
        Arc::make_mut(&mut self.world)
    }

    /// Forgets what was found by earlier questions; answers stay the same.
    pub fn forget(&mut self) {
        self.memories.clear();
        (self.last_law, self.for_every) = (None, None);
    }

    /// Bytes that what was found by earlier questions takes, about.
    pub fn bytes(&self) -> u64 {
        let law = self.last_law.as_ref().map_or(0, |law| law.bytes());
        self.memories.bytes()
            + law
            + self
                .for_every
                .as_ref()
                .map_or(0, |(_, session)| session.bytes())
    }

    /// Asks with what is known under these conventions, and keeps what is found, also where the
    /// question ends in an error. Where memory runs out beside what is known from before, that
    /// is forgotten and the question asked once more.
    pub(crate) fn ask<T>(
        &mut self,
        conventions: Conventions,
        budget: &Budget<'_>,
        mut work: impl FnMut(&Session, &mut Solver, &Budget<'_>) -> Result<T, SolveError>,
    ) -> Result<T, SolveError> {
        let memory = self
            .memories
            .take(&self.settings, conventions, budget.memory);
        let held = memory.bytes() + self.memories.bytes();
        let mut solver = Solver::new(&self.world, memory);
        solver.is_fresh = held == 0;
        let found = work(
            self,
            &mut solver,
            &budget.with_memory(budget.memory.saturating_sub(held)),
        );
        let found = found.map_err(|error| solver.blame_file(error));
        if let (Err(SolveError::Stopped(StopReason::Memory(..))), true) = (&found, held > 0) {
            drop(solver);
            self.memories.clear();
            solver = Solver::new(&self.world, SolverCache::new(&self.settings, conventions));
            let found = work(self, &mut solver, budget).map_err(|error| solver.blame_file(error));
            self.memories.store(solver.into_memory());
            return found;
        }
        self.memories.store(solver.into_memory());
        found
    }

    /// The position that a question means, as it is played, and how.
    pub(crate) fn position<'q>(
        &mut self,
        question: impl Into<QuestionInput<'q>>,
        budget: &Budget<'_>,
    ) -> Result<(Position, Conventions), SolveError> {
        let position = match question.into() {
            QuestionInput::Text(text) => question::position(self.world_mut(), text, budget)?,
            QuestionInput::Known(position) => position.clone(),
        };
        let conventions = position.conventions(&self.world, &self.settings, budget)?;
        let components = stop_button::together(&self.world, &conventions, position.components);
        Ok((
            Position {
                components,
                ..position
            },
            conventions,
        ))
    }

    /// Reads the games of a rule file. Names that are known already now mean the new games; the
    /// same text once more means the same games.
    ///
    /// # Errors
    /// Where the text is refused, or holds no game: with the places.
    pub fn load_rules(&mut self, name: &str, text: &str) -> Result<Vec<String>, SolveError> {
        let names = self
            .world_mut()
            .load_again(name, text)
            .map_err(SolveError::Refused)?;
        if names.is_empty() {
            let nothing = Diagnostic::error(
                Span::default(),
                text!("there is no game in this file", "本文件中没有游戏"),
            )
            .help(text!(
                "for example: game Take {{ state n in 0.. move k in 1..3 : [n - k] }}",
                "例如：game Take {{ state n in 0.. move k in 1..3 : [n - k] }}"
            ));
            return Err(SolveError::Refused(SourceError::new(
                name,
                text,
                vec![nothing],
            )));
        }
        Ok(names)
    }

    /// Reads a digraph, played under `game`.
    ///
    /// # Errors
    /// Where the text is refused: with the places.
    pub fn load_graph(&mut self, file: &str, game: &str, text: &str) -> Result<(), SolveError> {
        self.world_mut()
            .load_structure(file, game, &Digraph, text)
            .map(|_| ())
            .map_err(SolveError::Refused)
    }

    /// Reads a structure of a kind, played under `game`; `false` if there is no such kind.
    ///
    /// # Errors
    /// Where the text is refused: with the places.
    pub fn load_structure(
        &mut self,
        file: &str,
        kind: &str,
        game: &str,
        text: &str,
    ) -> Result<bool, SolveError> {
        let Some(kind) = structures::KINDS.iter().find(|known| known.name() == kind) else {
            return Ok(false);
        };
        self.world_mut()
            .load_structure(file, game, *kind, text)
            .map_err(SolveError::Refused)?;
        Ok(true)
    }

    /// Adds a game written in Rust.
    pub fn add(&mut self, name: &str, rules: Box<dyn Rules>) {
        self.world_mut().add(name, rules);
    }

    /// Who wins, what the position is worth and, if asked, every winning move.
    ///
    /// # Errors
    /// Where the question is refused, its games are played by different conventions, nothing here
    /// can answer it, play does not end, or the budget ends.
    pub fn solve<'q>(
        &mut self,
        question: impl Into<QuestionInput<'q>>,
        asked: SolveOptions,
        budget: &Budget<'_>,
    ) -> Result<Answer, SolveError> {
        let (position, conventions) = self.position(question, budget)?;
        self.ask(conventions, budget, |session, solver, budget| {
            let mut answer = session.answer(&position, asked, solver, budget)?;
            if !asked.moves && !asked.winner_only {
                answer.remoteness = session.play_length(&answer, solver, budget);
            }
            Ok(answer)
        })
    }

    /// Returns the number of moves to the end under optimal play, if it is known or found within a
    /// few steps.
    pub(crate) fn play_length(
        &self,
        answer: &Answer,
        solver: &mut Solver,
        budget: &Budget<'_>,
    ) -> Option<u64> {
        play_length(
            &self.world,
            &self.settings,
            &answer.position,
            answer.outcome,
            solver,
            budget,
        )
    }

    /// Who wins, and what the position is worth in this measure, whatever decides.
    ///
    /// # Errors
    /// As for [`Session::solve`]; also where positions have no such value under the conventions of
    /// the question.
    pub fn measure<'q>(
        &mut self,
        question: impl Into<QuestionInput<'q>>,
        measure: Measure,
        budget: &Budget<'_>,
    ) -> Result<Answer, SolveError> {
        let (position, conventions) = self.position(question, budget)?;
        measure.among(&conventions)?;
        self.ask(conventions, budget, |session, solver, budget| {
            let asked = SolveOptions::default();
            let mut answer = session.answer(&position, asked, solver, budget)?;
            let mut worths = MeasureEvaluator::new(measure, conventions, &session.settings);
            worths.expect(&session.world, &position.components, budget)?;
            answer.measured = Some(worths.evaluate(&position.components, solver, budget)?);
            answer.remoteness = match measure {
                // The value that was asked for is the length of play.
                Measure::Remoteness => worths
                    .moves(&session.world, &position.components, budget)?
                    .filter(|&moves| moves > 0),
                _ => session.play_length(&answer, solver, budget),
            };
            answer.stats = answer.stats.plus(worths.stats());
            Ok(answer)
        })
    }

    /// Who wins, and every losing move: those after which the opponent wins.
    ///
    /// # Errors
    /// As for [`Session::solve`].
    pub fn losing<'q>(
        &mut self,
        question: impl Into<QuestionInput<'q>>,
        budget: &Budget<'_>,
    ) -> Result<Answer, SolveError> {
        let (position, conventions) = self.position(question, budget)?;
        self.ask(conventions, budget, |session, solver, budget| {
            let mut answer = session.answer(
                &position,
                SolveOptions {
                    moves: false,
                    winner_only: true,
                },
                solver,
                budget,
            )?;
            let found = losing_moves::moves(&session.world, &position.components, solver, budget)?;
            (answer.losing, answer.more_moves) = (Some(found.list), found.more);
            Ok(answer)
        })
    }
}
