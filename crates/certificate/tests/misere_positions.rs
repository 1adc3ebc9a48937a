//! Tests certificates of misère quotients of positions that rules reach: a true certificate is
//! accepted, and forged certificates are rejected.

use base::budget::Budget;
use certificate::{
    Certificate, CertificateClaim, CertificateError, CertificateProof, PositionsProof, check,
    parse, write,
};
use rules::play::{Component, SumPosition};
use rules::world::World;

use crate::common::*;

/// The output of `grundy misere --file rows.game 'rows[5]' --certificate`: Kayles with up to five
/// pins.
const TEXT: &str = include_str!("misere_rows.cert");

fn read() -> (World, SumPosition, u64, PositionsProof) {
    let parsed = parse(TEXT).unwrap();
    match parsed.certificate {
        Certificate {
            claim: CertificateClaim::PositionsQuotient { sum, order },
            proof: CertificateProof::PositionsQuotient(proof),
        } => (parsed.world, sum, order, proof),
        other => panic!("{other:?}"),
    }
}

fn judged(
    world: &World,
    sum: &SumPosition,
    order: u64,
    proof: PositionsProof,
) -> Result<(), CertificateError> {
    let claim = CertificateClaim::PositionsQuotient {
        sum: sum.clone(),
        order,
    };
    check(
        world,
        &Certificate {
            claim,
            proof: CertificateProof::PositionsQuotient(proof),
        },
        &Budget::generous(),
    )
    .map(drop)
}

#[test]
fn a_true_one_is_accepted_and_written_as_it_was_read() {
    let parsed = parse(TEXT).unwrap();
    let checked = parsed.check(&Budget::generous()).unwrap();
    assert_eq!(
        checked.claim.en,
        "the misère quotient of the 6 positions reachable from rows[5] has order 12"
    );
    assert_eq!(write(&parsed.world, &parsed.certificate).unwrap(), TEXT);
}

#[test]
fn any_entry_that_is_changed_is_noticed() {
    let (world, sum, order, proof) = read();
    assert_eq!(judged(&world, &sum, order, proof.clone()), Ok(()));
    let refused = |forged: PositionsProof, what: &str| {
        assert!(judged(&world, &sum, order, forged).is_err(), "{what}")
    };
    for place in 0..proof.images.len() {
        for other in (0..=order).filter(|&other| other != proof.images[place].1) {
            let mut forged = proof.clone();
            forged.images[place].1 = other;
            refused(forged, &format!("image {place} {other}"));
        }
    }
    for place in 0..proof.table.len() {
        let (a, b) = (place as u64 / order, place as u64 % order);
        for other in (0..order).filter(|&other| other != proof.table[place]) {
            let mut forged = proof.clone();
            forged.table[place] = other;
            refused(forged.clone(), &format!("product {a} {b}"));
            // The entry of the mirrored product is changed too.
            forged.table[(b * order + a) as usize] = other;
            refused(forged, &format!("products {a} {b}"));
        }
    }
    for element in 0..order {
        let mut forged = proof.clone();
        match forged.lost.binary_search(&element) {
            Ok(at) => drop(forged.lost.remove(at)),
            Err(at) => forged.lost.insert(at, element),
        }
        refused(forged, &format!("lost {element}"));
    }
}

#[test]
fn the_list_holds_what_is_reached_and_nothing_else() {
    let (world, sum, order, proof) = read();
    let row = |n: i64| Component {
        game: proof.images[0].0.game,
        slots: [n].into(),
    };
    for place in 0..proof.images.len() {
        let mut forged = proof.clone();
        forged.images.remove(place);
        assert!(
            judged(&world, &sum, order, forged).is_err(),
            "without {place}"
        );
        let mut forged = proof.clone();
        forged.images.insert(place, proof.images[place].clone());
        let repeated = CertificateError::Repeated {
            entry: place + 2,
            position: format!("rows[{place}]"),
        };
        assert_eq!(judged(&world, &sum, order, forged), Err(repeated));
    }
    let mut forged = proof.clone();
    forged.images.swap(1, 2);
    assert_eq!(
        judged(&world, &sum, order, forged),
        Err(not_earlier(2, "rows[2]", "rows[1]"))
    );
    // A row of six pins is equivalent to a row of three pins, so the order of the quotient would
    // not change. No move of the reached positions leads to a row of six pins, so the list is
    // rejected.
    let mut forged = proof.clone();
    forged.images.push((row(6), 3));
    let Err(CertificateError::Quotient { reason }) = judged(&world, &sum, order, forged.clone())
    else {
        panic!("it is accepted")
    };
    assert_eq!(reason.en, "rows[6] is listed but cannot be reached");
    assert_eq!(
        judged(&world, &SumPosition(vec![row(6)]), order, forged),
        Ok(())
    );
    assert_eq!(
        judged(&world, &SumPosition(vec![row(7)]), order, proof.clone()),
        Err(CertificateError::NotListed {
            position: "rows[7]".into()
        })
    );
    assert!(judged(&world, &SumPosition(vec![row(4)]), order, proof.clone()).is_err());
    for other in [0, order - 1, order + 1, u64::MAX] {
        assert!(
            judged(&world, &sum, other, proof.clone()).is_err(),
            "order {other}"
        );
    }
}

/// A list of positions for other rules is rejected, even if the checksum of the file is correct.
#[test]
fn other_rules_have_another_quotient() {
    for (from, to) in [
        ("[n - 1 - i] move", "[n - 2 - i] move"),
        ("i in 0..n-2", "i in 1..n-2"),
        ("n - 2 - i] }", "n - 3 - i] }"),
    ] {
        let forged = body(TEXT).replacen(from, to, 1);
        assert_ne!(forged, body(TEXT));
        refusal(&sealed(&forged));
    }
}

#[test]
fn games_whose_sums_are_no_such_monoid_are_refused() {
    let proof = |component: Component| PositionsProof {
        lost: vec![],
        images: vec![(component, 0)],
        table: vec![0],
    };
    let judge = |text: &str, slots: &[i64]| {
        let mut world = world(&[text]);
        let game = game(&mut world, "g");
        let component = component(game, slots);
        judged(
            &world,
            &SumPosition(vec![component.clone()]),
            1,
            proof(component),
        )
    };
    assert_eq!(
        judge("game G { state n in 0.. move k in 1..n : [n - k] }", &[0]),
        Ok(())
    );
    assert!(matches!(
        judge("coins G { state n in 0.. move k in 1..n : [n - k] }", &[0]),
        Err(CertificateError::Quotient { .. })
    ));
    let goal = "game G { state n in 0.. move k in 1..n : [n - k] goal n == 7 }";
    assert_eq!(
        judge(goal, &[0]),
        Err(CertificateError::CanEnd { game: "G".into() })
    );
    assert!(matches!(
        judge("game G { state n in 0..9 move k in 1..n : [n - k] }", &[10]),
        Err(CertificateError::NotAPosition { .. })
    ));
}
