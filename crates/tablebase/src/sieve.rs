//! A sieve computes the outcomes of a game that ends and whose moves lead to smaller indices of a
//! tier or to lower tiers. Indices are examined in order. An unmarked position has no losing option
//! in its tier. A lost position marks its predecessors, which are found with inverse moves. Hence
//! an index takes one bit, and a marked index costs nothing, unless play may be over at its
//! position. If there are several shares, each share waits until all earlier shares have sent all
//! their marks. The shares run one after the other. Each share stores a part of the bits and sends
//! its marks to the later shares ([`super::pending_marks`]).

use std::io::{self, Read, Write};
use std::ops::Range;

use base::budget::Budget;
use base::text;
use rules::game::PlayEnding;
use rules::ir::{Game, Int};

use super::kernel::{Pause, RoundResult, ShareKernel, ShareMode, ShareRange};
use super::outcome_rates::OutcomeRates;
use super::pending_marks::{self, PendingMarks};
use super::tier_tables::of_won;
use super::{
    EntryState, LowerEntries, OptionBuffer, OptionLister, PackedCodes, PositionRef, TierError,
    TierPlan, messages, share_state,
};

/// A share of a table of outcomes.
pub(crate) struct Sieve<'p> {
    plan: &'p TierPlan<'p>,
    part: ShareRange,
    lower: &'p dyn LowerEntries,
    options: Box<dyn OptionLister + 'p>,
    listed: OptionBuffer,
    slots: Vec<Int>,
    codes: Vec<u32>,
    origins: Vec<u64>,
    /// Whether play may be over at a position that has options.
    ends: bool,
    /// Whether a position without a losing option in its tier may nevertheless be won.
    asks: bool,
    /// The bits of the indices of the share that are won.
    won: Vec<u64>,
    looked_at: u64,
    /// The index at which the current round starts.
    begun: u64,
    /// The number of earlier shares that have sent all their marks, and whether this share has sent
    /// its end mark.
    told: u64,
    finished: bool,
    /// Marks in later shares that are not sent yet.
    ahead: PendingMarks,
}

impl<'p> Sieve<'p> {
    pub(crate) fn new(
        plan: &'p TierPlan<'p>,
        part: ShareRange,
        lower: &'p dyn LowerEntries,
        options: Box<dyn OptionLister + 'p>,
    ) -> Sieve<'p> {
        let game = plan.world.rules(plan.game).game();
        let ends = game.is_some_and(Game::can_end_play);
        let leaves_nothing =
            game.is_some_and(|game| game.moves.iter().any(|rule| rule.result.is_empty()));
        let asks = leaves_nothing || part.tier > 0 || plan.without_moves() % 2 == 1;
        let (slots, codes) = (
            vec![0; plan.ranges().len()],
            vec![0; plan.tier(part.tier).index.steps().len()],
        );
        let (listed, origins, won) = (OptionBuffer::default(), Vec::new(), Vec::new());
        let behind = part.blocks_of(part.share).end..part.blocks_of(part.share_count() - 1).end;
        let ahead = PendingMarks::none(part.blocks, behind.start, behind.end - behind.start);
        Sieve {
            plan,
            part,
            lower,
            options,
            listed,
            slots,
            codes,
            origins,
            ends,
            asks,
            won,
            looked_at: 0,
            begun: 0,
            told: 0,
            finished: false,
            ahead,
        }
    }

    /// Rehearses a stretch: decides as many positions as the given rates assume to be lost.
    pub(crate) fn rehearsed(
        mut self,
        fates: OutcomeRates,
        budget: &Budget<'_>,
    ) -> Result<(), TierError> {
        let (first, end, all) = (self.part.first(), self.part.end(), self.ends || self.asks);
        self.won.resize((end - first).div_ceil(64) as usize, 0);
        for place in first..end {
            let lost = (place as f64 * 0.618_033_988_75).fract() < fates.lost;
            if lost || all {
                self.stand(place);
                let at = PositionRef {
                    tier: self.part.tier,
                    slots: &self.slots,
                    codes: &self.codes,
                };
                if all {
                    self.options.list_lower(at, &mut self.listed, budget)?;
                }
                if lost {
                    self.origins.clear();
                    self.options
                        .before(at, self.part.tier, &mut self.origins, budget)?;
                    let words = self.won.len() as u64;
                    self.origins.iter().for_each(|origin| {
                        self.won[(origin / 64 % words) as usize] |= 1 << (origin % 64)
                    });
                }
            }
        }
        Ok(())
    }

    /// Returns the first unmarked index of the share, starting at `from`.
    fn unmarked(&self, from: u64) -> Option<u64> {
        let mut word = (from / 64) as usize;
        let mut open = !*self.won.get(word)? & (u64::MAX << (from % 64));
        while open == 0 {
            word += 1;
            open = !*self.won.get(word)?;
        }
        Some(64 * word as u64 + u64::from(open.trailing_zeros()))
    }

    /// Decides the position at an index. If the position is lost, marks its predecessors.
    fn decide(&mut self, place: u64, budget: &Budget<'_>) -> Result<(), TierError> {
        budget.tick()?;
        self.stand(place);
        let (first, end) = (self.part.first(), self.part.end());
        let (word, bit) = place_of(place - first);
        let at = PositionRef {
            tier: self.part.tier,
            slots: &self.slots,
            codes: &self.codes,
        };
        let marked = self.won[word] & bit != 0;
        let mut won = marked;
        if self.ends || self.asks {
            won = match self.options.list_lower(at, &mut self.listed, budget)? {
                (EntryState::Hole, _) => {
                    return Err(TierError::Damaged(text!(
                        "an index does not correspond to a position",
                        "有位置不是局面"
                    )));
                }
                (EntryState::Over(ending), _) => {
                    self.plan.coding.ending_code(ending == PlayEnding::Trap) % 2 == 1
                }
                (EntryState::Open, _) if marked => true,
                (EntryState::Open, 0) if self.listed.is_empty() => {
                    self.plan.without_moves() % 2 == 1
                }
                (EntryState::Open, _) => self.won_lower()?,
            };
        }
        if won {
            self.won[word] |= bit;
            return Ok(());
        }
        self.won[word] &= !bit;
        self.origins.clear();
        self.options
            .before(at, self.part.tier, &mut self.origins, budget)?;
        for &origin in &self.origins {
            if origin <= place {
                return Err(self.plan.not_smaller_error(self.part.tier, origin, place));
            }
            if origin >= end {
                self.ahead.mark(origin);
                continue;
            }
            let (word, bit) = place_of(origin - first);
            self.won[word] |= bit;
        }
        Ok(())
    }

    /// Returns whether a listed option is lost.
    fn won_lower(&self) -> Result<bool, TierError> {
        for option in self.listed.iter() {
            let code = match option {
                [target] => self.lower.code(target.tier, target.place)?,
                _ => self.plan.without_moves().into(),
            };
            match code {
                0 => return Ok(true),
                1 => {}
                _ => {
                    return Err(TierError::Damaged(text!(
                        "a lower tier has no entry for an option",
                        "较低一层缺少某个着法的结果"
                    )));
                }
            }
        }
        Ok(false)
    }

    /// Writes the slots and the codes of an index.
    fn stand(&mut self, place: u64) {
        let index = &self.plan.tier(self.part.tier).index;
        index.codes(place, &mut self.codes);
        for (step, code) in index.steps().iter().zip(&self.codes) {
            step.write(*code as usize, &mut self.slots);
        }
    }

    /// Returns how many of the given decided indices are lost.
    pub(crate) fn lost(&self, places: Range<u64>) -> usize {
        places
            .filter(|place| self.won[(place / 64) as usize] >> (place % 64) & 1 == 0)
            .count()
    }
}

/// Returns the index of the word that contains a bit, and the mask of the bit within the word.
#[inline]
fn place_of(own: u64) -> (usize, u64) {
    ((own / 64) as usize, 1 << (own % 64))
}

impl Sieve<'_> {
    /// Applies the marks of the earlier shares.
    fn hear(&mut self, read: &[&[u8]]) -> Result<(), TierError> {
        let (first, end) = (self.part.first(), self.part.end());
        for message in read {
            let won = &mut self.won;
            let last = pending_marks::read(message, self.part.blocks, &mut |place, bits| {
                let beyond = place + u64::from(u16::BITS - bits.leading_zeros());
                let own = place
                    .checked_sub(first)
                    .filter(|_| beyond <= end)
                    .ok_or_else(messages::damaged)?;
                // The sixteen bits of a record are in one word, because they begin on a multiple of
                // sixteen or the block is smaller.
                won[(own / 64) as usize] |= u64::from(bits) << (own % 64);
                Ok(())
            })?;
            self.told += u64::from(last);
        }
        Ok(())
    }

    /// Returns the maximum number of bytes of marks sent in one round, not counting the last block
    /// of the round. Further marks are sent in the next round. The maximum depends only on the
    /// plan, so that a restarted share writes the same messages.
    fn at_once(&self) -> u64 {
        self.part.blocks.places().pow(2) / 256
    }
}

impl ShareKernel for Sieve<'_> {
    fn step(
        &mut self,
        round: u32,
        read: &[&[u8]],
        pause: Pause<'_>,
        budget: &Budget<'_>,
    ) -> Result<Option<RoundResult>, TierError> {
        let (size, share, of) = (
            self.part.len() as u64,
            self.part.share,
            self.part.share_count(),
        );
        let mut out = vec![Vec::new(); of];
        budget.allow_memory(size / 8)?;
        self.won.resize(size.div_ceil(64) as usize, 0);
        if self.told < share as u64 {
            self.hear(read)?;
        }
        if self.told < share as u64 || self.finished {
            return Ok(Some(RoundResult {
                out,
                decided: 0,
                next: None,
            }));
        }
        let resumed = self.looked_at;
        while self.looked_at < size && self.ahead.bytes() <= self.at_once() {
            budget.report(self.looked_at, Some(size));
            budget.ask()?;
            if self.looked_at > resumed && pause() {
                return Ok(None);
            }
            let end = size.min(self.looked_at + self.part.blocks.places());
            let mut own = self.looked_at;
            while let Some(next) = if self.ends {
                Some(own)
            } else {
                self.unmarked(own)
            }
            .filter(|next| *next < end)
            {
                self.decide(self.part.first() + next, budget)?;
                own = next + 1;
            }
            self.looked_at = end;
            budget.allow_memory(self.bytes())?;
        }
        let behind = share + 1..of;
        behind.clone().for_each(|share| {
            self.ahead
                .write(self.part.blocks_of(share), &mut out[share])
        });
        self.ahead.clear();
        let decided = self.looked_at - std::mem::replace(&mut self.begun, self.looked_at);
        self.finished = self.looked_at == size;
        if self.finished {
            ShareMode::Finished.send_to_all(&mut out[behind.clone()]);
        }
        // The next share begins once it has received the end mark.
        let next = (!self.finished || !behind.is_empty()).then_some(round + 1);
        Ok(Some(RoundResult { out, decided, next }))
    }

    fn looked_at(&self) -> u64 {
        self.looked_at
    }

    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        for number in [self.looked_at, self.begun, self.told, self.finished.into()] {
            share_state::number(out, number)?;
        }
        self.ahead.save(out)?;
        share_state::list(out, &self.won)
    }

    fn restore(&mut self, from: &mut dyn Read) -> io::Result<Option<()>> {
        let (size, words) = (self.part.len() as u64, self.part.len().div_ceil(64));
        self.looked_at = share_state::read_number(from)?;
        self.begun = share_state::read_number(from)?;
        self.told = share_state::read_number(from)?;
        self.finished = share_state::read_number(from)? != 0;
        if self.ahead.restore(from)?.is_none() {
            return Ok(None);
        }
        self.won = share_state::read_list(from, words as u64)?;
        let beyond = self
            .won
            .last()
            .is_some_and(|last| !size.is_multiple_of(64) && last >> (size % 64) != 0);
        let fits = self.looked_at == size
            || (self.looked_at < size && self.looked_at.is_multiple_of(self.part.blocks.places()));
        let counts = self.begun <= self.looked_at && self.told <= self.part.share as u64;
        Ok((fits && counts && matches!(self.won.len(), length if length == words || length == 0 && self.looked_at == 0) && !beyond)
            .then_some(()))
    }

    fn bytes(&self) -> u64 {
        8 * self.won.capacity() as u64 + self.ahead.memory_bytes()
    }

    fn entries<'k>(self: Box<Self>) -> Box<dyn Iterator<Item = PackedCodes> + 'k>
    where
        Self: 'k,
    {
        Box::new(of_won(self.won, self.part.len(), self.part.blocks))
    }
}
