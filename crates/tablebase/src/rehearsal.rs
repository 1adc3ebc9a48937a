//! What a large table would cost: a stretch of a tier goes through all that a run does with a
//! position (its options are listed, it is decided, it tells those before it, it hears as much),
//! with lower entries made up. What comes out is no entry of any table; whoever takes the time
//! learns the pace.

use base::budget::Budget;

use super::blocks::{BLOCK, BlockSize};
use super::fold::ValueFold;
use super::kernel::{ShareKernel, ShareRange};
use super::outcome_rates::{OutcomeRates, made_up};
use super::rounds::RoundSolver;
use super::sieve::Sieve;
use super::{LowerEntries, TableKind, TierError, TierPlan, line_kernels};

/// Entries of lower tiers that nobody made: all kinds of small codes, scattered.
struct SyntheticEntries;

impl LowerEntries for SyntheticEntries {
    fn code(&self, tier: usize, place: u64) -> Result<u32, TierError> {
        Ok(made_up(tier, place, 8))
    }
}

/// Goes through stretch number `stretch` of a tier that is `of` shares, of 2^bits places, or
/// through the whole tier if it is lines; gives how many places these were.
///
/// # Errors
/// If the rules cannot be evaluated, a move raises the measure, or the budget ends.
///
/// # Panics
/// If there is no such stretch, or it has more than [`BLOCK`] places.
pub fn rehearse(
    plan: &TierPlan<'_>,
    tier: usize,
    of: usize,
    stretch: u64,
    bits: u32,
    fates: OutcomeRates,
    budget: &Budget<'_>,
) -> Result<u64, TierError> {
    assert!(
        bits <= BLOCK.trailing_zeros(),
        "stretches of 2^{bits} places"
    );
    let (blocks, size) = (BlockSize(bits), plan.tier(tier).index.size());
    let (first, end) = (
        stretch * blocks.places(),
        size.min((stretch + 1) * blocks.places()),
    );
    assert!(first < size, "stretch {stretch} of {size} places");
    let whole = ShareRange {
        tier,
        share: 0,
        blocks: plan.blocks,
        bounds: vec![0, size],
    };
    if let Some(shifts) = line_kernels::kernel(plan, &whole, &SyntheticEntries).filter(|_| of == 1)
    {
        return shifts.rehearse(budget).map(|()| size);
    }
    let part = ShareRange {
        tier,
        share: 1,
        blocks,
        bounds: vec![0, first, end, size],
    };
    match plan.what {
        TableKind::Outcomes if plan.sieved(of) => {
            Sieve::new(plan, part, &SyntheticEntries, plan.options()).rehearsed(fates, budget)
        }
        TableKind::Outcomes | TableKind::Remoteness => {
            RoundSolver::new(plan, part, &SyntheticEntries, plan.options())?.rehearse(fates, budget)
        }
        TableKind::Values => ValueFold::rehearsed(plan, part, &SyntheticEntries, budget),
    }?;
    Ok(end - first)
}

/// Which part of all positions is lost, where they are one tier and a sieve: the first places are
/// sieved until it is `enough`, and what they say is carried on. `None` if it is no such table, or
/// they say nothing.
///
/// # Errors
/// If the rules cannot be evaluated, a move does not lead to a smaller place, or the budget ends.
pub fn lost(
    plan: &TierPlan<'_>,
    enough: &mut dyn FnMut() -> bool,
    budget: &Budget<'_>,
) -> Result<Option<f64>, TierError> {
    let (tier, 1, true) = (0, plan.tiers(), plan.sieved(1)) else {
        return Ok(None);
    };
    let size = plan.tier(tier).index.size();
    let part = ShareRange {
        tier,
        share: 0,
        blocks: plan.blocks,
        bounds: vec![0, size],
    };
    let mut sieve = Sieve::new(plan, part, &SyntheticEntries, plan.options());
    sieve.step(0, &[], enough, budget)?;
    let all = sieve.looked_at() as f64;
    let among = |from: f64, to: f64| {
        sieve.lost((from * all) as u64..(to * all) as u64) as f64 / ((to - from) * all)
    };
    let (half, whole) = (among(0.25, 0.5), among(0.5, 1.0));
    if half == 0.0 || whole == 0.0 {
        return Ok(None);
    }
    // Where numbers are greater fewer positions are lost: by a power of the place.
    let power = (half / whole).log2().clamp(0.0, 0.9);
    let ahead = size as f64 / (0.75 * all);
    Ok(Some(if size == sieve.looked_at() {
        whole
    } else {
        whole * ahead.powf(-power) / (1.0 - power)
    }))
}
