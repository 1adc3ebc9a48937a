//! Runs the examples of the READMEs from the root of the repository, exactly as written.

use std::fs;
use std::path::Path;

/// Returns a copy for `trycmd` that contains only the ```` ```console ```` blocks. `trycmd`
/// requires an empty line after each output that ends with a newline, which would disturb readers
/// of the README. `trycmd` also replaces `\` in an output with `/`, because it treats `\` as a path
/// separator.
fn with_ends(readme: &str) -> String {
    let mut copy = String::new();
    let (mut inside, mut command) = (false, false);
    for line in readme.lines() {
        let (was_inside, was_command) = (inside, command);
        command = was_inside && (line.starts_with("$ ") || was_command && line.starts_with("> "));
        if line.starts_with("```") {
            inside = line.trim_end() == "```console";
        }
        let ends = !inside || command && line.starts_with("$ ");
        if was_inside && ends && !was_command && !copy.ends_with("```console\n") {
            copy.push('\n');
        }
        if was_inside || inside {
            copy += &if command {
                line.to_owned()
            } else {
                line.replace('\\', "/")
            };
            copy.push('\n');
        }
    }
    copy
}

#[test]
fn the_examples_of_the_readmes_run() {
    // This file contains a single test, so the change of the working directory affects no other
    // test.
    std::env::set_current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")).unwrap();
    let cases = trycmd::TestCases::new();
    cases.env("LC_ALL", "C");
    let copies = Path::new(env!("CARGO_TARGET_TMPDIR"));
    for name in ["README.md", "README.zh-CN.md"] {
        let path = copies.join(name);
        // If a README is missing or has no examples, the file for `trycmd` contains no cases.
        fs::write(
            &path,
            with_ends(&fs::read_to_string(name).unwrap_or_default()),
        )
        .unwrap();
        cases.case(path);
    }
}
