//! Finds moves that are dropped because the range of a slot is too small for the value that they
//! would store. For example, a move that stores a choice from 1 to 5 in the slot `last in 0..3` is
//! dropped. Two cases of dropped moves are ignored. If a move only steps along a slot, as in `[x +
//! 1]`, the end of the slot's range is the edge of a board. If a guard names the bound, the bound
//! is intended. A dropped move that is found is a hint to check the rules, and changes no answer.

use std::ops::ControlFlow;

use crate::eval::{EvalContext, at_most};
use crate::game::GameId;
use crate::interpreter::{changed, row, walk};
use crate::ir::{ChoiceDomain, Expr, Game, Int, Move, ResultPartKind, RuleChoice, Slot, SlotRef};
use crate::play::Component;
use crate::world::World;
use base::budget::Budget;

/// A move that is dropped only because the range of a slot is too small.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DroppedMove {
    /// The position.
    pub from: Component,
    /// The rule.
    pub rule: usize,
    /// The choices of the rule.
    pub choices: Vec<Int>,
    /// The name of the slot.
    pub slot: String,
    /// The value that the dropped move would store.
    pub value: Int,
    /// The upper end of the slot's range.
    pub high: Int,
}

const MAX_POSITIONS: usize = 400;

/// Maximum total number of steps.
const MAX_STEPS: u64 = 60_000;

/// Returns whether a rule of a game stores a value in a slot with an upper bound that no guard
/// names. The function `may_drop` inspects the rules of the game, but no position.
pub fn may_drop(world: &World, game: GameId) -> bool {
    let Some(ir) = world.rules(game).game().filter(|ir| !ir.strict) else {
        return false;
    };
    ir.moves
        .iter()
        .any(|rule| !stored(world, game, ir, rule).is_empty())
}

/// Returns one dropped move for each rule, found at these positions or at the first positions
/// reached from them. A search that takes too long ends early, and the moves found so far are
/// returned.
#[cold]
#[inline(never)]
pub fn find_dropped_moves(
    world: &World,
    seeds: Vec<Component>,
    budget: &Budget<'_>,
) -> Vec<DroppedMove> {
    let steps = at_most(MAX_STEPS, 0);
    let mut found: Vec<DroppedMove> = Vec::new();
    let mut waiting = seeds;
    let mut targets: Vec<(GameId, RuleTargets)> = Vec::new();
    let mut at = 0;
    while let Some(from) = waiting.get(at).cloned() {
        at += 1;
        let Some(game) = world.rules(from.game).game().filter(|game| !game.strict) else {
            continue;
        };
        if !targets.iter().any(|(known, _)| *known == from.game) {
            targets.push((
                from.game,
                game.moves
                    .iter()
                    .map(|rule| stored(world, from.game, game, rule))
                    .collect(),
            ));
        }
        let Some((_, stored)) = targets.iter().find(|(known, _)| *known == from.game) else {
            continue;
        };
        for (rule, shape) in game.moves.iter().enumerate() {
            let mut env = EvalContext::new(&from.slots, game.locals, &steps);
            let mut search = DroppedMoveSearch {
                world,
                budget,
                from: &from,
                rule,
                shape,
                targets: &stored[rule],
                found: &mut found,
                waiting: &mut waiting,
            };
            if walk(&mut env, shape, 0, &mut |env| search.check_choices(env)).is_err() {
                return found;
            }
        }
    }
    found
}

/// The targets of each rule of a game. A target is the index of a part of the rule's result, and
/// the index of a slot that this part writes.
type RuleTargets = Vec<Vec<(usize, usize)>>;

/// The search for one rule at one position.
struct DroppedMoveSearch<'a> {
    world: &'a World,
    budget: &'a Budget<'a>,
    from: &'a Component,
    rule: usize,
    shape: &'a Move,
    /// The targets of the rule: each is the index of a part of its result, and the index of a slot
    /// that this part writes.
    targets: &'a [(usize, usize)],
    found: &'a mut Vec<DroppedMove>,
    waiting: &'a mut Vec<Component>,
}

impl DroppedMoveSearch<'_> {
    fn check_choices(&mut self, env: &mut EvalContext<'_>) -> crate::eval::Flow {
        (env.tick)()?;
        let mut left: Vec<(usize, GameId, Vec<Int>)> = Vec::new();
        for (part, shape) in self.shape.result.iter().enumerate() {
            let _ = env.each_choice(&shape.generators, &mut |env| {
                match &shape.kind {
                    ResultPartKind::Fresh(game, list) => {
                        let mut slots = Vec::new();
                        row(env, list, &mut slots)?;
                        left.push((part, *game, slots));
                    }
                    ResultPartKind::Changed(groups) => {
                        left.push((part, self.from.game, changed(env, groups)?))
                    }
                    ResultPartKind::Compound(..) => {}
                }
                Ok(ControlFlow::Continue(()))
            })?;
        }
        let mut narrow: Option<(String, Int, Int)> = None;
        for (part, game, numbers) in &left {
            let slots = self.world.rules(*game).slots();
            if slots.len() != numbers.len() {
                return Ok(ControlFlow::Continue(()));
            }
            for (at, (slot, &value)) in slots.iter().zip(numbers).enumerate() {
                let over = slot.high.filter(|high| value > *high);
                if value < slot.low || over.is_some() && !self.targets.contains(&(*part, at)) {
                    return Ok(ControlFlow::Continue(()));
                }
                if let Some(high) = over {
                    narrow.get_or_insert_with(|| (slot.name.clone(), value, high));
                }
            }
        }
        // The requirements of the rules are checked for the numbers that the dropped move would
        // store.
        for (_, game, numbers) in &left {
            if !matches!(
                self.world.rules(*game).admits(numbers, self.budget),
                Ok(true)
            ) {
                return Ok(ControlFlow::Continue(()));
            }
        }
        match narrow {
            None => {
                for (_, game, numbers) in left {
                    let component = Component {
                        game,
                        slots: numbers.into(),
                    };
                    if self.waiting.len() < MAX_POSITIONS && !self.waiting.contains(&component) {
                        self.waiting.push(component);
                    }
                }
            }
            Some((slot, value, high)) => {
                if !self
                    .found
                    .iter()
                    .any(|known| known.rule == self.rule && known.from.game == self.from.game)
                {
                    let chosen = self
                        .shape
                        .choices
                        .iter()
                        .flat_map(|choice| choice.local..choice.local + choice.width);
                    let choices = chosen.map(|local| env.locals[local]).collect();
                    self.found.push(DroppedMove {
                        from: self.from.clone(),
                        rule: self.rule,
                        choices,
                        slot,
                        value,
                        high,
                    });
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// Returns the slots in which a rule may store a value above the upper bound. The stored value does
/// not depend on the slot itself, and no guard names the bound. Each slot is given by the index of
/// the part of the result, and the index of the slot in the component.
fn stored(world: &World, this: GameId, game: &Game, rule: &Move) -> Vec<(usize, usize)> {
    let mut targets = Vec::new();
    let mut add = |part: usize, value: &Expr, at: usize, (own, slots): (bool, &[Slot])| {
        let Some(slot) = slots.get(at) else { return };
        let Some(high) = slot.high else { return };
        let sorted = own && game.unordered.contains(&at);
        let held = own
            && game
                .sets_and_words()
                .iter()
                .any(|held| held.slots().contains(&at));
        let named = rule
            .guards
            .iter()
            .flatten()
            .any(|guard| guard.any(&|part| matches!(part, Expr::Const(n) if *n == high)));
        let array = array_of(slots, at);
        let steps = own && comes_from(value, &array, &rule.choices);
        let by_design = rule.choices.iter().any(|choice| match &choice.domain {
            ChoiceDomain::Open(_, stoppers) | ChoiceDomain::Endless(_, _, _, stoppers) => stoppers
                .iter()
                .any(|stop| !stop.sinks && stop.value == *value),
            _ => false,
        });
        if !(sorted || held || named || steps || by_design || matches!(value, Expr::Const(_))) {
            targets.push((part, at));
        }
    };
    for (at, part) in rule.result.iter().enumerate() {
        match &part.kind {
            ResultPartKind::Fresh(other, list)
                if list.iter().all(|element| element.generators.is_empty()) =>
            {
                let values = list.iter().flat_map(|element| &element.values);
                values.enumerate().for_each(|(slot, value)| {
                    add(
                        at,
                        value,
                        slot,
                        (*other == this, world.rules(*other).slots()),
                    )
                });
            }
            ResultPartKind::Changed(groups) => {
                let changes = groups.iter().flat_map(|group| &group.changes);
                for change in changes.filter(|change| change.sign.is_none()) {
                    match &change.place {
                        SlotRef::Slot(slot) => add(at, &change.value, *slot, (true, &game.slots)),
                        SlotRef::Array(first, _, len, _) => {
                            (*first..first + len)
                                .for_each(|slot| add(at, &change.value, slot, (true, &game.slots)));
                        }
                    }
                }
            }
            _ => {}
        }
    }
    targets
}

/// Returns the slots of the array of a slot, or only the slot.
fn array_of(slots: &[Slot], at: usize) -> std::ops::Range<usize> {
    let crate::ir::SlotShape::Cell { array, .. } = slots[at].shape else {
        return at..at + 1;
    };
    let same = |slot: &&Slot| matches!(slot.shape, crate::ir::SlotShape::Cell { array: other, .. } if other == array);
    array..array + slots[array..].iter().take_while(same).count()
}

/// Returns whether a value reads one of these slots, directly or in the domain of its choices.
fn comes_from(value: &Expr, slots: &std::ops::Range<usize>, choices: &[RuleChoice]) -> bool {
    value.any(&|part| match part {
        Expr::Slot(slot) => slots.contains(slot),
        Expr::At(place, _) => match &**place {
            SlotRef::Slot(slot) => slots.contains(slot),
            SlotRef::Array(first, _, len, _) => *first < slots.end && slots.start < first + len,
        },
        Expr::Local(local) => {
            let before = choices
                .iter()
                .position(|choice| (choice.local..choice.local + choice.width).contains(local));
            before.is_some_and(|at| match &choices[at].domain {
                // If the lower end of the range of a choice depends on the slot, the choice steps
                // along the slot. A choice up to the slot, such as `k in 1..most`, does not step
                // along the slot.
                ChoiceDomain::Range(low, _) => comes_from(low, slots, &choices[..at]),
                domain => domain
                    .children()
                    .any(|bound| comes_from(bound, slots, &choices[..at])),
            })
        }
        _ => false,
    })
}
