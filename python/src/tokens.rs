//! A rule text in classes of tokens, by Grundy's own lexer, for the colours of a notebook.

use pyo3::prelude::*;
use rules::lexer::{TokenKind, lex};

/// Where tokens stand, in characters, and of which class they are: `word`, `number`, `text`, `comment`.
#[pyfunction]
pub fn tokens(source: &str) -> Vec<(usize, usize, &'static str)> {
    let lexed = lex(source, 0);
    let classes = lexed.tokens.iter().filter_map(|token| {
        let class = match token.kind {
            TokenKind::Int(_) | TokenKind::Decimal(..) => "number",
            TokenKind::Text => "text",
            TokenKind::Word(_) => "word",
            _ => return None,
        };
        Some((token.span, class))
    });
    let mut classes: Vec<_> = classes.chain(lexed.comments.iter().map(|comment| (comment.span, "comment"))).collect();
    classes.sort_by_key(|(span, _)| span.start);
    let (mut characters, mut at) = (0, 0);
    let mut place = |byte: u32| {
        let byte = (byte as usize).clamp(at, source.len());
        characters += source.get(at..byte).map_or(0, |text| text.chars().count());
        at = byte;
        characters
    };
    classes.into_iter().map(|(span, class)| (place(span.start), place(span.end), class)).collect()
}
