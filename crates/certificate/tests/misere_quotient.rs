//! Tests certificates of misère quotients: a true certificate is accepted, and forged certificates
//! are rejected.

use base::budget::Budget;
use certificate::{
    Certificate, CertificateClaim, CertificateProof, QuotientClaim, QuotientProof, check, parse,
    write,
};
use rules::world::World;

/// The output of `grundy misere 0.75 --period --certificate`: order 8, period 2 from 8, as
/// published.
const TEXT: &str = include_str!("misere_075.cert");

fn certificate() -> (QuotientClaim, QuotientProof) {
    let parsed = parse(TEXT).unwrap();
    match parsed.certificate {
        Certificate {
            claim: CertificateClaim::Quotient(claim),
            proof: CertificateProof::Quotient(proof),
        } => (claim, proof),
        other => panic!("{other:?}"),
    }
}

fn holds(claim: QuotientClaim, proof: QuotientProof) -> bool {
    let certificate = Certificate {
        claim: CertificateClaim::Quotient(claim),
        proof: CertificateProof::Quotient(proof),
    };
    check(&World::empty(), &certificate, &Budget::generous()).is_ok()
}

#[test]
fn a_true_one_is_accepted_and_written_as_it_was_read() {
    let parsed = parse(TEXT).unwrap();
    let checked = parsed.check(&Budget::generous()).unwrap();
    assert!(
        checked.claim.en.contains("all heaps has order 8"),
        "{}",
        checked.claim.en
    );
    assert_eq!(write(&World::empty(), &parsed.certificate).unwrap(), TEXT);
}

#[test]
fn any_entry_that_is_changed_is_noticed() {
    let (claim, proof) = certificate();
    let order = claim.order;
    assert!(holds(claim.clone(), proof.clone()));
    for place in 0..proof.images.len() {
        for other in (0..order).filter(|&other| other != proof.images[place]) {
            let mut forged = proof.clone();
            forged.images[place] = other;
            assert!(!holds(claim.clone(), forged), "image {place} {other}");
        }
    }
    for place in 0..proof.table.len() {
        let mut forged = proof.clone();
        forged.table[place] = (forged.table[place] + 1) % order;
        assert!(!holds(claim.clone(), forged), "product {place}");
        // The entry of the mirrored product is changed too.
        let mut forged = proof.clone();
        let (a, b) = (place as u64 / order, place as u64 % order);
        let other = (forged.table[place] + 1) % order;
        forged.table[place] = other;
        forged.table[(b * order + a) as usize] = other;
        assert!(!holds(claim.clone(), forged), "products {a} {b}");
    }
    for element in 0..order {
        let mut forged = proof.clone();
        match forged.lost.binary_search(&element) {
            Ok(at) => drop(forged.lost.remove(at)),
            Err(at) => forged.lost.insert(at, element),
        }
        assert!(!holds(claim.clone(), forged), "lost {element}");
    }
}

#[test]
fn a_period_that_is_false_or_not_shown_is_refused() {
    let (claim, proof) = certificate();
    let (from, period) = claim.period.unwrap();
    for forged in [
        (from - 1, period),
        (from, period + 1),
        (from, 0),
        (0, period),
        (from + 100, period),
        (u64::MAX, u64::MAX),
        (from, period - 1),
    ] {
        assert!(
            !holds(
                QuotientClaim {
                    period: Some(forged),
                    ..claim.clone()
                },
                proof.clone()
            ),
            "{forged:?}"
        );
    }
    assert!(holds(
        QuotientClaim {
            period: None,
            ..claim.clone()
        },
        proof.clone()
    ));
    for forged in ["0.77", "0.57", "0.7", "0.755", "0.[75]", "x"] {
        assert!(
            !holds(
                QuotientClaim {
                    code: forged.to_owned(),
                    ..claim.clone()
                },
                proof.clone()
            ),
            "{forged}"
        );
    }
    for (heaps, order) in [
        (claim.heaps + 1, claim.order),
        (claim.heaps, claim.order + 1),
        (claim.heaps, 0),
        (claim.heaps, u64::MAX),
    ] {
        assert!(
            !holds(
                QuotientClaim {
                    heaps,
                    order,
                    ..claim.clone()
                },
                proof.clone()
            ),
            "{heaps} {order}"
        );
    }
}

/// If the last heaps are omitted, the remaining heaps are too few to prove the period, but still
/// prove their own quotient.
#[test]
fn fewer_heaps_show_less() {
    let (mut claim, mut proof) = certificate();
    let from_and_period = claim.period.unwrap();
    let needed = 2 * (from_and_period.0 + from_and_period.1) + 2 - 1;
    proof.images.truncate(needed as usize);
    claim.heaps = needed;
    assert!(holds(claim.clone(), proof.clone()));
    proof.images.pop();
    claim.heaps -= 1;
    assert!(!holds(claim.clone(), proof.clone()));
    claim.period = None;
    assert!(holds(claim, proof));
}
