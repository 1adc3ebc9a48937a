//! Tests injection: texts that try to escape from their quotes (`testkit::injection`) pass through
//! every command and every output format. No hidden character may reach standard output or standard
//! error. XML and JSON must be well-formed, and no program named in such a text may be run.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use base::escaping::{is_hidden, notation};
use testkit::injection::{HIDDEN, NAMES, VISIBLE, long};

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join("injected")
        .join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn grundy(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command
        .args(args)
        .current_dir(folder)
        .env("LC_ALL", "C")
        .env("TMPDIR", folder)
        .env("TMP", folder)
        .stdin(Stdio::null());
    command
}

/// Runs a command and returns its output. Asserts that the output contains no hidden characters and
/// that no code from a text was run.
fn checked(folder: &Path, args: &[&str], input: &str) -> Output {
    let mut child = grundy(folder, args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    for bytes in [&output.stdout, &output.stderr] {
        let text = String::from_utf8(bytes.clone()).unwrap();
        let found = text
            .chars()
            .find(|&c| is_hidden(c) && c != '\n' && c != '\t');
        assert_eq!(found.map(notation), None, "{args:?}: {text:?}");
    }
    assert!(
        output.status.code().is_some_and(|code| code < 5),
        "{args:?}: {output:?}"
    );
    assert!(!folder.join("PWNED").exists(), "{args:?} ran a text");
    output
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// Escapes the braces in a label, so that they are literal.
fn braced(label: &str) -> String {
    label.replace('{', "{{").replace('}', "}}")
}

/// Returns a game whose label, note, terms and pictures are the given text.
fn game(label: &str) -> String {
    let moved = braced(label);
    format!(
        "game I(m = 2) {{\n  about \"{label}\"\n  note \"{label}\"\n  state n in 0..\n  move \"{moved}\" k in 1..m : [n - k]\n  expect SG(4) == 1\n}}\n"
    )
}

/// The rule language refuses hidden characters in strings. The error contains the location of the
/// characters, and the message and the quoted source line show the characters escaped.
#[test]
fn strings_with_hidden_characters_are_refused() {
    let folder = folder("refused");
    for hidden in HIDDEN {
        let rules = folder.join("i.game");
        fs::write(&rules, game(hidden)).unwrap();
        for args in [
            &["moves", "i[3]"][..],
            &["law", "i", "--emit", "python"],
            &["law", "i", "--emit", "python", "--run"],
            &["check", "i.game"],
            &["fmt", "i.game"],
            &["play", "i[3]"],
        ] {
            let files = ["check", "fmt"].contains(&args[0]);
            let all = if files {
                args.to_vec()
            } else {
                [args, &["--file", "i.game"]].concat()
            };
            let output = checked(&folder, &all, "");
            assert_eq!(output.status.code(), Some(2), "{all:?}: {output:?}");
            let shown = hidden
                .chars()
                .find(|&c| is_hidden(c))
                .map(notation)
                .unwrap();
            let said = text(&output.stderr);
            // A line end causes a different message, because the line then ends before the closing
            // quote.
            assert!(
                hidden.contains('\n')
                    || said.contains(&format!("a string cannot contain the character {shown}")),
                "{all:?}: {said}"
            );
            assert!(said.contains("i.game:2:"), "{all:?}: {said}");
        }
        let output = checked(&folder, &["check", "i.game", "--json"], "");
        let error: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(error["error"]["diagnostics"][0]["line"], 2, "{error}");
    }
    // Hidden characters are also refused in comments, which `fmt` copies. A carriage return at the
    // end of a line is part of the line end.
    for (rules, code) in [
        ("# a\rb\ngame I { state n in 0.. move : [n - 1] }", 2),
        (
            "# a\t b\r\ngame I {\r\n state n in 0.. move : [n - 1] }\r\n",
            0,
        ),
    ] {
        let output = checked(&folder, &["fmt", "-"], rules);
        assert_eq!(output.status.code(), Some(code), "{output:?}");
    }
}

/// Tests a rule file from a bug report, whose label contains Python code: no code runs, and no code
/// is emitted.
#[test]
fn a_rule_file_runs_no_program() {
    let folder = folder("program");
    let label = "a\rimport os; os.system('touch PWNED') #";
    fs::write(
        folder.join("i.game"),
        format!("game I(m = 3) {{\n state n in 0..\n move \"{label}\" k in 1..m : [n - k]\n}}\n"),
    )
    .unwrap();
    for run in [&[][..], &["--run"]] {
        let output = checked(
            &folder,
            &[
                &[
                    "law", "--file", "i.game", "i", "--emit", "python", "-o", "i.py",
                ],
                run,
            ]
            .concat(),
            "",
        );
        assert_eq!(output.status.code(), Some(2));
        assert!(!folder.join("i.py").exists());
        assert!(
            text(&output.stderr).contains("a string cannot contain the character \\u{d}"),
            "{output:?}"
        );
    }
}

/// Code for rules from a file is run only on request. A fake interpreter that creates a marker file
/// must not be called.
#[cfg(unix)]
#[test]
fn code_of_files_runs_on_request_only() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder("request");
    let (programs, seen) = (folder.join("programs"), folder.join("seen"));
    fs::create_dir_all(&programs).unwrap();
    let python = programs.join("python3");
    // The fake interpreter records its arguments, its folder and its environment.
    let script = format!(
        "#!/bin/sh\nif [ \"$1\" = --version ]; then exit 0; fi\n{{ echo \"$@\"; /bin/pwd; /bin/ls -A .; echo end; /usr/bin/env; }} > '{}'\nexec /usr/bin/python3 \"$@\"\n",
        seen.display()
    );
    fs::write(&python, script).unwrap();
    fs::set_permissions(&python, fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(folder.join("i.game"), game("take {k}")).unwrap();
    let path = format!("{}:/usr/bin:/bin", programs.display());
    let run = |args: &[&str]| {
        grundy(&folder, args)
            .env("PATH", &path)
            .env("SECRET", "x")
            .env("PYTHONSTARTUP", "x")
            .output()
            .unwrap()
    };
    let output = run(&["law", "--file", "i.game", "i", "--emit", "python"]);
    assert!(output.status.success(), "{output:?}");
    assert!(!seen.exists(), "the code ran");
    let said = "This code was not compared with the law, because its rules come from a file; the option --run runs and compares it.";
    assert!(text(&output.stdout).contains(said), "{output:?}");
    assert!(
        text(&output.stderr).contains("use --run to run and compare it"),
        "{output:?}"
    );
    if !Path::new("/usr/bin/python3").exists() {
        println!("skipped: python3 is not installed");
        return;
    }
    for args in [
        &["law", "nim", "--emit", "python"][..],
        &["law", "--file", "i.game", "i", "--emit", "python", "--run"],
    ] {
        let _ = fs::remove_file(&seen);
        let output = run(args);
        assert!(
            output.status.success() && output.stderr.is_empty(),
            "{args:?}: {output:?}"
        );
        assert!(
            text(&output.stdout).contains("This code was run and compared with the law at"),
            "{args:?}: {output:?}"
        );
        let seen = fs::read_to_string(&seen).unwrap();
        let (called, environment) = seen.split_once("\nend\n").unwrap();
        let lines: Vec<&str> = called.lines().collect();
        assert!(lines[0].starts_with("-I -S "), "{seen}");
        assert!(
            lines.len() == 2 && lines[1].ends_with("/work"),
            "the folder is not empty: {seen}"
        );
        assert!(
            !environment.contains("SECRET")
                && !environment.contains("PYTHONSTARTUP")
                && !environment.contains("HOME="),
            "{seen}"
        );
    }
}

/// Tests labels, notes and names without hidden characters in every output format. XML and JSON
/// must be well-formed, and code must run.
#[test]
fn visible_texts_pass_every_format() {
    let folder = folder("visible");
    let texts: Vec<String> = VISIBLE
        .iter()
        .map(|text| (*text).to_owned())
        .chain([long()])
        .collect();
    let formats: [&[&str]; 26] = [
        &["moves", "i[3]"],
        &["moves", "i[3]", "--json"],
        &["solve", "i[3]"],
        &["why", "i[3]"],
        &["why", "i[3]", "--json"],
        &["explain", "i[3]", "--all"],
        &["stats", "i[3]"],
        &["reply", "i[3]"],
        &["draw", "i[3]"],
        &["draw", "i[3]", "--format", "svg"],
        &["graph", "i[3]", "--format", "dot"],
        &["graph", "i[3]", "--format", "svg"],
        &["graph", "i[3]", "--format", "graphml"],
        &["graph", "i[3]", "--json"],
        &["chart", "i[0..9]"],
        &["chart", "i[0..9]", "--format", "svg"],
        &["export", "i[3]", "--cgsuite"],
        &["table", "i[0..9]", "--format", "csv"],
        &["table", "i[0..9]", "--format", "markdown"],
        &["table", "i[0..9]", "--format", "latex"],
        &["law", "i"],
        &["law", "i", "--emit", "python"],
        &["law", "i", "--emit", "latex"],
        &["law", "i", "--emit", "dot"],
        &["law", "i", "--emit", "svg"],
        &["law", "i", "--json"],
    ];
    for label in testkit::some(texts, 8) {
        fs::write(folder.join("i.game"), game(&label)).unwrap();
        for format in &formats {
            let output = checked(&folder, &[*format, &["--file", "i.game"]].concat(), "");
            assert_eq!(
                output.status.code(),
                Some(0),
                "{format:?} {label}: {output:?}"
            );
            let written = text(&output.stdout);
            if format.contains(&"svg") || format.contains(&"graphml") {
                roxmltree::Document::parse(written)
                    .unwrap_or_else(|why| panic!("{format:?} {label}: {why}\n{written}"));
            }
            if format.contains(&"--json") {
                serde_json::from_str::<serde_json::Value>(written)
                    .unwrap_or_else(|why| panic!("{format:?} {label}: {why}\n{written}"));
            }
        }
        assert_eq!(
            checked(&folder, &["check", "i.game"], "").status.code(),
            Some(0),
            "{label}"
        );
        let formatted = checked(&folder, &["fmt", "i.game"], "");
        assert_eq!(
            text(&checked(&folder, &["fmt", "-"], text(&formatted.stdout)).stdout),
            text(&formatted.stdout),
            "{label}"
        );
        checked(
            &folder,
            &["play", "i[5]", "--file", "i.game"],
            "moves\nwhy\nrules\nquit\n",
        );
        checked(&folder, &["law", "--gallery", ".", "--file", "i.game"], "");
        let rows = fs::read_to_string(folder.join("laws-examples.md")).unwrap();
        assert!(
            !rows.contains("<script") && !rows.contains("<img") && !rows.contains("](http"),
            "{rows}"
        );
    }
    // Runs code that contains all texts without hidden characters at once.
    let moves: String = VISIBLE
        .iter()
        .map(|label| format!("  move \"{}\" : [n - 1]\n", braced(label)))
        .collect();
    fs::write(
        folder.join("all.game"),
        format!("game coding {{\n  state n in 0..\n{moves}}}\n"),
    )
    .unwrap();
    for language in testkit::rounds(&["python"][..], &["python", "cpp", "rust"]) {
        let output = checked(
            &folder,
            &[
                "law", "coding", "--file", "all.game", "--emit", language, "--run",
            ],
            "",
        );
        assert_eq!(output.status.code(), Some(0), "{output:?}");
    }
}

/// Tests names with a meaning in other programming languages, used as names of games, parameters
/// and slots.
#[test]
fn names_pass_every_format() {
    let folder = folder("names");
    // A combining mark is not allowed in a name.
    for name in
        testkit::some(NAMES, 6).filter(|name| name.chars().all(|c| c.is_alphanumeric() || c == '_'))
    {
        fs::write(
            folder.join("i.game"),
            format!("game {name} {{ state {name} in 0.. move k in 1..{name} : [{name} - k] }}"),
        )
        .unwrap();
        let position = format!("{name}[3]");
        for format in [
            &["moves", &position][..],
            &["graph", &position, "--format", "graphml"],
            &["law", name, "--emit", "python", "--run"],
            &["law", name, "--emit", "latex"],
        ] {
            let output = checked(&folder, &[format, &["--file", "i.game"]].concat(), "");
            assert_eq!(
                output.status.code(),
                Some(0),
                "{name} {format:?}: {output:?}"
            );
        }
    }
}

/// Tests questions, file names, certificates, tables and requests with hidden characters: every
/// answer shows hidden characters escaped.
#[cfg(unix)]
#[test]
fn hidden_characters_of_arguments_are_shown() {
    let folder = folder("arguments");
    for hidden in testkit::some(HIDDEN, 3).filter(|hidden| !hidden.contains('\0')) {
        let file = format!("{}.game", hidden.replace('/', ":"));
        fs::write(folder.join(&file), game("take {k}")).unwrap();
        fs::write(folder.join(format!("{file}.bad")), "game {").unwrap();
        let (bad, certificate) = (format!("{file}.bad"), format!("{file}.cert"));
        fs::write(
            folder.join(&certificate),
            format!("grundy certificate 1\nclaim {hidden}\n"),
        )
        .unwrap();
        let question = format!("nim[{hidden}");
        for args in [
            &["solve", &question][..],
            &["solve", &question, "--json"],
            &["solve", hidden],
            &[hidden],
            &["solve", "nim[1]", hidden],
            &["law", hidden],
            &["games", hidden],
            &["theorem", hidden],
            &["solve", "i[3]", "--file", &file],
            &["solve", "i[3]", "--file", &bad],
            &["solve", "i[3]", "--file", &bad, "--json"],
            &["check", &file, &bad],
            &["fmt", "--check", &file],
            &["verify", &certificate],
            &["verify", hidden],
            &["law", "--table", &bad],
            &["solve", "nim[3]", "--load", &bad],
            &["chart", "nim[3]", "-o", &bad],
            &[
                "big", "jobs", "--for", "parallel", "--shares", "2", "--store", hidden, "nim[3]",
            ],
        ] {
            checked(&folder, args, "");
        }
        checked(&folder, &["solve", "-"], &format!("{hidden}\nnim[1]\n"));
        checked(
            &folder,
            &["solve", "-", "--json"],
            &format!("nim[2] {hidden}\nnim[1]\n"),
        );
        checked(&folder, &["play", "nim[3]"], &format!("{hidden}\nquit\n"));
        checked(&folder, &["judge", "nim"], hidden);
    }
}

/// A job for other machines quotes names, so that no part of them is interpreted by the shell, by
/// GNU parallel or as YAML.
#[cfg(unix)]
#[test]
fn jobs_quote_names() {
    let folder = folder("jobs");
    for name in [
        "a{}b",
        "a{= system('touch PWNED') =}b",
        "$(touch PWNED)",
        "it's",
        "a\"b\\c",
        "`touch PWNED`",
        "{1}{#}{%}",
    ] {
        let store = format!("/tmp/{name}");
        for system in ["parallel", "slurm", "kubernetes"] {
            let output = checked(
                &folder,
                &[
                    "big",
                    "jobs",
                    "--for",
                    system,
                    "--shares",
                    "2",
                    "--store",
                    &store,
                    "ladders(6, 4)",
                ],
                "",
            );
            assert_eq!(output.status.code(), Some(0), "{output:?}");
            let job = text(&output.stdout);
            let line = job.lines().find(|line| line.contains("big share")).unwrap();
            assert!(
                !line.contains("{}b")
                    && !line.contains("{=")
                    && !line.contains("$(")
                    && !line.contains("{1}"),
                "{job}"
            );
            // Replaces the command by a shell function that only prints its arguments.
            if system == "slurm" {
                let script = job.replace(
                    "grundy big share",
                    "said() { for word in \"$@\"; do printf '<%s>\\n' \"$word\"; done; }; said",
                );
                let run = Command::new("sh")
                    .args(["-c", &script])
                    .current_dir(&folder)
                    .output()
                    .unwrap();
                assert!(
                    text(&run.stdout).contains(&format!("<{store}>")),
                    "{run:?}\n{script}"
                );
            }
        }
        assert!(!folder.join("PWNED").exists());
    }
    let output = checked(
        &folder,
        &[
            "big",
            "jobs",
            "--for",
            "slurm",
            "--shares",
            "2",
            "--store=-rf",
            "ladders(6, 4)",
        ],
        "",
    );
    assert!(
        text(&output.stdout).contains("--store ./-rf "),
        "{output:?}"
    );
    // A file name that contains a line end is printed on one line.
    let output = checked(&folder, &["check", "a\nerror: b.game"], "");
    assert_eq!(text(&output.stderr).lines().count(), 1, "{output:?}");
}
