//! Scores of positions under `play score`.

use base::budget::Budget;
use base::text;
use engines::oracle::EngineError;
use engines::score::{Score, ScoreOracle};
use rules::play::SumPosition;

use super::Solver;
use super::bounded_search::{self, BoundedSearch, BoundedSearchResult};
use crate::attempt::Attempt;
use crate::error::SolveError;
use crate::plan::{ChosenEngine, for_scores};

/// An oracle of scores, with the name of its engine.
pub(crate) struct Scorer {
    pub name: &'static str,
    pub oracle: Box<dyn ScoreOracle>,
}

impl Scorer {
    /// Returns whether the oracle answers for every sum.
    fn takes_all(&self) -> bool {
        self.oracle.covers(&SumPosition::default())
    }
}

impl Solver {
    /// Returns the score of a sum in canonical form, and the name of the engine.
    ///
    /// # Errors
    /// Returns an error if the rules cannot be evaluated, points exceed 64 bits, play does not end,
    /// no engine accepts the position, or the budget runs out.
    pub(crate) fn score(
        &mut self,
        sum: &SumPosition,
        budget: &Budget<'_>,
    ) -> Result<(Score, &'static str), SolveError> {
        let world = self.world.clone();
        let rises = self.rises(&sum.0, budget)?;
        let is_patient = self.memory.settings.patient;
        loop {
            let place = self.scorer(sum, budget)?;
            let Scorer { name, oracle } = &mut self.memory.scores[place];
            let name = *name;
            let takes_all = oracle.covers(&SumPosition::default());
            let bounded = match takes_all && !is_patient {
                true if rises => Some(BoundedSearch::Rising),
                true if sum.0.len() > 1 => Some(BoundedSearch::Whole),
                _ => None,
            };
            let found = match bounded_search::search(bounded, budget, |budget| {
                oracle.score(&world, sum, budget)
            }) {
                BoundedSearchResult::Done(found) => found,
                BoundedSearchResult::AtBound => {
                    let positions = oracle.stats().positions;
                    return Err(match rises {
                        true => bounded_search::of_rising(&world, &sum.0, positions),
                        false => bounded_search::of_whole(&world, sum, positions),
                    });
                }
                BoundedSearchResult::Overflow(fault) => {
                    return Err(bounded_search::of_overflow(&world, &sum.0, rises, &fault));
                }
            };
            match found {
                Err(EngineError::Declined(why)) => {
                    self.memory.scores.remove(place);
                    self.passed.push((name, why));
                    if !takes_all {
                        self.tabled = Some(false);
                    }
                }
                Err(EngineError::Endless(cycle)) => {
                    let parts: Vec<String> = cycle.iter().map(|sum| sum.show(&world)).collect();
                    return Err(endless(&parts));
                }
                Err(error) => return Err(SolveError::of_engine(&world, error)),
                Ok(score) => {
                    if !self.deciders.contains(&name) {
                        self.deciders.push(name);
                    }
                    return Ok((score, name));
                }
            }
        }
    }

    /// Returns the index of an oracle for a sum: a table that contains the position, or a search.
    fn scorer(&mut self, sum: &SumPosition, budget: &Budget<'_>) -> Result<usize, SolveError> {
        let tables = |scorer: &Scorer| !scorer.takes_all() && scorer.oracle.covers(sum);
        if let Some(place) = self.memory.scores.iter().position(tables) {
            return Ok(place);
        }
        if self.tabled.is_none() {
            let scorer = self.first_scorer(sum, true, budget)?;
            let takes_all = scorer.takes_all();
            self.tabled = Some(!takes_all);
            if !takes_all {
                self.memory.scores.insert(0, scorer);
                return Ok(0);
            }
        }
        if let Some(place) = self.memory.scores.iter().position(Scorer::takes_all) {
            return Ok(place);
        }
        let scorer = self.first_scorer(sum, false, budget)?;
        self.memory.scores.push(scorer);
        Ok(self.memory.scores.len() - 1)
    }

    /// Returns the oracle of the first engine that accepts a sum. `alone` allows tables.
    fn first_scorer(
        &mut self,
        sum: &SumPosition,
        alone: bool,
        budget: &Budget<'_>,
    ) -> Result<Scorer, SolveError> {
        let (_, chosen) = self.scorers_for(sum, alone, budget)?;
        let Some((name, oracle)) = chosen else {
            return Err(self.none_accepts());
        };
        Ok(Scorer { name, oracle })
    }

    /// Returns an attempt of each engine, and the oracle of the first engine that accepts a sum.
    pub(super) fn scorers_for(
        &mut self,
        sum: &SumPosition,
        alone: bool,
        budget: &Budget<'_>,
    ) -> Result<(Vec<Attempt>, ChosenEngine<dyn ScoreOracle>), SolveError> {
        self.with_outcome_task(sum, alone, budget, |solver, whole| {
            for_scores(
                &solver.world,
                &solver.memory.settings,
                whole,
                &solver.passed,
            )
        })
    }
}

/// Returns the error about a cycle of play, for which points are not defined.
fn endless(cycle: &[String]) -> SolveError {
    const MAX_SHOWN_POSITIONS: usize = 12;
    let more = cycle.len() > MAX_SHOWN_POSITIONS + 1;
    let mut parts = cycle[..cycle.len().min(MAX_SHOWN_POSITIONS)].to_vec();
    if more {
        parts.push("…".to_owned());
        parts.extend(cycle.last().cloned());
    }
    let cycle = parts.join(" -> ");
    SolveError::Endless(text!(
        "this game never ends, so its points are not defined: {cycle}; exclude a move with a condition (`when …`), or store the number of moves that are left in a slot",
        "该游戏不会结束，得分没有定义：{cycle}；请用条件（`when …`）排除某一着，或用一个分量记录剩余步数"
    ))
}
