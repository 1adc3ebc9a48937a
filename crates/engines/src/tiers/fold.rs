//! Values of games that end: each position gets the least nimber that no option has, once its options are known. They lie in lower tiers, or where
//! there is one tier at smaller places of it; so a share reads no messages, and is done in one round.

use std::io::{self, Read, Write};

use base::budget::Budget;
use base::text;
use rules::rules::Ending;
use theory::value::Grundy;

use super::code;
use super::share::{Part, Pause, Step};
use super::state;
use super::{Block, Halt, Listed, Lower, Options, Plan, Standing, Target};

/// A share of a table of values.
pub(super) struct Fold<'p> {
    plan: &'p Plan<'p>,
    part: Part,
    lower: &'p dyn Lower,
    options: Box<dyn Options + 'p>,
    codes: Vec<u16>,
}

impl<'p> Fold<'p> {
    pub(super) fn new(plan: &'p Plan<'p>, part: Part, lower: &'p dyn Lower, options: Box<dyn Options + 'p>) -> Fold<'p> {
        Fold { plan, part, lower, options, codes: Vec::new() }
    }

    /// Does all; `None` if it paused at a block.
    pub(super) fn step(&mut self, pause: Pause<'_>, budget: &Budget<'_>) -> Result<Option<Step>, Halt> {
        let len = self.part.len();
        budget.allow_memory(2 * len as u64)?;
        let begun = self.codes.len() as u64;
        self.codes.reserve_exact(len - self.codes.len());
        let (mut listed, mut values) = (Listed::default(), Vec::new());
        let mut walk = self.plan.tier(self.part.tier).index.walk(self.part.first() + begun);
        while let Some((place, at)) = self.plan.at(self.part.tier, &walk).filter(|(place, _)| *place < self.part.end()) {
            if self.part.blocks.at(place).1 == 0 {
                budget.report(place - self.part.first(), Some(len as u64));
                if self.codes.len() as u64 > begun && pause() {
                    return Ok(None);
                }
            }
            budget.tick()?;
            let code = match self.options.list(at, &mut listed, budget)? {
                Standing::Hole => code::HOLE,
                Standing::Over(Ending::Goal) => code::GOAL,
                Standing::Over(Ending::Trap) => code::TRAP,
                Standing::Open => {
                    values.clear();
                    for option in listed.iter() {
                        let parts = option.iter().map(|target| self.value(place, *target)).collect::<Result<Vec<_>, _>>()?;
                        values.extend(Grundy::sum(parts));
                    }
                    code::of_value(Grundy::of_options(&values)).ok_or_else(|| {
                        let most = code::GREATEST;
                        Halt::Declined(text!("a position is worth more than {most}", "有局面的值超过 {most}"))
                    })?
                }
            };
            self.codes.push(code);
            walk.advance();
        }
        let decided = self.codes.iter().filter(|code| **code != code::HOLE).count() as u64;
        Ok(Some(Step { out: vec![Vec::new(); self.part.of()], decided, next: None }))
    }

    /// How many places have their values.
    pub(super) fn listed_to(&self) -> u64 {
        self.codes.len() as u64
    }

    /// Writes what it holds.
    pub(super) fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        state::list(out, &self.codes)
    }

    /// Takes what was saved; `None` if no share of this kind and place saved it.
    pub(super) fn restore(&mut self, from: &mut dyn Read) -> io::Result<Option<()>> {
        self.codes = state::read_list(from, self.part.len() as u64)?;
        let whole =
            self.codes.len() == self.part.len() || (self.part.first() + self.codes.len() as u64).is_multiple_of(self.part.blocks.places());
        Ok(whole.then_some(()))
    }

    /// The value of a component that a move from a place leaves.
    fn value(&self, from: u64, Target { tier, place }: Target) -> Result<Grundy, Halt> {
        if tier < self.part.tier {
            return Ok(code::value(self.lower.code(tier, place)?));
        }
        if place >= from {
            let show = |place: u64| {
                let index = &self.plan.tier(tier).index;
                let mut slots = vec![0; index.slots()];
                index.position(place, &mut slots);
                self.plan.world.show(self.plan.game, &slots)
            };
            let (from, to) = (show(from), show(place));
            return Err(Halt::Rules(text!(
                "the move from {from} to {to} does not lower the measure",
                "从 {from} 到 {to} 的着法没有使度量减小"
            )));
        }
        match place.checked_sub(self.part.first()) {
            Some(place) => Ok(code::value(self.codes[place as usize])),
            None => Err(Halt::Declined(text!(
                "these positions are one tier, filled in their order: it is one share",
                "这些局面是一层，须按顺序填：只能是一份"
            ))),
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        2 * self.codes.capacity() as u64
    }

    pub(super) fn entries(self) -> Vec<Block> {
        self.codes.chunks(self.part.blocks.places() as usize).map(Block::of).collect()
    }
}
