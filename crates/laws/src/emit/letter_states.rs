//! The automaton over complete letters: its states, and the letters that lead from one state to
//! another.

use std::collections::BTreeMap;

use super::subject::EmitSubject;
use super::table::MAX_TRANSITIONS;
use super::table::{NodeOutput, TransitionTable, too_many};
use crate::error::LawError;
use crate::law::LawOutput;

/// A state: its output, and the target states with their letters. Letters after which no word has
/// an output are omitted.
pub(super) struct LetterState {
    pub end: NodeOutput,
    pub next: BTreeMap<usize, Vec<String>>,
}

/// Returns the states of a law.
///
/// # Errors
/// Returns [`LawError::Outside`] if the law has too many letters.
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

/// Describes the components of a letter, for slots with these names.
pub(super) fn meaning(subject: &EmitSubject<'_>) -> String {
    let slots = subject.slots.join(",");
    if subject.law.kind == LawOutput::Outcomes {
        return slots;
    }
    // The value is on the track after the tracks of the numbers.
    let value = if subject.law.kind == LawOutput::PowersOfValues {
        "2^value"
    } else {
        "value"
    };
    format!("{slots}/{value}")
}
