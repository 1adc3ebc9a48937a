//! Hostile rules and questions: endless, exponential, deep or huge (`hostile/*.game`, each with a
//! description). Every command must answer, refuse or stop within its limits, give the reason, and
//! leave no partial output. Ctrl-C must end every command at any moment. The peak memory of each
//! process is measured. Time is not asserted because machines differ; `cargo test --release -p
//! grundy-cli --test hostile -- --ignored --nocapture` prints the time of each command.
#![cfg(target_os = "linux")]
#![allow(unsafe_code)]

#[path = "hostile/dear.rs"]
mod dear;
#[path = "hostile/heap_games.rs"]
mod heap_games;
#[path = "hostile/structures.rs"]
mod structures;

use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Value of `--memory` in bytes, and the factor by which the whole process may exceed this limit.
const MEMORY: u64 = 64 << 20;
const SLACK: f64 = 1.2;

/// Returns the value of `--time`.
fn seconds() -> &'static str {
    testkit::rounds("0.4", "1")
}

/// Result of a process that has ended.
struct Run {
    status: ExitStatus,
    out: String,
    err: String,
    /// Peak memory of the process, in bytes.
    bytes: u64,
    seconds: f64,
    /// Processor time in seconds.
    busy: f64,
}

impl Run {
    fn code(&self) -> Option<i32> {
        self.status.code()
    }
}

/// Pause before Ctrl-C; `None` for no Ctrl-C.
type Interrupt = Option<Duration>;

/// Runs the command and measures it. The output goes to files, so that no reader is needed while
/// the command runs.
#[expect(
    clippy::zombie_processes,
    reason = "`wait` waits for it, by its number"
)]
fn run(name: &str, args: &[&str], input: Stdio, interrupt: Interrupt) -> Run {
    let directory = scratch();
    let (out, err) = (
        directory.join(format!("{name}.out")),
        directory.join(format!("{name}.err")),
    );
    let started = Instant::now();
    if interrupt.is_some() {
        heed_ctrl_c();
    }
    // The peak memory of this process would be counted for the child. If the system can reset the
    // peak, only the current memory is counted, so free memory is returned first.
    #[cfg(target_env = "gnu")]
    // SAFETY: the call only returns free memory to the system.
    unsafe {
        libc::malloc_trim(0)
    };
    let _ = fs::write("/proc/self/clear_refs", "5");
    let child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(args)
        .current_dir(&directory)
        .env("LC_ALL", "C")
        .stdin(input)
        .stdout(File::create(&out).unwrap())
        .stderr(File::create(&err).unwrap())
        .spawn()
        .unwrap();
    let pid = child.id() as libc::pid_t;
    if let Some(pause) = interrupt {
        thread::sleep(pause);
        // SAFETY: the child was not waited for, so its process id is still valid.
        unsafe { libc::kill(pid, libc::SIGINT) };
    }
    let (status, bytes, busy) = wait(pid);
    let read = |path: &Path| String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned();
    Run {
        status,
        out: read(&out),
        err: read(&err),
        bytes,
        seconds: started.elapsed().as_secs_f64(),
        busy,
    }
}

/// Restores the default action of Ctrl-C for processes that are started after this call. A shell
/// makes its background jobs, and therefore these tests, ignore Ctrl-C.
fn heed_ctrl_c() {
    // SAFETY: sets the default action of a signal that this program does not handle.
    unsafe { libc::signal(libc::SIGINT, libc::SIG_DFL) };
}

/// Waits for a child. Returns the status of the child, its peak memory in bytes and its processor
/// time in seconds. The system also counts the memory that a child shares with its parent before
/// `exec`. The tests of this file must therefore hold little memory themselves.
fn wait(pid: libc::pid_t) -> (ExitStatus, u64, f64) {
    let mut status = 0;
    // SAFETY: the struct contains only plain numbers, so all zeros is a valid value.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: both pointers point to live values. The process is a child of this process and was
    // not waited for.
    let waited = unsafe { libc::wait4(pid, &mut status, 0, &mut usage) };
    assert_eq!(waited, pid);
    let busy = [usage.ru_utime, usage.ru_stime]
        .iter()
        .map(|time| time.tv_sec as f64 + time.tv_usec as f64 / 1e6)
        .sum();
    (
        ExitStatus::from_raw(status),
        usage.ru_maxrss as u64 * 1024,
        busy,
    )
}

fn scratch() -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("limits");
    fs::create_dir_all(&path).unwrap();
    path
}

/// A hostile file with one question about it.
struct Case {
    file: PathBuf,
    args: Vec<String>,
}

/// Returns the cases: every command with every question of every file.
fn cases() -> Vec<Case> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile"))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
    files.sort();
    let mut cases = Vec::new();
    for file in files {
        let path = file.to_str().unwrap();
        let text = fs::read_to_string(&file).unwrap();
        let add = |cases: &mut Vec<Case>, args: &[&str]| {
            cases.push(Case {
                file: file.clone(),
                args: args.iter().map(|&arg| arg.to_owned()).collect(),
            })
        };
        add(&mut cases, &["check", path]);
        add(&mut cases, &["fmt", path]);
        for question in text.lines().filter_map(|line| line.strip_prefix("# Ask: ")) {
            let (position, options) = question.split_once(" --").unwrap_or((question, ""));
            let options = if options.is_empty() {
                Vec::new()
            } else {
                options.split(' ').collect()
            };
            let mut commands: Vec<&[&str]> = vec![
                &["solve"],
                &["moves"],
                &["explain"],
                &["explain", "--analyze"],
                &["--json", "solve"],
            ];
            let store = scratch().join(format!("store{}", cases.len()));
            let big_solve = ["big", "solve", "--store", store.to_str().unwrap()];
            if position.contains('[') && !position.contains(['+', '*']) {
                let _ = fs::remove_dir_all(&store);
                commands.extend([&["table"][..], &["big", "plan"], &big_solve]);
            }
            // In the fast tier, each question is tried with only two commands, so each command gets
            // a part of the questions.
            let others = commands.split_off(1);
            let turn = cases.len() % others.len();
            commands.extend(
                others
                    .iter()
                    .cycle()
                    .skip(turn)
                    .take(testkit::rounds(1, others.len())),
            );
            for command in commands {
                let option = options.first().map(|name| format!("--{name}"));
                let option: Vec<&str> = option
                    .as_deref()
                    .into_iter()
                    .chain(options.iter().skip(1).copied())
                    .collect();
                add(
                    &mut cases,
                    &[command, &["--file", path, position], &option[..]].concat(),
                );
            }
        }
    }
    assert!(cases.len() > 100, "the corpus is there");
    cases
}

/// Runs all cases, several at a time, because most of them wait for their time limit rather than
/// for the processor.
fn run_all(limits: &[&str], at_once: usize, seen: &(dyn Fn(&Case, &Run) + Sync)) {
    let cases = cases();
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for worker in 0..at_once {
            let (cases, next) = (&cases, &next);
            scope.spawn(move || {
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let args: Vec<&str> = case
                        .args
                        .iter()
                        .map(String::as_str)
                        .chain(limits.iter().copied())
                        .collect();
                    seen(
                        case,
                        &run(&format!("case{worker}"), &args, Stdio::null(), None),
                    );
                }
            });
        }
    });
}

/// Asserts that the exit code is documented, that a message gives the reason if there is no answer,
/// and that there is no partial answer.
fn judge(what: &str, run: &Run) {
    let Run { out, err, .. } = run;
    let told = if what.contains("--json") { &out } else { &err };
    let message = if what.contains("--json") {
        "{\"error\":{"
    } else {
        "error: "
    };
    match run.code() {
        Some(0) => {}
        Some(1) => assert!(what.contains("check") && !out.is_empty(), "{what}: {out}"),
        Some(2 | 3) => assert!(
            told.starts_with(message)
                && (what.contains("check") || err.is_empty() || out.is_empty()),
            "{what}: {err}"
        ),
        Some(4) => {
            let stopped = if what.contains("--json") {
                "{\"error\":{\"kind\":\"stopped\""
            } else {
                "error: stopped, no answer: "
            };
            // Before its error message, `big` reports that the objects in the store are kept.
            let told = if what.starts_with("big solve") {
                told.lines().last().unwrap_or_default()
            } else {
                told
            };
            assert!(told.starts_with(stopped), "{what}: {told}");
            let summary = what.contains("check")
                && out.ends_with("of the files not checked\n")
                && out.lines().count() == 1;
            assert!(
                out.is_empty() || summary || (what.contains("--json") && out.lines().count() == 1),
                "{what}: {out}"
            );
        }
        other => panic!("{what}: exit code {other:?}, {:?}\n{err:.400}", run.status),
    }
    let most = (MEMORY as f64 * SLACK) as u64;
    assert!(
        run.bytes <= most,
        "{what}: {} bytes held, {most} allowed",
        run.bytes
    );
}

#[test]
fn hostile_rules_are_stopped_by_their_limits() {
    let failures = Mutex::new(Vec::new());
    run_all(
        &["--time", seconds(), "--memory", "64M"],
        8,
        &|case, run| {
            let what = case.args.join(" ");
            if let Err(panic) = std::panic::catch_unwind(|| judge(&what, run)) {
                failures
                    .lock()
                    .unwrap()
                    .push(panic.downcast_ref::<String>().cloned().unwrap_or(what));
            }
        },
    );
    let failures = failures.into_inner().unwrap();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Not a test: prints a table of the time and memory used under the limits.
#[test]
#[ignore = "prints measurements; run alone, optimised"]
fn measurements() {
    let worst = Mutex::new((0f64, 0f64));
    run_all(
        &["--time", seconds(), "--memory", "64M"],
        1,
        &|case, run| {
            let megabytes = run.bytes as f64 / (1 << 20) as f64;
            let mut worst = worst.lock().unwrap();
            *worst = (worst.0.max(run.seconds), worst.1.max(megabytes));
            let file = case.file.file_stem().unwrap().to_string_lossy();
            let question: Vec<&str> = case
                .args
                .iter()
                .map(String::as_str)
                .filter(|arg| !arg.ends_with(".game") && *arg != "--file")
                .collect();
            let code = run.code().unwrap_or(-1);
            println!(
                "{file:<22} {:<48.48} {:5.2} s  {megabytes:5.1} MiB  exit {code}",
                question.join(" "),
                run.seconds
            );
        },
    );
    let (longest, megabytes) = worst.into_inner().unwrap();
    println!(
        "at most {longest:.2} s under --time {}, {megabytes:.1} MiB under --memory 64M",
        seconds()
    );
}

#[test]
fn input_without_end_is_not_read_to_its_end() {
    let zero = || Stdio::from(File::open("/dev/zero").unwrap());
    let endless: [&[&str]; 6] = [
        &["solve"],
        &["solve", "--from", "/dev/zero"],
        &["moves", "--file", "/dev/zero", "zero[1]"],
        &["check", "/dev/zero"],
        &["fmt", "-"],
        &["verify", "/dev/zero"],
    ];
    for args in endless {
        let ended = run("zero", &[args, &["--memory", "64M"]].concat(), zero(), None);
        assert_eq!(ended.code(), Some(4), "{args:?}: {}", ended.err);
        judge(&args.join(" "), &ended);
    }
}

#[test]
fn a_list_of_questions_without_end_is_stopped() {
    for question in ["nim[3]\n", "kayles[\n", "\n", "# \n"] {
        let mut yes = Command::new("yes")
            .arg(question.trim_end())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // Each line is answered as it arrives, until the time limit; the memory of the process does
        // not grow.
        let args = ["solve", "--memory", "64M", "--time", "0.5"];
        let mut ended = run("yes", &args, yes.stdout.take().unwrap().into(), None);
        let _ = yes.wait();
        assert_eq!(ended.code(), Some(4), "{question}: {}", ended.err);
        if question.starts_with("nim") {
            assert!(ended.out.starts_with("position: nim[3]\n"), "{}", ended.out);
        }
        ended.out.clear();
        // The program writes one message for each refused line, and for a bounded number of lines
        // after the time limit.
        assert!(ended.err.len() < 64 << 20, "{} bytes", ended.err.len());
        let first = ended
            .err
            .lines()
            .find(|line| line.contains("error: stopped"))
            .unwrap_or_default();
        ended.err = first
            .find("error: ")
            .map_or(first, |at| &first[at..])
            .to_owned();
        judge("solve", &ended);
    }
}

#[test]
fn long_tables_are_written_whole() {
    for format in ["text", "list", "csv", "json", "bfile", "latex", "markdown"] {
        let args = [
            "table",
            "nim[0..300000]",
            "--format",
            format,
            "--memory",
            "64M",
        ];
        let ended = run("table", &args, Stdio::null(), None);
        assert_eq!(ended.code(), Some(0), "{format}: {}", ended.err);
        assert!(
            ended.out.contains("300000") && ended.out.ends_with('\n'),
            "{format}"
        );
        judge("table", &ended);
    }
}

#[test]
fn output_that_cannot_be_written_is_an_error() {
    let full = File::options().write(true).open("/dev/full").unwrap();
    let status = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(["solve", "nim[3]"])
        .stdout(full)
        .stderr(Stdio::null())
        .status();
    assert_eq!(status.unwrap().code(), Some(2));
}

#[test]
fn a_clock_that_waits_for_input_runs_too() {
    let (reader, writer) = std::io::pipe().unwrap();
    let ended = run("wait", &["solve", "--time", "0.3"], reader.into(), None);
    assert_eq!(
        (ended.code(), ended.out.as_str(), ended.err.as_str()),
        (
            Some(4),
            "",
            "error: stopped, no answer: the time limit was reached\n"
        )
    );
    drop(writer);
}

/// Returns true if the process was killed by Ctrl-C before the handler was installed, or was ended
/// by the handler.
fn interrupted(run: &Run) -> bool {
    run.status.signal() == Some(libc::SIGINT) || run.code() == Some(130)
}

#[test]
fn ctrl_c_ends_everything_at_any_moment() {
    let hostile = |name: &str| format!("{}/tests/hostile/{name}.game", env!("CARGO_MANIFEST_DIR"));
    let (condition, games, claims) = (
        hostile("large_condition"),
        hostile("many_games"),
        hostile("heavy_claims"),
    );
    let store = scratch().join("interrupted");
    let _ = fs::remove_dir_all(&store);
    let endless: [&[&str]; 9] = [
        &["solve"],
        &["fmt", "-"],
        &["moves", "--file", &condition, "g[3000]"],
        &["table", "--file", &games, "g[30]"],
        &["check", &claims],
        &["explain", "officers[100000000]", "--analyze"],
        &["solve", "crossesasstated(60)", "--play", "misere"],
        &["big", "plan", "quixo(5)"],
        &[
            "big",
            "solve",
            "quixo(4)",
            "--store",
            store.to_str().unwrap(),
        ],
    ];
    for args in endless {
        for pause in testkit::some([0, 1, 2, 4, 8, 16, 60, 300], 3) {
            let (reader, writer) = std::io::pipe().unwrap();
            let ended = run(
                "interrupt",
                args,
                reader.into(),
                Some(Duration::from_millis(pause)),
            );
            assert!(
                interrupted(&ended),
                "{args:?} after {pause} ms: {:?} {}",
                ended.status,
                ended.err
            );
            // Before its error message, `big` reports that the objects in the store are kept.
            let stays = ended.err.split_once('\n').filter(|(first, _)| {
                args.starts_with(&["big", "solve"]) && first.starts_with("the objects in ")
            });
            let err = stays.map_or(&ended.err[..], |(_, rest)| rest);
            let told = ["", "error: stopped, no answer: interrupted\n"].contains(&err);
            let summary =
                ended.out.is_empty() || ended.out == "0 hold, 0 fail; 1 of the files not checked\n";
            assert!(told && summary, "{args:?}: {}{}", ended.out, ended.err);
            drop(writer);
        }
    }
}

#[test]
fn ctrl_c_while_an_answer_is_not_taken() {
    heed_ctrl_c();
    let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(["table", "nim[0..300000]", "--format", "csv"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // The first bytes of the answer have arrived. The later bytes wait for a reader that never
    // reads.
    child
        .stdout
        .as_mut()
        .unwrap()
        .read_exact(&mut [0; 100])
        .unwrap();
    // SAFETY: the child was not waited for, so its process id is still valid.
    unsafe { libc::kill(child.id() as libc::pid_t, libc::SIGINT) };
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn files_are_written_whole_or_not_at_all() {
    let directory = scratch().join("whole");
    fs::create_dir_all(&directory).unwrap();
    let (certificate, rules) = (directory.join("kayles.cert"), directory.join("long.game"));
    let body: String = (0..20_000)
        .map(|i| format!("move   when n>={i}:[n-1]\n"))
        .collect();
    let source = format!("game Long{{state n in 0..\n{body}}}\n");
    let formatted = {
        fs::write(&rules, &source).unwrap();
        let printed = run(
            "whole",
            &["fmt", rules.to_str().unwrap()],
            Stdio::null(),
            None,
        );
        assert_eq!(printed.code(), Some(0), "{}", printed.err);
        printed.out
    };
    for pause in (0..120).step_by(5).map(Duration::from_millis) {
        let _ = fs::remove_file(&certificate);
        fs::File::create(&rules)
            .unwrap()
            .write_all(source.as_bytes())
            .unwrap();
        run(
            "whole",
            &[
                "solve",
                "kayles[60]",
                "--certificate",
                certificate.to_str().unwrap(),
            ],
            Stdio::null(),
            Some(pause),
        );
        if certificate.exists() {
            let verified = run(
                "whole",
                &["verify", certificate.to_str().unwrap()],
                Stdio::null(),
                None,
            );
            assert_eq!(verified.code(), Some(0), "{}", verified.out);
        }
        run(
            "whole",
            &["fmt", "--write", rules.to_str().unwrap()],
            Stdio::null(),
            Some(pause),
        );
        let left = fs::read_to_string(&rules).unwrap();
        assert!(
            left == source || left == formatted,
            "{} of {} or {} bytes",
            left.len(),
            source.len(),
            formatted.len()
        );
    }
}
