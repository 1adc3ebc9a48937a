//! Laws of games in answers: loaded, compiled in, or found during the question.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use base::budget::Budget;
use base::text;
use rules::game::{GameId, Outcome};
use rules::play::{Component, SumPosition};
use theory::theorem::ClosedForm;
use theory::value::Grundy;

use super::law_effort::{LawEffort, is_large};
use super::{Solver, SolverCache};
use crate::answer::Answer;
use crate::bundled_laws;
use crate::error::SolveError;
use crate::game_cache::CachedLaw;
use crate::law_theorem::{self, CheckedLaw, ListedMoves};
use crate::laws;
use crate::plan::GamePlan;
use crate::settings::SessionSettings;
use crate::value_method::ValueMethod;

/// Maximum number of budget polls for evaluating a law to confirm an answer that was computed
/// without the law.
const MAX_CONFIRM_POLLS: u32 = 4_000;

/// If the tables of a question have more positions than this constant, the answer is regarded as
/// computed by a table.
const TABLED: u64 = 1 << 16;

impl Solver {
    /// Returns the effort for confirming an answer about a planned game by a law (a law of values
    /// if `values` is set, otherwise of any kind). The effort is larger if the law is known to be
    /// found quickly. The effort is small if a law is known only for other parameters, or if no law
    /// is known and a theorem answered.
    fn worth_confirming(&self, game: GameId, values: bool) -> Option<LawEffort> {
        if self.memory.settings.without.contains(law_theorem::NAME) {
            return None;
        }
        let of_theorem = |plan: &GamePlan| {
            plan.outcomes.is_some() || matches!(plan.method, Some(ValueMethod::Theorem(..)))
        };
        let by_theorem = self.theorem_decided() || self.plans.get(&game).is_some_and(of_theorem);
        match law_theorem::find_in_catalog(&self.world.rules(game).title(), values) {
            Some(known) if known.is_own => Some(LawEffort::Soon),
            Some(_) => Some(LawEffort::Likely),
            None => by_theorem.then_some(LawEffort::AtOnce),
        }
    }

    /// Uses the law of a game to list the moves of a large position to options of this value, and
    /// returns whether the list is complete. Returns `None` if the game has no law.
    pub(crate) fn law_moves(
        &mut self,
        component: &Component,
        value: Grundy,
        budget: &Budget<'_>,
    ) -> Result<Option<ListedMoves>, SolveError> {
        let Component { game, slots } = component;
        let facts = self.plans.get(game).and_then(|plan| plan.facts.as_deref());
        if !self.values_decide() || !is_large(&self.world, *game, slots, facts) {
            return Ok(None);
        }
        let Some(law) = self.law_of(*game, true, self.worth_confirming(*game, true), budget)?
        else {
            return Ok(None);
        };
        law.listed_moves(slots, value, budget)
            .map_err(SolveError::Stopped)
    }

    /// Returns the law of a game under the conventions of the question: a loaded law, or a law that
    /// is found with the effort `sought`. The law computes values if `values` is set.
    pub(super) fn law_of(
        &mut self,
        game: GameId,
        values: bool,
        sought: Option<LawEffort>,
        budget: &Budget<'_>,
    ) -> Result<Option<Arc<CheckedLaw>>, SolveError> {
        let SolverCache {
            settings,
            conventions,
            known,
            ..
        } = &mut self.memory;
        let cache = known.entry(game).or_default();
        if settings.without.contains(law_theorem::NAME)
            || conventions.loopy
            || conventions.entailing
            || self.world.rules(game).game().is_none()
        {
            return Ok(None);
        }
        let (used, own) = (&self.conventions, &self.world);
        let speaks =
            |law: &&Arc<CheckedLaw>| law.speaks_under(used) && (law.knows_values() || !values);
        let found = [&cache.law, &cache.value_law];
        if let Some(law) = found.into_iter().filter_map(CachedLaw::get).find(speaks) {
            return Ok(Some(law.clone()));
        }
        let known = match values {
            true => &mut cache.value_law,
            false => &mut cache.law,
        };
        if matches!(known, CachedLaw::NotSought)
            && let Some(given) = settings.laws.iter().find(|given| given.is_of(own, game))
        {
            *known = CachedLaw::Found(Arc::new(given.check(own, game, budget)?));
        }
        if let (CachedLaw::NotSought, Some(sought)) = (&known, sought) {
            // The cells for the search are computed without the law.
            let mut settings = SessionSettings::clone(settings);
            settings.without.insert(law_theorem::NAME.to_owned());
            let mut beside = Solver::new(own, SolverCache::new(&settings, *conventions));
            let known_law = law_theorem::find_in_catalog(&own.rules(game).title(), values);
            let found = match budget.limited(sought.looks(), |budget| {
                match bundled_laws::law(own, game, conventions.play, values)? {
                    Some(given) => given.check(own, game, budget).map(Some),
                    None => laws::find_quickly(own, game, values, known_law, &mut beside, budget),
                }
            }) {
                (Ok(found), _) => found,
                (Err(SolveError::Unsupported(_)), _) | (Err(SolveError::Stopped(_)), true) => None,
                (Err(error), _) => return Err(error),
            };
            *known = found.map_or(CachedLaw::NotFound, |law| CachedLaw::Found(Arc::new(law)));
        }
        Ok(known.get().filter(speaks).cloned())
    }

    /// Confirms an answer by the laws of its games. Returns the number of lines of their
    /// certificates; `None` if no laws apply to the answer.
    ///
    /// # Errors
    /// Returns [`SolveError::Bug`] if a law disagrees with the answer, and [`SolveError::Stopped`]
    /// if the budget runs out.
    pub(crate) fn by_laws(
        &mut self,
        answer: &Answer,
        budget: &Budget<'_>,
    ) -> Result<Option<usize>, SolveError> {
        if self.memory.settings.without.contains(law_theorem::NAME) {
            Ok(None)
        } else {
            self.confirm_by_laws(answer, budget)
        }
    }

    // This function is not inlined, so that the web page can load it after the first answer.
    #[inline(never)]
    fn confirm_by_laws(
        &mut self,
        answer: &Answer,
        budget: &Budget<'_>,
    ) -> Result<Option<usize>, SolveError> {
        let is_single = answer.position.len() == 1;
        let values = answer.value.is_some() || !is_single;
        let mut laws: BTreeMap<GameId, Arc<CheckedLaw>> = BTreeMap::new();
        let (mut told, mut outcome) = (Some(0), None);
        for equal in answer.position.chunk_by(|one, other| one == other) {
            let component = &equal[0];
            budget.tick()?;
            let law = match laws.entry(component.game) {
                Entry::Occupied(law) => law.into_mut(),
                Entry::Vacant(place) => {
                    if !is_single && self.world.rules(component.game).can_end() {
                        return Ok(None);
                    }
                    let sought = match self.worth_confirming(component.game, values) {
                        // A table computed the answer, and confirming it by a law is not worth a
                        // search.
                        Some(LawEffort::Likely) if answer.stats.positions > TABLED => None,
                        sought => sought,
                    };
                    let Some(law) = self.law_of(component.game, values, sought, budget)? else {
                        return Ok(None);
                    };
                    place.insert(law)
                }
            };
            let value = match budget.limited(MAX_CONFIRM_POLLS, |budget| {
                law.grundy(&component.slots, budget)
            }) {
                (Err(_), true) => return Ok(None),
                (value, _) => value?.and_then(Grundy::as_nimber),
            };
            let value = value.map(|value| {
                if equal.len().is_multiple_of(2) {
                    0
                } else {
                    value
                }
            });
            told = told.zip(value).map(|(sum, value)| sum ^ value);
            if is_single && answer.value.is_none() {
                outcome = match budget.limited(MAX_CONFIRM_POLLS, |budget| {
                    law.outcome(&component.slots, budget)
                }) {
                    (Err(_), true) => return Ok(None),
                    (outcome, _) => Some(outcome?),
                };
            }
        }
        let agrees = match (told, answer.value, outcome) {
            (Some(told), Some(value), _) if self.values_decide() => value.as_nimber() == Some(told),
            (Some(told), None, _) if self.values_decide() => {
                (told == 0) == (answer.outcome == Outcome::P)
            }
            (_, None, Some(outcome)) => outcome == answer.outcome,
            _ => return Ok(None),
        };
        if !agrees {
            let position = SumPosition(answer.position.clone()).show(&self.world);
            return Err(SolveError::Bug(text!(
                "the law disagrees with the answer for {position}",
                "规律与 {position} 的答案不符"
            )));
        }
        Ok(Some(laws.values().map(|law| law.lines).sum()))
    }
}
