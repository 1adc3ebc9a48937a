//! What the checker reports about a certificate that it accepts.

use base::text::Text;

/// What was verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateReport {
    /// The claim in words.
    pub claim: Text,
    /// What the verdict rests on: what was recomputed, what was read off the rules, what is a
    /// theorem.
    pub rests_on: Text,
    /// How many rows of the proof were verified.
    pub entries: usize,
}
