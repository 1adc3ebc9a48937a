//! All integration tests of the crate are in one binary, so that the libraries are linked only
//! once.

mod domineering;
