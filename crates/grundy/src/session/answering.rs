//! Answers to questions.

use std::collections::HashMap;

use base::budget::{Budget, StopReason};
use engines::engine::AccessPattern;
use rules::ast::PlayConvention;
use rules::game::Outcome;
use rules::play::{Component, SumPosition};
use theory::loopy::Loopy;
use theory::value::Grundy;

use super::Session;
use crate::answer::{Answer, AnswerEvidence, ComponentAnswer, Warning};
use crate::error::SolveError;
use crate::measure::{Measure, MeasuredValue, Measurement};
use crate::plan::Decision;
use crate::question::Position;
use crate::solve_options::SolveOptions;
use crate::solver::Solver;
use crate::status::AnswerStatus;
use crate::value_method::ValueMethod;
use crate::{cycles, position_text, scores, warnings, winning_moves};

impl Session {
    /// Answers a question about a position. If a proof costs little, also proves the answer, by a
    /// certificate or by the law of its games.
    pub(crate) fn answer(
        &self,
        position: &Position,
        asked: SolveOptions,
        solver: &mut Solver,
        budget: &Budget<'_>,
    ) -> Result<Answer, SolveError> {
        let mut answer = self.answer_without_proof(position, asked, solver, budget)?;
        self.add_warnings(position, solver, &mut answer, budget)?;
        if answer.score.is_some() {
            return Ok(answer);
        }
        match self.prove(position, &mut answer, solver, budget) {
            // The answer is known and is returned even if a limit stops its proof. If memory runs
            // out because of the cache of earlier questions, the question is retried without this
            // cache.
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

    /// Adds the warnings about the position and its rules to an answer.
    pub(crate) fn add_warnings(
        &self,
        position: &Position,
        solver: &mut Solver,
        answer: &mut Answer,
        budget: &Budget<'_>,
    ) -> Result<(), SolveError> {
        let components = &position.components[..];
        answer.warnings = warnings::of_position(
            &self.world,
            &self.settings,
            components,
            solver.conventions.sum,
            budget,
        );
        if answer.score.is_some() {
            return Ok(());
        }
        let failed = |fault| SolveError::of_fault(&self.world, &fault);
        let over = warnings::over(&self.world, components, solver.conventions.until, budget);
        answer.warnings.extend(over.map_err(failed)?);
        if solver.may_have_missed_rounds(answer, budget)? {
            let sum = position.sum(&self.world);
            if let Some(way) = cycles::round(&self.world, &sum.0, budget).map_err(failed)? {
                let way = way
                    .iter()
                    .map(|component| position_text::component(&self.world, component))
                    .collect();
                answer.warnings.push(Warning::GoesRound { way });
            }
        }
        Ok(())
    }

    /// Answers a question about a position without warnings, and lists moves if they were
    /// requested.
    pub(crate) fn answer_without_proof(
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
            score: None,
            partizan: None,
            remoteness: None,
            components: Vec::new(),
            status: AnswerStatus::Computed,
            evidence: AnswerEvidence::ExactAlgorithm,
            warnings: Vec::new(),
            moves: None,
            losing: None,
            more_moves: None,
            drawing: None,
            more_drawing: None,
            stats: Default::default(),
        };
        if solver.conventions.play == PlayConvention::Score {
            scores::complete_answer(&self.world, &sum, asked, solver, &mut answer, budget)?;
            return Ok(answer);
        }
        if solver.values_decide() {
            solver.plan(&position.components, AccessPattern::Positions, budget)?;
        }
        let decision = solver.decision(&sum.0, asked.winner_only, budget)?;
        if let Decision::Values = decision {
            self.answer_by_values(position, &sum, asked, solver, &mut answer, budget)?;
        } else {
            answer.outcome = solver.outcome_by(&decision, &sum, budget)?;
        }
        // Loopy values are added only if the method of the answer computed them.
        let (evidence, has_worths) = match &decision {
            Decision::Over(_) => (AnswerEvidence::PlayIsOver, false),
            Decision::Values | Decision::Engine | Decision::Points => {
                (AnswerEvidence::ExactAlgorithm, false)
            }
            Decision::InsteadOfValues(_) => (AnswerEvidence::OutcomeTheorem, false),
            Decision::SingleComponent((_, form)) => {
                (AnswerEvidence::Found(form.summary()), !form.spares_many())
            }
            Decision::SumTheorem(decided) => (AnswerEvidence::Found(decided.found.clone()), true),
        };
        answer.evidence = evidence;
        let method = match &decision {
            Decision::Over(_) | Decision::Values => None,
            Decision::InsteadOfValues((name, _)) => Some((*name).to_owned()),
            Decision::SingleComponent(_)
            | Decision::SumTheorem(_)
            | Decision::Engine
            | Decision::Points => Some(solver.deciders()),
        };
        if let Some(method) = method {
            let of = |c: &Component| ComponentAnswer {
                component: c.clone(),
                value: None,
                loopy: None,
                method: method.clone(),
            };
            answer.components = position.components.iter().map(of).collect();
        }
        if has_worths && (asked.moves || !asked.winner_only) {
            add_worths(&mut answer, solver, budget)?;
        }
        answer.measured = self.measured(position, asked, &decision, solver, budget)?;
        answer.stats = solver.stats();
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

    /// Returns the values from which a sum theorem decides the position. Returns `None` if no sum
    /// theorem decided the position, or if only the moves or the winner are requested. Also returns
    /// `None` if play is loopy (the answer then already contains the values), or if no values are
    /// available.
    fn measured(
        &self,
        position: &Position,
        asked: SolveOptions,
        decision: &Decision,
        solver: &mut Solver,
        budget: &Budget<'_>,
    ) -> Result<Option<Measurement>, SolveError> {
        let components = &position.components[..];
        let Decision::SumTheorem(decided) = decision else {
            return Ok(None);
        };
        // The answer already contains the loopy values.
        if asked.moves || asked.winner_only || solver.conventions.loopy {
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
        let Some((parts, total)) = solver.deciding_values(decided, components, budget)? else {
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

    /// Computes the values of the components, or only the outcome of a single component if its
    /// engine finds the outcome faster.
    fn answer_by_values(
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
}

/// Adds the loopy values of the components and of the position, if they can be computed.
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
