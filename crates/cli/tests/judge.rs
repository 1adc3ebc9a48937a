//! Tests `grundy judge --interact` with misbehaving programs: they exit, close a pipe, write more
//! than a line, or write nothing. The exit code is 0 only if the program has won.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};

/// Starts a game of the judge against this test.
fn start(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(["judge", "--interact"])
        .args(args)
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Sends bytes to the judge without waiting for its output. Returns the exit code and the complete
/// output of the judge. Bytes that the judge no longer reads are ignored.
fn say(args: &[&str], said: &[u8]) -> (Option<i32>, String) {
    let mut judge = start(args);
    let _ = judge.stdin.take().unwrap().write_all(said);
    let output = judge.wait_with_output().unwrap();
    (
        output.status.code(),
        String::from_utf8(output.stdout).unwrap(),
    )
}

#[test]
fn the_program_ends_or_says_rubbish() {
    for said in [
        &b""[..],
        b"\n",
        b"\xff\xfe\0\n",
        b"take 9\n",
        b"nim[2",
        &[b'x'; 100_000],
    ] {
        let (code, out) = say(&["nim[3]"], said);
        assert_eq!(code, Some(1), "{out}");
        assert!(
            out.lines().last().unwrap().starts_with("end broke: "),
            "{out}"
        );
    }
}

/// A line without an end must not exhaust the memory.
#[test]
fn a_line_has_an_end() {
    let (code, out) = say(&["nim[3]", "--memory", "64M"], &vec![b'x'; 80 << 20]);
    assert_eq!(code, Some(1), "{out}");
    assert!(
        out.ends_with("end broke: a line must have at most 1048576 bytes\n"),
        "{out}"
    );
}

/// A winning move counts, even if the program stops reading before the end of the game. A program
/// that neither reads nor writes has not won.
#[test]
fn the_program_closes_its_ears() {
    for (said, expected) in [(&b"0\n"[..], 0), (b"nim[1]\n", 1), (b"", 1)] {
        let mut judge = start(&["nim[3]"]);
        let mut heard = BufReader::new(judge.stdout.take().unwrap());
        let mut line = String::new();
        while line != "your move\n" {
            line.clear();
            assert!(heard.read_line(&mut line).unwrap() > 0);
        }
        drop(heard);
        judge.stdin.take().unwrap().write_all(said).unwrap();
        assert_eq!(judge.wait().unwrap().code(), Some(expected), "{said:?}");
    }
}

/// The time limit also runs while the program computes.
#[test]
fn a_silent_program_ends_with_the_clock() {
    let mut judge = start(&["nim[3]", "--time", "0.2"]);
    let silent = judge.stdin.take().unwrap();
    let output = judge.wait_with_output().unwrap();
    drop(silent);
    assert_eq!(output.status.code(), Some(4));
    assert!(
        String::from_utf8(output.stderr)
            .unwrap()
            .contains("time limit")
    );
}
