//! What colours a rule text: its tokens in classes, comments among them, for the page's editor,
//! notebooks and other editors. Where the lexer sees tokens, nothing else looks.

use std::ops::Range;

use crate::lexer::{TokenKind, lex};

/// What a part of a rule text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// From `#` or `//` to the end of the line.
    Comment,
    /// A number.
    Number,
    /// A reserved word, or a sign that is one: `⊕`.
    Word,
    /// An identifier.
    Name,
    /// A string with its quotes.
    Text,
    /// Punctuation or an operator.
    Sign,
    /// What has no meaning.
    Bad,
}

impl Class {
    /// All of them.
    pub const ALL: [Class; 7] = [
        Class::Comment,
        Class::Number,
        Class::Word,
        Class::Name,
        Class::Text,
        Class::Sign,
        Class::Bad,
    ];

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Class::Comment => "comment",
            Class::Number => "number",
            Class::Word => "word",
            Class::Name => "name",
            Class::Text => "text",
            Class::Sign => "sign",
            Class::Bad => "bad",
        }
    }
}

/// The parts of a text with their places in bytes, in order, white space left out. O(length).
pub fn classes(source: &str) -> Vec<(Range<usize>, Class)> {
    let lexed = lex(source, 0);
    let tokens = lexed.tokens.iter().filter_map(|token| {
        let class = match token.kind {
            TokenKind::Int(_) | TokenKind::Decimal(..) => Class::Number,
            TokenKind::Name => Class::Name,
            TokenKind::Text => Class::Text,
            TokenKind::Sign(_) => Class::Sign,
            TokenKind::Word(_) => Class::Word,
            TokenKind::Bad => Class::Bad,
            TokenKind::End => return None,
        };
        Some((token.span.range(), class))
    });
    let mut all: Vec<_> = tokens
        .chain(
            lexed
                .comments
                .iter()
                .map(|comment| (comment.span.range(), Class::Comment)),
        )
        .collect();
    all.sort_by_key(|(place, _)| place.start);
    all
}
