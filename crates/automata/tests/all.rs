//! All integration tests of the crate are in one binary, so that its libraries are linked only
//! once.

mod atoms;
mod cover;
mod laws;
mod limits;
mod numeration;
mod operations;
mod random;
mod words;
