//! Tables: the value of every position of a box, in an order in which each option comes before the positions that have it. The
//! order comes from the rules: a linear measure that every move lowers. Where no slot ever grows the table is filled row by row,
//! else level by level of the measure. An entry takes four bytes; the box is measured, and refused, before anything is done.
//! Cost: O(positions · options).

use rules::budget::{Budget, Stop};
use rules::facts::Facts;
use rules::ir::Int;
use rules::play::Component;
use rules::rules::{GameId, Options};
use rules::text;
use rules::world::World;
use theory::algebra::{Algebra, GrundyValues};
use theory::value::Grundy;

use crate::oracle::{EngineError, GrundyOracle, Stats};

/// A box of positions: the least and the greatest value of each slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Space {
    lows: Vec<Int>,
    highs: Vec<Int>,
    /// How far apart neighbours in each slot lie in the table.
    strides: Vec<usize>,
    /// Weights of the slots, and the most that a position of the box may weigh above the least: where a slot may grow, corners of
    /// the box that nothing asked for can reach are left out.
    weights: Vec<i128>,
    most: i128,
    /// How many positions there are.
    pub size: usize,
}

/// How many bytes an entry takes.
pub const ENTRY: u64 = 4;

impl Space {
    /// A box that holds every position whose slots are at most `tops`, one for each slot, and all that can be reached from them;
    /// `Err` says which condition fails, or that the box would not fit in memory (with the bytes that it needs).
    pub fn around(world: &World, game: GameId, facts: &Facts, tops: &[Int], budget: &Budget<'_>) -> Result<Space, EngineError> {
        let slots = world.rules(game).slots();
        if !facts.plain {
            return Err(EngineError::Declined(text!(
                "needs normal play, one component a move, no draws",
                "需要正常规则、每次走一个部分、无平局"
            )));
        }
        if facts.names_others {
            return Err(EngineError::Declined(text!("a move leaves a component of another game", "有一着留下另一游戏的部分")));
        }
        let Some(measure) = &facts.measure else {
            return Err(EngineError::Declined(text!(
                "no fill order: no linear measure was found that every move lowers",
                "没有填表顺序：没有找到每一着都使之减小的线性度量"
            )));
        };
        let unordered = world.rules(game).game().is_some_and(|g| g.unordered);
        let tops: Vec<Int> = if unordered { vec![tops.iter().copied().max().unwrap_or(0); tops.len()] } else { tops.to_vec() };
        let lows: Vec<Int> = slots.iter().map(|s| s.low).collect();
        // The measure above its least value, of the greatest position asked.
        let room = |i: usize| i128::from(tops[i]) - i128::from(lows[i]);
        let total = (0..tops.len()).map(|i| i128::from(measure[i]).saturating_mul(room(i))).sum::<i128>();
        let mut highs = Vec::new();
        for (i, slot) in slots.iter().enumerate() {
            let by_rule = slot.high.map(i128::from);
            let reachable = match (facts.never_grows[i], measure[i]) {
                (true, _) => i128::from(tops[i]),
                (false, 0) => match by_rule {
                    Some(high) => high,
                    None => {
                        let name = &slot.name;
                        return Err(EngineError::Declined(text!(
                            "`{name}` may grow without a bound that the rules show",
                            "`{name}` 可能增大，而规则没有给出上界"
                        )));
                    }
                },
                (false, weight) => i128::from(lows[i]) + total / i128::from(weight),
            };
            let high = by_rule.map_or(reachable, |high| high.min(reachable));
            highs.push(Int::try_from(high.max(i128::from(lows[i]))).map_err(|_| Stop::Memory(u64::MAX, budget.memory))?);
        }
        let mut strides = vec![0; highs.len()];
        let mut size: u128 = 1;
        for i in (0..highs.len()).rev() {
            strides[i] = usize::try_from(size).unwrap_or(usize::MAX);
            size = size.saturating_mul((i128::from(highs[i]) - i128::from(lows[i]) + 1) as u128);
        }
        let bytes = u64::try_from(size.saturating_mul(ENTRY.into())).unwrap_or(u64::MAX);
        budget.allow_memory(bytes)?;
        let weights = measure.iter().map(|&w| w.into()).collect();
        let most = if facts.never_grows.iter().all(|&g| g) { i128::MAX } else { total };
        Ok(Space { lows, highs, strides, weights, most, size: size as usize })
    }

    /// True if a position lies in the box.
    pub fn contains(&self, slots: &[Int]) -> bool {
        self.index(slots).is_some()
    }

    /// The place of a position in the table; none if it is not in the box.
    fn index(&self, slots: &[Int]) -> Option<usize> {
        let (mut index, mut weight) = (0, 0);
        for (i, &value) in slots.iter().enumerate() {
            if value < self.lows[i] || value > self.highs[i] {
                return None;
            }
            index += (value - self.lows[i]) as usize * self.strides[i];
            weight += self.weights[i] * i128::from(value - self.lows[i]);
        }
        (weight <= self.most).then_some(index)
    }
}

/// Values in four bytes; the greatest codes are the values that are no nimbers, and "not filled".
mod code {
    use theory::value::Grundy;

    pub(super) const EMPTY: u32 = u32::MAX;

    pub(super) fn pack(value: Grundy) -> Option<u32> {
        match value {
            Grundy::LOONY => Some(u32::MAX - 1),
            Grundy::GOAL => Some(u32::MAX - 2),
            Grundy::TRAP => Some(u32::MAX - 3),
            other => other.as_nimber().and_then(|n| u32::try_from(n).ok()).filter(|n| *n < u32::MAX - 3),
        }
    }

    pub(super) fn unpack(code: u32) -> Option<Grundy> {
        match u32::MAX - code {
            0 => None,
            1 => Some(Grundy::LOONY),
            2 => Some(Grundy::GOAL),
            3 => Some(Grundy::TRAP),
            _ => Grundy::nimber(code.into()),
        }
    }
}

/// The filled table of one game.
pub struct Dense<'w> {
    world: &'w World,
    game: GameId,
    space: Space,
    order: Order,
    table: Vec<u32>,
    stats: Stats,
}

impl<'w> Dense<'w> {
    /// Fills the table of a box. Nothing is kept when the budget ends before the table is full.
    pub fn fill(world: &'w World, game: GameId, facts: &Facts, space: Space, budget: &Budget<'_>) -> Result<Dense<'w>, EngineError> {
        let measure = facts.measure.clone().unwrap_or_default();
        // Where no slot grows, an option is smaller in the order of the rows too.
        let by_rows = facts.never_grows.iter().all(|&g| g);
        budget.allow_memory(space.size as u64 * ENTRY)?;
        let mut table = Vec::new();
        table.try_reserve_exact(space.size).map_err(|_| Stop::Memory(space.size as u64 * ENTRY, budget.memory))?;
        table.resize(space.size, code::EMPTY);
        let order = Order { lows: space.lows.clone(), highs: space.highs.clone(), measure, most: space.most, by_rows };
        let mut dense = Dense { world, game, space, order: order.clone(), table, stats: Stats::default() };
        let mut scratch = Scratch::default();
        let mut visited = 0u64;
        order.walk(&mut |slots| {
            dense.value(slots, &mut scratch, budget)?;
            visited += 1;
            if visited.is_multiple_of(1024) {
                budget.report(visited, Some(dense.space.size as u64));
            }
            Ok(())
        })?;
        Ok(dense)
    }

    /// Values one position whose options are valued, if it is a position in canonical form.
    fn value(&mut self, slots: &[Int], scratch: &mut Scratch, budget: &Budget<'_>) -> Result<(), EngineError> {
        budget.tick()?;
        let Scratch { canonical, options, parts, part_values, values } = scratch;
        let rules = self.world.rules(self.game);
        canonical.clear();
        canonical.extend_from_slice(slots);
        rules.canonicalise(canonical);
        if canonical != slots || !self.world.contains(self.game, slots)? {
            return Ok(());
        }
        let value = match self.world.ending(self.game, slots)? {
            Some(ending) => GrundyValues.ended(ending),
            None => {
                self.world.options(self.game, slots, options, budget)?;
                self.stats.options += options.len() as u64;
                let coins = rules.coins();
                values.clear();
                for option in options.iter() {
                    parts.clear();
                    for (_, part) in option.components() {
                        let part = self.space.index(part).ok_or_else(out_of_order)?;
                        // Coins cancel before anything else: two equal goals are no goal.
                        match parts.iter().position(|&p| coins && p == part) {
                            Some(place) => {
                                parts.remove(place);
                            }
                            None => parts.push(part),
                        }
                    }
                    part_values.clear();
                    for &part in parts.iter() {
                        part_values.push(code::unpack(self.table[part]).ok_or_else(out_of_order)?);
                    }
                    // Of an option that ends play only the component that ends it counts; the sum of values says the same.
                    values.push(GrundyValues.sum(part_values));
                }
                GrundyValues.of_options(values)
            }
        };
        let index = self.space.index(slots).ok_or_else(out_of_order)?;
        self.table[index] = code::pack(value)
            .ok_or_else(|| EngineError::Declined(text!("a value of this table does not fit in its entries", "表中有值超出表项的范围")))?;
        self.stats.positions += 1;
        Ok(())
    }

    fn look_up(&self, slots: &[Int]) -> Option<Grundy> {
        self.space.index(slots).and_then(|index| code::unpack(self.table[index]))
    }
}

/// What is used again for each position.
#[derive(Default)]
struct Scratch {
    canonical: Vec<Int>,
    options: Options,
    /// The components of an option, by their places in the table.
    parts: Vec<usize>,
    part_values: Vec<Grundy>,
    values: Vec<Grundy>,
}

/// The order in which a box is filled.
#[derive(Clone, Debug)]
struct Order {
    lows: Vec<Int>,
    highs: Vec<Int>,
    measure: Vec<Int>,
    most: i128,
    by_rows: bool,
}

/// What is done at each position of an order.
type Visit<'v> = &'v mut dyn FnMut(&[Int]) -> Result<(), EngineError>;

impl Order {
    /// Visits every row of numbers of the box, options first.
    fn walk(&self, visit: Visit<'_>) -> Result<(), EngineError> {
        let mut slots = self.lows.clone();
        if self.by_rows {
            return self.rows(0, &mut slots, visit);
        }
        for level in 0..=self.most_from(0).min(self.most) {
            self.level(0, level, &mut slots, visit)?;
        }
        Ok(())
    }

    fn rows(&self, slot: usize, slots: &mut Vec<Int>, visit: Visit<'_>) -> Result<(), EngineError> {
        if slot == slots.len() {
            return visit(slots);
        }
        for value in self.lows[slot]..=self.highs[slot] {
            slots[slot] = value;
            self.rows(slot + 1, slots, visit)?;
        }
        Ok(())
    }

    /// Visits the positions whose slots from `slot` on add exactly `rest` to the measure.
    fn level(&self, slot: usize, rest: i128, slots: &mut Vec<Int>, visit: Visit<'_>) -> Result<(), EngineError> {
        if slot == slots.len() {
            return if rest == 0 { visit(slots) } else { Ok(()) };
        }
        // Only values that leave a rest the later slots can make up.
        let width = i128::from(self.highs[slot] - self.lows[slot]);
        let weight = i128::from(self.measure[slot]);
        let (first, last) = match weight {
            0 => (0, width),
            _ => (((rest - self.most_from(slot + 1)).max(0) + weight - 1) / weight, (rest / weight).min(width)),
        };
        for step in first..=last {
            slots[slot] = self.lows[slot] + step as Int;
            self.level(slot + 1, rest - weight * step, slots, visit)?;
        }
        Ok(())
    }

    /// The most that the slots from `slot` on can add to the measure.
    fn most_from(&self, slot: usize) -> i128 {
        (slot..self.lows.len()).map(|i| i128::from(self.measure[i]) * i128::from(self.highs[i] - self.lows[i])).sum()
    }
}

/// The facts promised an order in which this does not happen.
fn out_of_order() -> EngineError {
    EngineError::Declined(text!("an option was not valued before the position that has it", "有选项在拥有它的局面之前尚未求值"))
}

impl GrundyOracle for Dense<'_> {
    fn grundy(&mut self, game: GameId, slots: &[Int], _: &Budget<'_>) -> Result<Grundy, EngineError> {
        let value = if game == self.game { self.look_up(slots) } else { None };
        value.ok_or_else(|| {
            let position = self.world.show(game, slots);
            EngineError::Declined(text!("{position} is not in the table", "{position} 不在表中"))
        })
    }

    fn stats(&self) -> Stats {
        self.stats
    }

    fn evidence(&self, limit: usize) -> Option<Vec<(Component, Grundy)>> {
        if self.stats.positions > limit as u64 {
            return None;
        }
        let mut rows = Vec::new();
        let walked = self.order.walk(&mut |slots| {
            if let Some(value) = self.look_up(slots) {
                rows.push((Component { game: self.game, slots: slots.into() }, value));
            }
            Ok(())
        });
        walked.ok().map(|()| rows)
    }
}
