//! The main loop over a table: tier by tier, round by round.

use std::cell::Cell;
use std::collections::HashSet;
use std::mem;
use std::ops::Range;
use std::thread;
use std::time::{Duration, Instant};

use crate::store::message::{self, RoundSummary};
use crate::store::object_name::{ObjectName, ShareProgress, parse_checkpoint_name};
use crate::store::{Leftovers, StoreError, TableStore, message_name, table, table_name};
use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use rules::game::RulesError as Broken;
use tablebase::{RoundResult, Share, TierError, TierPlan};

use crate::checkpoints::Checkpoints;
use crate::error::ClusterError;
use crate::stored_tables::{StoredTables, absent_shares, missing_shares};

/// Bounds of the pause between two checks for the objects of other processes. The pause between two
/// checks is a quarter of the time waited so far, within these bounds.
const MIN_POLL_INTERVAL: Duration = Duration::from_millis(1);
const MAX_POLL_INTERVAL: Duration = Duration::from_secs(5);
/// Messages of complete tiers are removed only if their size exceeds this number of bytes, or the
/// table is complete. File systems are slow to reuse the inode of a file that was just removed.
const MAX_LEFTOVER_MESSAGE_BYTES: u64 = 128 << 20;

/// The work of one process on a table.
pub struct ShareJob<'p> {
    /// The plan of the table.
    pub plan: &'p TierPlan<'p>,
    /// The store of the table.
    pub store: TableStore<'p>,
    /// Number of shares of each tier.
    pub of: usize,
    /// The shares that this process runs.
    pub mine: Range<usize>,
    /// Maximum time to wait for another share; `None` to wait forever.
    pub patience: Option<Duration>,
    /// Size of the cache for blocks of lower tiers, in bytes.
    pub memory: u64,
    /// Minimum time between two checkpoints of the shares; `None` to write no checkpoints.
    pub checkpoints: Option<Duration>,
    /// Whether only one share of this process is in memory at a time, while all others are swapped
    /// out to the store between rounds. If false, shares are swapped out starting with the first
    /// tier for which memory does not suffice.
    pub rests: bool,
}

/// Progress of the work on a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunProgress {
    /// The current tier, starting at 0.
    pub tier: usize,
    /// The current round of the tier.
    pub round: u32,
    /// Number of indices of complete tiers, plus the number of indices that the shares of this
    /// process have processed in the current tier.
    pub done: u64,
    /// Number of positions that the shares of this process have decided in this tier.
    pub decided: u64,
    /// The share that the process is waiting for, and the duration of the wait so far.
    pub waits: Option<(usize, Duration)>,
    /// Whether shares are swapped out to the store between rounds.
    pub rests: bool,
}

/// The messages to the shares of this process: for each receiver, one part from each share of the
/// tier.
type Inboxes = Vec<Vec<Vec<u8>>>;

/// Runs some shares until the table is complete, provided that other processes run all other
/// shares. If this process runs all shares and no share is swapped out, no messages are written. If
/// memory does not suffice for all shares of this process at once, the tier is restarted and shares
/// are swapped out from then on.
///
/// # Errors
/// Returns a [`ClusterError`] if the rules cannot be evaluated, a move raises the measure, or the
/// budget runs out. Also returns an error if the store cannot be read or written, or the time to
/// wait for another share is exceeded.
pub fn run(
    job: &ShareJob<'_>,
    tell: &dyn Fn(RunProgress),
    budget: &Budget<'_>,
) -> Result<(), ClusterError> {
    let ShareJob {
        plan,
        store,
        of,
        ref mine,
        ..
    } = *job;
    store.confirm()?;
    let (mut whole, mut rests) = (0, job.rests && mine.len() > 1);
    // Messages of complete tiers, and the size in bytes of the messages written since the last
    // removal.
    let (mut left, written) = (Vec::new(), Cell::new(0));
    for tier in 0..plan.tiers() {
        let prefix = format!("tier/{tier}");
        let mut there = store.place.list(&prefix)?;
        let open = absent_shares(&there, tier, of);
        if !open.is_empty() {
            store.place.tidy(&prefix, Leftovers::Stale)?;
        }
        let all = *mine == (0..of);
        rests |= mine.len() > 1 && was_swapped(&there, tier, mine, all);
        // A process that ran all shares wrote no messages, so the messages of its finished shares
        // are missing.
        let silent = |share: usize| all || !there.contains(&message_name(tier, 0, share));
        let todo: Vec<usize> = mine
            .clone()
            .filter(|share| open.contains(share) || !open.is_empty() && silent(*share))
            .collect();
        while !todo.is_empty() {
            let at = TierRun {
                job,
                tier,
                whole,
                written: &written,
                open: &open,
                tell,
                alone: all && !rests,
                rests,
            };
            let filled = if rests {
                at.run_swapped(&todo, &there, budget)
            } else {
                at.fill(&todo, &there, budget)
            };
            match filled {
                Ok(()) => break,
                Err(ClusterError::Table(TierError::Fault(Broken::Stopped(
                    StopReason::Memory(..),
                )))) if !rests && todo.len() > 1 => {
                    rests = true;
                    there = store.place.list(&prefix)?;
                }
                Err(failure) => return Err(failure),
            }
        }
        whole += plan.tier(tier).index.size();
        if !open.is_empty() {
            if !all {
                let waiting = |waits| {
                    tell(RunProgress {
                        tier,
                        round: 0,
                        done: whole,
                        decided: 0,
                        waits,
                        rests,
                    })
                };
                wait(
                    job,
                    &waiting,
                    budget,
                    || Ok(missing_shares(store.place, tier, of)?.first().copied()),
                    tier,
                    None,
                )?;
            }
            there = store.place.list(&prefix)?;
            store.confirm()?;
            store.place.tidy(&prefix, Leftovers::All)?;
        }
        let own = there
            .into_iter()
            .filter(|name| mine.clone().any(|share| is_passing(name, tier, share)));
        let (messages, states): (Vec<String>, Vec<String>) =
            own.partition(|name| name.contains("/round/"));
        states
            .iter()
            .try_for_each(|name| store.place.remove(name))?;
        left.extend(messages);
        if open.is_empty() || written.get() > MAX_LEFTOVER_MESSAGE_BYTES {
            written.set(0);
            left.drain(..)
                .try_for_each(|name| store.place.remove(&name))?;
        }
        tell(RunProgress {
            tier,
            round: 0,
            done: whole,
            decided: 0,
            waits: None,
            rests,
        });
    }
    left.iter().try_for_each(|name| store.place.remove(name))?;
    Ok(store.place.tidy("", Leftovers::All)?)
}

/// Returns whether shares were swapped out in this tier. Shares were swapped out if they are at
/// different rounds, or if one process ran all shares and did not store their messages in the
/// checkpoints.
fn was_swapped(there: &[String], tier: usize, mine: &Range<usize>, all: bool) -> bool {
    let progress = |share| {
        there
            .iter()
            .filter_map(move |name| parse_checkpoint_name(name, tier, share, false))
            .filter(|progress| progress.round > 0 || all && progress.is_done())
    };
    let mut lists = mine
        .clone()
        .map(|share| progress(share).collect::<Vec<ShareProgress>>());
    let first = lists.next().unwrap_or_default();
    let (mut any, mut common) = (!first.is_empty(), first);
    for list in lists {
        any |= !list.is_empty();
        common.retain(|progress| list.contains(progress));
    }
    any && (all || common.is_empty())
}

/// Returns whether an object belongs to a share and is not needed once its tier is complete.
fn is_passing(name: &str, tier: usize, share: usize) -> bool {
    match ObjectName::parse(name) {
        Some(
            ObjectName::Message {
                tier: at,
                share: of,
                ..
            }
            | ObjectName::Checkpoint {
                tier: at,
                share: of,
                ..
            }
            | ObjectName::Lasting {
                tier: at,
                share: of,
            },
        ) => (at, of) == (tier, share),
        _ => false,
    }
}

/// Work that the shares of this process have done on a tier.
#[derive(Clone, Copy)]
pub(crate) struct WorkCounts {
    /// Number of positions that were decided.
    pub(crate) decided: u64,
    /// Number of indices that were processed.
    pub(crate) looked_at: u64,
}

/// A tier in progress.
pub(crate) struct TierRun<'j, 'p> {
    pub(crate) job: &'j ShareJob<'p>,
    pub(crate) tier: usize,
    whole: u64,
    /// Size of the messages written so far, in bytes.
    written: &'j Cell<u64>,
    /// The shares whose tables did not exist at the start.
    open: &'j [usize],
    pub(crate) tell: &'j dyn Fn(RunProgress),
    /// Whether this process runs all shares in memory, so that no messages are written.
    alone: bool,
    /// Whether only one share is in memory at a time.
    rests: bool,
}

impl TierRun<'_, '_> {
    /// Runs some shares until the tier is complete, and writes their entries. The list `there`
    /// contains the names of the objects of the tier.
    fn fill(
        &self,
        todo: &[usize],
        there: &[String],
        budget: &Budget<'_>,
    ) -> Result<(), ClusterError> {
        let ShareJob {
            plan,
            store,
            of,
            memory,
            checkpoints,
            ..
        } = *self.job;
        let lower = StoredTables::new(plan, store, of, memory);
        let faulty = |halt: TierError| {
            lower
                .fault()
                .map_or(ClusterError::Table(halt), ClusterError::Store)
        };
        let mut kept = Checkpoints::new(
            store,
            self.tier,
            todo,
            self.alone,
            false,
            there,
            checkpoints,
        );
        let begun = |share: usize| Share::new(plan, self.tier, share, of, &lower).map_err(faulty);
        let (mut shares, stands) = kept.resume(&begun)?;
        let mut decided: Vec<u64> = stands
            .iter()
            .map(|stands| stands.as_ref().map_or(0, |stands| stands.decided))
            .collect();
        let mut round = stands
            .iter()
            .flatten()
            .map(|stands| stands.progress.round)
            .max();
        // The shares that have already completed the round, with the messages that they wrote in
        // the round.
        let mut done: Vec<Option<RoundResult>> = stands
            .into_iter()
            .map(|stands| {
                stands
                    .filter(|stands| stands.progress.is_done())
                    .map(|stands| stands.step.unwrap_or_default())
            })
            .collect();
        let mut told: Inboxes = vec![vec![Vec::new(); of]; todo.len()];
        round.get_or_insert(0);
        budget
            .allow_memory(shares.iter().map(Share::bytes).sum())
            .map_err(TierError::from)?;
        while let Some(now) = round {
            let mut steps = Vec::with_capacity(todo.len());
            for at in 0..todo.len() {
                if let Some(step) = done[at].take() {
                    steps.push(step);
                    continue;
                }
                let others = |what: fn(&Share<'_>) -> u64| -> u64 {
                    shares
                        .iter()
                        .enumerate()
                        .filter(|(other, _)| *other != at)
                        .map(|(_, share)| what(share))
                        .sum()
                };
                let looked = others(|share| share.looked_at());
                // Memory in bytes of the other shares and of the received messages.
                let beside = others(|share| share.bytes())
                    + told
                        .iter()
                        .flatten()
                        .map(|part| part.len() as u64)
                        .sum::<u64>();
                let (share, budget) = (
                    &mut shares[at],
                    &budget.with_memory(budget.memory.saturating_sub(beside)),
                );
                let heard = mem::take(&mut told[at]);
                let read: Vec<&[u8]> = heard.iter().map(Vec::as_slice).collect();
                let counts = WorkCounts {
                    decided: decided.iter().sum(),
                    looked_at: looked,
                };
                let mut step = loop {
                    let stepped = self.with_progress(now, counts, budget, |budget| {
                        share.step_until(now, &read, &mut || kept.is_due(), budget)
                    });
                    match stepped.map_err(faulty)? {
                        Some(step) => break step,
                        None => kept.save(
                            at,
                            ShareProgress {
                                round: now,
                                places: share.looked_at(),
                            },
                            share,
                            decided[at],
                            None,
                            budget,
                        )?,
                    }
                };
                decided[at] += step.decided;
                if !self.alone {
                    self.write_message(todo[at], now, &step)?;
                    step.out = Vec::new();
                }
                if now == 0 && todo.len() > 1 && kept.is_due() {
                    kept.save(
                        at,
                        ShareProgress::end_of_round(0),
                        share,
                        decided[at],
                        Some(&step),
                        budget,
                    )?;
                }
                steps.push(step);
            }
            if kept.is_due() {
                for (at, share) in shares.iter().enumerate() {
                    kept.save(
                        at,
                        ShareProgress::end_of_round(now),
                        share,
                        decided[at],
                        Some(&steps[at]),
                        budget,
                    )?;
                }
                kept.remove_older(ShareProgress::end_of_round(now))?;
            }
            let counts = WorkCounts {
                decided: decided.iter().sum(),
                looked_at: shares.iter().map(Share::looked_at).sum(),
            };
            (self.tell)(self.progress(now, counts, None));
            (round, told) = match self.alone {
                true => exchange(steps),
                false => match self.read_messages(todo, now, counts, budget)? {
                    Some(heard) => heard,
                    None => return Ok(()),
                },
            };
        }
        for (&share, work) in todo
            .iter()
            .zip(shares)
            .filter(|(share, _)| !there.contains(&table_name(self.tier, **share)))
        {
            self.write_table(share, work)?;
        }
        Ok(())
    }

    /// Writes the entries of a share.
    pub(crate) fn write_table(&self, share: usize, work: Share<'_>) -> Result<(), StoreError> {
        let (store, name) = (self.job.store, table_name(self.tier, share));
        let mut table = table::TableWriter::new()?;
        work.entries()
            .try_for_each(|block| table.block(block.bytes()))?;
        store.place.put(&name, &table.finish(store.mark(&name)))
    }

    /// Writes the summary and the messages of a share of this process in a round.
    pub(crate) fn write_message(
        &self,
        share: usize,
        now: u32,
        step: &RoundResult,
    ) -> Result<(), StoreError> {
        let (store, name) = (self.job.store, message_name(self.tier, now, share));
        let message = message::write(
            store.mark(&name),
            RoundSummary {
                decided: step.decided,
                next: step.next,
            },
            &step.out,
        );
        self.written.set(self.written.get() + message.len() as u64);
        store.place.put(&name, &message)
    }

    /// Waits until all shares have completed a round. Returns false if other processes have already
    /// finished the shares of this process. If other processes have completed the tier, its
    /// messages are removed and are not available.
    pub(crate) fn wait_for_round(
        &self,
        todo: &[usize],
        now: u32,
        counts: WorkCounts,
        budget: &Budget<'_>,
    ) -> Result<bool, ClusterError> {
        let ShareJob { store, of, .. } = *self.job;
        let waiting = |waits| (self.tell)(self.progress(now, counts, waits));
        let folder = format!("tier/{}/round/{now}/from", self.tier);
        let looks = Cell::new(0_u32);
        let absent = || {
            looks.set(looks.get() + 1);
            let there: HashSet<String> = store.place.list(&folder)?.into_iter().collect();
            let absent =
                (0..of).find(|&share| !there.contains(&message_name(self.tier, now, share)));
            // Other processes rarely finish the shares of this process, so the function checks for
            // their tables only every eighth time.
            Ok(
                if absent.is_some() && looks.get().is_multiple_of(8) && self.is_overtaken(todo)? {
                    None
                } else {
                    absent
                },
            )
        };
        wait(self.job, &waiting, budget, absent, self.tier, Some(now))?;
        Ok(absent()?.is_none() || !self.is_overtaken(todo)?)
    }

    /// Reads the messages of all shares to the shares of this process in a round. Returns `None` if
    /// other processes have already finished the shares of this process.
    fn read_messages(
        &self,
        todo: &[usize],
        now: u32,
        counts: WorkCounts,
        budget: &Budget<'_>,
    ) -> Result<Option<(Option<u32>, Inboxes)>, ClusterError> {
        let ShareJob { store, of, .. } = *self.job;
        if !self.wait_for_round(todo, now, counts, budget)? {
            return Ok(None);
        }
        let (mut round, mut told) = (None, vec![Vec::with_capacity(of); todo.len()]);
        for from in 0..of {
            let name = message_name(self.tier, now, from);
            let Some(heard) = self.unless_overtaken(
                todo,
                require_object(message::read(&store, &name, todo, of), &name),
            )?
            else {
                return Ok(None);
            };
            round = round.into_iter().chain(heard.said.next).min();
            told.iter_mut()
                .zip(heard.parts)
                .for_each(|(told, part)| told.push(part));
        }
        Ok(Some((round, told)))
    }

    /// Returns the value of the result `read`, which is the result of reading from the store.
    /// Returns `None` if an object is missing because other processes have already finished the
    /// shares of this process.
    pub(crate) fn unless_overtaken<T>(
        &self,
        todo: &[usize],
        read: Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        match read {
            Err(StoreError::Missing(_)) if self.is_overtaken(todo)? => Ok(None),
            read => read.map(Some),
        }
    }

    /// Returns whether other processes have finished the shares of this process. Shares whose
    /// tables existed from the start are not considered. A share whose table existed from the start
    /// only sends messages to other shares, and is needed until all tables of the tier exist.
    pub(crate) fn is_overtaken(&self, todo: &[usize]) -> Result<bool, StoreError> {
        let missing = missing_shares(self.job.store.place, self.tier, self.job.of)?;
        let tells = !self.open.iter().any(|share| todo.contains(share));
        Ok(missing.iter().all(|share| !tells && !todo.contains(share)))
    }

    /// Returns the progress of the work on this tier.
    pub(crate) fn progress(
        &self,
        round: u32,
        counts: WorkCounts,
        waits: Option<(usize, Duration)>,
    ) -> RunProgress {
        RunProgress {
            tier: self.tier,
            round,
            done: self.whole + counts.looked_at,
            decided: counts.decided,
            waits,
            rests: self.rests,
        }
    }

    /// Runs `work` for one share and reports the progress of the share. The `counts` do not include
    /// the indices that this share processes.
    pub(crate) fn with_progress<R>(
        &self,
        round: u32,
        counts: WorkCounts,
        budget: &Budget<'_>,
        work: impl FnOnce(&Budget<'_>) -> R,
    ) -> R {
        let tell = |looked, _| {
            let counts = WorkCounts {
                looked_at: counts.looked_at + looked,
                ..counts
            };
            (self.tell)(self.progress(round, counts, None));
        };
        budget.with_pauses(&|| None, &tell, work)
    }
}

/// Returns the content of an object that was read; a missing object is an error.
pub(crate) fn require_object<T>(
    read: Result<Option<T>, StoreError>,
    name: &str,
) -> Result<T, StoreError> {
    read.and_then(|read| read.ok_or_else(|| StoreError::Missing(name.to_owned())))
}

/// Exchanges the messages of shares that all run in this process. Returns the next round and the
/// messages to each share.
fn exchange(steps: Vec<RoundResult>) -> (Option<u32>, Inboxes) {
    let round = steps.iter().filter_map(|step| step.next).min();
    let mut told: Inboxes = vec![Vec::with_capacity(steps.len()); steps.len()];
    for step in steps {
        for (reader, part) in step.out.into_iter().enumerate() {
            told[reader].push(part);
        }
    }
    (round, told)
}

/// Waits until no share is missing in a tier, or in a round of the tier. The pauses between the
/// checks increase.
fn wait(
    job: &ShareJob<'_>,
    waiting: &dyn Fn(Option<(usize, Duration)>),
    budget: &Budget<'_>,
    absent: impl Fn() -> Result<Option<usize>, StoreError>,
    tier: usize,
    round: Option<u32>,
) -> Result<(), ClusterError> {
    let began = Instant::now();
    while let Some(share) = absent()? {
        let since = began.elapsed();
        waiting(Some((share, since)));
        budget.ask().map_err(TierError::from)?;
        if job.patience.is_some_and(|patience| since >= patience) {
            let (of, seconds) = (job.of, since.as_secs());
            let Text { en, zh } = round.map_or_else(
                || text!("", ""),
                |round| text!(", round {round},", "第 {round} 轮"),
            );
            return Err(ClusterError::Waited(text!(
                "share {share} of {of} has written nothing in tier {tier}{en} for {seconds} s: start that share, then start this one again",
                "第 {tier} 层{zh}第 {share} 份（共 {of} 份）已 {seconds} 秒没有写出内容：请启动该份，再重新启动本份"
            )));
        }
        thread::sleep((since / 4).clamp(MIN_POLL_INTERVAL, MAX_POLL_INTERVAL));
    }
    Ok(())
}
