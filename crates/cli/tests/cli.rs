//! Tests the command from the user's side: transcripts of its output (`cmd/`), and tests that a
//! transcript cannot express. After a change, `TRYCMD=overwrite cargo test -p grundy-cli` rewrites
//! the transcripts. Review the difference before you commit it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;
use std::{fs, thread};

#[test]
fn transcripts() {
    let cases = trycmd::TestCases::new();
    cases
        .env("LC_ALL", "C")
        .env("COLUMNS", "100")
        .case("tests/cmd/*.trycmd")
        .case("tests/cmd/*.toml");
}

/// Returns the command, in the root of the repository and with English output.
fn grundy() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command
        .current_dir(root())
        .env("LC_ALL", "C")
        .stdin(Stdio::null());
    command
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn run(args: &[&str]) -> Output {
    grundy().args(args).output().unwrap()
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("no signal ended it")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// Creates a directory for a test.
fn scratch(test: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    fs::create_dir_all(&path).unwrap();
    path
}

/// Returns the rule files of a directory, in the order of their names.
fn rule_files(directory: &str) -> Vec<String> {
    let entries = fs::read_dir(root().join(directory)).unwrap();
    let mut files: Vec<String> = entries
        .map(|entry| {
            format!(
                "{directory}/{}",
                entry.unwrap().file_name().into_string().unwrap()
            )
        })
        .filter(|name| name.ends_with(".game"))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

#[test]
fn the_locale_chooses_the_language() {
    // POSIX: `LC_ALL` precedes `LC_MESSAGES`, which precedes `LANG`. An empty variable counts as
    // unset.
    for (all, messages, lang, chinese) in [
        ("zh_CN.UTF-8", "C", "C", true),
        ("C", "zh_CN.UTF-8", "zh_CN.UTF-8", false),
        ("", "zh_TW.UTF-8", "C", true),
        ("", "", "zh_CN", true),
        ("", "", "de_DE.UTF-8", false),
        ("", "", "", false),
    ] {
        let mut command = grundy();
        command
            .env("LC_ALL", all)
            .env("LC_MESSAGES", messages)
            .env("LANG", lang);
        let output = command.args(["solve", "nim[1]"]).output().unwrap();
        assert_eq!(
            text(&output.stdout).starts_with("局面"),
            chinese,
            "{all} {messages} {lang}"
        );
        let output = command.args(["--lang", "en"]).output().unwrap();
        assert!(text(&output.stdout).starts_with("position"));
    }
}

#[test]
fn every_game_is_listed_and_can_be_shown() {
    let listed = run(&["games"]);
    let json = run(&["games", "--json"]);
    let (listed, json) = (text(&listed.stdout), text(&json.stdout));
    let mut count = 0;
    for file in rule_files("games") {
        let rules = fs::read_to_string(root().join(&file)).unwrap();
        for line in rules.lines() {
            let declared = ["game ", "recurrence ", "coins "]
                .iter()
                .find_map(|kind| line.strip_prefix(kind));
            let Some(rest) = declared else { continue };
            let name = rest.split([' ', '(', '{', '（', '｛']).next().unwrap();
            assert!(
                listed.lines().any(|l| l.split(' ').next() == Some(name)),
                "{name} of {file} is not listed"
            );
            assert!(
                json.contains(&format!("\"game\":\"{name}\"")),
                "{name} of {file} is not listed as JSON"
            );
            assert_eq!(text(&run(&["games", name]).stdout), rules, "{name}");
            count += 1;
        }
    }
    for kind in grundy::Session::new().world.structures() {
        let name = kind.name();
        assert!(
            listed
                .lines()
                .any(|l| l.starts_with(&format!("{name}(...) "))),
            "{name} is not listed"
        );
        assert!(
            json.contains(&format!("\"structure\":\"{name}\"")),
            "{name} is not listed as JSON"
        );
        assert!(
            text(&run(&["games", name]).stdout).ends_with(&format!("{}\n", kind.example())),
            "{name}"
        );
        assert_eq!(
            run(&["solve", kind.example()]).status.code(),
            Some(0),
            "{name}"
        );
        count += 1;
    }
    assert_eq!(
        (listed.lines().count(), json.lines().count()),
        (count, count)
    );
}

#[test]
fn the_rule_files_of_this_repository_are_laid_out_canonically() {
    let scratch = scratch("fmt");
    for file in [
        rule_files("games"),
        rule_files("examples"),
        rule_files("examples/laws"),
        rule_files("examples/wild"),
        rule_files("examples/judge"),
    ]
    .concat()
    {
        let rules = fs::read_to_string(root().join(&file)).unwrap();
        let once = run(&["fmt", &file]);
        assert_eq!(code(&once), 0, "{file}: {}", text(&once.stderr));
        let copy = scratch.join("once.game");
        fs::write(&copy, &once.stdout).unwrap();
        let twice = run(&["fmt", copy.to_str().unwrap()]);
        assert_eq!(
            text(&twice.stdout),
            text(&once.stdout),
            "{file}: formatting twice is not formatting once"
        );
        assert_eq!(
            text(&once.stdout),
            rules,
            "{file} is laid out otherwise: cargo run -- fmt --write {file}"
        );
    }
}

/// Errors in the input of a sample name the line of the rule file; other errors of a problem say
/// what to write.
#[test]
fn errors_of_problems_are_located_and_help() {
    let file = scratch("problems").join("problem.game");
    for (items, expected, status) in [
        (
            "input a in 1..5 ask [a] output a\n  sample \"1\" gives \"1\"\n  sample \"9\" gives \"9\"",
            "problem.game:3:11\n",
            1,
        ),
        ("input a in 1..5 ask [a] output wins", "if wins then", 2),
        (
            "input n, A[i] for i in 1..n ask [A[2]] output n",
            "add a `sample`",
            2,
        ),
    ] {
        let rules = format!("game G {{ {items} state x in 0.. move : [x - 1] }}");
        fs::write(&file, rules).unwrap();
        let output = run(&["check", file.to_str().unwrap()]);
        let printed = text(&output.stdout).to_owned() + text(&output.stderr);
        assert_eq!(code(&output), status, "{items}: {printed}");
        assert!(printed.contains(expected), "{items}: {printed}");
    }
}

#[test]
fn the_rule_files_of_this_repository_pass_their_checks() {
    let files = [
        rule_files("games"),
        rule_files("examples"),
        rule_files("examples/laws"),
    ]
    .concat();
    let output = grundy().arg("check").args(&files).output().unwrap();
    assert_eq!(
        code(&output),
        0,
        "{}{}",
        text(&output.stdout),
        text(&output.stderr)
    );
    let last = text(&output.stdout).lines().last().unwrap();
    assert!(
        last.starts_with(&format!("{} files: ", files.len())) && last.ends_with(", 0 fail"),
        "{last}"
    );
}

#[test]
fn a_certificate_with_any_byte_changed_is_refused() {
    let scratch = scratch("flip");
    let (rules, certificate) = (scratch.join("stones.game"), scratch.join("good.cert"));
    let (rules, path) = (rules.to_str().unwrap(), certificate.to_str().unwrap());
    fs::write(
        rules,
        "game Stones {\n  state n in 0..\n  move \"take {k}\" k in 1..3 : [n - k]\n}\n",
    )
    .unwrap();
    assert_eq!(
        code(&run(&[
            "solve",
            "--file",
            rules,
            "stones[5]",
            "--certificate",
            path
        ])),
        0
    );
    assert_eq!(code(&run(&["verify", path])), 0);
    let good = fs::read(&certificate).unwrap();
    // The test changes every third byte, and all bytes of the last line.
    for at in (0..good.len()).filter(|at| at % 3 == 0 || *at + 30 > good.len()) {
        let mut changed = good.clone();
        changed[at] ^= 1;
        fs::write(&certificate, changed).unwrap();
        let output = run(&["verify", path]);
        assert_eq!(code(&output), 1, "byte {at}: {}", text(&output.stdout));
        assert!(text(&output.stdout).starts_with("refused: "));
    }
}

#[test]
fn ctrl_c_ends_a_search_without_half_an_answer() {
    let questions: [&[&str]; 4] = [
        &["solve", "officers[9000000000000000000]"],
        &[
            "moves",
            "wythoff[100000, 200000]",
            "--without",
            "wythoff,law",
        ],
        &["table", "officers[0..1000000]"],
        &["--json", "solve", "crossesasstated(60)", "--play", "misere"],
    ];
    for question in questions {
        let child = grundy()
            .args(question)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        thread::sleep(Duration::from_millis(1000));
        assert!(
            Command::new("kill")
                .args(["-INT", &child.id().to_string()])
                .status()
                .unwrap()
                .success()
        );
        let output = child.wait_with_output().unwrap();
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        assert_eq!(code(&output), 130, "{question:?}: {out}{err}");
        if question[0] == "--json" {
            assert!(
                out.starts_with("{\"error\":{\"kind\":\"stopped\"") && out.lines().count() == 1,
                "{out}"
            );
        } else {
            assert_eq!(
                (out, err),
                ("", "error: stopped, no answer: interrupted\n"),
                "{question:?}"
            );
        }
    }
}

/// If Ctrl-C arrives while the computer computes its move, the position is printed, so that the
/// game can be resumed.
#[test]
fn ctrl_c_stops_a_game_and_says_how_to_go_on() {
    let args = ["play", "chomp(14, 14)", "--first", "computer"];
    let child = grundy()
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    thread::sleep(Duration::from_millis(1000));
    assert!(
        Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status()
            .unwrap()
            .success()
    );
    let output = child.wait_with_output().unwrap();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert_eq!((code(&output), err), (130, ""), "{out}");
    let last = out.lines().last().unwrap();
    assert!(
        last.starts_with("Stopped at chomp(14, 14)[14, ") && last.ends_with("' --first computer"),
        "{out}"
    );
}

#[test]
fn ctrl_c_ends_a_list_of_questions_at_the_one_it_meets() {
    let args = ["solve", "nim[3]", "officers[9000000000000000000]", "nim[4]"];
    let child = grundy()
        .args(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    thread::sleep(Duration::from_millis(1000));
    assert!(
        Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status()
            .unwrap()
            .success()
    );
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 130);
    let out = text(&output.stdout);
    assert!(
        out.contains("nim[3]") && !out.contains("officers") && !out.contains("nim[4]"),
        "{out}"
    );
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = grundy()
        .args(["table", "nim[0..200000]", "--format", "csv"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn hostile_texts_are_refused_and_end_nothing() {
    let scratch = scratch("hostile");
    let depth = 300_000;
    let rules = [
        format!(
            "game Deep {{ state n in 0.. move when {}n{} >= 1 : [n - 1] }}",
            "(".repeat(depth),
            ")".repeat(depth)
        ),
        format!(
            "game Deep {{ state n in 0.. move when {}n >= 1 : [n - 1] }}",
            "not ".repeat(depth / 2)
        ),
        format!(
            "game Deep {{ state n in 0..{}9 move : [n - 1] }}",
            "-".repeat(depth)
        ),
        "game X { state n in 0.. ".to_owned() + &"move : [n] ".repeat(depth / 10),
        "{".repeat(depth),
        "\u{202e}\u{0}\u{feff}".repeat(1000),
        " ".repeat(2_000_000),
    ];
    for (number, rules) in rules.iter().enumerate() {
        let path = scratch.join("hostile.game");
        fs::write(&path, rules).unwrap();
        for command in ["check", "fmt"] {
            let output = run(&[command, path.to_str().unwrap()]);
            assert_eq!(
                code(&output),
                2,
                "{command} {number}: {}",
                text(&output.stderr)
            );
            assert!(
                text(&output.stderr).starts_with("error: "),
                "{command} {number}"
            );
        }
    }
    let questions = [
        format!("nim[{}1{}]", "(".repeat(depth), ")".repeat(depth)),
        format!("nim[{}1]", "-".repeat(depth)),
        "nim[1]+".repeat(depth / 10),
        format!("nim[{}]", vec!["1"; depth].join(",")),
    ];
    for (number, question) in questions.iter().enumerate() {
        let path = scratch.join("hostile.txt");
        fs::write(&path, question).unwrap();
        let output = run(&["solve", "--from", path.to_str().unwrap()]);
        assert_eq!(code(&output), 2, "{number}: {}", text(&output.stderr));
    }
}
