//! The cache of the last search for a law. A question about a position of this law, or for its
//! code, does not search again.

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
    /// Returns an approximate upper bound of its size in bytes. The certificate has more characters
    /// for every node of the law than the node has bytes; the other data (other kinds of law that
    /// were tried, the name) is smaller than both.
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
