//! The search for the measure that splits the positions of a game into tiers.

use std::collections::BTreeSet;

use base::budget::Budget;
use base::text;
use facts::totals::{SlotRanges, Total};
use facts::{MeasureOrigin, TierMeasure};
use rules::ir::Int;

use super::error::{TierError, untiered};
use super::table_kind::TableKind;
use super::tier::Tier;
use crate::index::{PositionConditions, PositionIndex};

/// Maximum number of tiers.
const MAX_TIERS: usize = 1 << 12;

/// A measure with more levels than this number is too fine if all positions could be one tier of at
/// most [`MAX_SINGLE_TIER_POSITIONS`].
const MIN_LEVELS: usize = 64;

pub(crate) const MAX_SINGLE_TIER_POSITIONS: u64 = 1 << 30;

/// Approximate number of indices of a tier of lines. The first number is for a sieve, which takes
/// one bit per index; the second is for other tables, which take a byte or more.
const MAX_SIEVE_TIER_POSITIONS: u64 = 1 << 26;

const MAX_FOLD_TIER_POSITIONS: u64 = 1 << 23;

/// Maximum number of lines.
const MAX_LINES: Int = 1 << 22;

/// Maximum number of values of a slot for which the measure that the rules specify is evaluated.
const MAX_NAMED_MEASURE_VALUES: usize = 1 << 21;

/// Maximum number of bytes of the indices of all tiers.
const MAX_INDEX_BYTES: u64 = 1 << 31;

/// A measure and its tiers.
pub(crate) struct TierSplit {
    pub(crate) measure: Option<TierMeasure>,
    pub(crate) total: Total,
    pub(crate) tiers: Vec<Tier>,
    /// Whether every move lowers the measure.
    pub(crate) falls: bool,
}

impl TierSplit {
    pub(crate) fn largest(&self) -> u64 {
        self.tiers
            .iter()
            .map(|tier| tier.index.size())
            .max()
            .unwrap_or(0)
    }
}

/// The input for splitting positions into tiers.
pub(crate) struct TierSplitter<'c> {
    pub(crate) conditions: PositionConditions,
    pub(crate) ranges: &'c SlotRanges<'c>,
    pub(crate) what: TableKind,
    /// Weights of a measure that every move lowers, if positions are restricted only by ranges and
    /// a maximum level.
    pub(crate) weights: Option<&'c [Int]>,
    /// The highest level, if only the measure bounds the slots.
    pub(crate) top: Option<Int>,
    pub(crate) budget: &'c Budget<'c>,
}

impl TierSplitter<'_> {
    /// Returns the tiers for the best of the measures that no move raises. A measure that every
    /// move lowers is tried first.
    pub(crate) fn best(
        &self,
        what: TableKind,
        falling: Option<TierMeasure>,
        measures: Vec<TierMeasure>,
        in_order: bool,
    ) -> Result<TierSplit, TierError> {
        let whole = self.single_tier()?;
        if what == TableKind::Values && in_order {
            return whole;
        }
        let fits = whole
            .as_ref()
            .is_ok_and(|whole| whole.largest() <= MAX_SINGLE_TIER_POSITIONS);
        let (mut best, mut refused): (Option<TierSplit>, _) = (None, None);
        let falling = falling.into_iter().map(|measure| (measure, true));
        for (measure, falls) in falling.chain(measures.into_iter().map(|measure| (measure, false)))
        {
            let said = measure.origin == MeasureOrigin::Said;
            if what == TableKind::Values && best.is_some() {
                break;
            }
            // Evaluating earlier measures must not use up the steps for the measure of the rules.
            let ranges = if said {
                &self.ranges.afresh()
            } else {
                self.ranges
            };
            let Some(total) = ranges.total(&measure.expr) else {
                if said
                    && (0..ranges.lows.len())
                        .any(|slot| ranges.width(slot) > MAX_NAMED_MEASURE_VALUES)
                {
                    return Err(TierError::Declined(text!(
                        "`tier` is evaluated for each value of a slot, and a slot has more than {MAX_NAMED_MEASURE_VALUES} values",
                        "`tier` 须对分量的每个值求出，而有分量的值超过 {MAX_NAMED_MEASURE_VALUES} 个"
                    )));
                }
                if said {
                    return Err(TierError::Declined(text!(
                        "`tier` must be a sum of functions of single slots, such as `total(a[i] for i in 1..9)` or `popcount(w) + 2 * n`",
                        "`tier` 必须是各单个分量的函数之和，例如 `total(a[i] for i in 1..9)` 或 `popcount(w) + 2 * n`"
                    )));
                }
                continue;
            };
            if what != TableKind::Values
                && fits
                && !said
                && levels(&total).is_none_or(|levels| levels.len() > MIN_LEVELS)
            {
                continue;
            }
            match self.cut(Some(measure), total, falls) {
                cut if said => return cut,
                Ok(cut)
                    if best
                        .as_ref()
                        .is_none_or(|best| cut.largest() < best.largest()) =>
                {
                    best = Some(cut)
                }
                Ok(_) => {}
                Err(TierError::Declined(why)) => refused = Some(why),
                Err(other) => return Err(other),
            }
        }
        match (best, what, refused) {
            (Some(cut), ..) => Ok(cut),
            (None, TableKind::Values, Some(why)) => Err(untiered(TierError::Declined(why))),
            (None, TableKind::Values, None) => Err(TierError::Untiered(text!(
                "no linear measure was found that every move lowers, so there is no order for computing values; `tier e` in the rules can name a measure",
                "没有找到每一着都使之减小的线性度量，因此没有求值的顺序；请在规则中用 `tier e` 指定一个"
            ))),
            (None, TableKind::Outcomes | TableKind::Remoteness, _) => whole.map_err(untiered),
        }
    }

    /// Returns tiers of lines, if positions are two numbers restricted only by ranges and a maximum
    /// level; otherwise `None`.
    pub(crate) fn lines(&self) -> Option<TierSplit> {
        let Some(&[weight, 1]) = self.weights else {
            return None;
        };
        let (&[x0, y0], &[x1, y1]) = (&self.ranges.lows[..], &self.ranges.highs[..]) else {
            return None;
        };
        let top = self
            .top
            .map_or_else(|| weight.checked_mul(x1)?.checked_add(y1), Some)?;
        let levels = top.checked_sub(weight.checked_mul(x0)?.checked_add(y0)?)?;
        if weight < 1 || levels > MAX_LINES {
            return None;
        }
        let (ranges, most) = (
            [(x0, x1), (y0, y1)],
            if self.what == TableKind::Outcomes {
                MAX_SIEVE_TIER_POSITIONS
            } else {
                MAX_FOLD_TIER_POSITIONS
            },
        );
        let tiers = by_lines(ranges, weight, top, most);
        let (measure, total) = (
            TierMeasure::of_weights(vec![weight, 1]),
            weighted(&[weight, 1], &ranges)?,
        );
        Some(TierSplit {
            measure: Some(measure),
            total,
            tiers,
            falls: false,
        })
    }

    /// Returns all positions as one tier; the inner error is the reason why the positions cannot be
    /// one tier.
    pub(crate) fn single_tier(&self) -> Result<Result<TierSplit, TierError>, TierError> {
        match self.cut(None, Total::default(), false) {
            Err(halt @ (TierError::Fault(_) | TierError::Rules(_))) => Err(halt),
            whole => Ok(whole),
        }
    }

    /// Returns the nonempty tiers into which the values of a total split the positions.
    fn cut(
        &self,
        measure: Option<TierMeasure>,
        total: Total,
        falls: bool,
    ) -> Result<TierSplit, TierError> {
        let levels = levels(&total).ok_or_else(|| {
            TierError::Declined(text!(
                "the measure has more than {MAX_TIERS} levels",
                "该度量的层级超过 {MAX_TIERS} 个"
            ))
        })?;
        let mut tiers = Vec::new();
        let mut bytes = 0;
        for level in levels {
            let index = match total.tables.is_empty() {
                true => PositionIndex::new(&self.conditions, self.budget)?,
                false => PositionIndex::new(&self.conditions.at_level(&total, level), self.budget)?,
            };
            bytes += index.bytes();
            // The layout of tiers must not depend on the available memory.
            self.budget.allow_memory(bytes)?;
            if bytes > MAX_INDEX_BYTES {
                return Err(TierError::Declined(text!(
                    "the indices of the tiers need more than {bytes} bytes",
                    "各层的索引超过 {bytes} 字节"
                )));
            }
            if index.size() > 0 {
                tiers.push(Tier {
                    level,
                    last: level,
                    index,
                });
            }
        }
        Ok(TierSplit {
            measure,
            total,
            tiers,
            falls,
        })
    }
}

/// Returns every value that a total can have; `None` if the total can have too many values.
fn levels(total: &Total) -> Option<BTreeSet<Int>> {
    let mut levels = BTreeSet::from([total.constant]);
    for table in total.tables.values() {
        let kinds: BTreeSet<Int> = table.iter().copied().collect();
        let further = levels
            .iter()
            .flat_map(|level| kinds.iter().map(move |more| level.checked_add(*more)));
        levels = further
            .collect::<Option<_>>()
            .filter(|levels: &BTreeSet<Int>| levels.len() <= MAX_TIERS)?;
    }
    Some(levels)
}

/// Returns tiers of about `most` indices, of the lines of w·x + y up to a level.
pub(crate) fn by_lines(ranges: [(Int, Int); 2], weight: Int, top: Int, most: u64) -> Vec<Tier> {
    let least = weight * ranges[0].0 + ranges[1].0;
    let (mut tiers, mut first, mut places) = (Vec::new(), least, 0);
    for level in least..=top {
        places += PositionIndex::of_line(ranges, weight, level);
        if places >= most || level == top {
            tiers.push(Tier {
                level: first,
                last: level,
                index: PositionIndex::of_lines(ranges, weight, first..=level),
            });
            (first, places) = (level + 1, 0);
        }
    }
    tiers
}

/// Returns the weighted total of the slots within ranges; `None` if the total may exceed 64 bits.
pub(crate) fn weighted(weights: &[Int], ranges: &[(Int, Int)]) -> Option<Total> {
    let table = |(slot, (weight, &(low, high))): (usize, (&Int, &(Int, Int)))| {
        Some((
            slot,
            (low..=high)
                .map(|value| weight.checked_mul(value))
                .collect::<Option<_>>()?,
        ))
    };
    Some(Total {
        constant: 0,
        tables: weights
            .iter()
            .zip(ranges)
            .enumerate()
            .map(table)
            .collect::<Option<_>>()?,
    })
}
