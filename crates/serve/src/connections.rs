//! The connections of the server. A connection whose client has not shown the key belongs to a
//! pool; if the pool is full, its oldest connection is closed, and new ones are accepted slowly, so
//! that each has time to show the key. A client that shows the key leaves the pool, so connections
//! without a key cannot keep it out. A connection without a key is also closed after its first
//! request that is refused, and after [`MAX_REQUESTS`]. A client that does not read its response is
//! disconnected.

use std::collections::VecDeque;
use std::io;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::time::Sleep;

/// The maximum number of connections that have not shown the key.
const MAX_STRANGERS: usize = 256;

/// Pause after a new connection replaced the oldest one. So every connection has at least
/// [`MAX_STRANGERS`] times this long to show the key.
const PAUSE: Duration = Duration::from_millis(1);

/// Maximum number of requests on a connection without a key. The page has about sixty files.
const MAX_REQUESTS: usize = 100;

/// The maximum number of connections that have shown the key.
const MAX_GUESTS: usize = 64;

/// The minimum number of bytes that a client must read in a period while there is more to write.
const MIN_PACE: (usize, Duration) = (64 << 10, Duration::from_secs(5));

/// All open connections.
pub struct Connections {
    /// Connections without a key, oldest first.
    strangers: Mutex<VecDeque<Arc<ConnectionState>>>,
    guests: AtomicUsize,
}

/// One connection.
pub struct ConnectionState {
    requests: AtomicUsize,
    is_guest: AtomicBool,
    closing: Notify,
}

impl ConnectionState {
    /// Completes when the connection must be closed.
    pub async fn closed(&self) {
        self.closing.notified().await;
    }

    /// Counts a request and returns whether the connection ends with its answer.
    pub fn ends_after(&self, is_refused: bool) -> bool {
        let requests = self.requests.fetch_add(1, Ordering::Relaxed) + 1;
        !self.is_guest.load(Ordering::Relaxed) && (is_refused || requests >= MAX_REQUESTS)
    }
}

impl Connections {
    /// No connections.
    pub fn new() -> Connections {
        Connections {
            strangers: Mutex::default(),
            guests: AtomicUsize::new(0),
        }
    }

    /// Adds a connection without a key. If the pool is full, closes the oldest one and returns the
    /// pause before the next connection is accepted.
    pub fn admit(self: &Arc<Self>) -> (Arc<ConnectionState>, Option<Duration>) {
        let seat = Arc::new(ConnectionState {
            requests: AtomicUsize::new(0),
            is_guest: AtomicBool::new(false),
            closing: Notify::new(),
        });
        let mut strangers = self
            .strangers
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let oldest = if strangers.len() >= MAX_STRANGERS {
            strangers.pop_front()
        } else {
            None
        };
        if let Some(oldest) = &oldest {
            oldest.closing.notify_one();
        }
        strangers.push_back(seat.clone());
        (seat, oldest.map(|_| PAUSE))
    }

    /// Takes a connection whose client has shown the key out of the pool; `false` if there are too
    /// many of these.
    pub fn recognise(&self, seat: &Arc<ConnectionState>) -> bool {
        if seat.is_guest.load(Ordering::Relaxed) {
            return true;
        }
        if self.guests.fetch_add(1, Ordering::Relaxed) >= MAX_GUESTS {
            self.guests.fetch_sub(1, Ordering::Relaxed);
            return false;
        }
        seat.is_guest.store(true, Ordering::Relaxed);
        self.forget(seat);
        true
    }

    /// Removes a connection that has ended.
    pub fn leave(&self, seat: &Arc<ConnectionState>) {
        if seat.is_guest.load(Ordering::Relaxed) {
            self.guests.fetch_sub(1, Ordering::Relaxed);
        } else {
            self.forget(seat);
        }
    }

    fn forget(&self, seat: &Arc<ConnectionState>) {
        self.strangers
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .retain(|other| !Arc::ptr_eq(other, seat));
    }
}

/// Stream of a connection that fails if its client does not read what is written.
pub struct WatchedStream {
    stream: TcpStream,
    /// The timer that runs while the client delays the server, and the number of bytes that it has
    /// read since.
    stalled: Option<(Pin<Box<Sleep>>, usize)>,
}

impl WatchedStream {
    /// Wraps a stream.
    pub fn new(stream: TcpStream) -> WatchedStream {
        WatchedStream {
            stream,
            stalled: None,
        }
    }

    fn check_write(
        &mut self,
        polled: Poll<io::Result<usize>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<usize>> {
        let (least, patience) = MIN_PACE;
        match polled {
            Poll::Ready(Ok(bytes)) => {
                if let Some((_, taken)) = &mut self.stalled {
                    *taken += bytes;
                    if *taken >= least {
                        self.stalled = None;
                    }
                }
                Poll::Ready(Ok(bytes))
            }
            Poll::Pending => {
                let (timer, _) = self
                    .stalled
                    .get_or_insert_with(|| (Box::pin(tokio::time::sleep(patience)), 0));
                ready!(timer.as_mut().poll(context));
                Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
            }
            failed => failed,
        }
    }
}

impl AsyncRead for WatchedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for WatchedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.check_write(polled, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.check_write(polled, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        // Everything is written, so the client does not delay the server.
        self.stalled = None;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
