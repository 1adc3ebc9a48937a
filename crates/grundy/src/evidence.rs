//! Evidence for answers: rows of values or of outcomes, each after the rows that it depends on. The
//! checker accepts the rows without calling an engine. Rows that the checker accepted once stay
//! verified for later questions of the session.

use std::collections::HashSet;
use std::sync::Arc;

use base::budget::Budget;
use base::text;
use certificate::{CertificateError, GameParts, PartClaim, PartRow, PartSymmetry, PartsProof};
use engines::dense::{DenseTable, FillMethod};
use engines::oracle::{EngineError, GrundyOracle, PartEvidenceSearch};
use engines::prepared_table::PreparedTable;
use engines::search::ComponentSearch;
use parts::{EvidenceGoal, EvidenceRow, PartEvidence};
use rules::game::{EvalError, GameId, OptionArena, Outcome, RulesError};
use rules::play::{Component, SumPosition, TurnState, resolve_turn};
use theory::value::Grundy;

use crate::error::SolveError;
use crate::max_slots::max_slots_by_game;
use crate::solver::Solver;
use crate::value_method::ValueMethod;

/// Maximum rows of a certificate that is built and checked automatically.
pub(crate) const UNASKED_ROWS: usize = 5_000;

/// Maximum number of budget polls for a search for rows if a theorem computed the answer.
const MAX_SEARCH_POLLS: u32 = 20;

/// Maximum number of budget polls while a small table is filled.
const FILLED_LOOKS: u32 = 1_000;

/// Maximum number of search steps for each row that the row limit allows, if the engine lists no
/// rows.
const STEPS_A_ROW: u64 = 20;

/// Maximum number of parts in a certificate that is built automatically. Listing and checking the
/// parts costs more than the search that computed the answer.
const UNASKED_PARTS: usize = 256;

/// Maximum number of slots of a position for which a search or a table provides rows.
const MAX_SEARCH_SLOTS: usize = 8;

/// Maximum number of positions of a box that is filled only for a certificate.
const MAX_BOX_POSITIONS: usize = 400;

/// Returns the components of one game, sorted and without duplicates.
fn of_game(components: &[Component], game: GameId) -> Vec<Component> {
    let mut own: Vec<Component> = components
        .iter()
        .filter(|component| component.game == game)
        .cloned()
        .collect();
    own.sort();
    own.dedup();
    own
}

type Rows = Vec<(Component, Grundy)>;

/// Evidence for a claim about components of one game.
pub(crate) enum GameEvidence {
    /// Parts into which an engine divides the game, with their rows.
    Parts(GameParts),
    /// The values of the components and of all positions below them, each position after its
    /// options.
    Rows(Vec<(Component, u64)>),
}

/// The result of a search for parts that prove a claim about components of one game.
pub(crate) enum GamePartsResult {
    /// The game is not divided into parts.
    Undivided,
    /// The parts have too many rows or cost too much.
    TooCostly,
    /// The parts in this variant prove the claim.
    Found(GameParts),
}

impl Solver {
    /// Returns whether a certificate for this position is too costly to be built automatically. If
    /// `now` is set, also records the position as too costly.
    pub(crate) fn is_too_costly(&mut self, sum: &SumPosition, now: bool) -> bool {
        let noted = &mut self.memory().verified.too_costly;
        if now && !noted.contains(sum) {
            noted.insert(sum.clone());
        }
        noted.contains(sum)
    }

    /// Makes the checker accept the values of these components, together with the rows that it
    /// accepted before. Returns the number of rows that prove the value of the components' sum;
    /// `None` if no rows are available or more than `limit` are needed.
    ///
    /// # Errors
    /// Returns [`SolveError::Bug`] if the checker finds another value.
    pub(crate) fn verify_values(
        &mut self,
        sum: &SumPosition,
        value: u64,
        limit: usize,
        budget: &Budget<'_>,
    ) -> Result<Option<usize>, SolveError> {
        let mut total = 0;
        for (game, _) in max_slots_by_game(&sum.0) {
            let key = (game, of_game(&sum.0, game));
            let count = match self.memory().verified.counted.get(&key) {
                Some(count) => *count,
                None => {
                    let evidence = self.game_evidence(game, &key.1, limit, budget)?;
                    if let Some(GameEvidence::Rows(rows)) = &evidence
                        && rows.iter().any(|(component, _)| component.game != game)
                    {
                        // The lists of several games may contain the same rows.
                        let Some(proof) = self.value_proof(&sum.0, limit, budget)? else {
                            return Ok(None);
                        };
                        let count = self.accept_proof(&proof, budget)?;
                        return self.claim(sum, value).map(|()| Some(count));
                    }
                    let count = match &evidence {
                        Some(GameEvidence::Parts(parts)) => Some(self.accept_parts(parts, budget)?),
                        Some(GameEvidence::Rows(rows)) => Some(self.accept_rows(rows, budget)?),
                        None => None,
                    };
                    self.memory().verified.counted.insert(key, count);
                    count
                }
            };
            let Some(count) = count else { return Ok(None) };
            total += count;
        }
        if total > limit {
            return Ok(None);
        }
        self.claim(sum, value).map(|()| Some(total))
    }

    fn accept_proof(
        &mut self,
        proof: &PartsProof,
        budget: &Budget<'_>,
    ) -> Result<usize, SolveError> {
        let mut count = self.accept_rows(&proof.others, budget)?;
        for parts in &proof.games {
            count += self.accept_parts(parts, budget)?;
        }
        Ok(count)
    }

    fn accept_rows(
        &mut self,
        rows: &[(Component, u64)],
        budget: &Budget<'_>,
    ) -> Result<usize, SolveError> {
        let world = self.world().clone();
        let verified = &mut self.memory().verified.rows;
        verified.extend(&world, rows, budget).map_err(refused)?;
        Ok(rows.len())
    }

    fn accept_parts(
        &mut self,
        parts: &GameParts,
        budget: &Budget<'_>,
    ) -> Result<usize, SolveError> {
        let world = self.world().clone();
        let verified = &mut self.memory().verified.rows;
        verified
            .extend_parts(&world, parts, budget)
            .map_err(refused)?;
        Ok(parts.rows.len())
    }

    /// Compares the value of a sum with the value that the accepted rows give.
    fn claim(&mut self, sum: &SumPosition, value: u64) -> Result<(), SolveError> {
        let world = self.world().clone();
        let verified = &self.memory().verified.rows;
        let accepted = verified.value(&world, sum).map_err(refused)?;
        if accepted == value {
            return Ok(());
        }
        let position = sum.show(&world);
        Err(SolveError::Bug(text!(
            "the answer for {position} is {value}, but the checker found {accepted}",
            "{position} 的答案为 {value}，但检验器得出 {accepted}"
        )))
    }

    /// Converts values to nimbers and removes duplicate rows; `None` if a component can end play.
    fn nimbers(&self, rows: Rows) -> Option<Vec<(Component, u64)>> {
        let mut seen = HashSet::new();
        let mut list = Vec::with_capacity(rows.len());
        for (component, value) in rows {
            let value = value
                .as_nimber()
                .filter(|_| !self.world().rules(component.game).can_end())?;
            if seen.insert(component.clone()) {
                list.push((component, value));
            }
        }
        Some(list)
    }

    /// Returns evidence for the values of these components (parts of some games, and rows), with at
    /// most `limit` rows. Returns `None` if more rows are needed, or if a component can end play.
    pub(crate) fn value_proof(
        &mut self,
        components: &[Component],
        limit: usize,
        budget: &Budget<'_>,
    ) -> Result<Option<PartsProof>, SolveError> {
        let (mut games, mut others, mut seen) = (Vec::new(), Vec::new(), HashSet::new());
        for (game, _) in max_slots_by_game(components) {
            match self.game_evidence(game, &of_game(components, game), limit, budget)? {
                None => return Ok(None),
                Some(GameEvidence::Parts(parts)) => games.push(parts),
                Some(GameEvidence::Rows(rows)) => others.extend(
                    rows.into_iter()
                        .filter(|(component, _)| seen.insert(component.clone())),
                ),
            }
        }
        let rows = games.iter().map(|game| game.rows.len()).sum::<usize>() + others.len();
        Ok((rows <= limit).then_some(PartsProof { games, others }))
    }

    /// Returns evidence for the values of components of one game; `None` if the evidence costs too
    /// much, or a component can end play.
    fn game_evidence(
        &mut self,
        game: GameId,
        own: &[Component],
        limit: usize,
        budget: &Budget<'_>,
    ) -> Result<Option<GameEvidence>, SolveError> {
        match self.parts_of(game, own, EvidenceGoal::Values, limit, budget)? {
            GamePartsResult::Found(parts) => Ok(Some(GameEvidence::Parts(parts))),
            GamePartsResult::TooCostly => Ok(None),
            GamePartsResult::Undivided => {
                let rows = self.rows_of(game, own, limit, budget)?;
                let rows = rows.and_then(|rows| self.nimbers(rows));
                Ok(rows.map(GameEvidence::Rows))
            }
        }
    }

    /// Returns a proof by parts for the claims about components of one game, unless the proof has
    /// more than `limit` rows or costs too much.
    pub(crate) fn parts_of(
        &mut self,
        game: GameId,
        own: &[Component],
        claimed: EvidenceGoal,
        limit: usize,
        budget: &Budget<'_>,
    ) -> Result<GamePartsResult, SolveError> {
        let limit = if limit > UNASKED_ROWS {
            limit
        } else {
            limit.min(UNASKED_PARTS)
        };
        let world = self.world().clone();
        let takes = |oracle: &&mut dyn GrundyOracle| {
            own.iter()
                .all(|component| oracle.covers(game, &component.slots))
        };
        let Some(oracle) = self.own_oracle(game).filter(takes) else {
            return Ok(GamePartsResult::Undivided);
        };
        match budget.stepped(STEPS_A_ROW * limit as u64, |budget| {
            oracle.parts(own, claimed, limit, budget)
        }) {
            (Err(EngineError::Fault(RulesError::Stopped(_))), true) => {
                Ok(GamePartsResult::TooCostly)
            }
            (found, _) => {
                let found = found.map_err(|error| SolveError::of_engine(&world, error))?;
                Ok(match found {
                    PartEvidenceSearch::Unsupported => GamePartsResult::Undivided,
                    PartEvidenceSearch::TooMany => GamePartsResult::TooCostly,
                    PartEvidenceSearch::Found(evidence) => {
                        GamePartsResult::Found(to_checker_evidence(game, evidence))
                    }
                })
            }
        }
    }

    /// Returns the rows for components of one game.
    fn rows_of(
        &mut self,
        game: GameId,
        own: &[Component],
        limit: usize,
        budget: &Budget<'_>,
    ) -> Result<Option<Rows>, SolveError> {
        let world = self.world().clone();
        let failed = |error| SolveError::of_engine(&world, error);
        match self.plan_of(game).and_then(|plan| plan.method.as_ref()) {
            None => Ok(None),
            Some(ValueMethod::Theorem(..)) if world.rules(game).as_any().is_some() => {
                // A theorem provides no rows, so a short search of a small graph provides the rows.
                if own
                    .iter()
                    .any(|component| component.slots.len() > MAX_SEARCH_SLOTS)
                {
                    return Ok(None);
                }
                let mut search = ComponentSearch::new(self.memory().settings.order);
                let (found, cut) = budget.limited(MAX_SEARCH_POLLS, |budget| {
                    own.iter()
                        .try_for_each(|c| search.grundy(&world, game, &c.slots, budget).map(|_| ()))
                });
                match found {
                    Ok(()) => Ok(search.evidence(limit)),
                    Err(_) if cut => Ok(None),
                    Err(EngineError::Fault(RulesError::Rule {
                        cause: EvalError::TooMany,
                        ..
                    })) => Ok(None),
                    Err(error) => Err(failed(error)),
                }
            }
            Some(ValueMethod::Theorem(..)) => {
                // For rules in the rule language, a small table of the components and the positions
                // below them provides the rows.
                let Some(facts) = self.plan_of(game).and_then(|plan| plan.facts.clone()) else {
                    return Ok(None);
                };
                let tops = max_slots_by_game(own)
                    .pop()
                    .map(|(_, tops)| tops)
                    .unwrap_or_default();
                let space = engines::dense::TableBox::around(&world, game, &facts, &tops, budget)
                    .ok()
                    .filter(|space| space.size <= MAX_BOX_POSITIONS);
                let Some(space) = space else { return Ok(None) };
                let small = self.memory().small(game);
                if let Some(table) = small.as_ref().filter(|table| table.space().covers(&space)) {
                    return Ok(table.rows(&space, limit));
                }
                let prepared = PreparedTable::new(space);
                let (filled, cut) = budget.limited(FILLED_LOOKS, |budget| {
                    DenseTable::fill(&world, game, &prepared, FillMethod::Plain, budget)
                });
                let table = match filled {
                    Err(_) if cut => return Ok(None),
                    filled => filled.map_err(failed)?,
                };
                let rows = table.evidence(limit);
                *small = Some(Arc::new(table));
                Ok(rows)
            }
            Some(ValueMethod::Engine(_, Some(oracle))) if oracle.lists_evidence() => {
                Ok(oracle.evidence(limit))
            }
            Some(ValueMethod::Engine(_, None)) => self.rows_below(own, limit, budget),
            // The engine has computed few of the values that the rows need; the other values are
            // computed only for the certificate.
            Some(ValueMethod::Engine(_, Some(_))) => {
                match budget.stepped(STEPS_A_ROW * limit as u64, |budget| {
                    self.rows_below(own, limit, budget)
                }) {
                    (Err(SolveError::Stopped(_)), true) => Ok(None),
                    (found, _) => found,
                }
            }
        }
    }

    /// Returns the values of all components that play can reach from the given components. The
    /// oracle may also contain values of many components that play cannot reach.
    fn rows_below(
        &mut self,
        own: &[Component],
        limit: usize,
        budget: &Budget<'_>,
    ) -> Result<Option<Rows>, SolveError> {
        let world = self.world().clone();
        let (mut rows, mut options, mut seen) = (Vec::new(), OptionArena::new(), HashSet::new());
        // A component is listed after its options. Each component is pushed twice: the first time
        // to visit its options, the second time to list the component.
        let mut stack: Vec<(Component, bool)> = own
            .iter()
            .map(|component| (component.clone(), false))
            .collect();
        while let Some((component, left)) = stack.pop() {
            if left {
                let value = self.value(&component, budget)?;
                rows.push((component, value));
                continue;
            }
            budget.tick()?;
            if !seen.insert(component.clone()) {
                continue;
            }
            if seen.len() > limit || world.rules(component.game).can_end() {
                return Ok(None);
            }
            world
                .options(component.game, &component.slots, &mut options, budget)
                .map_err(|f| SolveError::of_fault(&world, &f))?;
            stack.push((component, true));
            for (game, slots) in options
                .iter()
                .flat_map(|option| option.components().collect::<Vec<_>>())
            {
                stack.push((
                    Component {
                        game,
                        slots: slots.into(),
                    },
                    false,
                ));
            }
        }
        Ok(Some(rows))
    }

    /// Returns a strategy as rows: the outcomes of this position and of the positions that may
    /// occur if the winner follows the strategy. Each row follows the rows that it depends on: an
    /// N-position depends on one winning move, a P-position on all moves. Returns `None` if more
    /// than `limit` rows are needed, or if play can cycle.
    pub(crate) fn outcome_rows(
        &mut self,
        sum: &SumPosition,
        limit: usize,
        budget: &Budget<'_>,
    ) -> Result<Option<Vec<(SumPosition, Outcome)>>, SolveError> {
        if self.conventions.loopy {
            // A winning move may lead into a cycle; ordering the rows would require the remoteness.
            return Ok(None);
        }
        let world = self.world().clone();
        let fault = |f| SolveError::of_fault(&world, &f);
        let mut rows = Vec::new();
        let mut seen: HashSet<SumPosition> = HashSet::new();
        // A position is listed after its options. Each position is pushed twice: the first time to
        // visit its options, the second time to list the position.
        let mut stack = vec![(sum.clone(), false)];
        while let Some((position, left)) = stack.pop() {
            let outcome = self.outcome(&position, budget)?;
            if left {
                rows.push((position, outcome));
                continue;
            }
            if !seen.insert(position.clone()) {
                continue;
            }
            if outcome == Outcome::D || seen.len() > limit {
                return Ok(None);
            }
            stack.push((position.clone(), true));
            let TurnState::Open(options) =
                resolve_turn(&world, &position, self.conventions, budget).map_err(fault)?
            else {
                continue;
            };
            for option in options {
                if outcome == Outcome::P {
                    stack.push((option.leaves, false));
                } else if self.outcome(&option.leaves, budget)? == Outcome::P {
                    stack.push((option.leaves, false));
                    break;
                }
            }
        }
        Ok(Some(rows))
    }
}

/// Converts the evidence of an engine to the checker's types.
fn to_checker_evidence(game: GameId, PartEvidence { turns, rows }: PartEvidence) -> GameParts {
    let row = |EvidenceRow { part, told }: &EvidenceRow| PartRow {
        part: part.iter().collect(),
        told: match *told {
            parts::EvidenceClaim::Is(value) => PartClaim::Is(value.into()),
            parts::EvidenceClaim::IsNot(value) => PartClaim::IsNot(value.into()),
            parts::EvidenceClaim::Mirror(map) => PartClaim::Mirror(map as u64),
        },
    };
    GameParts {
        game,
        alike: turns.map_or(PartSymmetry::Plane, PartSymmetry::Turns),
        rows: rows.iter().map(row).collect(),
    }
}

fn refused(refused: CertificateError) -> SolveError {
    match refused {
        CertificateError::Stopped(stop) => SolveError::Stopped(stop),
        refused => SolveError::Bug(refused.text()),
    }
}
