//! Responses: a file or a line at once, or the parts of an answer when they are ready. Every
//! response has headers that isolate the page.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body_util::{Either, Full};
use hyper::body::Frame;
use hyper::{Response, StatusCode};
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::mpsc::Receiver;

/// The body of a response.
pub type Body = Either<Full<Bytes>, AnswerBody>;

/// Content security policy: the page loads only files of this server, and other pages must not
/// embed it.
pub const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; \
     connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Headers of every response.
const HEADERS: [(&str, &str); 5] = [
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cache-control", "no-store"),
];

/// The parts of an answer from the thread that computes it. If the connection ends early, the
/// thread is stopped.
pub struct AnswerBody {
    parts: Receiver<Bytes>,
    unwanted: Arc<AtomicBool>,
    /// The permit to be answered. It is returned when the last part is sent or the connection ends.
    _permit: OwnedSemaphorePermit,
}

impl hyper::body::Body for AnswerBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.parts
            .poll_recv(context)
            .map(|part| part.map(|bytes| Ok(Frame::data(bytes))))
    }
}

impl Drop for AnswerBody {
    fn drop(&mut self) {
        self.unwanted.store(true, Ordering::Relaxed);
    }
}

fn answer(status: StatusCode, kind: &str, body: Body) -> Response<Body> {
    let named = HEADERS.iter().fold(
        Response::builder()
            .status(status)
            .header("content-type", kind),
        |built, (name, value)| built.header(*name, *value),
    );
    named.body(body).expect("all headers are constants")
}

/// A file or a text.
pub fn static_response(status: StatusCode, kind: &str, bytes: &'static [u8]) -> Response<Body> {
    answer(
        status,
        kind,
        Either::Left(Full::new(Bytes::from_static(bytes))),
    )
}

/// A line of text.
pub fn text_response(status: StatusCode, line: &'static str) -> Response<Body> {
    static_response(status, "text/plain; charset=utf-8", line.as_bytes())
}

/// Streams parts when they are ready. `unwanted` is set when the client disconnects; the permit is
/// held until then.
pub fn parts(
    parts: Receiver<Bytes>,
    unwanted: Arc<AtomicBool>,
    permit: OwnedSemaphorePermit,
) -> Response<Body> {
    answer(
        StatusCode::OK,
        "application/octet-stream",
        Either::Right(AnswerBody {
            parts,
            unwanted,
            _permit: permit,
        }),
    )
}
