//! Options by addition. In this module, the slots before a move are *old*, and the slots after the
//! move are *new*. If moves work slot by slot ([`facts::slotwise`]), the codes of an option, one
//! for each step of the index, are sums of contributions of the old slots. Hence each code of an
//! option is a sum of one table entry for each code of the position. All codes are side by side in
//! the lanes of one integer. An additional lane contains the level of the measure, and the highest
//! bits signal a failed guard. A move takes a few look-ups, independent of the expressions in the
//! rules. Conditions of goals and traps are terms in the bits of an integer, and take one look-up
//! per code ([`facts::terms`]).
//!
//! The inverted tables give the *inverse moves*: the positions of the tier from which a move leads
//! to a given position. An old slot is determined from a new slot that depends on it. If no new
//! slot depends on an old slot, the old slot may have any value. The forward move is then applied
//! to the result, to verify that it leads to the given position. If slots are unordered, each order
//! of the new slots is tried. If moves are the same in every order, only one order is tried.

mod lister;

use std::ops::Range;
use std::sync::Arc;

use base::text;
use base::text::Text;
use facts::slotwise::{SlotUpdate, Slotwise};
use facts::terms::SlotTest;
use facts::totals::{SlotRanges, Total};
use rules::ir::{Expr, Game, Int};

use super::guards::{self, GuardCompiler};
use super::slot_groups::{MoveTable, SlotGroup, SlotGroups};
use super::slot_orders::alike;
use super::tier::Tier;
pub(super) use lister::AdditiveLister;

/// Maximum number of table entries.
const MAX_ENTRIES: usize = 1 << 23;
/// Maximum number of combinations of values of the old slots on which no new slot depends.
const MAX_VARIANTS: usize = 64;
/// Maximum number of unordered slots whose orders are tried.
const MAX_UNORDERED_SLOTS: usize = 6;

/// A forward move.
#[derive(Debug)]
struct ForwardMove {
    leaves: bool,
    guards: Vec<guards::GuardCondition>,
    /// The values that each slot of a sorted position may have before the choices of the move are
    /// made; `None` if every value is allowed.
    standing: Option<Arc<Vec<Vec<bool>>>>,
}

/// An inverse move.
#[derive(Debug)]
struct InverseMove {
    /// The index of the forward move.
    forward: usize,
    /// Whether several new slots depend on one old slot, so that the new slots may imply different
    /// values of the old slot.
    doubtful: bool,
}

/// The moves of a plan as tables.
#[derive(Debug)]
pub(super) struct AdditiveMoves {
    /// The groups of slots that form the codes of a position.
    codes: SlotGroups,
    /// The groups of slots that form the parts of an option. The parts are codes, or single slots
    /// if the game has unordered slots.
    parts: SlotGroups,
    /// The unordered slots.
    unordered: Range<usize>,
    /// Whether slots are unordered and the moves are the same in every order of the unordered
    /// slots.
    alike: bool,
    level_shift: u32,
    level_mask: u64,
    /// The number of the tier of each level, starting at the lowest level that an option can have.
    tiers: Vec<u32>,
    /// The lowest level that an option can have.
    low: Int,
    failed: u64,
    /// Whether all tuples of numbers within the ranges are positions if their level exists.
    free: bool,
    rows: Vec<ForwardMove>,
    /// The moves that leave a position and have no guards, as bits.
    plain: Vec<u64>,
    forward: MoveTable,
    backs: Vec<InverseMove>,
    backward: MoveTable,
    turned: Result<(), Text>,
    goal: CodeCondition,
    trap: CodeCondition,
}

/// A condition on a position, tested by its codes.
#[derive(Debug)]
enum CodeCondition {
    /// For each code, the set of terms that the code satisfies. The condition holds if some term is
    /// satisfied by all codes.
    Any(Vec<u64>),
    And(Box<[CodeCondition; 2]>),
    Or(Box<[CodeCondition; 2]>),
    Not(Box<CodeCondition>),
}

impl CodeCondition {
    fn from_test(test: &SlotTest, codes: &SlotGroups) -> CodeCondition {
        match test {
            SlotTest::Any(terms) => {
                let mut masks = Vec::with_capacity(codes.stride);
                for unit in &codes.list {
                    for code in 0..unit.width {
                        let value = |slot: usize| {
                            let (values, weight) = unit.digits[slot - unit.first];
                            code / weight % values
                        };
                        let here = unit.first..unit.first + unit.digits.len();
                        let left = |term: &facts::terms::Term| {
                            term.range(here.clone())
                                .all(|(slot, values)| values[value(*slot)])
                        };
                        masks.push(
                            terms
                                .iter()
                                .enumerate()
                                .fold(0, |mask, (i, term)| mask | u64::from(left(term)) << i),
                        );
                    }
                }
                CodeCondition::Any(masks)
            }
            SlotTest::And(both) => CodeCondition::And(Box::new(
                [0, 1].map(|i| CodeCondition::from_test(&both[i], codes)),
            )),
            SlotTest::Or(both) => CodeCondition::Or(Box::new(
                [0, 1].map(|i| CodeCondition::from_test(&both[i], codes)),
            )),
            SlotTest::Not(test) => {
                CodeCondition::Not(Box::new(CodeCondition::from_test(test, codes)))
            }
        }
    }

    fn holds(&self, units: &SlotGroups, codes: &[u32]) -> bool {
        match self {
            CodeCondition::Any(masks) => {
                units
                    .list
                    .iter()
                    .zip(codes)
                    .fold(u64::MAX, |left, (unit, &code)| {
                        left & masks[unit.start + code as usize]
                    })
                    != 0
            }
            CodeCondition::And(both) => both.iter().all(|one| one.holds(units, codes)),
            CodeCondition::Or(both) => both.iter().any(|one| one.holds(units, codes)),
            CodeCondition::Not(condition) => !condition.holds(units, codes),
        }
    }
}

impl AdditiveMoves {
    /// Builds the tables of the moves, or returns the reason why the moves have no tables.
    pub(super) fn build(
        game: &Game,
        slotwise: &Slotwise,
        ranges: &SlotRanges<'_>,
        total: &Total,
        tiers: &[Tier],
    ) -> Result<AdditiveMoves, Text> {
        if game.strict {
            return Err(text!("the game is `strict`", "该游戏声明了 `strict`"));
        }
        if game.moves.iter().any(|rule| rule.result.len() > 1) {
            return Err(text!(
                "a move leaves several components",
                "有一着留下多个部分"
            ));
        }
        if !total.is_same_in(&game.unordered) {
            return Err(text!(
                "the measure does not treat all unordered slots in the same way",
                "度量对各无序分量的处理不同"
            ));
        }
        let Some(tier) = tiers
            .first()
            .filter(|_| tiers.iter().all(|tier| tier.index.is_whole()))
        else {
            return Err(text!(
                "the positions that satisfy `require` cannot be indexed without gaps",
                "满足 `require` 的局面无法连续编号"
            ));
        };
        let codes = SlotGroups::of_steps(tier.index.steps());
        let slots = game.slots.len();
        let parts = match game.unordered.is_empty() {
            true => codes.clone(),
            false => SlotGroups::from_widths(
                (0..slots).map(|slot| (slot, vec![(ranges.width(slot), 1)], ranges.width(slot))),
            ),
        };
        let leasts: Vec<Int> = (0..slots)
            .map(|slot| {
                total
                    .tables
                    .get(&slot)
                    .and_then(|table| table.iter().min())
                    .copied()
                    .unwrap_or(0)
            })
            .collect();
        let least = |slot: usize| leasts[slot];
        let most = |slot: usize| {
            total
                .tables
                .get(&slot)
                .and_then(|table| table.iter().max())
                .copied()
                .unwrap_or(0)
        };
        let (low, high) = (0..slots).fold((total.constant, total.constant), |(low, high), slot| {
            (low + least(slot), high + most(slot))
        });
        let span = u64::try_from(high - low)
            .ok()
            .filter(|span| *span < MAX_ENTRIES as u64);
        let span =
            span.ok_or_else(|| text!("the measure has too many levels", "度量的层级太多"))?;
        let level_bits = u64::BITS - span.leading_zeros();
        let failed_shift = parts.bits.max(codes.bits) + level_bits;
        if failed_shift + usize::BITS - codes.list.len().max(parts.list.len()).leading_zeros()
            > u64::BITS
        {
            return Err(text!(
                "a position needs more than 64 bits",
                "一个局面超过 64 位"
            ));
        }
        if (codes.stride + parts.stride).saturating_mul(slotwise.resolved_moves().len())
            > MAX_ENTRIES
        {
            return Err(text!(
                "the tables of the moves need more than {MAX_ENTRIES} entries",
                "着法的表超过 {MAX_ENTRIES} 项"
            ));
        }
        let unread = || {
            text!(
                "the conditions of `goal` or `trap` depend on several slots",
                "`goal` 或 `trap` 的条件涉及多个分量"
            )
        };
        let any = |conditions: &[Expr]| {
            let tests = conditions.iter().map(|condition| ranges.test(condition));
            let tests = tests
                .reduce(|a, b| Some(SlotTest::Or(Box::new([a?, b?]))))
                .unwrap_or(Some(SlotTest::Any(Vec::new())));
            tests
                .map(|test| CodeCondition::from_test(&test, &codes))
                .ok_or_else(unread)
        };
        let (goal, trap) = (any(&game.goals)?, any(&game.traps)?);
        let mut lanes = AdditiveMoves {
            parts,
            codes,
            unordered: game.unordered.clone(),
            alike: !game.unordered.is_empty()
                && alike(slotwise.resolved_moves(), slots, &game.unordered),
            level_shift: failed_shift - level_bits,
            level_mask: (1 << level_bits) - 1,
            tiers: vec![u32::MAX; span as usize + 1],
            low,
            failed: 1 << failed_shift,
            free: game.requires.is_empty()
                && game.words.is_empty()
                && tiers.iter().all(|tier| tier.level == tier.last),
            rows: Vec::new(),
            plain: Vec::new(),
            forward: MoveTable::default(),
            backs: Vec::new(),
            backward: MoveTable::default(),
            turned: Ok(()),
            goal,
            trap,
        };
        lanes.number(tiers);
        // The contribution of a value of a new slot to the lanes of an option.
        let worth = |slot: usize, value: Int| {
            let offset = (value - ranges.lows[slot]) as usize;
            let level = total
                .tables
                .get(&slot)
                .map_or(0, |table| table[offset] - least(slot));
            lanes.parts.worth(slot, offset) + ((level as u64) << lanes.level_shift)
        };
        let (mut rows, mut forward, mut pairing) =
            (Vec::new(), Vec::new(), GuardCompiler::new(ranges));
        for made in slotwise.resolved_moves() {
            let nothing: &[SlotUpdate] = &[];
            let news = made.slots.as_deref().unwrap_or(nothing);
            let constant = news
                .iter()
                .enumerate()
                .filter(|(_, new)| new.source.is_none());
            let base = constant.fold(0, |sum, (slot, new)| sum + worth(slot, new.table[0]));
            let add = |old: usize, value: usize| {
                let from = news
                    .iter()
                    .enumerate()
                    .filter(|(_, new)| new.source == Some(old));
                made.allowed[old][value]
                    .then(|| from.fold(0, |sum, (slot, new)| sum + worth(slot, new.table[value])))
            };
            let mut row = Vec::with_capacity(lanes.codes.stride);
            lanes.codes.row(lanes.failed, &add, &mut row);
            forward.push((base, row));
            let standing = made
                .standing
                .iter()
                .flatten()
                .any(|allowed| !allowed)
                .then(|| made.standing.clone());
            rows.push(ForwardMove {
                leaves: made.slots.is_some(),
                guards: pairing.all(&made.guards),
                standing,
            });
        }
        let plain = |rows: &[ForwardMove]| {
            let plain = rows
                .iter()
                .enumerate()
                .filter(|(_, row)| row.leaves && row.guards.is_empty());
            plain.fold(0, |word, (i, _)| word | 1_u64 << i)
        };
        lanes.plain = rows.chunks(64).map(plain).collect();
        (lanes.rows, lanes.forward) = (rows, MoveTable::from_rows(&forward));
        // The contribution of a value of an old slot to the lanes of a position. The lanes contain
        // codes, or single slots if moves are the same in every order.
        let was = |slot: usize, offset: usize| {
            let level = total
                .tables
                .get(&slot)
                .map_or(0, |table| table[offset] - least(slot));
            let units = if lanes.alike {
                &lanes.parts
            } else {
                &lanes.codes
            };
            units.worth(slot, offset) + ((level as u64) << lanes.level_shift)
        };
        let turned = lanes.turn(game, slotwise, ranges, &was);
        lanes.turned =
            turned.map(|(backs, backward)| (lanes.backs, lanes.backward) = (backs, backward));
        Ok(lanes)
    }

    /// Builds the tables of the inverse moves, or returns the slot that prevents inverse moves.
    fn turn(
        &self,
        game: &Game,
        slotwise: &Slotwise,
        ranges: &SlotRanges<'_>,
        was: &dyn Fn(usize, usize) -> u64,
    ) -> Result<(Vec<InverseMove>, MoveTable), Text> {
        if !self.alike && self.unordered.len() > MAX_UNORDERED_SLOTS {
            return Err(text!(
                "there are more than {MAX_UNORDERED_SLOTS} unordered slots",
                "无序分量超过 {MAX_UNORDERED_SLOTS} 个"
            ));
        }
        let (mut backs, mut rows) = (Vec::new(), Vec::new());
        for (forward, made) in slotwise.resolved_moves().iter().enumerate() {
            let Some(news) = &made.slots else { continue };
            let allowed = if self.alike { &made.own } else { &made.allowed };
            let read = readers(game, allowed, news)?;
            let mut variants = vec![0];
            for old in (0..game.slots.len()).filter(|&old| read[old].is_none()) {
                // Old slots on which no new slot depends may have any allowed value.
                let values = (0..allowed[old].len())
                    .filter(|&value| allowed[old][value])
                    .map(|value| was(old, value));
                let values: Vec<u64> = values.collect();
                if variants.len() * values.len() > MAX_VARIANTS {
                    let name = &game.slots[old].name;
                    return Err(text!(
                        "a move discards the value of `{name}`",
                        "有一着丢弃了 `{name}` 的值"
                    ));
                }
                variants = variants
                    .iter()
                    .flat_map(|so_far| values.iter().map(move |more| so_far + more))
                    .collect();
            }
            // For each value of a new slot, the value of the old slot, counted from the minimum of
            // the old slot.
            let origin = |(slot, new): (usize, &SlotUpdate)| {
                let mut origins = vec![None; ranges.width(slot)];
                for offset in (0..new.source.map_or(0, |old| allowed[old].len())).rev() {
                    let value = usize::try_from(new.table[offset] - ranges.lows[slot])
                        .ok()
                        .filter(|value| *value < origins.len());
                    if let (Some(value), Some(true)) =
                        (value, new.source.map(|old| allowed[old][offset]))
                    {
                        origins[value] = Some(offset);
                    }
                }
                origins
            };
            let origins: Vec<Vec<Option<usize>>> = news.iter().enumerate().map(origin).collect();
            let add = |slot: usize, value: usize| {
                let Some(old) = news[slot].source else {
                    return (news[slot].table[0] == ranges.lows[slot] + value as Int).then_some(0);
                };
                let offset = origins[slot][value]?;
                Some(if read[old] == Some(slot) {
                    was(old, offset)
                } else {
                    0
                })
            };
            let mut row = Vec::with_capacity(self.parts.stride);
            self.parts.row(self.failed, &add, &mut row);
            let depend = |old: usize| news.iter().filter(|new| new.source == Some(old)).count();
            let doubtful = (0..game.slots.len()).any(|old| depend(old) > 1);
            if (rows.len() + variants.len()).saturating_mul(row.len()) > MAX_ENTRIES {
                return Err(text!(
                    "the inverse moves need more than {MAX_ENTRIES} table entries",
                    "反向着法的表超过 {MAX_ENTRIES} 项"
                ));
            }
            for base in variants {
                backs.push(InverseMove { forward, doubtful });
                rows.push((base, row.clone()));
            }
        }
        Ok((backs, MoveTable::from_rows(&rows)))
    }

    /// Returns the approximate number of bytes of the tables.
    pub(super) fn bytes(&self) -> u64 {
        let entries = self.forward.entries.len() + self.backward.entries.len();
        (8 * entries + 4 * self.tiers.len()) as u64
    }

    /// Writes the number of the tier of each level.
    pub(super) fn number(&mut self, tiers: &[Tier]) {
        for (number, tier) in tiers.iter().enumerate() {
            self.tiers[(tier.level - self.low) as usize..=(tier.last - self.low) as usize]
                .fill(number as u32);
        }
    }

    /// Checks that there are inverse moves; otherwise returns the slot that prevents inverse moves.
    pub(super) fn check_invertible(&self) -> Result<(), Text> {
        self.turned.clone()
    }

    /// Returns whether slots are unordered and the moves are the same in every order of the
    /// unordered slots.
    pub(super) fn in_one_order(&self) -> bool {
        self.alike
    }

    /// Returns an upper bound of the amount by which a move lowers the measure, given the
    /// contribution of each value of a slot.
    pub(super) fn most_drop(&self, total: &Total, ranges: &[(Int, Int)]) -> Int {
        let least: Vec<Int> = (0..ranges.len())
            .map(|slot| {
                total
                    .tables
                    .get(&slot)
                    .and_then(|table| table.iter().min())
                    .copied()
                    .unwrap_or(0)
            })
            .collect();
        let was = |slot: usize, value: usize| {
            total
                .tables
                .get(&slot)
                .map_or(0, |table| table[value] - least[slot])
        };
        let becomes = |lanes: u64| (lanes >> self.level_shift & self.level_mask) as Int;
        let moves = self.forward.bases.len();
        let drop = |number: usize| {
            let most = |unit: &SlotGroup| {
                let entry =
                    |code: usize| self.forward.entries[(unit.start + code) * moves + number];
                let old = |code: usize| -> Int {
                    unit.digits
                        .iter()
                        .enumerate()
                        .map(|(i, &(values, weight))| was(unit.first + i, code / weight % values))
                        .sum()
                };
                (0..unit.width)
                    .filter(|code| entry(*code) < self.failed)
                    .map(|code| old(code) - becomes(entry(code)))
                    .max()
                    .unwrap_or(0)
            };
            self.codes.list.iter().map(most).sum::<Int>() - becomes(self.forward.bases[number])
        };
        (0..moves)
            .filter(|number| self.rows[*number].leaves)
            .map(drop)
            .max()
            .unwrap_or(0)
    }

    /// Returns the content of the measure's lane at the lowest and the highest level of a tier.
    fn levels(&self, tier: &Tier) -> (u64, u64) {
        (
            (tier.level - self.low) as u64,
            (tier.last - self.low) as u64,
        )
    }

    /// Returns the number of the tier of a position, which is given as lanes; `u32::MAX` if no
    /// position has the level of these lanes.
    #[inline]
    fn tier(&self, lanes: u64) -> u32 {
        self.tiers[(lanes >> self.level_shift & self.level_mask) as usize]
    }
}

/// Returns, for each old slot, a new slot that determines its value; `None` for an old slot on
/// which no new slot depends.
fn readers(
    game: &Game,
    allowed: &[Vec<bool>],
    news: &[SlotUpdate],
) -> Result<Vec<Option<usize>>, Text> {
    let reader = |old: usize| {
        let mut depend = news
            .iter()
            .enumerate()
            .filter(|(_, new)| new.source == Some(old))
            .peekable();
        if depend.peek().is_none() {
            return Ok(None);
        }
        let tells = |new: &SlotUpdate| {
            let mut seen: Vec<Int> = new
                .table
                .iter()
                .zip(&allowed[old])
                .filter(|(_, allowed)| **allowed)
                .map(|(value, _)| *value)
                .collect();
            let all = seen.len();
            seen.sort_unstable();
            seen.dedup();
            seen.len() == all
        };
        depend
            .find(|(_, new)| tells(new))
            .map(|(slot, _)| Some(slot))
            .ok_or_else(|| {
                let name = &game.slots[old].name;
                text!(
                    "the result of a move does not determine the old value of `{name}`",
                    "着法之后的值不能确定 `{name}` 原来的值"
                )
            })
    };
    (0..game.slots.len()).map(reader).collect()
}
