//! The checker of entries on random games: what the shares make fits, and one entry that is changed
//! does not.

use base::budget::Budget;
use certificate::entries::{Entry, differs};
use engines::tiers::{Known, Plan, What, solve};
use facts::facts;
use fastrand::Rng;
use rules::ir::Int;
use rules::rules::{Fault, Outcome};
use rules::world::World;

/// How many random games: those of several thousand places are passed over.
const GAMES: u64 = 1_500;

fn entry(known: Known) -> Option<Entry> {
    Some(match known {
        Known::Wins(outcome, moves) => Entry::Wins(outcome, moves),
        Known::Outcome(outcome) => Entry::Outcome(outcome),
        Known::Draw => Entry::Draw,
        Known::Value(value) => Entry::Value(value.as_nimber()?),
    })
}

/// Another entry of the same kind.
fn other(entry: Entry, random: &mut Rng) -> Entry {
    loop {
        let new = match entry {
            Entry::Value(_) => Entry::Value(random.u64(..6)),
            Entry::Outcome(_) => [
                Entry::Draw,
                Entry::Outcome(Outcome::P),
                Entry::Outcome(Outcome::N),
            ][random.usize(..3)],
            _ => match random.u8(..3) {
                0 => Entry::Draw,
                1 => Entry::Wins(Outcome::P, random.u64(..6)),
                _ => Entry::Wins(Outcome::N, random.u64(..6)),
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
        for what in [What::Outcomes, What::Remoteness, What::Values] {
            let Ok(plan) = Plan::new(&world, game, &facts, None, what, &budget) else {
                continue;
            };
            if plan.places() > 2_000 {
                continue;
            }
            let Ok(made) = solve(&plan, 1, &budget) else {
                continue;
            };
            let mut rows: Vec<(Vec<Int>, Entry)> = Vec::new();
            for tier in 0..plan.tiers() {
                let index = &plan.tier(tier).index;
                for place in 0..index.size() {
                    let mut slots = vec![0; index.slots()];
                    index.position(place, &mut slots);
                    rows.extend(
                        made.of(&plan, &slots)
                            .unwrap()
                            .and_then(entry)
                            .map(|entry| (slots, entry)),
                    );
                }
            }
            // Entries that are no nimbers (after goals) are not checked.
            let known = |rows: &[(Vec<Int>, Entry)], slots: &[Int]| {
                rows.iter()
                    .find(|(own, _)| own == slots)
                    .map(|(_, entry)| *entry)
            };
            let fits = |rows: &[(Vec<Int>, Entry)], at: usize| {
                let (slots, entry) = &rows[at];
                let mut asked = |slots: &[Int]| Ok::<_, Fault>(known(rows, slots));
                differs(&world, (game, slots), *entry, &mut asked, &budget)
                    .unwrap()
                    .is_none()
            };
            if what == What::Values && !ir.goals.is_empty() | !ir.traps.is_empty() {
                continue;
            }
            for at in 0..rows.len().min(300) {
                assert!(fits(&rows, at), "game {seed}: {:?}", rows[at]);
            }
            (tables, values) = (tables + 1, values + usize::from(what == What::Values));
            draws += rows
                .iter()
                .filter(|(_, entry)| *entry == Entry::Draw)
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
