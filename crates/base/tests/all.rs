//! Every test of the crate's outside in one binary: its libraries are linked once.

mod budget;
mod budget_constructors;
mod diagnostic;
mod test_files;
