//! `value`: the canonical form of an expression of partizan games, and what follows from it.

use std::sync::Arc;

use base::budget::Budget;
use base::diagnostic::{Diagnostic, Span};
use base::text;
use base::text::{Lang, Text};
use grundy::SolveError;
use grundy::partizan_answer::{refused, stops_text};
use grundy::winners::outcome_text;
use partizan::{Dyadic, Id, NotationError, NotationErrorKind, OutcomeClass, Relation, Store};
use partizan::{Thermograph, ValueError};
use picture::Picture;
use rules::source_error::SourceError;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::options::RequestOptions;
use crate::thermograph::{ThermographFormat, drawn_lines, wall_lines, walls_json};

/// Maximum length of a name in bytes.
const MAX_NAME_BYTES: usize = 1 << 20;

/// The request `value`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ValueRequest {
    /// An expression such as `{3|1} + ^ - 1/2`.
    pub expression: String,
    /// The common options and the options of the command.
    pub options: RequestOptions<ValueOptions>,
}

/// The options of `value`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ValueOptions {
    /// An expression to compare with.
    pub compare: Option<String>,
    /// A number by which the game is cooled before everything else.
    pub cool: Option<String>,
    /// A game by which the game is heated before everything else.
    pub heat: Option<String>,
    /// Whether the printed reply contains the thermograph: its walls and a picture.
    pub thermograph: bool,
    /// The format of the picture of the thermograph that the reply contains.
    pub picture: ThermographFormat,
}

/// The value of an expression.
#[derive(Clone, Debug)]
pub struct ValueReply {
    /// The expression.
    pub expression: String,
    /// The canonical form in the notation of `partizan`.
    pub name: String,
    /// The outcome.
    pub outcome: OutcomeClass,
    /// The stops: the number that is reached if Left begins, and if Right begins.
    pub stops: [Dyadic; 2],
    /// The thermograph, with the mean and the temperature.
    pub thermograph: Arc<Thermograph>,
    /// The birthday of the canonical form.
    pub birthday: u64,
    /// The name of the atomic weight; `None` if the game is not all-small.
    pub atomic_weight: Option<String>,
    /// The relation to the game of [`ValueOptions::compare`], and the name of that game.
    pub compared: Option<(Relation, String)>,
    /// Whether the thermograph is printed.
    is_thermograph_printed: bool,
    picture: ThermographFormat,
}

pub(crate) fn compute(asked: &ValueRequest, budget: &Budget<'_>) -> Result<ValueReply, SolveError> {
    let options = &asked.options.own;
    let mut store = Store::new();
    let mut value = parse(&mut store, "<expression>", &asked.expression, budget)?;
    if let Some(cool) = &options.cool {
        let by = parse(&mut store, "--cool", cool, budget)?;
        let Some(by) = store.as_number(by) else {
            return Err(SolveError::Usage(text!(
                "`{cool}` is not a number; a game is cooled by a number, such as 1/2",
                "`{cool}` 不是数；冷却所用的是数，如 1/2"
            )));
        };
        value = store.cooled(value, by, budget).map_err(refused)?;
    }
    if let Some(heat) = &options.heat {
        let by = parse(&mut store, "--heat", heat, budget)?;
        value = store.heated(value, by, budget).map_err(refused)?;
    }
    let compared = match &options.compare {
        None => None,
        Some(other) => {
            let other = parse(&mut store, "--compare", other, budget)?;
            let relation = store.compare(value, other, budget).map_err(refused)?;
            Some((relation, named(&mut store, other, budget)?))
        }
    };
    let atomic_weight = store.atomic_weight(value, budget).map_err(refused)?;
    let atomic_weight = match atomic_weight {
        None => None,
        Some(weight) => Some(named(&mut store, weight, budget)?),
    };
    Ok(ValueReply {
        expression: asked.expression.clone(),
        name: named(&mut store, value, budget)?,
        outcome: store.outcome(value, budget).map_err(refused)?,
        stops: [store.left_stop(value), store.right_stop(value)],
        thermograph: store.thermograph(value, budget).map_err(refused)?,
        birthday: store.birthday(value),
        atomic_weight,
        compared,
        is_thermograph_printed: options.thermograph,
        picture: options.picture,
    })
}

/// Returns the value of an expression. `source` is the name of the expression in messages.
fn parse(
    store: &mut Store,
    source: &str,
    text: &str,
    budget: &Budget<'_>,
) -> Result<Id, SolveError> {
    store.parse(text, budget).map_err(|error| match error {
        NotationError {
            kind: NotationErrorKind::Value(ValueError::Stopped(stop)),
            ..
        } => SolveError::Stopped(stop),
        NotationError { ref span, .. } => {
            let found = Diagnostic::error(Span::new(span.start, span.end), error.text());
            SolveError::Refused(SourceError::new(source, text, vec![found]))
        }
    })
}

fn named(store: &mut Store, value: Id, budget: &Budget<'_>) -> Result<String, SolveError> {
    let name = store.name_within(value, MAX_NAME_BYTES, budget);
    name.map_err(refused)?.ok_or_else(|| {
        SolveError::Unsupported(text!(
            "the canonical form has more than {MAX_NAME_BYTES} letters",
            "标准形超过 {MAX_NAME_BYTES} 个字符"
        ))
    })
}

/// Returns the sign and the name of a relation.
fn relation_sign(relation: Relation) -> (&'static str, &'static str) {
    match relation {
        Relation::Less => ("<", "less"),
        Relation::Equal => ("=", "equal"),
        Relation::Greater => (">", "greater"),
        Relation::Confused => ("||", "confused"),
    }
}

impl ValueReply {
    /// Returns the reply in lines.
    pub fn text(&self, lang: Lang) -> String {
        let mut lines: Vec<(Text, String)> = Vec::new();
        let mut add = |name: Text, value: &str| lines.push((name, value.to_owned()));
        add(text!("value", "值"), &self.name);
        let winner = outcome_text(self.outcome);
        add(text!("winner", "胜负"), winner.get(lang));
        let stops = stops_text(self.stops);
        add(text!("stops", "停止值"), stops.get(lang));
        add(text!("mean", "均值"), &self.thermograph.mean().to_string());
        let temperature = self.thermograph.temperature().to_string();
        add(text!("temperature", "温度"), &temperature);
        if self.is_thermograph_printed {
            for (name, wall) in wall_lines(&self.thermograph) {
                add(name, wall.get(lang));
            }
        }
        if let Some(weight) = &self.atomic_weight {
            add(text!("atomic weight", "原子权"), weight);
        }
        add(text!("birthday", "生日"), &self.birthday.to_string());
        if let Some((relation, other)) = &self.compared {
            let sign = relation_sign(*relation).0;
            add(
                text!("compared", "比较"),
                &format!("{} {sign} {other}", self.name),
            );
        }
        let width = lines.iter().map(|(name, _)| name.en.len() + 1).max();
        let width = width.unwrap_or_default();
        let shown = |(name, value): &(Text, String)| match lang {
            Lang::En => format!("{:<width$} {value}\n", format!("{}:", name.en)),
            Lang::Zh => format!("{}：{value}\n", name.zh),
        };
        let mut out: String = lines.iter().map(shown).collect();
        if self.is_thermograph_printed {
            out += &drawn_lines(&self.thermograph, lang);
        }
        out
    }

    /// Draws the thermograph; `None` if no format was requested.
    pub fn draw(&self, format: ThermographFormat, lang: Lang) -> Option<Picture> {
        format.picture(&self.thermograph, &self.name, lang)
    }

    /// Returns the reply as JSON, with the picture if a picture was requested. Numbers are strings
    /// such as `-3/4`.
    pub fn json(&self, lang: Lang) -> Value {
        let number = |number: Dyadic| number.to_string();
        let compared = self.compared.as_ref().map(
            |(relation, other)| json!({ "with": other, "relation": relation_sign(*relation).1 }),
        );
        let mut object = json!({
            "expression": self.expression,
            "value": self.name,
            "outcome": self.outcome.letter().to_string(),
            "stops": { "left": number(self.stops[0]), "right": number(self.stops[1]) },
            "mean": number(self.thermograph.mean()),
            "temperature": number(self.thermograph.temperature()),
            "thermograph": walls_json(&self.thermograph),
            "birthday": self.birthday,
            "atomic_weight": self.atomic_weight,
            "compared": compared,
        });
        if let Some(picture) = self.draw(self.picture, lang) {
            object["picture"] = json!(picture.text());
        }
        object
    }
}
