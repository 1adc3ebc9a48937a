//! Writes the list of rule files that are compiled into the library.

use std::path::Path;
use std::{env, fs};

fn main() {
    let games = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("games");
    let mut files: Vec<_> = fs::read_dir(&games)
        .expect("the crate contains the folder games/")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|e| e == "game"))
        .collect();
    files.sort();
    let rows: Vec<String> = files
        .iter()
        .map(|path| {
            let name = path
                .file_name()
                .expect("a file has a name")
                .to_string_lossy();
            format!("({name:?}, include_str!({path:?}))")
        })
        .collect();
    let out = Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("library.rs");
    fs::write(out, format!("[{}]", rows.join(",\n"))).expect("the build folder can be written");
    println!("cargo::rerun-if-changed={}", games.display());
    for path in files {
        println!("cargo::rerun-if-changed={}", path.display());
    }
}
