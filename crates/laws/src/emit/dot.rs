//! Emits a law as a graph for Graphviz.

use std::fmt::Write;

use super::language::EmitLanguage;
use super::letter_states::{meaning, states};
use super::quoting;
use super::subject::EmitSubject;
use super::table::{NodeOutput, TransitionTable};
use crate::error::LawError;

/// Number of letters per line of a label.
const IN_LINE: usize = 4;

pub(super) fn render(
    subject: &EmitSubject<'_>,
    table: &TransitionTable,
) -> Result<String, LawError> {
    let states = states(subject, table)?;
    let letter = meaning(subject);
    let letter = format!(
        "Each letter contains one digit of each number, the highest digits first: {letter}. Letters without an arrow are rejected."
    );
    let mut text = quoting::comment(&letter, EmitLanguage::Dot) + "\n";
    let told = states.iter().map(|state| state.end);
    let (lost, value) = (
        told.clone().any(|end| end == NodeOutput::Lost),
        told.clone().any(|end| end == NodeOutput::Value),
    );
    if lost {
        text += "// Double circles: the player to move loses. Circles: the player to move wins. Points: the digits are not a position.\n";
    } else if value {
        text += "// Double circles: the digits are those of a position and its value.\n";
    }
    let _ = writeln!(text, "digraph {} {{", quoting::dot(&subject.title));
    text +=
        "  rankdir=LR;\n  node [shape=circle];\n  start [shape=none, label=\"\"];\n  start -> 0;\n";
    for (id, state) in states.iter().enumerate() {
        match state.end {
            NodeOutput::Lost | NodeOutput::Value => {
                _ = writeln!(text, "  {id} [shape=doublecircle];")
            }
            NodeOutput::Nothing if lost => _ = writeln!(text, "  {id} [shape=point];"),
            NodeOutput::Won | NodeOutput::Nothing => _ = writeln!(text, "  {id};"),
        }
    }
    for (id, state) in states.iter().enumerate() {
        for (to, letters) in &state.next {
            let lines: Vec<String> = letters
                .chunks(IN_LINE)
                .map(|line| line.join("  "))
                .collect();
            let _ = writeln!(text, "  {id} -> {to} [label=\"{}\"];", lines.join("\\n"));
        }
    }
    Ok(text + "}\n")
}
