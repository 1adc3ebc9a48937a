//! Checks the packages for publication. Every crate, except those for tests and for the browser,
//! must be packed with all files that it compiles in and with its own README. The crate of nimbers
//! is built from its package, outside of the workspace. The slow tier also builds the command from
//! the packages.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
const VERSION: &str = env!("CARGO_PKG_VERSION");

fn run(command: &mut Command) -> String {
    let ran = command.output().expect("it runs");
    assert!(
        ran.status.success(),
        "{command:?}: {}",
        String::from_utf8_lossy(&ran.stderr)
    );
    String::from_utf8(ran.stdout).unwrap()
}

fn cargo(folder: &Path, target: &Path) -> Command {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(folder).env("CARGO_TARGET_DIR", target);
    cargo
}

/// Returns the Rust example in a text, without the lines that are hidden in the documentation.
fn example(text: &str) -> Option<String> {
    let code = text
        .split_once("\n```rust\n")
        .or_else(|| text.split_once("\n```\n"))?
        .1
        .split_once("\n```")?
        .0;
    Some(
        code.lines()
            .filter(|line| !line.starts_with("# "))
            .collect::<Vec<_>>()
            .join("\n"),
    )
}

#[test]
fn packages_hold_what_they_compile() {
    let target = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("publish");
    let root = Path::new(ROOT);
    let metadata: Value = serde_json::from_str(&run(cargo(root, &target).args([
        "metadata",
        "--offline",
        "--no-deps",
        "--format-version",
        "1",
    ])))
    .unwrap();
    let packages: Vec<&Value> = metadata["packages"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|package| package["publish"].is_null())
        .collect();
    assert!(packages.len() > 20);
    let name = |package: &Value| package["name"].as_str().unwrap().to_owned();
    assert!(
        packages
            .iter()
            .all(|package| name(package) == "grundy" || name(package).starts_with("grundy-"))
    );

    let mut pack = cargo(root, &target);
    pack.args([
        "package",
        "--no-verify",
        "--allow-dirty",
        "--offline",
        "--quiet",
    ]);
    run(pack.args(
        packages
            .iter()
            .flat_map(|package| ["-p".to_owned(), name(package)]),
    ));
    let packed = target.join("package");
    // The folder is outside of the workspace, because Cargo would otherwise treat the packages as
    // members of the workspace.
    let unpacked = std::env::temp_dir().join(format!("grundy-unpacked-{}", std::process::id()));
    std::fs::create_dir_all(&unpacked).unwrap();
    let unpacked = std::fs::canonicalize(unpacked).unwrap();
    for package in &packages {
        let full = format!("{}-{}", name(package), package["version"].as_str().unwrap());
        run(Command::new("tar")
            .arg("-xzf")
            .arg(packed.join(format!("{full}.crate")))
            .arg("-C")
            .arg(&unpacked));
        let folder = unpacked.join(full);
        let text = |file: &str| {
            std::fs::read_to_string(folder.join(file))
                .unwrap_or_else(|why| panic!("{}: {file}: {why}", name(package)))
        };
        let readme = text("README.md");
        assert!(
            readme.starts_with(&format!("# {}\n", name(package))),
            "{}",
            name(package)
        );
        if folder.join("src/lib.rs").exists() {
            let code = text("src/lib.rs");
            let docs: Vec<&str> = code
                .lines()
                .filter_map(|line| line.strip_prefix("//!"))
                .map(|line| line.strip_prefix(' ').unwrap_or(line))
                .collect();
            assert_eq!(
                example(&readme),
                example(&docs.join("\n")),
                "the example in the README of {}",
                name(package)
            );
        }
        // The package must contain all files that its crate compiles in.
        for file in sources(&folder.join("src")) {
            let code = std::fs::read_to_string(&file).unwrap();
            for written in code
                .split("include_str!(\"")
                .skip(1)
                .filter_map(|rest| rest.split('"').next())
            {
                let meant = std::fs::canonicalize(file.parent().unwrap().join(written));
                assert!(
                    meant.is_ok_and(|meant| meant.starts_with(&folder)),
                    "{}: {written}",
                    file.display()
                );
            }
        }
    }
    for (package, kept) in [
        ("grundy-rules", "games/nim.game"),
        ("grundy-requests", "theorems/nim.md"),
        ("grundy-serve", "web/index.html"),
        ("grundy", "laws.md"),
    ] {
        assert!(
            unpacked
                .join(format!("{package}-{VERSION}"))
                .join(kept)
                .is_file(),
            "{package} lacks {kept}"
        );
    }

    let nimbers = unpacked.join(format!("grundy-nimber-{VERSION}"));
    run(cargo(&nimbers, &target).args(["build", "--offline", "--locked", "--quiet"]));
    std::fs::remove_dir_all(&unpacked).unwrap();
    if std::env::var_os("GRUNDY_SLOW").is_some() {
        // All packages are in the same folder, as if downloaded from a registry.
        run(cargo(root, &target).args([
            "package",
            "--workspace",
            "--allow-dirty",
            "--offline",
            "--quiet",
        ]));
    }
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
    files
}
