//! What can be asked of Grundy, and the replies: the one protocol of the command line, the page and
//! whatever face comes next.
//!
//! A [`Request`] is one command with its options, as data; a [`Desk`] holds the games and answers;
//! a [`Reply`] is typed, and writes itself as docs/json.md describes it. JSON is written here
//! alone. What needs an operating system (files, a clock) a face hands in as a [`Host`]; limits
//! come in a [`Budget`](base::budget::Budget). Each command has a file of its own with its options,
//! its work, its reply and its JSON.
//!
//! ```
//! use base::budget::Budget;
//! use requests::{Desk, Request, Still};
//!
//! let request = Request::read(r#"{ "ask": "solve", "question": "kayles[12] + nim[7]"
//! }"#).unwrap(); let reply = Desk::new(None).answer(&request, &Budget::generous(),
//! &Still).unwrap(); assert_eq!(reply.value(request.how().lang)["value"], 3);
//! ```

pub mod chart;
pub mod check;
mod desk;
pub mod draw;
mod error;
pub mod explain;
pub mod export;
pub mod format;
pub mod given;
pub mod graph;
pub mod heap;
mod host;
mod json;
pub mod judge;
pub mod law;
pub mod library;
pub mod look;
pub mod misere;
pub mod nim;
pub mod open;
mod options;
pub mod page;
pub mod play;
#[cfg(feature = "raster")]
pub mod raster;
mod reply;
mod request;
pub mod same;
pub mod solve;
pub mod stats;
pub mod table;
pub mod theorem;
pub mod tokens;
pub mod verify;
pub mod why;
pub mod words;

pub use desk::{Desk, or_stop};
pub use engines::search::OptionOrder;
pub use error::{Asked, json as error_json, words as error_words};
pub use host::{Host, Still, Writing, unreadable};
pub use json::whole_value;
pub use options::{Compound, How, NamedGraph, Options, order, play, until};
pub use reply::Reply;
pub use request::{Question, Request};

/// Does what belongs to one command. It stays a function of its own in the program, so that the
/// page's first core can be without it.
#[inline(never)]
fn apart<T>(work: impl FnOnce() -> T) -> T {
    work()
}
