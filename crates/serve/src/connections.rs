//! The connections of the server. A connection whose client has not shown the key belongs to a
//! pool. If the pool is full, its oldest connection is closed, and new connections are accepted
//! slowly, so that each client has time to show the key. A connection leaves the pool when its
//! client shows the key, so that connections without a key cannot displace this connection. A
//! connection without a key is also closed after its first refused request, and after
//! [`MAX_REQUESTS`] requests. A client that does not read its response is disconnected.

use std::collections::VecDeque;
use std::io::{self, ErrorKind, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::request::{is_early, read_before};

/// The maximum number of connections that have not shown the key.
const MAX_STRANGERS: usize = 256;

/// Pause after a new connection replaced the oldest connection. Every connection therefore has at
/// least [`MAX_STRANGERS`] times this duration to show the key.
const PAUSE: Duration = Duration::from_millis(1);

/// Maximum number of requests on a connection without a key. The page has about sixty files.
const MAX_REQUESTS: usize = 100;

/// The maximum number of connections that have shown the key.
const MAX_GUESTS: usize = 64;

/// The minimum number of bytes that a client must read in a period while the server has more data
/// to write.
const MIN_PACE: (usize, Duration) = (64 << 10, Duration::from_secs(5));

/// Maximum number of bytes that are passed to the system at once, so that the pace of the client is
/// measured often.
const MAX_WRITE: usize = 16 << 10;

/// Maximum time and number of bytes that the server reads and ignores after its last response. A
/// connection that is closed while it contains unread bytes could lose this response.
const REST: (Duration, u64) = (Duration::from_secs(1), 2 << 20);

/// All open connections.
pub struct Connections {
    /// Connections without a key; the oldest connection is first.
    strangers: Mutex<VecDeque<Arc<ConnectionState>>>,
    guests: AtomicUsize,
}

/// One connection.
pub struct ConnectionState {
    stream: TcpStream,
    requests: AtomicUsize,
    is_guest: AtomicBool,
}

impl ConnectionState {
    /// Returns the stream of the connection.
    pub fn stream(&self) -> &TcpStream {
        &self.stream
    }

    /// Counts a request and returns whether the connection must be closed after the answer to this
    /// request.
    pub fn ends_after(&self, is_refused: bool) -> bool {
        let requests = self.requests.fetch_add(1, Ordering::Relaxed) + 1;
        !self.is_guest.load(Ordering::Relaxed) && (is_refused || requests >= MAX_REQUESTS)
    }
}

impl Connections {
    /// Creates an empty set of connections.
    pub fn new() -> Connections {
        Connections {
            strangers: Mutex::default(),
            guests: AtomicUsize::new(0),
        }
    }

    /// Adds a connection without a key. If the pool is full, closes the oldest connection and
    /// returns the pause before the next connection is accepted.
    pub fn admit(&self, stream: TcpStream) -> (Arc<ConnectionState>, Option<Duration>) {
        let seat = Arc::new(ConnectionState {
            stream,
            requests: AtomicUsize::new(0),
            is_guest: AtomicBool::new(false),
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
            // The thread of this connection sees the end of the stream.
            let _ = oldest.stream.shutdown(Shutdown::Both);
        }
        strangers.push_back(seat.clone());
        (seat, oldest.map(|_| PAUSE))
    }

    /// Removes a connection from the pool, because its client has shown the key. Returns `false` if
    /// too many connections have shown the key already.
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

/// Writes to a stream. A write fails if the client does not read the data of earlier writes in
/// time.
pub struct PacedWriter<'s> {
    stream: &'s TcpStream,
    /// The time of the first write since all earlier data was written, and the number of bytes
    /// written since then.
    begun: Option<(Instant, usize)>,
}

impl PacedWriter<'_> {
    /// Wraps a stream.
    pub fn new(stream: &TcpStream) -> PacedWriter<'_> {
        PacedWriter {
            stream,
            begun: None,
        }
    }
}

impl Write for PacedWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let (least, patience) = MIN_PACE;
        let (begun, written) = self.begun.unwrap_or_else(|| (Instant::now(), 0));
        let left = patience.saturating_sub(begun.elapsed());
        let result = if left.is_zero() {
            Err(ErrorKind::TimedOut.into())
        } else {
            self.stream.set_write_timeout(Some(left))?;
            self.stream.write(&bytes[..bytes.len().min(MAX_WRITE)])
        };
        match result {
            Ok(count) => {
                let written = written + count;
                self.begun = (written < least).then_some((begun, written));
                Ok(count)
            }
            // The next write returns an error if the time is over.
            Err(why) if is_early(&why) && !left.is_zero() => {
                self.begun = Some((begun, written));
                Err(ErrorKind::Interrupted.into())
            }
            Err(why) => {
                // Later writes must not wait again.
                let _ = self.stream.shutdown(Shutdown::Both);
                Err(why)
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        // When all data is written, the server no longer waits for the client to read.
        self.begun = None;
        Ok(())
    }
}

/// Ends a connection after its last response. Waits for a short time until the client has closed
/// its side of the connection.
pub fn end(stream: &TcpStream) {
    let (time, mut size) = REST;
    let until = Instant::now() + time;
    let mut block = [0; 4 << 10];
    if stream.shutdown(Shutdown::Write).is_err() {
        return;
    }
    while let Ok(read @ 1..) = read_before(stream, &mut block, until) {
        size = size.saturating_sub(read as u64);
        if size == 0 {
            break;
        }
    }
}
