//! Rules and questions made to hurt (`hostile/*.game`, each says what it is): endless, exponential,
//! deep, huge. Every command must answer, refuse or stop within what it was given, say why, and
//! leave nothing half-said; Ctrl-C ends it at any moment. How much memory each process held at its
//! height is measured. Time is not asserted, machines being what they are; `cargo test --release -p
//! grundy-cli --test hostile -- --ignored --nocapture` prints it.
#![cfg(target_os = "linux")]
#![allow(unsafe_code)]

#[path = "hostile/dear.rs"]
mod dear;

use std::fs::{self, File};
use std::io::{BufWriter, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// What `--memory` is set to, and how much more the whole process may hold.
const MEMORY: u64 = 64 << 20;
const SLACK: f64 = 1.2;

/// What `--time` is set to.
fn seconds() -> &'static str {
    testkit::rounds("0.4", "1")
}

/// A process that ended.
struct Run {
    status: ExitStatus,
    out: String,
    err: String,
    /// The most memory that it held.
    bytes: u64,
    seconds: f64,
    /// How long it used a processor.
    busy: f64,
}

impl Run {
    fn code(&self) -> Option<i32> {
        self.status.code()
    }
}

/// A pause before Ctrl-C.
type Interrupt = Option<Duration>;

/// Runs the command with its output in files, so that nobody needs to read it in time, and measures
/// it.
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
    // What this process held at most until now would be counted for the child. Where the system
    // lets it be forgotten, what it holds now is, and that is given back first.
    #[cfg(target_env = "gnu")]
    // SAFETY: it only gives free memory back.
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
        // SAFETY: the child was not waited for, so the number is still its own.
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

/// A shell has what it runs in the background, and these tests with it, ignore Ctrl-C: what is
/// started from now on does not.
fn heed_ctrl_c() {
    // SAFETY: the default for a signal that nobody here handles.
    unsafe { libc::signal(libc::SIGINT, libc::SIG_DFL) };
}

/// Waits for a child: its status, the most memory that it held, and how long it used a processor.
/// The system counts what a child shares with its parent before it becomes another program, so the
/// tests of this file must hold little themselves.
fn wait(pid: libc::pid_t) -> (ExitStatus, u64, f64) {
    let mut status = 0;
    // SAFETY: a struct of plain numbers, for which zeros are a value.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: both pointers are to values that live; the child is ours and was not waited for.
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

/// Every command with every question of every file.
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
            // Each question meets two commands while somebody waits, each command a share of the
            // questions.
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

/// Runs all cases, some at a time: they wait for their clocks more than for the processor.
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

/// The code is one of those documented, a message says why there is no answer, and there is no part
/// of one.
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
            // A large table says first what stays of it.
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

/// Not a test but the table of what the limits cost, in seconds and memory.
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
        // Each line is answered as it arrives, until the time limit; memory does not grow.
        let args = ["solve", "--memory", "64M", "--time", "0.5"];
        let mut ended = run("yes", &args, yes.stdout.take().unwrap().into(), None);
        let _ = yes.wait();
        assert_eq!(ended.code(), Some(4), "{question}: {}", ended.err);
        if question.starts_with("nim") {
            assert!(ended.out.starts_with("position: nim[3]\n"), "{}", ended.out);
        }
        ended.out.clear();
        // One message for each refused line, and for a bounded number of lines after the time
        // limit.
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
fn large_graphs_are_read_within_the_memory() {
    let path = scratch().join("large.arcs");
    let mut file = BufWriter::new(File::create(&path).unwrap());
    writeln!(file, "3000000 2999999").unwrap();
    for v in 1..3_000_000 {
        writeln!(file, "{v} {}", v / 2).unwrap();
    }
    file.into_inner().unwrap();
    for announced in ["1073741824 0\n", "3 1073741824\n0 1\n"] {
        let small = scratch().join("small.arcs");
        fs::write(&small, announced).unwrap();
        let ended = run(
            "graph",
            &[
                "solve",
                "--file",
                small.to_str().unwrap(),
                "small[1]",
                "--memory",
                "64M",
            ],
            Stdio::null(),
            None,
        );
        assert_ne!(ended.code(), Some(0), "{announced}");
        judge("solve", &ended);
    }
    let ended = run(
        "graph",
        &[
            "solve",
            "--file",
            path.to_str().unwrap(),
            "large[7]",
            "--memory",
            "64M",
        ],
        Stdio::null(),
        None,
    );
    judge("solve", &ended);
    fs::remove_file(path).unwrap();
}

/// Graphs and boards that are large, or small and hard.
fn hostile_structures(each: &mut dyn FnMut(&'static str, String, Vec<&'static str>)) {
    let list = |n: usize, head: &str, arc: &dyn Fn(usize) -> (usize, usize)| {
        let mut text = format!("{n} {}{head}\n", n - 1);
        (1..n).for_each(|v| {
            let (a, b) = arc(v);
            text += &format!("{a} {b}\n");
        });
        text
    };
    let ladder: Vec<String> = (0..60)
        .map(|i| format!("{i}-{} {i}-{}", i + 1, i + 2))
        .collect();
    each(
        "path.hackenbush",
        list(1 << 20, " 0", &|v| (v - 1, v)),
        vec!["path", "path + nim[3]"],
    );
    each(
        "bush.treecoins",
        list(1 << 20, " 0", &|v| ((v - 1) / 2, v)),
        vec!["bush", "bush + nim[3]", "bush --play misere"],
    );
    each(
        "announced.treecoins",
        "1000000000 1000000000 0\n0 1\n".to_owned(),
        vec!["announced"],
    );
    each(
        "path.treeparts",
        list(1 << 17, "", &|v| (v - 1, v)),
        vec!["path", "path + nim[3]", "path --play misere"],
    );
    each(
        "star.treeleaves",
        list(1 << 17, " 0", &|v| (0, v)),
        vec!["star", "star + nim[3]", "star --play misere"],
    );
    each(
        "path.treeleaves",
        list(1 << 16, " 0", &|v| (v - 1, v)),
        vec!["path", "path + nim[3]"],
    );
    each(
        "path.treepaint",
        list(1 << 17, " 0", &|v| (v - 1, v)),
        vec!["path", "path + nim[3]", "path --play misere"],
    );
    each(
        "path.stonewalk",
        list(1 << 16, " 7", &|v| (v - 1, v)) + &"9223372036854775807 5\n".repeat(1 << 15),
        vec!["path", "path[9]", "path + nim[3]"],
    );
    each(
        "announced.stonewalk",
        "1000000000 1000000000 0\n0 1\n".to_owned(),
        vec!["announced"],
    );
    each(
        "announced.hackenbush",
        "1000000000 1000000000 0\n0 1\n".to_owned(),
        vec!["announced"],
    );
    each(
        "ladder.hackenbush",
        format!("{}; ground 0", ladder.join(" ")),
        vec![
            "ladder + kayles[9]",
            "ladder --play misere",
            "ladder --without fusion",
        ],
    );
    each(
        "road.geography",
        list(1 << 20, "", &|v| (v / 2, v)),
        vec!["road", "road[7]"],
    );
    each(
        "mesh.geography",
        ladder.join(" "),
        vec!["mesh[0] + nim[1]", "mesh --play misere", "mesh + mesh"],
    );
    each(
        "towns.election",
        format!(
            "{}; taxes 0=5 1000=4611686018427387903",
            list(1 << 17, "", &|v| (v - 1, v))
        ),
        vec!["towns", "towns + nim[3]", "towns --play misere"],
    );
    each(
        "ring.arcs",
        list(1 << 20, "", &|v| (v, (v + 1) % (1 << 20))),
        vec!["ring[5]", "ring[5] + ring[9]"],
    );
    each(
        "rows.northcott",
        format!(
            "{} 1000000000000000000\n{}",
            1 << 16,
            "1 999999999999\n".repeat(1 << 16)
        ),
        vec!["rows", "rows --play misere"],
    );
    each(
        "wall.patches",
        format!("{}\n", "TH".repeat(1000)).repeat(1500),
        vec![
            "wall",
            "wall + nim[3]",
            "wall --play misere",
            "wall --without patches",
        ],
    );
    each(
        "pieces.approach",
        format!(
            "1000000000000000000\n{}; up to 7",
            (1..=1u64 << 17)
                .map(|i| format!("{} ", i * 1_000_003 + i % 7))
                .collect::<String>()
        ),
        vec!["pieces", "pieces --play misere"],
    );
    each(
        "meadow.rabbit",
        format!(
            ".{0}\n{1}",
            "OX".repeat(511) + "O",
            format!("{0}\n{1}\n", "XO".repeat(512), "OX".repeat(512)).repeat(500)
        ),
        vec!["meadow", "meadow --play misere"],
    );
    each(
        "piles.newstone",
        (0..1u64 << 17)
            .map(|i| format!("{}\n", 1 + i * 7919 % 1_000_003))
            .collect(),
        vec![
            "piles",
            "piles --play misere",
            "piles --without equal-pairs",
        ],
    );
    each(
        "hall.boi",
        format!(
            "A{0}\n{1}{0}B\n",
            ".".repeat(1999),
            format!(".{}\n", ".".repeat(1999)).repeat(1998)
        ),
        vec!["hall"],
    );
}

#[test]
fn hostile_graphs_and_boards_are_stopped_by_their_limits() {
    // One text at a time: what this process holds is counted for those that it starts.
    let mut count = 0;
    hostile_structures(&mut |file, text, questions| {
        count += 1;
        if count % testkit::rounds(2, 1) != 0 {
            return;
        }
        let path = scratch().join(file);
        fs::write(&path, text).unwrap();
        for (place, question) in questions.into_iter().enumerate() {
            let (position, options) = question
                .split_once(" --")
                .map_or((question, String::new()), |(p, o)| (p, format!("--{o}")));
            let commands = [
                &["solve"][..],
                &["explain", "--analyze"],
                &["moves"],
                &["--json", "solve"],
            ];
            // Of further questions one command is enough while somebody waits, of the first two.
            for command in &commands[..testkit::rounds(if place == 0 { 2 } else { 1 }, 4)] {
                let own = [
                    "--file",
                    path.to_str().unwrap(),
                    position,
                    "--time",
                    seconds(),
                    "--memory",
                    "64M",
                ];
                let args: Vec<&str> = command
                    .iter()
                    .copied()
                    .chain(own)
                    .chain(options.split_whitespace())
                    .collect();
                let ended = run("structure", &args, Stdio::null(), None);
                let megabytes = ended.bytes as f64 / 1_048_576.0;
                println!(
                    "{:<60.60} {:5.2} s {megabytes:6.1} MiB exit {:?}",
                    args.join(" "),
                    ended.seconds,
                    ended.code()
                );
                judge(&args.join(" "), &ended);
            }
        }
        fs::remove_file(path).unwrap();
    });
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

/// Killed by Ctrl-C before there is a handler, or ended by it.
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
            // A large table says first what stays of it.
            let stays = ended.err.split_once('\n').filter(|(first, _)| {
                args.starts_with(&["big", "solve"]) && first.starts_with("what is in ")
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
    // The first bytes are there: the rest waits for a reader that does not come.
    child
        .stdout
        .as_mut()
        .unwrap()
        .read_exact(&mut [0; 100])
        .unwrap();
    // SAFETY: the child was not waited for, so the number is still its own.
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

/// Runs a command that is given [`seconds`] and 64 MiB, and judges it; one whose values are written
/// as they come may have begun.
fn limited(name: &str, args: &[&str], input: Stdio) -> Run {
    // Before what may follow `--`.
    let args = [
        &args[..1],
        &["--time", seconds(), "--memory", "64M"],
        &args[1..],
    ]
    .concat();
    let mut ended = run(name, &args, input, None);
    let shown: Vec<String> = args
        .iter()
        .map(|arg| arg.chars().take(60).collect())
        .collect();
    let what = shown.join(" ");
    println!(
        "{what:<100.100} {:5.2} s {:6.1} MiB exit {:?}",
        ended.seconds,
        ended.bytes as f64 / 1048576.0,
        ended.code()
    );
    let written =
        ended.code() == Some(4) && args.contains(&"--format") && !args.contains(&"--json");
    let out = std::mem::take(&mut ended.out);
    if !written {
        ended.out = out.clone();
    }
    judge(&what, &ended);
    ended.out = out;
    ended
}

#[test]
fn hostile_heap_games_are_stopped_by_their_limits() {
    let digits = |digit: &str, count: usize| format!("0.{}", digit.repeat(count));
    let (sevens, fs, odd) = (
        digits("7", 20_000),
        digits("F", 3000),
        format!("0.{}7", "0".repeat(60_000)),
    );
    let tail = format!("0.[{}]", "3105274".repeat(2000));
    let taken: Vec<String> = (1..20_000).map(|i| (i * 3).to_string()).collect();
    let taken = format!("subtract{{{}}}", taken.join(","));
    let far = "9".repeat(1000);
    let codes = [
        "0.6",
        "0.007",
        "0.8F",
        "4.0",
        "0.77",
        "grundy",
        "split{63} unequal",
        "split{2,63}",
        "0.{18446744073709551615}",
        "0.[7]",
        "0.[F]",
        "subtract primes",
        "subtract{4294967295}",
        "split{3} into squares",
        "0.07",
        &sevens,
        &fs,
        &odd,
        &tail,
        &taken,
    ];
    let huge = usize::MAX.to_string();
    // Each code meets a third of the questions while somebody waits.
    let ask = |name: &str, place: usize, code: &str| {
        let asked: [&[&str]; 7] = [
            &["--to", &huge],
            &["--to", &huge, "--summary"],
            &["--to", &huge, "--sparse"],
            &["--to", "300000", "--format", "raw"],
            &["--period"],
            &["--at", &far],
            &["--at", "3000000000", "--json"],
        ];
        for question in testkit::some(asked.into_iter().cycle().skip(place % 3).take(7), 3) {
            limited(name, &[&["heap", code], question].concat(), Stdio::null());
        }
    };
    // Most of them wait for their clocks; values of a proved period are written to their end.
    thread::scope(|scope| {
        let workers: Vec<_> = codes
            .chunks(3)
            .enumerate()
            .map(|(worker, codes)| {
                let ask = &ask;
                scope.spawn(move || {
                    codes
                        .iter()
                        .enumerate()
                        .for_each(|(place, code)| ask(&format!("heap{worker}"), place, code))
                })
            })
            .collect();
        workers
            .into_iter()
            .for_each(|worker| worker.join().unwrap());
    });
    limited(
        "heap",
        &["heap", "--survey", "5", "--to", &huge],
        Stdio::null(),
    );
}

#[test]
fn codes_made_to_hurt_are_refused() {
    let braces = format!("0.{}", "{".repeat(50_000));
    let brackets = format!("0.{}", "[".repeat(50_000));
    let large = format!("0.{{{}}}", "9".repeat(50_000));
    let set = format!("subtract{{{}}}", "9".repeat(50_000));
    let refused = [
        &braces,
        &brackets,
        &large,
        &set,
        "0.[3",
        "0.{3",
        "0.{}",
        "subtract{",
        "subtract{0}",
        "split{1}",
        "split{64}",
        "",
        ".",
        "0",
        "7.7",
        "0.7\u{301}",
        "0.７",
        "-0.7",
        "0.7 ",
        "split{2} into",
        "subtract all-but{",
        "\u{0}7",
    ];
    for code in refused.into_iter().filter(|code| !code.contains('\0')) {
        let ended = limited("code", &["heap", "--to", "3", "--", code], Stdio::null());
        assert!(
            matches!(ended.code(), Some(0 | 2)),
            "{code:.60}: {}",
            ended.err
        );
        assert!(
            ended.err.len() < 4 * code.len() + 2000,
            "{code:.60}: {} bytes of message",
            ended.err.len()
        );
    }
    for n in ["-1", "1e9", "0x10", "", "99999999999999999999"] {
        let ended = limited(
            "code",
            &["heap", "0.77", &format!("--to={n}")],
            Stdio::null(),
        );
        assert_eq!(ended.code(), Some(2), "{n}");
    }
    let long = "9".repeat(2000);
    assert_eq!(
        limited("code", &["heap", "0.77", "--at", &long], Stdio::null()).code(),
        Some(2)
    );
}

/// A file cut short, and with single bytes changed.
fn spoiled(bytes: &[u8]) -> impl Iterator<Item = Vec<u8>> + '_ {
    let places = move || {
        (0..48)
            .map(|i| {
                if i < 40 {
                    i * 2
                } else {
                    bytes.len() * (i - 39) / 9
                }
            })
            .filter(|&at| at < bytes.len())
    };
    let changed = places().map(move |at| {
        let mut changed = bytes.to_vec();
        changed[at] ^= 0xFF;
        changed
    });
    places().map(move |at| bytes[..at].to_vec()).chain(changed)
}

#[test]
fn forged_checkpoints_of_heap_games_are_refused() {
    let path = scratch().join("heap.state");
    let state = path.to_str().unwrap();
    // One that keeps its values, and one of a stream.
    for (code, first, use_) in [("0.6", "1000", "--summary"), ("4.0", "4300000", "--sparse")] {
        let _ = fs::remove_file(&path);
        let begin = [
            "heap",
            code,
            use_,
            "--checkpoint",
            state,
            "--resume",
            "--to",
        ];
        let made = run(
            "state",
            &[&begin[..], &[first]].concat(),
            Stdio::null(),
            None,
        );
        assert_eq!(made.code(), Some(0), "{}", made.err);
        let good = fs::read(&path).unwrap();
        for bad in spoiled(&good) {
            fs::write(&path, bad).unwrap();
            let ended = limited("state", &[&begin[..], &["4400000"]].concat(), Stdio::null());
            assert_eq!(ended.code(), Some(2), "{}", ended.err);
        }
        for at in [8, 12, 16, 19, 20, 24, 28, 32, 36] {
            let mut forged = good.clone();
            forged[at..at + 8].fill(0xFF);
            fs::write(&path, forged).unwrap();
            let ended = limited("state", &[&begin[..], &["4400000"]].concat(), Stdio::null());
            assert_eq!(ended.code(), Some(2), "{at}: {}", ended.err);
        }
        fs::write(&path, &good).unwrap();
        let other = limited(
            "state",
            &[
                "heap",
                "0.7",
                "--to",
                "5",
                "--checkpoint",
                state,
                "--resume",
            ],
            Stdio::null(),
        );
        assert_eq!(other.code(), Some(2), "{}", other.err);
    }
    let zero = limited(
        "state",
        &["heap", "0.6", "--checkpoint", "/dev/zero", "--resume"],
        Stdio::null(),
    );
    assert_eq!(zero.code(), Some(2), "{}", zero.err);
    fs::remove_file(path).unwrap();
}

#[test]
fn a_stream_goes_on_from_its_checkpoint_with_the_same_bytes() {
    let path = scratch().join("stream.state");
    let _ = fs::remove_file(&path);
    let ask = |to: &str, more: &[&str]| {
        let ended = run(
            "stream",
            &[&["heap", "4.0", "--sparse", "--to", to], more].concat(),
            Stdio::null(),
            None,
        );
        assert_eq!(ended.code(), Some(0), "{}", ended.err);
        ended.out
    };
    let kept = ["--checkpoint", path.to_str().unwrap(), "--resume"];
    ask("9000000", &kept);
    let size = fs::metadata(&path).unwrap().len();
    let resumed = ask("20000000", &kept);
    assert_eq!(resumed, ask("20000000", &[]));
    let grown = fs::metadata(&path).unwrap().len();
    assert!(
        size < 24 << 20 && grown < 24 << 20,
        "{size} and {grown} bytes"
    );
    // What needs the values is told that they are not there.
    for more in [
        &["--to", "20"][..],
        &["--to", "300000", "--format", "raw"],
        &["--period"],
    ] {
        let ended = run(
            "stream",
            &[&["heap", "4.0"], more, &kept].concat(),
            Stdio::null(),
            None,
        );
        assert_eq!(ended.code(), Some(2), "{more:?}: {}", ended.err);
    }
    fs::remove_file(path).unwrap();
}

#[test]
fn values_written_as_they_come_are_those_of_a_checkpoint() {
    let (out, path) = (scratch().join("stream.raw"), scratch().join("values.state"));
    let _ = fs::remove_file(&path);
    // Its period is found only later, so that these values go by.
    let ask = |more: &[&str]| {
        let file = File::create(&out).unwrap();
        let args = [
            &["heap", "0.106", "--to", "4200000", "--format", "raw"],
            more,
        ]
        .concat();
        let status = Command::new(env!("CARGO_BIN_EXE_grundy"))
            .args(args)
            .stdout(file)
            .status()
            .unwrap();
        assert!(status.success());
        let bytes = fs::read(&out).unwrap();
        (
            bytes.len(),
            bytes.iter().fold(0u64, |sum, &byte| {
                sum.wrapping_mul(0x100_0000_01b3) ^ u64::from(byte)
            }),
        )
    };
    let gone_by = ask(&[]);
    assert_eq!(gone_by.0, 4_200_001);
    assert_eq!(gone_by, ask(&["--checkpoint", path.to_str().unwrap()]));
    fs::remove_file(out).unwrap();
    fs::remove_file(path).unwrap();
}

#[test]
fn forged_certificates_of_heap_games_are_refused() {
    let path = scratch().join("forged.cert");
    let cert = path.to_str().unwrap();
    let made = run(
        "cert",
        &["heap", "0.77", "--period", "--certificate", cert],
        Stdio::null(),
        None,
    );
    assert_eq!(made.code(), Some(0), "{}", made.err);
    let good = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = good.lines().collect();
    let mut forged: Vec<Vec<u8>> = spoiled(good.as_bytes()).collect();
    for line in 0..lines.len() {
        for change in [
            "",
            "99999999999999999999999999",
            "code 0.[[[[",
            &"7 ".repeat(1 << 16),
        ] {
            let mut text = lines.clone();
            text[line] = change;
            forged.push((text.join("\n") + "\n").into_bytes());
        }
        // Every number of the line as large as it can be.
        let huge: Vec<&str> = lines[line]
            .split(' ')
            .map(|word| {
                if word.parse::<u64>().is_ok() {
                    "18446744073709551615"
                } else {
                    word
                }
            })
            .collect();
        let mut text = lines.clone();
        let huge = huge.join(" ");
        text[line] = &huge;
        if huge != lines[line] {
            forged.push((text.join("\n") + "\n").into_bytes());
        }
    }
    for bad in forged {
        fs::write(&path, &bad).unwrap();
        let ended = run(
            "cert",
            &["verify", cert, "--time", seconds(), "--memory", "64M"],
            Stdio::null(),
            None,
        );
        assert!(
            matches!(ended.code(), Some(1 | 2)),
            "{:?}: {}{}",
            ended.status,
            ended.out,
            ended.err
        );
    }
    fs::remove_file(path).unwrap();
}

#[test]
fn hostile_nimbers_are_stopped_by_their_limits() {
    let (open, close) = ("(".repeat(60_000), ")".repeat(60_000));
    let (closed, calls) = (
        format!("{open}1{close}"),
        format!("{}1{}", "inv(".repeat(20_000), &close[..20_000]),
    );
    let (sum, powers) = (vec!["1"; 60_000].join("+"), vec!["2"; 60_000].join("^"));
    let minus = format!("{}1", "-".repeat(100_000));
    let (ones, hexes) = ("9".repeat(120_000), format!("0x{}", "F".repeat(120_000)));
    let square = format!("{hexes} * {hexes}");
    let square = &square[..square.len().min(120_000)];
    let expressions = [
        "2 ^ 99999999999999999999999999999999",
        "3 ^ (2 ^ 200)",
        "2 ^ (9^9^9^9)",
        "bit(67108864)",
        "bit(99999999999)",
        "bit(2^70)",
        "bit(67108863) * bit(67108863)",
        "bit(1048576) / bit(1048575)",
        "inv(bit(4000000))",
        "order(bit(4095))",
        "log(2, bit(127))",
        "0 ^ 0",
        "1 / 0",
        "log(0, 0)",
        "log(1, 5)",
        "order(0)",
        "trace(5, 99999999999)",
        "conj(bit(4000000))",
        "minpoly(bit(100000))",
        "mex()",
        "quad(bit(8000000))",
        "sqrt(bit(60000000))",
        &open,
        &closed,
        &calls,
        &sum,
        &powers,
        &minus,
        &ones,
        &hexes,
        square,
        "",
        "x",
        "0x",
        "1..2",
        "２",
    ];
    for expression in expressions {
        limited("nim", &["nim", "--", expression], Stdio::null());
    }
    for expression in testkit::some(expressions, 4) {
        limited("nim", &["nim", "--json", "--", expression], Stdio::null());
    }
    for below in ["4294967295", "1000000", "0", "-1", "4294967296"] {
        for more in [&[][..], &["--sum"], &["--format", "csv"]] {
            limited(
                "nim",
                &[&["nim", "--table", below], more].concat(),
                Stdio::null(),
            );
        }
    }
    let twice: Vec<String> = (0..400)
        .map(|i| format!("x{}=x{i}*x{i}+bit({i})", i + 1))
        .collect();
    let mut args = vec!["nim", "x400", "--set", "x0=2"];
    twice.iter().for_each(|set| args.extend(["--set", set]));
    limited("nim", &args, Stdio::null());
    let zero = limited(
        "nim",
        &["nim", "-"],
        File::open("/dev/zero").unwrap().into(),
    );
    assert_eq!(zero.code(), Some(4), "{}", zero.err);
}
