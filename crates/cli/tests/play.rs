//! Complete games with `grundy play`, as transcripts: a line `$ grundy play …`, followed by the
//! output of the program to a pipe. The program echoes its input after the prompt, so the lines
//! `> …` are also the input. The transcripts are in `tests/play/*.txt`, in `docs/play.md` and in
//! its Chinese version. After a change, `TRYCMD=overwrite cargo test -p grundy-cli play::` rewrites
//! all of them. A new transcript in `tests/play` needs only its command and its input. Review the
//! difference before you commit it.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Splits a command into words like a shell, with single quotes only.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (i, part) in command.split('\'').enumerate() {
        match i % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words
}

/// Runs the command of a transcript with its input. Returns standard output, followed by standard
/// error.
fn played(transcript: &str) -> String {
    let (first, rest) = transcript.split_once('\n').unwrap();
    let command = words(
        first
            .strip_prefix("$ grundy ")
            .unwrap_or_else(|| panic!("no command: {first}")),
    );
    let lines: Vec<&str> = rest.lines().collect();
    let mut input = String::new();
    for (i, line) in lines.iter().enumerate() {
        let ends = lines.get(i + 1).is_none_or(|next| {
            next.starts_with("The input ended") || next.starts_with("输入已结束")
        });
        match line.strip_prefix('>') {
            Some(typed) if !(ends && typed.trim().is_empty()) => {
                input += &format!("{}\n", typed.strip_prefix(' ').unwrap_or(typed))
            }
            _ => {}
        }
    }
    let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(command)
        .current_dir(root())
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A game that ends before the end of its input stops reading.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{first}");
    let text =
        String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    let whole: Vec<&str> = text.lines().map(str::trim_end).collect();
    format!("{first}\n{}\n", whole.join("\n"))
}

#[test]
fn transcripts() {
    let overwrite = std::env::var("TRYCMD").is_ok_and(|value| value == "overwrite");
    let mut files: Vec<PathBuf> = fs::read_dir(root().join("crates/cli/tests/play"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    assert!(files.len() > 10);
    let mut different = Vec::new();
    for path in files {
        let expected = fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
        let found = played(&expected);
        if overwrite {
            fs::write(&path, found).unwrap();
        } else if found != expected {
            different.push(format!("{}\n{found}", path.display()));
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
}

#[test]
fn the_games_in_the_documentation_are_played_as_they_stand_there() {
    for name in ["docs/play.md", "docs/play.zh-CN.md"] {
        let text = fs::read_to_string(root().join(name))
            .unwrap()
            .replace("\r\n", "\n");
        let blocks: Vec<&str> = text
            .split("```text\n")
            .skip(1)
            .map(|block| block.split("```").next().unwrap())
            .filter(|block| block.starts_with("$ grundy "))
            .collect();
        assert!(blocks.len() >= 5, "{name}");
        let overwrite = std::env::var("TRYCMD").is_ok_and(|value| value == "overwrite");
        let mut fresh = text.clone();
        for block in blocks {
            let found = played(block);
            assert!(overwrite || found == block, "{found}");
            fresh = fresh.replace(block, &found);
        }
        if overwrite {
            fs::write(root().join(name), fresh).unwrap();
        }
    }
}

/// If the input ends, the game exits normally. Input that is not text is not a move.
#[test]
fn any_input_leaves_the_game_standing() {
    for input in [
        &b""[..],
        b"\n\n",
        b"\xff\xfe\n",
        b"9999999999999999999999999\n",
        b"moves 0\nmoves x\nmoves 99999999999999999999\n",
        b"1: 2: 3:\n;;;\n: \n[\n0\n-1\n",
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
            .args(["play", "nim[2] + nim[2]"])
            .env("LC_ALL", "C")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input).unwrap();
        let output = child.wait_with_output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(0), "{text}");
        assert!(
            text.ends_with("The input ended before the game was finished.\n"),
            "{text}"
        );
        assert!(!text.contains("Move 1, you"), "{text}");
    }
}
