//! The explicit construction of a conjunction of atoms with hidden tracks. The explicit
//! construction also decides the statements that [`cover`](crate::cover()) decides, and serves as
//! the reference implementation of `cover`.

use base::budget::{Budget, StopReason};

use crate::track::union;
use crate::{Automaton, Track};

/// Returns the words over the visible tracks that some digits of the hidden tracks complete to
/// words that all atoms accept. Hidden tracks are projected away one by one, starting with the
/// track whose atoms have the smallest product.
///
/// The atoms must ignore leading zeros, because hidden numbers may be longer than the visible
/// numbers.
///
/// # Errors
/// Returns [`StopReason`] if the budget runs out.
///
/// # Panics
/// Panics if the list of atoms is empty, or if the atoms have different bases.
pub fn conjunction(
    atoms: &[&Automaton],
    hide: &[Track],
    budget: &Budget<'_>,
) -> Result<Automaton, StopReason> {
    let base = atoms
        .first()
        .expect("a conjunction has an atom, if only a truth")
        .base();
    let mut atoms: Vec<Automaton> = atoms.iter().map(|&atom| atom.clone()).collect();
    loop {
        let hidden = union(atoms.iter().map(Automaton::tracks))
            .into_iter()
            .filter(|track| hide.contains(track));
        let Some(track) = hidden.min_by(|a, b| cost(&atoms, *a).total_cmp(&cost(&atoms, *b)))
        else {
            break;
        };
        let (speak, rest) = atoms
            .into_iter()
            .partition(|atom| atom.tracks().contains(&track));
        atoms = rest;
        atoms.push(all(base, speak, budget)?.project(track, budget)?);
    }
    all(base, atoms, budget)
}

/// Returns the logarithm of an estimate of the size of the product of the atoms that read a track.
fn cost(atoms: &[Automaton], track: Track) -> f64 {
    let speak = || atoms.iter().filter(|atom| atom.tracks().contains(&track));
    let states: f64 = speak()
        .map(|atom| {
            (atom.nodes() as f64 / atom.tracks().len() as f64)
                .max(2.0)
                .ln()
        })
        .sum();
    states + 0.4 * union(speak().map(Automaton::tracks)).len() as f64
}

/// Returns the intersection of all automata, joining the smallest automata first.
fn all(base: u8, mut atoms: Vec<Automaton>, budget: &Budget<'_>) -> Result<Automaton, StopReason> {
    atoms.sort_by_key(Automaton::nodes);
    atoms
        .iter()
        .try_fold(Automaton::truth(base, true), |all, atom| {
            all.and(atom, budget)
        })
}
