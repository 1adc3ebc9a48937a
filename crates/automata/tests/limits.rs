//! Budgets are respected: little memory or an expired time limit stops every operation that can
//! grow, with a typed reason.

use automata::numeration::{Numeration, NumerationSystem};
use automata::{Automaton, Track, atoms, conjunction, cover, none};
use base::budget::{Budget, StopReason};

/// Returns atoms whose product has many states.
fn heavy() -> Vec<Automaton> {
    let budget = Budget::generous();
    let one = |track: Track| {
        atoms::congruence(
            2,
            &[(track, 1), (track + 1, 1)],
            0,
            61 + 2 * u64::from(track),
            &budget,
        )
        .unwrap()
    };
    (0..6).map(one).collect()
}

type Work<'a> = Box<dyn Fn(&Budget<'_>) -> Result<(), StopReason> + 'a>;

#[test]
fn what_is_too_much_is_refused() {
    let heavy = heavy();
    let all: Vec<&Automaton> = heavy.iter().collect();
    // No number has two remainders, but the product detects the contradiction only at the end of a
    // word.
    let rest =
        |constant| atoms::congruence(2, &[(0, 1)], constant, 59, &Budget::generous()).unwrap();
    let (one, other) = (rest(0), rest(1));
    let works: [(&str, Work<'_>); 5] = [
        (
            "none",
            Box::new(|budget| none(&[&all[..], &[&one, &other]].concat(), budget).map(|_| ())),
        ),
        (
            "cover",
            Box::new(|budget| {
                cover(
                    &Automaton::all(2, vec![0, 6]),
                    std::slice::from_ref(&all),
                    budget,
                )
                .map(|_| ())
            }),
        ),
        (
            "conjunction",
            Box::new(|budget| conjunction(&all, &[1, 2, 3, 4, 5], budget).map(|_| ())),
        ),
        (
            "build",
            Box::new(|budget| atoms::congruence(2, &[(0, 1)], 0, 1 << 40, budget).map(|_| ())),
        ),
        (
            "numeration",
            Box::new(|budget| {
                Numeration::from_system(NumerationSystem::Narayana, budget).map(|_| ())
            }),
        ),
    ];
    let cancelled = || Some(StopReason::Cancelled);
    for (name, work) in works {
        let stopped = Budget::new(2 << 30, &cancelled, &|_, _| ());
        assert_eq!(work(&stopped), Err(StopReason::Cancelled), "{name}");
        let result = work(&Budget::generous().with_memory(256 << 10));
        assert!(
            matches!(result, Err(StopReason::Memory(_, _))),
            "{name}: {result:?}"
        );
    }
}
