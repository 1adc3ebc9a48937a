//! All integration tests of the crate in one binary, so that its libraries are linked only once.

mod published;
mod search;
