//! The automaton of a law as a graph for a picture.

use super::letters::{meaning, states};
use super::table::{End, Table};
use super::{MOST_DRAWN, Subject};
use crate::Halt;
use base::text;
use base::text::Text;

/// The states of a law and the letters between them. State 0 is the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The game, as `Bash(m = 5)`.
    pub title: String,
    /// What a letter is: `a,b/value`.
    pub letters: String,
    /// The numeration.
    pub numerals: Text,
    /// What is told where the digits end in each state.
    pub ends: Vec<End>,
    /// From where to where, by which letters. Letters that are not there lead to nothing.
    pub arcs: Vec<(usize, usize, Vec<String>)>,
}

pub(super) fn diagram(subject: &Subject<'_>, table: &Table) -> Result<Diagram, Halt> {
    let states = states(subject, table)?;
    let count = states.len();
    if count > MOST_DRAWN {
        return Err(Halt::Outside(text!(
            "it has {count} states, of which a picture shows at most {MOST_DRAWN}; `dot` writes any number",
            "它有 {count} 个状态，而图至多画 {MOST_DRAWN} 个；`dot` 则不限"
        )));
    }
    let of = |(from, state): (usize, super::letters::State)| {
        state
            .next
            .into_iter()
            .map(move |(to, letters)| (from, to, letters))
    };
    Ok(Diagram {
        title: subject.title.clone(),
        letters: meaning(subject),
        numerals: subject.law.numerals.name(),
        ends: states.iter().map(|state| state.end).collect(),
        arcs: states.into_iter().enumerate().flat_map(of).collect(),
    })
}
