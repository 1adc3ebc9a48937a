//! Tests `kill -9` at any moment of a long run of `grundy heap`. The checkpoint must be complete or
//! absent. A run that resumes from it must write the same bytes as an uninterrupted run.
#![cfg(unix)]

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use base::budget::Budget;
use heap::code::HeapCode;
use heap::stream::NimberStream;
use heap::table::HeapTable;

/// Creates a directory for a test.
fn scratch(test: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("heap_kill")
        .join(test);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// Starts a run with its output in a file.
fn begin(directory: &Path, args: &[&str]) -> Child {
    let out = File::create(directory.join("out")).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command
        .arg("heap")
        .args(args)
        .env("LC_ALL", "C")
        .current_dir(directory)
        .stdin(Stdio::null())
        .stdout(out);
    command.spawn().unwrap()
}

/// Returns the output of an uninterrupted run.
fn output(directory: &Path, args: &[&str]) -> Vec<u8> {
    let status = begin(directory, args).wait().unwrap();
    assert!(status.success(), "{args:?}");
    fs::read(directory.join("out")).unwrap()
}

/// Returns the number of values in the checkpoint, or 0 if the checkpoint does not exist. Panics if
/// the checkpoint is incomplete.
fn known(code: &HeapCode, path: &Path) -> u64 {
    let Ok(bytes) = fs::read(path) else { return 0 };
    if NimberStream::begins(&bytes) {
        NimberStream::load(code, &mut &bytes[..])
            .unwrap_or_else(|why| panic!("{code}: {}", why.en))
            .value_count()
    } else {
        let table = HeapTable::load(code, false, &mut &bytes[..], &Budget::generous());
        table
            .unwrap_or_else(|why| panic!("{code}: {}", why.text().en))
            .value_count() as u64
    }
}

/// Kills a run repeatedly, and compares its final output with that of an uninterrupted run. On a
/// busy machine, a run may end before it is killed between checkpoints; the run is then repeated
/// with other pauses. `state` is the initial checkpoint.
fn kill(test: &str, code: &str, args: &[&str], state: Option<&[u8]>) {
    let between = (5..10).any(|seed| killed(test, code, args, (state, seed)));
    assert!(between, "{code}: killed too late each time");
}

/// Returns an output without the line that names the checkpoint.
fn without_source(output: &[u8]) -> Vec<&[u8]> {
    output
        .split(|&byte| byte == b'\n')
        .filter(|line| !line.starts_with(b"rests on:"))
        .collect()
}

/// Returns true if the run was killed between checkpoints.
fn killed(test: &str, code: &str, args: &[&str], (state, mut seed): (Option<&[u8]>, u64)) -> bool {
    let directory = scratch(test);
    let (file, game) = (directory.join("state"), code.parse::<HeapCode>().unwrap());
    let put = || state.map(|state| fs::write(&file, state).unwrap());
    let whole: Vec<&str> = [
        &[code],
        args,
        &["--checkpoint", "state", "--resume", "--every", "0.01"],
    ]
    .concat();
    put();
    let expected = output(
        &directory,
        if state.is_some() {
            &whole
        } else {
            &whole[..=args.len()]
        },
    );
    assert!(!expected.is_empty());
    let certificate = fs::read(directory.join("period.cert")).ok();
    for made in ["state", "period.cert"] {
        let _ = fs::remove_file(directory.join(made));
    }
    put();
    let (mut kills, mut steps) = (0, vec![known(&game, &file)]);
    let ended = loop {
        let mut child = begin(&directory, &whole);
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        // The pauses grow with the number of kills, so that the run ends on every machine.
        thread::sleep(Duration::from_millis(10 + (seed >> 33) % (50 + 20 * kills)));
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
        let now = known(&game, &file);
        assert!(now >= steps[steps.len() - 1], "{code}: values were lost");
        steps.push(now);
    };
    assert!(ended.success(), "{code}");
    // A resumed run prints one more line, which names its checkpoint.
    let found = fs::read(directory.join("out")).unwrap();
    assert!(
        without_source(&found) == without_source(&expected),
        "{code} {args:?}: another output after {kills} kills at {steps:?}"
    );
    assert!(
        fs::read(directory.join("period.cert")).ok() == certificate,
        "{code} {args:?}: another certificate after {kills} kills at {steps:?}"
    );
    steps.dedup();
    println!(
        "{code} {args:?}: {kills} kills, {} of them after a checkpoint of their own",
        steps.len() - 1
    );
    fs::remove_dir_all(directory).unwrap();
    kills > 2 && steps.len() > 2
}

#[test]
fn a_summary_survives_kills() {
    kill("summary", "0.6", &["--to", "25000", "--summary"], None);
}

#[test]
fn values_that_are_kept_survive_kills() {
    kill("values", "0.6", &["--to", "25000", "--format", "csv"], None);
}

#[test]
fn a_period_survives_kills() {
    kill(
        "period",
        "0.127",
        &["--period", "--certificate", "period.cert"],
        None,
    );
}

/// A run that stores no values writes checkpoints in a different format.
#[test]
fn what_keeps_no_values_survives_kills() {
    let code: HeapCode = "0.6".parse().unwrap();
    let mut table = HeapTable::new(&code, false);
    table.advance(5000, &Budget::generous()).unwrap();
    let stream = NimberStream::from_table(table, false).unwrap_or_else(|| panic!("no stream"));
    let mut state = Vec::new();
    stream.save(&mut state).unwrap();
    kill(
        "stream",
        "0.6",
        &["--to", "25000", "--sparse"],
        Some(&state),
    );
    kill("stream", "0.6", &["--at", "25000"], Some(&state));
}
