//! The automaton as one reads it who reads whole letters: its states, and which letters lead from
//! each to each.

use std::collections::BTreeMap;

use super::subject::EmitSubject;
use super::table::MAX_TRANSITIONS;
use super::table::{NodeOutput, TransitionTable, too_many};
use crate::error::LawError;
use crate::law::LawOutput;

/// A state: what is told at it, and to which states which letters lead. Letters from which nothing
/// is told any more are left out.
pub(super) struct LetterState {
    pub end: NodeOutput,
    pub next: BTreeMap<usize, Vec<String>>,
}

/// The states of a law.
///
/// # Errors
/// [`LawError::Outside`] if there are too many letters.
pub(super) fn states(
    subject: &EmitSubject<'_>,
    table: &TransitionTable,
) -> Result<Vec<LetterState>, LawError> {
    let valued = subject.law.kind != LawOutput::Outcomes;
    let mut letters = 0;
    let mut states = Vec::with_capacity(table.dead());
    for state in 0..table.dead() {
        let mut layer = vec![(state, String::new())];
        for read in 0..table.reads {
            let sign = match read {
                0 => "",
                _ if valued && read + 1 == table.reads => "/",
                _ => ",",
            };
            layer = layer
                .iter()
                .flat_map(|(node, word)| {
                    (0..table.base).map(move |digit| {
                        (table.step(*node, digit), format!("{word}{sign}{digit}"))
                    })
                })
                .filter(|(node, _)| *node != table.dead())
                .collect();
            if letters + layer.len() > MAX_TRANSITIONS {
                return Err(too_many());
            }
        }
        letters += layer.len();
        let mut next: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        for (to, word) in layer {
            next.entry(to).or_default().push(word);
        }
        states.push(LetterState {
            end: table.ends[state],
            next,
        });
    }
    Ok(states)
}

/// What a letter is, in words, of slots with these names.
pub(super) fn meaning(subject: &EmitSubject<'_>) -> String {
    let slots = subject.slots.join(",");
    if subject.law.kind == LawOutput::Outcomes {
        return slots;
    }
    // What is read beside the numbers.
    let value = if subject.law.kind == LawOutput::PowersOfValues {
        "2^value"
    } else {
        "value"
    };
    format!("{slots}/{value}")
}
