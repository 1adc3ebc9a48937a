//! Making a table, or going on with it.

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

/// What this process does of a table, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct TableBuildOptions {
    /// The first and the last of its shares, if not all.
    pub mine: Option<(u32, u32)>,
    /// How many shares each tier has, if that is said; at least one.
    pub shares: Option<u32>,
    /// How many threads run them; at least one.
    pub threads: u32,
    /// How long another share is waited for, if not for ever.
    pub patience: Option<Duration>,
    /// How often what is not whole yet is kept too, at the most.
    pub checkpoint: Duration,
}

impl Default for TableBuildOptions {
    /// All shares, as many as memory asks for, on one thread; kept every ten seconds.
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

/// Writes what a store says of itself, where it says nothing yet.
///
/// # Errors
/// If it is of another table, cannot be written, or the table has one share only.
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

/// Whether each tier of a table may be cut into `shares` shares.
///
/// # Errors
/// If there is no such table, it has one share only, or the budget ends.
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
            "the values of these positions are found in the order of a measure, and each tier is one share: not {shares}",
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

/// Makes a table in a store, or goes on with it, until all its tiers are whole, as far as other
/// processes do their part. Where memory is short it chooses the way; `note` is told what it chose,
/// and whom it waits for.
///
/// # Errors
/// If there is no such table, the store is of another one or cannot be written, another share was
/// waited for too long, or the budget ends. What is in the store stays.
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
                "there is no memory for all shares at once: one works at a time, and the others rest in the store between rounds",
                "内存不足以同时容纳所有份：每次只有一份工作，其余各份在两轮之间存放在存储中"
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

/// What is worked on, in a few words.
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

/// What may be done where the work on a table of so many shares was stopped.
fn advice(stop: StopReason, of: u32, plan: &TierPlan<'_>) -> Vec<Advice> {
    let mut advice = vec![Advice::GoOn];
    if let StopReason::Memory(needed, given) = stop {
        // A share holds its part of a tier; more than there are blocks hold nothing.
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
