//! Streaming of lower tiers that do not fit in memory. Streamed tiers are not looked up at random,
//! but read once, in order. Inverse moves find the predecessors of each lower position in the
//! current tier, and each predecessor receives the code of the lower position. Every share reads
//! its part of the lower tiers, a million indices per round, before the first position is decided.
//! A message consists of an index and a code, and takes four bytes.

use std::ops::Range;

use base::budget::Budget;

use super::kernel::{RoundResult, ShareKernel, ShareMode};
use super::open_counts::{DECIDED, HOLE, NEVER_LOST, OPEN, WAITS};
use super::plan::TierPlan;
use super::rounds::RoundSolver;
use super::{PositionRef, TierError, encoding, messages};

/// Maximum number of lower indices that a share reads in a round.
const MAX_ROUND_POSITIONS: u64 = 1 << 20;

/// A message: the index of a position within a block, and the code of an option of this position.
pub(crate) type LowerUpdate = [u8; 4];

/// The lower tiers that are read for a tier, concatenated.
#[derive(Clone, Debug)]
pub(crate) struct LowerStream {
    tiers: Range<usize>,
    /// The total number of indices of the lower tiers.
    places: u64,
    /// The number of shares that read the lower tiers, and the number of indices that each share
    /// reads in a round.
    of: u64,
    at_once: u64,
}

impl LowerStream {
    /// Returns the lower tiers to read for a tier of `of` shares; `None` if no move leads to a
    /// lower tier.
    pub(crate) fn for_tier(plan: &TierPlan<'_>, tier: usize, of: usize) -> Option<LowerStream> {
        let tiers = plan.reach(tier);
        let places = tiers
            .clone()
            .map(|lower| plan.tier(lower).index.size())
            .sum();
        // Small blocks occur only in tests, in which a share must read few indices per round.
        let at_once = MAX_ROUND_POSITIONS.min(plan.block() * 16);
        (places > 0).then_some(LowerStream {
            tiers,
            places,
            of: of as u64,
            at_once,
        })
    }

    /// Returns the number of rounds in which the lower tiers are read.
    pub(crate) fn rounds(&self) -> u32 {
        self.places.div_ceil(self.of * self.at_once) as u32
    }

    /// Returns the range of lower indices that a share reads in a round, starting with round 1.
    fn part(&self, round: u32, share: usize) -> Range<u64> {
        let first = (u64::from(round - 1) * self.of + share as u64) * self.at_once;
        first.min(self.places)..(first + self.at_once).min(self.places)
    }

    /// Returns the range of the lower tiers that corresponds to a stretch of a tier of `size`
    /// indices.
    pub(crate) fn like(&self, stretch: Range<u64>, size: u64) -> Range<u64> {
        let scaled = |place: u64| {
            (u128::from(place) * u128::from(self.places) / u128::from(size.max(1))) as u64
        };
        scaled(stretch.start)..scaled(stretch.end)
    }
}

/// The code of a draw in a message.
const DRAW: u16 = u16::MAX;

impl RoundSolver<'_> {
    /// Applies the messages of the previous round, and reads the next part of the lower tiers.
    pub(crate) fn read_below(
        &mut self,
        round: u32,
        read: &[&[u8]],
        budget: &Budget<'_>,
    ) -> Result<RoundResult, TierError> {
        if round == 1 {
            ShareMode::all_are(ShareMode::Streams, read)?;
        } else {
            self.hear(read, budget)?;
        }
        let part = self
            .below
            .as_ref()
            .map_or(0..0, |below| below.part(round, self.part.share));
        self.tell_before(part, budget)?;
        budget.allow_memory(self.bytes())?;
        let mut out = vec![Vec::new(); self.part.share_count()];
        for (share, out) in out
            .iter_mut()
            .enumerate()
            .filter(|(share, _)| *share != self.part.share)
        {
            for block in self.part.blocks_of(share) {
                let list = std::mem::take(&mut self.news[block as usize]);
                messages::write(block, &list, out);
            }
        }
        Ok(RoundResult {
            out,
            decided: 0,
            next: Some(round + 1),
        })
    }

    /// Notifies the predecessors of lower positions: predecessors in this share immediately, and
    /// predecessors in other shares by messages.
    pub(crate) fn tell_before(
        &mut self,
        part: Range<u64>,
        budget: &Budget<'_>,
    ) -> Result<(), TierError> {
        let Some(below) = self.below.clone() else {
            return Ok(());
        };
        let (plan, mut begins, mut origins) = (self.plan, 0, Vec::new());
        for lower in below.tiers {
            let index = &plan.tier(lower).index;
            let (first, end) = (
                part.start.max(begins) - begins,
                part.end.clamp(begins, begins + index.size()) - begins,
            );
            begins += index.size();
            if first >= end {
                continue;
            }
            let mut walk = index.walk(first);
            while let Some((place, at)) = plan
                .position_at(lower, &walk)
                .filter(|(place, _)| *place < end)
            {
                budget.tick()?;
                let code = self.lower.code(lower, place)?;
                if code != encoding::HOLE {
                    let code = match encoding::number(code) {
                        None if code != encoding::DRAW => return Err(super::rounds::no_entry()),
                        number => number,
                    };
                    origins.clear();
                    self.options.before(
                        PositionRef { tier: lower, ..at },
                        self.part.tier,
                        &mut origins,
                        budget,
                    )?;
                    for &origin in &origins {
                        self.tell(origin, code, budget)?;
                    }
                }
                walk.advance();
            }
        }
        Ok(())
    }

    fn tell(
        &mut self,
        origin: u64,
        code: Option<u16>,
        budget: &Budget<'_>,
    ) -> Result<(), TierError> {
        if (self.part.first()..self.part.end()).contains(&origin) {
            return self.learn((origin - self.part.first()) as usize, code);
        }
        let (block, within) = self.part.blocks.locate(origin);
        let ([a, b], [c, d]) = (
            (within as u16).to_le_bytes(),
            code.unwrap_or(DRAW).to_le_bytes(),
        );
        self.news[block].push([a, b, c, d]);
        Ok(budget.steps(1)?)
    }

    /// Applies the messages of other shares.
    pub(crate) fn hear(&mut self, read: &[&[u8]], budget: &Budget<'_>) -> Result<(), TierError> {
        for message in read {
            messages::read(message, &mut |block, news: &[LowerUpdate]| {
                budget.steps(news.len())?;
                let first = (block * self.part.blocks.places())
                    .checked_sub(self.part.first())
                    .ok_or_else(messages::damaged)? as usize;
                news.iter().try_for_each(|&[a, b, c, d]| {
                    let own = first + usize::from(u16::from_le_bytes([a, b]));
                    let code = Some(u16::from_le_bytes([c, d])).filter(|code| *code != DRAW);
                    if own < self.counts.len() {
                        self.learn(own, code)
                    } else {
                        Err(messages::damaged())
                    }
                })
            })?;
        }
        Ok(())
    }

    /// Records that an option of a position of the share has a given code, or is a draw.
    fn learn(&mut self, own: usize, code: Option<u16>) -> Result<(), TierError> {
        let stands = self.counts.get(own);
        let best = self.best[own];
        match (stands, code) {
            // Play is over at this position, or no later message can contain a better code.
            (DECIDED | WAITS, _) => Ok(()),
            (HOLE, _) => Err(messages::damaged()),
            (_, None) => {
                if stands > NEVER_LOST {
                    self.counts.set(own, NEVER_LOST);
                    self.best[own] = u16::MAX;
                }
                Ok(())
            }
            (_, Some(code @ ..=encoding::MAX_REMOTENESS_CODE)) if code.is_multiple_of(2) => {
                let win = self.plan.coding.before(code);
                if stands > NEVER_LOST || win < best {
                    self.wait(own, win)?;
                    // The position may still be won in fewer moves.
                    self.counts.set(own, NEVER_LOST);
                    self.best[own] = win;
                }
                Ok(())
            }
            (NEVER_LOST, Some(..=encoding::MAX_REMOTENESS_CODE)) => Ok(()),
            (open, Some(code @ ..=encoding::MAX_REMOTENESS_CODE)) => {
                let loss = best.max(self.plan.coding.before(code));
                self.best[own] = loss;
                if open > OPEN + 1 {
                    self.counts.set(own, open - 1);
                    return Ok(());
                }
                self.wait(own, loss)
            }
            _ => Err(super::rounds::no_entry()),
        }
    }
}
