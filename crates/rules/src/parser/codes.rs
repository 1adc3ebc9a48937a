//! Codes of heap games in a query: `0.77[12] + nim[3]`. The parser finds codes, but does not
//! interpret them. A code begins at the start of a component, with digits and a point or with a
//! keyword of the notation. The code ends before the last brackets of the component, which contain
//! the number of tokens: `0.1[03][5]` is the code `0.1[03]`. Games written as sets, `{*1, *2}` and
//! `*5`, are recognized like codes.

use crate::ast::StringLiteral;
use crate::lexer::to_ascii;
use base::diagnostic::Span;

/// Extracts the codes from a query, and replaces each code by a name of the same length.
pub fn lift_codes(source: &str, is_game: &dyn Fn(&str) -> bool) -> (String, Vec<StringLiteral>) {
    let (mut plain, mut codes) = (String::with_capacity(source.len()), Vec::new());
    let (mut depth, mut begins, mut next) = (0_u32, true, 0);
    for (at, c) in source.char_indices() {
        if at < next {
            continue;
        }
        let found = match begins && depth == 0 {
            true if begins_code(&source[at..], is_game) => Some(code(&source[at..])),
            true => set(&source[at..]),
            false => None,
        };
        if let Some(text) = found {
            next = at + text.len();
            plain.extend(std::iter::repeat_n('h', text.len()));
            codes.push(StringLiteral {
                text: text.to_owned(),
                span: Span::new(at, next),
            });
            begins = false;
            continue;
        }
        let sign = to_ascii(c);
        depth = deeper(depth, sign);
        begins = matches!(sign, '+' | '*') || begins && c.is_whitespace();
        plain.push(c);
    }
    (plain, codes)
}

fn deeper(depth: u32, sign: char) -> u32 {
    match sign {
        '(' | '[' | '{' => depth + 1,
        ')' | ']' | '}' => depth.saturating_sub(1),
        _ => depth,
    }
}

/// Returns whether a text begins with a code: `0.`, `.8`, `0.{16}`, `split{`, `subtract{`,
/// `subtract squares`, or `grundy[` if no game has this name.
fn begins_code(text: &str, is_game: &dyn Fn(&str) -> bool) -> bool {
    let digits = text.trim_start_matches(|c: char| c.is_ascii_hexdigit() || c == '{' || c == '}');
    if digits.starts_with('.') && !digits.starts_with("..") {
        return true;
    }
    let word = &text[..text.len()
        - text
            .trim_start_matches(|c: char| c.is_alphanumeric() || c == '_')
            .len()];
    let rest = &text[word.len()..];
    let follows = rest.trim_start();
    match word {
        "split" => follows.starts_with('{'),
        "subtract" => {
            follows.starts_with('{')
                || rest.len() > follows.len()
                    && follows.starts_with(|c: char| c.is_ascii_alphabetic())
        }
        "grundy" => follows.starts_with('[') && !is_game(word),
        _ => false,
    }
}

/// Returns whether the text of a component is a game written as a set, and not a code.
pub fn is_set(text: &str) -> bool {
    text.chars()
        .next()
        .is_some_and(|c| matches!(to_ascii(c), '{' | '*'))
        && set(text).is_some_and(|set| set.len() == text.len())
}

/// Returns the game written as a set at the beginning of a text: `*5`, or the text up to the brace
/// that closes the first brace. If no brace closes the first brace, returns the complete text.
fn set(text: &str) -> Option<&str> {
    let mut signs = text.char_indices().map(|(at, c)| (at, to_ascii(c)));
    match signs.next() {
        Some((_, '*')) => {
            let end = signs
                .find(|(_, sign)| !sign.is_ascii_digit())
                .map_or(text.len(), |(at, _)| at);
            (end > text.chars().next().map_or(0, char::len_utf8)).then(|| &text[..end])
        }
        Some((_, '{')) => {
            let mut depth = 1;
            let close = signs.find(|&(_, sign)| {
                match sign {
                    '{' => depth += 1,
                    '}' => depth -= 1,
                    _ => {}
                }
                depth == 0
            });
            Some(
                &text[..close.map_or(text.len(), |(at, _)| {
                    at + text[at..].chars().next().map_or(0, char::len_utf8)
                })],
            )
        }
        _ => None,
    }
}

/// Returns the code at the beginning of a text: the first component without its last brackets.
fn code(text: &str) -> &str {
    let (mut depth, mut end, mut last) = (0, text.len(), None);
    for (at, c) in text.char_indices() {
        let sign = to_ascii(c);
        match sign {
            '+' if depth == 0 => {
                end = at;
                break;
            }
            '[' if depth == 0 => last = Some(at),
            _ => {}
        }
        depth = deeper(depth, sign);
    }
    text[..last.unwrap_or(end)].trim_end()
}
