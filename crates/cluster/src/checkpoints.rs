//! Checkpoints of the shares of one process, written periodically so that stopped work can be
//! resumed.
//!
//! All shares of a process are saved after the same round. The first round takes longest and needs
//! no messages from other shares, so each share can be saved at any point of this round. In a later
//! round, a share can also be saved at any point if it is the only share of its process, or if it
//! is swapped out. Checkpoints are optional: if the store has no room for a checkpoint, or another
//! process has removed the checkpoint, the work continues without it.

use std::io;
use std::time::{Duration, Instant};

use crate::store::checkpoint::{CheckpointHeader, CheckpointReader, CheckpointWriter};
use crate::store::message::{RoundMessage, RoundSummary};
use crate::store::object_name::{
    ShareProgress, checkpoint_name, lasting_name, parse_checkpoint_name,
};
use crate::store::{StoreError, TableStore};
use base::budget::Budget;
use tablebase::{RoundResult, Share, TierError};

use crate::error::ClusterError;

/// Writing checkpoints takes at most the elapsed time divided by this number.
const CHECKPOINT_TIME_DIVISOR: u32 = 20;

/// The checkpoints of some shares of a tier.
pub(crate) struct Checkpoints<'j, 'p> {
    store: TableStore<'p>,
    tier: usize,
    shares: &'j [usize],
    alone: bool,
    /// Whether shares are swapped out to the store between rounds. The checkpoints of swapped-out
    /// shares are the only copy of their states.
    rests: bool,
    /// For each share, the progress of its checkpoints in the store.
    there: Vec<Vec<ShareProgress>>,
    /// For each share, whether the store contains the constant part of its state.
    lasting: Vec<bool>,
    /// Minimum time between two checkpoints; `None` if no checkpoint is written.
    every: Option<Duration>,
    last: Instant,
}

/// Returns the progress of each checkpoint of a share that is among the objects in `there`, in
/// ascending order.
fn states(there: &[String], tier: usize, share: usize, alone: bool) -> Vec<ShareProgress> {
    let mut list: Vec<ShareProgress> = there
        .iter()
        .filter_map(|name| parse_checkpoint_name(name, tier, share, alone))
        .collect();
    list.sort_unstable();
    list
}

/// The progress of a share that was restored from a checkpoint.
#[derive(Clone, Debug)]
pub(crate) struct RestoredState {
    pub(crate) progress: ShareProgress,
    pub(crate) decided: u64,
    /// The messages that the share wrote in its round, if all shares run in this process.
    pub(crate) step: Option<RoundResult>,
}

impl<'j, 'p> Checkpoints<'j, 'p> {
    /// Finds the checkpoints of the given shares among the objects of the tier, which are listed in
    /// `there`.
    pub(crate) fn new(
        store: TableStore<'p>,
        tier: usize,
        shares: &'j [usize],
        alone: bool,
        rests: bool,
        there: &[String],
        every: Option<Duration>,
    ) -> Self {
        let lasting = shares
            .iter()
            .map(|share| there.contains(&lasting_name(tier, *share)))
            .collect();
        let there = shares
            .iter()
            .map(|share| states(there, tier, *share, alone))
            .collect();
        Checkpoints {
            store,
            tier,
            shares,
            alone,
            rests,
            there,
            lasting,
            every,
            last: Instant::now(),
        }
    }

    /// Lists the checkpoints of a share in the store again. Returns whether the latest checkpoint
    /// has more progress than the latest checkpoint of the previous list.
    pub(crate) fn refresh(&mut self, at: usize) -> Result<bool, StoreError> {
        let (share, before) = (self.shares[at], self.furthest(at));
        let there = self
            .store
            .place
            .list(&format!("tier/{}/checkpoint/{share}", self.tier))?;
        self.there[at] = states(&there, self.tier, share, self.alone);
        self.lasting[at] = there.contains(&lasting_name(self.tier, share));
        Ok(self.furthest(at) > before)
    }

    /// Returns whether the minimum time since the last checkpoint has passed.
    pub(crate) fn is_due(&self) -> bool {
        self.every.is_some_and(|every| self.last.elapsed() >= every)
    }

    fn name(&self, at: usize, progress: ShareProgress) -> String {
        checkpoint_name(self.tier, self.shares[at], progress, self.alone)
    }

    /// Restores the latest states from which the shares can resume together. `begun` creates a
    /// share in its initial state. The initial state is used for each share without a suitable
    /// checkpoint.
    pub(crate) fn resume<'s, E: From<StoreError>>(
        &self,
        begun: &dyn Fn(usize) -> Result<Share<'s>, E>,
    ) -> Result<(Vec<Share<'s>>, Vec<Option<RestoredState>>), E> {
        let together = match &self.there[..] {
            // A share whose checkpoint is within a round has already read the messages of the
            // previous round.
            [only] => only
                .iter()
                .max()
                .copied()
                .filter(|progress| progress.round > 0),
            [first, ..] => first.iter().rev().copied().find(|progress| {
                progress.round > 0
                    && progress.is_done()
                    && self.there.iter().all(|list| list.contains(progress))
            }),
            [] => None,
        };
        let (mut shares, mut stands) = (Vec::new(), Vec::new());
        for (at, list) in self.there.iter().enumerate() {
            let progress = together.or_else(|| {
                list.iter()
                    .rev()
                    .copied()
                    .find(|progress| progress.round == 0)
            });
            let mut share = begun(self.shares[at])?;
            let mut stand = None;
            if let Some(progress) = progress {
                match self.restore(at, progress, &mut share) {
                    // If there are several shares, all start in the mode of the plan: lower tiers
                    // are either streamed or looked up. A checkpoint of the mode that the plan does
                    // not use is ignored.
                    Ok(_)
                        if together.is_none()
                            && self.shares.len() > 1
                            && !share.goes_as_planned() =>
                    {
                        share = begun(self.shares[at])?
                    }
                    Ok(taken) => stand = Some(taken),
                    // Another process that runs the same share made more progress and removed the
                    // checkpoint.
                    Err(StoreError::Missing(_)) if together.is_none() => {
                        share = begun(self.shares[at])?
                    }
                    Err(StoreError::Missing(_)) => {
                        let shares = self
                            .shares
                            .iter()
                            .map(|share| begun(*share))
                            .collect::<Result<_, _>>()?;
                        return Ok((shares, vec![None; self.shares.len()]));
                    }
                    Err(fault) => return Err(fault.into()),
                }
            }
            shares.push(share);
            stands.push(stand);
        }
        Ok((shares, stands))
    }

    /// Restores the state of a share from the store.
    pub(crate) fn restore(
        &self,
        at: usize,
        progress: ShareProgress,
        share: &mut Share<'_>,
    ) -> Result<RestoredState, StoreError> {
        if self.lasting[at] {
            let (_, mut reading) =
                CheckpointReader::open(self.store, &lasting_name(self.tier, self.shares[at]))?;
            if !matches!(share.restore_lasting(&mut reading), Ok(true)) {
                return Err(reading.into_error());
            }
        }
        let (head, mut reading) = CheckpointReader::open(self.store, &self.name(at, progress))?;
        match share.restore(&mut reading) {
            Ok(true) => {
                let step = head.message.map(|message| RoundResult {
                    out: message.parts,
                    decided: message.said.decided,
                    next: message.said.next,
                });
                Ok(RestoredState {
                    progress,
                    decided: head.decided,
                    step,
                })
            }
            _ => Err(reading.into_error()),
        }
    }

    /// Returns the progress of the latest checkpoint of a share; `None` if the share has no
    /// checkpoint.
    pub(crate) fn furthest(&self, at: usize) -> Option<ShareProgress> {
        self.there[at].iter().max().copied()
    }

    /// Writes the state of a share that is swapped out after a round, and removes its older
    /// checkpoints.
    pub(crate) fn swap_out(
        &mut self,
        at: usize,
        progress: ShareProgress,
        share: &Share<'_>,
        decided: u64,
        budget: &Budget<'_>,
    ) -> Result<(), ClusterError> {
        budget
            .allow_memory(Checkpoints::needed_bytes(share))
            .map_err(TierError::from)?;
        if share.lasts() && !self.lasting[at] {
            self.write_state(
                &lasting_name(self.tier, self.shares[at]),
                &CheckpointHeader::default(),
                |out| share.save_lasting(out),
            )?;
            self.lasting[at] = true;
        }
        self.write_state(
            &self.name(at, progress),
            &CheckpointHeader {
                decided,
                message: None,
            },
            |out| share.save_rest(out),
        )?;
        self.there[at].push(progress);
        Ok(self.remove(at, |old| old < progress)?)
    }

    /// Returns the memory in bytes that a share and its compressed copy need while a checkpoint is
    /// written.
    fn needed_bytes(share: &Share<'_>) -> u64 {
        share.bytes() + share.bytes() / 2
    }

    fn write_state(
        &self,
        name: &str,
        head: &CheckpointHeader,
        save: impl FnOnce(&mut CheckpointWriter) -> io::Result<()>,
    ) -> Result<(), StoreError> {
        let mut writing = CheckpointWriter::new(head)?;
        // If compressing the state fails, `finish` returns the error.
        let _ = save(&mut writing);
        self.store
            .place
            .put(name, &writing.finish(self.store.mark(name))?)
    }

    /// Writes the state of one share. Removes older checkpoints of the share that are within a
    /// round. If `progress` is within the first round, older checkpoints of the first round are
    /// also removed. For several shares that are not swapped out, no checkpoint is written within a
    /// later round, because the shares could not resume together.
    pub(crate) fn save(
        &mut self,
        at: usize,
        progress: ShareProgress,
        share: &Share<'_>,
        decided: u64,
        step: Option<&RoundResult>,
        budget: &Budget<'_>,
    ) -> Result<(), StoreError> {
        let began = Instant::now();
        // If memory does not suffice, no checkpoint is written.
        let room = budget
            .allow_memory(Checkpoints::needed_bytes(share))
            .is_ok();
        let useful =
            progress.round == 0 || progress.is_done() || self.rests || self.shares.len() == 1;
        if self.every.is_some() && room && useful && !self.there[at].contains(&progress) {
            let step = step.filter(|_| self.alone);
            let message = step.map(|step| RoundMessage {
                said: RoundSummary {
                    decided: step.decided,
                    next: step.next,
                },
                parts: step.out.clone(),
            });
            let head = CheckpointHeader { decided, message };
            match self.write_state(&self.name(at, progress), &head, |out| share.save(out)) {
                Ok(()) => self.there[at].push(progress),
                // An error of writing a checkpoint is not reported, because the store may still
                // have room for the objects that must be written.
                Err(StoreError::Full(_)) => {
                    self.every = None;
                    let rests = self.rests;
                    return (0..self.shares.len()).try_for_each(|at| {
                        self.remove(at, |progress| !rests || !progress.is_done())
                    });
                }
                Err(fault) => return Err(fault),
            }
            self.remove(at, |old| {
                (progress.round == 0 && old.round == 0 || !old.is_done()) && old < progress
            })?;
        }
        self.last = Instant::now();
        let cost = began.elapsed() * CHECKPOINT_TIME_DIVISOR;
        self.every = self.every.map(|every| every.max(cost));
        Ok(())
    }

    /// Removes the older checkpoints if all shares were saved after the round `progress`.
    pub(crate) fn remove_older(&mut self, progress: ShareProgress) -> Result<(), StoreError> {
        let whole = self.there.iter().all(|list| list.contains(&progress));
        (0..self.shares.len())
            .filter(|_| whole)
            .try_for_each(|at| self.remove(at, |old| old < progress))
    }

    fn remove(&mut self, at: usize, old: impl Fn(ShareProgress) -> bool) -> Result<(), StoreError> {
        let (gone, stay): (Vec<ShareProgress>, Vec<ShareProgress>) = self.there[at]
            .iter()
            .copied()
            .partition(|progress| old(*progress));
        self.there[at] = stay;
        gone.into_iter()
            .try_for_each(|progress| self.store.place.remove(&self.name(at, progress)))
    }
}
