//! Statements of the first kind: no digits satisfy a conjunction. The product of the atoms is
//! explored breadth first. States from which one of the atoms accepts no word are skipped.

use base::budget::{Budget, StopReason};

use crate::interner::ListInterner;
use crate::track::union;
use crate::{Automaton, DigitWord};

/// Returns a shortest word, over the tracks of all atoms, that every atom accepts; `None` if no
/// such word exists. Memory and time are proportional to the reachable part of the product.
///
/// # Errors
/// Returns [`StopReason`] if the budget runs out.
///
/// # Panics
/// Panics if the list of atoms is empty, or if the atoms have different bases.
pub fn none(atoms: &[&Automaton], budget: &Budget<'_>) -> Result<Option<DigitWord>, StopReason> {
    let base = atoms
        .first()
        .expect("a conjunction has an atom, if only a truth")
        .base();
    assert!(
        atoms.iter().all(|atom| atom.base() == base),
        "atoms of one statement read digits in one base"
    );
    let tracks = union(atoms.iter().map(|atom| atom.tracks()));
    let alive: Vec<Vec<bool>> = atoms.iter().map(|atom| atom.reaches(true)).collect();
    if alive.iter().any(|alive| !alive[0]) {
        return Ok(None);
    }
    let reads = |&track: &u32| {
        (0..atoms.len())
            .filter(|&atom| atoms[atom].tracks().binary_search(&track).is_ok())
            .collect()
    };
    let readers: Vec<Vec<usize>> = tracks.iter().map(reads).collect();
    // A product state consists of a node of each atom, and the phase.
    let width = atoms.len();
    let accepts = |state: &[u32]| {
        state[width] == 0
            && atoms
                .iter()
                .zip(state)
                .all(|(atom, &node)| atom.accepts(node))
    };
    let mut states = ListInterner::default();
    let mut state = vec![0; width + 1];
    states.insert(&state, budget)?;
    if accepts(&state) {
        return Ok(Some(DigitWord::new(base, tracks, Vec::new())));
    }
    let mut met = vec![(0, 0)];
    let mut to = state.clone();
    let mut at = 0;
    while at < states.len() && !tracks.is_empty() {
        state.copy_from_slice(states.get(at as u32));
        let phase = state[width] as usize;
        'digits: for digit in 0..base {
            to.copy_from_slice(&state);
            to[width] = if phase + 1 < tracks.len() {
                phase as u32 + 1
            } else {
                0
            };
            for &atom in &readers[phase] {
                to[atom] = atoms[atom].next(state[atom], digit);
                if !alive[atom][to[atom] as usize] {
                    continue 'digits;
                }
            }
            let (id, new) = states.insert(&to, budget)?;
            if new {
                budget.make_room(&mut met, 1, states.bytes())?;
                met.push((at as u32, digit));
                if accepts(&to) {
                    return Ok(Some(DigitWord::of_walk(base, tracks, &met, id)));
                }
            }
        }
        at += 1;
    }
    Ok(None)
}
