//! Tests of tables of values.

use super::*;

#[test]
fn tables_of_values_agree_with_the_definition() {
    let budget = Budget::generous();
    let (mut games, mut in_order, mut split, mut ended, mut symmetric, mut broken) =
        (0, 0, 0, 0, 0, 0);
    let mut rng = Rng::with_seed(27);
    for seed in 0..testkit::rounds(1500, 10_000) {
        let text = if seed % 5 == 0 {
            testkit::tiers::necklace(&mut rng)
        } else {
            testkit::random_game(seed)
        };
        let Some((world, game, facts)) = world(&text) else {
            continue;
        };
        let tops: Vec<Int> = world
            .rules(game)
            .slots()
            .iter()
            .map(|slot| slot.high.unwrap_or(slot.low + 6))
            .collect();
        let Ok(plan) = TierPlan::new(
            &world,
            game,
            &facts,
            Some(&tops),
            TableKind::Values,
            &budget,
        ) else {
            continue;
        };
        let Some(rows) = positions(&world, game, plan.ranges(), 1500) else {
            continue;
        };
        let plan = plan.in_blocks((seed % 4) as u32);
        let tables = match solve(&plan, 1, &budget) {
            Ok(tables) => tables,
            Err(TierError::Fault(_)) => continue,
            Err(TierError::Rules(why)) if why.en.contains("`symmetry` does not hold") => {
                broken += 1;
                continue;
            }
            Err(halt) => panic!("{text}: {halt:?}"),
        };
        games += 1;
        symmetric += usize::from(plan.symmetry().is_ok_and(|images| images > 1));
        in_order += usize::from(plan.tiers() == 1);
        split += usize::from(facts.most_components.is_none_or(|most| most > 1));
        ended += usize::from(facts.can_end);
        for (row, expected) in rows.iter().zip(values(&world, game, &rows)) {
            assert_eq!(
                tables.lookup(&plan, row).unwrap(),
                Some(DecodedEntry::Value(expected)),
                "{text} at {row:?}"
            );
        }
        // A tier that is filled in order is one share.
        if !plan.is_one_share() {
            for of in [2, 3, 16] {
                assert_eq!(
                    solve(&plan, of, &budget).unwrap(),
                    tables,
                    "{of} shares, {text}"
                );
            }
        }
    }
    assert!(
        games > 100 && in_order > 50 && split > 20 && ended > 20,
        "{games} {in_order} {split} {ended}"
    );
    assert!(symmetric > 50 && broken > 5, "{symmetric} {broken}");
}

#[test]
fn equal_coins_cancel_before_they_make_a_goal() {
    let budget = Budget::generous();
    let (world, game, facts) =
        world("coins A { state x in 1..9 goal x == 2 move i in 1..x - 1 : [i] + [x - 1 - i] }")
            .unwrap();
    let plan = TierPlan::new(&world, game, &facts, None, TableKind::Values, &budget).unwrap();
    let rows: Vec<Vec<Int>> = (1..=9).map(|x| vec![x]).collect();
    let tables = solve(&plan, 1, &budget).unwrap();
    let found: Vec<_> = rows
        .iter()
        .map(|row| tables.lookup(&plan, row).unwrap())
        .collect();
    assert_eq!(
        found,
        values(&world, game, &rows)
            .into_iter()
            .map(|value| Some(DecodedEntry::Value(value)))
            .collect::<Vec<_>>()
    );
    // From 4 a move makes a goal. From 5 no move makes a goal, because the components 2 and 2
    // cancel.
    assert_eq!(
        (found[3], found[4]),
        (
            Some(DecodedEntry::Value(Grundy::LOONY)),
            Grundy::nimber(2).map(DecodedEntry::Value)
        )
    );
}

#[test]
fn values_are_found_by_a_measure_that_the_rules_name() {
    let budget = Budget::generous();
    let mut library = World::with_library();
    let game = library
        .instantiate(
            "DuotaireBits",
            vec![(None, rules::ir::ParameterValue::Int(11))],
        )
        .unwrap();
    let named = facts(library.rules(game).game().unwrap(), game, &budget).unwrap();
    let plan = TierPlan::new(&library, game, &named, None, TableKind::Values, &budget).unwrap();
    assert!(named.measure.is_none() && plan.tiers() == 12);
    let rows = positions(&library, game, plan.ranges(), 5000).unwrap();
    let expected = values(&library, game, &rows);
    let tables = solve(&plan, 1, &budget).unwrap();
    assert!(
        rows.iter()
            .zip(expected)
            .all(|(row, value)| tables.lookup(&plan, row).unwrap()
                == Some(DecodedEntry::Value(value)))
    );
    // A measure gives no order if a move leaves the measure unchanged and leads to a larger index.
    let text = "game A { state a in 0..9, b in 0..9 tier a move when a > 0 : { a -= 1 } move when b < 9 and a > 3 : { b += 1 } }";
    let (world, game, facts) = world(text).unwrap();
    let plan = TierPlan::new(&world, game, &facts, None, TableKind::Values, &budget).unwrap();
    assert_eq!(plan.tiers(), 10);
    assert!(
        matches!(solve(&plan, 1, &budget), Err(TierError::Rules(why)) if why.en.contains("does not lower the measure"))
    );
}

/// The values take four bits, and more than four bits from some index on.
#[test]
fn values_take_as_many_bits_as_they_need() {
    let budget = Budget::generous();
    let text = "game A { state n in 0..400 move k in 1..n : [n - k] }";
    let (world, game, facts) = world(text).unwrap();
    let plan = TierPlan::new(&world, game, &facts, None, TableKind::Values, &budget)
        .unwrap()
        .in_blocks(3);
    let tables = solve(&plan, 1, &budget).unwrap();
    assert_eq!(with_pauses(&plan, 1).0, tables);
    let widths: BTreeSet<usize> = tables
        .tier(0)
        .iter()
        .map(|block| block.bytes().len() * 8 / block.len())
        .collect();
    assert_eq!(widths, BTreeSet::from([4, 8, 16]));
    for n in 0..=400 {
        assert_eq!(
            tables.lookup(&plan, &[n]).unwrap(),
            Some(DecodedEntry::Value(Grundy::nimber(n as u64).unwrap())),
            "{n}"
        );
    }
}
