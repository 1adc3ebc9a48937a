//! Tests that forged proofs by values are rejected, each for the right reason.

use crate::common::*;
use base::budget::{Budget, StopReason};
use certificate::{
    Certificate, CertificateClaim, CertificateError, CertificateProof, check, check_values, write,
};
use rules::ast::PlayConvention;
use rules::game::{GameId, Outcome, SumKind};
use rules::play::{Component, SumPosition};
use rules::world::World;

fn kayles() -> (World, GameId) {
    let mut world = world(&[KAYLES]);
    let kayles = game(&mut world, "kayles");
    (world, kayles)
}

/// Returns the error for the claim that kayles[4] has the value 1, with a forged list of values.
/// The true list contains the heaps 0, 1, 2, 3, 4 with the values 0, 1, 2, 3, 1.
fn forged_values(forge: impl Fn(GameId, &mut Vec<(Component, u64)>)) -> CertificateError {
    let (world, kayles) = kayles();
    let root = component(kayles, &[4]);
    let mut entries = values(&world, std::slice::from_ref(&root));
    entries.sort();
    assert!(
        check_values(
            &world,
            &SumPosition(vec![root.clone()]),
            1,
            &entries,
            &Budget::generous()
        )
        .is_ok()
    );
    forge(kayles, &mut entries);
    let certificate = Certificate {
        claim: CertificateClaim::Value {
            sum: SumPosition(vec![root]),
            value: 1,
        },
        proof: CertificateProof::Values(entries),
    };
    verdict(&world, &certificate).unwrap_err()
}

fn wrong_value(entry: usize, position: &str, expected: u64, got: u64) -> CertificateError {
    CertificateError::WrongValue {
        entry,
        position: position.into(),
        expected,
        got,
    }
}

#[test]
fn forged_lists_of_values() {
    assert_eq!(
        forged_values(|_, list| list[4].1 = 2),
        wrong_value(5, "kayles[4]", 1, 2),
        "a value raised"
    );
    assert_eq!(
        forged_values(|_, list| list[0].1 = 1),
        wrong_value(1, "kayles[0]", 0, 1),
        "a first value raised"
    );
    assert_eq!(
        forged_values(|_, list| list[3].1 = u64::MAX),
        wrong_value(4, "kayles[3]", 3, u64::MAX)
    );
    assert_eq!(
        forged_values(|_, list| list.swap(3, 4)),
        not_earlier(4, "kayles[4]", "kayles[3]"),
        "two rows swapped"
    );
    assert_eq!(
        forged_values(|_, list| list.reverse()),
        not_earlier(1, "kayles[4]", "kayles[0]"),
        "the order reversed"
    );
    assert_eq!(
        forged_values(|_, list| drop(list.remove(2))),
        not_earlier(3, "kayles[3]", "kayles[2]"),
        "a row dropped"
    );
    assert_eq!(
        forged_values(|_, list| list.truncate(4)),
        CertificateError::NotListed {
            position: "kayles[4]".into()
        },
        "the claim not listed"
    );
    assert_eq!(
        forged_values(|_, list| list.clear()),
        CertificateError::NotListed {
            position: "kayles[4]".into()
        },
        "no proof at all"
    );
    let again = |_: GameId, list: &mut Vec<(Component, u64)>| list.push(list[1].clone());
    assert_eq!(
        forged_values(again),
        CertificateError::Repeated {
            entry: 6,
            position: "kayles[1]".into()
        },
        "a row twice"
    );
    for slots in [&[-1][..], &[1, 1], &[]] {
        let refused = forged_values(|game, list| list.insert(0, (component(game, slots), 0)));
        assert!(
            matches!(refused, CertificateError::NotAPosition { .. }),
            "{slots:?}: {refused:?}"
        );
    }
}

#[test]
fn forged_claims_of_values() {
    let (world, kayles) = kayles();
    let budget = Budget::generous();
    let entries = values(&world, &[component(kayles, &[4]), component(kayles, &[3])]);
    let both = sum(&world, kayles, &[&[3], &[4]]);
    assert!(check_values(&world, &both, 2, &entries, &budget).is_ok());
    let claimed =
        |sum: &SumPosition, value| check_values(&world, sum, value, &entries, &budget).unwrap_err();
    let position = "kayles[3] + kayles[4]".to_owned();
    assert_eq!(
        claimed(&both, 4),
        CertificateError::ClaimedValue {
            position: position.clone(),
            expected: 2,
            got: 4
        }
    );
    let other = SumPosition(both.0.iter().rev().cloned().collect());
    assert_eq!(
        claimed(&other, 2),
        CertificateError::NotCanonical {
            position: "kayles[4] + kayles[3]".into()
        }
    );
    assert_eq!(
        claimed(&sum(&world, kayles, &[&[3], &[5]]), 2),
        CertificateError::NotListed {
            position: "kayles[5]".into()
        }
    );
    let outcome = |play, kind, outcome| {
        let claim = CertificateClaim::Outcome {
            sum: both.clone(),
            conventions: conventions(play, kind),
            outcome,
        };
        verdict(
            &world,
            &Certificate {
                claim,
                proof: CertificateProof::Values(entries.clone()),
            },
        )
        .map(|_| ())
    };
    let wrong = |got| {
        Err(CertificateError::ClaimedOutcome {
            position: position.clone(),
            expected: Outcome::N,
            got,
        })
    };
    assert_eq!(
        outcome(PlayConvention::Normal, SumKind::One, Outcome::N),
        Ok(())
    );
    assert_eq!(
        outcome(PlayConvention::Normal, SumKind::One, Outcome::P),
        wrong(Outcome::P)
    );
    assert_eq!(
        outcome(PlayConvention::Normal, SumKind::One, Outcome::D),
        wrong(Outcome::D)
    );
    assert_eq!(
        outcome(PlayConvention::Misere, SumKind::One, Outcome::N),
        Err(CertificateError::WrongProof),
        "values say nothing of misère play"
    );
    assert_eq!(
        outcome(PlayConvention::Normal, SumKind::Every, Outcome::N),
        Err(CertificateError::WrongProof)
    );
}

#[test]
fn values_where_they_mean_nothing() {
    let mut world = world(&[
        GOAL,
        TRAP,
        RING,
        "game Link { state n in 0.. move k in 1..n : Trap[k] } game Sorted { state a in 0.., b in 0.. unordered move k in 1..a : { a -= k } }",
        "game Again { state n in 0.. move k in 1..n : [n - k] again } game Held { state n in 0.. urgent n == 1 move k in 1..n : [n - k] }",
    ]);
    let (goal, ring, link) = (
        game(&mut world, "goal"),
        game(&mut world, "ring"),
        game(&mut world, "link"),
    );
    let (trap, sorted) = (game(&mut world, "trap"), game(&mut world, "sorted"));
    let (again, held, pass) = (
        game(&mut world, "again"),
        game(&mut world, "held"),
        game(&mut world, "pass"),
    );
    let refused = |entries: Vec<(Component, u64)>| {
        let (root, value) = entries.last().unwrap().clone();
        let claim = CertificateClaim::Value {
            sum: SumPosition(vec![root]),
            value,
        };
        verdict(
            &world,
            &Certificate {
                claim,
                proof: CertificateProof::Values(entries),
            },
        )
        .unwrap_err()
    };
    assert_eq!(
        refused(vec![(component(goal, &[2, 1]), 0)]),
        CertificateError::CanEnd {
            game: "Goal".into()
        }
    );
    let linked = vec![(component(trap, &[1]), 0), (component(link, &[1]), 1)];
    assert_eq!(
        refused(linked),
        CertificateError::CanEnd {
            game: "Trap".into()
        },
        "reached through another game"
    );
    for (game, title) in [(again, "Again"), (held, "Held")] {
        assert_eq!(
            refused(vec![(component(game, &[0]), 0)]),
            CertificateError::Entails { game: title.into() }
        );
    }
    assert_eq!(
        refused(vec![(component(pass, &[]), 1)]),
        CertificateError::Entails {
            game: "pass".into()
        }
    );
    let round = vec![(component(ring, &[0]), 0), (component(ring, &[1]), 1)];
    assert_eq!(
        refused(round),
        not_earlier(1, "ring[0]", "ring[1]"),
        "a cycle hidden"
    );
    assert_eq!(
        refused(vec![(component(sorted, &[0, 1]), 0)]),
        CertificateError::NotCanonical {
            position: "sorted[0, 1]".into()
        }
    );
}

#[test]
fn budgets_and_faults_are_reported() {
    let mut world = world(&[
        NIM,
        "game Half { state n in 0.. move k in 1..6 / (n - 3) : [n - k] }",
    ]);
    let (nim, half) = (game(&mut world, "nim"), game(&mut world, "half"));
    let root = component(nim, &[100]);
    let entries = values(&world, std::slice::from_ref(&root));
    let check = |budget: &Budget<'_>| {
        check_values(
            &world,
            &SumPosition(vec![root.clone()]),
            100,
            &entries,
            budget,
        )
    };
    assert!(check(&Budget::generous()).is_ok());
    let cancelled = || Some(StopReason::Cancelled);
    assert_eq!(
        check(&Budget::new(1 << 30, &cancelled, &|_, _| ())),
        Err(CertificateError::Stopped(StopReason::Cancelled))
    );
    let small = Budget::new(64, &|| None, &|_, _| ());
    assert!(matches!(
        check(&small),
        Err(CertificateError::Stopped(StopReason::Memory(_, 64)))
    ));
    let fault = check_values(
        &world,
        &SumPosition::default(),
        0,
        &[(component(half, &[3]), 0)],
        &Budget::generous(),
    );
    assert!(
        matches!(fault, Err(CertificateError::Rule { ref position, .. }) if position == "half[3]"),
        "{fault:?}"
    );
}

/// A game given as a Rust value can be checked in memory, but not written.
#[test]
fn a_game_without_source() {
    let (mut world, kayles) = kayles();
    let rules = world.rules(kayles).game().unwrap().clone();
    let given = world.add("given", Box::new(rules));
    let certificate = value_certificate(&world, &sum(&world, given, &[&[2]]));
    assert!(check(&world, &certificate, &Budget::generous()).is_ok());
    assert_eq!(
        write(&world, &certificate),
        Err(CertificateError::NoSource {
            game: "Kayles".into()
        })
    );
}

/// Proofs of values and outcomes list the moves of both players together, so they must not be about
/// games in which the players have different moves, nor about games that lead to such games.
#[test]
fn games_of_two_players_are_refused() {
    let rules = "game A { state n in 0..5 move left k in 1..2 : [n - k] }
                 game B { state n in 0..5 move k in 1..2 : A[n - k] }
                 game C { state n in 0..5 move k in 1..2 : [n - k] }";
    let mut world = world(&[rules]);
    for (name, refused) in [("a", true), ("b", true), ("c", false)] {
        let game = game(&mut world, name);
        let sum = SumPosition(vec![component(game, &[1])]);
        let entries = values(&world, &sum.0);
        let proof = CertificateProof::Values(entries);
        let claims = [
            CertificateClaim::Value {
                sum: sum.clone(),
                value: 1,
            },
            CertificateClaim::Outcome {
                sum: sum.clone(),
                conventions: Default::default(),
                outcome: Outcome::N,
            },
        ];
        for claim in claims {
            let certificate = Certificate {
                claim,
                proof: proof.clone(),
            };
            let found = check(&world, &certificate, &Budget::generous());
            match refused {
                true => assert_eq!(found, Err(CertificateError::Partizan { game: "A".into() })),
                false => assert!(found.is_ok(), "{name}: {found:?}"),
            }
        }
    }
}
