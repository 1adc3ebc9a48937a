//! Functions that return random automata, and all words of a given length.

use automata::{Automaton, Track};
use fastrand::Rng;

/// Returns a random automaton over the given tracks with about the given number of states.
pub fn automaton(rng: &mut Rng, base: u8, tracks: &[Track], states: usize) -> Automaton {
    let phases = tracks.len();
    if phases == 0 {
        return Automaton::truth(base, rng.bool());
    }
    let (mut next, mut phase, mut accepts) = (Vec::new(), Vec::new(), Vec::new());
    // The nodes take turns: one node of each phase, repeatedly.
    for node in 0..states * phases {
        for _ in 0..base {
            let then = (node + 1) % phases;
            next.push((rng.usize(0..states) * phases + then) as u32);
        }
        phase.push((node % phases) as u16);
        accepts.push(node % phases == 0 && rng.usize(0..3) == 0);
    }
    Automaton::from_parts(base, tracks.to_vec(), next, phase, accepts).unwrap()
}

/// Returns a random automaton that ignores leading zeros.
pub fn zeros_first(rng: &mut Rng, base: u8, tracks: &[Track], states: usize) -> Automaton {
    let random = automaton(rng, base, tracks, states);
    let phases = tracks.len() as u32;
    // The first nodes of all phases form a cycle of zeros through the start.
    let next =
        (0..random.nodes() as u32).flat_map(|node| (0..base).map(move |digit| (node, digit)));
    let next = next.map(|(node, digit)| {
        if digit == 0 && node < phases {
            (node + 1) % phases
        } else {
            random.next(node, digit)
        }
    });
    let phase = (0..random.nodes() as u32).map(|node| random.phase(node) as u16);
    let accepts = (0..random.nodes() as u32).map(|node| random.accepts(node));
    Automaton::from_parts(
        base,
        tracks.to_vec(),
        next.collect(),
        phase.collect(),
        accepts.collect(),
    )
    .unwrap()
}

/// Returns at most `count` random tracks below `most`.
pub fn tracks(rng: &mut Rng, most: Track, count: usize) -> Vec<Track> {
    let mut tracks: Vec<Track> = (0..rng.usize(0..=count))
        .map(|_| rng.u32(0..most))
        .collect();
    tracks.sort_unstable();
    tracks.dedup();
    tracks
}

/// Returns all words over these tracks with `letters` letters, as the digits of each track.
pub fn words(base: u8, tracks: &[Track], letters: usize) -> Vec<Vec<(Track, Vec<u8>)>> {
    let digits = tracks.len() * letters;
    (0..usize::from(base).pow(digits as u32))
        .map(|mut number| {
            let mut digit = || {
                let digit = number % usize::from(base);
                number /= usize::from(base);
                digit as u8
            };
            tracks
                .iter()
                .map(|&track| (track, (0..letters).map(|_| digit()).collect()))
                .collect()
        })
        .collect()
}

/// Returns whether a word is accepted; tracks that the automaton lacks are ignored.
pub fn accepts(automaton: &Automaton, word: &[(Track, Vec<u8>)]) -> bool {
    let letters = word.first().map_or(0, |(_, digits)| digits.len());
    let mut node = automaton.start();
    for letter in 0..letters {
        for track in automaton.tracks() {
            let (_, digits) = word
                .iter()
                .find(|(name, _)| name == track)
                .expect("the word has all tracks");
            node = automaton.next(node, digits[letter]);
        }
    }
    automaton.accepts(node)
}
