//! A rule text in classes of tokens, by Grundy's own lexer, for the colours of a notebook.

use pyo3::prelude::*;
use rules::token_class::classes;

/// Where tokens stand, in characters, and of which class they are: `word`, `number`, `text`,
/// `comment`, `name`, `sign`, `bad`.
#[pyfunction]
pub fn tokens(source: &str) -> Vec<(usize, usize, &'static str)> {
    let (mut characters, mut at) = (0, 0);
    let mut place = |byte: usize| {
        characters += source[at..byte].chars().count();
        at = byte;
        characters
    };
    classes(source)
        .into_iter()
        .map(|(range, class)| (place(range.start), place(range.end), class.word()))
        .collect()
}
