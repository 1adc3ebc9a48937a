//! Simulation of a conjunction of atoms in parallel with an automaton that reads some of its
//! tracks. *Product states* (a node of each atom) are created when they are reached. A set of
//! product states contains the states that are possible for some digits of the hidden tracks.

use base::budget::{Budget, StopReason};

use crate::interner::ListInterner;
use crate::reverse_edges::ReverseEdges;
use crate::track::union;
use crate::{Automaton, Track};

/// Marks a successor that was not computed yet.
const UNKNOWN: u32 = u32::MAX;
/// Marks a missing successor: some atom accepts no word after the digit.
const DEAD: u32 = u32::MAX - 1;

/// Maximum number of product states that are created in advance to find useless states. A higher
/// limit would slow down statements that fail early.
const MAX_EAGER_STATES: usize = 1 << 13;

/// One digit position of a letter: the atoms that read the digit, and whether the digit is visible.
struct SimulationTrack {
    readers: Vec<usize>,
    visible: bool,
}

pub(crate) struct Simulation<'a> {
    base: u8,
    atoms: Vec<&'a Automaton>,
    alive: Vec<Vec<bool>>,
    places: Vec<SimulationTrack>,
    /// Digit position at which sets wait for each visible digit. The first position is the start of
    /// the letter; the other positions directly follow the previous visible digit.
    stops: Vec<u32>,
    /// A node of each atom, followed by the digit position within the letter.
    states: ListInterner,
    next: Vec<u32>,
    /// The visible phase, followed by the states in increasing order.
    sets: ListInterner,
    after: Vec<u32>,
    accepting: Vec<bool>,
    /// Bit set of hashes of the states in each set. The bits of a subset are among the bits of the
    /// larger set.
    masks: Vec<u64>,
    seen: Vec<u32>,
    stamp: u32,
    scratch: Vec<u32>,
}

impl<'a> Simulation<'a> {
    pub(crate) fn new(base: u8, atoms: &[&'a Automaton], visible: &[Track]) -> Simulation<'a> {
        let tracks = union(atoms.iter().map(|atom| atom.tracks()).chain([visible]));
        let place = |track: &Track| SimulationTrack {
            readers: (0..atoms.len())
                .filter(|&atom| atoms[atom].tracks().binary_search(track).is_ok())
                .collect(),
            visible: visible.binary_search(track).is_ok(),
        };
        let places: Vec<SimulationTrack> = tracks.iter().map(place).collect();
        let ends = (1u32..)
            .zip(&places)
            .filter(|(_, place)| place.visible)
            .map(|(end, _)| end);
        let stops = [0]
            .into_iter()
            .chain(ends)
            .take(visible.len().max(1))
            .collect();
        Simulation {
            base,
            atoms: atoms.to_vec(),
            alive: atoms.iter().map(|atom| atom.reaches(true)).collect(),
            places,
            stops,
            states: ListInterner::default(),
            next: Vec::new(),
            sets: ListInterner::default(),
            after: Vec::new(),
            accepting: Vec::new(),
            masks: Vec::new(),
            seen: Vec::new(),
            stamp: 0,
            scratch: Vec::new(),
        }
    }

    /// Returns the size in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        let flat = self.next.capacity() + self.after.capacity() + self.seen.capacity();
        self.states.bytes() + self.sets.bytes() + 4 * flat as u64 + 9 * self.masks.capacity() as u64
    }

    /// Returns the node of each atom in a product state.
    pub(crate) fn nodes(&self, state: u32) -> &[u32] {
        &self.states.get(state)[..self.atoms.len()]
    }

    /// Returns the product states of a set, in order.
    pub(crate) fn members(&self, set: u32) -> &[u32] {
        &self.sets.get(set)[1..]
    }

    /// Returns whether all atoms accept in a product state at the end of a letter.
    pub(crate) fn accepts(&self, state: u32) -> bool {
        self.atoms
            .iter()
            .zip(self.nodes(state))
            .all(|(atom, &node)| atom.accepts(node))
    }

    /// Returns whether a set is at the end of a letter and contains an accepted state.
    pub(crate) fn set_accepts(&self, set: u32) -> bool {
        self.accepting[set as usize]
    }

    /// Returns whether a set of states is a subset of another set that waits for the same digit.
    pub(crate) fn is_subset(&self, small: u32, large: u32) -> bool {
        if small == large {
            return true;
        }
        let (mut few, mut many) = (self.members(small), self.members(large));
        if few.len() > many.len() || self.masks[small as usize] & !self.masks[large as usize] != 0 {
            return false;
        }
        while let Some((first, rest)) = few.split_first() {
            many = &many[many.partition_point(|state| state < first)..];
            if many.first() != Some(first) {
                return false;
            }
            few = rest;
        }
        true
    }

    fn state(&mut self, nodes: &[u32], budget: &Budget<'_>) -> Result<u32, StopReason> {
        let (id, new) = self.states.insert(nodes, budget)?;
        if new {
            let own = self.bytes();
            budget.make_room(&mut self.next, self.base.into(), own)?;
            budget.make_room(&mut self.seen, 1, own)?;
            self.next.extend((0..self.base).map(|_| UNKNOWN));
            self.seen.push(0);
        }
        Ok(id)
    }

    /// Returns the successor of a product state by a digit; [`DEAD`] if the state has no successor.
    fn step(&mut self, state: u32, digit: u8, budget: &Budget<'_>) -> Result<u32, StopReason> {
        let edge = state as usize * usize::from(self.base) + usize::from(digit);
        if self.next[edge] == UNKNOWN {
            self.next[edge] = self.compute_step(state, digit, budget)?;
        }
        Ok(self.next[edge])
    }

    fn compute_step(
        &mut self,
        state: u32,
        digit: u8,
        budget: &Budget<'_>,
    ) -> Result<u32, StopReason> {
        let mut nodes = std::mem::take(&mut self.scratch);
        nodes.clear();
        nodes.extend_from_slice(self.states.get(state));
        let place = nodes[self.atoms.len()] as usize;
        let mut alive = true;
        for &atom in &self.places[place].readers {
            nodes[atom] = self.atoms[atom].next(nodes[atom], digit);
            alive = alive && self.alive[atom][nodes[atom] as usize];
        }
        nodes[self.atoms.len()] = if place + 1 < self.places.len() {
            place as u32 + 1
        } else {
            0
        };
        let made = if alive {
            self.state(&nodes, budget)
        } else {
            Ok(DEAD)
        };
        self.scratch = nodes;
        made
    }

    /// Replaces states by their successors by the digits of one position of a letter, without
    /// duplicates.
    fn pass(
        &mut self,
        states: &mut Vec<u32>,
        digits: std::ops::Range<u8>,
        budget: &Budget<'_>,
    ) -> Result<(), StopReason> {
        self.stamp += 1;
        for state in std::mem::take(states) {
            for digit in digits.clone() {
                budget.tick()?;
                let to = self.step(state, digit, budget)?;
                if to != DEAD
                    && std::mem::replace(&mut self.seen[to as usize], self.stamp) != self.stamp
                {
                    states.push(to);
                }
            }
        }
        Ok(())
    }

    /// Returns the successors of states at the visible phase `phase` by a visible digit. Hidden
    /// digits before the visible digit are read too. If the visible digit is the last, the hidden
    /// digits up to the end of the letter are also read.
    fn passed(
        &mut self,
        mut states: Vec<u32>,
        phase: usize,
        digit: u8,
        budget: &Budget<'_>,
    ) -> Result<Vec<u32>, StopReason> {
        let mut place = self.stops[phase] as usize;
        let end = self
            .stops
            .get(phase + 1)
            .map_or(self.places.len(), |&stop| stop as usize);
        while place < end {
            let digits = if self.places[place].visible {
                digit..digit + 1
            } else {
                0..self.base
            };
            self.pass(&mut states, digits, budget)?;
            place += 1;
        }
        states.sort_unstable();
        Ok(states)
    }

    fn set(
        &mut self,
        phase: usize,
        states: &[u32],
        budget: &Budget<'_>,
    ) -> Result<u32, StopReason> {
        let (id, new) = self
            .sets
            .insert(&[&[phase as u32], states].concat(), budget)?;
        if new {
            let own = self.bytes();
            budget.make_room(&mut self.after, self.base.into(), own)?;
            self.after.extend((0..self.base).map(|_| UNKNOWN));
            self.accepting
                .push(phase == 0 && states.iter().any(|&state| self.accepts(state)));
            self.masks.push(states.iter().fold(0, |mask, &state| {
                mask | 1 << (state.wrapping_mul(0x9E37_79B1) >> 26)
            }));
        }
        Ok(id)
    }

    /// Creates the complete product if it is small, and removes states from which the conjunction
    /// accepts no word.
    fn prune(&mut self, budget: &Budget<'_>) -> Result<(), StopReason> {
        let mut at = 0;
        while at < self.states.len() {
            // A conjunction without tracks reads no digits.
            if at >= MAX_EAGER_STATES || self.places.is_empty() {
                return Ok(());
            }
            for digit in 0..self.base {
                self.step(at as u32, digit, budget)?;
            }
            at += 1;
        }
        let edges = (0u32..)
            .zip(&self.next)
            .filter(|&(_, &to)| to != DEAD)
            .map(|(edge, &to)| (edge / u32::from(self.base), to));
        let ends =
            |state: u32| self.states.get(state)[self.atoms.len()] == 0 && self.accepts(state);
        let states = self.states.len();
        let useful =
            ReverseEdges::new(states, edges).reaching((0..states as u32).map(ends).collect());
        self.next
            .iter_mut()
            .filter(|to| **to != DEAD && !useful[**to as usize])
            .for_each(|to| *to = DEAD);
        Ok(())
    }

    /// Returns the start set, closed under letters that are zero on the visible tracks, and the
    /// derivation of its states. In the derivation, each state has the index of a predecessor from
    /// which a letter of visible zeros leads to the state; the start has its own index.
    pub(crate) fn start(
        &mut self,
        budget: &Budget<'_>,
    ) -> Result<(u32, Vec<(u32, u32)>), StopReason> {
        let mut made = Vec::new();
        if self.alive.iter().all(|alive| alive[0]) {
            made.push((self.state(&vec![0; self.atoms.len() + 1], budget)?, 0));
            self.prune(budget)?;
        }
        let mut known: rustc_hash::FxHashSet<u32> = made.iter().map(|&(state, _)| state).collect();
        let mut at = 0;
        while at < made.len() {
            let mut states = vec![made[at].0];
            for place in 0..self.places.len() {
                let digits = if self.places[place].visible {
                    0..1
                } else {
                    0..self.base
                };
                self.pass(&mut states, digits, budget)?;
            }
            states.retain(|&state| known.insert(state));
            made.extend(states.into_iter().map(|state| (state, at as u32)));
            at += 1;
        }
        let mut states: Vec<u32> = made.iter().map(|&(state, _)| state).collect();
        states.sort_unstable();
        Ok((self.set(0, &states, budget)?, made))
    }

    /// Returns the set to which a visible digit leads.
    pub(crate) fn after(
        &mut self,
        set: u32,
        digit: u8,
        budget: &Budget<'_>,
    ) -> Result<u32, StopReason> {
        let edge = set as usize * usize::from(self.base) + usize::from(digit);
        if self.after[edge] == UNKNOWN {
            let phase = self.sets.get(set)[0] as usize;
            let states = self.passed(self.members(set).to_vec(), phase, digit, budget)?;
            let then = if phase + 1 < self.stops.len() {
                phase + 1
            } else {
                0
            };
            self.after[edge] = self.set(then, &states, budget)?;
        }
        Ok(self.after[edge])
    }

    /// Returns whether the conjunction accepts a word of the visible tracks for some hidden digits.
    pub(crate) fn accepts_word(
        &mut self,
        word: &[u8],
        budget: &Budget<'_>,
    ) -> Result<bool, StopReason> {
        let (mut set, _) = self.start(budget)?;
        for &digit in word {
            set = self.after(set, digit, budget)?;
        }
        Ok(self.set_accepts(set))
    }

    /// Returns the set that consists of one product state and waits for the digit of a visible
    /// track.
    pub(crate) fn single(
        &mut self,
        phase: usize,
        state: u32,
        budget: &Budget<'_>,
    ) -> Result<u32, StopReason> {
        self.set(phase, &[state], budget)
    }
}
