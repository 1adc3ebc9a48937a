//! The report of the checker about a certificate that it accepts.

use base::text::Text;

/// What the checker verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateReport {
    /// The claim as text.
    pub claim: Text,
    /// The basis of the verdict: what was recomputed, what was read from the rules, and which
    /// theorem was used.
    pub rests_on: Text,
    /// Number of rows of the proof that were verified.
    pub entries: usize,
}
