//! Solves games whose positions are two numbers and whose moves only add to these numbers, line by
//! line ([`crate::index::LevelLines`]). For one move, the options of the positions of a line are
//! consecutive positions of another line. Hence many positions are processed at once: 64 outcomes
//! per word (`outcomes`), or as many values as fit in a register (`values`).

mod outcomes;
mod values;

use base::budget::Budget;
use rules::ir::Int;

use super::kernel::{ShareKernel, ShareRange};
use super::{LowerEntries, TableKind, TierError, TierPlan};
use crate::index::{LevelLine, LevelLines};
use outcomes::LineOutcomes;
use values::LineValues;

/// A tier of lines and the effect of the moves in it.
pub(super) struct LineTier<'p> {
    plan: &'p TierPlan<'p>,
    part: ShareRange,
    lower: &'p dyn LowerEntries,
    /// The amount that each move adds to x, and the amount by which the move lowers the level.
    moves: Vec<(Int, Int)>,
}

/// A kernel of a tier of lines.
pub(super) trait LineKernel: ShareKernel {
    /// Does the work of a real run on the lines of the tier, so that the caller can measure the
    /// time.
    fn rehearse(self: Box<Self>, budget: &Budget<'_>) -> Result<(), TierError>;
}

/// Returns the kernel of a tier; `None` for tiers of other kinds.
pub(super) fn kernel<'p>(
    plan: &'p TierPlan<'p>,
    part: &ShareRange,
    lower: &'p dyn LowerEntries,
) -> Option<Box<dyn LineKernel + 'p>> {
    let worth = |slot: usize| {
        plan.total
            .tables
            .get(&slot)
            .and_then(|table| table.get(1)?.checked_sub(table[0]))
    };
    let weights = [0, 1].map(|slot| worth(slot).unwrap_or(0));
    let fall = |by: &Vec<Int>| (by[0], -weights[0] * by[0] - weights[1] * by[1]);
    let moves: Vec<(Int, Int)> = plan.shifts.as_ref()?.iter().map(fall).collect();
    if moves.iter().any(|(_, fall)| *fall <= 0) {
        return None;
    }
    let most = moves.len();
    let shifts = LineTier {
        plan,
        part: part.clone(),
        lower,
        moves,
    };
    Some(match (plan.what, most) {
        (TableKind::Outcomes, _) => Box::new(LineOutcomes::new(shifts)),
        (_, ..8) => Box::new(LineValues::<u8>::new(shifts)),
        (_, ..16) => Box::new(LineValues::<u16>::new(shifts)),
        (_, ..32) => Box::new(LineValues::<u32>::new(shifts)),
        (_, ..64) => Box::new(LineValues::<u64>::new(shifts)),
        _ => return None,
    })
}

impl<'p> LineTier<'p> {
    fn lines(&self) -> &'p LevelLines {
        self.lines_of(self.part.tier)
    }

    fn lines_of(&self, tier: usize) -> &'p LevelLines {
        self.plan.tier(tier).index.lines().expect("a tier of lines")
    }

    /// Returns the lines of lower tiers to which a move may lead, with the tier of each line.
    fn lower_lines(&self) -> Vec<(usize, LevelLine)> {
        let reach = self.moves.iter().map(|(_, fall)| *fall).max().unwrap_or(0);
        let least = self.plan.tier(self.part.tier).level - reach;
        let tiers = (0..self.part.tier)
            .rev()
            .take_while(|tier| self.plan.tier(*tier).last >= least);
        tiers
            .flat_map(|tier| {
                let lines = self.lines_of(tier);
                (0..lines.len())
                    .map(move |at| (tier, lines.line(at)))
                    .filter(|(_, line)| line.level >= least)
            })
            .collect()
    }

    /// Visits the codes of a line of a lower tier.
    fn codes(
        &self,
        tier: usize,
        line: LevelLine,
        budget: &Budget<'_>,
        mut see: impl FnMut(u32),
    ) -> Result<(), TierError> {
        budget.steps(line.count as usize)?;
        self.lower
            .codes(tier, line.begin..line.begin + line.count, &mut see)
    }

    /// Returns the consecutive positions of a line from which a move leads to a position of another
    /// line. The result consists of the offset of the first position in one line, the offset of its
    /// option in the other line, and the number of positions.
    fn along(from: LevelLine, to: LevelLine, by: Int) -> Option<(usize, usize, usize)> {
        let first = from.low.max(to.low - by);
        let end = (from.low + from.count as Int).min(to.low + to.count as Int - by);
        (first < end).then(|| {
            (
                (first - from.low) as usize,
                (first + by - to.low) as usize,
                (end - first) as usize,
            )
        })
    }

    /// Returns the first index after the first `lines` lines.
    fn place(&self, lines: usize) -> u64 {
        let all = self.lines();
        if lines < all.len() {
            all.line(lines).begin
        } else {
            self.part.len() as u64
        }
    }
}
