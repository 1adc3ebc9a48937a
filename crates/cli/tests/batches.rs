//! Tests batches of questions: each question gets its line of output, whatever the results of the
//! previous questions.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

/// A game whose positions up to n = 10^6 have 5·10^11 options, and to which no theorem applies.
const SLOW: &str =
    "game Slow {\n  state n in 0..\n  move k in 1..n when k * k != n + 1 : [n - k]\n}\n";

/// Runs `grundy solve`. Returns the standard output, standard error and exit code of the command.
fn solve(args: &[&str], questions: &str) -> (String, String, i32) {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("batches");
    fs::create_dir_all(&directory).unwrap();
    fs::write(directory.join("slow.game"), SLOW).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command
        .args(["solve", "--file", "slow.game"])
        .args(args)
        .env("LC_ALL", "C")
        .current_dir(&directory);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(questions.as_bytes())
        .unwrap();
    let ended = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        text(ended.stdout),
        text(ended.stderr),
        ended.status.code().unwrap(),
    )
}

#[test]
fn after_a_question_that_took_all_the_time_the_others_get_their_lines() {
    let questions = "nim[5]\nslow[1000000]\nnim[3]\nnim[no]\n";
    let (out, errors, code) = solve(&["--time", "0.5"], questions);
    assert!(out.starts_with("position: nim[5]\n"), "{out}");
    let lines: Vec<&str> = errors.lines().collect();
    assert_eq!((lines.len(), code), (3, 4), "{errors}");
    for (line, number) in lines.iter().zip(2..) {
        let start = format!("line {number}: ");
        assert!(
            line.starts_with(&start)
                && line.ends_with(": error: stopped, no answer: the time limit was reached"),
            "{line}"
        );
    }
    let (out, errors, code) = solve(&["--time", "0.5", "--json"], questions);
    assert_eq!((out.lines().count(), errors.as_str(), code), (4, "", 4));
    assert!(
        out.lines().skip(1).all(|line| line.contains("\"error\"")),
        "{out}"
    );
}

/// Starts a command whose standard input stays open. Returns the running command with its output
/// lines.
fn open(args: &[&str]) -> (Child, Receiver<String>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command
        .args(args)
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let (sender, lines) = channel();
    let out = BufReader::new(child.stdout.take().unwrap());
    thread::spawn(move || {
        out.lines()
            .map_while(Result::ok)
            .try_for_each(|line| sender.send(line))
    });
    (child, lines)
}

/// Writes a text to a command and returns its next output line; `None` if no line arrives.
fn asked(child: &mut Child, lines: &Receiver<String>, text: &str) -> Option<String> {
    child
        .stdin
        .as_mut()
        .unwrap()
        .write_all(text.as_bytes())
        .unwrap();
    lines.recv_timeout(Duration::from_secs(20)).ok()
}

#[test]
fn each_line_is_answered_before_the_next_is_there() {
    let (mut child, lines) = open(&["--json", "solve"]);
    for size in 3..6 {
        let line = asked(&mut child, &lines, &format!("nim[{size}]\n")).expect("an answer");
        assert!(line.contains(&format!("\"value\":{size},")), "{line}");
    }
    // Comments and empty lines count as lines, a line may arrive in pieces, and an error does not
    // end the list.
    child
        .stdin
        .as_mut()
        .unwrap()
        .write_all("# ?\n\nkay".as_bytes())
        .unwrap();
    let line = asked(&mut child, &lines, "les[\n").expect("an error");
    assert!(
        line.contains("\"error\"") && line.contains("\"line\":6"),
        "{line}"
    );
    // The last line may lack a line end.
    child.stdin.as_mut().unwrap().write_all(b"nim[9]").unwrap();
    drop(child.stdin.take());
    assert!(
        lines
            .recv_timeout(Duration::from_secs(20))
            .expect("an answer")
            .contains("\"value\":9,")
    );
    assert_eq!(child.wait().unwrap().code(), Some(2));
    for (args, text, wanted) in [
        (&["solve"][..], "nim[3]\n", "position: nim[3]"),
        (&["moves"], "nim[3]\n", "position: nim[3]"),
        (&["nim", "-"], "2 * 3\n", "1"),
        (&["heap", "-"], "0.77\n", ""),
    ] {
        let (mut child, lines) = open(args);
        let line = asked(&mut child, &lines, text).unwrap_or_else(|| panic!("{args:?}: no answer"));
        assert!(line.starts_with(wanted), "{args:?}: {line}");
        drop(child.stdin.take());
        while lines.recv_timeout(Duration::from_secs(20)).is_ok() {}
        assert_eq!(child.wait().unwrap().code(), Some(0), "{args:?}");
    }
}

#[test]
fn a_line_that_is_no_text_ends_the_list() {
    let (mut child, lines) = open(&["--json", "solve"]);
    assert!(
        asked(&mut child, &lines, "nim[3]\n")
            .expect("an answer")
            .contains("\"value\":3,")
    );
    child
        .stdin
        .as_mut()
        .unwrap()
        .write_all(b"nim[\xff]\n")
        .unwrap();
    let line = lines
        .recv_timeout(Duration::from_secs(20))
        .expect("an error");
    assert!(line.contains("byte 11 is not UTF-8 text"), "{line}");
    assert_eq!(child.wait().unwrap().code(), Some(2));
}
