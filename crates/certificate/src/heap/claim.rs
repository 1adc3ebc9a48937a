//! What a certificate claims about a heap game, and what helps to check it.

/// What a certificate says about a heap game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapClaim {
    /// The digits: `0.77`, `0.8F`, `0.1{16}[03]`; or `subtract powers{2}`.
    pub code: String,
    /// The least e with G(n + period) = G(n) + saltus for all n ≥ e.
    pub preperiod: u64,
    /// The least p, at least 1.
    pub period: u64,
    /// The number that is added to the values after each period.
    pub saltus: u64,
}

/// What helps to check the claim about a heap game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapProof {
    /// How many values G(0), G(1), … satisfy the theorem.
    pub window: u64,
    /// Heaps are common where their value has an odd number of these bits, `parity` added. Any
    /// mask gives the same values, a good one gives them sooner.
    pub mask: u64,
    /// The number, 0 or 1, that is added to the heap before its parity counts; `None` if the
    /// parity does not count.
    pub parity: Option<u8>,
    /// G(0), …, G(preperiod + period - 1).
    pub values: Vec<u64>,
}
