//! Projection: the words that some digits of one track complete to accepted words. The projection
//! uses the subset construction (Rabin and Scott 1959).

use base::budget::{Budget, StopReason};

use crate::interner::ListInterner;
use crate::{Automaton, Track};

impl Automaton {
    /// Returns the words over the other tracks that some number on the given track completes to an
    /// accepted word. The number on the given track may be longer than the other numbers, which are
    /// then padded with leading zeros. So the start set also contains all nodes to which letters
    /// that are zero on the visible tracks lead.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out, because the number of node sets may be
    /// exponential.
    pub fn project(&self, track: Track, budget: &Budget<'_>) -> Result<Automaton, StopReason> {
        let Ok(hidden) = self.tracks().binary_search(&track) else {
            return Ok(self.clone());
        };
        let tracks: Vec<Track> = self
            .tracks()
            .iter()
            .copied()
            .filter(|&other| other != track)
            .collect();
        if tracks.is_empty() {
            return Ok(Automaton::truth(self.base(), !self.is_empty()));
        }
        let alive = self.reaches(true);
        let mut walk = ProjectionWalk {
            automaton: self,
            alive,
            hidden,
            seen: vec![0; self.nodes()],
            stamp: 0,
        };
        let start = walk.closed_start();
        let mut sets = ListInterner::default();
        // Each set starts with its phase, so that empty sets of different phases differ.
        let named = |phase: usize, set: &[u32]| [&[phase as u32], set].concat();
        sets.insert(&named(0, &start), budget)?;
        let (mut next, mut phases, mut accepts) = (
            Vec::new(),
            vec![0u16],
            vec![start.iter().any(|&node| self.accepts(node))],
        );
        let mut at = 0;
        while at < sets.len() {
            let phase = usize::from(phases[at]);
            let then = if phase + 1 < tracks.len() {
                phase + 1
            } else {
                0
            };
            let set = sets.get(at as u32)[1..].to_vec();
            for digit in 0..self.base() {
                budget.steps(set.len())?;
                let mut to = walk.after(&set, digit);
                to.sort_unstable();
                let (id, new) = sets.insert(&named(then, &to), budget)?;
                next.push(id);
                if new {
                    phases.push(then as u16);
                    accepts.push(then == 0 && to.iter().any(|&node| self.accepts(node)));
                }
            }
            at += 1;
            if at.is_multiple_of(256) {
                budget.allow_memory(
                    sets.bytes() + (4 * u64::from(self.base()) + 3) * sets.len() as u64,
                )?;
            }
        }
        Automaton::of_parts(self.base(), tracks, next, phases, accepts).minimised(budget)
    }
}

struct ProjectionWalk<'a> {
    automaton: &'a Automaton,
    alive: Vec<bool>,
    hidden: usize,
    /// Stamp of the last set that contains each node.
    seen: Vec<u32>,
    stamp: u32,
}

impl ProjectionWalk<'_> {
    /// Returns the successors by all hidden digits, if the nodes wait for a hidden digit; otherwise
    /// the nodes themselves.
    fn choose(&mut self, set: Vec<u32>) -> Vec<u32> {
        if set
            .first()
            .is_none_or(|&node| self.automaton.phase(node) != self.hidden)
        {
            return set;
        }
        self.gather(&set, 0..self.automaton.base())
    }

    /// Returns the successors by the given digits, without duplicates and without nodes from which
    /// no word is accepted.
    fn gather(&mut self, set: &[u32], digits: std::ops::Range<u8>) -> Vec<u32> {
        self.stamp += 1;
        let mut to = Vec::new();
        for &node in set {
            for digit in digits.clone() {
                let node = self.automaton.next(node, digit);
                let seen =
                    std::mem::replace(&mut self.seen[node as usize], self.stamp) == self.stamp;
                if !seen && self.alive[node as usize] {
                    to.push(node);
                }
            }
        }
        to
    }

    /// Returns the successors by a visible digit. Hidden digits before the visible digit are read
    /// first; if the hidden track is the last, hidden digits after the visible digit are read too.
    fn after(&mut self, set: &[u32], digit: u8) -> Vec<u32> {
        let before = self.choose(set.to_vec());
        let after = self.gather(&before, digit..digit + 1);
        if self.hidden + 1 == self.automaton.tracks().len() {
            self.choose(after)
        } else {
            after
        }
    }

    /// Returns the start and all nodes that letters with zeros on the visible tracks reach from the
    /// start.
    fn closed_start(&mut self) -> Vec<u32> {
        let mut set = if self.alive[0] { vec![0] } else { Vec::new() };
        let mut at = 0;
        while at < set.len() {
            let mut after = vec![set[at]];
            for phase in 0..self.automaton.tracks().len() {
                let digits = if phase == self.hidden {
                    0..self.automaton.base()
                } else {
                    0..1
                };
                after = self.gather(&after, digits);
            }
            after.retain(|node| !set.contains(node));
            set.extend(after);
            at += 1;
        }
        set.sort_unstable();
        set
    }
}
