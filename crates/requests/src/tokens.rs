//! `tokens`: a rule text in classes, for colours, by the lexer that reads it.

use std::io::{self, Write};

use base::budget::Budget;
use grundy::SolveError;
use rules::token_class::{TokenClass, classes};
use serde::Deserialize;
use serde_json::json;

use crate::json::array;
use crate::open::NoOptions;
use crate::options::RequestOptions;

/// The request.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TokensRequest {
    /// The rule text, which need not be right.
    pub text: String,
    /// How.
    pub options: RequestOptions<NoOptions>,
}

/// A part of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassifiedToken {
    /// What it is.
    pub class: TokenClass,
    /// Its line, from 1 on.
    pub line: usize,
    /// Its first character in the line, from 1 on.
    pub column: usize,
    /// How many characters it has.
    pub length: usize,
}

/// The parts of a text, in order; white space is left out.
///
/// # Errors
/// [`SolveError::Stopped`], if the budget ends.
pub(crate) fn tokens(
    asked: &TokensRequest,
    budget: &Budget<'_>,
) -> Result<Vec<ClassifiedToken>, SolveError> {
    /// What a byte of the text takes at most: a token, its place, and its part of the reply.
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
        // No token goes beyond its line.
        (column, at) = (column + length, place.end);
    }
    Ok(parts)
}

/// The parts as JSON.
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
