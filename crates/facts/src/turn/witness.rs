//! Evidence for a turn: the new values of a slot at the positions reached first, and a position
//! whose moves change with the slot's class.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use base::budget::Budget;
use rules::compound::{groups, row};
use rules::game::{GameId, OptionArena};
use rules::ir::Int;
use rules::play::{Component, SumPosition};
use rules::world::World;

use super::{Alternation, TurnClasses};

/// Maximum number of positions that are tested.
const MAX_POSITIONS: usize = 200;

/// Maximum number of small positions among the tested positions.
const MAX_SMALL_POSITIONS: usize = 120;

/// Maximum number of budget polls, a thousand small steps each.
const MAX_CHECKS: u32 = 400;

/// Maximum number of moves that are listed.
const MAX_MOVES: usize = 20_000;

/// Minimum number of positions with moves that are compared before a verdict. If the moves of the
/// compared positions agree for all classes, moves count as independent of the class.
const MIN_COMPARED_POSITIONS: usize = 20;

/// Number of moves that must be listed before an alternation counts as observed.
const MIN_OBSERVED_MOVES: usize = 8;

/// Maximum number of values of a class that are compared.
const MAX_PARTNERS: usize = 4;

/// Whether moves depend on the class of a slot.
pub(super) enum Dependence {
    /// Some position has moves that change with the class.
    Found,
    /// No position whose moves change with the class was found.
    No,
    /// Too few positions could be compared.
    Untested,
}

/// Positions of a game: positions near the query, start positions, small positions, and positions
/// that moves reach from these.
struct WitnessPositions<'w> {
    world: &'w World,
    game: GameId,
    waiting: VecDeque<Vec<Int>>,
    seen: BTreeSet<Vec<Int>>,
    visited: usize,
    moves: usize,
}

impl<'w> WitnessPositions<'w> {
    /// Collects the positions near the query and the start positions; if both lists are empty,
    /// collects small positions.
    fn new(world: &'w World, game: GameId, near: &[&Component]) -> WitnessPositions<'w> {
        let mut positions = WitnessPositions {
            world,
            game,
            waiting: VecDeque::new(),
            seen: BTreeSet::new(),
            visited: 0,
            moves: 0,
        };
        near.iter()
            .filter(|component| component.game == game)
            .for_each(|component| positions.add(component.slots.to_vec()));
        world
            .starts(game)
            .iter()
            .for_each(|start| positions.add(start.clone()));
        if let Ok(start) = world.rules(game).position(None) {
            positions.add(start);
        }
        if positions.waiting.is_empty() {
            positions.add_small();
        }
        positions
    }

    /// Collects the positions of [`WitnessPositions::new`], and adds small positions.
    fn all(world: &'w World, game: GameId, near: &[&Component]) -> WitnessPositions<'w> {
        let mut positions = WitnessPositions::new(world, game, near);
        positions.add_small();
        positions
    }

    fn add_small(&mut self) {
        let (world, game) = (self.world, self.game);
        // A fixed linear congruential generator, so that every run tests the same positions.
        let mut state: u64 = 0x2545_f491_4f6c_dd1d;
        for round in 0..MAX_SMALL_POSITIONS {
            let reach = [4, 7, 2, 12][round % 4];
            let number = |slot: &rules::ir::Slot| {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                let span = slot
                    .high
                    .and_then(|high| high.checked_sub(slot.low))
                    .map_or(reach, |span| span.min(reach));
                slot.low
                    .saturating_add(((state >> 33) % (span as u64 + 1)) as Int)
            };
            let mut slots: Vec<Int> = world.rules(game).slots().iter().map(number).collect();
            world.rules(game).canonicalise(&mut slots);
            self.add(slots);
        }
    }

    fn add(&mut self, slots: Vec<Int>) {
        if self.seen.len() < 4 * MAX_POSITIONS && self.seen.insert(slots.clone()) {
            self.waiting.push_back(slots);
        }
    }

    fn next(&mut self) -> Option<Vec<Int>> {
        self.visited += 1;
        if self.visited > MAX_POSITIONS || self.moves > MAX_MOVES {
            None
        } else {
            self.waiting.pop_front()
        }
    }

    /// Returns whether every collected position was tested.
    fn is_whole(&self) -> bool {
        self.visited <= MAX_POSITIONS && self.moves <= MAX_MOVES
    }

    /// Lists the moves of a position, and adds the positions that they leave. Returns `None` if the
    /// argument is not a position, or if the moves of the position cannot be listed.
    fn options(&mut self, slots: &[Int], budget: &Budget<'_>) -> Option<OptionArena> {
        let (world, game) = (self.world, self.game);
        if !world.contains(game, slots, budget).ok()? {
            return None;
        }
        let mut options = OptionArena::new();
        world.options(game, slots, &mut options, budget).ok()?;
        self.moves += options.len() + 1;
        for (left, slots) in options
            .iter()
            .take(MAX_POSITIONS)
            .flat_map(|option| option.components())
        {
            if left == game {
                self.add(slots.to_vec());
            }
        }
        Some(options)
    }
}

/// Looks for a position whose moves depend on the class of a slot.
pub(super) fn dependence(
    world: &World,
    game: GameId,
    alternation: &Alternation,
    near: &[&Component],
    budget: &Budget<'_>,
) -> Dependence {
    let mut positions = WitnessPositions::all(world, game, near);
    let mut compared = 0;
    let found = |budget: &Budget<'_>| {
        while let Some(slots) = positions.next() {
            for pair in pairs(world, game, alternation, &slots) {
                let Some(first) = profile(&mut positions, alternation.slot, &pair.first, budget)
                else {
                    continue;
                };
                let Some(second) = profile(&mut positions, alternation.slot, &pair.second, budget)
                else {
                    continue;
                };
                compared += usize::from(!first.moves.is_empty() || !second.moves.is_empty());
                let differs = first != second
                    && match &pair.like_first {
                        Some(like) => profile(&mut positions, alternation.slot, like, budget)
                            .is_some_and(|like| like == first),
                        None => true,
                    };
                if differs {
                    return true;
                }
            }
        }
        false
    };
    match budget.limited(MAX_CHECKS, found).0 {
        true => Dependence::Found,
        false if compared >= MIN_COMPARED_POSITIONS || compared > 0 && positions.is_whole() => {
            Dependence::No
        }
        false => Dependence::Untested,
    }
}

/// A pair of positions that differ only in the class of a slot.
struct WitnessPair {
    first: Vec<Int>,
    second: Vec<Int>,
    /// The first position, with the value of the slot increased by one period. The moves of this
    /// position must equal the moves of the first position if the slot is read by remainders.
    like_first: Option<Vec<Int>>,
}

fn pairs(
    world: &World,
    game: GameId,
    alternation: &Alternation,
    slots: &[Int],
) -> Vec<WitnessPair> {
    let with = |value: Int| {
        let mut slots = slots.to_vec();
        slots[alternation.slot] = value;
        slots
    };
    if let (TurnClasses::Values(classes), true) = (&alternation.classes, alternation.comes_back) {
        let of = |class: bool| {
            classes
                .iter()
                .filter(move |(_, own)| **own == class)
                .map(|(value, _)| *value)
                .take(MAX_PARTNERS)
        };
        let pair = |(first, second)| WitnessPair {
            first: with(first),
            second: with(second),
            like_first: None,
        };
        return of(false)
            .flat_map(|first| of(true).map(move |second| (first, second)))
            .map(pair)
            .collect();
    }
    // Positions near the ends of the range are avoided, because moves are missing at these
    // positions for another reason.
    let declared = &world.rules(game).slots()[alternation.slot];
    let period = alternation.period;
    let low = declared.low.saturating_add(2 * period);
    let high = declared.high.map_or(Int::MAX - 4 * period, |high| {
        high.saturating_sub(3 * period)
    });
    if low > high {
        return Vec::new();
    }
    let base = slots[alternation.slot].clamp(low, high);
    let pair = |(first, step)| WitnessPair {
        first: with(first),
        second: with(first + step),
        like_first: Some(with(first + period)),
    };
    (base..base + period)
        .flat_map(|first| (1..period).step_by(2).map(move |step| (first, step)))
        .map(pair)
        .collect()
}

/// Properties of a position that do not depend on its turn.
#[derive(PartialEq, Eq)]
struct PositionProfile {
    ends: bool,
    wins: bool,
    urgent: bool,
    moves: BTreeSet<Vec<Component>>,
}

fn profile(
    positions: &mut WitnessPositions<'_>,
    slot: usize,
    slots: &[Int],
    budget: &Budget<'_>,
) -> Option<PositionProfile> {
    let (world, game) = (positions.world, positions.game);
    let options = positions.options(slots, budget)?;
    let ending = world.ending(game, slots, budget).ok()?;
    let left = |option: rules::game::OptionRef<'_>| {
        let mut left: Vec<Component> = option
            .components()
            .map(|(left, slots)| mask_turn(world, left, slots, game, slot))
            .collect();
        left.sort_unstable();
        left
    };
    Some(PositionProfile {
        ends: ending.is_some(),
        wins: ending == Some(rules::game::PlayEnding::Goal),
        urgent: world.urgent(game, slots, budget).ok()?,
        moves: options.iter().map(left).collect(),
    })
}

/// Returns a component in which the turn `slot` of game `this` is replaced by 0, also within
/// compounds.
fn mask_turn(world: &World, game: GameId, slots: &[Int], this: GameId, slot: usize) -> Component {
    let mut slots = slots.to_vec();
    if game == this {
        slots[slot] = 0;
    } else if let (Some(_), Some(inner)) = (world.rules(game).compound(), groups(&slots)) {
        let part = |part: &Component| mask_turn(world, part.game, &part.slots, this, slot);
        let inner: Vec<SumPosition> = inner
            .iter()
            .map(|sum| SumPosition(sum.0.iter().map(part).collect()))
            .collect();
        slots = row(&inner);
    }
    Component {
        game,
        slots: slots.into(),
    }
}

/// Observes the new values of a slot whose rules cannot be analysed. Returns an alternation if two
/// values follow each other at the positions reached first.
pub(super) fn observed(
    world: &World,
    game: GameId,
    slot: usize,
    near: &[&Component],
    budget: &Budget<'_>,
) -> Option<Alternation> {
    let mut positions = WitnessPositions::new(world, game, near);
    let mut arrows: BTreeMap<Int, Int> = BTreeMap::new();
    let mut made = 0;
    let alternates = |budget: &Budget<'_>| {
        while let Some(slots) = positions.next() {
            let Some(options) = positions.options(&slots, budget) else {
                continue;
            };
            for option in options.iter() {
                let mut own = option
                    .components()
                    .filter(|(left, _)| *left == game)
                    .peekable();
                if own.peek().is_none() && option.components().len() > 0 {
                    return false;
                }
                for (_, left) in own {
                    let (from, to) = (slots[slot], left[slot]);
                    if from == to || *arrows.entry(from).or_insert(to) != to || arrows.len() > 2 {
                        return false;
                    }
                    made += 1;
                }
            }
        }
        true
    };
    let alternates = budget.limited(MAX_CHECKS, alternates).0 && made >= MIN_OBSERVED_MOVES;
    let there_and_back =
        arrows.len() == 2 && arrows.iter().all(|(from, to)| arrows.get(to) == Some(from));
    (alternates && there_and_back).then(|| Alternation {
        slot,
        classes: TurnClasses::Values(arrows.into_keys().zip([false, true]).collect()),
        period: 2,
        comes_back: true,
    })
}
