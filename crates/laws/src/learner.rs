//! Learns an automaton from single words (Angluin 1987; counterexamples as in Rivest and Schapire
//! 1993; a tree of experiments as in Kearns and Vazirani 1994). Each state has a word that leads to
//! it. The phase of a word is the number of digits of its last, incomplete letter; words of equal
//! phase are distinguished by suffixes that complete them. A word for which the guess is wrong
//! splits one state into two.

use automata::{Automaton, Track};

/// A known state.
struct LearnerState {
    word: Vec<u8>,
    accepts: bool,
    next: Vec<u32>,
}

/// A node of the tree of experiments for the words of one phase.
enum DiscriminationNode {
    /// No state of the phase is known yet.
    Empty,
    /// A leaf of the tree: a known state.
    Leaf(u32),
    /// A suffix, and the nodes for words that are rejected or accepted with it.
    Inner(Vec<u8>, [u32; 2]),
}

const UNKNOWN: u32 = u32::MAX;

/// A guess that grows with the words for which it was wrong.
pub(crate) struct LawLearner {
    base: u8,
    tracks: usize,
    states: Vec<LearnerState>,
    /// The nodes of all trees; the first nodes are the roots.
    nodes: Vec<DiscriminationNode>,
    done: usize,
}

impl LawLearner {
    /// Creates a guess with the start state only. `member` decides which words are accepted. Words
    /// that end within a letter are not accepted.
    pub fn new<E>(
        base: u8,
        tracks: usize,
        member: &mut impl FnMut(&[u8]) -> Result<bool, E>,
    ) -> Result<LawLearner, E> {
        let mut nodes: Vec<DiscriminationNode> =
            (0..tracks).map(|_| DiscriminationNode::Empty).collect();
        nodes[0] = DiscriminationNode::Inner(Vec::new(), [tracks as u32, tracks as u32 + 1]);
        nodes.extend([DiscriminationNode::Empty, DiscriminationNode::Empty]);
        let mut learner = LawLearner {
            base,
            tracks,
            states: Vec::new(),
            nodes,
            done: 0,
        };
        learner.sift(Vec::new(), 0, member)?;
        learner.close(member)?;
        Ok(learner)
    }

    /// Returns the number of states, including the states within letters.
    pub fn states(&self) -> usize {
        self.states.len()
    }

    /// Returns the guess.
    pub fn automaton(&self) -> Automaton {
        let next = self
            .states
            .iter()
            .flat_map(|state| state.next.iter().copied())
            .collect();
        let phase = self
            .states
            .iter()
            .map(|state| (state.word.len() % self.tracks) as u16)
            .collect();
        let accepts = self.states.iter().map(|state| state.accepts).collect();
        let tracks: Vec<Track> = (0..self.tracks as Track).collect();
        Automaton::from_parts(self.base, tracks, next, phase, accepts)
            .expect("states stand where their words end")
    }

    fn lead(&self, word: &[u8]) -> u32 {
        word.iter().fold(0, |state, &digit| {
            self.states[state as usize].next[usize::from(digit)]
        })
    }

    /// Returns whether the guess accepts a word.
    pub fn accepts(&self, word: &[u8]) -> bool {
        self.states[self.lead(word) as usize].accepts
    }

    /// Returns the state of a word, starting at a node of the tree for the phase of the word. Adds
    /// a new state if no state is equivalent.
    fn sift<E>(
        &mut self,
        word: Vec<u8>,
        from: u32,
        member: &mut impl FnMut(&[u8]) -> Result<bool, E>,
    ) -> Result<u32, E> {
        let mut at = from;
        loop {
            match &self.nodes[at as usize] {
                DiscriminationNode::Leaf(state) => return Ok(*state),
                DiscriminationNode::Inner(rest, children) => {
                    let whole = [&word[..], rest].concat();
                    at = children[usize::from(member(&whole)?)];
                }
                DiscriminationNode::Empty => {
                    let state = self.states.len() as u32;
                    self.add(word, member)?;
                    self.nodes[at as usize] = DiscriminationNode::Leaf(state);
                    return Ok(state);
                }
            }
        }
    }

    fn add<E>(
        &mut self,
        word: Vec<u8>,
        member: &mut impl FnMut(&[u8]) -> Result<bool, E>,
    ) -> Result<(), E> {
        let accepts = word.len().is_multiple_of(self.tracks) && member(&word)?;
        self.states.push(LearnerState {
            word,
            accepts,
            next: vec![UNKNOWN; self.base.into()],
        });
        Ok(())
    }

    /// Finds the unknown successors.
    fn close<E>(&mut self, member: &mut impl FnMut(&[u8]) -> Result<bool, E>) -> Result<(), E> {
        while self.done < self.states.len() {
            for digit in 0..self.base {
                let mut word = self.states[self.done].word.clone();
                word.push(digit);
                let root = (word.len() % self.tracks) as u32;
                let state = self.sift(word, root, member)?;
                self.states[self.done].next[usize::from(digit)] = state;
            }
            self.done += 1;
        }
        Ok(())
    }

    /// Refines the guess with a word for which it is wrong, until it is correct for that word.
    pub fn refine<E>(
        &mut self,
        word: &[u8],
        member: &mut impl FnMut(&[u8]) -> Result<bool, E>,
    ) -> Result<(), E> {
        let right = member(word)?;
        while self.accepts(word) != right {
            self.split(word, right, member)?;
        }
        Ok(())
    }

    fn split<E>(
        &mut self,
        word: &[u8],
        right: bool,
        member: &mut impl FnMut(&[u8]) -> Result<bool, E>,
    ) -> Result<(), E> {
        // A prefix of the word is replaced by the access word of the state that the prefix leads
        // to. Replacing the empty prefix preserves the membership of the word; replacing the
        // complete word reverses the membership.
        let (mut low, mut high) = (0, word.len());
        while high - low > 1 {
            let middle = (low + high) / 2;
            let state = self.lead(&word[..middle]);
            let whole = [&self.states[state as usize].word[..], &word[middle..]].concat();
            *(if member(&whole)? == right {
                &mut low
            } else {
                &mut high
            }) = middle;
        }
        let (before, after) = (self.lead(&word[..low]), self.lead(&word[..high]));
        let mut new = self.states[before as usize].word.clone();
        new.push(word[low]);
        let leaf = self
            .nodes
            .iter()
            .position(|node| matches!(node, DiscriminationNode::Leaf(state) if *state == after))
            .expect("each state has a leaf");
        let state = self.states.len() as u32;
        self.add(new, member)?;
        let first = self.nodes.len() as u32;
        self.nodes.extend(if right {
            [
                DiscriminationNode::Leaf(after),
                DiscriminationNode::Leaf(state),
            ]
        } else {
            [
                DiscriminationNode::Leaf(state),
                DiscriminationNode::Leaf(after),
            ]
        });
        self.nodes[leaf] = DiscriminationNode::Inner(word[high..].to_vec(), [first, first + 1]);
        // Every edge to the split state must now lead to one of the two resulting states.
        for from in 0..self.done {
            for digit in 0..self.base {
                if self.states[from].next[usize::from(digit)] == after {
                    let mut word = self.states[from].word.clone();
                    word.push(digit);
                    let to = self.sift(word, leaf as u32, member)?;
                    self.states[from].next[usize::from(digit)] = to;
                }
            }
        }
        self.close(member)
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use base::budget::Budget;
    use fastrand::Rng;

    use super::*;

    /// Random automata are learned from words that distinguish the guess from the true automaton,
    /// and are reproduced exactly.
    #[test]
    fn random_automata_are_learned() {
        let budget = Budget::generous();
        let mut rng = Rng::with_seed(41);
        for _ in 0..200 {
            let (base, tracks, states) = (rng.u8(2..4), rng.usize(1..4), rng.u32(1..8));
            let mut map: Vec<u32> = Vec::new();
            let size = states * tracks as u32 * u32::from(base);
            map.resize_with(size as usize, || rng.u32(..states));
            let accepting: Vec<bool> = (0..states).map(|_| rng.bool()).collect();
            let step = |&state: &u32, phase: usize, digit: u8| {
                map[(state as usize * tracks + phase) * usize::from(base) + usize::from(digit)]
            };
            let names: Vec<Track> = (0..tracks as Track).collect();
            let truth = Automaton::build(
                base,
                names,
                0,
                step,
                |&state| accepting[state as usize],
                &budget,
            )
            .unwrap();
            let mut asked = 0;
            let mut member = |word: &[u8]| -> Result<bool, Infallible> {
                asked += 1;
                let end = word
                    .iter()
                    .fold(truth.start(), |node, &digit| truth.next(node, digit));
                Ok(word.len().is_multiple_of(tracks) && truth.accepts(end))
            };
            let Ok(mut learner) = LawLearner::new(base, tracks, &mut member);
            while let Some(word) = learner.automaton().same(&truth, &budget).unwrap() {
                let before = learner.states();
                let Ok(()) = learner.refine(word.interleaved(), &mut member);
                assert!(learner.states() > before);
            }
            assert_eq!(learner.automaton().minimised(&budget).unwrap(), truth);
            assert!(
                learner.states() <= truth.nodes() + tracks,
                "{} states of {}",
                learner.states(),
                truth.nodes()
            );
        }
    }
}
