//! Compares the clauses of random games with the interpreter.

use std::collections::{BTreeMap, BTreeSet};

use base::budget::Budget;
use clauses::{Atom, ClauseError, of_game};
use fastrand::Rng;
use rules::world::World;

use crate::library::{same_far_away, same_on_box};

/// Returns the number of random files for each test. The variable `GRUNDY_RANDOM_FILES` sets this
/// number.
fn files() -> u64 {
    std::env::var("GRUNDY_RANDOM_FILES")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(300)
}

/// Statistics of the comparison.
#[derive(Default)]
struct Compared {
    read: usize,
    /// Reasons why games could not be read.
    refused: Vec<String>,
    /// Number of clauses that contain an atom of each kind, or a run.
    kinds: BTreeMap<&'static str, usize>,
}

fn kind(atom: &Atom) -> &'static str {
    match atom {
        Atom::AtMostZero(_) => "row",
        Atom::Zero(_) => "equation",
        Atom::Congruent { .. } => "congruence",
        Atom::Bits { .. } => "bits",
        Atom::LowestBit { .. } => "lowest bit",
        Atom::PowerOf { .. } => "power",
        Atom::Fibonacci { .. } => "Fibonacci number",
        Atom::OddOnes { .. } => "ones",
    }
}

/// Compares the clauses of the games of many random files with the interpreter.
fn compared(name: &str, text: impl Fn(u64) -> String) -> Compared {
    let budget = Budget::generous();
    let mut found = Compared::default();
    for seed in 0..files() {
        let text = text(seed);
        let mut world = World::empty();
        let names = world
            .load("random.game", &text)
            .unwrap_or_else(|refusal| panic!("{seed}: {refusal:?}\n{text}"));
        assert!(!names.is_empty());
        let game = world
            .instantiate(name, vec![])
            .unwrap_or_else(|missing| panic!("{seed}: {missing:?}\n{text}"));
        match of_game(&world, game, &budget) {
            Ok(clauses) => {
                found.read += 1;
                for clause in &clauses.moves {
                    let kinds: BTreeSet<&str> = clause
                        .atoms
                        .iter()
                        .map(kind)
                        .chain(clause.runs.iter().map(|_| "run"))
                        .collect();
                    kinds
                        .into_iter()
                        .for_each(|kind| *found.kinds.entry(kind).or_default() += 1);
                }
                eprintln!("{name} {seed}\n{text}");
                same_on_box(&world, &clauses, 400);
                same_far_away(&world, &clauses, &mut Rng::with_seed(seed), 20);
            }
            Err(ClauseError::Refused(why)) => found.refused.push(format!("{seed}: {why}")),
            Err(ClauseError::Stopped(stop)) => panic!("{stop:?}"),
        }
    }
    found
}

#[test]
fn linear_games_are_nearly_all_read() {
    let Compared {
        read,
        refused,
        kinds,
    } = compared("G", |seed| testkit::linear::game(&mut Rng::with_seed(seed)));
    assert!(read as u64 * 20 > files() * 19, "{read} read, {refused:#?}");
    let missing = [
        "row",
        "equation",
        "congruence",
        "bits",
        "lowest bit",
        "power",
        "Fibonacci number",
        "ones",
        "run",
    ]
    .map(|kind| (kind, kinds.get(kind).copied().unwrap_or(0)))
    .map(|(kind, count)| (count < 5).then(|| format!("{kind}: {count}")));
    assert!(
        files() < 300 || missing.iter().all(Option::is_none),
        "too few clauses with {missing:?}"
    );
}

#[test]
fn random_games_that_can_be_read() {
    let Compared { read, refused, .. } = compared("A", testkit::random_game);
    assert!(read as u64 * 2 > files(), "{read} read, {refused:#?}");
}

#[test]
fn games_that_bend_are_nearly_all_read() {
    let Compared { read, refused, .. } = compared("G", |seed| {
        testkit::piecewise::game(&mut Rng::with_seed(seed))
    });
    assert!(read as u64 * 10 > files() * 9, "{read} read, {refused:#?}");
}
