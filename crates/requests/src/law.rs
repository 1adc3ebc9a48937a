//! `law`: the law of a game, found from single cells and proved for all positions.

use base::budget::Budget;
use base::text;
use base::text::{Lang, Text};
use dashu_int::{IBig, UBig};
use grundy::laws::{
    Automaton, Conjecture, EmitLanguage, EmittedLaw, LawAnswer, LawForm, LawName, LawOutput,
    LawQuery, LawReport, NameStatus, ValueFunction as Way,
};
use grundy::{Session, SolveError};
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};

use crate::json::{conventions, status};
use crate::options::parse_named;
use crate::question::QuestionRequest;

/// Upper bound for the maximum number of nodes of an automaton.
const MAX_NODES: usize = 1_000_000;

/// Upper bound for the maximum number of positions of the table of cells.
const MAX_CELLS: u64 = 1 << 32;

/// Maximum number of binary digits of a number in a queried position.
const MAX_BITS: usize = 400_000;

/// The options of `law`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LawOptions {
    /// A parameter of the game. The law is found for all values of the parameter at once.
    pub for_all: Option<String>,
    /// Whether to find only the P-positions.
    pub outcomes: bool,
    /// Whether to find only values, even if P-positions are easier to find.
    pub values: bool,
    /// The forms of laws to try, in this order; an example is `values, outcomes:fibonacci,
    /// methods`.
    #[serde(deserialize_with = "forms")]
    pub kinds: Option<Vec<LawForm>>,
    /// Maximum number of nodes of an automaton.
    pub nodes: usize,
    /// Maximum number of positions of the table from which cells are read.
    pub cells: u64,
    /// Whether to return the automaton.
    pub automaton: bool,
    /// Whether to return the certificate.
    pub certificate: bool,
    /// A position, with numbers of any size, to which the law is applied.
    #[serde(deserialize_with = "parse_position")]
    pub at: Option<Vec<IBig>>,
    /// The language in which the law is emitted as code or text.
    #[serde(deserialize_with = "language")]
    pub emit: Option<EmitLanguage>,
}

impl Default for LawOptions {
    fn default() -> LawOptions {
        let LawQuery {
            for_all,
            outcomes,
            values,
            forms: kinds,
            nodes,
            cells,
            ..
        } = LawQuery::default();
        LawOptions {
            for_all,
            outcomes,
            values,
            kinds,
            nodes,
            cells,
            automaton: false,
            certificate: false,
            at: None,
            emit: None,
        }
    }
}

fn parse_position<'de, D: Deserializer<'de>>(source: D) -> Result<Option<Vec<IBig>>, D::Error> {
    parse_named("at", source, position)
}

fn forms<'de, D: Deserializer<'de>>(source: D) -> Result<Option<Vec<LawForm>>, D::Error> {
    parse_named("kinds", source, LawForm::list)
}

fn language<'de, D: Deserializer<'de>>(source: D) -> Result<Option<EmitLanguage>, D::Error> {
    parse_named("emit", source, str::parse)
}

/// Parses a position such as `[10**20 + 7, 3]`: integers with powers and sums.
///
/// # Errors
/// Returns the expected form if the text is invalid.
pub fn position(text: &str) -> Result<Vec<IBig>, Text> {
    let inner = text.trim();
    let inner = inner
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
        .unwrap_or(inner);
    inner.split(',').map(number).collect()
}

fn number(text: &str) -> Result<IBig, Text> {
    let refused = || {
        let text = text.trim();
        text!(
            "expected integers, or sums of integers and powers, for example [10**20 + 7, 3]; found {text:?}",
            "此处应为整数、幂或它们的和，例如 [10**20 + 7, 3]；实为 {text:?}"
        )
    };
    let mut sum = IBig::ZERO;
    let spaced = text.replace('-', "+-");
    let spaced = spaced.trim();
    for term in spaced
        .strip_prefix("+-")
        .map_or(spaced.to_owned(), |rest| format!("-{rest}"))
        .split('+')
    {
        let term = term.trim();
        let (negative, term) = term
            .strip_prefix('-')
            .map_or((false, term), |rest| (true, rest.trim()));
        let natural = |text: &str| {
            let text = text.trim();
            let digits = !text.is_empty()
                && text.bytes().all(|sign| sign.is_ascii_digit())
                && text.len() <= MAX_BITS / 4;
            if digits {
                UBig::from_str_radix(text, 10).map_err(|_| refused())
            } else {
                Err(refused())
            }
        };
        let value = match term.split_once("**") {
            None => natural(term)?,
            Some((base, exponent)) => {
                let (base, exponent) = (natural(base)?, natural(exponent)?);
                let exponent = usize::try_from(exponent).map_err(|_| refused())?;
                if dashu_int::ops::BitTest::bit_len(&base).saturating_mul(exponent) > MAX_BITS {
                    return Err(text!(
                        "the number has more than {MAX_BITS} binary digits",
                        "数超过 {MAX_BITS} 个二进制位"
                    ));
                }
                base.pow(exponent)
            }
        };
        sum += if negative {
            -IBig::from(value)
        } else {
            IBig::from(value)
        };
    }
    Ok(sum)
}

/// The reply to `law`.
#[derive(Clone, Debug)]
pub struct LawReply {
    /// The result of the search.
    pub report: LawReport,
    /// Whether the automaton was requested.
    pub automaton: bool,
    /// The text of the certificate; `None` if no certificate was requested.
    pub certificate: Option<String>,
}

pub(crate) fn law(
    session: &mut Session,
    asked: &QuestionRequest<LawOptions>,
    budget: &Budget<'_>,
) -> Result<LawReply, SolveError> {
    let own = &asked.options.own;
    if !(1..=MAX_NODES).contains(&own.nodes) {
        return Err(SolveError::Usage(text!(
            "nodes: expected 1 to {MAX_NODES}",
            "nodes：应为 1 到 {MAX_NODES}"
        )));
    }
    if !(1..=MAX_CELLS).contains(&own.cells) {
        return Err(SolveError::Usage(text!(
            "cells: expected 1 to {MAX_CELLS}",
            "cells：应为 1 到 {MAX_CELLS}"
        )));
    }
    let sought = LawQuery {
        for_all: own.for_all.clone(),
        outcomes: own.outcomes,
        values: own.values,
        forms: own.kinds.clone(),
        nodes: own.nodes,
        cells: own.cells,
        patient: asked.options.how.patient,
        at: own.at.clone(),
        emit: own.emit,
        ..LawQuery::default()
    };
    let report = session.law(asked.text()?, &sought, budget)?;
    if report.at.as_ref().is_some_and(|at| at.value.is_none()) {
        let title = &report.title;
        return Err(SolveError::Usage(text!(
            "at: not a position of {title}",
            "at：不是 {title} 的局面"
        )));
    }
    if let (Some(language), None) = (own.emit, &report.emitted) {
        return Err(unemitted(language, &report));
    }
    let certificate = match (
        &report.certificate,
        own.certificate && (report.law().is_some() || report.method().is_some()),
    ) {
        (Some(Ok(text)), true) => Some(text.clone()),
        (Some(Err(why)), true) => return Err(SolveError::Unsupported(why.clone())),
        _ => None,
    };
    Ok(LawReply {
        report,
        automaton: own.automaton,
        certificate,
    })
}

/// Returns a law as code or text, or as an SVG picture.
pub fn render_emitted(emitted: &EmittedLaw, lang: Lang) -> String {
    match &emitted.diagram {
        Some(diagram) => picture::automaton::drawing(diagram, lang).svg(),
        None => emitted.text(),
    }
}

/// Returns the error that explains why no law can be emitted.
fn unemitted(language: EmitLanguage, report: &LawReport) -> SolveError {
    let (title, language) = (&report.title, language.title());
    if let Some(stop) = report.stopped {
        return SolveError::Stopped(stop);
    }
    if let Some(shown) = report.method() {
        let name = shown.told.key();
        return SolveError::Unsupported(text!(
            "only a law given by an automaton can be written as {language}; the law of {title} is given by another method: {name}",
            "只有自动机能给出的规律才能写成 {language}；{title} 的规律由另一方法给出：{name}"
        ));
    }
    let tried = report.tried.iter().find_map(|tried| match &tried.came {
        Ok(found) => found.proof.as_ref().err(),
        Err(why) => Some(why),
    });
    match report.outside.as_ref().or(tried) {
        Some(Text { en, zh }) => SolveError::Unsupported(text!(
            "found no law of {title} that can be written as {language}: {en}",
            "未找到 {title} 的可写成 {language} 的规律：{zh}"
        )),
        None => SolveError::Unsupported(text!(
            "found no law of {title} that can be written as {language}",
            "未找到 {title} 的可写成 {language} 的规律"
        )),
    }
}

/// Returns the name of a kind of law in JSON.
fn key(kind: LawOutput) -> &'static str {
    match kind {
        LawOutput::Values => "values",
        LawOutput::PowersOfValues => "powers",
        LawOutput::Outcomes => "outcomes",
    }
}

/// Returns the name of a law as JSON: its claim, and whether it is proved or conjectured.
fn name(name: &LawName) -> Value {
    match name.standing {
        NameStatus::Same => json!({ "claim": name.text, "status": "proved" }),
        NameStatus::Agrees(positions) => {
            json!({ "claim": name.text, "status": "conjectured", "agrees": positions })
        }
    }
}

/// Returns a conjecture as JSON. A claim is written with the number of matching cells that the
/// search did not use. Without a claim, the number of occurrences of each value is written.
pub(crate) fn conjecture(conjecture: &Conjecture) -> Value {
    match conjecture {
        Conjecture::Fits(claim, agree) => json!({ "claim": claim, "agrees": agree }),
        Conjecture::Counts(counts) => json!({ "counts": counts }),
    }
}

/// Returns an automaton as JSON. For each node, the JSON contains its position within a letter,
/// whether it accepts, and the next node for each digit.
fn automaton(automaton: &Automaton) -> Value {
    let node = |node: u32| {
        let next: Vec<u32> = (0..automaton.base())
            .map(|digit| automaton.next(node, digit))
            .collect();
        json!({ "track": automaton.phase(node), "accepts": automaton.accepts(node), "next": next })
    };
    json!(
        (0..automaton.nodes() as u32)
            .map(node)
            .collect::<Vec<Value>>()
    )
}

/// Returns the JSON of a method that computes the values of a game without an automaton.
fn method(told: &Way, lang: Lang) -> Value {
    let mut object = json!({ "name": told.key(), "description": told.text().get(lang) });
    if !told.parts().is_empty() {
        object["parts"] = told.parts().iter().map(|part| method(part, lang)).collect();
    }
    object
}

impl LawReply {
    pub(crate) fn json(&self, lang: Lang) -> Value {
        let report = &self.report;
        let law = report.law().map(|(found, proof)| {
            let law = &found.law;
            let mut object = json!({
                "kind": key(law.kind),
                "numerals": law.numerals.name().get(lang),
                "base": law.automaton.base(),
                "states": law.automaton.states(),
                "nodes": law.automaton.nodes(),
                "offsets": law.lows,
                "proof": { "statements": proof.statements, "rows": proof.rows, "labels": proof.labels },
                "cells": found.cells,
                "refuted": found.refuted,
            });
            if self.automaton {
                object["automaton"] = automaton(&law.automaton);
            }
            if let Some(of_gaps) = &proof.of_gaps {
                let above = of_gaps.gaps.list().iter().map(|gap| json!({ "above": gap.above, "offset": gap.least }));
                object["gaps"] = json!({
                    "of": above.collect::<Vec<_>>(), "states": of_gaps.law.states(), "nodes": of_gaps.law.nodes(),
                });
                if self.automaton {
                    object["gaps"]["automaton"] = automaton(&of_gaps.law);
                }
            }
            if let Some(prefix) = &law.prefix {
                object["prefix"] = json!({ "states": prefix.states(), "nodes": prefix.nodes() });
                if self.automaton {
                    object["prefix"]["automaton"] = automaton(prefix);
                }
            }
            object
        });
        let tried: Vec<Value> = report
            .tried
            .iter()
            .filter_map(|tried| {
                let why = match &tried.came {
                    Ok(found) => found.proof.as_ref().err()?,
                    Err(why) => why,
                };
                let states = tried.came.as_ref().ok().map(|found| found.law.automaton.states());
                Some(json!({ "kind": key(tried.kind), "numerals": tried.numerals.get(lang), "states": states, "why": why.get(lang) }))
            })
            .collect();
        let mut object = json!({
            "game": report.title,
            "slots": report.slots,
            "conventions": conventions(&report.conventions),
            "law": law,
            "name": report.name.as_ref().map(name),
            "status": status(report.status()),
            "tried": tried,
            "stopped": report.stopped.map(|stop| stop.text().get(lang).to_owned()),
        });
        if report.given_up {
            object["abandoned"] = json!(true);
        }
        if let Some(shown) = report.method() {
            object["method"] = method(&shown.told, lang);
            object["method"]["cells"] = json!(shown.cells);
            object["method"]["refuted"] = json!(shown.refuted);
        }
        if let Some(Err(why)) = &report.method {
            object["method"] = json!({ "why": why.get(lang) });
        }
        if let Some(guess) = &report.conjecture {
            object["conjecture"] = conjecture(guess);
        }
        if let Some(why) = &report.outside {
            object["outside"] = json!(why.get(lang));
        }
        if let Some(text) = &self.certificate {
            object["certificate"] = json!(text);
        }
        if let Some(emitted) = &report.emitted {
            object["emitted"] = json!({ "language": emitted.language.word(), "text": render_emitted(emitted, lang) });
        }
        if let Some(LawAnswer {
            position,
            value: Some(value),
            winning,
        }) = &report.at
        {
            let written =
                |numbers: &[IBig]| numbers.iter().map(IBig::to_string).collect::<Vec<_>>();
            let outcomes = report
                .law()
                .is_some_and(|(found, _)| found.law.kind == LawOutput::Outcomes);
            let lost = *value == UBig::ZERO;
            object["at"] =
                json!({ "position": written(position), "outcome": if lost { "P" } else { "N" } });
            if !outcomes {
                object["at"]["value"] = json!(value.to_string());
            }
            object["at"]["winning"] = winning.as_ref().map_or(Value::Null, |made| {
                let choices = made.choices.iter().map(|(name, number)| json!({ "name": name, "number": number.to_string() }));
                let leaves = made.leaves.iter().map(|(game, numbers)| json!({ "game": game, "position": written(numbers) }));
                let mut winning =
                    json!({ "rule": made.rule, "choices": choices.collect::<Vec<_>>(), "leaves": leaves.collect::<Vec<_>>() });
                if !made.runs.is_empty() {
                    let runs = made.runs.iter().map(|(game, ends)| {
                        let [from, to] = ends.each_ref().map(IBig::to_string);
                        json!({ "game": game, "from": from, "to": to })
                    });
                    winning["runs"] = runs.collect();
                }
                winning
            });
        }
        object
    }
}
