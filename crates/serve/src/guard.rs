//! Access control. Every request must name this machine and port as its host, so that other pages
//! cannot reach the server by a domain name that resolves to it. A question must also be JSON, come
//! from this page, and contain the key of the printed link.

use hyper::header::{CONTENT_TYPE, HOST, HeaderMap, ORIGIN};
use hyper::{Method, Request, StatusCode};

/// Returns an unguessable name of 32 hexadecimal digits.
///
/// # Errors
/// Returns an error if the system provides no random numbers.
pub fn random_name() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The requirements for requests.
pub struct RequestGuard {
    port: u16,
    key: String,
}

impl RequestGuard {
    /// Creates a key for a port.
    pub fn new(port: u16) -> Result<RequestGuard, getrandom::Error> {
        Ok(RequestGuard::with_key(port, random_name()?))
    }

    /// Creates a guard from a port and an existing key.
    pub fn with_key(port: u16, key: String) -> RequestGuard {
        RequestGuard { port, key }
    }

    /// Returns the key.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// Returns the link that opens the page. The key is after `#`, which browsers do not send.
    pub fn link(&self) -> String {
        format!("http://127.0.0.1:{}/#key={}", self.port, self.key)
    }

    fn hosts(&self) -> [String; 2] {
        ["127.0.0.1", "localhost"].map(|name| format!("{name}:{}", self.port))
    }

    /// Returns whether a request names this server as its host.
    pub fn host(&self, headers: &HeaderMap) -> Result<(), &'static str> {
        let mut named = headers.get_all(HOST).iter();
        match (
            named.next().and_then(|host| host.to_str().ok()),
            named.next(),
        ) {
            (Some(host), None) if self.hosts().iter().any(|own| own == host) => Ok(()),
            _ => Err("this server is for its own machine: open the link that it printed"),
        }
    }

    /// Returns whether a question comes from the page of this server.
    pub fn question<B>(&self, request: &Request<B>) -> Result<(), (StatusCode, &'static str)> {
        let one = |name: &str| {
            request
                .headers()
                .get(name)
                .map(|value| value.to_str().unwrap_or_default())
        };
        if request.method() != Method::POST {
            return Err((
                StatusCode::METHOD_NOT_ALLOWED,
                "a question is asked by POST",
            ));
        }
        if one(CONTENT_TYPE.as_str()) != Some("application/json") {
            return Err((
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "a question is application/json",
            ));
        }
        let own = one(ORIGIN.as_str()).is_none_or(|origin| {
            self.hosts()
                .iter()
                .any(|host| origin.strip_prefix("http://") == Some(host))
        });
        if !own || one("sec-fetch-site").is_some_and(|site| site != "same-origin") {
            return Err((
                StatusCode::FORBIDDEN,
                "only the page of this server may ask",
            ));
        }
        let given = one("x-grundy-key").unwrap_or_default().as_bytes();
        // Constant time for wrong and right keys.
        let differing = given
            .iter()
            .zip(self.key.as_bytes())
            .fold(given.len() ^ self.key.len(), |sum, (a, b)| {
                sum | usize::from(a ^ b)
            });
        if differing != 0 {
            return Err((
                StatusCode::FORBIDDEN,
                "the key is missing or wrong: open the link that the server printed",
            ));
        }
        Ok(())
    }
}
