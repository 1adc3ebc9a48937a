//! The third way to find the predecessors of a position: the moves of a tier are not stored. What
//! is decided in a round is told to all shares, and each position that is open looks at its
//! options again in the next. Two bits a place of the whole tier in each share, and as many looks
//! at a position as there are rounds until it is decided: little memory, more time.

use std::io::{self, Read, Write};

use base::budget::Budget;

use super::open_counts::{NEVER_LOST, OPEN};
use super::rounds::{MarkMessage, RoundSolver};
use super::{EntryState, OptionBuffer, PositionRef, TierError, TierPlan, messages, share_state};

/// Bytes of a move while it is sorted.
const SORTED: u64 = 10;

/// Of each place of a tier: open, lost, or won.
#[derive(Clone, Debug, Default)]
pub(super) struct SweepStates {
    bits: Vec<u8>,
}

impl SweepStates {
    /// A tier of `places` places, all open.
    pub(super) fn open(places: u64) -> SweepStates {
        SweepStates {
            bits: vec![0; places.div_ceil(4) as usize],
        }
    }

    /// Whether a place is won, if it is decided.
    fn won(&self, place: u64) -> Option<bool> {
        match self.bits[(place / 4) as usize] >> (place % 4 * 2) & 3 {
            0 => None,
            bits => Some(bits == 2),
        }
    }

    /// A place is decided; false if there is no such place.
    fn decide(&mut self, place: u64, won: bool) -> bool {
        let byte = self.bits.get_mut((place / 4) as usize);
        byte.map(|byte| *byte |= (1 + u8::from(won)) << (place % 4 * 2))
            .is_some()
    }

    pub(super) fn bytes(&self) -> u64 {
        self.bits.len() as u64
    }

    /// Writes it into the state of its share.
    pub(super) fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        share_state::number(out, self.bits.len() as u64)?;
        out.write_all(&self.bits)
    }

    /// What was written, of a tier of `places` places; `None` if it is that of another.
    pub(super) fn restore(from: &mut dyn Read, places: u64) -> io::Result<Option<SweepStates>> {
        let length = share_state::read_number(from)?;
        match length == 0 || length == places.div_ceil(4) {
            true => Ok(Some(SweepStates {
                bits: share_state::read_bytes(from, length)?,
            })),
            false => Ok(None),
        }
    }
}

/// About how many bytes the moves of the largest tier take that are sorted and kept, as a sample of
/// its positions says.
///
/// # Errors
/// If the rules cannot be evaluated, a move raises the measure, or the budget ends.
pub fn estimate_arc_bytes(plan: &TierPlan<'_>, budget: &Budget<'_>) -> Result<u64, TierError> {
    /// Of positions.
    const SAMPLE: u64 = 512;
    let Some(tier) = (0..plan.tiers()).max_by_key(|tier| plan.tier(*tier).index.size()) else {
        return Ok(0);
    };
    let (size, mut options, mut listed) = (
        plan.tier(tier).index.size(),
        plan.options(),
        OptionBuffer::default(),
    );
    let (count, mut within) = (SAMPLE.min(size), 0);
    for number in 0..count {
        let walk = plan
            .tier(tier)
            .index
            .walk((u128::from(size) * u128::from(number) / u128::from(count.max(1))) as u64);
        let Some((_, at)) = plan.position_at(tier, &walk) else {
            break;
        };
        options.list(at, &mut listed, budget)?;
        within += listed
            .iter()
            .flatten()
            .filter(|target| target.tier == tier)
            .count() as u64;
    }
    Ok((u128::from(size) * u128::from(within * SORTED) / u128::from(count.max(1))) as u64)
}

impl RoundSolver<'_> {
    /// Writes what was decided to every share.
    pub(super) fn tell_all(&mut self, decided: &[u32]) -> Vec<Vec<u8>> {
        for own in decided {
            let (block, within) = self.part.blocks.locate(self.part.first() + u64::from(*own));
            self.marks[block].push((within as u16).to_le_bytes());
        }
        let mut told = Vec::new();
        for block in self.part.blocks_of(self.part.share) {
            messages::write(block, &self.marks[block as usize], &mut told);
            self.marks[block as usize].clear();
        }
        vec![told; self.part.share_count()]
    }

    /// Takes in what was decided with a code, and lets what is open look at its options again,
    /// unless it was nothing.
    pub(super) fn sweep(
        &mut self,
        code: u16,
        read: &[&[u8]],
        budget: &Budget<'_>,
    ) -> Result<(), TierError> {
        let (won, before) = (!code.is_multiple_of(2), self.plan.coding.before(code));
        for message in read {
            messages::read(message, &mut |block, marks: &[MarkMessage]| {
                budget.steps(marks.len())?;
                let first = block * self.part.blocks.places();
                let told = marks.iter().all(|mark| {
                    self.seen
                        .decide(first + u64::from(u16::from_le_bytes(*mark)), won)
                });
                if told {
                    Ok(())
                } else {
                    Err(messages::damaged())
                }
            })?;
        }
        if read.iter().all(|message| message.is_empty()) {
            return Ok(());
        }
        let (tier, first, end) = (self.part.tier, self.part.first(), self.part.end());
        let (plan, mut listed) = (self.plan, OptionBuffer::default());
        let mut walk = plan.tier(tier).index.walk(first);
        while let Some((place, at)) = plan
            .position_at(tier, &walk)
            .filter(|(place, _)| *place < end)
        {
            budget.tick()?;
            let own = (place - first) as usize;
            let open = self.counts.get(own);
            if open >= NEVER_LOST && (open > OPEN || !won) {
                self.sweep_position(own, won, before, at, &mut listed, budget)?;
            }
            walk.advance();
        }
        Ok(())
    }

    /// An open position looks at its options.
    fn sweep_position(
        &mut self,
        own: usize,
        won: bool,
        before: u16,
        at: PositionRef<'_>,
        listed: &mut OptionBuffer,
        budget: &Budget<'_>,
    ) -> Result<(), TierError> {
        if self.options.list(at, listed, budget)? != EntryState::Open {
            return Err(messages::damaged());
        }
        let within = listed
            .iter()
            .flatten()
            .filter(|target| target.tier == at.tier);
        let mut within = within.map(|target| self.seen.won(target.place));
        // What has a lost option waits since it was lost, and what has none that is not won since
        // the last one was.
        if !won {
            return if within.any(|option| option == Some(false)) {
                self.wait(own, before)
            } else {
                Ok(())
            };
        }
        let lost = within.all(|option| option == Some(true));
        drop(within);
        if lost {
            std::mem::swap(&mut self.listed, listed);
            self.listed.keep_lower(at.tier);
            let loss = self.lower_options()?.loss;
            self.wait(own, loss.max(before))?;
        }
        Ok(())
    }
}
