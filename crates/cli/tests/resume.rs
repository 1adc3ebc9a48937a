//! `--resume`: a search by parts that was stopped says how far it came, leaves what it found out, and another goes on from there.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What `grundy solve` writes, and its exit code.
fn solve(args: &[&str]) -> (String, String, i32) {
    let ended = Command::new(env!("CARGO_BIN_EXE_grundy")).arg("solve").args(args).env("LC_ALL", "C").output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(ended.stdout), text(ended.stderr), ended.status.code().unwrap())
}

/// A file that is not there.
fn fresh(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("resume");
    fs::create_dir_all(&directory).unwrap();
    let path = directory.join(name);
    let _ = fs::remove_file(&path);
    path
}

/// How many parts were known when a search was stopped.
fn known(errors: &str) -> u64 {
    let far = errors.strip_prefix("error: stopped, no answer: the time limit was reached\nso far ").expect(errors);
    far.split(' ').next().unwrap().parse().unwrap()
}

#[test]
fn a_search_that_was_stopped_goes_on() {
    let path = fresh("cram");
    let file = path.to_str().unwrap();
    let stopped = |question: &str| solve(&["--time", "0.4", "--resume", file, question]);
    let (out, errors, code) = stopped("cram(6, 11)");
    assert_eq!((out.as_str(), code), ("", 4), "{errors}");
    let first = known(&errors);
    let (_, errors, code) = stopped("cram(6, 11)");
    assert_eq!(code, 4);
    assert!(known(&errors) > first, "{errors} after {first}");
    // It is of one game.
    let (_, errors, code) = stopped("cram(5, 11)");
    assert_eq!(code, 2);
    assert!(errors.contains("no search of Cram(R = 5, C = 11) goes on from this file: it is of another game"), "{errors}");
    let (_, errors, code) = stopped("cram(6, 11) + nodekayles");
    assert_eq!(code, 2);
    assert!(errors.contains("is for one game: Cram(R = 6, C = 11) and NodeKayles"), "{errors}");
    let whole = fs::read(&path).unwrap();
    fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    let (_, errors, code) = stopped("cram(6, 11)");
    assert_eq!(code, 2);
    assert!(errors.contains("it is cut short"), "{errors}");
    assert_eq!(fs::read(&path).unwrap().len(), whole.len() / 2, "what cannot be read is left alone");
}

#[test]
fn what_was_found_is_found_at_once() {
    let path = fresh("small");
    let file = path.to_str().unwrap();
    let answer = solve(&["--resume", file, "--json", "cram(4, 7)"]);
    assert_eq!(answer.2, 0, "{}", answer.1);
    let written = fs::read(&path).unwrap();
    assert!(written.len() > 100);
    let again = solve(&["--resume", file, "--json", "cram(4, 7)"]);
    let value = |out: &str| out.split("\"value\":").nth(1).map(|rest| rest[..12].to_owned());
    assert_eq!(value(&again.0), value(&answer.0));
    assert_eq!(fs::read(&path).unwrap(), written, "nothing was found that was not there");
    // Under misère play other things are found, which are not kept.
    let (_, errors, code) = solve(&["--resume", file, "--play", "misere", "cram(4, 4)"]);
    assert_eq!(code, 0, "{errors}");
    assert_eq!(fs::read(&path).unwrap(), written);
    let (_, errors, code) = solve(&["--resume", "/no/such/place", "cram(2, 2)"]);
    assert_eq!(code, 2, "{errors}");
}
