//! The claims of certificates about a heap game, and the data that speeds up their check.

/// A claim about the period of a heap game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapClaim {
    /// The code digits, as in `0.77`, `0.8F`, `0.1{16}[03]`; or `subtract powers{2}`.
    pub code: String,
    /// The least e with G(n + period) = G(n) + saltus for all n ≥ e.
    pub preperiod: u64,
    /// The least p ≥ 1 with G(n + p) = G(n) + saltus for all n ≥ preperiod.
    pub period: u64,
    /// The number that is added to the values after each period.
    pub saltus: u64,
}

/// Data for the check of a [`HeapClaim`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapProof {
    /// Number of values G(0), G(1), … that the theorem requires.
    pub window: u64,
    /// A heap is common if the number of bits that its value shares with this mask, plus the term
    /// from `parity`, is odd. Every mask gives the same values, but a good mask speeds up the
    /// computation of the values.
    pub mask: u64,
    /// The number, 0 or 1, that is added to the heap before its parity is taken; `None` if the
    /// parity is not used.
    pub parity: Option<u8>,
    /// G(0), …, G(preperiod + period - 1).
    pub values: Vec<u64>,
}
