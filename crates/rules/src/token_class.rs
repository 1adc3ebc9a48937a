//! What colours a rule text: its tokens in classes, comments among them, for the page's editor,
//! notebooks and other editors. Where the lexer sees tokens, nothing else looks.

use std::ops::Range;

use crate::lexer::{RuleTokenKind, lex};

/// What a part of a rule text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenClass {
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

impl TokenClass {
    /// All of them.
    pub const ALL: [TokenClass; 7] = [
        TokenClass::Comment,
        TokenClass::Number,
        TokenClass::Word,
        TokenClass::Name,
        TokenClass::Text,
        TokenClass::Sign,
        TokenClass::Bad,
    ];

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            TokenClass::Comment => "comment",
            TokenClass::Number => "number",
            TokenClass::Word => "word",
            TokenClass::Name => "name",
            TokenClass::Text => "text",
            TokenClass::Sign => "sign",
            TokenClass::Bad => "bad",
        }
    }
}

/// The parts of a text with their places in bytes, in order, white space left out. O(length).
pub fn classes(source: &str) -> Vec<(Range<usize>, TokenClass)> {
    let lexed = lex(source, 0);
    let tokens = lexed.tokens.iter().filter_map(|token| {
        let class = match token.kind {
            RuleTokenKind::Int(_) | RuleTokenKind::Decimal(..) => TokenClass::Number,
            RuleTokenKind::Name => TokenClass::Name,
            RuleTokenKind::Text => TokenClass::Text,
            RuleTokenKind::Sign(_) => TokenClass::Sign,
            RuleTokenKind::Word(_) => TokenClass::Word,
            RuleTokenKind::Bad => TokenClass::Bad,
            RuleTokenKind::End => return None,
        };
        Some((token.span.range(), class))
    });
    let mut all: Vec<_> = tokens
        .chain(
            lexed
                .comments
                .iter()
                .map(|comment| (comment.span.range(), TokenClass::Comment)),
        )
        .collect();
    all.sort_by_key(|(place, _)| place.start);
    all
}
