//! Products of two automata, and their comparison. A track that only one of the two automata reads
//! is unrestricted in the other automaton. If a component accepts all words, or no words, from its
//! node on, a truth value replaces the component, which needs no further steps.

use base::budget::{Budget, StopReason};

use crate::interner::ListInterner;
use crate::track::union;
use crate::{Automaton, DigitWord, Track};

/// Components of a product are nodes, or the following truth values.
const FALSE: u32 = u32::MAX;
const TRUE: u32 = u32::MAX - 1;

/// One factor, and the tracks of the product that it reads.
struct ProductFactor<'a> {
    automaton: &'a Automaton,
    reads: Vec<bool>,
    accepting: Vec<bool>,
    refusing: Vec<bool>,
}

impl<'a> ProductFactor<'a> {
    fn new(automaton: &'a Automaton, tracks: &[Track]) -> ProductFactor<'a> {
        let reads = tracks
            .iter()
            .map(|track| automaton.tracks().binary_search(track).is_ok())
            .collect();
        ProductFactor {
            automaton,
            reads,
            accepting: automaton.reaches(true),
            refusing: automaton.reaches(false),
        }
    }

    fn settled(&self, node: u32) -> u32 {
        match node {
            FALSE | TRUE => node,
            _ if !self.accepting[node as usize] => FALSE,
            _ if !self.refusing[node as usize] => TRUE,
            _ => node,
        }
    }

    fn next(&self, node: u32, phase: usize, digit: u8) -> u32 {
        if node >= TRUE || !self.reads[phase] {
            node
        } else {
            self.settled(self.automaton.next(node, digit))
        }
    }

    fn accepts(&self, node: u32) -> bool {
        node == TRUE || (node != FALSE && self.automaton.accepts(node))
    }
}

/// The reachable pairs of nodes of two automata, with their edges.
struct NodePairs {
    tracks: Vec<Track>,
    next: Vec<u32>,
    phase: Vec<u16>,
    accepts: Vec<bool>,
    /// Predecessor of each pair, and the digit that leads from the predecessor to the pair.
    met: Vec<(u32, u8)>,
}

/// Explores the product. If `first` is true, the search stops at the first accepted pair, which is
/// reached by a shortest accepted word.
fn walk(
    a: &Automaton,
    b: &Automaton,
    op: fn(bool, bool) -> bool,
    first: bool,
    budget: &Budget<'_>,
) -> Result<NodePairs, StopReason> {
    assert_eq!(
        a.base(),
        b.base(),
        "automata of one product read digits in one base"
    );
    let tracks = union([a.tracks(), b.tracks()]);
    let (left, right) = (
        ProductFactor::new(a, &tracks),
        ProductFactor::new(b, &tracks),
    );
    let truth = |node: u32| node == TRUE;
    let settled = |(x, y): (u32, u32)| {
        let value = match (x >= TRUE, y >= TRUE) {
            (true, true) => Some(op(truth(x), truth(y))),
            (true, false) => Some(op(truth(x), false)).filter(|&value| value == op(truth(x), true)),
            (false, true) => Some(op(false, truth(y))).filter(|&value| value == op(true, truth(y))),
            (false, false) => None,
        };
        // A pair whose truth value is known is replaced by a fixed pair with this value.
        match value {
            Some(value) => [(TRUE, TRUE), (TRUE, FALSE), (FALSE, TRUE), (FALSE, FALSE)]
                .into_iter()
                .find(|&(x, y)| op(truth(x), truth(y)) == value)
                .unwrap_or((x, y)),
            None => (x, y),
        }
    };
    let accepts = |(x, y): (u32, u32)| op(left.accepts(x), right.accepts(y));
    let start = settled((left.settled(0), right.settled(0)));
    let mut ids = ListInterner::default();
    ids.insert(&[start.0, start.1, 0], budget)?;
    let mut made = NodePairs {
        next: Vec::new(),
        phase: vec![0],
        accepts: vec![accepts(start)],
        met: vec![(0, 0)],
        tracks,
    };
    let base = a.base();
    let mut at = 0;
    if made.tracks.is_empty() {
        made.next = vec![0; base.into()];
        return Ok(made);
    }
    while at < ids.len() {
        if first && made.accepts[at] {
            break;
        }
        let &[x, y, phase] = ids.get(at as u32) else {
            unreachable!("pairs and their phases are interned")
        };
        let phase = phase as usize;
        let then = if phase + 1 < made.tracks.len() {
            phase + 1
        } else {
            0
        };
        for digit in 0..base {
            let to = settled((left.next(x, phase, digit), right.next(y, phase, digit)));
            let (id, new) = ids.insert(&[to.0, to.1, then as u32], budget)?;
            made.next.push(id);
            if new {
                made.phase.push(then as u16);
                made.accepts.push(then == 0 && accepts(to));
                made.met.push((at as u32, digit));
            }
        }
        at += 1;
        if at.is_multiple_of(1024) {
            let each = 4 * u64::from(base) + 12;
            budget.allow_memory(ids.bytes() + each * ids.len() as u64)?;
        }
    }
    Ok(made)
}

impl Automaton {
    /// Returns the intersection: the words that both automata accept, over the tracks of both.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    ///
    /// # Panics
    /// Panics if the bases differ, like all operations on several automata.
    pub fn and(&self, other: &Automaton, budget: &Budget<'_>) -> Result<Automaton, StopReason> {
        self.product(other, |a, b| a && b, budget)
    }

    /// Returns the union: the words that at least one of the two automata accepts.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    pub fn or(&self, other: &Automaton, budget: &Budget<'_>) -> Result<Automaton, StopReason> {
        self.product(other, |a, b| a || b, budget)
    }

    /// Returns the difference: the words that this automaton accepts and the other automaton does
    /// not accept.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    pub fn minus(&self, other: &Automaton, budget: &Budget<'_>) -> Result<Automaton, StopReason> {
        self.product(other, |a, b| a && !b, budget)
    }

    fn product(
        &self,
        other: &Automaton,
        op: fn(bool, bool) -> bool,
        budget: &Budget<'_>,
    ) -> Result<Automaton, StopReason> {
        let NodePairs {
            tracks,
            next,
            phase,
            accepts,
            ..
        } = walk(self, other, op, false, budget)?;
        Automaton::of_parts(self.base(), tracks, next, phase, accepts).minimised(budget)
    }

    /// Returns a shortest word, over the tracks of both automata, that exactly one of the automata
    /// accepts; `None` if both accept the same words.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    pub fn same(
        &self,
        other: &Automaton,
        budget: &Budget<'_>,
    ) -> Result<Option<DigitWord>, StopReason> {
        let pairs = walk(self, other, |a, b| a != b, true, budget)?;
        let differ = pairs.accepts.iter().position(|&accepts| accepts);
        Ok(differ.map(|at| DigitWord::of_walk(self.base(), pairs.tracks, &pairs.met, at as u32)))
    }
}
