//! Tests `grundy heap` with unusual command lines, with files that it must not damage, and with
//! endless values.
#![cfg(unix)]

use std::fs::{self, File};
use std::io::Read;
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

/// Creates a directory for a test.
fn scratch(test: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("heap_files")
        .join(test);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn heap(directory: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command
        .arg("heap")
        .args(args)
        .env("LC_ALL", "C")
        .current_dir(directory)
        .stdin(Stdio::null());
    command
}

fn run(directory: &Path, args: &[&str]) -> Output {
    heap(directory, args).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// Returns every file of a directory with its bytes.
fn files(directory: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files: Vec<_> = fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    files
        .into_iter()
        .map(|path| (path.clone(), fs::read(path).unwrap_or_default()))
        .collect()
}

#[test]
fn odd_command_lines_are_refused_and_harm_no_file() {
    let directory = scratch("odd");
    let good = run(
        &directory,
        &[
            "0.6",
            "--to",
            "500",
            "--summary",
            "--checkpoint",
            "good.state",
        ],
    );
    assert!(good.status.success(), "{}", text(&good.stderr));
    let bytes = fs::read(directory.join("good.state")).unwrap();
    let mut flipped = bytes.clone();
    flipped[60] ^= 4;
    for (name, content) in [
        ("cut.state", &bytes[..100]),
        ("flipped.state", &flipped),
        ("empty.state", b""),
        ("text.state", b"hello\n"),
    ] {
        fs::write(directory.join(name), content).unwrap();
    }
    fs::create_dir(directory.join("folder")).unwrap();
    fs::write(directory.join("sealed"), "keep").unwrap();
    fs::set_permissions(directory.join("sealed"), fs::Permissions::from_mode(0o400)).unwrap();
    let before = files(&directory);
    let refused: [(&str, &str); 45] = [
        (
            "0.77 --at 5 --period",
            "'--at <N>' cannot be used with '--period'",
        ),
        (
            "0.77 --at 5 --summary",
            "'--at <N>' cannot be used with '--summary'",
        ),
        (
            "0.77 --at 5 --sparse",
            "'--at <N>' cannot be used with '--sparse'",
        ),
        (
            "0.77 --at 5 --format raw",
            "'--at <N>' cannot be used with '--format <FORMAT>'",
        ),
        ("0.77 --at -5", "unexpected argument '-5'"),
        (
            "0.77 --at five",
            "expected a natural number of at most 1100 digits",
        ),
        (
            "0.77 --sparse --format csv",
            "'--sparse' cannot be used with '--format <FORMAT>'",
        ),
        (
            "0.77 --summary --format csv",
            "'--summary' cannot be used with '--format <FORMAT>'",
        ),
        (
            "0.77 --format xml",
            "[possible values: text, bfile, csv, raw]",
        ),
        (
            "0.77 --json --format csv",
            "--json and --format both set how values are written",
        ),
        ("0.77 --survey 2", "cannot be used with '--survey <DIGITS>'"),
        ("--survey 9", "9 is not in 1..=5"),
        (
            "--survey 1 --format csv",
            "'--survey <DIGITS>' cannot be used with '--format <FORMAT>'",
        ),
        (
            "--survey 1 --summary",
            "'--survey <DIGITS>' cannot be used with '--summary'",
        ),
        (
            "--survey 1 --resume",
            "'--survey <DIGITS>' cannot be used with '--resume'",
        ),
        (
            "--survey 1 --threads 2",
            "'--survey <DIGITS>' cannot be used with '--threads <N>'",
        ),
        (
            "--survey 1 --to 50 --csv no/such.csv",
            "no/such.csv cannot be written: No such file",
        ),
        (
            "--survey 1 --to 50 --csv folder",
            "folder cannot be written: Is a directory",
        ),
        (
            "--survey 1 --to 50 --certificate good.state",
            "good.state cannot be created: File exists",
        ),
        ("0.77 --csv out.csv", "cannot be used with '--csv <FILE>'"),
        ("0.77 --threads 0", "0 is not in 1..=64"),
        ("0.77 --to 1e6", "expected a natural number of at most"),
        (
            "0.77 --to 99999999999999999999",
            "expected a natural number of at most",
        ),
        (
            "0.77 --to 99999999999",
            "use --format csv, --format raw or --summary",
        ),
        ("0.77 --resume", "--checkpoint <FILE>"),
        ("0.77 --every 5", "--checkpoint <FILE>"),
        (
            "0.77 --every 61 --checkpoint new",
            "expected a number of seconds from 0.01 to 60",
        ),
        (
            "0.77 --every nan --checkpoint new",
            "expected a number of seconds from 0.01 to 60",
        ),
        (
            "0.6 --checkpoint good.state",
            "good.state already exists; use --resume to continue from it",
        ),
        (
            "0.6 --checkpoint cut.state --resume",
            "cut.state: this checkpoint is damaged or truncated",
        ),
        (
            "0.6 --checkpoint flipped.state --resume",
            "flipped.state: this checkpoint is damaged or truncated",
        ),
        (
            "0.6 --checkpoint empty.state --resume",
            "empty.state: this checkpoint is damaged or truncated",
        ),
        (
            "0.6 --checkpoint text.state --resume",
            "text.state: this checkpoint is damaged or truncated",
        ),
        (
            "0.6 --checkpoint folder --resume",
            "cannot read folder: Is a directory",
        ),
        (
            "0.77 --checkpoint good.state --resume",
            "good.state: this checkpoint is for 0.6, expected 0.77; remove this file to start over",
        ),
        // Both runs would take a long time before they write anything.
        (
            "0.454 --period --checkpoint no/such",
            "no/such cannot be written: No such file",
        ),
        (
            "0.454 --period --certificate no/such",
            "no/such cannot be written: No such file",
        ),
        (
            "0.77 --period --certificate folder",
            "folder cannot be written: Is a directory",
        ),
        (
            "0.77 --period --certificate sealed",
            "sealed cannot be written: permission denied",
        ),
        (
            "0.77 --period --certificate new --checkpoint new",
            "cannot use new for both the checkpoint and the certificate",
        ),
        ("0.77x", "expected a digit 0 to F"),
        ("77", "did you mean `0.77`?"),
        (
            "0.77 0.6 --checkpoint new",
            "--checkpoint: expected one code, found 2",
        ),
        (
            "0.77 0.6 --period --certificate new",
            "--certificate: expected one code, found 2",
        ),
        (
            "0.77 0.6 --format csv",
            "--format: expected one code, found 2",
        ),
    ];
    for (line, said) in refused {
        let args: Vec<&str> = line.split(' ').collect();
        let output = run(&directory, &args);
        let told = if args.contains(&"--json") {
            text(&output.stdout)
        } else {
            text(&output.stderr)
        };
        assert_eq!(output.status.code(), Some(2), "{line}: {told}");
        assert!(told.contains(said), "{line}: {told}");
        assert!(
            args.contains(&"--json") || output.stdout.is_empty(),
            "{line}"
        );
    }
    assert!(
        files(&directory) == before,
        "a file was made, changed or taken away"
    );
}

/// The target of a link is written, and paths that are not regular files are not replaced.
#[test]
fn links_and_pipes_stay_what_they_are() {
    let directory = scratch("links");
    fs::write(directory.join("real"), "old").unwrap();
    std::os::unix::fs::symlink("real", directory.join("link")).unwrap();
    assert!(
        run(&directory, &["0.77", "--period", "--certificate", "link"])
            .status
            .success()
    );
    assert!(
        fs::symlink_metadata(directory.join("link"))
            .unwrap()
            .is_symlink()
    );
    let certificate = fs::read(directory.join("real")).unwrap();
    assert!(text(&certificate).starts_with("grundy certificate 1\n"));
    let pipe = directory.join("pipe");
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    let reader = thread::spawn({
        let pipe = pipe.clone();
        move || fs::read(pipe).unwrap()
    });
    assert!(
        run(&directory, &["0.77", "--period", "--certificate", "pipe"])
            .status
            .success()
    );
    assert!(reader.join().unwrap() == certificate);
    assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());
}

/// With a proved period the output is endless. The time limit, Ctrl-C or a closed reader ends the
/// output.
#[test]
fn values_without_end_are_ended() {
    let directory = scratch("endless");
    const DISTANT_BOUND: &str = "1000000000000000000";
    let limited = run(
        &directory,
        &[
            "0.77",
            "--to",
            DISTANT_BOUND,
            "--format",
            "csv",
            "--time",
            "0.5",
        ],
    );
    assert_eq!(
        (limited.status.code(), text(&limited.stderr)),
        (
            Some(4),
            "error: stopped, no answer: the time limit was reached\n"
        )
    );
    let written = text(&limited.stdout);
    assert!(written.starts_with("n,value\n0,0\n1,1\n2,2\n3,3\n4,1\n") && written.ends_with('\n'));
    let last = written.lines().last().unwrap().split_once(',').unwrap();
    let asked = run(&directory, &["0.77", "--at", last.0]);
    assert_eq!(
        text(&asked.stdout),
        format!("{}\n", last.1),
        "n = {}",
        last.0
    );
    for format in ["csv", "bfile", "raw"] {
        let out = File::create(directory.join("out")).unwrap();
        let mut child = heap(
            &directory,
            &["0.77", "--to", DISTANT_BOUND, "--format", format],
        )
        .stdout(out)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
        thread::sleep(Duration::from_millis(300));
        assert!(
            Command::new("kill")
                .args(["-INT", &child.id().to_string()])
                .status()
                .unwrap()
                .success()
        );
        let mut told = String::new();
        child
            .stderr
            .take()
            .unwrap()
            .read_to_string(&mut told)
            .unwrap();
        assert_eq!(
            (child.wait().unwrap().code(), told.as_str()),
            (Some(130), "error: stopped, no answer: interrupted\n"),
            "{format}"
        );
        assert!(
            fs::metadata(directory.join("out")).unwrap().len() > 1000,
            "{format}"
        );
        let mut child = heap(
            &directory,
            &["0.77", "--to", DISTANT_BOUND, "--format", format],
        )
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
        child
            .stdout
            .take()
            .unwrap()
            .read_exact(&mut [0; 100])
            .unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(0), "{format}");
    }
    fs::remove_dir_all(directory).unwrap();
}

#[test]
fn a_table_goes_on_by_the_period() {
    let directory = scratch("table");
    let args = ["subtract{1,3,4}", "--to", "60", "--json"];
    let json: serde_json::Value = serde_json::from_slice(&run(&directory, &args).stdout).unwrap();
    let expected: Vec<u64> = (0..61).map(|n| [0, 1, 0, 1, 2, 3, 2][n % 7]).collect();
    assert_eq!(json["values"], serde_json::json!(expected));
    let output = run(&directory, &["subtract{1,3,4}", "--to", "60"]);
    let rows: Vec<u64> = text(&output.stdout)
        .lines()
        .filter_map(|line| line.split_once(" |"))
        .flat_map(|(_, row)| row.split(' '))
        .filter_map(|value| value.parse().ok())
        .collect();
    assert_eq!(rows, expected);
    let raw = run(
        &directory,
        &["subtract{1,3,4}", "--to", "60", "--format", "raw"],
    )
    .stdout;
    assert!(raw.iter().map(|&byte| u64::from(byte)).eq(expected));
}
