//! Errors as JSON and as text. An error of a batch contains the line and the query.

use base::escaping::escape;
use base::text::{Lang, Text, shortened};
use grundy::SolveError;
use serde_json::{Value, json};

use crate::json::diagnostic;

/// A query of a batch, which is a list that was read from a file or from standard input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchQuestion<'a> {
    /// The line of the query in the batch, starting at 1.
    pub line: usize,
    /// The text of the query.
    pub question: &'a str,
}

/// Returns an error as JSON. `asked` is the query that the error refers to, if this query is part
/// of a batch. `far` is a text about the progress before the computation stopped.
pub fn json(
    error: &SolveError,
    asked: Option<BatchQuestion<'_>>,
    far: Option<&Text>,
    lang: Lang,
) -> Value {
    let diagnostics: Vec<Value> = match error {
        SolveError::Refused(refusal) => {
            let source = &refusal.source;
            refusal
                .diagnostics
                .iter()
                .map(|d| diagnostic(d, &source.name, &source.text, lang))
                .collect()
        }
        _ => Vec::new(),
    };
    let mut told = json!({ "kind": error.kind(), "message": words(error, asked, far, lang, false), "diagnostics": diagnostics });
    if let Some(BatchQuestion { line, question }) = asked {
        told["line"] = json!(line);
        told["question"] = json!(question);
    }
    if let (SolveError::Stopped(_), Some(far)) = (error, far) {
        told["partial"] = json!(far.get(lang));
    }
    json!({ "error": told })
}

/// Returns an error as text. `asked` is the query that the error refers to, if this query is part
/// of a batch. `far` is a text about the progress before the computation stopped.
pub fn words(
    error: &SolveError,
    asked: Option<BatchQuestion<'_>>,
    far: Option<&Text>,
    lang: Lang,
    color: bool,
) -> String {
    let mut said = error.render(lang, color);
    if let (SolveError::Stopped(_), Some(far)) = (error, far) {
        said += &format!("\n{}", escape(far.get(lang)));
    }
    let Some(BatchQuestion { line, question }) = asked else {
        return said;
    };
    let question = shortened(question);
    let told = Text {
        en: format!("line {line}: {question}: {said}"),
        zh: format!("第 {line} 行：{question}：{said}"),
    };
    told.get(lang).to_owned()
}
