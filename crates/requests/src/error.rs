//! Errors as a face tells them, in JSON and in words. An error of a batch names the line and the
//! question that it is about.

use base::escaping::escape;
use base::text::{Lang, Text, shortened};
use grundy::SolveError;
use serde_json::{Value, json};

use crate::json::diagnostic;

/// A question of a batch: a list that was read from a file or from standard input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchQuestion<'a> {
    /// Its line, from 1 on.
    pub line: usize,
    /// The question.
    pub question: &'a str,
}

/// An error; `asked` where it is one of a batch, `far` what was found out before it.
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
        told["far"] = json!(far.get(lang));
    }
    json!({ "error": told })
}

/// An error as a person reads it; `asked` where it is one of a batch, `far` what was found out
/// before it.
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
