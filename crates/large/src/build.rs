//! Building a table, or resuming a build.

use std::cell::Cell;
use std::time::{Duration, Instant};

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use cluster::store::manifest::Manifest;
use cluster::store::{StorageBackend, TableStore};
use cluster::{ClusterError, RunProgress, ShareJob, open_backend, run_on};
use grundy::SolveError;
use rules::game::RulesError as Broken;
use tablebase::{TierError, TierPlan};

use crate::error::{Advice, LargeTableError};
use crate::memory_plan::{LOWER_TIERS_MEMORY_DIVISOR, choose_plan};
use crate::table_spec::TableSpec;

/// Options of a build in this process.
#[derive(Clone, Debug, PartialEq)]
pub struct TableBuildOptions {
    /// The first and the last share that this process runs; `None` for all shares.
    pub mine: Option<(u32, u32)>,
    /// Number of shares per tier, at least 1; `None` to choose the number automatically.
    pub shares: Option<u32>,
    /// Number of threads, at least 1.
    pub threads: u32,
    /// Maximum time to wait for another share; `None` to wait forever.
    pub patience: Option<Duration>,
    /// Minimum time between two checkpoints.
    pub checkpoint: Duration,
}

impl Default for TableBuildOptions {
    /// Returns the default options: all shares, with a number chosen by the available memory, on
    /// one thread, with a checkpoint every ten seconds.
    fn default() -> TableBuildOptions {
        TableBuildOptions {
            mine: None,
            shares: None,
            threads: 1,
            patience: None,
            checkpoint: Duration::from_secs(10),
        }
    }
}

/// Writes the manifest of a store that has no manifest yet.
///
/// # Errors
/// Returns a [`LargeTableError`] if the store contains another table, the store cannot be written,
/// or the table supports only a single share.
pub fn begin(
    opened: &TableSpec,
    store: &str,
    shares: u32,
    budget: &Budget<'_>,
) -> Result<(), LargeTableError> {
    write_manifest(
        opened,
        &opened.plan(budget)?,
        &*open_backend(store)?,
        shares,
    )
    .map(drop)
}

/// Checks that each tier of a table can be split into `shares` shares.
///
/// # Errors
/// Returns a [`LargeTableError`] if there is no such table, the table supports only a single share,
/// or the budget runs out.
pub fn divisible(
    opened: &TableSpec,
    shares: u32,
    budget: &Budget<'_>,
) -> Result<(), LargeTableError> {
    check_shares(&opened.plan(budget)?, shares)
}

fn check_shares(plan: &TierPlan<'_>, shares: u32) -> Result<(), LargeTableError> {
    if shares > 1 && plan.is_one_share() && plan.largest() > plan.block() {
        return Err(SolveError::Unsupported(text!(
            "these values are computed in the order of a measure, so each tier must be one share, not {shares}",
            "这些局面的值按度量的次序求出，每层只能是一份，不能是 {shares} 份"
        ))
        .into());
    }
    Ok(())
}

fn write_manifest(
    opened: &TableSpec,
    plan: &TierPlan<'_>,
    place: &dyn StorageBackend,
    shares: u32,
) -> Result<Manifest, LargeTableError> {
    check_shares(plan, shares)?;
    let manifest = opened.manifest(plan, shares as usize);
    manifest.write(place)?;
    Ok(manifest)
}

/// Builds a table in a store or resumes a build, until all tiers of the table are complete,
/// provided that other processes run the other shares. If memory is short, a suitable method is
/// chosen automatically. The callback `note` receives messages about the chosen method and about
/// shares that the process waits for.
///
/// # Errors
/// Returns a [`LargeTableError`] if there is no such table, or the store contains another table or
/// cannot be written. Also returns an error if another share has written nothing for too long, or
/// the budget runs out. If the build fails or stops, the objects in the store remain.
pub fn make(
    opened: &TableSpec,
    store: &str,
    making: &TableBuildOptions,
    note: &dyn Fn(Text),
    budget: &Budget<'_>,
) -> Result<(), LargeTableError> {
    let TableBuildOptions {
        mine,
        shares,
        threads,
        patience,
        checkpoint,
    } = *making;
    let place = open_backend(store)?;
    let mut plan = opened.plan(budget)?;
    let alone = mine.is_none_or(|(first, last)| (first, Some(last + 1)) == (0, shares));
    let mut of = shares.unwrap_or(1);
    if alone {
        (plan, of) = choose_plan(opened, plan, &*place, shares, threads, note, budget)?;
    }
    let (first, last) = mine.unwrap_or((0, of - 1));
    let manifest = write_manifest(opened, &plan, &*place, of)?;
    let whole = plan.places();
    let (said, rested) = (Cell::new(Instant::now()), Cell::new(false));
    let tell = |progress: RunProgress| {
        budget.stage(stage(&plan, progress));
        budget.report(progress.done, Some(whole));
        if progress.rests && !rested.replace(true) {
            note(text!(
                "there is not enough memory for all shares at once: they run one at a time, and the others are swapped out to the store between rounds",
                "内存不足以同时容纳所有份：每次只运行一份，其余各份在两轮之间存放在存储中"
            ));
        }
        if let Some((share, since)) = progress
            .waits
            .filter(|(_, since)| *since > Duration::from_secs(10))
            && said.get().elapsed() > Duration::from_secs(30)
        {
            said.set(Instant::now());
            let (tier, round, seconds) = (progress.tier, progress.round, since.as_secs());
            note(text!(
                "tier {tier}, round {round}: waiting for share {share} for {seconds} s",
                "第 {tier} 层第 {round} 轮：等待第 {share} 份已 {seconds} 秒"
            ));
        }
    };
    let job = ShareJob {
        plan: &plan,
        store: TableStore::new(&*place, &manifest),
        of: of as usize,
        mine: first as usize..last as usize + 1,
        patience,
        memory: budget.memory / LOWER_TIERS_MEMORY_DIVISOR,
        checkpoints: Some(checkpoint),
        rests: false,
    };
    match run_on(&job, threads as usize, &tell, budget) {
        Ok(()) => Ok(()),
        Err(ClusterError::Table(TierError::Fault(Broken::Stopped(stop)))) => Err(
            LargeTableError::Stopped(SolveError::Stopped(stop), advice(stop, of, &plan)),
        ),
        Err(error) => Err(LargeTableError::of_cluster(&opened.big, error)),
    }
}

/// Returns a short description of the current stage.
fn stage(
    plan: &TierPlan<'_>,
    RunProgress {
        tier,
        round,
        decided,
        ..
    }: RunProgress,
) -> Text {
    let (tier, tiers) = (tier + 1, plan.tiers());
    match round {
        0 => text!("tier {tier}/{tiers}", "第 {tier}/{tiers} 层"),
        _ => text!(
            "tier {tier}/{tiers}, round {round}, {decided} decided",
            "第 {tier}/{tiers} 层第 {round} 轮，已定 {decided}"
        ),
    }
}

/// Returns advice on how to proceed after the work on a table with `of` shares was stopped.
fn advice(stop: StopReason, of: u32, plan: &TierPlan<'_>) -> Vec<Advice> {
    let mut advice = vec![Advice::GoOn];
    if let StopReason::Memory(needed, given) = stop {
        // The memory of a share is proportional to its part of a tier. More shares than blocks
        // would leave some shares empty.
        let shares = needed
            .div_ceil(given.max(1))
            .saturating_mul(of.into())
            .max(2);
        let shares = shares.min(plan.largest().div_ceil(plan.block()));
        if shares > of.into() {
            advice.push(Advice::Shares(shares));
        }
    }
    advice
}
