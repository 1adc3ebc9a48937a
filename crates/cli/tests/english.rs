//! Documentation contains no phrase of a list of phrases that foreign readers misunderstand, and
//! comments contain them no more often than recorded here. `CONTRIBUTING.md` has the style.

use std::path::{Path, PathBuf};

/// The phrases, in lower case, each with the maximum number of occurrences in comments. The number
/// may only fall.
const PHRASES: &[(&str, usize)] = &[
    ("go round", 1),
    ("goes round", 0),
    ("going round", 0),
    ("for ever", 0),
    ("turned round", 2),
    ("un-move", 0),
    ("anew", 0),
    ("whoever", 4),
    ("nobody", 4),
    ("somebody", 0),
    ("is told", 5),
    ("are told", 1),
    ("is asked", 4),
    ("are asked", 1),
    ("is worth", 4),
    ("are worth", 0),
    ("beside", 3),
    ("by itself", 1),
    ("once more", 2),
    ("parted by", 3),
    ("naive twin", 1),
    ("look at the clock", 0),
    ("looks at the clock", 0),
    ("turn down", 0),
    ("turns down", 0),
    ("turned down", 0),
    ("where the budget", 0),
    ("the budget ends", 1),
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

#[test]
fn phrases_are_found_as_whole_words() {
    assert_eq!(occurrences("play may go round", "go round"), 1);
    assert_eq!(occurrences("for every move", "for ever"), 0);
    assert_eq!(occurrences("besides, it is beside it", "beside"), 1);
    assert_eq!(without_code("the word `beside` here"), "the word   here");
}
