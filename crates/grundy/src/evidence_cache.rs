//! Rows of certificates that the checker has accepted, for later questions.

use std::collections::{HashMap, HashSet};

use certificate::VerifiedRows;
use rules::game::GameId;
use rules::play::{Component, SumPosition};

/// Values that the checker has accepted, and which questions were answered from them.
#[derive(Default)]
pub(crate) struct EvidenceCache {
    pub rows: VerifiedRows,
    /// How many rows stand for the components of one game in a question; `None` if the limits
    /// allow no certificate.
    pub counted: HashMap<(GameId, Vec<Component>), Option<usize>>,
    /// Positions whose outcome cost too much for a certificate that nobody asked for.
    pub too_costly: HashSet<SumPosition>,
}

impl EvidenceCache {
    /// Bytes held, about.
    pub fn bytes(&self) -> u64 {
        const ROW: u64 = 96;
        (self.rows.len() + self.counted.len() + self.too_costly.len()) as u64 * ROW
    }
}
