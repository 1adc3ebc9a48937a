//! Checks that every dependency, including those of tests, may be linked: its licence expression
//! can be met with licences from the list in `deny.toml`.

use std::process::Command;

use serde_json::Value;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn allowed() -> Vec<String> {
    let text = std::fs::read_to_string(format!("{ROOT}/deny.toml")).unwrap();
    let list = text
        .split_once("allow = [")
        .expect("a list")
        .1
        .split_once(']')
        .expect("its end")
        .0;
    list.split('"')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

/// Returns true if a licence expression such as `A AND (B OR C)` can be met with the allowed
/// licences. A slash is an old notation for `OR`.
fn is_met(expression: &str, allowed: &[String]) -> bool {
    let spaced = expression
        .replace('/', " OR ")
        .replace('(', " ( ")
        .replace(')', " ) ")
        .replace(" WITH ", "~WITH~");
    let tokens: Vec<String> = spaced
        .split_whitespace()
        .map(|token| token.replace("~WITH~", " WITH "))
        .collect();
    let mut at = 0;
    let met = any(&tokens, &mut at, allowed);
    assert_eq!(at, tokens.len(), "{expression}");
    met
}

fn any(tokens: &[String], at: &mut usize, allowed: &[String]) -> bool {
    let mut met = all(tokens, at, allowed);
    while tokens.get(*at).is_some_and(|token| token == "OR") {
        *at += 1;
        met |= all(tokens, at, allowed);
    }
    met
}

fn all(tokens: &[String], at: &mut usize, allowed: &[String]) -> bool {
    let mut met = one(tokens, at, allowed);
    while tokens.get(*at).is_some_and(|token| token == "AND") {
        *at += 1;
        met &= one(tokens, at, allowed);
    }
    met
}

fn one(tokens: &[String], at: &mut usize, allowed: &[String]) -> bool {
    let token = &tokens[*at];
    *at += 1;
    if token != "(" {
        return allowed.contains(token);
    }
    let met = any(tokens, at, allowed);
    assert_eq!(tokens[*at], ")");
    *at += 1;
    met
}

#[test]
fn every_dependency_may_be_linked() {
    let allowed = allowed();
    let met = |expression: &str| is_met(expression, &allowed);
    assert!(
        met("GPL-3.0 OR MIT") && met("(MIT OR Apache-2.0) AND Unicode-3.0") && met("Unlicense/MIT")
    );
    assert!(
        !met("GPL-3.0")
            && !met("MIT AND GPL-3.0")
            && !met("Apache-2.0 WITH Classpath-exception-2.0")
    );

    // Checks only the dependencies that this machine builds, because other manifests may be
    // missing.
    let compiler = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
        .arg("-vV")
        .output()
        .expect("rustc runs");
    let about = String::from_utf8(compiler.stdout).unwrap();
    let host = about
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .expect("a host");
    let cargo = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--offline",
            "--locked",
            "--format-version",
            "1",
            "--filter-platform",
            host,
        ])
        .current_dir(ROOT)
        .output()
        .expect("cargo runs");
    assert!(
        cargo.status.success(),
        "{}",
        String::from_utf8_lossy(&cargo.stderr)
    );
    let metadata: Value = serde_json::from_slice(&cargo.stdout).expect("cargo metadata is JSON");
    let packages = metadata["packages"].as_array().expect("a list of packages");
    let others: Vec<&Value> = packages
        .iter()
        .filter(|package| !package["source"].is_null())
        .collect();
    assert!(others.len() > 50);
    for package in others {
        let (name, licence, source) = (
            &package["name"],
            package["license"].as_str().unwrap_or_default(),
            &package["source"],
        );
        assert!(met(licence), "{name}: {licence:?} is not in deny.toml");
        assert!(
            source
                .as_str()
                .is_some_and(|source| source.starts_with("registry+")),
            "{name} comes from {source}"
        );
    }
}

/// Returns the errors in the package sources of a lock file. A package of this repository must have
/// no source. Every other package must come from the registry and have a checksum.
fn source_errors(lock: &str) -> Vec<String> {
    let mut errors = Vec::new();
    for package in lock.split("[[package]]\n").skip(1) {
        let field = |name: &str| {
            package
                .lines()
                .find_map(|line| line.strip_prefix(name)?.strip_prefix(" = "))
        };
        let name = field("name").unwrap_or("a package without a name");
        match (field("source"), field("checksum")) {
            (None, None) => {}
            (Some(source), Some(_)) if source.starts_with("\"registry+") => {}
            (source, checksum) => {
                errors.push(format!("{name}: source {source:?}, checksum {checksum:?}"))
            }
        }
    }
    errors
}

#[test]
fn lock_files_name_only_the_registry() {
    for file in ["Cargo.lock", "python/Cargo.lock", "compare/Cargo.lock"] {
        let lock = std::fs::read_to_string(format!("{ROOT}/{file}")).unwrap();
        assert!(lock.matches("[[package]]").count() > 5, "{file}");
        assert_eq!(source_errors(&lock), Vec::<String>::new(), "{file}");
    }
    let foreign = "[[package]]\nname = \"a\"\nversion = \"1.0.0\"\nsource = \"git+https://example.org/a\"\nchecksum = \"00\"\n";
    let unsealed = "[[package]]\nname = \"b\"\nversion = \"1.0.0\"\nsource = \"registry+https://example.org\"\n";
    assert_eq!(source_errors(foreign).len(), 1);
    assert_eq!(source_errors(unsealed).len(), 1);
}
