//! Values of games that end: the value of a position is the least nimber that is not the value of
//! an option. The options are in lower tiers or, if there is only one tier, at smaller indices.
//! Hence a share reads no messages and needs only one round.

use std::io::{self, Read, Write};

use base::budget::Budget;
use base::text;
use rules::game::PlayEnding;
use theory::value::Grundy;

use super::encoding;
use super::kernel::{Pause, RoundResult, ShareKernel, ShareRange};
use super::outcome_rates::made_up;
use super::{
    EntryState, LowerEntries, OptionBuffer, OptionLister, PackedCodes, PositionId, TierError,
    TierPlan,
};

/// A share of a table of values.
pub(crate) struct ValueFold<'p> {
    plan: &'p TierPlan<'p>,
    part: ShareRange,
    lower: &'p dyn LowerEntries,
    options: Box<dyn OptionLister + 'p>,
    codes: PackedCodes,
    /// Synthetic values for a rehearsal, selected by the last bits of the index. In a rehearsal,
    /// synthetic values also replace the values of the rehearsed tier.
    rehearsal: Option<PackedCodes>,
}

/// Number of synthetic values.
const SYNTHETIC_VALUES: u64 = 1 << 12;

/// The set of the values of the options of a position. Clearing the set takes no time.
#[derive(Default)]
struct SeenNimbers {
    /// For each nimber, the stamp of the last position that has an option with this nimber.
    last: Vec<u32>,
    now: u32,
    goal: bool,
}

impl SeenNimbers {
    fn clear(&mut self) {
        self.goal = false;
        self.now = self.now.checked_add(1).unwrap_or_else(|| {
            self.last.clear();
            1
        });
    }

    /// Records the value of one option of a position that has `options` options.
    #[inline]
    fn see(&mut self, value: Option<Grundy>, options: usize) {
        match value {
            Some(Grundy::GOAL) => self.goal = true,
            Some(value) => {
                // The least unseen nimber is not greater than the number of options.
                let nimber = value
                    .as_nimber()
                    .and_then(|nimber| usize::try_from(nimber).ok());
                if let Some(nimber) = nimber.filter(|nimber| *nimber < options) {
                    if nimber >= self.last.len() {
                        self.last.resize(nimber + 1, 0);
                    }
                    self.last[nimber] = self.now;
                }
            }
            None => {}
        }
    }

    /// Returns the value of the position whose option values were recorded.
    fn least_unseen(&self) -> Grundy {
        if self.goal {
            return Grundy::LOONY;
        }
        let least = self
            .last
            .iter()
            .position(|last| *last != self.now)
            .unwrap_or(self.last.len());
        Grundy::nimber(least as u64).unwrap_or(Grundy::ZERO)
    }
}

impl<'p> ValueFold<'p> {
    pub(crate) fn new(
        plan: &'p TierPlan<'p>,
        part: ShareRange,
        lower: &'p dyn LowerEntries,
        options: Box<dyn OptionLister + 'p>,
    ) -> ValueFold<'p> {
        ValueFold {
            plan,
            part,
            lower,
            options,
            codes: PackedCodes::none(),
            rehearsal: None,
        }
    }

    /// Rehearses a stretch with synthetic values.
    pub(crate) fn rehearsed(
        plan: &'p TierPlan<'p>,
        part: ShareRange,
        lower: &'p dyn LowerEntries,
        budget: &Budget<'_>,
    ) -> Result<(), TierError> {
        let made: Vec<u32> = (0..SYNTHETIC_VALUES)
            .map(|place| made_up(part.tier, place, 256))
            .collect();
        let mut fold = ValueFold {
            rehearsal: Some(PackedCodes::from_codes(&made)),
            ..ValueFold::new(plan, part, lower, plan.options())
        };
        fold.step(0, &[], &mut || false, budget).map(drop)
    }

    /// Returns the value of a component that a move from index `from` leaves.
    fn value(
        &self,
        from: u64,
        PositionId { tier, place }: PositionId,
    ) -> Result<Grundy, TierError> {
        if let Some(made) = &self.rehearsal {
            return Ok(encoding::value(
                made.get((place % SYNTHETIC_VALUES) as usize),
            ));
        }
        if tier < self.part.tier {
            return Ok(encoding::value(self.lower.code(tier, place)?));
        }
        if place >= from {
            return Err(self.plan.not_smaller_error(tier, from, place));
        }
        match place.checked_sub(self.part.first()) {
            Some(place) => Ok(encoding::value(self.codes.get(place as usize))),
            None => Err(TierError::Declined(text!(
                "these positions form one tier that is filled in order, so the tier must be one share",
                "这些局面是一层，须按顺序填：只能是一份"
            ))),
        }
    }
}

impl ShareKernel for ValueFold<'_> {
    fn step(
        &mut self,
        _: u32,
        _: &[&[u8]],
        pause: Pause<'_>,
        budget: &Budget<'_>,
    ) -> Result<Option<RoundResult>, TierError> {
        let len = self.part.len();
        budget.allow_memory(self.codes.needs(len))?;
        let begun = self.codes.len() as u64;
        self.codes.reserve(len);
        let (mut listed, mut seen) = (OptionBuffer::default(), SeenNimbers::default());
        let mut walk = self
            .plan
            .tier(self.part.tier)
            .index
            .walk(self.part.first() + begun);
        while let Some((place, at)) = self
            .plan
            .position_at(self.part.tier, &walk)
            .filter(|(place, _)| *place < self.part.end())
        {
            if self.part.blocks.locate(place).1 == 0 {
                budget.report(place - self.part.first(), Some(len as u64));
                if self.codes.len() as u64 > begun && pause() {
                    return Ok(None);
                }
            }
            budget.tick()?;
            let code = match self.options.list(at, &mut listed, budget)? {
                EntryState::Hole => encoding::HOLE,
                EntryState::Over(PlayEnding::Goal) => encoding::GOAL,
                EntryState::Over(PlayEnding::Trap) => encoding::TRAP,
                EntryState::Open => {
                    seen.clear();
                    let options = listed.iter().count();
                    for option in listed.iter() {
                        let value = match option {
                            [one] => Some(self.value(place, *one)?),
                            parts => {
                                let parts = parts
                                    .iter()
                                    .map(|part| self.value(place, *part))
                                    .collect::<Result<Vec<_>, _>>()?;
                                Grundy::sum(parts)
                            }
                        };
                        seen.see(value, options);
                    }
                    encoding::of_value(seen.least_unseen()).ok_or_else(|| {
                        let most = encoding::SPECIAL - 1;
                        TierError::Declined(text!(
                            "a position has a value above {most}",
                            "有局面的值超过 {most}"
                        ))
                    })?
                }
            };
            if let Some(bytes) = self.codes.widens(code, len) {
                budget.allow_memory(bytes)?;
            }
            self.codes.push(code, len);
            walk.advance();
        }
        let decided = (0..self.codes.len())
            .filter(|place| self.codes.get(*place) != encoding::HOLE)
            .count() as u64;
        Ok(Some(RoundResult {
            out: vec![Vec::new(); self.part.share_count()],
            decided,
            next: None,
        }))
    }

    fn looked_at(&self) -> u64 {
        self.codes.len() as u64
    }

    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        self.codes.save(out)
    }

    fn restore(&mut self, from: &mut dyn Read) -> io::Result<Option<()>> {
        let Some(codes) = PackedCodes::restore(from, self.part.len())? else {
            return Ok(None);
        };
        self.codes = codes;
        let whole = self.codes.len() == self.part.len()
            || (self.part.first() + self.codes.len() as u64)
                .is_multiple_of(self.part.blocks.places());
        Ok(whole.then_some(()))
    }

    fn bytes(&self) -> u64 {
        self.codes.memory_bytes()
    }

    fn entries<'k>(self: Box<Self>) -> Box<dyn Iterator<Item = PackedCodes> + 'k>
    where
        Self: 'k,
    {
        let (codes, places) = (self.codes, self.part.blocks.places() as usize);
        Box::new((0..codes.len()).step_by(places).map(move |first| {
            PackedCodes::from_codes(
                &(first..codes.len().min(first + places))
                    .map(|place| codes.get(place))
                    .collect::<Vec<_>>(),
            )
        }))
    }
}
