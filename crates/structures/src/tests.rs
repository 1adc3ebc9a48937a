//! Tests that every theorem on structures applies only to structures, and stops when the budget
//! runs out.

use base::budget::{Budget, StopReason};
use rules::ir::Int;
use rules::structure::Structure;
use rules::world::World;
use theory::theorem::ClosedForm;
use theory::value::Grundy;

use crate::trial::apply;

/// Returns the closed form of the first theorem that applies to a game under the game's
/// conventions, and the position of the text.
fn first_closed_form(kind: &dyn Structure, text: &str) -> (Box<dyn ClosedForm>, Vec<Int>) {
    let reading = kind.read(text).unwrap_or_else(|_| panic!("{text}"));
    let conventions = reading.rules.conventions();
    let mut forms = crate::theorems().into_iter().filter_map(|t| {
        apply(
            t.as_ref(),
            &*reading.rules,
            conventions,
            &Budget::generous(),
        )
        .ok()
    });
    (
        forms.next().unwrap_or_else(|| panic!("{text}: no theorem")),
        reading.starts[0].clone(),
    )
}

#[test]
fn every_theorem_speaks_of_structures_only() {
    let mut world = World::empty();
    world
        .load("g", "game G { state n in 0.. move k in 1..n : [n - k] }")
        .unwrap_or_else(|_| panic!("a correct file"));
    let game = world
        .instantiate("g", vec![])
        .unwrap_or_else(|_| panic!("no parameters"));
    let token = crate::digraph::KIND
        .read("a>b; at a")
        .unwrap_or_else(|_| panic!("a graph"));
    for theorem in crate::theorems() {
        assert!(
            theorem.applies_to(&*token.rules) && !theorem.applies_to(world.rules(game)),
            "{}",
            theorem.name()
        );
    }
}

#[test]
fn every_closed_form_stops_when_it_is_told_to() {
    let stop = || Some(StopReason::Cancelled);
    for kind in crate::KINDS {
        // Each call gets a new budget, because the first small step of a budget checks the clock.
        let stopped = Budget::new(1 << 30, &stop, &|_, _| ());
        let example = kind.example();
        let text = example
            .split_once('(')
            .and_then(|(_, rest)| rest.strip_suffix(')'))
            .expect("an example has parentheses");
        let (form, start) = first_closed_form(*kind, text);
        assert_eq!(
            form.moves_to(&start, Grundy::ZERO, &stopped),
            Err(StopReason::Cancelled),
            "{example}"
        );
        assert!(
            form.moves_to(&start, Grundy::ZERO, &Budget::generous())
                .is_ok(),
            "{example}"
        );
    }
}

#[test]
fn what_is_computed_for_one_position_stops_after_the_looks_allowed() {
    let path: String = (1..20_000).map(|v| format!("{} {v}\n", v - 1)).collect();
    let texts: [(&dyn Structure, String); 2] = [
        (&crate::hackenbush::KIND, format!("20000 19999 0\n{path}")),
        (&crate::geography::KIND, format!("20000 19999\n{path}")),
    ];
    for (kind, text) in texts {
        let (form, start) = first_closed_form(kind, &text);
        let looks = std::cell::Cell::new(0);
        let stop = || {
            looks.set(looks.get() + 1);
            (looks.get() > 3).then_some(StopReason::Time)
        };
        let budget = Budget::new(1 << 30, &stop, &|_, _| ());
        assert_eq!(
            form.outcome(&start, &budget),
            Err(StopReason::Time),
            "{}",
            kind.name()
        );
        assert_eq!(looks.get(), 4, "{}", kind.name());
        assert!(
            form.outcome(&start, &Budget::generous()).is_ok(),
            "{}",
            kind.name()
        );
    }
}

#[test]
fn the_table_of_a_close_race_stops() {
    // If the other player moves first, the race is close too, but the current table does not
    // contain this position.
    let row = ".".repeat(60);
    let (form, mut start) = first_closed_form(
        &crate::boi::rules::KIND,
        &format!("A{row} / .{row} / {row}B"),
    );
    start[0] = 1;
    let stop = || Some(StopReason::Time);
    assert_eq!(
        form.outcome(&start, &Budget::new(1 << 30, &stop, &|_, _| ())),
        Err(StopReason::Time)
    );
    assert!(form.outcome(&start, &Budget::generous()).is_ok());
}
