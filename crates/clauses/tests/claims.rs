//! Tests that claims read as clauses agree with the evaluation of the claims by the interpreter.

use base::budget::Budget;
use clauses::{ClauseError, PositionRegion, SymbolicClaim, claim};
use rules::eval::{EvalContext, at_most};
use rules::ir;
use rules::world::World;

use crate::library::rows;

fn inside(regions: &[PositionRegion], row: &[i64], budget: &Budget<'_>) -> bool {
    regions
        .iter()
        .any(|region| region.contains(row, budget).unwrap())
}

/// Games of the library with a claim that cannot be read.
const UNREAD: [&str; 6] = [
    "AgainStone",
    "Corners",
    "Euclid",
    "LightSwitching",
    "Multiplication",
    "SubsetCoins",
];

#[test]
fn claims_of_the_library_say_what_the_language_says() {
    let mut world = World::with_library();
    let names: Vec<String> = world
        .declarations()
        .iter()
        .map(|declared| declared.name.to_string())
        .collect();
    let budget = Budget::generous();
    let (mut read, mut unread) = (0, Vec::new());
    for name in names {
        let game = world.instantiate(&name, vec![]).unwrap();
        let rules = world.rules(game).game().unwrap();
        for (written, _) in &rules.claims {
            let expr = match written {
                ir::RuleClaim::Value(expr) | ir::RuleClaim::Outcome(expr) => expr,
                ir::RuleClaim::Period(..) => continue,
            };
            let found = match claim(&world, game, written, &budget) {
                Ok(found) => found,
                Err(ClauseError::Refused(_)) => {
                    unread.push(name.clone());
                    continue;
                }
                Err(ClauseError::Stopped(stop)) => panic!("{stop:?}"),
            };
            read += 1;
            for row in rows(&world, game, 800) {
                let mut row = row;
                world.rules(game).canonicalise(&mut row);
                if !world.contains(game, &row, &budget).unwrap() {
                    continue;
                }
                let tick = at_most(1_000_000, 0);
                let wanted = i128::from(
                    EvalContext::new(&row, rules.locals, &tick)
                        .eval(expr)
                        .unwrap(),
                );
                let values = |cases: &[(PositionRegion, clauses::LinearForm)]| -> Vec<i128> {
                    cases
                        .iter()
                        .filter_map(|(region, form)| region.value_at(form, &row, &budget).unwrap())
                        .collect()
                };
                match &found {
                    SymbolicClaim::Value(cases) => {
                        assert_eq!(values(cases), [wanted], "{name} {row:?}")
                    }
                    SymbolicClaim::PowerOfValue(cases) => {
                        assert_eq!(values(cases), [1 << wanted], "{name} {row:?}")
                    }
                    SymbolicClaim::Outcome { p, other } => {
                        let told = (inside(p, &row, &budget), inside(other, &row, &budget));
                        assert_eq!(told, (wanted != 0, wanted == 0), "{name} {row:?}");
                    }
                    SymbolicClaim::Period(..) => unreachable!("periods are passed over"),
                }
            }
        }
    }
    assert_eq!(unread, UNREAD);
    assert!(read > 50, "{read} claims were read");
}
