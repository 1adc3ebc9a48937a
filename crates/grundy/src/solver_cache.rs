//! The caches of a session, used by later questions: a [`SolverCache`] for each set of conventions
//! and methods that was used recently. Together the caches take a fraction of the memory that a
//! question is given. If a question needs the memory that the caches take, the caches are dropped.

use std::collections::HashMap;
use std::sync::Arc;

use engines::dense::DenseTable;
use engines::oracle::{EngineStats, GrundyOracle, OutcomeOracle};
use rules::game::{Conventions, GameId};
use rules::play::SumPosition;

use crate::abandoned_searches::AbandonedSearches;
use crate::evidence_cache::EvidenceCache;
use crate::game_cache::GameCache;
use crate::settings::SessionSettings;
use crate::solver::Scorer;
use crate::sums::SumTheoremSet;

/// The maximum number of caches.
const MAX_CACHES: usize = 8;

/// The divisor that gives the fraction of a question's memory that the caches may take: one
/// quarter.
const SHARE: u64 = 4;

/// The results found under one set of conventions and methods, cached for later questions. The
/// cache does not contain the world, because games keep their ids.
pub struct SolverCache {
    /// The settings of the user under which the results were computed.
    pub(crate) settings: Arc<SessionSettings>,
    /// The conventions under which the results were computed.
    pub(crate) conventions: Conventions,
    pub(crate) known: HashMap<GameId, GameCache>,
    /// The oracles that serve all games, by the name of their engine.
    pub(crate) shared: HashMap<&'static str, Box<dyn GrundyOracle>>,
    pub(crate) sums: SumTheoremSet,
    /// The engines for complete positions. Engines built for a single component come before engines
    /// that support all positions.
    pub(crate) whole: Vec<Decider>,
    /// The oracles of scores; tables precede searches.
    pub(crate) scores: Vec<Scorer>,
    /// Values of components that the checker has accepted.
    pub(crate) verified: EvidenceCache,
    /// Positions whose length of play was not found.
    pub(crate) length_given_up: AbandonedSearches,
}

/// An engine's oracle for complete positions.
pub(crate) struct Decider {
    pub name: &'static str,
    pub oracle: Box<dyn OutcomeOracle>,
}

impl SolverCache {
    /// Creates an empty cache.
    pub fn new(settings: &SessionSettings, conventions: Conventions) -> SolverCache {
        let settings = Arc::new(settings.clone());
        SolverCache {
            conventions,
            known: HashMap::new(),
            shared: HashMap::new(),
            sums: SumTheoremSet::new(&settings, conventions),
            whole: Vec::new(),
            scores: Vec::new(),
            verified: Default::default(),
            length_given_up: AbandonedSearches::default(),
            settings,
        }
    }

    /// Returns the last small table of a game that was filled for certificates.
    pub(crate) fn small(&mut self, game: GameId) -> &mut Option<Arc<DenseTable>> {
        &mut self.known.entry(game).or_default().small
    }

    /// Returns the approximate number of bytes in memory.
    pub fn bytes(&self) -> u64 {
        let tables = self
            .known
            .values()
            .flat_map(|known| known.table.iter().chain(&known.small));
        let tables = tables.map(|table| GrundyOracle::bytes(table.as_ref()));
        let shared = self.shared.values().map(|oracle| oracle.bytes());
        let whole = self.whole.iter().map(|whole| whole.oracle.bytes());
        let scores = self.scores.iter().map(|scorer| scorer.oracle.bytes());
        let engines = tables.chain(shared).chain(whole).chain(scores);
        engines.sum::<u64>() + self.sums.bytes() + self.verified.bytes()
    }

    /// Returns the number of complete positions that the engine with this name has decided.
    pub(crate) fn whole_positions(&self, name: &str) -> u64 {
        self.whole
            .iter()
            .filter(|decider| decider.name == name && decider.takes_all())
            .map(|decider| decider.oracle.stats().positions)
            .sum()
    }

    /// Returns the numbers of positions evaluated and of options listed by all cached oracles and
    /// engines.
    pub(crate) fn stats(&self) -> EngineStats {
        let whole = self.whole.iter().map(|whole| whole.oracle.stats());
        let scores = self.scores.iter().map(|scorer| scorer.oracle.stats());
        whole
            .chain(scores)
            .chain(self.shared.values().map(|oracle| oracle.stats()))
            .fold(self.sums.stats(), EngineStats::plus)
    }
}

impl Decider {
    /// Returns whether the oracle was built for every position, not only for positions of one
    /// component.
    pub fn takes_all(&self) -> bool {
        self.oracle.covers(&SumPosition::default())
    }
}

/// The caches of a session, in the order of their last use.
#[derive(Default)]
pub(crate) struct SolverCaches(Vec<SolverCache>);

impl SolverCaches {
    /// Removes and returns the cache for these conventions and methods, or creates a new cache.
    /// `given` is the memory of the question, in bytes.
    pub fn take(
        &mut self,
        settings: &SessionSettings,
        conventions: Conventions,
        given: u64,
    ) -> SolverCache {
        let fits = |memory: &SolverCache| {
            memory.conventions == conventions && memory.settings.same_methods(settings)
        };
        let found = self
            .0
            .iter()
            .position(fits)
            .map(|place| self.0.remove(place));
        let own = found.as_ref().map_or(0, SolverCache::bytes);
        while own + self.bytes() > given / SHARE && !self.0.is_empty() {
            self.0.remove(0);
        }
        found
            .filter(|_| own <= given / SHARE)
            .unwrap_or_else(|| SolverCache::new(settings, conventions))
    }

    /// Adds a cache.
    pub fn store(&mut self, memory: SolverCache) {
        if self.0.len() == MAX_CACHES {
            self.0.remove(0);
        }
        self.0.push(memory);
    }

    /// Approximate size in bytes.
    pub fn bytes(&self) -> u64 {
        self.0.iter().map(SolverCache::bytes).sum()
    }

    /// Removes all caches.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}
