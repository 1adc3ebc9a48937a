//! Responses. A response with a file or a line of text is sent in one piece. Each part of an answer
//! is sent as soon as it is ready. Every response has headers that isolate the page.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError};
use std::time::SystemTime;

use httpdate::HttpDate;

use crate::permits::{INTERVAL, Permit};

/// Content security policy: the page loads only files of this server, and other pages must not
/// embed it.
pub const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; \
     connect-src 'self'; worker-src 'self'; frame-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";

/// Headers of every response.
const HEADERS: [(&str, &str); 5] = [
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cache-control", "no-store"),
];

/// The status of a response.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Status {
    Ok,
    BadRequest,
    Forbidden,
    NotFound,
    MethodNotAllowed,
    RequestTimeout,
    PayloadTooLarge,
    UnsupportedMediaType,
    HeadersTooLarge,
    ServiceUnavailable,
}

impl Status {
    /// Returns the number and the name of the status.
    const fn line(self) -> &'static str {
        match self {
            Status::Ok => "200 OK",
            Status::BadRequest => "400 Bad Request",
            Status::Forbidden => "403 Forbidden",
            Status::NotFound => "404 Not Found",
            Status::MethodNotAllowed => "405 Method Not Allowed",
            Status::RequestTimeout => "408 Request Timeout",
            Status::PayloadTooLarge => "413 Payload Too Large",
            Status::UnsupportedMediaType => "415 Unsupported Media Type",
            Status::HeadersTooLarge => "431 Request Header Fields Too Large",
            Status::ServiceUnavailable => "503 Service Unavailable",
        }
    }
}

/// The parts of an answer, received from the thread that computes the answer. If the connection
/// ends early, the thread is stopped.
pub struct ResponseParts {
    parts: Receiver<Vec<u8>>,
    unwanted: Arc<AtomicBool>,
    /// The permit to run the computation of this answer. The permit is released when the last part
    /// is sent or the connection ends.
    _permit: Permit,
}

impl ResponseParts {
    /// Creates an answer. `unwanted` is set when the response ends.
    pub fn new(
        parts: Receiver<Vec<u8>>,
        unwanted: Arc<AtomicBool>,
        permit: Permit,
    ) -> ResponseParts {
        ResponseParts {
            parts,
            unwanted,
            _permit: permit,
        }
    }
}

impl Drop for ResponseParts {
    fn drop(&mut self) {
        self.unwanted.store(true, Ordering::Relaxed);
    }
}

/// A response.
pub enum Response {
    /// The status, the type and the content of a file or a text.
    Static(Status, &'static str, &'static [u8]),
    /// An answer, which is sent in parts.
    Parts(ResponseParts),
}

/// How a response is sent.
pub struct ResponseFormat {
    /// Whether the request was a HEAD request, so the body is not sent.
    pub is_head: bool,
    /// Whether the client uses HTTP/1.1 and not HTTP/1.0.
    pub is_http_11: bool,
    /// Whether the connection is closed after the response.
    pub closes: bool,
}

impl Response {
    /// Creates a response with a line of text.
    pub fn text(status: Status, line: &'static str) -> Response {
        Response::Static(status, "text/plain; charset=utf-8", line.as_bytes())
    }

    /// Returns whether the client made an error.
    pub fn is_refusal(&self) -> bool {
        matches!(self, Response::Static(status, ..) if status.line().starts_with('4'))
    }

    /// Returns whether the response declares its length in every version of HTTP.
    pub fn has_length(&self) -> bool {
        matches!(self, Response::Static(..))
    }

    /// Sends the response. The parts of an answer are sent until `is_abandoned` returns true.
    ///
    /// # Errors
    /// Returns an error if the client has left or does not read.
    pub fn send(
        self,
        output: &mut impl Write,
        format: &ResponseFormat,
        is_abandoned: impl Fn() -> bool,
    ) -> io::Result<()> {
        let (status, kind) = match &self {
            Response::Static(status, kind, _) => (*status, *kind),
            Response::Parts(_) => (Status::Ok, "application/octet-stream"),
        };
        write!(
            output,
            "HTTP/1.1 {}\r\ncontent-type: {kind}\r\ndate: {}\r\n",
            status.line(),
            HttpDate::from(SystemTime::now())
        )?;
        for (name, value) in HEADERS {
            write!(output, "{name}: {value}\r\n")?;
        }
        match (format.closes, format.is_http_11) {
            (true, _) => output.write_all(b"connection: close\r\n")?,
            (false, false) => output.write_all(b"connection: keep-alive\r\n")?,
            (false, true) => {}
        }
        match self {
            Response::Static(_, _, bytes) => {
                write!(output, "content-length: {}\r\n\r\n", bytes.len())?;
                if !format.is_head {
                    output.write_all(bytes)?;
                }
            }
            Response::Parts(answer) => {
                let is_chunked = format.is_http_11;
                if is_chunked {
                    output.write_all(b"transfer-encoding: chunked\r\n")?;
                }
                output.write_all(b"\r\n")?;
                answer.send(output, is_chunked, is_abandoned)?;
            }
        }
        output.flush()
    }
}

impl ResponseParts {
    fn send(
        &self,
        output: &mut impl Write,
        is_chunked: bool,
        is_abandoned: impl Fn() -> bool,
    ) -> io::Result<()> {
        loop {
            let part = match self.parts.try_recv() {
                Ok(part) => part,
                Err(TryRecvError::Disconnected) => break,
                Err(TryRecvError::Empty) => {
                    output.flush()?;
                    match self.parts.recv_timeout(INTERVAL) {
                        Ok(part) => part,
                        Err(RecvTimeoutError::Disconnected) => break,
                        Err(RecvTimeoutError::Timeout) if is_abandoned() => {
                            return Err(io::ErrorKind::ConnectionAborted.into());
                        }
                        Err(RecvTimeoutError::Timeout) => continue,
                    }
                }
            };
            // An empty chunk would end the body.
            if is_chunked && !part.is_empty() {
                write!(output, "{:x}\r\n", part.len())?;
                output.write_all(&part)?;
                output.write_all(b"\r\n")?;
            } else {
                output.write_all(&part)?;
            }
        }
        if is_chunked {
            output.write_all(b"0\r\n\r\n")?;
        }
        Ok(())
    }
}
