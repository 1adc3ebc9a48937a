//! The arrangement of the positions of a game in tiers: the ranges of its slots, the measure, the
//! index of each tier, and the encoding of entries. The layout does not borrow the world.

use std::ops::Range;

use base::text;
use base::text::Text;
use facts::TierMeasure;
use facts::totals::Total;
use rules::game::{GameId, Outcome};
use rules::ir::Int;

use super::additive_moves::AdditiveMoves;
use super::blocks::BlockSize;
use super::encoding::{self, DecodedEntry, RemotenessEncoding};
use super::options::PositionRef;
use super::symmetry::SymmetryImages;
use super::table_kind::TableKind;
use super::tier::Tier;
use crate::index::IndexWalk;

/// The ranges and the tiers of a game, and the kind of the table.
pub struct TierLayout {
    pub(crate) game: GameId,
    /// The kind of the table.
    pub what: TableKind,
    pub(crate) ranges: Vec<(Int, Int)>,
    pub(crate) measure: Option<TierMeasure>,
    pub(crate) total: Total,
    pub(crate) tiers: Vec<Tier>,
    /// Whether every move lowers the measure, so that no position has an option in its own tier.
    pub(crate) falls: bool,
    /// If only the measure bounds the slots: the weights of the measure, and the highest level.
    pub(crate) top: Option<(Vec<Int>, Int)>,
    /// Whether options in the same tier have smaller indices.
    pub(crate) ordered: bool,
    /// The numbers that each move adds to the slots, if tiers are lines and the table contains
    /// values or outcomes. The field is `Some` only if every move only adds constants to the slots
    /// and a player without moves loses.
    pub(crate) shifts: Option<Vec<Vec<Int>>>,
    pub(crate) coding: RemotenessEncoding,
    pub(crate) blocks: BlockSize,
    pub(crate) lanes: Result<AdditiveMoves, Text>,
    /// Upper bound of the amount by which a move lowers the measure, if the moves are tables.
    pub(crate) most_drop: Option<Int>,
    /// The symmetry images of positions, if the rules declare `symmetry`, or the reason why the
    /// symmetry is not used.
    pub(crate) images: Result<Option<SymmetryImages>, Text>,
}

impl TierLayout {
    /// Returns the number of indices in a block.
    pub fn block(&self) -> u64 {
        self.blocks.places()
    }

    /// Returns the approximate number of bytes that building the layout needs: the indices, the
    /// tables of moves, and the input of these tables, which is as large as the tables.
    pub fn bytes(&self) -> u64 {
        let lanes = self.lanes.as_ref().map_or(0, AdditiveMoves::bytes);
        self.tiers
            .iter()
            .map(|tier| tier.index.bytes())
            .sum::<u64>()
            + 2 * lanes
    }

    /// Returns the number of tiers.
    pub fn tiers(&self) -> usize {
        self.tiers.len()
    }

    /// Returns a tier; tier 0 has the lowest level.
    ///
    /// # Panics
    /// Panics if there is no such tier.
    pub fn tier(&self, tier: usize) -> &Tier {
        &self.tiers[tier]
    }

    /// Returns the current index of a walk through a tier, and the position for listing options;
    /// `None` at the end.
    pub fn position_at<'a>(
        &self,
        tier: usize,
        walk: &'a IndexWalk<'_>,
    ) -> Option<(u64, PositionRef<'a>)> {
        let (place, slots) = walk.here()?;
        Some((
            place,
            PositionRef {
                tier,
                slots,
                codes: walk.codes(),
            },
        ))
    }

    /// Returns the total number of indices.
    pub fn places(&self) -> u64 {
        self.tiers
            .iter()
            .fold(0, |sum, tier| sum.saturating_add(tier.index.size()))
    }

    /// Returns a range of lower tiers that contains all tiers to which moves from this tier lead.
    pub fn reach(&self, tier: usize) -> Range<usize> {
        let least = self
            .most_drop
            .and_then(|most| self.tiers[tier].level.checked_sub(most));
        least.map_or(0, |least| {
            self.tiers.partition_point(|lower| lower.last < least)
        })..tier
    }

    /// Returns the number of indices of the largest tier.
    pub fn largest(&self) -> u64 {
        self.tiers
            .iter()
            .map(|tier| tier.index.size())
            .max()
            .unwrap_or(0)
    }

    /// Returns whether every index is a position.
    pub fn is_whole(&self) -> bool {
        !matches!(self.images, Ok(Some(_))) && self.tiers.iter().all(|tier| tier.index.is_whole())
    }

    /// Returns the minimum and the maximum of each slot.
    pub fn ranges(&self) -> &[(Int, Int)] {
        &self.ranges
    }

    /// Returns a limit, and the number that exceeds this limit. The number is a slot, or the
    /// measure if only the measure bounds the slots. Returns `None` if all numbers are within the
    /// limits.
    pub fn beyond(&self, numbers: &[Int]) -> Option<(Int, Int)> {
        let slot = numbers
            .iter()
            .zip(&self.ranges)
            .find(|(number, (_, high))| *number > high)
            .map(|(number, (_, high))| (*high, *number));
        let level = || {
            let (weights, top) = self.top.as_ref()?;
            let level = weights
                .iter()
                .zip(numbers)
                .fold(0_i64, |sum, (weight, number)| {
                    sum.saturating_add(weight.saturating_mul(*number))
                });
            (level > *top).then_some((*top, level))
        };
        slot.or_else(level)
    }

    /// Returns the measure; `None` if all positions are one tier.
    pub fn measure(&self) -> Option<&TierMeasure> {
        self.measure.as_ref()
    }

    /// Returns the game.
    pub fn game(&self) -> GameId {
        self.game
    }

    /// Returns the tier and the index of a position, or of its representative if slots may be
    /// exchanged; `None` if the plan does not contain the position. The numbers in the slots must
    /// be canonical.
    pub fn locate(&self, slots: &[Int]) -> Option<(usize, u64)> {
        if slots.len() != self.ranges.len()
            || slots
                .iter()
                .zip(&self.ranges)
                .any(|(n, (low, high))| n < low || high < n)
        {
            return None;
        }
        let tier = self.tier_of(slots)?;
        let index = &self.tiers[tier].index;
        let Ok(Some(images)) = &self.images else {
            return Some((tier, index.place(slots)?));
        };
        // Each step of the index takes at least one bit of a 64-bit integer, so there are at most
        // 64 codes.
        let mut codes = [0; u64::BITS as usize];
        let codes = &mut codes[..index.steps().len()];
        index.codes_of(slots, codes)?;
        images.settle(codes);
        Some((tier, index.place_of(codes)?))
    }

    /// Returns the first index of share number `share` of a tier with `of` shares. If `share` is
    /// `of`, returns the end of the tier. Shares have as equal numbers of indices as complete
    /// blocks allow. If slots may be exchanged, shares have about equal work, which is estimated
    /// from a sample.
    ///
    /// # Panics
    /// Panics if there is no such tier.
    pub fn bound(&self, tier: usize, share: usize, of: usize) -> u64 {
        let (index, block) = (&self.tiers[tier].index, self.blocks.places());
        let size = index.size();
        if share == of {
            return size;
        }
        let first = match &self.images {
            Ok(Some(images)) => images.crowded(tier, index).part(share, of) >> self.blocks.0,
            _ => (u128::from(size.div_ceil(block)) * share as u128 / of as u128) as u64,
        };
        (first * block).min(size)
    }

    /// Returns the size of an orbit under `symmetry` if all exchangeable slots have different
    /// numbers; only one position of an orbit is filled. Returns 1 if the rules declare no
    /// `symmetry`.
    ///
    /// # Errors
    /// Returns the reason why the symmetry is not used.
    pub fn symmetry(&self) -> Result<usize, Text> {
        self.images
            .as_ref()
            .map(|images| images.as_ref().map_or(1, SymmetryImages::number))
            .map_err(Text::clone)
    }

    /// Returns whether the symmetry is proved from the rules. An unproved symmetry is tested at
    /// each filled position.
    pub fn symmetry_is_shown(&self) -> bool {
        matches!(&self.images, Ok(Some(images)) if images.are_shown())
    }

    /// If a position has an index but its representative has no index, `symmetry` does not hold,
    /// and the function returns the numbers of the representative.
    pub(crate) fn stand_in(&self, slots: &[Int]) -> Option<Vec<Int>> {
        let Ok(Some(images)) = &self.images else {
            return None;
        };
        let index = &self.tiers[self.tier_of(slots)?].index;
        index.place(slots)?;
        let mut codes = vec![0; index.steps().len()];
        index.codes_of(slots, &mut codes)?;
        images.settle(&mut codes);
        let mut other = slots.to_vec();
        index
            .steps()
            .iter()
            .zip(codes)
            .for_each(|(step, code)| step.write(code as usize, &mut other));
        Some(other)
    }

    /// Returns the tier of numbers within the ranges.
    fn tier_of(&self, slots: &[Int]) -> Option<usize> {
        let mut level = self.total.constant;
        for (&slot, table) in &self.total.tables {
            level = level.checked_add(
                *table.get(usize::try_from(slots[slot] - self.ranges[slot].0).ok()?)?,
            )?;
        }
        let tier = self
            .tiers
            .partition_point(|tier| tier.level <= level)
            .checked_sub(1)?;
        (level <= self.tiers[tier].last).then_some(tier)
    }

    /// Decodes an entry; `None` for an index that is not a position.
    pub fn decode(&self, code: u32) -> Option<DecodedEntry> {
        match (code, self.what) {
            (encoding::HOLE, _) => None,
            (code, TableKind::Values) => Some(DecodedEntry::Value(encoding::value(code))),
            (encoding::DRAW, _) => Some(DecodedEntry::Draw),
            (code, TableKind::Remoteness) => {
                encoding::number(code).map(|code| self.coding.decode(code))
            }
            (code, TableKind::Outcomes) => {
                encoding::number(code).map(|code| DecodedEntry::Outcome(encoding::winner(code)))
            }
        }
    }

    /// Formats an entry: `P 4`, `N 17`, `D`, or a value.
    pub fn show(&self, known: DecodedEntry) -> String {
        match known {
            DecodedEntry::Wins(outcome, moves) => format!("{} {moves}", outcome.letter()),
            DecodedEntry::Outcome(outcome) => outcome.letter().to_string(),
            DecodedEntry::Draw => Outcome::D.letter().to_string(),
            DecodedEntry::Value(value) => value.to_string(),
        }
    }

    /// Checks that the options of positions are sums of table entries.
    ///
    /// # Errors
    /// Returns the reason why the interpreter lists the options.
    pub fn added(&self) -> Result<(), Text> {
        self.lanes.as_ref().map(|_| ()).map_err(Text::clone)
    }

    /// Returns whether slots are unordered and moves are the same in every order of the unordered
    /// slots, so that predecessors are found from one order.
    pub fn in_one_order(&self) -> bool {
        self.lanes.as_ref().is_ok_and(AdditiveMoves::in_one_order)
    }

    /// Returns whether values are computed in the order of the indices, so that each tier is one
    /// share.
    pub fn is_one_share(&self) -> bool {
        self.what == TableKind::Values
            && (self.measure.is_none()
                || self.tiers.iter().any(|tier| tier.index.lines().is_some()))
    }

    /// Returns the number of moves if moves only add to two numbers, so that lines of many
    /// positions are processed at a time. The result applies to tiers of one share.
    pub fn lines(&self) -> Option<usize> {
        self.shifts
            .as_ref()
            .map(Vec::len)
            .filter(|moves| self.what == TableKind::Outcomes || *moves < 64)
    }

    /// Returns whether a sieve computes the outcomes of a tier of `of` shares: unmarked positions
    /// are lost, and mark their predecessors. A sieve takes one bit per index, and its shares run
    /// one after the other.
    pub fn sieved(&self, of: usize) -> bool {
        let marks = self.check_invertible().is_ok() || of == 1 && self.shifts.is_some();
        self.what == TableKind::Outcomes && self.ordered && !self.falls && marks
    }

    /// Checks that predecessors are found with inverse moves.
    ///
    /// # Errors
    /// If the tiers have no inverse moves, the error is the reason, and moves are sorted and
    /// stored.
    pub fn check_invertible(&self) -> Result<(), Text> {
        if let Ok(Some(images)) = &self.images
            && !images.are_shown()
        {
            return Err(text!(
                "the rules alone do not show that `symmetry` holds",
                "规则本身不能表明 `symmetry` 成立"
            ));
        }
        self.lanes
            .as_ref()
            .map_err(Text::clone)
            .and_then(AdditiveMoves::check_invertible)
    }
}
