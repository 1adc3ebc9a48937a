//! The states of the shares of one process, written now and then, so that work that was stopped
//! goes on from there.
//!
//! All shares of a process are kept after the same round; within the first round, which takes
//! longest and where a share needs nothing from the others, each as far as it is. Checkpoints are a
//! convenience: where there is no room for one, or another process took it away, work goes on
//! without it.

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

/// The writing of checkpoints takes at most this part of the time.
const CHECKPOINT_TIME_DIVISOR: u32 = 20;

/// The checkpoints of some shares of a tier.
pub(crate) struct Checkpoints<'j, 'p> {
    store: TableStore<'p>,
    tier: usize,
    shares: &'j [usize],
    alone: bool,
    /// Shares rest in the store: their states are all that is left of them.
    rests: bool,
    /// Those that are in the store.
    there: Vec<Vec<ShareProgress>>,
    /// Whether there is the part of a state that lasts.
    lasting: Vec<bool>,
    /// The least time between two; `None` if there are to be none.
    every: Option<Duration>,
    last: Instant,
}

/// How far the states of a share are among some objects, the least first.
fn states(there: &[String], tier: usize, share: usize, alone: bool) -> Vec<ShareProgress> {
    let mut list: Vec<ShareProgress> = there
        .iter()
        .filter_map(|name| parse_checkpoint_name(name, tier, share, alone))
        .collect();
    list.sort_unstable();
    list
}

/// Where a share stands that was taken from a checkpoint.
#[derive(Clone, Debug)]
pub(crate) struct RestoredState {
    pub(crate) far: ShareProgress,
    pub(crate) decided: u64,
    /// What it wrote in its round, if all shares run here.
    pub(crate) step: Option<RoundResult>,
}

impl<'j, 'p> Checkpoints<'j, 'p> {
    /// Those of these shares among the objects `there` of the tier.
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

    /// Looks once more which states of a share there are, and whether the furthest is another one.
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

    /// Whether it is time for one.
    pub(crate) fn is_due(&self) -> bool {
        self.every.is_some_and(|every| self.last.elapsed() >= every)
    }

    fn name(&self, at: usize, far: ShareProgress) -> String {
        checkpoint_name(self.tier, self.shares[at], far, self.alone)
    }

    /// The furthest states from which the shares can go on together; `begun` makes a share that has
    /// done nothing. A share that has none begins anew.
    pub(crate) fn resume<'s, E: From<StoreError>>(
        &self,
        begun: &dyn Fn(usize) -> Result<Share<'s>, E>,
    ) -> Result<(Vec<Share<'s>>, Vec<Option<RestoredState>>), E> {
        let together = match &self.there[..] {
            // Who stands within a round has read what was told before.
            [only] => only.iter().max().copied().filter(|far| far.round > 0),
            [first, ..] => first.iter().rev().copied().find(|far| {
                far.round > 0 && far.is_done() && self.there.iter().all(|list| list.contains(far))
            }),
            [] => None,
        };
        let (mut shares, mut stands) = (Vec::new(), Vec::new());
        for (at, list) in self.there.iter().enumerate() {
            let far = together.or_else(|| list.iter().rev().copied().find(|far| far.round == 0));
            let mut share = begun(self.shares[at])?;
            let mut stand = None;
            if let Some(far) = far {
                match self.restore(at, far, &mut share) {
                    // Those of others begin in the way of the plan.
                    Ok(_)
                        if together.is_none()
                            && self.shares.len() > 1
                            && !share.goes_as_planned() =>
                    {
                        share = begun(self.shares[at])?
                    }
                    Ok(taken) => stand = Some(taken),
                    // Another process of this share was further and took it away.
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

    /// Takes the state of a share from the store.
    pub(crate) fn restore(
        &self,
        at: usize,
        far: ShareProgress,
        share: &mut Share<'_>,
    ) -> Result<RestoredState, StoreError> {
        if self.lasting[at] {
            let (_, mut reading) =
                CheckpointReader::open(self.store, &lasting_name(self.tier, self.shares[at]))?;
            if !matches!(share.restore_lasting(&mut reading), Ok(true)) {
                return Err(reading.into_error());
            }
        }
        let (head, mut reading) = CheckpointReader::open(self.store, &self.name(at, far))?;
        match share.restore(&mut reading) {
            Ok(true) => {
                let step = head.message.map(|message| RoundResult {
                    out: message.parts,
                    decided: message.said.decided,
                    next: message.said.next,
                });
                Ok(RestoredState {
                    far,
                    decided: head.decided,
                    step,
                })
            }
            _ => Err(reading.into_error()),
        }
    }

    /// How far the furthest state of a share is, if there is any.
    pub(crate) fn furthest(&self, at: usize) -> Option<ShareProgress> {
        self.there[at].iter().max().copied()
    }

    /// Writes the state of a share that is to rest after a round, and takes the older ones away.
    pub(crate) fn swap_out(
        &mut self,
        at: usize,
        far: ShareProgress,
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
            &self.name(at, far),
            &CheckpointHeader {
                decided,
                message: None,
            },
            |out| share.save_rest(out),
        )?;
        self.there[at].push(far);
        Ok(self.remove(at, |old| old < far)?)
    }

    /// What is compressed lies in memory beside the share.
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
        // If it fails, `finish` says why.
        let _ = save(&mut writing);
        self.store
            .place
            .put(name, &writing.finish(self.store.mark(name))?)
    }

    /// Writes the state of one share, and takes away those within a round that are older, and those
    /// of the first round if it is within that. Within a later round several shares that do not
    /// rest cannot go on together, and nothing is written.
    pub(crate) fn save(
        &mut self,
        at: usize,
        far: ShareProgress,
        share: &Share<'_>,
        decided: u64,
        step: Option<&RoundResult>,
        budget: &Budget<'_>,
    ) -> Result<(), StoreError> {
        let began = Instant::now();
        // Where that is too much there is no checkpoint.
        let room = budget
            .allow_memory(Checkpoints::needed_bytes(share))
            .is_ok();
        let useful = far.round == 0 || far.is_done() || self.rests || self.shares.len() == 1;
        if self.every.is_some() && room && useful && !self.there[at].contains(&far) {
            let step = step.filter(|_| self.alone);
            let message = step.map(|step| RoundMessage {
                said: RoundSummary {
                    decided: step.decided,
                    next: step.next,
                },
                parts: step.out.clone(),
            });
            let head = CheckpointHeader { decided, message };
            match self.write_state(&self.name(at, far), &head, |out| share.save(out)) {
                Ok(()) => self.there[at].push(far),
                // There may still be room for what must be written.
                Err(StoreError::Full(_)) => {
                    self.every = None;
                    let rests = self.rests;
                    return (0..self.shares.len())
                        .try_for_each(|at| self.remove(at, |far| !rests || !far.is_done()));
                }
                Err(fault) => return Err(fault),
            }
            self.remove(at, |old| {
                (far.round == 0 && old.round == 0 || !old.is_done()) && old < far
            })?;
        }
        self.last = Instant::now();
        let cost = began.elapsed() * CHECKPOINT_TIME_DIVISOR;
        self.every = self.every.map(|every| every.max(cost));
        Ok(())
    }

    /// All shares are kept after a round: what is older is not needed any more.
    pub(crate) fn remove_older(&mut self, far: ShareProgress) -> Result<(), StoreError> {
        let whole = self.there.iter().all(|list| list.contains(&far));
        (0..self.shares.len())
            .filter(|_| whole)
            .try_for_each(|at| self.remove(at, |old| old < far))
    }

    fn remove(&mut self, at: usize, old: impl Fn(ShareProgress) -> bool) -> Result<(), StoreError> {
        let (gone, stay): (Vec<ShareProgress>, Vec<ShareProgress>) =
            self.there[at].iter().copied().partition(|far| old(*far));
        self.there[at] = stay;
        gone.into_iter()
            .try_for_each(|far| self.store.place.remove(&self.name(at, far)))
    }
}
