//! The common interface of the kinds of tables: the work on a share of a tier, round by round.

use std::io::{self, Read, Write};

use base::budget::Budget;
use base::text;

use super::blocks::BlockSize;
use super::error::TierError;
use super::messages;
use super::packed_codes::PackedCodes;

/// The result of a round of a share.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoundResult {
    /// The messages to each share of the tier, including the writing share, to be read in the next
    /// round.
    pub out: Vec<Vec<u8>>,
    /// Number of positions decided.
    pub decided: u64,
    /// The next round in which the share has work, unless a message brings work earlier. The tier
    /// continues with the minimum of the next rounds of all shares. The tier is complete if no
    /// share has a next round.
    pub next: Option<u32>,
}

/// A callback that returns whether a long step should pause.
pub type Pause<'a> = &'a mut dyn FnMut() -> bool;

/// A mode that either every share of a tier uses or no share uses. A share states its mode in its
/// first message: a section with a special block number that contains the mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ShareMode {
    /// Lower tiers are streamed ([`super::lower_stream`]). Older versions wrote 0 if no moves were
    /// stored (`--sweep`).
    Streams = 1,
    /// This value is not a mode but an end mark: a share of a sieve has sent all its marks
    /// ([`super::pending_marks`]).
    Finished = 2,
}

impl ShareMode {
    pub(crate) const SECTION: u64 = u32::MAX as u64;

    /// Returns the content of the message section that states this mode.
    pub(crate) fn record(self) -> [u8; 2] {
        [self as u8, 0]
    }

    /// Writes the mode to each share.
    pub(crate) fn send_to_all(self, out: &mut [Vec<u8>]) {
        out.iter_mut()
            .for_each(|out| messages::write(ShareMode::SECTION, &[self.record()], out));
    }

    fn read_record(message: &[u8]) -> Option<u8> {
        message
            .strip_prefix(&(ShareMode::SECTION as u32).to_le_bytes())
            .and_then(|rest| rest.get(4).copied())
    }

    /// Checks that all shares of the tier use this mode.
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

    /// Checks that no share uses a mode.
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
            "either all shares of this tier or none must be started with `--stream`; a table that an older version began with `--sweep` must be built in another store",
            "本层各份的做法不一致：请全部加 `--stream` 启动，或都不加；旧版本以 `--sweep` 开始的表须在另一个存储中重新生成"
        ))
    }
}

/// The location of a share.
#[derive(Clone, Debug)]
pub(crate) struct ShareRange {
    pub(crate) tier: usize,
    pub(crate) share: usize,
    pub(crate) blocks: BlockSize,
    /// The first index of each share of the tier, followed by the end of the last share.
    pub(crate) bounds: Vec<u64>,
}

impl ShareRange {
    /// Returns the first index of this share.
    pub(crate) fn first(&self) -> u64 {
        self.bounds[self.share]
    }

    /// Returns the index after the last index of this share.
    pub(crate) fn end(&self) -> u64 {
        self.bounds[self.share + 1]
    }

    /// Returns the number of indices of this share.
    pub(crate) fn len(&self) -> usize {
        (self.end() - self.first()) as usize
    }

    /// Returns the blocks of a share.
    pub(crate) fn blocks_of(&self, share: usize) -> std::ops::Range<u64> {
        let places = self.blocks.places();
        self.bounds[share].div_ceil(places)..self.bounds[share + 1].div_ceil(places)
    }

    /// Returns the number of shares.
    pub(crate) fn share_count(&self) -> usize {
        self.bounds.len() - 1
    }
}

/// The work on a share, which depends only on the plan, the lower tiers and the messages read.
pub(crate) trait ShareKernel {
    /// Runs or resumes a round; `None` if the round paused
    /// ([`Share::step_until`](super::Share::step_until)).
    fn step(
        &mut self,
        round: u32,
        read: &[&[u8]],
        pause: Pause<'_>,
        budget: &Budget<'_>,
    ) -> Result<Option<RoundResult>, TierError>;

    /// Returns the number of indices that the first round has examined.
    fn looked_at(&self) -> u64;

    /// Writes the state between two rounds, or after a step paused.
    fn save(&self, out: &mut dyn Write) -> io::Result<()>;

    /// Loads a saved state; `None` if the state was not saved by a share of this kind and location.
    fn restore(&mut self, from: &mut dyn Read) -> io::Result<Option<()>>;

    /// Returns whether the share runs in the mode of its plan. After a share loads a state, it
    /// continues in the mode of the loaded state.
    fn goes_as_planned(&self) -> bool {
        true
    }

    /// Returns whether a part of the share's state does not change until the tier is complete.
    fn lasts(&self) -> bool {
        false
    }

    /// Writes only the part of the state that does not change.
    fn save_lasting(&self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// Loads the part of the state that does not change, before the rest of the state.
    fn restore_lasting(&mut self, _from: &mut dyn Read) -> io::Result<Option<()>> {
        Ok(None)
    }

    /// Writes the part of the state that may change before the tier is complete.
    fn save_rest(&self, out: &mut dyn Write) -> io::Result<()> {
        self.save(out)
    }

    /// Returns the approximate number of bytes in memory.
    fn bytes(&self) -> u64;

    /// Returns the entries of the share, block by block.
    fn entries<'k>(self: Box<Self>) -> Box<dyn Iterator<Item = PackedCodes> + 'k>
    where
        Self: 'k;
}
