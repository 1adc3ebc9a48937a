//! Accepted words with given digits on some tracks. The search first goes forward over all possible
//! digits of the other tracks. After that, the search goes back from the accepted states.

use base::budget::{Budget, StopReason};
use rustc_hash::FxHashMap;

use crate::track::union;
use crate::{Automaton, DigitWord, Track};

/// One digit position of a letter: the atoms that read the digit, and the number on the track of
/// the digit, if this number is given.
struct WordTrack<'a> {
    readers: Vec<usize>,
    given: Option<&'a [u8]>,
}

/// Edges into the product states at one position of a word, grouped by state. Each digit of a word
/// has one list of edges, and a word may have thousands of digits.
struct IncomingEdges {
    /// The start of the edges of each state, followed by the end of the edges of the last state.
    begin: Box<[u32]>,
    /// Source state of each edge.
    before: Box<[u32]>,
    digits: Box<[u8]>,
}

impl IncomingEdges {
    /// Creates the list from edges in any order, given as source, digit, target. Edges with the
    /// same target stay in the given order.
    fn new(states: usize, edges: &[(u32, u8, u32)]) -> IncomingEdges {
        let mut begin = vec![0; states + 1];
        for &(.., state) in edges {
            begin[state as usize + 1] += 1;
        }
        for state in 0..states {
            begin[state + 1] += begin[state];
        }
        let mut next = begin.clone();
        let (mut before, mut digits) = (vec![0; edges.len()], vec![0; edges.len()]);
        for &(from, digit, state) in edges {
            let at = &mut next[state as usize];
            (before[*at as usize], digits[*at as usize]) = (from, digit);
            *at += 1;
        }
        IncomingEdges {
            begin: begin.into(),
            before: before.into(),
            digits: digits.into(),
        }
    }

    /// Returns the edge into a state with the given index: the source state and the digit of the
    /// edge.
    fn get(&self, state: u32, edge: usize) -> Option<(u32, u8)> {
        let [begin, end] = [0, 1].map(|more| self.begin[state as usize + more] as usize);
        (begin + edge < end).then(|| (self.before[begin + edge], self.digits[begin + edge]))
    }

    fn bytes(&self) -> u64 {
        48 + 4 * self.begin.len() as u64 + 5 * self.before.len() as u64
    }
}

/// Returns words of `letters` letters that all atoms accept and in which some tracks have the given
/// digits, most significant first. At most `most` words are returned; the second value is whether
/// the list is complete. The time is linear in the number of letters times the number of reachable
/// product states.
///
/// # Errors
/// Returns [`StopReason`] if the budget runs out.
///
/// # Panics
/// Panics if a given number has more digits than `letters`.
pub fn words(
    atoms: &[&Automaton],
    given: &[(Track, Vec<u8>)],
    letters: usize,
    most: usize,
    budget: &Budget<'_>,
) -> Result<(Vec<DigitWord>, bool), StopReason> {
    let own: Vec<Track> = given.iter().map(|(track, _)| *track).collect();
    let tracks = union(
        atoms
            .iter()
            .map(|atom| atom.tracks())
            .chain(own.iter().map(std::slice::from_ref)),
    );
    let base = atoms.first().map_or(2, |atom| atom.base());
    let alive: Vec<Vec<bool>> = atoms.iter().map(|atom| atom.reaches(true)).collect();
    let place = |track: &Track| WordTrack {
        readers: (0..atoms.len())
            .filter(|&atom| atoms[atom].tracks().binary_search(track).is_ok())
            .collect(),
        given: given
            .iter()
            .find(|(own, _)| own == track)
            .map(|(_, digits)| &digits[..]),
    };
    let places: Vec<WordTrack<'_>> = tracks.iter().map(place).collect();
    let start = alive
        .iter()
        .all(|alive| alive[0])
        .then(|| vec![0; atoms.len()].into());
    let mut states: Vec<Box<[u32]>> = start.into_iter().collect();
    let mut edges = vec![IncomingEdges::new(states.len(), &[])];
    let mut held = 0;
    for letter in 0..letters {
        for WordTrack { readers, given } in &places {
            let digits = match given {
                Some(digits) => {
                    let digit = (letter + digits.len())
                        .checked_sub(letters)
                        .map_or(0, |read| digits[read]);
                    digit..digit + 1
                }
                None => 0..base,
            };
            let (mut then, mut made) = (Vec::new(), Vec::new());
            let mut names: FxHashMap<Box<[u32]>, u32> = FxHashMap::default();
            for (at, state) in (0u32..).zip(&states) {
                for digit in digits.clone() {
                    budget.tick()?;
                    let mut next = state.clone();
                    let lives = readers.iter().all(|&atom| {
                        next[atom] = atoms[atom].next(next[atom], digit);
                        alive[atom][next[atom] as usize]
                    });
                    if !lives {
                        continue;
                    }
                    let name = *names.entry(next).or_insert_with_key(|next| {
                        then.push(next.clone());
                        then.len() as u32 - 1
                    });
                    made.push((at, digit, name));
                }
            }
            let made = IncomingEdges::new(then.len(), &made);
            held += made.bytes();
            budget.allow_memory(held)?;
            edges.push(made);
            states = then;
        }
    }
    let accepted = |state: &[u32]| {
        atoms
            .iter()
            .zip(state)
            .all(|(atom, &node)| atom.accepts(node))
    };
    let mut found = Vec::new();
    for (end, _) in (0u32..).zip(&states).filter(|(_, state)| accepted(state)) {
        // Every path back from an accepted state ends at the start.
        let mut path: Vec<(u32, usize)> = vec![(end, 0)];
        while !path.is_empty() {
            budget.tick()?;
            let (place, last) = (edges.len() - path.len(), path.len() - 1);
            let (state, edge) = &mut path[last];
            let next = edges[place].get(*state, *edge);
            *edge += 1;
            match next {
                Some((before, _)) => path.push((before, 0)),
                None => {
                    if place == 0 {
                        if found.len() == most {
                            return Ok((found, false));
                        }
                        let digits = |at: usize| {
                            edges[edges.len() - 1 - at]
                                .get(path[at].0, path[at].1 - 1)
                                .map(|(_, digit)| digit)
                        };
                        let digits: Vec<u8> =
                            (0..path.len() - 1).rev().filter_map(digits).collect();
                        found.push(DigitWord::new(base, tracks.clone(), digits));
                    }
                    path.pop();
                }
            }
        }
    }
    Ok((found, true))
}
