//! Accepted words with some tracks given: forwards over all that the other digits may be, then back from what is accepted.

use base::budget::{Budget, Stop};
use rustc_hash::FxHashMap;

use crate::{Automaton, Track, Word, union};

/// One place of a letter: the atoms that read its digit, and the number that its track holds, if it is given.
struct Place<'a> {
    readers: Vec<usize>,
    given: Option<&'a [u8]>,
}

/// Product states that stand at one place of a word, and for each the edges that lead to it: the state before, and the digit.
#[derive(Default)]
struct Layer {
    states: Vec<Box<[u32]>>,
    before: Vec<Vec<(u32, u8)>>,
}

/// Words of `letters` letters that all atoms accept and in which some tracks hold given digits, the most significant first: at most `most`,
/// and whether they are all. Linear in the letters times the product states that can be met.
///
/// # Errors
/// If the budget ends.
///
/// # Panics
/// If a given number has more digits than `letters`.
pub fn words(
    atoms: &[&Automaton],
    given: &[(Track, Vec<u8>)],
    letters: usize,
    most: usize,
    budget: &Budget<'_>,
) -> Result<(Vec<Word>, bool), Stop> {
    let own: Vec<Track> = given.iter().map(|(track, _)| *track).collect();
    let tracks = union(atoms.iter().map(|atom| atom.tracks()).chain(own.iter().map(std::slice::from_ref)));
    let base = atoms.first().map_or(2, |atom| atom.base());
    let alive: Vec<Vec<bool>> = atoms.iter().map(|atom| atom.reaches(true)).collect();
    let place = |track: &Track| Place {
        readers: (0..atoms.len()).filter(|&atom| atoms[atom].tracks().binary_search(track).is_ok()).collect(),
        given: given.iter().find(|(own, _)| own == track).map(|(_, digits)| &digits[..]),
    };
    let places: Vec<Place<'_>> = tracks.iter().map(place).collect();
    let start = alive.iter().all(|alive| alive[0]).then(|| vec![0; atoms.len()].into());
    let mut layer = Layer { before: vec![Vec::new()], states: start.into_iter().collect() };
    let mut edges: Vec<Vec<Vec<(u32, u8)>>> = Vec::new();
    let mut held = 0;
    for letter in 0..letters {
        for Place { readers, given } in &places {
            let digits = match given {
                Some(digits) => {
                    let digit = (letter + digits.len()).checked_sub(letters).map_or(0, |read| digits[read]);
                    digit..digit + 1
                }
                None => 0..base,
            };
            let mut then = Layer::default();
            let mut names: FxHashMap<Box<[u32]>, u32> = FxHashMap::default();
            for (at, state) in (0u32..).zip(&layer.states) {
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
                        then.states.push(next.clone());
                        then.before.push(Vec::new());
                        then.states.len() as u32 - 1
                    });
                    then.before[name as usize].push((at, digit));
                }
            }
            held += then.before.iter().map(|before| 24 + 8 * before.capacity() as u64).sum::<u64>();
            budget.allow_memory(held)?;
            edges.push(std::mem::replace(&mut layer, then).before);
        }
    }
    edges.push(layer.before);
    let accepted = |state: &[u32]| atoms.iter().zip(state).all(|(atom, &node)| atom.accepts(node));
    let mut found = Vec::new();
    for (end, _) in (0u32..).zip(&layer.states).filter(|(_, state)| accepted(state)) {
        // Every way back from an accepted state ends at the start.
        let mut path: Vec<(u32, usize)> = vec![(end, 0)];
        while !path.is_empty() {
            budget.tick()?;
            let (place, last) = (edges.len() - path.len(), path.len() - 1);
            let (state, edge) = &mut path[last];
            let next = edges[place].get(*state as usize).and_then(|before| before.get(*edge)).copied();
            *edge += 1;
            match next {
                Some((before, _)) => path.push((before, 0)),
                None => {
                    if place == 0 {
                        if found.len() == most {
                            return Ok((found, false));
                        }
                        let digits = |at: usize| edges[edges.len() - 1 - at][path[at].0 as usize][path[at].1 - 1].1;
                        let digits: Vec<u8> = (0..path.len() - 1).rev().map(digits).collect();
                        found.push(Word::new(base, tracks.clone(), digits));
                    }
                    path.pop();
                }
            }
        }
    }
    Ok((found, true))
}
