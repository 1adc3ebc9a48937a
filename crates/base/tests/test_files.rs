//! Checks that every test file of a crate is compiled. The tests of a crate are one binary, whose
//! `all.rs` lists the files. The tests in a file that is not listed would never run.

use std::fs;
use std::path::Path;

#[test]
fn every_file_of_tests_is_in_a_binary() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = 0;
    for folder in fs::read_dir(crates)
        .expect("the folder of the crates")
        .map(|entry| entry.expect("an entry").path())
    {
        let Ok(list) = fs::read_to_string(folder.join("tests/all.rs")) else {
            continue;
        };
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("a crate has one");
        for file in fs::read_dir(folder.join("tests"))
            .expect("it holds the list")
            .map(|entry| entry.expect("an entry").path())
        {
            let Some(name) = file
                .file_name()
                .and_then(|name| name.to_str()?.strip_suffix(".rs"))
            else {
                continue;
            };
            let listed = list.lines().any(|line| line == format!("mod {name};"));
            let apart = manifest.contains(&format!("path = \"tests/{name}.rs\""));
            assert!(
                listed || apart,
                "{} is listed nowhere: write `mod {name};` into all.rs beside it",
                file.display()
            );
            files += 1;
        }
    }
    assert!(files > 40, "{files}");
}
