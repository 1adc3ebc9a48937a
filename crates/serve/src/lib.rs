//! Grundy's page from the own machine: the files of `web/`, and `POST /ask`, behind which the native engines answer the same requests as the
//! core in the page does. It serves this machine alone, and only who knows the key of the printed link (`guard`).

mod answers;
mod ask;
mod guard;
mod site;

use std::convert::Infallible;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use base::text;
use base::text::Text;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use requests::Desk;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

use answers::{Body, plain, whole};
use ask::Desks;
use guard::Guard;

pub use site::FILES;

/// The most connections at once.
const CONNECTIONS: usize = 32;

/// How long the headers of a request may take, and how large they may be.
const HEADERS: (Duration, usize) = (Duration::from_secs(10), 16 << 10);

/// How the page is served.
pub struct Settings {
    /// The port on 127.0.0.1; 0 is any free one.
    pub port: u16,
    /// How many questions are answered at once.
    pub jobs: usize,
    /// The most seconds that a question may take.
    pub seconds: Option<f64>,
    /// The most memory that one question may take, in bytes.
    pub memory: u64,
    /// Files of rules and graphs that the page shows; they are read each time it asks for them, and never written.
    pub files: Vec<PathBuf>,
    /// Makes a desk: with what runs generated code, and with the tables that are asked.
    pub desk: Box<dyn Fn() -> Desk + Send + Sync>,
}

/// What all connections share.
struct Server {
    guard: Guard,
    desks: Arc<Desks>,
}

/// Serves until the process ends; `ready` is told the link once the port is taken.
///
/// # Errors
/// Where the port cannot be had, or the system gives no random numbers.
pub fn serve(settings: Settings, ready: impl FnOnce(&str)) -> Result<Infallible, Text> {
    let failed = |why: io::Error| text!("the page cannot be served: {why}", "无法提供网页：{why}");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build().map_err(failed)?;
    runtime.block_on(async {
        let port = settings.port;
        let listener = TcpListener::bind(("127.0.0.1", port)).await.map_err(|why| {
            text!("port {port} cannot be had: {why}; --port 0 takes any free one", "无法使用端口 {port}：{why}；--port 0 可取任一空闲端口")
        })?;
        let port = listener.local_addr().map_err(failed)?.port();
        let guard = Guard::new(port).map_err(|why| text!("the system gives no random numbers: {why}", "系统未提供随机数：{why}"))?;
        ready(&guard.link());
        let server = Arc::new(Server { guard, desks: Arc::new(Desks::new(settings)) });
        let connections = Arc::new(Semaphore::new(CONNECTIONS));
        loop {
            // A connection that was not taken in the end (its client left, files ran out) is none.
            let Ok((stream, _)) = listener.accept().await else {
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            };
            // Beyond the limit a connection is closed at once.
            let Ok(permit) = connections.clone().try_acquire_owned() else { continue };
            let server = server.clone();
            tokio::spawn(async move {
                connected(server, stream).await;
                drop(permit);
            });
        }
    })
}

/// Serves one connection to its end; what goes wrong with it ends it.
async fn connected(server: Arc<Server>, stream: TcpStream) {
    let answer = service_fn(move |request| {
        let server = server.clone();
        async move { Ok::<_, Infallible>(server.answer(request).await) }
    });
    let (time, size) = HEADERS;
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(time)
        .max_buf_size(size)
        .serve_connection(TokioIo::new(stream), answer);
    let _ = connection.await;
}

impl Server {
    async fn answer(&self, request: Request<Incoming>) -> Response<Body> {
        if let Err(why) = self.guard.host(request.headers()) {
            return plain(StatusCode::FORBIDDEN, why);
        }
        let path = request.uri().path();
        if path == "/ask" {
            return match self.guard.question(&request) {
                Ok(()) => self.desks.ask(request).await,
                Err((status, why)) => plain(status, why),
            };
        }
        if ![Method::GET, Method::HEAD].contains(request.method()) {
            return plain(StatusCode::METHOD_NOT_ALLOWED, "only GET");
        }
        match FILES.iter().find(|(name, ..)| Some(*name) == path.strip_prefix('/') || (path == "/" && *name == "index.html")) {
            Some((_, kind, bytes)) => whole(StatusCode::OK, kind, bytes),
            None => plain(StatusCode::NOT_FOUND, "no such file"),
        }
    }
}
