//! The server of Grundy's page: the files of `web/`, and `POST /ask`, through which the native
//! engines answer the same requests as the core in the page. It listens on 127.0.0.1 only and
//! requires the key in the printed link (`guard`).

mod ask;
mod connections;
mod guard;
mod responses;
mod site;

use std::convert::Infallible;
use std::future::{Future, poll_fn};
use std::io;
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use base::budget::Budget;
use base::text;
use base::text::Text;
use grundy::SolveError;
use hyper::body::Incoming;
use hyper::header::{CONNECTION, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use requests::RequestHandler;
use tokio::net::{TcpListener, TcpStream};

use ask::SessionPool;
use connections::{ConnectionState, Connections, WatchedStream};
use guard::RequestGuard;
use responses::{Body, static_response, text_response};

pub use guard::random_name;
pub use site::FILES;

/// Maximum time and size of the headers of a request. A connection that is silent for longer is
/// closed.
const HEADERS: (Duration, usize) = (Duration::from_secs(5), 16 << 10);

/// The state of a server that is being restarted.
pub struct RestartState {
    /// Its socket.
    pub listener: std::net::TcpListener,
    /// Its key.
    pub key: String,
}

/// A running server.
pub struct ReadyServer<'r> {
    /// Returns the link that opens the page.
    pub link: &'r str,
    /// Returns the key in the link.
    pub key: &'r str,
    /// Returns the descriptor of its socket.
    #[cfg(unix)]
    pub socket: std::os::fd::RawFd,
}

/// Options of the server.
pub struct ServeSettings {
    /// The socket and the key of a server that this one replaces.
    pub resumed: Option<RestartState>,
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
    /// Files of rules and graphs that the page shows. They are read on each request and never
    /// written.
    pub files: Vec<PathBuf>,
    /// Reads such a file.
    pub read: Box<ReadFile>,
    /// Creates a request handler with a machine for generated code and with the loaded tables.
    pub desk: Box<dyn Fn() -> RequestHandler + Send + Sync>,
}

/// Reads a file of text.
pub type ReadFile = dyn Fn(&Path, &Budget<'_>) -> Result<String, SolveError> + Send + Sync;

/// Measures memory, so that a question is stopped before the process uses too much, even by code
/// that does not check its budget.
pub struct MemoryGauge {
    /// Number of bytes that the calling thread has allocated and not freed.
    pub thread: fn() -> u64,
    /// Number of bytes that the process may still allocate.
    pub left: fn() -> u64,
}

/// The state that all connections share.
struct ServerState {
    guard: RequestGuard,
    desks: Arc<SessionPool>,
    connections: Arc<Connections>,
}

/// Serves until the process ends. `ready` receives the link when the port is open.
///
/// # Errors
/// Returns an error if it cannot listen on the port, or the system provides no random numbers.
pub fn serve(
    mut settings: ServeSettings,
    ready: impl FnOnce(&ReadyServer<'_>),
) -> Result<Infallible, Text> {
    let failed = |why: io::Error| text!("the page cannot be served: {why}", "无法提供网页：{why}");
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .enable_time()
        .build()
        .map_err(failed)?;
    runtime.block_on(async {
        let (listener, key) = match settings.resumed.take() {
            Some(RestartState { listener, key }) => {
                listener.set_nonblocking(true).map_err(failed)?;
                (TcpListener::from_std(listener).map_err(failed)?, Some(key))
            }
            None => (bound(settings.port).await?, None),
        };
        let port = listener.local_addr().map_err(failed)?.port();
        let guard = key.map_or_else(
            || RequestGuard::new(port),
            |key| Ok(RequestGuard::with_key(port, key)),
        );
        let guard = guard.map_err(|why| {
            text!(
                "the system gives no random numbers: {why}",
                "系统未提供随机数：{why}"
            )
        })?;
        ready(&ReadyServer {
            link: &guard.link(),
            key: guard.key(),
            #[cfg(unix)]
            socket: std::os::fd::AsRawFd::as_raw_fd(&listener),
        });
        let connections = Arc::new(Connections::new());
        let server = Arc::new(ServerState {
            guard,
            desks: Arc::new(SessionPool::new(settings)),
            connections,
        });
        loop {
            // A connection that could not be accepted (its client left, no file descriptors are
            // left) is ignored.
            let Ok((stream, _)) = listener.accept().await else {
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            };
            let (seat, pause) = server.connections.admit();
            tokio::spawn(connected(server.clone(), seat, stream));
            match pause {
                Some(pause) => tokio::time::sleep(pause).await,
                // Reads the request of this connection before the next one is accepted.
                None => tokio::task::yield_now().await,
            }
        }
    })
}

/// Opens a socket that listens on a local port.
async fn bound(port: u16) -> Result<TcpListener, Text> {
    TcpListener::bind(("127.0.0.1", port)).await.map_err(|why| {
        text!(
            "port {port} cannot be had: {why}; --port 0 takes any free one",
            "无法使用端口 {port}：{why}；--port 0 可取任一空闲端口"
        )
    })
}

/// Serves one connection until it ends. An error closes it.
async fn connected(server: Arc<ServerState>, seat: Arc<ConnectionState>, stream: TcpStream) {
    let watched = WatchedStream::new(stream);
    let answer = service_fn(|request| {
        let (server, seat) = (server.clone(), seat.clone());
        async move {
            let mut response = server.answer(&seat, request).await;
            let is_refused = response.status().is_client_error();
            if seat.ends_after(is_refused) {
                response
                    .headers_mut()
                    .insert(CONNECTION, HeaderValue::from_static("close"));
            }
            Ok::<_, Infallible>(response)
        }
    });
    let (time, size) = HEADERS;
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(time)
        .max_buf_size(size)
        .serve_connection(TokioIo::new(watched), answer);
    let (mut connection, mut closed) = (pin!(connection), pin!(seat.closed()));
    poll_fn(|context| {
        match (
            closed.as_mut().poll(context),
            connection.as_mut().poll(context),
        ) {
            (Poll::Pending, Poll::Pending) => Poll::Pending,
            _ => Poll::Ready(()),
        }
    })
    .await;
    server.connections.leave(&seat);
}

impl ServerState {
    async fn answer(
        &self,
        seat: &Arc<ConnectionState>,
        request: Request<Incoming>,
    ) -> Response<Body> {
        if let Err(why) = self.guard.host(request.headers()) {
            return text_response(StatusCode::FORBIDDEN, why);
        }
        let path = request.uri().path();
        if path == "/ask" {
            return match self.guard.question(&request) {
                Ok(()) if !self.connections.recognise(seat) => text_response(
                    StatusCode::SERVICE_UNAVAILABLE,
                    "too many connections: close one and ask again",
                ),
                Ok(()) => self.desks.ask(request).await,
                Err((status, why)) => text_response(status, why),
            };
        }
        if ![Method::GET, Method::HEAD].contains(request.method()) {
            return text_response(StatusCode::METHOD_NOT_ALLOWED, "only GET");
        }
        match FILES.iter().find(|(name, ..)| {
            Some(*name) == path.strip_prefix('/') || (path == "/" && *name == "index.html")
        }) {
            Some((_, kind, bytes)) => static_response(StatusCode::OK, kind, bytes),
            None => text_response(StatusCode::NOT_FOUND, "no such file"),
        }
    }
}
