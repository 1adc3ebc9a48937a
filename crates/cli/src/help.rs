//! Help and argument errors, translated and wrapped. This module wraps the lines because clap can
//! only wrap them with libraries that query the terminal. The width is the value of `COLUMNS`, but
//! at most 100 columns.

use std::io::{IsTerminal, Write, stderr, stdout};

use base::escaping::{escape, is_hidden};
use base::text::Lang;
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use requests::term::TermReply;
use requests::{Reply, answer_text};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::args::{Args, CliCommand};
use crate::invocation::arguments;
use crate::language::language;

/// Maximum width of help, in columns; the variable `COLUMNS` can set a smaller width.
const MAX_WIDTH_COLUMNS: usize = 100;

/// Parses the arguments of the command. If they request help or are invalid, prints the help or the
/// error and exits.
pub fn parse() -> Args {
    let mut meaning = String::new();
    let error = match Args::try_parse_from(arguments()) {
        Ok(Args {
            command: CliCommand::Help { words },
            ..
        }) if is_command(&words) => {
            meaning = meaning_of(&words.join(" "), language());
            let words = words.iter().map(String::as_str);
            let line = ["grundy"].into_iter().chain(words).chain(["--help"]);
            match Args::try_parse_from(line) {
                Ok(args) => return args,
                Err(error) => error,
            }
        }
        Ok(args) => return args,
        Err(error) => error,
    };
    let chinese = language() == Lang::Zh;
    if matches!(error.kind(), ErrorKind::DisplayVersion) {
        error.exit();
    }
    let on_terminal = if error.use_stderr() {
        stderr().is_terminal()
    } else {
        stdout().is_terminal()
    };
    // An error quotes the arguments. If an argument contains hidden characters, the error is
    // printed without colours, and the hidden characters are escaped.
    let is_plain = !arguments()
        .iter()
        .any(|argument| argument.to_string_lossy().contains(is_hidden));
    let help = match on_terminal
        && is_plain
        && std::env::var_os("NO_COLOR").is_none_or(|said| said.is_empty())
    {
        true => error.render().ansi().to_string(),
        false => escape(&error.render().to_string()).into_owned(),
    };
    let help = if chinese {
        crate::chinese::text(&help)
    } else {
        help
    };
    let help = meaning + &help;
    let columns = std::env::var("COLUMNS")
        .ok()
        .and_then(|columns| columns.parse().ok());
    let help = wrap(
        &help,
        columns
            .unwrap_or(MAX_WIDTH_COLUMNS)
            .clamp(40, MAX_WIDTH_COLUMNS),
    );
    // An error is ignored, because it means that the reader has closed the stream.
    let _ = if error.use_stderr() {
        stderr().write_all(help.as_bytes())
    } else {
        stdout().write_all(help.as_bytes())
    };
    std::process::exit(error.exit_code())
}

/// Returns the meaning of a word that names both a command and a term, followed by an empty line.
fn meaning_of(word: &str, lang: Lang) -> String {
    requests::term::find(word, lang).map_or_else(String::new, |term| {
        answer_text::to_text(&Reply::Terms(TermReply::One(term)), lang).unwrap_or_default() + "\n"
    })
}

/// Returns true if the words after `help` name a command or a subcommand. An empty list names the
/// program itself.
fn is_command(words: &[String]) -> bool {
    let mut command = &Args::command();
    words.iter().all(|word| {
        let found = command.find_subcommand(word);
        command = found.unwrap_or(command);
        found.is_some()
    })
}

/// Wraps long lines between words. Continuation lines are indented like the first line, or like its
/// second column if the line has two columns. Usage lines are not wrapped.
fn wrap(text: &str, width: usize) -> String {
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
            for (piece, letters) in pieces(word).into_iter().enumerate() {
                let (blank, wide) = (usize::from(place > 0 && piece == 0), columns(letters));
                // Splitting the spaces between two columns gives words of width 0. The line is not
                // broken between its two columns, because `at` is at most `hang`.
                if place + piece > 0 && at + blank + wide > width && at > hang {
                    out.truncate(out.trim_end_matches(' ').len());
                    out += "\n";
                    out.extend(std::iter::repeat_n(' ', hang));
                    at = hang;
                } else if blank > 0 {
                    out.push(' ');
                    at += 1;
                }
                out += letters;
                at += wide;
            }
        }
        out += &line[body.len()..];
    }
    out
}

/// Splits a word into pieces between which a line may be broken: after a Chinese character, unless
/// closing punctuation follows.
fn pieces(word: &str) -> Vec<&str> {
    let (mut pieces, mut begin) = (Vec::new(), 0);
    let mut letters = word.char_indices().peekable();
    while let Some((_, letter)) = letters.next() {
        if let Some((at, next)) = letters.peek()
            && is_wide(letter)
            && !"，。；：、！？）”".contains(*next)
        {
            pieces.push(&word[begin..*at]);
            begin = *at;
        }
    }
    pieces.push(&word[begin..]);
    pieces
}

/// Returns the column at which the second column of a line begins, at least two spaces after the
/// first. For a line with only one column, returns the indentation of the line.
fn hanging(line: &str) -> usize {
    let plain = strip_styles(line);
    let first = plain.len() - plain.trim_start().len();
    match plain[first..].find("  ") {
        Some(gap) if first > 0 => {
            let gap = first + gap;
            gap + plain[gap..].len() - plain[gap..].trim_start().len()
        }
        _ => first,
    }
}

/// Returns the width of a text on a terminal, in columns. Chinese characters count twice, and style
/// escapes do not count.
fn columns(text: &str) -> usize {
    strip_styles(text).width()
}

/// Returns true if a character is two columns wide on a terminal: Chinese characters and full-width
/// symbols.
fn is_wide(c: char) -> bool {
    c.width() == Some(2)
}

/// Removes the style escapes from a text.
fn strip_styles(text: &str) -> String {
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
        assert_eq!(wrap(text, 20), expected);
        assert_eq!(wrap(text, 40), text);
        assert_eq!(wrap("", 40), "");
    }

    #[test]
    fn chinese_is_broken_between_its_characters() {
        let text = "  --option  一二三四，五六七八 nine\n";
        assert_eq!(
            wrap(text, 20),
            "  --option  一二三\n            四，五六\n            七八\n            nine\n"
        );
    }

    #[test]
    fn styles_take_no_room_and_words_longer_than_a_line_stay() {
        let styled = "  \u{1b}[1m--option\u{1b}[0m  one two three four\n";
        assert_eq!(
            wrap(styled, 20),
            "  \u{1b}[1m--option\u{1b}[0m  one two\n            three\n            four\n"
        );
        assert_eq!(
            wrap("  x  aaaaaaaaaaaaaaaaaaaaaaaaa b\n", 10),
            "  x  aaaaaaaaaaaaaaaaaaaaaaaaa\n     b\n"
        );
    }
}
