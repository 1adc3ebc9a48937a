//! Semantic tokens from the lexer of the rule language, in the encoding of the protocol: each
//! location is relative to the previous one.

use lsp_types::{SemanticToken, SemanticTokenType};
use rules::token_class::{TokenClass, classes};

use crate::document::Document;

/// The token types of the server, in the order of their numbers.
pub const KINDS: [SemanticTokenType; 6] = [
    SemanticTokenType::COMMENT,
    SemanticTokenType::NUMBER,
    SemanticTokenType::KEYWORD,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::STRING,
    SemanticTokenType::OPERATOR,
];

fn kind(class: TokenClass) -> Option<u32> {
    match class {
        TokenClass::Comment => Some(0),
        TokenClass::Number => Some(1),
        TokenClass::Word => Some(2),
        TokenClass::Name => Some(3),
        TokenClass::Text => Some(4),
        TokenClass::Sign => Some(5),
        // Errors are underlined and need no colour.
        TokenClass::Bad => None,
    }
}

/// Returns the tokens of a document.
pub fn tokens(document: &Document) -> Vec<SemanticToken> {
    let (mut line, mut start) = (0, 0);
    let mut tokens = Vec::new();
    for (place, class) in classes(&document.text) {
        let Some(token_type) = kind(class) else {
            continue;
        };
        let found = document.range(place);
        let delta_line = found.start.line - line;
        let delta_start = if delta_line == 0 {
            found.start.character - start
        } else {
            found.start.character
        };
        let length = found.end.character - found.start.character;
        tokens.push(SemanticToken {
            delta_line,
            delta_start,
            length,
            token_type,
            token_modifiers_bitset: 0,
        });
        (line, start) = (found.start.line, found.start.character);
    }
    tokens
}
