//! Questions asked together: each gets its line, whatever became of those before it.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Half of 10^12 options, none of which a theorem knows.
const SLOW: &str = "game Slow {\n  state n in 0..\n  move k in 1..n when k * k != n + 1 : [n - k]\n}\n";

/// What `grundy solve` writes, on standard output and standard error, and its exit code.
fn solve(args: &[&str], questions: &str) -> (String, String, i32) {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("batches");
    fs::create_dir_all(&directory).unwrap();
    fs::write(directory.join("slow.game"), SLOW).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(["solve", "--file", "slow.game"]).args(args).env("LC_ALL", "C").current_dir(&directory);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(questions.as_bytes()).unwrap();
    let ended = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(ended.stdout), text(ended.stderr), ended.status.code().unwrap())
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
        assert!(line.starts_with(&start) && line.ends_with(": error: stopped, no answer: the time limit was reached"), "{line}");
    }
    let (out, errors, code) = solve(&["--time", "0.5", "--json"], questions);
    assert_eq!((out.lines().count(), errors.as_str(), code), (4, "", 4));
    assert!(out.lines().skip(1).all(|line| line.contains("\"error\"")), "{out}");
}
