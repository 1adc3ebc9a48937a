//! The options and predecessors of positions, computed from tables of moves.

use base::budget::Budget;
use rules::game::PlayEnding;
use rules::ir::Int;

use super::super::error::TierError;
use super::super::guards;
use super::super::options::{EntryState, OptionBuffer, OptionLister, PositionId, PositionRef};
use super::super::plan::TierPlan;
use super::super::slot_groups::{MoveSums, bits, ones};
use super::super::slot_orders::{repeats, sort};
use super::super::symmetry::ImageFinder;
use super::AdditiveMoves;
use crate::index::PositionIndex;

/// Lists the options of positions from the tables of a plan.
pub(crate) struct AdditiveLister<'p> {
    plan: &'p TierPlan<'p>,
    lanes: &'p AdditiveMoves,
    codes: Vec<u32>,
    parts: Vec<u32>,
    slots: Vec<Int>,
    /// The sums of all forward moves, and of all inverse moves.
    ahead: MoveSums,
    behind: MoveSums,
    /// The moves to be visited, and the moves that stay in the tier, as bits.
    left: Vec<u64>,
    own: Vec<u64>,
    /// Predecessors, each with the number of exchanges of unordered or symmetric slots that fix the
    /// predecessor.
    pieces: Vec<(u64, u128)>,
    turning: Option<ImageFinder<'p>>,
}

impl<'p> AdditiveLister<'p> {
    pub(crate) fn new(plan: &'p TierPlan<'p>, lanes: &'p AdditiveMoves) -> AdditiveLister<'p> {
        let slots = plan.ranges().len();
        let (codes, parts) = (
            vec![0; lanes.codes.list.len()],
            vec![0; lanes.parts.list.len()],
        );
        let (ahead, behind) = (
            MoveSums::new(&lanes.codes, &lanes.forward),
            MoveSums::new(&lanes.parts, &lanes.backward),
        );
        let (slots, turning) = (vec![0; slots], plan.image_finder());
        AdditiveLister {
            plan,
            lanes,
            codes,
            parts,
            slots,
            ahead,
            behind,
            left: Vec::new(),
            own: Vec::new(),
            pieces: Vec::new(),
            turning,
        }
    }

    /// Writes the codes of the position whose parts are given in the lanes of an integer.
    #[inline]
    fn codes_of(&mut self, lanes: u64) {
        if self.lanes.unordered.is_empty() {
            self.lanes.parts.write(lanes, &mut self.codes);
            return;
        }
        self.lanes.parts.write(lanes, &mut self.parts);
        sort(&mut self.parts[self.lanes.unordered.clone()]);
        if self.codes.len() == self.parts.len() {
            self.codes.copy_from_slice(&self.parts);
            return;
        }
        for (unit, code) in self.lanes.codes.list.iter().zip(&mut self.codes) {
            let digits = unit.digits.iter().zip(&self.parts[unit.first..]);
            *code = digits
                .map(|(&(_, weight), &value)| value * weight as u32)
                .sum();
        }
    }

    /// Returns the index of the position whose codes are in `self.codes`, or of the representative
    /// of its orbit. Also returns the number of exchanges that fix the position.
    #[inline]
    fn locate_representative(&mut self, index: &PositionIndex) -> Option<(u64, u128)> {
        let times = self
            .turning
            .as_mut()
            .map_or(1, |turning| turning.canonicalize(&mut self.codes));
        Some((index.place_of(&self.codes)?, times.into()))
    }

    /// Adds a predecessor that `times` exchanges fix, of a position that `here` exchanges fix.
    /// Every position of an orbit A has the same number of moves to an orbit B, and every position
    /// of B is reached by the same number of moves from A.
    #[inline]
    fn comes_before(&mut self, place: u64, times: u128, here: u128, out: &mut Vec<u64>) {
        match here {
            1 => out.extend((0..times).map(|_| place)),
            _ => self.pieces.push((place, times)),
        }
    }

    /// Adds the predecessors of the position that has `self.parts` as one order of its parts.
    fn before_parts(
        &mut self,
        tier: usize,
        here: u128,
        out: &mut Vec<u64>,
        budget: &Budget<'_>,
    ) -> Result<(), TierError> {
        let lanes = self.lanes;
        let index = &self.plan.tier(tier).index;
        let (first, last) = lanes.levels(self.plan.tier(tier));
        let sums = self
            .behind
            .sums_at(&lanes.parts, &lanes.backward, &self.parts);
        bits(sums, &mut self.left, |origin| {
            (first..=last).contains(&(origin >> lanes.level_shift))
        });
        let left = std::mem::take(&mut self.left);
        for number in ones(&left) {
            let (back, origin) = (&lanes.backs[number], self.behind.last()[number]);
            lanes.codes.write(origin, &mut self.codes);
            if back.doubtful {
                let wanted = lanes.parts.join(&self.parts);
                let parts = (1_u64 << lanes.parts.bits).wrapping_sub(1);
                let made = lanes.codes.sum(&lanes.forward, back.forward, &self.codes);
                if made >= lanes.failed || made & parts != wanted {
                    continue;
                }
            }
            let guards = &lanes.rows[back.forward].guards;
            if !guards.is_empty() {
                if index.place_of(&self.codes).is_none() {
                    continue;
                }
                let mut slots = std::mem::take(&mut self.slots);
                for (step, code) in index.steps().iter().zip(&self.codes) {
                    step.write(*code as usize, &mut slots);
                }
                let guarded = guards::hold(guards, self.plan.game(), &slots, budget)?;
                self.slots = slots;
                if !guarded {
                    continue;
                }
            }
            if let Some((place, times)) = self.locate_representative(index) {
                self.comes_before(place, times, here, out);
            }
        }
        self.left = left;
        Ok(())
    }

    /// Adds the predecessors of the position with `self.parts`, if moves are the same in every
    /// order of the slots.
    fn before_alike(&mut self, tier: usize, here: u128, out: &mut Vec<u64>) {
        let lanes = self.lanes;
        let index = &self.plan.tier(tier).index;
        let (first, last) = lanes.levels(self.plan.tier(tier));
        let sums = self
            .behind
            .sums_at(&lanes.parts, &lanes.backward, &self.parts);
        bits(sums, &mut self.left, |origin| {
            (first..=last).contains(&(origin >> lanes.level_shift))
        });
        let left = std::mem::take(&mut self.left);
        for number in ones(&left) {
            self.codes_of(self.behind.last()[number]);
            let Some((place, times)) = self.locate_representative(index) else {
                continue;
            };
            let standing = &lanes.rows[lanes.backs[number].forward].standing;
            if standing.iter().any(|standing| {
                standing
                    .iter()
                    .zip(&self.parts)
                    .any(|(allowed, &part)| !allowed[part as usize])
            }) {
                continue;
            }
            let times = times * u128::from(repeats(&self.parts[lanes.unordered.clone()]));
            self.comes_before(place, times, here, out);
        }
        self.left = left;
    }
}

impl AdditiveLister<'_> {
    /// Adds the predecessors of the position with `self.parts`, trying each order of the unordered
    /// parts.
    fn before_orders(
        &mut self,
        tier: usize,
        here: u128,
        out: &mut Vec<u64>,
        budget: &Budget<'_>,
    ) -> Result<(), TierError> {
        let unordered = &self.lanes.unordered;
        self.parts[unordered.clone()].sort_unstable();
        loop {
            self.before_parts(tier, here, out, budget)?;
            // Computes the next order of the parts.
            let parts = &mut self.parts[unordered.clone()];
            let Some(rise) = parts.windows(2).rposition(|two| two[0] < two[1]) else {
                return Ok(());
            };
            let next = parts
                .iter()
                .rposition(|part| *part > parts[rise])
                .unwrap_or(rise);
            parts.swap(rise, next);
            parts[rise + 1..].reverse();
        }
    }

    /// Returns the ending of play at a position; `None` if play is not over.
    fn ending(&self, codes: &[u32]) -> Option<PlayEnding> {
        let lanes = self.lanes;
        let both = [
            (&lanes.goal, PlayEnding::Goal),
            (&lanes.trap, PlayEnding::Trap),
        ];
        both.into_iter()
            .find(|(condition, _)| condition.holds(&lanes.codes, codes))
            .map(|(_, ending)| ending)
    }

    /// Writes the options. If `own` is given, options in the tier of the position are only counted
    /// in `own`.
    #[inline]
    fn write(
        &mut self,
        at: PositionRef<'_>,
        out: &mut OptionBuffer,
        mut own: Option<&mut u64>,
        budget: &Budget<'_>,
    ) -> Result<EntryState, TierError> {
        let lanes = self.lanes;
        out.clear();
        if let Some(ending) = self.ending(at.codes) {
            return Ok(EntryState::Over(ending));
        }
        budget.steps(lanes.rows.len() / 8)?;
        let sums = self.ahead.sums_at(&lanes.codes, &lanes.forward, at.codes);
        bits(sums, &mut self.left, |made| made < lanes.failed);
        let mut left = std::mem::take(&mut self.left);
        if lanes.free
            && let Some(own) = &mut own
        {
            // Options in the same tier are only counted.
            let (level, _) = lanes.levels(self.plan.tier(at.tier));
            bits(sums, &mut self.own, |made| {
                made >> lanes.level_shift == level
            });
            for ((left, stay), plain) in left.iter_mut().zip(&self.own).zip(&lanes.plain) {
                let stay = *stay & *plain;
                **own += u64::from(stay.count_ones());
                *left &= !stay;
            }
        }
        for number in ones(&left) {
            let (row, made) = (&lanes.rows[number], self.ahead.last()[number]);
            if !row.guards.is_empty()
                && !guards::hold(&row.guards, self.plan.game(), at.slots, budget)?
            {
                continue;
            }
            if row.leaves {
                let tier = lanes.tier(made) as usize;
                // The result violates a requirement of the rules, so the change of slots is not a
                // move.
                if tier == u32::MAX as usize {
                    continue;
                }
                let index = &self.plan.tier(tier).index;
                self.codes_of(made);
                let Some((place, _)) = self.locate_representative(index) else {
                    continue;
                };
                if tier == at.tier
                    && let Some(own) = &mut own
                {
                    **own += 1;
                    continue;
                }
                if tier > at.tier {
                    let mut left = vec![0; self.slots.len()];
                    self.plan.tier(tier).index.position(place, &mut left);
                    return Err(self.plan.raised_measure_error(at, tier, &left));
                }
                out.component(PositionId { tier, place });
            }
            out.end();
        }
        self.left = left;
        Ok(EntryState::Open)
    }
}

impl OptionLister for AdditiveLister<'_> {
    fn list(
        &mut self,
        at: PositionRef<'_>,
        out: &mut OptionBuffer,
        budget: &Budget<'_>,
    ) -> Result<EntryState, TierError> {
        self.write(at, out, None, budget)
    }

    fn list_lower(
        &mut self,
        at: PositionRef<'_>,
        out: &mut OptionBuffer,
        budget: &Budget<'_>,
    ) -> Result<(EntryState, u64), TierError> {
        let mut own = 0;
        let standing = self.write(at, out, Some(&mut own), budget)?;
        Ok((standing, own))
    }

    fn has_inverse_moves(&self) -> bool {
        self.lanes.turned.is_ok()
    }

    fn before(
        &mut self,
        at: PositionRef<'_>,
        tier: usize,
        out: &mut Vec<u64>,
        budget: &Budget<'_>,
    ) -> Result<(), TierError> {
        budget.steps(self.lanes.backs.len() / 8)?;
        let mut here = u128::from(
            self.turning
                .as_mut()
                .map_or(1, |turning| turning.stays(at.codes)),
        );
        self.pieces.clear();
        if self.lanes.unordered.is_empty() {
            self.parts.copy_from_slice(at.codes);
            self.before_parts(tier, here, out, budget)?;
        } else {
            let lows = self.plan.ranges().iter().map(|(low, _)| *low);
            for ((part, slot), low) in self.parts.iter_mut().zip(at.slots).zip(lows) {
                *part = (slot - low) as u32;
            }
            if self.lanes.alike {
                here *= u128::from(repeats(&self.parts[self.lanes.unordered.clone()]));
                self.before_alike(tier, here, out);
            } else {
                self.before_orders(tier, here, out, budget)?;
            }
        }
        self.pieces.sort_unstable();
        for same in self.pieces.chunk_by(|one, two| one.0 == two.0) {
            let (place, times) = same[0];
            out.extend((0..same.len() as u128 * times / here).map(|_| place));
        }
        Ok(())
    }
}
