//! Answers as JSON, as docs/json.md describes them.

use std::io::Write;

use base::diagnostic::Diagnostic;
use base::text::{Lang, Text};
use rules::ast::Play;
use rules::play::Component;
use rules::rules::{Conventions, SumKind};
use rules::world::World;
use serde_json::{Value, json};
use theory::value::Grundy;

use crate::answer::{Answer, Cells, Explanation, Measure, StepAnswer, Table, WinningMove};
use crate::check::Report;
use crate::error::Error;
use crate::plan::Attempt;
use crate::status::Status;
use crate::words;

/// A Grundy value.
pub fn grundy(value: Grundy) -> Value {
    match value.as_nimber() {
        Some(nimber) => json!(nimber),
        None => json!(value.to_string()),
    }
}

fn text(text: &Text, lang: Lang) -> Value {
    json!(text.get(lang))
}

/// How far an answer may be trusted.
pub fn status(status: Status) -> Value {
    match status {
        Status::Bounded(positions) => json!({ "kind": status.key(), "positions": positions }),
        _ => json!({ "kind": status.key() }),
    }
}

/// How a position is played.
pub fn conventions(conventions: &Conventions) -> Value {
    let play = match conventions.play {
        Play::Normal => "normal",
        Play::Misere => "misere",
    };
    let sum = match conventions.sum {
        SumKind::One => json!("one"),
        SumKind::Every => json!("every"),
        SumKind::Any => json!("any"),
        SumKind::Upto(k) => json!(k),
    };
    json!({ "play": play, "sum": sum, "loopy": conventions.loopy })
}

/// An answer to `solve` or `moves`.
pub fn answer(answer: &Answer, world: &World, seconds: f64, lang: Lang) -> Value {
    let component = |c: &Component| words::component(world, c);
    let components: Vec<Value> = answer
        .components
        .iter()
        .map(|c| json!({ "position": component(&c.component), "value": c.value.map(grundy), "method": c.method }))
        .collect();
    let mut object = json!({
        "position": words::position(world, &answer.position),
        "conventions": conventions(&answer.conventions),
        "outcome": answer.outcome.letter().to_string(),
        "value": answer.value.map(grundy),
        "components": components,
        "status": status(answer.status),
        "evidence": text(&answer.evidence.text(), lang),
        "work": { "positions": answer.stats.positions, "options": answer.stats.options, "seconds": seconds },
    });
    if let Some(moves) = &answer.moves {
        let step = |s: &StepAnswer| {
            json!({
                "component": s.component,
                "from": component(&s.from),
                "words": words::step(world, s),
                "choices": s.choices,
                "leaves": words::position(world, &s.leaves),
            })
        };
        let winning = |m: &WinningMove| {
            let steps: Vec<Value> = m.steps.iter().map(step).collect();
            json!({ "steps": steps, "leaves": words::position(world, &m.leaves) })
        };
        object["moves"] = json!(moves.iter().map(winning).collect::<Vec<Value>>());
        if let Some(more) = answer.more_moves {
            object["more_moves"] = text(&more.text(moves.len()), lang);
        }
    }
    object
}

/// A table: its cells in one list, the last slot running fastest; `null` where the numbers are no position.
pub fn table(table: &Table, world: &World, out: &mut dyn Write) -> std::io::Result<()> {
    let slots: Vec<Value> = table.slots.iter().map(|(name, low, high)| json!({ "name": name, "low": low, "high": high })).collect();
    let object = json!({
        "game": words::game(world, table.game),
        "slots": slots,
        "method": table.method,
        "status": status(table.status),
        "work": { "positions": table.stats.positions, "options": table.stats.options },
    });
    // The cells are many, so they are written one by one, in their place between the other members.
    let mut members = object.as_object().into_iter().flatten();
    write!(out, "{{")?;
    for (name, value) in members.by_ref().take(2) {
        write!(out, "{}:{value},", json!(name))?;
    }
    match &table.cells {
        Cells::Values(list) => {
            write!(out, "\"values\":")?;
            array(out, list.iter().map(|v| json!(v.map(grundy))))?;
        }
        Cells::Outcomes(list) => {
            write!(out, "\"outcomes\":")?;
            array(out, list.iter().map(|o| json!(o.map(|o| o.letter().to_string()))))?;
        }
        Cells::Numbers(measure, list) => {
            let name = match measure {
                Measure::Suspense => "suspense",
                Measure::Residue(_) => "residues",
            };
            write!(out, "\"{name}\":")?;
            array(out, list.iter().map(|n| json!(n)))?;
        }
    }
    for (name, value) in members {
        write!(out, ",{}:{value}", json!(name))?;
    }
    writeln!(out, "}}")
}

fn array(out: &mut dyn Write, values: impl Iterator<Item = Value>) -> std::io::Result<()> {
    write!(out, "[")?;
    for (i, value) in values.enumerate() {
        let comma = if i > 0 { "," } else { "" };
        write!(out, "{comma}{value}")?;
    }
    write!(out, "]")
}

fn attempts(list: &[Attempt], lang: Lang) -> Vec<Value> {
    list.iter().map(|a| json!({ "kind": a.kind, "name": a.name, "verdict": a.verdict.key(), "reason": text(&a.reason, lang) })).collect()
}

/// A plan.
pub fn explanation(explanation: &Explanation, world: &World, seconds: f64, lang: Lang) -> Value {
    let games: Vec<Value> = explanation
        .games
        .iter()
        .map(|game| {
            let facts: Vec<Value> = game
                .facts
                .iter()
                .map(
                    |f| json!({ "name": f.name, "holds": f.holds, "statement": text(&f.statement, lang), "reason": text(&f.reason, lang) }),
                )
                .collect();
            json!({ "game": words::game(world, game.game), "facts": facts, "plan": attempts(&game.attempts, lang) })
        })
        .collect();
    json!({
        "position": words::position(world, &explanation.position),
        "games": games,
        "whole": attempts(&explanation.whole, lang),
        "combination": text(&explanation.combination, lang),
        "answer": explanation.answer.as_ref().map(|a| answer(a, world, seconds, lang)),
    })
}

/// A diagnostic, with lines and columns counted from 1, columns in characters.
fn diagnostic(diagnostic: &Diagnostic, source: &str, lang: Lang) -> Value {
    let start = diagnostic.span.range().start.min(source.len());
    let before = source.get(..start).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    json!({
        "line": line,
        "column": column,
        "message": text(&diagnostic.message, lang),
        "cause": diagnostic.label.as_ref().map(|l| text(l, lang)),
        "help": diagnostic.help.as_ref().map(|h| text(h, lang)),
    })
}

/// The report on a rule file.
pub fn report(file: &str, source: &str, report: &Report, lang: Lang) -> Value {
    let findings: Vec<Value> = report
        .findings
        .iter()
        .map(|f| {
            let mut object = match &f.verdict {
                Ok(found) => json!({ "holds": true, "status": status(*found) }),
                Err(why) => json!({ "holds": false, "why": diagnostic(why, source, lang) }),
            };
            object["game"] = json!(f.game);
            object["kind"] = json!(f.kind);
            object["line"] = json!(source[..f.span.range().start].matches('\n').count() + 1);
            object
        })
        .collect();
    let warnings: Vec<Value> = report.warnings.iter().map(|w| diagnostic(w, source, lang)).collect();
    json!({ "file": file, "passes": report.passes(), "findings": findings, "warnings": warnings })
}

/// An error.
pub fn error(error: &Error, lang: Lang) -> Value {
    let diagnostics = match error {
        Error::Refused(refusal) => {
            let source = &refusal.source;
            refusal.diagnostics.iter().map(|d| diagnostic(d, &source.text, lang)).collect()
        }
        _ => Vec::new(),
    };
    json!({ "error": { "kind": error.kind(), "message": error.render(lang, false), "diagnostics": diagnostics } })
}
