//! Other names for tracks. Where the order of the digits changes, neighbouring tracks are exchanged
//! until it is right, as variables of decision diagrams are: each exchange makes the nodes of one
//! phase anew and keeps a least automaton least.

use base::budget::{Budget, StopReason};

use crate::interner::ListInterner;
use crate::{Automaton, Track};

impl Automaton {
    /// The same with each track called what `to` says. Tracks that get one name become one, and
    /// their digits must agree.
    ///
    /// # Errors
    /// If the budget ends.
    pub fn renamed(
        &self,
        to: impl Fn(Track) -> Track,
        budget: &Budget<'_>,
    ) -> Result<Automaton, StopReason> {
        let mut names: Vec<Track> = self.tracks().iter().map(|&track| to(track)).collect();
        if names.is_sorted_by(|a, b| a < b) {
            return Ok(self.with_tracks(names));
        }
        // The least automaton has fewest nodes to exchange.
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

    /// The digits of the tracks at `place` and after it exchanged, under the names that they had.
    fn exchanged(&self, place: usize, budget: &Budget<'_>) -> Result<Automaton, StopReason> {
        budget.steps(self.nodes() * usize::from(self.base()))?;
        let mut made = AutomatonRebuilder::new(self);
        // An inner node holds what the digit that is now read second will choose from.
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

    /// The tracks at `place` and after it read as one.
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

/// An automaton made of the nodes of another.
struct AutomatonRebuilder<'a> {
    of: &'a Automaton,
    /// The new number of each node that is kept.
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
