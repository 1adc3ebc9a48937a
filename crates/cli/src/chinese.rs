//! Help and errors about arguments in Chinese. The arguments are described once, in English, where
//! they are declared; `chinese.txt` holds a line of Chinese under each English one, where `{}`
//! stands for whatever a message names. What clap has put together is translated line by line,
//! before it is broken to the width of the terminal.

use std::collections::HashMap;
use std::sync::LazyLock;

/// English lines with their Chinese, by turns.
const LINES: &str = include_str!("chinese.txt");

/// Lines without `{}` by their English, and patterns with it.
struct PhraseBook {
    lines: HashMap<&'static str, &'static str>,
    patterns: Vec<(Vec<&'static str>, &'static str)>,
}

static BOOK: LazyLock<PhraseBook> = LazyLock::new(|| {
    let mut book = PhraseBook {
        lines: HashMap::new(),
        patterns: Vec::new(),
    };
    let mut lines = LINES.lines();
    while let (Some(english), Some(chinese)) = (lines.next(), lines.next()) {
        match english.contains("{}") {
            true => book.patterns.push((english.split("{}").collect(), chinese)),
            false => {
                book.lines.insert(english, chinese);
            }
        }
    }
    // A longer pattern says more.
    book.patterns
        .sort_by_key(|(parts, _)| std::cmp::Reverse(parts.len()));
    book
});

/// What clap writes itself, around what is described.
const FRAME: [(&str, &str); 12] = [
    ("Usage:", "用法："),
    ("Arguments:", "参数："),
    ("Options:", "选项："),
    ("Commands:", "命令："),
    ("Possible values:", "可选值："),
    ("[possible values: ", "[可选值："),
    ("[default: ", "[默认："),
    ("Examples:", "示例："),
    ("Example:", "示例："),
    ("error:", "错误："),
    ("tip:", "提示："),
    ("note:", "注意："),
];

/// A text that clap has put together, in Chinese as far as it is known.
pub fn text(english: &str) -> String {
    let mut out = String::with_capacity(english.len());
    for line in english.split_inclusive('\n') {
        let body = line.trim_end_matches('\n');
        out += &translated(body).unwrap_or_else(|| framed(body));
        out += &line[body.len()..];
    }
    out
}

/// A line whose words are known, in Chinese; `None` if it holds others, or none.
fn translated(line: &str) -> Option<String> {
    let indent = line.len() - line.trim_start().len();
    let (before, rest) = line.split_at(indent);
    if let Some(found) = translate_message(rest) {
        return Some(format!("{before}{found}"));
    }
    // `error: …`, `tip: …`, `- value: …`, and what stands in the second column.
    let inner = ["error:", "tip:", "note:"]
        .iter()
        .find_map(|mark| rest.find(mark).map(|at| at + mark.len()));
    let listed = rest
        .strip_prefix("- ")
        .and_then(|value| value.find(": "))
        .map(|at| at + 4);
    let second = rest
        .find("  ")
        .map(|gap| gap + rest[gap..].len() - rest[gap..].trim_start().len());
    for at in [inner, listed, second].into_iter().flatten() {
        // Styles end before the words that they are not meant for.
        let words = rest[at..].trim_start_matches([' ', '\u{1b}', '[', '0', 'm']);
        let start = rest.len() - words.len();
        if let Some(found) = translate_message(words) {
            return Some(format!("{before}{}{found}", framed(&rest[..start])));
        }
    }
    None
}

/// A whole message in Chinese, what clap adds in brackets too.
fn translate_message(english: &str) -> Option<String> {
    if let Some(found) = of_book(english) {
        return Some(found);
    }
    let at = [" [default: ", " [possible values: "]
        .iter()
        .filter_map(|mark| english.find(mark))
        .min()?;
    of_book(&english[..at]).map(|found| format!("{found}{}", framed(&english[at..])))
}

/// A message of the book: a whole line, or a pattern whose parts stand in this order.
fn of_book(english: &str) -> Option<String> {
    // Help drops the full stop of a sentence.
    if let Some(found) = BOOK
        .lines
        .get(english)
        .or_else(|| BOOK.lines.get(english.trim_end_matches('.')))
    {
        return Some((*found).to_owned());
    }
    BOOK.patterns.iter().find_map(|(parts, chinese)| {
        let mut rest = english.strip_prefix(parts[0])?;
        let mut named = Vec::new();
        for (i, part) in parts.iter().enumerate().skip(1) {
            let at = if i + 1 == parts.len() {
                rest.strip_suffix(part)?.len()
            } else {
                rest.find(part)?
            };
            named.push(of_book(&rest[..at]).unwrap_or_else(|| rest[..at].to_owned()));
            rest = &rest[at + part.len()..];
        }
        Some(filled(chinese, &named))
    })
}

/// A pattern with what it names: `{}` by turns, or `{0}`, `{1}` … by place.
fn filled(pattern: &str, named: &[String]) -> String {
    let mut text = pattern.to_owned();
    for (place, name) in named.iter().enumerate() {
        let numbered = format!("{{{place}}}");
        text = if text.contains(&numbered) {
            text.replace(&numbered, name)
        } else {
            text.replacen("{}", name, 1)
        };
    }
    text
}

/// A line in which only what clap writes itself is in Chinese.
fn framed(line: &str) -> String {
    FRAME
        .iter()
        .fold(line.to_owned(), |line, (english, chinese)| {
            line.replace(english, chinese)
        })
}

#[cfg(test)]
mod tests {
    use clap::{Command, CommandFactory};

    use super::*;
    use crate::args::Args;

    /// Every line of help of a command and of those below it, long and short.
    fn helps(command: &mut Command, out: &mut Vec<String>) {
        command.build();
        for help in [
            command.clone().render_long_help(),
            command.clone().render_help(),
        ] {
            out.extend(help.to_string().lines().map(str::to_owned));
        }
        for below in command
            .get_subcommands_mut()
            .filter(|below| below.get_name() != "help")
        {
            helps(below, out);
        }
    }

    #[test]
    fn every_line_of_help_is_known_in_chinese() {
        let mut lines = Vec::new();
        helps(&mut Args::command(), &mut lines);
        // Flags, examples, usage, and what is the same in any language.
        let bare = |line: &str| {
            let line = line.trim();
            line.is_empty()
                || line.starts_with(['-', '[', '<', '{'])
                || line.starts_with("grundy ")
                || line.starts_with("printf ")
                || line.starts_with("Usage: ")
                || line.starts_with("Example: ")
                || FRAME.iter().any(|(english, _)| line == *english)
        };
        let unknown: Vec<&String> = lines
            .iter()
            .filter(|line| translated(line).is_none() && !bare(line))
            .collect();
        assert!(
            unknown.is_empty(),
            "give chinese.txt a line for each of these:\n{unknown:#?}"
        );
        assert!(lines.len() > 500, "{}", lines.len());
        // Whatever stands behind a flag or a value is a sentence too.
        let second = |line: &&String| {
            let words = line.trim();
            (words.starts_with("- ") || words.starts_with("--") && words.contains("  "))
                && translated(line).is_none()
        };
        assert_eq!(lines.iter().find(second), None);
    }

    #[test]
    fn the_book_has_no_line_twice_and_none_without_chinese() {
        let lines: Vec<&str> = LINES.lines().collect();
        assert!(
            lines.len().is_multiple_of(2),
            "the last line has no Chinese"
        );
        let english: Vec<&str> = lines.iter().step_by(2).copied().collect();
        let unique: std::collections::HashSet<&str> = english.iter().copied().collect();
        assert_eq!(unique.len(), english.len());
        // What a pattern names stands in both languages.
        for pair in lines.chunks(2).filter(|pair| pair[0].contains("{}")) {
            assert_eq!(
                pair[0].matches("{}").count(),
                pair[1].matches('{').count(),
                "{pair:?}"
            );
        }
    }

    #[test]
    fn errors_name_what_they_are_about() {
        for (english, chinese) in [
            (
                "error: unexpected argument '--foo' found",
                "错误： 不认识参数 '--foo'",
            ),
            (
                "  tip: a similar argument exists: '--file'",
                "  提示： 是否想写 '--file'？",
            ),
            (
                "error: invalid value 'x' for '--time <SECONDS>': expected a number of seconds, for example 2.5",
                "错误： 'x' 不能作为 '--time <SECONDS>' 的值：应为秒数，如 2.5",
            ),
            ("  [possible values: en, zh]", "  [可选值：en, zh]"),
        ] {
            assert_eq!(text(english), chinese);
        }
    }
}
