//! The front door: a session holds the games that are known, answers questions about them, and
//! checks its own answers.

use std::collections::HashMap;
use std::sync::Arc;

use base::budget::{Budget, StopReason};
use base::diagnostic::{Diagnostic, Span};
use base::text;
use base::text::{Lang, Text};
use certificate::{Certificate, CertificateClaim, CertificateProof, PartsProof, check};
use engines::engine::AccessPattern;
use engines::oracle::{EngineStats, GrundyOracle};
use parts::EvidenceGoal;
use rules::ast::PlayConvention;
use rules::game::{Conventions, Outcome, Rules, SumKind};
use rules::play::{Component, SumPosition};
use rules::world::{SourceError, World};
use structures::digraph::Digraph;
use theory::loopy::Loopy;
use theory::theorem;
use theory::value::Grundy;

use crate::answer::{
    Answer, AnswerEvidence, ComponentAnswer, Explanation, GameExplanation, Warning,
};
use crate::attempt::{Attempt, AttemptVerdict};
use crate::error::SolveError;
use crate::evidence::UNASKED_ROWS;
use crate::game_cache::GameCache;
use crate::laws::CachedLawSearch;
use crate::measure::{Measure, MeasuredValue, Measurement};
use crate::measure_evaluator::MeasureEvaluator;
use crate::plan::{Decision, conventions, for_values};
use crate::play_length::play_length;
use crate::question::{self, Position, PositionRanges, QuestionInput};
use crate::saved_table;
use crate::settings::SessionSettings;
use crate::solver::{Solver, SolverCache};
use crate::solver_cache::SolverCaches;
use crate::status::AnswerStatus;
use crate::stop_button::stop_rules;
use crate::value_method::ValueMethod;
use crate::{cycles, losing_moves, position_text, stop_button, warnings, winning_moves};

/// The most options that may have been listed for such a certificate: the checker lists them again.
const UNASKED_OPTIONS: u64 = 100_000;

/// The most looks at the clock, a thousand steps each, that making such a certificate may take
/// where a theorem knew the answer.
const UNASKED_LOOKS: u32 = 400;

/// Maximum number of options that the checker compares for each row that a certificate may have.
const MAX_OPTIONS_PER_ROW: u64 = 1_000;

/// The most rows of a certificate that is asked for.
const MAX_CERTIFICATE_ROWS: usize = 5_000_000;

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

/// Takes the beginning of a file of a saved table, and the entries that follow it.
pub type Writer<'w> = &'w mut dyn FnMut(&[u8], &[u8]) -> Result<(), SolveError>;

/// What a question wants of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
            let asked = SolveOptions {
                moves: false,
                winner_only: false,
            };
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

    /// A checked certificate of the answer, as text, with the answer. Winning moves are not told.
    ///
    /// # Errors
    /// As for [`Session::solve`]; also where no certificate of the answer can be made.
    pub fn certify<'q>(
        &mut self,
        question: impl Into<QuestionInput<'q>>,
        winner_only: bool,
        budget: &Budget<'_>,
    ) -> Result<(Answer, String), SolveError> {
        let (position, conventions) = self.position(question, budget)?;
        let asked = SolveOptions {
            moves: false,
            winner_only,
        };
        self.ask(conventions, budget, |session, solver, budget| {
            session.certified(&position, asked, solver, budget)
        })
    }

    fn certified(
        &self,
        position: &Position,
        asked: SolveOptions,
        solver: &mut Solver,
        budget: &Budget<'_>,
    ) -> Result<(Answer, String), SolveError> {
        let mut answer = self.run(position, asked, solver, budget)?;
        let certificate =
            self.certificate(position, &answer, solver, MAX_CERTIFICATE_ROWS, budget)?;
        let Some(certificate) = certificate else {
            let by_theorem = solver.plans().find_map(|(_, plan)| {
                plan.method
                    .as_ref()
                    .filter(|method| matches!(method, ValueMethod::Theorem(..)))
            });
            return Err(SolveError::Unsupported(
                match by_theorem.map(ValueMethod::name) {
                    Some(name) => text!(
                        "no certificate can be made for this answer by {name}; perhaps for that of a table, with --without {name}",
                        "无法为 {name} 给出的答案生成证书；或可用 --without {name} 由表生成"
                    ),
                    None => text!(
                        "no certificate can be made for this answer",
                        "无法为此答案生成证书"
                    ),
                },
            ));
        };
        self.confirm(&mut answer, &certificate, budget)?;
        if answer.status != AnswerStatus::Proved {
            return Err(SolveError::Unsupported(text!(
                "the checker cannot read the period off rules in this form; write moves as `move k in S : [n - k]`",
                "检验器无法从这种写法的规则中读出周期；请写成 `move k in S : [n - k]`"
            )));
        }
        let written = certificate::write(&self.world, &certificate)
            .map_err(|refused| SolveError::Unsupported(refused.text()))?;
        Ok((answer, written))
    }

    /// Answers a position, and proves the answer where that costs little: by a certificate of its
    /// own, or by the law of its games.
    pub(crate) fn answer(
        &self,
        position: &Position,
        asked: SolveOptions,
        solver: &mut Solver,
        budget: &Budget<'_>,
    ) -> Result<Answer, SolveError> {
        let mut answer = self.run(position, asked, solver, budget)?;
        match self.prove(position, &mut answer, solver, budget) {
            // The answer is known: a limit that ends its proof does not take it away. If earlier
            // questions hold memory, the question is asked again without them.
            Err(SolveError::Stopped(stop))
                if matches!(stop, StopReason::Time | StopReason::Steps(_))
                    || matches!(stop, StopReason::Memory(..)) && solver.is_fresh =>
            {
                answer.warnings.push(Warning::ProofStopped { stop });
            }
            proved => proved?,
        }
        if answer.status == AnswerStatus::Computed
            && answer.evidence != AnswerEvidence::PlayIsOver
            && let Some(file) = solver.unverified_file()
        {
            (answer.status, answer.evidence) =
                (AnswerStatus::Conditional, AnswerEvidence::File { file });
        }
        Ok(answer)
    }

    /// Proves an answer, if that costs little.
    fn prove(
        &self,
        position: &Position,
        answer: &mut Answer,
        solver: &mut Solver,
        budget: &Budget<'_>,
    ) -> Result<(), SolveError> {
        self.prove_by_rows(position, answer, solver, budget)?;
        if answer.status == AnswerStatus::Computed
            && answer.evidence != AnswerEvidence::PlayIsOver
            && let Some(lines) = solver.by_laws(answer, budget)?
        {
            (answer.status, answer.evidence) =
                (AnswerStatus::Proved, AnswerEvidence::Law { lines });
        }
        Ok(())
    }

    fn prove_by_rows(
        &self,
        position: &Position,
        answer: &mut Answer,
        solver: &mut Solver,
        budget: &Budget<'_>,
    ) -> Result<(), SolveError> {
        let sum = position.sum(&self.world);
        let cheap = answer.stats.positions <= UNASKED_ROWS as u64
            && answer.stats.options <= UNASKED_OPTIONS;
        if solver.is_too_costly(&sum, !cheap) {
            return Ok(());
        }
        let can_end = sum.0.iter().any(|c| self.world.rules(c.game).can_end());
        if let (Some(value), false, true) = (
            answer.value.and_then(Grundy::as_nimber),
            can_end,
            solver.by_values(),
        ) && let Some(rows) = solver.verify_values(&sum, value, UNASKED_ROWS, budget)?
        {
            proved(answer, rows);
            return Ok(());
        }
        // A theorem may know who wins without a list of the moves, which may be longer than any
        // certificate.
        let by_theorem = matches!(
            answer.evidence,
            AnswerEvidence::OutcomeTheorem | AnswerEvidence::Found(_)
        );
        let looks = if by_theorem { UNASKED_LOOKS } else { u32::MAX };
        let make = |budget: &Budget<'_>| {
            self.without_values(position, answer, solver, UNASKED_ROWS, budget)
        };
        let made = match budget.limited(looks, make) {
            (Err(SolveError::Stopped(_)), true) => None,
            (made, _) => made?,
        };
        if let Some(certificate) = made {
            self.confirm(answer, &certificate, budget)?;
        }
        Ok(())
    }

    pub(crate) fn run(
        &self,
        position: &Position,
        asked: SolveOptions,
        solver: &mut Solver,
        budget: &Budget<'_>,
    ) -> Result<Answer, SolveError> {
        let sum = position.sum(&self.world);
        let mut answer = Answer {
            position: position.components.clone(),
            conventions: solver.conventions,
            outcome: Outcome::P,
            value: None,
            loopy: None,
            measured: None,
            remoteness: None,
            components: Vec::new(),
            status: AnswerStatus::Computed,
            evidence: AnswerEvidence::ExactAlgorithm,
            warnings: warnings::of_position(
                &self.world,
                &self.settings,
                &position.components,
                solver.conventions.sum,
                budget,
            ),
            moves: None,
            losing: None,
            more_moves: None,
            drawing: None,
            more_drawing: None,
            stats: Default::default(),
        };
        if solver.by_values() {
            solver.plan(&position.components, AccessPattern::Positions, budget)?;
        }
        match solver.decision(&sum.0, asked.winner_only, budget)? {
            Decision::Over(outcome) => {
                (answer.outcome, answer.evidence) = (outcome, AnswerEvidence::PlayIsOver)
            }
            Decision::Alone((name, form)) if solver.by_values() => {
                let component = &sum.0[0];
                answer.outcome = form
                    .outcome(&component.slots, budget)
                    .map_err(SolveError::Stopped)?;
                answer.components = vec![ComponentAnswer {
                    component: component.clone(),
                    value: None,
                    loopy: None,
                    method: name.to_owned(),
                }];
                answer.evidence = AnswerEvidence::OutcomeTheorem;
            }
            Decision::Values => {
                self.by_values(position, &sum, asked, solver, &mut answer, budget)?
            }
            decision @ (Decision::Alone(_) | Decision::Whole) => {
                answer.outcome = solver.outcome(&sum, budget)?;
                let mut spared = false;
                if let Decision::Alone((_, form)) = decision {
                    answer.evidence = AnswerEvidence::Found(form.summary());
                    spared = form.spares_many();
                } else if let Some(decided) = solver.by_theorem(&sum, budget)? {
                    answer.evidence = AnswerEvidence::Found(decided.found);
                } else {
                    // Values by which nothing was decided are not sought.
                    spared = true;
                }
                let method = solver.deciders();
                let of = |c: &Component| ComponentAnswer {
                    component: c.clone(),
                    value: None,
                    loopy: None,
                    method: method.clone(),
                };
                answer.components = position.components.iter().map(of).collect();
                if !spared && (asked.moves || !asked.winner_only) {
                    add_worths(&mut answer, solver, budget)?;
                }
            }
        }
        answer.measured = self.measured(position, asked, solver, budget)?;
        answer.stats = solver.stats();
        let over = warnings::over(
            &self.world,
            &position.components,
            solver.conventions.until,
            budget,
        );
        answer
            .warnings
            .extend(over.map_err(|fault| SolveError::of_fault(&self.world, &fault))?);
        if solver.may_have_missed_rounds(&answer, budget)?
            && let Some(way) = cycles::round(&self.world, &sum.0, budget)
                .map_err(|fault| SolveError::of_fault(&self.world, &fault))?
        {
            let way = way
                .iter()
                .map(|component| position_text::component(&self.world, component))
                .collect();
            answer.warnings.push(Warning::GoesRound { way });
        }
        if asked.moves {
            let found = winning_moves::moves(
                &self.world,
                &position.components,
                answer.outcome,
                solver,
                budget,
            )?;
            (answer.moves, answer.more_moves) = (Some(found.list), found.more);
            if answer.outcome == Outcome::D {
                let found =
                    winning_moves::drawing(&self.world, &position.components, solver, budget)?;
                (answer.drawing, answer.more_drawing) = (Some(found.list), found.more);
            }
        }
        Ok(answer)
    }

    /// The values by which a sum theorem decides, where they are more than who wins.
    fn measured(
        &self,
        position: &Position,
        asked: SolveOptions,
        solver: &mut Solver,
        budget: &Budget<'_>,
    ) -> Result<Option<Measurement>, SolveError> {
        let components = &position.components[..];
        // Grundy values and those of play that may go round stand in the answer by themselves.
        if asked.moves
            || asked.winner_only
            || solver.by_values()
            || solver.conventions.loopy
            || !solver.theorem_decided()
        {
            return Ok(None);
        }
        let Some(&measure) = Measure::had(&solver.conventions).first() else {
            return Ok(None);
        };
        if measure == Measure::Entailing {
            let found = MeasuredValue::of_entailed(solver.entailed(components, budget)?)?;
            return Ok(found.map(|(parts, total)| Measurement {
                measure,
                parts,
                total,
                adds: true,
            }));
        }
        let Some((parts, total)) = solver.deciding_values(components, budget)? else {
            return Ok(None);
        };
        let parts = parts
            .into_iter()
            .map(MeasuredValue::from_table_value)
            .collect::<Result<Vec<MeasuredValue>, SolveError>>()?;
        Ok(Some(Measurement {
            measure,
            parts,
            total: Some(MeasuredValue::from_table_value(total)?),
            adds: true,
        }))
    }

    /// The values of the components, or only the winner of a single component if its engine finds
    /// that for less.
    fn by_values(
        &self,
        position: &Position,
        sum: &SumPosition,
        asked: SolveOptions,
        solver: &mut Solver,
        answer: &mut Answer,
        budget: &Budget<'_>,
    ) -> Result<(), SolveError> {
        if let [component] = &position.components[..] {
            let plan = solver.plan_of(component.game).expect("planned before");
            let method = plan
                .method
                .as_ref()
                .map_or("", ValueMethod::name)
                .to_owned();
            if asked.winner_only
                && !asked.moves
                && let Some(loses) = solver.loses(component, budget)?
            {
                answer.outcome = if loses { Outcome::P } else { Outcome::N };
                answer.components = vec![ComponentAnswer {
                    component: component.clone(),
                    value: None,
                    loopy: None,
                    method,
                }];
                return Ok(());
            }
        }
        let mut known: HashMap<&Component, Grundy> = HashMap::new();
        for component in &position.components {
            let value = match known.get(component) {
                Some(value) => *value,
                None => solver.value(component, budget)?,
            };
            known.insert(component, value);
            let method = solver
                .plan_of(component.game)
                .and_then(|p| p.method.as_ref())
                .map_or("", ValueMethod::name);
            let (component, method) = (component.clone(), method.to_owned());
            answer.components.push(ComponentAnswer {
                component,
                value: Some(value),
                loopy: None,
                method,
            });
        }
        let values = || sum.0.iter().map(|component| known[component]);
        (answer.outcome, answer.value) = (Grundy::winner(values()), Grundy::sum(values()));
        Ok(())
    }

    /// A certificate for an answer, if one can be made of at most `limit` rows.
    fn certificate(
        &self,
        position: &Position,
        answer: &Answer,
        solver: &mut Solver,
        limit: usize,
        budget: &Budget<'_>,
    ) -> Result<Option<Certificate>, SolveError> {
        let sum = position.sum(&self.world);
        let can_end = sum.0.iter().any(|c| self.world.rules(c.game).can_end());
        if let (Some(value), false, true) = (
            answer.value.and_then(Grundy::as_nimber),
            can_end,
            solver.by_values(),
        ) && let Some(proof) = solver.value_proof(&sum.0, limit, budget)?
        {
            return Ok(Some(Certificate {
                claim: CertificateClaim::Value { sum, value },
                proof,
            }));
        }
        self.without_values(position, answer, solver, limit, budget)
    }

    /// A certificate that is no list of values: a strategy, or a period.
    fn without_values(
        &self,
        position: &Position,
        answer: &Answer,
        solver: &mut Solver,
        limit: usize,
        budget: &Budget<'_>,
    ) -> Result<Option<Certificate>, SolveError> {
        let sum = position.sum(&self.world);
        if let ([component], None, Outcome::P | Outcome::N) =
            (&sum.0[..], answer.value, answer.outcome)
            && solver.by_values()
        {
            let claimed = if answer.outcome == Outcome::P {
                EvidenceGoal::Values
            } else {
                EvidenceGoal::IsNot(0)
            };
            let game = component.game;
            if let Some(Some(parts)) = solver.parts_of(game, &sum.0, claimed, limit, budget)? {
                let claim = CertificateClaim::Outcome {
                    sum,
                    conventions: answer.conventions,
                    outcome: answer.outcome,
                };
                return Ok(Some(Certificate {
                    claim,
                    proof: CertificateProof::Parts(PartsProof {
                        games: vec![parts],
                        others: Vec::new(),
                    }),
                }));
            }
        }
        let can_end = sum.0.iter().any(|c| self.world.rules(c.game).can_end());
        // The checker knows no values by which play could stop.
        let stops = answer.conventions.play == PlayConvention::Stop;
        let affordable = (!solver.by_values() || can_end)
            && !stops
            && sum.0.len() <= certificate::MAX_COMPONENTS;
        if affordable
            && answer.outcome != Outcome::D
            && let Some(rows) = solver.outcome_rows(&sum, limit, budget)?
        {
            let claim = CertificateClaim::Outcome {
                sum,
                conventions: answer.conventions,
                outcome: answer.outcome,
            };
            return Ok(Some(Certificate {
                claim,
                proof: CertificateProof::Outcomes(rows),
            }));
        }
        if let [component] = &position.components[..]
            && let Some(ValueMethod::Theorem(_, form)) = solver.plan_of(component.game).and_then(|p| p.method.as_ref())
            && let Some(theorem::ClosedFormEvidence::SubtractionPeriod { set, preperiod, period, values }) = form.evidence()
            // The checker compares each value with those after all takes.
            && (set.len() as u64).saturating_mul(values.len() as u64) <= (limit as u64).saturating_mul(MAX_OPTIONS_PER_ROW)
        {
            let claim = CertificateClaim::Period {
                game: component.game,
                preperiod,
                period,
            };
            return Ok(Some(Certificate {
                claim,
                proof: CertificateProof::SubtractionPeriod { set, values },
            }));
        }
        Ok(None)
    }

    /// Has the checker, which knows no engine, look at a certificate; a refusal is a bug of this
    /// program.
    fn confirm(
        &self,
        answer: &mut Answer,
        certificate: &Certificate,
        budget: &Budget<'_>,
    ) -> Result<(), SolveError> {
        match check(&self.world, certificate, budget) {
            Ok(checked) => {
                proved(answer, checked.entries);
                Ok(())
            }
            Err(certificate::CertificateError::Stopped(stop)) => Err(SolveError::Stopped(stop)),
            // The checker reads subtraction games written in one form only; another form is no
            // disagreement.
            Err(certificate::CertificateError::NotSubtraction { .. }) => Ok(()),
            Err(refused) => Err(SolveError::Bug(refused.text())),
        }
    }

    /// Fills the table around some ranges and hands it out: the beginning of a file, and the
    /// entries that follow it.
    ///
    /// # Errors
    /// Where a theorem or a search answers instead of a table: they must be switched off first.
    pub fn save<'q>(
        &mut self,
        question: impl Into<QuestionInput<'q, PositionRanges>>,
        budget: &Budget<'_>,
        write: Writer<'_>,
    ) -> Result<EngineStats, SolveError> {
        let (asked, question) = self.ranges(question)?;
        let (asked, question) = (asked.single_part(&question)?, &*question);
        saved_table::declared(&self.world, asked.game)?;
        let conventions = conventions(&self.world, &[asked.game], false, &self.settings, budget)?;
        self.ask(conventions, budget, |session, solver, budget| {
            let greatest = session.greatest(question, &asked, budget)?.pop();
            let Some(greatest) = greatest.filter(|_| solver.by_values()) else {
                return Err(SolveError::Unsupported(text!(
                    "tables are saved of Grundy values only",
                    "只能保存 SG 值的表"
                )));
            };
            solver.plan(
                std::slice::from_ref(&greatest),
                AccessPattern::Table,
                budget,
            )?;
            let planned = solver
                .plan_of(asked.game)
                .and_then(|plan| plan.method.as_ref());
            let filled = if planned.is_some_and(ValueMethod::is_table) {
                solver.table_of(&greatest, budget)?
            } else {
                None
            };
            let Some(dense) = filled else {
                return Err(session.no_table(&greatest, solver, budget)?);
            };
            write(
                &saved_table::head(&session.world, asked.game, &dense)?,
                dense.table().bytes(),
            )?;
            Ok(GrundyOracle::stats(dense.as_ref()))
        })
    }

    /// Why there is no table of a game up to some numbers, though one was asked for: theorems
    /// answer without one, which are named all at once, or what fills tables does not take it.
    fn no_table(
        &self,
        greatest: &Component,
        solver: &Solver,
        budget: &Budget<'_>,
    ) -> Result<SolveError, SolveError> {
        let (mut settings, mut known, mut theorems) =
            (self.settings.clone(), GameCache::default(), Vec::new());
        let mut further = None;
        loop {
            let plan = further
                .as_ref()
                .or(solver.plan_of(greatest.game))
                .expect("it was planned for the table");
            match &plan.method {
                Some(ValueMethod::Theorem(name, _)) => {
                    theorems.push(*name);
                    settings.without.insert((*name).to_owned());
                }
                Some(method) if method.is_table() && !theorems.is_empty() => {
                    let names = theorems.join(", ");
                    let switches = theorems
                        .iter()
                        .map(|name| format!("--without {name}"))
                        .collect::<Vec<_>>()
                        .join(" ");
                    return Ok(SolveError::Unsupported(text!(
                        "this is answered without a table (by {names}); to fill one, add {switches}",
                        "此处无需表即可回答（{names}）；若要填表，请加 {switches}"
                    )));
                }
                _ => return Ok(SolveError::Unsupported(no_table_of(&plan.attempts))),
            }
            let tops = (greatest.slots.to_vec(), AccessPattern::Table);
            let planned = for_values(
                &self.world,
                greatest.game,
                &solver.conventions,
                tops,
                &settings,
                &mut known,
                budget,
            )?;
            further = Some(planned);
        }
    }

    /// The plan of a question, and if `analyse` is set the answer with its counts.
    ///
    /// # Errors
    /// As for [`Session::solve`]; a question that nothing here can answer is explained all the same
    /// unless `analyse` is set.
    pub fn explain<'q>(
        &mut self,
        question: impl Into<QuestionInput<'q>>,
        analyse: bool,
        budget: &Budget<'_>,
    ) -> Result<Explanation, SolveError> {
        let (position, conventions) = self.position(question, budget)?;
        let sum = position.sum(&self.world);
        let mut explanation = self.ask(conventions, budget, |session, solver, budget| {
            solver.plan(&position.components, AccessPattern::Positions, budget)?;
            let (decision, by_values) =
                (solver.decision(&sum.0, false, budget)?, solver.by_values());
            let whole = match &decision {
                Decision::Alone(_) | Decision::Whole if !by_values => {
                    solver.whole_attempts(&sum, budget)?
                }
                _ => Vec::new(),
            };
            let mut games = Vec::new();
            for (game, plan) in solver.plans() {
                let facts =
                    plan.facts_in_words(&session.world, game, &solver.conventions, budget)?;
                games.push(GameExplanation {
                    game,
                    facts,
                    attempts: plan.attempts_for(&decision),
                });
            }
            let can_end = sum.0.iter().any(|c| session.world.rules(c.game).can_end());
            let statement = match &decision {
                Decision::Over(outcome) => Some(play_is_over(&sum, *outcome)),
                Decision::Alone((name, _)) => session
                    .settings
                    .theorems
                    .iter()
                    .find(|theorem| theorem.name() == *name)
                    .map(|theorem| theorem.statement()),
                Decision::Whole => solver
                    .by_theorem(&sum, budget)?
                    .map(|decided| decided.statement),
                Decision::Values => None,
            };
            let combination = statement
                .unwrap_or_else(|| combination(by_values, can_end, solver.conventions.sum));
            let warnings = warnings::of_position(
                &session.world,
                &session.settings,
                &position.components,
                solver.conventions.sum,
                budget,
            );
            Ok(Explanation {
                position: position.components.clone(),
                games,
                whole,
                combination,
                warnings,
                answer: None,
            })
        })?;
        if analyse {
            let asked = SolveOptions {
                moves: false,
                winner_only: false,
            };
            explanation.answer =
                Some(self.ask(conventions, budget, |session, solver, budget| {
                    session.answer(&position, asked, solver, budget)
                })?);
        }
        Ok(explanation)
    }
}

/// That no table can be filled, with what each engine said that was asked before one that needs
/// none.
fn no_table_of(attempts: &[Attempt]) -> Text {
    let mut reasons: Vec<(Vec<&str>, Text)> = Vec::new();
    for attempt in attempts.iter().filter(|attempt| attempt.kind == "engine") {
        let reason = match attempt.verdict {
            AttemptVerdict::Accepted | AttemptVerdict::NotNeeded => break,
            AttemptVerdict::SwitchedOff => attempt.verdict.text(),
            AttemptVerdict::Declined => attempt.reason.clone(),
        };
        match reasons.iter_mut().find(|(_, known)| *known == reason) {
            Some((names, _)) => names.push(attempt.name),
            None => reasons.push((vec![attempt.name], reason)),
        }
    }
    let said = |lang| {
        reasons
            .iter()
            .map(|(names, reason)| format!("{}: {}", names.join(", "), reason.get(lang)))
            .collect::<Vec<_>>()
            .join("; ")
    };
    let (en, zh) = (said(Lang::En), said(Lang::Zh));
    text!(
        "no table of this game can be filled ({en})",
        "无法为该游戏填表（{zh}）"
    )
}

/// Adds what each component is worth, and the whole, where play may go round and these can be told.
fn add_worths(
    answer: &mut Answer,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<(), SolveError> {
    if let Some(worths) = solver.worths(&answer.position, budget)? {
        answer.loopy = Some(Loopy::sum(&worths));
        answer
            .components
            .iter_mut()
            .zip(worths)
            .for_each(|(part, worth)| part.loopy = Some(worth));
    }
    Ok(())
}

/// The checker accepted the answer.
fn proved(answer: &mut Answer, rows: usize) {
    answer.status = AnswerStatus::Proved;
    answer.evidence = AnswerEvidence::CertificateChecked { rows };
}

/// Why a position in which play is over has this outcome, in words.
fn play_is_over(sum: &SumPosition, outcome: Outcome) -> Text {
    match outcome {
        _ if sum.0.is_empty() => text!(
            "play is over: there are no components",
            "对局已结束：没有任何部分"
        ),
        Outcome::P => {
            text!(
                "play is over: a component is a goal, so the player who just moved has won",
                "对局已结束：有部分达到目标，刚走的一方获胜"
            )
        }
        _ => text!(
            "play is over: a component is a trap, so the player who just moved has lost",
            "对局已结束：有部分落入陷阱，刚走的一方失败"
        ),
    }
}

/// How the parts make the answer, in words.
fn combination(by_values: bool, can_end: bool, sum: SumKind) -> Text {
    match (by_values, can_end, sum) {
        (true, false, _) => text!(
            "the value of the sum is the nim-sum of its components' values; the player to move loses iff it is 0 (Sprague, Grundy)",
            "和的 SG 值等于各部分 SG 值的 Nim 和；先手必败当且仅当它为 0（Sprague–Grundy 定理）"
        ),
        (true, true, _) => text!(
            "a component can end the whole play: one loony component (∞) wins for the player to move; without one the nim-sum decides",
            "某个部分可使整局立即结束：若存在疯狂值（∞）的部分则先手必胜；否则由 Nim 和决定"
        ),
        (false, ..) => text!(
            "values of components do not decide under these conventions: the position is searched as a whole",
            "在这些规则约定下各部分的值不能决定胜负：对整个局面进行搜索"
        ),
    }
}
