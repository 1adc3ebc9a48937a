//! Checks that all parts of the project have the version of the workspace, which is the version of
//! the next release.

use std::fs;
use std::path::Path;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
const VERSION: &str = env!("CARGO_PKG_VERSION");

fn read(file: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join(file)).unwrap_or_else(|why| panic!("{file}: {why}"))
}

#[test]
fn all_parts_have_the_same_version() {
    // The version of a package is the first one in its manifest.
    for (file, before, after) in [
        ("Cargo.toml", "\nversion = \"", "\""),
        ("python/Cargo.toml", "\nversion = \"", "\""),
        ("fuzz/Cargo.toml", "\nversion = \"", "\""),
        ("compare/Cargo.toml", "\nversion = \"", "\""),
        ("editors/vscode/package.json", "\"version\": \"", "\""),
        ("CITATION.cff", "\nversion: ", "\n"),
        // The newest section; changes that are not released yet precede it.
        ("CHANGELOG.md", "\n## [", "]"),
    ] {
        let text = read(file).replace("\n## [Unreleased]", "");
        let found = text
            .split(before)
            .nth(1)
            .and_then(|rest| rest.split(after).next());
        assert_eq!(found, Some(VERSION), "{file}");
    }
    // `dist/build` replaces this placeholder.
    assert!(read("dist/npm/package.json").contains("\"version\": \"@VERSION@\""));
    // The crates require each other in this version.
    for line in read("Cargo.toml")
        .lines()
        .filter(|line| line.contains("path = "))
    {
        assert!(line.contains(&format!("version = \"{VERSION}\"")), "{line}");
    }
    // The lock files are up to date, so that `--locked` builds succeed.
    for file in [
        "Cargo.lock",
        "python/Cargo.lock",
        "fuzz/Cargo.lock",
        "compare/Cargo.lock",
    ] {
        for package in read(file).split("[[package]]\n").skip(1) {
            let is_own = !package.contains("\nsource = ");
            assert!(
                !is_own || package.contains(&format!("\nversion = \"{VERSION}\"\n")),
                "{file}: {package}"
            );
        }
    }
}
