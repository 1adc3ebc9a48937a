//! The assumptions about the outcomes in a tier that is rehearsed.

/// Returns a pseudorandom code below a bound.
pub(crate) fn made_up(tier: usize, place: u64, bound: u32) -> u32 {
    ((place + tier as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 48) as u32 % bound
}

/// The rates of the outcomes that affect the work of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OutcomeRates {
    /// The fraction of positions that are won or lost. Won and lost positions notify their
    /// predecessors; draws do not notify their predecessors.
    pub decided: f64,
    /// The fraction of positions that are lost. For lost positions, options are listed twice.
    pub lost: f64,
}
