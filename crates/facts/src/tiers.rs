//! Measures that no move increases.
//!
//! If play can cycle, no measure decreases with every move. But a measure that no move increases
//! divides the positions into tiers. Cycles stay within a tier, and a table is filled tier by tier,
//! in increasing order.
//!
//! A proof that no move increases a weighted sum of slots uses the inequalities of all moves
//! ([`super::measure`]), or reads the moves slot by slot ([`super::slotwise`]). For the number of
//! cells with a certain value, the proof reads the moves slot by slot. For a measure that the rules
//! name (`tier e`), no proof is needed, because the code that fills a table tests each move.
//!
//! A sum of measures that no move increases is also a measure that no move increases. The sum
//! decreases whenever one of the measures decreases. So the weights of all measures that are found
//! are added.

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use rules::ast::{BinaryOp, CompareOp};
use rules::game::GameId;
use rules::ir::{Expr, Game, Int, SlotShape, SourceInfo};

use super::linear;
use super::measure;
use super::simplex::SimplexEffort;
use super::slotwise::Slotwise;
use super::totals::SlotRanges;
use crate::statements::weighted_sum;

/// The source of a measure that no move increases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MeasureOrigin {
    /// The item `tier` of the rules.
    Said,
    /// A weighted sum of the slots with these weights.
    Weights(Vec<Int>),
    /// The number of cells with the given value.
    Holding(Int),
    /// The number of cells whose value is not the given value.
    Away(Int),
}

/// A measure that no move increases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TierMeasure {
    /// The measure as an expression in the slots.
    pub expr: Expr,
    /// Source of the measure.
    pub origin: MeasureOrigin,
    /// Whether it is shown that no move increases the measure. If it is not shown, the rules claim
    /// that no move increases the measure.
    pub shown: bool,
    /// Maximum by which a move decreases the measure, if a bound is known.
    pub most: Option<Int>,
}

impl TierMeasure {
    /// Creates the measure of a weighted sum that is shown not to increase with any move.
    pub fn of_weights(weights: Vec<Int>) -> TierMeasure {
        TierMeasure {
            expr: weighted(&weights),
            origin: MeasureOrigin::Weights(weights),
            shown: true,
            most: None,
        }
    }

    /// Returns a readable description of the measure.
    pub fn text(&self, game: &Game) -> Text {
        match &self.origin {
            MeasureOrigin::Said => text!("the measure given by `tier`", "`tier` 所写的量"),
            MeasureOrigin::Weights(weights) => Text::same(weighted_sum(game, weights)),
            MeasureOrigin::Holding(value) => text!(
                "the number of cells that contain {value}",
                "取值 {value} 的格数"
            ),
            MeasureOrigin::Away(value) => text!(
                "the number of cells that do not contain {value}",
                "取值不是 {value} 的格数"
            ),
        }
    }
}

/// Maximum size of the range of a cell for which each value is counted.
const MAX_SLOT_VALUES: u64 = 16;

/// Returns measures that no move increases. The measure that the rules name comes first, whether or
/// not it is shown that no move increases it. Next come the measures for which it is shown that no
/// move increases them.
///
/// # Errors
/// Returns [`StopReason`] if the budget runs out.
pub fn tiers(
    game: &Game,
    this: GameId,
    budget: &Budget<'_>,
) -> Result<Vec<TierMeasure>, StopReason> {
    Ok(find_measures(game, this, budget)?.0)
}

/// The measures, and whether moves work slot by slot, or the reason why they do not. The second
/// element is `None` if a range is unbounded.
pub(super) type MeasureSearch = (Vec<TierMeasure>, Option<Result<(), Text>>);

pub(super) fn find_measures(
    game: &Game,
    this: GameId,
    budget: &Budget<'_>,
) -> Result<MeasureSearch, StopReason> {
    let bounded: Option<(Vec<Int>, Vec<Int>)> = game
        .slots
        .iter()
        .map(|slot| Some((slot.low, slot.high?)))
        .collect();
    let ranges = bounded.map(|(lows, highs)| SlotRanges::new(game, lows, highs));
    let slotwise = ranges
        .as_ref()
        .map(|ranges| Slotwise::from_game(game, this, ranges));
    let works = slotwise
        .as_ref()
        .map(|slotwise| slotwise.as_ref().map(|_| ()).map_err(Text::clone));
    let slotwise = slotwise.and_then(Result::ok);
    budget.ask()?;
    // Reading the moves slot by slot can show that no move increases a measure, and can bound the
    // decrease.
    let show = |measure: &mut TierMeasure| {
        let adds = ranges
            .as_ref()
            .zip(slotwise.as_ref())
            .and_then(|(ranges, slotwise)| slotwise.adds(&ranges.total(&measure.expr)?));
        if let Some((least, ..=0)) = adds {
            measure.shown = true;
            measure.most = least.checked_neg();
        }
    };
    let mut found: Vec<TierMeasure> = Vec::new();
    if let Some(expr) = &game.tier.0 {
        found.push(TierMeasure {
            expr: expr.clone(),
            origin: MeasureOrigin::Said,
            shown: false,
            most: None,
        });
        found.iter_mut().for_each(show);
    }
    let effort = SimplexEffort::besides(budget);
    if let Some(transitions) = linear::transitions(game, this, &effort)
        && let Some(weights) = measure::not_rising(&transitions, game.slots.len(), &game.unordered)
    {
        let most = measure::max_decrease(&transitions, &weights);
        found.push(TierMeasure {
            most,
            ..TierMeasure::of_weights(weights)
        });
    }
    effort.finish()?;
    let mut counts = counts(game);
    counts.iter_mut().for_each(show);
    found.extend(counts.into_iter().filter(|measure| measure.shown));
    Ok((found, works))
}

/// Returns, for each value of the cells of the first array, the number of cells with this value and
/// the number of the other cells. If the cells have too many values, only the smallest value is
/// counted.
fn counts(game: &Game) -> Vec<TierMeasure> {
    let cells = |slot: &rules::ir::Slot| matches!(slot.shape, SlotShape::Cell { .. });
    let Some(first) = game.slots.iter().find(|slot| cells(slot)) else {
        return Vec::new();
    };
    let Some(high) = first.high else {
        return Vec::new();
    };
    let same =
        |slot: &rules::ir::Slot| cells(slot) && (slot.low, slot.high) == (first.low, first.high);
    let counted: Vec<usize> = (0..game.slots.len())
        .filter(|&slot| same(&game.slots[slot]))
        .collect();
    let count = |value: Int, origin: MeasureOrigin| {
        let op = if origin == MeasureOrigin::Holding(value) {
            CompareOp::Eq
        } else {
            CompareOp::Ne
        };
        let one = |&slot: &usize| {
            let compared = Expr::Compare(op, Box::new([Expr::Slot(slot), Expr::Const(value)]));
            Expr::If(Box::new([compared, Expr::Const(1), Expr::Const(0)]))
        };
        TierMeasure {
            expr: sum(counted.iter().map(one).collect()),
            origin,
            shown: false,
            most: None,
        }
    };
    let last = if high.abs_diff(first.low) < MAX_SLOT_VALUES {
        high
    } else {
        first.low
    };
    (first.low..=last)
        .flat_map(|value| {
            [
                count(value, MeasureOrigin::Holding(value)),
                count(value, MeasureOrigin::Away(value)),
            ]
        })
        .collect()
}

fn weighted(weights: &[Int]) -> Expr {
    let term = |(slot, weight): (usize, &Int)| {
        Expr::Binary(
            BinaryOp::Mul,
            Box::new([Expr::Const(*weight), Expr::Slot(slot)]),
            SourceInfo::default(),
        )
    };
    sum(weights
        .iter()
        .enumerate()
        .filter(|(_, weight)| **weight != 0)
        .map(term)
        .collect())
}

/// Returns the sum of terms as a balanced tree, so that the expression is not deep.
fn sum(mut terms: Vec<Expr>) -> Expr {
    match terms.len() {
        0 => Expr::Const(0),
        1 => terms.remove(0),
        n => {
            let right = terms.split_off(n / 2);
            Expr::Binary(
                BinaryOp::Add,
                Box::new([sum(terms), sum(right)]),
                SourceInfo::default(),
            )
        }
    }
}
