//! Answers about games in which the players have different moves, `move left` and `move right`: the
//! value and the outcome of a sum, and the winning moves of each player. All other questions about
//! such games are refused.

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use engines::error::EngineError;
use engines::partizan_outcomes::PartizanOutcomes;
use engines::partizan_search::{NAME, PartizanSearch, player_of};
use engines::stats::EngineStats;
use partizan::{Dyadic, OutcomeClass, Store, ValueError};
use rules::ast::Player;
use rules::game::{Conventions, Outcome};
use rules::play::{SumPosition, moves as sum_moves};
use rules::world::World;

use crate::answer::{
    Answer, AnswerEvidence, ComponentAnswer, PartizanAnswer, PartizanValue, PlayerMoves,
};
use crate::error::{RulesResult, SolveError};
use crate::question::Position;
use crate::solve_options::SolveOptions;
use crate::status::AnswerStatus;
use crate::winning_moves::{max_listed, to_winning_move};

/// Maximum number of positions of a cycle that an error shows.
const MAX_SHOWN: usize = 8;

/// Number of steps of the computation of a value after which the winner is searched.
const VALUE_STEPS: u64 = 1_000_000;

/// Maximum number of steps of the search for the winner, if the value was requested.
const SEARCH_STEPS: u64 = 20_000_000;

/// Maximum number of bytes of the name of a value.
const MAX_NAME_BYTES: usize = 1 << 16;

/// The results of earlier questions.
#[derive(Default)]
pub(crate) struct PartizanCache {
    values: PartizanSearch,
    outcomes: PartizanOutcomes,
}

impl PartizanCache {
    /// Returns the approximate number of bytes of the cache.
    pub fn bytes(&self) -> u64 {
        self.values.bytes() + self.outcomes.bytes()
    }

    /// Returns the outcome of a sum, by a search for the winner.
    ///
    /// # Errors
    /// Returns an error if play can cycle, the rules cannot be evaluated or the budget runs out.
    pub fn outcome(
        &mut self,
        world: &World,
        sum: &SumPosition,
        budget: &Budget<'_>,
    ) -> Result<OutcomeClass, SolveError> {
        let PartizanCache { values, outcomes } = self;
        let found = outcomes.outcome(world, values, sum, budget);
        found.map_err(|error| failed(world, error))
    }

    /// Returns the value of a sum.
    fn value(
        &mut self,
        world: &World,
        sum: &SumPosition,
        budget: &Budget<'_>,
    ) -> Result<partizan::Id, SolveError> {
        let found = self.values.sum(world, sum, budget);
        found.map_err(|error| failed(world, error))
    }

    /// Returns the name of the value of a sum; `None` if it is longer than `bytes`.
    ///
    /// # Errors
    /// Returns an error if the value cannot be computed or the budget runs out.
    pub fn name(
        &mut self,
        world: &World,
        sum: &SumPosition,
        bytes: usize,
        budget: &Budget<'_>,
    ) -> Result<Option<String>, SolveError> {
        let value = self.value(world, sum, budget)?;
        let store = &mut self.values.store;
        store.name_within(value, bytes, budget).map_err(refused)
    }

    /// Returns the mean of a sum.
    ///
    /// # Errors
    /// Returns an error if the value cannot be computed or the budget runs out.
    pub fn mean(
        &mut self,
        world: &World,
        sum: &SumPosition,
        budget: &Budget<'_>,
    ) -> Result<Dyadic, SolveError> {
        let value = self.value(world, sum, budget)?;
        self.values.store.mean(value, budget).map_err(refused)
    }

    /// Returns the temperature of a sum.
    ///
    /// # Errors
    /// Returns an error if the value cannot be computed or the budget runs out.
    pub fn temperature(
        &mut self,
        world: &World,
        sum: &SumPosition,
        budget: &Budget<'_>,
    ) -> Result<Dyadic, SolveError> {
        let value = self.value(world, sum, budget)?;
        let store = &mut self.values.store;
        store.temperature(value, budget).map_err(refused)
    }

    /// Returns the numbers of evaluated positions and of listed options.
    pub fn stats(&self) -> EngineStats {
        self.values.stats().plus(self.outcomes.stats())
    }
}

/// A question about a sum.
struct SumQuestion<'q> {
    world: &'q World,
    position: &'q Position,
    conventions: Conventions,
    budget: &'q Budget<'q>,
}

/// Answers a question about a sum. If only the winner or the winning moves are requested, no values
/// are computed. Otherwise, if the value takes long, the winner is searched in between, so that it
/// is known if a limit ends the computation of the value. If `may_retry` is set, the memory limit
/// is an error, because the question is repeated with an empty cache.
///
/// # Errors
/// Returns an error if a value cannot be computed, play can cycle, the rules cannot be evaluated or
/// the budget runs out.
pub(crate) fn answer(
    world: &World,
    cache: &mut PartizanCache,
    position: &Position,
    conventions: Conventions,
    asked: SolveOptions,
    may_retry: bool,
    budget: &Budget<'_>,
) -> Result<Answer, SolveError> {
    let before = cache.stats();
    let sum = position.sum(world);
    let question = SumQuestion {
        world,
        position,
        conventions,
        budget,
    };
    let (outcome, value, value_stopped) = if asked.winner_only {
        (cache.outcome(world, &sum, budget)?, None, None)
    } else {
        let value = |budget: &Budget<'_>| question.value(&mut cache.values, &sum, budget);
        let (mut found, is_long) = budget.stepped(VALUE_STEPS, value);
        let mut known = None;
        if is_long || matches!(found, Err(SolveError::Unsupported(_))) {
            known = question.short_search(cache, &sum);
        }
        if is_long {
            found = question.value(&mut cache.values, &sum, budget);
        }
        match (found, known) {
            (Ok((outcome, value)), _) => (outcome, Some(value), None),
            (Err(SolveError::Stopped(stop)), Some(outcome)) if keeps_outcome(stop, may_retry) => {
                (outcome, None, Some(stop.text()))
            }
            (Err(SolveError::Unsupported(reason)), Some(outcome)) => (outcome, None, Some(reason)),
            (Err(error), _) => return Err(error),
        }
    };
    let moves = match asked.moves {
        true => Some(question.winning_moves(cache)?),
        false => None,
    };
    let components = position.components.iter();
    Ok(Answer {
        position: position.components.clone(),
        conventions,
        outcome: match outcome {
            OutcomeClass::Previous => Outcome::P,
            _ => Outcome::N,
        },
        value: None,
        loopy: None,
        measured: None,
        score: None,
        partizan: Some(PartizanAnswer {
            outcome,
            value,
            value_stopped,
            moves,
        }),
        remoteness: None,
        components: components
            .map(|component| ComponentAnswer {
                component: component.clone(),
                value: None,
                loopy: None,
                method: NAME.to_owned(),
            })
            .collect(),
        status: AnswerStatus::Computed,
        evidence: AnswerEvidence::ExactAlgorithm,
        warnings: Vec::new(),
        moves: None,
        losing: None,
        more_moves: None,
        drawing: None,
        more_drawing: None,
        stats: cache.stats().minus(before),
    })
}

impl SumQuestion<'_> {
    /// Returns the outcome of the sum, if a short search finds it.
    fn short_search(&self, cache: &mut PartizanCache, sum: &SumPosition) -> Option<OutcomeClass> {
        let search = |budget: &Budget<'_>| cache.outcome(self.world, sum, budget);
        self.budget.stepped(SEARCH_STEPS, search).0.ok()
    }

    /// Returns the outcome and the value of the sum.
    fn value(
        &self,
        search: &mut PartizanSearch,
        sum: &SumPosition,
        budget: &Budget<'_>,
    ) -> Result<(OutcomeClass, PartizanValue), SolveError> {
        let world = self.world;
        let failed = |error| failed(world, error);
        let value = search.sum(world, sum, budget).map_err(failed)?;
        let mut components = Vec::with_capacity(self.position.components.len());
        for component in &self.position.components {
            let own = search.value(world, component, budget).map_err(failed)?;
            components.push(name(&mut search.store, own, budget)?);
        }
        let store = &mut search.store;
        let outcome = store.outcome(value, budget).map_err(refused)?;
        let thermograph = store.thermograph(value, budget).map_err(refused)?;
        let value = PartizanValue {
            name: name(store, value, budget)?,
            components,
            stops: [store.left_stop(value), store.right_stop(value)],
            mean: thermograph.mean(),
            temperature: thermograph.temperature(),
        };
        Ok((outcome, value))
    }

    /// Returns the winning moves of Left and of Right.
    fn winning_moves(&self, cache: &mut PartizanCache) -> Result<[PlayerMoves; 2], SolveError> {
        let (world, budget) = (self.world, self.budget);
        let whole = SumPosition(self.position.components.clone());
        let made = sum_moves(world, &whole, self.conventions, budget).explain_fault(world)?;
        let mut found = [PlayerMoves::default(), PlayerMoves::default()];
        let most = max_listed(&self.position.components);
        for one in made {
            let Some(step) = one.steps.first() else {
                continue;
            };
            let owner = player_of(world, whole.0[step.component].game, step.rule);
            let replies = [Player::Right, Player::Left];
            for ((mover, other), found) in Player::ALL.into_iter().zip(replies).zip(&mut found) {
                if owner.is_some_and(|owner| owner != mover) {
                    continue;
                }
                let PartizanCache { values, outcomes } = &mut *cache;
                let other_wins = outcomes
                    .wins(world, values, &one.leaves, other, budget)
                    .map_err(|error| failed(world, error))?;
                if other_wins {
                    continue;
                }
                found.count += 1;
                if found.list.len() < most {
                    let shown = to_winning_move(world, &whole, one.clone(), budget)?;
                    found.list.push(shown);
                }
            }
        }
        Ok(found)
    }
}

/// Returns whether the outcome is an answer if the computation of the value was stopped.
fn keeps_outcome(stop: StopReason, may_retry: bool) -> bool {
    match stop {
        StopReason::Cancelled => false,
        StopReason::Memory(..) => !may_retry,
        _ => true,
    }
}

/// Returns the name of a value; `None` if it is too long.
fn name(
    store: &mut Store,
    value: partizan::Id,
    budget: &Budget<'_>,
) -> Result<Option<String>, SolveError> {
    store
        .name_within(value, MAX_NAME_BYTES, budget)
        .map_err(refused)
}

/// Returns the error of a search. Draws are not supported, so `loopy` is not suggested.
fn failed(world: &World, error: EngineError) -> SolveError {
    let EngineError::Endless(cycle) = error else {
        return SolveError::of_engine(world, error);
    };
    let shown: Vec<String> = cycle
        .iter()
        .take(MAX_SHOWN)
        .map(|sum| sum.show(world))
        .collect();
    let shown = shown.join(" → ");
    SolveError::Rules(text!(
        "play can cycle: {shown}; if the players have different moves, play must end",
        "对局可能循环：{shown}；双方着法不同时，对局必须结束"
    ))
}

/// Returns the error for a value that cannot be computed.
pub fn refused(error: ValueError) -> SolveError {
    match error {
        ValueError::Stopped(stop) => SolveError::Stopped(stop),
        error => SolveError::Unsupported(error.text()),
    }
}

/// Returns an outcome in words, with its letter.
pub fn outcome_text(outcome: OutcomeClass) -> Text {
    match outcome {
        OutcomeClass::Left => text!(
            "Left wins, no matter who begins (L)",
            "无论谁先走，左方胜 (L)"
        ),
        OutcomeClass::Right => text!(
            "Right wins, no matter who begins (R)",
            "无论谁先走，右方胜 (R)"
        ),
        OutcomeClass::Next => text!("the player who begins wins (N)", "先走者胜 (N)"),
        OutcomeClass::Previous => text!("the player who begins loses (P)", "先走者负 (P)"),
    }
}

/// Returns the stops of a value in words.
pub fn stops_text([left, right]: [Dyadic; 2]) -> Text {
    text!(
        "{left} if Left begins, {right} if Right begins",
        "左方先走 {left}，右方先走 {right}"
    )
}
