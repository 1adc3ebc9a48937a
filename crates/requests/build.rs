//! Generates the list of the theorem pages that the crate compiles in.

use std::path::Path;
use std::{env, fs};

fn main() {
    let folder =
        Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("theorems");
    let mut pages: Vec<_> = fs::read_dir(&folder)
        .expect("the symbolic link theorems points to docs/theorems")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "md"))
        .collect();
    pages.sort();
    let rows: Vec<String> = pages
        .iter()
        .map(|path| {
            let name = path
                .file_stem()
                .expect("a page has a name")
                .to_string_lossy();
            format!("({name:?}, include_str!({path:?}))")
        })
        .collect();
    let out = Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("pages.rs");
    fs::write(out, format!("&[{}]", rows.join(",\n"))).expect("the build folder can be written");
    println!("cargo::rerun-if-changed={}", folder.display());
    for path in pages {
        println!("cargo::rerun-if-changed={}", path.display());
    }
}
