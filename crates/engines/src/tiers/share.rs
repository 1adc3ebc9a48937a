//! A share of a tier: a range of its places that begins and ends on multiples of [`super::BLOCK`],
//! and the work on it.

use std::io::{self, Read, Write};

use base::budget::Budget;
use base::text;

use super::fold::ValueFold;
use super::plan::untiered;
use super::rounds::RoundSolver;
use super::sieve::Sieve;
use super::{
    LowerEntries, OptionLister, PackedCodes, TableKind, TierError, TierPlan, line_kernels, messages,
};

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
pub(super) enum ShareMode {
    /// Open positions look at their options again ([`super::sweeps`]).
    Sweeps,
    /// Lower tiers are read in order ([`super::lower_stream`]).
    Streams,
    /// Not a way, but the end of one: a share of a sieve has marked all that it will
    /// ([`super::pending_marks`]).
    Finished,
}

impl ShareMode {
    pub(super) const SECTION: u64 = u32::MAX as u64;

    /// What stands in its section.
    pub(super) fn record(self) -> [u8; 2] {
        [self as u8, 0]
    }

    /// Says it to each share.
    pub(super) fn send_to_all(self, out: &mut [Vec<u8>]) {
        out.iter_mut()
            .for_each(|out| messages::write(ShareMode::SECTION, &[self.record()], out));
    }

    fn read_record(message: &[u8]) -> Option<u8> {
        message
            .strip_prefix(&(ShareMode::SECTION as u32).to_le_bytes())
            .and_then(|rest| rest.get(4).copied())
    }

    /// All shares go this way.
    pub(super) fn all_are(self, read: &[&[u8]]) -> Result<(), TierError> {
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
    pub(super) fn none(read: &[&[u8]]) -> Result<(), TierError> {
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
            "the shares of this tier do not go the same way: start all of them with the same `--sweep` and `--stream`, or none with either",
            "本层各份的做法不一致：请用同样的 `--sweep`、`--stream` 启动全部，或都不加"
        ))
    }
}

/// Blocks of 2^bits places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BlockSize(pub(super) u32);

impl BlockSize {
    pub(super) fn places(self) -> u64 {
        1 << self.0
    }

    /// The block of a place, and the place within it.
    #[inline]
    pub(super) fn locate(self, place: u64) -> (usize, usize) {
        (
            (place >> self.0) as usize,
            (place & (self.places() - 1)) as usize,
        )
    }
}

/// Where a share lies.
#[derive(Clone, Debug)]
pub(super) struct ShareRange {
    pub(super) tier: usize,
    pub(super) share: usize,
    pub(super) blocks: BlockSize,
    /// Where each share of the tier begins, and the end of the last.
    pub(super) bounds: Vec<u64>,
}

impl ShareRange {
    /// The first place of this share.
    pub(super) fn first(&self) -> u64 {
        self.bounds[self.share]
    }

    /// The place behind its last.
    pub(super) fn end(&self) -> u64 {
        self.bounds[self.share + 1]
    }

    /// How many places it has.
    pub(super) fn len(&self) -> usize {
        (self.end() - self.first()) as usize
    }

    /// The blocks of a share.
    pub(super) fn blocks_of(&self, share: usize) -> std::ops::Range<u64> {
        let places = self.blocks.places();
        self.bounds[share].div_ceil(places)..self.bounds[share + 1].div_ceil(places)
    }

    /// How many shares there are.
    pub(super) fn share_count(&self) -> usize {
        self.bounds.len() - 1
    }
}

/// A range of a tier and what is known of it. It is a pure function of the plan, the lower tiers
/// and the messages that it has read: begun anew and given the same it writes the same.
pub struct Share<'p> {
    work: Box<dyn ShareKernel + 'p>,
}

/// The work on a share. What it does depends on nothing but the plan, the lower tiers and the
/// messages that it has read.
pub(super) trait ShareKernel {
    /// Does a round, or goes on with it; `None` if it paused ([`Share::step_until`]).
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

/// The kernel of a part; a tier that is one share may have another than one of several. Entries are
/// the same.
fn kernel<'p>(
    plan: &'p TierPlan<'p>,
    part: ShareRange,
    lower: &'p dyn LowerEntries,
    options: Box<dyn OptionLister + 'p>,
) -> Result<Box<dyn ShareKernel + 'p>, TierError> {
    if part.share_count() == 1
        && let Some(shifts) = line_kernels::kernel(plan, &part, lower)
    {
        return Ok(shifts);
    }
    Ok(match plan.what {
        TableKind::Outcomes if plan.sieved(part.share_count()) && options.has_inverse_moves() => {
            Box::new(Sieve::new(plan, part, lower, options))
        }
        TableKind::Outcomes | TableKind::Remoteness => {
            Box::new(RoundSolver::new(plan, part, lower, options)?)
        }
        TableKind::Values => Box::new(ValueFold::new(plan, part, lower, options)),
    })
}

impl<'p> Share<'p> {
    /// Share number `share` of `of` of a tier of a plan, which has done nothing yet; `lower` has
    /// the entries of the tiers before.
    ///
    /// # Errors
    /// [`TierError::Declined`], or [`TierError::Untiered`] where a measure may help, if a share is
    /// too large: with how many there must be.
    ///
    /// # Panics
    /// If there is no such tier or share.
    pub fn new(
        plan: &'p TierPlan<'p>,
        tier: usize,
        share: usize,
        of: usize,
        lower: &'p dyn LowerEntries,
    ) -> Result<Share<'p>, TierError> {
        Share::listing(plan, tier, (share, of), lower, plan.options())
    }

    /// The same, with options listed in a way that the caller chooses.
    ///
    /// # Errors
    /// As for [`Share::new`].
    pub fn listing(
        plan: &'p TierPlan<'p>,
        tier: usize,
        (share, of): (usize, usize),
        lower: &'p dyn LowerEntries,
        options: Box<dyn OptionLister + 'p>,
    ) -> Result<Share<'p>, TierError> {
        assert!(share < of, "share {share} of {of}");
        let size = plan.tier(tier).index.size();
        let part = ShareRange {
            tier,
            share,
            blocks: plan.blocks,
            bounds: (0..=of).map(|share| plan.bound(tier, share, of)).collect(),
        };
        const MAX_SHARE_POSITIONS: u64 = u32::MAX as u64;
        let length = part.end() - part.first();
        if length > MAX_SHARE_POSITIONS {
            let needed = size.div_ceil(MAX_SHARE_POSITIONS);
            let refused = TierError::Declined(text!(
                "a share of {length} positions is too large: {needed} shares or more are needed",
                "一份有 {length} 个局面，太大：至少需要 {needed} 份"
            ));
            return Err(if plan.measure().is_none() {
                untiered(refused)
            } else {
                refused
            });
        }
        let work = kernel(plan, part, lower, options)?;
        Ok(Share { work })
    }

    /// Does a round: 0 first, then those that are told by [`RoundResult::next`]. `read` is what
    /// each share, this one among them, wrote to this share in the round before; at first it is
    /// empty.
    ///
    /// # Errors
    /// If the rules cannot be evaluated, a move raises the measure, a message is damaged, or the
    /// budget ends. The share must then be begun anew.
    pub fn step(
        &mut self,
        round: u32,
        read: &[&[u8]],
        budget: &Budget<'_>,
    ) -> Result<RoundResult, TierError> {
        loop {
            if let Some(step) = self.step_until(round, read, &mut || false, budget)? {
                return Ok(step);
            }
        }
    }

    /// As [`Share::step`], but where a step is long it asks at each block of places whether to
    /// pause; then it gives `None`, its state may be saved, and the same call goes on.
    ///
    /// # Errors
    /// As for [`Share::step`].
    pub fn step_until(
        &mut self,
        round: u32,
        read: &[&[u8]],
        pause: Pause<'_>,
        budget: &Budget<'_>,
    ) -> Result<Option<RoundResult>, TierError> {
        self.work.step(round, read, pause, budget)
    }

    /// How many places of its range the first round has looked at.
    pub fn looked_at(&self) -> u64 {
        self.work.looked_at()
    }

    /// Writes its state, between two rounds or where a step paused. It depends on nothing but the
    /// plan, the lower tiers and the messages that it has read.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        self.work.save(out)
    }

    /// Takes the state that the same share saved, and stands where that one stood; false if it is
    /// the state of another, and the share must then be begun anew.
    ///
    /// # Errors
    /// Those of the reader.
    pub fn restore(&mut self, from: &mut dyn Read) -> io::Result<bool> {
        let taken = self.work.restore(from)?;
        Ok(taken.is_some() && from.read(&mut [0])? == 0)
    }

    /// Whether it goes the way of its plan, with sweeps or without, lower tiers read in order or
    /// looked up: who takes a state goes on in that one's way.
    pub fn goes_as_planned(&self) -> bool {
        self.work.goes_as_planned()
    }

    /// Whether part of its state stays as it is until the tier is whole: the moves of the tier
    /// turned round, where they were sorted. Who writes the state often writes that part once.
    pub fn lasts(&self) -> bool {
        self.work.lasts()
    }

    /// Writes that part.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn save_lasting(&self, out: &mut dyn Write) -> io::Result<()> {
        self.work.save_lasting(out)
    }

    /// Writes the state without that part.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn save_rest(&self, out: &mut dyn Write) -> io::Result<()> {
        self.work.save_rest(out)
    }

    /// Takes the part of the state that lasts, after which [`Share::restore`] takes the rest; false
    /// if it is that of another share.
    ///
    /// # Errors
    /// Those of the reader.
    pub fn restore_lasting(&mut self, from: &mut dyn Read) -> io::Result<bool> {
        let taken = self.work.restore_lasting(from)?;
        Ok(taken.is_some() && from.read(&mut [0])? == 0)
    }

    /// Bytes that it holds, about.
    pub fn bytes(&self) -> u64 {
        self.work.bytes()
    }

    /// The entries of the range, block by block, once the tier is whole. Each is made when it is
    /// asked for.
    pub fn entries(self) -> impl Iterator<Item = PackedCodes> + 'p {
        self.work.entries()
    }
}
