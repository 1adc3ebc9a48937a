//! All integration tests of the crate in one binary, so that its libraries are linked once.

mod corrections;
mod recognition;
