//! Answers about games in which the players have different moves, `move left` and `move right`: the
//! value and the outcome of a sum, and the winning moves of each player. All other questions about
//! such games are refused.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use engines::error::EngineError;
use engines::partizan_outcomes::PartizanOutcomes;
use engines::partizan_search::{NAME, PartizanSearch, player_of};
use engines::stats::EngineStats;
use partizan::{Dyadic, Store, ValueError};
use rules::ast::Player;
use rules::game::{Conventions, GameId};
use rules::play::{Component, SumPosition, moves as sum_moves};
use rules::world::World;

use crate::alternating;
use crate::alternating::AlternatingGame;
use crate::answer::{
    Answer, AnswerEvidence, ComponentAnswer, PartizanAnswer, PartizanValue, PlayerMoves,
};
use crate::error::{RulesResult, SolveError};
use crate::partizan_end::ended;
use crate::partizan_proofs::{self, PartizanProofCache};
use crate::question::Position;
use crate::settings::SessionSettings;
use crate::solve_options::SolveOptions;
use crate::status::AnswerStatus;
use crate::winners::{PlayResult, Winners};
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
pub(crate) struct PartizanCache {
    pub values: PartizanSearch,
    outcomes: PartizanOutcomes,
    /// The games that are played by turns in one component.
    alternating: HashMap<GameId, AlternatingGame>,
    /// The names of the theorems that the values depend on.
    theorems: Vec<&'static str>,
    pub proofs: PartizanProofCache,
}

impl PartizanCache {
    /// Creates an empty cache for the theorems that are switched on.
    pub fn new(settings: &SessionSettings) -> PartizanCache {
        let theorems = settings.active_partizan_theorems();
        PartizanCache {
            theorems: theorems.iter().map(|theorem| theorem.name()).collect(),
            values: PartizanSearch::with_theorems(theorems),
            outcomes: PartizanOutcomes::new(),
            alternating: HashMap::new(),
            proofs: PartizanProofCache::default(),
        }
    }

    /// Returns whether the cache is for the theorems that are switched on.
    pub fn is_for(&self, settings: &SessionSettings) -> bool {
        let theorems = settings.active_partizan_theorems();
        let names = theorems.iter().map(|theorem| theorem.name());
        names.eq(self.theorems.iter().copied())
    }

    /// Returns the method that finds the value of a component.
    fn method(&mut self, world: &World, component: &Component) -> String {
        let theorem = self.values.theorem(world, component.game);
        theorem.unwrap_or(NAME).to_owned()
    }

    /// Returns the approximate number of bytes of the cache.
    pub fn bytes(&self) -> u64 {
        let alternating = self.alternating.values().map(AlternatingGame::bytes);
        let held = self.values.bytes() + self.outcomes.bytes() + self.proofs.bytes();
        held + alternating.sum::<u64>()
    }

    /// Returns the results of a sum, by a search for the winner.
    ///
    /// # Errors
    /// Returns an error if play can cycle, the rules cannot be evaluated or the budget runs out.
    pub fn winners(
        &mut self,
        world: &World,
        sum: &SumPosition,
        budget: &Budget<'_>,
    ) -> Result<Winners, SolveError> {
        let left = self.result(world, sum, Player::Left, budget)?;
        let right = self.result(world, sum, Player::Right, budget)?;
        Ok(Winners([left, right].map(Some)))
    }

    /// Returns the result of a sum if this player begins.
    ///
    /// # Errors
    /// Returns an error if play can cycle, the rules cannot be evaluated or the budget runs out.
    pub fn result(
        &mut self,
        world: &World,
        sum: &SumPosition,
        mover: Player,
        budget: &Budget<'_>,
    ) -> Result<PlayResult, SolveError> {
        if let Some(component) = alternating::only_component(world, sum)? {
            let game = self.alternating(world, component.game)?;
            let answer = game.result(&component.slots, mover, false, budget)?;
            return Ok(answer.result);
        }
        let PartizanCache {
            values, outcomes, ..
        } = self;
        let found = outcomes.wins(world, values, sum, mover, budget);
        Ok(PlayResult::Win(
            match found.map_err(|error| failed(world, error))? {
                true => mover,
                false => mover.other(),
            },
        ))
    }

    /// Returns a game that is played by turns in one component.
    fn alternating(
        &mut self,
        world: &World,
        game: GameId,
    ) -> Result<&mut AlternatingGame, SolveError> {
        Ok(match self.alternating.entry(game) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(free) => free.insert(AlternatingGame::new(world, game)?),
        })
    }

    /// Returns the number of moves to the end if a player begins; `None` if the game is not played
    /// by turns.
    ///
    /// # Errors
    /// Returns an error if the rules cannot be evaluated or the budget runs out.
    pub fn length(
        &mut self,
        world: &World,
        sum: &SumPosition,
        mover: Player,
        budget: &Budget<'_>,
    ) -> Result<Option<u32>, SolveError> {
        let Some(component) = alternating::only_component(world, sum)? else {
            return Ok(None);
        };
        let game = self.alternating(world, component.game)?;
        game.distance(&component.slots, mover, budget).map(Some)
    }

    /// Returns the value of a sum.
    fn value(
        &mut self,
        world: &World,
        sum: &SumPosition,
        budget: &Budget<'_>,
    ) -> Result<partizan::Id, SolveError> {
        refuse_value(world, sum)?;
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

    /// Returns the number of steps of all values.
    pub fn work(&self) -> u64 {
        let EngineStats { positions, options } = self.stats();
        let store = self.values.store.statistics();
        positions + options + store.comparisons + store.sums
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
    let (before, work_before) = (cache.stats(), cache.work());
    let sum = position.sum(world);
    let question = SumQuestion {
        world,
        position,
        conventions,
        budget,
    };
    if let Some(component) = alternating::only_component(world, &sum)? {
        return question.by_turns(cache, component, asked);
    }
    let (winners, value, value_stopped) = if let Some(player) = asked.to_move {
        let result = cache.result(world, &sum, player, budget)?;
        let value = match asked.winner_only {
            true => None,
            false => Some(question.value(&mut cache.values, &sum, budget)?.1),
        };
        (Winners::from_result(player, result), value, None)
    } else if asked.winner_only {
        (cache.winners(world, &sum, budget)?, None, None)
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
            (Ok((winners, value)), _) => (winners, Some(value), None),
            (Err(SolveError::Stopped(stop)), Some(winners)) if keeps_outcome(stop, may_retry) => {
                (winners, None, Some(stop.text()))
            }
            (Err(SolveError::Unsupported(reason)), Some(winners)) => (winners, None, Some(reason)),
            (Err(error), _) => return Err(error),
        }
    };
    let moves = match asked.moves {
        true => Some(question.winning_moves(cache, winners)?),
        false => None,
    };
    let partizan = PartizanAnswer {
        winners,
        value,
        value_stopped,
        lengths: [None; 2],
        moves,
    };
    let components = position.components.iter();
    let methods = components.map(|component| cache.method(world, component));
    let methods = methods.collect();
    let has_value = partizan.value.is_some();
    let mut answer = question.answer(partizan, methods, cache.stats().minus(before));
    if has_value {
        let work = (answer.stats.options, cache.work() - work_before);
        partizan_proofs::prove(world, cache, &sum, &mut answer, work, budget)?;
    }
    Ok(answer)
}

impl SumQuestion<'_> {
    /// Returns the answer with these results.
    fn answer(&self, partizan: PartizanAnswer, methods: Vec<String>, stats: EngineStats) -> Answer {
        let components = self.position.components.iter();
        Answer {
            position: self.position.components.clone(),
            conventions: self.conventions,
            outcome: partizan.winners.of_mover(),
            value: None,
            loopy: None,
            measured: None,
            score: None,
            partizan: Some(partizan),
            remoteness: None,
            components: components
                .zip(methods)
                .map(|(component, method)| ComponentAnswer {
                    component: component.clone(),
                    value: None,
                    loopy: None,
                    method,
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
            stats,
        }
    }

    /// Answers a question about a game that is played by turns in one component.
    fn by_turns(
        &self,
        cache: &mut PartizanCache,
        component: &Component,
        asked: SolveOptions,
    ) -> Result<Answer, SolveError> {
        let game = cache.alternating(self.world, component.game)?;
        let (mut winners, mut lengths) = (Winners([None; 2]), [None; 2]);
        let mut method = String::new();
        for player in Player::ALL {
            if asked.to_move.is_some_and(|only| only != player) {
                continue;
            }
            let wants_length = !asked.winner_only;
            let found = game.result(&component.slots, player, wants_length, self.budget)?;
            winners.0[player as usize] = Some(found.result);
            lengths[player as usize] = found.remoteness;
            method = found.method;
        }
        let moves = match asked.moves {
            true => Some(self.winning_moves(cache, winners)?),
            false => None,
        };
        let partizan = PartizanAnswer {
            winners,
            value: None,
            value_stopped: None,
            lengths,
            moves,
        };
        Ok(self.answer(partizan, vec![method], EngineStats::default()))
    }

    /// Returns the results of the sum, if a short search finds them.
    fn short_search(&self, cache: &mut PartizanCache, sum: &SumPosition) -> Option<Winners> {
        let search = |budget: &Budget<'_>| cache.winners(self.world, sum, budget);
        self.budget.stepped(SEARCH_STEPS, search).0.ok()
    }

    /// Returns the results and the value of the sum.
    fn value(
        &self,
        search: &mut PartizanSearch,
        sum: &SumPosition,
        budget: &Budget<'_>,
    ) -> Result<(Winners, PartizanValue), SolveError> {
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
            thermograph,
        };
        Ok((outcome.into(), value))
    }

    /// Returns the best moves of each player who may begin: the winning moves, or the moves that
    /// hold a draw.
    fn winning_moves(
        &self,
        cache: &mut PartizanCache,
        winners: Winners,
    ) -> Result<[PlayerMoves; 2], SolveError> {
        let (world, budget) = (self.world, self.budget);
        let whole = SumPosition(self.position.components.clone());
        let mut found = Player::ALL.map(|player| PlayerMoves {
            hold_draw: winners.if_begins(player) == Some(PlayResult::Draw),
            ..PlayerMoves::default()
        });
        if ended(world, &whole.0, Player::Left, budget)?.is_some() {
            return Ok(found);
        }
        let made = sum_moves(world, &whole, self.conventions, budget).explain_fault(world)?;
        let most = max_listed(&self.position.components);
        for one in made {
            let Some(step) = one.steps.first() else {
                continue;
            };
            let owner = player_of(world, whole.0[step.component].game, step.rule);
            let replies = [Player::Right, Player::Left];
            for ((mover, other), found) in Player::ALL.into_iter().zip(replies).zip(&mut found) {
                let best = match winners.if_begins(mover) {
                    Some(best) if best != PlayResult::Win(other) => best,
                    _ => continue,
                };
                if owner.is_some_and(|owner| owner != mover) {
                    continue;
                }
                if cache.result(world, &one.leaves, other, budget)? != best {
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

/// Refuses the value of a game that is played by turns in one component.
pub(crate) fn refuse_value(world: &World, sum: &SumPosition) -> Result<(), SolveError> {
    let Some(component) = alternating::only_component(world, sum)? else {
        return Ok(());
    };
    let title = world.rules(component.game).title();
    Err(SolveError::Unsupported(text!(
        "{title} has no value, because its goals, ties or repeated positions concern the whole play; only its outcome is known",
        "{title} 没有值，因为其胜负条件、和棋或局面重复涉及整局；只能求胜负"
    )))
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
pub(crate) fn failed(world: &World, error: EngineError) -> SolveError {
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

/// Returns the stops of a value in words.
pub fn stops_text([left, right]: [Dyadic; 2]) -> Text {
    text!(
        "{left} if Left begins, {right} if Right begins",
        "左方先走 {left}，右方先走 {right}"
    )
}
