//! The requests that Grundy answers, and their replies: the common protocol of the command line,
//! the web page and other front ends.
//!
//! A [`Request`] is a command with its options, as data. A [`RequestHandler`] contains the games
//! and answers requests. A [`Reply`] is typed and serializes itself as described in docs/json.md;
//! JSON is written in this crate only. A front end provides the services of an operating system
//! (files, a clock) as a [`RequestHost`], and limits as a [`Budget`](base::budget::Budget). Each
//! command has a file of its own with its options, its implementation, its reply and its JSON.
//!
//! ```
//! use base::budget::Budget;
//! use requests::{NullHost, Request, RequestHandler};
//!
//! let request =
//!     Request::read(r#"{ "ask": "solve", "question": "kayles[12] + nim[7]" }"#).unwrap();
//! let reply = RequestHandler::new(None)
//!     .answer(&request, &Budget::generous(), &NullHost)
//!     .unwrap();
//! assert_eq!(reply.value(request.how().lang)["value"], 3);
//! ```

pub mod answer_text;
pub mod chart;
pub mod check;
pub mod draw;
mod error;
pub mod explain;
pub mod export;
pub mod fit;
pub mod format;
pub mod graph;
mod handler;
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
mod question;
#[cfg(feature = "raster")]
pub mod raster;
mod reply;
mod request;
pub mod same;
pub mod solve;
pub mod stats;
pub mod table;
pub mod term;
pub mod theorem;
pub mod thermograph;
pub mod tokens;
pub mod value;
pub mod verify;
pub mod why;

pub use engines::search::OptionOrder;
pub use error::{BatchQuestion, json as error_json, words as error_words};
pub use handler::{RequestHandler, or_stop};
pub use host::{NullHost, RequestHost, Writing, unreadable};
pub use json::whole_value;
pub use options::{
    CommonOptions, CompoundConvention, NamedFile, RequestOptions, order, play, player, until,
};
pub use question::QuestionRequest;
pub use reply::Reply;
pub use request::Request;

/// Runs the work of one command. This function is never inlined, so that the page's first
/// WebAssembly module can omit the code of the command.
#[inline(never)]
fn apart<T>(work: impl FnOnce() -> T) -> T {
    work()
}
