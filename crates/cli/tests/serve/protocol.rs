//! Tests HTTP itself: connections that stay open, methods, versions, encodings of bodies, invalid
//! requests and clients that leave.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use super::{Answer, Server, TIMEOUT, endless, solve};

/// Reads one response from a connection that stays open.
fn response(stream: &mut BufReader<TcpStream>, has_body: bool) -> Answer {
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        assert!(stream.read_line(&mut head).unwrap() > 0, "{head}");
    }
    let head = head.to_lowercase();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    let mut body = Vec::new();
    if !has_body {
    } else if let Some((_, rest)) = head.split_once("content-length: ") {
        body.resize(rest.split('\r').next().unwrap().parse().unwrap(), 0);
        stream.read_exact(&mut body).unwrap();
    } else {
        assert!(head.contains("transfer-encoding: chunked"), "{head}");
        loop {
            let mut line = String::new();
            stream.read_line(&mut line).unwrap();
            let size = usize::from_str_radix(line.trim_end(), 16).unwrap();
            let mut chunk = vec![0; size + 2];
            stream.read_exact(&mut chunk).unwrap();
            assert_eq!(chunk[size..], *b"\r\n");
            body.extend_from_slice(&chunk[..size]);
            if size == 0 {
                break;
            }
        }
    }
    Answer { status, head, body }
}

/// Returns the head of a question without its length. The connection stays open.
fn open_head(server: &Server, lines: &[(&str, &str)]) -> String {
    let without = [&[("content-length", "")], lines].concat();
    server
        .question(0, &without)
        .replace("connection: close\r\n", "")
}

fn host(server: &Server) -> String {
    format!("Host: 127.0.0.1:{}\r\n", server.port)
}

#[test]
fn requests_in_one_packet_are_answered_in_their_order() {
    let server = Server::start(&[]);
    let host = host(&server);
    let mut stream = server.connect();
    let asked = format!(
        "HEAD / HTTP/1.1\r\n{host}\r\n\r\nGET /style/base.css?x=1 HTTP/1.1\r\n{host}\r\nGET / HTTP/1.1\r\n{host}Connection: Close\r\n\r\n"
    );
    stream.write_all(asked.as_bytes()).unwrap();
    let mut stream = BufReader::new(stream);
    let head = response(&mut stream, false);
    let style = response(&mut stream, true);
    let page = response(&mut stream, true);
    assert_eq!([head.status, style.status, page.status], [200; 3]);
    assert!(style.head.contains("content-type: text/css"));
    assert!(page.body.starts_with(b"<!doctype html>"));
    assert!(page.head.contains("connection: close"), "{}", page.head);
    let length = format!("content-length: {}\r\n", page.body.len());
    assert!(head.head.contains(&length), "{}", head.head);
    assert!(!head.head.contains("connection"), "{}", head.head);
    assert_eq!(stream.read(&mut [0]).unwrap(), 0);
}

#[test]
fn every_encoding_of_a_body_is_read() {
    let server = Server::start(&[]);
    let mut stream = BufReader::new(server.connect());
    let value = |told: &Answer| (told.status, told.lines().last().unwrap()["value"].clone());
    for heap in 1..3 {
        let body = solve(&format!("nim[{heap}]")).to_string();
        let length = body.len().to_string();
        let head = open_head(&server, &[("content-length", &length)]);
        stream
            .get_mut()
            .write_all(format!("{head}{body}").as_bytes())
            .unwrap();
        assert_eq!(value(&response(&mut stream, true)), (200, json!(heap)));
    }
    // Chunks of different sizes with an extension and a trailer, sent byte by byte.
    let body = solve("nim[3]").to_string();
    let (first, rest) = body.split_at(17);
    let chunks = format!(
        "{}11;name=\"value\"\r\n{first}\r\n0{:X}\r\n{rest}\r\n0\r\nX-Trailer: 1\r\n\r\n",
        open_head(&server, &[("transfer-encoding", "chunked")]),
        rest.len()
    );
    for byte in chunks.bytes() {
        stream.get_mut().write_all(&[byte]).unwrap();
    }
    assert_eq!(value(&response(&mut stream, true)), (200, json!(3)));
    // The client sends the body after the server has asked for it.
    let body = solve("nim[4]").to_string();
    let length = body.len().to_string();
    let lines = [("content-length", &*length), ("expect", "100-Continue")];
    let head = open_head(&server, &lines);
    stream.get_mut().write_all(head.as_bytes()).unwrap();
    assert_eq!(response(&mut stream, false).status, 100);
    stream.get_mut().write_all(body.as_bytes()).unwrap();
    assert_eq!(value(&response(&mut stream, true)), (200, json!(4)));
    // A question that is refused early is not asked for.
    let lines = [("content-length", "2000000"), ("expect", "100-continue")];
    let head = open_head(&server, &lines);
    stream.get_mut().write_all(head.as_bytes()).unwrap();
    assert_eq!(response(&mut stream, true).status, 413);
    assert_eq!(stream.read(&mut [0]).unwrap(), 0);
}

#[test]
fn older_clients_are_answered_without_chunks() {
    let server = Server::start(&[]);
    let host = host(&server);
    let page = server.send(format!("GET / HTTP/1.0\r\n{host}\r\n").as_bytes());
    assert_eq!(page.status, 200);
    assert!(page.head.contains("connection: close"), "{}", page.head);
    let mut stream = BufReader::new(server.connect());
    for _ in 0..2 {
        let asked = format!("GET / HTTP/1.0\r\n{host}Connection: keep-alive\r\n\r\n");
        stream.get_mut().write_all(asked.as_bytes()).unwrap();
        let page = response(&mut stream, true);
        assert!(
            page.head.contains("connection: keep-alive"),
            "{}",
            page.head
        );
    }
    let body = solve("nim[3]").to_string();
    let head = server.question(body.len(), &[]).replace("1.1", "1.0");
    let told = server.send(format!("{head}{body}").as_bytes());
    assert!(
        !told.head.contains("transfer-encoding: chunked"),
        "{}",
        told.head
    );
    assert_eq!(told.lines().last().unwrap()["value"], json!(3));
}

#[test]
fn a_target_may_be_a_complete_link_to_this_server() {
    let server = Server::start(&[]);
    for (target, status) in [
        (format!("http://127.0.0.1:{}/", server.port), 200),
        (format!("http://localhost:{}", server.port), 200),
        (format!("http://127.0.0.1:{}?x", server.port), 200),
        (format!("http://127.0.0.1:{}/nope", server.port), 404),
        ("http://evil.example/".to_owned(), 403),
        ("/?x=/nope".to_owned(), 200),
    ] {
        assert_eq!(server.get(&target).status, status, "{target}");
    }
}

#[test]
fn invalid_requests_are_refused() {
    let server = Server::start(&[]);
    let host = host(&server);
    let get = |more: &str| format!("GET / HTTP/1.1\r\n{host}{more}\r\n");
    let post = |lines, body: &str| format!("{}{body}", open_head(&server, lines));
    let chunked = |body| post(&[("transfer-encoding", "chunked")], body);
    let many = |count| {
        (1..count)
            .map(|i| format!("x-{i}: 1\r\n"))
            .collect::<String>()
    };
    let too_large = format!("{:x}\r\n", (1 << 20) + 1);
    for (request, status) in [
        ("\0\r\n\r\n".to_owned(), 400),
        ("GET\r\n\r\n".to_owned(), 400),
        (format!("GET / HTTP/2.0\r\n{host}\r\n"), 400),
        (format!("GET / HTTP/1.1\r\nname : value\r\n{host}\r\n"), 400),
        (format!("GET / HTTP/1.1\r\n{host} folded\r\n\r\n"), 400),
        (get(&many(101)), 431),
        (get(&format!("x: {}\r\n", "x".repeat(16 << 10))), 431),
        (get("content-length: 1\r\ncontent-length: 2\r\n"), 400),
        (get("content-length: +1\r\n"), 400),
        (get("content-length: 1, 1\r\n"), 400),
        (get("content-length: 18446744073709551616\r\n"), 400),
        (get("transfer-encoding: gzip\r\n"), 400),
        (
            get("transfer-encoding: chunked\r\ncontent-length: 0\r\n"),
            400,
        ),
        (
            get("transfer-encoding: chunked\r\n").replace("1.1\r", "1.0\r"),
            400,
        ),
        (chunked("x\r\n"), 400),
        (chunked("\r\n"), 400),
        (chunked("1\r\n{}\r\n"), 400),
        (chunked("fffffffffffffffff\r\n"), 400),
        (chunked(&format!("1;{}", "x".repeat(16 << 10))), 400),
        (chunked("0\r\nno trailer\r\n\r\n"), 400),
        (chunked("ffffffffffffffff\r\n"), 413),
        (chunked(&too_large), 413),
        (post(&[("content-length", "18446744073709551615")], ""), 413),
    ] {
        let told = server.send(request.as_bytes());
        let shown: String = request.chars().take(300).collect();
        assert_eq!(told.status, status, "{shown}");
        assert!(told.head.contains("nosniff"), "{shown}: {}", told.head);
        assert!(told.head.contains("connection: close"), "{shown}");
    }
    // The largest number of headers, and equal lengths.
    let close = "connection: close\r\n";
    assert_eq!(
        server
            .send(get(&format!("{close}{}", many(99))).as_bytes())
            .status,
        200
    );
    let lengths = "content-length: 0\r\ncontent-length: 0\r\n";
    assert_eq!(
        server
            .send(get(&format!("{close}{lengths}")).as_bytes())
            .status,
        200
    );
}

/// A client that still sends its body receives the complete response to a request that is refused
/// early.
#[test]
fn a_refusal_arrives_although_the_body_is_not_read() {
    let server = Server::start(&[]);
    for (lines, status) in [(&[("x-grundy-key", "")][..], 403), (&[], 413)] {
        let (length, mut told) = (1_500_000, Vec::new());
        let mut stream = server.connect();
        stream
            .write_all(server.question(length, lines).as_bytes())
            .unwrap();
        stream.write_all(&vec![b' '; length]).unwrap();
        stream.read_to_end(&mut told).unwrap();
        let told = String::from_utf8(told).unwrap();
        assert!(told.starts_with(&format!("HTTP/1.1 {status}")), "{told}");
        let (_, body) = told.split_once("\r\n\r\n").unwrap();
        assert!(told.contains(&format!("content-length: {}", body.len())));
    }
}

#[test]
fn slow_and_idle_connections_are_closed() {
    let server = Server::start(&[]);
    thread::scope(|scope| {
        // The body must arrive within twenty seconds.
        scope.spawn(|| {
            let started = Instant::now();
            let told = server.send(server.question(10, &[]).as_bytes());
            assert_eq!(told.status, 408);
            assert!(started.elapsed() > Duration::from_secs(15));
        });
        // A connection that has been used is closed when it is idle for five seconds. The same
        // limit applies to headers that arrive slowly, although some bytes always arrive.
        for asked in [
            String::new(),
            format!("GET / HTTP/1.1\r\n{}\r\n", host(&server)),
        ] {
            let is_slow = asked.is_empty();
            let mut stream = server.connect();
            scope.spawn(move || {
                stream.write_all(asked.as_bytes()).unwrap();
                let started = Instant::now();
                if is_slow {
                    for byte in b"GET / HTTP/1.1\r\nname: "
                        .iter()
                        .chain([b'x'; 1000].iter())
                    {
                        thread::sleep(Duration::from_millis(100));
                        if stream.write_all(&[*byte]).is_err() {
                            break;
                        }
                    }
                }
                let mut told = Vec::new();
                if let Err(why) = stream.read_to_end(&mut told) {
                    assert_eq!(why.kind(), ErrorKind::ConnectionReset);
                }
                let waited = started.elapsed();
                assert_eq!(told.is_empty(), is_slow);
                assert!(waited > Duration::from_secs(4), "{waited:?}");
                assert!(waited < Duration::from_secs(15), "{waited:?}");
            });
        }
    });
}

#[test]
fn a_client_that_sends_no_more_cancels_its_question() {
    let server = Server::start(&["--jobs", "1"]);
    let body = endless().to_string();
    let mut stream = server.connect();
    let asked = format!("{}{body}", server.question(body.len(), &[]));
    stream.write_all(asked.as_bytes()).unwrap();
    stream.read_exact(&mut [0; 12]).unwrap();
    stream.shutdown(Shutdown::Write).unwrap();
    assert_eq!(server.ask(&solve("nim[3]")).lines()[0]["value"], json!(3));
    let mut rest = Vec::new();
    stream.read_to_end(&mut rest).unwrap();
    assert!(!rest.ends_with(b"0\r\n\r\n"));
}

#[test]
fn a_client_that_leaves_no_longer_waits() {
    let server = Server::start(&["--jobs", "1"]);
    let send = |question: &serde_json::Value| {
        let body = question.to_string();
        let mut stream = server.connect();
        let asked = format!("{}{body}", server.question(body.len(), &[]));
        stream.write_all(asked.as_bytes()).unwrap();
        stream
    };
    let mut running = send(&endless());
    running.read_exact(&mut [0; 12]).unwrap();
    let is_refused = |stream: &mut TcpStream| {
        stream
            .set_read_timeout(Some(Duration::from_millis(300)))
            .unwrap();
        let mut line = [0; 12];
        match stream.read_exact(&mut line) {
            Ok(()) => {
                assert_eq!(&line, b"HTTP/1.1 503");
                true
            }
            Err(why) => {
                assert_eq!(why.kind(), ErrorKind::WouldBlock);
                false
            }
        }
    };
    // Every second question waits for the request handler of the running question, and the others
    // wait for a job.
    let waiting: Vec<TcpStream> = (0..16)
        .map(|number: usize| {
            let mut question = endless();
            if number.is_multiple_of(2) {
                question["lane"] = json!(number.to_string());
            }
            send(&question)
        })
        .collect();
    let until = Instant::now() + TIMEOUT;
    while !is_refused(&mut send(&solve("nim[3]"))) {
        assert!(Instant::now() < until, "no question is refused");
    }
    drop(waiting);
    let mut last = send(&solve("nim[3]"));
    while is_refused(&mut last) {
        assert!(Instant::now() < until, "the clients that left still wait");
        last = send(&solve("nim[3]"));
    }
    drop(running);
    last.set_read_timeout(Some(TIMEOUT)).unwrap();
    let mut told = String::new();
    last.read_to_string(&mut told).unwrap();
    assert!(told.starts_with("HTTP/1.1 200"), "{told}");
}
