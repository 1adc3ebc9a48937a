//! Tests that forged texts are rejected: a change of any byte of a file is detected, and a file
//! with a new checksum is accepted only if its claim is true.

use crate::common::*;
use base::budget::Budget;
use certificate::{
    CertificateClaim, CertificateError, CertificateProof, ParsedCertificate, parse, write,
};
use rules::ast::PlayConvention;
use rules::game::SumKind;
use rules::play::SumPosition;

/// Returns small certificates with every kind of claim and proof.
fn texts() -> Vec<String> {
    let mut world = world(&[
        "# 取石子\ngame Take(S = {1, 2}) { state n in 0.. move k in S : [n - k] }",
        MISERE,
    ]);
    let (take, misere) = (game(&mut world, "take"), game(&mut world, "misere"));
    let both = SumPosition::canonical(vec![component(take, &[3]), component(take, &[1])], &world);
    let pair = sum(&world, misere, &[&[1], &[2]]);
    [
        value_certificate(&world, &both),
        outcome_certificate(
            &world,
            conventions(PlayConvention::Misere, SumKind::Upto(2)),
            &pair,
        ),
        period_certificate(take, &[1, 2], 0, 3),
    ]
    .iter()
    .map(|certificate| write(&world, certificate).unwrap())
    .collect()
}

#[test]
fn one_byte_changed_anywhere() {
    for text in texts() {
        assert!(parse(&text).unwrap().check(&Budget::generous()).is_ok());
        for at in 0..text.len() {
            for mask in [1u8, 2, 3, 4, 8, 16, 32, 64, 128] {
                let mut bytes = text.clone().into_bytes();
                bytes[at] ^= mask;
                let Ok(changed) = String::from_utf8(bytes) else {
                    continue;
                };
                let refused = refusal(&changed);
                assert!(
                    matches!(
                        refused,
                        CertificateError::Checksum { .. } | CertificateError::Syntax { .. }
                    ),
                    "{refused:?}\n{changed}"
                );
            }
        }
    }
}

#[test]
fn truncated_anywhere_or_continued() {
    for text in texts() {
        for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)) {
            assert!(matches!(
                refusal(&text[..end]),
                CertificateError::Checksum { .. } | CertificateError::Syntax { .. }
            ));
        }
        for more in ["\n", " ", "x", "\r\n", &text.clone()] {
            assert!(
                matches!(
                    refusal(&format!("{text}{more}")),
                    CertificateError::Checksum { .. } | CertificateError::Syntax { .. }
                ),
                "{more:?}"
            );
        }
        for more in ["\n", " \n", "Take(S = {1, 2})[0] = 0\n", "proof values 0\n"] {
            let refused = refusal(&sealed(&format!("{}{more}", body(&text))));
            let CertificateError::Syntax { expected, .. } = refused else {
                panic!("{refused:?}")
            };
            assert_eq!(expected.en, "the checksum");
        }
    }
}

/// Returns whether an accepted certificate is true, by the naive solver on its own rules. Games
/// whose play does not terminate are not decided.
fn is_true(parsed: &ParsedCertificate) -> bool {
    let ParsedCertificate {
        world, certificate, ..
    } = parsed;
    match &certificate.claim {
        CertificateClaim::Value { sum, value } => {
            value_certificate(world, sum).claim
                == CertificateClaim::Value {
                    sum: sum.clone(),
                    value: *value,
                }
        }
        CertificateClaim::Outcome {
            sum, conventions, ..
        } => outcome_certificate(world, *conventions, sum).claim == certificate.claim,
        CertificateClaim::Period {
            game,
            preperiod,
            period,
        } => {
            let CertificateProof::SubtractionPeriod { set, .. } = &certificate.proof else {
                return false;
            };
            let CertificateProof::SubtractionPeriod { values, .. } =
                period_certificate(*game, set, 200, *period).proof
            else {
                return false;
            };
            (*preperiod..200).all(|n| values[n as usize] == values[(n + period) as usize])
        }
        // This test contains no certificates with the following claims, which other tests forge.
        CertificateClaim::HeapPeriod(_)
        | CertificateClaim::Quotient(_)
        | CertificateClaim::PositionsQuotient { .. }
        | CertificateClaim::Law(_)
        | CertificateClaim::AllValues(_)
        | CertificateClaim::Partizan(_) => false,
    }
}

/// Changes one byte and updates the checksum. The byte may change the rules, but an accepted claim
/// is true of the changed rules.
#[test]
fn one_byte_forged_anywhere() {
    let (mut accepted, mut refused) = (0, 0);
    for text in texts() {
        let body = body(&text);
        for at in 0..body.len() {
            for byte in *b"0123459 \n=,[]PN+-kn.:" {
                let mut bytes = body.as_bytes().to_vec();
                bytes[at] = byte;
                let Ok(changed) = String::from_utf8(bytes) else {
                    continue;
                };
                if changed == body {
                    continue;
                }
                match parse(&sealed(&changed)) {
                    Ok(parsed) if parsed.check(&Budget::generous()).is_ok() => {
                        assert!(is_true(&parsed), "{changed}");
                        accepted += 1;
                    }
                    _ => refused += 1,
                }
            }
        }
    }
    // A changed byte is rarely accepted, except in a space, name or comment of the rule texts.
    assert!(
        accepted > 100 && refused > 10 * accepted,
        "{accepted} {refused}"
    );
}

#[test]
fn lines_that_are_wrong() {
    let whole = |count: &str, claim: &str, proof: &str| {
        let sources = format!("sources 1\nsource {} a\n{NIM}\n", NIM.len());
        sealed(&format!(
            "grundy certificate 1\n{sources}games {count}\nNim\nclaim {claim}\nproof {proof}\n"
        ))
    };
    let (claim, proof) = ("value 0 of Nim[0]", "values 1\nNim[0] = 0");
    assert!(
        parse(&whole("1", claim, proof))
            .unwrap()
            .check(&Budget::generous())
            .is_ok()
    );
    let line = |text: &str| match refusal(text) {
        CertificateError::Syntax { line, .. } => line,
        refused => panic!("{refused:?}\n{text}"),
    };
    for count in [
        "0",
        "01",
        "+1",
        "1 ",
        "-1",
        "",
        "one",
        "99999999999999999999",
    ] {
        let at = if count == "0" { 6 } else { 5 };
        assert_eq!(line(&whole(count, claim, proof)), at, "{count}");
    }
    assert_eq!(
        line(&whole("2\nNim", claim, proof)),
        7,
        "a game named twice"
    );
    for claim in [
        "",
        "value",
        "value 0",
        "value -1 of Nim[0]",
        "value 00 of Nim[0]",
        "value 0 of nim[0]",
        "value 0 of Nim[00]",
        "value 0 of Nim[0] ",
        "value 0 of Nim[0]+Nim[1]",
        "value 0 of Nim[0] + ",
        "value 0 of ",
        "value 0 of 00",
        "value 18446744073709551616 of 0",
        "value 0 of Nim[9223372036854775808]",
        "value 0 of Nim[0 ,1]",
        "value  0 of Nim[0]",
        "outcome X normal one of 0",
        "outcome P normal of 0",
        "outcome P misère one of 0",
        "outcome P normal upto of 0",
        "outcome P normal upto -1 of 0",
        "outcome p normal one of 0",
        "period 1 of Nim",
        "period 1 from 0 of Take",
        "period 1 from 0 of Nim[0]",
    ] {
        assert_eq!(line(&whole("1", claim, proof)), 7, "{claim}");
    }
    for proof in [
        "",
        "values",
        "values x",
        "outcomes -1",
        "subtraction {1} 2",
        "subtraction {1,2} values 0",
        "subtraction {01} values 0",
    ] {
        assert_eq!(line(&whole("1", claim, proof)), 8, "{proof}");
    }
    for row in [
        "Nim[0]",
        "Nim[0]=0",
        "Nim[0] = ",
        "Nim[0] = P",
        "Nim[0] = 0 ",
        " Nim[0] = 0",
        "Nim[0] + Nim[0] = 0",
        "Nim = 0",
        "",
    ] {
        assert_eq!(
            line(&whole("1", claim, &format!("values 1\n{row}"))),
            9,
            "{row}"
        );
    }
    for (row, at) in [
        ("outcomes 1\nNim[0] = 0", 9),
        ("subtraction {1} values 1\n1 = 0", 9),
        ("values 2\nNim[0] = 0", 10),
    ] {
        assert_eq!(line(&whole("1", claim, row)), at, "{row}");
    }
    for first in ["grundy certificate 2", "Grundy certificate 1", ""] {
        assert_eq!(line(&sealed(&format!("{first}\nsources 0\n"))), 1);
    }
    for head in [
        "source 1 ",
        "source x a",
        "source 1",
        "source 1 \u{7}",
        "source 99 a",
        "source 2 a",
    ] {
        let text = sealed(&format!(
            "grundy certificate 1\nsources 1\n{head}\n#\ngames 0\n"
        ));
        assert!(line(&text) >= 3, "{head}");
    }
    // The length of a rule text is rejected if the text would end inside a character.
    assert_eq!(
        line(&sealed(
            "grundy certificate 1\nsources 1\nsource 2 a\n取\ngames 0\n"
        )),
        3
    );
}
