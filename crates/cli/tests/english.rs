//! Checks a list of phrases that foreign readers misunderstand. Documentation, messages, help and
//! the texts of the page and of the Python package must contain none of these phrases. In comments,
//! each phrase may occur at most as often as the list allows. `CONTRIBUTING.md` describes the
//! style.

use std::path::{Path, PathBuf};

/// The phrases, in lower case, each with the maximum number of occurrences in comments. The maximum
/// number of occurrences may be reduced but not increased.
const PHRASES: &[(&str, usize)] = &[
    ("go round", 0),
    ("goes round", 0),
    ("going round", 0),
    ("for ever", 0),
    ("turned round", 0),
    ("un-move", 0),
    ("anew", 0),
    ("whoever", 1),
    ("nobody", 1),
    ("somebody", 0),
    ("is told", 0),
    ("are told", 0),
    ("is asked", 0),
    ("are asked", 0),
    ("is worth", 3),
    ("are worth", 0),
    ("beside", 0),
    ("by itself", 0),
    ("once more", 1),
    ("parted by", 0),
    ("naive twin", 0),
    ("look at the clock", 0),
    ("looks at the clock", 0),
    ("turn down", 0),
    ("turns down", 0),
    ("turned down", 0),
    ("where the budget", 0),
    ("the budget ends", 0),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the files with this extension in the root of the repository, and below `docs` and
/// `crates`.
fn files(extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root().join("docs"), root().join("crates")];
    let is_wanted = |path: &Path| path.extension().is_some_and(|found| found == extension);
    for entry in std::fs::read_dir(root()).unwrap() {
        found.extend(Some(entry.unwrap().path()).filter(|path| is_wanted(path)));
    }
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_symlink() {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if is_wanted(&path) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Returns how often a phrase occurs in a text in lower case as whole words.
fn occurrences(text: &str, phrase: &str) -> usize {
    let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    text.match_indices(phrase)
        .filter(|(at, _)| {
            !is_letter(text[..*at].chars().next_back())
                && !is_letter(text[at + phrase.len()..].chars().next())
        })
        .count()
}

/// Removes code spans.
fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect::<Vec<_>>().join(" ")
}

/// Removes code spans and placeholders such as `{name}`.
fn without_placeholders(text: &str) -> String {
    let parts = text
        .split('{')
        .map(|part| part.split_once('}').map_or(part, |(_, rest)| rest));
    without_code(&parts.collect::<Vec<_>>().join(" "))
}

/// Returns the lines of the English pages outside code blocks and tables, with their locations.
fn prose() -> Vec<(String, String)> {
    let mut lines = Vec::new();
    for path in files("md") {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name.contains("zh-CN") || name == "CONTRIBUTING.md" || name.starts_with("laws") {
            continue;
        }
        let mut is_code = false;
        for (number, line) in std::fs::read_to_string(&path).unwrap().lines().enumerate() {
            if line.trim_start().starts_with("```") {
                is_code = !is_code;
            } else if !is_code && !line.starts_with('|') {
                let place = format!("{}:{}", path.display(), number + 1);
                lines.push((place, without_code(line).to_lowercase()));
            }
        }
    }
    lines
}

#[test]
fn pages_contain_none_of_the_phrases() {
    let lines = prose();
    assert!(lines.len() > 5_000, "{} lines", lines.len());
    let mut found = Vec::new();
    for (place, line) in &lines {
        for (phrase, _) in PHRASES {
            if occurrences(line, phrase) > 0 {
                found.push(format!("{place}: `{phrase}`"));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Further phrases, in lower case, that no text for users may contain. Comments may contain these
/// phrases.
const PHRASES_OF_MESSAGES: &[&str] = &[
    "tells",
    "tell of",
    "here is",
    "here are",
    "as it was looked",
    "is no board",
    "is no set",
    "is no graph",
    "is no number",
    "is called so",
    "no game is called",
    "nothing is called",
    "cannot be had",
    "alone decides",
    "least that no",
    "one who",
    "has not the",
    "he wins",
    "he loses",
    "his move",
];

/// Returns the string literals of Rust code, without comments. Escapes are not decoded.
fn literals(code: &str) -> Vec<&str> {
    let (mut found, mut rest) = (Vec::new(), code);
    while let Some(at) = rest.find(['"', '/', '\'']) {
        let tail = &rest[at..];
        let is_raw = rest[..at].ends_with(['r', '#']) && tail.starts_with('"');
        let end = if tail.starts_with("//") {
            tail.find('\n').unwrap_or(tail.len())
        } else if is_raw {
            let hashes = rest[..at].len() - rest[..at].trim_end_matches('#').len();
            let close = format!("\"{}", "#".repeat(hashes));
            let length = tail[1..].find(&close).unwrap_or(tail.len() - 1);
            found.push(&tail[1..1 + length]);
            (1 + length + close.len()).min(tail.len())
        } else if let Some(text) = tail.strip_prefix('"') {
            let mut is_escaped = false;
            let length = text.find(|c| {
                let is_end = c == '"' && !is_escaped;
                is_escaped = c == '\\' && !is_escaped;
                is_end
            });
            let length = length.unwrap_or(text.len() - 1);
            found.push(&text[..length]);
            length + 2
        } else if tail.starts_with("'\\") {
            // Skips a character literal with an escape, such as `'\''`.
            tail.char_indices().nth(3).map_or(tail.len(), |(at, _)| at)
        } else if tail.starts_with("'\"'") {
            3
        } else {
            1
        };
        rest = &tail[end..];
    }
    found
}

/// Returns the texts for users with their files: the messages and help of all crates, the texts of
/// the page, and the docstrings and messages of the Python package.
fn texts() -> Vec<(PathBuf, String)> {
    let mut texts = Vec::new();
    for path in files("rs") {
        let name = path.to_string_lossy().into_owned();
        if !name.contains("/src/") || name.contains("/tests") || name.contains("/testkit/") {
            continue;
        }
        let code = std::fs::read_to_string(&path).unwrap();
        let code = code.split("#[cfg(test)]").next().unwrap();
        for literal in literals(code).into_iter().filter(|text| text.contains(' ')) {
            texts.push((path.clone(), without_placeholders(literal).to_lowercase()));
        }
        // The documentation of the arguments is the help of the command.
        if name.contains("/cli/src/args") {
            let help = code
                .lines()
                .filter_map(|line| line.trim_start().strip_prefix("///"));
            texts.push((
                path.clone(),
                without_code(&help.collect::<String>()).to_lowercase(),
            ));
        }
    }
    let python = root().join("python/python/grundy");
    let package = std::fs::read_dir(&python)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let page = root().join("web/words/en.mjs");
    for path in package.chain([page]) {
        if path
            .extension()
            .is_some_and(|found| ["py", "pyi", "mjs"].iter().any(|end| found == *end))
        {
            let text = std::fs::read_to_string(&path).unwrap();
            texts.extend(
                text.lines()
                    .map(|line| (path.clone(), without_code(line).to_lowercase())),
            );
        }
    }
    texts
}

#[test]
fn texts_for_users_contain_none_of_the_phrases() {
    let texts = texts();
    assert!(texts.len() > 5_000, "{} texts", texts.len());
    let mut found = Vec::new();
    for (path, text) in &texts {
        let common = PHRASES.iter().map(|(phrase, _)| phrase);
        for phrase in common.chain(PHRASES_OF_MESSAGES) {
            if occurrences(text, phrase) > 0 {
                found.push(format!("{}: `{phrase}`: {text}", path.display()));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn literals_are_found_in_code() {
    let code =
        "let a = '\"'; // \"no\"\nlet b = (\"yes \\\" sir\", r#\"raw \" text\"#, '\\'', \"last\");";
    assert_eq!(literals(code), ["yes \\\" sir", "raw \" text", "last"]);
}

#[test]
fn comments_contain_the_phrases_no_more_often_than_before() {
    let mut comments = String::new();
    for path in files("rs") {
        if path.ends_with("crates/cli/tests/english.rs") {
            continue;
        }
        for line in std::fs::read_to_string(&path).unwrap().lines() {
            if let Some(comment) = line.trim_start().strip_prefix("//") {
                comments += &without_code(comment).to_lowercase();
                comments.push('\n');
            }
        }
    }
    assert!(comments.len() > 1_000_000, "{} bytes", comments.len());
    let mut wrong = Vec::new();
    for (phrase, most) in PHRASES {
        let found = occurrences(&comments, phrase);
        if found > *most {
            wrong.push(format!(
                "`{phrase}` occurs {found} times in comments, expected at most {most}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Terms of Grundy that a page links to the glossary where it first uses them.
const OWN_TERMS: [&str; 3] = ["slot", "tier", "sieve"];

/// Returns the terms of [`OWN_TERMS`] that a page uses in a sentence without a link to the
/// glossary.
fn unlinked(page: &str) -> Vec<&'static str> {
    let (mut text, mut is_code) = (String::new(), false);
    for line in page.lines() {
        if line.starts_with("```") {
            is_code = !is_code;
        } else if !is_code && !line.starts_with(['#', '|']) {
            text += &without_code(line).to_lowercase();
            text.push('\n');
        }
    }
    let is_unlinked = |term: &&str| {
        let plural = format!("{term}s");
        let is_used = [term, plural.as_str()]
            .iter()
            .any(|word| occurrences(&text, word) > 0);
        is_used
            && ![*term, &plural].iter().any(|word| {
                text.contains(&format!("[{word}](glossary.md#"))
                    || text.contains(&format!("[{word}](../glossary.md#"))
            })
    };
    OWN_TERMS.into_iter().filter(is_unlinked).collect()
}

#[test]
fn pages_link_the_terms_of_grundy() {
    let (mut found, mut pages) = (Vec::new(), 0);
    for folder in ["docs", "docs/theorems"] {
        for entry in std::fs::read_dir(root().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let is_list = ["glossary.md", "benchmarks.md", "README.md"].contains(&&*name)
                || name.starts_with("laws");
            if !name.ends_with(".md") || name.contains("zh-CN") || is_list {
                continue;
            }
            pages += 1;
            let terms = unlinked(&std::fs::read_to_string(&path).unwrap());
            found.extend(terms.iter().map(|term| format!("{name}: {term}")));
        }
    }
    assert!(pages > 80, "{pages} pages");
    assert!(
        found.is_empty(),
        "terms without a link to the glossary: {}",
        found.join(", ")
    );
    assert_eq!(unlinked("A tier is `sieve`d."), ["tier"]);
    assert!(unlinked("A [tier](glossary.md#large-tables), the tiers.").is_empty());
}

#[test]
fn phrases_are_found_as_whole_words() {
    assert_eq!(occurrences("play may go round", "go round"), 1);
    assert_eq!(occurrences("for every move", "for ever"), 0);
    assert_eq!(occurrences("besides, it is beside it", "beside"), 1);
    assert_eq!(without_code("the word `beside` here"), "the word   here");
}
