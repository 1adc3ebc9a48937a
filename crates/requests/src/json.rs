//! Functions that build the JSON that replies of several commands have in common.

use std::io::{self, Write};

use base::diagnostic::{Diagnostic, Edit, Span};
use base::escaping::escape;
use base::text::{Lang, Text};
use base::thread_limit;
use grundy::answer::{SumOrigin, Warning};
use grundy::measure::{MeasuredValue, Measurement};
use grundy::plan::Attempt;
use grundy::position_text;
use grundy::status::AnswerStatus;
use rules::ast::EndCondition;
use rules::game::{Conventions, Outcome, SumKind};
use serde_json::{Value, json};
use theory::loopy::Loopy;
use theory::value::Grundy;

/// Returns a Grundy value: a number if the value is a nimber, otherwise a string.
pub fn grundy(value: Grundy) -> Value {
    match value.as_nimber() {
        Some(nimber) => json!(nimber),
        None => json!(value.to_string()),
    }
}

/// Returns a loopy value: a number, or a string such as `"∞{0,2}"`.
pub fn loopy(value: &Loopy) -> Value {
    match value.as_nimber() {
        Some(nimber) => json!(nimber),
        None => json!(value.to_string()),
    }
}

/// Returns a measured value: a number if possible, otherwise a string.
pub fn worth(worth: &MeasuredValue) -> Value {
    worth
        .as_number()
        .map_or_else(|| json!(worth.to_string()), |number| json!(number))
}

/// Returns the Grundy value or the loopy value of a component; `null` if both values are unknown.
pub fn value(own: Option<Grundy>, round: Option<&Loopy>) -> Value {
    own.map(grundy).or_else(|| round.map(loopy)).into()
}

/// Returns the value that decides a whole position, whatever its kind; `null` if no value is known.
pub fn whole_value(
    own: Option<Grundy>,
    round: Option<&Loopy>,
    measured: Option<&Measurement>,
) -> Value {
    match measured {
        Some(measured) => measured.total.as_ref().map(worth).into(),
        None => value(own, round),
    }
}

/// Returns an outcome.
pub fn outcome(outcome: Outcome) -> Value {
    json!(outcome.letter().to_string())
}

/// Returns a text for people, with invisible characters as `\u{…}`.
pub fn text(text: &Text, lang: Lang) -> Value {
    json!(escape(text.get(lang)))
}

/// Returns the status of an answer.
pub fn status(status: AnswerStatus) -> Value {
    match status {
        AnswerStatus::Bounded(positions) => json!({ "kind": status.key(), "positions": positions }),
        _ => json!({ "kind": status.key() }),
    }
}

/// Returns the conventions of a position.
pub fn conventions(conventions: &Conventions) -> Value {
    let sum = match conventions.sum {
        SumKind::One => json!("one"),
        SumKind::Every => json!("every"),
        SumKind::Any => json!("any"),
        SumKind::Upto(k) => json!(k),
    };
    let until = match conventions.until {
        EndCondition::All => "all",
        EndCondition::One => "one",
    };
    json!({ "play": conventions.play.word(), "sum": sum, "until": until, "loopy": conventions.loopy, "entailing": conventions.entailing })
}

/// Returns the warnings of an answer.
pub fn warnings(list: &[Warning], lang: Lang) -> Value {
    let one = |warning: &Warning| {
        let message = text(&position_text::warning(warning), lang);
        let (game, slot, several) = match warning {
            Warning::OwnTurn {
                game,
                slot,
                several,
            } => (game, slot, several),
            Warning::NarrowSlot {
                game,
                position,
                step,
                slot,
                value,
                high,
            } => {
                return json!({
                    "kind": "narrow-slot",
                    "game": game,
                    "position": position,
                    "move": text(step, lang),
                    "slot": slot,
                    "value": value,
                    "high": high,
                    "message": message,
                });
            }
            Warning::Over { component } => {
                return json!({ "kind": "ended", "component": component, "message": message });
            }
            Warning::GoesRound { way } => {
                return json!({ "kind": "cyclic", "cycle": way, "message": message });
            }
            Warning::ProofStopped { .. } => {
                return json!({ "kind": "proof-stopped", "message": message });
            }
            Warning::OtherStore { store } => {
                return json!({ "kind": "unused-store", "store": store, "message": message });
            }
            Warning::OtherLaw { law } => {
                return json!({ "kind": "unused-law", "law": law, "message": message });
            }
        };
        let several = match several {
            SumOrigin::Asked => "sum",
            SumOrigin::Split => "split",
        };
        json!({ "kind": "stored-turn", "game": game, "slot": slot, "where": several, "message": message })
    };
    list.iter().map(one).collect()
}

/// Returns the attempts of a plan.
pub fn attempts(list: &[Attempt], lang: Lang) -> Vec<Value> {
    let attempt = |a: &Attempt| {
        let mut told = json!({
            "kind": a.kind.key(),
            "name": a.name,
            "verdict": a.verdict().key(),
            "reason": text(&a.result.reason(), lang),
            "relevant": a.matters(),
        });
        if let (Some(said), true) = (&a.said, a.matters()) {
            told["statement"] = text(&said.statement, lang);
            told["source"] = json!(said.source);
        }
        told
    };
    list.iter().map(attempt).collect()
}

/// Returns the line of the start of a span, starting at 1.
pub fn line(span: Span, source: &str) -> usize {
    place(span.range().start, source).0
}

/// Returns a diagnostic of the text `source` of this file. Lines and columns start at 1, and
/// columns count characters. A text that is not a file, such as a query, has a name in angle
/// brackets.
pub fn diagnostic(diagnostic: &Diagnostic, file: &str, source: &str, lang: Lang) -> Value {
    let mut object = stretch(diagnostic.span, source);
    object["file"] = json!(Some(file).filter(|file| !file.starts_with('<')));
    let said = json!({
        "message": text(&diagnostic.message, lang),
        "cause": diagnostic.label.as_ref().map(|l| text(l, lang)),
        "help": diagnostic.help.as_ref().map(|h| text(h, lang)),
    });
    for (name, value) in said.as_object().into_iter().flatten() {
        object[name] = value.clone();
    }
    if let Some(repair) = &diagnostic.repair {
        object["repair"] = json!(repair);
    }
    if !diagnostic.edits.is_empty() {
        let edit = |edit: &Edit| {
            let mut told = stretch(edit.span, source);
            told["text"] = json!(edit.text);
            told
        };
        object["fix"] = diagnostic.edits.iter().map(edit).collect();
    }
    object
}

/// Returns the start and the end (exclusive) of a span.
fn stretch(span: Span, source: &str) -> Value {
    let ((line, column), (end_line, end_column)) = (
        place(span.range().start, source),
        place(span.range().end, source),
    );
    json!({ "line": line, "column": column, "end_line": end_line, "end_column": end_column })
}

/// Returns the line and the column of a byte, both starting at 1. Columns count characters.
fn place(at: usize, source: &str) -> (usize, usize) {
    let before = source.get(..at.min(source.len())).unwrap_or_default();
    (
        before.matches('\n').count() + 1,
        before
            .rsplit('\n')
            .next()
            .unwrap_or_default()
            .chars()
            .count()
            + 1,
    )
}

/// Builds a list element by element. If the limits of the thread are reached, the list is
/// truncated; a caller that writes the reply must check [`thread_limit::take_stop`].
pub fn list(values: impl Iterator<Item = Value>) -> Value {
    /// Number of elements that are built between two checks of the limits.
    const BETWEEN: usize = 16;
    let allowed =
        |(at, _): &(usize, Value)| !at.is_multiple_of(BETWEEN) || thread_limit::allow(0).is_ok();
    values
        .enumerate()
        .take_while(allowed)
        .map(|(_, value)| value)
        .collect()
}

/// Writes a list that may be long, element by element.
pub fn array(out: &mut dyn Write, values: impl Iterator<Item = Value>) -> io::Result<()> {
    write!(out, "[")?;
    for (i, value) in values.enumerate() {
        let comma = if i > 0 { "," } else { "" };
        write!(out, "{comma}{value}")?;
    }
    write!(out, "]")
}

/// Writes the members of an object without braces, so that the caller can write more members.
pub fn members<'v>(
    out: &mut dyn Write,
    list: impl Iterator<Item = (&'v String, &'v Value)>,
) -> io::Result<()> {
    for (i, (name, value)) in list.enumerate() {
        let comma = if i > 0 { "," } else { "" };
        write!(out, "{comma}{}:{value}", json!(name))?;
    }
    Ok(())
}
