//! The drawing that the state of a game suggests, if the game declares no drawing. Coins are drawn
//! on a strip, a board or stacked boards. A location moves on a board or around a ring. A position
//! that splits is drawn as a row or a sheet. Arrays are drawn as squares, tokens, cells or steps.
//! All other numbers are drawn as heaps, or as digits if they may be negative. The suggestion
//! depends only on the rules, and not on a position or a name, so the suggested drawing is valid
//! for a complete play.

use crate::ast::BinaryOp;
use crate::game::Rules;
use crate::ir::{
    DrawKind, DrawSpec, Expr, Game, Int, ResultPart, ResultPartKind, SlotChange, SlotRef, SlotShape,
};

/// Returns the drawing of rules without sets and words.
pub(crate) fn suggest_draw(rules: &dyn Rules) -> DrawSpec {
    let slots = rules.slots();
    let game = rules.game();
    let named = |slot: usize, name: &str| {
        slots
            .get(slot)
            .is_some_and(|slot| slot.name.eq_ignore_ascii_case(name))
    };
    let amounts = slots.iter().all(|slot| slot.low >= 0);
    let kind = match slots.len() {
        1 if rules.coins() => DrawKind::Strip,
        2 | 3 if rules.coins() => DrawKind::Board,
        _ if rules.coins() => DrawKind::Numbers,
        1 if rules.conventions().loopy && slots[0].high.is_some() => {
            return ring(slots[0].low, slots[0].high);
        }
        1 if amounts && game.is_some_and(falls_apart) => {
            return DrawSpec {
                marks: "□".to_owned(),
                ..draw_of_kind(DrawKind::Row)
            };
        }
        2 if named(0, "x") && named(1, "y") => DrawKind::Board,
        2 if amounts && game.is_some_and(is_cut) => DrawKind::Sheet,
        2 if amounts && game.is_some_and(moves_a_token) => DrawKind::Board,
        count
            if count > 1
                && slots
                    .iter()
                    .all(|slot| matches!(slot.shape, SlotShape::Cell { array: 0, .. })) =>
        {
            return of_array(rules, amounts);
        }
        _ if amounts => DrawKind::Heaps,
        _ => DrawKind::Numbers,
    };
    draw_of_kind(kind)
}

fn draw_of_kind(kind: DrawKind) -> DrawSpec {
    DrawSpec {
        kind,
        array: None,
        rows: None,
        columns: None,
        marks: String::new(),
    }
}

/// Returns the drawing as a ring of locations: the ends of the range are joined.
fn ring(low: Int, high: Option<Int>) -> DrawSpec {
    let count = high
        .and_then(|high| high.checked_sub(low)?.checked_add(1))
        .and_then(|count| usize::try_from(count).ok());
    DrawSpec {
        columns: count,
        ..draw_of_kind(DrawKind::Ring)
    }
}

/// Returns the drawing of an array that is the complete state.
fn of_array(rules: &dyn Rules, amounts: bool) -> DrawSpec {
    /// Maximum number that is drawn as a character in a cell.
    const MAX_SIGN_VALUE: Int = 9;
    let slots = rules.slots();
    match rules.game().and_then(order) {
        Some(ArrayOrder::Falling) if amounts => return draw_of_kind(DrawKind::Squares),
        Some(ArrayOrder::Rising) => return draw_of_kind(DrawKind::Strip),
        _ => {}
    }
    let unordered = rules.game().is_some_and(|game| !game.unordered.is_empty());
    let high = slots.iter().map(|slot| slot.high).max().flatten();
    let signs = slots
        .iter()
        .all(|slot| slot.low == 0 && slot.high.is_some_and(|high| high <= MAX_SIGN_VALUE));
    let side = slots.len().isqrt();
    match high {
        _ if unordered && amounts => draw_of_kind(DrawKind::Heaps),
        // The marks of noughts and crosses on paper.
        Some(2) if signs && side >= 3 && side * side == slots.len() => DrawSpec {
            rows: Some(side),
            columns: Some(side),
            ..draw_of_kind(DrawKind::Board)
        },
        Some(_) if signs => draw_of_kind(DrawKind::Row),
        _ if amounts => draw_of_kind(DrawKind::Steps),
        _ => draw_of_kind(DrawKind::Numbers),
    }
}

/// The order of the numbers of an array that `require` enforces.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ArrayOrder {
    Falling,
    Rising,
}

/// Returns the order that the rules require. The test uses numbers that differ as much as their
/// range allows. The test numbers must satisfy the rules in one order, and must violate the rules
/// after any two neighbours are exchanged.
fn order(game: &Game) -> Option<ArrayOrder> {
    /// For a long array only the first numbers are tested.
    const SWAPPED: usize = 8;
    if game.requires.is_empty() || !game.unordered.is_empty() {
        return None;
    }
    let rising: Option<Vec<Int>> = game
        .slots
        .iter()
        .zip(0..)
        .map(|(slot, at)| Some(slot.low.checked_add(at)?.min(slot.high.unwrap_or(Int::MAX))))
        .collect();
    let rising = rising?;
    let keeps_only = |numbers: &[Int]| {
        let swapped = |at: usize| {
            let mut numbers = numbers.to_vec();
            numbers.swap(at, at + 1);
            numbers
        };
        let mut unequal = (0..numbers.len() - 1)
            .filter(|&at| numbers[at] != numbers[at + 1])
            .take(SWAPPED)
            .peekable();
        unequal.peek().is_some()
            && game.keeps(numbers) == Some(true)
            && unequal.all(|at| game.keeps(&swapped(at)) == Some(false))
    };
    let falling: Vec<Int> = rising.iter().rev().copied().collect();
    match (keeps_only(&falling), keeps_only(&rising)) {
        (true, false) => Some(ArrayOrder::Falling),
        (false, true) => Some(ArrayOrder::Rising),
        _ => None,
    }
}

/// Returns whether some move leaves several components.
fn falls_apart(game: &Game) -> bool {
    game.moves.iter().any(|rule| {
        rule.result.len() > 1 || rule.result.iter().any(|part| !part.generators.is_empty())
    })
}

/// Returns whether some move leaves two pieces that share one dimension of the original: a cut from
/// edge to edge. The two dimensions of a sheet must be unbounded.
fn is_cut(game: &Game) -> bool {
    let has_side = |part: &ResultPart| match &part.kind {
        ResultPartKind::Fresh(_, sides) => {
            sides.len() == 2
                && sides.iter().any(|side| {
                    matches!(side.values[..], [Expr::Slot(_)]) && side.generators.is_empty()
                })
        }
        _ => false,
    };
    let ends = game.slots.iter().all(|slot| slot.high.is_none());
    ends && game
        .moves
        .iter()
        .any(|rule| rule.result.len() > 1 && rule.result.iter().all(has_side))
}

/// Returns whether the moves are steps of a token on a board. Every move changes two numbers by
/// amounts that do not depend on the numbers, and some move changes both numbers.
fn moves_a_token(game: &Game) -> bool {
    let changed: Option<Vec<usize>> = game.moves.iter().map(|rule| steps(&rule.result)).collect();
    changed.is_some_and(|counts| counts.contains(&2))
}

/// Returns how many numbers a move changes by steps; `None` if the move changes a number in another
/// way.
fn steps(result: &[ResultPart]) -> Option<usize> {
    let [ResultPart { kind, generators }] = result else {
        return None;
    };
    if !generators.is_empty() {
        return None;
    }
    let is_step = |value: &Expr| !value.any(&|part| matches!(part, Expr::Slot(_) | Expr::At(..)));
    match kind {
        ResultPartKind::Changed(_) => {
            let changes = kind.plain_changes()?;
            let step = |change: &SlotChange| match (&change.place, change.sign) {
                (SlotRef::Slot(_), Some(_)) => is_step(&change.value),
                (SlotRef::Slot(slot), None) => steps_from(*slot, &change.value, &is_step),
                _ => false,
            };
            changes.iter().all(step).then_some(changes.len())
        }
        ResultPartKind::Fresh(_, numbers) if numbers.len() == 2 => {
            let values: Option<Vec<&Expr>> = numbers
                .iter()
                .map(|number| {
                    number
                        .values
                        .first()
                        .filter(|_| number.generators.is_empty())
                })
                .collect();
            let values = values?;
            let stays = |slot: usize| *values[slot] == Expr::Slot(slot);
            let moves = |slot: usize| steps_from(slot, values[slot], &is_step);
            let all = (0..2).all(|slot| stays(slot) || moves(slot));
            all.then(|| (0..2).filter(|&slot| !stays(slot)).count())
        }
        _ => None,
    }
}

/// Returns whether a value is a slot plus or minus a step.
fn steps_from(slot: usize, value: &Expr, is_step: &dyn Fn(&Expr) -> bool) -> bool {
    match value {
        Expr::Binary(BinaryOp::Add | BinaryOp::Sub, sides, _) => {
            sides[0] == Expr::Slot(slot) && is_step(&sides[1])
        }
        _ => false,
    }
}
