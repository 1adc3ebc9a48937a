//! Tables that are filled when components are asked for, against the fold of the same algebra by
//! search.

use base::budget::{Budget, Stop};
use engines::engine::{ENGINES, Means, Task, Wanted};
use engines::folds::{Folds, Tables};
use engines::search::{ComponentFold, OptionOrder};
use fastrand::Rng;
use rules::ast::Play;
use theory::sums::Suspense;

use crate::boxes::{load, positions};

const LONG: &str = "game Row { state n in 0.. move i in 0..n-1 : [i] + [n - 1 - i] move i in 0..n-2 : [i] + [n - 2 - i] }";

#[test]
fn values_of_random_games_agree_with_search() {
    let (mut tables, mut values, mut grown) = (0, 0, 0);
    for seed in 0..300 {
        let (world, game, facts) = load(&testkit::random_game(seed));
        let budget = Budget::generous();
        let slots: Vec<(i64, Option<i64>)> = world
            .rules(game)
            .slots()
            .iter()
            .map(|slot| (slot.low, slot.high))
            .collect();
        let kernel = Suspense(if seed % 2 == 0 {
            Play::Normal
        } else {
            Play::Misere
        });
        let (mut folds, means) = (Folds::new(kernel), Means::default());
        let mut search = ComponentFold::of(kernel, OptionOrder::default());
        let mut rng = Rng::with_seed(seed);
        // Greater positions each time or not: the table must hold those asked for before, too.
        let mut asked: Vec<Vec<i64>> = Vec::new();
        for round in 0..3 {
            let tops = testkit::random_numbers(&mut rng, &slots);
            let task = Task::new(
                &world,
                game,
                Some(&facts),
                (&tops, Wanted::Positions),
                &means,
                &budget,
            );
            folds
                .see_to(&task, ENGINES)
                .expect("the budget is generous");
            asked.push(tops);
            for slots in asked.iter().flat_map(|tops| positions(&world, game, tops)) {
                let Some(value) = folds.known(game, &slots) else {
                    continue;
                };
                assert_eq!(
                    search.value(&world, game, &slots, &budget),
                    Ok(value),
                    "seed {seed} {slots:?}"
                );
                values += 1;
                grown += u32::from(round > 0);
            }
        }
        tables += u32::from(folds.bytes() > 0);
    }
    assert!(
        tables > 60 && values > 4_000 && grown > 3_000,
        "{tables} {values} {grown}"
    );
}

/// A limit of time ends the filling and is told, and another question may fill the table; too
/// little memory leaves it to search.
#[test]
fn limits_leave_no_table_behind() {
    let (world, game, facts) = load(LONG);
    let means = Means::default();
    let mut folds = Folds::new(Suspense(Play::Normal));
    let mut see_to = |top: i64, budget: &Budget<'_>| {
        let said = folds.see_to(
            &Task::new(
                &world,
                game,
                Some(&facts),
                (&[top], Wanted::Positions),
                &means,
                budget,
            ),
            ENGINES,
        );
        (said, folds.known(game, &[top]).is_some(), folds.bytes())
    };
    let stopping = Budget::new(1 << 30, &|| Some(Stop::Cancelled), &|_, _| ());
    assert_eq!(see_to(3_000, &stopping), (Err(Stop::Cancelled), false, 0));
    assert_eq!(see_to(3_000, &Budget::generous()), (Ok(()), true, 3_001));
    let small = Budget::new(5_000, &|| None, &|_, _| ());
    assert_eq!(see_to(9_000, &small), (Ok(()), false, 3_001));
}
