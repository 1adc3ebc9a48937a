//! Tests that true certificates, built by a naive solver, are accepted in memory and as text.

use crate::common::*;
use base::budget::Budget;
use certificate::{Certificate, CertificateClaim, CertificateProof, check, parse, write};
use rules::ast::{EndCondition, PlayConvention};
use rules::game::{Conventions, Outcome, SumKind};
use rules::play::SumPosition;

#[test]
fn values_of_sums() {
    type Case<'a> = (&'a [&'a str], &'a str, &'a [&'a [i64]], &'a str);
    let cases: [Case<'_>; 7] = [
        (
            &[NIM],
            "Nim",
            &[&[3], &[4], &[5]],
            "nim[3] + nim[4] + nim[5] has the Grundy value 2 under normal play: the player to move wins",
        ),
        (
            &[NIM],
            "Nim",
            &[&[1], &[4], &[5]],
            "nim[1] + nim[4] + nim[5] has the Grundy value 0 under normal play: the player who just moved wins",
        ),
        (
            &[NIM],
            "Nim",
            &[],
            "0 has the Grundy value 0 under normal play: the player who just moved wins",
        ),
        (
            &[KAYLES],
            "Kayles",
            &[&[12]],
            "kayles[12] has the Grundy value 4 under normal play: the player to move wins",
        ),
        (
            &[TAKE],
            "Take",
            &[&[3], &[30]],
            "take[3] + take[30] has the Grundy value 1 under normal play: the player to move wins",
        ),
        (
            &[COINS],
            "Turtles",
            &[&[2], &[5], &[7]],
            "turtles[2] + turtles[5] + turtles[7] has the Grundy value 0 under normal play: the player who just moved wins",
        ),
        (
            &[CIRCLE, KAYLES],
            "Circle",
            &[&[9]],
            "circle[9] has the Grundy value 0 under normal play: the player who just moved wins",
        ),
    ];
    for (texts, name, rows, words) in cases {
        let mut world = world(texts);
        let id = game(&mut world, name);
        let certificate = value_certificate(&world, &sum(&world, id, rows));
        let checked =
            verdict(&world, &certificate).unwrap_or_else(|refused| panic!("{name}: {refused}"));
        assert_eq!(checked.claim.en, words);
        let CertificateProof::Values(entries) = certificate.proof else {
            unreachable!()
        };
        assert_eq!(checked.entries, entries.len());
    }
}

#[test]
fn values_show_outcomes() {
    let mut world = world(&[NIM, KAYLES]);
    let (nim, kayles) = (game(&mut world, "nim"), game(&mut world, "kayles"));
    let both = SumPosition::canonical(vec![component(nim, &[4]), component(kayles, &[12])], &world);
    let Certificate { proof, .. } = value_certificate(&world, &both);
    let claim = CertificateClaim::Outcome {
        sum: both,
        conventions: conventions(PlayConvention::Normal, SumKind::One),
        outcome: Outcome::P,
    };
    let checked = verdict(&world, &Certificate { claim, proof }).unwrap();
    assert_eq!(
        checked.claim.zh,
        "nim[4] + kayles[12] 在正常规则、每步动一个成分下为 P：后手胜"
    );
}

#[test]
fn outcomes_of_sums() {
    use SumKind::{Any, Every, One, Upto};
    type Case<'a> = (
        &'a str,
        &'a str,
        PlayConvention,
        SumKind,
        &'a [&'a [i64]],
        Outcome,
    );
    let cases: [Case<'_>; 10] = [
        (
            NIM,
            "Nim",
            PlayConvention::Normal,
            One,
            &[&[1], &[2], &[3]],
            Outcome::P,
        ),
        (
            NIM,
            "Nim",
            PlayConvention::Misere,
            One,
            &[&[1], &[1], &[1]],
            Outcome::P,
        ),
        (
            NIM,
            "Nim",
            PlayConvention::Normal,
            Upto(2),
            &[&[1], &[1], &[1]],
            Outcome::P,
        ),
        (
            NIM,
            "Nim",
            PlayConvention::Normal,
            Any,
            &[&[2], &[1]],
            Outcome::N,
        ),
        (
            MISERE,
            "Misere",
            PlayConvention::Misere,
            One,
            &[&[2], &[5]],
            Outcome::P,
        ),
        (
            MISERE,
            "Misere",
            PlayConvention::Misere,
            One,
            &[&[4]],
            Outcome::P,
        ),
        (
            GOAL,
            "Goal",
            PlayConvention::Normal,
            One,
            &[&[3, 2]],
            Outcome::P,
        ),
        (
            GOAL,
            "Goal",
            PlayConvention::Normal,
            One,
            &[&[4, 2]],
            Outcome::N,
        ),
        (
            TRAP,
            "Trap",
            PlayConvention::Normal,
            One,
            &[&[5]],
            Outcome::P,
        ),
        (
            EVERY,
            "Every",
            PlayConvention::Normal,
            Every,
            &[&[4], &[5]],
            Outcome::N,
        ),
    ];
    for (text, name, play, kind, rows, outcome) in cases {
        let mut world = world(&[text]);
        let id = game(&mut world, name);
        let certificate =
            outcome_certificate(&world, conventions(play, kind), &sum(&world, id, rows));
        let CertificateClaim::Outcome {
            outcome: claimed, ..
        } = certificate.claim
        else {
            unreachable!()
        };
        assert_eq!(claimed, outcome, "{name} {rows:?}: the naive solver");
        verdict(&world, &certificate)
            .unwrap_or_else(|refused| panic!("{name} {rows:?}: {refused}"));
    }
}

#[test]
fn sums_that_end_with_one_component() {
    let mut world = world(&[NIM]);
    let id = game(&mut world, "Nim");
    for (play, kind, rows, outcome) in [
        (PlayConvention::Normal, SumKind::One, [1, 2], Outcome::N),
        (PlayConvention::Misere, SumKind::One, [2, 2], Outcome::P),
        (PlayConvention::Misere, SumKind::One, [0, 2], Outcome::N),
        (PlayConvention::Normal, SumKind::Every, [3, 0], Outcome::P),
        (PlayConvention::Misere, SumKind::Any, [1, 1], Outcome::P),
    ] {
        let conventions = Conventions {
            until: EndCondition::One,
            ..conventions(play, kind)
        };
        let certificate = outcome_certificate(
            &world,
            conventions,
            &sum(&world, id, &[&rows[..1], &rows[1..]]),
        );
        let CertificateClaim::Outcome {
            outcome: claimed, ..
        } = certificate.claim
        else {
            unreachable!()
        };
        assert_eq!(
            claimed, outcome,
            "{conventions:?} {rows:?}: the naive solver"
        );
        let checked = verdict(&world, &certificate)
            .unwrap_or_else(|refused| panic!("{conventions:?} {rows:?}: {refused}"));
        assert!(
            checked.claim.en.contains("until one component has no move"),
            "{}",
            checked.claim.en
        );
        let text = write(&world, &certificate).unwrap();
        assert!(text.contains(" until one of "), "{text}");
        assert_eq!(
            parse(&text)
                .unwrap()
                .check(&Budget::generous())
                .unwrap()
                .claim,
            checked.claim
        );
    }
}

/// Even if play can cycle, a win by a terminating strategy is certified.
#[test]
fn a_win_in_a_game_with_cycles() {
    let mut world =
        world(&["game Walk { state n in 0..2 loopy goal n == 0 move : [n - 1] move : [n + 1] }"]);
    let walk = game(&mut world, "walk");
    let at = |n| sum(&world, walk, &[&[n]]);
    let entries = vec![
        (at(0), Outcome::P),
        (at(1), Outcome::N),
        (at(2), Outcome::P),
    ];
    let claim = CertificateClaim::Outcome {
        sum: at(2),
        conventions: conventions(PlayConvention::Normal, SumKind::One),
        outcome: Outcome::P,
    };
    verdict(
        &world,
        &Certificate {
            claim,
            proof: CertificateProof::Outcomes(entries),
        },
    )
    .unwrap();
}

#[test]
fn periods_of_subtraction_games() {
    let mut world = world(&[
        TAKE,
        "game Bash(m = 3) { state n in 0.. move k in 1..m : [n - k] }",
    ]);
    let bash = game(&mut world, "bash");
    let cases: [(&[i64], u64, u64); 5] = [
        (&[1, 3, 4], 0, 7),
        (&[1, 3, 4], 5, 14),
        (&[2, 5], 0, 7),
        (&[1], 0, 2),
        (&[2, 4, 7], 8, 3),
    ];
    for (set, preperiod, period) in cases {
        let game = take(&mut world, set);
        let certificate = period_certificate(game, set, preperiod, period);
        verdict(&world, &certificate).unwrap_or_else(|refused| panic!("{set:?}: {refused}"));
    }
    let checked = verdict(&world, &period_certificate(bash, &[1, 2, 3], 0, 4)).unwrap();
    assert_eq!(
        checked.claim.en,
        "Bash(m = 3): under normal play G(n + 4) = G(n) for every n ≥ 0"
    );
    assert!(
        checked.rests_on.en.contains("s in [1, 2, 3]"),
        "{}",
        checked.rests_on
    );
}

#[test]
fn the_text_of_a_certificate() {
    let mut world = world(&[TAKE]);
    let id = take(&mut world, &[2]);
    let certificate = value_certificate(&world, &sum(&world, id, &[&[2]]));
    let text = write(&world, &certificate).unwrap();
    assert_eq!(
        text,
        "grundy certificate 1\nsources 1\nsource 76 file0.game\n\
         game Take(S = {1, 3, 4}) { state n in 0.. move \"take {k}\" k in S : [n - k] }\n\
         games 1\nTake(S = {2})\nclaim value 1 of Take(S = {2})[2]\nproof values 2\n\
         Take(S = {2})[0] = 0\nTake(S = {2})[2] = 1\nchecksum 54a5103da171c34d\n"
    );
    let parsed = parse(&text).unwrap();
    assert_eq!(parsed.sources, [("file0.game".to_owned(), TAKE.to_owned())]);
    assert_eq!(write(&parsed.world, &parsed.certificate).unwrap(), text);
}

/// Rule texts are embedded verbatim, whatever characters they contain.
#[test]
fn rule_texts_with_anything_in_them() {
    let rules = "# checksum 0000000000000000\r\n# 取石子\ngame Ä｛ state n in 0.. ｝\n"
        .replace("｝", "move k in {1} : [n - k] ｝\n\n# grundy");
    let mut world = world(&[&rules]);
    let id = game(&mut world, "ä");
    let certificate = value_certificate(&world, &sum(&world, id, &[&[5]]));
    verdict(&world, &certificate).unwrap();
    let parsed = parse(&write(&world, &certificate).unwrap()).unwrap();
    assert_eq!(parsed.sources[0].1, rules);
}

/// Certifies every library game with a small start position, with the rule texts of the library.
#[test]
fn games_of_the_library() {
    let mut world = rules::world::World::with_library();
    for (name, rows) in [
        ("Cutting", &[&[6i64, 5][..]][..]),
        ("Wythoff", &[&[6, 4]]),
        ("MockTurtles", &[&[6], &[3]]),
        ("CircleKayles", &[&[8]]),
    ] {
        let id = game(&mut world, name);
        let certificate = value_certificate(&world, &sum(&world, id, rows));
        verdict(&world, &certificate).unwrap_or_else(|refused| panic!("{name}: {refused}"));
    }
    let subtract = game(&mut world, "Subtract");
    check(
        &world,
        &period_certificate(subtract, &[1, 3, 4], 0, 7),
        &Budget::generous(),
    )
    .unwrap();
}
