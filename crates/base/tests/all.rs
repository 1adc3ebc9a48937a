//! All integration tests of the crate in one binary, so that the libraries of the crate are linked
//! only once.

mod budget;
mod budget_constructors;
mod diagnostic;
mod test_files;
