//! Tests that forged proofs by outcomes are rejected, each for the right reason.

use crate::common::*;
use base::budget::Budget;
use certificate::{
    Certificate, CertificateClaim, CertificateError, CertificateProof, MAX_COMPONENTS,
    check_outcomes,
};
use rules::ast::PlayConvention;
use rules::game::{Outcome, SumKind};
use rules::play::SumPosition;

/// Returns the error for the claim that nim[2] + nim[1] under misère play is N, with a forged list
/// of outcomes. The true list of outcomes is 0 N, 1 P, 2 N, 1+1 N, 2+1 N.
fn forged_outcomes(
    forge: impl Fn(&dyn Fn(&[i64]) -> SumPosition, &mut Vec<(SumPosition, Outcome)>),
) -> CertificateError {
    let mut world = world(&[NIM]);
    let nim = game(&mut world, "nim");
    let position = |piles: &[i64]| {
        SumPosition::canonical(
            piles.iter().map(|&n| component(nim, &[n])).collect(),
            &world,
        )
    };
    let mut list: Vec<(SumPosition, Outcome)> = Vec::new();
    for (piles, outcome) in [
        (&[0, 0][..], 'N'),
        (&[0, 1], 'P'),
        (&[0, 2], 'N'),
        (&[1, 1], 'N'),
        (&[1, 2], 'N'),
    ] {
        list.push((
            position(piles),
            if outcome == 'P' {
                Outcome::P
            } else {
                Outcome::N
            },
        ));
    }
    let root = list[4].0.clone();
    let certificate = |entries| {
        let claim = CertificateClaim::Outcome {
            sum: root.clone(),
            conventions: conventions(PlayConvention::Misere, SumKind::One),
            outcome: Outcome::N,
        };
        Certificate {
            claim,
            proof: CertificateProof::Outcomes(entries),
        }
    };
    assert!(verdict(&world, &certificate(list.clone())).is_ok());
    forge(&position, &mut list);
    verdict(&world, &certificate(list)).unwrap_err()
}

#[test]
fn forged_lists_of_outcomes() {
    const P: Outcome = Outcome::P;
    const N: Outcome = Outcome::N;
    let wrong = |entry, position: &str, expected, got| CertificateError::WrongOutcome {
        entry,
        position: position.into(),
        expected,
        got,
    };
    let missing = |entry, position: &str, option: &str| not_earlier(entry, position, option);
    assert_eq!(
        forged_outcomes(|_, list| list[0].1 = P),
        wrong(1, "nim[0] + nim[0]", N, P),
        "no move, misère play"
    );
    assert_eq!(
        forged_outcomes(|_, list| list[1].1 = N),
        wrong(2, "nim[0] + nim[1]", P, N),
        "P called N"
    );
    assert_eq!(
        forged_outcomes(|_, list| list[2].1 = P),
        wrong(3, "nim[0] + nim[2]", N, P),
        "N called P"
    );
    let draw = CertificateError::Draw {
        position: "nim[0] + nim[2]".into(),
    };
    assert_eq!(forged_outcomes(|_, list| list[2].1 = Outcome::D), draw);
    let first = missing(1, "nim[0] + nim[1]", "nim[0] + nim[0]");
    assert_eq!(
        forged_outcomes(|_, list| list.swap(0, 1)),
        first,
        "two rows swapped"
    );
    assert_eq!(
        forged_outcomes(|_, list| drop(list.remove(0))),
        first,
        "a row dropped"
    );
    let unsupported = missing(2, "nim[0] + nim[2]", "nim[0] + nim[1]");
    assert_eq!(
        forged_outcomes(|_, list| drop(list.remove(1))),
        unsupported,
        "the winning option dropped"
    );
    let unlisted = CertificateError::NotListed {
        position: "nim[1] + nim[2]".into(),
    };
    assert_eq!(
        forged_outcomes(|_, list| list.truncate(4)),
        unlisted,
        "the claim not listed"
    );
    let again = CertificateError::Repeated {
        entry: 6,
        position: "nim[0] + nim[0]".into(),
    };
    assert_eq!(forged_outcomes(|_, list| list.push(list[0].clone())), again);
    let illegal = CertificateError::NotAPosition {
        position: "nim[-1]".into(),
    };
    assert_eq!(
        forged_outcomes(|position, list| list.insert(0, (position(&[-1]), P))),
        illegal
    );
    let long = CertificateError::TooManyComponents {
        components: MAX_COMPONENTS + 1,
        most: MAX_COMPONENTS,
    };
    assert_eq!(
        forged_outcomes(|position, list| list.push((position(&[0; MAX_COMPONENTS + 1]), N))),
        long
    );
    // A position of the maximum length is accepted.
    let open =
        forged_outcomes(|position, list| list.insert(0, (position(&[1; MAX_COMPONENTS]), P)));
    assert!(
        matches!(open, CertificateError::NotEarlier { entry: 1, .. }),
        "{open:?}"
    );
}

#[test]
fn forged_claims_of_outcomes() {
    let mut world = world(&[MISERE, TRAP, EVERY]);
    let budget = Budget::generous();
    for (name, play, kind, rows) in [
        (
            "Misere",
            PlayConvention::Misere,
            SumKind::One,
            &[&[4i64][..]][..],
        ),
        ("Trap", PlayConvention::Normal, SumKind::One, &[&[4]]),
        (
            "Every",
            PlayConvention::Normal,
            SumKind::Every,
            &[&[3], &[6]],
        ),
    ] {
        let id = game(&mut world, name);
        let root = sum(&world, id, rows);
        let entries = outcomes(&world, conventions(play, kind), &root);
        let expected = entries.last().unwrap().1;
        let got = if expected == Outcome::P {
            Outcome::N
        } else {
            Outcome::P
        };
        let verdict = |play, kind, outcome| {
            check_outcomes(
                &world,
                conventions(play, kind),
                &root,
                outcome,
                &entries,
                &budget,
            )
        };
        assert!(verdict(play, kind, expected).is_ok());
        let position = root.show(&world);
        assert_eq!(
            verdict(play, kind, got),
            Err(CertificateError::ClaimedOutcome {
                position,
                expected,
                got
            }),
            "{name}"
        );
        // A list of outcomes under one convention proves nothing under another convention.
        let other = if play == PlayConvention::Misere {
            PlayConvention::Normal
        } else {
            PlayConvention::Misere
        };
        if name != "Trap" {
            assert!(
                matches!(
                    verdict(other, kind, expected),
                    Err(CertificateError::WrongOutcome { .. })
                ),
                "{name}"
            );
        }
    }
}

/// If two positions move to each other, a list with either position as P would be consistent.
#[test]
fn a_cycle_hidden_among_outcomes() {
    let mut world = world(&[RING]);
    let ring = game(&mut world, "ring");
    for (first, outcomes) in [
        (0, [Outcome::P, Outcome::N]),
        (0, [Outcome::N, Outcome::P]),
        (1, [Outcome::P, Outcome::N]),
    ] {
        let positions = [
            sum(&world, ring, &[&[first]]),
            sum(&world, ring, &[&[1 - first]]),
        ];
        let claim = CertificateClaim::Outcome {
            sum: positions[1].clone(),
            conventions: conventions(PlayConvention::Normal, SumKind::One),
            outcome: outcomes[1],
        };
        let proof = CertificateProof::Outcomes(positions.into_iter().zip(outcomes).collect());
        let expected = not_earlier(
            1,
            &format!("ring[{first}]"),
            &format!("ring[{}]", 1 - first),
        );
        assert_eq!(
            verdict(&world, &Certificate { claim, proof }),
            Err(expected)
        );
    }
}
