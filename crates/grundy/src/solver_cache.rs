//! What a session remembers from one question to the next: a [`SolverCache`] for each set of
//! conventions and methods asked with lately. All of them together take a share of the memory that
//! a question is given; where a question needs more, they are forgotten.

use rules::game::Conventions;

use crate::settings::SessionSettings;
use crate::solver::SolverCache;

/// The most memories that are kept.
const MAX_CACHES: usize = 8;

/// What is known from before may take this part of a question's memory when it is asked: one
/// quarter.
const SHARE: u64 = 4;

/// The memories of a session; those asked last stand last.
#[derive(Default)]
pub(crate) struct SolverCaches(Vec<SolverCache>);

impl SolverCaches {
    /// What is known under these conventions and methods, taken out. `given`: the bytes of the
    /// question's memory.
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

    /// Keeps what is known now.
    pub fn store(&mut self, memory: SolverCache) {
        if self.0.len() == MAX_CACHES {
            self.0.remove(0);
        }
        self.0.push(memory);
    }

    /// Bytes held, about.
    pub fn bytes(&self) -> u64 {
        self.0.iter().map(SolverCache::bytes).sum()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}
