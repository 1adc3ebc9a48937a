//! Prints the tokens of texts, for the test of the page's colours: the texts come on standard input, parted by NUL; for each there is a line of
//! `kind:start:end`, places in bytes, comments among the tokens.

use std::error::Error;
use std::io::{Read, stdin};

use rules::lexer::{TokenKind, lex};

fn main() -> Result<(), Box<dyn Error>> {
    let mut text = String::new();
    stdin().read_to_string(&mut text)?;
    for part in text.split('\0') {
        let lexed = lex(part, 0);
        let kind = |kind| match kind {
            TokenKind::Int(_) | TokenKind::Decimal(..) => "number",
            TokenKind::Name => "name",
            TokenKind::Text => "text",
            TokenKind::Sign(_) => "sign",
            TokenKind::Word(_) => "word",
            TokenKind::Bad => "bad",
            TokenKind::End => "end",
        };
        let tokens = lexed.tokens.iter().map(|token| (kind(token.kind), token.span));
        let comments = lexed.comments.iter().map(|comment| ("comment", comment.span));
        let mut all: Vec<_> = tokens.chain(comments).map(|(kind, span)| (span.range().start, span.range().end, kind)).collect();
        all.sort();
        let words: Vec<String> =
            all.iter().filter(|one| one.2 != "end").map(|(start, end, kind)| format!("{kind}:{start}:{end}")).collect();
        println!("{}", words.join(" "));
    }
    Ok(())
}
