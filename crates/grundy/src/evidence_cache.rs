//! Rows of certificates that the checker has accepted, for later questions.

use std::collections::{HashMap, HashSet};

use certificate::VerifiedRows;
use rules::game::GameId;
use rules::play::{Component, SumPosition};

/// Values that the checker has accepted, and the questions that were answered with these values.
#[derive(Default)]
pub(crate) struct EvidenceCache {
    pub rows: VerifiedRows,
    /// The number of rows for the components of one game in a question; `None` if the limits allow
    /// no certificate.
    pub counted: HashMap<(GameId, Vec<Component>), Option<usize>>,
    /// Positions for which a certificate of the outcome costs too much unless the user requests it.
    pub too_costly: HashSet<SumPosition>,
}

impl EvidenceCache {
    /// Returns the approximate number of bytes in memory.
    pub fn bytes(&self) -> u64 {
        const ROW: u64 = 96;
        (self.rows.len() + self.counted.len() + self.too_costly.len()) as u64 * ROW
    }
}
