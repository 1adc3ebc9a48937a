//! Classifies the tokens and comments of a rule text for syntax highlighting in the page's editor,
//! notebooks and other editors. The classes correspond to the token kinds of the lexer.

use std::ops::Range;

use crate::lexer::{RuleTokenKind, lex};

/// The class of a part of a rule text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenClass {
    /// From `#` or `//` to the end of the line.
    Comment,
    /// A number.
    Number,
    /// A reserved word, or a character that represents a reserved word: `⊕`.
    Word,
    /// An identifier.
    Name,
    /// A string with its quotes.
    Text,
    /// Punctuation or an operator.
    Sign,
    /// Invalid text.
    Bad,
}

impl TokenClass {
    /// All classes.
    pub const ALL: [TokenClass; 7] = [
        TokenClass::Comment,
        TokenClass::Number,
        TokenClass::Word,
        TokenClass::Name,
        TokenClass::Text,
        TokenClass::Sign,
        TokenClass::Bad,
    ];

    /// Returns the keyword of the class.
    pub const fn word(self) -> &'static str {
        match self {
            TokenClass::Comment => "comment",
            TokenClass::Number => "number",
            TokenClass::Word => "keyword",
            TokenClass::Name => "name",
            TokenClass::Text => "text",
            TokenClass::Sign => "symbol",
            TokenClass::Bad => "invalid",
        }
    }
}

/// Returns the parts of a text with their byte ranges, in order, without white space. O(length).
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
