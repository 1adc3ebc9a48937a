//! What a large table would cost: a stretch of a tier goes through all that a run does with a position (its options are listed, it is decided, it tells
//! those before it, it hears as much), with lower entries made up. What comes out is no entry of any table; whoever takes the time learns the pace.

use base::budget::Budget;

use super::fold::Fold;
use super::rounds::Rounds;
use super::share::Part;
use super::{Halt, Lower, Plan, What};

/// Entries of lower tiers that nobody made: all kinds of small codes, scattered.
struct MadeUp;

impl Lower for MadeUp {
    fn code(&self, tier: usize, place: u64) -> Result<u16, Halt> {
        Ok(made_up(tier, place, 8))
    }
}

/// A code below a bound, as scattered as those of a game.
pub(super) fn made_up(tier: usize, place: u64, bound: u16) -> u16 {
    ((place + tier as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 48) as u16 % bound
}

/// How positions end, as far as it decides what a run does with them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fates {
    /// Which part is won or lost, and not a draw: so many tell others.
    pub decided: f64,
    /// Which part is lost: these list their options twice.
    pub lost: f64,
}

/// Goes through block number `block` of a tier; the bytes that a share holds for it.
///
/// # Errors
/// If the rules cannot be evaluated, a move raises the measure, or the budget ends.
///
/// # Panics
/// If there is no such block.
pub fn rehearse(plan: &Plan<'_>, (tier, block): (usize, u64), fates: Fates, budget: &Budget<'_>) -> Result<u64, Halt> {
    let (size, first) = (plan.tier(tier).index.size(), block * plan.block());
    assert!(first < size, "block {block} of {size} places");
    let part = Part { tier, share: 1, blocks: plan.blocks, bounds: vec![0, first, size.min(first + plan.block()), size] };
    match plan.what {
        What::Outcomes | What::Remoteness => Rounds::new(plan, part, &MadeUp, plan.options())?.rehearse(fates, budget),
        What::Values => Fold::rehearsed(plan, part, &MadeUp, budget),
    }
}
