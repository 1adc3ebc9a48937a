//! Requests. The head and the body of a request are read from a connection with limits on their
//! size and on the time until they have arrived. `httparse` parses heads and the sizes of chunks.

use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use crate::response::Status;

/// Maximum time and size of the head of a request. A connection that sends its head more slowly, or
/// that stays idle for this time, is closed.
const HEAD: (Duration, usize) = (Duration::from_secs(5), 16 << 10);

/// Maximum number of headers of a request.
const MAX_HEADERS: usize = 100;

/// Number of bytes that are read from the system at once.
const BLOCK: usize = 8 << 10;

/// The length of the body of a request.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum BodyLength {
    /// The number of bytes, which the head declares.
    Known(u64),
    /// The body is sent in chunks and declares its length only at its end.
    Chunked,
}

/// The head of a request.
pub struct RequestHead {
    /// The method, for example `GET`.
    pub method: String,
    /// The host that the target of the request names, if the target is a complete URL.
    pub authority: Option<String>,
    /// The path of the target, without a query.
    pub path: String,
    headers: Vec<(String, Vec<u8>)>,
    /// Whether the client uses HTTP/1.1 and not HTTP/1.0.
    pub is_http_11: bool,
    /// The length of the body.
    pub body: BodyLength,
}

/// An invalid head: the status of the response and its line of text.
type HeadError = (Status, &'static str);

impl RequestHead {
    /// Parses the head at the start of `bytes`, and returns the head and its length. Returns `None`
    /// if the head is incomplete.
    fn parse(bytes: &[u8]) -> Result<Option<(RequestHead, usize)>, HeadError> {
        const INVALID: HeadError = (Status::BadRequest, "the request is invalid");
        let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
        let mut parsed = httparse::Request::new(&mut headers);
        let length = match parsed.parse(bytes) {
            Ok(httparse::Status::Complete(length)) => length,
            Ok(httparse::Status::Partial) => return Ok(None),
            Err(httparse::Error::TooManyHeaders) => {
                return Err((
                    Status::HeadersTooLarge,
                    "a request must not have more than 100 headers",
                ));
            }
            Err(_) => return Err(INVALID),
        };
        let (Some(method), Some(target), Some(version)) =
            (parsed.method, parsed.path, parsed.version)
        else {
            return Err(INVALID);
        };
        let (authority, path) = split_target(target);
        let mut head = RequestHead {
            method: method.to_owned(),
            authority: authority.map(str::to_owned),
            path: path.to_owned(),
            headers: parsed
                .headers
                .iter()
                .map(|header| (header.name.to_ascii_lowercase(), header.value.to_owned()))
                .collect(),
            is_http_11: version == 1,
            body: BodyLength::Known(0),
        };
        head.body = head.length().ok_or(INVALID)?;
        Ok(Some((head, length)))
    }

    /// Returns whether the client expects the connection to stay open after the response.
    pub fn keeps_alive(&self) -> bool {
        !self.lists("connection", b"close")
            && (self.is_http_11 || self.lists("connection", b"keep-alive"))
    }

    /// Returns whether the client waits for a confirmation before it sends the body.
    fn expects_continue(&self) -> bool {
        self.is_http_11 && self.lists("expect", b"100-continue")
    }

    /// Returns whether a header lists a word, in upper or lower case.
    fn lists(&self, name: &str, word: &[u8]) -> bool {
        self.values(name).any(|value| {
            value
                .split(|&byte| byte == b',')
                .any(|one| one.trim_ascii().eq_ignore_ascii_case(word))
        })
    }

    /// Returns the values of a header; `name` is in lower case.
    pub fn values<'h>(&'h self, name: &'h str) -> impl Iterator<Item = &'h [u8]> {
        self.headers
            .iter()
            .filter(move |(own, _)| own == name)
            .map(|(_, value)| &**value)
    }

    /// Returns the length of the body, or `None` if the headers contradict each other.
    fn length(&self) -> Option<BodyLength> {
        let mut codings = self.values("transfer-encoding");
        let mut lengths = self.values("content-length").map(|value| {
            let digits = std::str::from_utf8(value).ok()?;
            let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
            digits.parse::<u64>().ok().filter(|_| is_number)
        });
        match (codings.next(), lengths.next()) {
            (None, None) => Some(BodyLength::Known(0)),
            (None, Some(length)) => {
                let same = lengths.all(|other| other == length);
                length.filter(|_| same).map(BodyLength::Known)
            }
            (Some(coding), None) => (self.is_http_11
                && coding.eq_ignore_ascii_case(b"chunked")
                && codings.next().is_none())
            .then_some(BodyLength::Chunked),
            (Some(_), Some(_)) => None,
        }
    }
}

/// Returns the host, if the target of a request is a complete URL, and the path without a query.
fn split_target(target: &str) -> (Option<&str>, &str) {
    let (authority, path) = match target.strip_prefix("http://") {
        Some(rest) => {
            let (authority, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
            (Some(authority), path)
        }
        None => (None, target),
    };
    match path.split(['?', '#']).next() {
        Some(path) if !path.is_empty() => (authority, path),
        _ => (authority, "/"),
    }
}

/// A body that could not be read.
#[derive(Debug)]
pub enum BodyError {
    /// The body is longer than permitted.
    TooLarge,
    /// The body did not arrive in time.
    Late,
    /// The connection ended before the end of the body, or the body is not encoded correctly.
    Incomplete,
}

impl std::fmt::Display for BodyError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            BodyError::TooLarge => "the body is too large",
            BodyError::Incomplete => "the body is incomplete",
            BodyError::Late => "the body did not arrive in time",
        })
    }
}

impl std::error::Error for BodyError {}

impl From<io::Error> for BodyError {
    fn from(why: io::Error) -> BodyError {
        match why.kind() {
            ErrorKind::TimedOut => BodyError::Late,
            _ => BodyError::Incomplete,
        }
    }
}

/// Reads the requests of a connection.
pub struct RequestReader<'s> {
    stream: &'s TcpStream,
    /// The bytes that were received and not yet used.
    buffer: Vec<u8>,
    /// Whether the body of the last request has been read completely.
    is_body_read: bool,
}

impl RequestReader<'_> {
    pub fn new(stream: &TcpStream) -> RequestReader<'_> {
        RequestReader {
            stream,
            buffer: Vec::new(),
            is_body_read: true,
        }
    }

    /// Reads the head of the next request. Returns `None` if the connection has ended, or if the
    /// head did not arrive in time.
    pub fn head(&mut self) -> Result<Option<RequestHead>, HeadError> {
        let (time, size) = HEAD;
        let until = Instant::now() + time;
        loop {
            if !self.buffer.is_empty()
                && let Some((head, length)) = RequestHead::parse(&self.buffer)?
            {
                self.buffer.drain(..length);
                self.is_body_read = head.body == BodyLength::Known(0);
                return Ok(Some(head));
            }
            let Some(space) = size.checked_sub(self.buffer.len()).filter(|&n| n > 0) else {
                return Err((
                    Status::HeadersTooLarge,
                    "the headers of a request must not exceed 16 KiB",
                ));
            };
            if self.receive(space, until).is_err() {
                return Ok(None);
            }
        }
    }

    /// Reads the body of a request. The body must have at most `max` bytes and arrive before
    /// `until`.
    pub fn body(
        &mut self,
        head: &RequestHead,
        max: usize,
        until: Instant,
    ) -> Result<Vec<u8>, BodyError> {
        if let BodyLength::Known(length) = head.body
            && length > max as u64
        {
            return Err(BodyError::TooLarge);
        }
        if head.expects_continue() && self.buffer.is_empty() && !self.is_body_read {
            let mut stream = self.stream;
            stream.write_all(b"HTTP/1.1 100 Continue\r\n\r\n")?;
        }
        let mut body = Vec::new();
        match head.body {
            BodyLength::Known(length) => self.append(&mut body, length as usize, until)?,
            BodyLength::Chunked => {
                loop {
                    let size = self.chunk_size(until)?;
                    if size == 0 {
                        break;
                    }
                    if size > (max - body.len()) as u64 {
                        return Err(BodyError::TooLarge);
                    }
                    self.append(&mut body, size as usize, until)?;
                    self.prefix(until, |bytes| match bytes {
                        b"" | b"\r" => Ok(None),
                        [b'\r', b'\n', ..] => Ok(Some(2)),
                        _ => Err(BodyError::Incomplete),
                    })?;
                }
                self.skip_trailers(until)?;
            }
        }
        self.is_body_read = true;
        Ok(body)
    }

    /// Returns whether bytes of the body of the last request were not read. The connection must
    /// then be closed.
    pub fn has_unread_body(&self) -> bool {
        !self.is_body_read
    }

    /// Returns whether the client has closed its side of the connection. Does not wait.
    pub fn is_abandoned(&self) -> bool {
        if self.stream.set_nonblocking(true).is_err() {
            return true;
        }
        let peeked = self.stream.peek(&mut [0]);
        let is_open = match peeked {
            Ok(received) => received > 0,
            Err(why) => matches!(why.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted),
        };
        self.stream.set_nonblocking(false).is_err() || !is_open
    }

    /// Reads a line with the size of a chunk and returns this size.
    fn chunk_size(&mut self, until: Instant) -> Result<u64, BodyError> {
        let mut size = 0;
        self.prefix(until, |bytes| {
            if bytes
                .first()
                .is_some_and(|first| !first.is_ascii_hexdigit())
            {
                return Err(BodyError::Incomplete);
            }
            match httparse::parse_chunk_size(bytes) {
                Ok(httparse::Status::Complete((length, parsed))) => {
                    size = parsed;
                    Ok(Some(length))
                }
                Ok(httparse::Status::Partial) => Ok(None),
                Err(_) => Err(BodyError::Incomplete),
            }
        })?;
        Ok(size)
    }

    /// Reads the headers after the last chunk, which are ignored.
    fn skip_trailers(&mut self, until: Instant) -> Result<(), BodyError> {
        self.prefix(until, |bytes| {
            let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
            match httparse::parse_headers(bytes, &mut headers) {
                Ok(httparse::Status::Complete((length, _))) => Ok(Some(length)),
                Ok(httparse::Status::Partial) => Ok(None),
                Err(_) => Err(BodyError::Incomplete),
            }
        })
    }

    /// Removes the start of the received bytes whose length `find` returns. While `find` returns
    /// `None`, receives more bytes.
    fn prefix(
        &mut self,
        until: Instant,
        mut find: impl FnMut(&[u8]) -> Result<Option<usize>, BodyError>,
    ) -> Result<(), BodyError> {
        loop {
            if let Some(length) = find(&self.buffer)? {
                self.buffer.drain(..length);
                return Ok(());
            }
            let Some(space) = HEAD.1.checked_sub(self.buffer.len()).filter(|&n| n > 0) else {
                return Err(BodyError::Incomplete);
            };
            self.receive(space, until)?;
        }
    }

    /// Moves `length` bytes to the end of `body`.
    fn append(&mut self, body: &mut Vec<u8>, length: usize, until: Instant) -> io::Result<()> {
        let end = body.len() + length;
        body.reserve(length);
        loop {
            let taken = self.buffer.len().min(end - body.len());
            body.extend(self.buffer.drain(..taken));
            if body.len() == end {
                return Ok(());
            }
            self.receive(BLOCK, until)?;
        }
    }

    /// Receives at least one byte, and at most `space` bytes.
    fn receive(&mut self, space: usize, until: Instant) -> io::Result<()> {
        let mut block = [0; BLOCK];
        let block = &mut block[..space.min(BLOCK)];
        let received = read_before(self.stream, block, until)?;
        if received == 0 {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        self.buffer.extend_from_slice(&block[..received]);
        Ok(())
    }
}

/// Reads from a stream until a point in time. Returns an error of the kind `TimedOut` if nothing
/// has arrived before, and zero at the end of the stream.
pub fn read_before(mut stream: &TcpStream, block: &mut [u8], until: Instant) -> io::Result<usize> {
    loop {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(ErrorKind::TimedOut.into());
        }
        stream.set_read_timeout(Some(left))?;
        match stream.read(block) {
            // The system may wake up too early.
            Err(why) if is_early(&why) => {}
            done => return done,
        }
    }
}

/// Returns whether a call ended only because of its time limit or a signal.
pub fn is_early(why: &io::Error) -> bool {
    matches!(
        why.kind(),
        ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted
    )
}
