//! Access control. Every request must name this machine and port as its host. Other pages therefore
//! cannot reach the server by a domain name that resolves to this machine. A question must also be
//! JSON, come from a page of this server, and contain the key of the printed link.

use crate::request::RequestHead;
use crate::response::Status;

/// Returns an unguessable name of 32 hexadecimal digits.
///
/// # Errors
/// Returns an error if the system provides no random numbers.
pub fn random_name() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Checks whether a request may be answered.
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
    pub fn host(&self, head: &RequestHead) -> Result<(), &'static str> {
        let is_own = |host: &[u8]| self.hosts().iter().any(|own| own.as_bytes() == host);
        let mut named = head.values("host");
        let target = head.authority.as_ref().map(String::as_bytes);
        match (named.next(), named.next()) {
            (Some(host), None) if is_own(host) && target.is_none_or(is_own) => Ok(()),
            _ => Err(
                "this server accepts requests only from its own machine: open the link that it printed",
            ),
        }
    }

    /// Returns whether a question comes from the page of this server.
    pub fn question(&self, head: &RequestHead) -> Result<(), (Status, &'static str)> {
        let one = |name| head.values(name).next();
        if head.method != "POST" {
            return Err((Status::MethodNotAllowed, "expected a POST request"));
        }
        if one("content-type") != Some(b"application/json") {
            return Err((
                Status::UnsupportedMediaType,
                "expected the content type application/json",
            ));
        }
        let own = one("origin").is_none_or(|origin| {
            self.hosts()
                .iter()
                .any(|host| origin.strip_prefix(b"http://") == Some(host.as_bytes()))
        });
        if !own || one("sec-fetch-site").is_some_and(|site| site != b"same-origin") {
            return Err((
                Status::Forbidden,
                "only the page of this server may send requests",
            ));
        }
        let given = one("x-grundy-key").unwrap_or_default();
        // The comparison takes the same time for wrong keys and for the right key, so that its time
        // reveals nothing about the key.
        let differing = given
            .iter()
            .zip(self.key.as_bytes())
            .fold(given.len() ^ self.key.len(), |sum, (a, b)| {
                sum | usize::from(a ^ b)
            });
        if differing != 0 {
            return Err((
                Status::Forbidden,
                "the key is missing or wrong: open the link that the server printed",
            ));
        }
        Ok(())
    }
}
