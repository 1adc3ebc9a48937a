//! Tests attacks on `grundy serve`. Questions need too much memory or time, clients hold
//! connections open, paths are not regular files, and a user reads the list of processes to find
//! the key.

use std::collections::BTreeSet;
use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use testkit::rounds;

use super::{Server, TIMEOUT, solve};

/// Returns a rule file of about `size` bytes.
fn long_rules(size: usize) -> String {
    let moves: String = (0..size / 24)
        .map(|i| format!("move when n>={i}:[n-1]\n"))
        .collect();
    format!("game Long{{state n in 0..\n{moves}}}\n")
}

/// Returns requests of every kind that need much memory or have large replies.
fn hungry() -> Vec<Value> {
    let long = long_rules(900_000);
    let file = |text: &str| json!([{ "name": "own.game", "text": text }]);
    let ask = |request: Value| json!({ "request": request });
    let about = |files: Value, request: Value| json!({ "files": files, "request": request });
    let sum = |part: &str, count: usize| vec![part; count].join(" + ");
    let set = "game Own { let s = {i * j for i in 1..1000, j in 1..1000} state n in 0.. move k in s : [n - k] }";
    let board =
        "game Own { state a[1..4096] in 0..9 move i in 1..4096 when a[i] > 0 : { a[i] -= 1 } }";
    let cells = format!("own[{}]", vec!["9"; 4096].join(", "));
    let cells = &*cells;
    let searched = json!(["octal-periodicity", "codegen"]);
    let nested = format!(
        "{}[n - k]{}",
        "every(".repeat(100),
        ", [n - k])".repeat(100)
    );
    let nested = format!("game Own {{ state n in 0.. move k in 1..n : {nested} }}");
    let largest = "100000 * nim[9223372036854775807]";
    // The canonical form of a sum of switches has a position for each set of switches.
    let switches: Vec<String> = (0..30)
        .map(|exponent| format!("{{{0}|-{0}}}", 3_i64.pow(exponent)))
        .collect();
    let all = vec![
        // Requests that kept a thread busy long after their time limit in an earlier version.
        ask(json!({ "ask": "solve", "question": largest })),
        ask(json!({ "ask": "moves", "question": largest })),
        about(
            file(&nested),
            json!({ "ask": "legal", "question": "own[50]" }),
        ),
        about(
            file(&nested),
            json!({ "ask": "reply", "question": "own[50]" }),
        ),
        about(file(board), json!({ "ask": "law", "question": "own" })),
        // Requests that ended the server in an earlier version.
        ask(json!({ "ask": "table", "question": "nim[0..10000000]" })),
        ask(json!({ "ask": "table", "question": "nim[0..10000000]", "options": { "raw": true } })),
        ask(json!({ "ask": "table", "question": "kayles[0..1000000]" })),
        ask(
            json!({ "ask": "table", "question": "kayles[0..1000000]", "options": { "outcomes": true } }),
        ),
        ask(json!({ "ask": "table", "question": "nim[0..3000, 0..3000]" })),
        ask(json!({ "ask": "table", "question": "wythoff[0..3000, 0..3000]" })),
        ask(json!({ "ask": "table", "question": "nim[0..2000] + nim[0..2000]" })),
        ask(
            json!({ "ask": "table", "question": "nim[0..1000000]", "options": { "value": "remoteness" } }),
        ),
        ask(
            json!({ "ask": "heap", "question": "0.6", "options": { "to": 5_000_000, "threads": 1_000_000_000 } }),
        ),
        ask(
            json!({ "ask": "heap", "question": "0.6", "options": { "to": 5_000_000, "threads": 64 } }),
        ),
        ask(json!({ "ask": "heap", "question": "0.007", "options": { "to": 9_000_000 } })),
        ask(json!({ "ask": "heap", "question": "0.77", "options": { "survey": 5 } })),
        ask(json!({ "ask": "open", "files": [] })),
        about(file(&long), json!({ "ask": "open" })),
        about(
            file(&long),
            json!({ "ask": "solve", "question": "long[5]" }),
        ),
        about(file(set), json!({ "ask": "solve", "question": "own[5]" })),
        ask(
            json!({ "ask": "solve", "question": "kayles[300000]", "options": { "without": searched } }),
        ),
        ask(
            json!({ "ask": "solve", "question": "kayles[20000]", "options": { "certificate": true } }),
        ),
        ask(json!({ "ask": "solve", "question": sum("nim[3]", 20_000) })),
        ask(json!({ "ask": "moves", "question": sum("nim[1000000]", 50) })),
        ask(json!({ "ask": "moves", "question": "nim[1000000]", "options": { "losing": true } })),
        ask(
            json!({ "ask": "legal", "question": sum("kayles[1000]", 100), "options": { "limit": 10_000 } }),
        ),
        about(file(board), json!({ "ask": "legal", "question": cells })),
        ask(
            json!({ "ask": "explain", "question": "kayles[10000000]", "options": { "analyze": true, "without": searched } }),
        ),
        ask(json!({ "ask": "why", "question": sum("nim[987654321]", 5000) })),
        about(
            file(board),
            json!({ "ask": "draw", "question": cells, "options": { "format": "svg" } }),
        ),
        ask(json!({ "ask": "draw", "question": "100000 * nim[1]" })),
        ask(json!({ "ask": "draw", "question": "4096 * nim[3]", "options": { "format": "svg" } })),
        ask(json!({ "ask": "play", "question": "100000 * kayles[7]" })),
        ask(json!({ "ask": "chart", "question": "nim[0..1500, 0..1500]" })),
        ask(
            json!({ "ask": "chart", "question": "wythoff[0..1500, 0..1500]", "options": { "format": "none" } }),
        ),
        ask(
            json!({ "ask": "graph", "question": "nim[60, 60, 60]", "options": { "limit": 100_000 } }),
        ),
        ask(
            json!({ "ask": "graph", "question": "nim[100000]", "options": { "limit": 100_000, "format": "none" } }),
        ),
        ask(
            json!({ "ask": "export", "question": "nim[40] + kayles[40]", "options": { "limit": 100_000 } }),
        ),
        ask(json!({ "ask": "stats", "question": sum("kayles[40]", 6) })),
        ask(
            json!({ "ask": "misere", "question": "0.3101", "options": { "to": 100_000, "elements": 100_000 } }),
        ),
        ask(
            json!({ "ask": "law", "question": "wythoff", "options": { "patient": true, "nodes": 100_000_000, "cells": 100_000_000 } }),
        ),
        ask(json!({ "ask": "fit", "text": "1 2 3 0\n".repeat(100_000) })),
        ask(
            json!({ "ask": "same", "games": ["kayles", "wythoff"], "options": { "positions": 100_000_000 } }),
        ),
        ask(json!({ "ask": "nim", "expression": "bit(60000000) * bit(60000000)" })),
        ask(json!({ "ask": "nim", "table": 65_535 })),
        ask(json!({ "ask": "value", "expression": switches.join(" + ") })),
        ask(
            json!({ "ask": "play", "question": sum("kayles[100000]", 9), "options": { "computer": "first" } }),
        ),
        ask(
            json!({ "ask": "reply", "question": sum("kayles[100000]", 9), "options": { "without": searched } }),
        ),
        ask(json!({ "ask": "review", "question": sum("kayles[100000]", 9), "moves": [] })),
        ask(
            json!({ "ask": "judge", "problem": "poj2960", "task": "answer", "input": "9 ".repeat(400_000) }),
        ),
        about(file(&long), json!({ "ask": "check" })),
        ask(json!({ "ask": "verify", "text": "7 ".repeat(450_000) })),
        ask(json!({ "ask": "format", "file": { "name": "a.game", "text": long } })),
        ask(json!({ "ask": "tokens", "text": "1,".repeat(450_000) })),
        ask(json!({ "ask": "library" })),
        ask(json!({ "ask": "term", "name": "nim-sum" })),
        ask(json!({ "ask": "theorem" })),
        // This request is short, but its JSON tree has many nodes.
        ask(json!({ "ask": "solve", "question": "nim[3]", "options": vec![0; 450_000] })),
        json!({ "files": vec![json!([]); 300_000], "request": { "ask": "solve", "question": "nim[3]" } }),
    ];
    let named: BTreeSet<String> = all
        .iter()
        .map(|asked| asked["request"]["ask"].as_str().unwrap().to_owned())
        .collect();
    let source = fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../requests/src/request.rs"),
    )
    .unwrap();
    let kinds = source
        .split("pub enum Request {")
        .nth(1)
        .unwrap()
        .split("\n}")
        .next()
        .unwrap();
    for line in kinds
        .lines()
        .filter(|line| line.starts_with("    ") && line.ends_with("),"))
    {
        let kind = line.trim().split('(').next().unwrap().to_lowercase();
        assert!(named.contains(&kind), "no request of the kind `{kind}`");
    }
    all
}

/// Returns the processor time of a server in seconds; 0 if the system does not report it.
fn busy(server: &Server) -> f64 {
    let Ok(told) = fs::read_to_string(format!("/proc/{}/stat", server.process.id())) else {
        return 0.0;
    };
    let fields: Vec<&str> = told
        .rsplit(')')
        .next()
        .unwrap()
        .split_whitespace()
        .collect();
    let ticks: f64 = fields[11..=12]
        .iter()
        .map(|ticks| ticks.parse::<f64>().unwrap())
        .sum();
    // Linux reports hundredths of a second on every machine.
    ticks / 100.0
}

#[test]
fn a_question_ends_within_its_memory_and_time() {
    for memory in rounds(&["64M", "600M"][..], &["64M", "150M", "600M", "2G"]) {
        let mut server = Server::start(&["--memory", memory, "--jobs", "2"]);
        // In the fast tier, the larger value of `--memory` is tried only with requests that caused
        // a failure in an earlier version.
        let list = hungry();
        let count = if *memory == "64M" {
            list.len()
        } else {
            rounds(10, list.len())
        };
        for mut asked in list.into_iter().take(count) {
            asked["seconds"] = json!(rounds(0.25, 10.0));
            let shown: String = asked["request"].to_string().chars().take(120).collect();
            let body = asked.to_string();
            let before = busy(&server);
            let mut stream = server.connect();
            let _ =
                stream.write_all(format!("{}{body}", server.question(body.len(), &[])).as_bytes());
            let mut reply = Vec::new();
            let read = stream.read_to_end(&mut reply);
            assert_eq!(
                server.process.try_wait().unwrap(),
                None,
                "{memory}: the server ended at {shown}"
            );
            read.unwrap();
            let took = busy(&server) - before;
            assert!(
                took < asked["seconds"].as_f64().unwrap() + 2.0,
                "{memory}: {took:.1} s busy: {shown}"
            );
            assert!(
                reply.starts_with(b"HTTP/1.1 200"),
                "{memory}: {shown}: {:.200}",
                String::from_utf8_lossy(&reply)
            );
            let told = server.ask(&solve("nim[3]")).lines();
            assert_eq!(
                told.last().unwrap()["value"],
                json!(3),
                "{memory}: after {shown}"
            );
        }
    }
}

/// If a panic, an exhausted stack or a failed allocation would end the process, the server restarts
/// within it.
#[test]
fn what_would_end_the_process_restarts_the_server() {
    let mut server = Server::start(&[]);
    // The second failure comes soon after a restart. After this second failure, the server waits
    // for a moment and then restarts again.
    for pause in [1200, 0, 1200] {
        assert_eq!(
            server.ask(&solve("nim[3]")).lines().last().unwrap()["value"],
            json!(3)
        );
        thread::sleep(Duration::from_millis(pause));
        assert!(
            Command::new("kill")
                .args(["-ABRT", &server.process.id().to_string()])
                .status()
                .unwrap()
                .success()
        );
        thread::sleep(Duration::from_millis(1300 - pause));
        // The same port accepts the same key.
        assert_eq!(
            server.ask(&solve("nim[3]")).lines().last().unwrap()["value"],
            json!(3)
        );
        assert_eq!(server.process.try_wait().unwrap(), None);
    }
}

/// Requests the page and asks a question, as a client with the key. Returns the total response
/// time.
fn is_answered(server: &Server) -> Duration {
    let started = Instant::now();
    assert_eq!(server.get("/").status, 200);
    assert_eq!(
        server.ask(&solve("nim[3]")).lines().last().unwrap()["value"],
        json!(3)
    );
    started.elapsed()
}

#[test]
fn connections_without_the_key_keep_nobody_out() {
    let server = Server::start(&[]);
    // Opens more idle connections than the pool holds, and further connections that request files
    // and never read them.
    let _idle: Vec<TcpStream> = (0..300).map(|_| server.connect()).collect();
    let many = format!(
        "GET /grundy.mjs HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n",
        server.port
    )
    .repeat(200);
    let _deaf: Vec<TcpStream> = (0..60)
        .map(|_| {
            let mut stream = server.connect();
            stream
                .set_write_timeout(Some(Duration::from_millis(20)))
                .unwrap();
            let _ = stream.write_all(many.as_bytes());
            stream
        })
        .collect();
    for _ in 0..5 {
        let took = is_answered(&server);
        assert!(took < Duration::from_secs(5), "answered after {took:?}");
    }
}

/// Returns the number of responses to pipelined requests for a path, and the number of responses
/// that end the connection.
fn responses(server: &Server, path: &str, requests: usize) -> (usize, usize) {
    let mut stream = server.connect();
    let asked = format!(
        "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n",
        server.port
    )
    .repeat(requests);
    stream.write_all(asked.as_bytes()).unwrap();
    let mut replies = Vec::new();
    stream.read_to_end(&mut replies).unwrap();
    let replies = String::from_utf8_lossy(&replies).to_lowercase();
    (
        replies.matches("http/1.1 ").count(),
        replies.matches("connection: close").count(),
    )
}

#[test]
fn a_connection_without_the_key_ends_after_a_refusal_or_many_requests() {
    let server = Server::start(&[]);
    assert_eq!(responses(&server, "/nope", 1), (1, 1));
    assert_eq!(responses(&server, "/style/base.css", 100), (100, 1));
}

#[test]
fn a_slow_connection_outlives_two_hundred_that_come_after_it() {
    let server = Server::start(&[]);
    let mut slow = server.connect();
    let mut others: Vec<TcpStream> = (0..200).map(|_| server.connect()).collect();
    for _ in 0..3 {
        for other in &mut others {
            let _ = other.write_all(b"G");
        }
        thread::sleep(Duration::from_millis(50));
    }
    let host = format!("Host: 127.0.0.1:{}", server.port);
    slow.write_all(format!("GET / HTTP/1.1\r\n{host}\r\nConnection: close\r\n\r\n").as_bytes())
        .unwrap();
    let mut reply = Vec::new();
    slow.read_to_end(&mut reply).unwrap();
    assert!(
        reply.starts_with(b"HTTP/1.1 200"),
        "{:.100}",
        String::from_utf8_lossy(&reply)
    );
}

#[test]
fn a_client_that_does_not_read_is_disconnected() {
    let server = Server::start(&["--jobs", "1"]);
    let table = json!({ "request": { "ask": "table", "question": "nim[0..2000000]" } }).to_string();
    let mut deaf = server.connect();
    deaf.write_all(format!("{}{table}", server.question(table.len(), &[])).as_bytes())
        .unwrap();
    // The answer has begun, so it has the only permit.
    deaf.read_exact(&mut [0]).unwrap();
    // The server was started with `--jobs 1`, so it answers one question at a time. The question
    // about `nim[3]` is answered when the server disconnects the client that does not read.
    assert_eq!(
        server.ask(&solve("nim[3]")).lines().last().unwrap()["value"],
        json!(3)
    );
    let mut rest = Vec::new();
    let whole = deaf.read_to_end(&mut rest).is_ok() && rest.ends_with(b"0\r\n\r\n");
    assert!(!whole, "{} bytes were kept for it", rest.len());
}

/// Performs the next action of a hostile client on its connection.
fn annoy(server: (u16, &str), kind: usize, stream: &mut Option<TcpStream>) {
    let (port, key) = server;
    if stream.is_none() {
        let Ok(new) = TcpStream::connect(("127.0.0.1", port)) else {
            return;
        };
        new.set_nonblocking(true).unwrap();
        let mut new = new;
        let host = format!("Host: 127.0.0.1:{port}\r\n");
        let begin = match kind % 5 {
            0 => String::new(),
            1 => format!("GET /grundy.mjs HTTP/1.1\r\n{host}\r\n").repeat(50),
            2 => "\u{0}\u{1}\u{fffd}GARBAGE \r\n\r\n\r\n{[".repeat(20),
            3 => format!(
                "POST /ask HTTP/1.1\r\n{host}content-type: application/json\r\nx-grundy-key: {}\r\n",
                "0".repeat(key.len())
            ),
            _ => "GET / HT".to_owned(),
        };
        let _ = new.write_all(begin.as_bytes());
        *stream = Some(new);
        return;
    }
    let own = stream.as_mut().unwrap();
    // Some clients read a byte from time to time, and some write one.
    let ended = match kind % 5 {
        1 => matches!(own.read(&mut [0]), Ok(0)),
        _ => false,
    };
    let sent = own.write(if kind.is_multiple_of(5) { b"" } else { b"x" });
    if ended || sent.is_err_and(|why| why.kind() != ErrorKind::WouldBlock) {
        *stream = None;
    }
}

#[test]
fn an_honest_client_is_answered_among_two_hundred_that_are_not() {
    const CLIENTS: usize = 200;
    let server = Server::start(&[]);
    // Measures the response time on this machine without other connections.
    let usual = (0..5).map(|_| is_answered(&server)).max().unwrap();
    let limit = Duration::from_secs(1).max(usual * 5);
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        for worker in 0..2 {
            let (stop, address) = (&stop, (server.port, &*server.key));
            scope.spawn(move || {
                let mut streams: Vec<Option<TcpStream>> = (0..CLIENTS / 2).map(|_| None).collect();
                while !stop.load(Ordering::Relaxed) {
                    for (at, stream) in streams.iter_mut().enumerate() {
                        annoy(address, at + worker, stream);
                    }
                    thread::sleep(Duration::from_millis(10));
                }
            });
        }
        let until = Instant::now() + Duration::from_secs(rounds(3, 60));
        let (mut slowest, mut count) = (Duration::ZERO, 0);
        while Instant::now() < until {
            let took = std::panic::catch_unwind(|| is_answered(&server));
            if took.is_err() {
                stop.store(true, Ordering::Relaxed);
            }
            slowest = slowest.max(took.expect("the honest client is answered"));
            count += 1;
        }
        stop.store(true, Ordering::Relaxed);
        println!("{count} answers, the slowest after {slowest:?}; undisturbed {usual:?}");
        assert!(
            slowest < limit,
            "answered after {slowest:?}, undisturbed after {usual:?}"
        );
    });
}

#[test]
fn three_hundred_clients_connect_before_the_server_accepts_them() {
    let server = Server::start(&[]);
    let signal = |name: &str| {
        let process = server.process.id().to_string();
        let sent = Command::new("kill").args([name, &process]).status();
        assert!(sent.unwrap().success());
    };
    signal("-STOP");
    // A client whose packet is dropped tries again after a second.
    let address = (std::net::Ipv4Addr::LOCALHOST, server.port).into();
    let connected: Vec<_> = (0..300)
        .map_while(|_| TcpStream::connect_timeout(&address, Duration::from_millis(900)).ok())
        .collect();
    signal("-CONT");
    assert_eq!(connected.len(), 300);
    drop(connected);
    is_answered(&server);
}

fn scratch(name: &str) -> PathBuf {
    let folder =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs a command that must end on its own.
fn ended(command: &mut Command) -> Output {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let until = Instant::now() + Duration::from_secs(10);
    while child.try_wait().unwrap().is_none() && Instant::now() < until {
        thread::sleep(Duration::from_millis(20));
    }
    let _ = child.kill();
    child.wait_with_output().unwrap()
}

#[test]
fn what_is_no_file_of_text_is_refused_before_it_serves() {
    let folder = scratch("no-files");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    assert!(
        Command::new("mkfifo")
            .arg(path("pipe.game"))
            .status()
            .unwrap()
            .success()
    );
    fs::create_dir(path("folder.game")).unwrap();
    fs::write(path("binary.game"), b"game \xff\xfe { }").unwrap();
    fs::write(path("huge.game"), "# ".repeat(1 << 20)).unwrap();
    let mut names = vec![
        "pipe.game",
        "folder.game",
        "binary.game",
        "huge.game",
        "missing.game",
    ];
    fs::write(
        path("secret.game"),
        "game A { state n in 0.. move : [n - 1] }",
    )
    .unwrap();
    fs::set_permissions(path("secret.game"), fs::Permissions::from_mode(0o0)).unwrap();
    if fs::read(path("secret.game")).is_err() {
        names.push("secret.game");
    }
    for name in names {
        let told = ended(Command::new(env!("CARGO_BIN_EXE_grundy")).args([
            "serve",
            "--port",
            "0",
            "--lang",
            "en",
            &path(name),
        ]));
        let error = String::from_utf8(told.stderr).unwrap();
        assert_eq!(
            (told.status.code(), error.lines().count(), told.stdout.len()),
            (Some(2), 1, 0),
            "{name}: {error}"
        );
        assert!(
            error.contains(name) && error.contains("cannot read"),
            "{error}"
        );
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_file_that_becomes_a_pipe_is_told_and_not_waited_for() {
    let folder = scratch("becomes-a-pipe");
    let path = folder.join("own.game");
    fs::write(&path, "game Own { state n in 0.. move : [n - 1] }").unwrap();
    let server = Server::start(&[path.to_str().unwrap()]);
    let files = || {
        server
            .ask(&json!({ "request": { "ask": "files" } }))
            .lines()[0]["files"][0]
            .clone()
    };
    assert!(files()["text"].is_string());
    fs::remove_file(&path).unwrap();
    assert!(
        Command::new("mkfifo")
            .arg(&path)
            .status()
            .unwrap()
            .success()
    );
    let told = files();
    assert!(
        told["error"]
            .as_str()
            .is_some_and(|why| why.contains("named pipe")),
        "{told}"
    );
    assert_eq!(
        server.ask(&solve("nim[3]")).lines().last().unwrap()["value"],
        json!(3)
    );
    fs::remove_dir_all(folder).unwrap();
}

/// Returns the arguments of all processes of this machine, which every user can list.
#[cfg(target_os = "linux")]
fn all_arguments() -> Vec<(u32, String)> {
    let processes = fs::read_dir("/proc")
        .unwrap()
        .filter_map(|entry| entry.unwrap().file_name().to_str()?.parse().ok());
    processes
        .filter_map(|id: u32| {
            Some((
                id,
                String::from_utf8_lossy(&fs::read(format!("/proc/{id}/cmdline")).ok()?)
                    .into_owned(),
            ))
        })
        .collect()
}

#[cfg(target_os = "linux")]
#[test]
fn the_key_is_in_no_list_of_processes() {
    let folder = scratch("browser");
    let (seen, browser) = (folder.join("seen"), folder.join("xdg-open"));
    // Uses a fake browser, which runs for a while and reports its arguments and the content of the
    // redirecting file.
    let script = format!(
        "#!/bin/sh\necho \"$@\" > {0}.part\ncat \"$1\" >> {0}.part\nmv {0}.part {0}\nsleep 2\n",
        seen.display()
    );
    fs::write(&browser, script).unwrap();
    fs::set_permissions(&browser, fs::Permissions::from_mode(0o755)).unwrap();
    let temporary = folder.join("temporary");
    fs::create_dir(&temporary).unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    let server = Server::start_with(
        &["--open"],
        &[
            ("PATH", &path),
            ("TMPDIR", temporary.to_str().unwrap()),
            ("BROWSER", browser.to_str().unwrap()),
        ],
    );
    let until = Instant::now() + TIMEOUT;
    while !seen.exists() && Instant::now() < until {
        thread::sleep(Duration::from_millis(10));
    }
    let told = fs::read_to_string(&seen).unwrap();
    let (arguments, content) = told.split_once('\n').unwrap();
    for (id, listed) in all_arguments() {
        assert!(!listed.contains(&server.key), "process {id}: {listed}");
    }
    assert!(!arguments.contains(&server.key), "{arguments}");
    assert!(
        content.contains(&format!(
            "http://127.0.0.1:{}/#key={}",
            server.port, server.key
        )),
        "{content}"
    );
    let file = Path::new(arguments.trim());
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(
        (mode(file), mode(file.parent().unwrap())),
        (0o600, 0o700),
        "{arguments}"
    );
    // Ctrl-C removes the redirecting file.
    assert!(
        Command::new("kill")
            .args(["-INT", &server.process.id().to_string()])
            .status()
            .unwrap()
            .success()
    );
    let until = Instant::now() + TIMEOUT;
    let left_behind = || fs::read_dir(&temporary).unwrap().count();
    while left_behind() > 0 && Instant::now() < until {
        thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(left_behind(), 0, "nothing stays behind");
    drop(server);
    fs::remove_dir_all(folder).unwrap();
}
