//! `tokens`: classifies the tokens of a rule text for syntax highlighting, with the lexer of the
//! rule language.

use std::io::{self, Write};

use base::budget::Budget;
use grundy::SolveError;
use rules::token_class::{TokenClass, classes};
use serde::Deserialize;
use serde_json::json;

use crate::json::array;
use crate::open::NoOptions;
use crate::options::RequestOptions;

/// The request `tokens`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TokensRequest {
    /// The rule text, which may contain errors.
    pub text: String,
    /// The common options.
    pub options: RequestOptions<NoOptions>,
}

/// A token with its class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassifiedToken {
    /// The class, which determines the colour.
    pub class: TokenClass,
    /// The line of the token, starting at 1.
    pub line: usize,
    /// The column of the first character of the token, starting at 1.
    pub column: usize,
    /// The length of the token in characters.
    pub length: usize,
}

/// Returns the tokens of a text in order, without white space.
///
/// # Errors
/// Returns [`SolveError::Stopped`] if the budget runs out.
pub(crate) fn tokens(
    asked: &TokensRequest,
    budget: &Budget<'_>,
) -> Result<Vec<ClassifiedToken>, SolveError> {
    /// Maximum memory in bytes per byte of the text: a token with its location, and the JSON of the
    /// token.
    const BYTE: u64 = 96;
    let text = &asked.text;
    budget
        .allow_growth(0, text.len() as u64 * BYTE)
        .map_err(SolveError::Stopped)?;
    let (mut line, mut column, mut at) = (1, 1, 0);
    let mut parts = Vec::new();
    for (place, class) in classes(text) {
        for character in text[at..place.start].chars() {
            (line, column) = if character == '\n' {
                (line + 1, 1)
            } else {
                (line, column + 1)
            };
        }
        budget.tick().map_err(SolveError::Stopped)?;
        let length = text[place.clone()].chars().count();
        parts.push(ClassifiedToken {
            class,
            line,
            column,
            length,
        });
        // No token contains a line break.
        (column, at) = (column + length, place.end);
    }
    Ok(parts)
}

pub(crate) fn json(tokens: &[ClassifiedToken], out: &mut dyn Write) -> io::Result<()> {
    let one = |token: &ClassifiedToken| {
        let ClassifiedToken {
            class,
            line,
            column,
            length,
        } = *token;
        json!({ "class": class.word(), "line": line, "column": column, "length": length })
    };
    write!(out, "{{\"tokens\":")?;
    array(out, tokens.iter().map(one))?;
    writeln!(out, "}}")
}
