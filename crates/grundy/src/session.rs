//! A session contains games, answers questions about these games, and checks its own answers.

mod answering;
mod explanation;
mod proofs;
mod table_saving;

use std::sync::Arc;

use base::budget::{Budget, StopReason};
use base::diagnostic::{Diagnostic, Span};
use base::text;
use rules::ast::PlayConvention;
use rules::game::{Conventions, Rules};
use rules::world::{SourceError, World};
use structures::digraph;

use crate::answer::{Answer, ScoreAnswer};
use crate::error::SolveError;
use crate::laws::CachedLawSearch;
use crate::losing_moves;
use crate::measure::Measure;
use crate::measure_evaluator::MeasureEvaluator;
use crate::partizan_answer::{self, PartizanCache};
use crate::partizan_refusal;
use crate::play_length::play_length;
use crate::question::{self, Position, QuestionInput};
use crate::settings::SessionSettings;
use crate::solve_options::SolveOptions;
use crate::solver::{Solver, SolverCache};
use crate::solver_cache::SolverCaches;
use crate::stop_button;
use crate::stop_button::stop_rules;
use crate::warnings;

/// Games, and the results about these games that earlier questions computed.
pub struct Session {
    /// The games.
    pub world: Arc<World>,
    /// The settings that the user chose.
    pub settings: SessionSettings,
    memories: SolverCaches,
    /// The law of the last search.
    pub(crate) last_law: Option<Box<CachedLawSearch>>,
    /// For the last search for a law over all values of a parameter: the text of the game, and the
    /// session of the search.
    pub(crate) for_every: Option<(String, Box<Session>)>,
    /// The values of games in which the players have different moves.
    pub(crate) partizan: Option<Box<PartizanCache>>,
}

impl Default for Session {
    fn default() -> Session {
        Session::new()
    }
}

impl Session {
    /// Creates a session with the games of the library.
    pub fn new() -> Session {
        let mut world = World::with_library();
        world.add_structures(structures::KINDS);
        Session::with_world(world)
    }

    /// Creates a session with these games.
    pub fn with_world(mut world: World) -> Session {
        stop_rules::prepare(&mut world);
        Session {
            world: Arc::new(world),
            settings: SessionSettings::default(),
            memories: SolverCaches::default(),
            last_law: None,
            for_every: None,
            partizan: None,
        }
    }

    /// Creates another session with the same games and settings, and a cache of its own. The new
    /// session shares the world with this session until one session adds a game.
    pub fn fork(&self) -> Session {
        Session {
            world: self.world.clone(),
            settings: self.settings.clone(),
            memories: SolverCaches::default(),
            last_law: None,
            for_every: None,
            partizan: None,
        }
    }

    /// Returns the games mutably, so that further games can be added.
    pub fn world_mut(&mut self) -> &mut World {
        Arc::make_mut(&mut self.world)
    }

    /// Clears the cache of earlier questions. Answers do not change.
    pub fn forget(&mut self) {
        self.memories.clear();
        (self.last_law, self.for_every) = (None, None);
        self.partizan = None;
    }

    /// Returns the approximate size of the cache of earlier questions in bytes.
    pub fn bytes(&self) -> u64 {
        let law = self.last_law.as_ref().map_or(0, |law| law.bytes());
        self.memories.bytes()
            + self.partizan.as_ref().map_or(0, |cache| cache.bytes())
            + law
            + self
                .for_every
                .as_ref()
                .map_or(0, |(_, session)| session.bytes())
    }

    /// Runs a question with the cache for these conventions, and then stores the cache again, even
    /// after an error. If memory runs out because of the cache, the cache is dropped and the
    /// question is retried once.
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

    /// Answers a question about a sum in which the players have different moves. If memory runs out
    /// because of the cache, the cache is dropped and the question is retried once.
    pub(crate) fn solve_partizan(
        &mut self,
        position: &Position,
        conventions: Conventions,
        asked: SolveOptions,
        budget: &Budget<'_>,
    ) -> Result<Answer, SolveError> {
        let answer = |world: &World, cache: &mut PartizanCache, may_retry, budget: &Budget<'_>| {
            partizan_answer::answer(
                world,
                cache,
                position,
                conventions,
                asked,
                may_retry,
                budget,
            )
        };
        let mut answer = self.with_partizan_cache(answer, budget)?;
        let rules = warnings::of_position(
            &self.world,
            &self.settings,
            &position.components,
            conventions.sum,
            budget,
        );
        answer.warnings.splice(0..0, rules);
        Ok(answer)
    }

    /// Runs `work` with the cache for sums in which the players have different moves. If memory
    /// runs out because of the cache, the cache is dropped and the work is retried once. The third
    /// argument of `work` is whether it may be retried.
    pub(crate) fn with_partizan_cache<T>(
        &mut self,
        work: impl Fn(&World, &mut PartizanCache, bool, &Budget<'_>) -> Result<T, SolveError>,
        budget: &Budget<'_>,
    ) -> Result<T, SolveError> {
        let held = self.memories.bytes();
        let within = budget.with_memory(budget.memory.saturating_sub(held));
        let settings = &self.settings;
        self.partizan.take_if(|cache| !cache.is_for(settings));
        let was_used = self.partizan.is_some();
        let new = || Box::new(PartizanCache::new(settings));
        let (world, cache) = (&self.world, self.partizan.get_or_insert_with(new));
        let may_retry = was_used || held > 0;
        let found = work(world, cache, may_retry, &within);
        if let (Err(SolveError::Stopped(StopReason::Memory(..))), true) = (&found, may_retry) {
            self.forget();
            let new = || Box::new(PartizanCache::new(&self.settings));
            let cache = self.partizan.get_or_insert_with(new);
            return work(&self.world, cache, false, budget);
        }
        found
    }

    /// Returns the position of a question as [`Session::position_under_any_play`], and refuses
    /// games in which the players have different moves.
    pub(crate) fn position<'q>(
        &mut self,
        question: impl Into<QuestionInput<'q>>,
        budget: &Budget<'_>,
    ) -> Result<(Position, Conventions), SolveError> {
        let (position, conventions) = self.position_under_any_play(question, budget)?;
        partizan_refusal::refuse(conventions)?;
        Ok((position, conventions))
    }

    /// Returns the position of a question, in the form in which it is played, and its conventions.
    pub(crate) fn position_under_any_play<'q>(
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

    /// Reads the games of a rule file. A new game replaces an older game with an equal name.
    /// Reading the same text again does not change the games.
    ///
    /// # Errors
    /// Returns [`SolveError::Refused`] with the locations if the text is not valid or contains no
    /// game.
    pub fn load_rules(&mut self, name: &str, text: &str) -> Result<Vec<String>, SolveError> {
        let names = self
            .world_mut()
            .load_again(name, text)
            .map_err(SolveError::Refused)?;
        if names.is_empty() {
            let nothing = Diagnostic::error(
                Span::default(),
                text!("this file contains no game", "本文件中没有游戏"),
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

    /// Reads a digraph as a game with this name.
    ///
    /// # Errors
    /// Returns [`SolveError::Refused`] with the locations if the text is not valid.
    pub fn load_graph(&mut self, file: &str, game: &str, text: &str) -> Result<(), SolveError> {
        self.world_mut()
            .load_structure(file, game, &digraph::KIND, text)
            .map(|_| ())
            .map_err(SolveError::Refused)
    }

    /// Reads a structure of this kind as a game with this name. Returns `false` if the kind of
    /// structure is unknown.
    ///
    /// # Errors
    /// Returns [`SolveError::Refused`] with the locations if the text is not valid.
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

    /// Returns the outcome and the value of a position and, if requested, every winning move.
    ///
    /// # Errors
    /// Returns an error if the question is not valid, its games have different conventions, no
    /// method can answer it, play does not end, or the budget runs out.
    pub fn solve<'q>(
        &mut self,
        question: impl Into<QuestionInput<'q>>,
        asked: SolveOptions,
        budget: &Budget<'_>,
    ) -> Result<Answer, SolveError> {
        let (position, conventions) = self.position_under_any_play(question, budget)?;
        if conventions.play == PlayConvention::Partizan {
            return self.solve_partizan(&position, conventions, asked, budget);
        }
        if asked.to_move.is_some() {
            return Err(SolveError::Usage(text!(
                "both players have the same moves, so a player to move cannot be chosen; omit --to-move",
                "双方着法相同，不能指定先走的一方：请去掉 --to-move"
            )));
        }
        self.ask(conventions, budget, |session, solver, budget| {
            let mut answer = session.answer(&position, asked, solver, budget)?;
            if !asked.moves && !asked.winner_only {
                answer.remoteness = session.play_length(&answer, solver, budget);
            }
            Ok(answer)
        })
    }

    /// Returns the number of moves to the end under optimal play, if this number is known or found
    /// within a few steps.
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

    /// Returns the outcome of a position and its value in this measure, even if other values
    /// decide.
    ///
    /// # Errors
    /// Returns the errors of [`Session::solve`], and an error if the measure is not defined under
    /// the conventions of the question.
    pub fn measure<'q>(
        &mut self,
        question: impl Into<QuestionInput<'q>>,
        measure: Measure,
        budget: &Budget<'_>,
    ) -> Result<Answer, SolveError> {
        let (position, conventions) = self.position(question, budget)?;
        measure.among(&conventions)?;
        self.ask(conventions, budget, |session, solver, budget| {
            let asked = SolveOptions::VALUE;
            let mut answer = session.answer(&position, asked, solver, budget)?;
            let mut worths = MeasureEvaluator::new(measure, conventions, &session.settings);
            worths.expect(&session.world, &position.components, budget)?;
            answer.measured = Some(worths.evaluate(&position.components, solver, budget)?);
            answer.remoteness = match measure {
                // The remoteness was requested.
                Measure::Remoteness => worths
                    .moves(&session.world, &position.components, budget)?
                    .filter(|&moves| moves > 0),
                _ => session.play_length(&answer, solver, budget),
            };
            answer.stats = answer.stats.plus(worths.stats());
            Ok(answer)
        })
    }

    /// Returns the points of both players from a position on, under `play score`. If `moves` is
    /// set, also returns every move with its points, the best first.
    ///
    /// # Errors
    /// Returns the errors of [`Session::solve`], and [`SolveError::Usage`] if the position is not
    /// played for points.
    pub fn score<'q>(
        &mut self,
        question: impl Into<QuestionInput<'q>>,
        moves: bool,
        budget: &Budget<'_>,
    ) -> Result<ScoreAnswer, SolveError> {
        let asked = SolveOptions {
            moves,
            winner_only: false,
            to_move: None,
        };
        let answer = self.solve(question, asked, budget)?;
        answer.score.ok_or_else(|| {
            SolveError::Usage(text!(
                "the position has no points: its rules have no `play score`",
                "该局面没有得分：规则中没有 `play score`"
            ))
        })
    }

    /// Returns the outcome and every losing move (a move after which the opponent wins).
    ///
    /// # Errors
    /// As for [`Session::solve`].
    pub fn losing<'q>(
        &mut self,
        question: impl Into<QuestionInput<'q>>,
        budget: &Budget<'_>,
    ) -> Result<Answer, SolveError> {
        let (position, conventions) = self.position(question, budget)?;
        if conventions.play == PlayConvention::Score {
            return Err(SolveError::Usage(text!(
                "under `play score`, moves are listed with their points, not as losing moves; omit --losing",
                "在 `play score` 下，着法按得分列出，没有必败着之分：请去掉 --losing"
            )));
        }
        self.ask(conventions, budget, |session, solver, budget| {
            let mut answer = session.answer(&position, SolveOptions::WINNER, solver, budget)?;
            let found = losing_moves::moves(&session.world, &position.components, solver, budget)?;
            (answer.losing, answer.more_moves) = (Some(found.list), found.more);
            Ok(answer)
        })
    }
}
