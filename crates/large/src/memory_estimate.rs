//! How much memory the shares of a table take, and into how many shares memory divides it.

use base::budget::Budget;
use cluster::ProcessMemory;
use tablebase::{TableKind, TierError, TierPlan, estimate_arc_bytes};

/// Bytes that the program takes by itself, about.
const PROGRAM_BYTES: f64 = 13e6;

/// How many places the largest of some shares of a tier has.
fn longest(plan: &TierPlan<'_>, tier: usize, of: usize) -> f64 {
    (0..of)
        .map(|share| plan.bound(tier, share + 1, of) - plan.bound(tier, share, of))
        .max()
        .unwrap_or(0) as f64
}

/// How many places of a tier the largest of some shares works on: where slots may be exchanged
/// shares are even in that, and not in places.
pub(crate) fn busiest(plan: &TierPlan<'_>, tier: usize, of: usize) -> f64 {
    match plan.symmetry() {
        Ok(2..) => plan.tier(tier).index.size() as f64 / of as f64,
        _ => longest(plan, tier, of),
    }
}

/// What memory depends on.
#[derive(Clone, Copy)]
pub(crate) struct MemoryFactors {
    /// Options of a position in its own tier, those that are the same counted once too, and the
    /// most of them.
    pub(crate) own: f64,
    pub(crate) apart: f64,
    pub(crate) most: usize,
    /// Which part of the positions is decided.
    pub(crate) decided: f64,
    /// Bytes a place of lower tiers.
    pub(crate) width: f64,
    /// Bytes that a move takes until it is sorted.
    pub(crate) sorted: f64,
}

/// The bytes of a process that has its plan and no table.
#[derive(Clone, Copy)]
pub(crate) struct BaselineMemory {
    now: f64,
    /// The most, while it made the plan.
    most: f64,
}

impl BaselineMemory {
    /// What a process takes by itself, about.
    fn about(plan: &TierPlan<'_>) -> BaselineMemory {
        let bytes = PROGRAM_BYTES + plan.bytes() as f64;
        BaselineMemory {
            now: bytes,
            most: bytes,
        }
    }

    /// What this one takes that made a plan just now, given what it took before, where the system
    /// says it.
    pub(crate) fn since(before: Option<ProcessMemory>, plan: &TierPlan<'_>) -> BaselineMemory {
        let Some((before, after)) = before.zip(cluster::memory()) else {
            return BaselineMemory::about(plan);
        };
        // What it took long ago says nothing.
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

/// The shares of a tier, as far as one process has them in memory.
#[derive(Clone, Copy)]
pub(crate) struct SharesInMemory {
    /// Number of shares of the tier.
    of: usize,
    /// Number of shares in memory at once.
    at_once: f64,
    /// Room for each state, in sizes of the state.
    room: f64,
}

impl SharesInMemory {
    /// One of `of` shares, with no more room than it takes.
    pub(crate) fn one(of: usize) -> SharesInMemory {
        SharesInMemory {
            of,
            at_once: 1.0,
            room: 1.0,
        }
    }
}

/// The most bytes that a process holds which has some shares in memory at once and room for more of
/// each state than it takes.
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
    // A count of open options, the decided positions, and lists of those that wait, which have up
    // to twice the room that they need; moves that are sorted take four bytes each, and more
    // before. A sieve takes a bit.
    let lines = plan.lines().filter(|_| of == 1);
    // Of the places a part is filled where slots may be exchanged.
    let filled = 1.0 / plan.symmetry().unwrap_or(1) as f64;
    // Of a place; of one that is worked on, while moves are sorted and then.
    let (each, first, then) = match (plan.what, plan.check_invertible()) {
        _ if plan.sieved(of) => (0.125, 0.0, 0.0),
        // Lines of values: a bit for each value that there may be.
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
        // Marks until they are applied; of a sieve those behind the share, a bit each at most, and
        // no more than are told at once.
        let size = plan.tier(tier).index.size() as f64;
        let marks = match plan.sieved(of) {
            _ if plan.what == TableKind::Values => 0.0,
            true if of == 1 => 0.0,
            true => 2.0 * ((size - longest) / 8.0).min((plan.block() * plan.block() / 256) as f64),
            false => {
                4.0 * (own * decided * busiest.min(f64::from(1 << 20))).min(f64::from(1 << 23))
            }
        };
        // Lines read but the last of the tier below.
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

/// How many shares a table is cut into that one process makes on some threads: one for each thread
/// if as many of these as threads fit in memory whatever is decided, else as many as it takes, or as
/// there are blocks.
///
/// # Errors
/// If the rules cannot be evaluated, a move raises the measure, or the budget ends.
pub(crate) fn choose_shares(
    plan: &TierPlan<'_>,
    threads: u32,
    budget: &Budget<'_>,
) -> Result<u32, TierError> {
    /// More would be lost among messages.
    const MAX_SHARES: u32 = 1_024;
    /// Below this `--memory` speaks of tables alone.
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
    // Where moves are turned round a position has about so many options in its tier; they count for
    // the messages of a slice alone.
    let own = if plan.sorts() {
        estimate_arc_bytes(plan, budget)? as f64 / (14.0 * largest)
    } else {
        8.0
    };
    let fits = |shares: u32| {
        // A state that is written lies in memory once more, compressed.
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
