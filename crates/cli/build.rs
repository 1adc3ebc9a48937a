//! Makes the program smaller: the linker removes the symbols, which cargo does not for a crate
//! without optimisation, and merges functions with the same machine code, if it can.

use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, fs};

/// Generic functions often have the same code for several types. The program does not compare
/// addresses of functions.
const MERGE: &str = "-Wl,--icf=all";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux")
        && env::var("PROFILE").as_deref() == Ok("release")
    {
        println!("cargo::rustc-link-arg-bins=-Wl,--strip-all");
        if is_accepted(MERGE) {
            println!("cargo::rustc-link-arg-bins={MERGE}");
        }
    }
}

/// Returns whether an empty program can be linked with the option. The linker of most Rust
/// toolchains for Linux, LLD, has it; that of GNU has not.
fn is_accepted(option: &str) -> bool {
    let get = |name| env::var(name).expect("cargo sets the variables of build scripts");
    let out = get("OUT_DIR");
    let source = Path::new(&out).join("empty.rs");
    if fs::write(&source, "fn main() {}").is_err() {
        return false;
    }
    let mut command = Command::new(get("RUSTC"));
    command
        .arg(&source)
        .args(["--target", &get("TARGET"), "--out-dir", &out])
        .args(["-C", &format!("link-arg={option}")]);
    if let Ok(linker) = env::var("RUSTC_LINKER") {
        command.args(["-C", &format!("linker={linker}")]);
    }
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    command.args(flags.split('\x1f').filter(|flag| !flag.is_empty()));
    command
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}
