//! Detection of a slot that states whose turn it is. Every move changes the turn slot from one of
//! two classes of values to the other, and the available moves depend on the class.
//!
//! A single component with a turn slot is played like a partizan game. In a sum, and after a split,
//! each component has its own turn. So a move in one component does not pass the turn in the other
//! components. A sum of components with turn slots is probably not the intended game.
//!
//! The rules show that the classes alternate ([`Alternation`]): for each value of the slot, every
//! value that a move can give it is computed. A slot with many values is a turn only if it is a
//! clock: its next value depends only on itself, and either the values repeat or the rules read the
//! slot by remainders (`moves % 2`). A heap from which odd numbers are taken alternates too, but is
//! not a turn.
//!
//! A position whose moves change with the class shows that moves depend on the class. If the rules
//! cannot be analysed, the positions that are reached first are tested instead, and the result is
//! [`Certainty::Observed`].

mod values;
mod witness;

use std::collections::{BTreeMap, BTreeSet};

use base::budget::Budget;
use rules::ast::{BinaryOp, CompareOp};
use rules::eval::{EvalContext, at_most};
use rules::game::GameId;
use rules::ir::{Expr, Game, Int, Move, ResultPart, ResultPartKind, RowElement, SlotRef};
use rules::play::Component;
use rules::world::World;

use values::{PartialAssignment, Values, combined};
use witness::{Dependence, dependence, observed};

/// Maximum number of values of a slot that are examined individually.
const MAX_VALUES: Int = 64;

/// Maximum number of rows of known choices that are tried for one move rule and one value.
const MAX_ROWS: usize = 256;

/// Number of values over which an expression of a slot is tested for a period.
const PERIODS_OVER: Int = 64;

/// Maximum period.
const MAX_PERIOD: usize = 16;

/// The two classes between which a slot alternates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TurnClasses {
    /// The class of each listed value. Values that are not listed do not alternate.
    Values(BTreeMap<Int, bool>),
    /// The two classes are the even values and the odd values.
    Parity,
}

impl TurnClasses {
    /// Returns the class of a value; `None` if the value does not alternate.
    fn class_of(&self, value: Int) -> Option<bool> {
        match self {
            TurnClasses::Values(classes) => classes.get(&value).copied(),
            TurnClasses::Parity => Some(value.rem_euclid(2) == 1),
        }
    }
}

/// A slot that every move changes from one of two classes of values to the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternation {
    /// The slot.
    pub slot: usize,
    /// Classes of the values of the slot.
    pub classes: TurnClasses,
    /// Number of moves after which the rules read the slot in the same way. The number of moves is
    /// 2 for a slot with two values.
    period: Int,
    /// Whether the values of the slot repeat, so that every expression of the slot is periodic.
    comes_back: bool,
}

/// Certainty that a slot is a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// The rules show that the slot alternates, and a position was found whose moves depend on the
    /// class.
    Shown,
    /// The alternation or the dependence of moves on the class was only observed at the positions
    /// reached first, or could not be tested.
    Observed,
}

/// A slot that states whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnSlot {
    /// The slot.
    pub slot: usize,
    /// The classes of the slot.
    pub classes: TurnClasses,
    /// Certainty that the slot is a turn.
    pub certainty: Certainty,
}

impl TurnSlot {
    /// Returns whether a component with these slots has a turn. A component has no turn if the
    /// value of the slot is outside both classes.
    pub fn has(&self, slots: &[Int]) -> bool {
        slots
            .get(self.slot)
            .is_some_and(|value| self.classes.class_of(*value).is_some())
    }
}

/// Finds the slot of a game that states whose turn it is. The positions in `near` are tested in
/// addition to small positions. The cost is O(size of the rules · slots · values) for a game
/// without an alternating slot. If the game has an alternating slot, the moves of some hundred
/// positions are also listed.
pub fn turn(
    world: &World,
    game: GameId,
    near: &[&Component],
    budget: &Budget<'_>,
) -> Option<TurnSlot> {
    // If the slot is the complete position, it is the state of the game and not only the turn, as
    // in a walk between two vertices.
    let ir = world.rules(game).game().filter(|ir| ir.slots.len() > 1)?;
    (0..ir.slots.len())
        .filter(|&slot| may_be(ir, slot))
        .find_map(|slot| {
            let (alternation, shown) = match alternates(ir, game, slot) {
                AlternationVerdict::Shown(alternation) => (alternation, true),
                AlternationVerdict::No => return None,
                // Moves shift the letters of a word, so one index is not a slot of its own. A word
                // of letters also has thousands of indices.
                AlternationVerdict::Unknown
                    if ir.words.iter().any(|word| word.slots().contains(&slot)) =>
                {
                    return None;
                }
                AlternationVerdict::Unknown => (observed(world, game, slot, near, budget)?, false),
            };
            let certainty = match (dependence(world, game, &alternation, near, budget), shown) {
                (Dependence::No, _) | (Dependence::Untested, false) => return None,
                (Dependence::Found, true) => Certainty::Shown,
                (Dependence::Found, false) | (Dependence::Untested, true) => Certainty::Observed,
            };
            Some(TurnSlot {
                slot,
                classes: alternation.classes,
                certainty,
            })
        })
}

/// Finds a slot that the rules read and that every move changes from one of two classes to the
/// other.
pub fn alternation(game: &Game, this: GameId) -> Option<Alternation> {
    let slots = if game.slots.len() > 1 {
        0..game.slots.len()
    } else {
        0..0
    };
    slots
        .filter(|&slot| may_be(game, slot))
        .find_map(|slot| match alternates(game, this, slot) {
            AlternationVerdict::Shown(alternation) => Some(alternation),
            AlternationVerdict::No | AlternationVerdict::Unknown => None,
        })
}

/// Returns whether a move of a game may leave several components.
pub fn splits(game: &Game) -> bool {
    let several = |parts: &[ResultPart]| {
        parts.len() > 1 || parts.iter().any(|part| !part.generators.is_empty())
    };
    let compound = |part: &ResultPart| matches!(part.kind, ResultPartKind::Compound(..));
    game.moves
        .iter()
        .any(|shape| several(&shape.result) || shape.result.iter().any(compound))
}

/// Result of the test whether a slot alternates.
enum AlternationVerdict {
    Shown(Alternation),
    No,
    Unknown,
}

/// Returns whether a slot is a candidate for a turn: every move can change the slot, and the moves
/// or the end of play depend on it.
fn may_be(game: &Game, slot: usize) -> bool {
    let changed = |place: &SlotRef| match place {
        SlotRef::Slot(changed) => *changed == slot,
        SlotRef::Array(first, _, len, index) => {
            (*first..first + len).contains(&slot)
                && (*len == 1 || matches!(index, Expr::Const(_) | Expr::If(_)))
        }
    };
    fn may_change(
        part: &ResultPart,
        game: &Game,
        slot: usize,
        changed: &dyn Fn(&SlotRef) -> bool,
    ) -> bool {
        match &part.kind {
            ResultPartKind::Fresh(_, elements) => !value_at(elements, slot, game.slots.len())
                .is_some_and(|value| matches!(value, Expr::Slot(same) if *same == slot)),
            ResultPartKind::Changed(groups) => groups
                .iter()
                .flat_map(|group| &group.changes)
                .any(|change| changed(&change.place)),
            ResultPartKind::Compound(_, groups) => groups
                .iter()
                .flatten()
                .all(|part| may_change(part, game, slot, changed)),
        }
    }
    // If the slot has only two values, its range excludes moves that would make it smaller or
    // larger. So the available moves depend on the slot even if no rule reads it.
    let has_two_values = game.slots[slot]
        .high
        .is_some_and(|high| high == game.slots[slot].low.saturating_add(1));
    !game.moves.is_empty()
        && !game.unordered.contains(&slot)
        && game.slots[slot].high != Some(game.slots[slot].low)
        && game.moves.iter().all(|shape| {
            shape
                .result
                .iter()
                .all(|part| may_change(part, game, slot, &changed))
        })
        && (has_two_values || is_read(game, slot))
}

/// Returns whether moves or the end of play depend on a slot, except for the new value of the slot
/// itself.
fn is_read(game: &Game, slot: usize) -> bool {
    game.moves
        .iter()
        .any(|shape| asks(shape, slot, game.slots.len()))
        || game
            .goals
            .iter()
            .chain(&game.traps)
            .chain(&game.urgent)
            .any(|e| reads(e, slot))
}

fn reads(expr: &Expr, slot: usize) -> bool {
    expr.any(&|part| match part {
        Expr::Slot(read) => *read == slot,
        Expr::At(place, _) => place_may_be(place, slot),
        _ => false,
    })
}

fn place_may_be(place: &SlotRef, slot: usize) -> bool {
    match place {
        SlotRef::Slot(read) => *read == slot,
        SlotRef::Array(first, _, len, _) => (*first..first + len).contains(&slot),
    }
}

/// Calls `each` for every expression that a move reads, except for the new value of the slot
/// itself.
fn each_reading<'e>(shape: &'e Move, slot: usize, slots: usize, each: &mut dyn FnMut(&'e Expr)) {
    shape.guards.iter().flatten().for_each(&mut *each);
    shape
        .choices
        .iter()
        .for_each(|choice| choice.domain.children().for_each(&mut *each));
    shape
        .result
        .iter()
        .for_each(|part| each_reading_of(part, slot, slots, each));
}

fn each_reading_of<'e>(
    part: &'e ResultPart,
    slot: usize,
    slots: usize,
    each: &mut dyn FnMut(&'e Expr),
) {
    part.generators
        .iter()
        .for_each(|choice| choice.domain.children().for_each(&mut *each));
    match &part.kind {
        ResultPartKind::Fresh(_, elements) => {
            let own = value_at(elements, slot, slots);
            let others = elements
                .iter()
                .flat_map(RowElement::children)
                .filter(|value| !own.is_some_and(|own| std::ptr::eq(own, *value)));
            others.for_each(each);
        }
        ResultPartKind::Changed(groups) => {
            groups
                .iter()
                .flat_map(|group| &group.generators)
                .for_each(|choice| choice.domain.children().for_each(&mut *each));
            for change in groups.iter().flat_map(|group| &group.changes) {
                match &change.place {
                    SlotRef::Slot(own) if *own == slot => {}
                    SlotRef::Slot(_) => each(&change.value),
                    SlotRef::Array(_, _, _, index) => {
                        each(index);
                        if !place_may_be(&change.place, slot) {
                            each(&change.value);
                        }
                    }
                }
            }
        }
        ResultPartKind::Compound(_, groups) => groups
            .iter()
            .flatten()
            .for_each(|part| each_reading_of(part, slot, slots, each)),
    }
}

/// Returns whether a move depends on a slot, except for the new value of the slot itself.
fn asks(shape: &Move, slot: usize, slots: usize) -> bool {
    let mut found = false;
    each_reading(shape, slot, slots, &mut |expr| found |= reads(expr, slot));
    found
}

/// Returns the value of a slot in a list of elements. The slot is counted from the beginning or, if
/// generators precede it, from the end.
fn value_at(elements: &[RowElement], slot: usize, slots: usize) -> Option<&Expr> {
    let plain = |element: &&RowElement| element.generators.is_empty();
    let front = elements
        .iter()
        .take_while(plain)
        .flat_map(|element| &element.values)
        .nth(slot);
    let back = || {
        elements
            .iter()
            .rev()
            .take_while(plain)
            .flat_map(|element| element.values.iter().rev())
            .nth(slots - 1 - slot)
    };
    front.or_else(back)
}

/// Determines from the rules whether every move changes a slot from one class to the other.
fn alternates(game: &Game, this: GameId, slot: usize) -> AlternationVerdict {
    let declared = &game.slots[slot];
    let few = declared
        .high
        .and_then(|high| high.checked_sub(declared.low))
        .is_some_and(|span| span < MAX_VALUES);
    if let (true, Some(high)) = (few, declared.high) {
        return by_values(game, this, slot, &(declared.low..=high).collect());
    }
    // The slot has too many values to examine each of them. If every move requires one particular
    // value of the slot, only the required values matter.
    match game
        .moves
        .iter()
        .map(|shape| required(shape, slot))
        .collect::<Option<BTreeSet<Int>>>()
    {
        Some(values) if values.len() <= MAX_VALUES as usize => by_values(game, this, slot, &values),
        _ => by_parity(game, this, slot),
    }
}

/// Returns the value that a slot must have for a move, if the move has a condition `slot == value`.
fn required(shape: &Move, slot: usize) -> Option<Int> {
    fn required_by(guard: &Expr, slot: usize) -> Option<Int> {
        match guard {
            Expr::Binary(BinaryOp::And, sides, _) => {
                required_by(&sides[0], slot).or_else(|| required_by(&sides[1], slot))
            }
            Expr::Compare(CompareOp::Eq, sides) => match &**sides {
                [Expr::Slot(own), Expr::Const(value)] | [Expr::Const(value), Expr::Slot(own)]
                    if *own == slot =>
                {
                    Some(*value)
                }
                _ => None,
            },
            _ => None,
        }
    }
    shape
        .guards
        .iter()
        .flatten()
        .find_map(|guard| required_by(guard, slot))
}

/// New values that moves give to a slot.
#[derive(Default)]
struct NextSlotValues {
    values: BTreeSet<Int>,
    /// Whether a new value is unknown.
    unknown: bool,
    /// Whether a move leaves only components of other games.
    leaves: bool,
}

/// Collects, for each value in `from`, the values that moves can give to the slot. At values of the
/// slot that are not in `from`, the game must have no moves.
fn by_values(game: &Game, this: GameId, slot: usize, from: &BTreeSet<Int>) -> AlternationVerdict {
    let (low, high) = (
        game.slots[slot].low,
        game.slots[slot].high.unwrap_or(Int::MAX),
    );
    let mut arrows: BTreeMap<Int, BTreeSet<Int>> = BTreeMap::new();
    let (mut unknown, mut drops) = (false, false);
    for &value in from {
        let mut next = NextSlotValues::default();
        for shape in &game.moves {
            let known = PartialAssignment {
                game,
                slot,
                value: Some(value),
                locals: BTreeMap::new(),
            };
            ChoiceWalker {
                known,
                this,
                rows: 1,
                next: &mut next,
            }
            .go(shape, 0);
            if next.leaves {
                return AlternationVerdict::No;
            }
        }
        // A new value outside the range of the slot makes the move illegal.
        let made = next.values.len();
        next.values.retain(|next| (low..=high).contains(next));
        drops |= next.values.len() < made;
        unknown |= next.unknown;
        if !next.values.is_empty() {
            arrows.insert(value, next.values);
        }
    }
    if !drops && !is_read(game, slot) {
        return AlternationVerdict::No;
    }
    let read_period = period(game, slot);
    let mut classes = BTreeMap::new();
    let (mut largest, mut comes_back) = (2, true);
    for group in groups(&arrows) {
        let Some(coloured) = coloured(&arrows, &group) else {
            if unknown {
                return AlternationVerdict::No;
            }
            continue;
        };
        if arrows
            .iter()
            .any(|(value, next)| group.contains(value) && next.len() > 1)
        {
            continue;
        }
        match (cycle(&arrows, &group), read_period) {
            (Some(length), _) => largest = largest.max(length),
            (None, Some(period)) if game.slots.len() > 1 && group.len() > 2 => {
                (largest, comes_back) = (largest.max(period), false);
            }
            _ => continue,
        }
        classes.extend(coloured);
    }
    match (classes.is_empty(), unknown) {
        (_, true) => AlternationVerdict::Unknown,
        (true, false) => AlternationVerdict::No,
        (false, false) => AlternationVerdict::Shown(Alternation {
            slot,
            classes: TurnClasses::Values(classes),
            period: largest,
            comes_back,
        }),
    }
}

/// Returns the connected components of the graph whose arrows lead from old to new values.
fn groups(arrows: &BTreeMap<Int, BTreeSet<Int>>) -> Vec<BTreeSet<Int>> {
    let mut groups: Vec<BTreeSet<Int>> = Vec::new();
    for (from, next) in arrows {
        let mut joined: BTreeSet<Int> = next.iter().copied().chain([*from]).collect();
        groups.retain(|group| {
            let apart = group.is_disjoint(&joined);
            if !apart {
                joined.extend(group);
            }
            apart
        });
        groups.push(joined);
    }
    groups
}

/// Returns two classes of a group such that every arrow leads from one to the other.
fn coloured(
    arrows: &BTreeMap<Int, BTreeSet<Int>>,
    group: &BTreeSet<Int>,
) -> Option<BTreeMap<Int, bool>> {
    let both = || {
        arrows
            .iter()
            .flat_map(|(from, next)| next.iter().map(move |to| (*from, *to)))
    };
    let mut classes: BTreeMap<Int, bool> = group
        .first()
        .map(|first| (*first, false))
        .into_iter()
        .collect();
    while classes.len() < group.len() {
        let more: Vec<(Int, bool)> = both()
            .filter(|(from, _)| group.contains(from))
            .flat_map(|(from, to)| [(from, to), (to, from)])
            .filter(|(_, other)| !classes.contains_key(other))
            .filter_map(|(one, other)| Some((other, !*classes.get(&one)?)))
            .collect();
        classes.extend(more);
    }
    both()
        .filter(|(from, _)| group.contains(from))
        .all(|(from, to)| classes[&from] != classes[&to])
        .then_some(classes)
}

/// Returns the length of the cycle of a group in which every value has at most one arrow.
fn cycle(arrows: &BTreeMap<Int, BTreeSet<Int>>, group: &BTreeSet<Int>) -> Option<Int> {
    let next = |value: Int| arrows.get(&value).and_then(BTreeSet::first).copied();
    let mut at = *group.first()?;
    for _ in 0..group.len() {
        at = next(at)?;
    }
    let (start, mut length) = (at, 1);
    at = next(at)?;
    while at != start {
        (at, length) = (next(at)?, length + 1);
    }
    Some(length)
}

/// Tests the amounts that moves add to a slot. All amounts must be odd. The amounts must also be
/// equal, or be positive if the slot has no upper bound.
fn by_parity(game: &Game, this: GameId, slot: usize) -> AlternationVerdict {
    let Some(period) = period(game, slot).filter(|_| game.slots.len() > 1) else {
        return AlternationVerdict::No;
    };
    let mut next = NextSlotValues::default();
    for shape in &game.moves {
        let known = PartialAssignment {
            game,
            slot,
            value: None,
            locals: BTreeMap::new(),
        };
        ChoiceWalker {
            known,
            this,
            rows: 1,
            next: &mut next,
        }
        .go(shape, 0);
    }
    let is_odd = next.values.iter().all(|step| step.rem_euclid(2) == 1);
    let is_clock = next.values.len() == 1
        || game.slots[slot].high.is_none() && next.values.iter().all(|step| *step > 0);
    if next.leaves || next.unknown || next.values.is_empty() || !is_odd || !is_clock {
        return AlternationVerdict::No;
    }
    AlternationVerdict::Shown(Alternation {
        slot,
        classes: TurnClasses::Parity,
        period,
        comes_back: false,
    })
}

/// Visitor of the choices of a move, as far as the choices are known. The visitor collects the new
/// values of the slot. If the old value of the slot is unknown, the visitor collects the amounts
/// added to the slot.
struct ChoiceWalker<'w, 'g> {
    known: PartialAssignment<'g>,
    this: GameId,
    rows: usize,
    next: &'w mut NextSlotValues,
}

impl ChoiceWalker<'_, '_> {
    fn go(&mut self, shape: &Move, made: usize) {
        if shape.guards[made]
            .iter()
            .any(|guard| self.known.truth(guard) == Some(false))
        {
            return;
        }
        let Some(choice) = shape.choices.get(made) else {
            return self.finish(shape);
        };
        match self.known.rows(&choice.domain, choice.width) {
            Some(rows) if self.rows.saturating_mul(rows.len()) <= MAX_ROWS => {
                let before = self.rows;
                self.rows *= rows.len().max(1);
                for row in rows {
                    self.known.locals.extend((choice.local..).zip(row));
                    self.go(shape, made + 1);
                }
                self.rows = before;
                (choice.local..choice.local + choice.width).for_each(|local| {
                    self.known.locals.remove(&local);
                });
            }
            _ => self.go(shape, made + 1),
        }
    }

    fn finish(&mut self, shape: &Move) {
        let mut own = 0;
        for part in &shape.result {
            own += self.part(part);
        }
        // A component of another game has no turn slot, or a turn slot of its own.
        self.next.leaves |= !shape.result.is_empty() && own == 0;
    }

    /// Collects the new values of the slot in the components of this game. Returns the number of
    /// these components.
    fn part(&mut self, part: &ResultPart) -> usize {
        let made = match &part.kind {
            ResultPartKind::Fresh(game, _) if *game != self.this => return 0,
            ResultPartKind::Compound(_, groups) => {
                return groups.iter().flatten().map(|part| self.part(part)).sum();
            }
            ResultPartKind::Fresh(_, elements) => {
                value_at(elements, self.known.slot, self.known.game.slots.len())
                    .and_then(|value| self.next_values(value))
            }
            ResultPartKind::Changed(groups) => {
                let slot = self.known.slot;
                let mut own = groups
                    .iter()
                    .flat_map(|group| &group.changes)
                    .filter(|change| match self.known.slot_at(&change.place) {
                        Some(changed) => changed == slot,
                        None => place_may_be(&change.place, slot),
                    });
                match (own.next(), own.next()) {
                    (None, _) => Some([self.known.value.unwrap_or(0)].into()),
                    (Some(change), None) if self.known.slot_at(&change.place).is_some() => {
                        match change.sign {
                            None => self.next_values(&change.value),
                            Some(sign) => {
                                let start = [self.known.value.unwrap_or(0)].into();
                                let op = if sign > 0 {
                                    BinaryOp::Add
                                } else {
                                    BinaryOp::Sub
                                };
                                self.known
                                    .values(&change.value)
                                    .and_then(|more| operated(op, &start, &more))
                            }
                        }
                    }
                    _ => None,
                }
            }
        };
        match made {
            // If the value of the slot is known, only a set of one element is used, because not all
            // elements of a larger set need be legal.
            Some(values) if self.known.value.is_none() || values.len() == 1 => {
                self.next.values.extend(values)
            }
            _ => self.next.unknown = true,
        }
        1
    }

    /// Returns the new values of the slot, or the amounts added to the slot.
    fn next_values(&self, value: &Expr) -> Values {
        if self.known.value.is_some() {
            self.known.values(value)
        } else {
            self.added(value)
        }
    }

    /// Returns the amounts that an expression adds to the slot.
    fn added(&self, expr: &Expr) -> Values {
        let slot = self.known.slot;
        match expr {
            Expr::Slot(own) if *own == slot => Some([0].into()),
            Expr::At(place, _) if self.known.slot_at(place) == Some(slot) => Some([0].into()),
            Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), sides, _) => {
                match (reads(&sides[0], slot), reads(&sides[1], slot)) {
                    (true, false) => {
                        operated(*op, &self.added(&sides[0])?, &self.known.values(&sides[1])?)
                    }
                    (false, true) if *op == BinaryOp::Add => {
                        operated(*op, &self.known.values(&sides[0])?, &self.added(&sides[1])?)
                    }
                    _ => None,
                }
            }
            Expr::If(parts) => {
                let (mut one, other) = (self.added(&parts[1])?, self.added(&parts[2])?);
                one.extend(other);
                Some(one)
            }
            _ => None,
        }
    }
}

fn operated(op: BinaryOp, left: &BTreeSet<Int>, right: &BTreeSet<Int>) -> Values {
    combined(left, right, |a, b| {
        Expr::Binary(op, Box::new([a, b]), Default::default())
    })
}

/// Returns the least common even period of all expressions that the rules form only from this slot,
/// and of remainders of sums with this slot. Returns `None` if the rules contain no such
/// expressions or remainders.
fn period(game: &Game, slot: usize) -> Option<Int> {
    let mut periods = BTreeSet::new();
    for shape in &game.moves {
        each_reading(shape, slot, game.slots.len(), &mut |expr| {
            gather_periods(game, expr, slot, &mut periods)
        });
    }
    let more = game.goals.iter().chain(&game.traps).chain(&game.urgent);
    more.for_each(|expr| gather_periods(game, expr, slot, &mut periods));
    let even: Vec<usize> = periods
        .into_iter()
        .filter(|period| period % 2 == 0)
        .collect();
    let common = even.iter().copied().fold(1, |a, b| a * b / gcd(a, b));
    (!even.is_empty() && common <= MAX_PERIOD * MAX_PERIOD).then_some(common as Int)
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn gather_periods(game: &Game, expr: &Expr, slot: usize, periods: &mut BTreeSet<usize>) {
    if !reads(expr, slot) {
        return;
    }
    let only = |part: &Expr| {
        !matches!(part, Expr::Slot(other) if *other != slot)
            && !matches!(part, Expr::Local(_) | Expr::At(..) | Expr::Entry(..))
    };
    let alone = !expr.any(&|part| !only(part));
    let divisor = match expr {
        Expr::Binary(BinaryOp::Mod, sides, _) => match sides[1] {
            Expr::Const(divisor) => usize::try_from(divisor)
                .ok()
                .filter(|divisor| (2..=MAX_PERIOD).contains(divisor)),
            _ => None,
        },
        _ => None,
    };
    let found = if alone && !matches!(expr, Expr::Slot(_)) {
        period_of(game, expr, slot)
    } else {
        divisor
    };
    match found {
        Some(period) => {
            periods.insert(period);
        }
        None => expr
            .children()
            .for_each(|child| gather_periods(game, child, slot, periods)),
    }
}

/// Returns the least period of an expression of one slot over the first values of the slot; `None`
/// if the period is 1 or too large.
fn period_of(game: &Game, expr: &Expr, slot: usize) -> Option<usize> {
    let mut slots = vec![0; game.slots.len()];
    let mut values = Vec::new();
    for offset in 0..PERIODS_OVER {
        slots[slot] = game.slots[slot].low.checked_add(offset)?;
        values.push(
            EvalContext::new(&slots, game.locals, &at_most(1000, game.extra_steps))
                .eval(expr)
                .ok()?,
        );
    }
    let repeats = |period: &usize| values.iter().zip(&values[*period..]).all(|(a, b)| a == b);
    (1..=MAX_PERIOD).find(repeats).filter(|period| *period > 1)
}
