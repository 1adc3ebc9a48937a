//! Outcomes and remoteness of loopy games: retrograde analysis in rounds, one round for each code
//! ([`super::encoding`]), in ascending order. Each position has a count of its open options. A
//! position decided in a round sends a message to each predecessor. A lost position makes its
//! predecessors won. A won position reduces the count of each predecessor by one, and a predecessor
//! without open options is lost. Messages are collected by blocks of indices and applied block by
//! block, so that the counts fit in the cache. Positions that are open when no more messages are
//! sent are draws. The analysis takes O(moves) time and, in addition to the inverse moves of the
//! tier, two bytes per position.

mod share_kernel;

use base::budget::Budget;
use base::text;
use rules::game::PlayEnding;
use rules::ir::Int;

use super::decided_log::DecidedLog;
use super::encoding;
use super::error::untiered;
use super::kernel::{Pause, RoundResult, ShareKernel, ShareMode, ShareRange};
use super::lower_stream::{LowerStream, LowerUpdate};
use super::messages;
use super::open_counts::{DECIDED, HOLE, MAX_OPEN_OPTIONS, NEVER_LOST, OPEN, OpenCounts, WAITS};
use super::outcome_rates::OutcomeRates;
use super::predecessors::{self, ArcRecord, BlockPredecessors};
use super::{
    EntryState, LowerEntries, OptionBuffer, OptionLister, PositionRef, TierError, TierPlan,
};

/// Approximate number of messages per index of a block that are collected before a share applies
/// its messages to itself. A share collects about 2^23 messages in total, or fewer if blocks are
/// small, as in tests.
const MARKS: u64 = 1 << 7;

/// A message about an index of a block.
pub(super) type MarkMessage = [u8; 2];

/// A share of a table of remoteness.
pub(super) struct RoundSolver<'p> {
    pub(super) plan: &'p TierPlan<'p>,
    pub(super) part: ShareRange,
    back: PredecessorSource,
    pub(super) lower: &'p dyn LowerEntries,
    pub(super) options: Box<dyn OptionLister + 'p>,
    listed: OptionBuffer,
    slots: Vec<Int>,
    codes_here: Vec<u32>,
    /// The state of each index.
    pub(super) counts: OpenCounts,
    /// The codes of the decided positions.
    decided: DecidedLog,
    /// For each code the positions that wait for this code, as indices within the share.
    waiting: Vec<Vec<u32>>,
    /// The number of indices of the share that the first round has examined.
    listed_to: u64,
    /// While options are listed, the arcs to all blocks of the tier. After listing and before
    /// sorting, the arcs to the blocks of the share. After sorting, the predecessors of each
    /// position.
    arcs: Vec<Vec<ArcRecord>>,
    before: Vec<BlockPredecessors>,
    /// Messages by blocks of the complete tier.
    marks: Vec<Vec<MarkMessage>>,
    /// The lower tiers to stream; `None` if lower tiers are looked up.
    pub(super) below: Option<LowerStream>,
    /// For each position, the best result of the lower options received so far: the soonest win, or
    /// the latest loss. Options that leave no component are not included. If an option that leaves
    /// no component wins, no other win is sooner; if it loses, no other loss is earlier.
    pub(super) best: Vec<u16>,
    /// Messages from lower positions to blocks of the complete tier.
    pub(super) news: Vec<Vec<LowerUpdate>>,
    held: u64,
}

/// The summary of those options of a position that are decided before the tier of the position is
/// solved.
struct LowerOptions {
    /// The number of options that are not decided yet.
    open: u64,
    /// The smallest code of a win.
    win: Option<u16>,
    /// The code of the position if the position is lost, that is, if all other options are won too.
    loss: u16,
    /// Whether an option is a draw.
    draw: bool,
}

/// The source of predecessors.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PredecessorSource {
    /// No predecessor of a position is in the same tier as the position.
    None,
    /// Predecessors are found with inverse moves.
    Turned,
    /// Predecessors are found in the sorted moves of all positions.
    Sorted,
}

impl<'p> RoundSolver<'p> {
    pub(super) fn new(
        plan: &'p TierPlan<'p>,
        part: ShareRange,
        lower: &'p dyn LowerEntries,
        options: Box<dyn OptionLister + 'p>,
    ) -> Result<RoundSolver<'p>, TierError> {
        let size = plan.tier(part.tier).index.size();
        let back = match (plan.falls, options.has_inverse_moves()) {
            (true, _) => PredecessorSource::None,
            (false, true) => PredecessorSource::Turned,
            (false, false) => PredecessorSource::Sorted,
        };
        if size > u64::from(u32::MAX) && back == PredecessorSource::Sorted {
            let refused = TierError::Declined(text!(
                "a tier of {size} positions is too large: stored predecessors need indices below 2^32",
                "一层有 {size} 个局面，过大：存储的前驱只能用 2^32 以下的位置"
            ));
            return Err(if plan.measure().is_none() {
                untiered(refused)
            } else {
                refused
            });
        }
        let steps = plan.tier(part.tier).index.steps().len();
        let below = if plan.streams && options.has_inverse_moves() {
            LowerStream::for_tier(plan, part.tier, part.share_count())
        } else {
            None
        };
        Ok(RoundSolver {
            plan,
            counts: OpenCounts::holes(0),
            decided: DecidedLog::none(part.blocks, part.len()),
            part,
            back,
            lower,
            options,
            listed: OptionBuffer::default(),
            slots: vec![0; plan.ranges().len()],
            codes_here: vec![0; steps],
            waiting: Vec::new(),
            listed_to: 0,
            arcs: Vec::new(),
            before: Vec::new(),
            marks: Vec::new(),
            below,
            best: Vec::new(),
            news: Vec::new(),
            held: 0,
        })
    }

    /// Lists the options of all positions, and sends an arc to the share of each option in this
    /// tier. Returns `None` if the listing paused at a block.
    fn list_all(
        &mut self,
        pause: Pause<'_>,
        budget: &Budget<'_>,
    ) -> Result<Option<RoundResult>, TierError> {
        let (tier, first, end) = (self.part.tier, self.part.first(), self.part.end());
        let len = self.part.len();
        budget.allow_memory(len as u64 / 2)?;
        let sorted = self.back == PredecessorSource::Sorted;
        let mut own_targets = Vec::new();
        let blocks = self
            .plan
            .tier(tier)
            .index
            .size()
            .div_ceil(self.part.blocks.places()) as usize;
        let begun = self.listed_to;
        if begun == 0 {
            self.counts = OpenCounts::holes(len);
            self.arcs = vec![Vec::new(); blocks];
            if self.below.is_some() {
                budget.allow_memory(self.bytes() + 2 * len as u64)?;
                self.best = vec![0; len];
            }
            budget.allow_memory(self.bytes())?;
        }
        let mut walk = self.plan.tier(tier).index.walk(first + begun);
        while let Some((place, at)) = self
            .plan
            .position_at(tier, &walk)
            .filter(|(place, _)| *place < end)
        {
            if self.part.blocks.locate(place).1 == 0 {
                budget.report(place - first, Some(len as u64));
                self.held = self.arcs_held();
                budget.allow_memory(self.bytes())?;
                if place - first > begun && pause() {
                    self.listed_to = place - first;
                    return Ok(None);
                }
            }
            budget.tick()?;
            let own = (place - first) as usize;
            let (standing, own_tier) = match sorted {
                true => (self.options.list(at, &mut self.listed, budget)?, 0),
                false => self.options.list_lower(at, &mut self.listed, budget)?,
            };
            match standing {
                EntryState::Hole => {}
                EntryState::Over(ending) => self.wait(
                    own,
                    self.plan.coding.ending_code(ending == PlayEnding::Trap),
                )?,
                EntryState::Open if self.listed.is_empty() && own_tier == 0 => {
                    self.wait(own, self.plan.without_moves())?
                }
                EntryState::Open => {
                    let mut known = self.lower_options()?;
                    let stays = own_tier + if self.below.is_some() { 0 } else { known.open };
                    known.open += own_tier;
                    if stays > 0 && self.plan.falls {
                        let at = self.plan.world.show(self.plan.game, at.slots);
                        return Err(TierError::Rules(text!(
                            "a move from {at} does not lower the measure of the tiers",
                            "从 {at} 出发有一着没有使分层度量减小"
                        )));
                    }
                    if sorted {
                        // Duplicate options are removed, because the counts must not depend on how
                        // often a lister lists the same option.
                        own_targets.clear();
                        own_targets.extend(
                            self.listed
                                .iter()
                                .flatten()
                                .filter(|target| target.tier == tier)
                                .map(|target| target.place),
                        );
                        own_targets.sort_unstable();
                        own_targets.dedup();
                        known.open = own_targets.len() as u64;
                        for target in &own_targets {
                            let (block, within) = self.part.blocks.locate(*target);
                            self.arcs[block].push(predecessors::arc(place, within));
                        }
                    }
                    match known {
                        LowerOptions {
                            win: Some(code), ..
                        } => {
                            self.wait(own, code)?;
                            // The position may still be won in fewer moves.
                            self.counts.set(own, NEVER_LOST);
                        }
                        LowerOptions { draw: true, .. } => self.counts.set(own, NEVER_LOST),
                        LowerOptions { open: 0, loss, .. } => self.wait(own, loss)?,
                        LowerOptions { open, .. } => {
                            let count = u16::try_from(open)
                                .ok()
                                .filter(|open| *open <= MAX_OPEN_OPTIONS)
                                .ok_or_else(|| {
                                    TierError::Declined(text!(
                                        "a position has more than {MAX_OPEN_OPTIONS} options",
                                        "有局面的着法超过 {MAX_OPEN_OPTIONS} 个"
                                    ))
                                })?;
                            self.open(own, count, budget)?;
                        }
                    }
                }
            }
            walk.advance();
        }
        self.listed_to = len as u64;
        let (mut out, mut arcs) = (
            vec![Vec::new(); self.part.share_count()],
            std::mem::take(&mut self.arcs),
        );
        for (share, out) in out.iter_mut().enumerate() {
            for block in self.part.blocks_of(share) {
                let list = std::mem::take(&mut arcs[block as usize]);
                if share == self.part.share {
                    self.arcs.push(list)
                } else {
                    messages::write(block, &list, out)
                }
            }
        }
        self.marks = vec![Vec::new(); blocks];
        if self.below.is_some() {
            self.news = vec![Vec::new(); blocks];
            ShareMode::Streams.send_to_all(&mut out);
        }
        Ok(Some(RoundResult {
            out,
            decided: 0,
            next: Some(1),
        }))
    }

    /// Sorts the arcs to the positions of this share.
    fn sort(&mut self, read: &[&[u8]], budget: &Budget<'_>) -> Result<(), TierError> {
        if self.below.is_some() {
            return self.hear(read, budget);
        }
        ShareMode::none(read)?;
        let own = self.part.blocks_of(self.part.share);
        for message in read {
            messages::read(message, &mut |block, list: &[ArcRecord]| {
                let block = block
                    .checked_sub(own.start)
                    .and_then(|block| self.arcs.get_mut(block as usize))
                    .ok_or_else(messages::damaged)?;
                block.extend_from_slice(list);
                Ok(())
            })?;
        }
        self.held = self.arcs_held();
        if self.back != PredecessorSource::Sorted {
            (self.arcs, self.held) = (Vec::new(), 0);
            return Ok(());
        }
        for list in std::mem::take(&mut self.arcs) {
            budget.allow_memory(self.bytes() + 4 * list.len() as u64)?;
            budget.steps(list.len())?;
            let before = BlockPredecessors::from_arcs(&list, self.part.blocks.places());
            self.held = (self.held + before.bytes()).saturating_sub(6 * list.capacity() as u64);
            self.before.push(before);
        }
        Ok(())
    }

    /// Returns the summary of the listed options that are in lower tiers or leave no component.
    fn lower_options(&self) -> Result<LowerOptions, TierError> {
        let coding = self.plan.coding;
        let mut known = LowerOptions {
            open: 0,
            win: None,
            loss: 0,
            draw: false,
        };
        for option in self.listed.iter() {
            let code = match option {
                [] => self.plan.without_moves().into(),
                [target] if target.tier < self.part.tier && self.below.is_none() => {
                    self.lower.code(target.tier, target.place)?
                }
                _ => {
                    known.open += 1;
                    continue;
                }
            };
            match encoding::number(code) {
                None if code == encoding::DRAW => known.draw = true,
                None => return Err(no_entry()),
                Some(code) if code % 2 == 0 => {
                    known.win = Some(known.win.unwrap_or(u16::MAX).min(coding.before(code)))
                }
                Some(code) => known.loss = known.loss.max(coding.before(code)),
            }
        }
        Ok(known)
    }

    /// Writes the slots and the codes of a position of the share.
    fn stand(&mut self, own: usize) {
        let index = &self.plan.tier(self.part.tier).index;
        index.codes(self.part.first() + own as u64, &mut self.codes_here);
        for (step, code) in index.steps().iter().zip(&self.codes_here) {
            step.write(*code as usize, &mut self.slots);
        }
    }

    /// Returns the number of rounds between the listing of options and the first round in which a
    /// position may be decided.
    fn lead(&self) -> u32 {
        self.below.as_ref().map_or(0, LowerStream::rounds)
    }

    /// Returns the number of bytes of unsorted moves.
    fn arcs_held(&self) -> u64 {
        self.arcs
            .iter()
            .map(|list| 6 * list.capacity() as u64)
            .sum()
    }

    /// Records that `count` options of a position of the share are open.
    fn open(&mut self, own: usize, count: u16, budget: &Budget<'_>) -> Result<(), TierError> {
        if self.counts.widens(OPEN + count) {
            budget.allow_memory(self.bytes() + self.counts.wider())?;
        }
        self.counts.set(own, OPEN + count);
        Ok(())
    }

    /// Schedules a position of the share to be decided in the round of a code.
    pub(super) fn wait(&mut self, own: usize, code: u16) -> Result<(), TierError> {
        let at = usize::from(code);
        if code > encoding::MAX_REMOTENESS_CODE {
            let most = encoding::MAX_REMOTENESS_CODE;
            return Err(TierError::Declined(text!(
                "play lasts longer than {most} moves",
                "对局超过 {most} 步"
            )));
        }
        if self.waiting.len() <= at {
            self.waiting.resize_with(at + 1, Vec::new);
        }
        self.waiting[at].push(own as u32);
        self.counts.set(own, WAITS);
        Ok(())
    }

    /// Applies messages from positions with a given code to one block of this share.
    fn apply(
        &mut self,
        code: u16,
        block: u64,
        marks: &[MarkMessage],
        budget: &Budget<'_>,
    ) -> Result<(), TierError> {
        let first = (block * self.part.blocks.places())
            .checked_sub(self.part.first())
            .ok_or_else(messages::damaged)? as usize;
        budget.steps(marks.len())?;
        let before = self.plan.coding.before(code);
        for mark in marks {
            let own = first + usize::from(u16::from_le_bytes(*mark));
            if own >= self.counts.len() {
                return Err(messages::damaged());
            }
            match self.counts.get(own) {
                DECIDED | WAITS => {}
                HOLE => return Err(messages::damaged()),
                _ if code.is_multiple_of(2) => self.wait(own, before)?,
                NEVER_LOST => {}
                open if open > OPEN + 1 => self.counts.set(own, open - 1),
                _ => {
                    // The last open option is won. The results of the other options were known when
                    // the options were listed.
                    if self.below.is_some() {
                        self.wait(own, self.best[own].max(before))?;
                        continue;
                    }
                    self.stand(own);
                    let at = PositionRef {
                        tier: self.part.tier,
                        slots: &self.slots,
                        codes: &self.codes_here,
                    };
                    self.options.list_lower(at, &mut self.listed, budget)?;
                    let loss = self.lower_options()?.loss;
                    self.wait(own, loss.max(before))?;
                }
            }
        }
        Ok(())
    }

    /// Decides the positions scheduled for a code, and writes messages to their predecessors.
    fn decide(&mut self, code: u16, budget: &Budget<'_>) -> Result<RoundResult, TierError> {
        let mut now = self
            .waiting
            .get_mut(usize::from(code))
            .map(std::mem::take)
            .unwrap_or_default();
        // A position scheduled for two codes was already decided in the round of the smaller code.
        now.retain(|&own| {
            let open = self.counts.get(own as usize) != DECIDED;
            if open {
                self.counts.set(own as usize, DECIDED);
            }
            open
        });
        self.decided.push(code, &now);
        budget.allow_memory(self.bytes())?;
        let own_blocks = self.part.blocks_of(self.part.share);
        let blocks = self.part.blocks;
        let (back, mut origins) = (self.back, Vec::new());
        let tells = back != PredecessorSource::None;
        let most = (MARKS * blocks.places()) as usize;
        let (mut told, mut left) = (0, if tells { &now[..] } else { &[] });
        while let Some((&own, rest)) = left.split_first() {
            left = rest;
            if back == PredecessorSource::Turned {
                self.stand(own as usize);
                origins.clear();
                let at = PositionRef {
                    tier: self.part.tier,
                    slots: &self.slots,
                    codes: &self.codes_here,
                };
                self.options
                    .before(at, self.part.tier, &mut origins, budget)?;
                for origin in &origins {
                    let (block, within) = blocks.locate(*origin);
                    self.marks[block].push((within as u16).to_le_bytes());
                }
                told += origins.len();
            } else {
                let (block, within) = blocks.locate(own.into());
                let before = self.before[block].before(within);
                budget.steps(before.len())?;
                for &origin in before {
                    let (block, within) = blocks.locate(origin.into());
                    self.marks[block].push((within as u16).to_le_bytes());
                }
                told += before.len();
            }
            if told < most && !left.is_empty() {
                continue;
            }
            // Messages to the share itself can be applied immediately, because they schedule
            // positions only for larger codes.
            told = 0;
            for block in own_blocks.clone() {
                let mut marks = std::mem::take(&mut self.marks[block as usize]);
                self.apply(code, block, &marks, budget)?;
                marks.clear();
                self.marks[block as usize] = marks;
            }
        }
        let mut out = vec![Vec::new(); self.part.share_count()];
        for (share, out) in out
            .iter_mut()
            .enumerate()
            .filter(|(share, _)| *share != self.part.share)
        {
            for block in self.part.blocks_of(share) {
                messages::write(block, &self.marks[block as usize], out);
                self.marks[block as usize] = Vec::new();
            }
        }
        let decided = now.len() as u64;
        let later = || {
            (usize::from(code) + 1..self.waiting.len())
                .find(|&later| !self.waiting[later].is_empty())
        };
        let next = if decided > 0 {
            Some(usize::from(code) + 1)
        } else {
            later()
        };
        Ok(RoundResult {
            out,
            decided,
            next: next.map(|next| next as u32 + 1 + self.lead()),
        })
    }

    /// Rehearses a stretch with the work of a real run for each position, but disregards the values
    /// of the options. The rehearsal lists the options, decides the position unless it is selected
    /// as a draw, notifies the predecessors, and receives as many messages as it sends.
    pub(super) fn rehearse(
        mut self,
        fates: OutcomeRates,
        budget: &Budget<'_>,
    ) -> Result<(), TierError> {
        let own = self.part.blocks_of(self.part.share).start;
        let mut heard = Vec::new();
        let sorted = self.back == PredecessorSource::Sorted;
        if let Some(step) = self.list_all(&mut || false, budget)?.filter(|_| sorted) {
            for told in &step.out {
                messages::read(told, &mut |_, arcs: &[ArcRecord]| {
                    messages::write(own, arcs, &mut heard);
                    Ok(())
                })?;
            }
        }
        if sorted {
            self.sort(&[&heard], budget)?;
        }
        // The given fractions of positions that are decided or lost are scattered evenly over all
        // positions.
        let among = |own: u32, part: f64| (f64::from(own) * 0.618_033_988_75).fract() < part;
        let decided =
            |own: &u32| self.counts.get(*own as usize) != HOLE && among(*own, fates.decided);
        self.waiting = vec![
            Vec::new(),
            (0..self.counts.len() as u32).filter(decided).collect(),
        ];
        for own in (0..self.counts.len()).filter(|own| among(*own as u32, fates.lost)) {
            self.stand(own);
            let at = PositionRef {
                tier: self.part.tier,
                slots: &self.slots,
                codes: &self.codes_here,
            };
            self.options.list_lower(at, &mut self.listed, budget)?;
            self.lower_options()?;
        }
        if let Some(below) = &self.below {
            let size = self.plan.tier(self.part.tier).index.size();
            let like = below.like(self.part.first()..self.part.end(), size);
            self.tell_before(like, budget)?;
        }
        let told = self.decide(1, budget)?.out;
        (0..self.counts.len()).for_each(|own| self.counts.set(own, NEVER_LOST));
        let whole = self.counts.len() as u64 == self.part.blocks.places();
        for out in told.iter().filter(|_| whole) {
            messages::read(out, &mut |_, marks: &[MarkMessage]| {
                self.apply(1, own, marks, budget)
            })?;
        }
        Ok(())
    }
}

/// Returns the error for a lower table with a hole at the index of an option.
pub(super) fn no_entry() -> TierError {
    TierError::Damaged(text!(
        "a lower tier has no entry for an option",
        "较低一层缺少某个着法的结果"
    ))
}
