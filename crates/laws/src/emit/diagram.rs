//! The automaton of a law as a graph for a diagram.

use super::letter_states::{meaning, states};
use super::subject::EmitSubject;
use super::table::{NodeOutput, TransitionTable};
use crate::error::LawError;
use base::text;
use base::text::Text;

/// Maximum number of states of a diagram.
pub const MAX_DIAGRAM_STATES: usize = 60;

/// The states of a law and the letters between them. State 0 is the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateDiagram {
    /// The title of the game, as in `Bash(m = 5)`.
    pub title: String,
    /// The components of a letter, as in `a,b/value`.
    pub letters: String,
    /// The numeration.
    pub numerals: Text,
    /// The output of each state if the digits end there.
    pub ends: Vec<NodeOutput>,
    /// The edges: source, target, and letters. A letter without an edge leads to no state.
    pub arcs: Vec<(usize, usize, Vec<String>)>,
}

pub(super) fn diagram(
    subject: &EmitSubject<'_>,
    table: &TransitionTable,
) -> Result<StateDiagram, LawError> {
    let states = states(subject, table)?;
    let count = states.len();
    if count > MAX_DIAGRAM_STATES {
        return Err(LawError::Outside(text!(
            "the law has {count} states, but a picture shows at most {MAX_DIAGRAM_STATES}; `dot` has no limit",
            "它有 {count} 个状态，而图至多画 {MAX_DIAGRAM_STATES} 个；`dot` 则不限"
        )));
    }
    let of = |(from, state): (usize, super::letter_states::LetterState)| {
        state
            .next
            .into_iter()
            .map(move |(to, letters)| (from, to, letters))
    };
    Ok(StateDiagram {
        title: subject.title.clone(),
        letters: meaning(subject),
        numerals: subject.law.numerals.name(),
        ends: states.iter().map(|state| state.end).collect(),
        arcs: states.into_iter().enumerate().flat_map(of).collect(),
    })
}
