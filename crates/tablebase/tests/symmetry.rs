//! Tests of declared exchanges of slots: games that do not use the exchanges, properties of rules
//! that do not affect the exchanges, and the counts of moves between positions with many images.

use base::budget::Budget;
use tablebase::{DecodedEntry, TableKind, TierPlan, solve, solve_listing};
use theory::value::Grundy;

use crate::tiers::world;

#[test]
fn images_of_coins_do_not_cancel() {
    let budget = Budget::generous();
    let text = "coins A { state a in 0..2, b in 0..2 symmetry [b, a] trap a + b == 1 move when a == 2 and b == 2 : [0, 1] + [1, 0] }";
    let (world, game, facts) = world(text).unwrap();
    let plan = TierPlan::new(&world, game, &facts, None, TableKind::Values, &budget).unwrap();
    assert!(plan.symmetry().is_err());
    assert_eq!(
        solve(&plan, 1, &budget)
            .unwrap()
            .lookup(&plan, &[2, 2])
            .unwrap(),
        Some(DecodedEntry::Value(Grundy::ZERO))
    );
}

/// A game may be symmetric even if an option of one image is listed twice, or leaves several
/// components.
#[test]
fn how_often_an_option_is_listed_is_nothing_to_symmetry() {
    let budget = Budget::generous();
    let down =
        "move when a > 0 : [a - 1, b] move when a > 0 : [a - 1, b] move when b > 0 : [a, b - 1]";
    let split = "move when a > 1 : [a - 1, 0] + [0, 0] move when a > 1 : [0, 0] + [a - 1, 0] move when b > 1 : [0, b - 1] + [0, 0]";
    for (moves, what) in [
        (down, TableKind::Remoteness),
        (&*format!("{down} {split}"), TableKind::Values),
    ] {
        let loopy = if what == TableKind::Remoteness {
            "loopy"
        } else {
            ""
        };
        let (world, game, facts) = world(&format!(
            "game A {{ state a in 0..5, b in 0..5 {loopy} symmetry [b, a] {moves} }}"
        ))
        .unwrap();
        let plan = TierPlan::new(&world, game, &facts, None, what, &budget).unwrap();
        assert!(plan.symmetry() == Ok(2) && !plan.symmetry_is_shown());
        solve(&plan, 1, &budget).unwrap_or_else(|halt| panic!("{moves}: {halt:?}"));
    }
}

/// Twenty equal unordered slots have 20! orders, and two choices lead to the same move.
#[test]
fn many_orders_and_images_are_counted_right() {
    let budget = Budget::generous();
    let text = "game A { state u[1..20] in 0..1, c[1..5] in 0..2 unordered u loopy
      symmetry [u[t] for t in 1..20, c[t % 5 + 1] for t in 1..5] symmetry [u[t] for t in 1..20, c[2], c[1], c[3], c[4], c[5]]
      move t in 1..5, k in 1..2 when c[t] == 1 : { c[t] = 2 } move t in 1..5 when c[t] == 1 : { c[t] = 0 } move t in 1..5 when c[t] == 2 : { c[t] = 0 } move t in 1..20 when u[t] == 1 : { u[t] = 0 } }";
    let (world, game, facts) = world(text).unwrap();
    let plan = TierPlan::new(&world, game, &facts, None, TableKind::Remoteness, &budget).unwrap();
    assert!(plan.symmetry_is_shown() && plan.check_invertible().is_ok());
    let tables = solve(&plan, 1, &budget).unwrap();
    // The options of the interpreter are sorted, and each move is counted once.
    assert_eq!(
        tables,
        solve_listing(&plan, 1, &|| plan.interpreter(), &budget).unwrap()
    );
}
