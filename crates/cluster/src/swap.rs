//! Shares that are swapped out to the store between rounds, so that only one share is in memory at
//! a time. A share is loaded if it has work or receives a message; otherwise the state of the share
//! stays unchanged. When work is resumed, each share may be at a different round. The store
//! contains the messages written since the round of each share.

use std::collections::HashSet;

use crate::store::message::{self, MessageHeader};
use crate::store::object_name::ShareProgress;
use crate::store::{StoreError, message_name, table_name};
use base::budget::Budget;
use tablebase::{RoundResult, Share, TierError};

use crate::checkpoints::Checkpoints;
use crate::error::ClusterError;
use crate::run::{TierRun, WorkCounts, require_object};
use crate::stored_tables::StoredTables;

impl TierRun<'_, '_> {
    /// Runs some shares, one after the other in each round, until the tier is complete, and writes
    /// their entries. The list `there` contains the names of the objects of the tier.
    pub(crate) fn run_swapped(
        &self,
        todo: &[usize],
        there: &[String],
        budget: &Budget<'_>,
    ) -> Result<(), ClusterError> {
        let &crate::ShareJob {
            plan,
            store,
            of,
            memory,
            checkpoints,
            ..
        } = self.job;
        let lower = StoredTables::new(plan, store, of, memory);
        let faulty = |halt: TierError| {
            lower
                .fault()
                .map_or(ClusterError::Table(halt), ClusterError::Store)
        };
        let mut kept = Checkpoints::new(store, self.tier, todo, false, true, there, checkpoints);
        // Loads a share with its latest state and returns the number of positions that it has
        // decided. A share without a checkpoint is allowed in the first round only.
        let woken = |kept: &Checkpoints<'_, '_>,
                     at: usize,
                     first: bool|
         -> Result<(Share<'_>, u64), ClusterError> {
            let mut share = Share::new(plan, self.tier, todo[at], of, &lower).map_err(faulty)?;
            match kept.furthest(at) {
                Some(progress) => kept
                    .restore(at, progress, &mut share)
                    .map(|stands| (share, stands.decided))
                    .map_err(ClusterError::Store),
                None if first => Ok((share, 0)),
                None => Err(StoreError::Missing(format!(
                    "tier/{}/checkpoint/{}",
                    self.tier, todo[at]
                ))
                .into()),
            }
        };
        let said: HashSet<&str> = there.iter().map(String::as_str).collect();
        let mut decided = vec![0; todo.len()];
        // Number of indices that each share has processed.
        let size =
            |share: usize| plan.bound(self.tier, share + 1, of) - plan.bound(self.tier, share, of);
        let begun = |(at, share): (usize, &usize)| {
            kept.furthest(at).map_or(0, |progress| {
                if progress.is_done() {
                    size(*share)
                } else {
                    progress.places
                }
            })
        };
        let mut looked: Vec<u64> = todo.iter().enumerate().map(begun).collect();
        // The messages of the previous round; empty before the first round.
        let mut heads: Vec<MessageHeader> = Vec::new();
        let mut round = (0..todo.len())
            .map(|at| kept.furthest(at).map_or(0, |progress| progress.round))
            .min();
        while let Some(now) = round {
            let mut at = 0;
            while at < todo.len() {
                if kept.furthest(at).is_some_and(|progress| {
                    progress.round > now || progress.is_done() && progress.round == now
                }) {
                    at += 1;
                    continue;
                }
                let next = heads.get(todo[at]).and_then(|own| own.said.next);
                if !heads.is_empty()
                    && next != Some(now)
                    && !heads.iter().any(|head| head.has_part(todo[at]))
                {
                    // The previous run may have written this message before the run was stopped.
                    if !said.contains(message_name(self.tier, now, todo[at]).as_str()) {
                        self.write_message(
                            todo[at],
                            now,
                            &RoundResult {
                                out: vec![Vec::new(); of],
                                decided: 0,
                                next,
                            },
                        )?;
                    }
                    at += 1;
                    continue;
                }
                let parts = heads
                    .iter()
                    .map(|head| head.part(&store, todo[at]))
                    .collect::<Result<Vec<_>, _>>();
                let Some(mut heard) = self.unless_overtaken(todo, parts)? else {
                    return Ok(());
                };
                heard.resize(of, Vec::new());
                let read: Vec<&[u8]> = heard.iter().map(Vec::as_slice).collect();
                let beside: usize =
                    heads.len() * 8 * of + read.iter().map(|part| part.len()).sum::<usize>();
                let budget = &budget.with_memory(budget.memory.saturating_sub(beside as u64));
                let (mut share, before) = match woken(&kept, at, now == 0) {
                    // Another process that runs the same share made more progress and removed the
                    // state.
                    Err(ClusterError::Store(_)) if kept.refresh(at)? => continue,
                    Err(ClusterError::Store(_)) if self.is_overtaken(todo)? => return Ok(()),
                    woken => woken?,
                };
                looked[at] = 0;
                let counts = WorkCounts {
                    decided: decided.iter().sum(),
                    looked_at: looked.iter().sum(),
                };
                let step = loop {
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
                            &share,
                            before,
                            None,
                            budget,
                        )?,
                    }
                };
                self.write_message(todo[at], now, &step)?;
                (decided[at], looked[at]) = (before + step.decided, share.looked_at());
                kept.swap_out(
                    at,
                    ShareProgress::end_of_round(now),
                    &share,
                    decided[at],
                    budget,
                )?;
                at += 1;
            }
            let counts = WorkCounts {
                decided: decided.iter().sum(),
                looked_at: looked.iter().sum(),
            };
            (self.tell)(self.progress(now, counts, None));
            if !self.wait_for_round(todo, now, counts, budget)? {
                return Ok(());
            }
            heads.clear();
            for from in 0..of {
                let name = message_name(self.tier, now, from);
                let Some(head) = self.unless_overtaken(
                    todo,
                    require_object(message::read_header(&store, &name, of), &name),
                )?
                else {
                    return Ok(());
                };
                heads.push(head);
            }
            round = heads.iter().filter_map(|head| head.said.next).min();
        }
        for at in (0..todo.len()).filter(|at| !there.contains(&table_name(self.tier, todo[*at]))) {
            match woken(&kept, at, false) {
                Err(ClusterError::Store(_)) if self.is_overtaken(todo)? => return Ok(()),
                woken => self.write_table(todo[at], woken?.0)?,
            }
        }
        Ok(())
    }
}
