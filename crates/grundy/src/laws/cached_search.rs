//! The cache of the last search for a law. Questions about a position of the cached law's game, or
//! for the code of the law, use the cached law instead of a new search.

use rules::game::{Conventions, GameId};

use super::query::LawQuery;
use super::report::LawReport;
use crate::settings::SessionSettings;

/// The result of the last search for a law.
pub(crate) struct CachedLawSearch {
    pub(super) game: GameId,
    pub(super) conventions: Conventions,
    pub(super) settings: SessionSettings,
    pub(super) sought: LawQuery,
    pub(super) report: LawReport,
}

impl CachedLawSearch {
    /// Returns an approximate upper bound of the size of the report in bytes. For every node of the
    /// law, the certificate has more characters than the node has bytes. The other data (other
    /// kinds of law that were tried, the name) is smaller than the law and the certificate.
    pub(crate) fn bytes(&self) -> u64 {
        4 * self
            .report
            .certificate
            .iter()
            .flatten()
            .map(|text| text.len() as u64)
            .sum::<u64>()
    }
}
