//! Tests that forged periods are rejected, and that rules without the shape of a subtraction game
//! are rejected.

use crate::common::*;
use certificate::{Certificate, CertificateClaim, CertificateError, CertificateProof};

/// Returns the error for a forged certificate of the period 7 of {1, 3, 4}.
fn forged(forge: impl Fn(&mut u64, &mut u64, &mut Vec<i64>, &mut Vec<u64>)) -> CertificateError {
    let mut world = world(&[TAKE]);
    let game = game(&mut world, "take");
    let mut certificate = period_certificate(game, &[1, 3, 4], 0, 7);
    assert!(verdict(&world, &certificate).is_ok());
    let Certificate {
        claim: CertificateClaim::Period {
            preperiod, period, ..
        },
        proof: CertificateProof::SubtractionPeriod { set, values },
    } = &mut certificate
    else {
        unreachable!()
    };
    forge(preperiod, period, set, values);
    verdict(&world, &certificate).unwrap_err()
}

fn short(expected: u64, got: u64) -> CertificateError {
    CertificateError::ShortWindow { expected, got }
}

#[test]
fn forged_periods() {
    let not_periodic = |n, expected, got| CertificateError::NotPeriodic { n, expected, got };
    assert_eq!(
        forged(|_, period, _, _| *period = 6),
        not_periodic(0, 0, 2),
        "a wrong period"
    );
    assert_eq!(forged(|_, period, _, _| *period = 2), not_periodic(2, 0, 2));
    assert_eq!(
        forged(|_, period, _, _| *period = 0),
        CertificateError::NoPeriod
    );
    assert_eq!(
        forged(|_, _, _, values| values.truncate(10)),
        short(11, 10),
        "the window too short"
    );
    assert_eq!(forged(|preperiod, _, _, _| *preperiod = 1), short(12, 11));
    assert_eq!(
        forged(|_, period, _, _| *period = u64::MAX),
        short(u64::MAX, 11)
    );
    assert_eq!(
        forged(|preperiod, _, _, _| *preperiod = u64::MAX),
        short(u64::MAX, 11)
    );
    let wrong = |entry, n, expected, got| CertificateError::WrongValue {
        entry,
        position: format!("take[{n}]"),
        expected,
        got,
    };
    assert_eq!(
        forged(|_, _, _, values| values[10] = 0),
        wrong(11, 10, 1, 0),
        "a value changed"
    );
    assert_eq!(forged(|_, _, _, values| values[0] = 7), wrong(1, 0, 0, 7));
    assert_eq!(
        forged(|_, _, _, values| values.push(9)),
        wrong(12, 11, 2, 9),
        "a value too many"
    );
    for other in [
        &[1, 3][..],
        &[1, 3, 4, 5],
        &[4, 3, 1],
        &[1, 3, 3, 4],
        &[],
        &[1, 3, i64::MAX],
        &[-1, 3, 4],
    ] {
        let expected = CertificateError::OtherSet {
            game: "Take(S = {1, 3, 4})".into(),
            expected: vec![1, 3, 4],
            got: other.to_vec(),
        };
        assert_eq!(
            forged(|_, _, set, _| *set = other.to_vec()),
            expected,
            "another set"
        );
    }
}

/// The first four values of {1, 4} repeat at distance 2, because no move can remove 4 yet. A window
/// that is too short would prove this false period.
#[test]
fn a_window_that_would_mislead() {
    let mut world = world(&[TAKE]);
    let game = take(&mut world, &[1, 4]);
    let certificate = Certificate {
        claim: CertificateClaim::Period {
            game,
            preperiod: 0,
            period: 2,
        },
        proof: CertificateProof::SubtractionPeriod {
            set: vec![1, 4],
            values: vec![0, 1, 0, 1],
        },
    };
    assert_eq!(verdict(&world, &certificate), Err(short(6, 4)));
}

/// For all small subtraction sets, exactly the true periods are accepted: no window is too short,
/// and no window is longer than necessary.
#[test]
fn exactly_the_true_periods() {
    const SEEN: u64 = 100;
    let mut world = world(&[TAKE]);
    let mut counts = [0, 0];
    for bits in 1..64 {
        let set: Vec<i64> = (1..=6).filter(|s| bits >> (s - 1) & 1 == 1).collect();
        let game = take(&mut world, &set);
        let CertificateProof::SubtractionPeriod { values, .. } =
            period_certificate(game, &set, 0, SEEN).proof
        else {
            unreachable!()
        };
        for (preperiod, period) in
            (0..6).flat_map(|preperiod| (1..14).map(move |period| (preperiod, period)))
        {
            let is_true = (preperiod..SEEN - period)
                .all(|n| values[n as usize] == values[(n + period) as usize]);
            let certificate = period_certificate(game, &set, preperiod, period);
            let accepted =
                certificate::check(&world, &certificate, &base::budget::Budget::generous()).is_ok();
            assert_eq!(accepted, is_true, "{set:?} {preperiod} {period}");
            counts[usize::from(is_true)] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 500), "{counts:?}");
}

#[test]
fn other_shapes_of_rules() {
    let cases = [
        (
            "state n in 1.. move k in {1} : [n - k]",
            "the state of the game is not one number `n in 0..`",
        ),
        (
            "state n in 0..9 move k in {1} : [n - k]",
            "the state of the game is not one number `n in 0..`",
        ),
        (
            "state n in 0.., m in 0.. move k in {1} : [n - k, m]",
            "the state of the game is not one number `n in 0..`",
        ),
        (
            "state n in 0.. require n != 5 move k in {1} : [n - k]",
            "the game has a `require`, `goal`, `trap` or `urgent`",
        ),
        (
            "state n in 0.. goal n == 5 move k in {1} : [n - k]",
            "the game has a `require`, `goal`, `trap` or `urgent`",
        ),
        (
            "state n in 0.. trap n == 5 move k in {1} : [n - k]",
            "the game has a `require`, `goal`, `trap` or `urgent`",
        ),
        (
            "state n in 0.. move k in {1} when n != 9 : [n - k]",
            "a move has a condition",
        ),
        (
            "state n in 0.. move k in {1} when k < 9 : [n - k]",
            "a move has a condition",
        ),
        (
            "state n in 0.. move when n < 99 : [n - 1]",
            "a move does not have exactly one choice",
        ),
        (
            "state n in 0.. move k in {1}, j in {0} : [n - k]",
            "a move does not have exactly one choice",
        ),
        (
            "state n in 0.. move k in {1} : [n - k] + [0]",
            "a move does not leave exactly [n - s]",
        ),
        (
            "state n in 0.. move k in {1} : [n - 1]",
            "a move does not leave exactly [n - s]",
        ),
        (
            "state n in 0.. move k in {1} : [k - n]",
            "a move does not leave exactly [n - s]",
        ),
        (
            "state n in 0.. move k in {1} : [n - 2 * k]",
            "a move does not leave exactly [n - s]",
        ),
        (
            "state n in 0.. move k in {1} : { n -= k }",
            "a move does not leave exactly [n - s]",
        ),
        (
            "state n in 0.. move k in {1} : nothing",
            "a move does not leave exactly [n - s]",
        ),
        (
            "state n in 0.. move k in {1} : [n - k] for i in 1..1",
            "a move does not leave exactly [n - s]",
        ),
        (
            "state n in 0.. move k in {1} : Take[n - k]",
            "a move does not leave exactly [n - s]",
        ),
        (
            "state n in 0.. move (k, j) in {(1, 2)} : [n - k]",
            "a choice is not from a finite set or range of constants",
        ),
        (
            "state n in 0.. move k in 1..n : [n - k]",
            "a choice is not from a finite set or range of constants",
        ),
        (
            "state n in 0.. move k in 1.. : [n - k]",
            "a choice is not from a finite set or range of constants",
        ),
        (
            "state n in 0.. move k in {1, n} : [n - k]",
            "a choice is not from a finite set or range of constants",
        ),
        (
            "state n in 0.. move k in {2 ** i for i in 0..} : [n - k]",
            "a choice is not from a finite set or range of constants",
        ),
        (
            "state n in 0.. move k in {0, 1} : [n - k]",
            "the game subtracts 0, but a move must subtract at least 1",
        ),
        (
            "state n in 0.. move k in 0..0 : [n - k]",
            "the game subtracts 0, but a move must subtract at least 1",
        ),
        (
            "state n in 0.. move k in 1..2 : [n - k]",
            "1..2 contains more numbers than the proof lists",
        ),
        (
            "state n in 0.. move k in -9223372036854775807..9223372036854775807 : [n - k]",
            "-9223372036854775807..9223372036854775807 contains more numbers than the proof lists",
        ),
    ];
    for (body, reason) in cases {
        let mut world = world(&[TAKE, &format!("game Odd {{ {body} }}")]);
        let game = game(&mut world, "odd");
        let refused = verdict(&world, &period_certificate(game, &[1], 0, 2)).unwrap_err();
        let CertificateError::NotSubtraction {
            game,
            reason: given,
        } = refused
        else {
            panic!("{body}: {refused:?}")
        };
        assert_eq!(
            (game.as_str(), given.en.as_str()),
            ("Odd", reason),
            "{body}"
        );
    }
    // Only rules of the accepted shape are accepted, whatever their meaning is. A strict game with
    // the shape of a subtraction game is rejected because it has an error at 0.
    let mut world = world(&["game Odd { strict state n in 0.. move k in {1} : [n - k] }"]);
    let game = game(&mut world, "odd");
    let refused = verdict(&world, &period_certificate(game, &[1], 0, 2)).unwrap_err();
    assert!(
        matches!(refused, CertificateError::Rule { ref position, .. } if position == "odd[0]"),
        "{refused:?}"
    );
}

#[test]
fn kinds_that_do_not_fit() {
    let mut world = world(&[TAKE]);
    let game = game(&mut world, "take");
    let period = period_certificate(game, &[1, 3, 4], 0, 7);
    let value = value_certificate(&world, &sum(&world, game, &[&[3]]));
    for (claim, proof) in [(period.claim, value.proof), (value.claim, period.proof)] {
        assert_eq!(
            verdict(&world, &Certificate { claim, proof }),
            Err(CertificateError::WrongProof)
        );
    }
}
