//! Who wins, of games that end and whose moves lead to smaller places of a tier or to lower tiers: a sieve. Places are looked at in their order. What is not
//! marked has no lost option in the tier; if it is lost it marks the positions before it, which come from moves turned round. So a place takes a bit,
//! and one that is marked costs nothing, unless play may be over there.

use std::io::{self, Read, Write};
use std::ops::Range;

use base::budget::Budget;
use base::text;
use rules::ir::{Game, Int};
use rules::rules::Ending;

use super::entries::of_won;
use super::rehearsal::Fates;
use super::share::{Kernel, Part, Pause, Step};
use super::symmetry::Turning;
use super::{At, Codes, Halt, Listed, Lower, Options, Plan, Standing, code, state};

/// A share of a table of outcomes: a whole tier.
pub(super) struct Sieve<'p> {
    plan: &'p Plan<'p>,
    part: Part,
    lower: &'p dyn Lower,
    options: Box<dyn Options + 'p>,
    listed: Listed,
    slots: Vec<Int>,
    codes: Vec<u32>,
    origins: Vec<u64>,
    /// Play may be over at a position that has options.
    ends: bool,
    /// What no lost option of its tier marks may be won all the same.
    asks: bool,
    /// Bits of the places that are won.
    won: Vec<u64>,
    looked_at: u64,
    turning: Option<Turning<'p>>,
}

impl<'p> Sieve<'p> {
    pub(super) fn new(plan: &'p Plan<'p>, part: Part, lower: &'p dyn Lower, options: Box<dyn Options + 'p>) -> Sieve<'p> {
        let game = plan.world.rules(plan.game).game();
        let ends = game.is_some_and(Game::can_end_play);
        let leaves_nothing = game.is_some_and(|game| game.moves.iter().any(|rule| rule.result.is_empty()));
        let asks = leaves_nothing || part.tier > 0 || plan.without_moves() % 2 == 1;
        let (slots, codes) = (vec![0; plan.ranges().len()], vec![0; plan.tier(part.tier).index.steps().len()]);
        let (listed, origins, won) = (Listed::default(), Vec::new(), Vec::new());
        Sieve { plan, part, lower, options, listed, slots, codes, origins, ends, asks, won, looked_at: 0, turning: plan.turning() }
    }

    /// Looks at as many places of a stretch as are lost in a game of these fates; gives the bytes that it holds.
    pub(super) fn rehearsed(mut self, fates: Fates, budget: &Budget<'_>) -> Result<u64, Halt> {
        let (first, end, all) = (self.part.first(), self.part.end(), self.ends || self.asks);
        self.won.resize((end - first).div_ceil(64) as usize, 0);
        for place in first..end {
            let lost = (place as f64 * 0.618_033_988_75).fract() < fates.lost;
            if lost || all {
                self.stand(place);
                let at = At { tier: self.part.tier, slots: &self.slots, codes: &self.codes };
                if all {
                    self.options.list_lower(at, &mut self.listed, budget)?;
                }
                if lost {
                    self.origins.clear();
                    self.options.before(at, self.part.tier, &mut self.origins, budget)?;
                    let words = self.won.len() as u64;
                    self.origins.iter().for_each(|origin| self.won[(origin / 64 % words) as usize] |= 1 << (origin % 64));
                }
            }
        }
        Ok(8 * self.won.len() as u64)
    }

    /// The first place from one on that is not marked.
    fn unmarked(&self, from: u64) -> Option<u64> {
        let mut word = (from / 64) as usize;
        let mut open = !*self.won.get(word)? & (u64::MAX << (from % 64));
        while open == 0 {
            word += 1;
            open = !*self.won.get(word)?;
        }
        Some(64 * word as u64 + u64::from(open.trailing_zeros()))
    }

    /// Decides a place; if it is lost, marks the positions before it.
    fn look(&mut self, place: u64, budget: &Budget<'_>) -> Result<(), Halt> {
        budget.tick()?;
        self.stand(place);
        let (word, bit) = ((place / 64) as usize, 1 << (place % 64));
        if self.turning.as_mut().is_some_and(|turning| !turning.is_least(&self.codes)) {
            // Another position stands for it, and nobody asks what its bit is.
            self.won[word] |= bit;
            return Ok(());
        }
        let at = At { tier: self.part.tier, slots: &self.slots, codes: &self.codes };
        let marked = self.won[word] & bit != 0;
        let mut won = marked;
        if self.ends || self.asks {
            won = match self.options.list_lower(at, &mut self.listed, budget)? {
                (Standing::Hole, _) => return Err(Halt::Damaged(text!("a place is no position", "有位置不是局面"))),
                (Standing::Over(ending), _) => self.plan.coding.ended(ending == Ending::Trap) % 2 == 1,
                (Standing::Open, _) if marked => true,
                (Standing::Open, 0) if self.listed.is_empty() => self.plan.without_moves() % 2 == 1,
                (Standing::Open, _) => self.won_lower()?,
            };
        }
        if won {
            self.won[word] |= bit;
            return Ok(());
        }
        self.won[word] &= !bit;
        self.origins.clear();
        self.options.before(at, self.part.tier, &mut self.origins, budget)?;
        for &origin in &self.origins {
            if origin <= place {
                return Err(self.plan.stays(self.part.tier, (origin, place)));
            }
            self.won[(origin / 64) as usize] |= 1 << (origin % 64);
        }
        Ok(())
    }

    /// Whether an option that is listed is lost.
    fn won_lower(&self) -> Result<bool, Halt> {
        for option in self.listed.iter() {
            let code = match option {
                [target] => self.lower.code(target.tier, target.place)?,
                _ => self.plan.without_moves().into(),
            };
            match code {
                0 => return Ok(true),
                1 => {}
                _ => return Err(Halt::Damaged(text!("a lower tier has no entry for an option", "较低一层缺少某个着法的结果"))),
            }
        }
        Ok(false)
    }

    /// Writes the numbers and the codes of a place.
    fn stand(&mut self, place: u64) {
        let index = &self.plan.tier(self.part.tier).index;
        index.codes(place, &mut self.codes);
        for (step, code) in index.steps().iter().zip(&self.codes) {
            step.write(*code as usize, &mut self.slots);
        }
    }

    /// How many of some places that are decided are lost.
    pub(super) fn lost(&self, places: Range<u64>) -> usize {
        places.filter(|place| self.won[(place / 64) as usize] >> (place % 64) & 1 == 0).count()
    }
}

impl Kernel for Sieve<'_> {
    fn step(&mut self, _: u32, _: &[&[u8]], pause: Pause<'_>, budget: &Budget<'_>) -> Result<Option<Step>, Halt> {
        let size = self.part.len() as u64;
        // The entries at the end are two bits each.
        budget.allow_memory(size / 8 + size / 4)?;
        self.won.resize(size.div_ceil(64) as usize, 0);
        let (begun, all) = (self.looked_at, self.ends);
        while self.looked_at < size {
            budget.report(self.looked_at, Some(size));
            budget.ask()?;
            if self.looked_at > begun && pause() {
                return Ok(None);
            }
            let end = size.min(self.looked_at + self.part.blocks.places());
            let mut place = self.looked_at;
            while let Some(next) = if all { Some(place) } else { self.unmarked(place) }.filter(|next| *next < end) {
                self.look(next, budget)?;
                place = next + 1;
            }
            self.looked_at = end;
        }
        Ok(Some(Step { out: vec![Vec::new(); self.part.of()], decided: size, next: None }))
    }

    fn looked_at(&self) -> u64 {
        self.looked_at
    }

    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        state::number(out, self.looked_at)?;
        state::list(out, &self.won)
    }

    fn restore(&mut self, from: &mut dyn Read) -> io::Result<Option<()>> {
        let (size, words) = (self.part.len() as u64, self.part.len().div_ceil(64));
        self.looked_at = state::read_number(from)?;
        self.won = state::read_list(from, words as u64)?;
        let beyond = self.won.last().is_some_and(|last| !size.is_multiple_of(64) && last >> (size % 64) != 0);
        let fits = self.looked_at == size || (self.looked_at < size && self.looked_at.is_multiple_of(self.part.blocks.places()));
        Ok((fits && self.won.len() == words && !beyond).then_some(()))
    }

    fn bytes(&self) -> u64 {
        8 * self.won.capacity() as u64
    }

    fn entries<'k>(self: Box<Self>) -> Box<dyn Iterator<Item = Codes> + 'k>
    where
        Self: 'k,
    {
        let Some(mut turning) = self.turning else { return Box::new(of_won(self.won, self.part.len(), self.part.blocks)) };
        let (plan, tier, won, len, places) = (self.plan, self.part.tier, self.won, self.part.len(), self.part.blocks.places() as usize);
        let mut walk = plan.tier(tier).index.walk(0);
        let mut code = move |place: usize| {
            let least = plan.at(tier, &walk).is_some_and(|(_, at)| turning.is_least(at.codes));
            walk.advance();
            if least { (won[place / 64] >> (place % 64) & 1) as u32 } else { code::HOLE }
        };
        Box::new((0..len).step_by(places).map(move |first| Codes::of(&(first..len.min(first + places)).map(&mut code).collect::<Vec<_>>())))
    }
}
