//! The transition table that all languages share. The table lists the nodes of an automaton at
//! letter ends first. One node represents all nodes from which no node with an output is reached.

use automata::Automaton;
use base::budget::Budget;
use base::text;
use std::collections::HashMap;

use super::subject::EmitSubject;
use crate::error::LawError;
use crate::law::LawOutput;

/// Maximum number of transitions of an emitted law.
pub const MAX_TRANSITIONS: usize = 100_000;

/// The output of a node at the end of a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeOutput {
    /// The player to move loses.
    Lost,
    /// The player to move wins.
    Won,
    /// The numbers are a position, and the digits read for the value are the digits of the
    /// position's value.
    Value,
    /// No output.
    Nothing,
}

impl NodeOutput {
    /// Returns the symbol in tables.
    pub(super) fn sign(self) -> char {
        match self {
            NodeOutput::Lost => 'P',
            NodeOutput::Won => 'N',
            NodeOutput::Value => '1',
            NodeOutput::Nothing => '-',
        }
    }
}

/// A table of transitions. Node 0 is the start.
#[derive(Debug)]
pub(super) struct TransitionTable {
    /// The largest digit plus one.
    pub base: usize,
    /// Number of digits of a letter: one digit for each slot, followed by the digit of the value,
    /// if the law has a value.
    pub reads: usize,
    /// The outputs of the nodes at letter ends, which come first. The last node at a letter end is
    /// [`TransitionTable::dead`].
    pub ends: Vec<NodeOutput>,
    /// The node that each digit leads to, node by node.
    pub next: Vec<usize>,
    /// Number of letters of zeros that are read before the numbers, because the value may be longer
    /// than the numbers.
    pub leading: usize,
}

impl TransitionTable {
    /// Creates the table of a law.
    ///
    /// # Errors
    /// Returns [`LawError::Outside`] if the law has too many transitions or is of a kind that is
    /// not emitted, or an error if the budget runs out.
    pub fn new(
        subject: &EmitSubject<'_>,
        budget: &Budget<'_>,
    ) -> Result<TransitionTable, LawError> {
        let law = subject.law;
        let slots = law.lows.len();
        if slots == 0 {
            return Err(LawError::Outside(text!(
                "the positions have no numbers",
                "局面不含数"
            )));
        }
        if law.kind == LawOutput::Outcomes {
            let all = Automaton::all(law.automaton.base(), (0..slots as u32).collect());
            let (lost, positions) = (
                law.automaton.and(&all, budget)?,
                subject.positions.and(&all, budget)?,
            );
            let (lost, won) = (
                lost.and(&positions, budget)?,
                positions.minus(&lost, budget)?,
            );
            let (lives, wins) = (lost.reaches(true), won.reaches(true));
            let step = |&(l, w): &(u32, u32), digit| {
                let (l, w) = (lost.next(l, digit), won.next(w, digit));
                (lives[l as usize] || wins[w as usize]).then_some((l, w))
            };
            let end = |&(l, w): &(u32, u32)| match (lost.accepts(l), won.accepts(w)) {
                (true, _) => NodeOutput::Lost,
                (_, true) => NodeOutput::Won,
                _ => NodeOutput::Nothing,
            };
            return explore(
                (lost.start(), won.start()),
                lost.base(),
                slots,
                step,
                end,
                budget,
            );
        }
        if law.numerals.greedy().is_some()
            || law.kind == LawOutput::PowersOfValues && law.automaton.base() != 2
        {
            let (kind, numerals) = (law.kind.text(), law.numerals.name());
            return Err(LawError::Outside(base::text::Text {
                en: format!("{} in {} cannot be emitted", kind.en, numerals.en),
                zh: format!("无法输出{}的{}", numerals.zh, kind.zh),
            }));
        }
        let automaton = law.automaton.and(
            &Automaton::all(law.automaton.base(), (0..=slots as u32).collect()),
            budget,
        )?;
        let alive = automaton.reaches(true);
        let step = |&node: &u32, digit| {
            Some(automaton.next(node, digit)).filter(|&node| alive[node as usize])
        };
        let end = |&node: &u32| {
            if automaton.accepts(node) {
                NodeOutput::Value
            } else {
                NodeOutput::Nothing
            }
        };
        let start = skip_zeros(&automaton, slots + 1);
        let mut table = explore(start, automaton.base(), slots + 1, step, end, budget)?;
        table.leading = table.longer_values().ok_or_else(|| {
            LawError::Outside(text!(
                "the automaton gives several values for a position",
                "该自动机对某一局面给出多个值"
            ))
        })?;
        Ok(table)
    }

    /// Returns the node at letter ends from which no node with an output is reached.
    pub fn dead(&self) -> usize {
        self.ends.len() - 1
    }

    /// Returns the number of nodes.
    pub fn nodes(&self) -> usize {
        self.next.len() / self.base
    }

    /// Returns the node that a digit leads to.
    pub fn step(&self, node: usize, digit: usize) -> usize {
        self.next[self.base * node + digit]
    }

    /// Returns the node after a letter that has digit 0 for every slot, and the digit `value` for
    /// the value.
    fn beside_zeros(&self, node: usize, value: usize) -> usize {
        let node = (1..self.reads).fold(node, |node, _| self.step(node, 0));
        self.step(node, value)
    }

    /// Returns the maximum number of digits by which a value exceeds the longest number of its
    /// position. Returns `None` if some position has arbitrarily long values. This maximum is the
    /// length of the longest path of letters with zeros for the slots. The path begins with a
    /// nonzero digit of the value, and ends at a node that has an output or a transition for a
    /// nonzero slot digit.
    fn longer_values(&self) -> Option<usize> {
        let mut visits = vec![NodeVisit::New; self.ends.len()];
        let firsts: Vec<usize> = (1..self.base)
            .map(|value| self.beside_zeros(0, value))
            .filter(|&node| node != self.dead())
            .collect();
        let mut stack = firsts.clone();
        while let Some(&node) = stack.last() {
            let entered = match visits[node] {
                NodeVisit::New => false,
                NodeVisit::Entered => true,
                NodeVisit::Left(_) => {
                    stack.pop();
                    continue;
                }
            };
            let next: Vec<usize> = (0..self.base)
                .map(|value| self.beside_zeros(node, value))
                .filter(|&to| to != self.dead())
                .collect();
            if entered {
                let on = next
                    .iter()
                    .filter_map(|&to| visits[to].longest())
                    .max()
                    .map(|more| more + 1);
                visits[node] = NodeVisit::Left(on.or(self.begins(node).then_some(0)));
                stack.pop();
                continue;
            }
            visits[node] = NodeVisit::Entered;
            for to in next {
                match visits[to] {
                    NodeVisit::New => stack.push(to),
                    NodeVisit::Entered => return None,
                    NodeVisit::Left(_) => {}
                }
            }
        }
        Some(
            firsts
                .into_iter()
                .filter_map(|node| visits[node].longest())
                .max()
                .map_or(0, |more| more + 1),
        )
    }

    /// Returns whether a node has an output, or some letter with a nonzero digit of a slot leads on
    /// from it.
    fn begins(&self, node: usize) -> bool {
        let mut layer = vec![(node, false)];
        for read in 0..self.reads {
            let mut then: Vec<(usize, bool)> = layer
                .iter()
                .flat_map(|&(node, begun)| {
                    (0..self.base).map(move |digit| {
                        (node, digit, begun || read + 1 < self.reads && digit > 0)
                    })
                })
                .map(|(node, digit, begun)| (self.step(node, digit), begun))
                .filter(|&(node, _)| node != self.dead())
                .collect();
            then.sort_unstable();
            then.dedup();
            layer = then;
        }
        self.ends[node] != NodeOutput::Nothing || layer.iter().any(|&(_, begun)| begun)
    }
}

/// The progress of a depth-first search at a node.
#[derive(Clone, Copy)]
enum NodeVisit {
    New,
    Entered,
    /// The depth-first search has left the node. Contains the length of the longest continuation;
    /// `None` if no continuation from the node counts.
    Left(Option<usize>),
}

impl NodeVisit {
    fn longest(self) -> Option<usize> {
        match self {
            NodeVisit::Left(longest) => longest,
            NodeVisit::New | NodeVisit::Entered => None,
        }
    }
}

/// Returns the node that letters of zeros reach and that a further letter of zeros does not leave;
/// the start if no node has this property.
fn skip_zeros(automaton: &Automaton, reads: usize) -> u32 {
    let zeros = |node| (0..reads).fold(node, |node, _| automaton.next(node, 0));
    let mut node = automaton.start();
    for _ in 0..automaton.nodes() {
        if zeros(node) == node {
            return node;
        }
        node = zeros(node);
    }
    automaton.start()
}

/// Builds the table of the nodes that are reached from a start. If `step` returns `None`, no node
/// with an output is reached.
fn explore<K: Clone + Eq + std::hash::Hash>(
    start: K,
    base: u8,
    reads: usize,
    step: impl Fn(&K, u8) -> Option<K>,
    end: impl Fn(&K) -> NodeOutput,
    budget: &Budget<'_>,
) -> Result<TransitionTable, LawError> {
    // The nodes, each with its phase (the number of digits of the letter already read), and their
    // successors.
    let mut nodes = vec![(start.clone(), 0)];
    let mut known = HashMap::from([((start, 0), 0)]);
    let mut next: Vec<Option<usize>> = Vec::new();
    let mut at = 0;
    while at < nodes.len() {
        budget.tick()?;
        let (node, phase) = nodes[at].clone();
        for digit in 0..base {
            let to = step(&node, digit).map(|to| {
                let key = (to, (phase + 1) % reads);
                *known.entry(key.clone()).or_insert_with(|| {
                    nodes.push(key);
                    nodes.len() - 1
                })
            });
            next.push(to);
        }
        if (nodes.len() + 1) * usize::from(base) > MAX_TRANSITIONS {
            return Err(too_many());
        }
        at += 1;
    }
    let states = nodes.iter().filter(|(_, phase)| *phase == 0).count();
    let (mut ended, mut within) = (0, states + 1);
    let places: Vec<usize> = nodes
        .iter()
        .map(|(_, phase)| {
            let counter = if *phase == 0 { &mut ended } else { &mut within };
            *counter += 1;
            *counter - 1
        })
        .collect();
    let base = usize::from(base);
    let (mut table, mut ends) = (
        vec![states; (nodes.len() + 1) * base],
        vec![NodeOutput::Nothing; states + 1],
    );
    for (id, ((node, phase), &place)) in nodes.iter().zip(&places).enumerate() {
        if *phase == 0 {
            ends[place] = end(node);
        }
        for digit in 0..base {
            table[place * base + digit] = next[id * base + digit].map_or(states, |to| places[to]);
        }
    }
    Ok(TransitionTable {
        base,
        reads,
        ends,
        next: table,
        leading: 0,
    })
}

/// Returns the error for a law that is too large to be emitted.
pub(super) fn too_many() -> LawError {
    LawError::Outside(text!(
        "the law is too large to be emitted: more than {MAX_TRANSITIONS} transitions",
        "规律太大，无法输出：转移超过 {MAX_TRANSITIONS} 条"
    ))
}
