//! Tests `law --emit`: code is compared with its law before it is output. Languages without an
//! installed compiler are skipped with a message.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use testkit::rounds;

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join("emit")
        .join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Returns the command with its own folder for temporary files.
fn law(args: &[&str], temporary: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command
        .arg("law")
        .args(args)
        .env("LC_ALL", "C")
        .env("TMPDIR", temporary)
        .env("TMP", temporary);
    command
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

fn is_empty(folder: &Path) -> bool {
    fs::read_dir(folder).unwrap().next().is_none()
}

/// Tests that the code runs and agrees with the law, because a wrong answer of the code would cause
/// exit code 70.
fn compared(language: &str, runner: &str, fast: &[&str]) {
    let there = Command::new(runner)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    if !there.is_ok_and(|status| status.success()) {
        println!("skipped: {runner} is not installed");
        return;
    }
    let temporary = folder(language);
    let all = [
        "nim",
        "ed",
        "wythoff",
        "kayles",
        "knights",
        "laskernim",
        "georgiaandbob",
        "mockturtles",
        "kiki",
        "bash(5)",
        "circlekayles",
        "cutting",
    ];
    for game in rounds(fast, &all) {
        let output = law(&[game, "--emit", language], &temporary)
            .output()
            .unwrap();
        assert!(
            output.status.success() && output.stderr.is_empty(),
            "{game}: {output:?}"
        );
        let code = text(&output.stdout);
        assert!(
            code.contains("This code was run and compared with the law at 1,")
                || *game == "georgiaandbob",
            "{game}: {code}"
        );
        assert!(
            code.contains("it agrees") && !code.contains("main"),
            "{game}: {code}"
        );
        assert!(code.lines().all(|line| line.len() <= 150), "{game}: {code}");
        assert!(is_empty(&temporary), "{game}: temporary files are left");
    }
}

#[test]
fn cpp_agrees() {
    compared("cpp", "c++", &["ed"]);
}

#[test]
fn python_agrees() {
    compared("python", "python3", &["nim", "wythoff", "knights", "loop"]);
}

#[test]
fn rust_agrees() {
    compared("rust", "rustc", &["kiki"]);
}

/// Simulates wrong code with an interpreter that prints wrong answers. The command must not output
/// the code.
#[cfg(unix)]
#[test]
fn wrong_code_is_not_handed_out() {
    use std::os::unix::fs::PermissionsExt;
    let (programs, temporary) = (folder("programs"), folder("wrong"));
    let python = programs.join("python3");
    for (script, said) in [
        (
            "while read n; do echo 0; done",
            "the code in Python returns \"0\" for [-1], but the law gives \"-\"",
        ),
        (
            "test \"$1\" = --version",
            "python3 cannot run the code in Python",
        ),
    ] {
        fs::write(&python, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&python, fs::Permissions::from_mode(0o755)).unwrap();
        let target = temporary.join("law.py");
        for args in [
            &["nim", "--emit", "python"][..],
            &[
                "nim",
                "--emit",
                "python",
                "--output",
                target.to_str().unwrap(),
            ],
        ] {
            let output = law(args, &temporary)
                .env("PATH", &programs)
                .output()
                .unwrap();
            assert!(
                output.status.code() == Some(70) && output.stdout.is_empty(),
                "{script}: {output:?}"
            );
            assert!(text(&output.stderr).contains(said), "{script}: {output:?}");
            assert!(is_empty(&temporary), "{script}: files are left");
        }
    }
}

/// Without a compiler, the code is output with a warning.
#[test]
fn what_is_not_compared_is_said() {
    let (nothing, temporary) = (folder("nothing"), folder("missing"));
    for (language, names) in [
        ("cpp", "c++, g++, clang++"),
        ("python", "python3"),
        ("rust", "rustc"),
    ] {
        let output = law(&["nim", "--emit", language], &temporary)
            .env("PATH", &nothing)
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        assert!(
            text(&output.stdout).contains(&format!(
                "This code was not compared with the law: no {names} was found."
            )),
            "{output:?}"
        );
        assert!(
            text(&output.stderr).contains(&format!("no {names} was found")),
            "{output:?}"
        );
        assert!(is_empty(&temporary));
    }
}

/// With `-o`, the complete code is written to the file. Standard output is then empty, or with
/// `--json` also contains the code.
#[test]
fn output_goes_where_it_is_sent() {
    let temporary = folder("output");
    let path = temporary.join("nim.dot");
    let plain = law(&["nim", "--emit", "dot"], &temporary).output().unwrap();
    let output = law(
        &["nim", "--emit", "dot", "-o", path.to_str().unwrap()],
        &temporary,
    )
    .output()
    .unwrap();
    assert!(
        output.status.success() && output.stdout.is_empty() && output.stderr.is_empty(),
        "{output:?}"
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), text(&plain.stdout));
    let json = law(&["nim", "--emit", "dot", "--json"], &temporary)
        .output()
        .unwrap();
    let value: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(value["emitted"]["text"], text(&plain.stdout));
    assert_eq!(value["emitted"]["language"], "dot");
    let certificate = temporary.join("nim.cert");
    let args = [
        "nim",
        "--emit",
        "dot",
        "--certificate",
        certificate.to_str().unwrap(),
    ];
    let output = law(&args, &temporary).output().unwrap();
    assert!(
        output.stdout == plain.stdout
            && fs::read_to_string(&certificate)
                .unwrap()
                .starts_with("grundy certificate"),
        "{output:?}"
    );
}
