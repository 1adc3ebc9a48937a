//! Tables filled on demand, compared with the fold of the same algebra by search.

use base::budget::{Budget, StopReason};
use engines::engine::{AccessPattern, EngineOptions, ValueTask};
use engines::fold_tables::{FoldTables, ValueTables};
use engines::registry::ENGINES;
use engines::search::{ComponentFold, OptionOrder};
use fastrand::Rng;
use rules::ast::PlayConvention;
use theory::sums::SuspenseAlgebra;

use crate::boxes::{load, positions};

const ROW_GAME: &str = "game Row { state n in 0.. move i in 0..n-1 : [i] + [n - 1 - i] move i in 0..n-2 : [i] + [n - 2 - i] }";

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
        let kernel = SuspenseAlgebra(if seed % 2 == 0 {
            PlayConvention::Normal
        } else {
            PlayConvention::Misere
        });
        let (mut folds, means) = (FoldTables::new(kernel), EngineOptions::default());
        let mut search = ComponentFold::with_algebra(kernel, OptionOrder::default());
        let mut rng = Rng::with_seed(seed);
        // The maxima of later queries may be larger or smaller. The table must still contain the
        // positions of earlier queries.
        let mut asked: Vec<Vec<i64>> = Vec::new();
        for round in 0..3 {
            let tops = testkit::random_numbers(&mut rng, &slots);
            let task = ValueTask::new(
                &world,
                game,
                Some(&facts),
                &tops,
                AccessPattern::Positions,
                &means,
                &budget,
            );
            folds
                .see_to(&task, ENGINES)
                .expect("the budget is generous");
            asked.push(tops);
            for slots in asked.iter().flat_map(|tops| positions(&world, game, tops)) {
                let Some(value) = folds.lookup(game, &slots) else {
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

/// If a time limit stops the filling with an error, a later query may fill the table. If memory
/// does not suffice, a search computes the value.
#[test]
fn limits_leave_no_table_behind() {
    let (world, game, facts) = load(ROW_GAME);
    let means = EngineOptions::default();
    let mut folds = FoldTables::new(SuspenseAlgebra(PlayConvention::Normal));
    let mut see_to = |top: i64, budget: &Budget<'_>| {
        let said = folds.see_to(
            &ValueTask::new(
                &world,
                game,
                Some(&facts),
                &[top],
                AccessPattern::Positions,
                &means,
                budget,
            ),
            ENGINES,
        );
        (said, folds.lookup(game, &[top]).is_some(), folds.bytes())
    };
    let stopping = Budget::new(1 << 30, &|| Some(StopReason::Cancelled), &|_, _| ());
    assert_eq!(
        see_to(3_000, &stopping),
        (Err(StopReason::Cancelled), false, 0)
    );
    assert_eq!(see_to(3_000, &Budget::generous()), (Ok(()), true, 3_001));
    let small = Budget::new(5_000, &|| None, &|_, _| ());
    assert_eq!(see_to(9_000, &small), (Ok(()), false, 3_001));
}
