//! The rounds of a share, and its state in files.

use std::io::{self, Read, Write};

use base::budget::Budget;

use super::super::decided_log::DecidedLog;
use super::super::encoding;
use super::super::error::TierError;
use super::super::kernel::{Pause, RoundResult, ShareKernel};
use super::super::lower_stream::LowerStream;
use super::super::messages;
use super::super::open_counts::{HOLE, OpenCounts};
use super::super::packed_codes::PackedCodes;
use super::super::predecessors::BlockPredecessors;
use super::super::share_state;
use super::super::table_kind::TableKind;
use super::{MarkMessage, RoundSolver};

/// A number that replaces the number of blocks in a state whose inverse moves are stored
/// separately.
const APART: u64 = u64::MAX;

impl RoundSolver<'_> {
    /// Writes the state up to the inverse moves.
    fn save_first(&self, out: &mut dyn Write) -> io::Result<()> {
        share_state::number(out, self.listed_to)?;
        // The indices after the index at which the first round paused have no state yet.
        self.counts
            .save(self.counts.len().min(self.listed_to as usize), out)?;
        self.decided.save(out)?;
        share_state::lists(out, &self.waiting)?;
        share_state::number(out, self.arcs.len() as u64)?;
        for list in &self.arcs {
            share_state::number(out, list.len() as u64)?;
            out.write_all(list.as_flattened())?;
        }
        Ok(())
    }

    /// Writes whether lower tiers are read in order, and the results received from lower tiers.
    fn save_stream(&self, out: &mut dyn Write) -> io::Result<()> {
        share_state::number(out, self.below.is_some().into())?;
        share_state::list(out, &self.best)
    }

    /// Loads the inverse moves of `count` blocks.
    fn restore_before(&mut self, count: u64, from: &mut dyn Read) -> io::Result<Option<()>> {
        let (own, size) = (
            self.part.blocks_of(self.part.share),
            self.plan.tier(self.part.tier).index.size(),
        );
        if count != 0 && count != own.end - own.start {
            return Ok(None);
        }
        self.before = (0..count)
            .map(|_| BlockPredecessors::restore(from, self.part.blocks.places()))
            .collect::<io::Result<_>>()?;
        Ok(self
            .before
            .iter()
            .all(|before| before.fits(size))
            .then_some(()))
    }
}

impl ShareKernel for RoundSolver<'_> {
    fn step(
        &mut self,
        round: u32,
        read: &[&[u8]],
        pause: Pause<'_>,
        budget: &Budget<'_>,
    ) -> Result<Option<RoundResult>, TierError> {
        let lead = self.lead();
        match round {
            0 => return self.list_all(pause, budget),
            _ if round <= lead => self.read_below(round, read, budget),
            _ if round == lead + 1 => {
                self.sort(read, budget)?;
                self.decide(0, budget)
            }
            _ => {
                let code = u16::try_from(round - 1 - lead)
                    .ok()
                    .filter(|code| *code <= encoding::MAX_REMOTENESS_CODE)
                    .ok_or_else(messages::damaged)?;
                for message in read {
                    messages::read(message, &mut |block, marks: &[MarkMessage]| {
                        self.apply(code - 1, block, marks, budget)
                    })?;
                }
                self.decide(code, budget)
            }
        }
        .map(Some)
    }

    fn looked_at(&self) -> u64 {
        self.listed_to
    }

    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        self.save_first(out)?;
        self.save_lasting(out)?;
        self.save_stream(out)
    }

    fn goes_as_planned(&self) -> bool {
        let streams = self.plan.streams
            && self.options.has_inverse_moves()
            && LowerStream::for_tier(self.plan, self.part.tier, self.part.share_count()).is_some();
        self.below.is_some() == streams
    }

    fn lasts(&self) -> bool {
        !self.before.is_empty()
    }

    fn save_lasting(&self, out: &mut dyn Write) -> io::Result<()> {
        share_state::number(out, self.before.len() as u64)?;
        self.before.iter().try_for_each(|before| before.save(out))
    }

    fn save_rest(&self, out: &mut dyn Write) -> io::Result<()> {
        self.save_first(out)?;
        share_state::number(out, if self.lasts() { APART } else { 0 })?;
        self.save_stream(out)
    }

    fn restore_lasting(&mut self, from: &mut dyn Read) -> io::Result<Option<()>> {
        let count = share_state::read_number(from)?;
        self.restore_before(count, from)
    }

    fn restore(&mut self, from: &mut dyn Read) -> io::Result<Option<()>> {
        let len = self.part.len();
        let size = self.plan.tier(self.part.tier).index.size();
        let all = size.div_ceil(self.part.blocks.places());
        let own = self.part.blocks_of(self.part.share);
        self.listed_to = share_state::read_number(from)?;
        let Some(counts) = OpenCounts::restore(from, len)? else {
            return Ok(None);
        };
        let Some(decided) = DecidedLog::restore(from, self.part.blocks, len)? else {
            return Ok(None);
        };
        (self.counts, self.decided) = (counts, decided);
        self.waiting = share_state::read_lists(
            from,
            u64::from(encoding::MAX_REMOTENESS_CODE) + 1,
            2 * len as u64,
        )?;
        let begun = self.listed_to < len as u64;
        let lists = share_state::read_number(from)?;
        if lists != 0 && lists != if begun { all } else { own.end - own.start } {
            return Ok(None);
        }
        self.arcs = Vec::new();
        for _ in 0..lists {
            let bytes = share_state::read_number(from)?.saturating_mul(6);
            let bytes = share_state::read_bytes(from, bytes)?;
            self.arcs.push(bytes.as_chunks::<6>().0.to_vec());
        }
        let taken = match share_state::read_number(from)? {
            APART => Some(()).filter(|()| self.lasts()),
            count => self.restore_before(count, from)?,
        };
        if taken.is_none() {
            return Ok(None);
        }
        // After a share loads a state, it continues in the mode of the loaded state.
        self.below = match share_state::read_number(from)? {
            0 => None,
            _ => LowerStream::for_tier(self.plan, self.part.tier, self.part.share_count()),
        };
        self.best = share_state::read_list(from, len as u64)?;
        let heard = self.below.is_some() && self.listed_to > 0;
        if self.best.len() != if heard { len } else { 0 } {
            return Ok(None);
        }
        self.news = vec![
            Vec::new();
            if self.below.is_some() {
                all as usize
            } else {
                0
            }
        ];
        let fits = self
            .waiting
            .iter()
            .flatten()
            .all(|own| (*own as usize) < len)
            && self.listed_to <= len as u64;
        if !fits {
            return Ok(None);
        }
        self.marks = vec![Vec::new(); all as usize];
        self.held = self.arcs_held()
            + self
                .before
                .iter()
                .map(BlockPredecessors::bytes)
                .sum::<u64>();
        Ok(Some(()))
    }

    fn bytes(&self) -> u64 {
        let waiting = self
            .waiting
            .iter()
            .map(|list| 4 * list.capacity() as u64)
            .sum::<u64>();
        let news = self
            .news
            .iter()
            .map(|list| 4 * list.capacity() as u64)
            .sum::<u64>();
        self.held
            + self.counts.bytes()
            + self.decided.bytes()
            + 2 * self.best.len() as u64
            + news
            + waiting
    }

    fn entries<'k>(self: Box<Self>) -> Box<dyn Iterator<Item = PackedCodes> + 'k>
    where
        Self: 'k,
    {
        let RoundSolver {
            plan,
            counts,
            decided,
            part,
            ..
        } = *self;
        let (places, mut decided) = (part.blocks.places() as usize, decided.by_blocks());
        let mut codes = Vec::with_capacity(places);
        Box::new((0..counts.len()).step_by(places).map(move |first| {
            let open = |own| {
                if counts.get(own) == HOLE {
                    encoding::HOLE
                } else {
                    encoding::DRAW
                }
            };
            codes.clear();
            codes.extend((first..counts.len().min(first + places)).map(open));
            // Higher tiers need only the outcome, so each code is replaced by the smallest code
            // with the same winner.
            let told = |code: u16| {
                u32::from(if plan.what == TableKind::Outcomes {
                    code % 2
                } else {
                    code
                })
            };
            decided.next(|within, code| codes[within] = told(code));
            PackedCodes::from_codes(&codes)
        }))
    }
}
