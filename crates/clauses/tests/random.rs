//! Clauses of random games against the interpreter.

use base::budget::Budget;
use clauses::{Unread, of_game};
use fastrand::Rng;
use rules::world::World;

use crate::library::{same_far_away, same_on_box};

/// How many files of each kind; `GRUNDY_RANDOM_FILES` sets another number.
fn files() -> u64 {
    std::env::var("GRUNDY_RANDOM_FILES").ok().and_then(|n| n.parse().ok()).unwrap_or(300)
}

/// Compares the games of many files; how many were read, and why the others were not.
fn compared(name: &str, text: impl Fn(u64) -> String) -> (usize, Vec<String>) {
    let budget = Budget::generous();
    let (mut read, mut refused) = (0, Vec::new());
    for seed in 0..files() {
        let text = text(seed);
        let mut world = World::empty();
        let names = world.load("random.game", &text).unwrap_or_else(|refusal| panic!("{seed}: {refusal:?}\n{text}"));
        assert!(!names.is_empty());
        let game = world.instantiate(name, vec![]).unwrap_or_else(|missing| panic!("{seed}: {missing:?}\n{text}"));
        match of_game(&world, game, &budget) {
            Ok(clauses) => {
                read += 1;
                eprintln!("{name} {seed}\n{text}");
                same_on_box(&world, &clauses, 400);
                same_far_away(&world, &clauses, &mut Rng::with_seed(seed), 20);
            }
            Err(Unread::Refused(why)) => refused.push(format!("{seed}: {why}")),
            Err(Unread::Stopped(stop)) => panic!("{stop:?}"),
        }
    }
    (read, refused)
}

#[test]
fn linear_games_are_all_read() {
    let (read, refused) = compared("G", |seed| testkit::linear::game(&mut Rng::with_seed(seed)));
    assert!(read * 10 > files() as usize * 9, "{refused:#?}");
    eprintln!("{refused:#?}");
}

#[test]
fn random_games_that_can_be_read() {
    let (read, refused) = compared("A", testkit::random_game);
    assert!(read * 3 > files() as usize, "{read} read, {refused:#?}");
}

#[test]
fn games_that_bend() {
    let (read, refused) = compared("G", |seed| testkit::bent::game(&mut Rng::with_seed(seed)));
    assert!(read * 3 > files() as usize, "{read} read, {refused:#?}");
}
