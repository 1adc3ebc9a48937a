//! The estimated cost of a large table. A *rehearsal* does all work of a run for a *stretch* of a
//! tier, a range of indices, with synthetic lower entries. The options of all positions of the
//! stretch are listed. The positions are decided, notify their predecessors, and receive as many
//! notifications as they send. The result is not a part of any table; a caller that measures the
//! time can compute the speed.

use base::budget::Budget;

use super::blocks::{BLOCK, BlockSize};
use super::fold::ValueFold;
use super::kernel::{ShareKernel, ShareRange};
use super::outcome_rates::{OutcomeRates, made_up};
use super::rounds::RoundSolver;
use super::sieve::Sieve;
use super::{LowerEntries, TableKind, TierError, TierPlan, line_kernels};

/// Synthetic entries of lower tiers: pseudorandom small codes of all kinds.
struct SyntheticEntries;

impl LowerEntries for SyntheticEntries {
    fn code(&self, tier: usize, place: u64) -> Result<u32, TierError> {
        Ok(made_up(tier, place, 8))
    }
}

/// Rehearses stretch number `stretch`, of 2^bits indices, of a tier with `of` shares. A tier of
/// lines is rehearsed completely. Returns the number of rehearsed indices.
///
/// # Errors
/// Returns [`TierError`] if the rules cannot be evaluated, a move raises the measure or the budget
/// runs out.
///
/// # Panics
/// Panics if the tier has no stretch with this number, or if a stretch has more than [`BLOCK`]
/// indices.
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

/// Estimates the fraction of lost positions of a table that a sieve computes as one tier. The first
/// indices are sieved until `enough` returns true, and the result is extrapolated. Returns `None`
/// if a sieve does not compute the table as one tier, or if the sample is not sufficient.
///
/// # Errors
/// Returns [`TierError`] if the rules cannot be evaluated, a move does not lead to a smaller index
/// or the budget runs out.
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
    // The fraction of lost positions decreases with the index and is extrapolated as a power law in
    // the index.
    let power = (half / whole).log2().clamp(0.0, 0.9);
    let ahead = size as f64 / (0.75 * all);
    Ok(Some(if size == sieve.looked_at() {
        whole
    } else {
        whole * ahead.powf(-power) / (1.0 - power)
    }))
}
