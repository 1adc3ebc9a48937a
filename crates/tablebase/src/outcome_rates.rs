//! What is assumed of a tier that is rehearsed.

/// A code below a bound, as scattered as those of a game.
pub(crate) fn made_up(tier: usize, place: u64, bound: u32) -> u32 {
    ((place + tier as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 48) as u32 % bound
}

/// How positions end, as far as it decides what a run does with them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OutcomeRates {
    /// Which part is won or lost: these positions tell those before them, and draws do not.
    pub decided: f64,
    /// Which part is lost: these positions list their options twice.
    pub lost: f64,
}
