//! Checks the diagram of the crates in ARCHITECTURE.md, which is drawn from `cargo metadata`. In
//! the table of ARCHITECTURE.md, each crate must be below all crates that it uses. After a change,
//! `GRUNDY_DRAW=1 cargo test -p grundy-cli map::` redraws the diagram.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;

const MAP: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../ARCHITECTURE.md");
const BEGIN: &str = "<!-- crates: drawn by crates/cli/tests/map.rs -->\n```text\n";
const END: &str = "```\n<!-- end of crates -->";

type Uses = BTreeMap<String, BTreeSet<String>>;

/// Returns the workspace dependencies of each crate, without dependencies of tests.
fn uses() -> Uses {
    let cargo = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--no-deps",
            "--offline",
            "--format-version",
            "1",
        ])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
        .output()
        .expect("cargo runs");
    assert!(
        cargo.status.success(),
        "{}",
        String::from_utf8_lossy(&cargo.stderr)
    );
    let metadata: Value = serde_json::from_slice(&cargo.stdout).expect("cargo metadata is JSON");
    let packages = metadata["packages"].as_array().expect("a list of packages");
    // Published package names begin with the project name; the library names do not.
    let name = |package: &Value| {
        package["name"]
            .as_str()
            .expect("a name")
            .trim_start_matches("grundy-")
            .to_owned()
    };
    let own: BTreeSet<String> = packages.iter().map(name).collect();
    let used = |package: &Value| -> BTreeSet<String> {
        let list = package["dependencies"]
            .as_array()
            .expect("a list of dependencies")
            .iter();
        list.filter(|dependency| dependency["kind"].is_null())
            .map(name)
            .filter(|used| own.contains(used))
            .collect()
    };
    packages
        .iter()
        .map(|package| (name(package), used(package)))
        .collect()
}

/// Returns all direct and indirect dependencies of a crate.
fn below(uses: &Uses, crate_name: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![crate_name];
    while let Some(one) = open.pop() {
        for used in &uses[one] {
            if found.insert(used.clone()) {
                open.push(used);
            }
        }
    }
    found
}

/// Returns the length of the longest dependency chain below this crate.
fn level(uses: &Uses, crate_name: &str) -> usize {
    uses[crate_name]
        .iter()
        .map(|used| level(uses, used) + 1)
        .max()
        .unwrap_or(0)
}

/// Draws one line per crate, the lowest first, with arrows to the dependencies that it uses
/// directly and not through another crate.
fn drawn(uses: &Uses) -> String {
    let mut names: Vec<&String> = uses.keys().collect();
    names.sort_by_key(|name| (level(uses, name), name.as_str()));
    let line = |name: &&String| {
        let reached: BTreeSet<String> = uses[*name]
            .iter()
            .flat_map(|used| below(uses, used))
            .collect();
        let direct: Vec<&str> = uses[*name]
            .difference(&reached)
            .map(String::as_str)
            .collect();
        let arrow = if direct.is_empty() {
            String::new()
        } else {
            format!(" ──► {}", direct.join(", "))
        };
        format!("{:>2}  {name:<12}{arrow}", level(uses, name))
            .trim_end()
            .to_owned()
            + "\n"
    };
    names.iter().map(line).collect()
}

#[test]
fn the_picture_of_the_crates_is_true() {
    let drawn = drawn(&uses());
    let text = std::fs::read_to_string(MAP).expect("ARCHITECTURE.md is read");
    let (before, rest) = text.split_once(BEGIN).expect("the picture begins");
    let (picture, after) = rest.split_once(END).expect("the picture ends");
    if std::env::var_os("GRUNDY_DRAW").is_some() {
        std::fs::write(MAP, [before, BEGIN, &drawn, END, after].concat())
            .expect("ARCHITECTURE.md is written");
        return;
    }
    assert_eq!(
        picture, drawn,
        "draw it anew: GRUNDY_DRAW=1 cargo test -p grundy-cli map::"
    );
}

#[test]
fn each_crate_stands_below_all_that_it_uses() {
    let (uses, text) = (
        uses(),
        std::fs::read_to_string(MAP).expect("ARCHITECTURE.md is read"),
    );
    let table: Vec<&str> = text
        .lines()
        .filter_map(|line| {
            line.strip_prefix("| `")?
                .split_once("` |")
                .map(|(name, _)| name)
        })
        .collect();
    let place = |name: &str| {
        table
            .iter()
            .position(|row| *row == name)
            .unwrap_or_else(|| panic!("{name} is not in the table"))
    };
    for (name, used) in uses.iter().filter(|(name, _)| *name != "testkit") {
        for used in used {
            assert!(
                place(used) < place(name),
                "{name} uses {used}, which stands below it"
            );
        }
    }
}

/// Returns the pages for developers, which name files and types.
fn developer_pages() -> Vec<(String, String)> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut pages = vec![(root.join("ARCHITECTURE.md"), "ARCHITECTURE.md".to_owned())];
    for entry in std::fs::read_dir(root.join("docs/dev")).expect("docs/dev is there") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        pages.push((path, name));
    }
    let read = |(path, name)| (name, std::fs::read_to_string(path).expect("a page is read"));
    pages.into_iter().map(read).collect()
}

#[test]
fn the_map_is_short() {
    let length = std::fs::metadata(MAP)
        .expect("ARCHITECTURE.md is there")
        .len();
    assert!(length <= 15_000, "ARCHITECTURE.md has {length} bytes");
}

/// Tests that every file and every type named in a page for developers exists.
#[test]
fn what_developer_pages_name_exists() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (mut folders, mut sources) = (
        vec![root.join("crates"), root.join("python/src")],
        String::new(),
    );
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder is read") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                sources += &std::fs::read_to_string(&path).expect("a source is read");
            }
        }
    }
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let words: BTreeSet<&str> = sources.split(|c| !is_part(c)).collect();
    let (mut missing, mut checked) = (Vec::new(), 0);
    for (page, text) in developer_pages() {
        for span in text.split('`').skip(1).step_by(2) {
            let is_path = span.ends_with(".rs") && span.starts_with("crates/");
            if is_path && !span.contains("NAME") && !span.contains("FAMILY") {
                checked += 1;
                if !root.join(span).exists() {
                    missing.push(format!("{page}: {span}"));
                }
            }
            // A type name is a word that begins with an uppercase letter and contains a lowercase
            // letter.
            for word in span.split("::").filter(|word| word.chars().all(is_part)) {
                let is_type = word.starts_with(|c: char| c.is_ascii_uppercase())
                    && word.contains(|c: char| c.is_ascii_lowercase());
                checked += usize::from(is_type);
                let is_other_language = ["page.md", "python.md"].contains(&&*page);
                if is_type && !is_other_language && !words.contains(word) {
                    missing.push(format!("{page}: {word}"));
                }
            }
        }
    }
    assert!(checked > 300, "{checked} names");
    assert!(missing.is_empty(), "not there:\n{}", missing.join("\n"));
}
