//! A share of a tier: a range of the tier's indices that begins and ends on multiples of
//! [`super::BLOCK`], and the work on this range.

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

/// A range of a tier and the state of the positions in the range. A share is a pure function of the
/// plan, the lower tiers and the messages that the share has read. If the share is restarted with
/// the same input, it writes the same messages.
pub struct Share<'p> {
    work: Box<dyn ShareKernel + 'p>,
}

/// Returns the kernel of a share. A tier with a single share and a tier with several shares may use
/// different kernels, which compute the same entries.
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
    /// Creates share number `share` of a tier that is split into `of` shares; `lower` provides the
    /// entries of the lower tiers.
    ///
    /// # Errors
    /// Returns [`TierError::Declined`] if a share is too large, with the number of shares that are
    /// needed. Returns [`TierError::Untiered`] if a share is too large and a measure may help.
    ///
    /// # Panics
    /// Panics if the plan has no such tier or the tier has no such share.
    pub fn new(
        plan: &'p TierPlan<'p>,
        tier: usize,
        share: usize,
        of: usize,
        lower: &'p dyn LowerEntries,
    ) -> Result<Share<'p>, TierError> {
        Share::with_options(plan, tier, share, of, lower, plan.options())
    }

    /// Creates a share like [`Share::new`], with an option lister chosen by the caller.
    ///
    /// # Errors
    /// Returns the same errors as [`Share::new`].
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
                "a share of {length} positions is too large: use at least {needed} shares",
                "一份有 {length} 个局面，太大：请至少用 {needed} 份"
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

    /// Runs a round: first round 0, then the rounds given by [`RoundResult::next`]. The argument
    /// `read` contains the messages that each share, including this share, wrote to this share in
    /// the previous round. In round 0 all messages are empty.
    ///
    /// # Errors
    /// Returns [`TierError`] if the rules cannot be evaluated, a move raises the measure, a message
    /// is damaged or the budget runs out. After an error, the share must be restarted.
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

    /// Runs a round like [`Share::step`], but calls `pause` at each block of indices of a long
    /// step. If `pause` returns true, the step returns `None`, the state may be saved, and the same
    /// call resumes the step.
    ///
    /// # Errors
    /// Returns the same errors as [`Share::step`].
    pub fn step_until(
        &mut self,
        round: u32,
        read: &[&[u8]],
        pause: Pause<'_>,
        budget: &Budget<'_>,
    ) -> Result<Option<RoundResult>, TierError> {
        self.work.step(round, read, pause, budget)
    }

    /// Returns the number of indices of the share that the first round has examined.
    pub fn looked_at(&self) -> u64 {
        self.work.looked_at()
    }

    /// Writes the state, between two rounds or after a step paused. The state depends only on the
    /// plan, the lower tiers and the messages read.
    ///
    /// # Errors
    /// Returns the errors of the writer.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        self.work.save(out)
    }

    /// Loads a state saved by the same share, and continues from this state. Returns false if the
    /// state belongs to another share; then this share must be restarted.
    ///
    /// # Errors
    /// Returns the errors of the reader.
    pub fn restore(&mut self, from: &mut dyn Read) -> io::Result<bool> {
        let taken = self.work.restore(from)?;
        Ok(taken.is_some() && from.read(&mut [0])? == 0)
    }

    /// Returns whether the share runs in the mode of its plan, with lower tiers streamed or looked
    /// up. After a share loads a state, it continues in the mode of the loaded state.
    pub fn goes_as_planned(&self) -> bool {
        self.work.goes_as_planned()
    }

    /// Returns whether a part of the state does not change until the tier is complete: the inverse
    /// moves of the tier, if they were sorted. If the state is written often, the part that does
    /// not change can be written once.
    pub fn lasts(&self) -> bool {
        self.work.lasts()
    }

    /// Writes the part of the state that does not change until the tier is complete.
    ///
    /// # Errors
    /// Returns the errors of the writer.
    pub fn save_lasting(&self, out: &mut dyn Write) -> io::Result<()> {
        self.work.save_lasting(out)
    }

    /// Writes the state without the part that does not change until the tier is complete.
    ///
    /// # Errors
    /// Returns the errors of the writer.
    pub fn save_rest(&self, out: &mut dyn Write) -> io::Result<()> {
        self.work.save_rest(out)
    }

    /// Loads the part of the state that does not change, before [`Share::restore`] loads the rest.
    /// Returns false if the loaded part belongs to another share.
    ///
    /// # Errors
    /// Returns the errors of the reader.
    pub fn restore_lasting(&mut self, from: &mut dyn Read) -> io::Result<bool> {
        let taken = self.work.restore_lasting(from)?;
        Ok(taken.is_some() && from.read(&mut [0])? == 0)
    }

    /// Returns the approximate number of bytes in memory.
    pub fn bytes(&self) -> u64 {
        self.work.bytes()
    }

    /// Returns the entries of the range, block by block, once the tier is complete. Each block of
    /// entries is built when the caller requests the block.
    pub fn entries(self) -> impl Iterator<Item = PackedCodes> + 'p {
        self.work.entries()
    }
}
