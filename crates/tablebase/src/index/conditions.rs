//! The conditions that a perfect index can count: the values that each slot may have, the pairs of
//! values that two slots may have, and totals of functions of single slots that must be in a range.
//! As far as possible, the requirements of the rules are converted to conditions that the index can
//! count. Requirements that cannot be converted leave holes, indices that are not positions. A
//! condition on a pair of slots that two other conditions imply is omitted (`a > b` and `b > c`
//! imply `a > c`). A non-increasing chain of slots is therefore counted slot by slot, regardless of
//! the number of pairs in the rules.

use std::collections::BTreeMap;

use facts::totals::{ScopedExpr, SlotRanges, Total};
use rules::ast::CompareOp;
use rules::ir::{Expr, Game, Int};

/// Maximum number of pairs of values that are tried for two slots.
const MAX_VALUE_PAIRS: usize = 1 << 20;

/// A total that must be between two numbers, or must not equal a number.
#[derive(Clone, Debug)]
pub(super) struct TotalCondition {
    pub(super) total: Total,
    pub(super) test: TotalTest,
}

/// The condition on a total.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TotalTest {
    /// The total is between these numbers, inclusive.
    Between(Int, Int),
    /// The total differs from this number.
    Not(Int),
}

/// For each value of one slot, the values of a second slot that are allowed with this value.
#[derive(Clone, Debug)]
pub(super) struct AllowedPairs {
    /// For each value of the first slot, the allowed values of the second slot, as bits in words of
    /// 64 bits.
    rows: Vec<Vec<u64>>,
}

impl AllowedPairs {
    fn all(first: usize, second: usize) -> AllowedPairs {
        let mut row = vec![u64::MAX; second.div_ceil(64)];
        if !second.is_multiple_of(64)
            && let Some(last) = row.last_mut()
        {
            *last = (1 << (second % 64)) - 1;
        }
        AllowedPairs {
            rows: vec![row; first],
        }
    }

    fn forbid(&mut self, first: usize, second: usize) {
        self.rows[first][second / 64] &= !(1 << (second % 64));
    }

    pub(super) fn row(&self, first: usize) -> &[u64] {
        &self.rows[first]
    }

    /// Returns the composition of two relations: the pairs of a first and a last value for which
    /// some middle value is allowed with both values.
    fn then(&self, second: &AllowedPairs) -> AllowedPairs {
        let width = second.rows.first().map_or(0, Vec::len);
        let row = |middle: &Vec<u64>| {
            let mut reached = vec![0; width];
            for between in bits(middle) {
                reached
                    .iter_mut()
                    .zip(&second.rows[between])
                    .for_each(|(all, more)| *all |= more);
            }
            reached
        };
        AllowedPairs {
            rows: self.rows.iter().map(row).collect(),
        }
    }

    fn words(&self) -> impl Iterator<Item = &u64> {
        self.rows.iter().flatten()
    }

    fn is_within(&self, other: &AllowedPairs) -> bool {
        self.words()
            .zip(other.words())
            .all(|(mine, others)| mine & !others == 0)
    }

    /// Keeps only the pairs that another relation contains too.
    fn intersect(&mut self, other: &AllowedPairs) {
        self.rows
            .iter_mut()
            .flatten()
            .zip(other.words())
            .for_each(|(mine, others)| *mine &= others);
    }
}

/// Returns the indices of the set bits.
pub(super) fn bits(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(i, &word)| {
        (0..64)
            .filter(move |bit| word >> bit & 1 == 1)
            .map(move |bit| 64 * i + bit)
    })
}

/// The conditions on positions of a game within ranges of its slots.
#[derive(Clone, Debug)]
pub struct PositionConditions {
    pub(super) lows: Vec<Int>,
    /// For each slot and each value in its range, whether the slot may have the value.
    pub(super) allowed: Vec<Vec<bool>>,
    pub(super) pairs: BTreeMap<(usize, usize), AllowedPairs>,
    pub(super) totals: Vec<TotalCondition>,
    /// Whether these conditions include all requirements of the rules.
    pub(super) whole: bool,
}

impl PositionConditions {
    /// Creates the conditions for the positions of `game`: its requirements, sorted slots, and the
    /// given ranges. The caller must check that each range has at most [`super::MAX_SLOT_VALUES`]
    /// values.
    pub fn new(game: &Game, ranges: &SlotRanges<'_>) -> PositionConditions {
        let slots = ranges.lows.len();
        let mut conditions = PositionConditions {
            lows: ranges.lows.clone(),
            allowed: (0..slots)
                .map(|slot| vec![true; ranges.width(slot)])
                .collect(),
            pairs: BTreeMap::new(),
            totals: Vec::new(),
            whole: game.words.is_empty(),
        };
        for slot in game.unordered.clone().skip(1) {
            conditions.sorted(slot - 1, slot);
        }
        for require in &game.requires {
            let taken = ranges.conjuncts(require, &mut |read| conditions.take(&read).is_some());
            conditions.whole &= taken;
        }
        conditions.leave_out();
        conditions
    }

    /// Adds the condition that a total has at most a given value.
    #[must_use]
    pub fn up_to(mut self, total: &Total, most: Int) -> PositionConditions {
        self.totals.push(TotalCondition {
            total: total.clone(),
            test: TotalTest::Between(Int::MIN, most),
        });
        self
    }

    /// Returns the conditions with the additional condition that a total has a given value.
    #[must_use]
    pub fn at_level(&self, total: &Total, level: Int) -> PositionConditions {
        let mut conditions = self.clone();
        conditions.totals.push(TotalCondition {
            total: total.clone(),
            test: TotalTest::Between(level, level),
        });
        conditions
    }

    /// Returns whether every index under these conditions is a position.
    pub fn are_whole(&self) -> bool {
        self.whole
    }

    /// Adds the condition that the second slot does not exceed the first.
    fn sorted(&mut self, first: usize, second: usize) {
        let (widths, lows) = (
            (self.allowed[first].len(), self.allowed[second].len()),
            (self.lows[first], self.lows[second]),
        );
        if widths.0.saturating_mul(widths.1) > MAX_VALUE_PAIRS {
            let identity = |slot: usize| {
                (
                    slot,
                    (0..self.allowed[slot].len() as Int)
                        .map(|offset| self.lows[slot] + offset)
                        .collect(),
                )
            };
            let second = Total {
                constant: 0,
                tables: BTreeMap::from([identity(second)]),
            };
            let first = Total {
                constant: 0,
                tables: BTreeMap::from([identity(first)]),
            };
            if let Some(total) = first.plus(-1, &second) {
                self.totals.push(TotalCondition {
                    total,
                    test: TotalTest::Between(0, Int::MAX),
                });
                return;
            }
            self.whole = false;
            return;
        }
        let pairs = self
            .pairs
            .entry((first, second))
            .or_insert_with(|| AllowedPairs::all(widths.0, widths.1));
        for a in 0..widths.0 {
            for b in 0..widths.1 {
                if lows.0 + (a as Int) < lows.1 + b as Int {
                    pairs.forbid(a, b);
                }
            }
        }
    }

    /// Adds one condition; `None` if the condition has none of the supported forms.
    fn take(&mut self, read: &ScopedExpr<'_, '_>) -> Option<()> {
        let reads: Vec<usize> = read.reads()?.into_iter().collect();
        let mut slots = self.lows.clone();
        match reads[..] {
            [] if read.value_at(&slots)? == 0 => self
                .allowed
                .iter_mut()
                .for_each(|allowed| allowed.fill(false)),
            [] => {}
            [slot] => {
                let holds: Vec<bool> = self
                    .values(slot, &mut slots, |slots| read.value_at(slots))
                    .collect::<Option<_>>()?;
                self.allowed[slot]
                    .iter_mut()
                    .zip(holds)
                    .for_each(|(allowed, holds)| *allowed &= holds);
            }
            [first, second]
                if self.allowed[first]
                    .len()
                    .saturating_mul(self.allowed[second].len())
                    <= MAX_VALUE_PAIRS =>
            {
                let mut forbidden = Vec::new();
                let widths = (self.allowed[first].len(), self.allowed[second].len());
                for a in 0..widths.0 {
                    slots[first] = self.lows[first] + a as Int;
                    for (b, holds) in self
                        .values(second, &mut slots, |slots| read.value_at(slots))
                        .enumerate()
                    {
                        if !holds? {
                            forbidden.push((a, b));
                        }
                    }
                }
                let pairs = self
                    .pairs
                    .entry((first, second))
                    .or_insert_with(|| AllowedPairs::all(widths.0, widths.1));
                forbidden.into_iter().for_each(|(a, b)| pairs.forbid(a, b));
            }
            _ => self.totals.push(bounded(read)?),
        }
        Some(())
    }

    /// Evaluates `test` at each value of a slot.
    fn values<'a>(
        &self,
        slot: usize,
        slots: &'a mut [Int],
        test: impl Fn(&[Int]) -> Option<Int> + 'a,
    ) -> impl Iterator<Item = Option<bool>> + 'a {
        let low = self.lows[slot];
        (0..self.allowed[slot].len() as Int).map(move |offset| {
            slots[slot] = low + offset;
            test(slots).map(|holds| holds != 0)
        })
    }

    /// Omits the conditions on pairs that conditions on closer pairs imply. The relation known for
    /// a pair is the condition on the pair, together with the compositions through each slot
    /// between the two slots. The closest pairs are processed first, so that every relation that is
    /// used follows from the remaining conditions.
    fn leave_out(&mut self) {
        let mut named: Vec<(usize, usize)> = self.pairs.keys().copied().collect();
        named.sort_by_key(|(first, last)| last - first);
        let mut known: BTreeMap<(usize, usize), AllowedPairs> = BTreeMap::new();
        for (first, last) in named {
            let mut pairs = self.pairs[&(first, last)].clone();
            let mut implied = false;
            for middle in first + 1..last {
                let (Some(one), Some(two)) =
                    (known.get(&(first, middle)), known.get(&(middle, last)))
                else {
                    continue;
                };
                let by_way = one.then(two);
                implied = implied || by_way.is_within(&self.pairs[&(first, last)]);
                pairs.intersect(&by_way);
            }
            if implied {
                self.pairs.remove(&(first, last));
            }
            known.insert((first, last), pairs);
        }
    }
}

/// Converts a comparison of totals.
fn bounded(read: &ScopedExpr<'_, '_>) -> Option<TotalCondition> {
    let (op, sides) = match read.expr {
        Expr::Compare(op, sides) => (*op, sides),
        _ => return None,
    };
    let mut total = read.total(&sides[0])?.plus(-1, &read.total(&sides[1])?)?;
    let bound = std::mem::take(&mut total.constant).checked_neg()?;
    let test = match op {
        CompareOp::Eq => TotalTest::Between(bound, bound),
        CompareOp::Ne => TotalTest::Not(bound),
        CompareOp::Le => TotalTest::Between(Int::MIN, bound),
        CompareOp::Lt => TotalTest::Between(Int::MIN, bound.checked_sub(1)?),
        CompareOp::Ge => TotalTest::Between(bound, Int::MAX),
        CompareOp::Gt => TotalTest::Between(bound.checked_add(1)?, Int::MAX),
    };
    Some(TotalCondition { total, test })
}
