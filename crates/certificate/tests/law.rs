//! Tests the certificate of a law: the true certificate is accepted, and a change of any number is
//! detected or does not change the meaning of the law. The tests of the crate `laws`, which finds
//! laws, certify laws of other games and change these certificates.

use base::budget::Budget;
use certificate::{
    Certificate, CertificateClaim, CertificateProof, LawClaim, LawKind, LawProof, check, parse,
    write,
};
use rules::ast::PlayConvention;
use rules::world::World;

/// The certificate of Bash with at most three tokens per move: the Grundy value of n is n modulo 4.
const TEXT: &str = include_str!("law_bash.cert");

fn read() -> (World, LawClaim, LawProof) {
    let parsed = parse(TEXT).unwrap();
    match parsed.certificate {
        Certificate {
            claim: CertificateClaim::Law(claim),
            proof: CertificateProof::Law(proof),
        } => (parsed.world, claim, proof),
        other => panic!("{other:?}"),
    }
}

fn holds(world: &World, claim: &LawClaim, proof: LawProof) -> bool {
    check(
        world,
        &Certificate {
            claim: CertificateClaim::Law(claim.clone()),
            proof: CertificateProof::Law(proof),
        },
        &Budget::generous(),
    )
    .is_ok()
}

#[test]
fn a_true_one_is_accepted_and_written_as_it_was_read() {
    let parsed = parse(TEXT).unwrap();
    let checked = parsed.check(&Budget::generous()).unwrap();
    let claim = "G: an automaton with 14 nodes reads base 2 and gives, for every position, its Grundy value under normal play";
    assert_eq!(checked.claim.en, claim);
    assert_eq!(
        checked.claim.zh,
        "G：有 14 个结点、读取 2 进制的自动机对每个局面给出正常规则下的 Grundy 值"
    );
    assert_eq!(checked.entries, 43);
    assert_eq!(write(&parsed.world, &parsed.certificate).unwrap(), TEXT);
}

#[test]
fn every_edge_and_mark_of_the_law_is_looked_at() {
    let (world, claim, proof) = read();
    // This law needs all of its nodes: any other machine with as many nodes and the same meaning
    // only renumbers the nodes.
    for edge in 0..proof.law.next.len() {
        for to in (0..14).filter(|to| *to != proof.law.next[edge]) {
            let mut forged = proof.clone();
            forged.law.next[edge] = to;
            assert!(!holds(&world, &claim, forged), "edge {edge} to {to}");
        }
    }
    for node in 0..14 {
        let mut forged = proof.clone();
        match forged.law.accepting.binary_search(&node) {
            Ok(place) => drop(forged.law.accepting.remove(place)),
            Err(place) => forged.law.accepting.insert(place, node),
        }
        assert!(!holds(&world, &claim, forged), "mark {node}");
    }
}

#[test]
fn rows_weights_and_conventions_are_looked_at() {
    let (world, claim, proof) = read();
    let refused = |change: &dyn Fn(&mut LawClaim, &mut LawProof)| {
        let (mut claim, mut proof) = (claim.clone(), proof.clone());
        change(&mut claim, &mut proof);
        assert!(!holds(&world, &claim, proof));
    };
    for cover in 0..2 {
        refused(&|_, proof| drop(proof.covers.remove(cover)));
        refused(&|_, proof| proof.covers.swap(0, 1));
        for row in 0..proof.covers[cover].rows.len() {
            refused(&|_, proof| proof.covers[cover].rows[row].states.clear());
            refused(&|_, proof| proof.covers[cover].rows[row].node = u32::MAX);
            refused(&|_, proof| proof.covers[cover].rows[row].states[0].clause = 7);
            // A row has no successors if no longer word belongs to the domain.
            if !proof.covers[cover].rows[row].next.is_empty() {
                refused(&|_, proof| proof.covers[cover].rows[row].next.truncate(0));
                refused(&|_, proof| proof.covers[cover].rows[row].next[0] = u32::MAX);
            }
        }
    }
    for weights in [
        vec![],
        vec![0],
        vec![-1],
        vec![1, 1],
        vec![i128::MAX],
        vec![i128::MIN],
    ] {
        refused(&|_, proof| proof.weights.clone_from(&weights));
    }
    refused(&|_, proof| proof.floor = 1);
    refused(&|_, proof| proof.machines.push(proof.law.clone()));
    refused(&|claim, _| claim.play = PlayConvention::Misere);
    for kind in [LawKind::Powers, LawKind::Outcomes] {
        refused(&|claim, _| claim.kind = kind);
    }
    for expansion in [
        vec![],
        vec![0],
        vec![1],
        vec![3],
        vec![17],
        vec![1, 1],
        vec![1, 0],
        vec![0, 1],
        vec![1, 2],
    ] {
        refused(&|claim, _| claim.expansion.clone_from(&expansion));
    }
}
