//! All integration tests of the crate are in one binary, so that its libraries are linked only
//! once.

mod big;
mod field;
mod group;
mod levels;
mod texts;
