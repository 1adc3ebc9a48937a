//! Checks a layout rule that the formatter does not enforce: comments are at most 100 columns wide.

use std::fs;
use std::path::{Path, PathBuf};

/// Maximum width of a comment, in characters.
const MAX_COLUMNS: usize = 100;

/// Adds the Rust files below a folder.
fn gather_sources(folder: &Path, list: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with("target") {
            gather_sources(&path, list);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            list.push(path);
        }
    }
}

/// Returns the numbers of the lines with a comment that is too wide. Tables and blocks of code
/// cannot be wrapped.
fn wide_comments(source: &str) -> Vec<usize> {
    let (mut wide, mut is_code) = (Vec::new(), false);
    for (at, line) in source.lines().enumerate() {
        let Some(comment) = line.trim_start().strip_prefix("//") else {
            is_code = false;
            continue;
        };
        let text = comment.trim_start_matches(['/', '!']).trim_start();
        if text.starts_with("```") {
            is_code = !is_code;
        } else if !is_code && !text.starts_with('|') && line.chars().count() > MAX_COLUMNS {
            wide.push(at + 1);
        }
    }
    wide
}

#[test]
fn comments_are_at_most_100_columns_wide() {
    let mut sources = Vec::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for folder in ["crates", "python/src", "compare", "fuzz"] {
        gather_sources(&root.join(folder), &mut sources);
    }
    assert!(sources.len() > 500, "{} files", sources.len());
    for path in sources {
        let wide = wide_comments(&fs::read_to_string(&path).unwrap());
        assert!(
            wide.is_empty(),
            "{}: comments in lines {wide:?} are wider than {MAX_COLUMNS} columns; wrap them with \
             `cargo +nightly fmt --all -- --config wrap_comments=true,comment_width=100`",
            path.display()
        );
    }
}

#[test]
fn a_wide_comment_is_found() {
    let wide = format!("/// {}\n", "word ".repeat(30));
    assert_eq!(wide_comments(&wide), [1]);
    assert_eq!(wide_comments(&format!("/// | {wide}")), [0; 0]);
    assert_eq!(
        wide_comments(&format!("//! ```\n//! {wide}//! ```\n{wide}")),
        [4]
    );
}
