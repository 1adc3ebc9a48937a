//! Compares the options listed by generated code with those of the reference interpreter, at every
//! index of tables of random games and of the library. Also compares complete tables of generated
//! code and of the interpreter.

use std::sync::atomic::{AtomicUsize, Ordering};

use base::budget::Budget;
use engines::tier_code::generate_code;
use facts::facts;
use fastrand::Rng;
use jit::Jit;
use rules::world::World;
use tablebase::{EntryState, OptionBuffer, PositionId, TableKind, TierPlan, solve, solve_listing};

use crate::generated_modules::load;

/// Numbers of tested cases.
#[derive(Debug, Default)]
struct Met {
    plans: usize,
    declined: usize,
    holes: usize,
    over: usize,
    options: usize,
    several: usize,
    failed: usize,
}

/// Returns the options at an index, sorted and without duplicates, because their order and
/// multiplicity do not matter.
fn sorted(listed: &OptionBuffer) -> Vec<Vec<PositionId>> {
    let in_order = |option: &[PositionId]| {
        let mut option = option.to_vec();
        option.sort_unstable();
        option
    };
    let mut options: Vec<_> = listed.iter().map(in_order).collect();
    options.sort_unstable();
    options.dedup();
    options
}

/// Compares generated code with the interpreter at every index.
fn compare(plan: &TierPlan<'_>, text: &str, met: &mut Met) {
    let budget = Budget::generous();
    let Some(mut coded) = plan.coded() else {
        met.declined += 1;
        return;
    };
    met.plans += 1;
    let (mut interpreter, mut one, mut other) = (
        plan.interpreter(),
        OptionBuffer::default(),
        OptionBuffer::default(),
    );
    for tier in 0..plan.tiers() {
        let mut walk = plan.tier(tier).index.walk(0);
        while let Some((place, at)) = plan.position_at(tier, &walk) {
            match (
                coded.list(at, &mut one, &budget),
                interpreter.list(at, &mut other, &budget),
            ) {
                (Ok(standing), Ok(told)) => {
                    assert_eq!(standing, told, "{text} at {:?}", at.slots);
                    if standing == EntryState::Open {
                        assert_eq!(sorted(&one), sorted(&other), "{text} at {:?}", at.slots);
                    }
                    met.holes += usize::from(standing == EntryState::Hole);
                    met.over += usize::from(matches!(standing, EntryState::Over(_)));
                    met.options += one.iter().count();
                    met.several += one.iter().filter(|option| option.len() > 1).count();
                }
                (Err(one), Err(other)) => {
                    assert_eq!(one, other, "{text} at {:?}", at.slots);
                    met.failed += 1;
                }
                (one, other) => {
                    panic!("{text} at place {place} of tier {tier}: {one:?} and {other:?}")
                }
            }
            walk.advance();
        }
    }
}

#[test]
fn code_lists_what_the_interpreter_lists() {
    let (budget, jit) = (Budget::generous(), Jit::new(1));
    let (mut rng, mut met) = (Rng::with_seed(25), Met::default());
    for round in 0..testkit::rounds(480, 10_000) {
        let text = match round % 5 {
            0 => testkit::tiers::cells(&mut rng),
            1 => testkit::tiers::tokens(&mut rng),
            2 => testkit::tiers::heaps(&mut rng),
            _ => testkit::random_game(round),
        };
        let mut world = World::empty();
        if world.load("a.game", &text).is_err() {
            continue;
        }
        let Ok(game) = world.instantiate("A", vec![]) else {
            continue;
        };
        let Some(ir) = world.rules(game).game() else {
            continue;
        };
        let facts = facts(ir, game, &budget).unwrap();
        let tops: Vec<i64> = ir
            .slots
            .iter()
            .map(|slot| slot.high.unwrap_or(slot.low + 5))
            .collect();
        for what in [TableKind::Remoteness, TableKind::Values] {
            let Ok(plan) = TierPlan::new(&world, game, &facts, Some(&tops), what, &budget) else {
                continue;
            };
            if plan.places() > 3000 {
                continue;
            }
            let plan = generate_code(plan.in_blocks(rng.u32(0..4)), &jit);
            compare(&plan, &text, &mut met);
            // The table is the same with the interpreter only, with generated code only, and with
            // any mixture of interpreter and generated code.
            if plan.coded().is_none() || plan.is_one_share() {
                continue;
            }
            let expected = solve_listing(&plan, 2, &|| plan.interpreter(), &budget);
            assert_eq!(
                solve_listing(&plan, 2, &|| plan.coded().unwrap(), &budget),
                expected,
                "{text}"
            );
            let turns = AtomicUsize::new(0);
            let by_turns = || match turns.fetch_add(1, Ordering::Relaxed) % 2 {
                0 => plan.coded().unwrap(),
                _ => plan.interpreter(),
            };
            assert_eq!(
                solve_listing(&plan, 2, &by_turns, &budget),
                expected,
                "{text}"
            );
        }
    }
    let Met {
        plans,
        declined,
        holes,
        over,
        options,
        several,
        failed,
    } = met;
    assert!(
        plans > 350 && declined > 5 && holes > 200,
        "{plans} {declined} {holes}"
    );
    assert!(
        over > 500 && options > 100_000 && several > 50 && failed > 100,
        "{over} {options} {several} {failed}"
    );
}

#[test]
fn the_annihilation_game_has_its_table_by_code() {
    let (budget, jit, mut world) = (Budget::generous(), Jit::new(1), World::with_library());
    let game = world.instantiate("Annihilation", vec![]).unwrap();
    let facts = facts(world.rules(game).game().unwrap(), game, &budget).unwrap();
    let plan = TierPlan::new(&world, game, &facts, None, TableKind::Remoteness, &budget).unwrap();
    let plan = generate_code(plan, &jit);
    assert!(plan.added().is_err() && plan.generated().is_ok());
    assert_eq!(
        solve(&plan, 1, &budget),
        solve_listing(&plan, 1, &|| plan.interpreter(), &budget)
    );
}

#[test]
fn what_code_cannot_do_at_a_position_the_interpreter_does() {
    // The code runs a long loop if a is 4, and lists more options than fit in the buffer if a is 5.
    let (world, game) = load(
        "game A { state a in 0..9, b in 0..9 loopy
           move when a > 0 : { a -= 1 }
           move when a == 4 and total(x % 7 for x in 1..500000 * a) > 0 : [a, 0]
           move k in 1..50000 when a == 5 and k % 3 < 2 : [a, k % 2]
           move when b > 0 : { b -= 1 } }",
    );
    let (budget, jit) = (Budget::generous(), Jit::new(1));
    let facts = facts(world.rules(game).game().unwrap(), game, &budget).unwrap();
    let plan = TierPlan::new(&world, game, &facts, None, TableKind::Remoteness, &budget).unwrap();
    let plan = generate_code(plan, &jit);
    let mut met = Met::default();
    assert_eq!(plan.generated(), Ok(()));
    compare(&plan, "by hand", &mut met);
    assert!(met.options > 300_000, "{met:?}");
    assert_eq!(
        solve(&plan, 1, &budget),
        solve_listing(&plan, 1, &|| plan.interpreter(), &budget)
    );
}
