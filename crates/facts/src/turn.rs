//! A slot that stands for whose turn it is: it runs from 0 to 1, every move makes it one less itself, and the rules ask it. As long as
//! there is one component this is a game of two sides. In a sum, and after a split, each component keeps a turn of its own, so that a
//! move in one does not pass the turn in the others: that is another game than its writer most likely means, and answers about it are
//! given with a warning. Whether the slot flips is found by putting 0 and 1 into what a move makes of it, where nothing else is read.

use rules::ast::BinaryOp;
use rules::eval::{Env, at_most};
use rules::ir::{Element, Expr, Game, Int, Move, PartKind, Place, Shape};
use rules::rules::GameId;

/// How many steps one value may take.
const STEPS: u64 = 1000;

/// The first slot that says whose turn it is; `None` if there is none, or it could not be shown. O(size of the rules · slots).
pub fn turn(game: &Game, this: GameId) -> Option<usize> {
    let may_be = |slot: &usize| {
        let declared = &game.slots[*slot];
        !game.unordered.contains(slot) && declared.shape == Shape::Number && (declared.low, declared.high) == (0, Some(1))
    };
    (0..game.slots.len()).filter(may_be).find(|&slot| {
        let asked = game.moves.iter().any(|shape| asks(shape, slot, game.slots.len()))
            || game.goals.iter().chain(&game.traps).chain(&game.urgent).any(|e| reads(e, slot));
        asked && game.moves.iter().all(|shape| flips(game, this, shape, slot))
    })
}

/// Whether moves of a game may leave several components.
pub fn splits(game: &Game) -> bool {
    game.moves.iter().any(|shape| shape.result.len() > 1 || shape.result.iter().any(|part| !part.generators.is_empty()))
}

fn reads(expr: &Expr, slot: usize) -> bool {
    expr.any(&|part| matches!(part, Expr::Slot(read) if *read == slot))
}

/// Whether a move depends on a slot, apart from what it makes of that slot.
fn asks(shape: &Move, slot: usize, slots: usize) -> bool {
    let conditions = shape.guards.iter().flatten().any(|guard| reads(guard, slot));
    let domains = shape.choices.iter().any(|choice| choice.domain.children().any(|e| reads(e, slot)));
    conditions
        || domains
        || shape.result.iter().any(|part| match &part.kind {
            PartKind::Fresh(_, elements) => {
                let own = value_at(elements, slot, slots);
                let mut others =
                    elements.iter().flat_map(Element::children).filter(|value| !own.is_some_and(|own| std::ptr::eq(own, *value)));
                others.any(|value| reads(value, slot))
            }
            PartKind::Changed(changes, _) => changes.iter().any(|change| match &change.place {
                Place::Slot(index) => *index != slot && reads(&change.value, slot),
                Place::Array(_, _, _, index) => reads(index, slot) || reads(&change.value, slot),
            }),
            PartKind::Compound(..) => true,
        })
}

/// Whether everything that a move leaves is a component of the same game, with one less the old value in this slot.
fn flips(game: &Game, this: GameId, shape: &Move, slot: usize) -> bool {
    let never = |turn: Int| shape.guards.iter().flatten().any(|guard| fails(game, guard, slot, turn));
    let turns: Vec<Int> = [0, 1].into_iter().filter(|&turn| !never(turn)).collect();
    shape.result.iter().all(|part| match &part.kind {
        PartKind::Compound(..) => false,
        PartKind::Fresh(other, elements) => {
            let value = (*other == this).then(|| value_at(elements, slot, game.slots.len())).flatten();
            value.is_some_and(|value| turns.iter().all(|&turn| known(game, value, slot, turn) == Some(1 - turn)))
        }
        PartKind::Changed(changes, _) => {
            let change = changes.iter().find(|change| change.place == Place::Slot(slot));
            change.is_some_and(|change| {
                let made = |turn: Int| match (known(game, &change.value, slot, turn)?, change.sign) {
                    (value, None) => Some(value),
                    (value, Some(sign)) => turn.checked_add(sign.checked_mul(value)?),
                };
                turns.iter().all(|&turn| made(turn) == Some(1 - turn))
            })
        }
    })
}

/// The value of a slot in a list of numbers, counted from its beginning or, past numbers that are listed by `for`, from its end.
fn value_at(elements: &[Element], slot: usize, slots: usize) -> Option<&Expr> {
    let plain = |element: &&Element| element.generators.is_empty();
    let front = elements.iter().take_while(plain).flat_map(|element| &element.values).nth(slot);
    let back = || elements.iter().rev().take_while(plain).flat_map(|element| element.values.iter().rev()).nth(slots - 1 - slot);
    front.or_else(back)
}

/// Whether a condition cannot hold where a slot has a value, whatever stands elsewhere.
fn fails(game: &Game, condition: &Expr, slot: usize, value: Int) -> bool {
    match condition {
        Expr::Binary(BinaryOp::And, sides, _) => sides.iter().any(|side| fails(game, side, slot, value)),
        other => known(game, other, slot, value) == Some(0),
    }
}

/// The value of an expression that reads nothing but one slot.
fn known(game: &Game, expr: &Expr, slot: usize, value: Int) -> Option<Int> {
    let other = |part: &Expr| match part {
        Expr::Slot(read) => *read != slot,
        Expr::Local(_) | Expr::At(..) | Expr::Fold(..) => true,
        _ => false,
    };
    if expr.any(&other) {
        return None;
    }
    let mut slots = vec![0; game.slots.len()];
    slots[slot] = value;
    Env::new(&slots, game.locals, &at_most(STEPS, 0)).eval(expr).ok()
}
