//! Checks that only front ends and tests create a budget. A budget created elsewhere would ignore
//! the clock, the stop and the memory in use of the caller. All other code receives a budget from
//! its caller, and derives inner budgets from it (`Budget::limited`).

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The crates of front ends, the crate that defines budgets, and the crate that only tests use.
const FACES: [&str; 6] = ["base", "cli", "lsp", "serve", "testkit", "web"];

/// A source file that only the tests of several crates use.
const FOR_TESTS: &str = "theorems/src/referee.rs";

const BUDGET_CONSTRUCTORS: [&str; 2] = ["Budget::new(", "Budget::generous("];

/// Adds the Rust files below a folder to `found`.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder)
        .expect("a folder of sources")
        .map(|entry| entry.expect("an entry").path())
    {
        if entry.is_dir() {
            sources(&entry, found);
        } else if entry.extension().is_some_and(|ending| ending == "rs") {
            found.push(entry);
        }
    }
}

/// Returns a source text without comments and without the items that are compiled only for tests.
/// The function also returns the names of the test modules that have files of their own.
fn without_tests(text: &str) -> (String, Vec<String>) {
    let (mut kept, mut modules) = (String::new(), Vec::new());
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let code = line.trim_start();
        if code != "#[cfg(test)]" {
            kept += if code.starts_with("//") { "" } else { line };
            kept += "\n";
            continue;
        }
        // The next item ends at a closing brace with the same indentation, or at a line with this
        // indentation that ends with a semicolon.
        let indent = &line[..line.len() - code.len()];
        let end = format!("{indent}}}");
        for line in lines.by_ref() {
            if let Some(module) = line
                .trim()
                .strip_suffix(';')
                .and_then(|item| item.split("mod ").nth(1))
            {
                modules.push(module.to_owned());
            }
            if line == end || (line.ends_with(';') && !line[indent.len()..].starts_with(' ')) {
                break;
            }
        }
    }
    (kept, modules)
}

/// Returns the folder that contains the submodules of a file.
fn folder_of_modules(file: &Path) -> PathBuf {
    let own = file
        .file_stem()
        .is_some_and(|stem| ["mod", "lib", "main"].iter().any(|name| stem == *name));
    if own {
        file.parent().expect("a file stands in a folder").to_owned()
    } else {
        file.with_extension("")
    }
}

#[test]
fn only_faces_and_tests_make_budgets() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("crates stand side by side");
    let mut files = Vec::new();
    for entry in fs::read_dir(crates)
        .expect("the crates")
        .map(|entry| entry.expect("a crate").path())
    {
        let face = FACES
            .iter()
            .any(|face| entry.file_name().is_some_and(|name| name == *face));
        if !face && entry.join("src").is_dir() {
            sources(&entry.join("src"), &mut files);
        }
    }
    assert!(files.len() > 100, "the sources were not found: {files:?}");
    let (mut made, mut tests) = (BTreeSet::new(), Vec::new());
    for file in &files {
        let (code, modules) = without_tests(&fs::read_to_string(file).expect("a source"));
        tests.extend(
            modules
                .iter()
                .map(|module| folder_of_modules(file).join(module)),
        );
        if BUDGET_CONSTRUCTORS.iter().any(|call| code.contains(call)) {
            made.insert(file.clone());
        }
    }
    tests.push(crates.join(FOR_TESTS).with_extension(""));
    made.retain(|file| {
        !tests
            .iter()
            .any(|module| file.starts_with(module) || *file == module.with_extension("rs"))
    });
    let made: BTreeSet<String> = made
        .iter()
        .map(|file| {
            file.strip_prefix(crates)
                .expect("a file of a crate")
                .to_string_lossy()
                .replace('\\', "/")
        })
        .collect();
    assert!(
        made.is_empty(),
        "these make a budget of their own; let them be handed one: {made:?}"
    );
}

#[test]
fn what_is_for_tests_is_left_out() {
    let text = "fn a() {}\n#[cfg(test)]\npub(crate) mod naive;\n// b\n#[cfg(test)]\nuse c;\nfn d() {}\n    #[cfg(test)]\n    fn e() {\n        f();\n    }\nfn g() {}\n#[cfg(test)]\nmod tests {\n    h();\n}\nfn i() {}\n";
    let (kept, modules) = without_tests(text);
    assert_eq!(
        kept.split_whitespace().collect::<String>(),
        "fna(){}fnd(){}fng(){}fni(){}"
    );
    assert_eq!(modules, ["naive"]);
}
