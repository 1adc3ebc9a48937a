//! Tables of games of two numbers whose moves only add to the numbers are computed line by line and
//! compared with the definition.

use base::budget::{Budget, StopReason};
use fastrand::Rng;
use rules::game::RulesError;
use rules::ir::Int;
use tablebase::{DecodedEntry, TableKind, TierError, TierPlan, TierTables, extend, solve};

use crate::tiers::{by_definition, positions, values, with_pauses, world};

/// Returns a random game whose positions are two numbers and whose moves add to these numbers. One
/// number may grow as far as the measure allows. Some games have guards, endings or other
/// conventions.
fn random_steps(rng: &mut Rng) -> String {
    let weight = rng.i64(1..=3);
    let one = |rng: &mut Rng| loop {
        let (x, y) = (rng.i64(-4..=3), rng.i64(-4..=4));
        if weight * x + y < 0 {
            return format!("({x}, {y})");
        }
    };
    let steps: Vec<String> = (0..rng.usize(2..=6))
        .map(|_| one(rng))
        .chain(["(0, -1)".to_owned()])
        .collect();
    let (when, items) = match rng.u8(0..8) {
        0 => ("when x % 3 != 1", ""),
        1 => ("", "goal x == 2 and y == 1"),
        2 => ("", "play misere"),
        3 => ("", "move when x == 4 : nothing"),
        _ => ("", ""),
    };
    let low = rng.i64(-2..=2);
    let (far, top) = (
        if rng.bool() {
            String::new()
        } else {
            rng.i64(4..9).to_string()
        },
        rng.i64(4..9).to_string(),
    );
    let top = if far.is_empty() { "" } else { &top };
    format!(
        "game A {{ state x in {low}..{far}, y in 0..{top} move (dx, dy) in {{{}}} {when} : [x + dx, y + dy] {items} }}",
        steps.join(", ")
    )
}

/// Builds the tables while storing only the tiers that moves from the next tier may reach.
fn forgetting(plan: &TierPlan<'_>, tables: &TierTables) {
    let mut some = TierTables::new(plan);
    for tier in 0..plan.tiers() {
        some.forget(plan.reach(tier).start);
        extend(
            plan,
            1,
            &mut some,
            tier + 1,
            &|| plan.options(),
            &Budget::generous(),
        )
        .unwrap();
        assert_eq!(some.tier(tier), tables.tier(tier), "tier {tier}");
    }
}

#[test]
fn tables_of_lines_agree_with_the_definition() {
    let budget = Budget::generous();
    let mut rng = Rng::with_seed(11);
    let (mut games, mut shifted, mut several, mut values_too) = (0, 0, 0, 0);
    for _ in 0..testkit::rounds(300, 5_000) {
        let text = random_steps(&mut rng);
        let Some((world, game, facts)) = world(&text) else {
            continue;
        };
        let tops = [rng.i64(3..14), rng.i64(0..14)];
        for what in [
            TableKind::Outcomes,
            TableKind::Values,
            TableKind::Remoteness,
        ] {
            let Ok(plan) = TierPlan::new(&world, game, &facts, Some(&tops), what, &budget) else {
                continue;
            };
            let most = rng.u64(1..60);
            let plan = plan.in_blocks(rng.u32(0..8)).in_tiers_of(most);
            let tables = solve(&plan, 1, &budget).unwrap();
            assert_eq!(with_pauses(&plan, 1).0, tables, "with pauses, {text}");
            forgetting(&plan, &tables);
            let short = solve(&plan, 1, &budget.with_memory(tables.bytes() - 1)).unwrap_err();
            assert!(
                matches!(
                    short,
                    TierError::Fault(RulesError::Stopped(StopReason::Memory(..)))
                ),
                "{text}: {short:?}"
            );
            let top = facts.measure.as_ref().unwrap();
            let level = |slots: &[Int]| {
                slots
                    .iter()
                    .zip(top)
                    .map(|(n, weight)| n * weight)
                    .sum::<Int>()
            };
            let rows = positions(&world, game, plan.ranges(), 1500).unwrap();
            // If the rules bound both numbers, all positions are within the given ranges; otherwise
            // the measure bounds the numbers.
            let all = world
                .rules(game)
                .slots()
                .iter()
                .all(|slot| slot.high.is_some());
            let rows: Vec<Vec<Int>> = rows
                .into_iter()
                .filter(|row| all || level(row) <= level(&tops))
                .collect();
            assert_eq!(plan.places(), rows.len() as u64, "{text} {tops:?}");
            let outcomes = by_definition(&world, game, &rows).unwrap();
            let nimbers = values(&world, game, &rows);
            for ((row, outcome), value) in rows.iter().zip(&outcomes).zip(nimbers) {
                let (outcome, moves) = outcome.unwrap();
                let expected = match what {
                    TableKind::Outcomes => DecodedEntry::Outcome(outcome),
                    TableKind::Remoteness => DecodedEntry::Wins(outcome, moves),
                    TableKind::Values => DecodedEntry::Value(value),
                };
                assert_eq!(
                    tables.lookup(&plan, row).unwrap(),
                    Some(expected),
                    "{text} at {row:?}, {tops:?}, tiers of {most}"
                );
            }
            if what == TableKind::Outcomes {
                assert_eq!(solve(&plan, 3, &budget).unwrap(), tables, "{text}");
                shifted += usize::from(
                    plan.sieved(1) && !facts.can_end && text.matches("move").count() == 1,
                );
            }
            several += usize::from(plan.tiers() > 2);
            values_too += usize::from(what == TableKind::Values);
            games += 1;
            let beyond = [tops[0] + 100, tops[1]];
            assert_eq!(tables.lookup(&plan, &beyond).unwrap(), None);
        }
    }
    assert!(
        games > 300 && shifted > 100 && several > 200 && values_too > 100,
        "{games} {shifted} {several} {values_too}"
    );
}
