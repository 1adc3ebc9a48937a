//! The assumptions about a tier that is rehearsed.

/// Returns a pseudorandom code below a bound.
pub(crate) fn made_up(tier: usize, place: u64, bound: u32) -> u32 {
    ((place + tier as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 48) as u32 % bound
}

/// The rates of outcomes, as far as they affect the work of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OutcomeRates {
    /// The fraction of positions that are won or lost: they notify their predecessors, and draws do
    /// not.
    pub decided: f64,
    /// The fraction of positions that are lost: their options are listed twice.
    pub lost: f64,
}
