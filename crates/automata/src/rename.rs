//! Renaming of tracks. If the order of the digits changes, adjacent tracks are exchanged until the
//! order is correct, like variables of decision diagrams. Each exchange rebuilds the nodes of one
//! phase, and keeps a minimal automaton minimal.

use base::budget::{Budget, StopReason};

use crate::interner::ListInterner;
use crate::{Automaton, Track};

impl Automaton {
    /// Returns the automaton with each track renamed by `to`. Tracks with the same new name are
    /// merged, and the digits of merged tracks must agree.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    pub fn renamed(
        &self,
        to: impl Fn(Track) -> Track,
        budget: &Budget<'_>,
    ) -> Result<Automaton, StopReason> {
        let mut names: Vec<Track> = self.tracks().iter().map(|&track| to(track)).collect();
        if names.is_sorted_by(|a, b| a < b) {
            return Ok(self.with_tracks(names));
        }
        // The automaton is minimised first, so that fewer nodes have to be exchanged.
        let mut made = self.minimised(budget)?;
        let mut sorted = 1;
        while sorted < names.len() {
            let mut place = sorted;
            while place > 0 && names[place - 1] > names[place] {
                names.swap(place - 1, place);
                place -= 1;
                made = made.exchanged(place, budget)?;
            }
            sorted += 1;
        }
        while let Some(place) = (1..names.len()).find(|&place| names[place - 1] == names[place]) {
            names.remove(place);
            made = made.merged(place - 1, budget)?;
        }
        made.with_tracks(names).minimised(budget)
    }

    /// Exchanges the digits of the tracks at `place` and `place + 1`; the names are unchanged.
    fn exchanged(&self, place: usize, budget: &Budget<'_>) -> Result<Automaton, StopReason> {
        budget.steps(self.nodes() * usize::from(self.base()))?;
        let mut made = AutomatonRebuilder::new(self);
        // The digit that is now read second selects one of the successors that an inner node
        // stores.
        let mut inner = ListInterner::default();
        let base = self.base();
        let mut choice = vec![0; base.into()];
        let old: Vec<u32> = (0..self.nodes() as u32)
            .filter(|&node| self.phase(node) != place + 1)
            .collect();
        old.iter().for_each(|&node| made.add_node(node));
        let outer = made.phase.len() as u32;
        for &node in &old {
            for digit in 0..base {
                if self.phase(node) != place {
                    let to = made.number[self.next(node, digit) as usize];
                    made.next.push(to);
                    continue;
                }
                for other in 0..base {
                    choice[usize::from(other)] =
                        made.number[self.next(self.next(node, other), digit) as usize];
                }
                made.next.push(outer + inner.insert(&choice, budget)?.0);
            }
        }
        for id in 0..inner.len() as u32 {
            made.next.extend_from_slice(inner.get(id));
            made.phase.push(place as u16 + 1);
            made.accepts.push(false);
        }
        Ok(made.finish(self.tracks().to_vec()))
    }

    /// Merges the tracks at `place` and `place + 1`.
    fn merged(&self, place: usize, budget: &Budget<'_>) -> Result<Automaton, StopReason> {
        budget.steps(self.nodes() * usize::from(self.base()))?;
        let mut made = AutomatonRebuilder::new(self);
        let old: Vec<u32> = (0..self.nodes() as u32)
            .filter(|&node| self.phase(node) != place + 1)
            .collect();
        old.iter().for_each(|&node| made.add_node(node));
        for &node in &old {
            for digit in 0..self.base() {
                let mut to = self.next(node, digit);
                if self.phase(node) == place {
                    to = self.next(to, digit);
                }
                made.next.push(made.number[to as usize]);
            }
        }
        made.phase
            .iter_mut()
            .for_each(|phase| *phase -= u16::from(usize::from(*phase) > place));
        let mut tracks = self.tracks().to_vec();
        tracks.remove(place);
        Ok(made.finish(tracks))
    }
}

/// A builder of an automaton from the nodes of another automaton.
struct AutomatonRebuilder<'a> {
    of: &'a Automaton,
    /// New index of each node that the new automaton contains.
    number: Vec<u32>,
    next: Vec<u32>,
    phase: Vec<u16>,
    accepts: Vec<bool>,
}

impl AutomatonRebuilder<'_> {
    fn new(of: &Automaton) -> AutomatonRebuilder<'_> {
        AutomatonRebuilder {
            of,
            number: vec![u32::MAX; of.nodes()],
            next: Vec::new(),
            phase: Vec::new(),
            accepts: Vec::new(),
        }
    }

    fn add_node(&mut self, node: u32) {
        self.number[node as usize] = self.phase.len() as u32;
        self.phase.push(self.of.phase(node) as u16);
        self.accepts.push(self.of.accepts(node));
    }

    fn finish(self, tracks: Vec<Track>) -> Automaton {
        Automaton::of_parts(self.of.base(), tracks, self.next, self.phase, self.accepts)
    }
}
