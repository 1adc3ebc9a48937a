//! Help is broken into lines here: clap can do it too, but only with libraries that ask the terminal. The width is that of `COLUMNS`, at
//! most 100.

use std::io::{IsTerminal, Write, stderr, stdout};

use clap::Parser;
use clap::error::ErrorKind;

use crate::args::Args;

/// The width of help, where `COLUMNS` does not say less.
const WIDEST: usize = 100;

/// The arguments of the command. Where they ask for help, or are wrong, that is said and the program ends.
pub fn parse() -> Args {
    let error = match Args::try_parse() {
        Ok(args) => return args,
        Err(error) => error,
    };
    if !matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand) {
        error.exit();
    }
    let on_terminal = if error.use_stderr() { stderr().is_terminal() } else { stdout().is_terminal() };
    let help = match on_terminal && std::env::var_os("NO_COLOR").is_none_or(|said| said.is_empty()) {
        true => error.render().ansi().to_string(),
        false => error.render().to_string(),
    };
    let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let help = wrapped(&help, columns.unwrap_or(WIDEST).clamp(40, WIDEST));
    // Who closed the stream does not want the rest.
    let _ = if error.use_stderr() { stderr().write_all(help.as_bytes()) } else { stdout().write_all(help.as_bytes()) };
    std::process::exit(error.exit_code())
}

/// The text with its long lines broken between words. What follows is indented as the line, or as its second column if it has two. A
/// line of usage stays whole.
fn wrapped(text: &str, width: usize) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let body = line.trim_end_matches('\n');
        if columns(body) <= width || body.contains("Usage:") {
            out += line;
            continue;
        }
        let hang = hanging(body);
        let mut at = 0;
        for (place, word) in body.split(' ').enumerate() {
            let wide = columns(word);
            // The blanks between two columns are words of no width: they are not broken.
            if place > 0 && at + 1 + wide > width && at > hang {
                out.truncate(out.trim_end_matches(' ').len());
                out += "\n";
                out.extend(std::iter::repeat_n(' ', hang));
                at = hang;
            } else if place > 0 {
                out.push(' ');
                at += 1;
            }
            out += word;
            at += wide;
        }
        out += &line[body.len()..];
    }
    out
}

/// Where the second column of a line begins, two blanks or more behind the first; else where the line begins.
fn hanging(line: &str) -> usize {
    let plain = plain(line);
    let first = plain.len() - plain.trim_start().len();
    match plain[first..].find("  ") {
        Some(gap) if first > 0 => {
            let gap = first + gap;
            gap + plain[gap..].len() - plain[gap..].trim_start().len()
        }
        _ => first,
    }
}

/// The columns that a text takes on a terminal: its characters, those of styles left out.
fn columns(text: &str) -> usize {
    plain(text).chars().count()
}

/// A text without the escapes of its styles.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\u{1b}' => {
                chars.find(|c| c.is_ascii_alphabetic());
            }
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_broken_under_their_column() {
        let text = "a b c d e f g h\n  --option  one two three four\n    one two three four five\nUsage: grundy [OPTIONS] <COMMAND>\n";
        let expected = "a b c d e f g h\n  --option  one two\n            three\n            four\n    one two three\n    four five\nUsage: grundy [OPTIONS] <COMMAND>\n";
        assert_eq!(wrapped(text, 20), expected);
        assert_eq!(wrapped(text, 40), text);
        assert_eq!(wrapped("", 40), "");
    }

    #[test]
    fn styles_take_no_room_and_words_longer_than_a_line_stay() {
        let styled = "  \u{1b}[1m--option\u{1b}[0m  one two three four\n";
        assert_eq!(wrapped(styled, 20), "  \u{1b}[1m--option\u{1b}[0m  one two\n            three\n            four\n");
        assert_eq!(wrapped("  x  aaaaaaaaaaaaaaaaaaaaaaaaa b\n", 10), "  x  aaaaaaaaaaaaaaaaaaaaaaaaa\n     b\n");
    }
}
