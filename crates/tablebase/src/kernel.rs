//! What the kinds of tables have in common: the work on a share of a tier, round by round.

use std::io::{self, Read, Write};

use base::budget::Budget;
use base::text;

use super::blocks::BlockSize;
use super::error::TierError;
use super::messages;
use super::packed_codes::PackedCodes;

/// What a share did in a round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoundResult {
    /// What it writes to each share of the tier, itself among them; to be read by all in the next
    /// round.
    pub out: Vec<Vec<u8>>,
    /// How many positions were decided.
    pub decided: u64,
    /// The round in which the share has more to do, if no message brings more sooner. The tier
    /// goes on with the least of all shares, and is whole where there is none.
    pub next: Option<u32>,
}

/// Whether a long step is to pause.
pub type Pause<'a> = &'a mut dyn FnMut() -> bool;

/// Ways of shares that all of a tier must go, or none. Who goes one says so in its first message: a
/// section of no block, with the way in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ShareMode {
    /// Lower tiers are read in order ([`super::lower_stream`]). Older versions wrote 0 where no
    /// moves were kept (`--sweep`).
    Streams = 1,
    /// Not a way, but the end of one: a share of a sieve has marked all that it will
    /// ([`super::pending_marks`]).
    Finished = 2,
}

impl ShareMode {
    pub(crate) const SECTION: u64 = u32::MAX as u64;

    /// What stands in its section.
    pub(crate) fn record(self) -> [u8; 2] {
        [self as u8, 0]
    }

    /// Says it to each share.
    pub(crate) fn send_to_all(self, out: &mut [Vec<u8>]) {
        out.iter_mut()
            .for_each(|out| messages::write(ShareMode::SECTION, &[self.record()], out));
    }

    fn read_record(message: &[u8]) -> Option<u8> {
        message
            .strip_prefix(&(ShareMode::SECTION as u32).to_le_bytes())
            .and_then(|rest| rest.get(4).copied())
    }

    /// All shares go this way.
    pub(crate) fn all_are(self, read: &[&[u8]]) -> Result<(), TierError> {
        if read
            .iter()
            .all(|message| ShareMode::read_record(message) == Some(self as u8))
        {
            Ok(())
        } else {
            Err(ShareMode::mixed())
        }
    }

    /// No share goes any.
    pub(crate) fn none(read: &[&[u8]]) -> Result<(), TierError> {
        if read
            .iter()
            .all(|message| ShareMode::read_record(message).is_none())
        {
            Ok(())
        } else {
            Err(ShareMode::mixed())
        }
    }

    fn mixed() -> TierError {
        TierError::Declined(text!(
            "the shares of this tier do not go the same way: start all of them with `--stream`, or none; what an older version began with `--sweep` must be made in another store",
            "本层各份的做法不一致：请全部加 `--stream` 启动，或都不加；旧版本以 `--sweep` 开始的表须换一个存储重做"
        ))
    }
}

/// Where a share lies.
#[derive(Clone, Debug)]
pub(crate) struct ShareRange {
    pub(crate) tier: usize,
    pub(crate) share: usize,
    pub(crate) blocks: BlockSize,
    /// Where each share of the tier begins, and the end of the last.
    pub(crate) bounds: Vec<u64>,
}

impl ShareRange {
    /// The first place of this share.
    pub(crate) fn first(&self) -> u64 {
        self.bounds[self.share]
    }

    /// The place behind its last.
    pub(crate) fn end(&self) -> u64 {
        self.bounds[self.share + 1]
    }

    /// How many places it has.
    pub(crate) fn len(&self) -> usize {
        (self.end() - self.first()) as usize
    }

    /// The blocks of a share.
    pub(crate) fn blocks_of(&self, share: usize) -> std::ops::Range<u64> {
        let places = self.blocks.places();
        self.bounds[share].div_ceil(places)..self.bounds[share + 1].div_ceil(places)
    }

    /// How many shares there are.
    pub(crate) fn share_count(&self) -> usize {
        self.bounds.len() - 1
    }
}

/// The work on a share. What it does depends on nothing but the plan, the lower tiers and the
/// messages that it has read.
pub(crate) trait ShareKernel {
    /// Does a round, or goes on with it; `None` if it paused
    /// ([`Share::step_until`](super::Share::step_until)).
    fn step(
        &mut self,
        round: u32,
        read: &[&[u8]],
        pause: Pause<'_>,
        budget: &Budget<'_>,
    ) -> Result<Option<RoundResult>, TierError>;

    /// How many places of its range the first round has looked at.
    fn looked_at(&self) -> u64;

    /// Writes what it holds between two rounds, or where a step paused.
    fn save(&self, out: &mut dyn Write) -> io::Result<()>;

    /// Takes what was saved; `None` if no share of this kind and place saved it.
    fn restore(&mut self, from: &mut dyn Read) -> io::Result<Option<()>>;

    /// Whether it goes the way of its plan: who takes a state goes on in that one's way.
    fn goes_as_planned(&self) -> bool {
        true
    }

    /// Whether it holds something that stays as it is until the tier is whole.
    fn lasts(&self) -> bool {
        false
    }

    /// Writes that alone.
    fn save_lasting(&self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// Takes it, before what else was saved.
    fn restore_lasting(&mut self, _from: &mut dyn Read) -> io::Result<Option<()>> {
        Ok(None)
    }

    /// Writes the rest.
    fn save_rest(&self, out: &mut dyn Write) -> io::Result<()> {
        self.save(out)
    }

    /// Bytes that it holds, about.
    fn bytes(&self) -> u64;

    /// The entries of the range, block by block.
    fn entries<'k>(self: Box<Self>) -> Box<dyn Iterator<Item = PackedCodes> + 'k>
    where
        Self: 'k;
}
