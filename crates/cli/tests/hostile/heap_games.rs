//! Heap games and nimbers: hostile codes, forged checkpoints and certificates.

use std::fs::{self, File};
use std::process::{Command, Stdio};
use std::thread;

use super::{Run, judge, run, scratch, seconds};

/// Runs a command with the limits [`seconds`] and 64 MiB, and checks its result. A command that
/// streams its values may have written some values before it stops.
fn limited(name: &str, args: &[&str], input: Stdio) -> Run {
    // The options are inserted before a `--` in the arguments.
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
    // In the fast tier, each code is tried with a third of the questions.
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
    // Most commands wait for their time limit. Even if a period is proved, all values up to the
    // requested n are written.
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

/// Returns truncated copies of a file, and copies with single bytes changed.
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
    // The test resumes from a checkpoint with stored values, and from a checkpoint of a stream.
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
    // Commands that need stored values report that the checkpoint contains no values.
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
    // The period of 0.106 is not proved at n = 4200000, so the values are streamed.
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
        // Every number of a line of the forged certificate is replaced by 2^64 - 1.
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
