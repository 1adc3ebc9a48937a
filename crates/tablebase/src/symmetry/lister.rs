//! The options of the representatives of orbits.

use base::budget::Budget;
use base::text;
use rules::ir::Int;

use super::super::error::TierError;
use super::super::options::{EntryState, OptionBuffer, OptionLister, PositionRef};
use super::super::plan::TierPlan;
use super::{ImageFinder, min_image};

/// Lists the options of the representatives of orbits. Positions that are not representatives count
/// as holes.
pub(crate) struct SymmetryLister<'p> {
    plan: &'p TierPlan<'p>,
    turning: ImageFinder<'p>,
    options: Box<dyn OptionLister + 'p>,
    /// The codes and slots of an image, and the options of this image.
    codes: Vec<u32>,
    slots: Vec<Int>,
    listed: OptionBuffer,
    /// The images whose options are compared.
    others: Vec<u64>,
}

impl<'p> SymmetryLister<'p> {
    pub(crate) fn new(
        plan: &'p TierPlan<'p>,
        turning: ImageFinder<'p>,
        options: Box<dyn OptionLister + 'p>,
    ) -> SymmetryLister<'p> {
        let codes = vec![0; turning.images.units.list.len()];
        SymmetryLister {
            plan,
            turning,
            options,
            codes,
            slots: vec![0; plan.ranges().len()],
            listed: OptionBuffer::default(),
            others: Vec::new(),
        }
    }

    /// Writes the codes and slots of an image.
    fn stand(&mut self, tier: usize, image: u64) {
        self.turning.images.units.write(image, &mut self.codes);
        for (step, code) in self.plan.tier(tier).index.steps().iter().zip(&self.codes) {
            step.write(*code as usize, &mut self.slots);
        }
    }

    /// Returns the error for an image that contradicts `symmetry`.
    #[cold]
    fn symmetry_error(&self, at: PositionRef<'_>) -> TierError {
        let (world, game) = (self.plan.world, self.plan.game());
        let (one, other) = (world.show(game, at.slots), world.show(game, &self.slots));
        TierError::Rules(text!(
            "`symmetry` does not hold: the options of {one} do not match those of {other} after exchanging slots",
            "`symmetry` 不成立：{one} 的后继与 {other} 的后继在交换分量后不一致"
        ))
    }
}

impl OptionLister for SymmetryLister<'_> {
    fn list(
        &mut self,
        at: PositionRef<'_>,
        out: &mut OptionBuffer,
        budget: &Budget<'_>,
    ) -> Result<EntryState, TierError> {
        let shown = self.turning.images.shown;
        let images = self.turning.all(at.codes);
        let own = images[0];
        if let (Some(least), _) = min_image(images) {
            out.clear();
            if !shown {
                self.stand(at.tier, least);
                if self
                    .plan
                    .tier(at.tier)
                    .index
                    .place_of(&self.codes)
                    .is_none()
                {
                    return Err(self.plan.asymmetry_error(at.slots, &self.slots));
                }
            }
            return Ok(EntryState::Hole);
        }
        if shown {
            return self.options.list(at, out, budget);
        }
        self.others.clear();
        self.others
            .extend(images.iter().filter(|image| **image != own));
        self.others.sort_unstable();
        self.others.dedup();
        let standing = self.options.list(at, out, budget)?;
        for number in 0..self.others.len() {
            self.stand(at.tier, self.others[number]);
            if self
                .plan
                .tier(at.tier)
                .index
                .place_of(&self.codes)
                .is_none()
            {
                return Err(self.plan.asymmetry_error(at.slots, &self.slots));
            }
            let image = PositionRef {
                tier: at.tier,
                slots: &self.slots,
                codes: &self.codes,
            };
            if self.options.list(image, &mut self.listed, budget)? != standing
                || !out.is_like(&mut self.listed)
            {
                return Err(self.symmetry_error(at));
            }
        }
        Ok(standing)
    }

    fn list_lower(
        &mut self,
        at: PositionRef<'_>,
        out: &mut OptionBuffer,
        budget: &Budget<'_>,
    ) -> Result<(EntryState, u64), TierError> {
        if self.turning.images.shown && self.turning.is_least(at.codes) {
            return self.options.list_lower(at, out, budget);
        }
        let standing = self.list(at, out, budget)?;
        let own = out.keep_lower(at.tier);
        Ok((standing, own))
    }

    fn has_inverse_moves(&self) -> bool {
        // If only the options of images are compared, the predecessors of an image need not be
        // images of predecessors.
        self.turning.images.shown && self.options.has_inverse_moves()
    }

    fn before(
        &mut self,
        at: PositionRef<'_>,
        tier: usize,
        out: &mut Vec<u64>,
        budget: &Budget<'_>,
    ) -> Result<(), TierError> {
        self.options.before(at, tier, out, budget)
    }
}
