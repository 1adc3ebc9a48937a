//! Compares operations on automata on all short words.

use automata::{Automaton, AutomatonError, Track};
use base::budget::{Budget, StopReason};
use fastrand::Rng;

use crate::random::{accepts, automaton, tracks, words};

fn random(rng: &mut Rng, base: u8) -> Automaton {
    let tracks = tracks(rng, 4, 2);
    let states = rng.usize(1..6);
    automaton(rng, base, &tracks, states)
}

/// Returns a number of letters for which few words exist.
fn longest(base: u8, tracks: usize) -> usize {
    (0..6)
        .rfind(|&letters| usize::from(base).pow((letters * tracks) as u32) <= 2000)
        .unwrap_or(0)
}

#[test]
fn products_are_those_of_the_words() {
    let budget = Budget::generous();
    let mut rng = Rng::with_seed(1);
    for round in 0..300 {
        let base = [2, 3][round % 2];
        let (a, b) = (random(&mut rng, base), random(&mut rng, base));
        let (and, or, minus) = (
            a.and(&b, &budget).unwrap(),
            a.or(&b, &budget).unwrap(),
            a.minus(&b, &budget).unwrap(),
        );
        let complement = a.complement();
        let tracks = and.tracks().to_vec();
        for letters in 0..=longest(base, tracks.len()) {
            for word in words(base, &tracks, if tracks.is_empty() { 0 } else { letters }) {
                let (x, y) = (accepts(&a, &word), accepts(&b, &word));
                assert_eq!(accepts(&and, &word), x && y);
                assert_eq!(accepts(&or, &word), x || y);
                assert_eq!(accepts(&minus, &word), x && !y);
                assert_eq!(accepts(&complement, &word), !x);
            }
        }
        let both_ways = a
            .complement()
            .or(&b.complement(), &budget)
            .unwrap()
            .complement();
        assert_eq!(
            and,
            both_ways.minimised(&budget).unwrap(),
            "equal sets are written alike"
        );
    }
}

/// Returns the number of classes of nodes by Moore's rounds: the reference implementation.
fn least_nodes(of: &Automaton) -> usize {
    let mut reached = vec![0u32];
    let mut at = 0;
    while at < reached.len() {
        for digit in 0..of.base() {
            let to = of.next(reached[at], digit);
            if !reached.contains(&to) {
                reached.push(to);
            }
        }
        at += 1;
    }
    let mut class: Vec<usize> = (0..of.nodes() as u32)
        .map(|node| 2 * of.phase(node) + usize::from(of.accepts(node)))
        .collect();
    loop {
        let kind = |node: u32| {
            let after = (0..of.base())
                .map(|digit| class[of.next(node, digit) as usize])
                .collect::<Vec<_>>();
            (class[node as usize], after)
        };
        let mut kinds: Vec<_> = reached.iter().map(|&node| kind(node)).collect();
        kinds.sort();
        kinds.dedup();
        let new: Vec<usize> = (0..of.nodes() as u32)
            .map(|node| kinds.binary_search(&kind(node)).unwrap_or(usize::MAX))
            .collect();
        let count = |class: &[usize]| {
            let mut list: Vec<usize> = reached.iter().map(|&node| class[node as usize]).collect();
            list.sort_unstable();
            list.dedup();
            list.len()
        };
        if count(&new) == count(&class) {
            return count(&new);
        }
        class = new;
    }
}

#[test]
fn the_least_automaton_is_least_and_canonical() {
    let budget = Budget::generous();
    let mut rng = Rng::with_seed(2);
    for round in 0..300 {
        let base = [2, 3, 4][round % 3];
        let tracks = tracks(&mut rng, 5, 3);
        let states = rng.usize(1..12);
        let a = automaton(&mut rng, base, &tracks, states);
        let least = a.minimised(&budget).unwrap();
        assert_eq!(
            least.nodes(),
            if tracks.is_empty() {
                1
            } else {
                least_nodes(&a)
            }
        );
        assert_eq!(a.same(&least, &budget).unwrap(), None);
        assert_eq!(least.minimised(&budget).unwrap(), least);
        // Building an automaton again from its states, in another order, gives the identical
        // automaton.
        let built = Automaton::build(
            base,
            tracks,
            a.start(),
            |&node, _, digit| a.next(node, digit),
            |&node| a.accepts(node),
            &budget,
        );
        assert_eq!(built.unwrap(), least);
    }
}

#[test]
fn witnesses_are_shortest_and_tell_sets_apart() {
    let budget = Budget::generous();
    let mut rng = Rng::with_seed(3);
    for _ in 0..300 {
        let (a, b) = (random(&mut rng, 2), random(&mut rng, 2));
        let differ = a
            .minus(&b, &budget)
            .unwrap()
            .or(&b.minus(&a, &budget).unwrap(), &budget)
            .unwrap();
        let word = a.same(&b, &budget).unwrap();
        assert_eq!(word.is_none(), differ.is_empty());
        assert_eq!(word.is_none(), differ.witness().is_none());
        let Some(word) = word else { continue };
        assert_eq!(word.letters(), differ.witness().unwrap().letters());
        let digits: Vec<(Track, Vec<u8>)> = word
            .tracks()
            .iter()
            .map(|&track| (track, word.digits(track).unwrap()))
            .collect();
        assert_ne!(accepts(&a, &digits), accepts(&b, &digits));
        let tracks = differ.tracks();
        for letters in 0..word.letters().min(longest(2, tracks.len())) {
            assert!(
                words(2, tracks, letters)
                    .iter()
                    .all(|word| accepts(&a, word) == accepts(&b, word)),
                "a shorter word differs"
            );
        }
    }
}

#[test]
fn tracks_get_other_names_and_become_one() {
    let budget = Budget::generous();
    let mut rng = Rng::with_seed(4);
    for _ in 0..300 {
        let tracks = tracks(&mut rng, 5, 4);
        let a = automaton(&mut rng, 2, &tracks, 4);
        let names: Vec<Track> = (0..5).map(|_| rng.u32(0..6)).collect();
        let renamed = a.renamed(|track| names[track as usize], &budget).unwrap();
        let mut expected: Vec<Track> = tracks.iter().map(|&track| names[track as usize]).collect();
        expected.sort_unstable();
        expected.dedup();
        assert_eq!(renamed.tracks(), expected);
        for letters in 0..=longest(2, expected.len()) {
            for word in words(2, &expected, letters) {
                let of = |track: Track| {
                    word.iter()
                        .find(|(name, _)| *name == names[track as usize])
                        .unwrap()
                        .1
                        .clone()
                };
                let old: Vec<(Track, Vec<u8>)> =
                    tracks.iter().map(|&track| (track, of(track))).collect();
                assert_eq!(accepts(&renamed, &word), accepts(&a, &old));
            }
        }
    }
}

#[test]
fn a_projection_asks_for_some_number() {
    let budget = Budget::generous();
    let mut rng = Rng::with_seed(5);
    for _ in 0..300 {
        let tracks = tracks(&mut rng, 4, 3);
        let a = automaton(&mut rng, 2, &tracks, 3);
        let hidden = rng.u32(0..4);
        let projected = a.project(hidden, &budget).unwrap();
        let visible: Vec<Track> = tracks
            .iter()
            .copied()
            .filter(|&track| track != hidden)
            .collect();
        assert_eq!(projected.tracks(), visible);
        if visible.len() == tracks.len() {
            continue;
        }
        // The number of additional digits of the hidden number is at most the number of states.
        for letters in 0..=if visible.len() == 2 { 2 } else { 3 } {
            for word in words(2, &visible, letters) {
                let some = (0..=3).any(|more| {
                    words(2, &[hidden], letters + more)
                        .into_iter()
                        .any(|digits| {
                            let padded = word.iter().map(|(track, digits)| {
                                (*track, [vec![0; more], digits.clone()].concat())
                            });
                            accepts(&a, &padded.chain(digits).collect::<Vec<_>>())
                        })
                });
                assert_eq!(accepts(&projected, &word), some);
            }
        }
    }
}

#[test]
fn parts_are_checked() {
    let parts = |base, tracks: &[Track], next: &[u32], phase: &[u16], accepts: &[bool]| {
        Automaton::from_parts(
            base,
            tracks.to_vec(),
            next.to_vec(),
            phase.to_vec(),
            accepts.to_vec(),
        )
        .map(|_| ())
    };
    assert_eq!(parts(2, &[3], &[0, 0], &[0], &[true]), Ok(()));
    assert_eq!(
        parts(1, &[3], &[0], &[0], &[true]),
        Err(AutomatonError::Base(1))
    );
    assert_eq!(
        parts(17, &[3], &[0; 17], &[0], &[true]),
        Err(AutomatonError::Base(17))
    );
    assert_eq!(
        parts(2, &[3, 3], &[1, 1, 0, 0], &[0, 1], &[true, false]),
        Err(AutomatonError::Tracks(1))
    );
    assert_eq!(
        parts(2, &[3, 4], &[1, 1, 0, 0], &[0, 1], &[true, false]),
        Ok(())
    );
    assert_eq!(
        parts(2, &[3, 4], &[1, 1, 0, 1], &[0, 1], &[true, false]),
        Err(AutomatonError::Edge(1, 1))
    );
    assert_eq!(
        parts(2, &[3, 4], &[1, 7, 0, 0], &[0, 1], &[true, false]),
        Err(AutomatonError::Edge(0, 1))
    );
    assert_eq!(
        parts(2, &[3, 4], &[1, 1, 0, 0], &[0, 1], &[true, true]),
        Err(AutomatonError::Phase(1))
    );
    assert_eq!(
        parts(2, &[3, 4], &[1, 1, 0, 0], &[0, 2], &[true, false]),
        Err(AutomatonError::Edge(0, 0))
    );
    assert_eq!(
        parts(2, &[3, 4], &[1, 1, 0, 0], &[1, 0], &[true, false]),
        Err(AutomatonError::Nodes)
    );
    assert_eq!(
        parts(2, &[3], &[0], &[0], &[true]),
        Err(AutomatonError::Nodes)
    );
    assert_eq!(parts(2, &[], &[], &[], &[]), Err(AutomatonError::Nodes));
}

#[test]
fn what_grows_without_end_is_stopped() {
    let small = Budget::generous().with_memory(1 << 20);
    let endless = Automaton::build(
        2,
        vec![0],
        0u64,
        |&state, _, _| state + 1,
        |_| false,
        &small,
    );
    assert!(matches!(endless, Err(StopReason::Memory(_, _))));
    let stop = || Some(StopReason::Time);
    let late = Budget::new(1 << 30, &stop, &|_, _| ());
    assert_eq!(
        Automaton::build(2, vec![0], 0u64, |&state, _, _| state + 1, |_| false, &late),
        Err(StopReason::Time)
    );
}
