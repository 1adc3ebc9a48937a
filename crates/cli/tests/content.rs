//! Tests that files with unknown extensions are recognised by their content. Also tests that games
//! work under any name, and that certificates are written to the requested file.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// Runs the command with the given standard input.
fn run(args: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command
        .args(args)
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A command that rejects its arguments does not read its input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

fn file(name: &str, content: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("content");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    fs::write(&path, content).unwrap();
    path
}

const RULES: &str =
    "\u{feff}# a pile\r\ngame Pile {\r\n\tstate n in 0..\r\n\tmove k in 1..2 : [n - k]\r\n}\r\n";

#[test]
fn rules_are_known_by_their_content() {
    let path = file("my.txt", RULES);
    for (source, input) in [(path.to_str().unwrap(), ""), ("-", RULES)] {
        let output = run(&["solve", "--file", source, "pile[4]"], input);
        assert!(
            output.status.success() && text(&output.stdout).contains("value:    1\n"),
            "{source}: {output:?}"
        );
    }
    let output = run(&["check", "-"], RULES);
    assert!(output.status.success(), "{output:?}");
    if cfg!(unix) {
        let output = run(&["solve", "--file", "/dev/stdin", "pile[5]"], RULES);
        assert!(text(&output.stdout).contains("value:    2\n"), "{output:?}");
    }
    // The error refers to the rules, not to a graph.
    let output = run(
        &["solve", "--file", "-", "pile[4]"],
        "gmae Pile { state n in 0..  move k in 1..2 : [n - k] }",
    );
    assert!(
        output.status.code() == Some(2) && text(&output.stderr).contains("help: write game Pile {"),
        "{output:?}"
    );
}

#[test]
fn unknown_endings_are_no_digraphs() {
    let list = "3 2\n0 1\n1 2\n";
    for name in ["walk.txt", "walk", "walk.rules"] {
        let path = file(name, list);
        let output = run(&["solve", "--file", path.to_str().unwrap(), "walk[0]"], "");
        let told = text(&output.stderr);
        assert!(
            output.status.code() == Some(2)
                && told.contains(".arcs, .digraph")
                && told.contains("unknown kind of file"),
            "{output:?}"
        );
    }
    for name in ["walk.arcs", "walk.digraph"] {
        let path = file(name, list);
        let output = run(&["solve", "--file", path.to_str().unwrap(), "walk[0]"], "");
        assert!(output.status.success(), "{output:?}");
    }
    let path = file("my-walk.arcs", list);
    let output = run(
        &["solve", "--file", path.to_str().unwrap(), "my-walk[0]"],
        "",
    );
    assert!(
        output.status.code() == Some(2)
            && text(&output.stderr).contains("a query cannot contain this name"),
        "{output:?}"
    );
}

#[test]
fn games_called_by_reserved_words_are_asked_as_they_are_printed() {
    for name in [
        "Play", "Coins", "Sum", "Move", "If", "Not", "In", "Xor", "And", "Nothing", "State",
        "True", "P", "SG",
    ] {
        let rules = format!("game {name}(m = 2) {{ state n in 0..  move k in 1..m : [n - k] }}");
        let shown = name.to_lowercase();
        for question in [
            format!("{shown}[4]"),
            format!("{shown}(3)[7] + nim[2]"),
            format!("2 * {shown}[4] + {shown}[1]"),
        ] {
            let output = run(&["moves", "--file", "-", &question], &rules);
            assert!(output.status.success(), "{question}: {output:?}");
            let position = text(&output.stdout)
                .lines()
                .next()
                .and_then(|line| line.strip_prefix("position: "))
                .unwrap()
                .to_owned();
            let again = run(&["moves", "--file", "-", &position], &rules);
            assert_eq!(text(&again.stdout), text(&output.stdout), "{question}");
        }
    }
}

#[test]
fn a_certificate_goes_to_standard_output() {
    let folder = file("none", "");
    let solved = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(["solve", "kayles[12] + nim[7]", "--certificate", "-"])
        .env("LC_ALL", "C")
        .current_dir(folder.parent().unwrap())
        .output()
        .unwrap();
    assert!(
        solved.status.success() && text(&solved.stderr).contains("status:   proved"),
        "{solved:?}"
    );
    assert!(
        !folder.with_file_name("-").exists(),
        "no file is called `-`"
    );
    let verified = run(&["verify", "-"], text(&solved.stdout));
    assert!(
        verified.status.success() && text(&verified.stdout).contains("holds"),
        "{verified:?}"
    );
    let period = run(&["heap", "0.07", "--period", "--certificate", "-"], "");
    let verified = run(&["verify", "-"], text(&period.stdout));
    assert!(verified.status.success(), "{period:?}\n{verified:?}");
    let json = run(&["--json", "solve", "nim[3]", "--certificate", "-"], "");
    let object: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    assert!(object["certificate"].is_string());
}

/// Checks the games in the language documentation that contain `expect` statements.
#[test]
fn what_the_documents_expect_holds() {
    for (name, least) in [("language", 25), ("language.zh-CN", 20)] {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("../../docs/{name}.md"));
        let document = fs::read_to_string(path).unwrap().replace("\r\n", "\n");
        let blocks = document
            .split("```")
            .skip(1)
            .step_by(2)
            .filter_map(|block| {
                let (fence, text) = block.split_once('\n')?;
                (fence == "text" || fence.starts_with("text ")).then_some(text)
            });
        let games: Vec<&str> = blocks
            .filter(|block| {
                ["game ", "coins ", "recurrence "]
                    .iter()
                    .any(|word| block.starts_with(word))
                    && block.contains(" expect ")
            })
            .collect();
        assert!(games.len() >= least, "{name}: {} games", games.len());
        for rules in games {
            let output = run(&["check", "-"], rules);
            assert!(
                output.status.success(),
                "{name}: {rules}{}{}",
                text(&output.stdout),
                text(&output.stderr)
            );
        }
    }
}
