//! Chooses how one process builds a large table with limited memory: streaming lower tiers, and
//! swapping shares out to the store.

use base::budget::Budget;
use base::text;
use base::text::Text;
use cluster::store::StorageBackend;
use cluster::store::manifest::Manifest;
use tablebase::{TableKind, TierPlan};

use crate::error::LargeTableError;
use crate::format::format_bytes;
use crate::memory_estimate;
use crate::table_spec::TableSpec;

/// Entries of lower tiers may take at most the available memory divided by this number.
pub(crate) const LOWER_TIERS_MEMORY_DIVISOR: u64 = 4;

/// Returns the plan and the number of shares per tier. The number of shares is the requested number
/// or the number of the existing store. By default, a table that is computed in the order of a
/// measure has one share per tier. The default for all other tables depends on the number of
/// threads and the memory. The choice to stream lower tiers is reported to `note`.
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
        // An entry takes a byte, or at most two bits in a table of outcomes.
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
                    "the lower tiers need {needed}: their entries are read in order instead of being looked up",
                    "较低各层占 {needed}：按次序读取，不逐个查询"
                ));
            }
        }
    }
    // The shares of a sieve run one after the other, so splitting a sieve into shares saves memory
    // but no time.
    let threads = if plan.sieved(1) { 1 } else { threads };
    let shares = match known {
        None => memory_estimate::choose_shares(&plan, threads, budget)
            .map_err(|halt| opened.big.error(halt))?,
        Some(known) => known,
    };
    Ok((plan, shares))
}
