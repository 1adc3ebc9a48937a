//! The plan of a table: how the positions of a game are split into tiers. If the rules specify a
//! measure (`tier e`), the plan uses this measure. If the rules specify no measure, the plan uses
//! the measure from [`facts::tiers`] whose largest tier is the smallest. A measure with many levels
//! is used only if space requires it. If slots only decrease, a table of outcomes has one tier,
//! which a sieve computes. Every measure is tested at every move while a table is filled. For
//! values of games whose slots never grow, one tier suffices, because options have smaller indices.

use std::cell::Cell;
use std::ops::Deref;
use std::sync::Arc;

use base::budget::Budget;
use base::text;
use base::text::Text;
use facts::slotwise::Slotwise;
use facts::totals::SlotRanges;
use facts::{GameFacts, MeasureOrigin, TierMeasure};
use rules::ast::PlayConvention;
use rules::game::GameId;
use rules::ir::{Game, Int};
use rules::world::World;

use super::additive_moves::AdditiveMoves;
use super::blocks::{BLOCK, BlockSize};
use super::encoding::RemotenessEncoding;
use super::error::TierError;
use super::layout::TierLayout;
use super::lister_module::ListerModule;
use super::options::PositionRef;
use super::symmetry::{self, ImageFinder, SymmetryImages};
use super::table_kind::TableKind;
use super::tier_splitter::{
    MAX_SINGLE_TIER_POSITIONS, TierSplit, TierSplitter, by_lines, weighted,
};
use crate::index::{self, PositionConditions};

/// A game and the arrangement of its positions in tiers.
pub struct TierPlan<'w> {
    pub(crate) world: &'w World,
    layout: Arc<TierLayout>,
    /// The generated code that lists options, or the reason why there is no generated code.
    pub(crate) code: Result<Arc<dyn ListerModule>, Text>,
    /// Whether lower tiers are streamed, if moves can be inverted.
    pub(crate) streams: bool,
}

impl Deref for TierPlan<'_> {
    type Target = TierLayout;

    fn deref(&self) -> &TierLayout {
        &self.layout
    }
}

impl<'w> TierPlan<'w> {
    /// Plans the tiers of all positions of a game. If the rules do not bound the ranges, only
    /// positions with slots up to `tops` are included. The time grows with the number of tiers and
    /// the nodes of their indices, not with the number of positions.
    ///
    /// # Errors
    /// Returns [`TierError::Declined`] with the condition that fails. Returns another [`TierError`]
    /// if the rules cannot be evaluated or the budget runs out.
    pub fn new(
        world: &'w World,
        game: GameId,
        facts: &GameFacts,
        tops: Option<&[Int]>,
        what: TableKind,
        budget: &Budget<'_>,
    ) -> Result<TierPlan<'w>, TierError> {
        let rules = world.rules(game);
        let Some(ir) = rules.game() else {
            return Err(TierError::Declined(text!(
                "the game is not written in the rule language",
                "该游戏不是用规则语言写的"
            )));
        };
        check_game(ir, facts, what).map_err(TierError::Declined)?;
        let (ranges, top) = ranges(ir, facts, tops).map_err(TierError::Declined)?;
        let (lows, highs) = ranges.iter().copied().unzip();
        let read = SlotRanges::new(ir, lows, highs);
        index::narrow(ir, &read)?;
        let coding = RemotenessEncoding::from_conventions(
            ir.conventions,
            !ir.goals.is_empty(),
            !ir.traps.is_empty(),
        );
        let falling = facts
            .measure
            .as_ref()
            .map(|weights| TierMeasure::of_weights(weights.clone()));
        let in_order = falling.is_some() && facts.never_grows.iter().all(|&never| never);
        // A table of values needs a measure that every move lowers. If no measure that every move
        // lowers is found, or the found measure has too many levels, the measure of the rules is
        // used, and each move is tested.
        let named = ir.tier.0.is_some();
        let mut measures = if what != TableKind::Values || named {
            facts::tiers(ir, game, budget)?
        } else {
            Vec::new()
        };
        measures
            .retain(|measure| what != TableKind::Values || measure.origin == MeasureOrigin::Said);
        let settles = |measure: &TierMeasure| {
            read.total(&measure.expr)
                .is_some_and(|total| symmetry::keeps(ir, &total))
        };
        if measures
            .iter()
            .all(|measure| measure.origin != MeasureOrigin::Said)
            && measures.iter().any(settles)
        {
            measures.retain(settles);
        }
        let (mut conditions, weights) =
            (PositionConditions::new(ir, &read), facts.measure.as_deref());
        let ends_at = top
            .zip(weights)
            .map(|(top, weights)| (weights.to_vec(), top));
        if let Some((weights, top)) = &ends_at {
            let total = weighted(weights, &ranges).ok_or_else(|| {
                TierError::Declined(text!("the measure exceeds 64 bits", "该度量超过 64 位"))
            })?;
            conditions = conditions.up_to(&total, *top);
        }
        let plain = ir.requires.is_empty() && ir.words.is_empty() && ir.unordered.is_empty();
        let cutter = TierSplitter {
            conditions,
            ranges: &read,
            what,
            weights: weights.filter(|_| plain),
            top,
            budget,
        };
        let slotwise = Slotwise::from_game(ir, game, &read);
        let lanes = |cut: &TierSplit| {
            slotwise.as_ref().map_err(Text::clone).and_then(|slotwise| {
                AdditiveMoves::build(ir, slotwise, &read, &cut.total, &cut.tiers)
            })
        };
        let said = measures
            .iter()
            .any(|measure| measure.origin == MeasureOrigin::Said);
        // The shifts of the moves determine the outcomes only if play ends in one way: a player
        // without moves loses.
        let ends = ir.can_end_play()
            || ir.conventions.play != PlayConvention::Normal
            || ir.moves.iter().any(|rule| rule.result.is_empty());
        let shifts = slotwise
            .as_ref()
            .ok()
            .filter(|_| !ends && what != TableKind::Remoteness)
            .and_then(Slotwise::shifts);
        let by_lines = (top.is_some() || shifts.is_some() && !said)
            .then(|| cutter.lines())
            .flatten();
        let sieve = match what == TableKind::Outcomes && in_order && !said && by_lines.is_none() {
            true => cutter
                .single_tier()?
                .ok()
                .filter(|whole| whole.largest() <= MAX_SINGLE_TIER_POSITIONS)
                .map(|whole| (lanes(&whole), whole)),
            false => None,
        };
        let (lanes, cut) = match (sieve, by_lines) {
            (Some((Ok(sieve), whole)), _) if sieve.check_invertible().is_ok() => (Ok(sieve), whole),
            (_, Some(cut)) => (lanes(&cut), cut),
            _ => {
                let cut = cutter.best(what, falling, measures, in_order)?;
                (lanes(&cut), cut)
            }
        };
        let TierSplit {
            measure,
            total,
            tiers,
            falls,
        } = cut;
        if tiers.is_empty() {
            return Err(TierError::Declined(text!(
                "no position within these ranges satisfies `require`",
                "这些范围内没有局面满足 `require`"
            )));
        }
        // In tiers of lines, options have smaller indices, in the order of the measure.
        let lines = tiers[0].index.lines().is_some();
        let (shifts, ordered) = (shifts.filter(|_| lines), in_order || lines);
        let blocks = BlockSize(BLOCK.trailing_zeros());
        let shown = ends_at.is_none()
            && lanes.is_ok()
            && slotwise.as_ref().is_ok_and(|moves| {
                symmetry::is_proved_symmetric(ir, moves.resolved_moves(), &read)
            });
        let images = SymmetryImages::build(ir, &ranges, &total, &tiers, shown);
        let (top, none) = (ends_at, Ok(None));
        let most_drop = lanes
            .as_ref()
            .ok()
            .map(|lanes| lanes.most_drop(&total, &ranges));
        let layout = TierLayout {
            game,
            what,
            ranges,
            measure,
            total,
            tiers,
            falls,
            top,
            ordered,
            shifts,
            coding,
            blocks,
            lanes,
            most_drop,
            images: none,
        };
        let images = match images {
            // In a sieve, won positions take no time, but testing whether a won position is a
            // representative would take time.
            Ok(Some(_)) if layout.sieved(1) => Err(text!(
                "a sieve needs only one bit for each index",
                "筛法每个位置只占一位"
            )),
            images => images,
        };
        let layout = TierLayout { images, ..layout };
        Ok(TierPlan::from_layout(world, Arc::new(layout)))
    }

    /// Creates a plan with the layout of an earlier plan of the same game.
    pub fn from_layout(world: &'w World, layout: Arc<TierLayout>) -> TierPlan<'w> {
        TierPlan {
            world,
            layout,
            code: Err(no_machine()),
            streams: false,
        }
    }

    /// Sets the generated code that lists options, or the reason why there is no generated code.
    /// The generated code is used only if moves are not added slot by slot.
    #[must_use]
    pub fn with_code(self, code: Result<Arc<dyn ListerModule>, Text>) -> Self {
        TierPlan { code, ..self }
    }

    /// Sets whether lower tiers are streamed if moves can be inverted. Streamed tiers are read once
    /// and in order instead of looked up. Streaming is meant for lower tiers that do not fit in
    /// memory, and does not change the tables. All shares of a tier must use the same setting.
    #[must_use]
    pub fn streaming(self, streams: bool) -> TierPlan<'w> {
        TierPlan { streams, ..self }
    }

    /// Returns whether lower tiers are streamed.
    pub fn streams(&self) -> bool {
        self.streams && self.what != TableKind::Values && self.check_invertible().is_ok()
    }

    /// Returns the maximum total number of entries of the lower tiers that are looked up for one
    /// tier.
    pub fn looked_up(&self) -> u64 {
        let below = |tier: usize| {
            self.reach(tier)
                .map(|lower| self.tier(lower).index.size())
                .sum()
        };
        (0..self.tiers()).map(below).max().unwrap_or(0)
    }

    /// Returns whether the moves of each tier are sorted and stored.
    pub fn sorts(&self) -> bool {
        self.what != TableKind::Values && !self.falls && self.check_invertible().is_err()
    }

    /// Returns the world of the game.
    pub fn world(&self) -> &'w World {
        self.world
    }

    /// Returns the layout, which does not borrow the world.
    pub fn layout(&self) -> &Arc<TierLayout> {
        &self.layout
    }

    /// Sets smaller blocks, of 2^bits indices, so that small tiers have several shares; for tests.
    ///
    /// # Panics
    /// Panics if a block would have more than [`BLOCK`] indices, or the layout is shared.
    #[must_use]
    pub fn in_blocks(mut self, bits: u32) -> TierPlan<'w> {
        assert!(bits <= BLOCK.trailing_zeros(), "blocks of 2^{bits} places");
        Arc::get_mut(&mut self.layout)
            .expect("a layout of one plan")
            .blocks = BlockSize(bits);
        self
    }

    /// Splits tiers of lines again, with about `most` indices each; for tests.
    ///
    /// # Panics
    /// Panics if the layout is shared.
    #[must_use]
    pub fn in_tiers_of(mut self, most: u64) -> TierPlan<'w> {
        let layout = Arc::get_mut(&mut self.layout).expect("a layout of one plan");
        if let (&[xs, ys], Some(table)) = (&layout.ranges[..], layout.total.tables.get(&0))
            && layout.tiers.iter().all(|tier| tier.index.lines().is_some())
            && let Some(last) = layout.tiers.last().map(|tier| tier.last)
        {
            let weight = table.get(1).map_or(1, |second| second - table[0]);
            layout.tiers = by_lines([xs, ys], weight, last, most);
            if let Ok(lanes) = &mut layout.lanes {
                lanes.number(&layout.tiers);
            }
        }
        self
    }

    /// Returns the error for a move that raises the measure, to a position of another tier.
    pub(crate) fn raised_measure_error(
        &self,
        at: PositionRef<'_>,
        tier: usize,
        slots: &[Int],
    ) -> TierError {
        let (from, to) = (
            self.world.show(self.game, at.slots),
            self.world.show(self.game, slots),
        );
        let (low, high) = (self.tiers[at.tier].level, self.tiers[tier].level);
        TierError::Rules(text!(
            "the move from {from} to {to} raises the measure of the tiers from {low} to {high}",
            "从 {from} 到 {to} 的着法使分层度量从 {low} 增大到 {high}"
        ))
    }

    /// Returns the error for a `symmetry` that maps a position to numbers that are not a position.
    #[cold]
    pub(crate) fn asymmetry_error(&self, one: &[Int], other: &[Int]) -> TierError {
        let (one, other) = (
            self.world.show(self.game, one),
            self.world.show(self.game, other),
        );
        TierError::Rules(text!(
            "`symmetry` does not hold: {one} is a position, but {other}, with slots exchanged, is not",
            "`symmetry` 不成立：{one} 是局面，而交换分量后的 {other} 不是"
        ))
    }

    /// Returns the error for a move to a position that has no index.
    #[cold]
    pub(crate) fn out_of_ranges_error(&self, from: &[Int], to: &[Int]) -> TierError {
        if let Some(other) = self.stand_in(to) {
            return self.asymmetry_error(to, &other);
        }
        let (from, to) = (
            self.world.show(self.game, from),
            self.world.show(self.game, to),
        );
        TierError::Rules(text!(
            "the move from {from} to {to} leaves the ranges of the table",
            "从 {from} 到 {to} 的着法越出了表的范围"
        ))
    }

    /// Returns the error for a move that does not lead to a smaller index of its tier.
    #[cold]
    pub(crate) fn not_smaller_error(&self, tier: usize, from: u64, to: u64) -> TierError {
        let show = |place: u64| {
            let index = &self.tier(tier).index;
            let mut slots = vec![0; index.slots()];
            index.position(place, &mut slots);
            self.world.show(self.game, &slots)
        };
        let (from, to) = (show(from), show(to));
        TierError::Rules(text!(
            "the move from {from} to {to} does not lower the measure",
            "从 {from} 到 {to} 的着法没有使度量减小"
        ))
    }

    /// Returns whether equal components cancel.
    pub(crate) fn coins(&self) -> bool {
        self.world.rules(self.game).coins()
    }

    /// Returns the code of a position without moves.
    pub(crate) fn without_moves(&self) -> u16 {
        self.coding
            .ending_code(self.world.rules(self.game).conventions().play == PlayConvention::Misere)
    }

    /// Checks that generated code lists the options of positions, if moves are not added slot by
    /// slot.
    ///
    /// # Errors
    /// Returns the reason why the interpreter lists the options.
    pub fn generated(&self) -> Result<(), Text> {
        self.code.as_ref().map(|_| ()).map_err(Text::clone)
    }

    /// Returns the finder of images of positions, if slots may be exchanged.
    pub(crate) fn image_finder(&self) -> Option<ImageFinder<'_>> {
        self.images
            .as_ref()
            .ok()
            .and_then(Option::as_ref)
            .map(ImageFinder::new)
    }
}

/// Checks that tables of single components are possible for a game.
fn check_game(game: &Game, facts: &GameFacts, what: TableKind) -> Result<(), Text> {
    let conventions = game.conventions;
    if facts.names_others {
        return Err(text!(
            "a move leaves a component of another game",
            "有一着留下另一游戏的部分"
        ));
    }
    if conventions.entailing {
        return Err(text!(
            "the game has `urgent` or `again`",
            "该游戏有 `urgent` 或 `again`"
        ));
    }
    match what {
        TableKind::Outcomes | TableKind::Remoteness
            if facts.most_components.is_none_or(|most| most > 1) =>
        {
            Err(text!(
                "a move leaves several components",
                "有一着留下多个部分"
            ))
        }
        TableKind::Values if !conventions.is_plain() => Err(text!(
            "values require normal play, one component per move and no draws",
            "值要求正常规则、每次走一个部分、无平局"
        )),
        TableKind::Outcomes | TableKind::Remoteness | TableKind::Values => Ok(()),
    }
}

/// The ranges of slots, and the highest level of the measure if the measure bounds the slots.
type BoundedRanges = (Vec<(Int, Int)>, Option<Int>);

/// Returns the ranges of the slots: the ranges in the rules, limited to `tops` if no move increases
/// the slot, or limited by a measure that every move lowers. If a measure limits the ranges, the
/// level of the measure at `tops` is returned too.
fn ranges(game: &Game, facts: &GameFacts, tops: Option<&[Int]>) -> Result<BoundedRanges, Text> {
    let greatest = tops.and_then(|tops| tops[game.unordered.clone()].iter().copied().max());
    let measured = Cell::new(None);
    // The largest value that a slot can reach is its value if all other slots are at their minimum
    // and the level is the level of `tops`.
    let by_measure = |slot: usize| {
        let (weights, tops) = (facts.measure.as_ref()?, tops?);
        let level = weights
            .iter()
            .zip(tops)
            .try_fold(0_i64, |sum, (weight, top)| {
                sum.checked_add(weight.checked_mul(*top)?)
            })?;
        let mut others = weights
            .iter()
            .zip(&game.slots)
            .enumerate()
            .filter(|(other, _)| *other != slot);
        let least = others.try_fold(0_i64, |sum, (_, (weight, of))| {
            sum.checked_add(weight.checked_mul(of.low)?)
        })?;
        let high = level.checked_sub(least)?.checked_div(weights[slot])?;
        measured.set(Some(level));
        Some(high)
    };
    let range = |(i, slot): (usize, &rules::ir::Slot)| {
        let top = if game.unordered.contains(&i) {
            greatest
        } else {
            tops.map(|tops| tops[i])
        };
        let high = match (top.filter(|_| facts.never_grows[i]), slot.high) {
            (Some(top), Some(high)) => top.min(high),
            (Some(top), None) => top,
            (None, Some(high)) => high,
            (None, None) if top.is_none() => {
                let name = &slot.name;
                return Err(text!(
                    "`{name}` has no upper bound: give a position; its numbers are the limits of the table",
                    "`{name}` 没有上界：请写出一个局面，表填到其中的数为止"
                ));
            }
            (None, None) if let Some(high) = by_measure(i) => high,
            (None, None) => {
                let name = &slot.name;
                return Err(text!(
                    "`{name}` can grow, and the rules show no bound; set one with a range in `state`, such as `n in 0..20`",
                    "`{name}` 可能增大，而规则没有给出上界；可在 `state` 中写出范围，如 `n in 0..20`"
                ));
            }
        };
        Ok((slot.low, high.max(slot.low)))
    };
    let ranges = game
        .slots
        .iter()
        .enumerate()
        .map(range)
        .collect::<Result<Vec<_>, _>>()?;
    Ok((ranges, measured.get()))
}

/// Returns the reason that a plan states if generated code cannot be run.
fn no_machine() -> Text {
    text!(
        "generated code cannot be run here",
        "此处无法运行生成的代码"
    )
}
