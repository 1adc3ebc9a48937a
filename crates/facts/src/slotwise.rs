//! Games whose moves work slot by slot: after its choices are made, a move computes each new slot
//! from at most one old slot. Examples are `c[t] = if t == 1 then 2 else turned(c[t-1])`, `x + dx`
//! and `a - k`.
//!
//! Within ranges of the slots, each function of a single slot is a table. A total is a sum of
//! functions of single slots. So the minimum and the maximum that a move adds to a total are sums
//! of table entries. The bounds of a total are exact if no guard reads several slots. The tables
//! can also be inverted, which gives inverse moves. An inverse move gives, for a position, the
//! positions from which the move leads to this position.
//!
//! If a game does not work slot by slot, the reason is reported.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use base::text;
use base::text::Text;
use base::thread_limit;
use rules::ast::CompareOp;
use rules::game::GameId;
use rules::ir::{
    ChangeGroup, ChoiceDomain, Expr, Game, Int, Move, ResultPartKind, RowElement, RuleChoice,
    SlotChange, SlotRef,
};

use super::totals::{LocalScope, SlotRanges, Total};

/// Number of moves that are listed before the limits of the thread are checked.
const UNWATCHED: usize = 64;

/// Maximum number of moves of a game, with their choices made.
const MAX_MOVES: usize = 1 << 14;
/// Maximum number of values of a slot in a game with many moves.
const MAX_SLOT_VALUES: usize = 1 << 12;
/// Maximum number of values of a slot, if a slot has more than [`MAX_SLOT_VALUES`] values. For
/// these wide slots, `MAX_WIDE_ENTRIES` limits the number of table entries of all moves together.
const MAX_WIDE_SLOT_VALUES: usize = 1 << 19;
const MAX_WIDE_ENTRIES: usize = 1 << 23;

/// A new slot as a function of an old slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotUpdate {
    /// The old slot; `None` if the value is constant.
    pub source: Option<usize>,
    /// The value of the new slot for each value of the old slot, starting at the minimum of the old
    /// slot.
    pub table: Vec<Int>,
}

/// A condition that reads several slots, with the values of its locals.
#[derive(Clone, Debug)]
pub struct SlotGuard {
    /// The condition.
    pub condition: Expr,
    /// Values of the locals of the game.
    pub locals: Vec<Int>,
    /// The slots that the condition reads; `None` if they cannot be determined.
    pub reads: Option<BTreeSet<usize>>,
}

/// A rule with its choices made, and one component that the move leaves, if the move leaves any
/// component.
#[derive(Clone, Debug)]
pub struct ResolvedMove {
    /// Allowed values of each old slot. A value is allowed if the guards of this slot hold and the
    /// results are in their ranges.
    pub allowed: Vec<Vec<bool>>,
    /// Part of `allowed` that depends on the choices.
    pub own: Vec<Vec<bool>>,
    /// Part of `allowed` that follows from the conditions of the rule before any choice. `allowed`
    /// is the intersection of `own` and `standing`.
    pub standing: Arc<Vec<Vec<bool>>>,
    /// Guards that read several slots.
    pub guards: Vec<SlotGuard>,
    /// The slots of the component; `None` if the move leaves no component.
    pub slots: Option<Vec<SlotUpdate>>,
}

/// The moves of a game, slot by slot.
#[derive(Clone, Debug)]
pub struct Slotwise {
    lows: Vec<Int>,
    /// Slots whose values are sorted.
    unordered: Range<usize>,
    made: Vec<ResolvedMove>,
}

impl Slotwise {
    /// Reads the moves of a game to components of itself, within ranges.
    ///
    /// # Errors
    /// Returns the reason if the game does not work slot by slot, for example the name of a slot
    /// that depends on several slots.
    pub fn from_game(game: &Game, this: GameId, ranges: &SlotRanges<'_>) -> Result<Slotwise, Text> {
        if let Some(slot) =
            (0..game.slots.len()).find(|&slot| ranges.width(slot) > MAX_WIDE_SLOT_VALUES)
        {
            let name = &game.slots[slot].name;
            return Err(text!(
                "`{name}` has more than {MAX_WIDE_SLOT_VALUES} values",
                "`{name}` 的取值超过 {MAX_WIDE_SLOT_VALUES} 个"
            ));
        }
        let mut made = Vec::new();
        for shape in &game.moves {
            let all: Vec<Vec<bool>> = (0..game.slots.len())
                .map(|slot| vec![true; ranges.width(slot)])
                .collect();
            SlotwiseReader {
                game,
                this,
                ranges,
                shape,
                standing: Arc::new(all.clone()),
                made: &mut made,
            }
            .read(all)?;
        }
        Ok(Slotwise {
            lows: ranges.lows.clone(),
            unordered: game.unordered.clone(),
            made,
        })
    }

    /// Returns the moves with their choices made. A move that leaves several components has one
    /// entry for each component.
    pub fn resolved_moves(&self) -> &[ResolvedMove] {
        &self.made
    }

    /// Returns the vectors that the moves add to the slots, sorted and without duplicates. Returns
    /// `None` unless every move only adds constants and is legal exactly if the result is in the
    /// ranges.
    pub fn shifts(&self) -> Option<Vec<Vec<Int>>> {
        let mut all = Vec::new();
        for made in &self.made {
            let news = made.slots.as_ref().filter(|_| made.guards.is_empty())?;
            let shift = news.iter().enumerate().map(|(slot, new)| {
                let least = self.lows[slot];
                let by = new
                    .table
                    .first()
                    .filter(|_| new.source == Some(slot))?
                    .checked_sub(least)?;
                let (values, allowed) = (new.table.len() as Int, &made.allowed[slot]);
                let shifted = |value: Int| new.table[value as usize] == least + value + by;
                let inside =
                    |value: Int| allowed[value as usize] == (0..values).contains(&(value + by));
                (0..values)
                    .all(|value| shifted(value) && inside(value))
                    .then_some(by)
            });
            all.push(shift.collect::<Option<Vec<Int>>>()?);
        }
        all.sort_unstable();
        all.dedup();
        Some(all)
    }

    /// Returns the minimum and the maximum that a move adds to a total; `None` if these bounds
    /// cannot be determined. Both bounds are 0 for a game without moves to components of itself.
    pub fn adds(&self, total: &Total) -> Option<(Int, Int)> {
        let (mut least, mut most) = (0, 0);
        if !total.is_same_in(&self.unordered) {
            return None;
        }
        let worth = |slot: usize, value: Int| match total.tables.get(&slot) {
            Some(table) => table
                .get(usize::try_from(value.checked_sub(self.lows[slot])?).ok()?)
                .copied(),
            None => Some(0),
        };
        let components = self
            .made
            .iter()
            .filter_map(|made| Some((made, made.slots.as_ref()?)));
        'made: for (number, (made, slots)) in components.enumerate() {
            let (mut low, mut high): (Int, Int) = (0, 0);
            for new in slots
                .iter()
                .enumerate()
                .filter(|(_, new)| new.source.is_none())
            {
                let constant = worth(new.0, new.1.table[0])?;
                (low, high) = (low.checked_add(constant)?, high.checked_add(constant)?);
            }
            for (slot, allowed) in made.allowed.iter().enumerate() {
                let mut bounds: Option<(Int, Int)> = None;
                for value in (0..allowed.len()).filter(|&value| allowed[value]) {
                    let mut sum = worth(slot, self.lows[slot] + value as Int)?.checked_neg()?;
                    for (new, here) in slots
                        .iter()
                        .enumerate()
                        .filter(|(_, here)| here.source == Some(slot))
                    {
                        sum = sum.checked_add(worth(new, here.table[value])?)?;
                    }
                    let (a, b) = bounds.unwrap_or((sum, sum));
                    bounds = Some((a.min(sum), b.max(sum)));
                }
                // If a slot has no allowed value, the move is never legal.
                let Some((a, b)) = bounds else { continue 'made };
                (low, high) = (low.checked_add(a)?, high.checked_add(b)?);
            }
            (least, most) = if number == 0 {
                (low, high)
            } else {
                (least.min(low), most.max(high))
            };
        }
        Some((least, most))
    }
}

/// Reader of one rule.
struct SlotwiseReader<'r> {
    game: &'r Game,
    this: GameId,
    ranges: &'r SlotRanges<'r>,
    shape: &'r Move,
    standing: Arc<Vec<Vec<bool>>>,
    made: &'r mut Vec<ResolvedMove>,
}

impl SlotwiseReader<'_> {
    /// Reads the conditions of the rule that precede all choices, and then makes the choices.
    fn read(mut self, all: Vec<Vec<bool>>) -> Result<(), Text> {
        let (mut standing, mut guards, scope) = (all.clone(), Vec::new(), self.ranges.scope());
        for guard in &self.shape.guards[0] {
            self.assume(guard, &scope, &mut standing, &mut guards);
        }
        if standing.iter().any(|values| !values.contains(&true)) {
            return Ok(());
        }
        self.standing = Arc::new(standing);
        self.choose(0, &scope, all, guards)
    }

    /// Makes the choices of a rule one value at a time, beginning with the choice at index `depth`.
    fn choose(
        &mut self,
        depth: usize,
        scope: &LocalScope,
        mut allowed: Vec<Vec<bool>>,
        mut guards: Vec<SlotGuard>,
    ) -> Result<(), Text> {
        for guard in self.shape.guards[depth].iter().filter(|_| depth > 0) {
            self.assume(guard, scope, &mut allowed, &mut guards);
        }
        if allowed.iter().any(|values| !values.contains(&true)) {
            return Ok(());
        }
        let Some(choice) = self.shape.choices.get(depth) else {
            return self.results(scope, &allowed, &guards);
        };
        for row in self.values(choice, scope)? {
            let mut inner = scope.clone();
            inner.locals[choice.local..choice.local + choice.width].copy_from_slice(&row);
            let (mut within, mut tests) = (allowed.clone(), guards.clone());
            if let ChoiceDomain::Range(low, high) = &choice.domain {
                let value = || Expr::Const(row[0]);
                for sides in [[low.clone(), value()], [value(), high.clone()]] {
                    self.assume(
                        &Expr::Compare(CompareOp::Le, Box::new(sides)),
                        scope,
                        &mut within,
                        &mut tests,
                    );
                }
            }
            self.choose(depth + 1, &inner, within, tests)?;
        }
        Ok(())
    }

    /// Returns every value that a choice can have at some position.
    fn values(&self, choice: &RuleChoice, scope: &LocalScope) -> Result<Vec<Vec<Int>>, Text> {
        let name = || choice.names.0.join(", ");
        let mut rows = Vec::new();
        let unrolled =
            self.ranges
                .unrolled(std::slice::from_ref(choice), scope, &mut |scope, rest| {
                    if rest.is_empty() {
                        rows.push(scope.locals[choice.local..choice.local + choice.width].to_vec());
                        return Some(());
                    }
                    let ChoiceDomain::Range(low, high) = &choice.domain else {
                        return None;
                    };
                    let (low, high) = (
                        self.ranges.function(low, scope)?.1,
                        self.ranges.function(high, scope)?.1,
                    );
                    let (low, high) = (*low.iter().min()?, *high.iter().max()?);
                    let few = i128::from(high) - i128::from(low) < MAX_MOVES as i128;
                    rows.extend((low..=high).filter(|_| few).map(|value| vec![value]));
                    few.then_some(())
                });
        unrolled.map(|()| rows).ok_or_else(|| {
            let name = name();
            text!(
                "the values of `{name}` depend on the position",
                "`{name}` 的取值依赖于局面"
            )
        })
    }

    /// If a guard reads one slot, restricts the allowed values of the slot to the values for which
    /// the guard holds. A guard that reads several slots is added to `guards`, to be tested later.
    fn assume(
        &self,
        guard: &Expr,
        scope: &LocalScope,
        allowed: &mut [Vec<bool>],
        guards: &mut Vec<SlotGuard>,
    ) {
        let keep = |condition: &Expr, scope: &LocalScope| {
            let reads = self.ranges.reads_in(condition, scope);
            SlotGuard {
                condition: condition.clone(),
                locals: scope.locals.clone(),
                reads,
            }
        };
        let mut several = Vec::new();
        let split = self.ranges.split(guard, scope, &mut |read| {
            match read.function() {
                Some((Some(slot), holds)) => allowed[slot]
                    .iter_mut()
                    .zip(holds)
                    .for_each(|(allowed, holds)| *allowed &= holds != 0),
                Some((None, holds)) if holds[0] == 0 => {
                    allowed.iter_mut().for_each(|allowed| allowed.fill(false))
                }
                Some((None, _)) => {}
                None => several.push(keep(read.expr, read.scope)),
            }
            true
        });
        if split {
            guards.extend(several)
        } else {
            guards.push(keep(guard, scope))
        }
    }

    fn results(
        &mut self,
        scope: &LocalScope,
        allowed: &[Vec<bool>],
        guards: &[SlotGuard],
    ) -> Result<(), Text> {
        if self.shape.result.is_empty() {
            return self.push(allowed.to_vec(), guards, None);
        }
        for part in &self.shape.result {
            if !part.generators.is_empty() {
                return Err(text!(
                    "the number of components that a move leaves depends on the position",
                    "一着留下的部分个数由局面决定"
                ));
            }
            let slots = match &part.kind {
                ResultPartKind::Compound(..) => {
                    return Err(text!("a move leaves a compound", "一着留下复合部分"));
                }
                ResultPartKind::Fresh(game, _) if *game != self.this => continue,
                ResultPartKind::Fresh(_, elements) => self.fresh(elements, scope)?,
                ResultPartKind::Changed(groups) => self.changed(groups, scope)?,
            };
            let mut allowed = allowed.to_vec();
            for (slot, new) in slots.iter().enumerate() {
                let inside = |value: &Int| {
                    (self.ranges.lows[slot]..=self.ranges.highs[slot]).contains(value)
                };
                match new.source {
                    Some(old) => allowed[old]
                        .iter_mut()
                        .zip(&new.table)
                        .for_each(|(allowed, value)| *allowed &= inside(value)),
                    None if !inside(&new.table[0]) => {
                        allowed.iter_mut().for_each(|allowed| allowed.fill(false))
                    }
                    None => {}
                }
            }
            self.push(allowed, guards, Some(slots))?;
        }
        Ok(())
    }

    /// Adds a move, unless no position allows it.
    fn push(
        &mut self,
        own: Vec<Vec<bool>>,
        guards: &[SlotGuard],
        slots: Option<Vec<SlotUpdate>>,
    ) -> Result<(), Text> {
        let both = |(own, standing): (&Vec<bool>, &Vec<bool>)| {
            own.iter()
                .zip(standing)
                .map(|(own, standing)| own & standing)
                .collect()
        };
        let allowed: Vec<Vec<bool>> = own.iter().zip(&*self.standing).map(both).collect();
        if !allowed.iter().all(|values| values.contains(&true)) {
            return Ok(());
        }
        let (wide, entries) = (
            own.iter().any(|values| values.len() > MAX_SLOT_VALUES),
            own.iter().map(Vec::len).sum::<usize>(),
        );
        if wide && (self.made.len() + 1) * entries > MAX_WIDE_ENTRIES {
            return Err(text!(
                "too many moves for slots with more than {MAX_SLOT_VALUES} values",
                "分量取值超过 {MAX_SLOT_VALUES} 个时着法过多"
            ));
        }
        if self.made.len() == MAX_MOVES {
            return Err(text!(
                "there are more than {MAX_MOVES} moves",
                "着法超过 {MAX_MOVES} 种"
            ));
        }
        // A move needs memory for all slots, so a game with many slots and many moves may exceed
        // the memory limit.
        if self.made.len() >= UNWATCHED && thread_limit::allow(0).is_err() {
            return Err(text!(
                "listing the moves slot by slot takes too much memory",
                "逐分量列出着法所需内存过多"
            ));
        }
        self.made.push(ResolvedMove {
            allowed,
            own,
            standing: self.standing.clone(),
            guards: guards.to_vec(),
            slots,
        });
        Ok(())
    }

    fn fresh(&self, elements: &[RowElement], scope: &LocalScope) -> Result<Vec<SlotUpdate>, Text> {
        let mut slots: Vec<SlotUpdate> = Vec::new();
        for element in elements {
            let mut refused = None;
            let unrolled = self
                .ranges
                .unrolled(&element.generators, scope, &mut |scope, rest| {
                    if !rest.is_empty() {
                        return None;
                    }
                    for value in &element.values {
                        match self.resolve_update(value, scope, slots.len()) {
                            Ok(new) => slots.push(new),
                            Err(why) => {
                                refused = Some(why);
                                return None;
                            }
                        }
                    }
                    Some(())
                });
            if unrolled.is_none() {
                return Err(refused.unwrap_or_else(unread));
            }
        }
        if slots.len() == self.game.slots.len() {
            Ok(slots)
        } else {
            Err(unread())
        }
    }

    fn changed(&self, groups: &[ChangeGroup], scope: &LocalScope) -> Result<Vec<SlotUpdate>, Text> {
        let identity = |slot: usize| SlotUpdate {
            source: Some(slot),
            table: (self.ranges.lows[slot]..=self.ranges.highs[slot]).collect(),
        };
        let mut slots: Vec<SlotUpdate> = (0..self.game.slots.len()).map(identity).collect();
        for group in groups {
            let mut refused = None;
            let unrolled = self
                .ranges
                .unrolled(&group.generators, scope, &mut |scope, rest| {
                    if !rest.is_empty() {
                        return None;
                    }
                    for change in &group.changes {
                        let slot = match &change.place {
                            SlotRef::Slot(slot) => *slot,
                            SlotRef::Array(first, low, len, index) => {
                                if !self.ranges.is_closed(index, scope) {
                                    return None;
                                }
                                let offset = self
                                    .ranges
                                    .evaluate(index, scope, &self.ranges.lows)?
                                    .checked_sub(*low)?;
                                first
                                    + usize::try_from(offset).ok().filter(|offset| offset < len)?
                            }
                        };
                        match self.change(&slots[slot], change, scope, slot) {
                            Ok(new) => slots[slot] = new,
                            Err(why) => {
                                refused = Some(why);
                                return None;
                            }
                        }
                    }
                    Some(())
                });
            unrolled.ok_or_else(|| refused.unwrap_or_else(unread))?;
        }
        Ok(slots)
    }

    /// Returns the update of a slot after one change.
    fn change(
        &self,
        old: &SlotUpdate,
        change: &SlotChange,
        scope: &LocalScope,
        slot: usize,
    ) -> Result<SlotUpdate, Text> {
        let value = self.resolve_update(&change.value, scope, slot)?;
        let Some(sign) = change.sign else {
            return Ok(value);
        };
        let source = match (old.source, value.source) {
            (Some(a), Some(b)) if a != b => return Err(self.several(slot)),
            (a, b) => a.or(b),
        };
        let length = source.map_or(1, |source| self.ranges.width(source));
        let at = |new: &SlotUpdate, i: usize| new.table[if new.source.is_none() { 0 } else { i }];
        let table = (0..length).map(|i| {
            at(&value, i)
                .checked_mul(sign)
                .and_then(|more| at(old, i).checked_add(more))
        });
        Ok(SlotUpdate {
            source,
            table: table.collect::<Option<_>>().ok_or_else(unread)?,
        })
    }

    fn resolve_update(
        &self,
        value: &Expr,
        scope: &LocalScope,
        slot: usize,
    ) -> Result<SlotUpdate, Text> {
        let (source, table) = self
            .ranges
            .function(value, scope)
            .ok_or_else(|| self.several(slot))?;
        Ok(SlotUpdate { source, table })
    }

    fn several(&self, slot: usize) -> Text {
        let name = self.game.slots.get(slot).map_or("", |slot| &slot.name);
        text!(
            "the value of `{name}` after a move depends on several slots",
            "一着之后 `{name}` 的值依赖于多个分量"
        )
    }
}

fn unread() -> Text {
    text!(
        "a move cannot be expressed slot by slot",
        "有一着不能逐个分量读出"
    )
}
