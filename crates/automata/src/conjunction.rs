//! A conjunction of atoms with tracks hidden, made whole: the second way to what
//! [`cover`](crate::cover()) decides, and its twin.

use base::budget::{Budget, StopReason};

use crate::track::union;
use crate::{Automaton, Track};

/// The words over the other tracks that some digits of the hidden ones complete to words that all
/// atoms accept. The track whose atoms have the smallest product is projected away first. Leading
/// zeros must mean nothing to the atoms: hidden numbers may be longer than what an atom reads.
///
/// # Errors
/// If the budget ends.
///
/// # Panics
/// If there is no atom, or they read digits in different bases.
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

/// A guess, as a logarithm, of the size of the product of the atoms that speak of a track.
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

/// The words that all accept, the smallest joined first.
fn all(base: u8, mut atoms: Vec<Automaton>, budget: &Budget<'_>) -> Result<Automaton, StopReason> {
    atoms.sort_by_key(Automaton::nodes);
    atoms
        .iter()
        .try_fold(Automaton::truth(base, true), |all, atom| {
            all.and(atom, budget)
        })
}
