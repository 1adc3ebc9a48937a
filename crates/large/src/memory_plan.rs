//! How one process makes a large table where memory is short: moves that are not kept, lower tiers
//! that are read in order, shares that rest in the store.

use archive::StorageBackend;
use archive::manifest::Manifest;
use base::budget::Budget;
use base::text;
use base::text::Text;
use engines::tiers::{TableKind, TierPlan, estimate_arc_bytes};

use crate::error::LargeTableError;
use crate::format::format_bytes;
use crate::memory_estimate;
use crate::table_spec::TableSpec;

/// Entries of lower tiers take this part of the memory.
pub(crate) const LOWER_TIERS_MEMORY_DIVISOR: u64 = 4;

/// The plan, and how many shares each tier has: as many as somebody said, or were begun with; else
/// as many as threads, or as memory asks for, unless the table is made in order. `note` is told
/// what it chooses.
pub(crate) fn choose_plan<'o>(
    opened: &'o TableSpec,
    mut plan: TierPlan<'o>,
    place: &dyn StorageBackend,
    said: Option<u32>,
    threads: u32,
    note: &dyn Fn(Text),
    budget: &Budget<'_>,
) -> Result<(TierPlan<'o>, u32), LargeTableError> {
    let known = match said {
        None => Manifest::read(place)?
            .map(|manifest| u32::try_from(manifest.shares).unwrap_or(u32::MAX))
            .or(plan.is_one_share().then_some(1)),
        said => said,
    };
    if plan.check_invertible().is_ok() && !plan.streams() {
        // A byte an entry, or at most two bits.
        let needed = plan.looked_up()
            / if plan.what == TableKind::Outcomes {
                4
            } else {
                1
            };
        if needed > budget.memory / LOWER_TIERS_MEMORY_DIVISOR {
            plan = plan.streaming(true);
            if plan.streams() {
                let needed = format_bytes(needed as f64);
                note(text!(
                    "lower tiers take {needed}: they are read in order, and not looked up",
                    "较低各层占 {needed}：按次序读取，不逐个查询"
                ));
            }
        }
    }
    // Shares of a sieve work one after the other: there are more than one for the sake of memory
    // alone.
    let threads = if plan.sieved(1) { 1 } else { threads };
    let fitting = |plan: &TierPlan<'_>| match known {
        None => memory_estimate::choose_shares(plan, threads, budget)
            .map_err(|halt| opened.big.error(halt)),
        Some(known) => Ok((known, true)),
    };
    let (mut shares, fits) = fitting(&plan)?;
    if plan.sorts() && !plan.sweeps() {
        let needed = estimate_arc_bytes(&plan, budget).map_err(|halt| opened.big.error(halt))?;
        // A share keeps its part of them, and the others rest.
        if !fits || needed / u64::from(shares) > budget.memory {
            let (needed, memory) = (
                format_bytes(needed as f64),
                format_bytes(budget.memory as f64),
            );
            note(text!(
                "the moves of a tier would take {needed}, and there are {memory}: none are kept, and open positions look at theirs again in every round",
                "一层的着法约需 {needed}，而内存为 {memory}：不保存着法，未定局面每一轮重看自己的着法"
            ));
            plan = plan.sweeping(true);
            (shares, _) = fitting(&plan)?;
        }
    }
    Ok((plan, shares))
}
