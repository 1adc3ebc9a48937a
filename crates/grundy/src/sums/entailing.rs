//! Sums with urgent components, by values ([`theory::entailing`]): components that nothing urgent can come of are worth their Grundy
//! values, found as under plain normal play; others are folded over all positions that come of them, each listed twice. No position may leave two urgent
//! components at once.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use base::budget::Budget;
use base::text;
use base::text::Text;
use engines::oracle::Stats;
use rules::play::{Component, Step, Sum, ended_at_once, stuck};
use rules::rules::{GameId, OptionRef, Options, Outcome};
use rules::world::World;
use rustc_hash::FxBuildHasher;
use theory::entailing::Entailed;

use super::plain::Plain;
use super::{Declined, Method, Steps};
use crate::error::Error;
use crate::settings::Settings;

/// How many components are shown one by one.
const SHOWN: usize = 12;

/// Bytes that a value takes beside the numbers of its component, about.
const ENTRY: u64 = 200;

/// The values of components in sums with urgent ones.
pub(super) struct OfEntailing {
    /// Whether something urgent, a goal or a trap can come of a game, or why its components have no values.
    games: HashMap<GameId, Result<bool, Text>>,
    /// What components are worth of which something urgent, a goal or a trap can come.
    values: HashMap<Component, Entailed, FxBuildHasher>,
    /// Values of all others.
    plain: Plain,
    stats: Stats,
    held: u64,
}

impl OfEntailing {
    /// Nothing is valued yet.
    pub fn new(settings: Arc<Settings>) -> OfEntailing {
        OfEntailing { games: HashMap::new(), values: HashMap::default(), plain: Plain::new(settings), stats: Stats::default(), held: 0 }
    }

    /// What each component is worth, or why that cannot be told.
    fn worths(&mut self, world: &Arc<World>, components: &[Component], budget: &Budget<'_>) -> Result<Result<Vec<Entailed>, Text>, Error> {
        let mut plain = Vec::new();
        for component in components {
            match self.entails(world, component.game) {
                Err(why) => return Ok(Err(why)),
                Ok(false) => plain.push(component.clone()),
                Ok(true) => {
                    if let Err(why) = self.fold(world, component, budget)? {
                        return Ok(Err(why));
                    }
                }
            }
        }
        self.plain.see_to(world, &plain, budget)?;
        Ok(components.iter().map(|component| self.worth(component)).collect())
    }

    /// The value of a component that was valued, or why it has none.
    fn worth(&self, component: &Component) -> Result<Entailed, Text> {
        match self.values.get(component) {
            Some(value) => Ok(value.clone()),
            None => self.plain.value(component).map(|nimber| Entailed::Free(Some(nimber))),
        }
    }

    /// Whether something urgent, a goal or a trap can come of a game, or why its components have no values.
    fn entails(&mut self, world: &World, game: GameId) -> Result<bool, Text> {
        let kind = |game| {
            let reached = world.reached([game]);
            let any = |what: fn(&World, GameId) -> bool| reached.iter().any(|&game| what(world, game));
            match any(|world, game| world.rules(game).coins()) {
                true => Err(super::sources::cancelling()),
                false => Ok(any(|world, game| world.rules(game).conventions().entailing || world.rules(game).can_end())),
            }
        };
        self.games.entry(game).or_insert_with(|| kind(game)).clone()
    }

    /// Values a component and all that comes of it, from the end of play upwards.
    fn fold(&mut self, world: &Arc<World>, root: &Component, budget: &Budget<'_>) -> Result<Result<(), Text>, Error> {
        let mut open: HashSet<Component, FxBuildHasher> = HashSet::default();
        let mut rest = vec![root.clone()];
        while let Some(top) = rest.last().cloned() {
            budget.tick().map_err(Error::Stopped)?;
            if self.values.contains_key(&top) {
                rest.pop();
                continue;
            }
            let options = match self.options(world, &top, budget)? {
                Ok(options) => options,
                Err(why) => return Ok(Err(why)),
            };
            let first = open.insert(top.clone());
            let parts = options.iter().flat_map(|left| &left.parts);
            let later: Vec<Component> = parts.filter(|part| !self.known(part)).cloned().collect();
            if !later.is_empty() {
                // What is met again while it waits for its options comes of itself.
                if !first || later.iter().any(|part| open.contains(part)) {
                    return Ok(Err(text!("play may go round", "对局可能无限循环")));
                }
                let bytes = later.iter().map(|part| ENTRY + size_of_val(&*part.slots) as u64).sum::<u64>();
                budget.allow_growth(self.held + rest.len() as u64 * ENTRY, bytes).map_err(Error::Stopped)?;
                rest.extend(later);
                continue;
            }
            open.remove(&top);
            let urgent = world.urgent(top.game, &top.slots, budget).map_err(|f| Error::of_fault(world, &f))?;
            if urgent && options.is_empty() {
                return Err(Error::of_fault(world, &stuck(&top)));
            }
            let mut worths = Vec::with_capacity(options.len());
            for left in &options {
                match self.total(left) {
                    Ok(worth) => worths.push(worth),
                    Err(why) => return Ok(Err(why)),
                }
            }
            let value = Entailed::of_options(urgent, &worths);
            self.stats.positions += 1;
            self.stats.options += options.len() as u64;
            self.held += ENTRY + size_of_val(&*top.slots) as u64;
            self.values.insert(top, value);
            budget.report(self.values.len() as u64, None);
        }
        Ok(Ok(()))
    }

    /// Whether a component was valued.
    fn known(&self, part: &Component) -> bool {
        self.values.contains_key(part) || self.games.get(&part.game) == Some(&Ok(false))
    }

    /// What each move of a component leaves; the parts that are worth their Grundy values are valued.
    fn options(&mut self, world: &Arc<World>, component: &Component, budget: &Budget<'_>) -> Result<Result<Vec<Left>, Text>, Error> {
        let mut options = Options::new();
        world.options(component.game, &component.slots, &mut options, budget).map_err(|f| Error::of_fault(world, &f))?;
        let left = options.iter().map(|option| left(world, &option, budget)).collect::<Result<Vec<_>, Error>>()?;
        let mut plain = Vec::new();
        for part in left.iter().flat_map(|left| &left.parts) {
            match self.entails(world, part.game) {
                Err(why) => return Ok(Err(why)),
                Ok(false) => plain.push(part.clone()),
                Ok(true) => {}
            }
        }
        self.plain.see_to(world, &plain, budget)?;
        Ok(Ok(left))
    }

    /// The value of what a move leaves, whose parts were valued, or why it has none.
    fn total(&self, left: &Left) -> Result<Entailed, Text> {
        if let Some(outcome) = left.over {
            return Ok(Entailed::over(outcome));
        }
        let worths = left.parts.iter().map(|part| self.worth(part)).collect::<Result<Vec<_>, Text>>()?;
        Entailed::sum(&worths).ok_or_else(two_urgent)
    }

    /// The value of all components but one.
    fn without(worths: &[Entailed], index: usize) -> Option<Entailed> {
        Entailed::sum(worths.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, worth)| worth))
    }
}

/// What a move leaves.
struct Left {
    /// Who wins, if play is over with it.
    over: Option<Outcome>,
    /// The components; none if play is over.
    parts: Vec<Component>,
}

fn left(world: &World, option: &OptionRef<'_>, budget: &Budget<'_>) -> Result<Left, Error> {
    let parts = Sum(option.components().map(|(game, slots)| Component { game, slots: slots.into() }).collect());
    let over = ended_at_once(world, &parts, budget).map_err(|f| Error::of_fault(world, &f))?;
    Ok(Left { over, parts: if over.is_some() { Vec::new() } else { parts.0 } })
}

fn two_urgent() -> Text {
    text!("two components can be urgent at once", "可能同时有两个紧急的部分")
}

impl Method for OfEntailing {
    fn outcome(
        &mut self,
        world: &Arc<World>,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Result<(Outcome, Text), Declined>, Error> {
        let total = self.worths(world, components, budget)?.and_then(|worths| Entailed::sum(&worths).ok_or_else(two_urgent));
        Ok(match total {
            Ok(total) => Ok((total.outcome(), text!("the values of the components add up to {total}", "各部分的值之和为 {total}"))),
            Err(why) => Err(Declined::Because(why)),
        })
    }

    fn winning(&mut self, world: &Arc<World>, components: &[Component], limit: usize, budget: &Budget<'_>) -> Result<Steps, Error> {
        let Ok(worths) = self.worths(world, components, budget)? else {
            return Err(Error::Bug(text!("a component of a position that was decided has no value", "已判定的局面中有部分没有值")));
        };
        let urgent = worths.iter().position(|worth| matches!(worth, Entailed::Urgent(_)));
        let mut steps = Steps { list: Vec::new(), complete: true, count: None };
        for (index, component) in components.iter().enumerate().filter(|(index, _)| urgent.is_none_or(|urgent| urgent == *index)) {
            let Some(Entailed::Free(rest)) = OfEntailing::without(&worths, index) else { continue };
            if self.games[&component.game] == Ok(false) {
                // No move of it leaves infinity.
                let Some(rest) = rest else { continue };
                let (list, complete) = self.plain.moves_to(world, (index, component), rest, budget)?;
                steps.list.extend(list.into_iter().map(|step| vec![step]));
                steps.complete &= complete;
                continue;
            }
            let mut options = Options::new();
            world.options(component.game, &component.slots, &mut options, budget).map_err(|f| Error::of_fault(world, &f))?;
            for option in options.iter() {
                let left = left(world, &option, budget)?;
                if self.total(&left).is_ok_and(|left| left.lost_beside().contains(rest)) {
                    steps.list.push(vec![Step { component: index, rule: option.rule, choices: option.choices.into() }]);
                }
            }
        }
        steps.count = steps.complete.then_some(steps.list.len() as u128);
        steps.complete &= steps.list.len() <= limit;
        steps.list.truncate(limit);
        Ok(steps)
    }

    /// What each component is worth, then the whole.
    fn works(&mut self, world: &Arc<World>, components: &[Component], budget: &Budget<'_>) -> Result<Option<Text>, Error> {
        let Ok(worths) = self.worths(world, components, budget)? else { return Ok(None) };
        let told = components.iter().zip(&worths).take(SHOWN).map(|(component, worth)| {
            let position = world.show(component.game, &component.slots);
            match worth {
                Entailed::Free(Some(nimber)) => text!("{position}: {nimber}", "{position}：{nimber}"),
                Entailed::Free(None) => {
                    text!("{position}: ∞, won whatever stands beside it", "{position}：∞，无论旁边有什么，先手都必胜")
                }
                Entailed::Urgent(_) => {
                    text!("{position}: urgent, lost beside {worth}", "{position}：紧急，与 {worth} 相加时先手必败")
                }
            }
        });
        let more = (components.len() > SHOWN).then(|| Text::same("…"));
        let total = Entailed::sum(&worths).map(|total| text!("together {total}", "合计 {total}"));
        let lines: Vec<Text> = told.chain(more).chain(total).collect();
        Ok(Some(Text::lines(&lines)))
    }

    fn broken(&mut self, _: &World, _: &Component, _: &Budget<'_>) -> Result<Text, Error> {
        Ok(two_urgent())
    }

    fn stats(&self) -> Stats {
        self.stats.plus(self.plain.stats)
    }

    fn bytes(&self) -> u64 {
        self.held + self.plain.bytes()
    }

    fn begin(&mut self) {}
}
