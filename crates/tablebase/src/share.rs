//! A share of a tier: a range of its places that begins and ends on multiples of [`super::BLOCK`],
//! and the work on it.

use std::io::{self, Read, Write};

use base::budget::Budget;
use base::text;

use super::error::untiered;
use super::fold::ValueFold;
use super::kernel::{Pause, RoundResult, ShareKernel, ShareRange};
use super::rounds::RoundSolver;
use super::sieve::Sieve;
use super::{
    LowerEntries, OptionLister, PackedCodes, TableKind, TierError, TierPlan, line_kernels,
};

/// A range of a tier and what is known of it. It is a pure function of the plan, the lower tiers
/// and the messages that it has read: begun anew and given the same it writes the same.
pub struct Share<'p> {
    work: Box<dyn ShareKernel + 'p>,
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
        Share::with_options(plan, tier, share, of, lower, plan.options())
    }

    /// The same, with options listed in a way that the caller chooses.
    ///
    /// # Errors
    /// As for [`Share::new`].
    pub fn with_options(
        plan: &'p TierPlan<'p>,
        tier: usize,
        share: usize,
        of: usize,
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

    /// Whether it goes the way of its plan, lower tiers read in order or looked up: who takes a
    /// state goes on in that one's way.
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
