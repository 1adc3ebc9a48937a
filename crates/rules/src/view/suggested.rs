//! How the state of a game suggests that it is drawn, where the game does not say it: coins lie on
//! a strip, a board or boards over each other; a place moves on a board or runs round a ring; what
//! falls apart is a row or a sheet; arrays are squares, tokens, cells or steps; all else is heaps,
//! or numbers where they may be negative. It follows from the rules, never from a position or a
//! name of a game, so that it holds for a whole play.

use super::Draw;
use crate::ast::BinaryOp;
use crate::ir::{Change, DrawKind, Expr, Game, Int, Part, PartKind, Place, Shape};
use crate::rules::Rules;

/// The drawing of rules that hold no sets and no words.
pub(crate) fn suggested(rules: &dyn Rules) -> Draw {
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
            return Draw {
                marks: "□".to_owned(),
                ..plain(DrawKind::Row)
            };
        }
        2 if named(0, "x") && named(1, "y") => DrawKind::Board,
        2 if amounts && game.is_some_and(is_cut) => DrawKind::Sheet,
        2 if amounts && game.is_some_and(moves_a_token) => DrawKind::Board,
        count
            if count > 1
                && slots
                    .iter()
                    .all(|slot| matches!(slot.shape, Shape::Cell { array: 0, .. })) =>
        {
            return of_array(rules, amounts);
        }
        _ if amounts => DrawKind::Heaps,
        _ => DrawKind::Numbers,
    };
    plain(kind)
}

fn plain(kind: DrawKind) -> Draw {
    Draw {
        kind,
        array: None,
        rows: None,
        columns: None,
        marks: String::new(),
    }
}

/// Places that meet at the ends of their range.
fn ring(low: Int, high: Option<Int>) -> Draw {
    let count = high
        .and_then(|high| high.checked_sub(low)?.checked_add(1))
        .and_then(|count| usize::try_from(count).ok());
    Draw {
        columns: count,
        ..plain(DrawKind::Ring)
    }
}

/// An array that is the whole state.
fn of_array(rules: &dyn Rules, amounts: bool) -> Draw {
    /// Greater numbers are no signs of cells.
    const MOST_SIGN: Int = 9;
    let slots = rules.slots();
    match rules.game().and_then(order) {
        Some(Order::Falling) if amounts => return plain(DrawKind::Squares),
        Some(Order::Rising) => return plain(DrawKind::Strip),
        _ => {}
    }
    let unordered = rules.game().is_some_and(|game| !game.unordered.is_empty());
    let high = slots.iter().map(|slot| slot.high).max().flatten();
    let signs = slots
        .iter()
        .all(|slot| slot.low == 0 && slot.high.is_some_and(|high| high <= MOST_SIGN));
    let side = slots.len().isqrt();
    match high {
        _ if unordered && amounts => plain(DrawKind::Heaps),
        // As on paper: noughts and crosses.
        Some(2) if signs && side >= 3 && side * side == slots.len() => Draw {
            rows: Some(side),
            columns: Some(side),
            ..plain(DrawKind::Board)
        },
        Some(_) if signs => plain(DrawKind::Row),
        _ if amounts => plain(DrawKind::Steps),
        _ => plain(DrawKind::Numbers),
    }
}

/// How what is required orders the numbers of an array.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Falling,
    Rising,
}

/// The order that the rules require: numbers as different as their range allows keep it in one
/// order, and no longer if two neighbours change places.
fn order(game: &Game) -> Option<Order> {
    /// Of a long array the first numbers tell.
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
        (true, false) => Some(Order::Falling),
        (false, true) => Some(Order::Rising),
        _ => None,
    }
}

/// Whether some move leaves several components.
fn falls_apart(game: &Game) -> bool {
    game.moves.iter().any(|rule| {
        rule.result.len() > 1 || rule.result.iter().any(|part| !part.generators.is_empty())
    })
}

/// Whether some move leaves two pieces that have a side of this one each: a cut from edge to edge.
/// Both sides may be of any length.
fn is_cut(game: &Game) -> bool {
    let has_side = |part: &Part| match &part.kind {
        PartKind::Fresh(_, sides) => {
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

/// Whether every move changes two numbers by what does not depend on them, and some move both:
/// steps of a token on a board.
fn moves_a_token(game: &Game) -> bool {
    let changed: Option<Vec<usize>> = game.moves.iter().map(|rule| steps(&rule.result)).collect();
    changed.is_some_and(|counts| counts.contains(&2))
}

/// How many numbers a move changes by steps; `None` if it is no step.
fn steps(result: &[Part]) -> Option<usize> {
    let [Part { kind, generators }] = result else {
        return None;
    };
    if !generators.is_empty() {
        return None;
    }
    let is_step = |value: &Expr| !value.any(&|part| matches!(part, Expr::Slot(_) | Expr::At(..)));
    match kind {
        PartKind::Changed(changes, over) if over.is_empty() => {
            let step = |change: &Change| match (&change.place, change.sign) {
                (Place::Slot(_), Some(_)) => is_step(&change.value),
                (Place::Slot(slot), None) => steps_from(*slot, &change.value, &is_step),
                _ => false,
            };
            changes.iter().all(step).then_some(changes.len())
        }
        PartKind::Fresh(_, numbers) if numbers.len() == 2 => {
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

/// Whether a value is a slot and a step from it.
fn steps_from(slot: usize, value: &Expr, is_step: &dyn Fn(&Expr) -> bool) -> bool {
    match value {
        Expr::Binary(BinaryOp::Add | BinaryOp::Sub, sides, _) => {
            sides[0] == Expr::Slot(slot) && is_step(&sides[1])
        }
        _ => false,
    }
}
