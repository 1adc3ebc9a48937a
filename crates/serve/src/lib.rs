//! The server of Grundy's page. The server delivers the files of `web/` and accepts requests as
//! `POST /ask`. The native engines answer the same requests as the core in the page. The server
//! listens on 127.0.0.1 only and requires the key in the printed link (`guard`).

mod ask;
mod connections;
mod guard;
mod permits;
mod request;
mod response;
mod site;

use std::convert::Infallible;
use std::io::{self, BufWriter};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use base::budget::Budget;
use base::text;
use base::text::Text;
use grundy::SolveError;
use requests::RequestHandler;

use ask::SessionPool;
use connections::{ConnectionState, Connections, PacedWriter};
use guard::RequestGuard;
use request::{RequestHead, RequestReader};
use response::{Response, ResponseFormat, Status};
use socket2::{Domain, Protocol, Socket, Type};

pub use guard::random_name;
pub use site::FILES;

/// Stack size in bytes of the thread of a connection.
const STACK: usize = 256 << 10;

/// The number of connections that may wait until they are accepted. If more clients connect at
/// once, the system drops their packets, and a client tries again after a second. The standard
/// library's number is 128.
const BACKLOG: i32 = 1024;

/// Capacity in bytes of the buffer for writing to a connection.
const BUFFER: usize = 4 << 10;

/// The path of the address of the page on the Internet.
const PUBLIC: &str = "/public";

/// The reply to a request for a file that does not exist.
const MISSING: &str = "file not found: open the link that `grundy serve` printed";

/// The state of a server that is being restarted.
pub struct RestartState {
    /// The socket that listens for connections.
    pub listener: TcpListener,
    /// The key that a question must contain.
    pub key: String,
}

/// A running server.
pub struct ReadyServer<'r> {
    /// The link that opens the page.
    pub link: &'r str,
    /// The key in the link.
    pub key: &'r str,
    /// The descriptor of the socket on which the server listens.
    #[cfg(unix)]
    pub socket: std::os::fd::RawFd,
}

/// Options of the server.
pub struct ServeSettings {
    /// The socket and the key of the server that this server replaces, after a restart.
    pub resumed: Option<RestartState>,
    /// The key of a server that replaces no other server: `None` for a new key.
    pub key: Option<String>,
    /// The address of the page on the Internet, for the links that the page shares.
    pub public: Option<String>,
    /// The port on 127.0.0.1; 0 for any free port.
    pub port: u16,
    /// Maximum number of questions that are answered at once.
    pub jobs: usize,
    /// Maximum time of a question in seconds.
    pub seconds: Option<f64>,
    /// Maximum memory of a question in bytes.
    pub memory: u64,
    /// The memory of the process.
    pub gauge: Arc<MemoryGauge>,
    /// Files of rules and graphs that the page shows. The files are read on each request and never
    /// written.
    pub files: Vec<PathBuf>,
    /// The function that reads one of the `files`.
    pub read: Box<ReadFile>,
    /// The function that creates a request handler, with a machine for generated code and with the
    /// loaded tables.
    pub desk: Box<dyn Fn() -> RequestHandler + Send + Sync>,
}

/// Reads a file of text.
pub type ReadFile = dyn Fn(&Path, &Budget<'_>) -> Result<String, SolveError> + Send + Sync;

/// Measures memory, so that a question is stopped before the process uses too much memory, even in
/// code that does not poll its budget.
pub struct MemoryGauge {
    /// Number of bytes that the calling thread has allocated and not freed.
    pub thread: fn() -> u64,
    /// Number of bytes that the process may still allocate.
    pub left: fn() -> u64,
}

/// The state that all connections share.
struct ServerState {
    guard: RequestGuard,
    /// The address of the page on the Internet; empty if none is configured.
    public: &'static str,
    desks: Arc<SessionPool>,
    connections: Connections,
}

/// Serves until the process ends. `ready` receives the link when the port is open.
///
/// # Errors
/// Returns an error if the server cannot listen on the port, or the system provides no random
/// numbers.
pub fn serve(
    mut settings: ServeSettings,
    ready: impl FnOnce(&ReadyServer<'_>),
) -> Result<Infallible, Text> {
    let failed = |why: io::Error| text!("cannot serve the page: {why}", "无法提供网页：{why}");
    let (listener, key) = match settings.resumed.take() {
        Some(RestartState { listener, key }) => (listener, Some(key)),
        None => (bound(settings.port)?, settings.key.take()),
    };
    let port = listener.local_addr().map_err(failed)?.port();
    let guard = key.map_or_else(
        || RequestGuard::new(port),
        |key| Ok(RequestGuard::with_key(port, key)),
    );
    let guard = guard.map_err(|why| {
        text!(
            "the system provides no random numbers: {why}",
            "系统未提供随机数：{why}"
        )
    })?;
    ready(&ReadyServer {
        link: &guard.link(),
        key: guard.key(),
        #[cfg(unix)]
        socket: std::os::fd::AsRawFd::as_raw_fd(&listener),
    });
    let server = Arc::new(ServerState {
        guard,
        // The server runs until the process ends.
        public: settings.public.take().unwrap_or_default().leak(),
        desks: Arc::new(SessionPool::new(settings)),
        connections: Connections::new(),
    });
    loop {
        // A connection that could not be accepted is ignored; its client may have left, or no file
        // descriptor may be free.
        let Ok((stream, _)) = listener.accept() else {
            thread::sleep(Duration::from_millis(50));
            continue;
        };
        let (seat, pause) = server.connections.admit(stream);
        let (connected, own) = (server.clone(), seat.clone());
        let started = thread::Builder::new()
            .stack_size(STACK)
            .spawn(move || connected.serve(&own));
        if started.is_err() {
            server.connections.leave(&seat);
        }
        if let Some(pause) = pause {
            thread::sleep(pause);
        }
    }
}

/// Opens a socket that listens on a local port.
fn bound(port: u16) -> Result<TcpListener, Text> {
    let listen = || {
        let socket = Socket::new(Domain::IPV4, Type::STREAM, Some(Protocol::TCP))?;
        // On Windows this option would let two servers listen on one port.
        #[cfg(unix)]
        socket.set_reuse_address(true)?;
        socket.bind(&SocketAddr::from((Ipv4Addr::LOCALHOST, port)).into())?;
        socket.listen(BACKLOG)?;
        Ok(socket.into())
    };
    listen().map_err(|why: io::Error| {
        text!(
            "cannot listen on port {port}: {why}; use --port 0 for any free port",
            "无法使用端口 {port}：{why}；--port 0 可取任一空闲端口"
        )
    })
}

impl ServerState {
    /// Serves one connection until its end. An error closes the connection.
    fn serve(&self, seat: &Arc<ConnectionState>) {
        let stream = seat.stream();
        // Responses are written in large pieces, so small packets need not be collected.
        let _ = stream.set_nodelay(true);
        let mut reader = RequestReader::new(stream);
        let mut output = BufWriter::with_capacity(BUFFER, PacedWriter::new(stream));
        loop {
            let (head, response) = match reader.head() {
                Ok(Some(head)) => {
                    let response = self.answer(seat, &head, &mut reader);
                    (Some(head), response)
                }
                Ok(None) => break,
                Err((status, why)) => (None, Some(Response::text(status, why))),
            };
            // The client has left.
            let Some(response) = response else { break };
            let ends = seat.ends_after(response.is_refusal());
            let is_http_11 = head.as_ref().is_none_or(|head| head.is_http_11);
            let keeps_alive = head.as_ref().is_some_and(RequestHead::keeps_alive)
                && !reader.has_unread_body()
                && !ends
                && (is_http_11 || response.has_length());
            let format = ResponseFormat {
                is_head: head.is_some_and(|head| head.method == "HEAD"),
                is_http_11,
                closes: !keeps_alive,
            };
            if response
                .send(&mut output, &format, || reader.is_abandoned())
                .is_err()
            {
                break;
            }
            if format.closes {
                connections::end(stream);
                break;
            }
        }
        self.connections.leave(seat);
    }

    /// Answers a request. Returns `None` if the client has left.
    fn answer(
        &self,
        seat: &Arc<ConnectionState>,
        head: &RequestHead,
        reader: &mut RequestReader<'_>,
    ) -> Option<Response> {
        if let Err(why) = self.guard.host(head) {
            return Some(Response::text(Status::Forbidden, why));
        }
        if head.path == "/ask" {
            return match self.guard.question(head) {
                Ok(()) if !self.connections.recognise(seat) => Some(Response::text(
                    Status::ServiceUnavailable,
                    "too many connections: close one and try again",
                )),
                Ok(()) => self.desks.ask(head, reader),
                Err((status, why)) => Some(Response::text(status, why)),
            };
        }
        if !["GET", "HEAD"].contains(&&*head.method) {
            return Some(Response::text(
                Status::MethodNotAllowed,
                "expected GET or HEAD",
            ));
        }
        if head.path == PUBLIC {
            return Some(Response::text(Status::Ok, self.public));
        }
        let name = match &*head.path {
            "/" => "index.html",
            path => path.strip_prefix('/').unwrap_or_default(),
        };
        Some(match FILES.iter().find(|(own, ..)| *own == name) {
            Some((_, kind, bytes)) => Response::Static(Status::Ok, kind, bytes),
            None => Response::text(Status::NotFound, MISSING),
        })
    }
}
