//! Tests that certificates with wrong rule texts are rejected, and that texts that could not be
//! parsed again are not written.

use crate::common::*;
use base::budget::Budget;
use certificate::{
    Certificate, CertificateClaim, CertificateError, CertificateProof, parse, write,
};
use rules::ast::PlayConvention;
use rules::game::{Outcome, SumKind};
use rules::play::SumPosition;
use rules::world::World;

#[test]
fn other_rules_embedded() {
    let mut nim = world(&[NIM]);
    let id = game(&mut nim, "nim");
    let text = write(&nim, &value_certificate(&nim, &sum(&nim, id, &[&[4]]))).unwrap();
    // The certificate lists the values of Nim, but its rules only allow removing one to three
    // tokens.
    let short = text.replace("k in 1..n :", "k in 1..3 :");
    let expected = CertificateError::WrongValue {
        entry: 5,
        position: "nim[4]".into(),
        expected: 0,
        got: 4,
    };
    assert_eq!(refusal(&sealed(body(&short))), expected);
    // If the rules allow removing one to nine tokens, the claim is true, but the rules differ from
    // the rules of the world.
    let nine = parse(&sealed(body(&text.replace("k in 1..n :", "k in 1..9 :")))).unwrap();
    assert!(nine.check(&Budget::generous()).is_ok());
    assert_eq!(
        nine.check_rules(&nim),
        Err(CertificateError::OtherRules { game: "Nim".into() })
    );
    assert_eq!(
        nine.check_rules(&World::empty()),
        Err(CertificateError::OtherRules { game: "Nim".into() })
    );
    assert_eq!(parse(&text).unwrap().check_rules(&nim), Ok(()));
}

#[test]
fn rule_texts_that_are_wrong() {
    let text = |sources: &str, games: &str, claim: &str| {
        sealed(&format!(
            "grundy certificate 1\n{sources}{games}claim {claim}\nproof values 0\n"
        ))
    };
    let nim = format!("source {} a\n{NIM}\n", NIM.len());
    let (one, two) = (
        format!("sources 1\n{nim}"),
        format!("sources 2\n{nim}{nim}"),
    );
    assert_eq!(
        refusal(&text(&two, "games 0\n", "value 0 of 0")),
        CertificateError::DeclaredTwice { game: "Nim".into() }
    );
    assert!(matches!(
        refusal(&text(
            "sources 1\nsource 4 a\ngame\n",
            "games 0\n",
            "value 0 of 0"
        )),
        CertificateError::Source { .. }
    ));
    for title in [
        "Kayles",
        "nim",
        "Nim(3)",
        "Nim()",
        "Nim[3]",
        "Nim + Nim",
        "",
        "[3]",
        "2 * Nim",
        "Ｎim",
        "Nim ",
    ] {
        let refused = refusal(&text(&one, &format!("games 1\n{title}\n"), "value 0 of 0"));
        assert!(
            matches!(refused, CertificateError::Game { .. }),
            "{title}: {refused:?}"
        );
    }
    let circle = format!("sources 1\nsource {} a\n{CIRCLE}\n", CIRCLE.len());
    let refused = refusal(&text(&circle, "games 1\nCircle\n", "value 0 of 0"));
    assert!(
        matches!(&refused, CertificateError::Game { title, .. } if title == "Circle"),
        "a linked game is missing: {refused:?}"
    );
    // If no field is forged, the text of the certificate is accepted.
    assert!(
        parse(&text(&one, "games 1\nNim\n", "value 0 of 0"))
            .unwrap()
            .check(&Budget::generous())
            .is_ok()
    );
}

/// Two equal coins cancel, so a sum that contains both is not canonical.
#[test]
fn coins_that_cancel() {
    let mut world = world(&[COINS]);
    let turtles = game(&mut world, "turtles");
    let text = write(
        &world,
        &value_certificate(&world, &sum(&world, turtles, &[&[2], &[3]])),
    )
    .unwrap();
    let twice = sealed(body(
        &text.replace("of Turtles[2] + Turtles[3]", "of Turtles[3] + Turtles[3]"),
    ));
    assert!(matches!(refusal(&twice), CertificateError::Syntax { .. }));
}

#[test]
fn what_cannot_be_written() {
    let mut world = World::empty();
    world.load("two\nlines", NIM).unwrap();
    let nim = game(&mut world, "nim");
    let certificate = |world: &World, sum: SumPosition| {
        let claim = CertificateClaim::Outcome {
            sum,
            conventions: conventions(PlayConvention::Normal, SumKind::One),
            outcome: Outcome::P,
        };
        write(
            world,
            &Certificate {
                claim,
                proof: CertificateProof::Values(vec![]),
            },
        )
    };
    let position = sum(&world, nim, &[&[1]]);
    assert_eq!(
        certificate(&world, position.clone()),
        Err(CertificateError::FileName {
            name: "two\nlines".into()
        })
    );
    // After a game's name is redefined, a certificate that uses both definitions of the name cannot
    // be written.
    world.load("later", TAKE).unwrap();
    world.load("latest", &format!("{NIM} # again")).unwrap();
    let again = game(&mut world, "nim");
    let mut renamed = crate::common::world(&[NIM]);
    let first = game(&mut renamed, "nim");
    renamed.load("again", &format!("{NIM} # again")).unwrap();
    let second = game(&mut renamed, "nim");
    assert_ne!((nim, first), (again, second));
    let both = SumPosition::canonical(
        vec![component(first, &[1]), component(second, &[1])],
        &renamed,
    );
    assert_eq!(
        certificate(&renamed, both),
        Err(CertificateError::DeclaredTwice { game: "Nim".into() })
    );
}
