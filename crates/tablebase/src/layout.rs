//! How the positions of a game lie in tiers: the ranges of its slots, the measure, the index of
//! each tier, and what entries say. It holds no world.

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

/// The ranges of a game, its tiers, and what a table says of its positions.
pub struct TierLayout {
    pub(crate) game: GameId,
    /// What the table says.
    pub what: TableKind,
    pub(crate) ranges: Vec<(Int, Int)>,
    pub(crate) measure: Option<TierMeasure>,
    pub(crate) total: Total,
    pub(crate) tiers: Vec<Tier>,
    /// Every move lowers the measure: no position has an option in its own tier.
    pub(crate) falls: bool,
    /// Where only the measure says how far numbers go: its weights, and the greatest level.
    pub(crate) top: Option<(Vec<Int>, Int)>,
    /// Options in the same tier have smaller places.
    pub(crate) ordered: bool,
    /// Where tiers are lines and values or outcomes are wanted: what moves add, if they do nothing
    /// else and who cannot move has lost.
    pub(crate) shifts: Option<Vec<Vec<Int>>>,
    pub(crate) coding: RemotenessEncoding,
    pub(crate) blocks: BlockSize,
    pub(crate) lanes: Result<AdditiveMoves, Text>,
    /// The most that a move lowers the measure, or more, where the moves are tables.
    pub(crate) most_drop: Option<Int>,
    /// What `symmetry` makes of positions, if the rules say it; or why that is not used.
    pub(crate) images: Result<Option<SymmetryImages>, Text>,
}

impl TierLayout {
    /// How many places a block has.
    pub fn block(&self) -> u64 {
        self.blocks.places()
    }

    /// The bytes that this takes, about, while it is made: beside the indices and the tables of
    /// moves what these are made from, which is as much again.
    pub fn bytes(&self) -> u64 {
        let lanes = self.lanes.as_ref().map_or(0, AdditiveMoves::bytes);
        self.tiers
            .iter()
            .map(|tier| tier.index.bytes())
            .sum::<u64>()
            + 2 * lanes
    }

    /// How many tiers there are.
    pub fn tiers(&self) -> usize {
        self.tiers.len()
    }

    /// A tier, the least first.
    ///
    /// # Panics
    /// If there is no such tier.
    pub fn tier(&self, tier: usize) -> &Tier {
        &self.tiers[tier]
    }

    /// Where a walk through a tier is: the place, and what options are asked with.
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

    /// How many places there are in all.
    pub fn places(&self) -> u64 {
        self.tiers
            .iter()
            .fold(0, |sum, tier| sum.saturating_add(tier.index.size()))
    }

    /// The lower tiers that moves from one may lead to, and maybe some more.
    pub fn reach(&self, tier: usize) -> Range<usize> {
        let least = self
            .most_drop
            .and_then(|most| self.tiers[tier].level.checked_sub(most));
        least.map_or(0, |least| {
            self.tiers.partition_point(|lower| lower.last < least)
        })..tier
    }

    /// How many places the largest tier has.
    pub fn largest(&self) -> u64 {
        self.tiers
            .iter()
            .map(|tier| tier.index.size())
            .max()
            .unwrap_or(0)
    }

    /// Whether every place is a position.
    pub fn is_whole(&self) -> bool {
        !matches!(self.images, Ok(Some(_))) && self.tiers.iter().all(|tier| tier.index.is_whole())
    }

    /// The least and the greatest value of each slot.
    pub fn ranges(&self) -> &[(Int, Int)] {
        &self.ranges
    }

    /// How far positions go, and how far numbers would go that are beyond that: a slot, or the
    /// measure where that alone says how far slots go.
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

    /// The measure; `None` where all positions are one tier.
    pub fn measure(&self) -> Option<&TierMeasure> {
        self.measure.as_ref()
    }

    /// The game.
    pub fn game(&self) -> GameId {
        self.game
    }

    /// The tier and the place of a position, or of the one that stands for it where slots may be
    /// exchanged; `None` if the plan has no such numbers. The numbers are canonical.
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
        // Each of the steps takes a bit at least.
        let mut codes = [0; u64::BITS as usize];
        let codes = &mut codes[..index.steps().len()];
        index.codes_of(slots, codes)?;
        images.settle(codes);
        Some((tier, index.place_of(codes)?))
    }

    /// Where share number `share` of `of` begins in a tier; number `of` is the end. Shares are as
    /// even as whole blocks allow: in places, or where slots may be exchanged in what there is to
    /// fill among them, as a sample says.
    ///
    /// # Panics
    /// If there is no such tier.
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

    /// Of how many positions one alone is filled, as `symmetry` says, where all slots that may be
    /// exchanged hold different numbers; or why it is not used. 1 where the rules say no
    /// `symmetry`.
    ///
    /// # Errors
    /// The reason.
    pub fn symmetry(&self) -> Result<usize, Text> {
        self.images
            .as_ref()
            .map(|images| images.as_ref().map_or(1, SymmetryImages::number))
            .map_err(Text::clone)
    }

    /// Whether that the game is the same with slots exchanged is shown of its rules; else it is
    /// tested at each position that is filled.
    pub fn symmetry_is_shown(&self) -> bool {
        matches!(&self.images, Ok(Some(images)) if images.are_shown())
    }

    /// The numbers that stand for a position and have no place though it has one, where `symmetry`
    /// does not hold.
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

    /// The tier of numbers within the ranges.
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

    /// What a code says; `None` for a place that is no position.
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

    /// `P 4`, `N 17`, `D`, or a value.
    pub fn show(&self, known: DecodedEntry) -> String {
        match known {
            DecodedEntry::Wins(outcome, moves) => format!("{} {moves}", outcome.letter()),
            DecodedEntry::Outcome(outcome) => outcome.letter().to_string(),
            DecodedEntry::Draw => Outcome::D.letter().to_string(),
            DecodedEntry::Value(value) => value.to_string(),
        }
    }

    /// Whether the options of positions are sums of table entries; or why the interpreter lists
    /// them.
    ///
    /// # Errors
    /// The reason.
    pub fn added(&self) -> Result<(), Text> {
        self.lanes.as_ref().map(|_| ()).map_err(Text::clone)
    }

    /// Whether slots are unordered, and moves are the same in every order of them: what comes
    /// before a position is found from one of its orders.
    pub fn in_one_order(&self) -> bool {
        self.lanes.as_ref().is_ok_and(AdditiveMoves::in_one_order)
    }

    /// Whether values are found in the order of the places, so that each tier is one share.
    pub fn is_one_share(&self) -> bool {
        self.what == TableKind::Values
            && (self.measure.is_none()
                || self.tiers.iter().any(|tier| tier.index.lines().is_some()))
    }

    /// How many moves there are, where tiers are lines that are done many positions at a time:
    /// moves do nothing but add to two numbers. Of one share.
    pub fn lines(&self) -> Option<usize> {
        self.shifts
            .as_ref()
            .map(Vec::len)
            .filter(|moves| self.what == TableKind::Outcomes || *moves < 64)
    }

    /// Whether who wins a tier of `of` shares comes from a sieve: what is not marked is lost, and
    /// marks what comes before it. A bit a place; shares one after the other.
    pub fn sieved(&self, of: usize) -> bool {
        let marks = self.check_invertible().is_ok() || of == 1 && self.shifts.is_some();
        self.what == TableKind::Outcomes && self.ordered && !self.falls && marks
    }

    /// Whether the positions before a position come from moves turned round; or why they are sorted
    /// and kept.
    ///
    /// # Errors
    /// The reason.
    pub fn check_invertible(&self) -> Result<(), Text> {
        if let Ok(Some(images)) = &self.images
            && !images.are_shown()
        {
            return Err(text!(
                "the rules do not show of themselves that `symmetry` holds",
                "规则本身不能表明 `symmetry` 成立"
            ));
        }
        self.lanes
            .as_ref()
            .map_err(Text::clone)
            .and_then(AdditiveMoves::check_invertible)
    }
}
