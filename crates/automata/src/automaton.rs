//! Complete deterministic automata over interleaved digits. A node waits for a digit of one track,
//! its *phase*. Letters begin and end at phase 0, and only nodes of this phase accept.

use std::hash::Hash;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use rustc_hash::FxHashMap;

use crate::reverse_edges::ReverseEdges;
use crate::{DigitWord, Track};

/// A set of words: tuples of digits, one for each track, of any length. Node 0 is the start. Two
/// `Automaton` values are equal if and only if their nodes and edges are identical;
/// [`Automaton::minimised`] makes automata of equal sets identical.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Automaton {
    base: u8,
    tracks: Vec<Track>,
    /// Successors of each node, one for each digit.
    next: Vec<u32>,
    phase: Vec<u16>,
    accepts: Vec<bool>,
}

/// The reason why the parts of an automaton are invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AutomatonError {
    /// The base is not between 2 and 16.
    Base(u8),
    /// The tracks are not strictly increasing, or more than 1000 tracks are given. The number is
    /// the index of the first invalid track.
    Tracks(usize),
    /// The lists have different numbers of nodes, or no nodes, or the start is not at phase 0.
    Nodes,
    /// The successor of a node by a digit is not a node of the next phase.
    Edge(usize, u8),
    /// The given node has a phase without a track, or accepts before the end of a letter.
    Phase(usize),
}

impl AutomatonError {
    /// Returns the reason as text.
    pub fn text(self) -> Text {
        match self {
            AutomatonError::Base(base) => text!(
                "expected a base from 2 to 16, found {base}",
                "进制应为 2 到 16，实为 {base}"
            ),
            AutomatonError::Tracks(place) => text!(
                "invalid track {place}: expected at most 1000 tracks, each greater than the previous one",
                "第 {place} 条轨道无效：至多 1000 条，须严格递增"
            ),
            AutomatonError::Nodes => text!(
                "the lists of successors, phases and marks of an automaton must cover the same nodes, and the first node must have phase 0",
                "自动机的后继、相位与接受标记的结点数须相同，且首个结点的相位为 0"
            ),
            AutomatonError::Edge(node, digit) => text!(
                "digit {digit} leads from node {node} to a target that is not a node of the next phase",
                "结点 {node} 读数字 {digit} 后到达的不是下一相位的结点"
            ),
            AutomatonError::Phase(node) => text!(
                "node {node} has a phase without a track, or accepts before the end of a letter",
                "结点 {node} 的相位不存在，或在一个字母中途接受"
            ),
        }
    }
}

base::impl_error!(AutomatonError);

/// Maximum number of nodes of an automaton, and of a walk over an automaton, because edges are
/// counted in 32 bits.
pub(crate) const MAX_NODES: usize = 1 << 27;

/// Maximum number of tracks of an automaton.
const MAX_TRACKS: usize = 1000;

impl Automaton {
    /// Creates an automaton without tracks that accepts the empty word, or nothing. The automaton's
    /// truth value applies to all words over any tracks.
    ///
    /// # Panics
    /// Panics if the base is not between 2 and 16.
    pub fn truth(base: u8, accepts: bool) -> Automaton {
        assert!((2..=16).contains(&base), "base {base}");
        Automaton {
            base,
            tracks: Vec::new(),
            next: vec![0; base.into()],
            phase: vec![0],
            accepts: vec![accepts],
        }
    }

    /// Creates the automaton of all words over these tracks. As a domain, this automaton represents
    /// all numbers on these tracks.
    ///
    /// # Panics
    /// Panics if the base is not between 2 and 16, or if the tracks are not strictly increasing.
    pub fn all(base: u8, tracks: Vec<Track>) -> Automaton {
        assert!((2..=16).contains(&base), "base {base}");
        assert!(
            tracks.is_sorted_by(|a, b| a < b) && tracks.len() <= MAX_TRACKS,
            "tracks {tracks:?}"
        );
        let phases = tracks.len().max(1) as u32;
        let next = (0..phases)
            .flat_map(|phase| (0..base).map(move |_| (phase + 1) % phases))
            .collect();
        Automaton::of_parts(
            base,
            tracks,
            next,
            (0..phases as u16).collect(),
            (0..phases).map(|phase| phase == 0).collect(),
        )
    }

    /// Builds the minimised automaton with the start state `start`. `step` returns the successor of
    /// a state by a digit of the track at an index of `tracks` (the phase). `accepts` returns
    /// whether a state at the end of a letter accepts. An automaton without tracks has only the
    /// start node.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out, because `step` may produce infinitely many
    /// states.
    ///
    /// # Panics
    /// Panics if the base is not between 2 and 16, or if the tracks are not strictly increasing.
    pub fn build<S: Hash + Eq + Clone>(
        base: u8,
        tracks: Vec<Track>,
        start: S,
        mut step: impl FnMut(&S, usize, u8) -> S,
        accepts: impl Fn(&S) -> bool,
        budget: &Budget<'_>,
    ) -> Result<Automaton, StopReason> {
        assert!(
            tracks.is_sorted_by(|a, b| a < b) && tracks.len() <= MAX_TRACKS,
            "tracks {tracks:?}"
        );
        if tracks.is_empty() {
            return Ok(Automaton::truth(base, accepts(&start)));
        }
        assert!((2..=16).contains(&base), "base {base}");
        let mut ids: Vec<FxHashMap<S, u32>> = vec![FxHashMap::default(); tracks.len()];
        let mut made = Automaton {
            base,
            tracks,
            next: Vec::new(),
            phase: vec![0],
            accepts: vec![accepts(&start)],
        };
        ids[0].insert(start.clone(), 0);
        let mut states = vec![start];
        let bytes = 3 * size_of::<S>() + 4 * usize::from(base) + 16;
        let mut at = 0;
        while at < states.len() {
            budget.allow_memory(if states.len() < MAX_NODES {
                (states.len() * bytes) as u64
            } else {
                u64::MAX
            })?;
            let phase = usize::from(made.phase[at]);
            let then = (phase + 1) % made.tracks.len();
            for digit in 0..base {
                budget.tick()?;
                let state = step(&states[at], phase, digit);
                let id = match ids[then].get(&state) {
                    Some(&id) => id,
                    None => {
                        let id = states.len() as u32;
                        ids[then].insert(state.clone(), id);
                        made.phase.push(then as u16);
                        made.accepts.push(then == 0 && accepts(&state));
                        states.push(state);
                        id
                    }
                };
                made.next.push(id);
            }
            at += 1;
        }
        made.minimised(budget)
    }

    /// Creates an automaton from its parts: the successors of each node (`base` for each node), the
    /// phase of each node, and which nodes accept. All parts are checked.
    ///
    /// # Errors
    /// Returns [`AutomatonError`] if the parts do not form an automaton.
    pub fn from_parts(
        base: u8,
        tracks: Vec<Track>,
        next: Vec<u32>,
        phase: Vec<u16>,
        accepts: Vec<bool>,
    ) -> Result<Automaton, AutomatonError> {
        if !(2..=16).contains(&base) {
            return Err(AutomatonError::Base(base));
        }
        if tracks.len() > MAX_TRACKS {
            return Err(AutomatonError::Tracks(MAX_TRACKS));
        }
        if let Some(place) = (1..tracks.len()).find(|&place| tracks[place - 1] >= tracks[place]) {
            return Err(AutomatonError::Tracks(place));
        }
        let nodes = phase.len();
        let lengths = nodes.checked_mul(base.into()) == Some(next.len())
            && accepts.len() == nodes
            && nodes <= MAX_NODES;
        if nodes == 0 || !lengths || phase[0] != 0 || (tracks.is_empty() && nodes > 1) {
            return Err(AutomatonError::Nodes);
        }
        for node in 0..nodes {
            let own = usize::from(phase[node]);
            if own >= tracks.len().max(1) || (own > 0 && accepts[node]) {
                return Err(AutomatonError::Phase(node));
            }
            let then = if own + 1 < tracks.len() { own + 1 } else { 0 };
            for digit in 0..base {
                let to = next[node * usize::from(base) + usize::from(digit)] as usize;
                if to >= nodes || usize::from(phase[to]) != then {
                    return Err(AutomatonError::Edge(node, digit));
                }
            }
        }
        Ok(Automaton {
            base,
            tracks,
            next,
            phase,
            accepts,
        })
    }

    /// Creates an automaton from parts that are known to be valid.
    pub(crate) fn of_parts(
        base: u8,
        tracks: Vec<Track>,
        next: Vec<u32>,
        phase: Vec<u16>,
        accepts: Vec<bool>,
    ) -> Automaton {
        debug_assert_eq!(
            Automaton::from_parts(
                base,
                tracks.clone(),
                next.clone(),
                phase.clone(),
                accepts.clone()
            )
            .map(|_| ()),
            Ok(()),
            "tracks {tracks:?}"
        );
        Automaton {
            base,
            tracks,
            next,
            phase,
            accepts,
        }
    }

    /// Returns the base of the digits.
    pub fn base(&self) -> u8 {
        self.base
    }

    /// Returns the names of the tracks, in the order of their digits.
    pub fn tracks(&self) -> &[Track] {
        &self.tracks
    }

    /// Returns the number of nodes.
    pub fn nodes(&self) -> usize {
        self.phase.len()
    }

    /// Returns the number of nodes at the ends of letters, which are the states of an automaton
    /// that reads complete letters.
    pub fn states(&self) -> usize {
        self.phase.iter().filter(|&&phase| phase == 0).count()
    }

    /// Returns the start node, which is always 0.
    pub fn start(&self) -> u32 {
        0
    }

    /// Returns the successor of a node by a digit.
    #[inline]
    pub fn next(&self, node: u32, digit: u8) -> u32 {
        self.next[node as usize * usize::from(self.base) + usize::from(digit)]
    }

    /// Returns the index in [`Automaton::tracks`] of the track for whose digit a node waits; 0 at
    /// the ends of letters.
    #[inline]
    pub fn phase(&self, node: u32) -> usize {
        self.phase[node as usize].into()
    }

    /// Returns whether a word that ends at this node is accepted.
    #[inline]
    pub fn accepts(&self, node: u32) -> bool {
        self.accepts[node as usize]
    }

    /// Returns the automaton with other track names in the same order.
    pub(crate) fn with_tracks(&self, tracks: Vec<Track>) -> Automaton {
        Automaton {
            tracks,
            ..self.clone()
        }
    }

    /// Returns the parts of the automaton: successors, phases, and acceptance marks.
    pub(crate) fn parts(&self) -> (&[u32], &[u16], &[bool]) {
        (&self.next, &self.phase, &self.accepts)
    }

    /// Returns the automaton of the words that this automaton does not accept. O(nodes).
    pub fn complement(&self) -> Automaton {
        let accepts = self
            .phase
            .iter()
            .zip(&self.accepts)
            .map(|(&phase, &accepts)| phase == 0 && !accepts)
            .collect();
        Automaton {
            accepts,
            ..self.clone()
        }
    }

    /// Returns for each node whether some word leads from it to acceptance (or to rejection, if
    /// `sought` is false).
    pub fn reaches(&self, sought: bool) -> Vec<bool> {
        let base = u32::from(self.base);
        let edges = (0u32..)
            .zip(&self.next)
            .map(|(edge, &to)| (edge / base, to));
        let ends = self
            .phase
            .iter()
            .zip(&self.accepts)
            .map(|(&phase, &accepts)| phase == 0 && accepts == sought);
        ReverseEdges::new(self.nodes(), edges).reaching(ends.collect())
    }

    /// Returns whether no word is accepted. O(nodes).
    pub fn is_empty(&self) -> bool {
        !self.reaches(true)[0]
    }

    /// Returns a shortest accepted word; `None` if no word is accepted. If several accepted words
    /// are shortest, the first word in the order of digits is returned. O(nodes).
    pub fn witness(&self) -> Option<DigitWord> {
        let mut met = vec![None; self.nodes()];
        met[0] = Some((0, 0));
        let mut queue = vec![0u32];
        let mut at = 0;
        while at < queue.len() {
            let node = queue[at];
            if self.accepts(node) {
                let met: Vec<(u32, u8)> = met.into_iter().map(Option::unwrap_or_default).collect();
                return Some(DigitWord::of_walk(
                    self.base,
                    self.tracks.clone(),
                    &met,
                    node,
                ));
            }
            for digit in 0..self.base {
                let to = self.next(node, digit);
                if met[to as usize].is_none() {
                    met[to as usize] = Some((node, digit));
                    queue.push(to);
                }
            }
            at += 1;
        }
        None
    }

    /// Returns whether the word with these digits is accepted, most significant digit first.
    /// Shorter tracks are padded with leading zeros, and missing tracks are zero. Returns false if
    /// a digit is not below the base.
    pub fn accepts_digits(&self, digits: &[(Track, &[u8])]) -> bool {
        let of_track = |track: &Track| {
            digits
                .iter()
                .find(|(name, _)| name == track)
                .map_or(&[][..], |(_, digits)| digits)
        };
        let words: Vec<&[u8]> = self.tracks.iter().map(of_track).collect();
        let letters = words.iter().map(|word| word.len()).max().unwrap_or(0);
        let mut node = 0;
        for letter in 0..letters {
            for word in &words {
                let digit = (letter + word.len())
                    .checked_sub(letters)
                    .map_or(0, |place| word[place]);
                if digit >= self.base {
                    return false;
                }
                node = self.next(node, digit);
            }
        }
        self.accepts(node)
    }

    /// Returns whether these numbers, written in the base, are accepted; missing tracks are zero.
    pub fn accepts_numbers(&self, numbers: &[(Track, u128)]) -> bool {
        let digits: Vec<(Track, Vec<u8>)> = numbers
            .iter()
            .map(|&(track, number)| (track, in_base(self.base, number)))
            .collect();
        let digits: Vec<(Track, &[u8])> = digits
            .iter()
            .map(|(track, digits)| (*track, &digits[..]))
            .collect();
        self.accepts_digits(&digits)
    }
}

/// Returns the digits of a number, most significant first, without leading zeros.
pub(crate) fn in_base(base: u8, mut number: u128) -> Vec<u8> {
    let mut digits = Vec::new();
    while number > 0 {
        digits.push((number % u128::from(base)) as u8);
        number /= u128::from(base);
    }
    digits.reverse();
    digits
}
