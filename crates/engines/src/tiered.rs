//! The engine `tiers`: who wins where play may go round, and how soon, looked up in a table that is made tier by tier ([`crate::tiers`]) up to the tier of
//! the position. What play reaches few positions from is sooner analysed by the definition; and so is a game whose moves do not work slot by slot, unless
//! its positions would not fit in memory.

use std::sync::Arc;

use base::budget::Budget;
use base::text;
use base::text::Text;
use facts::Facts;
use rules::ir::Int;
use rules::play::{Component, Sum};
use rules::rules::{Conventions, GameId, Outcome};
use rules::world::World;

use crate::engine::{Attempted, Engine, Task, Whole};
use crate::oracle::{EngineError, GrundyOracle, OutcomeOracle, Stats};
use crate::reference::reaches;
use crate::tiers::{self, Halt, Known, Layout, Plan, Tables, What};

/// Of so many positions the definition needs a fraction of a second: no table is thought of.
pub const FEW: usize = 20_000;
/// A table has at most so many places for each position that was seen to be within reach.
const PLACES_FOR_EACH: u64 = 256;
/// Bytes that the definition takes for a position, about.
const BY_DEFINITION: u64 = 256;

impl From<Halt> for EngineError {
    fn from(halt: Halt) -> EngineError {
        match halt {
            Halt::Declined(why) | Halt::Rules(why) | Halt::Damaged(why) => EngineError::Declined(why),
            Halt::Fault(fault) => EngineError::Fault(fault),
        }
    }
}

/// Who wins the positions of one game, each alone, and how soon: a table that is made as far as it is asked.
pub struct Distances {
    layout: Arc<Layout>,
    tables: Tables,
}

impl Distances {
    /// The table of the positions that play can reach from one, nothing of it made; or why it is not worth it. Looks at some of these positions.
    ///
    /// # Errors
    /// If the rules cannot be evaluated or the budget ends.
    pub fn around(
        world: &World,
        component: &Component,
        conventions: Conventions,
        facts: &Facts,
        budget: &Budget<'_>,
    ) -> Result<Result<Distances, Text>, EngineError> {
        let rules = world.rules(component.game);
        if rules.conventions() != conventions {
            return Ok(Err(text!("the table is of the game as its rules play it", "该表按规则本身的玩法生成")));
        }
        let plan = match Plan::new(world, component.game, facts, Some(&component.slots), What::Remoteness, budget) {
            Ok(plan) => plan,
            Err(Halt::Declined(why) | Halt::Rules(why) | Halt::Damaged(why)) => return Ok(Err(why)),
            Err(Halt::Fault(fault)) => return Err(fault.into()),
        };
        let Some((top, _)) = plan.locate(&component.slots) else {
            return Ok(Err(text!("this is no position of the game", "这不是该游戏的局面")));
        };
        let sizes = || (0..=top).map(|tier| plan.tier(tier).index.size());
        let (places, largest) = (sizes().sum::<u64>(), sizes().max().unwrap_or(0));
        // A byte or two an entry, beside what the largest tier takes while it is made.
        let needed = places.saturating_mul(2).saturating_add(largest.saturating_mul(8));
        if needed > budget.memory {
            return Ok(Err(text!(
                "a table of {places} places takes about {needed} bytes; `grundy big` makes it in a folder",
                "{places} 个位置的表约需 {needed} 字节；`grundy big` 可在文件夹中生成"
            )));
        }
        if let Err(why) = plan.added()
            && places.saturating_mul(BY_DEFINITION) <= budget.memory
        {
            return Ok(Err(why));
        }
        let enough = usize::try_from(places / PLACES_FOR_EACH).unwrap_or(usize::MAX);
        if enough > FEW && !reaches(world, &Sum(vec![component.clone()]), conventions, enough, budget)? {
            return Ok(Err(text!(
                "a table has {places} places, and play reaches no more than {enough} positions",
                "表有 {places} 个位置，而可达的局面不超过 {enough} 个"
            )));
        }
        Ok(Ok(Distances { tables: Tables::new(&plan), layout: plan.layout().clone() }))
    }

    /// What is said of it before it is made.
    fn found(&self) -> Text {
        let (places, tiers) = (self.layout.places(), self.layout.tiers());
        text!("a table of {places} places, made in {tiers} tiers", "{places} 个位置的表，分 {tiers} 层生成")
    }

    /// Makes the table up to the tier of a position, if it is not made so far.
    ///
    /// # Errors
    /// If the rules cannot be evaluated, a move raises the measure of the tiers, or the budget ends.
    pub fn fill(&mut self, world: &World, slots: &[Int], budget: &Budget<'_>) -> Result<(), EngineError> {
        let Some((top, _)) = self.layout.locate(slots) else { return Ok(()) };
        let plan = Plan::laid(world, self.layout.clone());
        Ok(tiers::extend(&plan, 1, &mut self.tables, top + 1, &|| plan.options(), budget)?)
    }

    /// Who wins a position, and in how many moves, unless nobody does; `None` if it is not in what was made.
    pub fn of(&self, slots: &[Int]) -> Option<(Outcome, u64)> {
        self.layout.locate(slots).filter(|(tier, _)| *tier < self.tables.made())?;
        match self.tables.of(&self.layout, slots).ok()?? {
            Known::Wins(outcome, moves) => Some((outcome, moves)),
            Known::Draw => Some((Outcome::D, 0)),
            Known::Value(_) => None,
        }
    }

    /// Whether positions with these numbers are within the ranges of the table.
    pub fn takes(&self, game: GameId, slots: &[Int]) -> bool {
        self.layout.game() == game && self.layout.locate(slots).is_some()
    }

    /// How many entries were made.
    pub fn entries(&self) -> u64 {
        (0..self.tables.made()).map(|tier| self.layout.tier(tier).index.size()).sum()
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.tables.bytes()
    }
}

/// The engine of this module.
pub struct Tiered;

impl Engine for Tiered {
    fn name(&self) -> &'static str {
        "tiers"
    }

    fn about(&self) -> &'static str {
        "makes a table tier by tier of who wins where play may go round, and how soon"
    }

    fn values(&self, _: &Task<'_>) -> Attempted<dyn GrundyOracle> {
        Ok(Err(text!("says who wins where play may go round", "只回答可能循环时的胜负")))
    }

    fn outcomes(&self, whole: &Whole<'_>) -> Attempted<dyn OutcomeOracle> {
        let Whole { conventions, task, alone, .. } = whole;
        if !conventions.loopy {
            return Ok(Err(text!("play cannot go round", "对局不会循环")));
        }
        let Some((task, facts)) = task.as_ref().filter(|_| *alone).and_then(|task| Some((task, task.facts?))) else {
            return Ok(Err(text!("the position is not one component of a game of rules", "局面不是规则游戏的单个部分")));
        };
        let slots = task.world.rules(task.game).game().map_or(&[][..], |game| &game.slots[..]);
        let within = slots.iter().try_fold(1_i64, |within, slot| within.checked_mul(slot.high?.checked_sub(slot.low)?.checked_add(1)?));
        match within.is_some_and(|within| within <= FEW as i64) {
            true => Ok(Err(few())),
            false => by_table(task, facts, *conventions),
        }
    }
}

fn few() -> Text {
    text!("play reaches few positions", "可达的局面不多")
}

/// The table of a task whose positions may be many.
#[cold]
fn by_table(task: &Task<'_>, facts: &Facts, conventions: Conventions) -> Attempted<dyn OutcomeOracle> {
    let component = Component { game: task.game, slots: task.tops.into() };
    if !task.world.contains(task.game, task.tops, task.budget)? {
        return Ok(Err(text!("the greatest numbers together are no position", "各最大数合起来不是局面")));
    }
    if !reaches(task.world, &Sum(vec![component.clone()]), conventions, FEW, task.budget)? {
        return Ok(Err(few()));
    }
    let distances = Distances::around(task.world, &component, conventions, facts, task.budget)?;
    Ok(distances.map(|distances| -> (Text, Box<dyn OutcomeOracle>) { (distances.found(), Box::new(distances)) }))
}

impl OutcomeOracle for Distances {
    fn takes(&self, sum: &Sum) -> bool {
        matches!(&sum.0[..], [one] if Distances::takes(self, one.game, &one.slots))
    }

    fn outcome(&mut self, world: &World, sum: &Sum, budget: &Budget<'_>) -> Result<Outcome, EngineError> {
        let outside = || EngineError::Declined(text!("the position is not in the table", "局面不在表中"));
        let [one] = &sum.0[..] else { return Err(outside()) };
        self.fill(world, &one.slots, budget)?;
        self.of(&one.slots).map(|(outcome, _)| outcome).ok_or_else(outside)
    }

    fn stats(&self) -> Stats {
        Stats { positions: self.entries(), options: 0 }
    }

    fn bytes(&self) -> u64 {
        Distances::bytes(self)
    }

    fn evidence(&self, _: usize) -> Option<Vec<(Sum, Outcome)>> {
        None
    }
}
