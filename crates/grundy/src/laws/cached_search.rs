//! The last search for a law, so that a position, or code, is not another search.

use rules::game::{Conventions, GameId};

use super::query::LawQuery;
use super::report::LawReport;
use crate::settings::SessionSettings;

/// A law that was looked for, so that a position, or code, is not another search.
pub(crate) struct CachedLawSearch {
    pub(super) game: GameId,
    pub(super) conventions: Conventions,
    pub(super) settings: SessionSettings,
    pub(super) sought: LawQuery,
    pub(super) report: LawReport,
}

impl CachedLawSearch {
    /// At most about what it takes, in bytes: the certificate writes every node of the law with
    /// more characters than the node has bytes; what stands beside them, other kinds of law
    /// that were tried and the name, is less than both.
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
