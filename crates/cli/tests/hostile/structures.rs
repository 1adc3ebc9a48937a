//! Hostile graphs and boards.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::process::Stdio;

use super::{judge, run, scratch, seconds};

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

/// Passes graphs and boards that are large, or small and hard, to `each`.
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
    // The test builds one text at a time, because the memory of this process is counted for its
    // child processes.
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
            // The fast tier tries two commands for the first question and one command for each
            // further question.
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
