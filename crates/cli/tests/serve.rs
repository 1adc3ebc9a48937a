//! Tests `grundy serve` over raw sockets: responses, access control, refused requests, and
//! cancelling computations of closed connections.
#![cfg(unix)]

#[path = "serve/attacks.rs"]
mod attacks;
#[path = "serve/protocol.rs"]
mod protocol;

use std::fs;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, SocketAddrV4, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

/// Timeout that is longer than any step of these tests.
const TIMEOUT: Duration = Duration::from_secs(60);

/// The state directory of all servers of these tests.
static STATE: LazyLock<TempDir> = LazyLock::new(|| tempfile::tempdir().unwrap());

/// A server that is stopped at the end of the test.
struct Server {
    process: Child,
    port: u16,
    key: String,
}

/// A response: the status, the head and the body.
struct Answer {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl Answer {
    /// Returns the JSON lines of the body.
    fn lines(&self) -> Vec<Value> {
        let text = String::from_utf8_lossy(&self.body);
        text.lines()
            .filter(|line| line.starts_with('{'))
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }
}

impl Server {
    fn start(more: &[&str]) -> Server {
        Server::start_with(more, &[])
    }

    fn start_with(more: &[&str], environment: &[(&str, &str)]) -> Server {
        let mut process = Command::new(env!("CARGO_BIN_EXE_grundy"))
            .args(["serve", "--port", "0"])
            .args(more)
            .env("XDG_STATE_HOME", STATE.path())
            .envs(environment.iter().copied())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut link = String::new();
        BufReader::new(process.stdout.take().unwrap())
            .read_line(&mut link)
            .unwrap();
        let (address, key) = link
            .trim()
            .split_once("/#key=")
            .unwrap_or_else(|| panic!("no link: {link}"));
        let port = address
            .strip_prefix("http://127.0.0.1:")
            .unwrap()
            .parse()
            .unwrap();
        assert!(
            key.len() == 32 && key.bytes().all(|b| b.is_ascii_hexdigit()),
            "{key}"
        );
        Server {
            process,
            port,
            key: key.to_owned(),
        }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        stream
    }

    /// Sends bytes and reads the response to the end.
    fn send(&self, request: &[u8]) -> Answer {
        let mut stream = self.connect();
        // The write may fail, because a server that refuses a request early closes the connection
        // during the write.
        let _ = stream.write_all(request);
        let mut bytes = Vec::new();
        if let Err(why) = stream.read_to_end(&mut bytes) {
            assert_eq!(why.kind(), ErrorKind::ConnectionReset, "{why}");
        }
        let end = bytes
            .windows(4)
            .position(|w| w == b"\r\n\r\n")
            .unwrap_or_else(|| panic!("no head: {}", String::from_utf8_lossy(&bytes)));
        let head = String::from_utf8(bytes[..end].to_vec())
            .unwrap()
            .to_lowercase();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        let body = bytes[end + 4..].to_vec();
        let body = if head.contains("transfer-encoding: chunked") {
            unchunked(&body)
        } else {
            body
        };
        Answer { status, head, body }
    }

    fn get(&self, path: &str) -> Answer {
        self.send(
            format!(
                "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n\r\n",
                self.port
            )
            .as_bytes(),
        )
    }

    /// Returns the head of a question, with some header lines replaced.
    fn question(&self, length: usize, lines: &[(&str, &str)]) -> String {
        let (host, length) = (format!("127.0.0.1:{}", self.port), length.to_string());
        let mut all = vec![
            ("host", &*host),
            ("content-type", "application/json"),
            ("x-grundy-key", &*self.key),
            ("content-length", &*length),
        ];
        for &(name, value) in lines {
            all.retain(|(own, _)| *own != name);
            all.push((name, value));
        }
        let lines: String = all
            .iter()
            .filter(|(_, value)| !value.is_empty())
            .map(|(name, value)| format!("{name}: {value}\r\n"))
            .collect();
        format!("POST /ask HTTP/1.1\r\n{lines}connection: close\r\n\r\n")
    }

    fn ask(&self, question: &Value) -> Answer {
        self.ask_with(question, &[])
    }

    fn ask_with(&self, question: &Value, lines: &[(&str, &str)]) -> Answer {
        let body = question.to_string();
        self.send(format!("{}{body}", self.question(body.len(), lines)).as_bytes())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn unchunked(mut body: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = body.windows(2).position(|w| w == b"\r\n") {
        let size = usize::from_str_radix(std::str::from_utf8(&body[..end]).unwrap(), 16).unwrap();
        whole.extend_from_slice(&body[end + 2..][..size]);
        body = &body[end + 2 + size + 2..];
    }
    whole
}

fn solve(question: &str) -> Value {
    json!({ "request": { "ask": "solve", "question": question } })
}

/// Returns a question that does not finish within the test: a sum that requires a search.
fn endless() -> Value {
    json!({ "request": { "ask": "solve", "question": "kayles[300000]", "options": { "without": ["octal-periodicity", "dense", "codegen"] } } })
}

#[test]
fn the_page_and_questions_are_answered() {
    let server = Server::start(&["--jobs", "2"]);
    let page = server.get("/");
    assert_eq!(
        (page.status, page.body.starts_with(b"<!doctype html>")),
        (200, true)
    );
    for line in [
        "content-security-policy: default-src 'none'",
        "frame-ancestors 'none'",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
        "cross-origin-opener-policy: same-origin",
        "cache-control: no-store",
        " gmt\r\n",
    ] {
        assert!(page.head.contains(line), "{line}: {}", page.head);
    }
    assert_eq!(server.get("/page/main.mjs").status, 200);
    let told = server.ask(&solve("kayles[7] + nim[3]"));
    assert_eq!(
        (told.status, &told.lines().last().unwrap()["value"]),
        (200, &json!(1))
    );
    // Files are sent with the question. For a second question with the same files, the files are
    // already loaded.
    let rules = json!([{ "name": "take.game", "text": "game Take { state n in 0.. move k in 1..3 : [n - k] }" }]);
    for heap in [6, 7] {
        let told = server.ask(&json!({ "files": rules, "request": { "ask": "solve", "question": format!("take[{heap}]") } }));
        assert_eq!(told.lines()[0]["value"], json!(heap % 4));
    }
    let wrong = json!([{ "name": "a.game", "text": "game A { state n in 0.. move : [n - ] }" }]);
    let told = server
        .ask(&json!({ "files": wrong, "request": { "ask": "solve", "question": "a[1]" } }))
        .lines();
    assert_eq!(
        (&told[0]["stage"], &told[0]["error"]["kind"]),
        (&json!("open"), &json!("invalid"))
    );
    // Numbers that JavaScript would round are sent as strings, and cells are sent as bytes after
    // the reply.
    assert_eq!(
        server.ask(&solve("nim[9007199254740993]")).lines()[0]["value"],
        json!("9007199254740993")
    );
    let table = json!({ "request": { "ask": "table", "question": "nim[0..5]", "options": { "raw": true } } });
    let body = server.ask(&table).body;
    assert_eq!(body[body.len() - 7..], *b"\n\0\x01\x02\x03\x04\x05");
}

#[test]
fn files_are_shown_as_they_are_now() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("shown.game");
    fs::write(&path, "game Shown { state n in 0.. move : [n - 1] }").unwrap();
    let server = Server::start(&[path.to_str().unwrap()]);
    let files = || {
        server
            .ask(&json!({ "request": { "ask": "files" } }))
            .lines()[0]["files"][0]
            .clone()
    };
    assert_eq!(
        files(),
        json!({ "name": "shown.game", "text": "game Shown { state n in 0.. move : [n - 1] }" })
    );
    fs::write(&path, "# changed").unwrap();
    assert_eq!(files()["text"], json!("# changed"));
    fs::remove_file(&path).unwrap();
    assert!(files()["error"].is_string());
}

#[test]
fn only_the_page_of_this_server_may_ask() {
    let server = Server::start(&[]);
    let asked = solve("nim[3]");
    let own = format!("http://127.0.0.1:{}", server.port);
    let named = format!("localhost:{}", server.port);
    for (lines, status) in [
        (&[][..], 200),
        (
            &[("origin", &*own), ("sec-fetch-site", "same-origin")][..],
            200,
        ),
        (&[("host", &*named)][..], 200),
        (&[("host", "")][..], 403),
        (&[("host", "evil.example")][..], 403),
        (&[("host", "127.0.0.1")][..], 403),
        (&[("origin", "http://evil.example")][..], 403),
        (&[("origin", "null")][..], 403),
        (&[("sec-fetch-site", "cross-site")][..], 403),
        (&[("sec-fetch-site", "same-site")][..], 403),
        (&[("x-grundy-key", "")][..], 403),
        (
            &[("x-grundy-key", "00000000000000000000000000000000")][..],
            403,
        ),
        (&[("x-grundy-key", &server.key[..31])][..], 403),
        (&[("content-type", "text/plain")][..], 415),
        (&[("content-type", "")][..], 415),
    ] {
        assert_eq!(server.ask_with(&asked, lines).status, status, "{lines:?}");
    }
    let host = format!("Host: 127.0.0.1:{}\r\nConnection: close\r\n", server.port);
    for method in ["GET", "OPTIONS", "PUT"] {
        let told = server.send(
            format!("{method} /ask HTTP/1.1\r\n{host}Origin: http://evil.example\r\n\r\n")
                .as_bytes(),
        );
        assert_eq!(told.status, 405, "{method}");
        assert!(!told.head.contains("access-control"), "{}", told.head);
    }
    // A request with two `Host` headers is refused.
    assert_eq!(
        server
            .send(format!("GET / HTTP/1.1\r\n{host}Host: evil.example\r\n\r\n").as_bytes())
            .status,
        403
    );
    assert_eq!(
        server
            .send(b"GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")
            .status,
        403
    );
}

#[test]
fn no_path_leads_out_of_the_list() {
    let server = Server::start(&[]);
    for path in [
        "/../Cargo.toml",
        "/page/../index.html",
        "/%2e%2e/Cargo.toml",
        "/..%2fCargo.toml",
        "/%2e%2e%2fCargo.toml",
        "/..\\Cargo.toml",
        "/..%5cCargo.toml",
        "/%252e%252e/Cargo.toml",
        "/....//Cargo.toml",
        "//etc/passwd",
        "/etc/passwd",
        "/index.html/",
        "/INDEX.HTML",
        "/%c0%ae%c0%ae/Cargo.toml",
        "/.",
        "/page",
        "/page/",
    ] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
    for path in ["http://evil.example/", "*", "evil"] {
        assert_ne!(server.get(path).status / 100, 5, "{path}");
    }
}

#[test]
fn what_is_too_large_or_too_slow_is_refused() {
    let server = Server::start(&[]);
    let large = format!(
        "{}{}",
        server.question((1 << 20) + 1, &[]),
        "x".repeat((1 << 20) + 1)
    );
    assert_eq!(server.send(large.as_bytes()).status, 413);
    let host = format!("Host: 127.0.0.1:{}\r\n", server.port);
    let header = format!(
        "GET / HTTP/1.1\r\n{host}X-Long: {}\r\n\r\n",
        "x".repeat(20_000)
    );
    assert_eq!(server.send(header.as_bytes()).status, 431);
    for body in [
        "",
        "{",
        "[]",
        "{\"request\": {\"ask\": \"solve\"}, \"more\": 1}",
        "\u{0}\u{1}",
    ] {
        let told = server.send(format!("{}{body}", server.question(body.len(), &[])).as_bytes());
        assert_eq!(told.status, 400, "{body}");
    }
    // The server waits five seconds for headers that never end.
    let mut slow = server.connect();
    slow.write_all(b"GET / HTTP/1.1\r\nHost: 127").unwrap();
    let mut rest = Vec::new();
    let _ = slow.read_to_end(&mut rest);
    assert!(
        !rest.starts_with(b"HTTP/1.1 200"),
        "the connection was closed"
    );
}

#[test]
fn a_cut_connection_ends_its_computing() {
    let server = Server::start(&["--jobs", "1"]);
    for _ in 0..3 {
        let body = endless().to_string();
        let mut stream = server.connect();
        stream
            .write_all(format!("{}{body}", server.question(body.len(), &[])).as_bytes())
            .unwrap();
        // The head of the response has arrived, so the computation has started.
        let mut first = [0; 12];
        stream.read_exact(&mut first).unwrap();
        assert_eq!(&first, b"HTTP/1.1 200");
        drop(stream);
        // The server answers only one question at a time, so this answer proves that the first
        // question has ended.
        assert_eq!(server.ask(&solve("nim[3]")).lines()[0]["value"], json!(3));
    }
}

#[test]
fn a_question_keeps_to_its_time_and_memory() {
    let server = Server::start(&["--time", "1", "--memory", "300M"]);
    let mut asked = endless();
    assert_eq!(
        server.ask(&asked).lines().last().unwrap()["error"]["kind"],
        json!("stopped"),
        "the server's own limit"
    );
    asked["seconds"] = json!(0.1);
    let told = server.ask(&asked).lines();
    assert_eq!(told.last().unwrap()["error"]["kind"], json!("stopped"));
    let large = json!({ "request": { "ask": "table", "question": "nim[0..99999999999]" } });
    assert_eq!(
        server.ask(&large).lines()[0]["error"]["kind"],
        json!("stopped")
    );
}

#[test]
fn questions_that_wait_are_counted_and_connections_too() {
    let server = Server::start(&["--jobs", "1"]);
    let body = endless().to_string();
    let asked = format!("{}{body}", server.question(body.len(), &[]));
    let held: Vec<TcpStream> = (0..20)
        .map(|number| {
            let mut stream = server.connect();
            stream.write_all(asked.as_bytes()).unwrap();
            // The first question no longer waits when the others arrive.
            if number == 0 {
                stream.peek(&mut [0]).unwrap();
            }
            stream
        })
        .collect();
    // One question is being answered and sixteen questions wait; further questions are refused with
    // a message. The server may read the questions in any order.
    let is_refused = |stream: &&TcpStream| {
        stream
            .set_read_timeout(Some(Duration::from_millis(10)))
            .unwrap();
        let mut line = [0; 12];
        matches!(stream.peek(&mut line), Ok(12)) && &line == b"HTTP/1.1 503"
    };
    let until = Instant::now() + TIMEOUT;
    while held.iter().filter(is_refused).count() < 3 {
        assert!(Instant::now() < until, "nobody is sent away");
    }
    assert_eq!(server.ask(&solve("nim[1]")).status, 503);
    assert_eq!(held.iter().filter(is_refused).count(), 3);
    drop(held);
    let idle: Vec<TcpStream> = (0..100).map(|_| server.connect()).collect();
    let closed = idle.iter().filter(|stream| {
        stream
            .set_read_timeout(Some(Duration::from_millis(200)))
            .unwrap();
        matches!((&**stream).read(&mut [0]), Ok(0) | Err(_))
            && (&**stream).write_all(b"GET / HTTP/1.1\r\n").is_err()
            || matches!((&**stream).read(&mut [0]), Ok(0))
    });
    assert!(
        closed.count() >= 60,
        "connections beyond the limit are closed"
    );
    drop(idle);
    let until = Instant::now() + TIMEOUT;
    loop {
        let mut stream = server.connect();
        let host = format!(
            "GET / HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n\r\n",
            server.port
        );
        let mut told = Vec::new();
        if stream.write_all(host.as_bytes()).is_ok()
            && stream.read_to_end(&mut told).is_ok()
            && told.starts_with(b"HTTP/1.1 200")
        {
            break;
        }
        assert!(Instant::now() < until, "the server answers again");
    }
}

#[test]
fn the_server_is_for_its_own_machine() {
    let server = Server::start(&[]);
    // Connects to an address of this machine to which the server is not bound.
    let other = SocketAddrV4::new(Ipv4Addr::new(127, 0, 0, 2), server.port);
    assert_eq!(
        TcpStream::connect(other).unwrap_err().kind(),
        ErrorKind::ConnectionRefused
    );
}

#[test]
fn what_cannot_be_served_is_told_in_a_line() {
    let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let missing = PathBuf::from("no-such-file.game");
    for args in [
        &["--port", &*port][..],
        &["--port", "0", missing.to_str().unwrap()][..],
    ] {
        let told = Command::new(env!("CARGO_BIN_EXE_grundy"))
            .arg("serve")
            .args(args)
            .output()
            .unwrap();
        let error = String::from_utf8(told.stderr).unwrap();
        assert_eq!(
            (told.status.code(), error.lines().count()),
            (Some(2), 1),
            "{error}"
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn where_the_link_cannot_be_written_it_is_told_in_a_line() {
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let mut server = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(["serve", "--port", "0", "--lang", "en"])
        .stdout(full)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A server that ignored the output error would not end.
    let end = Instant::now() + TIMEOUT;
    while server.try_wait().unwrap().is_none() && Instant::now() < end {
        thread::sleep(Duration::from_millis(20));
    }
    let _ = server.kill();
    let told = server.wait_with_output().unwrap();
    let error = String::from_utf8(told.stderr).unwrap();
    assert_eq!(
        (told.status.code(), error.lines().count()),
        (Some(2), 1),
        "{error}"
    );
}

#[test]
fn eight_sessions_are_kept_those_used_last() {
    let server = Server::start(&[]);
    let at = |lane: usize, request: Value| {
        let told = server
            .ask(&json!({ "lane": lane.to_string(), "request": request }))
            .lines();
        told.last().unwrap().clone()
    };
    // A match exists as long as its session.
    let begun = |lane| {
        at(
            lane,
            json!({ "ask": "play", "question": "nim[3]", "options": { "computer": "none", "seed": 1 } }),
        )
    };
    let lives = |lane| {
        at(
            lane,
            json!({ "ask": "play", "match": 1, "act": "legal", "count": 9 }),
        )["match"]
            == json!(1)
    };
    for lane in 0..8 {
        assert_eq!(begun(lane)["match"], json!(1));
    }
    assert!((0..8).all(lives), "eight are kept");
    begun(8);
    assert!(
        lives(8) && (1..8).all(lives),
        "the ninth took the place of one"
    );
    assert!(!lives(0), "of the one that was not used for longest");
}

#[test]
fn ctrl_c_ends_it_and_what_it_computes() {
    let mut server = Server::start(&[]);
    let body = endless().to_string();
    let mut stream = server.connect();
    stream
        .write_all(format!("{}{body}", server.question(body.len(), &[])).as_bytes())
        .unwrap();
    stream.read_exact(&mut [0; 12]).unwrap();
    let sent = Command::new("kill")
        .args(["-INT", &server.process.id().to_string()])
        .status()
        .unwrap();
    assert!(sent.success());
    assert_eq!(server.process.wait().unwrap().code(), Some(130));
}

#[test]
fn a_store_of_a_large_table_is_asked_first() {
    let store =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("served-{}", std::process::id()));
    let _ = fs::remove_dir_all(&store);
    let (store, position) = (store.to_str().unwrap(), "ladders(13, 3)[12, 11, 4]");
    let made = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(["big", "solve", "ladders(13, 3)", "--store", store])
        .output()
        .unwrap();
    assert!(made.status.success());
    let (with, without) = (Server::start(&["--load", store]), Server::start(&[]));
    let said = |server: &Server| server.ask(&solve(position)).lines()[0].clone();
    let (with, without) = (said(&with), said(&without));
    assert_eq!(with["outcome"], without["outcome"], "{with} {without}");
    assert_eq!(with["moves"], without["moves"], "{with} {without}");
    assert!(
        with.to_string().contains("\"store\"") && !without.to_string().contains("\"store\""),
        "{with} {without}"
    );
    let missing = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(["serve", "--load", "nowhere"])
        .output()
        .unwrap();
    assert_eq!(
        missing.status.code(),
        Some(2),
        "{}",
        String::from_utf8_lossy(&missing.stderr)
    );
}

/// The key is kept for the next server, readable by its user only, so that bookmarks work.
#[test]
fn the_key_is_kept_until_it_is_replaced() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let state = tempfile::tempdir().unwrap();
    let home = [("XDG_STATE_HOME", state.path().to_str().unwrap())];
    let key = |more: &[&str]| Server::start_with(more, &home).key.clone();
    let first = key(&[]);
    let file = state.path().join("grundy/serve.key");
    let mode = || fs::metadata(&file).unwrap().permissions().mode() & 0o777;
    assert_eq!((key(&[]), mode()), (first.clone(), 0o600));
    let second = key(&["--new-key"]);
    assert_ne!(second, first);
    assert_eq!((key(&[]), mode()), (second.clone(), 0o600));
    // A key that others may have read is replaced, and so is a text that is no key.
    fs::set_permissions(&file, PermissionsExt::from_mode(0o644)).unwrap();
    let third = key(&[]);
    assert_ne!(third, second);
    assert_eq!(mode(), 0o600);
    fs::write(&file, "12").unwrap();
    let fourth = key(&[]);
    assert_ne!(fourth, third);
    // A named pipe is not waited for.
    fs::remove_file(&file).unwrap();
    let made = Command::new("mkfifo").arg(&file).status().unwrap();
    assert!(made.success());
    let fifth = key(&[]);
    assert_eq!((key(&[]), mode()), (fifth, 0o600));
    // Without a place for the key, each server has its own key, and says so.
    fs::remove_file(&file).unwrap();
    fs::remove_dir(state.path().join("grundy")).unwrap();
    symlink("/dev/null", state.path().join("grundy")).unwrap();
    assert_ne!(key(&[]), key(&[]));
    let mut process = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(["serve", "--port", "0", "--new-key"])
        .envs(home)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = String::new();
    let mut errors = BufReader::new(process.stderr.take().unwrap());
    errors.read_line(&mut said).unwrap();
    process.kill().unwrap();
    process.wait().unwrap();
    assert!(said.contains("cannot be kept"), "{said}");
}

/// Links for other computers lead to the page on the Internet, if its address is given.
#[test]
fn the_public_address_is_told() {
    let told = |server: &Server| {
        let answer = server.get("/public");
        (answer.status, String::from_utf8(answer.body).unwrap())
    };
    let page = "https://example.org/grundy/";
    let server = Server::start(&["--public", &format!("{page}#q=nim[3]")]);
    assert_eq!(told(&server), (200, page.to_owned()));
    assert_eq!(told(&Server::start(&[])), (200, String::new()));
    let refused = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(["serve", "--public", "example.org"])
        .output()
        .unwrap();
    assert_eq!(refused.status.code(), Some(2));
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(said.contains("https://example.org/grundy/"), "{said}");
}

#[test]
fn a_missing_file_names_the_printed_link() {
    let answer = Server::start(&[]).get("/first.wasm");
    let said = String::from_utf8(answer.body).unwrap();
    assert_eq!(answer.status, 404);
    assert!(
        said.contains("open the link that `grundy serve` printed"),
        "{said}"
    );
}
