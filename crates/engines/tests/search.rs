//! The search on single games: cycles, long plays, limits, and the order of the options.

use std::cell::Cell;

use base::budget::{Budget, StopReason};
use engines::oracle::{EngineError, GrundyOracle, OutcomeOracle};
use engines::reference::{ReferenceGrundy, ReferenceOutcomes};
use engines::search::{ComponentSearch, OptionOrder, SumSearch};
use rules::game::{Conventions, GameId, Outcome, RulesError};
use rules::play::{Component, SumPosition};
use rules::world::World;
use theory::value::Grundy;

use crate::agreement::{MISERE, ORDERS, is_play, leaves};

/// Returns a world with one game, and the id of the game.
fn one_game(text: &str) -> (World, GameId) {
    let mut world = World::empty();
    let names = world.load("test.game", text).expect("the file is right");
    let game = world
        .instantiate(&names[0], vec![])
        .expect("the game is right");
    (world, game)
}

fn single(game: GameId, slots: &[i64]) -> SumPosition {
    SumPosition(vec![Component {
        game,
        slots: slots.into(),
    }])
}

#[test]
fn a_cycle_is_told() {
    let (world, game) = one_game(
        "game Ring { state n in 0..9 move when n > 3 : [n - 1] move when n < 6 : [n + 1] }",
    );
    let show = |cycle: &[SumPosition]| {
        cycle
            .iter()
            .map(|sum| sum.show(&world))
            .collect::<Vec<_>>()
            .join(" -> ")
    };
    let budget = Budget::generous();
    let mut errors = Vec::new();
    for order in ORDERS {
        errors.extend(
            ComponentSearch::new(order)
                .grundy(&world, game, &[9], &budget)
                .err(),
        );
        errors.extend(
            SumSearch::new(MISERE, order)
                .outcome(&world, &single(game, &[9]), &budget)
                .err(),
        );
    }
    errors.extend(
        ReferenceGrundy::new()
            .grundy(&world, game, &[9], &budget)
            .err(),
    );
    errors.extend(
        ReferenceOutcomes::new(Conventions::default())
            .outcome(&world, &single(game, &[9]), &budget)
            .err(),
    );
    assert_eq!(errors.len(), 8);
    for error in errors {
        let EngineError::Endless(cycle) = error else {
            panic!("{error:?}")
        };
        assert!(
            cycle.len() >= 3
                && is_play(&world, &cycle, |sum| leaves(
                    &world,
                    sum,
                    Conventions::default()
                )),
            "{}",
            show(&cycle)
        );
    }
}

#[test]
fn a_component_that_leaves_itself_is_a_cycle() {
    let (world, game) = one_game("game More { state n in 0..3 move when n > 0 : [n] + [0] }");
    let mut search = SumSearch::new(Conventions::default(), OptionOrder::default());
    let found = search.outcome(&world, &single(game, &[2]), &Budget::generous());
    assert_eq!(
        found,
        Err(EngineError::Endless(vec![single(game, &[2]); 2]))
    );
}

#[test]
fn long_plays_do_not_overflow_the_stack() {
    let (world, game) = one_game("game Down { state n in 0.. move when n > 0 : [n - 1] }");
    let budget = Budget::generous();
    let n = 300_000;
    assert_eq!(
        ComponentSearch::new(OptionOrder::default()).grundy(&world, game, &[n], &budget),
        Ok(Grundy::ZERO)
    );
    let mut sums = SumSearch::new(MISERE, OptionOrder::default());
    assert_eq!(
        sums.outcome(&world, &single(game, &[n]), &budget),
        Ok(Outcome::N)
    );
    assert_eq!(sums.stats().positions, n as u64 + 1);
    assert_eq!(
        ReferenceGrundy::new().grundy(&world, game, &[n], &budget),
        Ok(Grundy::ZERO)
    );
    assert_eq!(
        ReferenceOutcomes::new(Conventions::default()).outcome(
            &world,
            &single(game, &[n]),
            &budget
        ),
        Ok(Outcome::P)
    );
}

/// Returns the errors of each of the four engines for a large heap within a budget.
fn errors_within(budget: &Budget<'_>) -> Vec<EngineError> {
    let (world, game) = one_game("game Down { state n in 0.. move k in 1..3 : [n - k] }");
    let sum = single(game, &[50_001]);
    let mut sums = SumSearch::new(Conventions::default(), OptionOrder::default());
    let mut reference = ReferenceOutcomes::new(Conventions::default());
    let outcomes = [
        sums.outcome(&world, &sum, budget),
        reference.outcome(&world, &sum, budget),
    ];
    let mut components = ComponentSearch::new(OptionOrder::default());
    let values = [
        components.grundy(&world, game, &[50_001], budget),
        ReferenceGrundy::new().grundy(&world, game, &[50_001], budget),
    ];
    let errors: Vec<EngineError> = outcomes
        .into_iter()
        .filter_map(Result::err)
        .chain(values.into_iter().filter_map(Result::err))
        .collect();
    assert_eq!(errors.len(), 4, "{errors:?}");
    // An interrupted query can be repeated.
    assert_eq!(
        components.grundy(&world, game, &[50_001], &Budget::generous()),
        Ok(Grundy::nimber(1).expect("it fits"))
    );
    assert_eq!(
        sums.outcome(&world, &sum, &Budget::generous()),
        Ok(Outcome::N)
    );
    errors
}

#[test]
fn memory_is_limited() {
    for error in errors_within(&Budget::new(1 << 20, &|| None, &|_, _| ())) {
        assert!(
            matches!(error, EngineError::Fault(RulesError::Stopped(StopReason::Memory(needed, limit))) if needed > limit),
            "{error:?}"
        );
    }
}

#[test]
fn a_search_can_be_cancelled() {
    let looks = Cell::new(0);
    let stop = || {
        looks.set(looks.get() + 1);
        (looks.get() % 10 == 0).then_some(StopReason::Cancelled)
    };
    for error in errors_within(&Budget::new(1 << 30, &stop, &|_, _| ())) {
        assert_eq!(error, EngineError::from(StopReason::Cancelled));
    }
}

#[test]
fn a_search_stops_at_the_first_option_that_decides() {
    let (world, game) = one_game("game Nim { state n in 0.. move k in 1..n : [n - k] }");
    let budget = Budget::generous();
    let sum = SumPosition(
        [3, 5, 7, 9]
            .map(|n| Component {
                game,
                slots: [n].into(),
            })
            .to_vec(),
    );
    let mut reference = ReferenceOutcomes::new(Conventions::default());
    assert_eq!(reference.outcome(&world, &sum, &budget), Ok(Outcome::N));
    let positions = ORDERS.map(|order| {
        let mut search = SumSearch::new(Conventions::default(), order);
        assert_eq!(search.outcome(&world, &sum, &budget), Ok(Outcome::N));
        search.stats().positions
    });
    let all = reference.stats().positions;
    assert!(
        positions[0] <= all && 3 * positions[1] < all && 2 * positions[2] < all,
        "{positions:?} of {all}"
    );
}

#[test]
fn equal_coins_cancel_before_a_goal_counts() {
    let (world, game) = one_game(
        "coins Pair { state n in 0..3 goal n == 0 move when n == 2 : [0] + [0] move when n == 3 : [0] + [1] }",
    );
    let mut search = ComponentSearch::new(OptionOrder::default());
    let mut reference = ReferenceGrundy::new();
    for (n, value) in [
        (0, Grundy::GOAL),
        (1, Grundy::ZERO),
        (2, Grundy::nimber(1).expect("it fits")),
        (3, Grundy::LOONY),
    ] {
        assert_eq!(
            search.grundy(&world, game, &[n], &Budget::generous()),
            Ok(value)
        );
        assert_eq!(
            reference.grundy(&world, game, &[n], &Budget::generous()),
            Ok(value)
        );
    }
}

#[test]
fn nothing_is_played_after_the_end() {
    let (world, game) =
        one_game("game Exit { state n in 0..5 goal n == 0 move when n == 5 : [0] + [5] }");
    let budget = Budget::generous();
    for order in ORDERS {
        assert_eq!(
            ComponentSearch::new(order).grundy(&world, game, &[5], &budget),
            Ok(Grundy::LOONY)
        );
        let mut sums = SumSearch::new(Conventions::default(), order);
        assert_eq!(
            sums.outcome(&world, &single(game, &[5]), &budget),
            Ok(Outcome::N)
        );
    }
    assert_eq!(
        ReferenceGrundy::new().grundy(&world, game, &[5], &budget),
        Ok(Grundy::LOONY)
    );
    assert_eq!(
        ReferenceOutcomes::new(Conventions::default()).outcome(
            &world,
            &single(game, &[5]),
            &budget
        ),
        Ok(Outcome::N)
    );
}
