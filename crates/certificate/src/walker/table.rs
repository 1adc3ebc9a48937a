//! Deterministic automata as plain tables, and their product: all that the walker of statements
//! needs. A node waits for a digit of one track, its phase; letters end at phase 0, and only there
//! a node accepts.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::Hash;

use base::budget::Budget;
use base::text;
use rustc_hash::FxHashMap;

use super::refuse;
use crate::error::CertificateError;

/// A number that is read.
pub type Track = u32;

/// The most nodes of a table.
const MAX_NODES: usize = 1 << 24;

/// Bytes of states from which on the memory is compared at each state.
const HEAVY: usize = 1 << 20;

/// The most letters that are read at once.
const MAX_LETTERS: usize = 1 << 14;

/// A complete automaton over the digits of its tracks in turn, most significant first. Node 0 is
/// the start; nodes are numbered in the order in which digits, the least first, lead to them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AutomatonTable {
    pub(crate) base: u8,
    pub(crate) tracks: Vec<Track>,
    next: Vec<u32>,
    phase: Vec<u16>,
    accepts: Vec<bool>,
    /// Whether some word leads from here to acceptance.
    alive: Vec<bool>,
}

impl AutomatonTable {
    /// The automaton that begins with a state and goes on by steps; `None` is a state from which
    /// nothing is accepted.
    pub(crate) fn build<S: Hash + Eq + Clone>(
        base: u8,
        tracks: &BTreeSet<Track>,
        start: Option<S>,
        step: impl Fn(&S, usize, u8) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
        budget: &Budget<'_>,
    ) -> Result<AutomatonTable, CertificateError> {
        AutomatonTable::weighed(base, tracks, start, step, accepts, |_| 0, budget)
    }

    /// The same, of states that take some bytes more than their type tells.
    fn weighed<S: Hash + Eq + Clone>(
        base: u8,
        tracks: &BTreeSet<Track>,
        start: Option<S>,
        step: impl Fn(&S, usize, u8) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
        weight: impl Fn(&S) -> usize,
        budget: &Budget<'_>,
    ) -> Result<AutomatonTable, CertificateError> {
        let tracks: Vec<Track> = tracks.iter().copied().collect();
        let accepted = |state: &Option<S>| state.as_ref().is_some_and(&accepts);
        let mut table = AutomatonTable {
            base,
            next: Vec::new(),
            phase: vec![0],
            accepts: vec![accepted(&start)],
            alive: Vec::new(),
            tracks,
        };
        let phases = table.tracks.len();
        if phases == 0 {
            table.next = vec![0; base.into()];
            table.alive.clone_from(&table.accepts);
            return Ok(table);
        }
        let mut names: Vec<FxHashMap<Option<S>, u32>> = vec![FxHashMap::default(); phases];
        names[0].insert(start.clone(), 0);
        let mut states = vec![start];
        let (mut at, mut weights) = (0, 0);
        let node_bytes = 4 * usize::from(base) + 64 + 2 * size_of::<S>();
        while at < states.len() {
            let phase = usize::from(table.phase[at]);
            let then = (phase + 1) % phases;
            for digit in 0..base {
                budget.tick()?;
                let state = states[at]
                    .as_ref()
                    .and_then(|state| step(state, phase, digit));
                let more = state.as_ref().map_or(0, &weight);
                budget.steps(more / 16)?;
                let fresh = states.len() as u32;
                let node = *names[then].entry(state).or_insert_with_key(|state| {
                    table.phase.push(then as u16);
                    table.accepts.push(then == 0 && accepted(state));
                    states.push(state.clone());
                    // The state is held twice: in the list and by its name.
                    weights += 2 * more;
                    fresh
                });
                table.next.push(node);
            }
            at += 1;
            if at.is_multiple_of(1024) || weights > HEAVY {
                if states.len() > MAX_NODES {
                    return refuse(text!(
                        "an automaton of a statement has more than {MAX_NODES} nodes",
                        "某命题的自动机结点多于 {MAX_NODES} 个"
                    ));
                }
                budget.allow_memory((states.len() * node_bytes + weights) as u64)?;
            }
        }
        table.alive = table.reaching();
        Ok(table)
    }

    /// An automaton that is given: its successors, digit by digit, and its accepting nodes. Every
    /// node must be reached and stand at one place of a letter, and zeros at the beginning must
    /// mean nothing.
    pub(crate) fn from_successors(
        base: u8,
        tracks: BTreeSet<Track>,
        next: &[u32],
        accepting: &[u32],
    ) -> Result<AutomatonTable, CertificateError> {
        let wrong = || {
            refuse(text!(
                "the lists of an automaton do not fit together",
                "某自动机所列数据不相符"
            ))
        };
        let tracks: Vec<Track> = tracks.into_iter().collect();
        let (nodes, width) = (next.len() / usize::from(base), usize::from(base));
        let ordered = accepting.is_sorted_by(|a, b| a < b)
            && accepting.last().is_none_or(|&last| (last as usize) < nodes);
        if nodes == 0
            || nodes > MAX_NODES
            || next.len() != nodes * width
            || !ordered
            || tracks.is_empty()
        {
            return wrong();
        }
        let mut phase: Vec<Option<u16>> = vec![None; nodes];
        phase[0] = Some(0);
        let mut queue = vec![0usize];
        let mut at = 0;
        while let Some(&node) = queue.get(at) {
            let then = (phase[node].unwrap_or(0) + 1) % tracks.len() as u16;
            for &to in &next[node * width..][..width] {
                match phase.get(to as usize) {
                    Some(None) => {
                        phase[to as usize] = Some(then);
                        queue.push(to as usize);
                    }
                    Some(Some(known)) if *known == then => {}
                    _ => return wrong(),
                }
            }
            at += 1;
        }
        let Some(phase) = phase.into_iter().collect::<Option<Vec<u16>>>() else {
            return wrong();
        };
        let mut accepts = vec![false; nodes];
        accepting
            .iter()
            .for_each(|&node| accepts[node as usize] = true);
        let zero = tracks.iter().fold(0, |node, _| next[node as usize * width]);
        if zero != 0 || accepting.iter().any(|&node| phase[node as usize] != 0) {
            return wrong();
        }
        let mut table = AutomatonTable {
            base,
            tracks,
            next: next.to_vec(),
            phase,
            accepts,
            alive: Vec::new(),
        };
        table.alive = table.reaching();
        Ok(table)
    }

    fn reaching(&self) -> Vec<bool> {
        let (nodes, width) = (self.phase.len(), usize::from(self.base));
        // The nodes that lead to each node, side by side.
        let mut begin = vec![0u32; nodes + 1];
        self.next.iter().for_each(|&to| begin[to as usize + 1] += 1);
        (0..nodes).for_each(|node| begin[node + 1] += begin[node]);
        let mut place = begin.clone();
        let mut before = vec![0u32; self.next.len()];
        for (edge, &to) in self.next.iter().enumerate() {
            before[place[to as usize] as usize] = (edge / width) as u32;
            place[to as usize] += 1;
        }
        let mut alive = self.accepts.clone();
        let mut queue: Vec<usize> = (0..nodes).filter(|&node| alive[node]).collect();
        while let Some(node) = queue.pop() {
            for &from in &before[begin[node] as usize..begin[node + 1] as usize] {
                if !std::mem::replace(&mut alive[from as usize], true) {
                    queue.push(from as usize);
                }
            }
        }
        alive
    }

    /// The words that all of these accept, over their tracks and some more: one after the other is
    /// joined, and what leads to nothing is left out at once.
    pub(crate) fn product(
        base: u8,
        tables: &[&AutomatonTable],
        more: impl IntoIterator<Item = Track>,
        budget: &Budget<'_>,
    ) -> Result<AutomatonTable, CertificateError> {
        let all = AutomatonTable::build(
            base,
            &more.into_iter().collect(),
            Some(()),
            |(), _, _| Some(()),
            |()| true,
            budget,
        )?;
        tables
            .iter()
            .try_fold(all, |joined, table| joined.and(table, budget))
    }

    fn and(
        &self,
        other: &AutomatonTable,
        budget: &Budget<'_>,
    ) -> Result<AutomatonTable, CertificateError> {
        let tracks: BTreeSet<Track> = self.tracks.iter().chain(&other.tracks).copied().collect();
        let reads = |table: &AutomatonTable| {
            tracks
                .iter()
                .map(|track| table.tracks.binary_search(track).is_ok())
                .collect::<Vec<bool>>()
        };
        let (left, right) = (reads(self), reads(other));
        let step = |&(a, b): &(u32, u32), phase: usize, digit: u8| {
            let a = if left[phase] { self.next(a, digit) } else { a };
            let b = if right[phase] {
                other.next(b, digit)
            } else {
                b
            };
            (self.is_alive(a) && other.is_alive(b)).then_some((a, b))
        };
        let start = (self.is_alive(0) && other.is_alive(0)).then_some((0, 0));
        Ok(AutomatonTable::build(
            self.base,
            &tracks,
            start,
            step,
            |&(a, b)| self.accepts(a) && other.accepts(b),
            budget,
        )?
        .trimmed())
    }

    /// The same words by the nodes that lead to acceptance, and one node at each phase for all
    /// others.
    fn trimmed(&self) -> AutomatonTable {
        const FRESH: u32 = u32::MAX;
        if self.tracks.is_empty() {
            return self.clone();
        }
        let mut names = vec![FRESH; self.nodes()];
        let mut dead = vec![FRESH; self.tracks.len()];
        let (mut next, mut kept) = (
            Vec::with_capacity(self.next.len()),
            vec![self.is_alive(0).then_some(0)],
        );
        let mut phase = vec![0];
        *kept[0].map_or(&mut dead[0], |_| &mut names[0]) = 0;
        let mut at = 0;
        while let Some(&node) = kept.get(at) {
            let then = (usize::from(phase[at]) + 1) % self.tracks.len();
            for digit in 0..self.base {
                let to = node
                    .map(|node| self.next(node, digit))
                    .filter(|&to| self.is_alive(to));
                let name = to.map_or(&mut dead[then], |to| &mut names[to as usize]);
                if *name == FRESH {
                    *name = kept.len() as u32;
                    kept.push(to);
                    phase.push(then as u16);
                }
                next.push(*name);
            }
            at += 1;
        }
        let accepts = kept
            .iter()
            .map(|node| node.is_some_and(|node| self.accepts(node)))
            .collect();
        AutomatonTable {
            base: self.base,
            tracks: self.tracks.clone(),
            next,
            phase,
            accepts,
            alive: kept.iter().map(Option::is_some).collect(),
        }
    }

    /// The words that it does not accept.
    pub(crate) fn complement(&self) -> AutomatonTable {
        let accepts = self
            .phase
            .iter()
            .zip(&self.accepts)
            .map(|(&phase, &accepts)| phase == 0 && !accepts)
            .collect();
        let mut table = AutomatonTable {
            accepts,
            ..self.clone()
        };
        table.alive = table.reaching();
        table
    }

    /// The same of other tracks in the same order.
    pub(crate) fn renamed(&self, tracks: &[Track]) -> AutomatonTable {
        AutomatonTable {
            tracks: tracks.to_vec(),
            ..self.clone()
        }
    }

    /// Bytes that it takes.
    pub(crate) fn bytes(&self) -> u64 {
        (self.nodes() * (4 * usize::from(self.base) + 4)) as u64
    }

    /// The same of other tracks, which may come in another order or more than once.
    pub(crate) fn on(
        &self,
        tracks: &[Track],
        budget: &Budget<'_>,
    ) -> Result<AutomatonTable, CertificateError> {
        budget.steps(self.next.len() / 16)?;
        if tracks.is_sorted_by(|a, b| a < b) {
            return Ok(self.renamed(tracks));
        }
        let step = |&node: &u32, letter: &[u8]| {
            let to = letter
                .iter()
                .fold(node, |node, &digit| self.next(node, digit));
            self.alive[to as usize].then_some(to)
        };
        AutomatonTable::letters(
            self.base,
            tracks,
            0,
            step,
            |&node| self.accepts(node),
            budget,
        )
    }

    /// The automaton that reads whole letters, the digits in the order in which the tracks are
    /// named. Within a letter a state is the list of what all rests of it lead to.
    pub(crate) fn letters<Q: Hash + Eq + Clone>(
        base: u8,
        tracks: &[Track],
        start: Q,
        step: impl Fn(&Q, &[u8]) -> Option<Q>,
        accepts: impl Fn(&Q) -> bool,
        budget: &Budget<'_>,
    ) -> Result<AutomatonTable, CertificateError> {
        let sorted: BTreeMap<Track, usize> = tracks
            .iter()
            .copied()
            .collect::<BTreeSet<_>>()
            .into_iter()
            .zip(0..)
            .collect();
        let (count, width) = (sorted.len(), usize::from(base));
        let letters = u32::try_from(count)
            .ok()
            .and_then(|count| width.checked_pow(count))
            .filter(|letters| *letters <= MAX_LETTERS);
        let Some(letters) = letters else {
            return refuse(text!(
                "a statement reads too many numbers side by side",
                "某命题并列读取的数过多"
            ));
        };
        // The digit of a track in the letter of a number: the first track is the highest digit.
        let powers: Vec<usize> = (0..count as u32)
            .rev()
            .map(|place| width.pow(place))
            .collect();
        let places: Vec<usize> = tracks.iter().map(|track| powers[sorted[track]]).collect();
        let after = |state: &Q| -> Vec<Option<Q>> {
            let letter = |letter: usize| -> Vec<u8> {
                places
                    .iter()
                    .map(|power| (letter / power % width) as u8)
                    .collect()
            };
            (0..letters)
                .map(|number| step(state, &letter(number)))
                .collect()
        };
        let read = |rests: &Vec<Option<Q>>, phase: usize, digit: u8| {
            let whole = if phase == 0 {
                rests[0].as_ref().map(&after)
            } else {
                None
            };
            let rests = whole.as_ref().unwrap_or(rests);
            let part = rests.len() / width;
            let rests = &rests[usize::from(digit) * part..][..part];
            rests.iter().any(Option::is_some).then(|| rests.to_vec())
        };
        let accepted = |rests: &Vec<Option<Q>>| rests[0].as_ref().is_some_and(&accepts);
        let weight = |rests: &Vec<Option<Q>>| 16 + rests.len() * size_of::<Option<Q>>();
        AutomatonTable::weighed(
            base,
            &sorted.into_keys().collect(),
            Some(vec![Some(start)]),
            read,
            accepted,
            weight,
            budget,
        )
    }

    /// Where a digit leads.
    pub(crate) fn next(&self, node: u32, digit: u8) -> u32 {
        self.next[node as usize * usize::from(self.base) + usize::from(digit)]
    }

    pub(crate) fn accepts(&self, node: u32) -> bool {
        self.accepts[node as usize]
    }

    /// Whether some word leads from a node to acceptance.
    pub(crate) fn is_alive(&self, node: u32) -> bool {
        self.alive[node as usize]
    }

    pub(crate) fn phase(&self, node: u32) -> usize {
        self.phase[node as usize].into()
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> usize {
        self.phase.len()
    }

    /// Its base, tracks, successors, phases and accepting marks, for who looks for the rows of a
    /// cover.
    pub fn parts(&self) -> (u8, &[Track], &[u32], &[u16], &[bool]) {
        (
            self.base,
            &self.tracks,
            &self.next,
            &self.phase,
            &self.accepts,
        )
    }
}
