//! Estimates the memory of the shares of a table, and the number of shares that fit in memory.

use base::budget::Budget;
use cluster::ProcessMemory;
use tablebase::{TableKind, TierError, TierPlan, estimate_arc_bytes};

/// Approximate memory of the program without tables, in bytes.
const PROGRAM_BYTES: f64 = 13e6;

/// Returns the number of indices of the largest share of a tier that is split into `of` shares.
fn longest(plan: &TierPlan<'_>, tier: usize, of: usize) -> f64 {
    (0..of)
        .map(|share| plan.bound(tier, share + 1, of) - plan.bound(tier, share, of))
        .max()
        .unwrap_or(0) as f64
}

/// Returns the number of indices that corresponds to the work of the busiest share of a tier that
/// is split into `of` shares. If slots can be exchanged by a symmetry, shares have equal work but
/// not equal numbers of indices.
pub(crate) fn busiest(plan: &TierPlan<'_>, tier: usize, of: usize) -> f64 {
    match plan.symmetry() {
        Ok(2..) => plan.tier(tier).index.size() as f64 / of as f64,
        _ => longest(plan, tier, of),
    }
}

/// The quantities that the memory depends on.
#[derive(Clone, Copy)]
pub(crate) struct MemoryFactors {
    /// For the options of a position in its own tier: the average number, the average number of
    /// distinct options, and the maximum number of distinct options.
    pub(crate) own: f64,
    pub(crate) apart: f64,
    pub(crate) most: usize,
    /// Fraction of the positions that are decided.
    pub(crate) decided: f64,
    /// Bytes per index of lower tiers.
    pub(crate) width: f64,
    /// Number of bytes per move before the moves are sorted.
    pub(crate) sorted: f64,
}

/// Memory in bytes of a process with a plan and without tables.
#[derive(Clone, Copy)]
pub(crate) struct BaselineMemory {
    now: f64,
    /// Maximum memory during the creation of the plan, in bytes.
    most: f64,
}

impl BaselineMemory {
    /// Returns the approximate memory of any process with this plan.
    fn about(plan: &TierPlan<'_>) -> BaselineMemory {
        let bytes = PROGRAM_BYTES + plan.bytes() as f64;
        BaselineMemory {
            now: bytes,
            most: bytes,
        }
    }

    /// Returns the memory of this process after the creation of the plan, given the memory before
    /// the creation. Returns an approximation if the system does not report the memory.
    pub(crate) fn since(before: Option<ProcessMemory>, plan: &TierPlan<'_>) -> BaselineMemory {
        let Some((before, after)) = before.zip(cluster::memory()) else {
            return BaselineMemory::about(plan);
        };
        // If the memory usage reached its maximum before the creation of the plan, the maximum is
        // not used.
        let most = if after.most > before.most {
            after.most
        } else {
            after.now
        };
        BaselineMemory {
            now: after.now as f64,
            most: most as f64,
        }
    }
}

/// The shares of a tier that one process has in memory.
#[derive(Clone, Copy)]
pub(crate) struct SharesInMemory {
    /// Number of shares of the tier.
    of: usize,
    /// Number of shares in memory at once.
    at_once: f64,
    /// Space for the state of each share, as a multiple of the size of the state.
    room: f64,
}

impl SharesInMemory {
    /// Describes a process that has one of `of` shares in memory and needs space for exactly one
    /// state.
    pub(crate) fn one(of: usize) -> SharesInMemory {
        SharesInMemory {
            of,
            at_once: 1.0,
            room: 1.0,
        }
    }
}

/// Returns the maximum memory in bytes of a process with some shares in memory.
pub(crate) fn peak_memory(
    plan: &TierPlan<'_>,
    shares: SharesInMemory,
    load: MemoryFactors,
    ready: BaselineMemory,
    budget: &Budget<'_>,
) -> f64 {
    let SharesInMemory { of, at_once, room } = shares;
    let MemoryFactors {
        own,
        apart,
        most,
        decided,
        width,
        sorted,
    } = load;
    let mut memory = ready.most;
    // The memory of a share consists of a count of open options per index, the decided positions,
    // and lists of waiting positions with up to twice the required capacity. Each sorted move takes
    // four bytes; an unsorted move takes more. A sieve takes one bit per index.
    let lines = plan.lines().filter(|_| of == 1);
    // If slots can be exchanged by a symmetry, only a fraction of the indices is filled.
    let filled = 1.0 / plan.symmetry().unwrap_or(1) as f64;
    // Bytes per index of the share; then the additional bytes per index in progress while moves are
    // sorted, and the additional bytes after sorting.
    let (each, first, then) = match (plan.what, plan.check_invertible()) {
        _ if plan.sieved(of) => (0.125, 0.0, 0.0),
        // A table of values that is computed line by line takes one bit per index for each possible
        // value.
        _ if let Some(moves) = lines => (
            (moves + 1).next_power_of_two().max(8) as f64 / 8.0,
            0.0,
            0.0,
        ),
        (TableKind::Values, _) => (2.0, 0.0, 0.0),
        (_, back) => {
            let count = if most <= 12 { 0.5 } else { 1.0 };
            let waiting = 8.0 * filled * decided;
            let (first, kept) = if back.is_ok() {
                (0.0, 0.0)
            } else {
                (sorted * apart, 4.0 + 4.0 * apart)
            };
            let best = if plan.streams() { 2.0 } else { 0.0 };
            (count + best, first, kept + waiting)
        }
    };
    for tier in 0..plan.tiers() {
        let (longest, busiest) = (longest(plan, tier, of), busiest(plan, tier, of));
        // Memory of the messages that are buffered until they are applied. In a sieve, the messages
        // are marks for the indices after the share: at most one bit per index, and at most the
        // number of marks that are sent in one round.
        let size = plan.tier(tier).index.size() as f64;
        let marks = match plan.sieved(of) {
            _ if plan.what == TableKind::Values => 0.0,
            true if of == 1 => 0.0,
            true => 2.0 * ((size - longest) / 8.0).min((plan.block() * plan.block() / 256) as f64),
            false => {
                4.0 * (own * decided * busiest.min(f64::from(1 << 20))).min(f64::from(1 << 23))
            }
        };
        // A tier of lines reads only the last line of the tier below.
        let lower = match lines {
            Some(_) => 0.0,
            None => plan
                .reach(tier)
                .map(|below| width * plan.tier(below).index.size() as f64)
                .sum::<f64>(),
        };
        memory = memory.max(
            ready.now
                + at_once
                    * (room * each * longest
                        + f64::max(room * first * busiest, room * then * busiest + marks))
                + lower.min(budget.memory as f64 / 4.0),
        );
    }
    memory
}

/// Returns the number of shares for a table that one process builds with some threads. The result
/// is one share per thread if one share per thread fits in memory, regardless of the number of
/// decided positions. If one share per thread does not fit, the result is the smallest tested
/// number of shares that fits, and at most the number of blocks.
///
/// # Errors
/// Returns a [`TierError`] if the rules cannot be evaluated, a move raises the measure, or the
/// budget runs out.
pub(crate) fn choose_shares(
    plan: &TierPlan<'_>,
    threads: u32,
    budget: &Budget<'_>,
) -> Result<u32, TierError> {
    /// Maximum number of shares. With more shares, the messages would cost too much.
    const MAX_SHARES: u32 = 1_024;
    /// If `--memory` is below this number of bytes, the limit applies only to tables and not to the
    /// program.
    const MIN_WHOLE_PROCESS_BYTES: u64 = 32 << 20;
    let largest = plan.largest().max(1) as f64;
    let memory = budget.memory as f64
        + if budget.memory < MIN_WHOLE_PROCESS_BYTES {
            PROGRAM_BYTES
        } else {
            0.0
        };
    let most = u32::try_from(plan.largest().div_ceil(plan.block())).map_or(MAX_SHARES, |blocks| {
        blocks.clamp(threads, MAX_SHARES.max(threads))
    });
    // With inverse moves, the estimate assumes that a position has eight options in its own tier.
    // The assumed number of options affects only the size of the messages.
    let own = if plan.sorts() {
        estimate_arc_bytes(plan, budget)? as f64 / (14.0 * largest)
    } else {
        8.0
    };
    let fits = |shares: u32| {
        // While the state of a share is written, the compressed copy of the state is in memory too.
        let room = if shares > threads { 1.5 } else { 1.0 };
        let load = MemoryFactors {
            own,
            apart: own,
            most: usize::MAX,
            decided: 1.0,
            width: 1.0,
            sorted: 10.0,
        };
        peak_memory(
            plan,
            SharesInMemory {
                of: shares as usize,
                at_once: threads.into(),
                room,
            },
            load,
            BaselineMemory::about(plan),
            budget,
        ) <= memory
    };
    let mut cut = std::iter::successors(Some(threads), |shares| shares.checked_mul(2))
        .take_while(|shares| *shares < most)
        .chain([most]);
    Ok(cut.find(|shares| fits(*shares)).unwrap_or(most))
}
