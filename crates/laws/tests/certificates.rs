//! Certificates of laws: each found law is written, read again and accepted; what is damaged is refused.

use base::budget::Budget;
use certificate::{parse, write};

use crate::proofs::{FOUND, looked_for};

#[test]
fn laws_are_certified() {
    let budget = Budget::generous();
    for (text, measure, kind, system, play) in FOUND {
        let (world, game, found) = looked_for(text, measure, *kind, *system, *play);
        let proof = found.proof.unwrap();
        let begin = std::time::Instant::now();
        let made = laws::certificate(&world, game, &found.law, &proof, &budget).unwrap_or_else(|halt| panic!("{text}: {halt:?}"));
        let written = write(&world, &made).unwrap();
        let (wrote, begin) = (begin.elapsed(), std::time::Instant::now());
        let read = parse(&written).unwrap();
        assert_eq!(write(&read.world, &read.certificate).unwrap(), written, "{text}");
        let checked = read.check(&budget).unwrap_or_else(|refused| panic!("{text}: {refused}"));
        println!("{} bytes, {} rows, written in {wrote:?}, checked in {:?}: {} ({})", written.len(), checked.entries, begin.elapsed(), checked.claim.en, checked.rests_on.en);
        assert!(written.len() < 1_000_000, "{text}");
    }
}
