//! Compares the words found for given digits on some tracks with a search through all words of the
//! same length.

use std::collections::BTreeSet;

use automata::{Automaton, Track, words};
use base::budget::Budget;
use fastrand::Rng;

use crate::random::{self, accepts, automaton, tracks};

#[test]
fn accepted_words_with_given_digits() {
    let budget = Budget::generous();
    let mut rng = Rng::with_seed(5);
    let (mut met, mut cut) = (0, 0);
    for _ in 0..400 {
        let base = rng.u8(2..=3);
        let atoms: Vec<Automaton> = (0..rng.usize(1..3))
            .map(|_| {
                let tracks = tracks(&mut rng, 4, 2);
                automaton(&mut rng, base, &tracks, 4)
            })
            .collect();
        let atoms: Vec<&Automaton> = atoms.iter().collect();
        let letters = rng.usize(0..=3);
        let given: Vec<(Track, Vec<u8>)> = tracks(&mut rng, 4, 2)
            .into_iter()
            .map(|track| {
                (
                    track,
                    (0..rng.usize(0..=letters))
                        .map(|_| rng.u8(0..base))
                        .collect(),
                )
            })
            .collect();
        let mut all: Vec<Track> = atoms
            .iter()
            .flat_map(|atom| atom.tracks())
            .chain(given.iter().map(|(track, _)| track))
            .copied()
            .collect();
        all.sort_unstable();
        all.dedup();
        let holds = |word: &Vec<(Track, Vec<u8>)>| {
            let agrees = |(track, digits): &(Track, Vec<u8>)| {
                let own = &word.iter().find(|(own, _)| own == track).unwrap().1;
                let (zeros, rest) = own.split_at(letters - digits.len());
                zeros.iter().all(|&zero| zero == 0) && rest == digits
            };
            given.iter().all(agrees) && atoms.iter().all(|atom| accepts(atom, word))
        };
        let expected: BTreeSet<Vec<(Track, Vec<u8>)>> = random::words(base, &all, letters)
            .into_iter()
            .filter(|word| holds(word))
            .collect();
        let listed = |most: usize| {
            let (found, complete) = words(&atoms, &given, letters, most, &budget).unwrap();
            let digits = |word: &automata::DigitWord| {
                word.tracks()
                    .iter()
                    .map(|&track| (track, word.digits(track).unwrap()))
                    .collect()
            };
            let set: BTreeSet<Vec<(Track, Vec<u8>)>> = found.iter().map(digits).collect();
            assert_eq!(set.len(), found.len(), "each once");
            (set, complete)
        };
        assert_eq!(listed(usize::MAX), (expected.clone(), true));
        met += expected.len();
        if expected.len() > 2 {
            let (some, complete) = listed(2);
            assert!(!complete && some.len() == 2 && some.is_subset(&expected));
            cut += 1;
        }
    }
    assert!(met > 500 && cut > 50, "{met} words, {cut} lists cut");
}
