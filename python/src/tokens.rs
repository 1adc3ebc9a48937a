//! The classes of the tokens of a rule text, from Grundy's lexer, for syntax highlighting in
//! notebooks.

use pyo3::prelude::*;
use rules::token_class::classes;

/// Returns the tokens of a rule text: start and end in characters, and the class `keyword`,
/// `number`, `text`, `comment`, `name`, `symbol` or `invalid`.
#[pyfunction]
pub fn tokens(source: &str) -> Vec<(usize, usize, &'static str)> {
    let (mut characters, mut last) = (0, 0);
    let mut index = |byte: usize| {
        characters += source[last..byte].chars().count();
        last = byte;
        characters
    };
    classes(source)
        .into_iter()
        .map(|(range, class)| (index(range.start), index(range.end), class.word()))
        .collect()
}
