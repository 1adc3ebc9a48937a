//! Tests the checker of entries on random games: the entries that the shares compute are
//! consistent, and a changed entry is not consistent.

use base::budget::Budget;
use certificate::entries::{EntryClaim, differs};
use facts::facts;
use fastrand::Rng;
use rules::game::{Outcome, RulesError};
use rules::ir::Int;
use rules::world::World;
use tablebase::{DecodedEntry, TableKind, TierPlan, solve};

/// Number of random games. Games with several thousand indices are skipped.
const GAMES: u64 = 1_500;

fn entry(known: DecodedEntry) -> Option<EntryClaim> {
    Some(match known {
        DecodedEntry::Wins(outcome, moves) => EntryClaim::Wins(outcome, moves),
        DecodedEntry::Outcome(outcome) => EntryClaim::Outcome(outcome),
        DecodedEntry::Draw => EntryClaim::Draw,
        DecodedEntry::Value(value) => EntryClaim::Value(value.as_nimber()?),
    })
}

/// Returns another entry of the same kind.
fn other(entry: EntryClaim, random: &mut Rng) -> EntryClaim {
    loop {
        let new = match entry {
            EntryClaim::Value(_) => EntryClaim::Value(random.u64(..6)),
            EntryClaim::Outcome(_) => [
                EntryClaim::Draw,
                EntryClaim::Outcome(Outcome::P),
                EntryClaim::Outcome(Outcome::N),
            ][random.usize(..3)],
            _ => match random.u8(..3) {
                0 => EntryClaim::Draw,
                1 => EntryClaim::Wins(Outcome::P, random.u64(..6)),
                _ => EntryClaim::Wins(Outcome::N, random.u64(..6)),
            },
        };
        if new != entry {
            return new;
        }
    }
}

#[test]
fn what_is_made_fits_and_what_is_changed_does_not() {
    let budget = Budget::generous();
    let (mut tables, mut draws, mut values, mut changed) = (0, 0, 0, 0);
    for seed in 0..GAMES {
        let mut world = World::empty();
        if world.load("a.game", &testkit::random_game(seed)).is_err() {
            continue;
        }
        let Ok(game) = world.instantiate("A", vec![]) else {
            continue;
        };
        let Some(ir) = world.rules(game).game() else {
            continue;
        };
        let facts = facts(ir, game, &budget).unwrap();
        for what in [
            TableKind::Outcomes,
            TableKind::Remoteness,
            TableKind::Values,
        ] {
            let Ok(plan) = TierPlan::new(&world, game, &facts, None, what, &budget) else {
                continue;
            };
            if plan.places() > 2_000 {
                continue;
            }
            let Ok(made) = solve(&plan, 1, &budget) else {
                continue;
            };
            let mut rows: Vec<(Vec<Int>, EntryClaim)> = Vec::new();
            for tier in 0..plan.tiers() {
                let index = &plan.tier(tier).index;
                for place in 0..index.size() {
                    let mut slots = vec![0; index.slots()];
                    index.position(place, &mut slots);
                    rows.extend(
                        made.lookup(&plan, &slots)
                            .unwrap()
                            .and_then(entry)
                            .map(|entry| (slots, entry)),
                    );
                }
            }
            // Entries that are not nimbers (after goals) are not checked.
            let known = |rows: &[(Vec<Int>, EntryClaim)], slots: &[Int]| {
                rows.iter()
                    .find(|(own, _)| own == slots)
                    .map(|(_, entry)| *entry)
            };
            let fits = |rows: &[(Vec<Int>, EntryClaim)], at: usize| {
                let (slots, entry) = &rows[at];
                let mut asked = |slots: &[Int]| Ok::<_, RulesError>(known(rows, slots));
                differs(&world, game, slots, *entry, &mut asked, &budget)
                    .unwrap()
                    .is_none()
            };
            if what == TableKind::Values && !ir.goals.is_empty() | !ir.traps.is_empty() {
                continue;
            }
            for at in 0..rows.len().min(300) {
                assert!(fits(&rows, at), "game {seed}: {:?}", rows[at]);
            }
            (tables, values) = (tables + 1, values + usize::from(what == TableKind::Values));
            draws += rows
                .iter()
                .filter(|(_, entry)| *entry == EntryClaim::Draw)
                .count();
            let mut random = Rng::with_seed(seed);
            if rows.is_empty() {
                continue;
            }
            let at = random.usize(..rows.len());
            rows[at].1 = other(rows[at].1, &mut random);
            assert!(!fits(&rows, at), "game {seed}: {:?} passes", rows[at]);
            changed += 1;
        }
    }
    assert!(
        tables > 200 && draws > 100 && values > 50 && changed > 200,
        "{tables} tables, {draws} draws, {values} of values, {changed} changed"
    );
}
