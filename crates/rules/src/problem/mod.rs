//! The format of a problem in a rule file: reading an input, making a random input, and the
//! parameters that `input` declares.
//!
//! A name that is read is a parameter of its game. Its default is its value in the first case of
//! the first sample, or in the smallest input if the game has no sample.

mod case;
mod input_text;
mod random_input;
mod usage;

use crate::ast::{
    BeginDecl, ElementExpr, ExprKind, GameDecl, GameItem, GameItemKind, Identifier, InputDecl,
    SampleDecl, SpannedExpr, StringLiteral,
};
use crate::data::{DataTable, EntryKind};
use crate::ir::{Int, ParameterValue};
use base::budget::StopReason;
use base::diagnostic::{Diagnostic, Span};
use base::text::Text;
use base::{impl_error, text};

pub use input_text::CaseReader;
pub use random_input::random_input;
pub use usage::{mentions, takes_entries, used_names};
pub(crate) use usage::{names_in_question, uses_no_parameter};

/// The values of the names that a case contains, in the order of the input.
pub type CaseValues = Vec<(String, ParameterValue)>;

/// The reason why a case cannot be read or made.
#[derive(Clone, Debug)]
pub enum CaseError {
    /// The input is not in the format of the problem; the locations are in the input.
    Input(Vec<Diagnostic>),
    /// A size or a limit cannot be computed; the locations are in the rule file.
    Rules(Vec<Diagnostic>),
    /// The limits of the thread were reached.
    Stopped(StopReason),
}

impl CaseError {
    fn rules(span: Span, message: Text) -> CaseError {
        CaseError::Rules(vec![Diagnostic::error(span, message)])
    }

    /// Returns the first message.
    pub fn text(&self) -> Text {
        match self {
            CaseError::Input(found) | CaseError::Rules(found) => found
                .first()
                .map(|error| error.message.clone())
                .unwrap_or_else(|| text!("an error without a message", "没有说明的错误")),
            CaseError::Stopped(stop) => stop.text(),
        }
    }
}

impl_error!(CaseError {
    Stopped(StopReason)
});

/// Returns the `input` item of a game.
pub fn input_of(decl: &GameDecl) -> Option<&InputDecl> {
    decl.items.iter().find_map(|item| match &item.kind {
        GameItemKind::Input(input) => Some(input),
        _ => None,
    })
}

/// Returns the lines of output of a game, each a list of parts.
pub fn outputs_of(decl: &GameDecl) -> impl Iterator<Item = &[SpannedExpr]> {
    decl.items.iter().filter_map(|item| match &item.kind {
        GameItemKind::Output(parts) => Some(&parts[..]),
        _ => None,
    })
}

/// Returns the samples of a game with their locations.
pub fn samples_of(decl: &GameDecl) -> impl Iterator<Item = (&SampleDecl, Span)> {
    decl.items.iter().filter_map(|item| match &item.kind {
        GameItemKind::Sample(sample) => Some((sample, item.span)),
        _ => None,
    })
}

/// Returns whether a game describes a problem: whether it has an `output`.
pub fn is_problem(decl: &GameDecl) -> bool {
    outputs_of(decl).next().is_some()
}

/// Returns whether the position that a game asks for is its `start`, a list without free slots of a
/// game that reads an input, and not an `ask`.
pub fn starts_alone(decl: &GameDecl) -> bool {
    let mut start = None;
    for item in &decl.items {
        match &item.kind {
            GameItemKind::Ask(_) => return false,
            GameItemKind::Start(BeginDecl::List(list)) => start = Some(list),
            _ => {}
        }
    }
    let slots: Vec<&str> = decl
        .items
        .iter()
        .filter_map(|item| match &item.kind {
            GameItemKind::State { slots, .. } => Some(slots),
            _ => None,
        })
        .flatten()
        .map(|slot| slot.name.text.as_str())
        .collect();
    input_of(decl).is_some()
        && start.is_some_and(|list| {
            list.iter()
                .all(|element| !slots.iter().any(|slot| mentions(&element.value, slot)))
        })
}

/// Adds the names that `input` reads to the parameters of a game.
///
/// # Errors
/// Returns errors if a name is declared twice, or if the default of a name cannot be computed.
pub(crate) fn with_parameters(mut decl: GameDecl) -> Result<GameDecl, Vec<Diagnostic>> {
    let Some(input) = input_of(&decl).cloned() else {
        return Ok(decl);
    };
    let mut errors = Vec::new();
    let mut known: Vec<&Identifier> = decl.params.iter().map(|(name, _)| name).collect();
    for field in input.reads.iter().flat_map(|part| &part.fields) {
        let name = &field.name.text;
        if known.iter().any(|other| other.text == *name) {
            errors.push(
                Diagnostic::error(
                    field.name.span,
                    text!("`{name}` is already declared", "`{name}` 已经声明"),
                )
                .help(text!(
                    "a name that `input` reads is a parameter: do not list it after the name of the game, and read it once",
                    "`input` 读入的名字就是参数：不要在游戏名之后列出，且只读入一次"
                )),
            );
        }
        known.push(&field.name);
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let constants: CaseValues = listed_constants(&decl);
    let values = match samples_of(&decl).next() {
        Some((sample, _)) => sample_values(&input, &constants, sample)?,
        None => random_input::smallest_case(&input, &constants).map_err(|error| match error {
            CaseError::Rules(found) | CaseError::Input(found) => found,
            CaseError::Stopped(stop) => {
                vec![Diagnostic::error(decl.name.span, stop.text())]
            }
        })?,
    };
    let names: Vec<Identifier> = input
        .reads
        .iter()
        .flat_map(|part| &part.fields)
        .map(|field| field.name.clone())
        .collect();
    for (name, (_, value)) in names.into_iter().zip(values) {
        let value = written(&value, name.span);
        decl.params.push((name, value));
    }
    Ok(decl)
}

/// Returns the parameters of a game whose defaults are plain numbers, which sizes and limits of the
/// input may use.
pub fn listed_constants(decl: &GameDecl) -> CaseValues {
    let read: Vec<&str> = input_of(decl)
        .iter()
        .flat_map(|input| &input.reads)
        .flat_map(|part| &part.fields)
        .map(|field| field.name.text.as_str())
        .collect();
    let number = |(name, value): &(Identifier, SpannedExpr)| match value.kind {
        ExprKind::Int(number) if !read.contains(&name.text.as_str()) => {
            Some((name.text.clone(), ParameterValue::Int(number)))
        }
        _ => None,
    };
    decl.params.iter().filter_map(number).collect()
}

/// Returns the values in the first case of a sample.
fn sample_values(
    input: &InputDecl,
    constants: &CaseValues,
    sample: &SampleDecl,
) -> Result<CaseValues, Vec<Diagnostic>> {
    let text = SampleDecl::text(&sample.input);
    let span = sample.input[0].span;
    let mut reader = CaseReader::new(input, constants, &text);
    match reader.next_case() {
        Ok(Some(values)) => Ok(values),
        Ok(None) => Err(vec![Diagnostic::error(
            span,
            text!("the first sample contains no case", "第一个样例中没有数据"),
        )]),
        Err(CaseError::Input(found)) => Err(found
            .iter()
            .map(|error| in_sample(error, &text, &sample.input))
            .collect()),
        Err(CaseError::Rules(found)) => Err(found),
        Err(CaseError::Stopped(stop)) => Err(vec![Diagnostic::error(span, stop.text())]),
    }
}

/// Moves an error about the input of a sample to its location in the rule file.
pub fn in_sample(error: &Diagnostic, text: &str, lines: &[StringLiteral]) -> Diagnostic {
    let start = error.span.range().start.min(text.len());
    let before = &text[..start];
    let line = before.matches('\n').count().min(lines.len() - 1);
    let column = before.len() - before.rfind('\n').map_or(0, |at| at + 1);
    let literal = &lines[line];
    // A quote has one byte, or three on a Chinese keyboard.
    let quote = literal
        .span
        .range()
        .len()
        .saturating_sub(literal.text.len())
        / 2;
    let start = literal.span.range().start + quote + column.min(literal.text.len());
    let length = error
        .span
        .range()
        .len()
        .min((literal.span.range().end - quote).saturating_sub(start));
    Diagnostic {
        span: Span::new(start, start + length),
        ..error.clone()
    }
}

/// Returns the value of a parameter as it is written in rules.
fn written(value: &ParameterValue, span: Span) -> SpannedExpr {
    let expr = |kind| SpannedExpr { kind, span };
    let number = |number: Int| {
        let digits = expr(ExprKind::Int(number.checked_abs().unwrap_or(Int::MAX)));
        if number < 0 {
            expr(ExprKind::Neg(Box::new(digits)))
        } else {
            digits
        }
    };
    let data = match value {
        ParameterValue::Int(value) => return number(*value),
        ParameterValue::Graph(network) => {
            let vertex = |vertex: Int| Identifier {
                text: vertex.to_string(),
                span,
            };
            let alone = network.vertices.keys().map(|&v| vec![vertex(v)]);
            let edges = network
                .edges
                .iter()
                .map(|&(a, b)| vec![vertex(a), vertex(b)]);
            return expr(ExprKind::Graph(alone.chain(edges).collect()));
        }
        ParameterValue::Data(data) => data,
        // No other kind of value is read.
        ParameterValue::Set(..) | ParameterValue::Real(_) => return expr(ExprKind::Int(0)),
    };
    let text = |entries: &[Int]| {
        let text = entries.iter().map(|&code| character(code)).collect();
        expr(ExprKind::Picture(StringLiteral { text, span }))
    };
    let numbers = |entries: &[Int]| {
        let list = entries.iter().map(|&n| ElementExpr::single(number(n)));
        expr(ExprKind::Array(list.collect()))
    };
    let row = |entries: &[Int]| match data.kind {
        EntryKind::Character => text(entries),
        EntryKind::Number => numbers(entries),
    };
    let [_, columns] = data.lengths[..] else {
        return row(&data.entries);
    };
    let rows = data.entries.chunks(columns.max(1));
    expr(ExprKind::Array(
        rows.map(|entries| ElementExpr::single(row(entries)))
            .collect(),
    ))
}

/// Returns the character with a code point.
fn character(code: Int) -> char {
    u32::try_from(code)
        .ok()
        .and_then(char::from_u32)
        .unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// Returns characters as the value of a parameter that is a text.
fn text_value(entries: Vec<Int>) -> DataTable {
    DataTable::array(EntryKind::Character, entries)
}

/// Returns the text of a parameter, if its value is a text.
pub fn text_of(value: &ParameterValue) -> Option<String> {
    match value {
        ParameterValue::Data(data)
            if data.kind == EntryKind::Character && data.dimensions() == 1 =>
        {
            Some(data.entries.iter().map(|&code| character(code)).collect())
        }
        _ => None,
    }
}

/// Reports a problem item that may occur only once, or that needs another item.
pub(crate) fn misplaced(decl: &GameDecl) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    let is_input = |item: &&GameItem| matches!(item.kind, GameItemKind::Input(_));
    let needs_output = |item: &&GameItem| {
        matches!(
            item.kind,
            GameItemKind::Input(_) | GameItemKind::Ask(_) | GameItemKind::Sample(_)
        )
    };
    if !is_problem(decl)
        && let Some(item) = decl.items.iter().find(needs_output)
    {
        errors.push(
            Diagnostic::error(
                item.span,
                text!("this game has no `output`", "该游戏没有 `output`"),
            )
            .help(text!(
                "write what is printed, for example `output if wins then \"First\" else \"Second\"`",
                "请写明打印的内容，例如 `output if wins then \"First\" else \"Second\"`"
            )),
        );
    }
    if let (None, Some(sample)) = (
        decl.items.iter().find(is_input),
        decl.items
            .iter()
            .find(|item| matches!(item.kind, GameItemKind::Sample(_))),
    ) && is_problem(decl)
    {
        errors.push(Diagnostic::error(
            sample.span,
            text!(
                "a sample needs an `input`, which describes its numbers",
                "样例需要 `input` 来说明读入的数"
            ),
        ));
    }
    errors
}
