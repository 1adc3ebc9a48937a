//! The examples of the READMEs are run as they stand there, from the root of the repository.

use std::path::Path;

#[test]
fn the_examples_of_the_readmes_run() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    // This file holds one test, so that no other minds where it runs.
    std::env::set_current_dir(&root).unwrap();
    let cases = trycmd::TestCases::new();
    cases.env("LC_ALL", "C");
    let readmes = ["README.md", "README.zh-CN.md"];
    for readme in readmes.iter().filter(|file| std::fs::read_to_string(file).is_ok_and(|text| text.contains("```console"))) {
        cases.case(readme);
    }
}
